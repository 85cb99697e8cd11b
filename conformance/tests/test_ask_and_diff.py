"""The commands `ask` and `diff`."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from stichwerk.cli import program as stichwerk
from stichwerk_conformance.ask import ask
from stichwerk_conformance.diff import diff

HERE = Path(__file__).parent
GIVEN = '{"trump": "H", "cards": ["HK", "HO"]}'


def asked(*arguments: object, stdin: str = "") -> Result:
    return CliRunner().invoke(ask, [*map(str, arguments)], input=stdin, catch_exceptions=False)


def faulty(behaviour: str) -> list[str]:
    return ["--", sys.executable, "-S", "-E", str(HERE / "programs" / "faulty.py"), behaviour]


@pytest.fixture(autouse=True)
def _programs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(HERE / "programs"))


def test_an_answer_is_printed() -> None:
    result = asked("--ask", "melds", "--given", GIVEN, "--", sys.executable, "-m", "stichwerk", "adapter")
    assert result.exit_code == 0
    assert json.loads(result.stdout) == {"total": 40, "melds": {"pair": 40}}


def test_what_is_given_may_be_a_file_or_standard_input(tmp_path: Path) -> None:
    file = tmp_path / "given.json"
    file.write_text('{"lifted": 3}')
    for source, stdin in ((file, ""), ("-", '{"lifted": 3}')):
        result = asked("--ask", "cards.cut", "--given", source, "--python", "importable:right", stdin=stdin)
        assert (result.exit_code, json.loads(result.stdout)["legal"]) == (0, True)


def test_the_options_reach_the_program_and_the_reference() -> None:
    arguments = ["--ask", "deck", "--ruleset", "binokel", "--set", "sevens=without", "--compare"]
    result = asked(*arguments, "--", sys.executable, "-m", "stichwerk", "adapter")
    assert result.exit_code == 0
    assert result.stdout.count('"cards": 40') == 2
    assert result.stderr == "the reference answers\nno difference\n"


def test_a_difference_from_the_reference_is_told() -> None:
    same = asked("--ask", "cut", "--given", '{"lifted": 40}', "--compare", "--python", "importable:right")
    assert (same.exit_code, same.stderr) == (0, "the reference answers\nno difference\n")
    result = asked("--ask", "cut", "--given", '{"lifted": 4}', "--compare", *faulty("wrong"))
    assert result.exit_code == 1
    assert "first difference at legal: " in result.stderr


def test_nothing_that_steers_a_terminal_is_printed() -> None:
    given = ["--ask", "cut", "--given", '{"lifted": 4}']
    result = asked(*given, *faulty("script"))
    assert "\x1b" not in result.output
    assert "\x9b" not in result.output
    assert "\u202e" not in result.output
    assert json.loads(result.stdout)["legal"].endswith("\x1b[31m\x9b\u202e")
    for behaviour, message in (("error", "error 1: <script>"), ("script and crash", "crash: the program ended")):
        result = asked(*given, *faulty(behaviour))
        assert result.exit_code == 1
        assert message in result.stderr
        assert "\x1b" not in result.output


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--ask", "melts", "--", "true"], 3, "there is no question melts; there are cards.deck"),
        (["--ask", "tricks.melds", "--", "true"], 3, "there is no question tricks.melds"),
        (["--ask", "cut", "--given", "{", "--", "true"], 3, "--given: not JSON"),
        (["--ask", "cut", "--given", "[1]", "--", "true"], 3, "--given is a list, an object was expected"),
        (["--ask", "cut", "--given", "none.json", "--", "true"], 3, "--given: cannot read none.json"),
        (["--ask", "cut"], 3, "Missing argument 'COMMAND...'"),
        (["--", "true"], 3, "Missing option '--ask'"),
        (["--ask", "cut", "--", "./no-such-program"], 2, "cannot start ./no-such-program"),
        (["--ask", "cut", "--python", "importable:no_hello"], 2, "initialize: LookupError: no licence found"),
        (["--ask", "cut", "--python", "importable:right"], 1, "exception: KeyError: 'lifted'"),
        (["--ask", "cut", "--compare", "--python", "importable:right"], 3, "cannot answer: 'lifted' is missing"),
    ],
)
def test_what_ends_otherwise(arguments: list[str], code: int, message: str) -> None:
    result = asked(*arguments)
    assert message in result.stderr
    assert result.exit_code == code


def test_the_commands_are_registered() -> None:
    for name in ("ask", "diff", "verify"):
        assert CliRunner().invoke(stichwerk, [name, "--help"]).exit_code == 0


# ---------------------------------------------------------------- diff


def report(folder: Path, name: str, statuses: Mapping[str, str], *, complete: bool = True, version: str = "1") -> str:
    results = [
        {
            "case": case,
            "ruleset": "toy",
            "options": {},
            "profile": "cards",
            "ask": "cut",
            "clauses": [],
            "status": status,
        }
        for case, status in statuses.items()
    ]
    words = ("passed", "failed", "known_failure", "not_claimed")
    document: dict[str, Any] = {
        "header": {"report": 1, "suite": {"version": version}, "implementation": {"name": "toy\x1b[31m"}},
        "results": results,
        "footer": {
            "counts": {word: list(statuses.values()).count(word) for word in words},
            "exit": 0,
            "complete": complete,
        },
    }
    file = folder / name
    file.write_text(json.dumps(document))
    return str(file)


def compared(old: str, new: str, *options: str) -> Result:
    return CliRunner().invoke(diff, [old, new, *options], catch_exceptions=False)


OLD = {"a": "passed", "b": "failed", "c": "passed", "d": "passed", "e": "passed", "f": "not_claimed", "k": "failed"}
NEW = {
    "a": "passed",
    "b": "passed",
    "c": "failed",
    "d": "not_claimed",
    "f": "failed",
    "g": "failed",
    "k": "known_failure",
}


def test_what_has_changed_is_told_in_its_kinds(tmp_path: Path) -> None:
    old, new = report(tmp_path, "old", OLD), report(tmp_path, "new", NEW, complete=False, version="2")
    result = compared(old, new)
    assert result.exit_code == 1
    assert result.stdout == (
        "newly failing: 2\n  c\n  f\nno longer asked: 1\n  d\nnewly passing: 1\n  b\nappeared: 1\n  g (failing)\n"
        "gone: 1\n  e\nremark: the new report is of a run that did not come to its end\n"
        "remark: the reports are of different suites: a case may have been corrected in between\n"
        "something got worse\n"
    )
    document = json.loads(compared(old, new, "--json").stdout)
    assert document["newly_failing"] == ["c", "f"]
    assert document["appeared_failing"] == ["g"]
    assert document["worse"] is True


def test_nothing_got_worse(tmp_path: Path) -> None:
    old = report(tmp_path, "old", {"a": "passed", "b": "failed"})
    new = report(tmp_path, "new", {"a": "passed", "b": "passed", "c": "failed"})
    assert compared(old, new).exit_code == 0
    assert compared(old, new).stdout.endswith("nothing got worse\n")
    assert compared(old, old, "--json").exit_code == 0


def test_what_is_no_whole_report_is_refused(tmp_path: Path) -> None:
    whole = report(tmp_path, "old", {"a": "passed"})
    cut = tmp_path / "cut"
    cut.write_text(Path(whole).read_text()[:-30])
    result = compared(whole, str(cut))
    assert result.exit_code == 2
    assert f"{cut}: the report is not JSON" in result.stderr
