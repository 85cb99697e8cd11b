"""What a person is asked who has to cut, to bid, or to choose between a few moves."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

import click

from stichwerk.moves import BidChoice, CutChoice, Move

from .advice import suggestion
from .clauses import quoted
from .hand import rows
from .names import Names
from .telling import told

if TYPE_CHECKING:
    from stichwerk.deal import Deal


class Unclear(Exception):
    """The answer says nothing that fits the question; the message says what about it."""


class Question:
    """A question to the seat to act.

    suggested: the move that Enter stands for; topics: the parts of the rules that `?` reads out.
    """

    topics: ClassVar[tuple[str, ...]] = ()

    def __init__(self, deal: Deal, names: Names) -> None:
        assert deal.actor is not None
        self.deal = deal
        self.names = names
        self.seat: int = deal.actor
        self.legal = [choice for choice in deal.legal_moves() if choice.seat == deal.actor]
        self.suggested = suggestion(deal)

    @cached_property
    def hand(self) -> list[str]:
        """The cards of the person."""
        return self.deal.rules.deck.cards(self.deal.hands[self.seat])

    @property
    def trump(self) -> str | None:
        """The trump suit, once there is one."""
        trump = self.deal.setup.trump
        return self.deal.rules.deck.suits[trump] if trump >= 0 else None

    def shown(self) -> Iterator[str]:
        """What stands above the question: the hand, as far as it was dealt."""
        if self.hand:
            yield from rows(self.hand, self.names, trump=self.trump)

    def text(self) -> str:
        """The question."""
        return self.names.say("ask_choice")

    def proposal(self) -> str:
        """The suggested move in a word."""
        return told(self.suggested, self.names, self.deal.setup.trump)

    def read(self, answer: str) -> Move:
        """The move that an answer means. Unclear when it means none."""
        raise Unclear(self.names.say("not_understood", text=answer))

    def help(self) -> Iterator[str]:
        """What `?` says: the clauses that rule the move."""
        provenance = self.deal.rules.resolved["provenance"]
        inside = [
            clause for leaf, clause in provenance.items() if f"{leaf}.".startswith(tuple(f"{t}." for t in self.topics))
        ]
        for clause in dict.fromkeys(inside):
            yield quoted(self.names.rules, clause, self.names.lang)


class Cut(Question):
    """How many cards to lift."""

    topics = ("deal.cut",)

    def text(self) -> str:
        """Between which figures."""
        choice = self.legal[0]
        assert isinstance(choice, CutChoice)
        return self.names.say("ask_cut", least=choice.least, most=choice.most)

    def proposal(self) -> str:
        """The figure."""
        return str(self.suggested.value)

    def read(self, answer: str) -> Move:
        """A number."""
        return Move(self.seat, "cut", int(answer)) if answer.isdecimal() else super().read(answer)


class Bid(Question):
    """A bid, or passing."""

    topics = ("auction.opening", "auction.step", "auction.raise", "auction.all_pass")

    def text(self) -> str:
        """What may be bid."""
        first = self.legal[0]
        if isinstance(first, BidChoice):
            return self.names.say("ask_bid_more", least=first.least, step=first.step)
        bids = [str(move.value) for move in self.legal if isinstance(move, Move) and move.kind == "bid"]
        return self.names.say("ask_bid", least=", ".join(bids))

    def proposal(self) -> str:
        """Passing."""
        return "p"

    def read(self, answer: str) -> Move:
        """A number, or p."""
        if answer.lower() == "p":
            return Move(self.seat, "pass")
        return Move(self.seat, "bid", int(answer)) if answer.isdecimal() else super().read(answer)


class Menu(Question):
    """One of a few moves, by number: taking the widow, the contract, trumps."""

    topics = ("widow",)

    @cached_property
    def moves(self) -> list[Move]:
        """The moves in the order of the list."""
        return [move for move in self.legal if isinstance(move, Move)]

    def label(self, move: Move) -> str:
        """A move in the list."""
        if move.kind == "take":
            return f"{self.names.widow()}: {self.names.say('take')}"
        return told(move, self.names)

    def shown(self) -> Iterator[str]:
        """The hand and the list."""
        yield from super().shown()
        for n, move in enumerate(self.moves, start=1):
            yield f"  {n:>2} {self.label(move)}"

    def proposal(self) -> str:
        """The number of the suggested move."""
        return str(self.moves.index(self.suggested) + 1)

    def read(self, answer: str) -> Move:
        """The number of a move, or the beginning of its name."""
        if answer.isdecimal():
            if 1 <= int(answer) <= len(self.moves):
                return self.moves[int(answer) - 1]
        else:
            low = answer.lower()
            exact = [move for move in self.moves if low in (str(move.value).lower(), self._plain(move))]
            near = exact or [move for move in self.moves if self._plain(move).startswith(low)]
            if len(near) == 1:
                return near[0]
        return super().read(answer)

    def _plain(self, move: Move) -> str:
        return click.unstyle(self.label(move)).lower()


class Contract(Menu):
    """Which contract is played."""

    def help(self) -> Iterator[str]:
        """The clause of each contract."""
        for move in self.moves:
            if (clause := self.deal.rules.clause(f"contracts.{move.value}")) is not None:
                yield quoted(self.names.rules, clause, self.names.lang)


class Trump(Menu):
    """Which suit is trumps."""

    topics = ("trump",)

    def text(self) -> str:
        """Which suit."""
        return self.names.say("ask_trump")

    def label(self, move: Move) -> str:
        """The suit."""
        return self.names.suit(move.value)

    def _plain(self, move: Move) -> str:
        return str(self.names.suits[move.value]["name"][self.names.lang]).lower()

    def read(self, answer: str) -> Move:
        """A suit, also one that may not be named: the rules say why."""
        suits = {suit.lower(): suit for suit in self.deal.rules.deck.suits}
        suits |= {entry["symbol"]: code for code, entry in self.names.suits.items()}
        if answer.lower() in suits:
            return Move(self.seat, "trump", suits[answer.lower()])
        return super().read(answer)
