"""Changes to one leaf of the rules: another number, another word, a list in another order, nothing at all."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from stichwerk.lint.vocabulary import environment, expressions
from stichwerk_conformance.json_text import compact
from stichwerk_conformance.strength.formulas import mutated
from stichwerk_conformance.strength.words import Schema, items_of, schema_at, words_of

__all__ = ["DROPPED", "Mutation", "mutations"]


class _Dropped:
    def __repr__(self) -> str:
        return "DROPPED"


DROPPED: Final = _Dropped()
"""The value of a leaf that is taken out."""

_NAMES_IN: Mapping[str, str] = {
    "tricks.stages": "stages",
    "duties": "duties",
    "scoring.awards": "awards",
    "spends": "announcements",
    "absorbs": "melds",
    "replaces": "melds",
}
"""Lists of names, by their path or its last word, and the part of the rules where the names are at home."""


@dataclass(frozen=True, slots=True)
class Mutation:
    """A change of one leaf: what it is in words, unique for the leaf, and the new value."""

    what: str
    value: Any


def mutations(leaf: str, value: Any, rules: Mapping[str, Any], pack: Mapping[str, Any]) -> list[Mutation]:
    """Every change of the leaf at a dotted path of the rules; the schema has still to allow it.

    pack: the cards of the ruleset, for ranks and cards that may be named in the place of others.
    """
    schema = schema_at(leaf)
    found: dict[str, Mutation] = {}
    for what, new in (*_changes(leaf, value, schema, rules, pack), (f"{_word(value)} dropped", DROPPED)):
        if (new == value and type(new) is type(value)) or any(new == each.value for each in found.values()):
            continue
        # One part may stand twice in an expression: the second change of the same words is another one.
        nth = next(n for n in itertools.count(1) if _named(what, n) not in found)
        found[_named(what, nth)] = Mutation(_named(what, nth), new)
    return list(found.values())


def _named(what: str, nth: int) -> str:
    return what if nth == 1 else f"{what} ({nth})"


def _changes(
    leaf: str, value: Any, schema: Schema, rules: Mapping[str, Any], pack: Mapping[str, Any]
) -> Iterator[tuple[str, Any]]:
    if "x-expression" in schema:
        yield from _formulas(leaf, rules)
    elif isinstance(value, bool):
        yield f"{_word(value)} -> {_word(not value)}", not value
    elif isinstance(value, int):
        yield from ((f"{value} -> {other}", other) for other in (*_numbers(value), *words_of(schema)))
    elif isinstance(value, str):
        yield from ((f"{value} -> {_word(other)}", other) for other in _other_words(leaf, value, schema, rules, pack))
    elif isinstance(value, list):
        yield from _lists(leaf, value, schema, rules, pack)


def _word(value: Any) -> str:
    return value if isinstance(value, str) else compact(value, 80)


def _numbers(value: int) -> list[int]:
    near = [value + 1, value - 1]
    if abs(value) >= 10:
        near += [value + 10, value - 10]
    return [other for other in dict.fromkeys((*near, 0)) if other != value]


def _formulas(leaf: str, rules: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    placed = next(each for each in expressions(rules) if each.leaf == leaf)
    for what, text in mutated(placed.text, environment(placed.names, rules), placed.expected):
        if not _same_figure(what, rules):
            yield what, text


def _same_figure(what: str, rules: Mapping[str, Any]) -> bool:
    """Is one name put in the place of another that stands for the same figure? Then nothing is changed."""
    names = [side.removeprefix("values.") for side in what.split(" -> ")]
    figures = [rules.get("values", {}).get(name) for name in names]
    return figures[0] is not None and figures[0] == figures[1]


def _other_words(leaf: str, value: str, schema: Schema, rules: Mapping[str, Any], pack: Mapping[str, Any]) -> list[Any]:
    """What could stand there instead: words of the schema, ranks of the pack, other accounts."""
    if words := words_of(schema):
        numbers = [0] if any(one.get("type") == "integer" for one in schema.get("anyOf", ())) else []
        return [word for word in words if word != value] + numbers
    match schema.get("from"):
        case "rank":
            return [rank for rank in rules["deck"]["ranks"] if rank != value]
        case "id" if leaf.endswith(".account"):
            used = {"match", "elsewhere", *(award.get("account", "match") for award in rules["awards"].values())}
            return sorted(used - {value})
    return []


def _lists(
    leaf: str, value: Sequence[Any], schema: Schema, rules: Mapping[str, Any], pack: Mapping[str, Any]
) -> Iterator[tuple[str, Any]]:
    entries = list(value)
    for n, entry in enumerate(entries):
        yield f"without {_word(entry)}{_nth(entries, n)}", entries[:n] + entries[n + 1 :]
    for n, (one, other) in enumerate(itertools.pairwise(entries)):
        yield (
            f"{_word(one)} and {_word(other)} swapped{_nth(entries, n)}",
            [*entries[:n], other, one, *entries[n + 2 :]],
        )
    for name in _other_names(leaf, entries, items_of(schema), rules, pack):
        yield f"with {_word(name)}", [*entries, name]
        if len(entries) == 1:
            yield f"{_word(entries[0])} -> {_word(name)}", [name]
    yield from _packets(entries)
    if words := [word for word in words_of(schema) if isinstance(word, str)]:
        yield from ((f"list -> {word}", word) for word in words)


def _nth(entries: Sequence[Any], n: int) -> str:
    """Which one is meant, where equal entries stand in the list."""
    return f" (entry {n + 1})" if entries.count(entries[n]) > 1 else ""


def _other_names(
    leaf: str, entries: Sequence[Any], items: Schema, rules: Mapping[str, Any], pack: Mapping[str, Any]
) -> list[Any]:
    candidates: list[Any] = []
    home = _NAMES_IN.get(leaf) or _NAMES_IN.get(leaf.rpartition(".")[2])
    if home:
        candidates = list(rules.get(home, ()))
    elif items.get("from") == "rank":
        candidates = [rank["code"] for rank in pack["ranks"]]
    elif items.get("from") == "card":
        suits = [suit["code"] for suit in pack["suits"]]
        candidates = [suit + entries[0][1:] for suit in suits] + [
            entries[0][0] + rank for rank in rules["deck"]["ranks"]
        ]
    elif words := words_of(items):
        candidates = words
    return [name for name in dict.fromkeys(candidates) if name not in entries]


def _packets(entries: Sequence[Any]) -> Iterator[tuple[str, Any]]:
    """Packets of the deal: one card more or less, a card moved to the next packet of the kind, another place."""
    if not all(isinstance(entry, dict) for entry in entries):
        return
    kinds = [next(iter(entry)) for entry in entries]
    for n, (entry, kind) in enumerate(zip(entries, kinds, strict=True)):
        for more in (1, -1):
            changed = {kind: entry[kind] + more}
            yield f"packet {n + 1}: {kind} {entry[kind]} -> {changed[kind]}", [*entries[:n], changed, *entries[n + 1 :]]
            for m in range(n + 1, len(entries)):
                if kinds[m] == kind:
                    new = list(entries)
                    new[n], new[m] = changed, {kind: entries[m][kind] - more}
                    yield f"packets {n + 1} and {m + 1}: {kind} {'+' if more > 0 else '-'}1 and back", new
                    break
        for other in ("each", "widow", "stock", "dead"):
            if other != kind:
                yield f"packet {n + 1}: {kind} -> {other}", [*entries[:n], {other: entry[kind]}, *entries[n + 1 :]]
