"""Hands and single tricks: no more cards than there are, and no more than a hand holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from stichwerk.rules import Rules

__all__ = ["called", "discarded", "handed", "melded", "too_many", "trick"]

Given = Mapping[str, Any]


def too_many(rules: Rules, *piles: Iterable[str]) -> str:
    """Cards that lie in these piles more often than the pack has them."""
    for card, count in Counter(card for pile in piles for card in pile).items():
        if card in rules.deck.index and count > rules.deck.copies:
            return f"{card} is there {count} times"
    return ""


def handed(rules: Rules, given: Given) -> str:
    """A hand against a trick: it is no larger than a hand, and still whole while cards are drawn."""
    hand, most = given["hand"], rules.hand_size
    if len(hand) > most:
        return f"a hand holds {most} cards at most"
    stage = given.get("stage", rules.formal["tricks"]["stages"][-1])
    if "draw" in rules.formal["stages"].get(stage, {}) and len(hand) != most:
        return f"while cards are drawn a hand holds {most} cards before it plays"
    return too_many(rules, hand, given["trick"])


def trick(rules: Rules, given: Given) -> str:
    """A whole trick."""
    return too_many(rules, given["trick"])


def melded(rules: Rules, given: Given) -> str:
    """A hand, or a part of one, in which melds are looked for; the declarer's may hold the widow."""
    cards = given.get("hand", given.get("cards", ()))
    most = rules.hand_size + _widow(rules)
    return "more cards than a hand holds" if len(cards) > most else too_many(rules, cards)


def _widow(rules: Rules) -> int:
    return sum(packet.get("widow", 0) for packet in rules.formal["deal"]["packets"])


def discarded(rules: Rules, given: Given) -> str:
    """The hand with the widow; what is melded lies in it and is a meld."""
    hand, melds = given["hand"], given.get("melded", [])
    if len(hand) != rules.hand_size + _widow(rules):
        return "this is not the hand with the widow"
    if Counter(melds) - Counter(hand):
        return "what is melded was held"
    if melds:
        trump = rules.deck.suit_index[given["trump"]]
        cards, figures = rules.deck.hand(melds), rules.meld_table.figures(trump).values()
        if not any(cards & need for figure in figures if figure.times(cards) for need in figure.needs[:1]):
            return "what is melded is no meld"
    return too_many(rules, hand)


def called(rules: Rules, given: Given) -> str:
    """Parts of hands, of which one may hold the card that is called."""
    return too_many(rules, *given["hands"].values())
