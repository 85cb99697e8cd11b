"""The one figure of a line that was probably mistyped: with another in its place all the rest of the line is right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import gcd
from typing import TYPE_CHECKING, Literal

from stichwerk.tournament.lists import score
from stichwerk.tournament.wrong import wrong_entry, wrong_result

if TYPE_CHECKING:
    from stichwerk.rules import Rules
    from stichwerk.tournament import Entry, Wrong

__all__ = ["Likely", "likely_melds", "likely_tricks"]

_TRIES = 4
"""A result that is reached at all is reached sooner: melds change it by themselves, or the contract once besides."""


@dataclass(frozen=True, slots=True)
class Likely:
    """player: whose; field: which figure; points: what probably should stand there; given: what does."""

    player: int
    field: Literal["melds", "tricks"]
    points: int
    given: int


def likely_tricks(rules: Rules, players: tuple[int, ...], entry: Entry, wrong: Wrong, dealer: int) -> Likely | None:
    """The only trick points with which the sum and the results of the line come out, if there are such."""
    found = []
    for player in _playing(rules, players, dealer):
        given = entry.tricks.get(player, 0)
        points = given + wrong.right - wrong.given
        tried = replace(entry, tricks={**entry.tricks, player: points})
        if _all_right(rules, players, wrong.line, tried, dealer):
            found.append(Likely(player, "tricks", points, given))
    return found[0] if len(found) == 1 else None


def likely_melds(rules: Rules, players: tuple[int, ...], line: int, entry: Entry, dealer: int) -> Likely | None:
    """The only melds with which the results of the line come out, if there are such."""
    found = []
    for player in _playing(rules, players, dealer):
        given = entry.melds.get(player, 0)
        for points in _melds(rules, players, entry, player, dealer):
            tried = replace(entry, melds={**entry.melds, player: points})
            if _all_right(rules, players, line, tried, dealer):
                found.append(Likely(player, "melds", points, given))
    return found[0] if len(found) == 1 else None


def _melds(rules: Rules, players: tuple[int, ...], entry: Entry, player: int, dealer: int) -> Iterator[int]:
    """Melds of a player that can give the result written, and their neighbours: if these do as well, none is likely.

    What is short of the result is put upon the melds; where that changes who has won the contract, once more.
    """
    points, tried = entry.melds.get(player, 0), set[int]()
    for _ in range(_TRIES):
        now = score(rules, players, replace(entry, melds={**entry.melds, player: points}), dealer)
        points = max(0, points + entry.result.get(player, 0) - now.scores[str(players.index(player))])
        tried |= {points}
    unit = _unit(rules)
    yield from sorted({one for points in tried for one in (points - unit, points, points + unit) if one >= 0})


def _unit(rules: Rules) -> int:
    """The smallest step between melds."""
    values = [entry["value"] for entry in rules.formal.get("melds", {}).values()]
    flat = [one for value in values for one in (value.values() if isinstance(value, dict) else (value,))]
    return gcd(*flat) or 1


def _playing(rules: Rules, players: tuple[int, ...], dealer: int) -> tuple[int, ...]:
    return tuple(player for player in players if player != dealer or not rules.table.pauses)


def _all_right(rules: Rules, players: tuple[int, ...], line: int, entry: Entry, dealer: int) -> bool:
    """Is nothing wrong in a line in which every result is written?"""
    if any(player not in entry.result for player in _playing(rules, players, dealer)):
        return False
    if wrong_entry(rules, players, line, entry, dealer) is not None:
        return False
    return wrong_result(rules, players, line, entry, score(rules, players, entry, dealer), dealer) is None
