"""Types that fit and the type an expression has."""

import pytest

from stichwerk.expressions import BOOL, INT, STRING, Enum, ExpressionError, ListOf, Record, Type, check, parse
from stichwerk.expressions.types import describe, join

SUIT = Enum(frozenset({"E", "L", "H", "S"}))
CARD = Record("card", {"suit": SUIT, "points": INT})
NAMES: dict[str, Type] = {
    "a": INT,
    "p": BOOL,
    "s": STRING,
    "suit": SUIT,
    "red": Enum(frozenset({"H", "S"})),
    "card": CARD,
    "hand": ListOf(CARD),
    "suits": ListOf(SUIT),
}


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("a + 1", INT),
        ("-a", INT),
        ("a < 1", BOOL),
        ("!p", BOOL),
        ("s", STRING),
        ("'x'", Enum(frozenset({"x"}))),
        ("p ? 'x' : 'y'", Enum(frozenset({"x", "y"}))),
        ("p ? suit : 'E'", SUIT),
        ("p ? suit : s", STRING),
        ("card.suit", SUIT),
        ("(p ? card : card2).points", INT),
        ("hand.map(c, c.suit)", ListOf(SUIT)),
        ("hand.filter(c, c.points > 3)", ListOf(CARD)),
        ("p ? [] : [a]", ListOf(INT)),
        ("[['x'], [], ['y']]", ListOf(ListOf(Enum(frozenset({"x", "y"}))))),
        ("[red, suit]", ListOf(SUIT)),
        ("size(hand) + sum(hand.map(c, c.points))", INT),
        ("suit in suits", BOOL),
        ("'E' in suits", BOOL),
        ("s == suit", BOOL),
        ("red == suit", BOOL),
        ("p == (a > 1)", BOOL),
        ("[[]].exists(x, x.exists(y, y == a))", BOOL),
    ],
)
def test_the_type_of_an_expression(text: str, kind: Type) -> None:
    names = {**NAMES, "card2": CARD}
    assert check(text, names) == kind
    assert check(parse(text), names=names, expected=kind) == kind


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("'x'", STRING),
        ("suit", STRING),
        ("red", SUIT),
        ("p ? 'E' : red", SUIT),
        ("[]", ListOf(INT)),
        ("[red]", ListOf(STRING)),
        ("hand", ListOf(CARD)),
        ("true", BOOL),
    ],
)
def test_a_narrower_type_fits(text: str, expected: Type) -> None:
    check(text, NAMES, expected=expected)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("s", SUIT),
        ("suit", Enum(frozenset({"H", "S"}))),
        ("a", BOOL),
        ("p", INT),
        ("suits", ListOf(INT)),
        ("[a]", INT),
        ("card", Record("card", {"suit": SUIT})),
    ],
)
def test_another_type_does_not_fit(text: str, expected: Type) -> None:
    with pytest.raises(ExpressionError, match="wrong type: found"):
        check(text, NAMES, expected=expected)


def test_types_are_values() -> None:
    assert Record("card", {"suit": SUIT}) == Record("card", {"suit": SUIT})
    assert Record("card", {"suit": SUIT}) != Record("card", {"suit": INT})
    assert len({CARD, Record("card", {"suit": SUIT, "points": INT})}) == 1
    assert ListOf(INT) != ListOf(BOOL)


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (INT, "int"),
        (ListOf(CARD), "list of record card"),
        (ListOf(SUIT), "list of a word ('E', 'H', 'L', 'S')"),
        (Enum(frozenset("abcdef")), "a word ('a', 'b', 'c', 'd', 'e', ...)"),
        (Enum(frozenset("a")), "the word 'a'"),
    ],
)
def test_descriptions(kind: Type, words: str) -> None:
    assert describe(kind) == words


def test_types_without_common_ground() -> None:
    assert join(INT, BOOL) is None
    assert join(ListOf(INT), ListOf(BOOL)) is None
    assert join(ListOf(SUIT), SUIT) is None
