"""Which clause a wrong answer breaks: the one that, if it read otherwise, would make the answer right.

Parts of the rules are changed one at a time, and the reference answers by the changed rules. A change that gives
exactly the program's answer names the clause; one that changes the same part of the answer is the next best.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from stichwerk.loading import load
from stichwerk.questions import answer
from stichwerk.rules import Rules
from stichwerk_conformance.cases import PROFILE_OF
from stichwerk_conformance.compare import first_difference
from stichwerk_conformance.json_text import Json
from stichwerk_conformance.live import Ask
from stichwerk_conformance.live_cases import expected, reference, trimmed
from stichwerk_conformance.live_options import families, single_changes

Path = tuple[str, ...]

_DECIDES: Mapping[str, tuple[str, ...]] = {
    "deck": ("deck",),
    "deal": ("deal", "table", "flow"),
    "cut": ("deal", "flow"),
    "legal_cards": ("stages", "duties", "deck", "tricks"),
    "trick_winner": ("tricks",),
    "replay": ("stages", "duties", "tricks", "deck", "scoring"),
    "melds": ("melds",),
    "score_deal": ("awards", "scoring", "contracts", "melding", "discard", "values", "tricks", "deck"),
    "score_match": ("match", "series", "deal"),
    "auction": ("auction",),
    "discard": ("discard", "irregularities"),
    "first_lead": ("tricks", "contracts"),
    "action": ("contracts",),
    "call_card": ("call",),
}
"""For each question the parts of the rules that are most likely to decide it."""

_OF_DEALS = ("auction", "stages", "duties", "announcements", "actions", "discard", "contracts", "awards", "scoring")


def blamed(question: Ask, given: Json, seconds: float = 15.0) -> str:
    """The clause that a wrong answer breaks most likely; the search ends after so many seconds.

    `given` is what the program answered, None where it gave no answer.
    """
    rules, right = load(question.ruleset, question.options), expected(question)
    place = first_difference(question.ask, right, given)
    if place is None or given is None:
        return _said(question) or _likely(rules, question.ask)
    decided = _DECIDES.get("score_deal" if place.path.startswith("result") else question.ask, _OF_DEALS)
    names = set(_names(right, given))
    exact = near = ""
    until = time.monotonic() + seconds
    for path, clause, changed in _changes(rules, decided, sorted(set(_steps(right, given)))):
        if (exact and path[0] not in decided) or time.monotonic() > until:
            break
        try:
            found = answer(changed, PROFILE_OF[question.ask], question.ask, question.given)
        except Exception:  # noqa: BLE001, S112  # rules that cannot be played are no explanation
            continue
        there = first_difference(question.ask, right, found)
        if there is None:
            continue
        if first_difference(question.ask, trimmed(question.ask, found), given) is None:
            if names & set(path[1:]):  # the part is called as what is wrong in the answer
                return clause
            exact = exact or clause
        elif not near and there.path == place.path:
            near = clause
    return exact or near or _said(question) or _likely(rules, question.ask)


def _names(right: Json, given: Json) -> Iterator[str]:
    """The keys under which two answers differ."""
    if isinstance(right, Mapping) and isinstance(given, Mapping):
        for key in {*right, *given}:
            if right.get(key) != given.get(key):
                yield str(key)
                yield from _names(right.get(key), given.get(key))


def _steps(right: Json, given: Json) -> Iterator[int]:
    """By how much the numbers of two answers differ: a figure of the rules may be wrong by as much."""
    if isinstance(right, Mapping) and isinstance(given, Mapping):
        for key in right.keys() & given.keys():
            yield from _steps(right[key], given[key])
    elif isinstance(right, int) and isinstance(given, int) and right != given:
        yield given - right


def _said(question: Ask) -> str:
    """The clause by which the reference itself refuses."""
    clause = reference(question).get("clause")
    return clause if isinstance(clause, str) else ""


def _likely(rules: Rules, ask: str) -> str:
    parts = (*_DECIDES.get(ask, ()), *_OF_DEALS, "flow")
    return next(clause for part in parts if (clause := rules.clause(part)) is not None)


def _changes(rules: Rules, first: Sequence[str], steps: Sequence[int]) -> Iterator[tuple[Path, str, Rules]]:
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
            try:
                changed = Rules({**rules.resolved, "rules": _with(rules.formal, path, other)})
            except Exception:  # noqa: BLE001, S112  # the same: a change need not make sense
                continue
            yield path, clause, changed


def _clause_of(rules: Rules, path: Path, value: Any, other: Any) -> str:
    """The clause that set a leaf; what is taken out of a list of names stands in a clause of its own."""
    if isinstance(value, list) and isinstance(other, list):
        for name in value:
            if isinstance(name, str) and name not in other and (own := rules.clause(f"{path[-1]}.{name}")):
                return own
    return rules.clause(".".join(path)) or rules.clause(path[0]) or path[0]


def _leaves(part: Mapping[str, Any], path: Path = ()) -> Iterator[tuple[Path, Any]]:
    for name, value in part.items():
        if isinstance(value, Mapping) and value:
            yield from _leaves(value, (*path, name))
        else:
            yield (*path, name), value


_GONE = object()


def _others(value: Any) -> Iterator[Any]:
    """Values that could stand in the place of this one."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, value - 1, value + 10, value - 10, value * 2, value // 2, 0, value * 10)
    elif isinstance(value, list):
        for index in range(len(value)):
            yield [*value[:index], *value[index + 1 :]]
        for index in range(len(value) - 1):
            yield [*value[:index], value[index + 1], value[index], *value[index + 2 :]]
    elif isinstance(value, str):
        if value in ("first", "last"):
            yield "last" if value == "first" else "first"
        for one, other in ((">=", ">"), ("<=", "<"), ("&&", "||"), (" > ", " >= "), (" < ", " <= "), ("==", "!=")):
            if one in value:
                yield value.replace(one, other, 1)
    yield _GONE


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


def clauses_named(clauses: Sequence[str]) -> list[str]:
    """Each clause once, the most frequent first."""
    return sorted(dict.fromkeys(clauses), key=lambda clause: -clauses.count(clause))
