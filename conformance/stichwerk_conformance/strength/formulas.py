"""Changes to expressions: one node of the tree is turned into another that somebody might have meant."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from stichwerk.expressions import Enum, ExpressionError, Record, Type, check, parse
from stichwerk.expressions.syntax import (
    Binary,
    Bool,
    Call,
    Conditional,
    Int,
    ListLiteral,
    Macro,
    Name,
    Node,
    Select,
    Str,
    Unary,
    children,
)

__all__ = ["mutated", "written"]

_TURNED: Mapping[str, tuple[str, ...]] = {
    ">=": (">", "<", "=="),
    ">": (">=", "<", "=="),
    "<=": ("<", ">", "=="),
    "<": ("<=", ">", "=="),
    "==": ("!=", ">=", "<="),
    "!=": ("==",),
    "&&": ("||",),
    "||": ("&&",),
    "+": ("-",),
    "-": ("+",),
    "*": ("+",),
}
_LOGIC = frozenset(("&&", "||", "==", "!=", "<", "<=", ">", ">=", "in"))


def written(node: Node) -> str:
    """The tree as text, with brackets around every part that is made of parts."""
    match node:
        case Int(value=value):
            return str(value)
        case Bool(value=value):
            return str(value).lower()
        case Str(value=value):
            return f'"{value}"'
        case Name(name=name):
            return name
        case Select(target=target, field_name=field):
            return f"{written(target)}.{field}"
        case Unary(operator=operator, operand=operand):
            return f"{operator}{_inner(operand)}"
        case Binary(operator=operator, left=left, right=right):
            return f"{_inner(left)} {operator} {_inner(right)}"
        case Conditional(condition=condition, then=then, otherwise=otherwise):
            return f"{_inner(condition)} ? {_inner(then)} : {_inner(otherwise)}"
        case ListLiteral(items=items):
            return f"[{', '.join(map(written, items))}]"
        case Call(function=function, arguments=arguments):
            return f"{function}({', '.join(map(written, arguments))})"
        case Macro(macro=macro, target=target, variable=variable, body=body):
            return f"{_inner(target)}.{macro}({variable}, {written(body)})"


def _inner(node: Node) -> str:
    text = written(node)
    return f"({text})" if isinstance(node, Binary | Conditional) else text


def mutated(text: str, names: Mapping[str, Type], expected: Type) -> Iterator[tuple[str, str]]:
    """Every change of the expression that still has the type: what was changed in words, and the new text."""
    root = parse(text).root
    seen = {written(root)}
    for place, new in _everywhere(root, names):
        changed = written(new)
        if changed in seen:
            continue
        seen.add(changed)
        try:
            check(changed, names, expected)
        except ExpressionError:
            continue
        yield place, changed


def _everywhere(node: Node, names: Mapping[str, Type]) -> Iterator[tuple[str, Node]]:
    """The tree with one node changed, for every node and every change."""
    for new in _changes(node, names):
        yield f"{written(node)} -> {written(new)}", new
    if isinstance(node, Select):
        return  # a path is one name
    for n, part in enumerate(children(node)):
        for place, new in _everywhere(part, names):
            yield place, _with(node, n, new)


def _with(node: Node, n: int, new: Node) -> Node:
    """The node with its n-th part (as `children` counts them) changed."""
    match node:
        case Unary():
            return replace(node, operand=new)
        case Binary():
            return replace(node, right=new) if n else replace(node, left=new)
        case Conditional():
            parts = [node.condition, node.then, node.otherwise]
            parts[n] = new
            return Conditional(node.column, *parts)
        case ListLiteral(items=items):
            return replace(node, items=(*items[:n], new, *items[n + 1 :]))
        case Call(arguments=items):
            return replace(node, arguments=(*items[:n], new, *items[n + 1 :]))
        case Macro():
            return replace(node, body=new) if n else replace(node, target=new)
    return new


def _changes(node: Node, names: Mapping[str, Type]) -> Iterator[Node]:
    """What one node may be turned into; some of it has the wrong type and is sorted out later."""
    match node:
        case Int(value=value):
            yield from (replace(node, value=other) for other in (value + 1, value - 1))
        case Bool(value=value):
            yield replace(node, value=not value)
        case Str(value=value):
            kinds = [kind.values for kind in names.values() if isinstance(kind, Enum) and value in kind.values]
            yield from (replace(node, value=word) for words in kinds for word in sorted(words - {value}))
        case Name() | Select():
            yield Unary(0, "!", node)
            yield from _other_paths(node, names)
        case Unary(operand=operand):
            yield operand
        case Binary(operator=operator):
            yield from (replace(node, operator=other) for other in _TURNED.get(operator, ()))
            if operator in _LOGIC:
                yield Unary(0, "!", node)
        case Conditional(then=then, otherwise=otherwise):
            yield replace(node, then=otherwise, otherwise=then)
            yield then
            yield otherwise
        case Call(function="max" | "min" as function):
            yield replace(node, function="min" if function == "max" else "max")


def _other_paths(node: Node, names: Mapping[str, Type]) -> Iterator[Node]:
    """Another figure in the place of a named one, the other side in the place of a side."""
    match node:
        case Select(target=Name(name="values"), field_name=field):
            record = names.get("values")
            if isinstance(record, Record):
                yield from (replace(node, field_name=other) for other in record.fields if other != field)
        case Select(target=Name(name="side" | "other" as whose) as target):
            yield replace(node, target=replace(target, name="other" if whose == "side" else "side"))
        case Select(target=Select() as target):
            yield from (replace(node, target=other) for other in _other_paths(target, names))
