from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from stichwerk.errors import SpecError
from stichwerk.tournament import Entry, TournamentList, list_to_json
from stichwerk_tournament.cells import NotWholeError, column_name, whole
from stichwerk_tournament.list_csv import list_csv
from stichwerk_tournament.reading import read

Write = Callable[..., Path]


@pytest.mark.parametrize(
    ("cell", "number"),
    [
        ("250", 250), ("250,0", 250), ("250.00", 250), ("1.000", 1000), ("1.250.000", 1250000), ("1.000,0", 1000),
        ("1,000.0", 1000), ("1 000", 1000), ("1\N{NARROW NO-BREAK SPACE}000", 1000), ("1'000", 1000), ("007", 7),
        ("-400", -400), ("−400", -400), ("– 400", -400), ("—400", -400), (" 40 ", 40), ("+40", 40), ("-1.000", -1000),
        ("0", 0), ("-", None), ("–", None), ("—", None),
    ],
)  # fmt: skip
def test_numbers_are_read_as_people_and_spreadsheets_write_them(cell: str, number: int | None) -> None:
    assert whole(cell) == number


@pytest.mark.parametrize(
    ("cell", "reason"),
    [
        ("1,5", "not_whole"), ("12.5", "not_whole"), ("-0,5", "not_whole"), ("1,000", "two_ways"), ("abc", "no_number"),
        ("5 9", "no_number"), ("1.00.0", "no_number"), ("=SUM(A1)", "no_number"), ("1e3", "no_number"),
        ("9" * 16, "no_number"), ("#WERT!", "no_number"),
    ],
)  # fmt: skip
def test_other_cells_are_refused_with_a_reason(cell: str, reason: str) -> None:
    with pytest.raises(NotWholeError, match=reason):
        whole(cell)


def test_columns_have_the_names_that_spreadsheets_give_them() -> None:
    assert [column_name(n) for n in (1, 26, 27, 52, 53, 703)] == ["A", "Z", "AA", "AZ", "BA", "AAA"]


@pytest.mark.parametrize("name", ["list.csv", "list.json", "list.yaml"])
@pytest.mark.parametrize("lang", ["de", "en", "es"])
def test_what_is_written_is_read(sheet: TournamentList, write: Write, name: str, lang: str) -> None:
    found = read(write(sheet, name, lang=lang), lang)
    assert list_to_json(found.sheet)["deals"][6]["taken"] == {"9": True}
    # The CSV writes noughts out where nothing was melded or taken.
    bare = [
        replace(
            deal,
            melds={p: n for p, n in deal.melds.items() if n},
            tricks={p: n for p, n in deal.tricks.items() if n},
        )
        for deal in found.sheet.deals
    ]  # fmt: skip
    assert tuple(bare) == sheet.deals
    assert (found.sheet.players, found.sheet.round, found.sheet.table) == ((5, 1, 9), 1, 1)
    assert found.sheet.ruleset == "binokel-turnier"
    assert found.signed == (5, 1, 9)
    assert found.numbers == tuple(range(1, 10))


