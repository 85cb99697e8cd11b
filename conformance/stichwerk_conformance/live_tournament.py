"""Questions about tournaments drawn at random: tables, plans, rankings, and lists with and without a wrong figure."""

from __future__ import annotations

import itertools
from random import Random
from typing import Any

from stichwerk.questions import answer
from stichwerk.rules import Rules
from stichwerk.tournament import possible, simple_plan

__all__ = ["check_list", "drawn_list", "filled", "ranking", "seating", "tables"]

Given = dict[str, Any]

MOST_PLAYERS = 60
"""Larger tournaments are not drawn: the laws are the same, and a plan may take long."""


def tables(rules: Rules, rng: Random) -> Given | None:
    """Any number of players, too few too."""
    return {"players": rng.randint(1, MOST_PLAYERS)} if "tournament" in rules.formal else None


def ranking(rules: Rules, rng: Random) -> Given | None:
    """A few totals, some of them equal, from one list or several."""
    if "tournament" not in rules.formal:
        return None
    players = range(1, rng.randint(2, 8))
    lists = [{str(player): 10 * rng.randint(0, 4) for player in players} for _ in range(rng.randint(1, 3))]
    return {"totals": lists}


def seating(rules: Rules, rng: Random) -> Given | None:
    """A plan, now and then with two players exchanged, one sent to another table, or another first dealer."""
    if "tournament" not in rules.formal:
        return None
    players = rng.randint(3, 20)
    if not possible(players, rules):
        return None
    rounds: list[list[Given]] = [
        [{"players": list(seat.players)} for seat in seats]
        for seats in simple_plan(rules, players, rng, rounds=rng.randint(1, rules.formal["tournament"]["rounds"] + 1))
    ]
    one, other = (rng.choice(rng.choice(rounds))["players"] for _ in range(2))
    match rng.randrange(4):
        case 1:
            one[0], other[-1] = other[-1], one[0]
        case 2:
            other.append(one.pop())
        case 3:
            rng.choice(rng.choice(rounds))["dealer"] = one[-1]
    return {"players": players, "rounds": rounds}


def check_list(rules: Rules, rng: Random) -> Given | None:
    """A list, with or without results; now and then one figure in it is another."""
    if "tournament" not in rules.formal:
        return None
    sheet = drawn_list(rules, rng)
    if rng.randrange(2):
        sheet = filled(sheet, answer(rules, "tournament", "check_list", sheet)["results"])
        _spoil(rng.choice(sheet["deals"]), rng)
    return sheet


def _spoil(deal: Given, rng: Random) -> None:
    field = rng.choice(["", "melds", "tricks", "result", "total", "bid"])
    if field == "bid":
        deal["bid"] += rng.choice([-200, 5, 10])
    elif field:
        player = rng.choice(sorted(deal[field]))
        deal[field] = deal[field] | {player: deal[field][player] + rng.choice([-10, 5, 10, 100])}


def drawn_list(rules: Rules, rng: Random) -> Given:
    """A list of one table in which everything can be, without results."""
    players = rng.sample(range(1, MOST_PLAYERS + 1), rules.table.players)
    auction, total = rules.formal["auction"], rules.scoring.total
    deals = []
    for number in range(rng.randint(1, rules.formal["match"]["deals"])):
        active = [players[seat] for seat in rules.table.order(number % rules.table.players)]
        cuts = sorted(rng.randint(0, total) for _ in active[1:])
        shares = [high - low for low, high in itertools.pairwise([0, *cuts, total])]
        deals.append({
            "declarer": rng.choice(active),
            "bid": auction["opening"] + auction["step"] * rng.randint(0, 25),
            "melds": {str(player): 10 * rng.randint(0, 30) for player in active},
            "tricks": {str(player): share for player, share in zip(active, shares, strict=True)},
        })  # fmt: skip
        if not rng.randrange(6):
            deals[-1]["revoked"] = [rng.choice(active)]
    return {"players": players, "deals": deals}


def filled(sheet: Given, results: Any) -> Given:
    """The list with these results, and the totals that follow from them."""
    totals = {str(player): 0 for player in sheet["players"]}
    deals = []
    for deal, result in zip(sheet["deals"], results, strict=True):
        totals = {player: total + result[player] for player, total in totals.items()}
        deals.append({**deal, "result": dict(result), "total": totals})
    return {**sheet, "deals": deals}
