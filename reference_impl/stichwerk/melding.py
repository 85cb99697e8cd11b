"""Showing melds: the declarer, then the others, lay down what they choose."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, Any

from .errors import IllegalMove
from .melds import Best, Figure, Shown
from .moves import Choice, Move

if TYPE_CHECKING:
    from .deal import Deal
    from .rules import Rules


class _Problem(Exception):
    """Why melds may not be shown, and the part of the rules that says so."""

    def __init__(self, reason: str, path: str) -> None:
        super().__init__(reason)
        self.path = path


@dataclass(frozen=True, slots=True)
class MeldChoice:
    """Show any of the melds in `held`, as far as they go together and `room` allows it.

    held: melds with how often each; best: the total of the best set (points); room: where the seat must discard
    afterwards, how many cards have to stay free.
    """

    seat: int
    held: Sequence[Sequence[tuple[Figure, int]]]
    best: Best
    room: int
    allowed: Callable[[tuple[Shown, ...]], bool]

    def sample(self, rng: Random) -> Move:
        """The best set if it is allowed, or now and then only some of it."""
        chosen = [(figure.meld, figure.suit) for figure, times in self.best.melds for _ in range(times)]
        if chosen and rng.random() < 0.25:
            chosen = [meld for meld in chosen if rng.random() < 0.7]
        while self.room and chosen and not self.allowed(tuple(chosen)):
            chosen.pop(rng.randrange(len(chosen)))
        return Move(self.seat, "meld", tuple(chosen))

    def to_json(self) -> dict[str, Any]:
        """As {"seat", "move": "meld", "melds": [{"meld", "suit"?, "times", "points"}], "best"}."""
        melds = []
        for figure, times in (one for group in self.held for one in group):
            suit = {} if figure.suit is None else {"suit": figure.suit}
            melds.append({"meld": figure.meld, **suit, "times": times, "points": figure.points})
        return {"seat": self.seat, "move": "meld", "melds": melds, "best": self.best.total}


class MeldStep:
    """The declarer, or all others in turn from the eldest, show their melds."""

    def __init__(self, rules: Rules, *, declarer: bool) -> None:
        self.rules = rules
        self.declarer = declarer

    def _seats(self, deal: Deal) -> list[int]:
        setup = deal.setup
        contract = self.rules.contracts[setup.contract] if setup.contract else None
        who = "opponents" if setup.misdiscarded else contract.melds if contract else "all"
        if who == "none":
            return []
        if self.declarer:
            return [setup.declarer] if who == "all" and setup.declarer is not None else []
        side_of = self.rules.table.side_of
        return [
            seat
            for seat in setup.order
            if seat != setup.declarer
            and (who == "all" or setup.declarer is None or side_of[seat] != side_of[setup.declarer])
        ]

    def enter(self, deal: Deal) -> Deal:
        """The first seat that melds acts."""
        seats = self._seats(deal)
        if not seats:
            return deal.proceed()
        deal.actor, deal.local = seats[0], tuple(seats[1:])
        return deal

    def moves(self, deal: Deal) -> tuple[Move | Choice, ...]:
        """Any melds of the hand."""
        seat = deal.actor
        assert seat is not None
        table, hand, trump = self.rules.meld_table, deal.hands[seat], deal.setup.trump
        held = table.held(hand, trump)
        best = table.best_of(held, hand)
        return (MeldChoice(seat, held, best, self.room(deal), lambda shown: self._allows(deal, shown)),)

    def room(self, deal: Deal) -> int:
        """How many cards must stay free for discarding after the melds."""
        discard = self.rules.discard
        return discard.due(deal.setup) if discard is not None and deal.actor == deal.setup.declarer else 0

    def _groups(self, deal: Deal, shown: tuple[Shown, ...]) -> list[list[tuple[Figure, int]]]:
        """The melds shown as `grouped` gives them. _Problem when they may not be shown."""
        seat = deal.actor
        assert seat is not None
        table, hand, trump = self.rules.meld_table, deal.hands[seat], deal.setup.trump
        groups = table.grouped(self._picked(shown, hand, trump), trump)
        for group in groups:
            if len(group) > 1 and not table.together(group, hand):
                raise self._clash(group, hand)
        room = self.room(deal)
        if room and self.rules.discard is not None:
            free = self.rules.discard.free(hand, table.laid(groups), trump).bit_count()
            if free < room:
                raise _Problem(f"{room} cards must stay free to discard, not {free}", "discard.melded")
        return groups

    def _picked(self, shown: tuple[Shown, ...], hand: int, trump: int) -> list[tuple[Figure, int]]:
        """Melds shown -> figures with how often, each of them in the hand."""
        figures = self.rules.meld_table.figures(trump)
        picked = []
        for meld in dict.fromkeys(shown):
            figure, times = figures.get(meld), shown.count(meld)
            if figure is None:
                raise _Problem(f"there is no meld {' '.join(filter(None, meld))}", "melds")
            if times > figure.most:
                instead = self.rules.meld_table.replacing(figure.meld) or figure.meld
                raise _Problem(f"{figure.meld} may not be shown so often", f"melds.{instead}")
            if figure.times(hand) < times:
                raise _Problem(
                    f"the hand does not hold {' '.join(filter(None, meld))} so often", f"melds.{figure.meld}"
                )
            picked.append((figure, times))
        return picked

    def _allows(self, deal: Deal, shown: tuple[Shown, ...]) -> bool:
        try:
            self._groups(deal, shown)
        except _Problem:
            return False
        return True

    def _clash(self, picked: list[tuple[Figure, int]], hand: int) -> _Problem:
        table = self.rules.meld_table
        for (one, n), (other, m) in combinations(picked, 2):
            if table.together([(one, n), (other, m)], hand):
                continue
            for first, second in ((one, other), (other, one)):
                for word in ("replaces", "absorbs"):
                    if second.meld in table.table[first.meld].get(word, ()):
                        return _Problem(f"{first.meld} {word} {second.meld}", f"melds.{first.meld}.{word}")
        return _Problem("a card would have to serve twice in one kind of meld", f"melds.{picked[0][0].meld}")

    def apply(self, deal: Deal, move: Move) -> Deal:
        """Lay the melds down; the next seat follows."""
        deal.expect(move, "meld")
        shown: tuple[Shown, ...] = move.value
        try:
            groups = self._groups(deal, shown)
        except _Problem as problem:
            raise IllegalMove(str(problem), clause=self.rules.clause(problem.path), move=move) from None
        new = deal.after(move)
        setup, seat = deal.setup, move.seat
        melds = (*setup.melds[:seat], shown, *setup.melds[seat + 1 :])
        worth = sum(figure.points * times for group in groups for figure, times in group)
        points = (*setup.points[:seat], worth, *setup.points[seat + 1 :])
        laid = self.rules.meld_table.laid(groups) if seat == setup.declarer else setup.laid
        new.setup = setup._replace(melds=melds, points=points, laid=laid)
        waiting = deal.local
        if not waiting:
            return new.proceed()
        new.actor, new.local = waiting[0], waiting[1:]
        return new
