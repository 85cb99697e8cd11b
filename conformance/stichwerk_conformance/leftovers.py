"""Processes that a program has left behind outside of its process group, found by a mark they inherit.

A daemon leaves the group on purpose, and killing the group does not reach it. What it rarely does is throw away
the environment it was started with; where the kernel shows that (Linux), the mark in it tells whose child it was.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import signal
from collections.abc import Iterator
from pathlib import Path

__all__ = ["MARK", "kill_leftovers", "new_mark"]

MARK = "STICHWERK_UNDER_TEST"
"""The environment variable that a program under test and all its children have."""

_PROC = Path("/proc")
_ROUNDS = 10


def new_mark() -> str:
    """A value for `MARK` that no other process has."""
    return f"{os.getpid()}-{secrets.token_hex(8)}"


def kill_leftovers(mark: str) -> None:
    """Kill every process that has this mark; in rounds, since one may start another meanwhile."""
    needle = f"{MARK}={mark}".encode()
    for _ in range(_ROUNDS):
        found = False
        for pid in _marked(needle):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
                found = True
        if not found:
            return


def _marked(needle: bytes) -> Iterator[int]:
    if not (_PROC / "self" / "environ").exists():
        return
    for process in _PROC.iterdir():
        if process.name.isdecimal() and int(process.name) != os.getpid():
            # A zombie has no environment, and a stranger's cannot be read: neither is ours to kill.
            with contextlib.suppress(OSError):
                if needle in (process / "environ").read_bytes().split(b"\0"):
                    yield int(process.name)
