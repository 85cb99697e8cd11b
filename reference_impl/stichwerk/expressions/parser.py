"""Reads an expression into a tree, with the precedence and associativity of CEL.

From loosest to tightest: ``? :`` (right), ``||``, ``&&``, the comparisons and ``in`` (one level), ``+ -``,
``*``, then ``!`` and unary ``-``, then ``.field``. As in CEL, the middle of ``? :`` holds no bare ``? :``,
and ``!`` and unary ``-`` do not mix without parentheses.
"""

from __future__ import annotations

from stichwerk.expressions.errors import ExpressionError, quote, suggest
from stichwerk.expressions.lexer import Token, is_name, tokenize
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
    too_deep,
)

MAXIMUM_DEPTH = 100
"""Brackets inside one another, and levels of the tree; a chain of 100 additions is 100 levels."""

MACROS = frozenset({"exists", "all", "filter", "map"})
FUNCTIONS = frozenset({"size", "sum", "max", "min"})

_LOOSEST = 1
_BINARY = {
    "||": _LOOSEST,
    "&&": 2,
    **dict.fromkeys(("==", "!=", "<", "<=", ">", ">=", "in"), 3),
    **dict.fromkeys(("+", "-"), 4),
    "*": 5,
}
_LARGEST = 2**63 - 1
_SPELLED = {"and": "write &&", "or": "write ||", "not": "write !", "is": "write =="}


def parse(text: str) -> Expression:
    """Read the text of an expression. Raises ExpressionError for anything outside the grammar."""
    parser = _Parser(text)
    root = parser.whole()
    deep = too_deep(root, MAXIMUM_DEPTH)
    if deep is not None:
        raise ExpressionError(_too_deep(), deep.column, text, "split the rule into several")
    return Expression(text, root)


def _too_deep() -> str:
    return f"the expression is nested more than {MAXIMUM_DEPTH} deep"


