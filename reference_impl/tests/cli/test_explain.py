"""`stichwerk explain`."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from click.testing import Result

Run = Callable[..., Result]
Write = Callable[..., str]


def test_every_move_is_explained(run: Run, record_file: Write, ordinary: dict[str, Any]) -> None:
    result = run("explain", record_file(), "--lang", "en")
    assert (result.exit_code, result.stderr) == (0, "")
    count = len(ordinary["moves"])
    for number in range(1, count + 1):
        assert f"Move {number} of {count} · " in result.stdout
    assert result.stdout.endswith("The deal is over.\n")
    assert max(map(len, result.stdout.splitlines())) <= 80


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("de", "nicht erlaubt: "),
        ("en", "not allowed: "),
        ("es", "no permitido: "),
    ],
)
def test_what_was_not_allowed_comes_with_sentence_and_source(
    run: Run, record_file: Write, lang: str, sentence: str
) -> None:
    text = run("explain", record_file(), "--lang", lang).stdout
    assert sentence in text
    assert "[A, Stichphase" in text.replace("\n", " ") or "B, Spielen und" in text


def test_one_move(run: Run, record_file: Write, ordinary: dict[str, Any]) -> None:
    numbers = [n for n, move in enumerate(ordinary["moves"], 1) if move["move"] == "play"]
    result = run("explain", record_file(), "--move", str(numbers[2]), "--lang", "en")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    seat = ordinary["moves"][numbers[2] - 1]["seat"]
    assert lines[0] == f"Move {numbers[2]} of {len(ordinary['moves'])} · tricks · Player {seat}"
    assert lines[2].startswith("  on the table: Player ")
    assert lines[3].startswith("  hand: ")
    assert any(line.startswith("  allowed: ") for line in lines)
    assert any(line.startswith("  chosen: ") for line in lines)
    assert "Move" not in "\n".join(lines[1:])


def test_as_json(run: Run, record_file: Write, ordinary: dict[str, Any]) -> None:
    found = json.loads(run("explain", record_file(), "--json").stdout)
    assert [entry["number"] for entry in found["moves"]] == list(range(1, len(ordinary["moves"]) + 1))
    assert [entry["made"] for entry in found["moves"]] == ordinary["moves"]
    card = next(entry for entry in found["moves"] if entry["step"] == "tricks" and entry["refused"])
    assert card["refused"][0]["clause"]["text"]["de"]
    assert len(card["trick"]) in (1, 2)
    assert card["made"]["card"] in card["hand"]


def test_a_move_that_does_not_exist(run: Run, record_file: Write, ordinary: dict[str, Any]) -> None:
    result = run("explain", record_file(), "--move", "999")
    assert result.exit_code == 2
    assert f"the deal has {len(ordinary['moves'])} moves" in result.stderr
    assert run("explain", record_file(), "--move", "0").exit_code == 2


def test_a_record_that_does_not_hold_is_explained_up_to_there(
    run: Run, record_file: Write, ordinary: dict[str, Any]
) -> None:
    """The wrong bid is explained too: what was possible instead."""
    index = next(n for n, move in enumerate(ordinary["moves"]) if move["move"] == "bid")
    path = record_file(moves=lambda old: [*old[:index], {**old[index], "bid": 155}, *old[index + 1 :]])
    result = run("explain", path, "--lang", "en")
    assert result.exit_code == 1
    assert f"Move {index + 1} of " in result.stdout
    assert f"Move {index + 2} of " not in result.stdout
    assert "  allowed: 150, pass\n  tried: 155\n" in result.stdout
    assert f"move {index + 1}: " in result.stderr
    assert "Every further bid" in result.stderr or "The first bid" in result.stderr
    found = json.loads(run("explain", path, "--json").stdout)
    assert found["holds"] is False
    assert found["error"]["move"] == index + 1


def test_a_deal_that_cannot_begin(run: Run, record_file: Write) -> None:
    result = run("explain", record_file(dealer=7), "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["moves"] == []
