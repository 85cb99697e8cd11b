"""The command `verify` against real processes that are right, or wrong in one way each.

Two things are held everywhere: a fault costs the one case it belongs to and no other, and the exit code is
right.
"""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from stichwerk.errors import SpecError
from stichwerk_conformance import clauses, subject
from stichwerk_conformance.interrupts import finished_first
from stichwerk_conformance.report import ReportError, read_report
from stichwerk_conformance.verify import verify

HERE = Path(__file__).parent
TOY = HERE / "toy.yaml"
CASES = 10

_PACK = {
    "suits": [
        {"code": "H", "name": {"en": "hearts", "de": "Herz"}},
        {"code": "E", "name": {"en": "acorns", "de": "Eichel"}},
    ],
    "ranks": [{"code": code, "short": {"en": code, "de": code}} for code in "ATKOU7"],
}
_TEXTS = {
    "deal.cut": ("1.1", "At least three cards are lifted.", "Es werden mindestens drei Karten abgehoben."),
    "tricks.lead": ("2.1", "The eldest hand leads.", "Vorhand spielt aus."),
    "tricks.follow": ("2.2", "Suit is followed.", "Farbe wird bedient."),
}


def resolved(ruleset: str, options: tuple[tuple[str, str], ...]) -> Mapping[str, Any]:
    if ruleset != "toy":
        raise SpecError(f"unknown ruleset {ruleset}")
    clauses = [
        {
            "id": id_,
            "number": number,
            "text": {"en": en, "de": de},
            "sources": [{"id": "B", "at": "Mischen"}],
            "rulings": ["B1"],
        }
        for id_, (number, en, de) in _TEXTS.items()
    ]
    return {"options": {"players": "3", "cut": "yes"} | dict(options), "pack": _PACK, "clauses": clauses}


def fake(behaviour: str, *arguments: object) -> list[str]:
    """The command of a fake program; -S saves half of the time a Python process takes to start."""
    return [sys.executable, "-S", "-E", str(HERE / "programs" / "fake.py"), behaviour, *map(str, arguments)]


@dataclass(frozen=True)
class Outcome:
    """How `verify` ended: exit code, JSON report if there is one, and what a person reads."""

    exit_code: int
    report: dict[str, Any]
    text: str

    @property
    def failed(self) -> dict[str, str]:
        """The reason of every failure by case."""
        return {r["case"]: r["reason"] for r in self.report["results"] if r["status"] == "failed"}

    def statuses(self, status: str) -> list[str]:
        return [r["case"] for r in self.report["results"] if r["status"] == status]

    def result(self, case: str) -> dict[str, Any]:
        return next(r for r in self.report["results"] if r["case"] == case)


def outcome_of(command: list[str], *options: str) -> Outcome:
    """Run `verify` in this process against a program in another."""
    arguments = ["--vectors", str(TOY), "--timeout", "0.5", "--json", "-", *options, "--", *command]
    result = CliRunner().invoke(verify, arguments, catch_exceptions=False)
    return Outcome(result.exit_code, json.loads(result.stdout or "{}"), result.stderr)


