"""What expressions are worth: every expected value is calculated by hand."""

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

from stichwerk.expressions import (
    BOOL,
    INT,
    STRING,
    Enum,
    ExpressionError,
    ListOf,
    Record,
    check,
    compile_expression,
    parse,
)

CONTRACTS = Enum(frozenset({"game", "concede", "durch", "untendurch", "bettel"}))
MELD = Record("meld", {"name": Enum(frozenset({"pair", "family", "four_aces"})), "points": INT})
SIDE = Record(
    "side",
    {"melds": INT, "trick_points": INT, "tricks": INT, "declarer": BOOL, "shown": ListOf(MELD)},
)
VALUES = Record("values", {"special_game": INT, "loss_factor": INT, "last_trick": INT})
NAMES = {
    "side": SIDE,
    "values": VALUES,
    "bid": INT,
    "contract": CONTRACTS,
    "made": BOOL,
    "player": STRING,
    "counts": ListOf(INT),
    "ranks": ListOf(Enum(frozenset({"A", "T", "K"}))),
}


@dataclass(frozen=True)
class Meld:
    name: str
    points: int


@dataclass(frozen=True)
class Side:
    melds: int = 140
    trick_points: int = 95
    tricks: int = 4
    declarer: bool = True
    shown: tuple[Meld, ...] = (Meld("pair", 20), Meld("family", 100), Meld("pair", 20))


@dataclass(frozen=True)
class Values:
    special_game: int = 1000
    loss_factor: int = 2
    last_trick: int = 10


@dataclass(frozen=True)
class Situation:
    side: Side = field(default_factory=Side)
    values: Values = field(default_factory=Values)
    bid: int = 240
    contract: str = "game"
    made: bool = False
    player: str = "Anna"
    counts: tuple[int, ...] = (3, 11, 4)
    ranks: tuple[str, ...] = ("A", "K")


def value(text: str, **given: object) -> object:
    """The value of a checked expression in the situation, with some of its facts replaced."""
    check(text, NAMES)
    situation = Situation(**given)  # type: ignore[arg-type]
    return compile_expression(text, list(NAMES))(*(getattr(situation, name) for name in NAMES))


SETTLED = [
    # 140 + 95 = 235, one bid step short of 240
    ("side.melds + side.trick_points >= bid", {}, False),
    ("side.melds + side.trick_points >= bid", {"bid": 230}, True),
    ("side.melds + side.trick_points >= bid", {"bid": 235}, True),
    ("side.melds + side.trick_points > bid", {"bid": 235}, False),
    ("contract in ['durch','untendurch']", {}, False),
    ("contract in ['durch','untendurch']", {"contract": "untendurch"}, True),
    ("side.declarer ? (made ? values.special_game : -values.special_game) : 0", {}, -1000),
    ("side.declarer ? (made ? values.special_game : -values.special_game) : 0", {"made": True}, 1000),
    (
        "side.declarer ? (made ? values.special_game : -values.special_game) : 0",
        {"side": Side(declarer=False)},
        0,
    ),
    # lost: twice the bid, 2 x 240
    ("made ? side.melds + side.trick_points : -values.loss_factor * bid", {}, -480),
    ("made ? side.melds + side.trick_points : -values.loss_factor * bid", {"made": True}, 235),
    ("side.tricks == 0 ? 0 : side.melds", {}, 140),
    ("side.tricks == 0 ? 0 : side.melds", {"side": Side(tricks=0)}, 0),
    ("contract == 'durch' ? side.tricks : contract == 'bettel' ? 0 : bid - 1", {}, 239),
    ("contract == 'durch' ? side.tricks : contract == 'bettel' ? 0 : bid - 1", {"contract": "durch"}, 4),
    ("contract == 'durch' ? side.tricks : contract == 'bettel' ? 0 : bid - 1", {"contract": "bettel"}, 0),
    ("contract != 'game' || !made && side.declarer", {}, True),
    ("!(made || side.declarer)", {}, False),
    ("made == side.declarer", {}, False),
    ("player == 'Anna'", {}, True),
    ("2 + 3 * bid - 1", {"bid": 4}, 13),
    ("10 - 3 - bid", {"bid": 2}, 5),
    ("-bid - -3", {"bid": 7}, -4),
    ("--bid", {"bid": 7}, 7),
    ("(2 + bid) * -(3 - bid)", {"bid": 5}, 14),
    ("9223372036854775807 * bid", {"bid": 2}, 2**64 - 2),
    # 20 + 100 + 20
    ("sum(side.shown.map(m, m.points))", {}, 140),
    ("sum(side.shown.filter(m, m.name == 'pair').map(m, m.points))", {}, 40),
    ("side.shown.exists(m, m.points >= 100 && m.name != 'pair')", {}, True),
    ("side.shown.exists(m, m.name == 'four_aces')", {}, False),
    ("side.shown.all(m, m.points > 20)", {}, False),
    ("side.shown.all(m, m.points > 19)", {}, True),
    ("side.shown.all(m, m.points > 1000)", {"side": Side(shown=())}, True),
    ("side.shown.exists(m, m.points > 0)", {"side": Side(shown=())}, False),
    ("size(side.shown)", {}, 3),
    ("size(side.shown.filter(m, m.points == bid))", {"bid": 20}, 2),
    ("side.shown.filter(m, m.name == 'family')", {}, (Meld("family", 100),)),
    ("counts.map(c, c * 10)", {}, (30, 110, 40)),
    ("counts.filter(c, c > 3).map(d, counts.exists(e, e == d - 1))", {}, (False, True)),
    ("sum(counts)", {}, 18),
    ("max(counts)", {}, 11),
    ("min(counts)", {}, 3),
    ("max(bid, 250, side.melds)", {}, 250),
    ("min(bid, 250)", {}, 240),
    ("max([bid, 7])", {}, 240),
    ("max(counts)", {"counts": ()}, 0),
    ("min(counts)", {"counts": ()}, 0),
    ("sum(counts)", {"counts": ()}, 0),
    ("max(counts.filter(c, c > 50))", {}, 0),
    ("sum([bid, -bid, 3])", {}, 3),
    ("sum([])", {}, 0),
    ("size([[], [bid], counts])", {}, 3),
    ("4 in counts", {}, True),
    ("bid in [1, side.melds, 240]", {}, True),
    ("'T' in ranks", {}, False),
    ("ranks.exists(r, r in ['T', 'K'])", {}, True),
    ("4 in counts.map(c, c + 1)", {}, True),
    ("(made ? 'durch' : contract) == 'game'", {}, True),
    ("true", {}, True),
    ("(false)", {}, False),
    ("-150", {}, -150),
    ("'durch'", {}, "durch"),
]


