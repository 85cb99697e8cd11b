"""The plugin of pytest, in runs of pytest of their own."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

HERE = Path(__file__).parent
CASES = """
language: 1
cases:
  - id: pair
    title: A pair
    ruleset: binokel
    ask: melds
    given: {trump: H, cards: [LK, LO]}
    expect: {total: 20}
    clauses: [melds.pair]
    origin: hand
  - id: not-a-pair
    title: No pair
    ruleset: binokel
    ask: melds
    given: {trump: H, cards: [LK, HO]}
    expect: {total: 0}
    clauses: [melds.pair]
    origin: hand
  - id: cut
    title: A cut
    ruleset: binokel
    ask: cut
    given: {lifted: 10}
    expect: {legal: true}
    clauses: [deal.cut]
    origin: hand
"""
PROGRAM = """
def answer(method, params):
    if method == "initialize":
        claims = {"rulesets": [{"id": "binokel"}], "profiles": ["melds"]}
        about = {"name": "mygame", "version": "1", "language": "Python"}
        return {"protocol": "1", "implementation": about, "claims": claims}
    return {"total": 20}

def broken(method, params):
    raise LookupError("no licence found")
"""


PAIR = """
  - id: {id}
    title: What seat 0 sees
    ruleset: bummerl
    ask: view
    given: {{seat: 0, dealer: 1, moves: [], cards: [SA, HK, CQ, {hidden}, HT, DT, DJ, ST, CA, SK]}}
    expect: {{hand: [SA, HK, CQ, DJ, ST]}}
    pair: {pair}
    clauses: [deal.packets]
    origin: hand
"""
LEAKING = """
def answer(method, params):
    if method == "initialize":
        claims = {"rulesets": ["bummerl"], "profiles": ["secrecy"]}
        about = {"name": "mygame", "version": "1", "language": "Python"}
        return {"protocol": "1", "implementation": about, "claims": claims}
    cards = params["given"]["cards"]
    return {"hand": cards[:3] + cards[7:9], "other": cards[3:6]}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "cases.yaml").write_text(CASES)
    (tmp_path / "mygame.py").write_text(PROGRAM)
    (tmp_path / "test_own.py").write_text("def test_own(): pass\n")
    return tmp_path


def pytest_run(folder: Path, *arguments: str) -> str:
    path = [str(HERE.parent), str(HERE.parent.parent / "reference_impl"), str(folder)]
    start = f"import sys; sys.path[:0] = {path!r}; import pytest; sys.exit(pytest.main())"
    command = [sys.executable, "-c", start, "-p", "no:cacheprovider", "-p", "stichwerk_conformance.plugin", *arguments]
    environment = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PATH": "/usr/bin:/bin", "COLUMNS": "120"}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    return f"{done.stdout}{done.stderr}exit {done.returncode}\n"


def test_cases_are_items_beside_the_tests(folder: Path) -> None:
    output = pytest_run(folder, "-v", "--stichwerk-python", "mygame:answer", "--stichwerk-vectors", "cases.yaml")
    assert "test_own.py::test_own PASSED" in output
    assert "stichwerk::pair PASSED" in output
    assert "stichwerk::not-a-pair FAILED" in output
    assert "stichwerk::cut SKIPPED (profile cards is not claimed)" in output
    assert "FAILED not-a-pair (wrong): No pair" in output
    assert "differs     at total: expected 0, given 20" in output
    assert "repeat with stichwerk verify --vectors cases.yaml --python mygame:answer --case not-a-pair" in output
    assert "Traceback" not in output
    assert "1 failed, 2 passed, 1 skipped" in output
    assert output.endswith("exit 1\n")


def test_items_are_chosen_with_k(folder: Path) -> None:
    common = ["-q", "--stichwerk-python", "mygame:answer", "--stichwerk-vectors", "cases.yaml"]
    assert "1 passed, 3 deselected" in pytest_run(folder, *common, "-k", "pair and not not-a-pair")
    assert "2 deselected" in pytest_run(folder, *common, "-k", "melds.pair")


