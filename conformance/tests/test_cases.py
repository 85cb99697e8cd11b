"""Case files: what they may say, and how the suite reads them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from stichwerk.errors import SpecError
from stichwerk.files import schema_dir
from stichwerk.loader import parse_yaml
from stichwerk.validation import collect, validate
from stichwerk_conformance.cases import ASKS, read_cases

SCHEMA = json.loads((schema_dir() / "case.schema.json").read_text(encoding="utf-8"))
CASE = {
    "id": "melds-pair",
    "title": "A pair",
    "ruleset": "toy",
    "ask": "melds",
    "given": {"trump": "E", "cards": ["HK", "HO"]},
    "expect": {"total": 20},
    "clauses": ["melds.pair"],
    "origin": "hand",
}


def file_of(folder: Path, name: str, *cases: dict[str, Any]) -> Path:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    separate = json.loads(json.dumps(cases))  # what two cases share would be written as an anchor
    file.write_text(yaml.safe_dump({"language": 1, "cases": separate}), encoding="utf-8")
    return file


def test_a_case_is_read_whole(tmp_path: Path) -> None:
    more = {
        "options": {"players": "4"},
        "sources": [{"id": "B", "at": "Melden"}],
        "rulings": ["B7"],
        "reckoning": "20",
    }
    (case,) = read_cases(file_of(tmp_path, "a.yaml", CASE | more))
    assert (case.id, case.profile, case.method) == ("melds-pair", "melds", "melds.melds")
    assert case.params == {"ruleset": "toy", "options": {"players": "4"}, "given": CASE["given"]}
    assert [allowed.answer for allowed in case.allowed] == [{"total": 20}]
    assert [str(source) for source in case.sources] == ["B, Melden"]
    assert (case.clauses, case.rulings, case.origin, case.reckoning) == (
        ("melds.pair",),
        ("B7",),
        "hand",
        "20",
    )
    assert (case.place.file, case.place.line) == (str(tmp_path / "a.yaml"), 2)


def test_folders_are_read_in_the_order_of_names(tmp_path: Path) -> None:
    file_of(tmp_path, "b/one.yaml", CASE | {"id": "b"})
    file_of(tmp_path, "a/two.yaml", CASE | {"id": "a2"}, CASE | {"id": "a1"})
    assert [case.id for case in read_cases(tmp_path)] == ["a2", "a1", "b"]


def test_an_id_is_unique_over_all_files(tmp_path: Path) -> None:
    file_of(tmp_path, "a.yaml", CASE)
    file_of(tmp_path, "b.yaml", CASE)
    with pytest.raises(SpecError, match=r"b\.yaml:2:3: the case id melds-pair is used twice\nhint: .*a\.yaml:2:3"):
        read_cases(tmp_path)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"expect": None}, "expect, expect_any"),
        (
            {
                "expect_any": [
                    {"answer": {"total": 20}, "reason": "a"},
                    {"answer": {"total": 40}, "reason": "b"},
                ]
            },
            "several",
        ),
        ({"ask": "mleds"}, "did you mean melds"),
        ({"given": {"trump": "E", "card": ["HK"]}}, "unknown key 'card'"),
        ({"given": {"trump": "E", "hand": ["HK"], "cards": ["HK"]}}, "given"),
        ({"given": {"trump": "E", "cards": ["K"]}}, r"given\.cards\.0"),
        ({"expect": {"melds": {}}}, "the key 'total' is missing"),
        ({"expect": {"total": 20, "legal": True}}, "unknown key 'legal'"),
        ({"options": {"players": 4}}, 'quote it: "4"'),
        ({"clauses": []}, "clauses"),
        ({"clauses": None}, "clauses"),
        ({"origin": "guess"}, "origin"),
        ({"sources": ["B"]}, r"sources\.0"),
        ({"rests_on": ["B"]}, "unknown key 'rests_on'"),
    ],
)
def test_a_file_that_is_refused(tmp_path: Path, change: dict[str, Any], message: str) -> None:
    case = {key: value for key, value in (CASE | change).items() if value is not None}
    with pytest.raises(SpecError, match=message):
        read_cases(file_of(tmp_path, "a.yaml", case))


POSITION = {
    "ask": "legal_moves",
    "given": {"seat": 0, "trump": "D", "turn_up": "DT", "face_down": 9, "hand": ["HK"]},
    "expect": {"has": [{"move": "close"}], "has_not": [{"move": "claim"}]},
}
PLAYED_ON = {
    "ask": "play_on",
    "given": {"trump": "D", "hands": {"0": ["HA"], "1": ["HT"]}, "moves": [{"seat": 0, "move": "claim"}]},
    "expect": {"points": {"0": 0, "1": 0}, "actor": None, "turn_up": None},
}
FOR_POINTS = {
    "ask": "score_deal",
    "given": {"end": "claim", "by": "0+2", "points": {"0+2": 66}, "tricks": {"0+2": 5}, "closed_by": 1},
    "expect": {"scores": {"0+2": 3}, "won": ["0+2"]},
}


@pytest.mark.parametrize("case", [POSITION, PLAYED_ON, FOR_POINTS])
def test_questions_about_stock_games_are_read(tmp_path: Path, case: dict[str, Any]) -> None:
    assert [one.ask for one in read_cases(file_of(tmp_path, "a.yaml", CASE | case))] == [case["ask"]]


@pytest.mark.parametrize(
    ("case", "part", "change", "message"),
    [
        (POSITION, "given", {"seat": None}, "the key 'seat' is missing"),
        (POSITION, "given", {"talon": []}, "unknown key 'talon'"),
        (POSITION, "given", {"at_close": {"0": [20, 1]}}, "closed_by"),
        (POSITION, "given", {"turn": [["marriage", "H"]]}, r"turn\.0"),
        (POSITION, "given", {"moment": "later"}, r"given\.moment"),
        (POSITION, "expect", {"has": []}, r"expect\.has"),
        (POSITION, "expect", {"has": [{"seat": 0, "move": "close"}]}, r"expect\.has\.0"),
        (POSITION, "expect", {"legal": []}, "expect"),
        (PLAYED_ON, "given", {"moves": None}, "the key 'moves' is missing"),
        (PLAYED_ON, "given", {"hands": None}, "the key 'hands' is missing"),
        (PLAYED_ON, "given", {"moves": [{"move": "claim"}]}, r"given\.moves\.0"),
        (PLAYED_ON, "expect", {"legal": []}, "unknown key 'legal'"),
        (FOR_POINTS, "given", {"by": None}, "the key 'by' is missing"),
        (FOR_POINTS, "given", {"tricks": None}, "the key 'tricks' is missing"),
        (FOR_POINTS, "given", {"announced": {"0+2": 20}}, "the key 'cards' is missing"),
        (FOR_POINTS, "given", {"at_close": {"0+2": [20]}}, r"at_close\.0\+2"),
        (FOR_POINTS, "given", {"melds": {"0": 20}}, "unknown key 'melds'"),
    ],
)
def test_questions_about_stock_games_that_are_refused(
    tmp_path: Path, case: dict[str, Any], part: str, change: dict[str, Any], message: str
) -> None:
    changed = {key: value for key, value in (case[part] | change).items() if value is not None}
    with pytest.raises(SpecError, match=message):
        read_cases(file_of(tmp_path, "a.yaml", CASE | case | {part: changed}))


def test_the_schema_knows_the_questions_of_the_protocol() -> None:
    asks = [ask for profile in ASKS.values() for ask in profile]
    assert SCHEMA["$defs"]["case"]["properties"]["ask"]["enum"] == asks
    for ask in asks:
        assert {f"{ask}.given", f"{ask}.expect"} <= SCHEMA["$defs"].keys()


def described(schema: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """The subschemas that a reader of the language reference sees, with their paths."""
    if path:
        yield path, schema
    for holder in ("properties", "$defs"):
        for name, sub in schema.get(holder, {}).items():
            yield from described(sub, f"{path}/{name}")
    if isinstance(schema.get("items"), dict):
        yield from described(schema["items"], f"{path}/items")


def test_everything_in_the_schema_is_described() -> None:
    for path, schema in described(SCHEMA):
        if schema.keys() == {"$ref"}:
            continue
        assert {"title", "description"} <= schema.keys(), path
        assert "examples" in schema or "$ref" in schema, path


def test_the_examples_of_the_schema_are_valid() -> None:
    for example in SCHEMA["examples"]:
        validate(parse_yaml(json.dumps(example).encode(), "example"), "case")
    for ask in (ask for profile in ASKS.values() for ask in profile):
        given, expect = (SCHEMA["$defs"][f"{ask}.{part}"] for part in ("given", "expect"))
        expect = SCHEMA["$defs"]["legality"] if "$ref" in expect else expect
        for answer in expect["examples"]:
            case = CASE | {"ask": ask, "given": given["examples"][0], "expect": answer}
            text = json.dumps({"language": 1, "cases": [case]})
            assert collect(parse_yaml(text.encode(), ask), "case") == []
