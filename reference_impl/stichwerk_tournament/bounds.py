"""How often players must meet again, whatever the plan: lower bounds that are proved by counting.

Repeats are counted over all pairs of players: the meetings of a pair beyond its first. All tables of all rounds
together make a fixed number of meetings, so fewer repeats are the same as more pairs that meet at all.

Some tables are larger than the others, as few as can be, and nobody sits at a larger one again before everybody has.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

__all__ = ["by_first_turn", "by_opponents", "by_spreading", "lower_bound"]


def lower_bound(sizes: Sequence[int], rounds: int) -> int:
    """The largest of the bounds. sizes: of the tables of a round, the preferred one first, at most two sizes."""
    return max(by_opponents(sizes, rounds), by_spreading(sizes, rounds), by_first_turn(sizes, rounds))


def by_opponents(sizes: Sequence[int], rounds: int) -> int:
    """Nobody can meet more opponents than there are.

    A player has `size - 1` opponents at every table. With the seats at the other size of table taken in turn, so many
    players have so many opponents in all; what goes beyond the number of the others are meetings again, each of which
    two players count.
    """
    players, usual = sum(sizes), sizes[0]
    other = sizes[-1]
    times, once_more = divmod(rounds * other * sizes.count(other), players) if other != usual else (0, 0)
    again = [
        how_many * max(0, (rounds - often) * (usual - 1) + often * (other - 1) - (players - 1))
        for often, how_many in ((times, players - once_more), (times + 1, once_more))
    ]
    return (sum(again) + 1) // 2


def by_spreading(sizes: Sequence[int], rounds: int) -> int:
    """Who sat together must be spread over the tables of the next round, and there may be too few of them.

    Every round but the first holds at least so many pairs that met in the round before. Those who come from one table
    to several leave the fewest pairs together when they are spread evenly, for n(n - 1)/2 is convex. Where tables
    differ in size, turns say how many go from which size to which, and there are only the tables of that size.
    """
    return sum(
        min(_kept(tuple(sizes), staying) for staying in range(low, high + 1))
        for low, high in (_staying(sizes, before) for before in range(1, rounds))
    )


def by_first_turn(sizes: Sequence[int], rounds: int) -> int:
    """Who sat together at the other size of table goes back to the usual ones, and there may be too few of those.

    While everybody has the first turn, no two tables of the other size share a player, so no pair is counted twice:
    each meeting of such a pair in another round is a meeting again.
    """
    usual, other = sizes[0], sizes[-1]
    if usual == other:
        return 0
    others = sizes.count(other)
    seats, tables = other * others, (len(sizes) - others, others)
    turns = min(rounds, sum(sizes) // seats)
    again = (turns - 1) * turns * others * _together(other, tables[0])
    left = sum(sizes) - turns * seats
    for later in range(turns, rounds):
        # The first of the later rounds takes everybody who is left, and the rest from those who have had their turn.
        taken = range(seats - left, seats - left + 1) if later == turns else range(seats + 1)
        again += min(_spread(other, turns * others, back, tables) for back in taken)
    return again


def _staying(sizes: Sequence[int], before: int) -> tuple[int, int]:
    """How many of those at the other size of table sit there in the next round too: the fewest, the most.

    before: rounds played so far.
    """
    players, other = sum(sizes), sizes[-1]
    seats = other * sizes.count(other) if other != sizes[0] else 0
    if seats == 0:
        return 0, 0
    due_then = players - seats * (before - 1) % players
    due = players - seats * before % players
    sat_and_due = due_then if due_then <= seats else 0  # they were the last of their turn, and a new one began
    if seats <= due:
        return max(0, seats - (due - sat_and_due)), min(seats, sat_and_due)
    drawn, sat_not_due = seats - due, seats - sat_and_due
    not_due = players - due
    return sat_and_due + max(0, drawn - (not_due - sat_not_due)), sat_and_due + min(drawn, sat_not_due)


def _kept(sizes: tuple[int, ...], staying: int) -> int:
    """The fewest pairs that can be together in two rounds, when so many sit at the other size of table in both."""
    usual, other = sizes[0], sizes[-1]
    others = sizes.count(other) if other != usual else 0
    if others == 0:
        return len(sizes) * _together(usual, len(sizes))
    tables = (len(sizes) - others, others)
    return _spread(usual, tables[0], other * others - staying, tables) + _spread(other, others, staying, tables)


@lru_cache
def _spread(size: int, count: int, leaving: int, tables: tuple[int, int]) -> int:
    """The fewest pairs kept of `count` tables of one size, of whose players `leaving` go to the other size.

    tables: how many there are of the usual size, how many of the other. A very large number where it cannot be.
    """
    if not 0 <= leaving <= size * count:
        return 1 << 60
    best = [0]
    for _ in range(count):  # table by table: the fewest pairs kept when so many have left in all
        best = [
            min(
                best[left - here] + _together(here, tables[1]) + _together(size - here, tables[0])
                for here in range(max(0, left - len(best) + 1), min(size, left) + 1)
            )
            for left in range(min(leaving, len(best) - 1 + size) + 1)
        ]
    return best[leaving]


def _together(players: int, tables: int) -> int:
    """The fewest pairs at one table when so many are spread over so many tables; a very large number where none are."""
    if tables == 0:
        return 0 if players == 0 else 1 << 60
    each, left = divmod(players, tables)
    return left * _pairs(each + 1) + (tables - left) * _pairs(each)


def _pairs(players: int) -> int:
    return players * (players - 1) // 2
