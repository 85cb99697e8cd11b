"""The suite against programs that are wrong in one thing about tournaments: each is found and told the clause."""

from __future__ import annotations

import sys
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from stichwerk.files import vectors_dir
from stichwerk_conformance import Case, read_cases, run
from stichwerk_conformance.explain import Explainer
from stichwerk_conformance.report import report

PROGRAM = Path(__file__).parent / "programs" / "planted_tournament.py"

PLANTED: dict[str, str] = {
    "tables_of_four_preferred": "tournament.tables",
    "rest_left_standing": "tournament.tables",
    "nobody_takes_turns": "tournament.plan",
    "anybody_deals_first": "deal.first_dealer",
    "players_are_not_counted_round_by_round": "tournament.plan",
    "nine_deals_at_every_table": "match.deals",
    "sum_not_carried": "tournament.list",
    "running_totals_unread": "tournament.list",
    "rounds_carried_over": "tournament.list",
    "pause_counted": "table.players",
    "bonus_for_the_pausing_dealer": "table.players",
    "last_trick_forgotten": "tricks.last",
    "zero_points_are_no_trick": "melding.valid",
    "ties_by_start_number": "tournament.ranking",
    "places_without_gaps": "tournament.ranking",
    "the_best_round_decides": "tournament.ranking",
}
"""The fault -> the clause that must be quoted."""


@cache
def cases() -> tuple[Case, ...]:
    return read_cases(vectors_dir() / "binokel" / "tournament.yaml")


def reported(name: str) -> dict[str, Any]:
    """The report on a planted program, asked all that the suite knows about tournaments."""
    command = [sys.executable, "-E", str(PROGRAM), name]
    document: Any = report(run(command, cases(), timeout=10.0), Explainer("en", command))
    return dict(document)


def failures(document: dict[str, Any]) -> list[dict[str, Any]]:
    return [result for result in document["results"] if result["status"] == "failed"]


def test_the_right_program_passes_everything() -> None:
    document = reported("right")
    assert [f"{result['case']}: {result['message']}" for result in failures(document)] == []
    assert document["footer"]["counts"]["passed"] == len(cases())


@pytest.mark.parametrize("name", PLANTED)
def test_a_wrong_program_is_found_and_told_the_clause(name: str) -> None:
    document = reported(name)
    assert document["footer"]["exit"] == 1
    failed = failures(document)
    assert {result["reason"] for result in failed} == {"wrong"}
    quoted = {result["clause"]["id"]: result["clause"] for result in failed}
    assert PLANTED[name] in quoted
    assert all(quoted[PLANTED[name]][part] for part in ("number", "text", "source"))
    assert len(failed) < len(cases()) / 2


def test_every_planted_fault_is_looked_for() -> None:
    lines = PROGRAM.read_text(encoding="utf-8").splitlines()
    planted = {
        line.removeprefix("def ").partition("(")[0] for above, line in pairwise(lines) if above in {"@rule", "@code"}
    }
    assert planted == PLANTED.keys()
