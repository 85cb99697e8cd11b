"""A plan that is drawn and then repaired: players change places until nobody meets anybody again, or nothing helps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from random import Random

__all__ = ["Tables", "crowding", "drawn", "meetings", "repaired", "repeats"]

Tables = list[list[list[int]]]
"""Round -> table -> players, from 0."""

_REPEAT = 1000
"""What a meeting again costs. A third meeting costs one more, a fourth two more: of two plans with as many repeats, the
one that spreads them over more pairs is better."""

_REST = 10
"""So many steps after it was moved, a player may not be moved in this round, unless the plan was never so good."""


def meetings(plan: Tables) -> Counter[tuple[int, int]]:
    """How often each pair of players, the smaller first, sits at one table; pairs that never do are not in it."""
    return Counter(pair for tables in plan for table in tables for pair in combinations(sorted(table), 2))


def repeats(plan: Tables) -> int:
    """Over all pairs of players, the meetings beyond the first."""
    return sum(times - 1 for times in meetings(plan).values())


def crowding(plan: Tables) -> int:
    """How unevenly repeats are spread: a pair's third meeting counts one, its fourth two more, and so on.

    Of plans with as many repeats, the one with the least of it has the smallest sum of squares of meetings.
    """
    return sum((times - 1) * (times - 2) // 2 for times in meetings(plan).values())


def drawn(sizes: Sequence[int], rounds: int, rng: Random) -> Tables:
    """A plan by lot. Those who have sat at the other size of table least often are taken for it first."""
    players = sum(sizes)
    times = [0] * players
    plan = []
    for _ in range(rounds):
        order = list(range(players))
        rng.shuffle(order)
        order.sort(key=times.__getitem__, reverse=True)
        tables, start = [], 0
        for size in sizes:
            tables.append(order[start : start + size])
            start += size
            if size != sizes[0]:
                for player in tables[-1]:
                    times[player] += 1
        plan.append(tables)
    return plan


def repaired(plan: Tables, goal: int, steps: int, rng: Random) -> Tables:
    """The best plan that so many changes of two players lead to.

    Ends early when there are no more repeats than the goal and nobody meets anybody a third time. Each step takes a
    player who meets somebody again in some round; there the player changes places with the one of another table for
    whom the plan becomes best, worse than before where it must (a tabu search). Turns at the other size of table are
    kept.
    """
    state = _State(plan)
    best, fewest = state.copy(), state.cost
    for step in range(steps):
        if fewest <= goal * _REPEAT:
            break
        move = state.best_change(step, fewest, rng)
        if move is None:
            continue
        state.change(*move)
        state.resting[move[0]][move[1]] = state.resting[move[0]][move[2]] = step + _REST + rng.randrange(_REST)
        if state.cost < fewest:
            best, fewest = state.copy(), state.cost
    return best


def _cost(before: int) -> int:
    """Of a meeting of two who have met so often."""
    return _REPEAT - 1 + before if before else 0


class _State:
    """A plan with what is needed to know at once what a change of two players does."""

    def __init__(self, plan: Tables) -> None:
        self.plan = [[list(table) for table in tables] for tables in plan]
        self.players = sum(map(len, plan[0]))
        self.met = [[0] * self.players for _ in range(self.players)]
        self.at = [[0] * self.players for _ in plan]
        self.resting = [[-1] * self.players for _ in plan]
        for at, tables in zip(self.at, plan, strict=True):
            for number, table in enumerate(tables):
                for player in table:
                    at[player] = number
                    for other in table:
                        self.met[player][other] += player != other
        self.cost = sum(_cost(before) for times in meetings(plan).values() for before in range(times))
        self._usual = len(plan[0][0])
        self._count_turns()

    def copy(self) -> Tables:
        return [[list(table) for table in tables] for tables in self.plan]

    def _count_turns(self) -> None:
        """How often each has sat at the other size of table after each round, and how often everybody has."""
        times = [0] * self.players
        self._times: list[list[int]] = []
        self._everybody: list[int] = []
        for tables in self.plan:
            for table in tables:
                if len(table) != self._usual:
                    for player in table:
                        times[player] += 1
            self._times.append(list(times))
            self._everybody.append(min(times))

    def best_change(self, step: int, fewest: int, rng: Random) -> tuple[int, int, int] | None:
        """Round, player, player: the change that leaves the best plan, one of the best by lot."""
        round_, player = rng.choice(self._again())
        best, found = 1 << 60, list[int]()
        for other in range(self.players):
            if self.at[round_][other] == self.at[round_][player] or not self._keeps_turns(round_, player, other):
                continue
            more = self._difference(round_, player, other)
            rests = self.resting[round_][player] > step or self.resting[round_][other] > step
            if rests and self.cost + more >= fewest:
                continue
            if more < best:
                best, found = more, []
            if more == best:
                found.append(other)
        return (round_, player, rng.choice(found)) if found else None

    def _again(self) -> list[tuple[int, int]]:
        """Rounds and players that meet somebody there whom they meet elsewhere too."""
        return [
            (round_, player)
            for round_, tables in enumerate(self.plan)
            for table in tables
            for player in table
            if any(self.met[player][other] > 1 for other in table)
        ]

    def _keeps_turns(self, round_: int, player: int, other: int) -> bool:
        """Is everybody still once at the other size of table before anybody is twice, when these two change places?"""
        sizes = [len(self.plan[round_][self.at[round_][who]]) for who in (player, other)]
        if sizes[0] == sizes[1]:
            return True
        comes, goes = (player, other) if sizes[0] == self._usual else (other, player)
        return all(
            times[comes] == least and times[goes] == least + 1
            for times, least in zip(self._times[round_:], self._everybody[round_:], strict=True)
        )

    def _difference(self, round_: int, player: int, other: int) -> int:
        tables, at = self.plan[round_], self.at[round_]
        mine, theirs = self.met[player], self.met[other]
        more = 0
        for mate in tables[at[player]]:
            if mate != player:
                more += _cost(theirs[mate]) - _cost(mine[mate] - 1)
        for mate in tables[at[other]]:
            if mate != other:
                more += _cost(mine[mate]) - _cost(theirs[mate] - 1)
        return more

    def change(self, round_: int, player: int, other: int) -> None:
        """Two players change places."""
        self.cost += self._difference(round_, player, other)
        tables, at = self.plan[round_], self.at[round_]
        sizes = {len(tables[at[who]]) for who in (player, other)}
        for leaves, comes in ((player, other), (other, player)):
            table = tables[at[leaves]]
            for mate in table:
                if mate != leaves:
                    self._meet(leaves, mate, -1)
                    self._meet(comes, mate, 1)
            table[table.index(leaves)] = comes
        at[player], at[other] = at[other], at[player]
        if len(sizes) > 1:
            self._count_turns()

    def _meet(self, player: int, other: int, more: int) -> None:
        self.met[player][other] += more
        self.met[other][player] += more
