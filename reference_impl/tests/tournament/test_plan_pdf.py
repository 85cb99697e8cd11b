"""The plan, the sheets and the leaflet as PDF."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from stichwerk.cli import program

pypdf = pytest.importorskip("pypdf")
try:
    import weasyprint  # noqa: F401
except (ImportError, OSError) as error:
    if os.environ.get("CI") == "true":
        raise
    pytest.skip(f"PDFs cannot be made here: {error}", allow_module_level=True)

pytestmark = pytest.mark.long
NAMES = "Jürgen Groß\nJosé Núñez\nAnna Öttl\nCem Şahin\nDora\nEva\nFinn\n"


def plan(folder: Path, lang: str) -> None:
    names = folder.parent / "names.txt"
    names.write_text(NAMES, encoding="utf-8")
    arguments = ["tournament", "plan", "--names", str(names), "--lang", lang, "-o", str(folder)]
    assert CliRunner().invoke(program, arguments, catch_exceptions=False).exit_code == 0


def read(path: Path) -> tuple[Any, str]:
    found = pypdf.PdfReader(path)
    return found, "".join(page.extract_text() for page in found.pages)


@pytest.mark.parametrize(
    ("lang", "title", "card", "sheet"),
    [
        ("de", "Spielplan", "Durchgang 2: Tisch", "Unterschriften"),
        ("en", "Playing plan", "Round 2: table", "Signatures"),
        ("es", "Plan de juego", "Serie 2: mesa", "Firmas"),
    ],
)
def test_what_is_printed_has_its_pages_and_its_words(
    tmp_path: Path, lang: str, title: str, card: str, sheet: str
) -> None:
    plan(tmp_path / "t", lang)

    printed, text = read(tmp_path / "t" / "plan.pdf")
    assert printed.metadata.title.startswith(title)
    assert title in text
    assert text.count(card) == 7
    assert all(name in text for name in NAMES.split("\n"))
    lists, text = read(tmp_path / "t" / "lists.pdf")
    # Two tables in three rounds, one sheet each, across.
    assert len(lists.pages) == 6
    assert {(round(page.mediabox.width), round(page.mediabox.height)) for page in lists.pages} == {(842, 595)}
    assert text.count(sheet) == 6
    assert len(read(tmp_path / "t" / "leaflet.pdf")[0].pages) == 1


def test_a_second_run_changes_no_byte_of_what_is_printed(tmp_path: Path) -> None:
    plan(tmp_path / "t", "de")
    before = {path.name: path.read_bytes() for path in (tmp_path / "t").glob("*.pdf")}
    assert sorted(before) == ["leaflet.pdf", "lists.pdf", "plan.pdf"]

    plan(tmp_path / "t", "de")
    assert {path.name: path.read_bytes() for path in (tmp_path / "t").glob("*.pdf")} == before


@pytest.mark.parametrize("chosen", ["deals=9", "deals=15"])
def test_a_sheet_fits_its_page_however_many_deals_there_are(tmp_path: Path, chosen: str) -> None:
    from stichwerk import load
    from stichwerk_rulebook.printing import pdf
    from stichwerk_tournament.plan import made, with_names
    from stichwerk_tournament.sheets import sheets_html

    option, _, choice = chosen.partition("=")
    rules = load("binokel-turnier", {option: choice})
    long = {number: f"Freiherr von und zu Hohenstaufen-Waldenbuch {number}" for number in range(1, 8)}
    for lang in ("de", "en", "es"):
        (tmp_path / "l.pdf").write_bytes(pdf(sheets_html(with_names(made(rules, 7, 1), long), rules, lang)))
        assert len(read(tmp_path / "l.pdf")[0].pages) == 6


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are found in /proc")
def test_a_killed_run_leaves_no_process_without_anything_to_do(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "stichwerk", "tournament", "plan", "--players", "60", "-o", str(tmp_path / "t")]
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    until = time.monotonic() + 120
    while len(group(running.pid)) < 3 and time.monotonic() < until:
        time.sleep(0.1)
    assert len(group(running.pid)) >= 3, "no PDFs are being made"
    running.kill()
    running.wait()

    while group(running.pid) and time.monotonic() < until:
        time.sleep(0.5)
    assert group(running.pid) == []


def group(leader: int) -> list[int]:
    """The processes, dead ones left out, that belong to the group of a process."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, _, its_group = stat.read_text("utf-8").rpartition(")")[2].split()[:3]
            if int(its_group) == leader and state != "Z":
                found.append(int(stat.parent.name))
    return found
