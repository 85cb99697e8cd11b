"""A program that is asked one thing after the other, each question following from the answers before.

`verify` knows its questions beforehand and sends them off; whoever plays with a program (laws, exploring, identifying)
needs an answer before the next question. A program that crashes, hangs or prints something else costs that question
and is started again.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Self

from stichwerk_conformance.cases import PROFILE_OF
from stichwerk_conformance.claims import Claims, Implementation
from stichwerk_conformance.json_text import Json
from stichwerk_conformance.protocol import METHOD_NOT_FOUND
from stichwerk_conformance.replies import Answer, Fault, FaultKind, Question, Refusal, Reply
from stichwerk_conformance.session import Lost, Session, StartError, Stray

AHEAD = 8
"""How many questions are sent before the first is answered."""

MOST_LOST = 200
"""After so many questions that cost a restart the program is given up."""


class GivenUpError(Exception):
    """The program fails too often to be asked any further; the message says how."""


@dataclass(frozen=True, slots=True)
class Ask:
    """A question: its kind, the ruleset with options, and what is given."""

    ask: str
    ruleset: str
    options: Mapping[str, str]
    given: Mapping[str, Json]

    @property
    def method(self) -> str:
        """The name of the question in the protocol."""
        return f"{PROFILE_OF[self.ask]}.{self.ask}"

    @property
    def params(self) -> dict[str, Json]:
        """All that the program gets to see."""
        return {"ruleset": self.ruleset, "options": dict(self.options), "given": self.given}

    @property
    def key(self) -> str:
        """Equal for equal questions."""
        return self.method + json.dumps(self.params, sort_keys=True)


class Live:
    """A running program. Use it as a context manager: it is ended with the block.

    `timeout` is in seconds for one question. Raises StartError if the program cannot be run at all. Answers are
    remembered, so that the same question is never put twice.
    """

    def __init__(self, command: Sequence[str], timeout: float) -> None:
        self.command = tuple(command)
        self._timeout = timeout
        self._ids = itertools.count(1)
        self._known: dict[str, Reply] = {}
        self._lost = 0
        self._session: Session | None = None
        self.implementation: Implementation
        self.claims: Claims
        self.implementation, self.claims = self._start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def asked(self) -> int:
        """How many different questions were put so far."""
        return len(self._known)

    def close(self) -> None:
        """End the program, politely if it answers and surely if not."""
        if self._session is not None:
            list(self._session.finish())
            self._session.kill()
            self._session = None

    def ask(self, question: Ask) -> Reply:
        """Put one question and wait for what comes of it. Raises GivenUpError."""
        return self.ask_all([question])[0]

    def ask_all(self, questions: Iterable[Ask]) -> list[Reply]:
        """Put several questions, some of them ahead; the replies in their order. Raises GivenUpError."""
        keyed = [(one.key, one) for one in questions]
        todo = {key: one for key, one in keyed if key not in self._known}
        rest = [Question(key, one.method, one.params) for key, one in todo.items()]
        for question in self._in_a_row(rest):
            # Several were waiting when the program was lost: each alone shows which of them it cannot bear.
            self._ask_alone(question)
        return [self._known[key] for key, _ in keyed]

    def _in_a_row(self, questions: list[Question]) -> list[Question]:
        """Ask with some ahead, up to the first loss; what was not settled then."""
        left = list(questions)
        while left:
            session = self._session or self._start_again()
            while left and len(session.waiting) < AHEAD:
                session.ask(left.pop(0))
            while session.waiting and (not left or len(session.waiting) >= AHEAD):
                event = session.next()
                if isinstance(event, Lost | Stray):
                    return self._forget(session) + left
                self._known[event.key] = event
        return []

    def _forget(self, session: Session) -> list[Question]:
        waiting = session.waiting
        session.kill()
        self._session = None
        return waiting

    def _ask_alone(self, question: Question) -> None:
        session = self._session or self._start_again()
        session.ask(question)
        event = session.next()
        if isinstance(event, Lost | Stray):
            self._forget(session)
            self._lost += 1
            kind, stderr = (event.kind, event.stderr) if isinstance(event, Lost) else (FaultKind.PROTOCOL, "")
            event = Fault(question.key, kind, event.message, stderr)
        self._known[question.key] = event

    def _start_again(self) -> Session:
        if self._lost >= MOST_LOST:
            raise GivenUpError(f"given up: the program was lost {self._lost} times")
        try:
            self._start()
        except StartError as error:
            raise GivenUpError(f"given up: the program could not be started again: {error}") from None
        assert self._session is not None
        return self._session

    def _start(self) -> tuple[Implementation, Claims]:
        session = Session(self.command, self._ids, self._timeout)
        about = session.initialize()
        self._session = session
        return about


def told(reply: Reply) -> str:
    """What came of a question that was not answered, as words; empty for an answer."""
    match reply:
        case Answer():
            return ""
        case Refusal(error=error):
            unknown = "; the profile is claimed, so it must be answered" if error.code == METHOD_NOT_FOUND else ""
            return f"error {error.code}: {error.message}{unknown}"
        case Fault(kind=kind, message=message):
            return f"{kind.value}: {message}"
