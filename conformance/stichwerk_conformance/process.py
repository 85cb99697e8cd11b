"""A child process that is spoken to line by line, and that can always be got rid of.

The process leads a session and process group of its own, so that killing it also kills what it has started;
what has left the group is found by its mark, see `leftovers`.
Threads read its output and write its input: a program that neither reads nor writes can never block the
suite.
"""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import IO

from stichwerk_conformance.leftovers import MARK, kill_leftovers, new_mark
from stichwerk_conformance.protocol import LONGEST_MESSAGE

STDERR_KEPT = 64 * 1024
"""How many bytes of the end of stderr are kept for the report."""

_CHUNK = 64 * 1024
_CHUNKS_AHEAD = 16
_NAP = 0.002
_GATHERING = 0.0001


@dataclass(frozen=True, slots=True)
class TooLong:
    """A line longer than the protocol allows; what follows on stdout can no longer be told apart."""

    head: bytes


@dataclass(frozen=True, slots=True)
class Ended:
    """The end of stdout; `rest` is what stood behind the last line feed."""

    rest: bytes


Event = bytes | TooLong | Ended
"""What happens on stdout: a line, without its line feed, or that there will be none any more."""


class ChildProcess:
    """A running command. `OSError` from the constructor means that it cannot be started at all."""

    def __init__(self, command: Sequence[str]) -> None:
        self._mark = new_mark()
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            env={**os.environ, MARK: self._mark},
        )
        self._events: queue.SimpleQueue[list[Event]] = queue.SimpleQueue()
        self._outbox: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._stderr = bytearray()
        self._over = threading.Event()
        self._cleared = False
        self._threads = [
            threading.Thread(target=work, args=(stream,), daemon=True)
            for work, stream in (
                (self._write, self._process.stdin),
                (self._read, self._process.stdout),
                (self._read_stderr, self._process.stderr),
            )
        ]
        for thread in self._threads:
            thread.start()

    def send(self, lines: bytes) -> None:
        """Hand lines over to be written. Never blocks or fails: a dead program is seen on its output."""
        self._outbox.put(lines)

    def close_input(self) -> None:
        """Close stdin once everything handed over is written."""
        self._outbox.put(None)

    def next_events(self, seconds: float) -> list[Event]:
        """What happens next on stdout, all that comes at once; nothing if nothing does within so many seconds."""
        try:
            return self._events.get(timeout=max(seconds, 0.0))
        except queue.Empty:
            return []

    def wait(self, seconds: float) -> int | None:
        """The exit status once the process has ended, None if it has not within so many seconds."""
        try:
            return self._process.wait(max(seconds, 0.0))
        except subprocess.TimeoutExpired:
            return None

    def kill(self) -> None:
        """End the process and everything it has started; does nothing to what has already ended."""
        self._over.set()
        self._outbox.put(None)
        self._wake()
        if sys.platform == "win32":
            self._process.kill()
        else:
            # A group outlives its leader as long as any child runs: its number cannot mean a stranger here.
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        if not self._cleared:
            kill_leftovers(self._mark)
            self._cleared = True
        for thread in self._threads:
            thread.join(1.0)

    def stderr_tail(self) -> str:
        """The last part of what the program wrote to stderr."""
        return bytes(self._stderr).decode("utf-8", "replace")

    def _write(self, stream: IO[bytes]) -> None:
        with contextlib.suppress(OSError), stream:
            while (lines := self._outbox.get()) is not None:
                stream.write(lines)  # flushed only when nothing else waits: a line alone is dear
                if self._outbox.empty():
                    stream.flush()

    def _read(self, stream: IO[bytes]) -> None:
        """Hand over what is on stdout, all whole lines of a chunk at once."""
        begun: list[bytes] = []  # the chunks of a line that has not ended yet
        length = 0
        with stream:
            while chunk := os.read(stream.fileno(), _CHUNK):
                *lines, rest = chunk.split(b"\n")
                if lines:
                    lines[0] = b"".join([*begun, lines[0]])
                    begun, length = [], 0
                begun.append(rest)
                length += len(rest)
                events: list[Event] = [*lines]
                if lines and len(lines[0]) > LONGEST_MESSAGE:
                    events = [TooLong(lines[0][:1000])]
                elif length > LONGEST_MESSAGE:
                    events.append(TooLong(b"".join(begun[:2])[:1000]))
                if events:
                    self._put(events)
                    if isinstance(events[-1], TooLong):
                        return
            self._put([Ended(b"".join(begun))])

    def _put(self, events: list[Event]) -> None:
        # Whoever writes without end waits for its reader, so that it cannot fill up the memory.
        while self._events.qsize() >= _CHUNKS_AHEAD and not self._over.is_set():
            time.sleep(_NAP)
        if not self._over.is_set():
            self._events.put(events)
            # Meanwhile lines gather: to be woken for each of them can cost more than all that is done with it.
            time.sleep(_GATHERING)

    def _wake(self) -> None:
        """Let whoever waits for the next event see at once that none will come."""
        with contextlib.suppress(queue.Empty):
            while True:
                self._events.get_nowait()
        self._events.put([Ended(b"")])

    def _read_stderr(self, stream: IO[bytes]) -> None:
        with stream:
            while chunk := os.read(stream.fileno(), 65536):
                self._stderr += chunk
                del self._stderr[:-STDERR_KEPT]


def how_it_ended(status: int | None) -> str:
    """An exit status as words: "ended with exit status 3", "was killed by SIGSEGV"."""
    if status is None:
        return "closed its output but went on running"
    if status >= 0:
        return f"ended with exit status {status}"
    try:
        return f"was killed by {signal.Signals(-status).name}"
    except ValueError:
        return f"was killed by signal {-status}"
