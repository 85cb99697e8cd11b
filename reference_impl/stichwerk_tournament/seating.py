"""Who sits where: as few meetings again as can be, and what is certain about how few that is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from stichwerk_tournament.arranging import first_dealers, numbered
from stichwerk_tournament.bounds import by_opponents, lower_bound
from stichwerk_tournament.repair import Tables, crowding, drawn, meetings, repaired, repeats
from stichwerk_tournament.shifts import shifted

__all__ = ["Seating", "seat", "seat_by_lot"]

_STARTS = 4
_STEPS = 100_000
"""How many changes are tried in all, divided by the players: some seconds when the bound is not reached."""


@dataclass(frozen=True, slots=True)
class Seating:
    """A plan. rounds: round -> table -> start numbers in the order of play, who deals first at the front.

    bound: no plan has fewer repeats. In the first round players sit in the order of their numbers.
    """

    rounds: tuple[tuple[tuple[int, ...], ...], ...]
    bound: int

    @property
    def meetings(self) -> Counter[tuple[int, int]]:
        """How often each pair meets; pairs that never do are not in it."""
        return meetings([[list(table) for table in tables] for tables in self.rounds])

    @property
    def repeats(self) -> int:
        """Over all pairs, the meetings beyond the first."""
        return sum(times - 1 for times in self.meetings.values())

    @property
    def most(self) -> int:
        """How often those meet who meet most often."""
        return max(self.meetings.values())

    @property
    def histogram(self) -> dict[int, int]:
        """Number of meetings -> how many pairs."""
        players = sum(map(len, self.rounds[0]))
        counted = Counter(self.meetings.values())
        never = players * (players - 1) // 2 - sum(counted.values())
        return dict(sorted({0: never, **counted}.items())) if never else dict(sorted(counted.items()))

    @property
    def optimal(self) -> bool:
        """Is it proved that no plan has fewer repeats?"""
        return self.repeats == self.bound


def seat(sizes: Sequence[int], rounds: int, seed: int) -> Seating:
    """Seat players at tables of these sizes (the usual size first, at most two) for so many rounds.

    The same seed gives the same plan. NoSolverError when only OR-Tools can tell the best plan, and it is not installed.
    """
    rng = Random(f"{seed}: {sizes} {rounds}")
    bound = lower_bound(sizes, rounds)
    plan = shifted(sizes, rounds) or _by_repair(sizes, rounds, bound, rng)
    if repeats(plan) > bound:
        from stichwerk_tournament import solver

        if sum(sizes) <= solver.LARGEST:
            solution = solver.solve(sizes, rounds, plan, bound)
            plan, bound = solution.plan, solution.bound
    return _arranged(plan, bound, rng)


def seat_by_lot(sizes: Sequence[int], rounds: int, seed: int) -> Seating:
    """Draw the tables of every round by lot, whoever has met before."""
    rng = Random(f"{seed}: {sizes} {rounds}")
    plan: Tables = [drawn(sizes, 1, rng)[0] for _ in range(rounds)]
    return _arranged(plan, by_opponents(sizes, rounds), rng)  # the other bounds count on turns


def _by_repair(sizes: Sequence[int], rounds: int, bound: int, rng: Random) -> Tables:
    """The best of several drawn plans after repair: with the fewest repeats, and of these the least crowded."""
    best: Tables | None = None
    for _ in range(_STARTS):
        plan = repaired(drawn(sizes, rounds, rng), bound, _STEPS // _STARTS // sum(sizes), rng)
        if best is None or _worth(plan) < _worth(best):
            best = plan
        if _worth(best) <= (bound, 0):
            break
    assert best is not None
    return best


def _worth(plan: Tables) -> tuple[int, int]:
    return repeats(plan), crowding(plan)


def _arranged(plan: Tables, bound: int, rng: Random) -> Seating:
    """Start numbers, numbers of tables and dealers: what does not change who meets whom."""
    usual = len(plan[0][0])
    for tables in plan:
        rng.shuffle(tables)
        tables.sort(key=lambda table: len(table) != usual)
        for table in tables:
            rng.shuffle(table)
    in_order = (player for table in plan[0] for player in table)
    number = {player: start for start, player in enumerate(in_order, start=1)}
    rounds = [[[number[player] for player in table] for table in tables] for tables in plan]
    return Seating(first_dealers(numbered(rounds)), bound)
