import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from stichwerk import load
from stichwerk.files import schema_dir
from stichwerk.schemas import validator_of
from stichwerk.tournament import Entry, TournamentList
from stichwerk_tournament import blank
from stichwerk_tournament.list_csv import list_csv
from stichwerk_tournament.plan import as_bytes, made, with_names

Run = Callable[..., Result]
Write = Callable[..., Path]
Changed = Callable[..., TournamentList]
Seats = Callable[..., TournamentList]


def write_folder(folder: Path, players: int, names: dict[int, str]) -> Path:
    rules = load("binokel-turnier")
    plan = with_names(made(rules, players, 1), names)
    (folder / "lists").mkdir(parents=True)
    (folder / "plan.json").write_bytes(as_bytes(plan))
    for one in blank.blanks(plan, rules):
        (folder / "lists" / f"{one.name}.csv").write_bytes(blank.as_csv(one, names, "de"))
        (folder / "lists" / f"{one.name}.yaml").write_bytes(blank.as_yaml(one, names, "de"))
    return folder


def told(result: Result) -> str:
    """What was printed, with the lines of a paragraph joined."""
    return " ".join(result.stdout.split())


def test_right_lists_end_with_0(run: Run, sheet: TournamentList, write: Write) -> None:
    for name in ("list.csv", "list.json", "list.yaml"):
        result = run("check", write(sheet, name))
        assert result.exit_code == 0
        assert result.stdout == f"{write(sheet, name)} (Durchgang 1, Tisch 1): stimmt, 9 Spiele\n"


@pytest.mark.parametrize(
    ("lang", "message", "clause"),
    [
        (
            "de",
            (
                "(Zelle O7): Spiel 2, Spieler 9: Ergebnis −250, richtig ist −500: für das verlorene Spiel ist falsch "
                "abgezogen 60 (Meldungen) + 100 (Stiche) < 250 (Gebot) −2 × 250 (Gebot) = −500"
            ),
            (
                "Verlorenes Spiel: Hat der Alleinspieler sein Spiel verloren, wird ihm zweimal das Gebot abgezogen, "
                "und sonst zählt für ihn nichts. [T, 7; Entscheidung T7]"
            ),
        ),
        (
            "en",
            (
                "(cell O7): Deal 2, player 9: result −250, it should be −500: the wrong amount is deducted for the "
                "lost contract 60 (melds) + 100 (tricks) < 250 (bid) −2 × 250 (bid) = −500"
            ),
            (
                "Lost contract: If the declarer fails, two times the bid is deducted, and nothing else counts for that "
                "player. [T, 7; ruling T7]"
            ),
        ),
        (
            "es",
            (
                "(celda O7): Ronda 2, jugador 9: resultado −250, lo correcto es −500: por el contrato perdido se ha "
                "restado mal 60 (combinaciones) + 100 (bazas) < 250 (puja) −2 × 250 (puja) = −500"
            ),
            (
                "Contrato perdido: Si el declarante pierde su contrato, se le restan dos veces la puja y no se apunta "
                "nada más. [T, 7; decisión T7]"
            ),
        ),
    ],
)
def test_the_first_wrong_line_is_told_with_its_cell_its_sum_and_its_clause(
    run: Run, changed: Changed, write: Write, lang: str, message: str, clause: str
) -> None:
    # The declarer's 160 are short of the bid of 250, so twice the bid is lost; the list takes it off once.
    path = write(changed(2, result={9: -250}))
    result = run("check", path, "--lang", lang)
    assert result.exit_code == 1
    assert f"{path}:7:" in result.stdout
    assert message in told(result)
    assert clause in told(result)


@pytest.mark.parametrize("lang", ["de", "en", "es"])
def test_every_kind_of_mistake_has_its_words_in_every_language(
    run: Run, changed: Changed, write: Write, lang: str
) -> None:
    wrongs: list[dict[str, Any]] = [
        {"result": {9: 160}}, {"result": {9: -250}}, {"result": {1: 70}}, {"total": {5: 1}}, {"tricks": {9: 90}},
        {"tricks": {9: 85}}, {"tricks": {9: -5}}, {"melds": {5: 15}}, {"bid": 140}, {"bid": 205}, {"bid": None},
        {"declarer": None}, {"declarer": 7}, {"dealer": 9}, {"revoked": (7,)}, {"taken": {9: False}},
    ]  # fmt: skip
    for number, fields in enumerate(wrongs):
        result = run("check", write(changed(2, **fields), f"{number}.json"), "--lang", lang)
        assert result.exit_code == 1
        assert "{" not in result.stdout
        assert "None" not in result.stdout


