import csv
import io
import json
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import Result
from pypdf import PdfReader

from stichwerk.files import schema_dir
from stichwerk.schemas import validator_of
from stichwerk.tournament import TournamentList

Run = Callable[..., Result]
Write = Callable[..., Path]
Changed = Callable[..., TournamentList]
Seats = Callable[..., TournamentList]


@pytest.fixture
def cup(seats: Seats, write: Write) -> Path:
    """Six players, two rounds.

    1: 1380 + 1380 = 2760; 2: 1750 + 1380 = 3130; 3: -300 + 1750 = 1450;
    4: 1380 + 1750 = 3130; 5: 1750 - 300 = 1450; 6: -300 - 300 = -600. Places 1: 2 and 4; 3: 1; 4: 3 and 5; 6: 6.
    """
    for n, (players, round_, table) in enumerate(
        [((1, 2, 3), 1, 1), ((4, 5, 6), 1, 2), ((1, 3, 5), 2, 1), ((2, 4, 6), 2, 2)]
    ):
        path = write(seats(players, round_, table), f"lists/{n}.csv")
    return path.parent


PLACES = [(1, 2, 3130), (1, 4, 3130), (3, 1, 2760), (4, 3, 1450), (4, 5, 1450), (6, 6, -600)]


def rows(data: bytes, separator: str = ";") -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig")), delimiter=separator))


def test_equal_totals_share_the_place_and_the_next_stays_empty(run: Run, cup: Path) -> None:
    value = json.loads(run("rank", cup, "--format", "json").stdout)
    assert [(row["place"], row["player"], row["total"]) for row in value["ranking"]] == PLACES
    assert value["ranking"][0]["points"] == {"1": 1750, "2": 1380}
    assert value["provisional"] is False
    assert not list(validator_of(schema_dir(), "tournament-ranking").iter_errors(value))


@pytest.mark.parametrize(
    ("lang", "head"),
    [
        ("de", ["Rangliste", "Platz  Startnummer  Durchgang 1  Durchgang 2  Gesamt"]),
        ("en", ["Ranking", "Place  Start number  Round 1  Round 2  Total"]),
        ("es", ["Clasificación", "Puesto  Número  Serie 1  Serie 2  Total"]),
    ],
)
def test_the_ranking_is_a_table_in_every_language(run: Run, cup: Path, lang: str, head: list[str]) -> None:
    result = run("rank", cup, "--lang", lang)
    assert result.exit_code == 0
    title, blank, titles, *lines = result.stdout.splitlines()
    assert [title, titles] == head
    assert blank == ""
    assert lines[0].split() == ["1", "2", "1750", "1380", "3130"]
    assert lines[-1].split() == ["6", "6", "−300", "−300", "−600"]


def test_csv_opens_in_a_spreadsheet_program_of_the_language(run: Run, cup: Path, tmp_path: Path) -> None:
    for lang, separator in ("de", ";"), ("en", ","), ("es", ";"):
        path = tmp_path / f"{lang}.csv"
        assert run("rank", cup, "--lang", lang, "-o", path).exit_code == 0
        data = path.read_bytes()
        assert data.startswith(b"\xef\xbb\xbf")
        assert data.count(b"\r\n") == 7
        assert [(int(p), int(n), int(t)) for p, n, *_, t in rows(data, separator)[1:]] == PLACES


def test_markdown_html_and_pdf_have_the_same_lines(run: Run, cup: Path, tmp_path: Path) -> None:
    for ending in ("md", "html", "pdf", "txt"):
        result = run("rank", cup, "-o", tmp_path / f"ranking.{ending}")
        said = f"{tmp_path / 'ranking'}.{ending} geschrieben: Rangliste über 6 Spieler.\n"
        assert (result.exit_code, result.output) == (0, said)
    assert "| 1 | 2 | 1750 | 1380 | 3130 |" in (tmp_path / "ranking.md").read_text("utf-8")
    html = (tmp_path / "ranking.html").read_text("utf-8")
    assert '<html lang="de">' in html
    assert html.count("<tr>") == 7
    text = " ".join(page.extract_text() for page in PdfReader(tmp_path / "ranking.pdf").pages)
    assert "Rangliste" in text
    assert "3130" in text
    assert "\x1b" not in (tmp_path / "ranking.txt").read_text("utf-8")