@pytest.mark.parametrize(
    ("options", "asked"),
    [
        (["--stichwerk-profile", "melds"], {"pair", "not-a-pair"}),
        (["--stichwerk-profile", "melds", "--stichwerk-profile", "cards"], {"pair", "not-a-pair", "cut"}),
        (["--stichwerk-clause", "deal"], {"cut"}),
        (["--stichwerk-case", "cut", "--stichwerk-case", "pair"], {"cut", "pair"}),
        (["--stichwerk-ruleset", "binokel", "--stichwerk-set", "players=3", "--stichwerk-case", "pair"], {"pair"}),
    ],
)
def test_cases_are_chosen_as_with_verify(folder: Path, options: list[str], asked: set[str]) -> None:
    common = ["-v", "--stichwerk-python", "mygame:answer", "--stichwerk-vectors", "cases.yaml"]
    output = pytest_run(folder, *common, *options)
    assert set(re.findall(r"^stichwerk::(\S+) [PFS]", output, re.MULTILINE)) == asked


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--stichwerk-ruleset", "gaigel"], "the suite has no ruleset gaigel."),
        (["--stichwerk-case", "par"], "the suite has no case par. Did you mean pair?"),
        (["--stichwerk-clause", "melds.pear"], "the suite has no clause melds.pear. Did you mean melds.pair?"),
        (["--stichwerk-profile", "mileds"], "there is no profile mileds; there are cards, tricks, melds,"),
        (["--stichwerk-profile", "match"], "no case of the suite fits this choice"),
        (["--stichwerk-set", "players"], "'players' is not OPTION=CHOICE, such as players=4"),
        (["--stichwerk-set", "player=4"], "the suite has no option player. Did you mean players?"),
        (["--stichwerk-timeout", "0"], "--stichwerk-timeout must be more than 0 seconds"),
        (["--stichwerk-vectors", "nowhere.yaml"], "cannot read 'nowhere.yaml'"),
        (["--stichwerk-known-failures", "known.txt"], "known.txt:2:1: the suite has no case par"),
    ],
)
def test_a_choice_that_cannot_be_made_is_a_wrong_use(folder: Path, options: list[str], complaint: str) -> None:
    (folder / "known.txt").write_text("pair\npar\n")
    common = ["--stichwerk-python", "mygame:answer", "--stichwerk-vectors", "cases.yaml"]
    output = pytest_run(folder, *common, *options)
    assert complaint in output
    assert "Traceback" not in output
    assert "INTERNALERROR" not in output
    assert output.endswith("exit 4\n")


def test_known_failures_may_fail_and_must_not_pass(folder: Path) -> None:
    common = ["-rxX", "-v", "--stichwerk-python", "mygame:answer", "--stichwerk-vectors", "cases.yaml"]
    (folder / "known.txt").write_text("not-a-pair  # suits are not looked at\ncut\n")
    output = pytest_run(folder, *common, "--stichwerk-known-failures", "known.txt")
    assert "stichwerk::not-a-pair XFAIL (suits are not looked at)" in output
    assert "stichwerk::cut SKIPPED" in output
    assert "2 passed, 1 skipped, 1 xfailed" in output
    assert output.endswith("exit 0\n")
    (folder / "known.txt").write_text("pair\nnot-a-pair\n")
    output = pytest_run(folder, *common, "--stichwerk-known-failures", "known.txt")
    assert "FAILED pair (passes unexpectedly): A pair" in output
    assert "the case passes although it is listed as a known failure: take it off the list" in output
    assert "1 failed, 1 passed, 1 skipped, 1 xfailed" in output
    assert output.endswith("exit 1\n")


