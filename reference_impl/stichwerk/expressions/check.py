"""Types: every expression is checked once, when its ruleset is loaded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from stichwerk.expressions.dead import refuse_dead_branches
from stichwerk.expressions.errors import ExpressionError, quote, suggest
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
from stichwerk.expressions.types import (
    BOOL,
    INT,
    NOTHING,
    Enum,
    ListOf,
    Record,
    Type,
    comparable,
    describe,
    fits,
    is_text,
    join,
)


def check(text_or_expression: str | Expression, names: Mapping[str, Type], expected: Type | None = None) -> Type:
    """The type of the expression, given the names it may read and, if asked, the type it must have.

    Raises ExpressionError for an unknown name or field, a wrong type, a word outside its enumeration, and a
    branch that no deal can reach. After it has passed, evaluation cannot fail.
    """
    expression = as_expression(text_or_expression)
    resolve(expression, names)
    checker = _Checker(expression.text)
    if expected is None:
        found = checker.infer(expression.root, names)
    else:
        found = checker.require(expression.root, names, expected)
    refuse_dead_branches(expression)
    return found


def _words(node: Node) -> Iterator[Str]:
    """The literals among which the value of the node is chosen."""
    if isinstance(node, Str):
        yield node
    elif isinstance(node, Conditional):
        yield from _words(node.then)
        yield from _words(node.otherwise)


class _Checker:
    def __init__(self, text: str) -> None:
        self.text = text

    def error(self, message: str, column: int, hint: str = "") -> ExpressionError:
        return ExpressionError(message, column, self.text, hint)

    def mismatch(self, node: Node, found: Type, expected: str) -> ExpressionError:
        return self.error(f"wrong type: found {describe(found)}, expected {expected}", node.column)

    def require(self, node: Node, names: Mapping[str, Type], expected: Type) -> Type:
        found = self.infer(node, names)
        self.demand(node, found, expected)
        return found

    def demand(self, node: Node, found: Type, expected: Type) -> None:
        if fits(found, expected):
            return
        if isinstance(expected, Enum) and is_text(found):
            self.belong(node, expected)
        raise self.mismatch(node, found, describe(expected))

    def belong(self, node: Node, words: Enum) -> None:
        """Refuse a literal that is not one of the words."""
        for literal in _words(node):
            if literal.value not in words.values:
                raise self.error(
                    f"{quote(literal.value)} is not one of the words possible here",
                    literal.column,
                    suggest(literal.value, words.values, "words"),
                )

    def infer(self, node: Node, names: Mapping[str, Type]) -> Type:
        match node:
            case Int():
                return INT
            case Bool():
                return BOOL
            case Str(value=value):
                return Enum(frozenset({value}))
            case Name(name=name):
                return names[name]
            case Select():
                return self.select(node, names)
            case Unary(operator=operator, operand=operand):
                return self.require(operand, names, BOOL if operator == "!" else INT)
            case Binary():
                return self.binary(node, names)
            case Conditional(condition=condition, then=then, otherwise=otherwise):
                self.require(condition, names, BOOL)
                return self.together((then, otherwise), names)
            case ListLiteral(items=items):
                return ListOf(self.together(items, names) if items else NOTHING)
            case Macro():
                return self.macro(node, names)
            case Call():
                return self.call(node, names)

    def select(self, node: Select, names: Mapping[str, Type]) -> Type:
        target = self.infer(node.target, names)
        if not isinstance(target, Record):
            raise self.error(f"{describe(target)} has no field {quote(node.field_name)}", node.mark)
        if node.field_name not in target.fields:
            raise self.error(
                f"{describe(target)} has no field {quote(node.field_name)}",
                node.mark,
                suggest(node.field_name, target.fields, "fields"),
            )
        return target.fields[node.field_name]

    def together(self, nodes: tuple[Node, ...], names: Mapping[str, Type]) -> Type:
        """The common type of values of which one is chosen or that fill one list."""
        common = self.infer(nodes[0], names)
        for node in nodes[1:]:
            found = self.infer(node, names)
            joined = join(common, found)
            if joined is None:
                raise self.mismatch(node, found, describe(common))
            common = joined
        return common

    def binary(self, node: Binary, names: Mapping[str, Type]) -> Type:
        match node.operator:
            case "&&" | "||":
                self.require(node.left, names, BOOL)
                self.require(node.right, names, BOOL)
                return BOOL
            case "+" | "-" | "*":
                self.require(node.left, names, INT)
                self.require(node.right, names, INT)
                return INT
            case "<" | "<=" | ">" | ">=":
                self.require(node.left, names, INT)
                self.require(node.right, names, INT)
                return BOOL
            case "in":
                return self.membership(node, names)
        left, right = self.infer(node.left, names), self.infer(node.right, names)
        self.plain(node.left, left)
        self.same(node.left, left, node.right, right)
        return BOOL

    def membership(self, node: Binary, names: Mapping[str, Type]) -> Type:
        element = self.infer(node.left, names)
        self.plain(node.left, element)
        listed = self.elements(node.right, names)
        if isinstance(node.right, ListLiteral):
            for item in node.right.items:
                self.same(node.left, element, item, self.infer(item, names))
        else:
            self.same(node.left, element, node.right, listed, "list of ")
        return BOOL

    def plain(self, node: Node, found: Type) -> None:
        if isinstance(found, ListOf | Record):
            raise self.mismatch(node, found, "int, bool or string")

    def same(self, left: Node, mine: Type, right: Node, theirs: Type, prefix: str = "") -> None:
        """Refuse a comparison that mixes types or asks for a word that cannot occur."""
        if not comparable(mine, theirs):
            expected = "string" if is_text(mine) else describe(mine)
            raise self.error(f"wrong type: found {prefix}{describe(theirs)}, expected {prefix}{expected}", right.column)
        if isinstance(mine, Enum) and isinstance(theirs, Enum):
            if not self.spelled(left, mine):
                self.belong(right, mine)
            if not self.spelled(right, theirs):
                self.belong(left, theirs)
            if not mine.values & theirs.values:
                raise self.error("dead branch: the two sides have no word in common", right.column)

    @staticmethod
    def spelled(node: Node, kind: Enum) -> bool:
        """Whether every word the node can have is a literal written here."""
        return kind.values == {literal.value for literal in _words(node)}

    def elements(self, node: Node, names: Mapping[str, Type]) -> Type:
        found = self.infer(node, names)
        if not isinstance(found, ListOf):
            raise self.mismatch(node, found, "list")
        return found.element

    def macro(self, node: Macro, names: Mapping[str, Type]) -> Type:
        element = self.elements(node.target, names)
        inside = {**names, node.variable: element}
        if node.macro == "map":
            return ListOf(self.infer(node.body, inside))
        self.require(node.body, inside, BOOL)
        return ListOf(element) if node.macro == "filter" else BOOL

    def call(self, node: Call, names: Mapping[str, Type]) -> Type:
        if node.function == "size":
            self.elements(node.arguments[0], names)
        elif len(node.arguments) == 1:
            self.require(node.arguments[0], names, ListOf(INT))
        else:
            for argument in node.arguments:
                self.require(argument, names, INT)
        return INT
