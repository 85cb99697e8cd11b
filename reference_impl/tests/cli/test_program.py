"""The command `stichwerk` itself: help, wrong use, what it imports, colours."""

import ast
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import click
import pytest
from click.testing import Result

import stichwerk
import stichwerk.cli
from stichwerk import load
from stichwerk.cli import COMMANDS, program
from stichwerk.cli.names import Names
from stichwerk.cli.texts import _TEXTS
from stichwerk.library import shipped

Run = Callable[..., Result]
Installed = Callable[..., CompletedProcess[str]]


def test_help_lists_every_command(run: Run) -> None:
    result = run("--help")
    assert result.exit_code == 0
    for name, (_, summary) in COMMANDS.items():
        assert f"  {name} " in result.stdout
        assert summary in result.stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_has_help_and_the_summary_it_is_listed_with(run: Run, name: str) -> None:
    result = run(name, "--help")
    assert result.exit_code == 0
    assert result.stdout.startswith(f"Usage: stichwerk {name}")
    command = program.get_command(click.Context(program), name)
    assert command is not None
    assert command.get_short_help_str(100) == COMMANDS[name][1]


def test_version(run: Run) -> None:
    assert run("--version").stdout == f"stichwerk, version {stichwerk.__version__}\n"


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (["shwo"], "There is no command 'shwo'. Did you mean 'show'?"),
        (["zzz"], "There is no command 'zzz'."),
        (["--nonsense"], "--nonsense"),
        (["show"], "RULESET"),
        (["show", "binokel", "--lang", "fr"], "'fr'"),
        (["show", "binokel", "--format", "xml"], "'xml'"),
        (["show", "binokel", "--set", "opening"], "'opening' is not OPTION=CHOICE, such as players=4"),
        (["show", "binokel", "--set", "=200"], "is not OPTION=CHOICE"),
        (["show", "binokel", "--set", "opening="], "is not OPTION=CHOICE"),
        (["show", "binokel", "--set", "opening=150", "--set", "opening=200"], "opening is set to 150 and to 200"),
        (["play", "binokel", "--seat", "3"], "seats go from 0 to 2"),
        (["play", "binokel", "--seat", "-1"], "--seat"),
        (["play", "binokel", "--seed", "x"], "--seed"),
        (["show", "binokel", "--spec", "nowhere"], "nowhere"),
    ],
)
def test_wrong_use_ends_with_2(run: Run, args: list[str], complaint: str) -> None:
    result = run(*args)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert complaint in result.stderr
    assert result.stderr.startswith("Usage: ")


@pytest.mark.parametrize("command", ["show", "play"])
@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (["binokl"], "there is no ruleset 'binokl'\nhint: did you mean binokel?\n"),
        (["../binokel"], "a ruleset is named by its id, never by a path"),
        (["binokel-common"], "is only a common part of other rulesets"),
        (["binokel", "--set", "openin=200"], "binokel has no option 'openin'\nhint: did you mean opening?\n"),
        (["binokel", "--set", "opening=201"], "has no choice '201'; expected one of 150, 200, 250"),
        (["kreuz-binokel", "--set", "players=3"], "kreuz-binokel fixes players to 4\nhint: "),
        (["binokel", "--set", "hands=fifteen", "--set", "players=4"], "hands=fifteen does not go with players=4"),
    ],
)
def test_unknown_names_are_told_with_what_was_probably_meant(
    run: Run, command: str, args: list[str], complaint: str
) -> None:
    result = run(command, *args)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert complaint in result.stderr
    assert "Traceback" not in result.stderr


def test_it_runs_as_a_module(installed: Installed) -> None:
    result = installed("--version")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == f"stichwerk, version {stichwerk.__version__}\n"


def loaded_after(code: str, *names: str) -> set[str]:
    """Which of these modules a program has imported at its end."""
    code += "\nimport sys; print('\\n'.join(name for name in sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split()).intersection(names)


def test_playing_imports_neither_the_schema_checker_nor_the_terminal() -> None:
    code = """
import random, stichwerk
rules = stichwerk.load("binokel")
rng = random.Random(1)
deal = rules.deal(0, rules.shuffled(rng))
while not deal.finished:
    chosen = rng.choice(deal.legal_moves())
    deal = deal.apply(chosen if isinstance(chosen, stichwerk.Move) else chosen.sample(rng))
"""
    assert loaded_after(code, "jsonschema", "jinja2", "rich", "click") == set()


def test_importing_the_package_imports_nothing_of_it() -> None:
    assert loaded_after("import stichwerk", "yaml", "click", "stichwerk.deal", "stichwerk.loader") == set()


@pytest.mark.parametrize("args", [["--help"], ["--version"]])
def test_help_imports_no_command(args: list[str]) -> None:
    code = f"""
from stichwerk.cli import program
program({args!r}, standalone_mode=False)
"""
    parts = [f"stichwerk.cli.{name}" for name in COMMANDS]
    assert loaded_after(code, "yaml", "rich", "jsonschema", "stichwerk.resolve", *parts) == set()


def test_listing_the_rulesets_stays_cheap() -> None:
    code = """
from stichwerk.cli import program
program(["rulesets"], standalone_mode=False)
"""
    dear = ["rich", "jsonschema", "jinja2", "stichwerk.resolve", "stichwerk.deal", "stichwerk.cli.play"]
    assert loaded_after(code, *dear) == set()


@pytest.mark.parametrize(("value", "colour"), [("1", False), ("", None)])
def test_no_color_is_respected(run: Run, monkeypatch: pytest.MonkeyPatch, value: str, colour: bool | None) -> None:
    monkeypatch.setattr("stichwerk.cli.rulesets.table", lambda *_, **__: [str(click.get_current_context().color)])
    monkeypatch.setenv("NO_COLOR", value)
    assert run("rulesets").stdout.splitlines()[0] == str(colour)


def test_output_to_a_pipe_has_no_colours(installed: Installed) -> None:
    assert "\x1b" not in installed("rulesets").stdout


def test_no_name_of_a_game_stands_in_the_code() -> None:
    names: set[str] = set()
    for ruleset in shipped().paths():
        if shipped().header(ruleset).get("abstract"):
            continue
        formal = load(ruleset).formal
        parts = ("melds", "contracts", "awards", "announcements")
        names |= {ruleset}.union(*(formal.get(part, {}) for part in parts))
    names.remove("family")  # a meld, but also the word for the relatives a ruleset belongs to
    names.remove("plain")  # an award, but also what the commands call output as JSON
    for path in Path(stichwerk.cli.__file__).parent.glob("*.py"):
        text = path.read_text(encoding="utf-8")
        words = {node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant)}
        assert not names & words, (path.name, names & words)
        for word in ("binokel", "dapp", "durch ", "gaigel", "schnapsen", "bummerl", "guiñote", "guinote"):
            assert word not in text.lower(), (path.name, word)


def test_what_is_announced_and_done_has_its_name_from_the_clauses() -> None:
    """In no language does the catalogue of texts say how an announcement or an action is called."""
    spoken = " ".join(text for texts in _TEXTS.values() for text in texts)
    for ruleset in ("bummerl", "schnapsen", "sechsundsechzig", "guinote", "guinote-tradicional"):
        for lang in ("de", "en", "es"):
            rules = load(ruleset)
            names = Names(rules, lang)
            titles = {names.announcement(name, None) for name in rules.formal["announcements"]}
            titles |= {names.action(entry["act"]) for entry in rules.formal["actions"].values()}
            for title in titles:
                assert title[0].isupper(), title  # a title, and no id
                assert not re.search(rf"\b{title}\b", spoken), title
