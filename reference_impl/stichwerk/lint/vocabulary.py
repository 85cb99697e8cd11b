"""What rules.schema.json says about expressions: where they stand, and which names each place sees.

The schema is the one declaration; the lint checks expressions against it, the published reference shows it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from stichwerk.expressions import BOOL, INT, Enum, ExpressionError, Record, Type, names_used
from stichwerk.files import schema_dir

__all__ = ["Placed", "environment", "expressions", "names_read", "needed_parts", "rules_schema"]

_SCALARS: Mapping[str, Type] = {"bool": BOOL, "int": INT}


@dataclass(frozen=True, slots=True)
class Placed:
    """An expression in the rules: dotted path, text, the type it must have, the environment it sees."""

    leaf: str
    text: str
    expected: Type
    names: str


@cache
def rules_schema() -> Mapping[str, Any]:
    """The schema of the formal part."""
    schema: Mapping[str, Any] = json.loads((schema_dir() / "rules.schema.json").read_text(encoding="utf-8"))
    return schema


@cache
def needed_parts() -> tuple[str, ...]:
    """The parts that every complete set of rules has: deck, table, deal, ..."""
    schema = json.loads((schema_dir() / "resolved.schema.json").read_text(encoding="utf-8"))
    return tuple(schema["$defs"]["complete"]["required"])


def expressions(rules: Mapping[str, Any]) -> Iterator[Placed]:
    """Every expression of merged rules, in the order of the rules."""
    return _walk(rules_schema(), rules, "")


def names_read(text: str) -> frozenset[str]:
    """The names that an expression reads; none when it cannot be read, which is an error of its own."""
    try:
        return names_used(text)
    except ExpressionError:
        return frozenset()


def _walk(schema: Mapping[str, Any], value: Any, leaf: str) -> Iterator[Placed]:
    reference = schema.get("$ref", "")
    if reference.startswith("#/$defs/"):
        schema = rules_schema()["$defs"][reference.removeprefix("#/$defs/")]
    if declared := schema.get("x-expression"):
        yield Placed(leaf, value, _SCALARS[declared["type"]], declared["names"])
    if isinstance(value, Mapping):
        for key, part in value.items():
            yield from _walk(_below(schema, key), part, f"{leaf}.{key}" if leaf else key)


def _below(schema: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    """The schema of the value under a key; empty when the key is none that can hold an expression."""
    found: Mapping[str, Any] = schema.get("properties", {}).get(key, {})
    patterns: Mapping[str, Any] = schema.get("patternProperties", {})
    return found or next((part for pattern, part in patterns.items() if re.search(pattern, key)), {})


def environment(name: str, rules: Mapping[str, Any]) -> dict[str, Type]:
    """The names that the expressions of an environment see under these rules, with their types."""
    names = rules_schema()["x-environments"][name]["names"]
    return {each: _type(entry, rules) for each, entry in names.items()}


def _type(entry: Mapping[str, Any], rules: Mapping[str, Any]) -> Type:
    if "enum-of" in entry:
        return Enum(frozenset(rules.get(entry["enum-of"], ())))
    if "record-of" in entry:
        name = entry["record-of"]
        return Record(name, dict.fromkeys(rules.get(name, ()), INT))
    if "record" in entry:
        fields = rules_schema()["x-records"][entry["record"]]["fields"]
        without = entry.get("without", ())
        return Record(
            entry["record"], {key: _type(field, rules) for key, field in fields.items() if key not in without}
        )
    return _SCALARS[entry["type"]]
