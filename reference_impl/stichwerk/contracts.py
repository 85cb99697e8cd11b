"""What the declarer undertakes: the contract and the trump suit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .errors import IllegalMove
from .moves import Choice, Move

if TYPE_CHECKING:
    from .deal import Deal
    from .rules import Rules


class Contract:
    """One contract of a ruleset.

    window: announced after the widow was taken, or instead of taking it (`before_widow`); trump: is a trump named;
    melds: who melds (all, opponents, none); discard: does the declarer discard; played: are the tricks played;
    lead: who leads to the first trick when not the usual seat; open_after: after how many tricks the declarer's hand is
    open, None for never; worth: points of the contract itself (`goal`: those the match is played to).
    """

    __slots__ = ("discard", "id", "lead", "melds", "open_after", "played", "trump", "window", "worth")

    def __init__(self, name: str, entry: Mapping[str, Any], goal: int) -> None:
        self.id = name
        self.window: str = entry.get("window", "after_widow")
        self.trump: bool = entry.get("trump", True)
        self.melds: str = entry.get("melds", "all")
        self.discard: bool = entry.get("discard", True)
        self.played: bool = entry.get("played", True)
        self.lead: str | None = entry.get("lead")
        self.open_after: int | None = entry.get("open_after")
        worth = entry.get("worth", 0)
        self.worth: int = goal if worth == "goal" else worth


class ContractStep:
    """The declarer announces what is played; where there is only one contract nobody is asked."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.names = tuple(c.id for c in rules.contracts.values() if c.window == "after_widow")

    def enter(self, deal: Deal) -> Deal:
        """Ask the declarer, unless it is settled."""
        if deal.setup.contract is not None:
            return deal.proceed()
        deal.actor = deal.setup.declarer
        return deal

    def moves(self, deal: Deal) -> tuple[Move | Choice, ...]:
        """The contracts."""
        assert deal.actor is not None
        return tuple(Move(deal.actor, "contract", name) for name in self.names)

    def apply(self, deal: Deal, move: Move) -> Deal:
        """Settle the contract."""
        deal.expect(move, "contract")
        if move.value not in self.names:
            raise IllegalMove(
                f"there is no contract '{move.value}' now; possible: {', '.join(self.names)}",
                clause=self.rules.clause(f"contracts.{move.value}") or self.rules.clause("contracts"),
                move=move,
            )
        new = deal.after(move)
        new.setup = deal.setup._replace(contract=move.value)
        return new.proceed()


class TrumpStep:
    """The declarer names the trump suit."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.leave_discards: bool = rules.formal["trump"].get("leave_discards", False)

    def enter(self, deal: Deal) -> Deal:
        """Ask the declarer, unless the contract has no trump."""
        contract = self.rules.contracts[deal.setup.contract] if deal.setup.contract else None
        if contract is not None and not contract.trump:
            return deal.proceed()
        deal.actor = deal.setup.declarer
        return deal

    def _allowed(self, deal: Deal, suit: int) -> bool:
        discard = self.rules.discard
        if not self.leave_discards or discard is None or deal.actor is None:
            return True
        return discard.free(deal.hands[deal.actor], 0, suit).bit_count() >= discard.due(deal.setup)

    def moves(self, deal: Deal) -> tuple[Move | Choice, ...]:
        """The suits that may be named."""
        assert deal.actor is not None
        suits = self.rules.deck.suits
        return tuple(Move(deal.actor, "trump", suit) for n, suit in enumerate(suits) if self._allowed(deal, n))

    def apply(self, deal: Deal, move: Move) -> Deal:
        """Settle the trump suit."""
        deal.expect(move, "trump")
        suit = self.rules.deck.suit_index.get(move.value)
        if suit is None:
            raise IllegalMove(
                f"there is no suit '{move.value}'; suits: {', '.join(self.rules.deck.suits)}",
                clause=self.rules.clause("deck.pack"),
                move=move,
            )
        if not self._allowed(deal, suit):
            raise IllegalMove(
                f"with {move.value} as trump too few cards are free to discard",
                clause=self.rules.clause("trump.leave_discards"),
                move=move,
            )
        new = deal.after(move)
        new.setup = deal.setup._replace(trump=suit)
        return new.proceed()
