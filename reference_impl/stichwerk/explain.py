"""Why: what was legal at a point of a deal, and which clause forbade the rest."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from .errors import IllegalMove
from .moves import Choice, Move
from .stock import StockStep

if TYPE_CHECKING:
    from .deal import Deal
    from .rules import Rules


@dataclass(frozen=True, slots=True)
class Refused:
    """A move that was not allowed: why, and the clause that says so.

    No clause is needed, and it is None, for a card that is not in the hand.
    """

    move: Move
    reason: str
    clause: str | None


@dataclass(frozen=True, slots=True)
class Explanation:
    """One position: who acts, what is legal, what is not and why, and the move that was made.

    seat: the one to act, or the one that acted out of turn, as it may; legal: what every seat may do.
    """

    seat: int | None
    step: str
    legal: tuple[Move | Choice, ...]
    refused: tuple[Refused, ...]
    made: Move | None

    def to_json(self, rules: Rules) -> dict[str, Any]:
        """The explanation as plain JSON, with the sentences of the clauses."""
        return {
            "seat": self.seat,
            "step": self.step,
            "legal": [choice.to_json() for choice in self.legal],
            "refused": [
                {**one.move.to_json(), "reason": one.reason, "clause": clause_json(rules, one.clause)}
                for one in self.refused
            ],
            "made": None if self.made is None else self.made.to_json(),
        }


def explain(deal: Deal, made: Move | None = None) -> Explanation:
    """Explain a position. made: the move that followed."""
    step = deal.rules.formal["flow"][deal.step]
    refused = []
    seat = deal.actor
    if made is not None and made in deal.legal_moves():
        seat = made.seat  # somebody may announce or exchange while another seat is to act
    for move in _thinkable(deal, step, seat):
        try:
            deal.apply(move)
        except IllegalMove as error:
            refused.append(Refused(move, error.reason, error.clause))
    return Explanation(seat, step, deal.legal_moves(), tuple(refused), made)


def explain_all(deal: Deal) -> list[Explanation]:
    """Explain every move of a deal, in order."""
    positions = deal.positions()
    return [explain(before, after.move) for before, after in pairwise(positions)]


def clause_json(rules: Rules, clause: str | None) -> dict[str, Any] | None:
    """A clause for people: id, number, sentence, sources, rulings."""
    if clause is None:
        return None
    found = rules.clause_text(clause)
    return {key: found[key] for key in ("id", "number", "text", "sources", "rulings")}


def asides(deal: Deal, seat: int) -> list[Move]:
    """All that could be done beside playing a card, allowed or not: each announcement in each suit, and each action."""
    step = deal.rules.tricks
    if not isinstance(step, StockStep):
        return []
    announced = [
        Move(seat, "announce", figure)
        for announcement in step.announcements.values()
        for figure in announcement.table.figures(deal.setup.trump)
    ]
    return announced + [Move(seat, act) for act in dict.fromkeys(entry["act"] for entry, _ in step.actions.values())]


def _held(deal: Deal, move: Move) -> bool:
    """Has the seat the cards for what is done beside playing one?"""
    step, deck, hand = deal.rules.tricks, deal.rules.deck, deal.hands[move.seat]
    assert isinstance(step, StockStep)
    trump = deal.setup.trump
    if move.kind == "announce":
        return step.announcements[move.value[0]].table.figures(trump)[move.value].times(hand) > 0
    if move.kind == "exchange":
        given = {entry["give"]["rank"] for entry, _ in step.actions.values() if entry["act"] == "exchange"}
        return trump >= 0 and any(hand & deck.kinds[deck.index[deck.suits[trump] + rank]] for rank in given)
    return True


def _thinkable(deal: Deal, step: str, seat: int | None) -> list[Move]:
    """The moves a player might think of here, one by one; for large choices only those about a single card."""
    deck = deal.rules.deck
    if seat is None:
        return []
    if step == "tricks":
        # While a draw or a claim is to be settled nobody thinks of a card.
        cards = deck.sorts(deal.hands[seat]) if seat == deal.actor and deal.rules.tricks.legal(deal) else []
        return [Move(seat, "play", code) for code in cards] + [move for move in asides(deal, seat) if _held(deal, move)]
    if step == "trump":
        return [Move(seat, "trump", suit) for suit in deck.suits]
    if step == "contract":
        return [Move(seat, "contract", name) for name in deal.rules.contracts]
    if step == "discard":
        return _discards(deal, seat)
    return []


def _discards(deal: Deal, seat: int) -> list[Move]:
    """For each card that may not be discarded, a discard that is right but for this card."""
    rules, setup = deal.rules, deal.setup
    assert rules.discard is not None
    free = rules.deck.cards(rules.discard.free(deal.hands[seat], setup.laid, setup.trump))
    must = rules.discard.must_announce(setup.trump)
    moves = []
    for code in rules.deck.sorts(deal.hands[seat]):
        if code not in free:
            cards = (code, *free[: setup.taken - 1])
            moves.append(Move(seat, "discard", cards, tuple(card for card in cards if card in must)))
    return moves