def _lines(sheet: TournamentList) -> str:
    return list_csv(sheet, "de", signed=sheet.players).decode("utf-8-sig")


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda text: text.encode(), id="UTF-8 without a mark"),
        pytest.param(lambda text: text.encode("cp1252"), id="Windows-1252"),
        pytest.param(lambda text: text.replace(";", "\t").encode("utf-16"), id="Unicode text with tabs"),
        pytest.param(lambda text: text.replace("\r\n", "\n").encode(), id="LF"),
        pytest.param(lambda text: text.replace("\r\n", "\r").encode(), id="CR"),
        pytest.param(lambda text: ("sep=;\r\n" + text).encode(), id="sep="),
        pytest.param(lambda text: text.replace("\r\n", ";;;\r\n").encode() + b";;;;\r\n;\r\n\r\n", id="empty cells"),
        pytest.param(
            lambda text: "\r\n".join(";".join(f'"{c}"' for c in row.split(";")) for row in text.split("\r\n")).encode(),
            id="quoted",
        ),
        pytest.param(lambda text: text.replace("-500", "−500").replace("-450", "– 450").encode(), id="minus signs"),
        pytest.param(lambda text: text.replace(";250;", ";250,0;").replace(";1540", ";1.540").encode(), id="decimals"),
        pytest.param(lambda text: text.upper().encode(), id="capitals"),
        pytest.param(lambda text: text.replace("Stiche ", "Stichpunkte Spieler ").encode(), id="other titles"),
        pytest.param(lambda text: ("Binokelturnier im Löwen;;\r\n\r\n" + text).encode("cp1252"), id="lines above"),
        pytest.param(lambda text: text.replace("Spiel;", "Nr.;").encode(), id="number column"),
        pytest.param(
            lambda text: "\r\n".join(row for row in text.split("\r\n") if not row.startswith("Spieler")).encode(),
            id="players by columns",
        ),
    ],
)  # fmt: skip
def test_what_spreadsheets_make_of_it_is_the_same_list(
    sheet: TournamentList, tmp_path: Path, change: Callable[[str], bytes]
) -> None:
    path = tmp_path / "list.csv"
    path.write_bytes(_lines(sheet).encode())
    as_written = read(path, "de").sheet
    path.write_bytes(change(_lines(sheet)))
    found = read(path, "de").sheet
    assert found.deals == as_written.deals
    assert found.players == (5, 1, 9)


def test_each_figure_knows_its_cell(sheet: TournamentList, write: Write) -> None:
    path = write(sheet)
    found = read(path, "de")
    place, cell = found.place(2, "result", 9)
    # Four lines stand above the titles, so deal 2 is line 7; result 9 is column 4 + 3 + 3 + 2 + 3 = 15, which is O.
    assert cell == "O7"
    assert place.line == 7
    assert path.read_text("utf-8-sig").splitlines()[6][place.column - 1 :].startswith("-500")
    as_json = read(write(sheet, "list.json"), "de")
    place, cell = as_json.place(2, "result", 9)
    assert cell == ""
    line = (path.parent / "list.json").read_text().splitlines()[place.line - 1]
    assert line[place.column - 1 :] == "-500"


def test_cells_that_are_still_empty_are_deals_not_played_yet(sheet: TournamentList, write: Write) -> None:
    blank = replace(sheet, deals=tuple(Entry(dealer=deal.dealer) for deal in sheet.deals))
    for name in ("list.csv", "list.yaml"):
        found = read(write(blank, name, signed=()), "de")
        assert not found.filled
        assert all(deal.empty for deal in found.sheet.deals)
        assert found.signed == ()


def test_yaml_may_have_empty_values_and_numbers_as_text(tmp_path: Path) -> None:
    path = tmp_path / "list.yaml"
    path.write_text(
        "players: [5, 1, 9]\ndeals:\n"
        '- {deal: 1, declarer: 1, bid: "200", melds: {"5": , "1": "150,0"}, tricks: {"1": 1.000}, result: }\n'
        "- {deal: 2, declarer: , bid: null}\n",
        encoding="utf-8",
    )
    first, second = read(path, "de").sheet.deals
    assert (first.bid, first.melds, first.tricks) == (200, {1: 150}, {1: 1000})
    assert second.empty


def test_start_numbers_need_no_quotes(tmp_path: Path) -> None:
    path = tmp_path / "list.yaml"
    path.write_text(
        "players: [5, 1, 9]\ndeals:\n"
        "- {deal: 1, declarer: 1, bid: 200, melds: {5: 20, 1: 150}, tricks: {1: 250}, taken: {9: true}}\n",
        encoding="utf-8",
    )
    (deal,) = read(path, "de").sheet.deals
    assert (deal.melds, deal.tricks, deal.taken) == ({5: 20, 1: 150}, {1: 250}, {9: True})
    path.write_text('players: [5, 1, 9]\ndeals:\n- {melds: {5: 20, "5": 40}}\n', encoding="utf-8")
    with pytest.raises(SpecError, match="the key '5' is repeated"):
        read(path, "de")


