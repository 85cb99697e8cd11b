"""Programs of Python asked in the same process: what they raise, print or change reaches no other question."""

from __future__ import annotations

import sys
from pathlib import Path
from types import MappingProxyType

import pytest

from stichwerk_conformance import in_process, runner
from stichwerk_conformance.cases import Case, read_cases
from stichwerk_conformance.in_process import InProcess, load_program
from stichwerk_conformance.replies import Answer, Fault, FaultKind, Question
from stichwerk_conformance.results import Status
from stichwerk_conformance.runner import Run, run
from stichwerk_conformance.session import StartError

HERE = Path(__file__).parent


@pytest.fixture(autouse=True)
def _programs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(HERE / "programs"))
    monkeypatch.setattr(runner, "chosen_options", lambda _ruleset, options: MappingProxyType(dict(options)))


@pytest.fixture
def cases() -> list[Case]:
    return [case for case in read_cases(HERE / "toy.yaml") if case.ask == "cut"]


def run_of(name: str, cases: list[Case], timeout: float = 5, *, fail_fast: bool = False) -> Run:
    program = InProcess(load_program(f"importable:{name}"), timeout)
    return run((), cases, timeout=timeout, program=program, fail_fast=fail_fast)


@pytest.mark.parametrize("name", ["right", "Right"])
def test_a_callable_and_an_object_with_ask_pass(name: str, cases: list[Case]) -> None:
    ended = run_of(name, cases)
    assert ended.exit_code == 0
    assert ended.count(Status.PASSED) == len(cases)
    assert cases[0].given == {"lifted": 1}


@pytest.mark.parametrize(
    ("name", "reason", "message"),
    [
        ("raises", "exception", "ValueError: <script>"),
        ("exits", "exception", "SystemExit: 3"),
        ("interrupts", "exception", "GeneratorExit"),
        ("hangs", "timeout", "no answer within 0.3 s"),
        ("unserializable", "protocol", "the result is no JSON: TypeError: Object of type object"),
        ("nan", "protocol", "the result is no JSON: ValueError: Out of range float"),
        ("loops", "protocol", "the result is no JSON: ValueError: Circular reference"),
        ("unfinished", "method_not_found", "profile cards is claimed"),
    ],
)
def test_one_fault_costs_one_case(name: str, reason: str, message: str, cases: list[Case]) -> None:
    ended = run_of(name, cases, 0.3)
    failed = {result.case.id: result for result in ended.results if result.status is Status.FAILED}
    assert list(failed) == ["cut-4"]
    assert failed["cut-4"].reason == reason
    assert message in failed["cut-4"].message
    assert ended.count(Status.PASSED) == len(cases) - 1


def test_what_it_prints_goes_to_the_report(cases: list[Case], capsys: pytest.CaptureFixture[str]) -> None:
    ended = run_of("raises", cases)
    stderr = next(result.stderr for result in ended.results if result.case.id == "cut-4")
    assert "in _raises" in stderr
    assert stderr.endswith("about to fail\n")
    assert capsys.readouterr().out == ""
    assert sys.stdout is not None


def test_it_stops_at_the_first_failure(cases: list[Case]) -> None:
    ended = run_of("raises", cases, fail_fast=True)
    assert [result.case.id for result in ended.results] == ["cut-1", "cut-2", "cut-3", "cut-4"]
    assert (ended.stopped, ended.complete, ended.exit_code) == (True, False, 1)


def test_a_program_that_always_hangs_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(in_process, "MOST_TIMEOUTS", 2)
    program = InProcess(load_program("importable:hangs"), 0.05)
    given = {"given": {"lifted": 4}}
    kinds = [program.ask(Question(str(n), "cards.cut", given)) for n in range(3)]
    assert [fault.kind for fault in kinds if isinstance(fault, Fault)] == [
        FaultKind.TIMEOUT,
        FaultKind.TIMEOUT,
        FaultKind.NOT_ANSWERED,
    ]
    assert program.remarks == ["given up after 2 questions without an answer in time"]
    program.kill()


def test_keys_become_strings_as_on_a_wire() -> None:
    program = InProcess(lambda _method, _params: {1: (2, 3)}, 1)
    assert program.ask(Question("k", "m", {})) == Answer("k", {"1": [2, 3]})
    program.close()


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("importable", "importable is not MODULE:OBJECT"),
        ("no_such_module:a", "cannot import no_such_module:a: ModuleNotFoundError"),
        ("importable:nobody", "cannot import importable:nobody: AttributeError"),
        ("importable:not_callable", "importable:not_callable can neither be called nor has it a method ask"),
    ],
)
def test_what_cannot_be_imported(name: str, message: str) -> None:
    with pytest.raises(StartError, match=message):
        load_program(name)


def test_a_program_that_does_not_say_hello(cases: list[Case]) -> None:
    with pytest.raises(StartError, match="initialize: LookupError: no licence found") as caught:
        run_of("no_hello", cases)
    assert "in no_hello" in caught.value.stderr
