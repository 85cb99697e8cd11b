"""`stichwerk adapter`, `stichwerk verify` and `stichwerk lint`."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
from click.testing import Result

Run = Callable[..., Result]
Installed = Callable[..., CompletedProcess[str]]


def call(method: str, params: dict[str, Any] | None = None, number: object = 1) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params or {}}, ensure_ascii=False)


def test_the_adapter_answers_line_by_line(installed: Installed) -> None:
    questions = [
        call("initialize", {"protocol": "1", "suite": {"name": "x", "version": "1"}}, 1),
        call("cards.deck", {"ruleset": "binokel", "options": {}, "given": {}}, "zwei – ♥"),
        "this is no JSON",
        call("shutdown", number=3),
    ]
    result = installed("adapter", lines="\n".join(questions) + "\n", PYTHONIOENCODING="latin-1")
    assert (result.returncode, result.stderr) == (0, "")
    first, second, third, last = map(json.loads, result.stdout.splitlines())
    assert "binokel" in first["result"]["claims"]["rulesets"]
    assert (second["id"], second["result"]["total"]) == ("zwei – ♥", 240)
    assert third["error"]["code"] == -32700
    assert last == {"jsonrpc": "2.0", "id": 3, "result": None}


def test_the_adapter_writes_lf_and_whole_code_points() -> None:
    program = [sys.executable, "-m", "stichwerk", "adapter"]
    question = b'{"jsonrpc":"2.0","id":"\\ud800","method":"shutdown"}\r\n'
    done = subprocess.run(program, input=question, capture_output=True, check=True, timeout=60)
    assert done.stdout == b'{"jsonrpc":"2.0","id":"\\ud800","result":null}\n'


def test_the_adapter_ends_quietly_when_nobody_listens() -> None:
    program = subprocess.Popen(
        [sys.executable, "-m", "stichwerk", "adapter"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert program.stdin is not None
    assert program.stdout is not None
    assert program.stderr is not None
    program.stdout.close()
    with program:
        program.stdin.write((call("initialize") + "\n").encode() * 3)
        program.stdin.close()
        assert program.wait(60) == 0
        assert program.stderr.read() == b""


@pytest.mark.parametrize(
    "args", [[], ["--nonsense"], ["--profile", "nonsense", "--", "true"], ["--jobs", "x", "--", "true"]]
)
def test_wrong_use_of_verify_ends_with_3(run: Run, args: list[str]) -> None:
    result = run("verify", *args)
    assert result.exit_code == 3
    assert result.stderr.startswith("Usage: stichwerk verify")


def test_verify_holds_the_adapter_against_the_suite(installed: Installed) -> None:
    program = [sys.executable, "-m", "stichwerk", "adapter"]
    result = installed("verify", "--ruleset", "binokel", "--profile", "cards", "--", *program)
    assert result.returncode == 0, result.stdout + result.stderr
    assert " 0 failed" in result.stdout


VARIANT = """\
language: 1
id: at-home
family: binokel
extends: binokel
authentic: en
title: {de: Daheim, en: At home, es: En casa}
choose: {opening: "200"}
"""


def test_lint_of_a_sound_folder(run: Run, tmp_path: Path) -> None:
    (tmp_path / "at-home.yaml").write_text(VARIANT, encoding="utf-8")
    result = run("lint", str(tmp_path))
    assert result.exit_code == 0, result.stdout
    assert result.stdout.endswith("no problems\n")
    found = json.loads(run("lint", "--json", str(tmp_path)).stdout)
    assert found["problems"] == []
    assert found["counts"][0]["ruleset"] == "at-home"


def test_lint_of_a_wrong_file(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "at-home.yaml"
    path.write_text(VARIANT.replace('"200"', '"199"'), encoding="utf-8")
    result = run("lint", str(path))
    assert result.exit_code == 2
    assert f"{path}:7:" in result.stdout
    found = run("lint", "--json", str(path))
    assert found.exit_code == 2
    problem = json.loads(found.stdout)["problems"][0]
    assert problem["place"]["line"] == 7
    assert "199" in problem["message"]


def test_lint_of_nothing(run: Run) -> None:
    result = run("lint", "nowhere")
    assert result.exit_code == 2
    assert "nowhere" in result.stderr
