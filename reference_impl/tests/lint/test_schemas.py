"""The schemas agree with the engine, and their examples are what they describe."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from stichwerk.expressions import BOOL, INT, Enum, Record
from stichwerk.facts import Facts, Seat, Side
from stichwerk.files import schema_dir
from stichwerk.flow import STEPS
from stichwerk.library import Library
from stichwerk.lint.vocabulary import environment, expressions, rules_schema
from stichwerk.loader import parse_yaml
from stichwerk.moves import VALUE_KEY, WORDS, Move
from stichwerk.prose import LANGUAGES, render
from stichwerk.resolve import resolve_ruleset
from stichwerk.scoring import AWARD_NAMES, SIDE_NAMES, SUCCESS_NAMES, WINNER_NAMES
from stichwerk.stock import STAGE_NAMES
from stichwerk.validation import collect
from stichwerk.windows import WINDOW_NAMES, WINDOWS

SCHEMAS = {path.name: json.loads(path.read_text(encoding="utf-8")) for path in schema_dir().glob("*.schema.json")}
REGISTRY: Any = Registry().with_contents(SCHEMAS.items(), default_specification=DRAFT202012)
PLAYABLE = [name for name in Library().paths() if not Library().header(name).get("abstract")]


def parts(schema: Any, pointer: str = "") -> Iterator[tuple[str, Any]]:
    """Every part of a schema with its JSON pointer."""
    if isinstance(schema, dict):
        yield pointer, schema
    for key, part in (
        schema.items() if isinstance(schema, dict) else enumerate(schema) if isinstance(schema, list) else ()
    ):
        if key not in ("examples", "enum", "const"):
            yield from parts(part, f"{pointer}/{str(key).replace('~', '~0').replace('/', '~1')}")


@pytest.mark.parametrize("name", SCHEMAS)
def test_schemas_are_schemas_and_their_examples_fit(name: str) -> None:
    Draft202012Validator.check_schema(SCHEMAS[name])
    assert SCHEMAS[name]["$id"] == name
    for pointer, part in parts(SCHEMAS[name]):
        validator = Draft202012Validator({"$ref": f"{name}#{quote(pointer)}"}, registry=REGISTRY)
        for example in part.get("examples", ()):
            assert not list(validator.iter_errors(example)), (pointer, example)


@pytest.mark.parametrize("name", ["rules", "ruleset", "resolved", "record"])
def test_everything_has_a_title_and_says_what_it_is(name: str) -> None:
    for pointer, part in parts(SCHEMAS[f"{name}.schema.json"]):
        above = pointer.split("/")[-2:-1]
        if above in (["properties"], ["$defs"]) and not {"const"} & {*part} and "/complete" not in pointer:
            described = part.get("description") or part.get("$ref", "").startswith("#/$defs/")
            assert described or "pack.schema.json" in part.get("$ref", "") or "/$defs/" in pointer, pointer


NAMES: dict[str, tuple[str, ...]] = {
    "stage": STAGE_NAMES, "window": WINDOW_NAMES, "claim": WINNER_NAMES, "last_trick": ("closed",), "valid": SIDE_NAMES,
    "counts": SIDE_NAMES, "winner": WINNER_NAMES, "success": SUCCESS_NAMES, "award": AWARD_NAMES,
}  # fmt: skip
"""What the engine passes to the expressions of each environment."""

NOT_YET = {"counted", "valid_melds", "won"}
HIDDEN: dict[tuple[str, str], set[str]] = {
    ("valid", "side"): NOT_YET,
    ("counts", "side"): {"counted", "won"},
    ("winner", "side"): {"won"},
    ("winner", "other"): NOT_YET,
    ("window", "side"): NOT_YET,
    ("claim", "side"): NOT_YET,
    ("claim", "other"): NOT_YET,
}
"""Environment, name -> the fields of a side that are not worked out yet when it is asked."""


def test_each_environment_is_what_the_engine_passes() -> None:
    rules = {"contracts": {"one": {}, "two": {}}, "values": {"factor": 2}}
    assert set(rules_schema()["x-environments"]) == set(NAMES)
    for name, expected in NAMES.items():
        declared = environment(name, rules)
        assert tuple(declared) == expected
        for word in {"side", "other"} & {*declared}:
            side = declared[word]
            assert isinstance(side, Record)
            assert {*side.fields} == {*Side.__slots__} - HIDDEN.get((name, word), set()), (name, word)
    award = environment("award", rules)
    assert award["contract"] == Enum(frozenset({"one", "two"}))
    assert award["values"] == Record("values", {"factor": INT})
    assert (award["bid"], award["made"]) == (INT, BOOL)
    for name, word in (("success", "declarer"), ("window", "seat")):
        alone = environment(name, rules)[word]
        assert isinstance(alone, Record)
        assert {*alone.fields} == {*Seat.__slots__}


def test_types_of_sides_are_those_of_the_engine() -> None:
    facts = Facts(0, 150, "x", (0, 0), (0, 0), (0, 0), last_trick=0, totals=(1, 2), at_close=((3, 1), (4, 0)))
    records = rules_schema()["x-records"]
    side = Side(0, facts, (0,), 10)
    for record, value in (
        ("side", side),
        ("at_close", side.at_close),
        ("seat", Seat(1, 11)),
        ("declarer", Seat(1, 11)),
    ):
        assert {*records[record]["fields"]} == {*type(value).__slots__}
        for name, entry in records[record]["fields"].items():
            found = getattr(value, name)
            assert (type(found).__name__ if "record" not in entry else "record") == entry["type"], name
    assert set(records) == {"side", "at_close", "seat", "declarer"}


def test_the_windows_and_packets_are_those_of_the_engine() -> None:
    assert {*rules_schema()["$defs"]["window"]["items"]["enum"]} == {*WINDOWS}
    acts = rules_schema()["$defs"]["action"]["properties"]["act"]["enum"]
    assert {*acts} == WORDS & {*acts}
    packets = rules_schema()["properties"]["deal"]["properties"]["packets"]["items"]["properties"]
    cases = SCHEMAS["case.schema.json"]["$defs"]["deal.expect"]["properties"]["packets"]["items"]["properties"]
    assert {*packets} == {*cases}
    for language in LANGUAGES:
        rules = {"packets": [{to: 3} for to in packets]}
        shown = render("{{ packets | packets }}", language, rules, {}).split(" – ")
        assert len({*shown}) == len(packets)


def test_the_steps_are_those_of_the_engine() -> None:
    assert {*rules_schema()["properties"]["flow"]["items"]["enum"]} == {*STEPS}


EXAMPLES: dict[str, Any] = {
    "lifted": 20, "bid": 150, "contract": "game", "card": "HA", "suit": "H", "melds": [["pair", "H"], ["four_aces"]],
    "cards": ["E7"], "announcement": "marriage",
}  # fmt: skip


def test_the_moves_are_those_of_the_engine() -> None:
    moves = SCHEMAS["record.schema.json"]["$defs"]["move"]["oneOf"]
    assert {move["properties"]["move"]["const"] for move in moves} == WORDS
    for move in moves:
        word = move["properties"]["move"]["const"]
        keys = {*move["properties"]} - {"seat", "move", "open"}
        assert keys == ({VALUE_KEY[word]} if word in VALUE_KEY else set()) | ({"suit"} if word == "announce" else set())
        example: dict[str, Any] = {"seat": 0, "move": word}
        for key in keys:
            example[key] = EXAMPLES[key]
        assert Move.from_json(example).to_json() == example
    legal = SCHEMAS["case.schema.json"]["$defs"]["legalMove"]["oneOf"]
    assert {move["properties"]["move"]["const"] for move in legal} == WORDS - {"misdiscard", "revoke"}


@pytest.mark.parametrize("name", PLAYABLE)
def test_resolved_rulesets_fit_their_schema(name: str) -> None:
    document = resolve_ruleset(name)
    validator = Draft202012Validator({"$ref": "resolved.schema.json"}, registry=REGISTRY)
    assert [error.message for error in validator.iter_errors(document)] == []


EXPRESSIONS = (
    "contracts.*.success.*", "stages.*.until", "tricks.last_trick_if", "announcements.*.when", "actions.*.when",
    "actions.*.true_if", "melding.valid", "scoring.counts", "scoring.winner", "awards.*.when", "awards.*.points",
    "awards.*.stakes",
)  # fmt: skip
"""Where the engine reads expressions."""


def leaves(value: Any, path: str = "") -> Iterator[str]:
    """The dotted paths of all texts in rules."""
    for key, part in value.items() if isinstance(value, dict) else ():
        yield from leaves(part, f"{path}.{key}" if path else key)
    if isinstance(value, str):
        yield path


@pytest.mark.parametrize("name", PLAYABLE)
def test_every_expression_is_found(name: str) -> None:
    rules = resolve_ruleset(name)["rules"]
    found = [placed.leaf for placed in expressions(rules)]
    patterns = ["^" + re.escape(each).replace(r"\*", "[a-z0-9_-]+") + "$" for each in EXPRESSIONS]
    assert found == [leaf for leaf in leaves(rules) if any(re.search(pattern, leaf) for pattern in patterns)]


RECORD = """\
language: 1
ruleset: binokel
options: {players: "4"}
dealer: 0
cards: [EA, S7]
moves:
  - {seat: 1, move: bid, bid: 150}
  - {seat: 1, move: meld, melds: [[pair, E], [four_aces]]}
  - {seat: 1, move: discard, cards: [E7], open: [E7]}
  - {seat: 2, move: play, card: HA}