def test_players_may_be_named(sheet: TournamentList, tmp_path: Path) -> None:
    names = {5: "Änne Groß", 1: "Bärbel", 9: "Çelik"}
    text = list_csv(sheet, "de", names=names).decode("utf-8-sig")
    assert "Meldung 5 Änne Groß" in text
    path = tmp_path / "list.csv"
    path.write_bytes(text.replace("1;5;1;200;", "1;änne gross;Bärbel;200;").encode("cp1252"))
    path.write_bytes(path.read_bytes().replace("änne gross".encode("cp1252"), "Änne Groß".encode("cp1252")))
    found = read(path, "de", names)
    assert (found.sheet.deals[0].dealer, found.sheet.deals[0].declarer) == (5, 1)


REFUSED = [
    # what is changed, the error's line, what it says
    (("-500", "1,5"), ":7:", "Zelle O7: „1,5“ geht nicht: Punkte sind ganze Zahlen"),
    (("-500", "1,000"), ":7:", "kann 1000 oder 1 heißen"),
    (("-500", "viel"), ":7:", "„viel“ ist keine Zahl"),
    (("Gebot", "Bemerkung"), ":5:", "die Spalte „Gebot“ fehlt"),
    (("Stiche 9", "Stiche 5"), ":5:", "die Spalte „Stiche 5“ gibt es zweimal"),
    (("Meldung 9", "Meldung"), ":5:", "sagt nicht, um wen es geht"),
    (("1;5;1;200", "1;5;Otto;200"), ":6:", "„Otto“ ist keine Startnummer"),
    (("2;1;9;250", "Summe;1;9;250"), ":7:", "„Summe“ ist keine Nummer eines Spiels"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "place", "message"), REFUSED)
def test_a_cell_that_cannot_be_read_is_refused_with_its_place(
    sheet: TournamentList, tmp_path: Path, change: tuple[str, str], place: str, message: str
) -> None:
    path = tmp_path / "list.csv"
    path.write_text(_lines(sheet).replace(*change, 1), encoding="utf-8")
    with pytest.raises(SpecError) as caught:
        read(path, "de")
    assert message in str(caught.value)
    assert str(caught.value).startswith(f"{path}{place}")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "keine Liste zu erkennen"),
        (b"a;b;c\r\n1;2;3\r\n", "keine Liste zu erkennen"),
        (b"PK\x03\x04\x00\x00\x81\x00", "no text"),
        (b'Spiel;Geber;"Alleinspieler', "not closed"),
        (b"Regelwerk", "keine Liste zu erkennen"),
    ],
)
def test_a_file_that_is_no_list_is_refused(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "list.csv"
    path.write_bytes(content)
    with pytest.raises(SpecError, match=message):
        read(path, "de")


def test_a_file_of_another_kind_is_refused_in_each_language(tmp_path: Path) -> None:
    path = tmp_path / "list.xlsx"
    path.write_bytes(b"PK")
    for lang, message in ("de", "ist keine Liste"), ("en", "is no list"), ("es", "no es una hoja"):
        with pytest.raises(SpecError, match=message):
            read(path, lang)


def test_a_column_that_means_nothing_is_noted(sheet: TournamentList, tmp_path: Path) -> None:
    path = tmp_path / "list.csv"
    path.write_text(_lines(sheet).replace("Verworfen", "Bemerkung"), encoding="utf-8")
    assert read(path, "de").unread == ("Bemerkung",)


def test_a_name_that_a_spreadsheet_would_take_for_a_formula_is_defused(sheet: TournamentList) -> None:
    text = list_csv(sheet, "de", names={5: "=1+1"}).decode("utf-8-sig")
    cells = [cell for row in text.splitlines() for cell in row.split(";")]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "@", "\t"))]
