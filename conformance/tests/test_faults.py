"""Programs that crash, hang, flood and leave processes behind: no fault loses another case's result, hangs the run
or outlives it.
"""

from __future__ import annotations

import dataclasses
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from stichwerk.files import schema_dir
from stichwerk_conformance import clauses, subject
from stichwerk_conformance.cases import Case, read_cases
from stichwerk_conformance.leftovers import MARK
from stichwerk_conformance.replies import Answer, Fault, Question
from stichwerk_conformance.report import read_report
from stichwerk_conformance.results import Status
from stichwerk_conformance.runner import Run, run
from stichwerk_conformance.single import OneAtATime

HERE = Path(__file__).parent
MANY = 60
TIMEOUT = 0.5

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs process groups")


def faulty(behaviour: str, *arguments: object) -> list[str]:
    return [sys.executable, "-S", "-E", str(HERE / "programs" / "faulty.py"), behaviour, *map(str, arguments)]


@pytest.fixture(autouse=True)
def _no_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    def resolved(ruleset: str, options: tuple[tuple[str, str], ...]) -> Mapping[str, Any]:
        return {"options": {}, "pack": {"suits": [], "ranks": []}, "clauses": []}

    monkeypatch.setattr(clauses, "_resolved", resolved)


@pytest.fixture
def few() -> list[Case]:
    return [case for case in read_cases(HERE / "toy.yaml") if case.ask == "cut"]


@pytest.fixture
def many(tmp_path: Path) -> tuple[Case, ...]:
    cases = [
        {"id": f"cut-{n}", "title": "Cut", "ruleset": "toy", "ask": "cut", "given": {"lifted": 100 + n},
         "expect": {"legal": True}, "clauses": ["deal.cut"], "origin": "hand"}
        for n in range(MANY)
    ]  # fmt: skip
    file = tmp_path / "many.yaml"
    file.write_text(json.dumps({"language": 1, "cases": cases}))
    return read_cases(file)


@dataclass(frozen=True)
class Left:
    """A file in which a program writes down the processes it leaves behind."""

    file: Path

    def pids(self) -> list[int]:
        return [int(line) for line in self.file.read_text().split()]

    def all_ended(self) -> bool:
        deadline = time.monotonic() + 5
        while any(map(_runs, self.pids())) and time.monotonic() < deadline:
            time.sleep(0.02)
        return bool(self.pids()) and not any(map(_runs, self.pids()))


def _runs(pid: int) -> bool:
    stat = Path(f"/proc/{pid}/stat")
    try:
        os.kill(pid, 0)
        return not (stat.exists() and ") Z " in stat.read_text())
    except (ProcessLookupError, FileNotFoundError):
        return False


@pytest.fixture
def left(tmp_path: Path) -> Left:
    return Left(tmp_path / "pids")


def failures(ended: Run) -> dict[str, str]:
    return {result.case.id: result.reason for result in ended.results if result.status is Status.FAILED}


@pytest.mark.parametrize(
    ("behaviour", "reason", "message"),
    [
        ("half a line and hang", "timeout", "no answer within 0.5 s"),
        ("close stdout", "crash", "closed its output but went on running"),
        ("100 MB", "protocol", "line is longer than 4 MiB: xxxx"),
        ("invalid UTF-8", "protocol", "line is not UTF-8 (byte 40)"),
        ("fork", "protocol", "the question was answered a second time"),
        ("hang deaf", "timeout", "no answer within 0.5 s"),
    ],
)
def test_one_fault_costs_one_case_and_no_time(
    behaviour: str, reason: str, message: str, few: list[Case], left: Left
) -> None:
    begun = time.monotonic()
    ended = run(faulty(behaviour, left.file), few, timeout=TIMEOUT)
    assert time.monotonic() - begun < 15
    assert failures(ended) == {"cut-4": reason}
    assert ended.count(Status.PASSED) == len(few) - 1
    assert message in next(result.message for result in ended.results if result.case.id == "cut-4")
    if left.file.exists():
        assert left.all_ended()


@pytest.mark.parametrize("jobs", [1, 3])
def test_a_crash_at_the_37th_question_loses_no_answer(jobs: int, many: tuple[Case, ...]) -> None:
    ended = run(faulty("crash at the 37th"), many, timeout=5, jobs=jobs)
    assert len(ended.results) == MANY
    # With three processes none of them need come to a 37th question.
    assert list(failures(ended).values()) == ["crash"] or (jobs == 3 and not failures(ended))