class _Parser:
    """Operators wait on a stack, so only brackets cost Python frames: three to five each."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = tokenize(text)
        self.position = 0
        self.depth = 0

    @property
    def token(self) -> Token:
        return self.tokens[self.position]

    def advance(self) -> Token:
        token = self.tokens[self.position]
        self.position += 1
        return token

    def at(self, operator: str) -> bool:
        token = self.tokens[self.position]
        return token.kind == "operator" and token.text == operator

    def error(self, message: str, token: Token, hint: str = "") -> ExpressionError:
        return ExpressionError(message, token.column, self.text, hint)

    def unexpected(self, expected: str) -> ExpressionError:
        token = self.token
        found = "the end" if token.kind == "end" else quote(token.text)
        before = self.tokens[self.position - 1].text if self.position else ""
        hint = _SPELLED.get(token.text, "") or _SPELLED.get(before, "")
        if token.text == "[" and expected.startswith("an operator"):
            hint = "elements cannot be read by position; use exists, all, filter or map"
        return self.error(f"expected {expected}, found {found}", token, hint)

    def whole(self) -> Node:
        if self.token.kind == "end":
            raise self.error("the expression is empty", self.token)
        root = self.expression()
        if self.token.kind != "end":
            if self.token.text in (")", "]"):
                raise self.error(f"{quote(self.token.text)} closes nothing", self.token)
            raise self.unexpected("an operator or the end")
        return root

    def expression(self) -> Node:
        links: list[tuple[Node, Node]] = []
        while True:
            node = self.operation()
            if not self.at("?"):
                break
            question = self.advance()
            then = self.operation()
            if self.at("?"):
                hint = "write a ? (b ? c : d) : e"
                raise self.error("a condition inside a condition needs parentheses", self.token, hint)
            if not self.at(":"):
                if self.token.kind == "end":
                    raise self.error("this '?' has no ':'", question, "write condition ? one : other")
                raise self.unexpected("an operator or ':'")
            self.advance()
            links.append((node, then))
        for condition, then in reversed(links):
            node = Conditional(condition.column, condition, then, node)
        return node

    def operation(self) -> Node:
        operands = [self.operand()]
        waiting: list[Token] = []
        while self.token.kind == "operator" and self.token.text in _BINARY:
            operator = self.advance()
            self.reduce(operands, waiting, _BINARY[operator.text])
            waiting.append(operator)
            operands.append(self.operand())
        self.reduce(operands, waiting, _LOOSEST)
        return operands[0]

    @staticmethod
    def reduce(operands: list[Node], waiting: list[Token], power: int) -> None:
        """Join the operands of every waiting operator that binds at least as tightly."""
        while waiting and _BINARY[waiting[-1].text] >= power:
            operator = waiting.pop()
            right, left = operands.pop(), operands.pop()
            operands.append(Binary(left.column, operator.text, left, right, operator.column))

    def operand(self) -> Node:
        prefix: list[Token] = []
        while self.at("!") or self.at("-"):
            if prefix and self.token.text != prefix[0].text:
                raise self.error("'!' and '-' do not follow one another", self.token, "use parentheses")
            prefix.append(self.advance())
        if self.token.kind == "int":
            # The sign belongs to the literal, else the smallest number could not be written.
            node = self.integer(prefix.pop() if prefix and prefix[-1].text == "-" else None)
        else:
            node = self.primary()
        while self.at("."):
            self.advance()
            node = self.member(node)
        for operator in reversed(prefix):
            node = Unary(operator.column, operator.text, node)
        return node

    def integer(self, minus: Token | None) -> Node:
        token = self.advance()
        number = int(token.text)
        if number > _LARGEST + (minus is not None):
            raise self.error("the number does not fit into 64 bits", token)
        return Int(token.column, number) if minus is None else Int(minus.column, -number)

    def primary(self) -> Node:
        token = self.token
        if token.kind == "string":
            return Str(self.advance().column, token.value)
        if token.kind == "word":
            return Bool(self.advance().column, token.text == "true")
        if token.kind == "name":
            self.advance()
            return self.call(token) if self.at("(") else Name(token.column, token.text)
        if token.text == "(":
            self.enter()
            node = self.expression()
            self.leave(token, ")")
            return node
        if token.text == "[":
            return ListLiteral(token.column, self.listed("]"))
        raise self.unexpected("a value")

    def enter(self) -> None:
        """Step over an opening bracket."""
        self.depth += 1
        if self.depth > MAXIMUM_DEPTH:
            raise self.error(_too_deep(), self.token, "split the rule into several")
        self.advance()

    def leave(self, opener: Token, closer: str) -> None:
        if not self.at(closer):
            if self.token.kind == "end":
                raise self.error(f"{quote(opener.text)} is never closed", opener, f"add {quote(closer)}")
            raise self.unexpected(f"an operator or {quote(closer)}")
        self.depth -= 1
        self.advance()

    def listed(self, closer: str) -> tuple[Node, ...]:
        opener = self.token
        self.enter()
        items: list[Node] = []
        if not self.at(closer):
            items.append(self.expression())
            while self.at(","):
                self.advance()
                items.append(self.expression())
        self.leave(opener, closer)
        return tuple(items)

    def call(self, function: Token) -> Call:
        name = function.text
        if name in MACROS:
            hint = f"write list.{name}(x, ...)"
            raise self.error(f"{quote(name)} is written behind a list", function, hint)
        if name not in FUNCTIONS:
            hint = _SPELLED.get(name) or suggest(name, FUNCTIONS, "functions")
            raise self.error(f"unknown function {quote(name)}", function, hint)
        arguments = self.listed(")")
        if name in ("size", "sum") and len(arguments) != 1:
            raise self.error(f"{name} takes one list, found {len(arguments)} arguments", function)
        if not arguments:
            raise self.error(f"{name} takes a list or several numbers, found nothing", function)
        if name in ("max", "min") and arguments == (ListLiteral(0, ()),):
            raise self.error(f"{name} of an empty list has no value", function)
        return Call(function.column, name, arguments)

    def member(self, target: Node) -> Node:
        name = self.token
        if name.kind != "name":
            raise self.unexpected("the name of a field")
        self.advance()
        if not self.at("("):
            return Select(target.column, target, name.text, name.column)
        if name.text in FUNCTIONS:
            hint = f"write {name.text}(list)"
            raise self.error(f"{quote(name.text)} is written in front of its list", name, hint)
        if name.text not in MACROS:
            hint = suggest(name.text, MACROS, "macros")
            raise self.error(f"unknown macro {quote(name.text)}", name, hint)
        opener = self.token
        self.enter()
        variable = self.token
        if variable.kind != "name" or not is_name(variable.text):
            raise self.unexpected(f"a new name, as in {name.text}(x, ...)")
        self.advance()
        if not self.at(","):
            raise self.unexpected("',' and then what is said of each element")
        self.advance()
        body = self.expression()
        self.leave(opener, ")")
        return Macro(target.column, name.text, target, variable.text, body, variable.column)
