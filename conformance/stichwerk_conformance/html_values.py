"""Questions and answers as HTML: cards as pictures, moves in a row, and a mark where an answer departs.

Everything is put together by `Markup.format`, which escapes what is put in: no text of a program can become markup.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeGuard

from markupsafe import Markup

from stichwerk_conformance.faces import Face, Faces
from stichwerk_conformance.json_text import Json, compact, printable, shortened

__all__ = ["Values", "shown"]

LONGEST = 4000
"""So many characters of one text are shown."""

LARGEST = 32_000
"""Above so many characters of JSON a value is shown as text, and not as cards and moves."""

_MOST = 200
_DEEPEST = 8

Path = tuple[str, ...] | None
"""The way from here to the place that differs; empty if this is the place, None if it lies elsewhere."""


def shown(value: Json) -> str:
    """A value as one line; strings without their quotes."""
    text = value if isinstance(value, str) else compact(value)
    return printable(shortened(text, LONGEST))


@dataclass(frozen=True, slots=True)
class Values:
    """Shows values that are about the cards of one pack."""

    faces: Faces

    def show(self, value: Json, differs: str = "") -> Markup:
        """A question or an answer. `differs` is the path of the first difference, "scores.1"."""
        if len(compact(value)) > LARGEST:
            return _code(shortened(compact(value), LONGEST))
        return self._block("", value, tuple(differs.split(".")) if differs else None, 0)

    def _block(self, key: str, value: Json, path: Path, depth: int) -> Markup:
        if depth >= _DEEPEST:
            return _code(value)
        if isinstance(value, Mapping) and value:
            return self._pairs(value, path, depth)
        if _of_mappings(value):
            return self._moves(value, path) if all("move" in one for one in value) else self._rows(value, path, depth)
        if isinstance(value, list) and any(isinstance(one, Mapping | list) for one in value):
            items = (_item(self._line(key, one), index, path) for index, one in enumerate(value[:_MOST]))
            return Markup('<ol class="flow">{}{}</ol>').format(_joined(items), _rest(value))
        return self._line(key, value)

    def _pairs(self, value: Mapping[str, Json], path: Path, depth: int) -> Markup:
        parts = (
            Markup("<dt>{}</dt><dd{}>{}</dd>").format(
                shown(str(key)), _mark(_below(path, key)), self._block(str(key), item, _below(path, key), depth + 1)
            )
            for key, item in value.items()
        )
        return Markup("<dl>{}</dl>").format(_joined(parts))

    def _rows(self, rows: Sequence[Mapping[str, Json]], path: Path, depth: int) -> Markup:
        """Positions one below the other, numbered from 0 as moves are."""
        items = (_item(self._row(row, depth), index, path) for index, row in enumerate(rows[:_MOST]))
        return Markup('<ol class="rows">{}{}</ol>').format(_joined(items), _rest(rows))

    def _row(self, row: Mapping[str, Json], depth: int) -> Markup:
        parts = (
            Markup("<span><em>{}</em> {}</span> ").format(shown(str(key)), self._block(str(key), item, None, depth + 2))
            for key, item in row.items()
        )
        return _joined(parts) if row else _code("{}")

    def _moves(self, moves: Sequence[Mapping[str, Json]], path: Path) -> Markup:
        """Moves that were made are numbered; of those that are offered, the cards to play stand together."""
        if all("seat" in move for move in moves):
            made = (_item(self._move(move), index, path) for index, move in enumerate(moves[:_MOST]))
            return Markup('<ol class="moves">{}{}</ol>').format(_joined(made), _rest(moves))
        cards = [card for move in moves if (card := self._offered(move))]
        others = [self._move(move) for move in moves if not self._offered(move)]
        played = [Markup("play {}").format(_pictures(cards))] if cards else []
        items = (Markup("<li>{}</li>").format(one) for one in [*played, *others[:_MOST]])
        return Markup('<ol class="flow">{}{}</ol>').format(_joined(items), _rest(others))

    def _offered(self, move: Mapping[str, Json]) -> Face | None:
        plain = move.keys() == {"move", "card"} and move["move"] == "play"
        return self.faces.card(move["card"]) if plain else None

    def _move(self, move: Mapping[str, Json]) -> Markup:
        return _joined(self._said(move))

    def _said(self, move: Mapping[str, Json]) -> Iterator[Markup]:
        word = move["move"]
        if "seat" in move:
            yield Markup("<strong>{}:</strong> ").format(shown(move["seat"]))
        yield Markup("{} ").format(shown(word))
        for key, item in move.items():
            if key not in ("seat", "move"):
                # The bid of a bid, the melds of a meld, the card of a play: there the word has said what it is.
                named = key in (word, f"{word}s") or key in ("card", "cards", "suit", "contract")
                what = Markup("") if named else Markup("{} ").format(shown(str(key)))
                yield Markup("{}{} ").format(what, self._line(key, item))

    def _line(self, key: str, value: Json) -> Markup:
        """A value that takes no lines of its own."""
        if self.faces.all_cards(value):
            assert isinstance(value, list)
            return _pictures(face for one in value if (face := self.faces.card(one)))
        if face := self.faces.card(value):
            return _pictures([face])
        if key in ("trump", "suit") and isinstance(value, str) and value in self.faces.signs:
            name = self.faces.suits[value]
            return Markup('<span class="suit">{} {}</span>').format(_sign(self.faces.signs[value]), name)
        if isinstance(value, list) and value and all(isinstance(one, str | int) for one in value):
            return _code(" ".join(shown(one) for one in value))
        if isinstance(value, list) and value and all(isinstance(one, list) for one in value):
            return _code(", ".join(" ".join(map(shown, one)) for one in value if isinstance(one, list)))
        return _code(value)


def _joined(parts: Iterable[Markup]) -> Markup:
    return Markup("").join(parts)


def _code(value: Json) -> Markup:
    return Markup("<code>{}</code>").format(shown(value))


def _pictures(faces: Iterable[Face]) -> Markup:
    return Markup('<span class="cards">{}</span>').format(_joined(map(_picture, faces)))


def _picture(face: Face) -> Markup:
    return Markup('<svg class="card" role="img"><title>{}</title><use href="#{}"/></svg>').format(face.name, face.id)


def _sign(shape: str) -> Markup:
    return Markup('<svg class="sign" aria-hidden="true"><use href="#{}"/></svg>').format(shape)


def _item(content: Markup, index: int, path: Path) -> Markup:
    inside = path is not None and path[:1] == (str(index),)
    return Markup("<li{}>{}</li>").format(Markup(' class="differs"') if inside else "", content)


def _rest(values: Sequence[Json]) -> Markup:
    left = len(values) - _MOST
    return Markup("<li>... and {} more</li>").format(left) if left > 0 else Markup("")


def _below(path: Path, key: str) -> Path:
    return path[1:] if path and path[0] == str(key) else None


def _mark(path: Path) -> Markup:
    return Markup(' class="differs"') if path == () else Markup("")


def _of_mappings(value: Json) -> TypeGuard[list[Mapping[str, Json]]]:
    return isinstance(value, list) and bool(value) and all(isinstance(one, Mapping) for one in value)
