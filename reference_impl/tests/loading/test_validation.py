"""What the check against a schema says of wrong documents, word for word."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from stichwerk.errors import SpecError
from stichwerk.loader import parse_yaml
from stichwerk.validation import collect, validate

COMMON: dict[str, Any] = {
    "$id": "https://stichwerk.example/schema/common.schema.json",
    "$defs": {
        "sentence": {"type": "string", "minLength": 1, "pattern": "^\\S"},
        "text": {
            "type": "object",
            "properties": {"de": {"$ref": "#/$defs/sentence"}, "en": {"$ref": "#/$defs/sentence"}},
            "required": ["de", "en"],
            "additionalProperties": False,
        },
        "id": {
            "type": "string",
            "pattern": "^[a-z][a-z_]*$",
            "examples": ["binokel", "gaigel"],
            "description": "Lower-case letters and underscores.",
        },
    },
}


def duty(name: str, required: list[str], **properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {"duty": {"const": name}, **properties},
        "required": ["duty", *required],
        "additionalProperties": False,
    }


DEMO: dict[str, Any] = {
    "$id": "https://stichwerk.example/schema/demo.schema.json",
    "type": "object",
    "properties": {
        "id": {"$ref": "common.schema.json#/$defs/id"},
        "title": {"$ref": "https://stichwerk.example/schema/common.schema.json#/$defs/text"},
        "form": {"enum": ["duel", "in_turn"]},
        "opening": {"type": "integer", "minimum": 10, "maximum": 500},
        "step": {"type": "integer", "multipleOf": 10, "exclusiveMinimum": 0},
        "swap": {"type": "boolean"},
        "at": {"type": ["integer", "null"]},
        "players": {"enum": ["3", "4"]},
        "counts": {
            "oneOf": [
                {"const": "all"},
                {"type": "array", "items": {"type": "string"}, "minItems": 1, "uniqueItems": True},
            ]
        },
        "packets": {"items": {"oneOf": [{"$ref": "#/$defs/each"}, {"$ref": "#/$defs/widow"}]}, "maxItems": 3},
        "duties": {
            "items": {
                "anyOf": [
                    duty("follow", []),
                    duty("trump", [], **{"if": {"enum": ["void"]}}),
                    duty("beat", ["what"], what={"enum": ["winner", "led_suit"]}),
                ]
            }
        },
        "values": {"propertyNames": {"pattern": "^[a-z_]+$"}, "additionalProperties": {"type": "integer"}},
        "codes": {"propertyNames": {"enum": ["E", "A"]}},
        "names": {"patternProperties": {"^[a-z]+$": {"type": "string"}}, "additionalProperties": False},
        "flow": {
            "allOf": [{"$ref": "#/$defs/base"}],
            "properties": {"first": {"type": "integer"}},
            "unevaluatedProperties": False,
        },
        "match": {
            "properties": {"kind": {"type": "string"}},
            "if": {"properties": {"kind": {"const": "up"}}},
            "then": {"required": ["target"], "properties": {"deals": False}},
        },
        "both": {"not": {"required": ["a", "b"]}, "dependentRequired": {"c": ["d"]}, "minProperties": 1},
        "any": {"oneOf": [{"type": "integer"}, {"minimum": 5}]},
    },
    "required": ["id"],
    "additionalProperties": False,
    "$defs": {
        "each": {
            "type": "object",
            "properties": {"each": {"type": "integer"}},
            "required": ["each"],
            "additionalProperties": False,
        },
        "widow": {
            "type": "object",
            "properties": {"widow": {"type": "integer"}, "open": {"type": "boolean"}},
            "required": ["widow"],
            "additionalProperties": False,
        },
        "base": {"properties": {"dealer": {"type": "integer"}}},
    },
}
KEYS = ", ".join(DEMO["properties"])

# The documents begin with `id: a`, so that all this stands in line 2.
WRONG = {
    "form: dual": """form: found the text 'dual'; expected one of duel, in_turn
hint: did you mean duel?""",
    "form: 3": "form: found the integer 3; expected one of duel, in_turn",
    "form: []": "form: found an empty list; expected one of duel, in_turn",
    "opening: 010": """opening: found the text '010'; expected an integer
hint: 010 is read as text here; write 10""",
    "opening: 1:30": """opening: found the text '1:30'; expected an integer
hint: 1:30 is read as text here; write a decimal integer such as 90""",
    "opening: '150'": """opening: found the text '150'; expected an integer
