"""Stored counts of move sequences: what is legal has not changed, for any ruleset."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import stichwerk
from stichwerk.counting import divide, perft
from stichwerk.deal import Deal
from stichwerk.library import shipped
from stichwerk.loader import load_yaml
from stichwerk.moves import Move

FOLDER = Path(__file__).parents[1] / "perft"
ENTRIES: list[dict[str, Any]] = [
    entry for path in sorted(FOLDER.glob("*.yaml")) for entry in load_yaml(path).value["perft"]
]


def start(entry: dict[str, Any]) -> Deal:
    deal = stichwerk.load(entry["ruleset"]).deal(entry["dealer"], entry["cards"])
    for move in entry["moves"]:
        deal = deal.apply(Move.from_json(move))
    return deal


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["ruleset"])
def test_the_sequences_are_as_many_as_they_were(entry: dict[str, Any]) -> None:
    deal = start(entry)
    split = {Move.from_json(one["move"]): one["count"] for one in entry["split"]}
    assert divide(deal, entry["depth"]) == split
    assert sum(split.values()) == entry["total"]
    assert perft(deal, entry["depth"]) == entry["total"]


def test_every_ruleset_has_its_counts() -> None:
    playable = {name for name in shipped().paths() if not shipped().header(name).get("abstract")}
    assert {entry["ruleset"] for entry in ENTRIES} == playable


def test_a_missing_duty_shows_in_the_counts() -> None:
    entry = next(entry for entry in ENTRIES if entry["ruleset"] == "binokel")
    rules = stichwerk.Rules(stichwerk.resolve_ruleset("binokel"))
    rules.tricks.duties.duties = [duty for duty in rules.tricks.duties.duties if duty[0] != "beat"]
    deal = rules.deal(entry["dealer"], entry["cards"])
    for move in entry["moves"]:
        deal = deal.apply(Move.from_json(move))
    assert perft(deal, entry["depth"]) > entry["total"]


def test_the_first_two_moves_counted_by_hand() -> None:
    # After the dealer's opponent has led, the follower may play each of his five cards or claim: six moves.
    entry = next(entry for entry in ENTRIES if entry["ruleset"] == "bummerl")
    deal = start(entry)
    for move in deal.legal_moves():
        if isinstance(move, Move) and move.kind == "play":
            assert perft(deal.apply(move), 1) == 6
