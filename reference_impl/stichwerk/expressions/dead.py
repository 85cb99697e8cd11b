"""Refuses conditions whose answer is known before any card is dealt.

Such a condition is a slip: a branch behind it can never be reached. A whole expression that is just ``true``
or ``false`` is no slip, it is how a rule says always or never.
"""

from __future__ import annotations

from collections.abc import Mapping

from stichwerk.expressions.errors import ExpressionError, quote
from stichwerk.expressions.names import reads_names
from stichwerk.expressions.syntax import (
    Binary,
    Bool,
    Conditional,
    Expression,
    Int,
    ListLiteral,
    Macro,
    Node,
    Str,
    Unary,
    children,
)

_COMPARISONS = frozenset({"==", "!=", "<", "<=", ">", ">="})
_OPPOSITE = {"!=": "==", ">=": "<", "<=": ">"}

Facts = Mapping[Node, bool]


def refuse_dead_branches(expression: Expression) -> None:
    """Raise ExpressionError for a constant condition, a comparison with itself or an unreachable branch."""
    if not isinstance(expression.root, Bool):
        _Search(expression.text).visit(expression.root, {})


def _learn(facts: Facts, node: Node, value: bool) -> Facts:
    """The facts, and what follows from the condition having that value."""
    learned = dict(facts)
    pending = [(node, value)]
    while pending:
        part, holds = pending.pop()
        match part:
            case Unary(operator="!", operand=operand):
                pending.append((operand, not holds))
            case Binary(operator="&&", left=left, right=right) if holds:
                pending += [(left, True), (right, True)]
            case Binary(operator="||", left=left, right=right) if not holds:
                pending += [(left, False), (right, False)]
            case _:
                key, same = _canonical(part)
                learned[key] = holds == same
    return learned


def _canonical(node: Node) -> tuple[Node, bool]:
    """The condition in its plainest form, and whether that form has the same answer or the opposite."""
    same = True
    while isinstance(node, Unary) and node.operator == "!":
        node, same = node.operand, not same
    if not isinstance(node, Binary) or node.operator not in _COMPARISONS:
        return node, same
    operator, left, right = node.operator, node.left, node.right
    if operator in _OPPOSITE:
        operator, same = _OPPOSITE[operator], not same
    if operator == ">":
        operator, left, right = "<", right, left
    return Binary(node.column, operator, left, right, node.mark), same


class _Search:
    def __init__(self, text: str) -> None:
        self.text = text

    def error(self, message: str, column: int, hint: str = "") -> ExpressionError:
        return ExpressionError(f"dead branch: {message}", column, self.text, hint)

    def visit(self, node: Node, facts: Facts) -> None:
        self.constant(node)
        match node:
            case Unary(operator="!", operand=operand):
                self.condition(operand, facts)
            case Binary(operator="&&" | "||" as operator, left=left, right=right):
                self.condition(left, facts)
                self.condition(right, _learn(facts, left, operator == "&&"))
            case Binary():
                self.comparison(node)
                self.visit(node.left, facts)
                self.visit(node.right, facts)
            case Conditional(condition=condition, then=then, otherwise=otherwise):
                self.condition(condition, facts)
                if then == otherwise:
                    raise self.error("both branches are the same", otherwise.column)
                self.visit(then, _learn(facts, condition, True))
                self.visit(otherwise, _learn(facts, condition, False))
            case Macro(target=target, body=body):
                if target == ListLiteral(0, ()):
                    raise self.error("the list is always empty", target.column)
                self.visit(target, facts)
                if node.macro == "map":
                    self.visit(body, facts)
                else:
                    self.condition(body, facts)
            case _:
                for child in children(node):
                    self.visit(child, facts)

    def condition(self, node: Node, facts: Facts) -> None:
        """Look at a node on whose answer something depends."""
        if isinstance(node, Bool):
            raise self.error(f"this is always {str(node.value).lower()}", node.column)
        key, same = _canonical(node)
        if key in facts:
            answer = "true" if facts[key] == same else "false"
            raise self.error(f"this is always {answer} here, an earlier condition decides it", node.column)
        self.visit(node, facts)

    def constant(self, node: Node) -> None:
        relation = isinstance(node, Binary) and node.operator in _COMPARISONS | {"in", "&&", "||"}
        negation = isinstance(node, Unary) and node.operator == "!"
        quantifier = isinstance(node, Macro) and node.macro in ("exists", "all")
        if (relation or negation or quantifier) and not reads_names(node):
            raise self.error("this reads no name, so its answer never changes", node.column)

    def comparison(self, node: Binary) -> None:
        if node.operator in _COMPARISONS and node.left == node.right:
            raise self.error("an expression is compared with itself", node.mark)
        if node.operator != "in" or not isinstance(node.right, ListLiteral):
            return
        if not node.right.items:
            raise self.error("nothing is in an empty list", node.mark)
        seen: set[Node] = set()
        for item in node.right.items:
            if item == node.left:
                raise self.error("an expression is compared with itself", item.column)
            if item in seen:
                shown = quote(item.value) if isinstance(item, Str) else "the same value"
                shown = str(item.value) if isinstance(item, Int) else shown
                raise self.error(f"{shown} stands twice in the list", item.column)
            seen.add(item)
