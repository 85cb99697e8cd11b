"""How expressions are read: precedence, associativity, literals, limits."""

import pytest

from stichwerk.expressions import ExpressionError, compile_expression, names_used, parse
from stichwerk.expressions.syntax import Binary, Bool, Conditional, Int, Name, Select, Str

PRECEDENCE = [
    ("a + b * c", "a + (b * c)"),
    ("a * b + c", "(a * b) + c"),
    ("a - b - c", "(a - b) - c"),
    ("a - b + c", "(a - b) + c"),
    ("a * b * c", "(a * b) * c"),
    ("-a * b", "(-a) * b"),
    ("a - -b", "a - (-b)"),
    ("-a.b", "-(a.b)"),
    ("!a.b", "!(a.b)"),
    ("!a == b", "(!a) == b"),
    ("a + b < c - d", "(a + b) < (c - d)"),
    ("a < b == c", "(a < b) == c"),
    ("a == b < c", "(a == b) < c"),
    ("a == b != c", "(a == b) != c"),
    ("a in b == c", "(a in b) == c"),
    ("a + b in c", "(a + b) in c"),
    ("a == b && c == d", "(a == b) && (c == d)"),
    ("a && b || c", "(a && b) || c"),
    ("a || b && c", "a || (b && c)"),
    ("a || b || c", "(a || b) || c"),
    ("a && b && c", "(a && b) && c"),
    ("a || b ? c : d", "(a || b) ? c : d"),
    ("a ? b : c ? d : e", "a ? b : (c ? d : e)"),
    ("a ? b || c : d || e", "a ? (b || c) : (d || e)"),
    ("a ? b : c + d", "a ? b : (c + d)"),
    ("a.b.c + d", "((a.b).c) + d"),
    ("l.map(x, x).exists(y, y == a || b)", "(l.map(x, x)).exists(y, ((y == a) || b))"),
    ("size(l) + a * max(b, c)", "(size(l)) + (a * (max(b, c)))"),
    ("a\n  &&\tb", "a&&b"),
]


@pytest.mark.parametrize(("bare", "bracketed"), PRECEDENCE)
def test_precedence_is_that_of_cel(bare: str, bracketed: str) -> None:
    assert parse(bare).root == parse(bracketed).root


def test_brackets_change_the_tree() -> None:
    assert parse("(a + b) * c").root != parse("a + b * c").root
    assert parse("a - (b - c)").root != parse("a - b - c").root


def test_nodes_know_their_column() -> None:
    root = parse("made ? side.bid : 12 + x").root
    assert isinstance(root, Conditional)
    assert (root.column, root.then.column, root.otherwise.column) == (0, 7, 18)
    assert isinstance(root.then, Select)
    assert root.then.mark == 12
    assert isinstance(root.otherwise, Binary)
    assert root.otherwise.mark == 21


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", 0),
        ("150", 150),
        ("-150", -150),
        ("- 150", -150),
        ("9223372036854775807", 2**63 - 1),
        ("-9223372036854775808", -(2**63)),
    ],
)
def test_whole_numbers(text: str, value: int) -> None:
    assert parse(text).root == Int(0, value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("'durch'", "durch"),
        ('"durch"', "durch"),
        ("''", ""),
        ("'Württemberg'", "Württemberg"),
        (r"'it\'s'", "it's"),
        ('"it\'s"', "it's"),
        (r'"\"\\"', '"\\'),
        ("'// in && ('", "// in && ("),
    ],
)
def test_strings(text: str, value: str) -> None:
    assert parse(text).root == Str(0, value)
    assert compile_expression(text, [])() == value


def test_truth_values_and_names() -> None:
    assert parse("true").root == Bool(0, True)
    assert parse("truely").root == Name(0, "truely")
    assert parse("inn").root == Name(0, "inn")


def test_a_number_is_no_truth_value() -> None:
    assert parse("1").root != parse("true").root


def test_a_hundred_brackets_are_read_and_one_more_is_not() -> None:
    assert compile_expression("(" * 100 + "a" + ")" * 100, ["a"])(7) == 7
    with pytest.raises(ExpressionError, match="nested more than 100 deep") as caught:
        parse("(" * 101 + "a" + ")" * 101)
    assert caught.value.column == 100


DEEP = {
    "ten thousand brackets": "(" * 10_000,
    "balanced brackets": "(" * 1_999 + "a" + ")" * 1_999,
    "lists": "[" * 3_999,
    "calls": "max(1," * 600,
    "macros": "l.map(x," * 450,
    "not": "!" * 3_999 + "a",
    "minus": "-" * 3_999 + "1",
    "additions": "a+" * 1_999 + "a",
    "conditions": "a?b:" * 999 + "c",
    "fields": "a" + ".b" * 1_999,
    "ladders": "a||a&&a==a+a*-(" * 260,
    "closing": ")" * 4_000,
}


@pytest.mark.parametrize("text", DEEP.values(), ids=DEEP.keys())
def test_depth_ends_in_a_clean_error(text: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        parse(text)
    assert len(str(caught.value)) < 500
    assert "^" in str(caught.value)


def test_a_tree_of_a_hundred_levels_is_read_and_one_more_is_not() -> None:
    assert compile_expression("a+" * 100 + "a", ["a"])(1) == 101
    with pytest.raises(ExpressionError, match="nested more than 100 deep"):
        parse("a+" * 101 + "a")


def test_length_has_a_limit() -> None:
    text = "a" + " " * 3_998 + "b"
    with pytest.raises(ExpressionError, match="expected an operator or the end"):
        parse(text)
    with pytest.raises(ExpressionError, match="has 4001 characters, the limit is 4000"):
        parse(text + "c")


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("side.tricks == 0", {"side.tricks"}),
        (
            "made ? values.bid : -values.bid * values.loss_factor",
            {"made", "values.bid", "values.loss_factor"},
        ),
        ("side.melds.exists(m, m.value > bid)", {"side.melds", "bid"}),
        ("side.cards.map(c, c.points) == side.cards.map(d, side.bonus)", {"side.cards", "side.bonus"}),
        ("(made ? side : other).tricks > side.tricks", {"made", "side", "other", "side.tricks"}),
        ("a.filter(x, x > 1).exists(x, x == y) && x", {"a", "y", "x"}),
        ("size([a, b.c, 'd']) + max(e, 1)", {"a", "b.c", "e"}),
        ("1 + 1", set()),
    ],
)
def test_names_used(text: str, paths: set[str]) -> None:
    assert names_used(text) == paths
    assert names_used(parse(text)) == paths
