"""The command `tournament plan`: the folder it makes, what it refuses, and that nothing is lost."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from click.testing import Result

from stichwerk import load
from stichwerk.loader import parse_yaml
from stichwerk.tournament import Seat, judge, rules_at
from stichwerk.validation import collect
from stichwerk_tournament.list_csv import list_csv
from stichwerk_tournament.reading import read

Run = Callable[..., Result]
RULES = load("binokel-turnier")
KILLED = Path(__file__).with_name("killed.py")


@pytest.fixture(autouse=True)
def _without_pdfs(monkeypatch: pytest.MonkeyPatch) -> None:
    """PDFs take their time and have a test file of their own."""
    monkeypatch.setitem(sys.modules, "weasyprint", None)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "tournament"


def content(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_folder_holds_the_plan_the_pages_and_a_list_for_each_table_and_round(run: Run, folder: Path) -> None:
    result = run("plan", "--players", 10, "-o", folder)

    assert result.exit_code == 0
    tables = [
        f"lists/round-{round_}-table-{table:02}.{end}"
        for round_ in (1, 2, 3)
        for table in (1, 2, 3)
        for end in ("csv", "yaml")
    ]
    assert sorted(content(folder)) == sorted(
        ["README.md", "plan.json", "plan.html", "lists.html", "leaflet.html", *tables]
    )


def test_the_plan_fits_its_schema_and_breaks_no_law(run: Run, folder: Path) -> None:
    run("plan", "--players", 23, "-o", folder)

    data = (folder / "plan.json").read_bytes()
    assert collect(parse_yaml(data, "plan.json"), "tournament-plan") == []
    plan = json.loads(data)
    rounds = [
        [Seat(tuple(one["players"]), None, one["deals"]) for one in round_["tables"]] for round_ in plan["rounds"]
    ]
    verdict = judge(RULES, 23, rounds)
    assert verdict.broken == ()
    assert plan["meetings"] == {
        "repeats": verdict.repeats, "bound": 0, "optimal": True, "most": verdict.most,
        # 23 x 22 / 2 = 253 pairs; 3 x (5 x 3 + 2 x 6) = 81 meetings.
        "histogram": {"0": 253 - 81, "1": 81},
    }  # fmt: skip
    # Two tables of four in three rounds are 24 seats for 23 players: one comes twice.
    assert plan["fours"]["seats"] == 24
    assert len(plan["fours"]["twice"]) == 1


def test_the_deals_of_each_table_are_those_of_its_rules(run: Run, folder: Path) -> None:
    run("plan", "--players", 10, "--set", "deals=12", "-o", folder)

    plan = json.loads((folder / "plan.json").read_text("utf-8"))
    # With three at the table 12 deals; with four a third more, so that each plays 12.
    assert {(len(one["players"]), one["deals"]) for one in plan["rounds"][0]["tables"]} == {(3, 12), (4, 16)}


def test_lists_are_ready_to_fill_in_and_say_who_deals(run: Run, folder: Path) -> None:
    run("plan", "--players", 10, "-o", folder)
    plan = json.loads((folder / "plan.json").read_text("utf-8"))

    for round_ in plan["rounds"]:
        for table in round_["tables"]:
            name = f"round-{round_['round']}-table-{table['table']:02}"
            players = table["players"]
            dealers = [players[number % len(players)] for number in range(table["deals"])]
            for ending in ("yaml", "csv"):
                sheet = read(folder / "lists" / f"{name}.{ending}", "de").sheet
                assert (sheet.round, sheet.table, list(sheet.players)) == (round_["round"], table["table"], players)
                assert [entry.dealer for entry in sheet.deals] == dealers
                assert all(entry.empty for entry in sheet.deals)
                assert sheet.hash == rules_at(RULES, len(players)).hash


def test_a_list_has_no_place_for_figures_of_whoever_sits_out(run: Run, folder: Path) -> None:
    run("plan", "--players", 4, "-o", folder)

    written = yaml.safe_load((folder / "lists" / "round-1-table-01.yaml").read_text("utf-8"))
    for deal in written["deals"]:
        playing = {str(player) for player in written["players"]} - {str(deal["dealer"])}
        assert set(deal["melds"]) == set(deal["tricks"]) == set(deal["result"]) == playing
        assert set(deal["total"]) == {str(player) for player in written["players"]}


def test_blank_lists_pass_the_check_as_lists_on_which_nothing_stands_yet(run: Run, folder: Path) -> None:
    run("plan", "--players", 7, "-o", folder)

    assert run("check", folder).exit_code == 0
    assert run("rank", "--provisional", folder).exit_code == 0


@pytest.mark.parametrize(
    ("lang", "says"),
    [
        ("de", "Wiederbegegnungen: 5; bewiesene untere Schranke: 5."),
        ("en", "Meetings again: 5; proved lower bound: 5."),
        ("es", "Reencuentros: 5; cota inferior demostrada: 5."),
    ],
)
def test_the_bound_stands_on_the_screen_on_the_page_and_in_the_readme(
    run: Run, folder: Path, lang: str, says: str
) -> None:
    result = run("plan", "--players", 6, "--lang", lang, "-o", folder)

    assert says in result.output
    assert says in (folder / "plan.html").read_text("utf-8")
    assert says in (folder / "README.md").read_text("utf-8")


def test_a_second_run_changes_no_byte(run: Run, folder: Path) -> None:
    run("plan", "--players", 11, "-o", folder)
    before = content(folder)
    times = {path: path.stat().st_mtime_ns for path in folder.rglob("*")}

    result = run("plan", "--players", 11, "-o", folder)
    assert f"0 Dateien geschrieben, {len(before)} unverändert." in result.output
    assert content(folder) == before
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*")} == times


def test_a_second_run_adds_what_is_missing(run: Run, folder: Path) -> None:
    run("plan", "--players", 9, "-o", folder)
    before = content(folder)
    (folder / "plan.html").unlink()
    (folder / "lists" / "round-2-table-01.csv").unlink()

    result = run("plan", "--players", 9, "-o", folder)
    assert "2 Dateien geschrieben" in result.output
    assert content(folder) == before


@pytest.mark.parametrize("ending", ["csv", "yaml"])
def test_a_list_that_has_been_worked_on_is_never_written_over(run: Run, folder: Path, ending: str) -> None:
    run("plan", "--players", 9, "-o", folder)
    file = folder / "lists" / f"round-1-table-02.{ending}"
    worked_on = file.read_bytes().replace(b"bid:\n", b"bid: 200\n", 1) + b"\n"
    file.write_bytes(worked_on)

    result = run("plan", "--players", 9, "--lang", "es", "-o", folder)
    assert result.exit_code == 0
    assert f"Una hoja ya está modificada y queda como está: lists/{file.name}" in result.output
    assert file.read_bytes() == worked_on
    assert b"Reparte" in (folder / "lists" / "round-1-table-01.csv").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--players", 12), "dort spielen 9 mit, hier 12"),
        (("--players", 9, "--seed", 2), "dort ist die Losnummer 1, hier 2"),
        (("--players", 9, "--set", "deals=12"), "dort gilt deals=9, hier deals=12"),
    ],
)
def test_the_folder_of_another_tournament_is_left_alone(
    run: Run, folder: Path, arguments: tuple[object, ...], says: str
) -> None:
    run("plan", "--players", 9, "-o", folder)
    before = content(folder)

    result = run("plan", *arguments, "-o", folder)
    assert result.exit_code == 2
    assert says in result.output
    assert content(folder) == before


def test_a_plan_in_the_folder_is_kept_even_if_another_would_be_made_today(run: Run, folder: Path) -> None:
    run("plan", "--players", 9, "-o", folder)
    plan = json.loads((folder / "plan.json").read_text("utf-8"))
    plan["rounds"][1]["tables"].reverse()
    for number, table in enumerate(plan["rounds"][1]["tables"], start=1):
        table["table"] = number
    changed = (json.dumps(plan, indent=2) + "\n").encode()
    (folder / "plan.json").write_bytes(changed)
    for file in (folder / "lists").iterdir():
        file.unlink()

    assert run("plan", "--players", 9, "-o", folder).exit_code == 0
    third = plan["rounds"][1]["tables"][2]["players"]
    assert list(read(folder / "lists" / "round-2-table-03.yaml", "de").sheet.players) == third
    assert json.loads((folder / "plan.json").read_text("utf-8")) == plan


def test_a_file_that_is_no_plan_is_left_alone(run: Run, folder: Path) -> None:
    folder.mkdir()
    (folder / "plan.json").write_text('{"ideas": 3}', encoding="utf-8")

    result = run("plan", "--players", 9, "-o", folder)
    assert result.exit_code == 2
    assert "plan.json ist kein Spielplan" in result.output
    assert list(content(folder)) == ["plan.json"]


def test_other_files_in_the_folder_stay(run: Run, folder: Path) -> None:
    folder.mkdir()
    (folder / "notes.txt").write_text("Saal offen ab 18 Uhr", encoding="utf-8")
    (folder / ".plan.json.orig").write_text("old", encoding="utf-8")

    assert run("plan", "--players", 9, "-o", folder).exit_code == 0
    assert (folder / "notes.txt").read_text("utf-8") == "Saal offen ab 18 Uhr"
    assert (folder / ".plan.json.orig").exists()


@pytest.mark.parametrize(
    ("players", "lang", "says"),
    [
        (
            "1",
            "de",
            "ein Spieler allein füllt keinen Tisch; an einem Tisch sitzen 3 oder 4, also sind mindestens 3 nötig",
        ),
        ("2", "de", "2 Spieler gehen an Tischen zu 3 oder 4 nicht auf; es müssen mindestens 3 sein"),
        ("5", "de", "5 Spieler gehen an Tischen zu 3 oder 4 nicht auf; am nächsten liegen 4 oder 6"),
        ("5", "en", "5 players cannot be seated at tables of 3 or 4; the nearest possible numbers are 4 or 6"),
        ("5", "es", "5 jugadores no se pueden repartir en mesas de 3 o 4; los números posibles más cercanos son 4 o 6"),
        ("301", "de", "301 Spieler sind zu viele; der Spielplan ist für 3 bis 300 gemacht"),
        ("0", "de", "mit 0 Spielern gibt es kein Turnier; möglich sind 3 bis 300"),
        ("-3", "de", "mit -3 Spielern gibt es kein Turnier; möglich sind 3 bis 300"),
        (
            "drei",
            "de",
            "--players 'drei' ist keine Zahl; gebraucht wird eine ganze Zahl von 3 bis 300, zum Beispiel 23",
        ),
        ("7.5", "en", "--players '7.5' is no number; a whole number from 3 to 300 is needed, such as 23"),
    ],
)
def test_impossible_numbers_are_told_why_and_what_is_near(
    run: Run, folder: Path, players: str, lang: str, says: str
) -> None:
    result = run("plan", "--players", players, "--lang", lang, "-o", folder)

    assert result.exit_code == 2
    assert result.output.startswith(says)
    assert not folder.exists()


def test_impossible_numbers_name_the_clause(run: Run, folder: Path) -> None:
    assert run("plan", "--players", 5, "-o", folder).output.endswith("[tournament.tables]\n")


def test_without_a_number_of_players_it_is_asked_for(run: Run, folder: Path) -> None:
    result = run("plan", "-o", folder)

    assert result.exit_code == 2
    assert result.output == "--players oder --names fehlt: Wie viele spielen mit?\n"


def test_a_ruleset_without_a_tournament_is_refused(run: Run, folder: Path) -> None:
    result = run("plan", "--players", 9, "--ruleset", "binokel", "-o", folder)

    assert result.exit_code == 2
    assert "binokel says nothing about tournaments" in result.output


HOUSE = """\
language: 1
id: our-cup
family: binokel
follows: T
extends: binokel-turnier
authentic: de
title: {de: Unser Pokal, en: Our cup, es: Nuestra copa}
summary: {de: Zwei Durchgänge., en: Two rounds., es: Dos series.}
choose: {deals: "12"}
change:
  - clause: tournament.rounds
    text:
      de: Alle spielen {{ tournament.rounds | word }} Durchgänge.
      en: Everyone plays {{ tournament.rounds | word }} rounds.
      es: Todos juegan {{ tournament.rounds | word }} series.
    rule: {tournament: {rounds: 2}}