hint: remove the quotation marks""",
    "opening: no": "opening: found the text 'no'; expected an integer",
    "opening: [1]": "opening: found a list; expected an integer",
    "opening: true": "opening: found true; expected an integer",
    "opening: 5": "opening: found the integer 5; expected at least 10",
    "opening: 501": "opening: found the integer 501; expected at most 500",
    "step: 15": "step: found the integer 15; expected a multiple of 10",
    "step: 0": "step: found the integer 0; expected more than 0",
    "swap: no": """swap: found the text 'no'; expected true or false
hint: no is read as text here; write false""",
    "swap: Yes": """swap: found the text 'Yes'; expected true or false
hint: Yes is read as text here; write true""",
    "swap: 'true'": """swap: found the text 'true'; expected true or false
hint: remove the quotation marks""",
    "swap: 1": "swap: found the integer 1; expected true or false",
    "at: ~": """at: found the text '~'; expected an integer or null
hint: ~ is read as text here; write null""",
    "players: 3": """players: found the integer 3; expected one of "3", "4"
hint: quote it: "3\"""",
    "players: 5": 'players: found the integer 5; expected one of "3", "4"',
    "title: [de]": "title: found a list; expected a mapping",
    "title: {de: 1, en: b}": """title.de: found the integer 1; expected text
hint: quote it: "1\"""",
    "title: {de: '', en: b}": "title.de: found the text ''; expected text of at least 1 character",
    "title: {de: ' a', en: b}": """title.de: found the text ' a'; expected text that matches ^\\S
hint: it must match ^\\S""",
    "title: {de: a}": "title: the key 'en' is missing; expected a mapping with the keys: de, en",
    "titel: 1": f"""titel: unknown key 'titel'; expected a key of: {KEYS}
hint: did you mean title?""",
    "counts: al": """counts: found the text 'al'; expected all or a list
hint: did you mean all?""",
    "counts: {}": "counts: found an empty mapping; expected all or a list",
    "counts: []": "counts: found an empty list; expected a list of at least 1 entry",
    "counts: [a, b, a]": "counts.2: the entry is repeated: the text 'a'; expected each entry once",
    "counts: [1]": """counts.0: found the integer 1; expected text
hint: quote it: "1\"""",
    "packets: [{eech: 3}]": """packets.0.eech: unknown key 'eech'; expected a key of: each, widow, open
hint: did you mean each?""",
    "packets: [{}]": "packets.0: a key is missing; expected a mapping with one of the keys: each, widow",
    "packets: [3]": "packets.0: found the integer 3; expected a mapping",
    "packets: [{each: x}]": "packets.0.each: found the text 'x'; expected an integer",
    "packets: [{widow: 1, opn: true}]": """packets.0.opn: unknown key 'opn'; expected a key of: widow, open
hint: did you mean open?""",
    "packets: [{each: 1, widow: 2}]": "packets.0.widow: unknown key 'widow'; expected a key of: each",
    "packets: [{each: 1}, {each: 1}, {each: 1}, {each: 1}]": (
        "packets: found a list; expected a list of at most 3 entries"
    ),
    "duties: [{duty: folow}]": """duties.0.duty: found the text 'folow'; expected one of follow, trump, beat
hint: did you mean follow?""",
    "duties: [{duty: beat}]": ("duties.0: the key 'what' is missing; expected a mapping with the keys: duty, what"),
    "duties: [{duty: beat, what: winer}]": (
        "duties.0.what: found the text 'winer'; expected one of winner, led_suit\nhint: did you mean winner?"
    ),
    "duties: [{duty: trump, if: viod}]": """duties.0.if: found the text 'viod'; expected void
hint: did you mean void?""",
    "duties: [{}]": "duties.0: the key 'duty' is missing; expected a mapping with the key duty",
    "duties: [{duty: follow, if: void}]": "duties.0.if: unknown key 'if'; expected a key of: duty",
    "values: {Abc: 1}": "values.Abc: unknown key 'Abc'; expected a key that fits pattern ^[a-z_]+$",
    "values: {a: x}": "values.a: found the text 'x'; expected an integer",
    "codes: {F: 1}": "codes.F: unknown key 'F'; expected a key of: E, A",
    "names: {A: x}": "names.A: unknown key 'A'; expected a key that matches ^[a-z]+$",
    "flow: {first: x}": "flow.first: found the text 'x'; expected an integer",
    "flow: {dealer: x}": "flow.dealer: found the text 'x'; expected an integer",
    "flow: {dealer: 1, frist: 1}": """flow.frist: unknown key 'frist'; expected a key of: first, dealer
hint: did you mean first?""",
    "match: {kind: up}": "match: the key 'target' is missing; expected a mapping with the keys: target",
    "match: {kind: up, target: 1, deals: 2}": "match.deals: the key 'deals' is not allowed here",
    "both: {a: 1, b: 2}": "both: the keys a and b do not go together",
    "both: {c: 1}": "both: the key 'd' is missing; expected d wherever there is c",
    "both: {}": "both: found an empty mapping; expected a mapping of at least 1 key",
    "any: 7": "any: several alternatives fit at once",
}
# Where the error stands when it is not where the value of line 2 begins.
COLUMNS = {
    "opening:": 9,
    "title: {de: 1, en: b}": 13,
    "title: {de: '', en: b}": 13,
    "title: {de: ' a', en: b}": 13,
    "titel: 1": 1,
    "counts: [a, b, a]": 16,
    "counts: [1]": 10,
    "packets: [{eech: 3}]": 12,
    "packets: [{}]": 11,
    "packets: [3]": 11,
    "packets: [{each: x}]": 18,
    "packets: [{widow: 1, opn: true}]": 22,
    "packets: [{each: 1, widow: 2}]": 21,
    "duties: [{duty: folow}]": 17,
    "duties: [{duty: beat}]": 10,
    "duties: [{duty: beat, what: winer}]": 29,
    "duties: [{duty: trump, if: viod}]": 28,
    "duties: [{}]": 10,
    "duties: [{duty: follow, if: void}]": 25,
    "values: {Abc: 1}": 10,
    "values: {a: x}": 13,
    "codes: {F: 1}": 9,
    "names: {A: x}": 9,
    "flow: {first: x}": 15,
    "flow: {dealer: x}": 16,
    "flow: {dealer: 1, frist: 1}": 19,
    "match: {kind: up, target: 1, deals: 2}": 30,
}
RIGHT = """\
id: binokel
title: {de: Binokel, en: Binokel}
form: duel
opening: 150
step: 10
swap: false
at: null
players: "3"
counts: all
packets: [{each: 3}, {widow: 2, open: true}]
duties: [{duty: follow}, {duty: trump, if: void}, {duty: beat, what: winner}]
values: {special_game: 1000}
codes: {E: 1}
names: {a: b}
flow: {first: 1, dealer: 2}
match: {kind: up, target: 1000}
both: {a: 1}
any: 3
"""


