"""Generated expressions: an independent CEL runtime agrees, nothing but ExpressionError is ever raised."""

from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

import celpy
import pytest
from celpy import celtypes
from hypothesis import event, example, given, settings
from hypothesis import strategies as st

from stichwerk.expressions import (
    BOOL,
    INT,
    Enum,
    ExpressionError,
    ListOf,
    Record,
    Type,
    check,
    compile_expression,
    names_used,
    parse,
)

SUIT = Enum(frozenset({"E", "L", "H", "S"}))
CARD = Record("card", {"suit": SUIT, "points": INT, "trump": BOOL})
NAMES: dict[str, Type] = {
    "bid": INT,
    "made": BOOL,
    "led": SUIT,
    "best": CARD,
    "hand": ListOf(CARD),
    "counts": ListOf(INT),
    "suits": ListOf(SUIT),
}


@dataclass(frozen=True)
class Card:
    suit: str
    points: int
    trump: bool


# --- Expressions that are well typed ---

# A fragment is its text and how tightly its outermost operator binds; the levels are those of CEL.
Fragment = tuple[str, int]
CHOICE, OR, AND, RELATION, SUM, PRODUCT, SIGN, ATOM = range(8)
Scope = dict[str, Type]


class Form(NamedTuple):
    """A way to write a value: how tightly it binds, the text, the type and least binding of each part."""

    binds: int
    text: str
    parts: tuple[tuple[Type, int], ...]


NUMBERS = [
    Form(SUM, "{} + {}", ((INT, SUM), (INT, PRODUCT))),
    Form(SUM, "{} - {}", ((INT, SUM), (INT, PRODUCT))),
    Form(PRODUCT, "{} * {}", ((INT, PRODUCT), (INT, SIGN))),
    Form(SIGN, "-{}", ((INT, ATOM),)),
    Form(ATOM, "sum({})", ((ListOf(INT), CHOICE),)),
    *(Form(ATOM, "size({})", ((ListOf(element), CHOICE),)) for element in (INT, SUIT, CARD)),
]
CONDITIONS = [
    Form(OR, "{} || {}", ((BOOL, OR), (BOOL, AND))),
    Form(AND, "{} && {}", ((BOOL, AND), (BOOL, RELATION))),
    Form(SIGN, "!{}", ((BOOL, ATOM),)),
    *(Form(RELATION, f"{{}} {sign} {{}}", ((INT, SUM), (INT, SUM))) for sign in ("<", "<=", ">", ">=")),
    *(
        Form(RELATION, f"{{}} {sign} {{}}", ((kind, RELATION if kind == BOOL else SUM), (kind, SUM)))
        for sign in ("==", "!=")
        for kind in (INT, BOOL, SUIT)
    ),
    *(Form(RELATION, "{} in {}", ((kind, SUM), (ListOf(kind), SUM))) for kind in (INT, SUIT)),
    *(
        Form(ATOM, f"{{}}.{macro}(VARIABLE, {{}})", ((ListOf(element), ATOM), (BOOL, CHOICE)))
        for macro in ("exists", "all")
        for element in (INT, SUIT, CARD)
    ),
]


def forms(kind: Type) -> list[Form]:
    """The ways to write a value of the type that are no leaves."""
    found = [Form(CHOICE, "{} ? {} : {}", ((BOOL, OR), (kind, OR), (kind, CHOICE)))]
    if kind == INT:
        found += NUMBERS
    elif kind == BOOL:
        found += CONDITIONS
    elif isinstance(kind, ListOf):
        found.append(Form(ATOM, "{}.filter(VARIABLE, {})", ((kind, ATOM), (BOOL, CHOICE))))
        found += [
            Form(ATOM, "{}.map(VARIABLE, {})", ((ListOf(element), ATOM), (kind.element, CHOICE)))
            for element in (INT, SUIT, CARD)
        ]
    return found


