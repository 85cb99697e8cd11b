"""Questions about the totals of a match: at the target, one short of it, past it, for one side or for both.

The deals that are added are deals that can be: answers about the score of a deal, asked before.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from random import Random
from typing import Any

from stichwerk.questions import answer
from stichwerk.rules import Rules

from .candidate import Candidate
from .points import claims, for_points
from .possible import impossible
from .possible.matches import by_points, sums, unit
from .scoring import with_contract

_MOST = 14
_BEFORE = ((-1, -5), (0, -5), (1, -5), (0, 0), (1, 2), (-1, -1), (-5, 0), (-5, -1), (-3, -4))
"""Where the first two sides end, in units from the target."""


def score_match(rules: Rules, rng: Random) -> Iterator[Candidate]:
    """Totals that end a match, miss its end by one, or reach it on both sides."""
    for deal, before, first in _deals(rules):
        for totals in _totals(rules, deal["scores"], before):
            topic = f"A match: {_words(rules, totals, deal['scores'])}"
            given: dict[str, Any] = {"before": totals, "deal": deal}
            if "deals" in rules.formal["match"]:
                for played in (rules.formal["match"]["deals"] - 2, rules.formal["match"]["deals"] - 1):
                    late = given | {"played": played}
                    yield Candidate("score_match", late, f"{topic}, deal {played + 1}")
                    yield Candidate("score_match", late | {"dealer": 0}, f"{topic}, deal {played + 1}, the next dealer")
                continue
            yield Candidate("score_match", given, topic)
            yield Candidate("score_match", given | {"dealer": 0}, f"{topic}, the next dealer")
            if "series" in rules.formal:
                yield from _series(rules, given, topic)
        if first:
            yield Candidate("score_match", {"deal": deal}, "The first deal of a match")


def _deals(rules: Rules) -> Iterator[tuple[dict[str, Any], Mapping[str, int], bool]]:
    """A few deals of every kind, as a match sees them, and the totals they were played at where that matters."""
    stakes = "stake" in rules.formal["match"]
    seen: set[str] = set()
    for build in (with_contract, for_points, claims):
        for one in build(rules, Random(0)):
            given = one.given
            if impossible(rules, one.ask, given):
                continue
            found = answer(rules, "scoring", "score_deal", given)
            if found.get("invalid") or (kind := _kind(rules, given, found, stakes=stakes)) in seen:
                continue
            seen.add(kind)
            if len(seen) > 3 * _MOST:
                return
            yield _as_deal(rules, given, found, stakes=stakes), given.get("totals", {}), len(seen) <= 2


def _kind(rules: Rules, given: Mapping[str, Any], found: Mapping[str, Any], *, stakes: bool) -> str:
    """Deals of one kind are the same to a match but for the points."""
    last = _last(rules, given)
    signs = [(points > 0) - (points < 0) for points in found["scores"].values()]
    award = list(found["awards"].values()) if stakes else None
    wins = found.get("wins_match")
    exact = list(found["scores"].values()) if "winner" in rules.formal["scoring"] else None
    return str((given.get("declarer"), found["made"], found.get("won"), wins, last, signs, award, exact))


def _last(rules: Rules, given: Mapping[str, Any]) -> int | None:
    """The seat that took the last trick, where a match looks at it."""
    match, names = rules.formal["match"], rules.table.names
    if match.get("tie") != "last_trick" and rules.formal["deal"]["next_dealer"] != "last_trick":
        return None
    side = given.get("last_trick")
    return rules.table.sides[names.index(side)][0] if isinstance(side, str) else side


def _as_deal(rules: Rules, given: Mapping[str, Any], found: Mapping[str, Any], *, stakes: bool) -> dict[str, Any]:
    deal: dict[str, Any] = {"scores": found["scores"]}
    if "declarer" in given:
        deal |= {"declarer": given["declarer"], "made": found["made"]}
    if "won" in found:
        deal["won"] = found["won"]
    if found.get("wins_match"):
        deal["wins_match"] = found["wins_match"]
    if (last := _last(rules, given)) is not None:
        deal["last_trick"] = last
    if stakes:
        deal["facts"] = dict(given)
    return deal


def _totals(rules: Rules, gains: Mapping[str, int], before: Mapping[str, int]) -> Iterator[dict[str, int]]:
    """Totals before the deal so that it brings the sides to, or around, the target."""
    if before:
        yield dict(before)
        return
    match, names = rules.formal["match"], rules.table.names
    target, sign, start = match.get("target", 1000), -1 if match.get("count") == "down" else 1, match.get("start", 0)
    untouched = -abs(target - start) // unit(rules)  # a side that has not scored at all may lose more
    for ends in (*_BEFORE, (0, untouched), (untouched, 0)) if "series" in rules.formal else _BEFORE:
        totals = {
            name: target + sign * unit(rules) * ends[n] - sign * gains[name] if n < 2 else start
            for n, name in enumerate(names)
        }
        if not by_points(rules):
            yield totals
            continue
        one, two = names
        for whole in sums(rules, 1):  # the side at the boundary is right, the other has the rest of an earlier deal
            yield {one: totals[one], two: whole - totals[one]}
            yield {one: whole - totals[two], two: totals[two]}


def _words(rules: Rules, before: Mapping[str, int], gains: Mapping[str, int]) -> str:
    """Where the first two sides stand after the deal."""
    match = rules.formal["match"]
    target, sign = match.get("target", 1000), -1 if match.get("count") == "down" else 1
    ends = [sign * (before[name] + sign * gains[name] - target) for name in rules.table.names[:2]]
    places = [_place(end, unit(rules)) for end in ends]
    return f"one side {places[0]}, the other {places[1]}"


def _place(end: int, least: int) -> str:
    if end >= 0:
        return "past the target" if end else "at the target"
    return "one short of the target" if end >= -least else "below the target"


def _series(rules: Rules, given: Mapping[str, Any], topic: str) -> Iterator[Candidate]:
    """The same in a series: with no game before, one before its end, and games won by both."""
    series, (one, two) = rules.formal["series"], rules.table.names
    last = max(series.get(key, 1) for key in ("games", "matches", "lose_at")) - 1
    marks = dict.fromkeys((series.get("mark", 1), series.get("shutout", series.get("mark", 1))))
    for (own, their), mark in product(
        dict.fromkeys(((0, 0), (last, 0), (0, last), (last, last), (1, last - 1))), marks
    ):
        if own < 0 or their < 0:
            continue
        more = {"games": {one: own, two: their}, "marks": {one: mark * their, two: mark * own}}
        yield Candidate("score_match", {**given, **more}, f"A series: {topic}, {own} and {their} games won before")