def test_what_only_follows_is_said_to_follow_and_the_rest_waits_for_all(
    run: Run, changed: Changed, write: Write
) -> None:
    wrong = changed(1, result={1: 300}, total={1: 300})
    for line in range(2, 10):
        wrong = changed(line, wrong, total={1: wrong.deals[line - 1].total[1] + 10})
    wrong = changed(3, wrong, result={9: 40})
    first = run("check", write(wrong), "--lang", "de")
    assert "Die Stände nach Spiel 1 bis 9 tragen das nur weiter (Spieler 1 hat zuletzt 1760 statt 1750)." in told(first)
    assert "An einer weiteren Stelle passt etwas nicht; --all zeigt sie." in told(first)
    assert "Spiel 3" not in first.stdout
    every = run("check", write(wrong), "--lang", "de", "--all")
    assert "Spiel 3, Spieler 9: Ergebnis 40, richtig ist 0: ohne Stich verfallen die Meldungen" in told(every)
    assert "--all" not in every.stdout
    assert told(every).index("Spiel 1, Spieler 1") < told(every).index("Spiel 3, Spieler 9")


def test_a_list_that_is_not_finished_is_checked_as_far_as_it_goes(
    run: Run, sheet: TournamentList, changed: Changed, write: Write
) -> None:
    def half(of: TournamentList) -> TournamentList:
        return replace(of, deals=(*of.deals[:4], *(Entry(dealer=one.dealer) for one in of.deals[4:])))

    result = run("check", write(half(sheet)))
    assert result.exit_code == 0
    assert "nicht fertig: 4 von 9 Spielen; was dasteht, stimmt" in result.stdout
    assert "Unterschrift" not in result.stdout
    assert run("check", write(half(changed(2, result={9: -250})))).exit_code == 1


def test_a_missing_signature_is_a_note_and_no_mistake(run: Run, sheet: TournamentList, write: Write) -> None:
    result = run("check", write(sheet, signed=(5, 1)))
    assert result.exit_code == 0
    assert "Hinweis: es fehlt die Unterschrift von Spieler 9" in result.stdout
    assert "niemand hat unterschrieben" in run("check", write(sheet, signed=())).stdout
    assert "Spieler 7 hat unterschrieben, sitzt aber nicht" in run("check", write(sheet, signed=(5, 1, 9, 7))).stdout


def test_what_cannot_be_read_ends_with_2_and_the_other_lists_are_checked(
    run: Run, sheet: TournamentList, write: Write
) -> None:
    good = write(sheet, "good.csv")
    bad = good.with_name("bad.csv")
    bad.write_bytes(good.read_bytes().replace(b";-500;", b";1,5;"))
    result = run("check", good.parent, "--lang", "es")
    assert result.exit_code == 2
    assert "good.csv (serie 1, mesa 1): correcta, 9 rondas" in result.stdout
    assert result.stderr.startswith(f"{bad}:7:")
    assert "celda O7: «1,5» no puede ser: los puntos son números enteros" in result.stderr
    assert "2 hojas: correctas: 1, ilegibles: 1" in result.stdout


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["nowhere.csv"], "does not exist"),
        ([], "Missing argument"),
        (["LIST", "--ruleset", "binokel-tournier"], "binokel-turnier"),
        (["LIST", "--set", "free_meld=maybe"], "free_meld"),
        (["LIST", "--ruleset", "binokel"], "binokel-turnier"),
        (["EMPTY"], "keine Listen"),
    ],
)
def test_a_wrong_use_ends_with_2_and_a_message(
    run: Run, sheet: TournamentList, write: Write, tmp_path: Path, args: list[str], message: str
) -> None:
    (tmp_path / "empty").mkdir()
    places = {"LIST": write(sheet), "EMPTY": tmp_path / "empty"}
    result = run("check", *(places.get(arg, arg) for arg in args))
    assert result.exit_code == 2
    assert message in result.output
    assert "Traceback" not in result.output


