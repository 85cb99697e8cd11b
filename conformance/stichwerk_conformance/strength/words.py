"""What the schema says about a leaf of the rules: its type, its words, whether it is an expression."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from stichwerk.files import schema_dir
from stichwerk.lint.vocabulary import rules_schema

__all__ = ["Schema", "schema_at", "words_of"]

Schema = Mapping[str, Any]


@cache
def _common() -> Schema:
    schema: Schema = json.loads((schema_dir() / "common.schema.json").read_text(encoding="utf-8"))
    return schema


def _target(schema: Schema) -> Schema:
    """The schema with its references followed."""
    while reference := schema.get("$ref"):
        home, _, inside = reference.partition("#/$defs/")
        found: Schema = (_common() if home == "common.schema.json" else rules_schema())["$defs"][inside]
        schema = {**{key: value for key, value in schema.items() if key != "$ref"}, **found, "from": inside}
    return schema


def _below(schema: Schema, key: str) -> Schema:
    for one in (schema, *map(_target, schema.get("anyOf", ()))):
        if key in one.get("properties", {}):
            found: Schema = one["properties"][key]
            return _target(found)
        for pattern, part in one.get("patternProperties", {}).items():
            if re.search(pattern, key):
                return _target(part)
    raise KeyError(key)


def schema_at(leaf: str) -> Schema:
    """The schema of the leaf at a dotted path of the rules. KeyError when there can be no such leaf."""
    schema = rules_schema()
    for key in leaf.split("."):
        schema = _below(schema, key)
    return schema


def items_of(schema: Schema) -> Schema:
    """The schema of the entries of a list."""
    for one in (schema, *map(_target, schema.get("anyOf", ()))):
        if "items" in one:
            return _target(one["items"])
    return {}


def words_of(schema: Schema) -> list[Any]:
    """Every word the schema allows, in its order."""
    found: list[Any] = []
    for one in (schema, *map(_target, schema.get("anyOf", ()))):
        found += one.get("enum", ())
        found += [one["const"]] if "const" in one else []
    return found
