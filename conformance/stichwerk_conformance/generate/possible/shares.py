"""Which card points so many cards can hold: piles taken apart from one pack."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product

from stichwerk.rules import Rules

__all__ = ["can_share", "values_of"]

Values = tuple[tuple[int, int], ...]
"""Points of a card and how many cards of the pack count so much, the highest first."""

Pile = tuple[int, int]
"""So many cards that count so much together."""


def values_of(rules: Rules) -> Values:
    """The pack by what its cards count."""
    points = rules.formal["deck"]["points"]
    counts = Counter(points[card[1]] for card in rules.deck.pack())
    return tuple(sorted(counts.items(), reverse=True))


def can_share(values: Values, piles: tuple[Pile, ...]) -> bool:
    """Can these piles be taken from the pack, each with just so many cards and points?"""
    if any(cards < 0 or points < 0 for cards, points in piles):
        return False
    taken = sorted(pile for pile in piles if pile != (0, 0))
    if taken and sum(cards for cards, _ in taken) == sum(count for _, count in values):
        if sum(points for _, points in taken) != sum(worth * count for worth, count in values):
            return False
        taken.pop()  # when the others are taken out, the largest pile is left over
    return _share(values, tuple(taken))


@cache
def _share(values: Values, piles: tuple[Pile, ...]) -> bool:
    if not piles:
        return True
    whole = (sum(cards for cards, _ in piles), sum(points for _, points in piles))
    if not values or not all(_within(values, *pile) for pile in (whole, *piles)):
        return False
    (worth, count), rest = values[0], values[1:]
    # The many cards of high value go to the richest pile first: most questions are settled at the first try.
    ranges = [range(min(cards, count, points // worth if worth else cards), -1, -1) for cards, points in piles]
    for parts in product(*ranges):
        if sum(parts) > count:
            continue
        left = [(c - n, p - n * worth) for (c, p), n in zip(piles, parts, strict=True)]
        if _share(rest, tuple(sorted(pile for pile in left if pile != (0, 0)))):
            return True
    return False


@cache
def _within(values: Values, cards: int, points: int) -> bool:
    """Do so many points lie between the poorest and the richest cards of this number?"""
    bounds = []
    for order in (values, values[::-1]):
        left, sum_ = cards, 0
        for worth, count in order:
            taken = min(left, count)
            left, sum_ = left - taken, sum_ + taken * worth
        if left:
            return False
        bounds.append(sum_)
    return bounds[1] <= points <= bounds[0]
