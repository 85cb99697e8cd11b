"""The facts of a deal: what happened at the table, and how expressions see it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from .tricks import Play

if TYPE_CHECKING:
    from .deal import Deal


@dataclass(frozen=True, slots=True)
class Facts:
    """What a deal is scored from.

    declarer: seat, None where nobody is; bid: points; contract: its id; melds, tricks, cards: for each seat the points
    laid down, the tricks taken and the card points in them; discards: card points the declarer put away; last_trick:
    the seat that took it, None when the tricks were not played to the end; revokers: seats that revoked; misdiscarded:
    the deal ended with a wrong discard; untouched: card points of a widow nobody took; idle: the seat that sat out;
    announced: for each side what its announcements count; closer: the side that closed, at_close: points and tricks of
    each side then; claimer: the side that claimed, claim_true: was it right; strict: the side that took every trick of
    a strict phase of full hands; totals, played: the accounts before, and the deals of this game before; won_last: the
    seat that took the last trick so far, in a deal that ended early too.
    """

    declarer: int | None
    bid: int
    contract: str
    melds: tuple[int, ...]
    tricks: tuple[int, ...]
    cards: tuple[int, ...]
    discards: int = 0
    last_trick: int | None = None
    revokers: tuple[int, ...] = ()
    misdiscarded: bool = False
    untouched: int = 0
    idle: int | None = None
    announced: tuple[int, ...] = ()
    closer: int | None = None
    at_close: tuple[tuple[int, int], ...] = ()
    claimer: int | None = None
    claim_true: bool = False
    strict: int | None = None
    totals: tuple[int, ...] = ()
    played: int = 0
    won_last: int | None = None


class Seat:
    """A seat as expressions see it."""

    __slots__ = ("card_points", "tricks")

    def __init__(self, tricks: int, card_points: int) -> None:
        self.tricks = tricks
        self.card_points = card_points


class AtClose:
    """What a side had when the stock was closed."""

    __slots__ = ("points", "tricks")

    def __init__(self, points: int, tricks: int) -> None:
        self.points = points
        self.tricks = tricks


class Side:
    """A side as expressions see it."""

    __slots__ = (
        "all_strict", "announced", "at_close", "card_points", "claimer", "closer", "counted", "declarer", "last_trick",
        "melds", "points", "revoked", "total", "trick_points", "tricks", "valid_melds", "won",
    )  # fmt: skip

    def __init__(self, number: int, facts: Facts, seats: tuple[int, ...], last_trick: int) -> None:
        self.declarer = facts.declarer in seats
        self.tricks = self.card_points = self.melds = 0
        for seat in seats:
            self.tricks += facts.tricks[seat]
            self.card_points += facts.cards[seat]
            self.melds += facts.melds[seat]
        self.last_trick = facts.last_trick in seats
        self.trick_points = (
            self.card_points + (facts.discards if self.declarer else 0) + (last_trick if self.last_trick else 0)
        )
        self.revoked = bool(facts.revokers) and any(seat in seats for seat in facts.revokers)
        self.announced = facts.announced[number] if facts.announced else 0
        self.points = self.trick_points + self.announced
        self.closer = facts.closer == number
        self.claimer = facts.claimer == number
        self.at_close = AtClose(*facts.at_close[number]) if facts.at_close else AtClose(0, 0)
        self.all_strict = facts.strict == number
        self.total = facts.totals[number] if facts.totals else 0
        self.valid_melds = self.counted = 0
        self.won = False


def facts_of(deal: Deal) -> Facts:
    """The facts of a deal as they are now."""
    setup, rules = deal.setup, deal.rules
    deck, side_of = rules.deck, rules.table.side_of
    play = deal.local if isinstance(deal.local, Play) else None
    nothing = (0,) * len(deal.hands)
    counted = rules.discard is not None and rules.discard.counted
    played_out = play is not None and not any(deal.hands)
    facts = Facts(
        declarer=setup.declarer,
        bid=setup.bid,
        contract=setup.contract or "",
        melds=setup.points,
        tricks=play.tricks if play else nothing,
        cards=play.points if play else nothing,
        discards=deck.worth(setup.discards) if counted and setup.discards else 0,
        last_trick=play.winner if play and played_out else None,
        revokers=setup.revokers,
        misdiscarded=setup.misdiscarded,
        untouched=deck.worth(setup.widow) if setup.widow and not setup.taken else 0,
        idle=setup.dealer if rules.table.pauses else None,
        totals=setup.totals,
        played=setup.played,
    )
    talon = play.talon if play else None
    if talon is None:
        return facts
    full = [side for side, count in enumerate(talon.strict) if count == rules.hand_size]
    return replace(
        facts,
        announced=talon.credits,
        closer=None if talon.closer is None else side_of[talon.closer],
        at_close=talon.at_close,
        claimer=side_of[talon.claim[0]] if talon.claim else None,
        claim_true=bool(talon.claim and talon.claim[1]),
        strict=full[0] if full else None,
        won_last=talon.winner if talon.winner >= 0 else None,
    )
