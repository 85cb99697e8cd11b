"""The rules of a game with one part changed, as a program may have misread them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from stichwerk.loading import load
from stichwerk.rules import Rules
from stichwerk_conformance.live_options import families, single_changes

__all__ = ["Path", "changes"]

Path = tuple[str, ...]
"""The way to a leaf of the rules: ("melds", "pair", "points")."""

_MOST_MOVED = 10


def changes(rules: Rules, first: Sequence[str], steps: Sequence[int]) -> Iterator[tuple[Path, str, Rules]]:
    """The rules with one part changed, those named first in front."""
    leaves = list(_leaves(rules.formal))
    leaves.sort(key=lambda leaf: first.index(leaf[0][0]) if leaf[0][0] in first else len(first))
    elsewhere = _values_elsewhere(rules.id)
    for path, value in leaves:
        if path[0] in ("deck", "table") and path[1] in ("pack", "direction"):
            continue
        others = [one for one in elsewhere.get(path, ()) if one != value]
        if type(value) is int:
            others += [value + step for step in steps]
        for other in [*others, *(one for one in _others(value) if one not in others)]:
            clause = _clause_of(rules, path, value, other)
            if clause is None:
                continue
            try:
                changed = Rules({**rules.resolved, "rules": _with(rules.formal, path, other)})
            except Exception:  # noqa: BLE001, S112  # the same: a change need not make sense
                continue
            yield path, clause, changed


def _clause_of(rules: Rules, path: Path, value: Any, other: Any) -> str | None:
    """The clause that set a leaf; what is taken out of a list of names stands in a clause of its own."""
    if isinstance(value, list) and isinstance(other, list):
        for name in value:
            if isinstance(name, str) and name not in other and (own := rules.clause(f"{path[-1]}.{name}")):
                return own
    return rules.clause(".".join(path)) or rules.clause(path[0])


def _leaves(part: Mapping[str, Any], path: Path = ()) -> Iterator[tuple[Path, Any]]:
    for name, value in part.items():
        if isinstance(value, Mapping) and value:
            yield from _leaves(value, (*path, name))
        else:
            yield (*path, name), value


_GONE = object()

_TURNED = {"first": "last", "last": "first", "up": "down", "down": "up"}


def _others(value: Any) -> Iterator[Any]:
    """Values that could stand in the place of this one."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, value - 1, value + 10, value - 10, value * 2, value // 2, 0, value * 10)
    elif isinstance(value, list):
        for index in range(len(value)):
            yield [*value[:index], *value[index + 1 :]]
        yield from _rearranged(value)
    elif isinstance(value, str):
        if value in _TURNED:
            yield _TURNED[value]
        for one, other in ((">=", ">"), ("<=", "<"), ("&&", "||"), (" > ", " >= "), (" < ", " <= "), ("==", "!=")):
            if one in value:
                yield value.replace(one, other, 1)
    yield _GONE


def _rearranged(values: list[Any]) -> Iterator[list[Any]]:
    """One entry moved to another place, neighbours first."""
    places = range(len(values)) if len(values) <= _MOST_MOVED else ()
    for distance in range(1, len(values)):
        for index in places:
            for to in (index + distance, index - distance) if distance > 1 else (index + 1,):
                if 0 <= to < len(values):
                    rest = [*values[:index], *values[index + 1 :]]
                    yield [*rest[:to], values[index], *rest[to:]]


def _with(part: Mapping[str, Any], path: Path, value: Any) -> dict[str, Any]:
    name, *rest = path
    if rest:
        return {**part, name: _with(part.get(name, {}), tuple(rest), value)}
    if value is _GONE:
        return {key: item for key, item in part.items() if key != name}
    return {**part, name: value}


@lru_cache(maxsize=16)
def _values_elsewhere(ruleset: str) -> dict[Path, list[Any]]:
    """What stands in each place in the other rulesets of the family, with all their options."""
    family = next((members for members in families().values() if ruleset in members), [ruleset])
    found: dict[Path, list[Any]] = {}
    for member in family:
        for options in ({}, *single_changes(member, {})):
            for path, value in _leaves(load(member, options).formal):
                known = found.setdefault(path, [])
                if value not in known:
                    known.append(value)
    return found
