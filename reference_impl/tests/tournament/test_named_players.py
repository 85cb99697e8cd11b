"""Players by name and numbers as spreadsheets write them, in lists of every kind."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from stichwerk.errors import SpecError
from stichwerk.tournament import TournamentList
from stichwerk_tournament.list_csv import list_csv
from stichwerk_tournament.reading import read

Run = Callable[..., Result]
NAMES = {5: "Änne Groß", 1: "Bärbel", 9: "Çelik"}


@pytest.fixture
def csv(sheet: TournamentList, tmp_path: Path) -> Callable[..., Path]:
    """The list with its names in it, and other texts in some places."""

    def write(*changes: tuple[str, str], names: dict[int, str] | None = None) -> Path:
        text = list_csv(sheet, "de", signed=sheet.players, names=NAMES if names is None else names).decode("utf-8-sig")
        for old, new in changes:
            assert old in text
            text = text.replace(old, new, 1)
        path = tmp_path / "list.csv"
        path.write_text(text, encoding="utf-8")
        return path

    return write


@pytest.mark.parametrize("cell", ["9.0", "9,00", "9", "Çelik", "9 Çelik", "celik"])
@pytest.mark.parametrize(("column", "line"), [("revoked", 5), ("taken", 7)])
def test_players_in_a_cell_are_read_with_decimals_and_by_name(
    csv: Callable[..., Path], cell: str, column: str, line: int
) -> None:
    before = {"revoked": "40;120;90;;9;", "taken": "10;240;0;9;;"}[column]
    found = read(csv((before, before.replace(";9;", f";{cell};"))), "de").sheet.deals[line - 1]
    assert (found.revoked, dict(found.taken)) == (((9,), {}) if column == "revoked" else ((), {9: True}))


def test_the_names_of_a_list_itself_may_be_used_in_it(csv: Callable[..., Path]) -> None:
    found = read(csv(("1;5;1;200;", "1;Änne;bärbel;200;"), ("en;5;1;9", "en;Çelik;Änne;Bärbel")), "de")
    assert (found.sheet.deals[0].dealer, found.sheet.deals[0].declarer) == (5, 1)
    assert found.signed == (9, 5, 1)
    assert found.names == NAMES


def test_names_in_the_titles_are_enough(csv: Callable[..., Path]) -> None:
    path = csv(("1;5;1;200;", "1;5;Bärbel;200;"))
    path.write_text(
        "".join(line for line in path.read_text("utf-8").splitlines(True) if line[:7] != "Spieler"), "utf-8"
    )
    found = read(path, "de")
    assert found.sheet.deals[0].declarer == 1
    assert found.names == NAMES


@pytest.mark.parametrize(
    ("lang", "message"),
    [
        ("de", "„Otto“ ist keine Startnummer und kein Name, der im Spielplan oder auf der Liste steht"),
        ("en", "“Otto” is no start number, and no name in the plan or on the list"),
        ("es", "«Otto» no es un número de salida ni un nombre del plan o de la hoja"),
    ],
)
def test_an_unknown_name_is_refused_in_each_language(csv: Callable[..., Path], lang: str, message: str) -> None:
    with pytest.raises(SpecError) as caught:
        read(csv(("1;5;1;200;", "1;5;Otto;200;")), lang)
    assert message in str(caught.value)
    assert caught.value.place is not None
    assert caught.value.place.line == 6


def test_a_name_that_two_have_is_refused(csv: Callable[..., Path]) -> None:
    names = {5: "Anna Groß", 1: "Anna Klein", 9: "Çelik"}
    with pytest.raises(
        SpecError, match=r"„Anna“ kann mehrere meinen \(5 Anna Groß; 1 Anna Klein\): bitte die Startnumm"
    ):
        read(csv(("1;5;1;200;", "1;5;Anna;200;"), names=names), "de")


def test_a_number_with_the_name_of_another_is_refused(csv: Callable[..., Path]) -> None:
    with pytest.raises(SpecError, match="“1 Çelik” number and name do not go together: the name belongs to 9 Çelik"):
        read(csv(("1;5;1;200;", "1;5;1 Çelik;200;")), "en")


YAML = """\
players: [5 Änne Groß, 1 Bärbel, "9"]
signed: {signed}
deals:
- deal: 1
  dealer: Änne
  declarer: {declarer}
  bid: 200
  melds: {melds}
  tricks: {{5: 60, Bärbel: 140, "9": 50}}
  revoked: {revoked}
