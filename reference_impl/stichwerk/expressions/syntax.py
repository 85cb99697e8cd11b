"""The syntax tree of an expression. Trees compare by structure: columns do not count."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Int:
    """A whole number, its sign included."""

    column: int = field(compare=False)
    value: int


@dataclass(frozen=True, slots=True)
class Bool:
    """``true`` or ``false``."""

    column: int = field(compare=False)
    value: bool


@dataclass(frozen=True, slots=True)
class Str:
    """A text between quotes; ``value`` is the text with its escapes resolved."""

    column: int = field(compare=False)
    value: str


@dataclass(frozen=True, slots=True)
class Name:
    """A declared name or the variable of a macro."""

    column: int = field(compare=False)
    name: str


@dataclass(frozen=True, slots=True)
class Select:
    """``target.field_name``; ``mark`` is the column of the field."""

    column: int = field(compare=False)
    target: Node
    field_name: str
    mark: int = field(compare=False)


@dataclass(frozen=True, slots=True)
class Unary:
    """``!operand`` or ``-operand``."""

    column: int = field(compare=False)
    operator: str
    operand: Node


@dataclass(frozen=True, slots=True)
class Binary:
    """``left operator right``; ``mark`` is the column of the operator."""

    column: int = field(compare=False)
    operator: str
    left: Node
    right: Node
    mark: int = field(compare=False)


@dataclass(frozen=True, slots=True)
class Conditional:
    """``condition ? then : otherwise``."""

    column: int = field(compare=False)
    condition: Node
    then: Node
    otherwise: Node


@dataclass(frozen=True, slots=True)
class ListLiteral:
    """``[item, item]``."""

    column: int = field(compare=False)
    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Call:
    """``function(argument, ...)`` with one of the functions of the language."""

    column: int = field(compare=False)
    function: str
    arguments: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Macro:
    """``target.macro(variable, body)``; ``mark`` is the column of the variable."""

    column: int = field(compare=False)
    macro: str
    target: Node
    variable: str
    body: Node
    mark: int = field(compare=False)


Node: TypeAlias = Int | Bool | Str | Name | Select | Unary | Binary | Conditional | ListLiteral | Call | Macro


@dataclass(frozen=True, slots=True)
class Expression:
    """A parsed expression: the text it was written as and the tree. Not yet checked for types.

    The ``column`` of a node is the 0-based offset of its first character, parentheses left out.
    """

    text: str
    root: Node


def children(node: Node) -> tuple[Node, ...]:
    """The parts of a node, left to right."""
    match node:
        case Select(target=target):
            return (target,)
        case Unary(operand=operand):
            return (operand,)
        case Binary(left=left, right=right):
            return (left, right)
        case Conditional(condition=condition, then=then, otherwise=otherwise):
            return (condition, then, otherwise)
        case ListLiteral(items=items):
            return items
        case Call(arguments=arguments):
            return arguments
        case Macro(target=target, body=body):
            return (target, body)
    return ()


def scoped(root: Node) -> Iterator[tuple[Node, frozenset[str]]]:
    """Every node with the macro variables in force there, parents first, left to right."""
    stack: list[tuple[Node, frozenset[str]]] = [(root, frozenset())]
    while stack:
        node, bound = stack.pop()
        yield node, bound
        if isinstance(node, Macro):
            stack += [(node.body, bound | {node.variable}), (node.target, bound)]
        else:
            stack += [(child, bound) for child in reversed(children(node))]


def too_deep(root: Node, limit: int) -> Node | None:
    """A node that lies more than ``limit`` nodes below the root, if there is one."""
    stack = [(root, 0)]
    while stack:
        node, depth = stack.pop()
        if depth > limit:
            return node
        stack.extend((child, depth + 1) for child in reversed(children(node)))
    return None
