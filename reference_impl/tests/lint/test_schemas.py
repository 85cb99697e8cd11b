"""The schemas agree with the engine, and their examples are what they describe."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from stichwerk.expressions import BOOL, INT, Enum, Record
from stichwerk.files import schema_dir
from stichwerk.flow import STEPS
from stichwerk.library import Library
from stichwerk.lint.vocabulary import environment, expressions, rules_schema
from stichwerk.loader import parse_yaml
from stichwerk.moves import VALUE_KEY, WORDS
from stichwerk.resolve import resolve_ruleset
from stichwerk.scoring import AWARD_NAMES, SIDE_NAMES, SUCCESS_NAMES, Seat, Side
from stichwerk.validation import collect

SCHEMAS = {path.name: json.loads(path.read_text(encoding="utf-8")) for path in schema_dir().glob("*.json")}
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


def test_each_environment_is_what_the_engine_passes() -> None:
    rules = {"contracts": {"one": {}, "two": {}}, "values": {"factor": 2}}
    names = {"valid": SIDE_NAMES, "counts": SIDE_NAMES, "success": SUCCESS_NAMES, "award": AWARD_NAMES}
    assert set(rules_schema()["x-environments"]) == set(names)
    for name, expected in names.items():
        declared = environment(name, rules)
        assert tuple(declared) == expected
        side = declared["side"]
        assert isinstance(side, Record)
        hidden = {"valid": {"counted", "valid_melds"}, "counts": {"counted"}}.get(name, set())
        assert {*side.fields} == {*Side.__slots__} - hidden
    award = environment("award", rules)
    assert award["contract"] == Enum(frozenset({"one", "two"}))
    assert award["values"] == Record("values", {"factor": INT})
    assert (award["bid"], award["made"]) == (INT, BOOL)
    declarer = environment("success", rules)["declarer"]
    assert isinstance(declarer, Record)
    assert {*declarer.fields} == {*Seat.__slots__}


def test_types_of_sides_are_those_of_the_engine() -> None:
    from stichwerk.scoring import Facts

    facts = Facts(0, 150, "x", (0, 0), (0, 0), (0, 0), last_trick=0)
    side = Side(True, facts, (0,), 10)
    fields = rules_schema()["x-records"]["side"]["fields"]
    for name, entry in fields.items():
        assert type(getattr(side, name)).__name__ == entry["type"], name


def test_the_steps_are_those_of_the_engine() -> None:
    assert {*rules_schema()["properties"]["flow"]["items"]["enum"]} == {*STEPS}


def test_the_moves_are_those_of_the_engine() -> None:
    moves = SCHEMAS["record.schema.json"]["$defs"]["move"]["oneOf"]
    assert {move["properties"]["move"]["const"] for move in moves} == WORDS
    for move in moves:
        word = move["properties"]["move"]["const"]
        keys = {*move["properties"]} - {"seat", "move", "open"}
        assert keys == ({VALUE_KEY[word]} if word in VALUE_KEY else set())


@pytest.mark.parametrize("name", PLAYABLE)
def test_resolved_rulesets_fit_their_schema(name: str) -> None:
    document = resolve_ruleset(name)
    validator = Draft202012Validator({"$ref": "resolved.schema.json"}, registry=REGISTRY)
    assert [error.message for error in validator.iter_errors(document)] == []


@pytest.mark.parametrize("name", PLAYABLE)
def test_every_expression_is_found(name: str) -> None:
    rules = resolve_ruleset(name)["rules"]
    found = [placed.leaf for placed in expressions(rules)]
    conditions = [
        f"contracts.{contract}.success.{condition}"
        for contract, entry in rules["contracts"].items()
        for condition in entry.get("success", ())
    ]
    awards = [f"awards.{award}.{key}" for award in rules["awards"] for key in ("when", "points")]
    assert sorted(found) == sorted(["melding.valid", "scoring.counts", *conditions, *awards])


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


def problems(text: str) -> list[str]:
    """What the schema of records says about a text."""
    return [str(error) for error in collect(parse_yaml(text.encode(), "deal.yaml"), "record")]


def test_a_record() -> None:
    assert problems(RECORD) == []
    assert problems(RECORD.partition("result")[0] + "result: {redeal: true}\n") == []


def test_wrong_records() -> None:
    assert problems(RECORD.replace("move: bid, bid: 150", "move: bit, bid: 150"))[0].startswith(
        "deal.yaml:7:21: moves.0.move: found the text 'bit'; expected one of cut, bid"
    )
    assert problems(RECORD.replace("bid: 150", "card: EA")) != []
    assert problems(RECORD.replace("HA", "AH9"))[0].startswith("deal.yaml:10:33: moves.3.card: ")
    assert problems(RECORD.replace("{made: true, ", "{")) != []


def test_schema_files_are_named_after_their_ids() -> None:
    assert all(Path(name).name == name and name.endswith(".schema.json") for name in SCHEMAS)
