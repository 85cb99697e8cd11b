"""Running commands, and records of deals to run them on."""

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from stichwerk import Deal, Move, load
from stichwerk.cli import program
from stichwerk.record import to_record

Run = Callable[..., Result]
Installed = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(autouse=True)
def _eighty_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("NO_COLOR", raising=False)


@pytest.fixture
def run() -> Run:
    """A command in this process."""

    def invoke(*args: str, lines: str = "") -> Result:
        return CliRunner().invoke(program, list(args), input=lines, catch_exceptions=False, prog_name="stichwerk")

    return invoke


@pytest.fixture
def installed() -> Installed:
    """A command in a process of its own, as it is installed."""

    def invoke(*args: str, lines: str = "", **env: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "stichwerk", *args],
            input=lines,
            capture_output=True,
            encoding="utf-8",
            timeout=60,
            check=False,
            env=os.environ | {"PYTHONIOENCODING": "utf-8", "COLUMNS": "80"} | env,
        )

    return invoke


def random_deal(ruleset: str, seed: int, **options: str) -> Deal:
    """A whole deal, every move drawn at random."""
    rules, rng = load(ruleset, options), random.Random(seed)
    deal = rules.deal(0, rules.shuffled(rng))
    while not deal.finished:
        chosen = rng.choice(deal.legal_moves())
        deal = deal.apply(chosen if isinstance(chosen, Move) else chosen.sample(rng))
    return deal


@pytest.fixture
def drawn() -> Callable[..., Deal]:
    """Draw a whole deal of a ruleset with a seed."""
    return random_deal


@pytest.fixture(scope="session")
def ordinary() -> dict[str, Any]:
    """The record of a deal of the three-handed game in which the contract was played and melds were shown."""
    for seed in range(200):
        deal = random_deal("binokel", seed)
        record = to_record(deal)
        shown = [move for move in record["moves"] if move["move"] == "meld" and move["melds"]]
        if {"move": "play"}.items() <= record["moves"][-1].items() and len(shown) > 1:
            return record
    raise AssertionError("no such deal")


@pytest.fixture
def record_file(tmp_path: Path, ordinary: dict[str, Any]) -> Callable[..., str]:
    """Write a record to a file: the ordinary one with changes, each a new value or a function of the old one."""

    def write(*, name: str = "deal.json", indent: int | str = 1, **changes: Any) -> str:
        record = json.loads(json.dumps(ordinary))
        for key, value in changes.items():
            record[key] = value(record[key]) if callable(value) else value
        path = tmp_path / name
        path.write_text(json.dumps(record, ensure_ascii=False, indent=indent), encoding="utf-8")
        return str(path)

    return write
