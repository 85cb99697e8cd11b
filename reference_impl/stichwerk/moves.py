"""What a player may do: moves, and the choices that stand for many moves at once.

A move is a seat, a word and at most one value. Where there are few moves they are listed; where there are many
(a cut, free bids, melds, discards) a choice describes them: it says what it allows and can draw one at random.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple, Protocol

VALUE_KEY = {
    "cut": "lifted",
    "bid": "bid",
    "contract": "contract",
    "trump": "suit",
    "meld": "melds",
    "discard": "cards",
    "misdiscard": "cards",
    "call": "card",
    "give": "card",
    "play": "card",
    "revoke": "card",
    "announce": "announcement",
}
"""The key under which a move's value stands in JSON; moves that are not here have no value."""

WORDS = frozenset(VALUE_KEY) | {"pass", "take", "decline", "exchange", "close", "claim", "draw"}


class Move(NamedTuple):
    """One move.

    kind is one of WORDS. value: number of cards lifted (cut), points (bid), contract id, suit code, card code,
    a tuple of card codes, for `meld` a tuple of (meld id, suit code or None), for `announce` one such pair. `open`
    holds the discarded cards that are announced.
    """

    seat: int
    kind: str
    value: Any = None
    open: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The move as plain JSON."""
        out: dict[str, Any] = {"seat": self.seat, "move": self.kind}
        if self.kind == "meld":
            out["melds"] = [[name] if suit is None else [name, suit] for name, suit in self.value]
        elif self.kind == "announce":
            name, suit = self.value
            out |= {"announcement": name} if suit is None else {"announcement": name, "suit": suit}
        elif self.kind in VALUE_KEY:
            out[VALUE_KEY[self.kind]] = list(self.value) if isinstance(self.value, tuple) else self.value
        if self.open:
            out["open"] = list(self.open)
        return out

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Move:
        """Plain JSON -> move. ValueError says what is wrong with it."""
        seat, kind = data.get("seat"), data.get("move")
        if type(seat) is not int:
            raise ValueError(f"a move needs a seat (a number), found {seat!r}")
        if not isinstance(kind, str) or kind not in WORDS:
            raise ValueError(f"a move is one of {', '.join(sorted(WORDS))}, found {kind!r}")
        key = VALUE_KEY.get(kind)
        allowed = {"seat", "move", key} | {"discard": {"open"}, "announce": {"suit"}}.get(kind, set())
        if unknown := sorted(set(data) - allowed, key=str):
            raise ValueError(f"{kind}: unknown key {unknown[0]!r}")
        if key is None:
            return cls(seat, kind)
        if key not in data:
            raise ValueError(f"{kind}: the key {key!r} is missing")
        value = _value(kind, key, data[key])
        if kind == "announce":
            value = (value, data.get("suit"))
        announced = data.get("open", [])
        if not _texts(announced):
            raise ValueError(f"{kind}: 'open' is a list of cards, found {announced!r}")
        return cls(seat, kind, value, tuple(announced))

    def __str__(self) -> str:
        value = self.to_json().get(VALUE_KEY.get(self.kind, ""))
        if value is None:
            return f"seat {self.seat}: {self.kind}"
        if isinstance(value, list):
            value = ", ".join(" ".join(item) if isinstance(item, list) else item for item in value) or "nothing"
        return f"seat {self.seat}: {self.kind} {value}" + (f" (announced: {', '.join(self.open)})" if self.open else "")


def _texts(value: object) -> bool:
    return isinstance(value, (list, tuple)) and all(isinstance(item, str) for item in value)


def _value(kind: str, key: str, value: Any) -> Any:
    if kind in ("cut", "bid"):
        if type(value) is not int:
            raise ValueError(f"{kind}: {key!r} is a number, found {value!r}")
    elif kind == "meld":
        if not isinstance(value, (list, tuple)) or not all(_texts(item) and 1 <= len(item) <= 2 for item in value):
            raise ValueError(f"{kind}: 'melds' is a list of [meld] or [meld, suit], found {value!r}")
        return tuple((item[0], item[1] if len(item) == 2 else None) for item in value)
    elif key == "cards":
        if not _texts(value):
            raise ValueError(f"{kind}: 'cards' is a list of cards, found {value!r}")
        return tuple(value)
    elif not isinstance(value, str):
        raise ValueError(f"{kind}: {key!r} is a text, found {value!r}")
    return value


class Choice(Protocol):
    """Many moves described at once."""

    @property
    def seat(self) -> int:
        """The seat that chooses."""

    def sample(self, rng: Random) -> Move:
        """One of the moves, at random."""

    def to_json(self) -> dict[str, Any]:
        """The choice as plain JSON."""


@dataclass(frozen=True, slots=True)
class CutChoice:
    """Lift any number of cards from `least` to `most`."""

    seat: int
    least: int
    most: int

    def sample(self, rng: Random) -> Move:
        """A cut anywhere."""
        return Move(self.seat, "cut", rng.randint(self.least, self.most))

    def to_json(self) -> dict[str, Any]:
        """As {"seat", "move": "cut", "least", "most"}."""
        return {"seat": self.seat, "move": "cut", "least": self.least, "most": self.most}


@dataclass(frozen=True, slots=True)
class BidChoice:
    """Bid `least` points or more, in steps of `step`."""

    seat: int
    least: int
    step: int

    def sample(self, rng: Random) -> Move:
        """The lowest bid or one a few steps above."""
        return Move(self.seat, "bid", self.least + self.step * rng.choice((0, 0, 0, 1, 2, 5)))

    def to_json(self) -> dict[str, Any]:
        """As {"seat", "move": "bid", "least", "step"}."""
        return {"seat": self.seat, "move": "bid", "least": self.least, "step": self.step}


@dataclass(frozen=True, slots=True)
class DiscardChoice:
    """Put `count` of the cards `free` away; those of them that are in `announced` are named aloud."""

    seat: int
    count: int
    free: tuple[str, ...]
    announced: frozenset[str]

    def sample(self, rng: Random) -> Move:
        """Any allowed discard, announced as it must be."""
        cards = tuple(rng.sample(self.free, self.count))
        return Move(self.seat, "discard", cards, tuple(card for card in cards if card in self.announced))

    def to_json(self) -> dict[str, Any]:
        """As {"seat", "move": "discard", "count", "from", "announce"?}."""
        out = {"seat": self.seat, "move": "discard", "count": self.count, "from": list(self.free)}
        announce = sorted(self.announced & set(self.free))
        return out | {"announce": announce} if announce else out
