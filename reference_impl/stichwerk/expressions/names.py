"""Which names an expression reads, and whether all of them are declared."""

from __future__ import annotations

from collections.abc import Iterable

from stichwerk.expressions.errors import ExpressionError, quote, suggest
from stichwerk.expressions.lexer import is_name
from stichwerk.expressions.parser import parse
from stichwerk.expressions.syntax import Expression, Macro, Name, Node, Select, scoped


def names_used(text_or_expression: str | Expression) -> frozenset[str]:
    """The dotted paths the expression reads, each as long as it is written: ``side.tricks``, ``made``.

    What a macro reads of its own variable is not a path: ``side.melds.exists(m, m.value > 40)`` reads
    ``side.melds``. Raises ExpressionError when the text cannot be parsed.
    """
    paths: set[str] = set()
    inside: set[int] = set()  # nodes that are the beginning of a longer path
    for node, bound in scoped(as_expression(text_or_expression).root):
        if isinstance(node, Select):
            inside.add(id(node.target))
        path = None if id(node) in inside else _path(node)
        if path is not None and path.split(".")[0] not in bound:
            paths.add(path)
    # Parents come first, so a prefix is skipped at its own node; no path is reported twice.
    return frozenset(paths)


def resolve(expression: Expression, names: Iterable[str]) -> None:
    """Raise ExpressionError for a name that is not declared or a macro variable that hides one.

    Raises ValueError when a declared name is not a name of the language: that is a mistake of the caller.
    """
    known = frozenset(names)
    for name in known:
        if not is_name(name):
            raise ValueError(f"{name!r} cannot be the name of a value in an expression")
    for node, bound in scoped(expression.root):
        if isinstance(node, Name) and node.name not in known and node.name not in bound:
            raise ExpressionError(
                f"unknown name {quote(node.name)}",
                node.column,
                expression.text,
                suggest(node.name, known | bound, "names"),
            )
        if isinstance(node, Macro) and node.variable in known | bound:
            raise ExpressionError(
                f"{quote(node.variable)} already has a meaning here",
                node.mark,
                expression.text,
                "choose another name for the element",
            )


def reads_names(node: Node) -> bool:
    """Whether the value of the node can change: whether it reads a name bound outside of it."""
    return any(isinstance(part, Name) and part.name not in bound for part, bound in scoped(node))


def as_expression(text_or_expression: str | Expression) -> Expression:
    """The parsed expression, whichever form it was handed over in."""
    return parse(text_or_expression) if isinstance(text_or_expression, str) else text_or_expression


def _path(node: Node) -> str | None:
    fields: list[str] = []
    while isinstance(node, Select):
        fields.append(node.field_name)
        node = node.target
    return ".".join([node.name, *reversed(fields)]) if isinstance(node, Name) else None
