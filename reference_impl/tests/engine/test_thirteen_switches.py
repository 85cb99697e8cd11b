"""Schnapsen and Sixty-Six side by side: thirteen switches, and not one leaf of the rules besides.

A published comparison lists thirteen places where the two games differ. Each is named here with the leaves of
the formal part that carry it; every one of them must differ, and no other leaf may.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

import stichwerk

SWITCHES: dict[str, tuple[str, ...]] = {
    "1 pack": ("deck.ranks", "deck.points.9"),
    "2 hand and stock": ("deal.packets",),
    "3 exchange card": ("actions.exchange.give.rank",),
    "4 exchange needs a trick": ("actions.exchange.when",),
    "5 announcing late": ("announcements.marriage.when",),
    "6 nobody claims": (
        "scoring.winner",
        "awards.unclaimed.points",
        "tricks.last_trick",
        "tricks.last_trick_if",
        "values.unclaimed",
    ),
    "7 state of the opponent when a closing is made": ("awards.closing_made.points",),
    "8 false claim": ("awards.false_claim.points", "values.false_claim_trickless"),
    "9 closer beaten by a claim": ("awards.closing_beaten.points", "values.closing_beaten"),
    "10 closing before the draw": ("actions.close.window", "stages.open.drawing", "actions.claim.window"),
    "11 exchange of the opponent at the closing": (
        "actions.exchange_at_close.act",
        "actions.exchange_at_close.window",
        "actions.exchange_at_close.give.rank",
        "actions.exchange_at_close.give.suit",
    ),
    "12 next dealer": ("deal.next_dealer",),
    "13 match": ("match.count", "match.start", "match.target"),
}
"""Switch -> its leaves, those included that only one of the games has."""

SHARED = (
    "deck.points.A",
    "deck.points.T",
    "deck.points.K",
    "deck.points.Q",
    "deck.points.J",
    "announcements.marriage.cards.ranks",
    "announcements.marriage.value.plain",
    "announcements.marriage.value.trump",
    "announcements.marriage.window",
    "announcements.marriage.lead",
    "announcements.marriage.credited",
    "announcements.marriage.per_turn",
    "values.goal",
    "actions.claim.true_if",
    "actions.claim.when",
    "actions.exchange.window",
    "actions.close.when",
    "values.half",
    "values.game",
    "values.schneider",
    "values.schwarz",
    "awards.claimed.points",
    "stages.open.duties",
    "stages.open.until",
    "stages.open.draw",
    "stages.strict.duties",
    "duties.follow.narrow",
    "duties.beat.what",
    "duties.trump.narrow",
    "awards.closing_failed.when",
    "awards.closing_failed.points",
    "values.closing_failed",
    "values.closing_failed_trickless",
    "scoring.awards",
)
"""What the comparison says the two games have in common."""


@cache
def column(ruleset: str) -> dict[str, Any]:
    """Every leaf of a ruleset's formal part: dotted path -> value (a list is one leaf)."""
    return dict(leaves(stichwerk.resolve_ruleset(ruleset)["rules"]))


def leaves(value: Mapping[str, Any], prefix: str = "") -> list[tuple[str, Any]]:
    """The leaves below a mapping with their dotted paths."""
    found: list[tuple[str, Any]] = []
    for key, part in value.items():
        found += leaves(part, f"{prefix}{key}.") if isinstance(part, Mapping) else [(f"{prefix}{key}", part)]
    return found


def two_columns() -> tuple[dict[str, Any], dict[str, Any]]:
    """Schnapsen and Sixty-Six."""
    return column("schnapsen"), column("sechsundsechzig")


def test_there_are_thirteen_switches() -> None:
    assert len(SWITCHES) == 13


@pytest.mark.parametrize("leaf", [leaf for named in SWITCHES.values() for leaf in named])
def test_every_leaf_of_a_switch_differs(leaf: str) -> None:
    schnapsen, sixty_six = two_columns()
    assert leaf in schnapsen or leaf in sixty_six
    assert schnapsen.get(leaf) != sixty_six.get(leaf)


def test_nothing_else_differs() -> None:
    schnapsen, sixty_six = two_columns()
    differing = {leaf for leaf in schnapsen.keys() | sixty_six.keys() if schnapsen.get(leaf) != sixty_six.get(leaf)}
    assert differing == {leaf for named in SWITCHES.values() for leaf in named}


@pytest.mark.parametrize("leaf", SHARED)
def test_what_is_shared_is_the_same(leaf: str) -> None:
    schnapsen, sixty_six = two_columns()
    assert schnapsen[leaf] == sixty_six[leaf]


@pytest.mark.parametrize("ruleset", ["schnapsen", "sechsundsechzig"])
@pytest.mark.parametrize("switch", SWITCHES)
def test_every_switch_has_clauses_of_its_own(ruleset: str, switch: str) -> None:
    """No clause serves two switches, so that a table can change one and leave the others alone."""
    resolved = stichwerk.resolve_ruleset(ruleset)
    setting = {
        name: {resolved["provenance"][leaf] for leaf in named if leaf in resolved["provenance"]}
        for name, named in SWITCHES.items()
    }
    others = set().union(*(clauses for name, clauses in setting.items() if name != switch))
    assert not setting[switch] & others
    texts = {clause["id"]: clause["text"] for clause in resolved["clauses"]}
    other_game = "sechsundsechzig" if ruleset == "schnapsen" else "schnapsen"
    there = {clause["id"]: clause["text"] for clause in stichwerk.resolve_ruleset(other_game)["clauses"]}
    for clause in setting[switch]:
        assert texts[clause] != there.get(clause)


def test_the_figures_of_the_two_games() -> None:
    """The thirteen switches with their figures, read from the rules."""
    schnapsen, sixty_six = two_columns()
    assert schnapsen["deck.ranks"] == ["A", "T", "K", "Q", "J"]
    assert sixty_six["deck.ranks"] == ["A", "T", "K", "Q", "J", "9"]
    assert [sum(packet.get("each", 0) for packet in game["deal.packets"]) for game in two_columns()] == [5, 6]
    assert [sum(packet.get("stock", 0) for packet in game["deal.packets"]) for game in two_columns()] == [9, 11]
    assert [game["actions.exchange.give.rank"] for game in two_columns()] == ["J", "9"]
    assert ["side.tricks > 0" in game["actions.exchange.when"] for game in two_columns()] == [False, True]
    assert ["closed" in game["announcements.marriage.when"] for game in two_columns()] == [False, True]
    assert [game.get("tricks.last_trick", 0) for game in two_columns()] == [0, 10]
    assert ["at_close" in game["awards.closing_made.points"] for game in two_columns()] == [True, False]
    assert ["side.tricks" in game["awards.false_claim.points"] for game in two_columns()] == [True, False]
    assert ["at_close" in game["awards.closing_beaten.points"] for game in two_columns()] == [True, False]
    assert ["before_draw" in game["actions.close.window"] for game in two_columns()] == [False, True]
    assert ["actions.exchange_at_close.act" in game for game in two_columns()] == [False, True]
    assert [game["deal.next_dealer"] for game in two_columns()] == ["next", "winner"]
    assert [(game["match.start"], game["match.target"]) for game in two_columns()] == [(7, 0), (0, 7)]
