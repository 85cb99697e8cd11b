"""What a person may do beside playing a card, by a letter, a number or a name, also when somebody else is to act."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import click

from stichwerk.explain import asides
from stichwerk.moves import Move

from .advice import best_aside, is_aside
from .clauses import quoted
from .questions import Menu
from .tabletop import worded
from .telling import told

if TYPE_CHECKING:
    from stichwerk.deal import Deal

    from .names import Names

LETTERS = "abcdefghijklmno"
"""By these the moves beside the cards are chosen; p passes and q quits."""


def chances(deal: Deal, seat: int) -> list[Move]:
    """What the seat may do beside playing a card."""
    return [move for move in deal.legal_moves() if isinstance(move, Move) and move.seat == seat and is_aside(move)]


def named(answer: str, deal: Deal, seat: int, names: Names) -> Move | None:
    """The move beside playing a card that an answer names, allowed or not; None when it names none, or several.

    The beginning of a name will do, three letters or more; an announcement may be named with its suit.
    """
    low = " ".join(answer.lower().split())
    if len(low) < 3:  # shorter words are cards
        return None
    offered = chances(deal, seat)
    near = [move for move in asides(deal, seat) if any(text.startswith(low) for text in _spelled(move, names))]
    allowed = [move for move in near if move in offered]
    if len(allowed) == 1 or (near and not allowed):
        return (allowed or near)[0]
    exact = [move for move in allowed if low in _spelled(move, names)]
    return exact[0] if len(exact) == 1 else None


def _spelled(move: Move, names: Names) -> list[str]:
    if move.kind != "announce":
        return [names.action(move.kind).lower()]
    name, suit = move.value
    title = names.announcement(name, None).lower()
    if suit is None:
        return [title]
    entry = names.suits[suit]
    return [f"{title} {word.lower()}" for word in (entry["symbol"], suit, entry["name"][names.lang])]


class Aside(Menu):
    """A choice between moves that play no card: to draw or to claim, to let a claim be."""

    def label(self, move: Move) -> str:
        """What the move does."""
        return worded(self.deal, move, self.names) if is_aside(move) else told(move, self.names)

    def read(self, answer: str) -> Move:
        """A number, or a name; what is not allowed now is refused by the rules."""
        if not answer.isdecimal() and (found := named(answer, self.deal, self.seat, self.names)) is not None:
            return found
        return super().read(answer)

    def help(self) -> Iterator[str]:
        """The clauses of the moves."""
        yield from sentences(self.deal, self.moves, self.names)


class Offer(Aside):
    """Something a person may do while another seat is to act.

    Enter lets it be, as a move `decline` that the deal does not know.
    """

    def __init__(self, deal: Deal, names: Names, offered: Sequence[Move]) -> None:
        super().__init__(deal, names)
        self.seat = offered[0].seat
        self.offered = list(offered)
        self.suggested = best_aside(deal, offered) or Move(self.seat, "decline")

    @cached_property
    def moves(self) -> list[Move]:
        """What may be done."""
        return self.offered

    def text(self) -> str:
        """That it is not the person's turn."""
        return self.names.say("ask_offer")

    def proposal(self) -> str:
        """What pays at once, or 0."""
        return "0" if self.suggested.kind == "decline" else super().proposal()

    def read(self, answer: str) -> Move:
        """0 lets it be."""
        return Move(self.seat, "decline") if answer == "0" else super().read(answer)


def lettered(deal: Deal, moves: Sequence[Move], names: Names) -> Iterator[str]:
    """The list of moves beside the cards, each with its letter."""
    for letter, move in zip(LETTERS, moves, strict=False):
        yield f"   {click.style(letter, bold=True)} {worded(deal, move, names)}"


def by_letter(answer: str, moves: Sequence[Move]) -> Move | None:
    """The move with this letter."""
    place = LETTERS.find(answer.lower()) if len(answer) == 1 else -1
    return moves[place] if 0 <= place < len(moves) else None


def sentences(deal: Deal, moves: Sequence[Move], names: Names) -> Iterator[str]:
    """The clauses about moves that play no card."""
    rules = deal.rules
    actions = rules.formal.get("actions", {})
    paths = []
    for move in moves:
        if move.kind == "announce":
            paths.append(f"announcements.{move.value[0]}")
        paths += [f"actions.{name}" for name, entry in actions.items() if entry["act"] == move.kind]
    provenance = rules.resolved["provenance"]
    leaves = [clause for path in paths for leaf, clause in provenance.items() if f"{leaf}.".startswith(f"{path}.")]
    for clause in dict.fromkeys(leaves):
        yield quoted(rules, clause, names.lang)
