"""Melds: which a hand holds, and which sets of them go together.

Within one entry of the table a card serves once; across entries it serves freely, except that an entry which absorbs
another uses up its cards, and one which replaces another excludes it: the other is never shown so often that all cards
of the one lie there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from .cards import Deck

Shown = tuple[str, str | None]
"""One meld shown: its id, and the suit where the meld is of one suit."""


class Figure(NamedTuple):
    """One meld that can occur under a given trump: an entry of the table, in one suit or in none.

    needs: the cards that it takes once, twice, ... (hands); kinds: how many of each kind it takes for one time; points:
    for each time; most: how often it may be shown at the most.
    """

    meld: str
    suit: str | None
    needs: tuple[int, ...]
    kinds: tuple[tuple[int, int], ...]
    points: int
    most: int

    def times(self, hand: int) -> int:
        """How often the hand holds it, taken alone."""
        count = 0
        for need in self.needs:
            if hand & need != need:
                break
            count += 1
        return count


class Best(NamedTuple):
    """The best melds of a hand: total points, and the melds with how often each."""

    total: int
    melds: tuple[tuple[Figure, int], ...]


class MeldTable:
    """The melds of a ruleset."""

    def __init__(self, deck: Deck, table: Mapping[str, Any]) -> None:
        self.deck = deck
        self.table = table
        self.absorbers: dict[str, list[str]] = {
            name: [other for other, entry in table.items() if name in entry.get("absorbs", ())] for name in table
        }
        self.replaced: dict[str, tuple[str, ...]] = {
            name: tuple(entry.get("replaces", ())) for name, entry in table.items()
        }
        self._groups: dict[int, tuple[tuple[Figure, ...], ...]] = {}
        self._group_of: dict[int, dict[Shown, int]] = {}
        self._scan: dict[int, tuple[tuple[int, int, Figure], ...]] = {}
        self._lookup: dict[int, dict[Shown, Figure]] = {}

    def figures(self, trump: int) -> dict[Shown, Figure]:
        """Every meld that can occur when the suit with this number is trump."""
        if trump not in self._lookup:
            found = [figure for name in self.table for figure in self._figures(name, trump)]
            self._lookup[trump] = {(figure.meld, figure.suit): figure for figure in found}
        return self._lookup[trump]

    def _figures(self, name: str, trump: int) -> list[Figure]:
        entry = self.table[name]
        value, most = entry["value"], entry.get("max", self.deck.copies)
        replacers = [other for other, names in self.replaced.items() if name in names]
        found = []
        for suit, codes in self._patterns(name, trump):
            points = value
            if isinstance(value, Mapping):
                points = value["trump" if suit is not None and self.deck.suit_index[suit] == trump else "plain"]
            kinds = tuple((self.deck.index[code], codes.count(code)) for code in dict.fromkeys(codes))
            replacing = [pattern for other in replacers for _, pattern in self._patterns(other, trump)]
            needs = self._needs(codes, most)
            found.append(Figure(name, suit, needs, kinds, points, self._most(codes, len(needs), replacing)))
        return found

    def _patterns(self, name: str, trump: int) -> list[tuple[str | None, list[str]]]:
        """The cards of an entry for each suit it can be of (None: it is of none), as far as the deck has them."""
        cards, suits = self.table[name]["cards"], self.deck.suits
        if "exact" in cards:
            patterns: list[tuple[str | None, list[str]]] = [(None, list(cards["exact"]))]
        elif "rank" in cards:
            patterns = [(None, [suit + cards["rank"] for suit in suits] * cards.get("copies", 1))]
        else:
            chosen = suits if cards["suit"] == "each" else suits[trump : trump + 1] if trump >= 0 else ()
            patterns = [(suit, [suit + rank for rank in cards["ranks"]]) for suit in chosen]
        return [(suit, codes) for suit, codes in patterns if all(code in self.deck.index for code in codes)]

    def _needs(self, codes: list[str], most: int) -> tuple[int, ...]:
        times = min(self.deck.copies // max(codes.count(code) for code in codes), most)
        return tuple(self.deck.hand(codes * time) for time in range(1, times + 1))

    def _most(self, codes: list[str], times: int, replacing: list[list[str]]) -> int:
        """How often these cards may be shown: not so often that all cards of what replaces them lie there."""
        return sum(
            not any(Counter(other) <= Counter(codes * time) for other in replacing) for time in range(1, times + 1)
        )

    def replacing(self, name: str) -> str:
        """The entry that replaces this one; empty where none does."""
        return next((other for other, names in self.replaced.items() if name in names), "")

    def groups(self, trump: int) -> tuple[tuple[Figure, ...], ...]:
        """The figures, those together that can stand in each other's way."""
        if trump not in self._groups:
            groups: list[list[Figure]] = []
            for figure in self.figures(trump).values():
                near = [group for group in groups if any(self._meet(figure, other) for other in group)]
                groups = [group for group in groups if group not in near]
                groups.append([figure, *(other for group in near for other in group)])
            self._groups[trump] = tuple(tuple(group) for group in groups)
            self._group_of[trump] = {(f.meld, f.suit): n for n, group in enumerate(groups) for f in group}
            self._scan[trump] = tuple((f.needs[0], n, f) for n, group in enumerate(groups) for f in group)
        return self._groups[trump]

    def _meet(self, one: Figure, other: Figure) -> bool:
        if one.meld in self.replaced[other.meld] or other.meld in self.replaced[one.meld]:
            return True
        related = one.meld in self.absorbers[other.meld] or other.meld in self.absorbers[one.meld]
        return (related or one.meld == other.meld) and bool(one.needs[0] & other.needs[0])

    def held(self, hand: int, trump: int) -> list[list[tuple[Figure, int]]]:
        """Every meld of the hand with how often it is there, those together that can be in each other's way."""
        self.groups(trump)
        found: dict[int, list[tuple[Figure, int]]] = {}
        for need, group, figure in self._scan[trump]:
            if hand & need == need:
                found.setdefault(group, []).append((figure, figure.times(hand)))
        return list(found.values())

    def best(self, hand: int, trump: int) -> Best:
        """The set of melds with the highest total. Of sets that are equal the first in the order of the table."""
        return self.best_of(self.held(hand, trump), hand)

    def best_of(self, held: Sequence[list[tuple[Figure, int]]], hand: int) -> Best:
        """As best, from the melds that the hand holds."""
        total = 0
        chosen: list[tuple[Figure, int]] = []
        for group in held:
            picked = group if len(group) == 1 else self._best_of(group, hand)
            for figure, times in picked:
                total += figure.points * times
                chosen.append((figure, times))
        return Best(total, tuple(chosen))

    def _best_of(self, held: list[tuple[Figure, int]], hand: int) -> list[tuple[Figure, int]]:
        if self.together(held, hand):
            return held
        best: list[tuple[Figure, int]] = []
        most = -1
        for counts in product(*(range(times, -1, -1) for _, times in held)):
            picked = [(figure, times) for (figure, _), times in zip(held, counts, strict=True) if times]
            total = sum(figure.points * times for figure, times in picked)
            if total > most and self.together(picked, hand):
                best, most = picked, total
        return best

    def together(self, picked: Sequence[tuple[Figure, int]], hand: int) -> bool:
        """May these melds of one group be shown together from the hand?"""
        if any(times > figure.most for figure, times in picked):
            return False
        if len(picked) > 1:
            names = {figure.meld for figure, _ in picked}
            if any(other in names for name in names for other in self.replaced[name]):
                return False
        return self.deck.holds(hand, self._laid(picked))

    def laid(self, groups: Iterable[Sequence[tuple[Figure, int]]]) -> int:
        """The cards that lie on the table when these melds are shown (as `grouped` gives them)."""
        laid = 0
        for group in groups:
            laid |= self._laid(group)
        return laid

    def grouped(self, picked: Sequence[tuple[Figure, int]], trump: int) -> list[list[tuple[Figure, int]]]:
        """The melds picked, those together that can stand in each other's way."""
        self.groups(trump)
        group_of = self._group_of[trump]
        groups: dict[int, list[tuple[Figure, int]]] = {}
        for figure, times in picked:
            groups.setdefault(group_of[figure.meld, figure.suit], []).append((figure, times))
        return list(groups.values())

    def _laid(self, picked: Sequence[tuple[Figure, int]]) -> int:
        """The cards that melds of one group need; -1 when they need more than the deck has."""
        if len(picked) == 1:
            figure, times = picked[0]
            return figure.needs[times - 1]
        deck = self.deck
        needed: dict[int, int] = {}
        for name in {figure.meld for figure, _ in picked}:
            # What this entry and those that absorb it use, they use up: no card of it serves twice among them.
            used: dict[int, int] = {}
            for figure, times in picked:
                if figure.meld == name or figure.meld in self.absorbers[name]:
                    for kind, count in figure.kinds:
                        used[kind] = used.get(kind, 0) + count * times
            for kind, count in used.items():
                needed[kind] = max(count, needed.get(kind, 0))
        laid = 0
        for kind, count in needed.items():
            if count > deck.copies:
                return -1
            laid |= ((1 << count) - 1) * deck.bit_of[kind]
        return laid
