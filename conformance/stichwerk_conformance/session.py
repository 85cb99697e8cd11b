"""One run of the program under test, from its start to its end, and the questions waiting in it.

A session turns what the process does into a few plain events. It never starts a process a second time and
never decides what a failure means for the other questions; that is the business of `subject`.
"""

from __future__ import annotations

import shlex
import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from stichwerk_conformance.claims import ClaimError, Claims, Implementation, read_initialize
from stichwerk_conformance.json_text import Json
from stichwerk_conformance.process import ChildProcess, Ended, Event, TooLong, how_it_ended
from stichwerk_conformance.protocol import (
    LONGEST_MESSAGE,
    PROTOCOL_VERSION,
    ProtocolError,
    excerpt,
    numbered,
    read_response,
    request_line,
)
from stichwerk_conformance.replies import Answer, Fault, FaultKind, Question, Refusal, Reply
from stichwerk_conformance.version import suite_version

START_FACTOR = 3
"""How many times the time for one question a program may take to start and answer `initialize`."""

_END_SECONDS = 2.0
_OVERDUE = 0.5


class StartError(Exception):
    """The program cannot be run: it does not start, or does not answer `initialize` as the protocol asks.

    `stderr` is what it wrote there.
    """

    def __init__(self, message: str, stderr: str = "") -> None:
        super().__init__(message)
        self.stderr = stderr


@dataclass(frozen=True, slots=True)
class Stray:
    """A line that answers no question asked."""

    message: str


@dataclass(frozen=True, slots=True)
class Lost:
    """The program is gone, or was ended because it could not be relied on any more."""

    kind: FaultKind
    message: str
    stderr: str


