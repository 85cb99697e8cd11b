"""What is still free when it is known who meets whom: the number of each table, and who deals first at it."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence

from stichwerk_tournament.repair import Tables

__all__ = ["first_dealers", "numbered"]


def numbered(rounds: Tables) -> Tables:
    """The tables of each round in an order in which players seldom come back to a table of the same number.

    Tables of one size stay together. The first round stays as it is.
    """
    been: list[Counter[int]] = [Counter(table) for table in rounds[0]]
    arranged = [rounds[0]]
    for tables in rounds[1:]:
        order = list(tables)
        while _improve(order, been):
            pass
        arranged.append(order)
        for count, table in zip(been, order, strict=True):
            count.update(table)
    return arranged


def _improve(order: list[list[int]], been: Sequence[Counter[int]]) -> bool:
    """Exchange the numbers of two tables of one size if fewer players come back then; is there any such exchange?"""

    def back(number: int, table: Sequence[int]) -> int:
        return sum(been[number][player] for player in table)

    for one in range(len(order)):
        here = back(one, order[one])
        for other in range(len(order)):
            if len(order[one]) != len(order[other]):
                continue
            now = here + back(other, order[other])
            if now and back(one, order[other]) + back(other, order[one]) < now:
                order[one], order[other] = order[other], order[one]
                return True
    return False


def first_dealers(rounds: Tables) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Each table turned so that its first dealer stands first: over all rounds everybody as often as can be made even.

    Where somebody deals first two times more often than another, a chain of tables leads from the one to the other, at
    each of which the office is handed on (a matching of tables to players); without such a chain it cannot be evened.
    """
    tables = [table for round_ in rounds for table in round_]
    times = Counter({player: 0 for table in tables for player in table})
    dealers = []
    for table in tables:
        dealers.append(min(table, key=times.__getitem__))
        times[dealers[-1]] += 1
    while chain := _chain(tables, dealers, times):
        times[dealers[chain[0][0]]] -= 1
        times[chain[-1][1]] += 1
        for number, player in chain:
            dealers[number] = player
    turned = iter(_turned(table, dealer) for table, dealer in zip(tables, dealers, strict=True))
    return tuple(tuple(next(turned) for _ in round_) for round_ in rounds)


def _chain(tables: Sequence[list[int]], dealers: Sequence[int], times: Counter[int]) -> list[tuple[int, int]]:
    """Tables and who is to deal first there, from one who does so most often to one who does two times less."""
    most = max(times.values())
    dealing: dict[int, list[int]] = {}
    for number, dealer in enumerate(dealers):
        dealing.setdefault(dealer, []).append(number)
    queue = deque(player for player, count in times.items() if count == most)
    way: dict[int, tuple[int, int] | None] = dict.fromkeys(queue)
    while queue:
        giver = queue.popleft()
        for number in dealing.get(giver, []):
            for player in tables[number]:
                if player in way:
                    continue
                way[player] = (number, giver)
                if times[player] <= most - 2:
                    return _way_to(player, way)
                queue.append(player)
    return []


def _way_to(player: int, way: dict[int, tuple[int, int] | None]) -> list[tuple[int, int]]:
    chain: list[tuple[int, int]] = []
    while (step := way[player]) is not None:
        chain.insert(0, (step[0], player))
        player = step[1]
    return chain


def _turned(table: Sequence[int], first: int) -> tuple[int, ...]:
    at = table.index(first)
    return (*table[at:], *table[:at])
