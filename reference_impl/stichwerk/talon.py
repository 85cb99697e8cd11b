"""What lies on the table beside the tricks: the stock, the turn-up, what was announced and what was closed."""

from __future__ import annotations

from typing import NamedTuple

Announced = tuple[str, str | None, int]
"""An announcement made: its id, its suit or None, the seat."""


class Talon(NamedTuple):
    """The table of a stock game at one moment.

    stock: the face-down cards, the next one first; turn_up: the card under it, -1 when it is drawn or there is none;
    moment: lead (somebody is to lead), turn (a trick is running), won (a trick was won, the draw is still to come),
    end (the last trick was won); winner: the seat that won the last trick, -1 before the first;
    closer: the seat that closed; at_close: points and tricks of each side at that moment; just_closed: nobody has moved
    since; credits: announcements of each side that count; pending: side and points of those that do not yet;
    announced: all announcements of the deal; turn: those since the last lead; bound: cards one of which must be led;
    claim: the seat that claimed, and whether it was right; strict: tricks of the last stage taken by each side.
    """

    stock: tuple[int, ...] = ()
    turn_up: int = -1
    moment: str = "lead"
    winner: int = -1
    closer: int | None = None
    at_close: tuple[tuple[int, int], ...] = ()
    just_closed: bool = False
    credits: tuple[int, ...] = ()
    pending: tuple[tuple[int, int], ...] = ()
    announced: tuple[Announced, ...] = ()
    turn: tuple[Announced, ...] = ()
    bound: int = 0
    claim: tuple[int, bool] | None = None
    strict: tuple[int, ...] = ()

    @property
    def closed(self) -> bool:
        """Was the stock closed?"""
        return self.closer is not None

    @property
    def left(self) -> int:
        """Cards that can still be drawn, the turn-up among them."""
        return len(self.stock) + (self.turn_up >= 0)

    def credit(self, side: int, points: int) -> Talon:
        """The table when an announcement counts for the side."""
        return self._replace(credits=(*self.credits[:side], self.credits[side] + points, *self.credits[side + 1 :]))

    def pay(self, side: int) -> Talon:
        """The table when the side has taken a trick: what was pending counts now."""
        due = sum(points for owner, points in self.pending if owner == side)
        if not due:
            return self
        rest = tuple(entry for entry in self.pending if entry[0] != side)
        return self.credit(side, due)._replace(pending=rest)

    def has_announced(self, name: str, suit: str | None) -> bool:
        """Has this been announced in this deal, in this suit where it is of one?"""
        return any(entry[:2] == (name, suit) for entry in self.announced)
