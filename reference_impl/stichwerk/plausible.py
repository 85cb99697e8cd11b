"""Figures that cannot be: the facts of a deal held against the deck, the auction and the contract."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .facts import Facts
    from .rules import Rules


def check(rules: Rules, facts: Facts) -> str:
    """What cannot be right about the facts; empty when they can be."""
    figures = (*facts.melds, *facts.tricks, *facts.cards, facts.discards, facts.untouched)
    if negative := [figure for figure in figures if figure < 0]:
        return f"a figure is negative: {negative[0]}"
    if facts.declarer is None:
        return _check_tricks(rules, facts)
    return _check_bid(rules, facts) or _check_idle(facts) or _check_cards(rules, facts)


def _check_tricks(rules: Rules, facts: Facts) -> str:
    if (tricks := sum(facts.tricks)) > rules.tricks_in_deal:
        return f"{tricks} tricks were taken, but a deal has at most {rules.tricks_in_deal}"
    if any(cards > announced and not taken for cards, announced, taken in _by_side(rules, facts)):
        return "a side without a trick has card points"
    return ""


def _by_side(rules: Rules, facts: Facts) -> list[tuple[int, int, int]]:
    """For each side its points, the most that announcements can be of them, and its tricks."""
    most = sum(
        max(entry["value"].values()) if isinstance(entry["value"], dict) else entry["value"]
        for entry in rules.formal.get("announcements", {}).values()
    ) * len(rules.deck.suits)
    return [
        (sum(facts.cards[seat] for seat in side), most, sum(facts.tricks[seat] for seat in side))
        for side in rules.table.sides
    ]


def _check_bid(rules: Rules, facts: Facts) -> str:
    auction = rules.formal["auction"]
    opening, step = auction["opening"], auction["step"]
    if facts.bid < opening or (facts.bid - opening) % step:
        return f"nobody can have bid {facts.bid}: the first bid is {opening}, and bids go up by {step}"
    return ""


def _check_idle(facts: Facts) -> str:
    seat = facts.idle
    if seat is None:
        return ""
    if seat == facts.declarer or facts.melds[seat] or facts.tricks[seat] or facts.cards[seat]:
        return f"seat {seat} sits out this deal"
    return ""


def _check_cards(rules: Rules, facts: Facts) -> str:
    contract = rules.contracts[facts.contract]
    if facts.misdiscarded or rules.scoring.broken_off(facts) or not contract.played:
        return ""
    widow = any("widow" in packet for packet in rules.formal["deal"]["packets"])
    from_hand = contract.window == "before_widow"
    if facts.discards and not (widow and rules.discard is not None and contract.discard):
        return f"nothing is discarded here, but the discards hold {facts.discards} card points"
    if facts.untouched and not (widow and from_hand):
        return f"no widow is left untouched here, but it holds {facts.untouched} card points"
    tricks, points = sum(facts.tricks), sum(facts.cards) + facts.discards + facts.untouched
    if facts.claimer is not None or any("dead" in packet for packet in rules.formal["deal"]["packets"]):
        # A claim ends a deal early, and dead cards count for nobody: only too much is wrong.
        return _check_tricks(rules, facts)
    if tricks != rules.tricks_in_deal:
        return f"{tricks} tricks were taken, but a deal has {rules.tricks_in_deal}"
    if points != rules.deck.total:
        return f"the cards add up to {points}, but the deck has {rules.deck.total}"
    if facts.last_trick is None or not facts.tricks[facts.last_trick]:
        return "whoever took the last trick has taken a trick"
    if any(cards and not taken for cards, taken in zip(facts.cards, facts.tricks, strict=True)):
        return "a seat without a trick has card points"
    return ""