def test_names_come_from_the_plan_and_do_no_harm(run: Run, cup: Path, tmp_path: Path) -> None:
    names = {1: "=1+1", 2: "Änne <b>", 3: "@cmd", 4: "-2", 5: "a|b", 6: "+x"}
    plan = {
        "format": 1,
        "ruleset": "binokel-turnier",
        "options": {},
        "hash": "sha256:" + "0" * 64,
        "players": 6,
        "names": {str(n): name for n, name in names.items()},
        "seed": 1,
        "rounds": [
            {"round": r, "tables": [{"table": t, "players": seated, "deals": 9} for t, seated in enumerate(tables, 1)]}
            for r, tables in enumerate(([[1, 2, 3], [4, 5, 6]], [[1, 3, 5], [2, 4, 6]]), 1)
        ],
    }  # fmt: skip
    (tmp_path / "plan.json").write_text(json.dumps(plan), encoding="utf-8")
    assert cup.parent == tmp_path
    found = rows(run("rank", cup, "--format", "csv").stdout_bytes)
    assert [row[2] for row in found[1:]] == ["Änne <b>", "'-2", "'=1+1", "'@cmd", "a|b", "'+x"]
    html = run("rank", tmp_path, "--format", "html").stdout
    assert "Änne &lt;b&gt;" in html
    assert "<b>" not in html
    assert "| a\\|b |" in run("rank", cup, "--format", "md").stdout


def test_a_wrong_list_is_told_and_nobody_is_ranked(
    run: Run, cup: Path, changed: Changed, write: Write, seats: Seats
) -> None:
    wrong = changed(1, seats((1, 2, 3), 1), result={2: 300})
    path = write(wrong, "lists/0.csv")
    for more in ([], ["--provisional"]):
        result = run("rank", cup, *more)
        assert result.exit_code == 1
        assert result.stdout == ""
        assert str(path) in result.stderr
        assert "Ergebnis 300, richtig ist 290" in " ".join(result.stderr.split())
        assert "Es gibt keine Rangliste, solange eine Liste falsch ist." in result.stderr


def test_an_unreadable_list_ends_with_2(run: Run, cup: Path) -> None:
    (cup / "0.csv").write_text("nothing", encoding="utf-8")
    result = run("rank", cup, "--lang", "en")
    assert result.exit_code == 2
    assert "There is no ranking as long as a list cannot be read." in result.stderr


def test_a_ranking_with_deals_missing_is_provisional_and_says_so(
    run: Run, cup: Path, write: Write, seats: Seats, tmp_path: Path
) -> None:
    half = seats((2, 4, 6), 2, 2)
    # After four deals: -50, 860 and -250. 2: 1750 - 50 = 1700; 4: 1380 + 860 = 2240; 6: -300 - 250 = -550.
    path = write(replace(half, deals=half.deals[:4]), "lists/3.csv")
    result = run("rank", cup)
    assert (result.exit_code, result.stdout) == (1, "")
    assert f"nicht fertig: {path}" in result.stderr
    assert "--provisional" in result.stderr
    value = json.loads(run("rank", cup, "--provisional", "--format", "json").stdout)
    assert value["provisional"] is True
    assert {row["player"]: row["total"] for row in value["ranking"]} == {
        1: 2760,
        2: 1700,
        3: 1450,
        4: 2240,
        5: 1450,
        6: -550,
    }
    for form, mark in (
        ("text", "Vorläufige Rangliste"),
        ("md", "# Vorläufige"),
        ("html", "Vorläufig:"),
        ("csv", "Vorläufig:"),
    ):
        assert mark in run("rank", cup, "--provisional", "--format", form).stdout