"""


def test_a_club_plays_by_a_ruleset_of_its_own(run: Run, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "our-cup.yaml").write_text(HOUSE, encoding="utf-8")
    house = ("--spec", tmp_path / "rules")

    planned = run("plan", "--players", 7, "--ruleset", "our-cup", *house, "-o", folder)
    assert planned.exit_code == 0
    plan = json.loads((folder / "plan.json").read_text(encoding="utf-8"))
    assert [[len(table["players"]) for table in one["tables"]] for one in plan["rounds"]] == [[3, 4], [3, 4]]
    assert (folder / "lists" / "round-2-table-02.yaml").read_text(encoding="utf-8").count("deal:") == 16
    checked = run("check", folder, *house)
    assert checked.exit_code == 0
    assert "4 Listen: nicht fertig 4" in checked.stdout
    assert "noch keine Rangliste" in run("rank", folder, *house).output
    assert "there is no ruleset 'our-cup'" in run("check", folder).output


def test_a_file_in_place_of_the_folder_is_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "here").write_text("x", encoding="utf-8")

    result = run("plan", "--players", 9, "-o", tmp_path / "here")
    assert result.exit_code == 2
    assert "ist eine Datei und kein Ordner" in result.output


def test_a_folder_that_cannot_be_made_is_told(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")  # nobody, not even root, makes a folder in a file
    result = run("plan", "--players", 9, "-o", tmp_path / "file" / "down")

    assert result.exit_code == 2
    assert "cannot make the folder" in result.output


def test_without_weasyprint_pages_take_the_place_of_pdfs_and_it_is_said(run: Run, folder: Path) -> None:
    result = run("plan", "--players", 9, "-o", folder)

    assert result.exit_code == 0
    assert "Ohne PDF: a PDF needs WeasyPrint, which is not installed" in result.output
    assert "stichwerk[print]" in result.output
    assert "plan.html, lists.html, leaflet.html" in result.output


def test_without_ortools_few_players_are_told_what_to_install(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ortools.sat.python", None)

    result = run("plan", "--players", 7, "-o", folder)
    assert result.exit_code == 2
    assert result.output == (
        "der beste Plan für 7 Teilnehmer wird mit OR-Tools gesucht, und das ist nicht installiert: "
        "python -m pip install 'stichwerk[tournament]'\n"
    )
    assert run("plan", "--players", 8, "-o", folder).exit_code == 0


def test_drawn_tables_leave_the_first_dealer_to_the_cards(run: Run, folder: Path) -> None:
    result = run("plan", "--players", 10, "--set", "seating=redraw", "-o", folder)

    assert result.exit_code == 0
    assert "Die Tische sind für jeden Durchgang gelost." in result.output
    assert "Schranke" not in result.output
    sheet = read(folder / "lists" / "round-1-table-01.csv", "de").sheet
    assert {entry.dealer for entry in sheet.deals} == {None}
    assert "Wer zuerst gibt, entscheiden die Karten am Tisch." in (folder / "plan.html").read_text("utf-8")


def test_no_plan_names_this_machine_or_the_hour(run: Run, folder: Path, tmp_path: Path) -> None:
    run("plan", "--players", 9, "-o", folder)

    for name, data in content(folder).items():
        assert str(tmp_path).encode() not in data, name
        assert not re.search(rb"20\d\d-\d\d-\d\d", data), name


def killed(tmp_path: Path, *arguments: str) -> tuple[int, int]:
    """How often a run was killed, and how many files there were in the end."""
    done = subprocess.run(
        [sys.executable, str(KILLED), str(tmp_path), "tournament", "plan", *arguments],
        capture_output=True, encoding="utf-8", timeout=500, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    kills, files = map(int, done.stdout.split())
    return kills, files


@pytest.mark.long
@pytest.mark.skipif(not hasattr(os, "fork"), reason="a run is killed in a child process")
def test_a_run_killed_at_any_write_is_completed_by_the_next(tmp_path: Path) -> None:
    kills, files = killed(tmp_path, "--players", "3")

    # For each file: before its content is on the disk, before it may be read, before it has its name, and after.
    assert (kills, files) == (4 * files, 3 * 2 + 5)


@pytest.mark.long
@pytest.mark.skipif(not hasattr(os, "fork"), reason="a run is killed in a child process")
def test_a_run_killed_while_names_are_corrected_loses_no_list(tmp_path: Path, run: Run) -> None:
    names = tmp_path / "names.txt"
    names.write_text("Anna\nBert\nCem\n", encoding="utf-8")
    run("plan", "--names", names, "-o", tmp_path / "start")
    file = tmp_path / "start" / "lists" / "round-1-table-01.csv"
    filled = read(file, "de").sheet
    file.write_bytes(list_csv(filled, "de", signed=filled.players))
    worked_on = file.read_bytes()
    names.write_text("Anna\nBert\nDora\n", encoding="utf-8")

    kills, _ = killed(tmp_path, "--names", str(names))
    # plan.json, plan.html and lists.html, and the five lists that nobody has worked on; README and leaflet name nobody.
    assert kills == 4 * 8
    assert (tmp_path / "folder" / "lists" / file.name).read_bytes() == worked_on
    assert "Dora" in (tmp_path / "folder" / "lists" / "round-2-table-01.csv").read_text("utf-8")
