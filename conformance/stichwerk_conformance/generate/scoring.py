"""Questions about the score of a deal that somebody undertook to make, at the boundaries of the contract."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from random import Random
from typing import Any

from stichwerk.contracts import Contract
from stichwerk.rules import Rules

from .candidate import Candidate
from .possible.scores import meld_values
from .possible.shares import can_share, values_of


def with_contract(rules: Rules, rng: Random) -> Iterator[Candidate]:
    """Deals that make a contract, or miss it, by one point; special contracts; deals that were broken off."""
    if "auction" not in rules.formal["flow"] or "melds" not in rules.formal:
        return
    bid = rules.formal["auction"]["opening"]
    last = rules.scoring.last_trick
    least = min(meld_values(rules))
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
            yield from _deal(rules, bid, own - last, 80, f"{name}: {topic}", name)
            yield from _deal(rules, bid, own - last, 200, f"{name}: {topic}, enough melds", name)
        yield from _deal(rules, bid, 0, 240, f"{name}: melds without a trick", name, tricks=0)
        yield from _deal(rules, bid, rules.deck.total, 0, f"{name}: all tricks for the declarer", name, tricks=-1)
        yield from _deal(rules, bid, rules.deck.total - 10, 0, f"{name}: all tricks but one", name, tricks=-2)
        yield from _deal(rules, bid, 0, 0, f"{name}: a trick without a point", name, tricks=1)
        yield from _deal(rules, bid, 3, 0, f"{name}: a trick with points", name, tricks=1)
        most = rules.scoring.total // 10 * 10
        for high in (most, most + 10):
            yield from _deal(
                rules, high, rules.deck.total, least, f"{name}: a bid of {high}, hardly to be reached", name, tricks=-1
            )
            yield from _deal(
                rules, high, rules.deck.total, 0, f"{name}: a bid of {high} without melds", name, tricks=-1
            )
        yield from _deal(rules, bid, 60, 90, f"{name}: a bid between two steps", name, odd=True)
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
) -> Iterator[Candidate]:
    """A deal in which the declarer's tricks and discards count so much; none where the cards cannot be shared so.

    tricks: how many the declarer takes, from the end when negative; odd: the bid lies between two steps.
    """
    seats, more = _seats(rules)
    contract = rules.contracts[game]
    given: dict[str, Any] = {"declarer": 0, "bid": bid + (5 if odd else 0), **more}
    if game != next(iter(rules.contracts)):
        given["game"] = game
    count = rules.tricks_in_deal
    taken = None if tricks is None else tricks if tricks >= 0 else count + 1 + tricks
    found = _shared_out(rules, contract, min(max(own, 0), rules.deck.total), taken)
    if found is None:
        return
    aside, got, cards = found
    if aside:
        given["untouched" if contract.window == "before_widow" else "discards"] = aside
    own_melds, others = {"none": (0, 0), "opponents": (0, 40)}.get(contract.melds, (melds, 40))
    given["melds"] = {str(seat): others if seat else own_melds for seat in seats}
    given |= {"tricks": _by_seat(seats, got), "cards": _by_seat(seats, cards)}
    given["last_trick"] = 0 if got[0] else seats[max(n for n, tricks in enumerate(got) if tricks)]
    yield Candidate("score_deal", given, topic)


def _by_seat(seats: list[int], figures: list[int]) -> dict[str, int]:
    return {str(seat): figure for seat, figure in zip(seats, figures, strict=True)}


def _shared_out(
    rules: Rules, contract: Contract, own: int, taken: int | None
) -> tuple[int, list[int], list[int]] | None:
    """What lies aside, and the tricks and card points of each seat from the declarer on, of one whole pack."""
    values, total, count = values_of(rules), rules.deck.total, rules.tricks_in_deal
    seats = len(_seats(rules)[0])
    widow = sum(packet.get("widow", 0) for packet in rules.formal["deal"]["packets"])
    from_hand = contract.window == "before_widow"
    # Four points aside, and the first opponent with 34: whoever rounds the wrong figure is found out.
    for aside in (*((4, 0) if own > 4 and not from_hand else (0, 4)), *range(5, 41)) if widow else (0,):
        mine = own if from_hand or own < aside else own - aside
        if widow and not can_share(values, ((widow, aside),)):
            continue
        for first in (taken,) if taken is not None else (5, *range(6, count), *range(4, 0, -1)):
            if not can_share(values, ((first * seats, mine),)):
                continue
            for parts in _split(count - first, total - mine - aside, seats - 1):
                got, cards = [first, *(n for n, _ in parts)], [mine, *(points for _, points in parts)]
                if any(points and not n for n, points in zip(got, cards, strict=True)):
                    continue
                piles = [(n * seats, points) for n, points in zip(got, cards, strict=True)]
                if can_share(values, (*piles, (widow, aside)) if widow else tuple(piles)):
                    return aside, got, cards
    return None


def _split(tricks: int, points: int, seats: int) -> Iterator[list[tuple[int, int]]]:
    """Ways to share tricks and points among the opponents: a few with 34, the last with the rest."""
    if seats == 1:
        yield [(tricks, points)]
        return
    for count in (*range(1, min(3, tricks) + 1), 0):
        for share in dict.fromkeys((min(points, 34), min(points, 24), 0)) if count else (0,):
            yield from ([(count, share), *rest] for rest in _split(tricks - count, points - share, seats - 1))
