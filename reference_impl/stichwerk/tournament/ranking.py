"""The ranking of a tournament: totals over all lists, and places."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from stichwerk.tournament.tables import part

if TYPE_CHECKING:
    from stichwerk.rules import Rules

__all__ = ["Place", "rank", "total_of"]


class Place(NamedTuple):
    """A line of the ranking: the place from 1, the start number, the points over all rounds."""

    place: int
    player: int
    total: int


def total_of(lists: Iterable[Mapping[int, int]]) -> dict[int, int]:
    """The points of each player over all lists (start number -> points made in that list), by start number."""
    totals: dict[int, int] = {}
    for points in lists:
        for player, made in points.items():
            totals[player] = totals.get(player, 0) + made
    return dict(sorted(totals.items()))


def rank(rules: Rules, totals: Mapping[int, int]) -> list[Place]:
    """Who has which place with these totals over all rounds; equal totals share it, and stand by start number.

    `shared`: the places behind those who share one stay empty (1, 2, 2, 4). `dense`: they do not (1, 2, 2, 3).
    """
    how = part(rules)["ranking"]
    sign = -1 if how["order"] == "highest" else 1
    found: list[Place] = []
    for n, (player, total) in enumerate(sorted(totals.items(), key=lambda one: (sign * one[1], one[0])), start=1):
        if found and found[-1].total == total:
            place = found[-1].place
        elif how["ties"] == "dense":
            place = found[-1].place + 1 if found else 1
        else:
            place = n
        found.append(Place(place, player, total))
    return found