def test_a_list_of_too_many_players_is_refused_though_it_does_not_name_them(
    run: Run, sheet: TournamentList, write: Write
) -> None:
    path = write(replace(sheet, players=(5, 1, 9, 2, 3)))
    text = path.read_text("utf-8-sig")
    path.write_text(text.replace("Spieler;5;1;9;2;3", "Spieler"), encoding="utf-8")
    result = run("check", path)
    assert result.exit_code == 2
    assert f"{path}:5:1: 5 Spieler stehen auf der Liste; an einem Tisch sitzen 3 oder 4" in result.stderr


def test_the_options_of_the_list_hold_and_others_are_refused(
    run: Run, sheet: TournamentList, changed: Changed, write: Write
) -> None:
    # By free_meld=reach the 50 + 250 of deal 4 are enough for 300: made with every trick, 300 in place of -600; nobody
    # else has a trick, so nobody else scores. From there player 5 has 900 more, 1 and 9 have 200 less.
    reach = changed(4, replace(sheet, options={"free_meld": "reach"}), result={5: 300, 1: 0, 9: 0})
    for line in range(4, 10):
        total = reach.deals[line - 1].total
        reach = changed(line, reach, total={5: total[5] + 900, 1: total[1] - 200, 9: total[9] - 200})
    assert run("check", write(reach)).exit_code == 0
    assert run("check", write(reach), "--set", "free_meld=reach").exit_code == 0
    result = run("check", write(reach), "--set", "free_meld=exceed")
    assert result.exit_code == 2
    assert "die Liste ist nach free_meld = reach geführt, verlangt ist exceed" in result.stderr
    bare = replace(reach, options={})
    assert run("check", write(bare)).exit_code == 1
    assert run("check", write(bare), "--set", "free_meld=reach").exit_code == 0


def test_json_says_the_same_and_fits_its_schema(run: Run, changed: Changed, write: Write) -> None:
    path = write(changed(2, changed(1, tricks={9: 40}), result={9: -250}))
    bad = path.with_name("bad.csv")
    bad.write_bytes(path.read_bytes().replace(b";-250;", b";1,5;", 1))
    result = run("check", path, bad, "--json", "--lang", "en")
    assert result.exit_code == 2
    value = json.loads(result.stdout)
    assert not list(validator_of(schema_dir(), "tournament-check").iter_errors(value))
    (one,) = value["lists"]
    assert one["state"] == "wrong"
    assert one["totals"] is None
    first, second = one["mistakes"]
    assert (first["kind"], first["likely"]) == ("tricks_last", {"player": 9, "tricks": 50})
    assert (second["line"], second["player"], second["field"], second["given"], second["right"]) == (
        2, 9, "result", -250, -500,
    )  # fmt: skip
    assert second["clause"]["id"] == "awards.lost"
    assert second["place"]["cell"] == "O7"
    assert value["unreadable"][0]["place"]["file"] == str(bad)


def test_a_right_list_as_json_has_its_totals(run: Run, sheet: TournamentList, write: Write) -> None:
    value = json.loads(run("check", write(sheet), "--json").stdout)
    assert value["lists"][0]["totals"] == {"5": 1380, "1": 1750, "9": -300}


