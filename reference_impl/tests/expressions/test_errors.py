"""Every message, with its caret: each block below is the whole text of an error."""

import pickle

import pytest

from stichwerk.expressions import (
    BOOL,
    INT,
    STRING,
    Enum,
    ExpressionError,
    ListOf,
    Record,
    Type,
    check,
    compile_expression,
    parse,
)

CONTRACTS = Enum(frozenset({"game", "durch", "untendurch"}))
CARD = Record("card", {"suit": Enum(frozenset({"E", "L", "H", "S"})), "points": INT})
NAMES: dict[str, Type] = {
    "bid": INT,
    "made": BOOL,
    "declarer": BOOL,
    "name": STRING,
    "contract": CONTRACTS,
    "red": Enum(frozenset({"H"})),
    "side": Record("side", {"tricks": INT, "melds": INT}),
    "hand": ListOf(CARD),
    "counts": ListOf(INT),
    "contracts": ListOf(CONTRACTS),
}

REFUSED = r"""
expected a value, found the end
  bid +
       ^

'(' is never closed
  (bid + 1
  ^
hint: add ')'

'(' is never closed
  size(counts
      ^
hint: add ')'

'[' is never closed
  [bid, 1
  ^
hint: add ']'

')' closes nothing
  bid + 1)
         ^

']' closes nothing
  bid]
     ^

expected an operator or the end, found '1'
  bid 1
      ^

expected an operator or the end, found 'and'
  made and declarer
       ^
hint: write &&

expected an operator or the end, found 'made'
  not made
      ^
hint: write !

unexpected character '='
  bid = 1
      ^
hint: compare with ==

unexpected character '&'
  made & declarer
       ^
hint: write && for and

unexpected character '|'
  made | declarer
       ^
hint: write || for or

unexpected character '/'
  bid / 2
      ^
hint: there is no division: rounding is a word of the scoring rules

unexpected character '%'
  bid % 2
      ^
hint: there is no remainder: rounding is a word of the scoring rules

unexpected character '#'
  bid # 2
      ^

unexpected character '_'
  _bid
  ^
hint: names start with a letter

unexpected character '{'
  {}
  ^
hint: there are no maps; lists stand in square brackets

not a whole number
  1.5
  ^
hint: only whole decimal numbers: no fractions, exponents, hexadecimal digits or suffixes

not a whole number
  1e3
  ^
hint: only whole decimal numbers: no fractions, exponents, hexadecimal digits or suffixes

not a whole number
  0x10
  ^
hint: only whole decimal numbers: no fractions, exponents, hexadecimal digits or suffixes

not a whole number
  12u
  ^
hint: only whole decimal numbers: no fractions, exponents, hexadecimal digits or suffixes

a number does not start with 0
  007
  ^
hint: leave out the zeros in front

the number does not fit into 64 bits
  9223372036854775808
  ^

the number does not fit into 64 bits
  -9223372036854775809
   ^

this string is never closed
  'durch
  ^
hint: close it with '

unknown escape in a string
  'a\n'
    ^
hint: only \\ \' and \" are escapes

'True' is not a word of this language
  True
  ^
hint: write true

'null' is not a word of this language
  null
  ^
hint: there is no empty value

'if' is not a word of this language
  if
  ^
hint: write condition ? one : other

'for' is a reserved word
  side.for
       ^
hint: choose another name

'!' and '-' do not follow one another
  !-bid
   ^
hint: use parentheses

a condition inside a condition needs parentheses
  made ? declarer ? 1 : 2 : 3
                  ^
hint: write a ? (b ? c : d) : e

this '?' has no ':'
  made ? 1
       ^
hint: write condition ? one : other

expected an operator or ':', found '2'
  made ? 1 2
           ^

expected an operator or the end, found '['
  counts[0]
        ^
hint: elements cannot be read by position; use exists, all, filter or map

'size' is written in front of its list
  counts.size()
         ^
hint: write size(list)

unknown macro 'exist'
  counts.exist(x, x > 1)
         ^
hint: did you mean 'exists'?

'exists' is written behind a list
  exists(counts, x)
  ^
hint: write list.exists(x, ...)

unknown function 'sizes'
  sizes(counts)
  ^
hint: did you mean 'size'?

unknown function 'has'
  has(side.tricks)
  ^
hint: known functions: max, min, size, sum

size takes one list, found 0 arguments
  size()
  ^

sum takes one list, found 2 arguments
  sum(counts, counts)
  ^

max takes a list or several numbers, found nothing
  max()
  ^

max of an empty list has no value
  max([])
  ^

expected ',' and then what is said of each element, found ')'
  counts.exists(x)
                 ^

expected a new name, as in exists(x, ...), found '1'
  counts.exists(1, true)
                ^

expected a new name, as in exists(x, ...), found 'in'
  counts.exists(in, true)
                ^

expected a new name, as in exists(x, ...), found 'int'
  counts.exists(int, true)
                ^

'(' is never closed
  counts.exists(x, x > 1
               ^
hint: add ')'

expected the name of a field, found the end
  side.
       ^

expected the name of a field, found '1'
  side.1
       ^

expected a value, found ']'
  [1,]
     ^

expected a value, found ')'
  max(1,)
        ^

expected a value, found '.'
  .bid
  ^

unknown name 'bod'
  bod
  ^
hint: did you mean 'bid'?

unknown name 'tricks'
  tricks
  ^
hint: known names: bid, contract, contracts, counts, declarer, hand, made, name, ...

record side has no field 'trick'
  side.trick
       ^
hint: did you mean 'tricks'?

record side has no field 'points'
  side.points
       ^
hint: known fields: melds, tricks

int has no field 'tricks'
  bid.tricks
      ^

list of int has no field 'tricks'
  counts.tricks
         ^

wrong type: found bool, expected int
  made + 1
  ^

wrong type: found bool, expected int
  bid + made
        ^

wrong type: found bool, expected int
  1 < 2 < bid
  ^

wrong type: found int, expected bool
  bid && made
  ^

wrong type: found int, expected bool
  !bid
   ^

wrong type: found bool, expected int
  -made
   ^

wrong type: found bool, expected int
  bid == made
         ^

wrong type: found the word 'durch', expected int
  bid == 'durch'
         ^

wrong type: found int, expected string
  name == 1
          ^

'druch' is not one of the words possible here
  contract == 'druch'
              ^
hint: did you mean 'durch'?

'solo' is not one of the words possible here
  'solo' == contract
  ^
hint: known words: durch, game, untendurch

'solo' is not one of the words possible here
  contract in ['durch', 'solo']
                        ^
hint: known words: durch, game, untendurch

wrong type: found int, expected string
  contract in [1]
               ^

'solo' is not one of the words possible here
  'solo' in contracts
  ^
hint: known words: durch, game, untendurch

wrong type: found list of a word ('durch', 'game', 'untendurch'), expected list of int
  bid in contracts
         ^

wrong type: found int, expected list
  bid in bid
         ^

wrong type: found record side, expected int, bool or string
  side == side
  ^

wrong type: found list of int, expected int, bool or string
  counts == [1]
  ^

wrong type: found list of record card, expected int, bool or string
  hand in [1]
  ^

dead branch: the two sides have no word in common
  red == contract
         ^

wrong type: found int, expected bool
  bid ? 1 : 2
  ^

wrong type: found the word 'x', expected int
  made ? 1 : 'x'
             ^

'solo' is not one of the words possible here
  made ? contract == 'solo' : false
                     ^
hint: known words: durch, game, untendurch

wrong type: found bool, expected int
  [1, true]
      ^

wrong type: found int, expected bool
  counts.all(x, x)
                ^

wrong type: found int, expected list
  bid.exists(x, x > 1)
  ^

wrong type: found int, expected list
  size(bid)
       ^

wrong type: found list of record card, expected list of int
  sum(hand)
      ^

wrong type: found bool, expected list of int
  max(made)
      ^

wrong type: found bool, expected int
  max(1, made)
         ^

'bid' already has a meaning here
  counts.exists(bid, bid > 1)
                ^
hint: choose another name for the element

'x' already has a meaning here
  counts.exists(x, counts.exists(x, x > 1))
                                 ^
hint: choose another name for the element

unknown name 'y'
  counts.exists(x, y > 1)
                   ^
hint: known names: bid, contract, contracts, counts, declarer, hand, made, name, ...

record card has no field 'rank'
  hand.exists(c, c.rank == 'A')
                   ^
hint: known fields: points, suit

dead branch: this is always true
  true ? 1 : 2
  ^

dead branch: this is always true
  made || true
          ^

dead branch: this is always false
  false && made
  ^

dead branch: this reads no name, so its answer never changes
  !true
  ^

dead branch: this reads no name, so its answer never changes
  made && 1 < 2
          ^

dead branch: this reads no name, so its answer never changes
  1 == 1
  ^

dead branch: an expression is compared with itself
  bid == bid
      ^

dead branch: an expression is compared with itself
  bid + 1 <= bid + 1
          ^

dead branch: this is always true here, an earlier condition decides it
  made && made
          ^

dead branch: this is always false here, an earlier condition decides it
  made && (declarer || !made)
                       ^

dead branch: this is always true here, an earlier condition decides it
  made ? (made ? 1 : 2) : 3
          ^

dead branch: this is always true here, an earlier condition decides it
  bid > 5 ? (5 < bid ? 1 : 2) : 3
             ^

dead branch: this is always true here, an earlier condition decides it
  bid == 5 || bid != 5
              ^

dead branch: both branches are the same
  made ? bid : bid
               ^

dead branch: this reads no name, so its answer never changes
  [].exists(x, x > 1)
  ^

dead branch: nothing is in an empty list
  bid in []
      ^

dead branch: an expression is compared with itself
  bid in [1, bid]
             ^

dead branch: 'durch' stands twice in the list
  contract in ['durch', 'game', 'durch']
                                ^

dead branch: 1 stands twice in the list
  bid in [1, 2, 1]
                ^

dead branch: this is always true
  counts.exists(x, true)
                   ^

dead branch: an expression is compared with itself
  counts.filter(x, x == x)
                     ^

dead branch: this reads no name, so its answer never changes
  [1, 2].exists(x, x > 1)
  ^

dead branch: the two sides have no word in common
  'a' in ['a', 'b']
               ^

dead branch: the two sides have no word in common
  'a' == 'b'
         ^

dead branch: the two sides have no word in common
  (made ? 'durch' : 'game') == 'solo'
                               ^

wrong type: found int, expected string
  made && 'ä' == bid
                 ^

'else' is not a word of this language
  else
  ^
hint: write condition ? one : other

expected a value, found 'in'
  in contracts
  ^

wrong type: found int, expected bool
  counts.map(x, x) . filter(y, y)
                               ^

expected an operator or the end, found 'not'
  made not declarer
       ^
hint: write !

expected an operator or the end, found 'is'
  bid is 1
      ^
hint: write ==
"""