"""


def yaml(tmp_path: Path, **values: str) -> Path:
    usual = {"signed": "[5, 1, 9]", "declarer": "Bärbel", "melds": "{5: 40, 1: 150}", "revoked": "[]"}
    path = tmp_path / "list.yaml"
    path.write_text(YAML.format_map({**usual, **values}), encoding="utf-8")
    return path


def test_a_text_file_takes_names_for_values_and_keys(tmp_path: Path) -> None:
    path = yaml(tmp_path, signed="[Bärbel, Çelik]", melds="{Änne Groß: 40, Çelik: 20}", revoked="Çelik")
    found = read(path, "de", {9: "Çelik"})
    deal = found.sheet.deals[0]
    assert found.sheet.players == (5, 1, 9)
    assert (deal.dealer, deal.declarer, deal.revoked) == (5, 1, (9,))
    assert (deal.melds, deal.tricks) == ({5: 40, 9: 20}, {5: 60, 1: 140, 9: 50})
    assert found.signed == (1, 9)
    place, _ = found.place(1, "melds", 9)
    assert path.read_text("utf-8").splitlines()[place.line - 1][place.column - 1 :] == "20}"


@pytest.mark.parametrize(("revoked", "players"), [("9", (9,)), ("9.0", (9,)), ("5, 9", (5, 9)), ("", ()), ("–", ())])
def test_revoked_may_be_a_single_number(tmp_path: Path, revoked: str, players: tuple[int, ...]) -> None:
    assert read(yaml(tmp_path, revoked=revoked), "de").sheet.deals[0].revoked == players


def test_signed_may_be_all(tmp_path: Path) -> None:
    for answer in ("alle", "ja", "true", "all"):
        assert read(yaml(tmp_path, signed=answer), "de").signed == (5, 1, 9)


@pytest.mark.parametrize(
    ("values", "lang", "message"),
    [
        ({"melds": '{1:100, "5": 0}'}, "de", ":8:11: Spiel 1: melds: „1:100“ ist ohne Leerzeichen geschrieben: "),
        ({"melds": "{1:100}"}, "en", "deal 1: melds: “1:100” is written without a space: one belongs after"),
        ({"melds": "{Bärbel:100}"}, "es", "ronda 1: melds: «Bärbel:100» está escrito sin espacio"),
        ({"melds": "{foo: 100}"}, "de", "Spiel 1: melds: „foo“ ist keine Startnummer"),
        ({"melds": "{Bärbel: 100, 1: 20}"}, "de", "„1“ ist Spieler 1, und für den steht in Zeile 8 schon etwas"),
        ({"declarer": "Otto"}, "de", ":6:13: Spiel 1: declarer: „Otto“ ist keine Startnummer"),
        ({"revoked": "\n  bad:"}, "de", ":11:3: Spiel 1: bad: unknown key 'bad'"),
        ({"revoked": "\n  bid: 250"}, "en", ":11:3: deal 1: bid: the key 'bid' is repeated"),
        ({"revoked": "\n  taken: {9: vielleicht}"}, "es", ":11:14: ronda 1: taken: 9: found"),
        ({"declarer": "-5"}, "de", "Spiel 1: declarer: found the integer -5"),
        ({"melds": "{5: 12.5}"}, "de", "Spiel 1: melds: 5: „12.5“ geht nicht"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_with_its_place_and_the_number_of_its_deal(
    tmp_path: Path, values: dict[str, str], lang: str, message: str
) -> None:
    with pytest.raises(SpecError) as caught:
        read(yaml(tmp_path, **values), lang)
    assert message in str(caught.value)


@pytest.mark.parametrize("text", ["options: {free_meld:exceed}", "rownd: ", "options: {free_meld: }"])
def test_nothing_is_dropped_that_means_nothing(tmp_path: Path, text: str) -> None:
    path = yaml(tmp_path)
    path.write_text(text + "\n" + path.read_text("utf-8"), encoding="utf-8")
    with pytest.raises(SpecError, match=r"list\.yaml:1:"):
        read(path, "de")


def test_players_are_named_in_what_is_told_of_a_list_that_has_their_names(run: Run, csv: Callable[..., Path]) -> None:
    result = run("check", csv((";290;", ";300;")))
    assert "Spieler 1 (Bärbel): Ergebnis 300, richtig ist 290" in " ".join(result.stdout.split())


def test_the_ranking_has_the_names_of_the_lists(run: Run, csv: Callable[..., Path]) -> None:
    result = run("rank", csv(), "--format", "csv")
    assert [row.split(";")[2] for row in result.stdout.splitlines()[1:]] == ["Bärbel", "Änne Groß", "Çelik"]
