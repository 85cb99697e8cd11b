"""The program under test as the suite sees it: it is asked everything, whatever happens to it on the way.

Questions are sent ahead, several at a time. When the program is lost while several are waiting, nobody can
tell which of them did it: they are asked again, each alone in a fresh process, and from then on questions go
one at a time. A program that ends by itself may also have been ended by the question it had just answered;
that one is asked again with them. A fault that no question shows alone stays with the oldest: a crash never
vanishes.
"""

from __future__ import annotations

import itertools
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from stichwerk_conformance.claims import Claims, Implementation
from stichwerk_conformance.replies import Answer, Fault, FaultKind, Question, Reply
from stichwerk_conformance.session import Lost, Session, StartError, Stray

MOST_RESTARTS = 25
"""After so many questions that cost a restart the program is given up."""

FAULTS_BEFORE_FIRST_ANSWER = 5
"""After so many faults without a single answer the program is given up."""

WINDOW = 64
"""How many questions are sent ahead at most."""

_GRACE = 1.0


class GivenUpError(Exception):
    """The program fails too often to be asked any further; the message says how."""


class StoppedError(Exception):
    """The run was interrupted from outside."""


@dataclass(slots=True)
class _Inquiry:
    """A fault that may be due to several questions; `verdict` is spoken unless a suspect is caught alone."""

    verdict: Fault
    suspects: set[str] = field(default_factory=set)


