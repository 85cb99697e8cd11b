"""The comparison of an answer with the expected one, down to the first place where they differ.

Every key of the expected answer must be there and equal; further keys of the given answer are ignored, in
nested objects too. Seats are numbers in YAML and keys in JSON, so keys are compared as strings. Lists of what
is legal are sets: neither the order nor the number of copies says anything. Hands and piles of cards are compared
without their order, but copies count; only a stock has an order that means something.

Where many moves are legal a case may name only some of them: `has` those that must be among the legal ones of the
answer, `has_not` those that must not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeGuard

from stichwerk_conformance.json_text import Json, compact, kind_of

REFERENCE_ONLY = frozenset({"awards", "clause", "given", "reason"})
"""Keys that the reference adds to an answer, for people; no other program is asked for them."""

_SETS = {
    ("legal_cards", "legal"),
    ("legal_moves", "legal"),
    ("whole_deal", "legal"),
    ("whole_deal", "others"),
    ("count", "split"),
    ("view", "legal"),
    ("view", "revokers"),
    ("seating", "broken"),
}
_PILES = {
    ("deal", "hands"),
    ("deal", "widow_cards"),
    ("play_on", "hands"),
    ("view", "hand"),
    ("view", "widow"),
    ("view", "discards"),
    ("view", "announced"),
    ("view", "open"),
    ("tables", "tables"),
}
_PILES_BY_SEAT = {("view", "hands"), ("view", "melds")}
# Lists inside the description of many moves at once: cards to discard from and to announce, melds to choose from.
_PILES_IN_MOVES = {"from", "announce", "melds"}
_SOME_OF = {("legal_moves", "has"): "legal", ("legal_moves", "has_not"): "legal"}
_ASKS_FOR_SOME = {ask for ask, _ in _SOME_OF}
_OPTIONAL = {("melds", "melds")}
# A side is a name; where each plays alone the name is the number of the seat, and programs may give either.
_NAMES = {("score_match", "winner")}


_LONG = 4
"""A move with so many keys is a description, in which a difference is hard to see."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The first place where an answer differs from the expected one.

    `path` is dotted from the answer ("scores.1"), empty for the answer itself; `note` says what is wrong
    where the two values alone do not show it at a glance.
    """

    path: str
    expected: Json
    given: Json
    note: str = ""

    def __str__(self) -> str:
        where = f"at {self.path}: " if self.path else ""
        if self.note:
            return where + self.note
        return f"{where}expected {compact(self.expected, 300)}, given {compact(self.given, 300)}"


def first_difference(ask: str, expected: Json, given: Json) -> Difference | None:
    """Compare the answer to a question of kind `ask`; None if it is as expected."""
    if _identical(expected, given) and ask not in _ASKS_FOR_SOME:
        return None
    return next(_differences(ask, (), expected, given), None)


def _identical(expected: Json, given: Json) -> bool:
    # Most right answers are, which is soon found out. As text True is not 1; what differs as text may still be equal.
    return expected == given and repr(expected) == repr(given)


def _differences(ask: str, path: tuple[str, ...], expected: Json, given: Json) -> Iterator[Difference]:
    if isinstance(expected, Mapping):
        yield from _in_mapping(ask, path, expected, given)
    elif _is_list(expected):
        yield from _in_list(ask, path, expected, given)
    elif not _same_scalar(expected, given, is_name=(ask, ".".join(path)) in _NAMES):
        yield Difference(".".join(path), expected, given)


def _in_mapping(ask: str, path: tuple[str, ...], expected: Mapping[str, Json], given: Json) -> Iterator[Difference]:
    if not isinstance(given, Mapping):
        yield _wrong_kind(path, expected, given)
        return
    present = {str(key): value for key, value in given.items()}
    for name, value in expected.items():
        key = str(name)
        if not path and (ask, key) in _SOME_OF:
            yield from _in_part(key, _SOME_OF[ask, key], value, present)
        elif key in present:
            yield from _differences(ask, (*path, key), value, present[key])
        elif path or (ask, key) not in _OPTIONAL:
            note = f"missing, expected {compact(value, 300)}"
            yield Difference(".".join((*path, key)), value, None, note)


def _in_list(ask: str, path: tuple[str, ...], expected: Sequence[Json], given: Json) -> Iterator[Difference]:
    if not _is_list(given):
        yield _wrong_kind(path, expected, given)
    elif path and (ask, path[-1]) in _SETS:
        yield from _in_set(path, expected, given)
    elif path and ((ask, path[0]) in _PILES or (len(path) > 1 and (ask, path[0]) in _PILES_BY_SEAT)):
        yield from _in_pile(path, expected, given)
    else:
        for index, (one, other) in enumerate(zip(expected, given, strict=False)):
            yield from _differences(ask, (*path, str(index)), one, other)
        if len(expected) != len(given):
            note = f"expected {len(expected)} entries, given {len(given)}"
            yield Difference(".".join(path), expected, given, note)


def _in_set(path: tuple[str, ...], expected: Sequence[Json], given: Sequence[Json]) -> Iterator[Difference]:
    wanted, offered = ({_canonical(item): item for item in items} for items in (expected, given))
    missing = [item for key, item in wanted.items() if key not in offered]
    surplus = [item for key, item in offered.items() if key not in wanted]
    if len(missing) == len(surplus) == 1 and (note := _within(missing[0], surplus[0])):
        yield Difference(".".join(path), expected, given, note)
    else:
        yield from _unmatched(path, expected, given, missing, surplus)


def _within(expected: Json, given: Json) -> str:
    """Where two long descriptions of the same move differ; empty for others."""
    if not isinstance(expected, Mapping) or not isinstance(given, Mapping) or len(expected) < _LONG:
        return ""
    if expected.get("move") is None or expected.get("move") != given.get("move"):
        return ""
    keys = [
        key
        for key in {**expected, **given}
        if _canonical({key: expected.get(key)}) != _canonical({key: given.get(key)})
    ]
    told = (f"{key} expected {compact(expected.get(key), 200)}, given {compact(given.get(key), 200)}" for key in keys)
    return f"of the move {compact(expected['move'], 40)} " + "; ".join(told)


def _in_pile(path: tuple[str, ...], expected: Sequence[Json], given: Sequence[Json]) -> Iterator[Difference]:
    items = {_canonical(item): item for item in (*expected, *given)}
    wanted, offered = (Counter(map(_canonical, cards)) for cards in (expected, given))
    missing, surplus = ([items[key] for key in rest.elements()] for rest in (wanted - offered, offered - wanted))
    yield from _unmatched(path, expected, given, missing, surplus)


def _unmatched(
    path: tuple[str, ...], expected: Json, given: Json, missing: Sequence[Json], surplus: Sequence[Json]
) -> Iterator[Difference]:
    parts = [f"{word} {_spelled(items)}" for word, items in (("missing", missing), ("too many", surplus)) if items]
    if parts:
        yield Difference(".".join(path), expected, given, ", ".join(parts))


def _in_part(word: str, where: str, expected: Json, answer: Mapping[str, Json]) -> Iterator[Difference]:
    """Hold the list `where` of an answer against some of what it must hold, or must not."""
    given = answer.get(where)
    if not _is_list(given) or not _is_list(expected):
        found = f"given {compact(given, 300)}" if where in answer else "but it is missing"
        yield Difference(where, expected, given, f"a list was expected, {found}")
        return
    offered = set(map(_canonical, given))
    wanted = word == "has"
    if wrong := [item for item in expected if (_canonical(item) in offered) is not wanted]:
        yield Difference(where, expected, given, f"{'missing' if wanted else 'must not hold'} {_spelled(wrong)}")


def _canonical(item: Json, key: str = "") -> str:
    if isinstance(item, Mapping):
        # What is null says no more than what is left out.
        parts = (f"{str(name)!r}:{_canonical(value, str(name))}" for name, value in item.items() if value is not None)
        return "{" + ",".join(sorted(parts)) + "}"
    if _is_list(item) and key in _PILES_IN_MOVES:
        return "[" + ",".join(sorted(map(_canonical, item))) + "]"
    if _is_list(item):
        return "[" + ",".join(map(_canonical, item)) + "]"
    if isinstance(item, float) and item.is_integer():
        return repr(int(item))
    return repr(item)


def _spelled(items: Sequence[Json]) -> str:
    return " ".join(item if isinstance(item, str) else compact(item, 120) for item in items)


def _wrong_kind(path: tuple[str, ...], expected: Json, given: Json) -> Difference:
    note = f"{kind_of(expected)} was expected, given {compact(given, 300)}"
    return Difference(".".join(path), expected, given, note)


def _same_scalar(expected: Json, given: Json, *, is_name: bool) -> bool:
    if is_name and isinstance(given, str):
        return str(expected) == given
    # Python counts True as 1; JSON does not. 240.0 is the same JSON number as 240.
    return isinstance(expected, bool) == isinstance(given, bool) and expected == given


def _is_list(value: Json) -> TypeGuard[Sequence[Json]]:
    return isinstance(value, Sequence) and not isinstance(value, str)
