"""The starter programs of `init-adapter`: written, built and run against the suite, in every language at hand.

Empty they fail every case with the same clear words. With one function filled (the files in filled/, for Binokel as
usually played) they answer the profile `match` entirely right.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import stichwerk
from stichwerk.questions import answer
from stichwerk_conformance.cases import ASKS
from stichwerk_conformance.init_adapter import LANGUAGES, Question, init_adapter, languages, questions, starter
from stichwerk_conformance.verify import verify

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
MATCH = ROOT / "conformance" / "vectors" / "binokel" / "match.yaml"
MELDS = ROOT / "conformance" / "vectors" / "binokel" / "melds.yaml"


@dataclass(frozen=True)
class Toolchain:
    """How a starter is filled, built and run here; the commands are those of languages.yaml, made quicker."""

    tools: tuple[str, ...]
    build: tuple[str, ...]
    run: tuple[str, ...]
    empty: str
    signature: str


TOOLCHAINS = {
    "python": Toolchain((), (), (sys.executable, "adapter.py"), "    raise NotFilledError\n", "def score_match("),
    "javascript": Toolchain(
        ("node",), (), ("node", "adapter.mjs"), "  throw new NotFilledError();\n", "function scoreMatch("
    ),
    "java": Toolchain(
        ("javac", "java"),
        ("javac", "-Xlint:all", "-Werror", "-encoding", "UTF-8", "-d", "build"),
        ("java", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", "build", "Adapter"),
        "        throw new NotFilledException();\n",
        "Object> scoreMatch(",
    ),
    "c": Toolchain(
        ("make", "cc"),
        ("make", "CFLAGS=-std=gnu11 -Wall -Wextra -Werror"),
        ("./adapter",),
        "    return not_filled_yet(q);\n",
        "*score_match(",
    ),
    "rust": Toolchain(
        ("cargo",),
        ("cargo", "build", "--offline", "--quiet"),
        ("target/debug/adapter",),
        "    Err(Failure::NotFilled)\n",
        "fn score_match(",
    ),
}


def written(lang: str, folder: Path, *options: str) -> Result:
    return CliRunner().invoke(init_adapter, ["--lang", lang, *options, str(folder)])


def build(lang: str, folder: Path) -> None:
    tools = TOOLCHAINS[lang]
    if tools.build:
        sources = [file.name for file in sorted(folder.glob("*.java"))]
        done = subprocess.run([*tools.build, *sources], cwd=folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        assert "warning" not in done.stderr, done.stderr


def fill(lang: str, folder: Path) -> None:
    """Put the answer of filled/ where the starter says that score_match is not filled."""
    tools = TOOLCHAINS[lang]
    file = folder / languages()[lang]["fill"]
    head, signature, rest = file.read_text(encoding="utf-8").partition(tools.signature)
    assert signature
    body = (HERE / "filled" / f"{lang}.txt").read_text(encoding="utf-8")
    assert tools.empty in rest
    text = head + signature + rest.replace(tools.empty, body, 1)
    if lang == "rust":
        text = text.replace("use crate::json::Json;", "use crate::json::{object, Json};")
    file.write_text(text, encoding="utf-8")


def command(lang: str, folder: Path) -> list[str]:
    """The command of the built program, with paths that hold in every folder."""
    return [str(folder / part) if (folder / part).exists() else part for part in TOOLCHAINS[lang].run]


def checked(program: list[str], report: Path, *options: str) -> tuple[int, list[dict[str, Any]], str]:
    """Exit code, results and output of verify."""
    result = CliRunner().invoke(verify, ["--timeout", "60", "--json", str(report), *options, "--", *program])
    assert report.exists(), result.output
    return result.exit_code, json.loads(report.read_text(encoding="utf-8"))["results"], result.output


def exchange(program: list[str], lines: list[bytes]) -> list[dict[str, Any]]:
    """What the program answers to these lines; it must end by itself, and well."""
    done = subprocess.run(program, input=b"".join(lines), capture_output=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.split(b"\n") if line]


@pytest.fixture(scope="module", params=list(TOOLCHAINS))
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """A starter with every profile and score_match filled; that it fails while empty is shown on the way."""
    lang: str = request.param
    missing = [tool for tool in TOOLCHAINS[lang].tools if shutil.which(tool) is None]
    if missing:
        pytest.skip(f"{', '.join(missing)} not on this machine")
    folder = tmp_path_factory.mktemp("starter") / lang
    done = written(lang, folder)
    assert done.exit_code == 0, done.output
    build(lang, folder)
    code, results, output = checked(
        command(lang, folder), folder / "empty.json", "--vectors", str(MATCH), "--ruleset", "binokel"
    )
    assert code == 1
    failed = [result for result in results if result["status"] == "failed"]
    assert len(failed) >= 9
    assert not [result for result in results if result["status"] == "passed"]
    assert all("match.score_match is not filled yet" in json.dumps(result) for result in failed)
    assert "not filled yet" in output
    fill(lang, folder)
    build(lang, folder)
    return lang, folder


def test_one_filled_function_passes_its_profile(built: tuple[str, Path]) -> None:
    lang, folder = built
    code, results, output = checked(
        command(lang, folder), folder / "full.json", "--vectors", str(MATCH), "--profile", "match"
    )
    assert code == 0, output
    statuses = [result["status"] for result in results]
    assert "failed" not in statuses
    assert statuses.count("passed") >= 9


def test_the_other_profiles_are_still_empty(built: tuple[str, Path]) -> None:
    lang, folder = built
    code, results, _ = checked(
        command(lang, folder),
        folder / "melds.json",
        "--vectors",
        str(MELDS),
        "--case",
        "binokel-melds-two-plain-pairs-b",
    )
    assert code == 1
    assert "melds.melds is not filled yet" in json.dumps(results)


ECHOED = [
    0,
    -7,
    123456789012345,
    1.5,
    -2.5e-3,
    1e300,
    "",
    'ä"\\/\b\f\n\r\t\u0001\u007f\u2028 😀 ß',
    "x" * 70_000,
    [],
    {},
    [1, [2, [{"a": {"b": [True, False, None]}}]], "c"],
    {"": "", "ä": ["E", "H"], "z": -1},
]
"""Ids that no suite sends: they show that the reader and the writer of JSON are complete."""

NO_JSON = [
    b"{",
    b"}",
    b"[1,]",
    b'{"a":1,}',
    b'{"a" 1}',
    b"{a: 1}",
    b"nul",
    b"01",
    b"1.",
    b"1e",
    b"-",
    b"+1",
    b".5",
    b"NaN",
    b'"\\x"',
    b'"\\u12g4"',
    b'"a\tb"',
    b'"open',
    b"[1] 2",
    b"'a'",
    b"[" * 100_000,
]


def test_every_value_comes_back_as_id(built: tuple[str, Path]) -> None:
    requests = [{"jsonrpc": "2.0", "id": id_, "method": "tricks.nonsense", "params": {}} for id_ in ECHOED]
    ascii_lines = [json.dumps(request).encode() + b"\n" for request in requests]
    utf8_lines = [json.dumps(request, ensure_ascii=False).encode() + b"\r\n" for request in requests]
    lines = ascii_lines + utf8_lines
    replies = exchange(command(*built), lines)
    assert [reply["id"] for reply in replies] == ECHOED * 2
    assert {reply["error"]["code"] for reply in replies} == {-32601}


def test_what_is_no_request_is_answered_and_harms_nothing(built: tuple[str, Path]) -> None:
    shutdown = b'{"jsonrpc": "2.0", "id": 99, "method": "shutdown"}\n'
    notification = b'{"jsonrpc": "2.0", "method": "match.score_match", "params": {}}\n'
    no_requests = [b"7", b"null", b"[]", b'"method"', b"{}", b'{"id": 3, "method": 4}']
    lines = [line + b"\n" for line in [*NO_JSON, *no_requests]]
    replies = exchange(command(*built), [b"\n", b"  \r\n", notification, *lines, shutdown, lines[0]])
    assert len(replies) == len(NO_JSON) + len(no_requests) + 1
    codes = [reply["error"]["code"] for reply in replies[:-1]]
    assert set(codes[: len(NO_JSON)]) == {-32700}
    assert set(codes[len(NO_JSON) :]) == {-32600}
    assert all(reply["id"] is None for reply in replies[:-1])
    assert replies[-1] == {"jsonrpc": "2.0", "id": 99, "result": None}


def test_the_end_of_the_input_ends_the_program(built: tuple[str, Path]) -> None:
    (reply,) = exchange(command(*built), [b'{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}}'])
    assert reply["result"]["protocol"] == "1"
    assert reply["result"]["implementation"]["name"] == built[0]
    assert reply["result"]["claims"] == {
        "rulesets": [{"id": "binokel", "options": {}}],
        "profiles": list(ASKS),
    }


@pytest.mark.parametrize("lang", LANGUAGES)
def test_only_what_was_chosen_is_claimed_and_there_to_fill(lang: str, tmp_path: Path) -> None:
    options = ["--profile", "match", "--profile", "cards", "--ruleset", "bummerl", "--ruleset", "guinote"]
    assert written(lang, tmp_path / "my game!", *options).exit_code == 0
    text = (tmp_path / "my game!" / languages()[lang]["fill"]).read_text(encoding="utf-8").replace('\\"', '"')
    for word in ("cards.deck", "cards.cut", "match.score_match", '"bummerl"', '"guinote"', '"my-game"'):
        assert word in text
    assert text.index('"cards"') < text.index('"match"')
    for word in ("tricks.", "legal_cards", "legalCards", "LegalCards", '"binokel"', '"melds"', "{%", "{{"):
        assert word not in text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_has_a_readme_with_its_commands(lang: str) -> None:
    files = starter(lang, "mine", ["melds"], ["binokel"])
    about = languages()[lang]
    for said in (*about["build"], f"stichwerk verify -- {about['run']}", "--known-failures", about["fill"]):
        assert said in files["README.md"]
    assert about["fill"] in files
    for path, text in files.items():
        assert text.endswith("\n"), path
        assert not re.search(r"[ \t]+$", text, re.MULTILINE), path
        assert max(map(len, text.splitlines())) <= 120, path


def test_files_in_the_way_are_kept_unless_forced(tmp_path: Path) -> None:
    (tmp_path / "answers.py").write_text("mine", encoding="utf-8")
    refused = written("python", tmp_path)
    assert refused.exit_code == 2
    assert "answers.py is already in" in refused.output
    assert "--force" in refused.output
    assert [file.name for file in tmp_path.iterdir()] == ["answers.py"]
    assert (tmp_path / "answers.py").read_text(encoding="utf-8") == "mine"
    assert written("python", tmp_path, "--force").exit_code == 0
    assert "def score_match(" in (tmp_path / "answers.py").read_text(encoding="utf-8")


def test_a_wrong_use_is_told(tmp_path: Path) -> None:
    unknown = written("python", tmp_path / "x", "--ruleset", "binokl")
    assert unknown.exit_code == 2
    assert "Did you mean 'binokel'?" in unknown.output
    for wrong in (written("cobol", tmp_path / "x"), written("c", tmp_path / "x", "--profile", "chess")):
        assert wrong.exit_code == 2
    (tmp_path / "file").write_text("", encoding="utf-8")
    for place in (tmp_path / "file", tmp_path / "file" / "x"):
        assert written("c", place).exit_code == 2
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_every_question_is_told() -> None:
    assert [question.method for question in questions()] == [
        f"{profile}.{ask}" for profile, asks in ASKS.items() for ask in asks
    ]
    for question in questions():
        assert question.answer, question.method
        assert question.asks.rstrip().endswith((".", "?")), question.method


@pytest.mark.parametrize("question", questions(), ids=lambda q: q.method)
def test_the_comments_tell_what_the_page_of_the_protocol_tells(question: Question) -> None:
    page = (ROOT / "docs" / "en" / "protocol.md").read_text(encoding="utf-8")
    section = re.split(r"^##", page.partition(f"### {question.method}\n")[2], maxsplit=1, flags=re.MULTILINE)[0]
    cells = re.findall(r"^\| ([^|]*`[^|]*) \|", section, re.MULTILINE)
    moves = question.ask == "whole_deal"  # whose page also has a table of the moves
    keys = {key for cell in cells for key in re.findall(r"`(\w+)`", cell) if not (moves and cell.startswith("`{"))}
    assert keys == question.given.keys() | question.answer.keys()


@pytest.mark.parametrize("question", [q for q in questions() if q.example], ids=lambda q: q.method)
def test_the_examples_of_the_comments_are_right(question: Question) -> None:
    rules = stichwerk.load(question.example["ruleset"], question.example.get("options", {}))
    found = answer(rules, question.profile, question.ask, question.example["given"])
    for key, value in question.example["answer"].items():
        wanted, got = (sorted(each) if key == "legal" and question.ask == "legal_cards" else each
                       for each in (value, found[key]))  # fmt: skip
        assert got == wanted


def test_the_command_line_knows_it() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "stichwerk", "init-adapter", "--help"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "--lang" in done.stdout
