"""Questions about tournaments: players that tables can just seat, lists with one wrong figure, equal totals, plans."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from stichwerk.questions import answer
from stichwerk.rules import Rules
from stichwerk.tournament import possible, simple_plan
from stichwerk_conformance.live_tournament import filled

from .candidate import Candidate

_LINES = 3
"""So many deals of a list show that totals run on."""

Given = dict[str, Any]


def tables(rules: Rules, rng: Random) -> Iterator[Candidate]:
    """Every number of players from one to where both sizes of tables have been needed in every way."""
    if (sizes := _sizes(rules)) is None:
        return
    for players in range(1, sizes[0] * sizes[-1] + 1):
        topic = "A number of players for the tables" if possible(players, rules) else "Players whom no tables seat"
        yield Candidate("tables", {"players": players}, topic)


def rankings(rules: Rules, rng: Random) -> Iterator[Candidate]:
    """Totals of one list and of several, all different, and equal ones at the top, in the middle and below zero."""
    if _sizes(rules) is None:
        return
    for first, topic in (
        ([300, 200, 100], "different totals"),
        ([300, 300, 100], "two share the first place"),
        ([300, 200, 200, 100], "two share a place in the middle"),
        ([0, -10, -10, -20], "two share a place with nothing won"),
    ):
        one = _keyed(range(1, len(first) + 1), first)
        yield Candidate("ranking", {"totals": [one]}, f"A ranking: {topic}")
        turned = _keyed(range(1, len(first) + 1), [*first[1:], first[0]])
        yield Candidate("ranking", {"totals": [one, turned]}, f"A ranking over two lists: {topic} in the first")


def seatings(rules: Rules, rng: Random) -> Iterator[Candidate]:
    """Plans that are good, and plans that are wrong in one thing."""
    if (sizes := _sizes(rules)) is None:
        return
    for players in dict.fromkeys((2 * sizes[0], sizes[0] + sizes[-1], 3 * sizes[0])):
        plan: list[list[Given]] = [
            [{"players": list(seat.players)} for seat in seats] for seats in simple_plan(rules, players, rng)
        ]
        for rounds, topic in _plans(plan):
            yield Candidate("seating", {"players": players, "rounds": rounds}, f"A plan: {topic}")


def _plans(plan: list[list[Given]]) -> Iterator[tuple[list[list[Given]], str]]:
    *earlier, last = plan
    first, second, *others = last
    yield plan, "as it should be"
    yield earlier, "one round is missing"
    yield [*plan, last], "one round too many"
    yield [earlier[0]] * len(plan), "every round like the first"
    dealt = {**first, "dealer": first["players"][-1]}
    yield [*earlier, [dealt, second, *others]], "the last named deals first"
    twice = {"players": [*second["players"][:-1], first["players"][0]]}
    yield [*earlier, [first, twice, *others]], "one player sits at two tables"
    fewer, more = {"players": first["players"][1:]}, {"players": [*second["players"], first["players"][0]]}
    yield [*earlier, [fewer, more, *others]], "one player has gone to another table"
    yield [*earlier, [{**first, "deals": 1}, second, *others]], "one table plays one deal"


def lists(rules: Rules, rng: Random) -> Iterator[Candidate]:
    """Lists without results, with right ones, and with one wrong figure."""
    if _sizes(rules) is None:
        return
    players = list(range(rules.table.players + 1, 1, -1))  # start numbers are not seats
    lines = list(_lines(rules, players, dealer=0))
    for number, (line, topic) in enumerate(lines):
        single: Given = {"players": players, "deals": [line]}
        yield Candidate("check_list", single, f"A list: {topic}")
        if number == 0:
            results = answer(rules, "tournament", "check_list", single)["results"]
            yield from _with_one_wrong(rules, filled(single, results))
    sheet: Given = {"players": players, "deals": list(_one_after_the_other(rules, players))}
    right = filled(sheet, answer(rules, "tournament", "check_list", sheet)["results"])
    yield Candidate("check_list", right, "A list with running totals")
    before: Given = {"round": 2, "before": _keyed(players, range(100, 100 * len(players) + 1, 100))}
    yield Candidate("check_list", {**right, **before}, "A list with running totals, of a later round")
    carried = {player: total + before["before"][player] for player, total in right["deals"][0]["total"].items()}
    wrong = [{**right["deals"][0], "total": carried}, *right["deals"][1:]]
    yield Candidate("check_list", {**right, **before, "deals": wrong}, "A list that begins with the totals before")
    for place, player in enumerate(players):
        dealt = [{**sheet["deals"][0], "dealer": player}, *sheet["deals"][1:]]
        yield Candidate("check_list", {**sheet, "deals": dealt}, f"A list: number {place + 1} of the table deals first")


def _one_after_the_other(rules: Rules, players: Sequence[int]) -> Iterator[Given]:
    """The first of the lines as dealt by the first player, the second by the next one, and so on."""
    dealer = 0
    for number in range(_LINES):
        yield next(line for line, _ in itertools.islice(_lines(rules, players, dealer), number, None))
        dealer = rules.next_dealer(dealer)


def _lines(rules: Rules, players: Sequence[int], dealer: int) -> Iterator[tuple[Given, str]]:
    """Lines at the boundary of a game made, and beside what may be written."""
    auction, total = rules.formal["auction"], rules.scoring.total
    active = [players[seat] for seat in rules.table.order(dealer)]
    declarer, other, *rest = active
    bid = auction["opening"] + auction["step"] * 5
    for short, topic in ((0, "a game just made"), (1, "a game missed by one"), (10, "a game missed by ten")):
        own = bid - short
        melds = max(own - total + 20, 10) // 10 * 10
        tricks = {declarer: own - melds, other: total - (own - melds) - 13 * len(rest)} | dict.fromkeys(rest, 13)
        yield _line(declarer, bid, {declarer: melds, other: 20}, tricks), topic
    tricks = {declarer: total // 2, other: total - total // 2}
    melds = dict.fromkeys(active, 40)
    yield _line(declarer, bid, {**melds, declarer: bid}, tricks), "melds of a player without a trick"
    for revoker in (declarer, other):
        line = {**_line(declarer, bid, {**melds, declarer: bid}, tricks), "revoked": [revoker]}
        yield line, "the declarer revoked" if revoker == declarer else "an opponent revoked"
    yield _line(declarer, total + 50, {declarer: 50}, {declarer: total}), "every trick, and the bid just reached"
    yield _line(declarer, total + 50, {declarer: 60}, {declarer: total}), "every trick, and more than the bid"
    yield _line(declarer, bid, melds, {**tricks, other: tricks[other] - 10}), "trick points that do not add up"
    yield _line(declarer, auction["opening"] - auction["step"], melds, tricks), "a bid below the opening"
    yield _line(declarer, auction["opening"] + 1, melds, tricks), "a bid between two steps"


def _line(declarer: int, bid: int, melds: Mapping[int, int], tricks: Mapping[int, int]) -> Given:
    return {"declarer": declarer, "bid": bid, "melds": _text(melds), "tricks": _text(tricks)}


def _with_one_wrong(rules: Rules, right: Given) -> Iterator[Candidate]:
    line = right["deals"][0]
    yield Candidate("check_list", right, "A list with its results")
    for field, off in itertools.product(("result", "total"), (-10, 1)):
        for player in right["players"][:2]:
            figures = line[field] | {str(player): line[field][str(player)] + off}
            yield Candidate("check_list", {**right, "deals": [{**line, field: figures}]}, f"A list: a wrong {field}")


def _sizes(rules: Rules) -> tuple[int, ...] | None:
    """The sizes of the tables, None where the rules say nothing about tournaments."""
    if "tournament" not in rules.formal:
        return None
    return tuple(rules.formal["tournament"]["tables"].values())


def _keyed(players: Sequence[int], figures: Sequence[int]) -> dict[str, int]:
    return {str(player): figure for player, figure in zip(players, figures, strict=True)}


def _text(figures: Mapping[int, int]) -> dict[str, int]:
    return {str(player): figure for player, figure in figures.items()}
