"""The widow: taking it up, calling a card, discarding."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .errors import IllegalMove
from .moves import Choice, DiscardChoice, Move

if TYPE_CHECKING:
    from .deal import Deal, Setup
    from .rules import Rules


class WidowStep:
    """The declarer takes the widow, or announces a contract played without it."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.shown: bool = rules.formal["widow"]["shown"] == "all"
        self.instead = tuple(c.id for c in rules.contracts.values() if c.window == "before_widow")

    def enter(self, deal: Deal) -> Deal:
        """Ask the declarer only if there is a choice."""
        if not deal.setup.widow:
            return deal.proceed()
        if self.instead:
            deal.actor = deal.setup.declarer
            return deal
        return self._taken(deal)

    def _taken(self, deal: Deal) -> Deal:
        setup = deal.setup
        assert setup.declarer is not None
        deal.hands = self.rules.with_hand(
            deal.hands, setup.declarer, self.rules.deck.merge(deal.hands[setup.declarer], setup.widow)
        )
        deal.setup = setup._replace(taken=setup.widow.bit_count(), shown=self.shown)
        return deal.proceed()

    def moves(self, deal: Deal) -> tuple[Move | Choice, ...]:
        """Take it, or play from the hand."""
        assert deal.actor is not None
        return (Move(deal.actor, "take"), *(Move(deal.actor, "contract", name) for name in self.instead))

    def apply(self, deal: Deal, move: Move) -> Deal:
        """Take the widow or leave it."""
        deal.expect(move, "take", "contract")
        new = deal.after(move)
        if move.kind == "take":
            return self._taken(new)
        if move.value not in self.instead:
            raise IllegalMove(
                f"'{move.value}' cannot be announced before the widow is taken",
                clause=self.rules.clause(f"contracts.{move.value}") or self.rules.clause("widow"),
                move=move,
            )
        new.setup = deal.setup._replace(contract=move.value)
        return new.proceed()


