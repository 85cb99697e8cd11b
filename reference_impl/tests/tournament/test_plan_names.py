"""Names of players: files as people have them, and start numbers that are drawn."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from hypothesis import given
from hypothesis import strategies as st

from stichwerk.errors import SpecError
from stichwerk_tournament.names import drawn, read_names, redrawn

Run = Callable[..., Result]
NAMES = ["Jürgen Groß", "José Núñez", "Anna Öttl", "Cem Şahin"]


@pytest.fixture(autouse=True)
def _without_pdfs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "weasyprint", None)


def written(tmp_path: Path, data: bytes) -> Path:
    file = tmp_path / "names.csv"
    file.write_bytes(data)
    return file


@pytest.mark.parametrize(
    "data",
    [
        "\n".join(NAMES).encode(),
        "\r\n".join(NAMES).encode("utf-8-sig"),
        "\n".join(NAMES).encode("utf-16"),
        "\n\n  Jürgen   Groß \nJosé Núñez\t\n\nAnna Öttl;;\nCem Şahin\n\n".encode(),
        "Name\nJürgen Groß\nJosé Núñez\nAnna Öttl\nCem Şahin\n".encode(),
        "Vorname;Nachname\nJürgen;Groß\nJosé;Núñez\nAnna;Öttl\nCem;Şahin\n".encode(),
        "\ufeffNombre\tApellidos\nJürgen\tGroß\nJosé\tNúñez\nAnna\tÖttl\nCem\tŞahin".encode(),
        '"First name","Last name"\n"Jürgen","Groß"\n"José","Núñez"\n"Anna","Öttl"\n"Cem","Şahin"\n'.encode(),
    ],
    ids=["plain", "mark", "utf-16", "blanks", "title", "two columns", "tabs", "quoted"],
)
def test_names_are_read_as_people_have_them(tmp_path: Path, data: bytes) -> None:
    assert read_names(written(tmp_path, data), "de") == (NAMES, {})


def test_names_are_read_from_an_old_spreadsheet_program(tmp_path: Path) -> None:
    data = "Name\r\nJürgen Groß\r\nJosé Núñez\r\n".encode("cp1252")

    assert read_names(written(tmp_path, data), "de") == (["Jürgen Groß", "José Núñez"], {})


def test_a_comma_is_part_of_a_name(tmp_path: Path) -> None:
    data = "Groß, Jürgen\nNúñez, José\n".encode()

    assert read_names(written(tmp_path, data), "de")[0] == ["Groß, Jürgen", "Núñez, José"]


@pytest.mark.parametrize("form", ["{} {}", "{}. {}", "{};{}", "{}\t{}", "{}, {}"])
def test_numbers_before_the_names_are_the_start_numbers(tmp_path: Path, form: str) -> None:
    lines = [form.format(number, name) for number, name in ((3, "Cem"), (1, "Anna"), (2, "Bert"))]

    names, numbered = read_names(written(tmp_path, "\n".join(lines).encode()), "de")
    assert names == ["Cem", "Anna", "Bert"]
    assert numbered == {1: "Anna", 2: "Bert", 3: "Cem"}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "steht kein Name"),
        ("Name\n\n", "steht kein Name"),
        ("Anna\nBert\n anna ", "names.csv:3:1: anna steht auch schon in Zeile 1"),
        (
            "1 Jürgen\n2 Anna\nBob\n4 Cem",
            "names.csv:3:1: vor Bob steht keine Startnummer, in anderen Zeilen aber schon",
        ),
        ("Anna\nBert\nCem\n4 Dora", "names.csv:4:1: 4 Dora: hier steht eine Nummer vor dem Namen, in anderen Zeilen"),
        ("1;Anna\n2;\n3;Cem", "names.csv:2:1: hinter der Startnummer 2 fehlt der Name"),
        ("1 Anna\n2 Bert\n2 Cem", "names.csv:2:1: die Startnummer 2 ist zweimal vergeben"),
        ("1 Anna\n2 Bert\n4 Cem", "names.csv:3:1: die Startnummer 4 gibt es bei 3 Namen nicht; sie gehen von 1 bis 3"),
    ],
)
def test_names_that_cannot_be_used_are_refused_with_their_place(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(SpecError) as caught:
        read_names(written(tmp_path, text.encode()), "de")

    assert says in str(caught.value)


def test_some_numbers_and_some_none_are_refused_in_each_language(tmp_path: Path) -> None:
    for lang, says in ("en", "no start number stands before Bob"), ("es", "delante de Bob no hay número de salida"):
        with pytest.raises(SpecError, match=says):
            read_names(written(tmp_path, b"1 Anna\nBob\n3 Cem"), lang)


@given(st.lists(st.text("abcdefgh", min_size=1), min_size=3, max_size=30, unique=True), st.integers(0, 9), st.randoms())
def test_the_order_of_the_names_makes_no_difference_to_the_draw(
    names: list[str], seed: int, rng: st.DataObject
) -> None:
    mixed = list(names)
    rng.shuffle(mixed)  # type: ignore[attr-defined]

    assert drawn(names, seed) == drawn(mixed, seed)
    assert sorted(drawn(names, seed).values()) == sorted(names)
    assert list(drawn(names, seed)) == list(range(1, len(names) + 1))


def test_another_seed_draws_other_numbers() -> None:
    names = [f"Spieler {letter}" for letter in "ABCDEFGHIJKL"]

    assert len({tuple(drawn(names, seed).values()) for seed in range(10)}) == 10


def test_a_corrected_name_keeps_its_number_and_all_others_theirs() -> None:
    before = {1: "Anna", 2: "Bret", 3: "Cem"}

    assert redrawn(["Cem", "Anna", "Bert"], before) == {1: "Anna", 2: "Bert", 3: "Cem"}


def test_names_stand_in_the_plan_on_the_pages_and_on_the_lists(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "t"
    result = run("plan", "--names", written(tmp_path, "\n".join(NAMES).encode()), "-o", folder)

    assert result.exit_code == 0
    plan = json.loads((folder / "plan.json").read_text("utf-8"))
    assert plan["players"] == 4
    assert sorted(plan["names"].values()) == sorted(NAMES)
    for name in ("plan.html", "lists.html", "lists/round-3-table-01.csv", "lists/round-3-table-01.yaml"):
        text = (folder / name).read_text("utf-8")
        assert all(one in text for one in NAMES), name


def test_a_second_run_without_the_names_keeps_them(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "t"
    run("plan", "--names", written(tmp_path, "\n".join(NAMES).encode()), "-o", folder)
    before = (folder / "plan.json").read_bytes()

    assert run("plan", "--players", 4, "-o", folder).exit_code == 0
    assert (folder / "plan.json").read_bytes() == before


def test_names_may_come_later_and_a_correction_is_told(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "t"
    run("plan", "--players", 3, "-o", folder)
    rounds = json.loads((folder / "plan.json").read_text("utf-8"))["rounds"]
    run("plan", "--names", written(tmp_path, b"1 Anna\n2 Bret\n3 Cem"), "-o", folder)

    result = run("plan", "--names", written(tmp_path, b"Anna\nBert\nCem"), "-o", folder)
    assert "Nr. 2: Bret heißt jetzt Bert." in result.output
    plan = json.loads((folder / "plan.json").read_text("utf-8"))
    assert plan["names"] == {"1": "Anna", "2": "Bert", "3": "Cem"}
    assert plan["rounds"] == rounds
    assert "2 Bert" in (folder / "lists" / "round-1-table-01.csv").read_text("utf-8")


def test_as_many_names_as_players_are_wanted(run: Run, tmp_path: Path) -> None:
    result = run("plan", "--players", 6, "--names", written(tmp_path, b"Anna\nBert\nCem"), "-o", tmp_path / "t")

    assert result.exit_code == 2
    assert "stehen 3 Namen, --players sagt 6" in result.output


def test_names_that_look_like_markup_or_formulas_do_no_harm(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "t"
    run("plan", "--names", written(tmp_path, b'<b>Anna</b>\n=1+1\n"Cem" & {Co}\n# Dora: x'), "-o", folder)

    assert "<b>Anna</b>" not in (folder / "plan.html").read_text("utf-8")
    assert "<b>Anna</b>" not in (folder / "lists.html").read_text("utf-8")
    assert run("check", folder).exit_code == 0
    assert "<b>Anna</b>" in json.loads((folder / "plan.json").read_text("utf-8"))["names"].values()


def test_the_plan_keeps_the_language_it_was_made_in(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "t"
    names = written(tmp_path, "\n".join(NAMES).encode())
    run("plan", "--names", names, "--lang", "es", "-o", folder)
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert json.loads((folder / "plan.json").read_text("utf-8"))["language"] == "es"

    result = run("plan", "--names", names, "-o", folder)
    assert "0 archivos escritos" in result.stdout
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before
    assert "aún vacía" in run("check", folder).stdout

    assert run("plan", "--names", names, "--lang", "en", "-o", folder).exit_code == 0
    assert json.loads((folder / "plan.json").read_text("utf-8"))["language"] == "en"
    assert "still empty" in run("check", folder).stdout


def test_a_plan_of_before_that_says_no_language_gets_one(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "t"
    run("plan", "--players", 4, "-o", folder)
    plan = json.loads((folder / "plan.json").read_text("utf-8"))
    assert plan.pop("language") == "de"
    (folder / "plan.json").write_text(json.dumps(plan), encoding="utf-8")
    assert "noch leer" in run("check", folder).stdout
    run("plan", "--players", 4, "-o", folder)
    assert json.loads((folder / "plan.json").read_text("utf-8"))["language"] == "de"