def blocks() -> list[str]:
    return REFUSED.strip("\n").split("\n\n")


@pytest.mark.parametrize("block", blocks(), ids=lambda block: block.split("\n")[1].strip())
def test_a_bad_expression_shows_where_and_why(block: str) -> None:
    message, line, caret, *_ = block.split("\n")
    text = line[2:]
    with pytest.raises(ExpressionError) as caught:
        check(text, NAMES)
    error = caught.value
    assert str(error) == block
    assert (error.message, error.text, error.column) == (message, text, caret.index("^") - 2)


@pytest.mark.parametrize("text", ["", " ", "\n\t "])
def test_nothing_is_no_expression(text: str) -> None:
    with pytest.raises(ExpressionError, match="the expression is empty"):
        parse(text)


def test_the_expected_type_is_asked_of_the_branch_that_breaks_it() -> None:
    with pytest.raises(ExpressionError) as caught:
        check("made ? 'durch' : 'druch'", NAMES, expected=CONTRACTS)
    assert str(caught.value) == (
        "'druch' is not one of the words possible here\n"
        "  made ? 'durch' : 'druch'\n"
        "                   ^\n"
        "hint: did you mean 'durch'?"
    )


def test_an_expected_type_is_named() -> None:
    with pytest.raises(ExpressionError) as caught:
        check("bid + 1", NAMES, expected=BOOL)
    assert str(caught.value) == "wrong type: found int, expected bool\n  bid + 1\n  ^"