@pytest.fixture(scope="module")
def schemas(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("schema")
    for name, schema in {"common": COMMON, "demo": DEMO}.items():
        (folder / f"{name}.schema.json").write_text(json.dumps(schema), encoding="utf-8")
    return folder


def problems(text: str, folder: Path, name: str = "demo") -> list[str]:
    return [str(error) for error in collect(parse_yaml(text.encode(), "f.yaml"), name, folder)]


def test_a_right_document(schemas: Path) -> None:
    assert problems(RIGHT, schemas) == []
    validate(parse_yaml(RIGHT.encode(), "f.yaml"), "demo", schemas)


@pytest.mark.parametrize("line", WRONG)
def test_a_wrong_line(line: str, schemas: Path) -> None:
    column = COLUMNS.get(line, line.index(":") + 3)
    assert problems(f"id: a\n{line}\n", schemas) == [f"f.yaml:2:{column}: {WRONG[line]}"]


def test_nothing_is_written(schemas: Path) -> None:
    assert problems("id: a\nopening:\n", schemas) == [
        "f.yaml:2:9: opening: found the text ''; expected an integer\nhint: nothing is written here"
    ]


@pytest.mark.parametrize(("text", "found"), [("- a\n", "a list"), ("a\n", "the text 'a'"), ("3\n", "the integer 3")])
def test_a_wrong_root(text: str, found: str, schemas: Path) -> None:
    assert problems(text, schemas) == [f"f.yaml:1:1: found {found}; expected a mapping"]


def test_the_end_of_a_pattern_is_the_end_of_the_text(schemas: Path) -> None:
    assert problems("id: |\n  binokel\n", schemas) == [
        """\
f.yaml:1:5: id: found the text 'binokel\\n'; expected text such as binokel or gaigel
hint: Lower-case letters and underscores."""
    ]


def test_a_misspelt_key_explains_the_missing_one(schemas: Path) -> None:
    assert problems("iid: a\n", schemas) == [
        "f.yaml:1:1: the key 'id' is missing; expected a mapping with the keys: id\nhint: iid looks like it",
        f"f.yaml:1:1: iid: unknown key 'iid'; expected a key of: {KEYS}\nhint: did you mean id?",
    ]


def test_a_known_key_in_the_wrong_company(tmp_path: Path) -> None:
    schema = {
        "anyOf": [
            {"required": ["a"], "properties": {"a": {}}},
            {"required": ["b"], "properties": {"b": {}, "c": {}}},
        ],
        "unevaluatedProperties": False,
    }
    (tmp_path / "x.schema.json").write_text(json.dumps(schema), encoding="utf-8")
    assert problems("a: 1\nc: 1\n", tmp_path, "x") == [
        "f.yaml:2:1: c: the key 'c' does not belong here; expected a key of: a, b, c"
    ]


def test_all_problems_come_in_reading_order(schemas: Path) -> None:
    text = "swap: 1\nid: A\nnew: 1\nopening: 5\ntitle: {en: '', de: 1, es: x}\n"
    found = collect(parse_yaml(text.encode(), "f.yaml"), "demo", schemas)
    assert [(error.path, str(error.place)) for error in found] == [
        ("swap", "f.yaml:1:7"),
        ("id", "f.yaml:2:5"),
        ("new", "f.yaml:3:1"),
        ("opening", "f.yaml:4:10"),
        ("title.en", "f.yaml:5:13"),
        ("title.de", "f.yaml:5:21"),
        ("title.es", "f.yaml:5:24"),
    ]
    with pytest.raises(SpecError) as caught:
        validate(parse_yaml(text.encode(), "f.yaml"), "demo", schemas)
    assert str(caught.value) == "f.yaml:1:7: swap: found the integer 1; expected true or false"


@pytest.mark.parametrize("reference", ["common.schema.json", "./common.schema.json", "common", "https://x.example/c"])
def test_references_by_file_and_by_id(reference: str, tmp_path: Path) -> None:
    ids = {"common": "common", "https://x.example/c": "https://x.example/c"}
    common = COMMON | {"$id": ids.get(reference, "common.schema.json")}
    (tmp_path / "common.schema.json").write_text(json.dumps(common), encoding="utf-8")
    (tmp_path / "x.schema.json").write_text(json.dumps({"$ref": f"{reference}#/$defs/text"}), encoding="utf-8")
    assert problems("{de: 1, en: b}\n", tmp_path, "x") == [
        'f.yaml:1:6: de: found the integer 1; expected text\nhint: quote it: "1"'
    ]


def test_a_schema_that_does_not_exist(schemas: Path) -> None:
    with pytest.raises(SpecError) as caught:
        problems("a: 1\n", schemas, "demi")
    assert str(caught.value) == "there is no schema 'demi'; expected one of common, demo\nhint: did you mean demo?"


@pytest.mark.parametrize("reference", ["y.schema.json#/$defs/z", "x.schema.json#/$defs/z"])
def test_a_reference_to_nothing(reference: str, tmp_path: Path) -> None:
    (tmp_path / "x.schema.json").write_text(json.dumps({"$ref": reference}), encoding="utf-8")
    with pytest.raises(SpecError) as caught:
        problems("a: 1\n", tmp_path, "x")
    assert str(caught.value).startswith("the schema 'x' refers to ")
    assert str(caught.value).endswith(", which does not exist")


def test_a_schema_that_is_not_json(tmp_path: Path) -> None:
    file = tmp_path / "x.schema.json"
    file.write_text('{"a":\n  1,}', encoding="utf-8")
    with pytest.raises(SpecError, match="not valid JSON") as caught:
        problems("a: 1\n", tmp_path, "x")
    assert str(caught.value).startswith(f"{file}:2:")


SCALARS = st.sampled_from(["all", "follow", "beat", "void", "a", "", "3", "up"]) | st.integers(-1, 20) | st.booleans()
NAMES = st.sampled_from(
    [
        *DEMO["properties"],
        "de",
        "en",
        "each",
        "widow",
        "open",
        "duty",
        "what",
        "if",
        "a",
        "b",
        "c",
        "E",
        "kind",
        "first",
    ]
)
ANYTHING = st.recursive(
    SCALARS | st.none(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=15,
)


@given(value=st.dictionaries(NAMES, ANYTHING, max_size=4))
def test_every_wrong_document_gets_an_error_with_a_place(value: dict[str, Any], schemas: Path) -> None:
    found = collect(parse_yaml(json.dumps(value).encode(), "f.yaml"), "demo", schemas)
    whole = DEMO | {"$defs": DEMO["$defs"] | COMMON["$defs"]}
    whole = json.loads(
        json.dumps(whole).replace("https://stichwerk.example/schema/", "").replace("common.schema.json#", "#")
    )
    whole.pop("$id")
    assert (not found) == Draft202012Validator(whole).is_valid(value)
    for error in found:
        assert error.place is not None
        assert error.message
        assert str(error).startswith("f.yaml:1:")