# --- The folder of a tournament


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The plan and the lists of three named players as `tournament plan` writes them, without what is printed."""
    return write_folder(tmp_path / "cup", 3, {1: "Änne", 2: "Bärbel", 3: "Çelik"})


def seated(folder: Path, round_: int) -> tuple[int, ...]:
    plan = json.loads((folder / "plan.json").read_text("utf-8"))
    return tuple(plan["rounds"][round_ - 1]["tables"][0]["players"])


def test_the_lists_of_a_plan_are_read_as_they_were_written(run: Run, folder: Path) -> None:
    result = run("check", folder)
    assert result.exit_code == 0
    assert result.stdout.count("noch leer") == 3
    assert "3 Listen: nicht fertig 3" in result.stdout


def test_a_list_filled_in_from_the_plan_is_checked_and_players_are_named(run: Run, seats: Seats, folder: Path) -> None:
    # As people do it: the cells of the file that `plan` has written are filled in, and nothing else is changed.
    players = seated(folder, 1)
    path = folder / "lists" / "round-1-table-01.csv"
    done = list_csv(seats(players, 1), "de").decode("utf-8-sig").splitlines()
    blank = path.read_text("utf-8-sig").splitlines()
    first = next(n for n, line in enumerate(blank) if line.startswith("1;"))
    start = next(n for n, line in enumerate(done) if line.startswith("1;"))
    for n in range(9):
        assert blank[first + n].split(";")[:2] == done[start + n].split(";")[:2]
        blank[first + n] = done[start + n]
    path.write_text("\r\n".join(blank) + "\r\n", encoding="utf-8-sig")
    result = run("check", folder)
    assert result.exit_code == 0
    assert "round-1-table-01.csv (Durchgang 1, Tisch 1): stimmt, 9 Spiele" in result.stdout
    blank[first] = blank[first].replace(";290;", ";300;", 1)
    path.write_text("\r\n".join(blank) + "\r\n", encoding="utf-8-sig")
    result = run("check", folder)
    assert result.exit_code == 1
    name = {1: "Änne", 2: "Bärbel", 3: "Çelik"}[players[1]]
    assert f"Spieler {players[1]} ({name}): Ergebnis 300, richtig ist 290" in told(result)


def test_lists_that_are_missing_are_named(run: Run, folder: Path) -> None:
    for path in (folder / "lists").glob("round-2-*"):
        path.unlink()
    result = run("check", folder, "--lang", "en")
    assert result.exit_code == 0
    assert "missing: round 2, table 1" in result.stdout


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"players": (2, 1, 3)}, "nach dem Spielplan ist sie"),
        ({"players": (1, 2, 4)}, "nach dem Spielplan sitzen an diesem Tisch"),
        ({"table": 7}, "Durchgang 1, Tisch 7 steht nicht im Spielplan"),
    ],
)
def test_a_list_that_is_not_as_the_plan_has_it_is_wrong(
    run: Run, seats: Seats, folder: Path, change: dict[str, Any], message: str
) -> None:
    right = seated(folder, 1)
    if "players" in change and set(change["players"]) == {1, 2, 3}:
        change = {"players": (right[1], right[0], right[2])}
    wrong = replace(seats(change.get("players", right), 1), table=change.get("table", 1))
    path = folder / "lists" / "round-1-table-01.csv"
    path.write_bytes(list_csv(wrong, "de", signed=wrong.players))
    result = run("check", path)
    assert result.exit_code == 1
    assert message in told(result)


def test_of_two_files_of_one_list_the_one_filled_in_counts_and_two_must_agree(
    run: Run, seats: Seats, folder: Path, write: Write
) -> None:
    done = seats(seated(folder, 1), 1)
    name = "round-1-table-01"
    write(done, f"cup/lists/{name}.yaml")
    assert f"{name}.yaml (Durchgang 1, Tisch 1): stimmt" in run("check", folder).stdout
    write(done, f"cup/lists/{name}.csv")
    assert run("check", folder).exit_code == 0
    write(replace(done, deals=done.deals[:8]), f"cup/lists/{name}.csv")
    result = run("check", folder)
    assert result.exit_code == 2
    assert "sind beide ausgefüllt, aber verschieden" in result.stderr


def test_two_lists_of_one_table_and_a_player_at_two_tables_are_wrong(
    run: Run, sheet: TournamentList, seats: Seats, write: Write
) -> None:
    write(sheet, "all/a.csv")
    write(sheet, "all/b.csv")
    result = run("check", write(sheet, "all/a.csv").parent)
    assert result.exit_code == 1
    assert "Für Durchgang 1, Tisch 1 liegt noch eine andere Liste vor" in told(result)
    write(replace(seats((4, 9, 7), 1), table=2), "all/b.csv")
    result = run("check", write(sheet, "all/a.csv").parent)
    assert result.exit_code == 1
    assert "Spieler 9 steht in Durchgang 1 auch auf dieser Liste" in told(result)