class Subject:
    """A command that can be asked questions, restarted as often as it takes.

    `timeout` is in seconds for one question, `window` the number of questions sent ahead. `kill` may be called from
    another thread.
    """

    def __init__(
        self, command: Sequence[str], timeout: float, ids: Iterator[int] | None = None, window: int = WINDOW
    ) -> None:
        self.remarks: list[str] = []
        self._command = command
        self._timeout = timeout
        self._ids = ids or itertools.count(1)
        self._window = window
        self._session: Session | None = None
        self._again: deque[Question] = deque()
        self._inquiry: _Inquiry | None = None
        self._faults: dict[str, Fault] = {}
        self._replied: set[str] = set()
        self._stray = ""
        self._costly = 0
        self._answers = 0
        self._stopped = False
        self._lock = threading.Lock()

    def open(self) -> tuple[Implementation, Claims]:
        """Start the program and hear what it claims. Raises StartError."""
        return self._start()[1]

    def kill(self) -> None:
        """Stop for good: end the program now; `ask_all` ends with StoppedError."""
        with self._lock:
            self._stopped = True
            if self._session is not None:
                self._session.kill()

    def ask_all(self, take: Callable[[], Question | None]) -> Iterator[Reply]:
        """Ask what `take` hands out until it returns None, and end the program.

        Every question taken gets a reply. A second reply for a question replaces the first: what a program
        does after its answer can still turn it into a fault.
        """
        try:
            while (session := self._fill(take)) is not None:
                incoming = session.next()
                if self._stopped:
                    raise StoppedError
                if isinstance(incoming, Lost):
                    yield from self._lost(session, incoming)
                elif isinstance(incoming, Stray):
                    yield from self._strayed(session, incoming)
                else:
                    yield self._settled(incoming)
                    if session.repeats_itself:
                        self._leave(session)
                        continue
                if self._inquiry is not None and not session.pending:
                    yield from self._finish()
                    yield from self._conclude()
            yield from self._finish()
        except GivenUpError as reason:
            if self._stopped:
                raise StoppedError from None
            yield from self._give_up(str(reason))

    def _fill(self, take: Callable[[], Question | None]) -> Session | None:
        """Send as many questions as may wait; the session they wait in, or None when there are no more."""
        session = self._session
        pending = session.pending if session is not None else 0
        if pending > self._window // 2:
            return session  # a line sent alone is dear: they go out by half a window
        questions: list[Question] = []
        while pending + len(questions) < self._window:
            question = self._again.popleft() if self._again else take()
            if question is None:
                break
            if session is None:
                self._again.appendleft(question)  # where it stays if there is no next session
                session = self._reopen()
                self._again.popleft()
            questions.append(question)
        if session is not None and questions:
            session.ask(*questions)
        return session if session is not None and session.pending else None

    def _reopen(self) -> Session:
        if self._costly >= MOST_RESTARTS:
            raise GivenUpError(f"given up after {self._costly} restarts")
        if self._costly >= FAULTS_BEFORE_FIRST_ANSWER and not self._answers:
            raise GivenUpError(f"given up: no answer to any of the first {self._costly} questions")
        try:
            return self._start()[0]
        except StartError as error:
            raise GivenUpError(f"given up: the program could not be restarted: {error}") from None

    def _start(self) -> tuple[Session, tuple[Implementation, Claims]]:
        with self._lock:
            if self._stopped:
                raise StoppedError
            self._session = session = Session(self._command, self._ids, self._timeout)
        try:
            return session, session.initialize()
        except StartError:
            self._session = None
            raise

    def _settled(self, reply: Reply) -> Reply:
        """What a reply comes to, with all that is known about the program."""
        if isinstance(reply, Answer) and not (self._stray or self._inquiry or self._faults):
            self._answers += 1
            return reply
        if self._stray and not (isinstance(reply, Fault) and reply.kind is FaultKind.CRASH):
            reply = Fault(reply.key, FaultKind.PROTOCOL, self._stray, reply.stderr if isinstance(reply, Fault) else "")
        self._stray = ""
        if not isinstance(reply, Fault):
            self._answers += 1
        if self._inquiry is not None:
            self._inquiry.suspects.discard(reply.key)
        return self._caught(reply)

    def _caught(self, reply: Reply) -> Reply:
        """Take note of a reply. A fault ends an inquiry, which has found its culprit, and is never taken back."""
        if isinstance(reply, Fault):
            self._inquiry = None
            self._faults[reply.key] = reply
        return self._faults.get(reply.key, reply)

    def _conclude(self) -> Iterator[Reply]:
        """Speak the verdict of an inquiry that has asked all suspects and caught none."""
        inquiry = self._inquiry
        if inquiry is not None and not inquiry.suspects:
            self._costly += 1
            yield self._caught(inquiry.verdict)

    def _strayed(self, session: Session, stray: Stray) -> Iterator[Reply]:
        if session.pending > 1:
            session.kill()
            yield from self._lost(session, Lost(FaultKind.PROTOCOL, stray.message, session.stderr_tail()))
        else:
            # What stands beside the answer and what stands in its place look alike until the answer comes.
            self._stray = self._stray or stray.message
            session.hurry(_GRACE)

    def _lost(self, session: Session, lost: Lost) -> Iterator[Reply]:
        self._session = None
        waiting = session.waiting
        before = session.last_settled
        message = f"{lost.message} (before that, {self._stray})" if self._stray else lost.message
        if len(waiting) == 1 and (lost.kind is not FaultKind.CRASH or before is None):
            self._costly += 1
            yield self._settled(Fault(waiting[0].key, lost.kind, message, lost.stderr))
            return
        # A process that ends by itself may have been ended by the question it answered last.
        suspects = waiting
        if lost.kind is FaultKind.CRASH and before is not None:
            suspects = [before, *waiting]
            self._replied.add(before.key)
        remark = f"{message}; asked alone, none of the questions at hand does it"
        verdict = Fault(suspects[0].key if len(waiting) == 1 else waiting[0].key, lost.kind, remark, lost.stderr)
        self._stray = ""
        self._window = 1
        self._again.extendleft(reversed(suspects))
        self._inquiry = _Inquiry(verdict, {question.key for question in suspects})

    def _leave(self, session: Session) -> None:
        """End a program that has answered twice: it may have split in two, and go on answering everything twice."""
        session.kill()
        self._session = None
        self._costly += 1
        self._again.extendleft(reversed(session.waiting))

    def _finish(self) -> Iterator[Reply]:
        """End the session, if one is running; what it does while it ends belongs to its last question."""
        session = self._session
        if session is None:
            return
        self._session = None
        split = False
        for item in session.finish():
            if split:
                continue  # both halves of a program that has split answer all that was left in its input
            split = session.repeats_itself
            if isinstance(item, str):
                self.remarks.append(item)
            elif not isinstance(item, Stray):
                yield self._caught(item)
            elif session.last_settled is not None:
                yield self._caught(Fault(session.last_settled.key, FaultKind.PROTOCOL, item.message))

    def _give_up(self, reason: str) -> Iterator[Reply]:
        self.remarks.append(reason)
        guilty = self._inquiry.verdict if self._inquiry is not None else None
        for question in self._again:
            if question.key not in self._replied:
                yield Fault(question.key, FaultKind.NOT_ANSWERED, reason)
        if guilty is not None:
            yield guilty
        self._again.clear()