@st.composite
def fragments(draw: st.DrawFn, kind: Type, scope: Scope, depth: int) -> Fragment:
    """A fragment of the type, with brackets where CEL needs them and sometimes where it does not."""
    if depth == 0 or kind == CARD or draw(st.integers(0, 5)) == 0:
        return draw(leaves(kind, scope))
    form = draw(st.sampled_from(forms(kind)))
    variable = f"v{len(scope) - len(NAMES)}"
    texts = []
    for index, (wanted, level) in enumerate(form.parts):
        inside = scope
        if "VARIABLE" in form.text and index == 1:
            listed = form.parts[0][0]
            assert isinstance(listed, ListOf)
            inside = {**scope, variable: listed.element}
        text, binds = draw(fragments(wanted, inside, depth - 1))
        bracketed = binds < level or draw(st.integers(0, 7)) == 0
        texts.append(f"({text})" if bracketed else text)
    return form.text.format(*texts).replace("VARIABLE", variable), form.binds


@st.composite
def leaves(draw: st.DrawFn, kind: Type, scope: Scope) -> Fragment:
    """A literal, a name or a field of the type."""
    found: list[Fragment] = [(name, ATOM) for name, declared in scope.items() if declared == kind]
    for name, declared in scope.items():
        if isinstance(declared, Record):
            found += [(f"{name}.{field}", ATOM) for field, held in declared.fields.items() if held == kind]
    if kind == INT:
        number = draw(st.integers(-20, 20))
        found += [(str(number), SIGN if number < 0 else ATOM)] * 2
    elif kind == BOOL:
        found.append((draw(st.sampled_from(["true", "false"])), ATOM))
    elif kind == SUIT:
        found.append((f"'{draw(st.sampled_from('ELHS'))}'", ATOM))
    elif isinstance(kind, ListOf):
        items = draw(st.lists(leaves(kind.element, scope), min_size=1, max_size=3))
        found.append((f"[{', '.join(text for text, _ in items)}]", ATOM))
    return draw(st.sampled_from(found))


def expressions() -> st.SearchStrategy[str]:
    kinds: st.SearchStrategy[Type] = st.sampled_from([INT, BOOL, BOOL, SUIT, ListOf(INT), ListOf(CARD)])
    return kinds.flatmap(lambda kind: fragments(kind, NAMES, 4)).map(lambda fragment: fragment[0])


# --- Situations they are evaluated in ---

SUITS = st.sampled_from("ELHS")
CARDS = st.builds(Card, SUITS, st.integers(0, 11), st.booleans())
SITUATIONS = st.fixed_dictionaries(
    {
        "bid": st.integers(-20, 20),
        "made": st.booleans(),
        "led": SUITS,
        "best": CARDS,
        "hand": st.lists(CARDS, max_size=3).map(tuple),
        "counts": st.lists(st.integers(-20, 20), max_size=3).map(tuple),
        "suits": st.lists(SUITS, max_size=3).map(tuple),
    }
)


def ours(text: str, situation: dict[str, Any]) -> object:
    return compile_expression(text, list(NAMES))(*(situation[name] for name in NAMES))


ENVIRONMENT = celpy.Environment()


def theirs(text: str, situation: dict[str, Any]) -> object:
    def total(numbers: celtypes.Value) -> celtypes.Value:
        assert isinstance(numbers, list)
        return celtypes.IntType(sum(numbers))

    program = ENVIRONMENT.program(ENVIRONMENT.compile(text), functions={"sum": total})
    return plain(program.evaluate({name: to_cel(held) for name, held in situation.items()}))


def to_cel(held: Any) -> Any:
    if isinstance(held, Card):
        return celpy.json_to_cel(asdict(held))
    if isinstance(held, tuple):
        return celtypes.ListType([to_cel(item) for item in held])
    return celpy.json_to_cel(held)


def plain(held: Any) -> object:
    match held:
        case celtypes.BoolType():
            return bool(held)
        case celtypes.IntType():
            return int(held)
        case celtypes.StringType():
            return str(held)
        case celtypes.ListType():
            return tuple(plain(item) for item in held)
        case celtypes.MapType():
            return Card(**{str(key): plain(item) for key, item in held.items()})  # type: ignore[arg-type]
    return held


