"""Cards of a deal as bits.

A card is a code of suit and rank ("EA"). Copies of one card are the same card: nothing may depend on which copy it
is. So a hand is an integer with `copies` bits for each kind of card, always filled from the lowest: the n-th bit of a
kind is set when the hand holds at least n of it. Kinds are ordered suit by suit, within a suit from the weakest rank to
the strongest.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any


class Deck:
    """The cards a ruleset plays with.

    suits: suit codes; ranks: rank codes, strongest first; copies: how often each card is there;
    points: card points of each rank.
    """

    __slots__ = (
        "_not_top", "_shown", "_worth", "bit_of", "codes", "copies", "first", "full_suit", "higher", "index", "kinds",
        "points", "ranks", "size", "suit_bits", "suit_index", "suit_mask", "suit_of", "suits", "total",
    )  # fmt: skip

    def __init__(self, suits: Iterable[str], ranks: Iterable[str], copies: int, points: Mapping[str, int]) -> None:
        self.suits = tuple(suits)
        self.ranks = tuple(ranks)
        self.copies = copies
        self.codes = tuple(suit + rank for suit in self.suits for rank in reversed(self.ranks))
        self.index = {code: number for number, code in enumerate(self.codes)}
        self.points = tuple(points[code[1:]] for code in self.codes)
        self.suit_of = tuple(number // len(self.ranks) for number in range(len(self.codes)))
        self.suit_index = {suit: number for number, suit in enumerate(self.suits)}
        self.suit_bits = len(self.ranks) * copies
        self.full_suit = (1 << self.suit_bits) - 1
        self.suit_mask = tuple(self.full_suit << (self.suit_bits * number) for number in range(len(self.suits)))
        full_kind = (1 << copies) - 1
        self.kinds = tuple(full_kind << (copies * number) for number in range(len(self.codes)))
        self.bit_of = tuple(1 << (copies * number) for number in range(len(self.codes)))
        self.first = sum(self.bit_of)
        self.higher = tuple(
            self.suit_mask[self.suit_of[number]] & -(1 << (copies * (number + 1))) for number in range(len(self.codes))
        )
        self.size = len(self.codes) * copies
        self._not_top = sum(kind & (kind >> 1) for kind in self.kinds)
        strongest_first = [
            suit * len(self.ranks) + place
            for suit in range(len(self.suits))
            for place in reversed(range(len(self.ranks)))
        ]
        bits = [(kind, self.bit_of[kind] << copy) for kind in strongest_first for copy in range(copies)]
        self._shown = tuple((bit, self.codes[kind]) for kind, bit in bits)
        self._worth = tuple((bit, self.points[kind]) for kind, bit in bits)
        self.total = copies * sum(self.points)

    def pack(self) -> list[str]:
        """Every card as often as it is there, in the order of the kinds (codes)."""
        return [code for code in self.codes for _ in range(self.copies)]

    def add(self, hand: int, kind: int) -> int:
        """The hand with one more card of the kind (a number from `index`)."""
        bit = self.bit_of[kind]
        while hand & bit:
            bit <<= 1
        return hand | bit

    def remove(self, hand: int, kind: int) -> int:
        """The hand with one card of the kind less; the card must be there."""
        return hand ^ (1 << ((hand & self.kinds[kind]).bit_length() - 1))

    def count(self, hand: int, kind: int) -> int:
        """How many cards of the kind are in the hand."""
        return (hand & self.kinds[kind]).bit_count()

    def hand(self, codes: Iterable[str]) -> int:
        """Card codes -> hand. ValueError for an unknown card, or more of one than the deck has."""
        mask = 0
        for code in codes:
            kind = self.index.get(code)
            if kind is None:
                raise ValueError(f"there is no card {code!r} in this deck; suits {self.suits}, ranks {self.ranks}")
            if mask & self.kinds[kind] == self.kinds[kind]:
                raise ValueError(f"there are only {self.copies} cards {code} in this deck")
            mask = self.add(mask, kind)
        return mask

    def merge(self, one: int, other: int) -> int:
        """The cards of both hands together."""
        full_kind = (1 << self.copies) - 1
        for copy in range(self.copies):
            # One card more of every kind of which `other` holds at least this many: push those kinds up by one.
            added = (other >> copy) & self.first
            kinds = added * full_kind
            one = (one & ~kinds) | ((one & kinds) << 1) | added
        return one

    def take_away(self, hand: int, cards: int) -> int:
        """The hand without the cards; they must be in it."""
        rest = hand & ~cards
        while moving := (rest >> 1) & ~rest & self._not_top:
            rest ^= moving | (moving << 1)  # what is left of a kind sinks to its lowest bits
        return rest

    def holds(self, hand: int, cards: int) -> bool:
        """Are all the cards in the hand, copies counted?"""
        return hand & cards == cards

    def cards(self, hand: int) -> list[str]:
        """Hand -> card codes, copies repeated, suit by suit, strongest first."""
        return [code for bit, code in self._shown if hand & bit]

    def sorts(self, hand: int) -> list[str]:
        """Hand -> card codes, each kind once, suit by suit, strongest first."""
        return self.cards(hand & self.first)

    def worth(self, hand: int) -> int:
        """Card points of the hand."""
        return sum(points for bit, points in self._worth if hand & bit)

    @classmethod
    def from_rules(cls, deck: Mapping[str, Any], pack: Mapping[str, Any]) -> Deck:
        """The deck of a resolved ruleset: its `deck` and its `pack`."""
        return cls([suit["code"] for suit in pack["suits"]], deck["ranks"], deck["copies"], deck["points"])
