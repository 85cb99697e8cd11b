"""What the strict loader reads, and where it says that things stand."""

from pathlib import Path

import pytest
import yaml

from stichwerk import loader
from stichwerk.errors import Place
from stichwerk.loader import MAX_BYTES, MAX_DEPTH, Document, load_yaml, parse_yaml

RULESET = b"""\
# Binokel
language: 1
title: {de: Binokel, "7": 'x'}
sections:
  - id: auction
    text: |
      Wer reizt,
      bietet.
    rule: {auction: {opening: 150, raise: [1, -2, true]}}
  - id: last
"""


@pytest.fixture(params=["libyaml", "python"])
def parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    if request.param == "python":
        monkeypatch.setattr(loader, "_Parser", yaml.SafeLoader)
    elif not yaml.__with_libyaml__:
        pytest.skip("PyYAML was built without libyaml")
    return str(request.param)


def read(text: str) -> Document:
    return parse_yaml(text.encode(), "f.yaml")


@pytest.mark.usefixtures("parser")
def test_a_document_is_plain_data() -> None:
    assert parse_yaml(RULESET, "f.yaml").value == {
        "language": 1,
        "title": {"de": "Binokel", "7": "x"},
        "sections": [
            {
                "id": "auction",
                "text": "Wer reizt,\nbietet.\n",
                "rule": {"auction": {"opening": 150, "raise": [1, -2, True]}},
            },
            {"id": "last"},
        ],
    }


@pytest.mark.usefixtures("parser")
@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("true", True),
        ("false", False),
        ("null", None),
        ("0", 0),
        ("-0", 0),
        ("150", 150),
        ("-150", -150),
        ("123456789012345678", 123456789012345678),
    ],
)
def test_these_resolve(written: str, value: object) -> None:
    found = read(f"- {written}\n").value[0]
    assert found == value
    assert type(found) is type(value)


WORDS = [
    "no",
    "yes",
    "No",
    "on",
    "off",
    "y",
    "n",
    "True",
    "TRUE",
    "False",
    "Null",
    "NULL",
    "~",
    "=",
    "E7",
    "-x",
]
NUMBERS = [
    "010",
    "00",
    "+1",
    "1:30",
    "1.5",
    "1e3",
    ".5",
    ".inf",
    ".nan",
    "0x10",
    "0o7",
    "0b1",
    "1_000",
    "1,5",
    "٣",
]


@pytest.mark.usefixtures("parser")
@pytest.mark.parametrize("written", [*WORDS, *NUMBERS, "2026-01-01"])
def test_all_else_is_text(written: str) -> None:
    assert read(f"a: {written}\n").value == {"a": written}


@pytest.mark.usefixtures("parser")
@pytest.mark.parametrize("quoted", ["'150'", '"150"', "'true'", '"null"', "|-\n  150"])
def test_quoted_words_and_numbers_are_text(quoted: str) -> None:
    assert isinstance(read(f"a: {quoted}\n").value["a"], str)


@pytest.mark.usefixtures("parser")
def test_words_that_other_readers_misread_are_keys() -> None:
    assert read('no: 1\n010: 2\n~: 3\n"7": 4\n"true": 5\n"<<": 6\n"": 7\n').value == {
        "no": 1,
        "010": 2,
        "~": 3,
        "7": 4,
        "true": 5,
        "<<": 6,
        "": 7,
    }


@pytest.mark.usefixtures("parser")
def test_an_empty_value_is_empty_text() -> None:
    assert read("a:\nb: {c: , d: }\n").value == {"a": "", "b": {"c": "", "d": ""}}


@pytest.mark.usefixtures("parser")
@pytest.mark.parametrize(
    ("text", "value"), [("x", "x"), ("3", 3), ("[]", []), ("{}", {}), ("''", ""), ("--- a\n...\n", "a")]
)
def test_a_root_of_any_kind(text: str, value: object) -> None:
    assert read(text).value == value


@pytest.mark.usefixtures("parser")
@pytest.mark.parametrize(
    ("path", "value_at", "key_at"),
    [
        ((), (2, 1), (2, 1)),
        (("language",), (2, 11), (2, 1)),
        (("title",), (3, 8), (3, 1)),
        (("title", "7"), (3, 27), (3, 22)),
        (("sections",), (5, 3), (4, 1)),
        (("sections", 0), (5, 5), (5, 5)),
        (("sections", 0, "text"), (6, 11), (6, 5)),
        (("sections", 0, "rule", "auction", "raise", 2), (9, 51), (9, 51)),
        (("sections", 1, "id"), (10, 9), (10, 5)),
        # not in the document: the nearest parent
        (("title", "es"), (3, 8), (3, 1)),
        (("sections", 7, "id"), (5, 3), (4, 1)),
        (("sections", -1), (5, 3), (4, 1)),
        (("sections", "id"), (5, 3), (4, 1)),
        (("language", "x", 3), (2, 11), (2, 1)),
        (("nowhere",), (2, 1), (2, 1)),
    ],
)
def test_places(path: tuple[str | int, ...], value_at: tuple[int, int], key_at: tuple[int, int]) -> None:
    document = parse_yaml(RULESET, "f.yaml")
    assert document.place(path) == Place("f.yaml", *value_at)
    assert document.key_place(path) == Place("f.yaml", *key_at)


@pytest.mark.usefixtures("parser")
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_places_count_characters_not_bytes(newline: str) -> None:
    document = read(newline.join(["\ufeffä: '😀'", "b: [ü, 'ß', c]", ""]))
    assert str(document.place(("b", 2))) == "f.yaml:2:13"
    assert document.snippet(document.place(("b", 2))) == "  b: [ü, 'ß', c]\n" + " " * 14 + "^"


def test_the_snippet_of_a_long_line_shows_the_place() -> None:
    document = read(f"a: [{'x' * 150}, b, {'y' * 150}]")
    first, second = document.snippet(document.place(("a", 1))).split("\n")
    assert len(first) == 102
    assert first[second.index("^")] == "b"


def test_the_caret_follows_tabs() -> None:
    document = read("a:\t\tb\n")
    assert document.snippet(document.place(("a",))) == "  a:\t\tb\n    \t\t^"


def test_quotation_marks_are_remembered() -> None:
    document = read("a: '1'\nb: \"1\"\nc: 1\nd: [x]\n")
    assert [document.is_quoted((key,)) for key in "abcd"] == [True, True, False, False]


@pytest.mark.usefixtures("parser")
def test_the_limits_are_allowed() -> None:
    assert read("[" * MAX_DEPTH + "]" * MAX_DEPTH).place((0,) * (MAX_DEPTH - 1)).column == MAX_DEPTH
    assert len(parse_yaml(b"x" * MAX_BYTES, "f.yaml").value) == MAX_BYTES


def test_reading_a_file(tmp_path: Path) -> None:
    file = tmp_path / "binokel.yaml"
    file.write_bytes(RULESET)
    assert load_yaml(file).value == load_yaml(str(file)).value == parse_yaml(RULESET, "x").value
    assert str(load_yaml(file).place(("title",))) == f"{file}:3:8"
