"""Questions about a deal after some moves: what a seat sees of it, and how many ways it can go on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stichwerk.counting import divide, perft
from stichwerk.errors import IllegalMove
from stichwerk.moves import Move
from stichwerk.view import view as sight

from .reading import Answer, Given, by_side, seat_of

if TYPE_CHECKING:
    from stichwerk.deal import Deal
    from stichwerk.rules import Rules

DEEPEST_COUNT = 12
"""Sequences of more moves than this are not counted: there are too many."""


def view(rules: Rules, given: Given) -> Answer:
    """What a seat sees of a deal after its moves, or the first move that is not allowed."""
    seat = seat_of(rules, given, "seat")
    position = _played(rules, given)
    return {"refused": position} if isinstance(position, int) else sight(position, seat)


def count(rules: Rules, given: Given) -> Answer:
    """How many sequences of `depth` moves there are from a position, and how many begin with each move."""
    depth = given["depth"]
    if type(depth) is not int or not 0 <= depth <= DEEPEST_COUNT:
        raise ValueError(f"depth: a number from 0 to {DEEPEST_COUNT} was expected, found {depth!r}")
    position = _played(rules, given)
    if isinstance(position, int):
        return {"refused": position}
    split = divide(position, depth) if depth else {}
    return {
        "total": sum(split.values()) or perft(position, depth),
        "split": [{"move": move.to_json(), "count": number} for move, number in split.items()],
    }


def _played(rules: Rules, given: Given) -> Deal | int:
    """The deal after its moves, or the index of the first that is not allowed."""
    totals = by_side(rules, given.get("totals", {}))
    position = rules.deal(given["dealer"], given["cards"], totals=totals, played=given.get("played", 0))
    for index, entry in enumerate(given["moves"]):
        try:
            position = position.apply(Move.from_json(entry))
        except IllegalMove:
            return index
    return position