def test_of_several_lines_the_one_at_fault_is_shown() -> None:
    text = "made\n  ? bid\n\t: bad + 1\n"
    with pytest.raises(ExpressionError) as caught:
        check(text, NAMES)
    assert str(caught.value) == "unknown name 'bad'\n   : bad + 1\n     ^\nhint: did you mean 'bid'?"
    assert caught.value.column == text.index("bad")


def test_of_a_long_line_a_window_is_shown() -> None:
    text = "bid + " * 30 + "bad" + " + bid" * 30
    with pytest.raises(ExpressionError) as caught:
        check(text, NAMES)
    _, line, caret, _ = str(caught.value).split("\n")
    assert line.startswith("  ...")
    assert line.endswith("...")
    assert len(line) == 108
    assert line[caret.index("^") :].startswith("bad")


def test_what_a_terminal_cannot_print_is_escaped() -> None:
    with pytest.raises(ExpressionError) as caught:
        parse("a \x1b[31m")
    assert str(caught.value) == "unexpected character '\\x1b'\n  a  [31m\n    ^"


def test_compiling_refuses_unknown_names_too() -> None:
    with pytest.raises(ExpressionError, match="unknown name 'bod'"):
        compile_expression("bod + 1", ["bid"])
    with pytest.raises(ExpressionError, match="no value"):
        compile_expression("max([])", ["bid"])
    with pytest.raises(ExpressionError, match="there are no names here"):
        compile_expression("bid", [])


def test_an_error_can_be_sent_to_another_process() -> None:
    error = ExpressionError("wrong", 2, "a b", "write b")
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
    assert (str(again), again.hint) == (str(error), "write b")


ALIVE = [
    "true",
    "false",
    "(true)",
    "made ? true : declarer",
    "made == true",
    "made && (declarer || bid > 5)",
    "made ? (declarer ? 1 : 2) : (declarer ? 3 : 4)",
    "bid > 5 ? 1 : bid > 3 ? 2 : 3",
    "made && declarer || !made && !declarer",
    "counts.exists(x, x > 1) && counts.all(x, x < 9)",
    "counts.exists(x, made)",
    "sum(counts.map(x, 1)) + 1 + 1",
    "size([1, 1]) > bid",
    "contract in ['durch', 'game', 'untendurch']",
    "counts.map(x, true)",
    "bid - bid == side.tricks",
]


@pytest.mark.parametrize("text", ALIVE)
def test_conditions_that_can_go_either_way_are_left_alone(text: str) -> None:
    check(text, NAMES)
