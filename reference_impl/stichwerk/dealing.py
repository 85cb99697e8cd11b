"""Before the auction: the cut, and dealing out."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from .errors import IllegalMove
from .moves import Choice, CutChoice, Move

if TYPE_CHECKING:
    from .deal import Deal, Setup
    from .rules import Rules


class Cut:
    """The seat before the dealer lifts part of the pack; the part that stayed goes on top."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        cut = rules.formal["deal"]["cut"]
        self.least: int = cut["lifted"]
        self.most: int = rules.deck.size - cut["left"]

    def enter(self, deal: Deal) -> Deal:
        """The cutter acts."""
        deal.actor = self.rules.cutter(deal.setup.dealer)
        return deal

    def moves(self, deal: Deal) -> tuple[Move | Choice, ...]:
        """How many cards may be lifted."""
        assert deal.actor is not None
        return (CutChoice(deal.actor, self.least, self.most),)

    def apply(self, deal: Deal, move: Move) -> Deal:
        """Lift `move.value` cards."""
        deal.expect(move, "cut")
        if refused := self.refusal(move.value):
            raise IllegalMove(refused, clause=self.rules.clause("deal.cut"), move=move)
        new = deal.after(move)
        pack = deal.setup.pack
        new.setup = deal.setup._replace(pack=pack[move.value :] + pack[: move.value])
        return new.proceed()

    def refusal(self, lifted: object) -> str:
        """Why so many cards may not be lifted; empty when they may."""
        if type(lifted) is int and self.least <= lifted <= self.most:
            return ""
        return f"from {self.least} to {self.most} cards may be lifted, not {lifted}"


class DealOut:
    """The cards are dealt in packets; nobody has a choice."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.packets: list[tuple[str, int]] = [next(iter(packet.items())) for packet in rules.formal["deal"]["packets"]]
        self.turned: bool = rules.formal.get("trump", {}).get("named_by") == "turn_up"

    def enter(self, deal: Deal) -> Deal:
        """Deal out and go on."""
        bit_of = self.rules.deck.bit_of
        pack = iter(deal.setup.pack)
        hands = [0] * len(deal.hands)
        aside: dict[str, list[int]] = {}
        for to, count in self.packets:
            if to != "each":
                aside.setdefault(to, []).extend(islice(pack, count))
                continue
            for seat in deal.setup.order:
                hand = hands[seat]
                for kind in islice(pack, count):
                    bit = bit_of[kind]
                    while hand & bit:
                        bit <<= 1
                    hand |= bit
                hands[seat] = hand
        deal.hands = tuple(hands)
        if aside:
            deal.setup = self._aside(deal.setup, aside)
        return deal.proceed()

    def _aside(self, setup: Setup, aside: dict[str, list[int]]) -> Setup:
        """The cards that lie on the table."""
        deck = self.rules.deck
        widow, dead = 0, 0
        for kind in aside.get("widow", ()):
            widow = deck.add(widow, kind)
        for kind in aside.get("dead", ()):
            dead = deck.add(dead, kind)
        turned = aside.get("turn_up", [-1])[0]
        trump = deck.suit_of[turned] if self.turned and turned >= 0 else setup.trump
        stock = tuple(aside.get("stock", ()))
        return setup._replace(widow=widow, dead=dead, stock=stock, turn_up=turned, trump=trump)

    def moves(self, deal: Deal) -> tuple[Move | Choice, ...]:
        """Nothing to choose."""
        return ()

    def apply(self, deal: Deal, move: Move) -> Deal:
        """Nothing to choose."""
        raise IllegalMove("the cards are being dealt", move=move)
