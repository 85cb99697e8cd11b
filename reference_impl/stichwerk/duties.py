"""Duties: an ordered list, each narrows the playable cards if at least one card satisfies it.

A refused card is refused by the first duty it fails.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from .cards import Deck


class Position(NamedTuple):
    """What a duty looks at besides the hand.

    best: the kind that wins the trick so far; led, trump: suit numbers, trump -1 for none; high: the strongest kind of
    the led suit; partner: is the seat's partner winning.
    """

    best: int
    led: int
    trump: int
    high: int = -1
    partner: bool = False


class Duties:
    """The duties of one stage of play, compiled to masks."""

    def __init__(self, deck: Deck, names: Sequence[str], duties: Mapping[str, Mapping[str, Any]]) -> None:
        self.deck = deck
        self.duties = [(name, duties[name]) for name in names]
        self.looks_back = any(duty.get("what") == "led_suit" or "unless" in duty for _, duty in self.duties)
        """Do the duties ask for more than the card that wins and the suit that was led?"""
        self._plans: dict[tuple[int, int, int, int, bool], tuple[int, tuple[int, ...], tuple[int, ...]]] = {}

    def beats(self, best: int, trump: int) -> int:
        """The cards that would win a trick that `best` (a kind) wins so far; trump is a suit number or -1."""
        deck = self.deck
        suit = deck.suit_of[best]
        over = deck.higher[best]
        if trump >= 0 and suit != trump:
            over |= deck.suit_mask[trump]
        return over

    def _mask(self, duty: Mapping[str, Any], at: Position) -> int:
        """The cards that satisfy a duty."""
        deck = self.deck
        trumps = deck.suit_mask[at.trump] if at.trump >= 0 else 0
        match duty["narrow"], duty.get("what"):
            case "follow", _:
                return deck.suit_mask[at.led]
            case "trump", _:
                return trumps & self.beats(at.best, at.trump) if duty.get("winning") else trumps
            case _, "led_suit":
                return deck.higher[at.high]
            case _, "trump":
                return trumps & self.beats(at.best, at.trump)
            case _:
                return self.beats(at.best, at.trump)

    def _binds(self, duty: Mapping[str, Any], at: Position, *, following: bool) -> bool:
        """Is the duty in force?"""
        if duty.get("unless") == "partner_winning" and at.partner:
            return False
        return "if" not in duty or (duty["if"] == "following") == following

    def _plan(self, key: tuple[int, int, int, int, bool]) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
        at = Position(*key)
        following, void = (
            tuple(self._mask(duty, at) for _, duty in self.duties if self._binds(duty, at, following=state))
            for state in (True, False)
        )
        plan = (self.deck.suit_mask[at.led], following, void)
        self._plans[key] = plan
        return plan

    def playable(  # the hot path: a position spread out
        self, hand: int, best: int, led: int, trump: int, high: int = -1, partner: bool = False
    ) -> int:
        """The cards of a hand that may be played to a trick (a mask); the rest as in Position."""
        key = (best, led, trump, high, partner)
        plan = self._plans.get(key) or self._plan(key)
        for mask in plan[1] if hand & plan[0] else plan[2]:
            narrowed = hand & mask
            if narrowed:
                hand = narrowed
        return hand

    def broken(self, hand: int, kind: int, at: Position) -> str | None:
        """The name of the first duty that playing the kind would break, None when it may be played."""
        following = bool(hand & self.deck.suit_mask[at.led])
        for name, duty in self.duties:
            narrowed = hand & self._mask(duty, at)
            if self._binds(duty, at, following=following) and narrowed:
                if not narrowed & self.deck.kinds[kind]:
                    return name
                hand = narrowed
        return None
