"""Totals, series and the deal that is added to them: in units that are scored, of a match that is not over yet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stichwerk.match import Verdict, game_over, series_over
from stichwerk.questions import answer
from stichwerk.rules import Rules
from stichwerk_conformance.generate.possible.scores import announced_most, score

__all__ = ["by_points", "match", "sums", "totals", "unit"]

Given = Mapping[str, Any]
_STEP = 20  # announcements during play, and a prize for all tricks, are multiples of this


def unit(rules: Rules) -> int:
    """Whatever is written down in a match is a multiple of this."""
    rounding = rules.formal.get("rounding", {"what": "nothing"})
    return 1 if rounding["what"] == "nothing" else int(rounding["to"])


def by_points(rules: Rules) -> bool:
    """Does every side write down the points it has taken, so that each deal distributes the points of the pack?"""
    return "auction" not in rules.formal["flow"] and "winner" not in rules.formal["scoring"]


def sums(rules: Rules, deals: int) -> range:
    """What all sides together can have after so many deals in which each writes down its points."""
    base = deals * rules.scoring.total
    prize = rules.formal.get("values", {}).get("capote", 0)
    return range(base, base + deals * (announced_most(rules) + prize) + 1, _STEP)


def totals(rules: Rules, before: Given | None, played: int | None) -> str:
    """Why a match under way cannot stand like this; empty when nothing speaks against it. played: deals, if known."""
    if before is None:
        return "deals were played, but nobody has scored" if played and by_points(rules) else ""
    match, names = rules.formal["match"], rules.table.names
    start, sign = match.get("start", 0), -1 if match.get("count") == "down" else 1
    won = {name: sign * (before.get(name, start) - start) for name in names}
    if any(points % unit(rules) for points in won.values()):
        return f"points are written down in multiples of {unit(rules)}"
    if played == 0 and any(won.values()):
        return "before the first deal nobody has scored"
    if "auction" not in rules.formal["flow"] and any(points < 0 for points in won.values()):
        return "nobody loses points in this game"
    deals = [played] if played is not None else range(1000 if "deals" in match else 4)
    if by_points(rules) and not any(sum(won.values()) in sums(rules, count) for count in deals):
        return "all sides together have not won so many points"
    if match.get("winner") == "own_game":  # others may be past the target
        return ""
    after = {name: before.get(name, start) for name in names}
    # Sides that are level at the top play on; but where one side scores at a time the first to arrive has won.
    first = "winner" in rules.formal["scoring"] or match.get("count") == "down"
    over = game_over(rules, after, played or 0).over
    if not over and first and "deals" not in match:
        over = any(game_over(rules, {**dict.fromkeys(names, start), name: after[name]}, 0).over for name in names)
    return "the match was over" if over else ""


def match(rules: Rules, given: Given) -> str:
    """Why no match comes to this; empty when nothing speaks against it."""
    before, deal = given.get("before"), given["deal"]
    played = given.get("played")
    if played is None and "deals" in rules.formal["match"] and before:
        played = 0  # the number of deals matters here, and without it none was played
    return totals(rules, before, played) or _deal(rules, given, deal) or _series(rules, given)


def _deal(rules: Rules, given: Given, deal: Given) -> str:
    scores: dict[str, int] = {str(side): points for side, points in deal["scores"].items()}
    if any(points % unit(rules) for points in scores.values()):
        return f"a deal scores multiples of {unit(rules)}"
    if "winner" in rules.formal["scoring"]:
        scored = [side for side, points in scores.items() if points]
        if len(scored) > 1 or scored != list(map(str, deal.get("won", scored))):
            return "who wins a deal scores, and nobody else does"
    elif by_points(rules) and not any(entry.get("wins_match") for entry in rules.formal["awards"].values()):
        if sum(scores.values()) not in sums(rules, 1):
            return "the sides share the points of the pack"
    elif "declarer" in deal and (problem := _contract(rules, deal, scores)):
        return problem
    if "facts" in deal:
        if problem := score(rules, deal["facts"]):
            return problem
        if answer(rules, "scoring", "score_deal", deal["facts"])["scores"] != {**dict.fromkeys(scores, 0), **scores}:
            return "the facts of the deal give other scores"
    return ""


def _contract(rules: Rules, deal: Given, scores: Mapping[str, int]) -> str:
    """What a declarer gets: the bid or more, or what the contract is worth; nothing or less for a failure."""
    own = scores.get(rules.table.names[rules.table.side_of[deal["declarer"]]], 0)
    worths = {contract.worth for contract in rules.contracts.values() if contract.worth}
    least = rules.formal["auction"]["opening"]
    if deal.get("made") and own < least and own not in worths and not (own == 0 and worths):
        return "who makes a contract scores what was bid, or more"
    return "who fails gains nothing" if deal.get("made") is False and own > 0 else ""


def _series(rules: Rules, given: Given) -> str:
    """Games won and marks written so far: of a series that goes on, each game with its marks."""
    games, marks = given.get("games"), given.get("marks")
    if games is None or marks is None:
        return ""
    series, names = rules.formal["series"], rules.table.names
    if series_over(rules, games, marks, Verdict(False)).over:
        return "the series was over"
    mark = series.get("mark", 1)
    for name in names:
        lost = sum(games.get(other, 0) for other in names if other != name)
        if not lost * mark <= marks.get(name, 0) <= lost * series.get("shutout", mark):
            return "every game that is lost writes its mark"
    return ""
