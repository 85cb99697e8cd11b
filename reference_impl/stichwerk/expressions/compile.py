"""Turns an expression into a Python function, through syntax trees and never through source text.

The language has no way to fail: no division, no index, no recursion, and whole numbers are unbounded (CEL
stops at 64 bits; no score of a card game comes near). ``&&`` and ``||`` stop at the first operand that
decides.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from functools import lru_cache
from types import CodeType, FunctionType

from stichwerk.expressions.names import as_expression, resolve
from stichwerk.expressions.syntax import (
    Binary,
    Bool,
    Call,
    Conditional,
    Expression,
    Int,
    ListLiteral,
    Macro,
    Name,
    Node,
    Select,
    Str,
    Unary,
)

# Names of the language start with a letter, so these cannot be reached or hidden from an expression.
_GLOBALS: dict[str, object] = {
    "__builtins__": {},
    "_size": len,
    "_max": max,
    "_min": min,
    "_sum": sum,
    "_tuple": tuple,
}
_COMPARE: dict[str, type[ast.cmpop]] = {
    "==": ast.Eq,
    "!=": ast.NotEq,
    "<": ast.Lt,
    "<=": ast.LtE,
    ">": ast.Gt,
    ">=": ast.GtE,
    "in": ast.In,
}
_ARITHMETIC: dict[str, type[ast.operator]] = {"+": ast.Add, "-": ast.Sub, "*": ast.Mult}


def compile_expression(text_or_expression: str | Expression, names: Sequence[str]) -> Callable[..., int | bool | str]:
    """A function that takes the values of the names, by position and in their order, and gives the result.

    Records are objects read by attribute, lists are tuples, truth values are ``bool``. ``max`` and ``min`` of
    a list that turns out empty are 0, and so is its ``sum``. A list that is the result is a tuple.

    Types are not looked at here: call ``check`` first, then evaluation cannot fail. Raises ExpressionError
    when the text cannot be parsed or reads a name that is not given, ValueError for an impossible name.
    """
    if isinstance(text_or_expression, str):
        return _remembered(text_or_expression, tuple(names))
    return _lambda(text_or_expression, names)


# The rules of a family share most of their expressions, and whoever changes one leaf builds all of them again.
@lru_cache(maxsize=4096)
def _remembered(text: str, names: tuple[str, ...]) -> Callable[..., int | bool | str]:
    return _lambda(as_expression(text), names)


def _lambda(expression: Expression, names: Sequence[str]) -> Callable[..., int | bool | str]:
    resolve(expression, names)
    if len(set(names)) != len(names):
        raise ValueError("a name is given twice")
    parameters = ast.arguments(
        posonlyargs=[ast.arg(arg=name) for name in names],
        args=[],
        kwonlyargs=[],
        kw_defaults=[],
        defaults=[],
    )
    tree = ast.Expression(body=ast.Lambda(args=parameters, body=_value(expression.root)))
    module = compile(ast.fix_missing_locations(tree), "<expression>", "eval")
    code = next(constant for constant in module.co_consts if isinstance(constant, CodeType))
    return FunctionType(code, _GLOBALS, "expression")


def _load(name: str) -> ast.expr:
    return ast.Name(id=name, ctx=ast.Load())


def _call(function: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(func=_load(f"_{function}"), args=list(arguments), keywords=[])


def _not(operand: ast.expr) -> ast.expr:
    return ast.UnaryOp(op=ast.Not(), operand=operand)


def _value(node: Node) -> ast.expr:
    match node:
        case Int(value=value) | Bool(value=value) | Str(value=value):
            return ast.Constant(value=value)
        case Name(name=name):
            return _load(name)
        case Select(target=target, field_name=field_name):
            return ast.Attribute(value=_value(target), attr=field_name, ctx=ast.Load())
        case Unary(operator=operator, operand=operand):
            inner = _value(operand)
            return _not(inner) if operator == "!" else ast.UnaryOp(op=ast.USub(), operand=inner)
        case Binary():
            return _binary(node)
        case Conditional(condition=condition, then=then, otherwise=otherwise):
            return ast.IfExp(test=_value(condition), body=_value(then), orelse=_value(otherwise))
        case ListLiteral(items=items):
            return ast.Tuple(elts=[_value(item) for item in items], ctx=ast.Load())
        case Macro(macro="exists"):
            return _not(_not(_hits(node, _value(node.body))))
        case Macro(macro="all", body=body):
            return _not(_hits(node, _not(_value(body))))
        case Macro():
            return _call("tuple", _sequence(node))
        case Call(function=function, arguments=arguments):
            return _function(function, arguments)


def _binary(node: Binary) -> ast.expr:
    left = _value(node.left)
    if node.operator == "in":
        return ast.Compare(left=left, ops=[ast.In()], comparators=[_sequence(node.right)])
    right = _value(node.right)
    if node.operator in ("&&", "||"):
        junction: ast.boolop = ast.And() if node.operator == "&&" else ast.Or()
        return ast.BoolOp(op=junction, values=[left, right])
    if node.operator in _COMPARE:
        return ast.Compare(left=left, ops=[_COMPARE[node.operator]()], comparators=[right])
    return ast.BinOp(left=left, op=_ARITHMETIC[node.operator](), right=right)


def _function(function: str, arguments: tuple[Node, ...]) -> ast.expr:
    if len(arguments) > 1:
        return _call(function, *(_value(argument) for argument in arguments))
    call = _call(function, _sequence(arguments[0]))
    if function in ("max", "min"):
        call.keywords.append(ast.keyword(arg="default", value=ast.Constant(value=0)))
    return call


def _sequence(node: Node) -> ast.expr:
    """A list that is used up on the spot: a filter or map need not become a tuple first."""
    if not isinstance(node, Macro) or node.macro not in ("filter", "map"):
        return _value(node)
    if node.macro == "map":
        return ast.ListComp(elt=_value(node.body), generators=[_each(node)])
    return ast.ListComp(elt=_load(node.variable), generators=[_each(node, _value(node.body))])


def _hits(node: Macro, condition: ast.expr) -> ast.expr:
    """One mark for each element that meets the condition.

    The lists of a deal are short: walking one to its end takes half the time of a generator that can stop.
    """
    return ast.ListComp(elt=ast.Constant(value=True), generators=[_each(node, condition)])


def _each(node: Macro, *conditions: ast.expr) -> ast.comprehension:
    target = ast.Name(id=node.variable, ctx=ast.Store())
    return ast.comprehension(target=target, iter=_sequence(node.target), ifs=list(conditions), is_async=0)