result: {made: true, scores: {"0+2": 230, "1+3": 0}, special: {"0+2": 0, "1+3": 0}}
"""


STOCK_RECORD = """\
language: 1
ruleset: bummerl
dealer: 0
cards: [SA, H7]
moves:
  - {seat: 1, move: exchange}
  - {seat: 1, move: announce, announcement: marriage, suit: H}
  - {seat: 1, move: announce, announcement: four_aces}
  - {seat: 1, move: close}
  - {seat: 0, move: claim}
  - {seat: 1, move: draw}
result: {made: null, scores: {"0": 2, "1": 0}, won: ["0"]}
"""


def problems(text: str) -> list[str]:
    """What the schema of records says about a text."""
    return [str(error) for error in collect(parse_yaml(text.encode(), "deal.yaml"), "record")]


def test_a_record() -> None:
    assert problems(RECORD) == []
    assert problems(STOCK_RECORD) == []
    assert problems(RECORD.partition("result")[0] + "result: {redeal: true}\n") == []


def test_wrong_records() -> None:
    assert problems(RECORD.replace("move: bid, bid: 150", "move: bit, bid: 150"))[0].startswith(
        "deal.yaml:7:21: moves.0.move: found the text 'bit'; expected one of cut, bid"
    )
    assert problems(RECORD.replace("bid: 150", "card: EA")) != []
    assert problems(RECORD.replace("HA", "AH9"))[0].startswith("deal.yaml:10:33: moves.3.card: ")
    assert problems(RECORD.replace("{made: true, ", "{")) != []
    assert problems(STOCK_RECORD.replace("suit: H}", "suit: HA}"))[0].startswith("deal.yaml:7:61: moves.1.suit: ")
    assert problems(STOCK_RECORD.replace("move: close}", "move: close, card: HA}"))[0].startswith(
        "deal.yaml:9:28: moves.3.card: unknown key 'card'"
    )
    assert problems(STOCK_RECORD.replace("announcement: marriage, ", "")) != []
    assert problems(STOCK_RECORD.replace('won: ["0"]', "won: []")) != []


def test_schema_files_are_named_after_their_ids() -> None:
    assert all(Path(name).name == name and name.endswith(".schema.json") for name in SCHEMAS)
