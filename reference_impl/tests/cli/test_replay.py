"""`stichwerk replay`."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from stichwerk import Deal
from stichwerk.files import deals_dir
from stichwerk.record import to_record

Run = Callable[..., Result]
Write = Callable[..., str]


def first_follow(moves: list[dict[str, Any]]) -> int:
    """The index of the first card that follows a lead."""
    return [n for n, move in enumerate(moves) if move["move"] == "play"][1]


def test_a_record_that_holds(run: Run, record_file: Write, ordinary: dict[str, Any]) -> None:
    result = run("replay", record_file(), "--lang", "en")
    assert (result.exit_code, result.stderr) == (0, "")
    assert f"The record holds: {len(ordinary['moves'])} moves." in result.stdout
    rows = {line[:8]: line.split() for line in result.stdout.splitlines()[-3:]}
    for side, points in ordinary["result"]["scores"].items():
        assert (f"{points:+d}" if points else "0") in rows[f"Player {side}"]


@pytest.mark.parametrize("path", sorted(deals_dir().glob("*.yaml")), ids=lambda path: path.stem)
@pytest.mark.parametrize("lang", ["de", "en", "es"])
def test_the_recorded_deals_hold(run: Run, path: Path, lang: str) -> None:
    result = run("replay", str(path), "--lang", lang)
    assert (result.exit_code, result.stderr) == (0, "")


def test_as_json(run: Run, record_file: Write, ordinary: dict[str, Any]) -> None:
    found = json.loads(run("replay", record_file(), "--json").stdout)
    assert found["holds"] is True
    assert found["finished"] is True
    assert found["moves"] == len(ordinary["moves"])
    assert found["result"] == ordinary["result"]
    assert found["hash"] == ordinary["hash"]


def test_json_with_tabs_is_read_too(run: Run, record_file: Write) -> None:
    assert run("replay", record_file(indent="\t")).exit_code == 0


def test_a_card_that_breaks_a_duty(run: Run, drawn: Callable[..., Deal], tmp_path: Path) -> None:
    """Somebody who can follow plays another suit: place, clause, sentence and source are told."""
    deal = drawn("binokel-turnier", 3)
    record = to_record(deal)
    index = first_follow(record["moves"])
    before = deal.positions()[index]
    legal = {move.value for move in before.legal_moves()}
    hand = before.rules.deck.sorts(before.hands[before.actor])
    record["moves"][index]["card"] = next(card for card in hand if card not in legal)
    path = tmp_path / "wrong.yaml"
    path.write_text(json.dumps(record, indent=1), encoding="utf-8")
    place = next(n for n, line in enumerate(path.read_text().splitlines(), 1) if '"move": "play"' in line)
    result = run("replay", str(path), "--lang", "en")
    assert result.exit_code == 1
    assert result.stdout == ""
    first, *rest = result.stderr.splitlines()
    assert first.startswith(f"{path}:")
    assert int(first.split(":")[1]) > place
    assert f"move {index + 1}: " in first
    assert any("Following suit: A player who holds the suit led must follow it." in line for line in rest)
    assert "B, Spielen und Stechen" in result.stderr
    found = json.loads(run("replay", str(path), "--json").stdout)
    assert found["holds"] is False
    assert found["error"]["move"] == index + 1
    assert found["error"]["clause"]["id"] == "tricks.follow"
    assert found["error"]["place"]["line"] == int(first.split(":")[1])


@pytest.mark.parametrize(
    ("changes", "key", "complaint"),
    [
        ({"result": lambda old: {**old, "made": not old["made"]}}, '"result"', "the record gives made"),
        ({"hash": "sha256:" + "0" * 64}, '"hash"', "made with other rules"),
        ({"dealer": 5}, '"dealer"', "the dealer is a seat from 0 to 2, found 5"),
        ({"cards": lambda old: [old[1], *old[1:]]}, '"cards"', "the pack holds"),
        ({"moves": lambda old: old[:-1]}, '"result"', "the deal is not over"),
        ({"moves": lambda old: [*old, old[-1]]}, None, "the deal is over"),
    ],
)
def test_what_else_may_not_hold(
    run: Run,
    record_file: Write,
    changes: dict[str, Any],
    key: str | None,
    complaint: str,
) -> None:
    path = record_file(**changes)
    result = run("replay", path)
    assert result.exit_code == 1
    assert complaint in result.stderr
    lines = Path(path).read_text(encoding="utf-8").splitlines()
    line = int(result.stderr.removeprefix(f"{path}:").split(":")[0])
    if key:
        assert key in lines[line - 1]


def test_an_unfinished_record_holds(run: Run, record_file: Write) -> None:
    path = record_file(moves=lambda old: old[:2], name="half.json")
    record = json.loads(Path(path).read_text(encoding="utf-8"))
    del record["result"]
    Path(path).write_text(json.dumps(record), encoding="utf-8")
    result = run("replay", path, "--lang", "es")
    assert result.exit_code == 0
    assert "La mano no ha terminado: le toca a Jugador" in result.stdout
    assert json.loads(run("replay", path, "--json").stdout)["result"] is None


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"ruleset": "binokl"}, "ruleset: there is no ruleset 'binokl'"),
        ({"options": {"plyers": "3"}}, "options.plyers: binokel has no option 'plyers'"),
        ({"options": {"opening": "151"}}, "options.opening: the option opening of binokel has no choice '151'"),
        ({"dealer": "0"}, "dealer"),
        ({"moves": [{"seat": 0, "move": "jump"}]}, "moves.0.move"),
        ({"extra": 1}, "extra"),
    ],
)
def test_a_wrong_document_ends_with_2(run: Run, record_file: Write, changes: dict[str, Any], complaint: str) -> None:
    path = record_file(**changes)
    result = run("replay", path)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(f"{path}:")
    assert complaint in result.stderr


@pytest.mark.parametrize("text", ["", "{", "[1, 2]", "hello", "a: &x 1\n"])
def test_something_else_altogether(run: Run, tmp_path: Path, text: str) -> None:
    path = tmp_path / "x.yaml"
    path.write_text(text, encoding="utf-8")
    result = run("replay", str(path))
    assert result.exit_code == 2
    assert result.stderr.startswith(f"{path}:")


@pytest.mark.parametrize("command", ["replay", "explain"])
def test_no_such_file(run: Run, command: str) -> None:
    result = run(command, "nowhere.yaml")
    assert result.exit_code == 2
    assert "nowhere.yaml" in result.stderr
