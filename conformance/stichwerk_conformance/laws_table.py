"""What the laws know of a ruleset: its cards, its seats and its packets. No duty, no value, no order of play.

Everything is read from the resolved document; no engine takes part. The same facts turn a question into another one
that must have the same answer: seats rotated, suits renamed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from stichwerk.resolve import resolve_ruleset
from stichwerk_conformance.json_text import Json

_SEATS = {
    "seat", "dealer", "leader", "declarer", "winner", "actor", "revoker", "giver", "closed_by", "last_trick", "by",
    "all_strict", "next", "next_dealer", "redeal_by", "won", "wins_match", "winners",
}  # fmt: skip
_SIDES_IN_ANY_ORDER = {"won", "wins_match"}
_NAMED_WITH_SUIT = {"melds", "announced", "turn"}
_SIDE = re.compile(r"\d+(?:\+\d+)*")


@dataclass(frozen=True, slots=True)
class Dealt:
    """Where the cards of a pack lie after dealing."""

    hands: tuple[tuple[str, ...], ...]
    widow: tuple[str, ...]
    stock: tuple[str, ...]
    turn_up: str | None


@dataclass(frozen=True, slots=True)
class Table:
    """A ruleset with options as the laws see it.

    points: what a card of each code counts; special: suits that the rules call by name; shown: contracts that are
    played with an open hand.
    """

    ruleset: str
    options: tuple[tuple[str, str], ...]
    suits: tuple[str, ...]
    pack: tuple[str, ...]
    points: Mapping[str, int]
    players: int
    pauses: bool
    cuts: bool
    draws: bool
    packets: tuple[Mapping[str, int], ...]
    special: frozenset[str]
    shown: frozenset[str]

    def order(self, dealer: int) -> tuple[int, ...]:
        """The seats that play when this one deals, the one that is dealt to first in front."""
        seats = tuple((dealer + step) % self.players for step in range(1, self.players + 1))
        return seats[:-1] if self.pauses else seats

    def dealt(self, dealer: int, cards: Sequence[str], lifted: int = 0) -> Dealt:
        """Deal a pack out; so many cards were lifted and put below the others before."""
        pack = [*cards[lifted:], *cards[:lifted]]
        hands: list[list[str]] = [[] for _ in range(self.players)]
        widow: list[str] = []
        stock: list[str] = []
        turned: list[str] = []
        for packet in self.packets:
            ((kind, number),) = packet.items()
            for pile in [hands[seat] for seat in self.order(dealer)] if kind == "each" else [[]]:
                taken, pack = pack[:number], pack[number:]
                pile.extend(taken)
                {"widow": widow, "stock": stock, "turn_up": turned}.get(kind, []).extend(taken)
        return Dealt(tuple(map(tuple, hands)), tuple(widow), tuple(stock), turned[0] if turned else None)

    def places(self, dealer: int, lifted: int = 0) -> tuple[tuple[str, int], ...]:
        """For each card of the pack from the top where it comes to lie: ("hand", seat), ("widow", 0), ("stock", n)."""
        marks = [str(number) for number in range(len(self.pack))]
        dealt = self.dealt(dealer, marks, lifted)
        found = {mark: ("hand", seat) for seat, hand in enumerate(dealt.hands) for mark in hand}
        found |= dict.fromkeys(dealt.widow, ("widow", 0))
        found |= {mark: ("stock", number) for number, mark in enumerate(dealt.stock)}
        return tuple(found.get(mark, ("open", 0)) for mark in marks)

    def rotated(self, value: Json, key: str = "") -> Json:
        """The same with everybody one seat further on; `key` is where the value stands."""
        if isinstance(value, Mapping):
            return {self._moved(str(name)): self.rotated(item, str(name)) for name, item in value.items()}
        if isinstance(value, str):
            return self._moved(value) if key in _SEATS else value
        if isinstance(value, Sequence):
            if key == "calls":
                return [[self.rotated(one[0], "seat"), one[1]] for one in value if isinstance(one, list)]
            if key in ("announced", "turn") and all(isinstance(one, list) and len(one) == 3 for one in value):
                return [[*one[:2], self.rotated(one[2], "seat")] for one in value if isinstance(one, list)]
            items = [self.rotated(item, key) for item in value]
            return sorted(items, key=str) if key in _SIDES_IN_ANY_ORDER or _are_sides(value) else items
        if isinstance(value, int) and not isinstance(value, bool) and key in _SEATS:
            return (value + 1) % self.players
        return value

    def _moved(self, name: str) -> str:
        if not _SIDE.fullmatch(name):
            return name
        return "+".join(map(str, sorted((int(seat) + 1) % self.players for seat in name.split("+"))))

    def renamed(self, value: Json, suits: Mapping[str, str], key: str = "") -> Json:
        """The same with suits called otherwise."""
        if isinstance(value, Mapping):
            return {str(name): self.renamed(item, suits, str(name)) for name, item in value.items()}
        if isinstance(value, str):
            if value in self.points:
                return suits[value[0]] + value[1:]
            return suits.get(value, value) if key in ("trump", "suit") else value
        if isinstance(value, Sequence):
            if key in _NAMED_WITH_SUIT and value and all(isinstance(one, list) for one in value):
                pairs = [one for one in value if isinstance(one, list) and one]
                return [[one[0], *(self.renamed(part, suits, "suit") for part in one[1:])] for one in pairs]
            return [self.renamed(item, suits, key) for item in value]
        return value


@lru_cache(maxsize=128)
def table_of(ruleset: str, options: tuple[tuple[str, str], ...]) -> Table:
    """The table of a ruleset with options."""
    resolved: Mapping[str, Any] = resolve_ruleset(ruleset, dict(options))
    formal = resolved["rules"]
    deck, suits = formal["deck"], tuple(suit["code"] for suit in resolved["pack"]["suits"])
    points = {suit + rank: deck["points"][rank] for suit in suits for rank in deck["ranks"]}
    return Table(
        ruleset=ruleset,
        options=options,
        suits=suits,
        pack=tuple(code for code in points for _ in range(deck["copies"])),
        points=points,
        players=formal["table"]["players"],
        pauses=formal["table"].get("pauses", "nobody") == "dealer",
        cuts="cut" in formal["flow"],
        draws=any("stock" in packet for packet in formal["deal"]["packets"]),
        packets=tuple(formal["deal"]["packets"]),
        shown=frozenset(
            name for name, entry in formal.get("contracts", {}).items() if entry.get("open_after") is not None
        ),
        special=frozenset(_suits_named({key: part for key, part in formal.items() if key != "deck"}, points, suits)),
    )


def _suits_named(part: Any, points: Mapping[str, int], suits: Sequence[str], key: str = "") -> Iterator[str]:
    """The suits that the rules call by name: renaming them would change what is played."""
    if isinstance(part, Mapping):
        for name, item in part.items():
            yield from _suits_named(item, points, suits, str(name))
    elif isinstance(part, list):
        for item in part:
            yield from _suits_named(item, points, suits, key)
    elif isinstance(part, str):
        yield from (word[0] for word in re.findall(r"\w+", part) if word in points)
        if key in ("suit", "trump") and part in suits:
            yield part


def _are_sides(value: Sequence[Json]) -> bool:
    return bool(value) and all(isinstance(item, str) and _SIDE.fullmatch(item) for item in value)
