"""`stichwerk edition` makes an edition of what is coming, and refuses when that does not fit the hashes."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from stichwerk import __version__
from stichwerk.library import Library
from stichwerk.loader import load_yaml
from stichwerk.resolve import resolve_ruleset

Run = Callable[..., Result]

VARIANT = """\
language: 1
id: {name}
family: schnapsen
extends: schnapsen-a-trois
authentic: de
title: {{de: Klub, en: Club, es: Club}}
"""
PATCH = "change:\n  - clause: match.start\n    rule: {match: {count: down, start: 9}}\n"
EMPTY = "# Kept by hand.\nlanguage: 1\neditions: []\n"
COMING = """\
# Kept by hand.
language: 1
coming:
  # Why: nobody liked it.
  - kind: substantive
    rulesets: [club]
    clauses: [match.start]
    text: {de: Kürzer., en: Shorter., es: Más corta.}
  - kind: editorial
    rulesets: [club, house]
    text:
      de: Ein Komma.
      en: A comma.
      es: Una coma.
"""


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    for name in ("club", "house"):
        (tmp_path / f"{name}.yaml").write_text(VARIANT.format(name=name), encoding="utf-8")
    (tmp_path / "changes.yaml").write_text(EMPTY, encoding="utf-8")
    return tmp_path


def change_club(spec: Path) -> None:
    """Plays the club's game from nine instead of seven."""
    (spec / "club.yaml").write_text(VARIANT.format(name="club") + PATCH, encoding="utf-8")


def announce(spec: Path) -> None:
    """Writes the coming changes in."""
    file = spec / "changes.yaml"
    editions = file.read_text(encoding="utf-8").partition("editions:")[2]
    file.write_text(f"{COMING}editions:{editions}", encoding="utf-8")


def value(spec: Path) -> dict[str, Any]:
    found: dict[str, Any] = load_yaml(spec / "changes.yaml").value
    return found


def test_the_first_edition_keeps_the_hashes_of_all_rulesets(run: Run, spec: Path) -> None:
    result = run("edition", "2026-11", "--date", "2026-11-30", "--spec", str(spec))
    assert result.output == "edition 2026-11: 2 rulesets, 0 changes\n"
    (edition,) = value(spec)["editions"]
    hashes = {name: played["hash"] for name, played in edition.pop("rulesets").items()}
    library = Library([spec])
    assert hashes == {name: resolve_ruleset(name, library=library)["hash"] for name in ("club", "house")}
    assert edition == {
        "id": "2026-11",
        "date": "2026-11-30",
        "version": __version__,
        "title": {
            "de": "Ausgabe November 2026",
            "en": "Edition of November 2026",
            "es": "Edición de noviembre de 2026",
        },
    }
    assert (spec / "changes.yaml").read_text(encoding="utf-8").startswith("# Kept by hand.\nlanguage: 1\neditions:\n")


def test_the_day_is_today_unless_it_is_said(run: Run, spec: Path) -> None:
    run("edition", "2026-11", "--spec", str(spec))
    today = datetime.now(UTC).date()
    assert value(spec)["editions"][0]["date"] in {str(today + timedelta(days)) for days in (-1, 0, 1)}


def test_what_is_coming_becomes_the_next_edition(run: Run, spec: Path) -> None:
    run("edition", "2026-11", "--date", "2026-11-30", "--spec", str(spec))
    first = value(spec)["editions"][0]
    announce(spec)
    told = load_yaml(spec / "changes.yaml").value["coming"]
    change_club(spec)
    result = run("edition", "2027-03", "--date", "2027-03-01", "--spec", str(spec))
    assert result.output == "edition 2027-03: 2 rulesets, 2 changes\n", result.stderr
    after = value(spec)
    assert after["coming"] == []
    assert [edition["id"] for edition in after["editions"]] == ["2027-03", "2026-11"]
    assert after["editions"][0]["changes"] == told
    assert after["editions"][0]["title"]["es"] == "Edición de marzo de 2027"
    assert after["editions"][1] == first


def test_a_comment_on_what_is_coming_is_not_lost(run: Run, spec: Path) -> None:
    run("edition", "2026-11", "--spec", str(spec))
    announce(spec)
    change_club(spec)
    run("edition", "2027-03", "--spec", str(spec))
    text = (spec / "changes.yaml").read_text(encoding="utf-8")
    assert text.startswith("# Kept by hand.\n")
    assert text.count("# Why: nobody liked it.") == 1


def test_the_newest_edition_can_be_made_again(run: Run, spec: Path) -> None:
    run("edition", "2026-11", "--date", "2026-11-30", "--spec", str(spec))
    before = value(spec)["editions"][0]
    change_club(spec)
    result = run("edition", "2026-11", "--again", "--spec", str(spec))
    assert result.output == "edition 2026-11: 2 rulesets, 0 changes\n", result.stderr
    (after,) = value(spec)["editions"]
    assert after["rulesets"]["house"] == before["rulesets"]["house"]
    assert after["rulesets"]["club"]["hash"] == resolve_ruleset("club", library=Library([spec]))["hash"]
    assert after["rulesets"]["club"]["hash"] != before["rulesets"]["club"]["hash"]
    assert {**after, "rulesets": 0} == {**before, "rulesets": 0}
    run("edition", "2026-11", "--again", "--date", "2026-12-01", "--spec", str(spec))
    assert value(spec)["editions"] == [{**after, "date": "2026-12-01"}]