@settings(max_examples=400)
@given(text=expressions(), situation=SITUATIONS)
def test_an_independent_runtime_agrees(text: str, situation: dict[str, Any]) -> None:
    mine = ours(text, situation)
    other = theirs(text, situation)
    assert mine == other
    assert type(mine) is type(other)


@settings(max_examples=300)
@given(text=expressions())
def test_of_well_typed_expressions_only_those_with_a_dead_branch_are_refused(text: str) -> None:
    try:
        check(text, NAMES)
    except ExpressionError as error:
        event("dead branch")
        # A word that cannot occur is a dead branch too: counts.map(c, 'E').exists(d, d == 'L')
        dead = error.message.startswith("dead branch: ") or error.message.endswith("words possible here")
        assert dead, str(error)  # noqa: PT017 - most examples raise nothing
    else:
        event("accepted")


SKETCHES = [
    "led in ['E', 'L'] && !made || bid >= 7",
    "made ? bid * 2 : -bid * 2",
    "made ? (best.trump ? 1 : 2) : best.trump ? 3 : 4",
    "bid - 1 - 2 - -3 + 2 * -bid",
    "size(hand.filter(c, c.trump && c.suit == led)) > 0 ? sum(hand.map(c, c.points)) : 0",
    "hand.all(c, hand.exists(d, d.suit == c.suit && d.points >= c.points))",
    "bid < 3 == made",
    "bid in counts == made",
]


@pytest.mark.parametrize("text", SKETCHES)
@given(situation=SITUATIONS)
@settings(max_examples=30)
def test_the_runtimes_agree_on_rules_as_people_write_them(text: str, situation: dict[str, Any]) -> None:
    check(text, NAMES)
    assert ours(text, situation) == theirs(text, situation)


@pytest.mark.parametrize("text", ["made ? made ? 1 : 2 : 3", "bid = 1", "(bid", "bid +", "1 2", "hand.", "[1", "'a"])
def test_what_that_runtime_cannot_read_we_refuse(text: str) -> None:
    with pytest.raises(celpy.CELParseError):
        ENVIRONMENT.compile(text)
    with pytest.raises(ExpressionError):
        parse(text)


# --- Garbage ---

WORDS = (
    st.sampled_from(["bid", "made", "led", "best", "best.points", "hand", "counts", "suits", "x", "y"])
    | st.sampled_from(["true", "false", "'E'", "'Q'", "1", "-3", "'", '"', "\\", "/", "_", "ä"])
    | st.sampled_from(["+", "-", "*", "==", "!=", "<", ">=", "in", "&&", "||", "!", "?", ":"])
    | st.sampled_from(["(", ")", "[", "]", ",", ".", "size(", "sum(", "max(", "min("])
    | st.sampled_from([".map(x,", ".exists(x,", ".filter(y,", ".all(y,"])
)
GARBAGE = st.text() | st.lists(WORDS, max_size=15).map(" ".join) | st.lists(WORDS, max_size=15).map("".join)
SITUATION: dict[str, Any] = {
    "bid": 3,
    "made": True,
    "led": "E",
    "best": Card("H", 11, False),
    "hand": (Card("H", 11, False), Card("E", 0, True)),
    "counts": (),
    "suits": ("E", "S"),
}


@settings(max_examples=1500)
@given(GARBAGE)
@example("\x00")
@example("'\ud800'")
@example("\ud800")
@example("'\x00'")
def test_garbage_is_refused_cleanly_or_works(text: str) -> None:
    try:
        names_used(text)
        check(text, NAMES)
    except ExpressionError as error:
        assert 0 <= error.column <= len(text)  # noqa: PT017 - some garbage is an expression
        str(error).encode("utf-8")
        return
    ours(text, SITUATION)


@settings(max_examples=300)
@given(expressions(), st.data())
def test_a_damaged_expression_is_refused_cleanly_or_works(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 3)))
    damaged = text[:start] + data.draw(WORDS | st.just("")) + text[end:]
    try:
        check(damaged, NAMES)
    except ExpressionError as error:
        assert 0 <= error.column <= len(damaged)  # noqa: PT017 - some damage is harmless
        return
    ours(damaged, SITUATION)
