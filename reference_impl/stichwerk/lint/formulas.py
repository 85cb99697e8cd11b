"""Expressions: whether they can be read and have the right types; errors point into the text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from stichwerk.errors import SpecError
from stichwerk.expressions import ExpressionError, check, names_used, parse
from stichwerk.expressions.lexer import is_name
from stichwerk.expressions.syntax import Int, scoped
from stichwerk.lint.vocabulary import Placed, environment, expressions
from stichwerk.resolve import Resolution

__all__ = ["check_expressions", "figures_in_expressions"]

_LINE_BREAK = re.compile("\r\n|\r|\n")


def check_expressions(resolution: Resolution) -> Iterator[SpecError]:
    """Unreadable expressions, unknown names, wrong types; unused values; `goal` where there is none."""
    rules: Mapping[str, Any] = resolution.document["rules"]
    bad = [name for name in rules.get("values", ()) if not is_name(name)]
    for name in bad:
        yield resolution.error(
            f"values.{name}", f"{name!r} is a word of the expression language and cannot name a figure"
        )
    if bad:
        return
    used: set[str] = set()
    sides = _sides(rules)
    for placed in expressions(rules):
        try:
            check(placed.text, environment(placed.names, rules), placed.expected)
            names = names_used(placed.text)
        except ExpressionError as error:
            yield _pointed(resolution, placed, error)
            names = frozenset({f"values.{name}" for name in rules.get("values", ()) if f"values.{name}" in placed.text})
        used |= names
        if sides != 2 and any(name.partition(".")[0] == "other" for name in names):
            yield resolution.error(
                placed.leaf,
                f"the expression reads 'other', but the table has {sides} sides",
                hint="'other' is the opposing side, of exactly two",
            )
        if "goal" in names and "target" not in rules["match"]:
            yield resolution.error(
                placed.leaf,
                "the expression reads 'goal', but the match has no target",
                hint="name a figure under 'values'",
            )
    for name in rules.get("values", ()):
        if f"values.{name}" not in used:
            yield resolution.error(
                f"values.{name}", f"no expression reads the figure {name!r}", hint="remove it, or use it"
            )


def _sides(rules: Mapping[str, Any]) -> int:
    """How many sides sit at the table."""
    players: int = rules["table"]["players"]
    return players // 2 if rules["table"]["sides"] == "partners" else players


def _pointed(resolution: Resolution, placed: Placed, error: ExpressionError) -> SpecError:
    """The error of an expression, at its place in the document."""
    document, path = resolution.find(placed.leaf)
    place = document.place(path)
    line = _LINE_BREAK.split(document.text)[place.line - 1]
    start = place.column - 1
    start += line[start : start + 1] in {"'", '"'}
    # Folded and escaped texts have no simple way back to a column: the error stands where they begin.
    if line[start : start + len(placed.text)] == placed.text:
        place = replace(place, column=start + error.column + 1)
    return SpecError(error.message, place=place, path=placed.leaf, hint=error.hint, snippet=document.snippet(place))


def figures_in_expressions(resolution: Resolution) -> Iterator[SpecError]:
    """Figures (other than 0 and 1) in an expression, where neither sentences nor options reach them."""
    for placed in expressions(resolution.document["rules"]):
        for node, _ in scoped(parse(placed.text).root):
            if isinstance(node, Int) and node.value not in (0, 1):
                yield resolution.error(
                    placed.leaf,
                    f"the figure {node.value} stands in an expression",
                    hint=f"name it: values: {{some_name: {node.value}}}, and write values.some_name",
                )
