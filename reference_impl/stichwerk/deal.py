"""A deal as a value: who deals, the pack, and the moves so far.

From it follow who acts, what is legal, and at the end the result. `apply` returns a new deal or raises IllegalMove;
the deal it was asked of never changes. The steps of a deal (see `flow`) each know their part of the rules; this module
holds what they hand on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from .errors import IllegalMove
from .moves import Choice, Move

if TYPE_CHECKING:
    from .rules import Rules
    from .scoring import Result


class Setup(NamedTuple):
    """What is settled before the first trick; hands of cards are integers as in `cards`.

    order: seats that play, from the eldest; next: for each seat the one after it; widow: the cards of the widow;
    taken: how many of them the declarer took; shown: is the widow open to all; melds: what each seat showed, None
    before it did; laid: the cards those melds need; announced: discards known to all; called: the card called and who
    gave it; revokers: seats that revoked; stock, turn_up, dead: what lies on the table after dealing; totals, played:
    the account of each side and the deals of this game before this one.
    """

    dealer: int
    order: tuple[int, ...]
    next: tuple[int, ...]
    pack: tuple[int, ...]
    widow: int = 0
    taken: int = 0
    shown: bool = False
    declarer: int | None = None
    bid: int = 0
    contract: str | None = None
    trump: int = -1
    melds: tuple[tuple[tuple[str, str | None], ...] | None, ...] = ()
    points: tuple[int, ...] = ()
    laid: int = 0
    discards: int = 0
    discarded: bool = False
    announced: tuple[str, ...] = ()
    called: tuple[int, int | None] | None = None
    misdiscarded: bool = False
    revokers: tuple[int, ...] = ()
    stock: tuple[int, ...] = ()
    turn_up: int = -1
    dead: int = 0
    totals: tuple[int, ...] = ()
    played: int = 0


class Step(Protocol):
    """One step of a deal."""

    def enter(self, deal: Deal) -> Deal:
        """Begin the step: the deal with somebody to act, or passed on (`proceed`) when there is nothing to do."""

    def moves(self, deal: Deal) -> tuple[Move | Choice, ...]:
        """What the seat to act may do."""

    def apply(self, deal: Deal, move: Move) -> Deal:
        """The deal after the move. IllegalMove when it is not allowed; turn and word have been checked."""


class Deal:
    """One deal. Immutable: every move gives a new one that remembers the one before.

    rules: what is played; previous, move: the deal before and the move that led here; actor: the seat to act, None at
    the end; hands: the cards of each seat; setup: what is settled; local: what the current step keeps; result: at the
    end.
    """

    __slots__ = ("actor", "hands", "legal", "local", "move", "previous", "result", "rules", "setup", "step")

    rules: Rules
    previous: Deal | None
    move: Move | None
    step: int
    actor: int | None
    hands: tuple[int, ...]
    setup: Setup
    local: Any
    result: Result | None
    legal: int

    def __init__(
        self, rules: Rules, dealer: int, cards: Sequence[str], *, totals: Sequence[int] = (), played: int = 0
    ) -> None:
        """Start a deal: the seat that deals and the pack from the top, before the cut (codes).

        totals, played: the account of each side and the deals of this game so far, where the rules ask for them.
        ValueError when the seat does not exist or the cards are not the pack of the ruleset.
        """
        table = rules.table
        if type(dealer) is not int or not 0 <= dealer < table.players:
            raise ValueError(f"the dealer is a seat from 0 to {table.players - 1}, found {dealer!r}")
        pack = rules.read_pack(cards)
        self.rules = rules
        self.previous = self.move = self.actor = self.local = self.result = None
        self.legal = self.step = -1
        self.hands = (0,) * table.players
        nobody: tuple[None, ...] = (None,) * table.players
        self.setup = Setup(
            dealer, table.order(dealer), table.following(dealer), pack,
            contract=rules.only_contract, melds=nobody, points=(0,) * table.players,
            totals=tuple(totals) or (0,) * len(table.sides), played=played,
        )  # fmt: skip
        self.proceed()

    @classmethod
    def dealt(cls, rules: Rules, dealer: int, cards: Sequence[str]) -> Deal:
        """A deal that begins with dealing out: the pack as it is dealt, after the cut."""
        deal = cls(rules, dealer, cards)
        if rules.formal["flow"][deal.step] == "cut":
            deal.step += 1
            deal = rules.steps[deal.step].enter(deal)
        return deal

    @classmethod
    def at_tricks(  # noqa: PLR0913  # a position has that many parts
        cls,
        rules: Rules,
        *,
        dealer: int,
        hands: tuple[int, ...],
        leader: int,
        trump: int,
        declarer: int | None,
        bid: int,
        contract: str,
        discards: int = 0,
    ) -> Deal:
        """A deal that begins in the middle of the tricks, with these hands and nothing on the table."""
        deal = cls(rules, dealer, rules.deck.pack())
        deal.hands = hands
        deal.setup = deal.setup._replace(
            declarer=declarer, bid=bid, contract=contract, trump=trump, discards=discards, discarded=True
        )
        step = list(rules.formal["flow"]).index("tricks")
        deal.step = step
        return rules.tricks.begin(deal, leader)

    def after(self, move: Move | None) -> Deal:
        """A copy that a step may still change before it hands it on."""
        new = object.__new__(Deal)
        new.rules = self.rules
        new.previous = self
        new.move = move
        new.step = self.step
        new.actor = None
        new.hands = self.hands
        new.setup = self.setup
        new.local = None
        new.result = None
        new.legal = -1
        return new

    def proceed(self) -> Deal:
        """Go on to the next step that asks somebody to act, or to the end.

        Only for a deal that nobody has seen yet: a fresh copy (`after`), or one that is being made.
        """
        self.step += 1
        return self.rules.steps[self.step].enter(self)

    @property
    def finished(self) -> bool:
        """Is the deal over?"""
        return self.result is not None

    def legal_moves(self) -> tuple[Move | Choice, ...]:
        """Everything the seat to act may do: moves, and choices that stand for many. Empty at the end."""
        return () if self.actor is None else self.rules.steps[self.step].moves(self)

    def apply(self, move: Move) -> Deal:
        """The deal after the move. Raises IllegalMove, with the clause that forbids it; nothing changes then."""
        return self.rules.steps[self.step].apply(self, move)

    def moves(self) -> list[Move]:
        """The moves so far."""
        found: list[Move] = []
        deal: Deal | None = self
        while deal is not None and deal.move is not None:
            found.append(deal.move)
            deal = deal.previous
        return found[::-1]

    def positions(self) -> list[Deal]:
        """The deal before each of its moves, from the first, and as it is now."""
        found: list[Deal] = []
        deal: Deal | None = self
        while deal is not None:
            found.append(deal)
            deal = deal.previous
        return found[::-1]

    def expect(self, move: Move, *words: str) -> None:
        """IllegalMove unless the seat is to act and the word is one of those that are possible now."""
        if self.actor is None:
            raise IllegalMove("the deal is over", move=move)
        if move.seat != self.actor:
            raise IllegalMove(f"seat {self.actor} is to act", clause=self.rules.clause("flow"), move=move)
        if move.kind not in words:
            raise IllegalMove(
                f"'{move.kind}' is not possible now; possible: {', '.join(words)}",
                clause=self.rules.clause("flow"),
                move=move,
            )