def test_a_player_without_a_list_in_a_round_makes_it_provisional(run: Run, cup: Path) -> None:
    (cup / "3.csv").unlink()
    result = run("rank", cup)
    assert result.exit_code == 1
    assert "von Spieler 6 gibt es keine Liste aus Durchgang 2" in result.stderr


def test_a_player_twice_in_a_round_is_an_error_that_names_both_lists(
    run: Run, cup: Path, write: Write, seats: Seats
) -> None:
    path = write(seats((4, 5, 3), 1, 2), "lists/1.csv")
    result = run("rank", cup)
    assert result.exit_code == 1
    assert str(path) in result.stderr
    assert str(cup / "0.csv") in result.stderr
    assert "Spieler 3 steht in Durchgang 1 auch auf dieser Liste" in " ".join(result.stderr.split())


def test_lists_that_do_not_belong_together_are_refused(run: Run, cup: Path, write: Write, seats: Seats) -> None:
    write(replace(seats((7, 8, 9), 2, 3), round=0, table=0), "lists/x.csv")
    result = run("rank", cup)
    assert result.exit_code == 2
    assert "sagt nicht, zu welchem Durchgang" in result.stderr
    # Deal 4 is made by free_meld=reach; nothing of it is on this list, which ends before.
    other = replace(seats((7, 8, 9), 2, 3), options={"free_meld": "reach"})
    write(replace(other, deals=other.deals[:3]), "lists/x.csv")
    result = run("rank", cup, "--provisional")
    assert result.exit_code == 2
    assert "nicht nach denselben Regeln" in result.stderr


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["-o", "ranking.doc"], "does not say in which format"),
        (["--format", "pdf"], "a PDF is written to a file"),
        (["-o", "missing/ranking.csv"], "cannot write"),
        (["-o", "lists", "--format", "csv"], "it is a folder"),
    ],
)
def test_a_wrong_use_ends_with_2_and_a_message(
    run: Run, cup: Path, monkeypatch: pytest.MonkeyPatch, args: list[str], message: str
) -> None:
    monkeypatch.chdir(cup.parent)
    result = run("rank", cup, *args)
    assert result.exit_code == 2
    assert message in result.output
    assert "Traceback" not in result.output


KILLED = """
import os, sys
from pathlib import Path
real, calls = os.fsync, 0
step = int(sys.argv[1])
def stop(where):
    global calls
    calls += 1
    if calls == step:
        os.kill(os.getpid(), 9)
def fsync(handle):
    stop("fsync")
    real(handle)
os.fsync = fsync
chmod, swap = Path.chmod, Path.replace
Path.chmod = lambda self, mode: (stop("chmod"), chmod(self, mode))[1]
Path.replace = lambda self, other: (stop("replace"), swap(self, other))[1]
sys.argv = ["stichwerk", *sys.argv[2:]]
from stichwerk.cli import main
main()
"""


@pytest.mark.parametrize("step", [1, 2, 3, 4])
def test_a_kill_at_any_step_of_writing_leaves_the_old_file_or_the_new_one(
    run: Run, cup: Path, tmp_path: Path, step: int
) -> None:
    path = tmp_path / "ranking.csv"
    path.write_bytes(b"the old one")
    lists = {file.name: file.read_bytes() for file in cup.iterdir()}
    command = [sys.executable, "-c", KILLED, str(step), "tournament", "rank", str(cup), "-o", str(path)]
    done = subprocess.run(command, check=False, capture_output=True, timeout=60)
    assert done.returncode == -signal.SIGKILL
    assert {file.name: file.read_bytes() for file in cup.iterdir()} == lists
    after = path.read_bytes()
    new = run("rank", cup, "--format", "csv").stdout_bytes
    assert after == (new if step == 4 else b"the old one")
    assert run("rank", cup, "-o", path).exit_code == 0
    assert path.read_bytes() == new
