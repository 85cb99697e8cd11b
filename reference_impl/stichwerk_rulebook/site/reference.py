"""A JSON Schema as a reference in Markdown: every key under its dotted path, with type, description and examples.

Keys stand in the order of the schema; `*` in a path stands for the elements of a list or for keys that are not fixed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

__all__ = ["anchor", "described", "reference"]

Schema = Mapping[str, Any]

_CODE = re.compile(r"(`[^`]*`)")
_LIMITS = {
    "minimum": "at least {}", "maximum": "at most {}", "minItems": "{} elements or more",
    "maxItems": "{} elements or fewer", "minProperties": "{} keys or more", "maxLength": "{} characters or fewer",
}  # fmt: skip
_NOT_EMPTY = {("minItems", 1), ("minProperties", 1)}
_NAMES = {"integer": "whole number", "boolean": "`true` or `false`", "string": "text", "null": "`null`"}


def reference(schema: Schema, keys: str, definitions: str) -> str:
    """The keys of a schema and its definitions, under two headings of level 2."""
    parts = []
    if schema.get("properties"):
        parts += [f"## {keys} {{ #keys }}", *_Keys().english(_Keys.properties, schema, "")]
    if schema.get("$defs"):
        parts.append(f"## {definitions} {{ #definitions }}")
        for name, entry in schema["$defs"].items():
            parts += _Keys().english(_Keys.definition, entry, name)
    return "\n\n".join(parts)


def described(text: str) -> str:
    """A description of the schema, whose back quotes mark code, as Markdown."""
    parts = _CODE.split(text)
    escape = re.compile(r"([\\*_\[\]|])")
    return "".join(
        part
        if part.startswith("`")
        else escape.sub(r"\\\1", part.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"))
        for part in parts
    )


def anchor(path: str) -> str:
    """The anchor of a key: `melds.list.*.cards` -> melds.list.each.cards."""
    return path.replace("*", "each")


class _Keys:
    """Walks through one part of a schema; a key that several alternatives have is told once."""

    def __init__(self) -> None:
        self._told: set[str] = set()

    def english(self, walk: Callable[[_Keys, Schema, str], Iterator[str]], schema: Schema, path: str) -> list[str]:
        """What a walk tells, marked as English."""
        return ['<div lang="en" markdown="1">', *walk(self, schema, path), "</div>"]

    def definition(self, schema: Schema, name: str) -> Iterator[str]:
        """A definition and its keys."""
        yield f"### `{name}`{_title(schema)} {{ #def-{name} }}"
        yield _body(schema, required=False)
        yield from self._inside(schema, f"def-{name}")

    def properties(self, schema: Schema, path: str) -> Iterator[str]:
        """The keys of a mapping, each with those inside it."""
        needed = schema.get("required", ())
        for name, entry in schema.get("properties", {}).items():
            if isinstance(entry, Mapping):
                yield from self._key(entry, f"{path}.{name}" if path else name, required=name in needed)
        for entry in [*schema.get("patternProperties", {}).values(), schema.get("additionalProperties")]:
            yield from self._each(entry, path)

    def _each(self, schema: Any, path: str) -> Iterator[str]:
        """What an element of a list or a freely named key holds; with a paragraph where it has a title of its own."""
        if isinstance(schema, Mapping) and "title" in schema:
            yield from self._key(schema, f"{path}.*", required=False)
        elif isinstance(schema, Mapping):
            yield from self._inside(schema, f"{path}.*")

    def _key(self, schema: Schema, path: str, *, required: bool) -> Iterator[str]:
        if path in self._told or ("title" not in schema and "description" not in schema):
            return
        self._told.add(path)
        shown = f"`{path.removeprefix('def-')}`{_title(schema)}"
        if "." in path:
            yield f'<p class="schema-key" id="{anchor(path)}" markdown="1">**{shown}**</p>'
        else:
            yield f"### {shown} {{ #{anchor(path)} }}"
        yield _body(schema, required=required)
        yield from self._inside(schema, path)

    def _inside(self, schema: Schema, path: str) -> Iterator[str]:
        """The keys of what a key holds: of the mapping itself, of a list's elements, of each alternative."""
        yield from self.properties(schema, path)
        yield from self._each(schema.get("items"), path)
        for branch in [*schema.get("anyOf", ()), *schema.get("oneOf", ())]:
            yield from self._inside(branch, path)


def _title(schema: Schema) -> str:
    return f" – {described(schema['title'])}" if "title" in schema else ""


def _body(schema: Schema, *, required: bool) -> str:
    facts = [kind for kind in [_type(schema), "required" if required else ""] if kind]
    parts = [f"*{', '.join(facts)}.*" if facts else "", described(schema.get("description", ""))]
    if schema.get("examples"):
        parts.append("Examples: " + ", ".join(f"`{_written(value)}`" for value in schema["examples"]))
    return "  \n".join(part for part in parts if part)


def _written(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _type(schema: Schema) -> str:
    if "x-expression" in schema:
        rule = schema["x-expression"]
        return f"expression of type {rule['type']}, sees [{rule['names']}](../language.md#names-{rule['names']})"
    if "$ref" in schema:
        return _referred(schema["$ref"])
    if "const" in schema:
        return f"always `{_written(schema['const'])}`"
    if "enum" in schema:
        return "one of " + ", ".join(f"`{_written(value)}`" for value in schema["enum"])
    if "anyOf" in schema or "oneOf" in schema:
        return " or ".join(dict.fromkeys(_type(one) for one in [*schema.get("anyOf", ()), *schema.get("oneOf", ())]))
    return ", ".join([_plain_type(schema), *_limits(schema)]).strip(", ")


def _plain_type(schema: Schema) -> str:
    kinds: str | list[str] = schema.get("type", "")
    if isinstance(kinds, list):
        return " or ".join(_NAMES.get(kind, kind) for kind in kinds)
    if kinds == "array":
        inside = _type(schema["items"]) if isinstance(schema.get("items"), Mapping) else ""
        return f"list of {inside}" if inside else "list"
    return "mapping" if kinds == "object" else _NAMES.get(kinds, kinds)


def _limits(schema: Schema) -> Iterator[str]:
    for name, words in _LIMITS.items():
        if name in schema:
            yield "not empty" if (name, schema[name]) in _NOT_EMPTY else words.format(schema[name])
    if schema.get("uniqueItems"):
        yield "each only once"
    if "pattern" in schema and "|" not in schema["pattern"]:
        yield f"pattern `{schema['pattern']}`"


def _referred(address: str) -> str:
    file, _, path = address.partition("#")
    name = path.rpartition("/")[2]
    page = file.replace(".schema.json", ".md")
    if not name:
        return f"[{page.removesuffix('.md')}]({page})"
    return f"[{name}]({page}#def-{name})"
