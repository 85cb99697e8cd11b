"""A command that is asked one question at a time, by those who decide on the next by the answer."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Protocol

from stichwerk_conformance.claims import Claims, Implementation
from stichwerk_conformance.in_process import InProcess, load_program
from stichwerk_conformance.replies import Fault, FaultKind, Question, Reply
from stichwerk_conformance.session import Lost, Session, Stray

__all__ = ["Asked", "OneAtATime", "program_of"]

_GRACE = 1.0


class Asked(Protocol):
    """A program that is asked one question at a time."""

    def open(self) -> tuple[Implementation, Claims]:
        """Start the program and hear what it claims. Raises StartError."""

    def ask(self, question: Question) -> Reply:
        """One question and what came of it."""

    def close(self) -> None:
        """End the program."""


def program_of(command: Sequence[str], python: str | None, timeout: float) -> Asked:
    """The program under test: the object `python` names, MODULE:OBJECT, or else the command. Raises StartError."""
    return InProcess(load_program(python), timeout) if python else OneAtATime(command, timeout)


class OneAtATime:
    """A command under test, started anew after every fault. `timeout` is in seconds for one question."""

    def __init__(self, command: Sequence[str], timeout: float) -> None:
        self._command = command
        self._timeout = timeout
        self._ids = itertools.count(1)
        self._session: Session | None = None

    def open(self) -> tuple[Implementation, Claims]:
        """Start the program and hear what it claims. Raises StartError."""
        self.close()
        session = Session(self._command, self._ids, self._timeout)
        try:
            heard = session.initialize()
        except BaseException:
            session.kill()
            raise
        self._session = session
        return heard

    def ask(self, question: Question) -> Reply:
        """One question and what came of it. Raises StartError if the program cannot be started again."""
        if self._session is None:
            self.open()
        session = self._session
        assert session is not None
        session.ask(question)
        stray = ""
        while True:
            incoming = session.next()
            if isinstance(incoming, Lost):
                self._session = None
                before = f" (before that, {stray})" if stray else ""
                return Fault(question.key, incoming.kind, incoming.message + before, incoming.stderr)
            if isinstance(incoming, Stray) or session.waiting:
                # A second answer to an earlier question lies between this one and its answer like any other line.
                stray = stray or str(getattr(incoming, "message", "an answer to no question"))
                session.hurry(_GRACE)
            else:
                return Fault(question.key, FaultKind.PROTOCOL, stray) if stray else incoming

    def close(self) -> None:
        """End the program, politely first."""
        if self._session is not None:
            session, self._session = self._session, None
            for _ in session.finish():
                pass