def test_making_an_edition_again_adds_what_has_come_to_its_changes(run: Run, spec: Path) -> None:
    run("edition", "2026-11", "--spec", str(spec))
    announce(spec)
    change_club(spec)
    run("edition", "2027-03", "--spec", str(spec))
    first, second = value(spec)["editions"][0]["changes"]
    announce(spec)
    text = (spec / "changes.yaml").read_text(encoding="utf-8")
    coming = text.replace(
        "substantive\n    rulesets: [club]\n    clauses: [match.start]", "editorial\n    rulesets: [club]"
    )
    (spec / "changes.yaml").write_text(coming, encoding="utf-8")
    result = run("edition", "2027-03", "--again", "--spec", str(spec))
    assert result.output == "edition 2027-03: 2 rulesets, 4 changes\n", result.stderr
    after = value(spec)
    assert after["coming"] == []
    assert after["editions"][0]["changes"][:2] == [first, second]
    assert [change["kind"] for change in after["editions"][0]["changes"][2:]] == ["editorial", "editorial"]
    assert after["editions"][0]["changes"][3] == second


@pytest.mark.parametrize("described", [True, False])
def test_changes_that_do_not_fit_the_hashes_make_no_edition(run: Run, spec: Path, described: bool) -> None:
    run("edition", "2026-11", "--spec", str(spec))
    if described:
        announce(spec)
    else:
        change_club(spec)
    before = (spec / "changes.yaml").read_text(encoding="utf-8")
    result = run("edition", "2027-03", "--spec", str(spec))
    assert result.exit_code == 2
    expected = (
        "club is played as in the edition 2026-11" if described else "club is played otherwise than in the edition"
    )
    assert expected in result.stderr
    assert (spec / "changes.yaml").read_text(encoding="utf-8") == before


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["november"], "an edition is named by year and month, such as 2026-11"),
        (["2026-13"], "an edition is named by year and month"),
        (["2026-12", "--date", "1.12.2026"], "a date is written as year, month and day"),
        (["2026-12", "--date", "2026-02-30"], "a date is written as year, month and day"),
        (["2026-11"], "the edition 2026-11 is not newer than 2026-11"),
        (["2026-10"], "the edition 2026-10 is not newer than 2026-11"),
        (["2026-12", "--again"], "the newest edition is 2026-11, so 2026-12 cannot be made again"),
    ],
)
def test_a_wrong_use_is_told_and_changes_nothing(run: Run, spec: Path, arguments: list[str], message: str) -> None:
    run("edition", "2026-11", "--spec", str(spec))
    before = (spec / "changes.yaml").read_text(encoding="utf-8")
    result = run("edition", *arguments, "--spec", str(spec))
    assert result.exit_code == 2
    assert message in result.stderr
    assert (spec / "changes.yaml").read_text(encoding="utf-8") == before


def test_before_the_first_edition_there_is_none_to_make_again(run: Run, spec: Path) -> None:
    result = run("edition", "2026-11", "--again", "--spec", str(spec))
    assert result.exit_code == 2
    assert "there is no edition yet, so 2026-11 cannot be made again" in result.stderr


def test_a_second_edition_in_a_month_has_a_letter(run: Run, spec: Path) -> None:
    run("edition", "2026-11", "--date", "2026-11-03", "--spec", str(spec))
    assert run("edition", "2026-11b", "--date", "2026-11-30", "--spec", str(spec)).exit_code == 0
    assert [edition["id"] for edition in value(spec)["editions"]] == ["2026-11b", "2026-11"]


def test_a_folder_without_the_file_is_told(run: Run, spec: Path) -> None:
    (spec / "changes.yaml").unlink()
    result = run("edition", "2026-11", "--spec", str(spec))
    assert result.exit_code == 2
    assert "changes.yaml" in result.stderr


def test_unsound_rules_make_no_edition(run: Run, spec: Path) -> None:
    file = spec / "club.yaml"
    file.write_text(file.read_text(encoding="utf-8") + "drop:\n  - clause: tricks.none\n", encoding="utf-8")
    result = run("edition", "2026-11", "--spec", str(spec))
    assert result.exit_code == 2
    assert "there is no clause 'tricks.none' to drop" in result.stderr


def test_coming_changes_in_brackets_are_refused(run: Run, spec: Path) -> None:
    words = "{de: Ein Komma., en: A comma., es: Una coma.}"
    coming = f"coming: [{{kind: editorial, rulesets: [club], text: {words}}}]\n"
    (spec / "changes.yaml").write_text(EMPTY.replace("editions", f"{coming}editions"), encoding="utf-8")
    result = run("edition", "2026-11", "--spec", str(spec))
    assert result.exit_code == 2
    assert "write each on lines of its own, after a dash" in result.stderr