def test_with_runxfail_a_known_failure_is_a_failure(folder: Path) -> None:
    (folder / "known.txt").write_text("not-a-pair\n")
    common = ["--runxfail", "--stichwerk-python", "mygame:answer", "--stichwerk-vectors", "cases.yaml"]
    assert "1 failed, 2 passed, 1 skipped" in pytest_run(folder, *common, "--stichwerk-known-failures", "known.txt")


def test_failures_quote_the_clause_in_the_language_wanted(folder: Path) -> None:
    common = ["--stichwerk-python", "mygame:answer", "--stichwerk-vectors", "cases.yaml", "--stichwerk-lang", "de"]
    output = pytest_run(folder, *common)
    assert "melds.pair: " in output
    assert "König" in output
    assert "--lang de" in output


def test_a_case_is_held_against_its_pair_even_alone(folder: Path) -> None:
    cases = PAIR.format(id="one", pair="two", hidden="HA, DA") + PAIR.format(id="two", pair="one", hidden="DA, HA")
    (folder / "pairs.yaml").write_text(f"language: 1\ncases:{cases}")
    (folder / "leaking.py").write_text(LEAKING)
    options = ["--stichwerk-python", "leaking:answer", "--stichwerk-vectors", "pairs.yaml", "-k", "two"]
    output = pytest_run(folder, *options)
    assert 'look the same to seat 0 differ, the other is one: at other.0: "HA" there, "DA" here' in output
    assert "1 failed, 2 deselected" in output


def test_several_processes_share_the_cases(folder: Path) -> None:
    (folder / "known.txt").write_text("not-a-pair\n")
    common = ["-p", "xdist.plugin", "-n", "2", "--stichwerk-vectors", "cases.yaml"]
    options = ["--stichwerk-python", "mygame:answer", "--stichwerk-known-failures", "known.txt"]
    output = pytest_run(folder, *common, *options)
    assert "2 passed, 1 skipped, 1 xfailed" in output
    assert output.endswith("exit 0\n")
    output = pytest_run(folder, *common, "--stichwerk-python", "mygame:answer", "--stichwerk-case", "par")
    assert "the suite has no case par. Did you mean pair?" in output
    assert output.endswith("exit 4\n")


def test_a_command_is_asked_too(folder: Path) -> None:
    (folder / "adapter.py").write_text("import sys; from stichwerk.adapter import serve; serve(sys.stdin, sys.stdout)")
    path = f"{HERE.parent.parent / 'reference_impl'}"
    command = f"env PYTHONPATH={path} {sys.executable} adapter.py"
    output = pytest_run(folder, "-q", "--stichwerk-command", command, "--stichwerk-vectors", "cases.yaml")
    assert "4 passed" in output


def test_a_program_that_cannot_be_run_fails_every_case(folder: Path) -> None:
    output = pytest_run(folder, "-q", "--stichwerk-python", "mygame:broken", "--stichwerk-vectors", "cases.yaml")
    assert "3 failed, 1 passed" in output
    assert "the program could not be run: initialize: LookupError: no licence found" in output


def test_two_programs_are_a_wrong_use(folder: Path) -> None:
    output = pytest_run(folder, "--stichwerk-python", "a:b", "--stichwerk-command", "true")
    assert "--stichwerk-python and --stichwerk-command cannot both name the program" in output
    assert output.endswith("exit 4\n")


def test_without_its_options_it_does_and_imports_nothing(folder: Path) -> None:
    (folder / "test_own.py").write_text(
        "import sys\n"
        "def test_own():\n"
        "    ours = sorted(name for name in sys.modules if name.startswith('stichwerk'))\n"
        "    assert ours == ['stichwerk_conformance', 'stichwerk_conformance.plugin']\n"
        "    assert not {'yaml', 'click', 'jsonschema', 'rich', 'jinja2'} & sys.modules.keys()\n"
    )
    assert "1 passed" in pytest_run(folder, "-q")


def test_it_is_registered() -> None:
    project = tomllib.loads((HERE.parent.parent / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["entry-points"]["pytest11"] == {"stichwerk": "stichwerk_conformance.plugin"}