def has_ended(pid: int, seconds: float = 5.0) -> bool:
    """Whether a process is gone, or a zombie nobody has waited for, within so many seconds."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            os.kill(pid, 0)
            if Path(f"/proc/{pid}/stat").exists() and ") Z " in Path(f"/proc/{pid}/stat").read_text():
                return True
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


@pytest.fixture(autouse=True)
def _toy_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clauses, "_resolved", resolved)


# ---------------------------------------------------------------- programs that are right


@pytest.mark.parametrize("behaviour", ["right", "out of order"])
@pytest.mark.parametrize("jobs", ["1", "3"])
def test_a_right_program_passes(behaviour: str, jobs: str) -> None:
    outcome = outcome_of(fake(behaviour), "--jobs", jobs)
    assert outcome.exit_code == 0
    assert len(outcome.statuses("passed")) == CASES
    assert "10 cases: 10 passed, 0 failed, 0 not claimed" in outcome.text


def test_the_program_never_sees_an_answer_or_a_case_id(tmp_path: Path) -> None:
    record = tmp_path / "record"
    assert outcome_of(fake("recorder", record)).exit_code == 0
    requests = [json.loads(line) for line in record.read_text().splitlines()]
    assert [r["method"] for r in requests[:1] + requests[-1:]] == ["initialize", "shutdown"]
    assert requests[0]["params"].keys() == {"protocol", "suite"}
    questions = requests[1:-1]
    assert len(questions) == CASES
    for question in questions:
        assert question.keys() == {"jsonrpc", "id", "method", "params"}
        assert question["params"].keys() == {"ruleset", "options", "given"}
    assert questions[3]["params"] == {"ruleset": "toy", "options": {}, "given": {"lifted": 4}}


def test_a_child_left_behind_is_killed(tmp_path: Path) -> None:
    file = tmp_path / "pid"
    assert outcome_of(fake("child", file)).exit_code == 0
    assert has_ended(int(file.read_text()))


def test_a_crash_is_seen_although_a_child_keeps_the_output_open(tmp_path: Path) -> None:
    file = tmp_path / "pid"
    outcome = outcome_of(fake("crash leaving a child", file), "--profile", "cards")
    assert outcome.failed == {"cut-4": "crash"}
    assert has_ended(int(file.read_text()))


def test_a_program_that_ignores_shutdown_is_killed(tmp_path: Path) -> None:
    file = tmp_path / "pid"
    outcome = outcome_of(fake("stubborn", file))
    assert outcome.exit_code == 0
    assert outcome.report["footer"]["remarks"] == ["the program did not end after shutdown and was killed"]
    assert has_ended(int(file.read_text()))


# ---------------------------------------------------------------- programs that go wrong at one question


@pytest.mark.parametrize(
    ("behaviour", "reason", "message"),
    [
        ("wrong", "wrong", "at legal: expected true, given false"),
        ("number", "wrong", "at legal: expected true, given 1"),
        ("not an object", "wrong", "an object was expected, given [true]"),
        ("empty", "wrong", "at legal: missing, expected true"),
        ("error", "error", "error -32000: four cards are too many"),
        ("no method", "method_not_found", "profile cards is claimed, so cards.cut must be answered"),
        ("hang", "timeout", "no answer within 0.5 s"),
        ("late", "timeout", "no answer within 0.5 s"),
        ("crash", "crash", "the program ended with exit status 3"),
        ("crash after", "crash", "the program was killed by SIGKILL after its answer"),
        ("half a line", "crash", 'exit status 0, in the middle of the line: {"jsonrpc": "2.0", "id"'),
        ("garbage", "protocol", "line is not JSON: Expecting value at character 1: lifting four cards"),
        (
            "garbage beside",
            "protocol",
            "line is not JSON: Expecting value at character 1: lifting four cards",
        ),
        ("flood", "protocol", "line is a list, a response object was expected: [0, 0"),
        ("unknown id", "protocol", "response has the id 4711, which no request had"),
        ("twice", "protocol", "the question was answered a second time"),
        ("huge line", "protocol", "line is longer than 4 MiB: xxxx"),
        ("both", "protocol", "response has both a result and an error"),
        ("version 1", "protocol", 'response has jsonrpc null, "2.0" was expected'),
        ("request", "protocol", "line is a request, the program may only answer"),
        ("list", "protocol", "line is a list, a response object was expected: []"),
    ],
)
def test_one_fault_costs_one_case(behaviour: str, reason: str, message: str) -> None:
    outcome = outcome_of(fake(behaviour))
    assert outcome.exit_code == 1
    assert outcome.failed == {"cut-4": reason}
    assert message in outcome.result("cut-4")["message"]
    assert len(outcome.statuses("passed")) == CASES - 1
    assert outcome.report["footer"]["counts"] == {
        "passed": CASES - 1,
        "failed": 1,
        "known_failure": 0,
        "not_claimed": 0,
    }


@pytest.mark.parametrize("behaviour", ["crash", "crash after", "hang", "twice", "garbage beside"])
@pytest.mark.parametrize("options", [["--case", "cut-4"], ["--case", "cut-3", "--case", "cut-4"]])
def test_a_fault_at_the_last_question_is_seen(behaviour: str, options: list[str]) -> None:
    outcome = outcome_of(fake(behaviour), *options)
    assert outcome.exit_code == 1
    assert list(outcome.failed) == ["cut-4"]


def test_several_processes_lose_nothing_when_one_crashes() -> None:
    outcome = outcome_of(fake("crash"), "--jobs", "2")
    assert outcome.failed == {"cut-4": "crash"}
    assert len(outcome.statuses("passed")) == CASES - 1


def test_a_program_that_ends_after_every_answer_does_not_pass() -> None:
    outcome = outcome_of(fake("one question"))
    assert outcome.exit_code == 1
    assert len(outcome.report["results"]) == CASES
    assert "crash" in outcome.failed.values()


def test_a_program_that_always_crashes_is_given_up() -> None:
    outcome = outcome_of(fake("crash always"))
    assert outcome.exit_code == 1
    assert sorted(set(outcome.failed.values())) == ["crash", "not_answered"]
    assert len(outcome.failed) == CASES
    assert list(outcome.failed.values()).count("crash") == subject.FAULTS_BEFORE_FIRST_ANSWER
    assert "given up" in outcome.text


def test_a_fault_is_not_taken_back_by_a_second_life(tmp_path: Path) -> None:
    outcome = outcome_of(fake("wavering", tmp_path / "life"))
    assert outcome.failed == {"cut-3": "protocol", "cut-4": "crash"}


def test_what_was_answered_stays_when_the_program_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subject, "MOST_RESTARTS", 0)
    outcome = outcome_of(fake("crash"), "--case", "cut-3", "--case", "cut-4", "--case", "cut-5")
    assert outcome.statuses("passed") == ["cut-3"]
    assert outcome.failed == {"cut-4": "crash", "cut-5": "not_answered"}


def test_a_program_is_given_up_after_too_many_restarts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subject, "MOST_RESTARTS", 1)
    outcome = outcome_of(fake("crash"), "--case", "cut-4", "--case", "cut-5", "--case", "cut-3")
    assert outcome.failed == {"cut-4": "crash", "cut-5": "not_answered"}
    assert "given up after 1 restarts" in outcome.result("cut-5")["message"]


# ---------------------------------------------------------------- programs that cannot be run


@pytest.mark.parametrize(
    ("behaviour", "message"),
    [
        (
            "exit at once",
            "ended with exit status 7 before it answered initialize\n  stderr: no licence found",
        ),
        ("hang at once", "initialize: no answer within 1.5 s"),
        (
            "banner",
            "initialize: line is not JSON: Expecting value at character 1: Toy player 1.0 welcomes you",
        ),
        ("other version", 'initialize: protocol is "2", this suite speaks version "1"'),
        ("no claims", "initialize: claims is null, an object was expected"),
    ],
)
def test_a_program_that_does_not_start_exits_2(behaviour: str, message: str) -> None:
    outcome = outcome_of(fake(behaviour))
    assert outcome.exit_code == 2
    assert message in outcome.text
    assert outcome.report == {}


def test_a_command_that_does_not_exist_exits_2() -> None:
    outcome = outcome_of(["./no-such-program"])
    assert outcome.exit_code == 2
    assert "cannot start ./no-such-program: No such file or directory" in outcome.text


# ---------------------------------------------------------------- claims and selection


def test_nothing_claimed_is_no_success() -> None:
    outcome = outcome_of(fake("claims nothing"))
    assert outcome.exit_code == 1
    assert len(outcome.statuses("not_claimed")) == CASES
    assert "nothing was asked: the program claims none of the 10 cases selected" in outcome.text


def test_an_unclaimed_profile_is_not_asked() -> None:
    outcome = outcome_of(fake("claims cards"))
    assert outcome.exit_code == 0
    assert outcome.statuses("passed") == ["cut-1", "cut-2", "cut-3", "cut-4", "cut-5"]
    assert outcome.result("lead-0")["message"] == "profile deals is not claimed"
    assert "not asked: 3 cases, profile deals is not claimed" in outcome.text
    assert "the program claims profile mileds, for which this suite has no case" in outcome.text


def test_choices_of_options_are_claimed_one_by_one() -> None:
    four = outcome_of(fake("claims four"))
    assert four.statuses("passed") == ["follow"]
    assert four.result("cut-1")["message"] == "toy with players=3 is not claimed"
    default = outcome_of(fake("claims default"))
    assert default.statuses("not_claimed") == ["follow"]
    assert len(default.statuses("passed")) == CASES - 1


@pytest.mark.parametrize(
    ("options", "asked"),
    [
        (["--profile", "deals"], ["lead-0", "lead-1", "lead-2"]),
        (["--clause", "tricks"], ["lead-0", "lead-1", "lead-2", "follow", "follow-2"]),
        (["--clause", "tricks.beat"], ["follow"]),
        (["--case", "cut-2", "--case", "follow"], ["cut-2", "follow"]),
        (["--ruleset", "toy", "--profile", "tricks", "--clause", "tricks.follow"], ["follow", "follow-2"]),
    ],
)
def test_cases_are_selected(options: list[str], asked: list[str]) -> None:
    outcome = outcome_of(fake("right"), *options)
    assert outcome.exit_code == 0
    assert [result["case"] for result in outcome.report["results"]] == asked


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--case", "cut-44", "--", "true"], "the suite has no case cut-44. Did you mean cut-4?"),
        (["--ruleset", "chess", "--", "true"], "the suite has no ruleset chess."),
        (["--profile", "match", "--", "true"], "no case of the suite fits this choice"),
        (["--profile", "mileds", "--", "true"], "Invalid value for '--profile'"),
        (["--timeout", "0", "--", "true"], "Invalid value for '--timeout'"),
        (["--no-such-option", "--", "true"], "No such option"),
        ([], "Missing argument 'COMMAND...'"),
    ],
)
def test_wrong_use_exits_3(arguments: list[str], message: str) -> None:
    result = CliRunner().invoke(verify, ["--vectors", str(TOY), *arguments])
    assert result.exit_code == 3
    assert message in result.stderr


def test_a_broken_case_file_exits_3_with_its_place(tmp_path: Path) -> None:
    file = tmp_path / "broken.yaml"
    file.write_text("language: 1\ncases:\n  - {id: a}\n")
    result = CliRunner().invoke(verify, ["--vectors", str(file), "--", "true"])
    assert result.exit_code == 3
    assert f"{file}:3:5" in result.stderr


# ---------------------------------------------------------------- reports


def test_a_failure_is_told_with_all_that_is_needed_to_mend_it() -> None:
    command = fake("wrong")
    options = f"--vectors {TOY} --timeout 0.5 --lang de --case cut-4"
    text = outcome_of(command, "--lang", "de", "--case", "cut-4").text
    for line in [
        "FAILED cut-4 (wrong): Four cards",
        "  ruleset     toy",
        "  question    cards.cut",
        "  given       lifted: 4",
        "  expected    legal: true",
        "  answered    legal: false",
        "  differs     at legal: expected true, given false",
        "  reckoning   four is more than three",
        "  clause      1.1 deal.cut: Es werden mindestens drei Karten abgehoben. [B, Mischen; ruling B1]",
        "  rests on    B, Mischen; ruling B1",
        f"  repeat with stichwerk verify {options} -- {shlex.join(command)}",
        "1 case: 0 passed, 1 failed, 0 not claimed",
    ]:
        assert line in text


def test_cards_are_told_by_name_and_options_named() -> None:
    text = outcome_of(fake("crash always"), "--case", "follow", "--lang", "de").text
    assert "  ruleset     toy, players=4" in text
    assert "  given       trump: E  (Eichel)\n              trick: HT  (Herz T)" in text
    assert "hand: HA HU EA HA  (Herz A U, Eichel A, Herz A)" in text
    assert "  expected    legal: HA  (Herz A)\n              (Players may have to beat)" in text


def test_stderr_of_a_lost_program_is_told() -> None:
    outcome = outcome_of(fake("crash"))
    assert "  stderr      cannot cut four cards" in outcome.text
    assert outcome.result("cut-4")["stderr"] == "cannot cut four cards\n"


def test_counts_are_told_per_profile_and_clause() -> None:
    text = outcome_of(fake("wrong")).text
    rows = [line.split() for line in text.splitlines()]
    assert ["profile", "passed", "failed", "not", "claimed"] in rows
    assert ["cards", "4", "1", "0"] in rows
    assert ["clause", "passed", "failed"] in rows
    assert ["toy", "deal.cut", "4", "1"] in rows
    assert ["toy", "tricks.beat", "1", "0"] not in rows
    assert "\n3 clauses without a failure\n" in text


def test_the_json_report_has_header_results_and_footer(tmp_path: Path) -> None:
    file = tmp_path / "report.json"
    result = CliRunner().invoke(
        verify, ["--vectors", str(TOY), "--json", str(file), "--", *fake("wrong")], catch_exceptions=False
    )
    assert result.exit_code == 1
    assert "1 failed" in result.stdout
    document = read_report(file.read_text())
    header, footer = document["header"], document["footer"]
    assert header["suite"].keys() == {"name", "version", "hash"}
    assert header["implementation"] == {"name": "fake", "version": "1", "language": "Python"}
    assert datetime.fromisoformat(header["time"]).tzinfo is not None
    assert footer["counts"] == {"passed": CASES - 1, "failed": 1, "known_failure": 0, "not_claimed": 0}
    assert footer["exit"] == 1
    failure = next(entry for entry in document["results"] if entry["case"] == "cut-4")
    assert failure["difference"] == {"path": "legal", "expected": True, "given": False}
    assert failure["clause"] == {
        "id": "deal.cut",
        "number": "1.1",
        "text": "At least three cards are lifted.",
        "source": "B, Mischen; ruling B1",
        "lang": "en",
    }


def test_a_report_without_footer_is_refused() -> None:
    with pytest.raises(ReportError, match="the report has no footer"):
        read_report('{"header": {"report": 1}, "results": []}')
    with pytest.raises(ReportError, match="not JSON"):
        read_report('{"header": ')


@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot send an interrupt to one process")
@pytest.mark.parametrize("sent", ["SIGINT", "SIGTERM"])
def test_an_interrupt_ends_the_program_and_leaves_a_partial_report(sent: str, tmp_path: Path) -> None:
    pid, report = tmp_path / "pid", tmp_path / "report.json"
    start = f"import sys; sys.path[:0] = {sys.path!r}; from stichwerk_conformance.verify import verify; verify()"
    command = [
        sys.executable, "-c", start, "--vectors", str(TOY), "--timeout", "60", "--json", str(report),
        "--ruleset", "toy", "--", *fake("hang with pid", pid),
    ]  # fmt: skip
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 10
    while not (pid.exists() and pid.read_text()) and time.monotonic() < deadline:
        time.sleep(0.05)
    process.send_signal(signal.Signals[sent])
    try:
        _, stderr = process.communicate(timeout=10)
    finally:
        process.kill()
    assert process.returncode == 130, stderr
    assert "Traceback" not in stderr
    assert has_ended(int(pid.read_text()))
    document = read_report(report.read_text())
    assert document["footer"]["complete"] is False
    assert document["footer"]["exit"] == 130
    assert "cut-4" not in [entry["case"] for entry in document["results"]]


@pytest.mark.parametrize("at", ["read_cases", "select", "progress_shown", "run"])
def test_an_interrupt_before_the_first_question_leaves_a_report_of_nothing(
    at: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(f"stichwerk_conformance.verify.{at}", interrupt)
    files = {form: tmp_path / form for form in ("json", "junit", "html", "markdown", "badge")}
    options = [word for form, file in files.items() for word in (f"--{form}", str(file))]
    result = CliRunner().invoke(verify, ["--vectors", str(TOY), *options, "--", *fake("right")])
    assert result.exit_code == 130
    assert "interrupted: 0 passed, 0 failed, 0 not claimed" in result.stdout
    document = read_report(files["json"].read_text())
    assert document["results"] == []
    assert (document["footer"]["complete"], document["footer"]["exit"]) == (False, 130)
    assert "the run did not come to its end" in files["junit"].read_text()
    assert all(file.read_text() for file in files.values())


@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot send an interrupt to one process")
def test_an_interrupt_while_the_program_is_imported_leaves_a_report_of_nothing(tmp_path: Path) -> None:
    (tmp_path / "slow.py").write_text(
        "import pathlib, time\npathlib.Path('imported').write_text('now')\ntime.sleep(60)\ndef answer(*_): pass\n"
    )
    start = f"import sys; sys.path[:0] = {sys.path!r}; from stichwerk_conformance.verify import verify; verify()"
    command = [sys.executable, "-c", start, "--vectors", str(TOY), "--json", "report.json", "--python", "slow:answer"]
    process = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 30
    while not (tmp_path / "imported").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    try:
        _, stderr = process.communicate(timeout=30)
    finally:
        process.kill()
    assert process.returncode == 130, stderr
    assert "Traceback" not in stderr
    document = read_report((tmp_path / "report.json").read_text())
    assert (document["results"], document["footer"]["complete"]) == ([], False)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot send an interrupt to one process")
def test_an_interrupt_while_the_report_is_written_comes_too_late(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def hashed(_: Path) -> str:
        os.kill(os.getpid(), signal.SIGINT)
        return ""

    monkeypatch.setattr("stichwerk_conformance.verify.suite_hash", hashed)
    report = tmp_path / "report.json"
    result = CliRunner().invoke(verify, ["--vectors", str(TOY), "--json", str(report), "--", *fake("right")])
    assert result.exit_code == 0
    assert read_report(report.read_text())["footer"]["complete"] is True


@pytest.mark.skipif(sys.platform == "win32", reason="Windows cannot send an interrupt to one process")
def test_a_second_interrupt_while_programs_are_ended_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt_after_three(done: int, _: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    def interrupt_again(ended: subject.Subject) -> None:
        kill(ended)
        os.kill(os.getpid(), signal.SIGINT)

    kill = subject.Subject.kill
    monkeypatch.setattr(subject.Subject, "kill", interrupt_again)
    monkeypatch.setattr("stichwerk_conformance.verify.progress_shown", lambda: nullcontext(interrupt_after_three))
    report = tmp_path / "report.json"
    words = ["--vectors", str(TOY), "--ruleset", "toy", "--json", str(report), "--", *fake("right")]
    assert CliRunner().invoke(verify, words).exit_code == 130
    assert len(read_report(report.read_text())["results"]) == 3


def test_two_interrupts_end_even_the_writing() -> None:
    with finished_first():
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
