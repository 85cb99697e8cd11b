"""Why: what was legal at a point of a deal, and which clause forbade the rest."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from .errors import IllegalMove
from .moves import Choice, Move

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
    """One position: who acts, what is legal, what is not and why, and the move that was made."""

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
    for move in _thinkable(deal, step):
        try:
            deal.apply(move)
        except IllegalMove as error:
            refused.append(Refused(move, error.reason, error.clause))
    return Explanation(deal.actor, step, deal.legal_moves(), tuple(refused), made)


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


def _thinkable(deal: Deal, step: str) -> list[Move]:
    """The moves a player might think of here, one by one; for large choices only those about a single card."""
    seat, deck = deal.actor, deal.rules.deck
    if seat is None:
        return []
    if step == "tricks":
        return [Move(seat, "play", code) for code in deck.sorts(deal.hands[seat])]
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
