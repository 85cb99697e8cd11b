"""Rules changed in one leaf, to see which answers a clause decides."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from copy import deepcopy
from functools import cache
from typing import Any, NamedTuple

from stichwerk.files import schema_dir
from stichwerk.library import shipped
from stichwerk.loading import load
from stichwerk.rules import Rules

_TURNS = ((">=", ">"), ("<=", "<"), (" > ", " >= "), (" < ", " <= "), ("==", "!="), ("&&", "||"), ("||", "&&"))
_MOST = 6
_ENTRIES = ("contracts", "melds", "announcements", "actions")
_ALL = ("deck", "deal", "legal_cards", "trick_winner", "melds", "replay", "score_deal", "play_on", "whole_deal")
_ASKS: Mapping[str, tuple[str, ...]] = {
    "flow": ("action", "auction", "discard", "call_card", "cut", "score_deal", "whole_deal"),
    "deck": _ALL,
    "table": ("deal", "trick_winner", "score_deal", "score_match", "first_lead", "whole_deal"),
    "deal": ("deal", "cut", "score_match", "whole_deal"),
    "auction": ("auction", "whole_deal"),
    "widow": ("whole_deal",),
    "call": ("call_card", "whole_deal"),
    "contracts": ("action", "score_deal", "first_lead", "whole_deal"),
    "trump": ("discard", "legal_moves", "play_on", "whole_deal"),
    "melds": ("melds", "whole_deal"),
    "melding": ("score_deal", "whole_deal"),
    "discard": ("discard", "score_deal", "whole_deal"),
    "tricks": ("trick_winner", "first_lead", "score_deal", "replay", "play_on", "whole_deal"),
    "stages": ("deal", "legal_cards", "legal_moves", "replay", "play_on", "whole_deal"),
    "duties": ("legal_cards", "replay", "legal_moves", "play_on", "whole_deal"),
    "announcements": ("legal_moves", "play_on", "score_deal", "whole_deal"),
    "actions": ("legal_moves", "play_on", "score_deal", "whole_deal"),
    "scoring": ("score_deal", "play_on", "whole_deal"),
    "rounding": ("score_deal", "whole_deal"),
    "awards": ("score_deal", "score_match", "play_on", "whole_deal"),
    "values": ("score_deal", "score_match", "play_on", "whole_deal"),
    "irregularities": ("discard", "score_deal", "whole_deal"),
    "match": ("score_match", "score_deal"),
    "series": ("score_match",),
    "tournament": ("tables", "check_list", "ranking", "seating"),
}


class Mutant(NamedTuple):
    """Rules that say something else in one leaf; `clause` is the one that sets it."""

    leaf: str
    clause: str
    rules: Rules


def asks_about(leaf: str) -> tuple[str, ...]:
    """The kinds of question whose answers can hang on this leaf; others are not tried."""
    return _ASKS.get(leaf.partition(".")[0], ())


def mutants(rules: Rules) -> Iterator[Mutant]:
    """For each leaf of the rules a few rules that differ in it and can still be played."""
    provenance: Mapping[str, str] = rules.resolved["provenance"]
    entries: dict[str, str] = {}
    for leaf, clause in provenance.items():
        first, _, rest = leaf.partition(".")
        if first in _ENTRIES and "." in rest:
            entries.setdefault(f"{first}.{rest.partition('.')[0]}", clause)
    for entry, clause in entries.items():
        without = with_leaf(rules, entry, ABSENT)
        if without is not None:
            yield Mutant(entry, clause, without)
    for leaf, clause in provenance.items():
        count = 0
        for value in _others(leaf, _get(rules.formal, leaf)):
            changed = with_leaf(rules, leaf, value)
            if changed is not None:
                count += 1
                yield Mutant(leaf, clause, changed)
            if count >= _MOST:
                break


def with_leaf(rules: Rules, leaf: str, value: Any) -> Rules | None:
    """The rules with another value in one leaf (none: without it); None when they cannot be played."""
    formal = deepcopy(dict(rules.formal))
    *above, last = leaf.split(".")
    target = formal
    for key in above:
        if not isinstance(target.get(key), dict):
            return None
        target = target[key]
    if value is ABSENT:
        target.pop(last, None)
    else:
        target[last] = value
    try:
        return Rules({**rules.resolved, "rules": formal})
    except Exception:  # noqa: BLE001  # rules that were changed may fail in any way
        return None


ABSENT = object()
"""Stands for a leaf that is not there."""


def leaf_of(rules: Rules, leaf: str) -> Any:
    """The value of a leaf, ABSENT where there is none."""
    try:
        return _get(rules.formal, leaf)
    except (LookupError, TypeError):
        return ABSENT


def _get(formal: Mapping[str, Any], leaf: str) -> Any:
    value: Any = formal
    for key in leaf.split("."):
        value = value[key]
    return value


def _others(leaf: str, value: Any) -> Iterator[Any]:
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 1
        yield value + 10
        if value:
            yield value - 1
    elif isinstance(value, str):
        for one, other in _TURNS:
            if one in value:
                yield value.replace(one, other, 1)
        if leaf.endswith((".when", ".valid")):
            yield "false" if value != "false" else "true"
    elif isinstance(value, list):
        for index in range(len(value)):
            yield value[:index] + value[index + 1 :]
    alike = (*_seen().get(leaf, ()), *_words().get(_last(leaf), ()), *_seen().get(_alike(leaf), ()))
    tried = [value]
    for other in alike:
        if other not in tried:
            tried.append(other)
            yield other
    yield ABSENT


def _last(leaf: str) -> str:
    return leaf.rpartition(".")[2]


def _alike(leaf: str) -> str:
    """Leaves that say the same of different things, such as the value of each meld."""
    return f"{leaf.partition('.')[0]}.*.{_last(leaf)}"


@cache
def _seen() -> Mapping[str, list[Any]]:
    """Every value that a leaf has in some ruleset."""
    found: dict[str, dict[str, Any]] = {}
    for name in shipped().paths():
        if shipped().header(name).get("abstract"):
            continue
        rules = load(name)
        for leaf in rules.resolved["provenance"]:
            value = _get(rules.formal, leaf)
            for name_ in (leaf, _alike(leaf)):
                found.setdefault(name_, {})[json.dumps(value, sort_keys=True)] = value
    return {leaf: [values[key] for key in sorted(values)] for leaf, values in found.items()}


@cache
def _words() -> Mapping[str, list[str]]:
    """The words that the schema of rules knows for a key, by the name of the key."""
    found: dict[str, list[str]] = {}
    _collect("", json.loads((schema_dir() / "rules.schema.json").read_text(encoding="utf-8")), found)
    return found


def _collect(name: str, schema: Any, found: dict[str, list[str]]) -> None:
    if isinstance(schema, list):
        for entry in schema:
            _collect(name, entry, found)
    elif isinstance(schema, dict):
        found.setdefault(name, []).extend(word for word in schema.get("enum", ()) if isinstance(word, str))
        for key, entry in schema.items():
            if key == "properties":
                for below, one in entry.items():
                    _collect(below, one, found)
            elif key != "examples":
                _collect(name, entry, found)
