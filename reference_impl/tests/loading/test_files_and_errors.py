"""Where the data are found, and how errors read."""

import copy
import pickle
from collections.abc import Callable
from pathlib import Path

import pytest

from stichwerk import files
from stichwerk.errors import IllegalMove, Place, RecordError, SpecError, did_you_mean, hint_for_text, written

FOLDERS: list[tuple[Callable[[], Path], str, str]] = [
    (files.spec_dir, "spec", "spec"),
    (files.schema_dir, "schema", "schema"),
    (files.vectors_dir, "vectors", "conformance/vectors"),
    (files.deals_dir, "deals", "conformance/deals"),
]


@pytest.mark.parametrize(("find", "installed", "checkout"), FOLDERS)
def test_in_a_wheel_the_data_lie_in_the_package(
    find: Callable[[], Path], installed: str, checkout: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "site-packages" / "stichwerk"
    (package / "data" / installed).mkdir(parents=True)
    monkeypatch.setattr(files, "_PACKAGE", package)
    assert find() == package / "data" / installed
    assert checkout.endswith(installed)


@pytest.mark.parametrize(("find", "installed", "checkout"), FOLDERS)
def test_in_a_checkout_they_lie_at_the_top(
    find: Callable[[], Path], installed: str, checkout: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "reference_impl" / "stichwerk"
    package.mkdir(parents=True)
    (tmp_path / checkout).mkdir(parents=True)
    monkeypatch.setattr(files, "_PACKAGE", package)
    assert find() == tmp_path / checkout
    (package / "data" / installed).mkdir(parents=True)
    assert find() == package / "data" / installed


@pytest.mark.parametrize(
    ("parent", "expected"),
    [
        ("reference_impl", "{0}/reference_impl/stichwerk/data/spec or {0}/spec"),
        ("site-packages", "{0}/site-packages/stichwerk/data/spec"),
    ],
)
def test_data_that_are_missing(parent: str, expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if parent == "site-packages":
        (tmp_path / "spec").mkdir()  # not ours
    monkeypatch.setattr(files, "_PACKAGE", tmp_path / parent / "stichwerk")
    with pytest.raises(SpecError) as caught:
        files.spec_dir()
    assert str(caught.value) == (
        f"the directory 'spec' of stichwerk is missing; expected {expected.format(tmp_path)}\n"
        "hint: install stichwerk again, or install it in editable mode from a complete checkout"
    )


def test_the_schemas_of_this_checkout_are_found() -> None:
    assert (files.schema_dir() / "common.schema.json").is_file()


def test_an_error_with_all_its_parts() -> None:
    error = SpecError(
        "found true",
        place=Place("f.yaml", 3, 7),
        path="auction.opening",
        expected="an integer",
        hint="write it",
        snippet="  x\n  ^",
    )
    assert str(error) == ("f.yaml:3:7: auction.opening: found true; expected an integer\n  x\n  ^\nhint: write it")


def test_parts_that_are_not_given_leave_nothing_behind() -> None:
    assert str(SpecError("no")) == "no"
    assert str(SpecError("no", path="a.b")) == "a.b: no"
    assert str(SpecError("no", place=Place("f", 1, 2), hint="yes")) == "f:1:2: no\nhint: yes"
    assert str(SpecError("no", expected="yes")) == "no; expected yes"


def test_a_refused_move_tells_its_clause() -> None:
    move = {"seat": 2, "move": "play", "card": "HA"}
    error = IllegalMove("A card of the led suit must be played.", clause="tricks.follow", move=move, seat=2)
    assert str(error) == "A card of the led suit must be played. [tricks.follow]"
    assert (error.reason, error.clause, error.move, error.seat) == (
        "A card of the led suit must be played.",
        "tricks.follow",
        move,
        2,
    )
    assert str(IllegalMove("It is not a move.")) == "It is not a move."


def test_a_record_error_tells_its_move() -> None:
    assert str(RecordError("seat 1 passes twice", index=3, clause="auction.pass")) == (
        "moves.3: seat 1 passes twice [auction.pass]"
    )
    assert str(RecordError("the hash differs")) == "the hash differs"


@pytest.mark.parametrize(
    "error",
    [
        SpecError("no", place=Place("f", 1, 2), path="a", expected="b", hint="c", snippet="d"),
        IllegalMove("No.", clause="a.b", move={"seat": 0}, seat=0),
        RecordError("no", index=3, clause="a.b"),
    ],
)
def test_errors_travel_between_processes(error: Exception) -> None:
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error)):  # noqa: S301
        assert str(twin) == str(error)
        assert vars(twin) == vars(error)


@pytest.mark.parametrize(
    ("text", "wanted", "quoted", "hint"),
    [
        ("010", "integer", False, "010 is read as text here; write 10"),
        ("-007", "integer", False, "-007 is read as text here; write -7"),
        ("+5", "integer", False, "+5 is read as text here; write 5"),
        ("0x1F", "integer", False, "0x1F is read as text here; write 31"),
        ("0o17", "integer", False, "0o17 is read as text here; write 15"),
        ("1_000", "integer", False, "1_000 is read as text here; write 1000"),
        ("1.000", "integer", False, "1.000 is read as text here; write 1000"),
        ("1:30", "integer", False, "1:30 is read as text here; write a decimal integer such as 90"),
        ("1.5", "integer", False, "1.5 is read as text here; write a whole number"),
        ("150", "integer", True, "remove the quotation marks"),
        ("no", "integer", False, ""),
        ("", "integer", True, ""),
        ("no", "boolean", False, "no is read as text here; write false"),
        ("On", "boolean", False, "On is read as text here; write true"),
        ("TRUE", "boolean", True, "TRUE is read as text here; write true"),
        ("false", "boolean", True, "remove the quotation marks"),
        ("010", "boolean", False, ""),
        ("~", "null", False, "~ is read as text here; write null"),
        ("010", "string", False, ""),
    ],
)
def test_hints_for_text(text: str, wanted: str, quoted: bool, hint: str) -> None:
    assert hint_for_text(text, {wanted}, quoted=quoted) == hint


PLAIN = ["in_turn", "Bock schlägt", "a:b", "E7", "melds.pair"]
QUOTED = [
    "150",
    "true",
    "null",
    "",
    "a: b",
    " a",
    "a ",
    "- a",
    "*",
    "a #b",
    "a:",
    "# c",
    "{{ x }}",
    "010",
    "-3",
]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        *((value, value) for value in PLAIN),
        *((value, f'"{value}"') for value in QUOTED),
        (True, "true"),
        (None, "null"),
        (-3, "-3"),
        (["E"], '["E"]'),
    ],
)
def test_values_as_they_have_to_be_written(value: object, text: str) -> None:
    assert written(value) == text


def test_the_nearest_word() -> None:
    assert did_you_mean("Auktion", ["auction", "deal"]) == "did you mean auction?"
    assert did_you_mean("xyz", ["auction", 3, None]) == ""
