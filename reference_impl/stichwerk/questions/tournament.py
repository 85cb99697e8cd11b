"""Questions about a tournament: its tables, its lists, its ranking, its seating."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from stichwerk import tournament

from .reading import Answer, Given

if TYPE_CHECKING:
    from stichwerk.rules import Rules


def tables(rules: Rules, given: Given) -> Answer:
    """How many tables of which size there are for so many players, or that there are none."""
    try:
        return {"tables": list(tournament.sizes(given["players"], rules))}
    except tournament.NoTablesError as error:
        return {"tables": None, "clause": error.clause}


def check_list(rules: Rules, given: Given) -> Answer:
    """The points and totals of a list of one table, or the first thing in it that is wrong."""
    reckoning = tournament.reckon(rules, tournament.list_from_json(given))
    if reckoning.wrong is not None:
        found = reckoning.wrong.to_json()
        beside = {key: found.pop(key) for key in ("given", "clause")}
        return {"wrong": found, **beside}
    return {
        "wrong": None,
        "results": [_keyed(points) for points in reckoning.results],
        "totals": _keyed(reckoning.totals),
        "played": _keyed(reckoning.played),
        "complete": reckoning.complete,
    }


def ranking(rules: Rules, given: Given) -> Answer:
    """The total of each player over all lists, and the places."""
    lists = [{int(player): points for player, points in one.items()} for one in given["totals"]]
    places = tournament.rank(rules, tournament.total_of(lists))
    return {
        "totals": {str(one.player): one.total for one in places},
        "places": {str(one.player): one.place for one in places},
    }


def seating(rules: Rules, given: Given) -> Answer:
    """Which laws a plan breaks, and how often players meet again."""
    judged = tournament.judge(rules, given["players"], _rounds(given["rounds"]))
    return {"broken": list(judged.broken), "repeats": judged.repeats, "most": judged.most}


def plan(rules: Rules, given: Given) -> Answer:
    """A plan for so many players that breaks no law; any will do."""
    try:
        rounds = tournament.simple_plan(rules, given["players"], Random(given["players"]), rounds=given.get("rounds"))
    except tournament.NoTablesError as error:
        return {"rounds": None, "clause": error.clause}
    return {"rounds": [[{"players": list(seat.players)} for seat in seats] for seats in rounds]}


def _rounds(given: Sequence[Sequence[Mapping[str, Any]]]) -> list[list[tournament.Seat]]:
    return [
        [tournament.Seat(tuple(one["players"]), one.get("dealer"), one.get("deals")) for one in seats]
        for seats in given
    ]


def _keyed(points: Mapping[int, int]) -> dict[str, int]:
    return {str(player): value for player, value in points.items()}
