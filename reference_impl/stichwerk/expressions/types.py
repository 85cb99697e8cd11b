"""The types an expression can have: whole numbers, truth values, words, lists and records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TypeAlias

from stichwerk.expressions.errors import quote

_SHOWN = 5  # words of an enumeration spelled out in a message


@dataclass(frozen=True, slots=True)
class Scalar:
    """A type without parts; its only instances are INT, BOOL, STRING and the internal NOTHING."""

    name: str


INT = Scalar("int")
"""A whole number: points, a bid, a count. Literals have 64 bits; results are unbounded."""
BOOL = Scalar("bool")
"""A truth value: made or not, declarer or not."""
STRING = Scalar("string")
"""Any text; prefer an Enum wherever the words are known, since a misspelt word is then an error."""
NOTHING = Scalar("nothing")
"""The element type of the literal ``[]``; fits wherever an element is expected. Not for callers."""


@dataclass(frozen=True, slots=True)
class Enum:
    """A text that is one of the declared words, such as the contracts of a game or the ranks of a pack.

    Comparing it with a word outside ``values`` is a load error. A string literal has the type
    ``Enum({literal})``.
    """

    values: frozenset[str]

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", frozenset(self.values))


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list whose elements all have the type ``element``; at run time a tuple."""

    element: Type


@dataclass(frozen=True, slots=True)
class Record:
    """An object with named fields, read as attributes at run time. ``name`` only appears in messages."""

    name: str
    fields: Mapping[str, Type] = field(hash=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "fields", MappingProxyType(dict(self.fields)))


Type: TypeAlias = Scalar | Enum | ListOf | Record


def describe(kind: Type) -> str:
    """The type as a message names it."""
    match kind:
        case Scalar(name):
            return name
        case Enum(values):
            words = sorted(values)
            if len(words) == 1:
                return f"the word {quote(words[0])}"
            shown = ", ".join(quote(word) for word in words[:_SHOWN])
            return f"a word ({shown}{', ...' if len(words) > _SHOWN else ''})"
        case ListOf(element):
            return "empty list" if element == NOTHING else f"list of {describe(element)}"
        case Record(name):
            return f"record {name}"


def fits(found: Type, expected: Type) -> bool:
    """Whether a value of the type found can stand where the type expected is asked for."""
    if found in (expected, NOTHING):
        return True
    match found, expected:
        case Enum(), Scalar():
            return expected == STRING
        case Enum(mine), Enum(theirs):
            return mine <= theirs
        case ListOf(mine_element), ListOf(their_element):
            return fits(mine_element, their_element)
    return False


def join(one: Type, other: Type) -> Type | None:
    """The narrowest type both fit into (branches of a condition, items of a list), or None."""
    if fits(one, other):
        return other
    if fits(other, one):
        return one
    match one, other:
        case Enum(mine), Enum(theirs):
            return Enum(mine | theirs)
        case ListOf(mine_element), ListOf(their_element):
            element = join(mine_element, their_element)
            return None if element is None else ListOf(element)
    return None


def is_text(kind: Type) -> bool:
    """Whether the type is text, enumerated or free."""
    return kind == STRING or isinstance(kind, Enum)


def comparable(one: Type, other: Type) -> bool:
    """Whether ``==`` has a meaning between the two: numbers, truth values or texts, never mixed."""
    if is_text(one) and is_text(other):
        return True
    plain = isinstance(one, Scalar) and isinstance(other, Scalar)
    return plain and (one == other or NOTHING in (one, other))
