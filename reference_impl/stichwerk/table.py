"""The table: seats, sides, whose turn it is.

Seats are numbered in the order of play, 0 to players - 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class Table:
    """Seats and sides of a ruleset.

    sides: the seats of each side; names: how a side is called in results ("0", or "0+2" for partners);
    side_of: side number of each seat.
    """

    __slots__ = ("_following", "_orders", "names", "pauses", "players", "side_of", "sides")

    def __init__(self, rules: Mapping[str, Any]) -> None:
        self.players: int = rules["players"]
        self.pauses = rules.get("pauses", "nobody") == "dealer"
        seats = range(self.players)
        partners = rules["sides"] == "partners"
        half = self.players // 2
        self.sides: tuple[tuple[int, ...], ...] = (
            tuple((seat, seat + half) for seat in range(half)) if partners else tuple((seat,) for seat in seats)
        )
        self.names = tuple("+".join(map(str, side)) for side in self.sides)
        self.side_of = tuple(next(n for n, side in enumerate(self.sides) if seat in side) for seat in seats)
        self._orders = tuple(self._order(dealer) for dealer in seats)
        self._following = tuple(self._after(order) for order in self._orders)

    def _order(self, dealer: int) -> tuple[int, ...]:
        order = tuple((dealer + step) % self.players for step in range(1, self.players + 1))
        return order[:-1] if self.pauses else order

    def _after(self, order: tuple[int, ...]) -> tuple[int, ...]:
        following = [0] * self.players
        for seat, after in zip(order, order[1:] + order[:1], strict=True):
            following[seat] = after
        return tuple(following)

    def order(self, dealer: int) -> tuple[int, ...]:
        """The seats that play this deal, from the eldest (dealt to first) on."""
        return self._orders[dealer]

    def following(self, dealer: int) -> tuple[int, ...]:
        """For each seat the seat that plays after it in this deal."""
        return self._following[dealer]

    def next_dealer(self, dealer: int) -> int:
        """The seat that deals next."""
        return (dealer + 1) % self.players
