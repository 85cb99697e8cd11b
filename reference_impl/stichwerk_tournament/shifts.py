"""Plans in which nobody meets anybody twice, made by shifting: for tables that are all of one size."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["shifted"]


def shifted(sizes: Sequence[int], rounds: int) -> list[list[list[int]]] | None:
    """A plan without any repeat: round -> table -> players from 0; None where shifting gives none.

    With T tables the players stand in as many groups of T as there are seats at a table. In round r, table i seats from
    group g the player i + s(g, r) modulo T. Two players of different groups meet once at most when s(g, r) - s(h, r) is
    another number in every round; players of one group never meet.
    """
    size, tables = sizes[0], len(sizes)
    if any(other != size for other in sizes) or rounds > tables:
        return None
    shifts = _shifts(size, tables, rounds)
    if shifts is None:
        return None
    return [
        [[group * tables + (table + shift) % tables for group, shift in enumerate(row)] for table in range(tables)]
        for row in shifts
    ]


def _shifts(size: int, tables: int, rounds: int) -> list[list[int]] | None:
    """s(g, r) by rounds: multiples of g where that does, for three groups and even T with a jump in the middle."""
    straight = [[group * round_ for group in range(size)] for round_ in range(rounds)]
    if _all_differ(straight, tables):
        return straight
    bent = [[0, round_, 2 * round_ + (2 * round_ >= tables)] for round_ in range(rounds)]
    return bent if size == 3 and _all_differ(bent, tables) else None


def _all_differ(shifts: Sequence[Sequence[int]], tables: int) -> bool:
    size = len(shifts[0])
    return all(
        len({(row[g] - row[h]) % tables for row in shifts}) == len(shifts) for g in range(size) for h in range(g)
    )
