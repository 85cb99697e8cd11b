"""Questions and answers as a player would write them down: a line for each thing, cards with their names.

Moves stand as `0: play HA`, all cards that may be played together, and positions one below the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, TypeGuard

from stichwerk_conformance.json_text import Json, compact, printable, shortened

_LONGEST = 2000


class CardNames:
    """The names of a pack's suits and ranks in one language; without a pack no code has a name."""

    def __init__(self, pack: Mapping[str, Any] | None, lang: str) -> None:
        pack = pack or {"suits": (), "ranks": ()}
        self._suits = {str(suit["code"]): str(suit["name"][lang]) for suit in pack["suits"]}
        self._ranks = {str(rank["code"]): str(rank["short"][lang]) for rank in pack["ranks"]}

    def is_card(self, value: Json) -> bool:
        """Whether this is the code of a card of the pack: suit, then rank."""
        return isinstance(value, str) and len(value) == 2 and value[0] in self._suits and value[1] in self._ranks

    def suit(self, code: Json) -> str:
        """The name of a suit, empty if this is no code of one."""
        return self._suits.get(code, "") if isinstance(code, str) else ""

    def cards(self, codes: Sequence[str]) -> str:
        """The names of cards in the order given, runs of a suit together: "Herz A 10, Eichel K"."""
        runs = groupby(codes, key=lambda code: code[0])
        return ", ".join(" ".join([self._suits[suit], *(self._ranks[c[1]] for c in run)]) for suit, run in runs)


def lines_of(value: Json, names: CardNames) -> Iterator[str]:
    """A question's input or an answer as lines, mappings indented, cards as `HA HT  (Herz A 10)`."""
    if not isinstance(value, Mapping) or not value:
        yield _line("", value, names)
        return
    for key, item in value.items():
        if isinstance(item, Mapping) and any(isinstance(part, Mapping | list) for part in item.values()):
            yield f"{printable(str(key))}:"
            yield from (f"  {line}" for line in lines_of(item, names))
        elif _is_list_of_mappings(item) and any("legal" in one for one in item):
            yield f"{printable(str(key))}:"
            for number, one in enumerate(item):
                parts = (f"{name}: {_line(str(name), part, names)}" for name, part in one.items())
                yield printable(shortened(f"  {number}. {'; '.join(parts)}", _LONGEST))
        else:
            yield f"{printable(str(key))}: {_line(str(key), item, names)}"


def _line(key: str, value: Json, names: CardNames) -> str:
    if isinstance(value, str):
        name = names.cards([value]) if names.is_card(value) else names.suit(value) if key == "trump" else ""
        text = f"{value}  ({name})" if name else value
    elif isinstance(value, list) and value and all(names.is_card(item) for item in value):
        text = f"{' '.join(map(str, value))}  ({names.cards([str(item) for item in value])})"
    elif isinstance(value, list) and value and all(isinstance(item, str) for item in value):
        text = " ".join(map(str, value))
    elif _is_list_of_mappings(value):
        moves = all("move" in item for item in value)
        text = "; ".join(_moves(value, names) if moves else (_pairs(item) for item in value))
    elif isinstance(value, Mapping) and value:
        text = _pairs(value)
    else:
        text = compact(value)
    return printable(shortened(text, _LONGEST))


def _is_list_of_mappings(value: Json) -> TypeGuard[list[Mapping[str, Json]]]:
    return isinstance(value, list) and bool(value) and all(isinstance(item, Mapping) for item in value)


def _pairs(value: Mapping[str, Json]) -> str:
    return ", ".join(f"{name}: {compact(item)}" for name, item in value.items())


def _moves(moves: Sequence[Mapping[str, Json]], names: CardNames) -> Iterator[str]:
    """Moves in words; where they are offered and not made, the cards that may be played together."""
    cards = [str(move["card"]) for move in moves if _is_offered_card(move, names)]
    if cards:
        yield f"play {' '.join(cards)}  ({names.cards(cards)})"
    for move in moves:
        if not _is_offered_card(move, names):
            seat = f"{compact(move['seat'])}: " if "seat" in move else ""
            parts = (_said(key, item) for key, item in move.items() if key != "seat")
            yield seat + " ".join(parts)


def _is_offered_card(move: Mapping[str, Json], names: CardNames) -> bool:
    return move.get("move") == "play" and move.keys() == {"move", "card"} and names.is_card(move["card"])


def _said(key: str, item: Json) -> str:
    """One part of a move: the word itself, a card, a suit; numbers and lists with what they are."""
    if isinstance(item, str):
        return item
    if isinstance(item, list) and item and all(isinstance(part, str) for part in item):
        return f"{key} {' '.join(map(str, item))}"
    return f"{key} {compact(item)}"