class Session:
    """A started program. Ids are taken from `ids`, so that no two sessions ever use the same one.

    `repeats_itself` is set once it has answered a question twice.
    """

    def __init__(self, command: Sequence[str], ids: Iterator[int], timeout: float) -> None:
        try:
            self._child = ChildProcess(command)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise StartError(f"cannot start {shlex.join(command)}: {reason}") from None
        self._ids = ids
        self._timeout = timeout
        self._deadline = 0.0
        self._oldest: int | None = None
        self._at_hand: deque[Event] = deque()
        self._waiting: dict[int, Question] = {}
        self._settled: dict[int, Question] = {}
        self.repeats_itself = False

    @property
    def waiting(self) -> list[Question]:
        """The questions asked and not answered yet, oldest first."""
        return list(self._waiting.values())

    @property
    def pending(self) -> int:
        """How many questions are asked and not answered yet."""
        return len(self._waiting)

    @property
    def last_settled(self) -> Question | None:
        """The question answered last, None before the first answer."""
        return next(reversed(self._settled.values()), None)

    def initialize(self) -> tuple[Implementation, Claims]:
        """Open the conversation. Raises StartError, and ends the program, unless it answers as it should."""
        about: Json = {"name": "stichwerk", "version": suite_version()}
        number = self._send("initialize", {"protocol": PROTOCOL_VERSION, "suite": about})
        seconds = START_FACTOR * self._timeout
        try:
            return read_initialize(_result(self._event(seconds), number, seconds))
        except _EndedEarlyError:
            message = f"the program {how_it_ended(self._child.wait(_END_SECONDS))} before it answered initialize"
        except (ProtocolError, ClaimError) as error:
            message = f"initialize: {error}"
        self._child.kill()
        raise StartError(message, self._child.stderr_tail())

    def ask(self, *questions: Question) -> None:
        """Send questions; the time of each runs from when it is seen to be the oldest one waiting."""
        asked = {number: question for question, number in zip(questions, self._ids, strict=False)}
        self._waiting |= asked
        self._child.send(b"".join([numbered(number, question.unnumbered) for number, question in asked.items()]))

    def hurry(self, seconds: float) -> None:
        """Wait no longer than so many seconds for the oldest question."""
        self._deadline = time.monotonic() + min(self._time_left(), seconds)

    def next(self) -> Reply | Stray | Lost:
        """Wait for what happens next: a reply, a line that is none, or the loss of the program."""
        event: Event | None
        if self._at_hand:
            event = self._at_hand.popleft()
        else:
            left = self._time_left()
            # Lines that came in time are still read after the deadline, but a flood of lines must not hold it off.
            event = None if left < -_OVERDUE else self._event(left)
        return self._read(event) if isinstance(event, bytes) else self._loss(event)

    def finish(self) -> Iterator[Reply | Stray | str]:
        """End the program politely, then surely.

        Yields what it still sent, replies to questions answered before included, and remarks (strings) on a
        program that does not end as the protocol asks. A program that ends with an error instead of answering
        `shutdown` is a crash of the question it answered last.
        """
        number = self._send("shutdown", None)
        self._child.close_input()
        deadline = time.monotonic() + min(self._timeout, _END_SECONDS)
        answered = False
        while isinstance(event := self._event(deadline - time.monotonic()), bytes):
            if number in _ids_of(event):
                answered = True
            else:
                yield self._read(event)
        status = self._child.wait(deadline - time.monotonic())
        self._child.kill()
        if status is None:
            yield "the program did not end after shutdown and was killed"
        elif status and answered:
            yield f"the program {how_it_ended(status)} after shutdown"
        elif status and self.last_settled is not None:
            message = f"the program {how_it_ended(status)} after its answer, before it answered shutdown"
            yield Fault(self.last_settled.key, FaultKind.CRASH, message, self._child.stderr_tail())

    def kill(self) -> None:
        """End the program and all it has started, at once."""
        self._child.kill()

    def stderr_tail(self) -> str:
        """The last part of what the program wrote to stderr."""
        return self._child.stderr_tail()

    def _send(self, method: str, params: Mapping[str, Json] | None) -> int:
        number = next(self._ids)
        self._child.send(request_line(number, method, params))
        return number

    def _event(self, seconds: float) -> Event | None:
        """The next thing that happens, or None if nothing does within so many seconds."""
        if not self._at_hand:
            self._at_hand.extend(self._child.next_events(seconds))
        return self._at_hand.popleft() if self._at_hand else None

    def _time_left(self) -> float:
        """How many seconds the oldest question may still take; its time begins when this is asked first."""
        now = time.monotonic()
        oldest = next(iter(self._waiting), None)
        if oldest != self._oldest:
            self._oldest, self._deadline = oldest, now + self._timeout
        return self._deadline - now

    def _read(self, data: bytes) -> Reply | Stray:
        problem, error, result = "", None, None
        try:
            number, result, error = read_response(data)
        except ProtocolError as invalid:
            if invalid.request_id is None:
                return Stray(str(invalid))
            number, problem = invalid.request_id, str(invalid)
        question = self._waiting.pop(number, None)
        if question is None:
            return self._unexpected(number, data)
        self._settled[number] = question
        if problem:
            return Fault(question.key, FaultKind.PROTOCOL, problem)
        if error is not None:
            return Refusal(question.key, error)
        return Answer(question.key, result)

    def _unexpected(self, number: int, data: bytes) -> Fault | Stray:
        if number not in self._settled:
            return Stray(f"response has the id {number}, which no request had: {excerpt(data)}")
        self.repeats_itself = True
        message = f"the question was answered a second time: {excerpt(data)}"
        return Fault(self._settled[number].key, FaultKind.PROTOCOL, message)

    def _loss(self, event: TooLong | Ended | None) -> Lost:
        if isinstance(event, TooLong):
            kind = FaultKind.PROTOCOL
            message = f"line is longer than {LONGEST_MESSAGE // 1024**2} MiB: {excerpt(event.head)}"
        elif isinstance(event, Ended):
            kind = FaultKind.CRASH
            unfinished = f", in the middle of the line: {excerpt(event.rest)}" if event.rest else ""
            message = f"the program {how_it_ended(self._child.wait(_END_SECONDS))}{unfinished}"
        elif (status := self._child.wait(0)) is not None:
            # A child it left behind holds its output open, so the end of the output never came.
            kind, message = FaultKind.CRASH, f"the program {how_it_ended(status)}"
        else:
            kind, message = FaultKind.TIMEOUT, f"no answer within {self._timeout:g} s"
        self._child.kill()
        return Lost(kind, message, self._child.stderr_tail())


class _EndedEarlyError(Exception):
    pass


def _result(event: Event | None, number: int, seconds: float) -> Json:
    if event is None:
        raise ProtocolError(f"no answer within {seconds:g} s")
    if isinstance(event, Ended):
        raise _EndedEarlyError
    if isinstance(event, TooLong):
        raise ProtocolError(f"line is longer than {LONGEST_MESSAGE // 1024**2} MiB: {excerpt(event.head)}")
    response = read_response(event)
    if response.id != number:
        raise ProtocolError(f"response has the id {response.id}, {number} was expected: {excerpt(event)}")
    if response.error is not None:
        raise ProtocolError(f"the program answered with error {response.error.code}: {response.error.message}")
    return response.result


def _ids_of(data: bytes) -> tuple[int, ...]:
    try:
        return (read_response(data).id,)
    except ProtocolError as error:
        return () if error.request_id is None else (error.request_id,)
