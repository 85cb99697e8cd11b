"""Files of one list, lists of one table: what is told, and that the sum counts lists and not files."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import Result

from stichwerk import load
from stichwerk.tournament import Entry, TournamentList
from stichwerk_tournament import blank
from stichwerk_tournament.list_csv import list_csv
from stichwerk_tournament.plan import as_bytes, made, with_language, with_names

Run = Callable[..., Result]
Changed = Callable[..., TournamentList]
Seats = Callable[..., TournamentList]
Write = Callable[..., Path]


@pytest.fixture
def cup(tmp_path: Path, seats: Seats) -> Path:
    """The folder of a tournament of six in two tables: all lists are filled in as CSV, all YAML files untouched."""
    rules, folder = load("binokel-turnier"), tmp_path / "cup"
    plan = with_language(with_names(made(rules, 6, 1), {1: "Änne"}), "en")
    (folder / "lists").mkdir(parents=True)
    (folder / "plan.json").write_bytes(as_bytes(plan))
    for one in blank.blanks(plan, rules):
        done = seats(one.sheet.players, one.sheet.round, one.sheet.table)
        (folder / "lists" / f"{one.name}.csv").write_bytes(list_csv(done, "en", signed=done.players))
        (folder / "lists" / f"{one.name}.yaml").write_bytes(blank.as_yaml(one, {}, "en"))
    return folder


NAME = "round-1-table-02"


def replaced(path: Path, old: bytes, new: bytes) -> bytes:
    data = path.read_bytes()
    assert old in data
    return data.replace(old, new, 1)


def test_a_whole_tournament_is_right_before_anything_is_changed(run: Run, cup: Path) -> None:
    assert run("check", cup).stdout.splitlines()[-1] == "6 lists: 6 right"


def test_the_untouched_twin_of_a_list_that_cannot_be_read_is_no_list(run: Run, cup: Path) -> None:
    path = cup / "lists" / f"{NAME}.csv"
    path.write_bytes(replaced(path, b",-500,", b",much,"))
    result = run("check", cup)
    assert result.exit_code == 2
    assert "still empty" not in result.stdout
    assert "missing" not in result.stdout
    assert result.stdout.splitlines()[-1] == "6 lists: 5 right, 1 unreadable"
    assert "“much” is no number" in result.stderr


def test_a_list_that_cannot_be_read_is_not_missing_besides(run: Run, cup: Path) -> None:
    (cup / "lists" / f"{NAME}.yaml").unlink()
    (cup / "lists" / f"{NAME}.csv").write_bytes(b"")
    result = run("check", cup)
    assert result.stdout.splitlines()[-1] == "6 lists: 5 right, 1 unreadable"
    assert json.loads(run("check", cup, "--json").stdout)["missing"] == []


def test_two_files_of_one_list_that_differ_are_no_list_that_can_be_read(run: Run, cup: Path) -> None:
    path = cup / "lists" / f"{NAME}.csv"
    other = path.with_suffix(".CSV")
    other.write_bytes(replaced(path, b",-500,", b",-250,"))
    result = run("check", cup)
    assert result.exit_code == 2
    assert f"{other} and {path} are both filled in, but differ" in result.stderr
    assert f"{path} (" not in result.stdout
    assert result.stdout.splitlines()[-1] == "6 lists: 5 right, 1 unreadable"


@pytest.mark.parametrize("copy", [f"Kopie von {NAME}.csv", f"{NAME} (1).csv", f"{NAME} - Copia.csv"])
def test_a_copy_with_other_figures_and_the_original_are_both_told(run: Run, cup: Path, copy: str) -> None:
    path = cup / "lists" / f"{NAME}.csv"
    other = path.with_name(copy)
    other.write_bytes(replaced(path, b",-500,", b",-250,"))
    result = run("check", cup)
    assert result.exit_code == 1
    told = " ".join(result.stdout.split())
    for one, another in (path, other), (other, path):
        assert f"{one} (round 1, table 2): wrong" in told
        assert f"There is another list of round 1, table 2: {another}" in told
    assert "stands in round" not in told
    assert result.stdout.splitlines()[-1] == "7 lists: 5 right, 2 wrong"


def test_of_two_lists_with_one_player_the_one_that_is_not_as_planned_is_to_blame(
    run: Run, cup: Path, seats: Seats
) -> None:
    path = cup / "lists" / f"{NAME}.csv"
    plan = json.loads((cup / "plan.json").read_text("utf-8"))
    here, there = (table["players"] for table in plan["rounds"][0]["tables"])
    wrong = seats((there[0], there[1], here[0]), 1, 2)
    path.write_bytes(list_csv(wrong, "en", signed=wrong.players))
    result = run("check", cup)
    assert f"stands in round 1 on this list too: {cup / 'lists' / 'round-1-table-01.csv'}" in " ".join(
        result.stdout.split()
    )
    assert result.stdout.splitlines()[-1] == "6 lists: 5 right, 1 wrong"


def test_without_a_plan_both_lists_with_one_player_are_told(run: Run, sheet: TournamentList, write: Write) -> None:
    first = write(sheet, "all/a.csv")
    second = write(replace(sheet, table=2), "all/b.csv")
    result = " ".join(run("check", first.parent, "--lang", "en").stdout.split())
    assert f"Player 5 stands in round 1 on this list too: {second}" in result
    assert f"Player 5 stands in round 1 on this list too: {first}" in result


# --- The language and the names of a folder


def test_the_folder_keeps_its_language(run: Run, cup: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "6 lists: 6 right" in run("check", cup).stdout
    assert "right, 9 deals" in run("check", cup / "lists" / f"{NAME}.csv").stdout
    assert run("rank", cup).stdout.startswith("Ranking\n")
    assert "6 Listen: richtig 6" in run("check", cup, "--lang", "de").stdout
    monkeypatch.chdir(cup / "lists")
    assert "right, 9 deals" in run("check", f"{NAME}.csv").stdout
    assert "Änne" in run("rank", *sorted(path.name for path in Path().glob("*.csv"))).stdout


@pytest.mark.parametrize("ending", ["csv", "yaml"])
def test_the_names_of_the_plan_may_be_used_in_every_kind_of_list(run: Run, cup: Path, ending: str) -> None:
    path = cup / "lists" / "round-1-table-01.csv"
    if ending == "csv":
        path.write_bytes(replaced(path, b"\r\nSignatures,1,", "\r\nSignatures,änne,".encode()))
    else:
        path.unlink()
        path = path.with_suffix(".yaml")
        path.write_bytes(replaced(path, b"declarer:", "declarer: Änne\n    bid: 150\n    tricks: {Änne: 250}".encode()))
        path.write_bytes(
            replaced(path, b'    bid:\n    melds: {"1": , "2": , "3": }\n    tricks: {"1": , "2": , "3": }', b"")
        )
    result = run("check", path)
    assert result.exit_code == 0
    assert ("right, 9 deals" if ending == "csv" else "not finished: 1 of 9 deals") in result.stdout


def test_a_plan_that_is_none_is_told_and_has_no_language(run: Run, cup: Path) -> None:
    (cup / "plan.json").write_text("nothing", encoding="utf-8")
    result = run("check", cup)
    assert result.exit_code == 2
    assert "ist kein Spielplan" in result.stderr


def test_writing_a_ranking_says_what_was_written(run: Run, cup: Path, tmp_path: Path) -> None:
    for lang, says in (
        ("de", "geschrieben: Rangliste über 6 Spieler."),
        ("en", "written: ranking of 6 players."),
        ("es", "escrito: clasificación de 6 jugadores."),
    ):
        assert run("rank", cup, "-o", tmp_path / "r.csv", "--lang", lang).stdout == f"{tmp_path / 'r.csv'} {says}\n"


# --- Rules


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            b"Ruleset,binokel-turnier",
            b"Ruleset,binokel\r\nOptions,deals=9",
            ":1:9: binokel says nothing about tournaments",
        ),
        (b"Ruleset,binokel-turnier", b"Ruleset,skat", ":1:9: there is no ruleset 'skat'"),
        (b"Ruleset,binokel-turnier", b"Ruleset,binokel", ":1:9: binokel says"),
        (b"Ruleset,binokel-turnier", b"Ruleset,binokel-turnier\r\nOptions,free_meld=maybe", ":2:9: "),
        (
            b"Ruleset,binokel-turnier",
            b"Ruleset,binokel-turnier\r\nOptions,dealz=9",
            ":2:9: binokel-turnier has no option 'dealz'",
        ),
    ],
)
def test_rules_that_a_list_names_and_that_are_not_have_their_place(
    run: Run, sheet: TournamentList, write: Write, old: bytes, new: bytes, message: str
) -> None:
    path = write(sheet, lang="en")
    path.write_bytes(replaced(path, old, new))
    result = run("check", path)
    assert result.exit_code == 2
    assert f"{path}{message}" in result.stderr


def test_rules_that_the_command_line_names_have_no_place_in_the_list(
    run: Run, sheet: TournamentList, write: Write
) -> None:
    path = write(sheet)
    assert str(path) not in run("check", path, "--set", "free_meld=maybe").stderr


# --- What nobody has written


def bare(sheet: TournamentList, *fields: str) -> TournamentList:
    return replace(sheet, deals=tuple(replace(one, **{key: {} for key in fields}) for one in sheet.deals))


@pytest.mark.parametrize("fields", [("result", "total"), ("result",), ("total",)])
def test_results_and_totals_that_nobody_has_written_are_reckoned(
    run: Run, sheet: TournamentList, write: Write, fields: tuple[str, ...]
) -> None:
    path = write(bare(sheet, *fields))
    result = run("check", path, "--lang", "en")
    assert result.exit_code == 0
    assert "right, 9 deals" in result.stdout
    assert "Note: results or totals are not written in deals 1–9; they have been reckoned" in " ".join(
        result.stdout.split()
    )
    value = json.loads(run("check", path, "--json").stdout)["lists"][0]
    assert (value["state"], value["totals"]) == ("right", {"5": 1380, "1": 1750, "9": -300})
    ranked = json.loads(run("rank", path, "--format", "json").stdout)
    assert {row["player"]: row["total"] for row in ranked["ranking"]} == {1: 1750, 5: 1380, 9: -300}
    assert ranked["provisional"] is False


def test_the_lines_that_were_reckoned_are_named(run: Run, changed: Changed, write: Write) -> None:
    some = changed(1)
    for line in (2, 3, 4, 7):
        some = replace(
            some, deals=(*some.deals[: line - 1], replace(some.deals[line - 1], result={}), *some.deals[line:])
        )
    assert "in den Spielen 2–4, 7 sind Ergebnisse oder Stände" in " ".join(run("check", write(some)).stdout.split())
    one = replace(changed(1), deals=(replace(changed(1).deals[0], total={}), *changed(1).deals[1:]))
    assert "in Spiel 1 sind Ergebnisse oder Stände" in " ".join(run("check", write(one)).stdout.split())


def test_deals_that_are_missing_are_not_reckoned(run: Run, sheet: TournamentList, write: Write) -> None:
    half = bare(
        replace(sheet, deals=(*sheet.deals[:4], *(Entry(dealer=one.dealer) for one in sheet.deals[4:]))), "total"
    )
    assert "nicht fertig: 4 von 9 Spielen" in run("check", write(half)).stdout
    assert run("rank", write(half)).exit_code == 1
