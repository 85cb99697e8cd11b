"""Every clause with a rule has cases that show it at work, and a case that only names a clause counts for nothing."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from stichwerk.cli import program
from stichwerk.files import vectors_dir
from stichwerk.loading import load
from stichwerk_conformance.cases import read_cases
from stichwerk_conformance.coverage import KINDS, Looking, Row, lineage, lines, measure, required
from stichwerk_conformance.coverage_shown import Witness, asked
from stichwerk_conformance.otherwise import otherwise
from stichwerk_conformance.strength.settings import playable

FAMILIES = sorted({load(ruleset).resolved["family"] for ruleset in playable()})

Part = Mapping[str, Any]


# --- the whole spec


def missing(family: str, kind: str) -> list[tuple[str, str]]:
    """The clauses of a family, each with its ruleset, that no case of this kind shows."""
    cases = [case for case in read_cases(vectors_dir() / family) if (case.origin == "generated") is (kind != KINDS[0])]
    rulesets = [name for name in playable() if load(name).resolved["family"] == family]
    rows = measure(rulesets, cases, Looking(), enough=1)
    return [(row.ruleset, row.clause) for row in rows if kind in row.missing]


@pytest.mark.parametrize("family", FAMILIES)
def test_every_clause_with_a_rule_has_a_case_by_hand_that_shows_it(family: str) -> None:
    assert missing(family, "by hand") == []


@pytest.mark.parametrize("family", FAMILIES)
def test_every_clause_with_a_rule_has_a_generated_case_that_shows_it(family: str) -> None:
    assert missing(family, "generated") == []


# --- what is asked for


def test_a_clause_that_only_a_choice_brings_is_asked_for_with_that_choice() -> None:
    wanted = required("binokel")
    assert wanted["auction.opening"] == ()
    assert wanted["contracts.durch_open"] == (("open_durch", "on"),)


def test_a_clause_without_a_rule_needs_no_case() -> None:
    assert "match.stake" in {clause["id"] for clause in load("bummerl").resolved["clauses"]}
    assert required("bummerl")["match.stake"] == (("stake", "1"),)


def test_cases_of_a_ruleset_speak_for_its_variants_and_not_the_other_way_round() -> None:
    assert "binokel" in lineage("kreuz-binokel")
    assert "kreuz-binokel" not in lineage("binokel")
    assert "binokel" not in lineage("binokel-turnier")


# --- what shows a clause


def shows(ruleset: str, ask: str, given: Part, right: Part, clause: str) -> str:
    return Witness(load(ruleset)).shows(ask, given, [right], clause)


def test_an_answer_that_hangs_on_a_clause_shows_it() -> None:
    pair = {"trump": "E", "cards": ["HK", "HO"]}
    assert shows("binokel", "melds", pair, {"total": 20}, "melds.pair")


def test_an_answer_that_does_not_hang_on_a_clause_shows_nothing_of_it() -> None:
    pair = {"trump": "E", "cards": ["HK", "HO"]}
    assert not shows("binokel", "melds", pair, {"total": 20}, "melds.four_aces")


def test_an_answer_that_the_rules_do_not_give_shows_nothing() -> None:
    pair = {"trump": "E", "cards": ["HK", "HO"]}
    assert not shows("binokel", "melds", pair, {"total": 40}, "melds.pair")


def test_what_a_case_does_not_expect_is_not_looked_at() -> None:
    lost = {"declarer": 0, "bid": 300, "tricks": {"0": 14}, "cards": {"0": 236}, "discards": 4, "last_trick": 0}
    assert shows("binokel", "score_deal", lost, {"rounded": {"0": 250}}, "scoring.rounding")
    assert not shows("binokel", "score_deal", lost, {"made": False}, "scoring.rounding")


def test_a_move_that_is_refused_by_a_clause_shows_it() -> None:
    given = {"dealer": 0, "cards": load("binokel").deck.pack(), "moves": [{"seat": 2, "move": "cut", "lifted": 2}]}
    assert shows("binokel", "whole_deal", given, {"refused": 0}, "deal.cut") == "a move is refused by it"


def test_a_clause_shows_itself_where_another_choice_puts_it_otherwise() -> None:
    given = {
        "before": {"0": 1, "1": 3}, "marks": {"0": 1, "1": 0}, "games": {"0": 0, "1": 1},
        "deal": {"scores": {"0": 1, "1": 0}, "won": ["0"]},
    }  # fmt: skip
    assert shows("bummerl", "score_match", given, {"series": {"over": True, "winners": ["0"]}}, "match.partie")
    assert not shows("bummerl", "score_match", given, {"over": True}, "match.partie")


PLAYED = {
    "trump": "C",
    "dealer": 1,
    "hands": {"0": ["SA", "SK"], "1": ["ST", "CJ"]},
    "stock": ["HT", "SQ", "DA"],
    "turn_up": "C9",
    "leader": 0,
    "moves": [
        {"seat": 0, "move": "play", "card": "SA"},
        {"seat": 1, "move": "play", "card": "CJ"},
        {"seat": 1, "move": "draw"},
    ],
}
OTHERWISE: list[tuple[str, str, str, Part, Part, Part]] = [
    ("binokel", "auction.first", "auction", {"dealer": 0, "calls": []}, {"next": 1}, {"next": 0}),
    (
        "binokel", "tricks.wins", "trick_winner",
        {"trump": "E", "leader": 0, "trick": ["HA", "E7", "HT"]}, {"winner": 1}, {"winner": 0},
    ),
    (
        "binokel", "tricks.next_lead", "replay",
        {
            "trump": "E", "leader": 0, "hands": {"0": ["HA", "HT"], "1": ["H7", "SA"], "2": ["HK", "S7"]},
            "plays": ["HA", "H7", "HK", "HT", "SA", "S7"],
        },
        {"winners": [0, 0]}, {"illegal_play": 3},
    ),
    (
        "binokel", "discard.count", "discard",
        {
            "trump": "E", "hand": ["HA", "HT", "HK", "HU", "SA", "ST", "SK", "LA"],
            "discards": ["HA", "HT", "HK", "HU", "SA", "ST"],
        },
        {"legal": True}, {"legal": False},
    ),
    (
        "binokel", "scoring.counts", "score_deal",
        {"declarer": 0, "bid": 150, "tricks": {"0": 14}, "cards": {"0": 236}, "discards": 4, "last_trick": 0},
        {"rounded": {"0": 250, "1": 0, "2": 0}}, {"rounded": {"0": 240, "1": 0, "2": 0}},
    ),
    ("bummerl", "tricks.first_lead", "first_lead", {"dealer": 0}, {"seat": 1}, {"seat": 0}),
    (
        "sechsundsechzig", "stages.open.draw", "play_on", PLAYED,
        {"hands": {"0": ["SK", "SQ"], "1": ["ST", "HT"]}}, {"hands": {"0": ["SK", "HT"], "1": ["ST", "SQ"]}},
    ),
    (
        "schnapsen-a-trois", "tricks.stages", "legal_cards",
        {"trump": "S", "trick": ["HA"], "hand": ["HT", "CA"]}, {"legal": ["HT"]}, {"legal": ["HT", "CA"]},
    ),
]  # fmt: skip


@pytest.mark.parametrize(("ruleset", "leaf", "ask", "given", "usual", "other"), OTHERWISE)
def test_an_engine_plays_otherwise_what_the_language_has_one_word_for(
    ruleset: str, leaf: str, ask: str, given: Part, usual: Part, other: Part
) -> None:
    rules = load(ruleset)
    found = [asked(one, ask, given) or {} for one in (rules, *otherwise(rules, leaf))]
    assert [{key: one.get(key) for key in expected} for one, expected in zip(found, (usual, other), strict=True)] == [
        dict(usual),
        dict(other),
    ]


def test_a_leaf_with_more_than_one_word_is_left_to_the_language() -> None:
    rules = load("binokel")
    assert list(otherwise(rules, "auction.opening")) == []


# --- the command

ROWS = [
    Row("binokel", (), "auction.first", by_hand=["one"], generated=["two", "three"], named=[]),
    Row(
        "binokel", (("players", "4"), ("sevens", "without")), "trump.room", by_hand=["four"], generated=[], named=["x"]
    ),
]


def test_the_table_shows_the_clauses_with_a_gap_and_what_is_missing() -> None:
    found = [line.split() for line, _ in lines(ROWS)]
    assert found == [
        ["clause", "by", "hand", "generated", "only", "named", "missing"],
        ["binokel", "2", "clauses", "with", "a", "rule,", "1", "with", "a", "gap"],
        ["trump.room", "(players=4,", "sevens=without)", "1", "0", "1", "generated"],
    ]


def test_the_table_shows_every_clause_when_it_is_asked_to() -> None:
    assert [line.split() for line, _ in lines(ROWS, every_clause=True)][2] == ["auction.first", "1", "2", "0"]


CASE = """\
language: 1
cases:
  - id: one
    title: One case
    ruleset: guinote-tradicional
    ask: first_lead
    given: {dealer: 0}
    expect: {seat: 1}
    clauses: [tricks.first_lead, deck.points]
    sources: [{id: G, at: somewhere}]
    origin: hand
    reckoning: none
"""


def test_a_clause_without_a_case_ends_the_command_with_1(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cases.yaml").write_text(CASE, encoding="utf-8")
    monkeypatch.setattr("stichwerk.files.vectors_dir", lambda: tmp_path)
    found = CliRunner().invoke(
        program, ["case", "coverage", "--ruleset", "guinote-tradicional", "--clauses", "--jobs", "1"]
    )
    counts = {line.split()[0]: line.split()[1:] for line in found.output.splitlines() if line.startswith("  ")}
    assert counts["tricks.first_lead"] == ["1", "0", "0", "generated"]
    assert counts["deck.points"] == ["0", "0", "1", "by", "hand,", "generated"]
    assert found.exit_code == 1


def test_a_ruleset_that_cannot_be_played_is_a_wrong_use() -> None:
    found = CliRunner().invoke(program, ["case", "coverage", "--ruleset", "binokel-common"])
    assert found.exit_code == 2
    assert "binokel-common" in found.output
