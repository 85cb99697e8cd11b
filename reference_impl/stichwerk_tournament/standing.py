"""Running totals of a list: the right ones, the written ones, and those that only carry an earlier mistake on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from stichwerk_tournament.arithmetic import Sum

if TYPE_CHECKING:
    from stichwerk.tournament import Entry

__all__ = ["Carried", "Standing"]


@dataclass(frozen=True, slots=True)
class Carried:
    """Totals of one player that are wrong only because an earlier figure is.

    first, last: lines; given, right: in the last of them.
    """

    first: int
    last: int
    given: int
    right: int


class Standing:
    """Where the players stand. right: by the rules; a mistake that nobody can put right is taken as it is written."""

    def __init__(self, before: Mapping[int, int]) -> None:
        self.right = dict(before)
        self.written = dict(before)
        self.unknown: set[int] = set()
        self.carried: dict[int, Carried] = {}

    def add(self, line: int, entry: Entry, points: Mapping[int, int | None]) -> Iterator[tuple[int, int, int, Sum]]:
        """A line with the points that are right, None where nobody can know them.

        Yields player, total given, right total and its sum for each total that is wrong by itself.
        """
        for player, stood in self.written.items():
            made, given = points.get(player), entry.total.get(player)
            if made is None:
                if given is None:
                    self.unknown.add(player)
                else:
                    self.right[player] += given - stood
                    self.written[player] = given
                continue
            right = self.right[player] + made
            written = entry.result.get(player, made)
            if player in self.unknown and given is not None:
                # A deal before this one could not be reckoned: the first total behind it shows where it left off.
                self.unknown.remove(player)
                right = given
            elif player not in self.unknown and given is not None and given != right:
                if given in {stood + written, stood + made}:
                    first = self.carried[player].first if player in self.carried else line
                    self.carried[player] = Carried(first, line, given, right)
                else:
                    yield player, given, right, _sum(self.right[player], made, right)
            self.right[player] = right
            self.written[player] = given if given is not None else stood + written


def _sum(before: int, made: int, total: int) -> Sum:
    figures = [str(one).replace("-", "−") for one in (before, abs(made), total)]
    return Sum(((figures[0], ""), ("−" if made < 0 else "+", ""), (figures[1], ""), ("=", ""), (figures[2], "")))