@pytest.mark.parametrize(("text", "given", "expected"), SETTLED)
def test_values(text: str, given: dict[str, object], expected: object) -> None:
    found = value(text, **given)
    assert found == expected
    assert type(found) is type(expected)


class Counting:
    """A record that counts how often it is read."""

    def __init__(self, answer: bool) -> None:
        self.answer = answer
        self.reads = 0

    @property
    def asked(self) -> bool:
        self.reads += 1
        return self.answer


@pytest.mark.parametrize(
    ("text", "first", "reads"),
    [
        ("first && record.asked", False, 0),
        ("first && record.asked", True, 1),
        ("first || record.asked", True, 0),
        ("first || record.asked", False, 1),
        ("first ? 1 : record.asked ? 2 : 3", True, 0),
    ],
)
def test_the_first_operand_that_decides_ends_it(text: str, first: bool, reads: int) -> None:
    record = Counting(True)
    compile_expression(text, ["first", "record"])(first, record)
    assert record.reads == reads


def test_values_are_taken_by_position() -> None:
    subtract = compile_expression("a - b", names=("b", "a"))
    assert subtract(1, 10) == 9
    with pytest.raises(TypeError):
        subtract(a=1, b=10)


def test_a_parsed_expression_is_compiled_as_its_text_is() -> None:
    assert compile_expression(parse("a * 2"), ["a"])(21) == 42


@pytest.mark.parametrize("name", ["class", "lambda", "def", "not", "is", "sum", "max", "size", "any", "len", "tuple"])
def test_words_of_python_and_functions_may_be_names(name: str) -> None:
    text = f"sum([{name}.{name}, 1]) + size([{name}]) + max({name}.{name}, 2)"
    record: Any = SimpleNamespace(**{name: 5})
    assert check(text, {name: Record("r", {name: INT})}) == INT
    assert compile_expression(text, [name])(record) == 12
    assert compile_expression(f"xs.exists({name}, {name} == 3)", ["xs"])((1, 3)) is True


@pytest.mark.parametrize("name", ["", "_a", "a.b", "in", "true", "for", "int", "None", "ä", "a b"])
def test_a_declared_name_must_be_a_name(name: str) -> None:
    with pytest.raises(ValueError, match="cannot be the name"):
        compile_expression("1", [name])
    with pytest.raises(ValueError, match="cannot be the name"):
        check("1", {name: INT})


def test_a_name_is_given_once() -> None:
    with pytest.raises(ValueError, match="given twice"):
        compile_expression("a", ["a", "a"])


def test_nothing_of_python_can_be_reached() -> None:
    for text in ("__import__", "a.__class__", "_sum", "a._private", "len"):
        with pytest.raises(ExpressionError):
            compile_expression(text, ["a"])


def test_macros_nest_as_deep_as_brackets() -> None:
    text = "".join(f"xs.exists(v{level}, " for level in range(99)) + "v98 == v0" + ")" * 99
    assert check(text, {"xs": ListOf(INT)}) == BOOL
    assert compile_expression(text, ["xs"])((1,)) is True
