"""What a session does with a process that behaves as no real one can be made to on demand."""

from __future__ import annotations

import itertools
import time

import pytest

from stichwerk_conformance import session
from stichwerk_conformance.process import Line
from stichwerk_conformance.replies import FaultKind, Question
from stichwerk_conformance.session import Lost, Session


class FloodingProcess:
    """Always has one more line that answers nothing."""

    def __init__(self, command: list[str]) -> None:
        self.command = command

    def send(self, line: bytes) -> None:
        assert line.endswith(b"\n")

    def next_event(self, seconds: float) -> Line:
        time.sleep(min(max(seconds, 0.0), 0.001))
        return Line(b"spam")

    def wait(self, _seconds: float) -> None:
        return None

    def kill(self) -> None:
        pass

    def stderr_tail(self) -> str:
        return ""


def test_a_flood_of_lines_does_not_hold_off_the_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "ChildProcess", FloodingProcess)
    flooded = Session(["flood"], itertools.count(1), timeout=0.05)
    flooded.ask(Question("cut-4", "cards.cut", {}))
    give_up = time.monotonic() + 5
    while not isinstance(seen := flooded.next(), Lost) and time.monotonic() < give_up:
        pass
    assert isinstance(seen, Lost)
    assert seen.kind is FaultKind.TIMEOUT
    assert [question.key for question in flooded.waiting] == ["cut-4"]