class CallStep:
    """Once, the declarer may ask for a card and gives another one back."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        call = rules.formal.get("call", {})
        self.allowed: bool = call.get("allowed", False)

    def enter(self, deal: Deal) -> Deal:
        """Ask the declarer, if calling is played and the widow was taken."""
        if not self.allowed or not deal.setup.taken:
            return deal.proceed()
        deal.actor = deal.setup.declarer
        return deal

    def moves(self, deal: Deal) -> tuple[Move | Choice, ...]:
        """A card that is not fully in hand, or none; after it was handed over, the card that goes back."""
        seat = deal.actor
        assert seat is not None
        deck, hand = self.rules.deck, deal.hands[seat]
        if deal.setup.called is not None:
            called = deck.codes[deal.setup.called[0]]
            return tuple(Move(seat, "give", code) for code in deck.sorts(hand) if code != called)
        calls = [Move(seat, "call", code) for kind, code in enumerate(deck.codes) if self.callable(hand, kind)]
        return (*calls, Move(seat, "decline"))

    def callable(self, hand: int, kind: int) -> bool:
        """May a declarer with this hand call for the kind of card?"""
        return self.rules.deck.count(hand, kind) < self.rules.deck.copies

    def giver(self, hands: tuple[int, ...], following: tuple[int, ...], declarer: int, kind: int) -> int | None:
        """The first other seat after the declarer that holds the card."""
        seat = following[declarer]
        while seat != declarer:
            if hands[seat] & self.rules.deck.kinds[kind]:
                return seat
            seat = following[seat]
        return None

    def apply(self, deal: Deal, move: Move) -> Deal:
        """Hand the card over, or the other one back."""
        deck, setup, clause = self.rules.deck, deal.setup, self.rules.clause("call")
        if setup.called is not None:
            return self._give(deal, move)
        deal.expect(move, "call", "decline")
        new = deal.after(move)
        if move.kind == "decline":
            return new.proceed()
        kind = deck.index.get(move.value)
        hand = deal.hands[move.seat]
        if kind is None or not self.callable(hand, kind):
            reason = f"{move.value} is no card" if kind is None else f"every {move.value} is in the declarer's own hand"
            raise IllegalMove(reason, clause=clause, move=move)
        giver = self.giver(deal.hands, setup.next, move.seat, kind)
        new.setup = setup._replace(called=(kind, giver))
        if giver is None:
            return new.proceed()
        hands = self.rules.with_hand(deal.hands, giver, deck.remove(deal.hands[giver], kind))
        new.hands = self.rules.with_hand(hands, move.seat, deck.add(hand, kind))
        new.actor = move.seat
        return new

    def _give(self, deal: Deal, move: Move) -> Deal:
        deal.expect(move, "give")
        deck, called = self.rules.deck, deal.setup.called
        assert called is not None
        assert called[1] is not None
        kind = deck.index.get(move.value)
        hand = deal.hands[move.seat]
        if kind is None or not hand & deck.kinds[kind] or kind == called[0]:
            what = "is the card that was called" if kind == called[0] else "is not in the hand"
            raise IllegalMove(f"{move.value} {what}", clause=self.rules.clause("call"), move=move)
        new = deal.after(move)
        hands = self.rules.with_hand(deal.hands, move.seat, deck.remove(hand, kind))
        new.hands = self.rules.with_hand(hands, called[1], deck.add(hands[called[1]], kind))
        return new.proceed()


class DiscardStep:
    """The declarer puts as many cards away as were taken."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        discard = rules.formal["discard"]
        trumps = discard.get("trumps", "any")
        ranks = rules.deck.ranks if trumps == "any" else () if trumps == "none" else tuple(trumps)
        self.free_trumps = tuple(
            sum(rules.deck.kinds[rules.deck.index[s + r]] for r in ranks) for s in rules.deck.suits
        )
        self.announced = tuple(
            frozenset(suit + rank for rank in ranks) if discard.get("announce_trumps", False) else frozenset[str]()
            for suit in rules.deck.suits
        )
        self.melded: bool = discard.get("melded", True)
        self.counted: bool = discard.get("counted", "declarer") == "declarer"

    def due(self, setup: Setup) -> int:
        """How many cards still have to be discarded."""
        if setup.discarded or (setup.contract is not None and not self.rules.contracts[setup.contract].discard):
            return 0
        return setup.taken

    def free(self, hand: int, laid: int, trump: int) -> int:
        """The cards of the hand that may be discarded when these have been melded."""
        deck = self.rules.deck
        if not self.melded and laid:
            hand = deck.take_away(hand, laid)
        if trump < 0:
            return hand
        return hand & ~deck.suit_mask[trump] | hand & self.free_trumps[trump]

    def must_announce(self, trump: int) -> frozenset[str]:
        """Cards that may be discarded only when they are named aloud."""
        return self.announced[trump] if trump >= 0 else frozenset()

    def enter(self, deal: Deal) -> Deal:
        """Ask the declarer if anything was taken."""
        if not self.due(deal.setup):
            return deal.proceed()
        deal.actor = deal.setup.declarer
        return deal

    def moves(self, deal: Deal) -> tuple[Move | Choice, ...]:
        """Any of the free cards."""
        seat, setup = deal.actor, deal.setup
        assert seat is not None
        free = self.free(deal.hands[seat], setup.laid, setup.trump)
        announced = self.must_announce(setup.trump)
        return (DiscardChoice(seat, setup.taken, tuple(self.rules.deck.cards(free)), announced),)

    def problem(
        self, hand: int, laid: int, trump: int, count: int, cards: tuple[str, ...], announced: tuple[str, ...]
    ) -> tuple[str, str | None] | None:
        """Why these cards may not be discarded, and the part of the rules that says so; None when they may."""
        deck = self.rules.deck
        try:
            put = deck.hand(cards)
            inside = deck.holds(hand, put)
        except ValueError:
            inside = False
        if not inside:
            return "these cards are not all in the hand", None
        if len(cards) != count:
            return f"{count} cards must be discarded, not {len(cards)}", "discard.count"
        allowed = self.free(hand, 0, trump)
        if not deck.holds(allowed, put):
            return "a trump may not be discarded here", "discard.trumps"
        must = self.must_announce(trump)
        if sorted(announced) != sorted(card for card in cards if card in must):
            return "a discarded trump must be named aloud, and nothing else", "discard.announce_trumps"
        if not self.melded and not deck.holds(deck.take_away(hand, laid), put):
            return "a card that was melded may not be discarded", "discard.melded"
        return None

    def apply(self, deal: Deal, move: Move) -> Deal:
        """Put the cards away. `misdiscard` is the irregularity: the discard was wrong and that was noticed."""
        irregular = self.rules.formal.get("irregularities", {}).get("misdiscard")
        deal.expect(move, "discard", *(["misdiscard"] if irregular else []))
        setup, deck = deal.setup, self.rules.deck
        hand = deal.hands[move.seat]
        problem = self.problem(hand, setup.laid, setup.trump, setup.taken, move.value, move.open)
        if move.kind == "misdiscard":
            if problem is None or problem[1] is None:
                reason = problem[0] if problem else "this is a correct discard"
                raise IllegalMove(reason, clause=self.rules.clause("irregularities.misdiscard"), move=move)
        elif problem is not None:
            raise IllegalMove(problem[0], clause=self.rules.clause(problem[1]) if problem[1] else None, move=move)
        new = deal.after(move)
        put = deck.hand(move.value)
        new.hands = self.rules.with_hand(deal.hands, move.seat, deck.take_away(hand, put))
        new.setup = setup._replace(
            discards=put, discarded=True, announced=move.open, misdiscarded=move.kind == "misdiscard"
        )
        return new.proceed()
