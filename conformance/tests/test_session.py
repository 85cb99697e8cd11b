"""What a session does with a process that behaves as no real one can be made to on demand."""

from __future__ import annotations

import itertools
import json
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from stichwerk_conformance import replies, runner, session
from stichwerk_conformance.cases import read_cases
from stichwerk_conformance.process import ChildProcess, Ended, Event
from stichwerk_conformance.protocol import unnumbered
from stichwerk_conformance.replies import Answer, FaultKind, Question
from stichwerk_conformance.session import Lost, Session, StartError
from stichwerk_conformance.subject import WINDOW


class FloodingProcess:
    """Always has one more line that answers nothing."""

    def __init__(self, command: list[str]) -> None:
        self.command = command

    def send(self, lines: bytes) -> None:
        assert lines.endswith(b"\n")

    def next_events(self, seconds: float) -> list[bytes]:
        time.sleep(min(max(seconds, 0.0), 0.001))
        return [b"spam"]

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


class DeafProcess(FloodingProcess):
    """Never says anything, and keeps what it is told."""

    def __init__(self, command: list[str]) -> None:
        super().__init__(command)
        self.told: list[bytes] = []

    def send(self, lines: bytes) -> None:
        self.told.append(lines)

    def next_events(self, seconds: float) -> list[bytes]:
        time.sleep(max(seconds, 0.0))
        return []


def test_questions_asked_together_are_sent_together_each_with_an_id_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    children: list[DeafProcess] = []

    def started(command: list[str]) -> DeafProcess:
        children.append(DeafProcess(command))
        return children[-1]

    monkeypatch.setattr(session, "ChildProcess", started)
    deaf = Session(["deaf"], itertools.count(7), timeout=0.05)
    first, second, third = (Question(f"cut-{n}", "cards.cut", {"given": {"lifted": n}}) for n in (1, 2, 3))
    deaf.ask(first, second)
    deaf.ask(third)
    told = [[json.loads(line) for line in lines.splitlines()] for lines in children[0].told]
    assert [[request["id"] for request in requests] for requests in told] == [[7, 8], [9]]
    assert [request["params"]["given"]["lifted"] for requests in told for request in requests] == [1, 2, 3]
    assert deaf.waiting == [first, second, third]
    begun = time.monotonic()
    lost = deaf.next()
    assert isinstance(lost, Lost)
    assert lost.kind is FaultKind.TIMEOUT
    assert time.monotonic() - begun < 1


def test_a_message_is_made_once_and_asked_again_with_another_id(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def noted(method: str, params: object) -> bytes:
        made.append(method)
        return unnumbered(method, params)  # type: ignore[arg-type]

    deaf = DeafProcess([])
    monkeypatch.setattr(replies, "unnumbered", noted)
    monkeypatch.setattr(session, "ChildProcess", lambda _: deaf)
    question = Question("cut-4", "cards.cut", {"given": {"lifted": 4}})
    asked = Session(["deaf"], itertools.count(1), timeout=1)
    asked.ask(question)
    asked.ask(question)
    first, second = (json.loads(line) for line in deaf.told)
    assert made == ["cards.cut"]
    assert (first.pop("id"), second.pop("id")) == (1, 2)
    assert first == second == {"jsonrpc": "2.0", "method": "cards.cut", "params": {"given": {"lifted": 4}}}


class BurstProcess(DeafProcess):
    """Gives a batch of lines at once, then nothing any more."""

    def __init__(self, batch: list[Event]) -> None:
        super().__init__([])
        self.batches = [batch]

    def next_events(self, seconds: float) -> list[Event]:  # type: ignore[override]
        return self.batches.pop() if self.batches else []


def test_lines_that_came_together_in_time_are_all_read_after_the_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[Event] = [b'{"jsonrpc":"2.0","id":%d,"result":%d}' % (n, 10 * n) for n in (2, 1)]
    monkeypatch.setattr(session, "ChildProcess", lambda _: BurstProcess([*lines, Ended(b"")]))
    burst = Session(["burst"], itertools.count(1), timeout=0.01)
    burst.ask(*(Question(f"cut-{n}", "cards.cut", {}) for n in (1, 2, 3)))
    assert burst.next() == Answer("cut-2", 20)
    time.sleep(0.6)  # longer than a late line is waited for
    assert burst.next() == Answer("cut-1", 10)
    lost = burst.next()
    assert isinstance(lost, Lost)
    assert lost.kind is FaultKind.CRASH
    assert [question.key for question in burst.waiting] == ["cut-3"]


def test_a_process_hands_over_whole_lines_and_what_is_left_at_the_end() -> None:
    child = ChildProcess([sys.executable, "-S", "-E", "-c", "print('a', '', 'b', 'half a li', sep='\\n', end='')"])
    seen: list[Event] = []
    give_up = time.monotonic() + 10
    while not (seen and isinstance(seen[-1], Ended)) and time.monotonic() < give_up:
        seen += child.next_events(1)
    child.kill()
    assert seen == [b"a", b"", b"b", Ended(b"half a li")]


def test_few_questions_are_not_all_sent_ahead_to_one_of_several_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    windows: list[int] = []

    class Noted:
        def __init__(self, _command: Sequence[str], _timeout: float, _ids: Iterator[int], window: int) -> None:
            windows.append(window)

        def open(self) -> None:
            raise StartError("noted")

        def kill(self) -> None:
            pass

    monkeypatch.setattr(runner, "Subject", Noted)
    cases = read_cases(Path(__file__).parent / "toy.yaml")
    for jobs in (1, 3):
        with pytest.raises(StartError):
            runner.run(["noted"], cases, timeout=1, jobs=jobs)
    assert windows[0] == WINDOW
    assert len(windows) == 4
    assert 1 <= max(windows[1:]) <= len(cases) / 3
