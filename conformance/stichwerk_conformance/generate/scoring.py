"""Questions about the score of a deal and of a match, at their boundaries."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from random import Random
from typing import Any

from stichwerk.rules import Rules

from .candidate import Candidate


def score_deal(rules: Rules, rng: Random) -> Iterator[Candidate]:
    """Deals at the boundaries of what their rules look at."""
    yield from _with_contract(rules) if "auction" in rules.formal["flow"] else _for_points(rules)


def _with_contract(rules: Rules) -> Iterator[Candidate]:
    if "melds" not in rules.formal:
        yield from _claims(rules)
        return
    bid = rules.formal["auction"]["opening"]
    last = rules.scoring.last_trick
    for name, contract in rules.contracts.items():
        lines = {
            "trick points ending in 4": 14, "trick points ending in 5": 15, "trick points ending in 6": 16,
            "the contract missed by one": bid - 81, "the contract just made": bid - 80,
            "one point above the contract": bid - 79,
        }  # fmt: skip
        if not contract.played:
            yield from _ended(rules, bid, {"end": "conceded"}, "A game conceded")
            continue
        for (topic, points), offset in product(lines.items(), (0, 5)):
            own = max(points, 0) + offset if "ending" in topic else points
            yield _deal(rules, bid, own - last, 80, f"{name}: {topic}", name)
            yield _deal(rules, bid, own - last, 200, f"{name}: {topic}, enough melds", name)
        yield _deal(rules, bid, 0, 240, f"{name}: melds without a trick", name, tricks=0)
        yield _deal(rules, bid, rules.deck.total, 0, f"{name}: all tricks for the declarer", name, tricks=-1)
        yield _deal(rules, bid, rules.deck.total - 10, 0, f"{name}: all tricks but one", name, tricks=-2)
        yield _deal(rules, bid, 0, 0, f"{name}: a trick without a point", name, tricks=1)
        yield _deal(rules, bid, 3, 0, f"{name}: a trick with points", name, tricks=1)
        most = rules.scoring.total // 10 * 10
        for high in (most, most + 10):
            yield _deal(
                rules, high, rules.deck.total, 10, f"{name}: a bid of {high}, hardly to be reached", name, tricks=-1
            )
            yield _deal(rules, high, rules.deck.total, 0, f"{name}: a bid of {high} without melds", name, tricks=-1)
        yield _deal(rules, bid, 60, 90, f"{name}: a bid between two steps", name, odd=True)
    partner = next((s for s in range(rules.table.players) if s and rules.table.side_of[s] == 0), 1)
    for seat in (0, 1, partner):
        yield from _ended(rules, bid, {"end": "revoke", "revoker": seat}, f"A revoke by seat {seat}")
    yield from _ended(rules, bid, {"end": "misdiscard"}, "A wrong discard")


def _seats(rules: Rules) -> tuple[list[int], dict[str, Any]]:
    """The seats that play when the last seat deals, from the declarer, and what must be said of the dealer."""
    dealer = rules.table.players - 1
    seats = sorted(rules.table.order(dealer))
    return seats, {"dealer": dealer} if rules.table.pauses else {}


def _ended(rules: Rules, bid: int, end: Mapping[str, Any], topic: str) -> Iterator[Candidate]:
    seats, more = _seats(rules)
    melds = {str(seat): 20 * (n + 1) for n, seat in enumerate(seats)}
    yield Candidate("score_deal", {**end, **more, "declarer": 0, "bid": bid, "melds": melds}, topic)
    nothing = dict.fromkeys(melds, 0)
    yield Candidate("score_deal", {**end, **more, "declarer": 0, "bid": bid, "melds": nothing}, topic + ", no melds")


def _deal(
    rules: Rules, bid: int, own: int, melds: int, topic: str, game: str, *, tricks: int | None = None, odd: bool = False
) -> Candidate:
    seats, more = _seats(rules)
    count = rules.tricks_in_deal
    taken = 5 if tricks is None else tricks if tricks >= 0 else count + 1 + tricks
    own = min(max(own, 0), rules.deck.total)
    given: dict[str, Any] = {"declarer": 0, "bid": bid + (5 if odd else 0), **more}
    if game != next(iter(rules.contracts)):
        given["game"] = game
    contract = rules.contracts[game]
    widow = any("widow" in packet for packet in rules.formal["deal"]["packets"])
    discards = 4 if widow and rules.discard is not None and contract.discard and own > 4 else 0
    rest, others = rules.deck.total - own, count - taken
    cards, got = {0: own - discards}, {0: taken}
    for n, seat in enumerate(seats[1:]):
        final = n == len(seats) - 2
        share = 0 if not final and others < 2 else rest if final else min(rest, 34)
        part = others if final else min(1 if share else 0, others)
        cards[seat], got[seat] = share, part
        rest, others = rest - share, others - part
    if not any(got[s] for s in seats[1:]):
        cards[0] += sum(cards[s] for s in seats[1:])
        cards.update(dict.fromkeys(seats[1:], 0))
    if discards:
        given["discards"] = discards
    given["melds"] = {str(s): melds if s == 0 else 40 for s in seats}
    given |= {"tricks": {str(s): got[s] for s in seats}, "cards": {str(s): cards[s] for s in seats}}
    given["last_trick"] = 0 if taken else seats[-1]
    return Candidate("score_deal", given, topic)


def _claims(rules: Rules) -> Iterator[Candidate]:
    """A declarer who has to claim, with one point too few and with enough."""
    goal = rules.formal.get("values", {}).get("goal", rules.deck.total // 2 + 1)
    bids = range(rules.formal["auction"]["opening"], rules.formal["auction"].get("highest", 3) + 1)
    nothing = {str(seat): 0 for seat in range(rules.table.players)}
    for bid, (topic, points), shown in product(
        bids, (("one point short", goal - 1), ("the goal exactly", goal)), (0, 20, 40)
    ):
        given = {
            "declarer": 0, "bid": bid, "melds": nothing, "tricks": nothing | {"0": 3, "1": 1},
            "cards": nothing | {"0": points - shown, "1": 10}, "announced": nothing | {"0": shown},
        }  # fmt: skip
        yield Candidate("score_deal", given | {"end": "claim", "by": 0}, f"A claim with {topic}")
        yield Candidate("score_deal", given | {"end": "cards_out", "last_trick": 0}, f"No claim, {topic}")


def _for_points(rules: Rules) -> Iterator[Candidate]:
    """Every way to end a deal for points, around the goal, half of it, and equality."""
    values = rules.formal.get("values", {})
    goal = values.get("goal", rules.formal["match"].get("target", 66))
    half = values.get("half", goal // 2)
    total = rules.scoring.total
    one, two = rules.table.names[:2]
    spots = {
        "the goal missed by one": (goal - 1, 20), "the goal exactly": (goal, 20), "half the goal": (goal, half),
        "one below half": (goal, half - 1), "equal points": (total // 2, total // 2), "no points": (goal, 0),
        "all points": (total, 0), "both at the goal": (goal, goal), "one above the goal": (goal + 1, half),
    }  # fmt: skip
    acts = {entry["act"] for entry in rules.formal.get("actions", {}).values()}
    ends = [("", {}), *[(f"claimed by {side}", {"end": "claim", "by": side}) for side in (one, two) if "claim" in acts]]
    closings: list[tuple[str, dict[str, Any]]] = [("", {})]
    if "close" in acts:
        for side in (one, two):
            closings += [
                (f"closed by {side}", {"closed_by": side, "at_close": {one: [20, 1], two: [half - 1, 1]}}),
                (f"closed by {side} before a trick", {"closed_by": side, "at_close": {one: [0, 0], two: [half, 0]}}),
            ]
    half_tricks = rules.tricks_in_deal // 2
    for (topic, (own, their)), end, closing in product(spots.items(), ends, closings):
        base: dict[str, Any] = {
            "points": {one: own, two: their},
            "tricks": {one: half_tricks, two: half_tricks if their else 0},
            "last_trick": one,
            **end[1],
            **closing[1],
        }
        name = ", ".join(word for word in (f"A deal with {topic}", end[0], closing[0]) if word)
        yield Candidate("score_deal", base, name)
        apart = {key: value for key, value in base.items() if key != "points"}
        apart |= {"cards": {one: max(own - 40, 0), two: their}, "announced": {one: min(own, 40), two: 0}}
        yield Candidate("score_deal", apart, name + ", a part of it announced")
        yield Candidate("score_deal", base | {"last_trick": two}, name + ", the last trick to the other side")
        if not end[0] and not closing[0]:
            yield Candidate("score_deal", base | {"all_strict": one}, name + ", every strict trick to one side")
        target = rules.formal["match"].get("target", goal)
        for before in (target - own, target - own - 1):
            totals = {"totals": {one: max(before, 0), two: 5}, "played": 1}
            yield Candidate("score_deal", base | totals, name + ", with totals from an earlier deal")


def score_match(rules: Rules, rng: Random) -> Iterator[Candidate]:
    """Totals that end a match, miss its end by one, or reach it on both sides."""
    match = rules.formal["match"]
    target, down = match.get("target", 100), match.get("count") == "down"
    names = rules.table.names
    sign = -1 if down else 1
    step = 1 if target < 50 else 10
    start = match.get("start", 0)
    seat_of = rules.table.sides
    extra: list[dict[str, Any]] = [{}]
    if "auction" in rules.formal["flow"]:
        extra = [{"declarer": seat_of[side][0], "made": made} for side in (0, 1) for made in (True, False)]
    elif match.get("tie") == "last_trick" or rules.formal["deal"]["next_dealer"] == "last_trick":
        extra = [{"last_trick": seat_of[side][0]} for side in (0, 1)]
    lines = {
        "one side one short of the target": (-1, -5), "one side at the target": (0, -5),
        "one side past the target": (1, -5), "both sides at the target": (0, 0),
        "both sides past, one further": (step, 2 * step), "both sides one short": (-1, -1),
        "the other side at the target": (-5, 0), "half way": (-3, -4),
    }  # fmt: skip
    for (topic, (own, their)), more in product(lines.items(), extra):
        gains = {name: (1 if down else 2 * step) if n < 2 else 0 for n, name in enumerate(names)}
        goals = {names[0]: target + sign * own, names[1]: target + sign * their}
        before = {name: goals.get(name, start) - sign * gains[name] for name in names}
        deal: dict[str, Any] = {"scores": gains, **more}
        if "winner" in rules.formal["scoring"]:
            deal["won"] = [names[0]]
        given: dict[str, Any] = {"before": before, "deal": deal}
        yield Candidate("score_match", given, f"A match: {topic}")
        yield Candidate("score_match", given | {"dealer": 0}, f"A match: {topic}, the next dealer")
        if "deals" in match:
            for played in (match["deals"] - 2, match["deals"] - 1):
                yield Candidate("score_match", given | {"played": played}, f"A match: {topic}, deal {played + 1}")
        if any(entry.get("wins_match") for entry in rules.formal["awards"].values()):
            at_once = {**deal, "wins_match": [names[1]]}
            yield Candidate("score_match", given | {"deal": at_once}, f"A match: {topic}, won at once by the other")
        if "series" in rules.formal:
            yield from _series(rules, given, topic)
    if "stake" in match:
        yield from _stakes(rules, target, sign)
    loser = dict.fromkeys(names, start)
    gains = {name: abs(target - start) if n == 0 else 0 for n, name in enumerate(names)}
    given = {"before": loser, "deal": {"scores": gains, "won": [names[0]]}}
    if "series" in rules.formal:
        yield from _series(rules, given, "a game to nothing")


def _stakes(rules: Rules, target: int, sign: int) -> Iterator[Candidate]:
    """Games for money that end with a plain, a double and a triple deal."""
    one, two = rules.table.names[:2]
    base: dict[str, Any] = {"points": {one: 70, two: 20}, "tricks": {one: 5, two: 2}, "last_trick": one}
    deals: dict[str, dict[str, Any]] = {
        "a plain deal": base | {"points": {one: 70, two: 40}},
        "a double deal": base,
        "a deal without a trick for the loser": base | {"points": {one: 90, two: 0}, "tricks": {one: 8, two: 0}},
        "every strict trick": base | {"all_strict": one},
    }
    for topic, facts in deals.items():
        before = {one: target - sign, two: target - 5 * sign}
        deal = {"scores": {one: 1}, "won": [one], "facts": facts}
        yield Candidate("score_match", {"before": before, "deal": deal}, f"A stake won by {topic}")


def _series(rules: Rules, given: Mapping[str, Any], topic: str) -> Iterator[Candidate]:
    series, names = rules.formal["series"], rules.table.names
    last = max(series.get(key, 1) for key in ("games", "matches", "lose_at"))
    for games, marks in ((0, 0), (last - 1, last - 1), (last, last - 2)):
        more: dict[str, Any] = {
            "games": {names[0]: games, names[1]: 0},
            "marks": {names[0]: 0, names[1]: max(marks, 0)},
        }
        yield Candidate("score_match", {**given, **more}, f"A series: {topic}, {games} games won before")
