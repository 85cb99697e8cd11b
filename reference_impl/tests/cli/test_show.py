"""`stichwerk show`."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from stichwerk.library import shipped
from stichwerk.resolve import resolve_ruleset

Run = Callable[..., Result]


def test_a_rulebook_in_its_own_language(run: Run) -> None:
    result = run("show", "binokel")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "Binokel"
    assert lines[-1] == resolve_ruleset("binokel")["hash"]
    assert "  opening=150  Erstes Gebot: Hundertfünfzig Punkte" in lines
    assert "    auch: 200 (Zweihundert Punkte), 250 (Zweihundertfünfzig Punkte)" in lines
    assert "5.6  Das erste Gebot lautet auf 150 Punkte." in lines
    assert "     [B, Reizen; Entscheidungen B2, B27]" in lines
    assert "  B Binokel: Artikel über die schwäbischen Regeln" in lines
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize(
    ("lang", "sentence", "status"),
    [
        ("de", "5.6  Das erste Gebot lautet auf 200 Punkte.", "redaktionell"),
        ("en", "5.6  The first bid is 200 points.", "editorial"),
        ("es", "5.6  La primera puja es de 200 puntos.", "nota editorial"),
    ],
)
def test_options_change_the_sentences(run: Run, lang: str, sentence: str, status: str) -> None:
    text = run("show", "binokel", "--set", "opening=200", "--lang", lang).stdout
    assert sentence in text
    assert "  opening=200  " in text
    assert status in text


def test_fixed_options_offer_no_choice(run: Run) -> None:
    text = run("show", "kreuz-binokel", "--lang", "en").stdout
    assert "players=4  Number of players: Four in two partnerships (fixed here)" in text
    assert "Three, each alone" not in text


@pytest.mark.parametrize("ruleset", [r for r in shipped().paths() if not shipped().header(r).get("abstract")])
@pytest.mark.parametrize("lang", ["de", "en", "es"])
def test_every_clause_of_every_ruleset_is_there(run: Run, ruleset: str, lang: str) -> None:
    text = " ".join(run("show", ruleset, "--lang", lang).stdout.split())
    for clause in resolve_ruleset(ruleset)["clauses"]:
        assert " ".join(clause["text"][lang].split()) in text, clause["id"]


def test_as_json_it_is_the_resolved_document(run: Run) -> None:
    result = run("show", "binokel", "--set", "players=4", "--format", "json")
    assert json.loads(result.stdout) == resolve_ruleset("binokel", {"players": "4"})


def test_a_wide_terminal_is_used_but_not_all_of_it(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert 90 < max(map(len, run("show", "binokel").stdout.splitlines())) <= 100


VARIANT = """\
language: 1
id: at-home
family: binokel
extends: binokel
authentic: en
title: {de: Daheim, en: At home, es: En casa}
choose: {opening: "200"}
"""


def test_rulesets_of_ones_own(run: Run, tmp_path: Path) -> None:
    (tmp_path / "at-home.yaml").write_text(VARIANT, encoding="utf-8")
    result = run("show", "at-home", "--spec", str(tmp_path))
    assert result.exit_code == 0
    assert result.stdout.startswith("At home\n")
    assert "5.6  The first bid is 200 points." in result.stdout


def test_a_wrong_document_is_told_with_its_place(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "at-home.yaml"
    path.write_text(VARIANT.replace("choose", "chose"), encoding="utf-8")
    result = run("show", "at-home", "--spec", str(tmp_path))
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(f"{path}:7:1: ")
    assert "did you mean choose?" in result.stderr
