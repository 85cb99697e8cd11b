"""Cuts the text of an expression into tokens and refuses what the subset leaves out."""

from __future__ import annotations

import re
from dataclasses import dataclass

from stichwerk.expressions.errors import ExpressionError, quote

MAXIMUM_LENGTH = 4_000
"""Characters an expression may have."""

RESERVED = frozenset(
    {"as", "break", "const", "continue", "else", "for", "function", "if", "import"}
    | {"let", "loop", "namespace", "null", "package", "return", "var", "void", "while"}
)
"""Words that CEL keeps for itself; neither names nor fields may be called so."""

STANDARD = frozenset(
    {"bool", "bytes", "double", "duration", "dyn", "int", "list"}
    | {"map", "null_type", "string", "timestamp", "type", "uint"}
)
"""Names that CEL gives to its types; fields may be called so, names may not."""

_TOKEN = re.compile(
    r"""(?P<space>[ \t\n\f\r]+)
      | (?P<name>[A-Za-z][A-Za-z0-9_]*)
      | (?P<int>[0-9]+)
      | (?P<operator>&&|\|\||==|!=|<=|>=|[-+*!<>?:.,()\[\]])
      | (?P<quote>['"])""",
    re.VERBOSE,
)
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_STOP = re.compile(r"""['"\\\n\r]""")
_AFTER_NUMBER = re.compile(r"[A-Za-z_.]")
_FOREIGN = {
    "True": "write true",
    "False": "write false",
    "None": "there is no empty value",
    "null": "there is no empty value",
    "if": "write condition ? one : other",
    "else": "write condition ? one : other",
}
_HINTS = {
    "/": "there is no division: rounding is a word of the scoring rules",
    "%": "there is no remainder: rounding is a word of the scoring rules",
    "=": "compare with ==",
    "&": "write && for and",
    "|": "write || for or",
    "_": "names start with a letter",
    "{": "there are no maps; lists stand in square brackets",
}


@dataclass(frozen=True, slots=True)
class Token:
    """One token. ``kind`` is name, int, string, word (true, false), operator or end.

    ``text`` is the token as written, ``value`` the content of a string.
    """

    kind: str
    text: str
    column: int
    value: str = ""


def is_name(word: str) -> bool:
    """Whether the word may be declared as a name."""
    taken = word in RESERVED or word in STANDARD or word in _FOREIGN or word in ("in", "true", "false")
    return _NAME.fullmatch(word) is not None and not taken


def tokenize(text: str) -> list[Token]:
    """The tokens of the text, the last one of kind ``end``. Raises ExpressionError."""
    if len(text) > MAXIMUM_LENGTH:
        raise ExpressionError(
            f"the expression has {len(text)} characters, the limit is {MAXIMUM_LENGTH}", MAXIMUM_LENGTH, text
        )
    tokens: list[Token] = []
    column = 0
    while column < len(text):
        match = _TOKEN.match(text, column)
        if match is None:
            character = text[column]
            raise ExpressionError(f"unexpected character {quote(character)}", column, text, _HINTS.get(character, ""))
        if match.lastgroup == "quote":
            token = _string(text, column)
            tokens.append(token)
            column += len(token.text)
            continue
        if match.lastgroup == "name":
            tokens.append(_word(text, match.group(), column))
        elif match.lastgroup == "int":
            tokens.append(_integer(text, match.group(), column))
        elif match.lastgroup == "operator":
            tokens.append(Token("operator", match.group(), column))
        column = match.end()
    tokens.append(Token("end", "", len(text)))
    return tokens


def _word(text: str, word: str, column: int) -> Token:
    if word in _FOREIGN:
        raise ExpressionError(f"{quote(word)} is not a word of this language", column, text, _FOREIGN[word])
    if word in RESERVED:
        raise ExpressionError(f"{quote(word)} is a reserved word", column, text, "choose another name")
    if word == "in":
        return Token("operator", word, column)
    return Token("word" if word in ("true", "false") else "name", word, column)


def _integer(text: str, digits: str, column: int) -> Token:
    after = _AFTER_NUMBER.match(text, column + len(digits))
    if after is not None:
        hint = "only whole decimal numbers: no fractions, exponents, hexadecimal digits or suffixes"
        raise ExpressionError("not a whole number", column, text, hint)
    if len(digits) > 1 and digits[0] == "0":
        raise ExpressionError("a number does not start with 0", column, text, "leave out the zeros in front")
    return Token("int", digits, column)


def _string(text: str, start: int) -> Token:
    delimiter = text[start]
    pieces: list[str] = []
    column = start + 1
    while (stop := _STOP.search(text, column)) is not None:
        pieces.append(text[column : stop.start()])
        column = stop.end()
        found = stop.group()
        if found == delimiter:
            return Token("string", text[start:column], start, "".join(pieces))
        if found in "\n\r":
            break
        if found == "\\":
            escaped = text[column : column + 1]
            if escaped not in ("\\", "'", '"'):
                raise ExpressionError(
                    "unknown escape in a string", stop.start(), text, "only \\\\ \\' and \\\" are escapes"
                )
            found = escaped
            column += 1
        pieces.append(found)
    raise ExpressionError("this string is never closed", start, text, f"close it with {delimiter}")
