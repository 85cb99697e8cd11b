"""What a test case gives and expects, as HTML: cards drawn, hands by seat, tricks, moves in order.

Keys keep the names they have in the protocol; only cards and suits are put into pictures.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from typing import Any

from stichwerk_rulebook.cards import face, hand, sign, trick

__all__ = ["Drawn"]

_SUIT_KEYS = frozenset({"trump", "suit"})
_CALLS = frozenset({"calls"})
_GROUP, _MANY = 8, 16
"""So many cards make one picture; more than so many are drawn smaller."""


class Drawn:
    """Draws the values of one case. players: the seats at the table where they play in a simple round, else 0."""

    def __init__(self, pack: Mapping[str, Any], language: str, players: int = 0) -> None:
        self.pack = pack
        self.language = language
        self.players = players
        self._suits = {suit["code"] for suit in pack["suits"]}
        self._cards = {suit + rank["code"] for suit in self._suits for rank in pack["ranks"]}

    def given(self, given: Mapping[str, Any], winners: Sequence[int] = ()) -> str:
        """The question; `winners` are the seats that win its tricks by the answer, to be marked."""
        special: dict[str, Callable[[], str]] = {}
        if self.players and "leader" in given and given.get("trick"):
            special["trick"] = lambda: self._trick(given["trick"], given["leader"], winners[0] if winners else None)
        if self.players and "leader" in given and given.get("plays"):
            special["plays"] = lambda: self._tricks(given["plays"], given["leader"], winners)
        return self._listed(
            (key, special[key]() if key in special else self.value(key, item)) for key, item in given.items()
        )

    def answer(self, answer: Mapping[str, Any]) -> str:
        """The expected answer."""
        return self._listed((key, self.value(key, item)) for key, item in answer.items())

    def value(self, key: str, value: Any) -> str:
        """One value of the question or the answer."""
        match value:
            case str():
                return self._word(key, value)
            case list() if value and all(item in self._cards for item in value if isinstance(item, str)):
                return self._list(key, value)
            case list():
                return self._list(key, value) if value else "–"
            case dict():
                return self._mapping(value) if value else "–"
            case _:
                return _plain(value)

    @staticmethod
    def _listed(entries: Iterator[tuple[str, str]] | Any) -> str:
        return (
            "<dl>" + "".join(f"<dt><code>{escape(key)}</code></dt><dd>{shown}</dd>" for key, shown in entries) + "</dl>"
        )

    def _word(self, key: str, value: str) -> str:
        if value in self._cards:
            return face(value, self.pack, self.language)
        if value in self._suits and key in _SUIT_KEYS:
            return self._suit(value)
        return escape(value)

    def _suit(self, code: str) -> str:
        return f"{sign(code, self.pack, self.language)} {code}"

    def _row(self, codes: Sequence[str]) -> str:
        """Cards in order, in groups that a narrow screen can put below each other."""
        groups = (codes[start : start + _GROUP] for start in range(0, len(codes), _GROUP))
        size = " small" if len(codes) > _MANY else ""
        drawn = "".join(hand(group, self.pack, self.language) for group in groups)
        return f'<span class="cards{size}">{drawn}</span>'

    def _list(self, key: str, value: Sequence[Any]) -> str:
        if all(isinstance(item, str) and item in self._cards for item in value):
            return self._row(value)
        if all(isinstance(item, dict) and "move" in item for item in value):
            return self._moves(value)
        if all(isinstance(item, dict) for item in value):
            # What the answer leaves open at a place says nothing; the number tells which place is meant.
            told = (f'<li value="{number}">{self._mapping(item)}</li>' for number, item in enumerate(value) if item)
            return f"<ol>{''.join(told)}</ol>"
        if all(isinstance(item, list) for item in value):
            between = ": " if key in _CALLS else " "
            return " · ".join(between.join(self._part(part) for part in item) for item in value)
        return ", ".join(self._part(item) for item in value)

    def _part(self, value: Any) -> str:
        if isinstance(value, str) and value in self._suits:
            return self._suit(value)
        return self._word("", value) if isinstance(value, str) else _plain(value)

    def _mapping(self, value: Mapping[str, Any]) -> str:
        if not value:
            return "–"
        if any(isinstance(item, (list, dict)) and item for item in value.values()):
            return self._listed((key, self.value(key, item)) for key, item in value.items())
        return " · ".join(f"<code>{escape(key)}</code> {self.value(key, item)}" for key, item in value.items())

    def _moves(self, moves: Sequence[Mapping[str, Any]]) -> str:
        """Moves in order; cards that may be played, where nobody is named, in one row."""
        offered = [move["card"] for move in moves if move["move"] == "play" and move.keys() == {"move", "card"}]
        rest = [move for move in moves if "seat" in move or move["move"] != "play" or move.keys() != {"move", "card"}]
        shown = [f"<li>play {self._row(offered)}</li>"] if offered else []
        shown += [f"<li>{self._move(move)}</li>" for move in rest]
        return f'<ul class="moves">{"".join(shown)}</ul>'

    def _move(self, move: Mapping[str, Any]) -> str:
        seat = f'<b class="seat">{move["seat"]}</b> ' if "seat" in move else ""
        if move["move"] == "play" and move.keys() <= {"seat", "move", "card"}:
            return seat + self._word("card", move["card"])
        parts = [escape(str(move["move"]))]
        for key, item in move.items():
            if key not in {"seat", "move"}:
                parts.append(self._named(str(move["move"]), key, item))
        return seat + " ".join(parts)

    def _named(self, move: str, key: str, item: Any) -> str:
        shown = self.value(key, item)
        return shown if isinstance(item, str | list) or key == move else f"{escape(key)} {shown}"

    def _trick(self, codes: Sequence[str], leader: int, winner: int | None) -> str:
        plays = [((leader + place) % self.players, code) for place, code in enumerate(codes)]
        return trick(plays, self.pack, self.language, winner, draw=face)

    def _tricks(self, codes: Sequence[str], leader: int, winners: Sequence[int]) -> str:
        if len(codes) > self.players * len(winners):
            return self._row(codes)
        shown = []
        for number, winner in enumerate(winners):
            shown.append(self._trick(codes[number * self.players : (number + 1) * self.players], leader, winner))
            leader = winner
        return "".join(shown)


def _plain(value: Any) -> str:
    return escape(json.dumps(value, ensure_ascii=False))