def test_a_program_that_logs_to_stdout_is_told_so_at_every_case(
    many: tuple[Case, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subject, "_GRACE", 0.2)
    ended = run(faulty("logs"), many[:20], timeout=5)
    assert set(failures(ended).values()) == {"protocol"}
    assert len(failures(ended)) == 20
    assert "line is not JSON: Expecting value at character 1: INFO question" in ended.results[0].message


@pytest.mark.parametrize("behaviour", ["half a line and hang", "close stdout", "invalid UTF-8", "hang deaf", "100 MB"])
def test_among_several_processes_a_fault_costs_one_case(behaviour: str, few: list[Case], left: Left) -> None:
    ended = run(faulty(behaviour, left.file), few, timeout=TIMEOUT, jobs=3)
    assert list(failures(ended)) == ["cut-4"]
    assert ended.count(Status.PASSED) == len(few) - 1


def test_a_program_that_reads_no_more_does_not_hold_up_the_run(few: list[Case]) -> None:
    filling = "x" * 200_000  # more in one question than a pipe holds
    cases = [dataclasses.replace(case, given={**case.given, "filling": filling}) for case in few]
    begun = time.monotonic()
    ended = run(faulty("reads no more"), cases, timeout=TIMEOUT)
    assert time.monotonic() - begun < 15
    assert failures(ended) == {"cut-4": "timeout"}


@pytest.mark.parametrize("jobs", ["1", "3"])
def test_an_interrupt_leaves_a_valid_part_of_the_report_and_no_process(jobs: str, left: Left, tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    start = (
        f"import sys; sys.path[:0] = {sys.path!r}\n"
        "from stichwerk_conformance import clauses\n"
        "clauses._resolved = lambda *_: {'options': {}, 'pack': {'suits': [], 'ranks': []}, 'clauses': []}\n"
        "from stichwerk_conformance.verify import verify; verify()"
    )
    words = ["--vectors", str(HERE / "toy.yaml"), "--timeout", "60", "--jobs", jobs, "--json", str(report)]
    command = [sys.executable, "-c", start, *words, "--", *faulty("hang deaf", left.file)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    give_up = time.monotonic() + 20
    while not (left.file.exists() and left.pids()) and time.monotonic() < give_up:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    try:
        stdout, stderr = process.communicate(timeout=20)
    finally:
        process.kill()
    assert (process.returncode, "Traceback" in stderr) == (130, False)
    assert "interrupted: " in stdout
    assert left.all_ended()
    document = read_report(report.read_text())
    assert (document["footer"]["complete"], document["footer"]["exit"]) == (False, 130)
    schema = json.loads((schema_dir() / "report.schema.json").read_text("utf-8"))
    assert not list(Draft202012Validator(schema).iter_errors(document))


@pytest.mark.parametrize("command", ["laws", "count"])
def test_whoever_plays_with_a_program_ends_it_when_interrupted(command: str, left: Left) -> None:
    program = [sys.executable, str(HERE / "programs" / "faulty.py"), "hang deaf at once", str(left.file)]
    words = [sys.executable, "-m", "stichwerk", command, "--timeout", "60", "--", *program]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    give_up = time.monotonic() + 30
    while not (left.file.exists() and left.pids()) and time.monotonic() < give_up:
        time.sleep(0.05)
    process.send_signal(signal.SIGTERM)
    try:
        _, stderr = process.communicate(timeout=20)
    finally:
        process.kill()
    assert process.returncode == 130, stderr
    assert "Traceback" not in stderr
    assert left.all_ended()


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="needs a kernel that shows environments")
def test_a_daemon_is_found_and_killed(few: list[Case], left: Left) -> None:
    ended = run(faulty("daemon", left.file), few, timeout=TIMEOUT)
    assert ended.exit_code == 0
    assert left.all_ended()
    assert MARK not in os.environ


def test_one_at_a_time_a_fault_costs_one_question(few: list[Case], left: Left) -> None:
    reasons: dict[str, str] = {}
    program = OneAtATime(faulty("hang deaf", left.file), TIMEOUT)
    program.open()
    for case in few:
        reply = program.ask(Question(case.id, case.method, case.params))
        reasons[case.id] = reply.kind.value if isinstance(reply, Fault) else type(reply).__name__
    program.close()
    assert reasons == {f"cut-{n}": "timeout" if n == 4 else "Answer" for n in range(1, 6)}
    assert left.all_ended()


@pytest.mark.parametrize(("behaviour", "kind"), [("fork", "Answer"), ("100 MB", "protocol"), ("close stdout", "crash")])
def test_one_at_a_time_other_faults(behaviour: str, kind: str, few: list[Case], left: Left) -> None:
    program = OneAtATime(faulty(behaviour, left.file), TIMEOUT)
    reply = program.ask(Question("cut-4", "cards.cut", few[3].params))
    assert (reply.kind.value if isinstance(reply, Fault) else type(reply).__name__) == kind
    after = program.ask(Question("cut-5", "cards.cut", few[4].params))
    # What was answered twice leaves a line between this question and its answer.
    assert isinstance(after, Answer) or (behaviour == "fork" and isinstance(after, Fault))
    program.close()
