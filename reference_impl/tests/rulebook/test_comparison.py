"""Rulesets side by side. What is expected was read in the sources and the atlas, not in the output."""

from __future__ import annotations

import json
import re
import resource
import subprocess
import sys
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner, Result

from stichwerk.cli import program
from stichwerk.decisions import catalogue
from stichwerk.library import Library, shipped
from stichwerk.loader import parse_yaml
from stichwerk.prose import FILTERS, LANGUAGES
from stichwerk.validation import collect
from stichwerk_rulebook.compare.columns import columns_of
from stichwerk_rulebook.compare.data import decisions_data
from stichwerk_rulebook.compare.table import Comparison, Row, compare
from stichwerk_rulebook.site.page import Page, Site
from stichwerk_rulebook.site.pages.compare import pages
from stichwerk_rulebook.words import words_of


def run(*args: str, columns: int = 80) -> Result:
    return CliRunner(env={"COLUMNS": str(columns)}).invoke(program, ["compare", *args], catch_exceptions=False)


@cache
def compared(*rulesets: str, settings: tuple[str, ...] = (), language: str = "de") -> Comparison:
    return compare(columns_of(rulesets, settings, shipped()), language)


def row(found: Comparison, path: str) -> Row:
    return next(each for each in found.rows if each.path == path)


def texts(found: Comparison, path: str) -> list[str]:
    return [cell.text for cell in row(found, path).cells]


BINOKEL = ("binokel", "binokel-anleitung", "binokel-turnier")
NONE, SILENT, IDLE = "gibt es nicht", "nicht belegt", "entfällt"

# The sections of the atlas on cut and deal, auction, widow, melds, play, scoring and match, and its table of axes.
ATLAS = {
    "deal.cut.lifted": ("differs", ["3 Karten", SILENT, "1 Karte"]),
    "deal.cut.left": ("differs", ["3 Karten", SILENT, "4 Karten"]),
    "deal.cut.by": ("not_attested", ["der Platz vor dem Geber", SILENT, "der Platz vor dem Geber"]),
    "auction.form": ("differs", ["Zweikampf", "reihum", "Zweikampf"]),
    "auction.opening": ("same", ["150 Punkte"] * 3),
    "auction.step": ("same", ["10 Punkte"] * 3),
    "widow": ("differs", ["gibt es", "gibt es", NONE]),
    "discard": ("differs", ["gibt es", "gibt es", NONE]),
    "discard.trumps": ("differs", ["Sieben", "alle", IDLE]),
    "discard.announce_trumps": ("differs", ["ja", "nein", IDLE]),
    "melds.pair.value": ("same", ["20, in Trumpf 40 Punkte"] * 3),
    "melds.family.absorbs": ("differs", ["Paar", "nichts", "Paar"]),
    "melds.double_binokel.value": ("same", ["300 Punkte"] * 3),
    "melds.eight_aces": ("differs", ["1000 Punkte", NONE, "1000 Punkte"]),
    "melds.eight_tens": ("differs", [NONE, NONE, "1000 Punkte"]),
    "melds.trump_seven.value": ("same", ["10 Punkte"] * 3),
    "melding.valid": (
        "differs",
        ["wenn die eigene Seite einen Stich hat", "immer", "wenn die eigene Seite einen Stich hat"],
    ),
    "contracts.concede": ("differs", ["gibt es", NONE, NONE]),
    "contracts.durch": ("differs", ["1000 Punkte", NONE, NONE]),
    "tricks.first_lead": ("differs", ["Vorhand", "der Alleinspieler", "Vorhand"]),
    "tricks.equal_cards": ("same", ["die zuerst gespielte"] * 3),
    "tricks.last_trick": ("same", ["10 Punkte"] * 3),
    "rounding.what": ("differs", ["die Stichpunkte jeder Seite", "die Summe jeder Seite", "nichts"]),
    "values.loss_factor": ("differs", ["keine eigene Zahl", "2", "2"]),
    "values.defence_bonus": ("differs", ["keine eigene Zahl", "keine eigene Zahl", "200"]),
    "irregularities.revoke": (
        "differs",
        ["das Spiel endet sofort", SILENT, "die Karte geht zurück, es wird zu Ende gespielt und bestraft"],
    ),
    "match.target": ("differs", ["1000 Punkte", "1000 Punkte", "kein Ziel"]),
    "match.deals": ("differs", ["ohne Grenze", "ohne Grenze", "9 Spiele"]),
    "match.tie": ("differs", ["es wird weitergespielt", "es wird weitergespielt", "der Platz wird geteilt"]),
}


@pytest.mark.parametrize("path", ATLAS)
def test_three_ways_to_play_binokel_are_as_the_atlas_has_them(path: str) -> None:
    found = compared(*BINOKEL)
    assert (row(found, path).status, texts(found, path)) == ATLAS[path]


def test_the_packets_of_the_three_deals() -> None:
    binokel, _, turnier = texts(compared(*BINOKEL), "deal.packets")
    assert binokel == "3 – 2 Dapp – 4 – 2 Dapp – 4 – 2 Dapp – 3"
    assert turnier == "4 – 4 – 4 – 4"


@pytest.mark.parametrize(
    ("path", "cited"),
    [
        ("auction.opening", ["§ 5.6 · B, Reizen", "§ 6.6 · A, Reizen 1", "§ 6.4 · Entscheidung T2"]),
        ("auction.form", ["§ 5.4 · Entscheidung B2", "§ 6.5 · Entscheidung A3", "§ 6.3 · Entscheidung T2"]),
        ("match.deals", ["", "", "§ 13.1 · Entscheidung T13"]),
        ("discard.announce_trumps", ["§ 10.2 · B, Dapp Aufnehmen und Drücken", "ohne eigene Bestimmung", ""]),
    ],
)
def test_each_answer_says_where_it_comes_from(path: str, cited: list[str]) -> None:
    data = json.loads(run(*BINOKEL, "--all", "--format", "json").stdout)
    cells = next(each for each in data["rows"] if each["path"] == path)["cells"]
    assert [cell["cited"] for cell in cells] == cited


# The rows of the atlas on Schnapsen, columns `bummerl`, `schnapsen` and `sechsundsechzig`.
SCHNAPSEN = {
    "deck.ranks": ("aab", "Ass, Zehn, König, Dame, Bube, Neun"),
    "deal.next_dealer": ("aab", "wer das Spiel gewonnen hat"),
    "stages.open.drawing": ("aab", "wenn der Gewinner es will"),
    "duties.beat": ("abb", "gibt es"),
    "actions.exchange.give.rank": ("aab", "Neun"),
    "actions.exchange_at_close": ("aab", "beim Zudrehen des Gegners"),
    "tricks.last_trick": ("aab", "10 Punkte"),
    "values.false_claim_trickless": ("aba", "keine eigene Zahl"),
    "match.count": ("aab", "aufwärts"),
    "values.goal": ("aaa", "66"),
    "announcements.marriage.value": ("aaa", "20, in Trumpf 40 Punkte"),
}


@pytest.mark.parametrize("path", SCHNAPSEN)
def test_columns_with_the_same_answer_bear_the_same_letter(path: str) -> None:
    found = row(compared("bummerl", "schnapsen", "sechsundsechzig"), path)
    groups, last = SCHNAPSEN[path]
    assert "".join(cell.group for cell in found.cells) == groups
    assert found.cells[-1].text == last
    assert found.status == ("same" if groups == "aaa" else "differs")


# The rows of the atlas on Guiñote, columns `guinote` and `guinote-tradicional`.
GUINOTE = {
    "announcements.marriage.cards": ["rey, caballo del mismo palo", "rey, sota del mismo palo"],
    "deal.packets": ["1 – 1 – 1 – 1 – 1 – 1 – 1 descubierta – 15 mazo", "3 – 3 – 1 descubierta – 15 mazo"],
    "deal.next_dealer": ["el siguiente por turno", "quien ganó la última baza"],
    "duties.head.unless": ["nadie", "aquel cuyo compañero va ganando"],
    "duties.overtrump.winning": ["no", "sí"],
    "announcements.marriage.window": ["el ganador tras la baza", "el bando ganador tras la baza"],
    "values.capote": ["100", "sin cifra propia"],
    "match.reach": ["al llegar a ella", "al superarla"],
    "match.tie": ["se sigue jugando", "decide la última baza"],
    "irregularities.revoke": ["no consta", "la ronda termina en el acto"],
}


@pytest.mark.parametrize("path", GUINOTE)
def test_guinote_as_in_the_instructions_and_as_handed_down(path: str) -> None:
    found = compared("guinote", "guinote-tradicional", language="es")
    assert texts(found, path) == GUINOTE[path]
    assert row(found, path) in found.differences


def test_a_part_that_one_game_lacks_is_one_difference() -> None:
    found = compared("binokel", "guinote", language="en")
    shown = {each.path: [cell.text for cell in each.cells] for each in found.differences}
    assert shown["auction"] == ["yes", "there is none"]
    assert shown["announcements"] == ["there is none", "yes"]
    for part in ("auction", "widow", "melds", "discard", "contracts", "announcements"):
        assert [path for path in shown if f"{path}.".startswith(f"{part}.")] == [part]


def test_what_arises_in_one_column_only_is_neither_same_nor_different() -> None:
    found = row(compared("binokel", "guinote"), "auction.opening")
    assert found.status == "single"
    assert [cell.state for cell in found.cells] == ["value", "no_question"]


def test_with_three_columns_the_two_that_have_a_part_are_still_compared() -> None:
    found = compared("binokel", "binokel-fuenfzehn", "guinote")
    assert texts(found, "auction.opening") == ["150 Punkte", "250 Punkte", IDLE]
    assert row(found, "auction.opening").status == "differs"


def test_a_part_is_said_once_even_where_its_value_speaks_for_it() -> None:
    found = compared(*BINOKEL)
    assert not [each for each in found.rows if each.path == "contracts.durch.worth"]
    assert [each.path for each in found.rows if each.path == "melds.eight_tens.value"] == []


def test_every_leaf_of_every_ruleset_is_in_a_row() -> None:
    library = shipped()
    names = [name for name in library.paths() if not library.header(name).get("abstract")]
    found = compared(*names)
    rows = {each.path: each for each in found.rows}
    for n, column in enumerate(found.columns):
        for leaf in column.document["provenance"]:
            decision = catalogue().decision(leaf)
            assert decision is not None
            part = decision.key.rpartition(".")[0]
            cell = (rows.get(decision.key) or rows[part]).cells[n]
            assert cell.state == "value", leaf


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_left_as_the_rules_write_it(language: str) -> None:
    library = shipped()
    names = [name for name in library.paths() if not library.header(name).get("abstract")]
    found = compared(*names, language=language)
    said = [text for each in found.rows for text in (each.label, *(cell.text for cell in each.cells))]
    assert not [text for text in said if re.search(r"[a-z]_[a-z]|==|&&|\{|\}", text)]
    assert all(said)


def test_steps_and_packets_are_called_as_in_the_rulebook() -> None:
    table, pack = catalogue(), shipped().pack("french")
    for language in LANGUAGES:
        for step, said in table.words["step"].items():
            assert FILTERS["steps"]([step], language, pack) == said[language]
        for place, said in table.words["place"].items():
            assert FILTERS["packets"]([{place: 7}], language, pack) == said[language].format(7)


# --- The command --------------------------------------------------------------------------------------------------


def test_a_ruleset_beside_itself_has_no_differences() -> None:
    result = run("binokel", "binokel", "--exit-code")
    assert result.exit_code == 0
    assert "Keine Unterschiede." in result.stdout
    assert "≠" not in result.stdout


def test_differences_end_with_zero_unless_they_are_asked_for() -> None:
    assert run("binokel", "binokel-turnier").exit_code == 0
    assert run("binokel", "binokel-turnier", "--exit-code").exit_code == 1


def test_one_ruleset_under_two_sets_of_options() -> None:
    result = run("binokel", "binokel", "--set", "binokel#2.opening=200", "--exit-code")
    assert result.exit_code == 1
    assert "binokel#2  Binokel (Erstes Gebot: Zweihundert Punkte)" in result.stdout
    assert re.search(r"≠ Erstes Gebot +150 Punkte +200 Punkte\n +§ 5\.6 · B, Reizen", result.stdout)
    assert "≠ verschieden: 1" in result.stdout


def test_options_go_to_the_column_that_is_named() -> None:
    found = compared("schnapsen", "binokel", settings=("binokel.opening=200", "binokel.players=4"))
    assert [dict(column.departures) for column in found.columns] == [{}, {"opening": "200", "players": "4"}]


def test_the_first_of_two_may_be_named_though_it_stands_alone() -> None:
    assert compared("schnapsen", "binokel", settings=("binokel#1.opening=250",)).columns[1].departures


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("binokel",), "a comparison needs at least two rulesets"),
        (("binokl", "schnapsen"), "there is no ruleset 'binokl'\nhint: did you mean binokel?"),
        (("binokel", "schnapsen", "--set", "opening=200"), "hint: binokel.opening=200 or schnapsen.opening=200"),
        (
            ("binokel", "binokel", "--set", "binokel.opening=200"),
            "write binokel#1.opening=200 or binokel#2.opening=200",
        ),
        (("binokel", "schnapsen", "--set", "binkel.opening=200"), "no column 'binkel'\nhint: did you mean binokel?"),
        (("binokel", "schnapsen", "--set", "binokel.openin=200"), "no option 'openin'\nhint: did you mean opening?"),
        (("binokel", "schnapsen", "--set", "binokel.opening=220"), "no choice '220'; expected one of 150, 200, 250"),
        (("binokel", "schnapsen", "--set", "binokel.opening"), "expected RULESET.OPTION=CHOICE"),
        (
            ("binokel", "schnapsen", "--set", "binokel.players=3", "--set", "binokel.players=4"),
            "binokel.players is set to 3 and to 4",
        ),
        (
            ("binokel", "schnapsen", "--set", "binokel.hands=fifteen", "--set", "binokel.players=4"),
            "hands=fifteen does not go with players=4",
        ),
        (("binokel", "schnapsen", "--section", "auctoin"), "hint: did you mean auction?"),
    ],
)
def test_a_wrong_use_is_told_with_what_exists(args: tuple[str, ...], message: str) -> None:
    result = run(*args)
    assert result.exit_code == 2
    assert message in result.stderr
    assert "Traceback" not in result.stderr


def test_only_the_section_that_was_asked_for() -> None:
    data = json.loads(run(*BINOKEL, "--section", "auction", "--all", "--format", "json").stdout)
    assert {each["section"] for each in data["rows"]} == {"auction"}
    assert [each["id"] for each in data["sections"]] == ["auction"]
    assert "Keine Unterschiede in: Reizen." in run("binokel", "binokel", "--section", "auction").stdout


@pytest.mark.parametrize("rulesets", [BINOKEL, BINOKEL[:2], ("bummerl", "guinote")])
def test_two_or_three_columns_fit_eighty_characters(rulesets: tuple[str, ...]) -> None:
    lines = run(*rulesets, "--all").stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert any(line.startswith("─") for line in lines)


def test_too_many_columns_become_a_list() -> None:
    result = run("bummerl", "schnapsen", "guinote", "guinote-tradicional", "binokel", "--section", "deck")
    lines = result.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    assert not any(line.startswith("─") for line in lines)
    at = lines.index("≠ Jede Karte kommt vor")
    assert lines[at + 1].strip() == "einmal"
    assert any(line.strip() == "2-mal" for line in lines[at:])
    assert any(line.strip().startswith("binokel § 2.1") for line in lines[at:])


class Tags(HTMLParser):
    """Opening and closing tags, which must match."""

    EMPTY = ("meta", "br")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: dict[str, int] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen[tag] = self.seen.get(tag, 0) + 1
        assert not {"src", "href"} & {name for name, _ in attrs}
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_html_is_one_page_that_needs_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "binokel.html"
    assert run(*BINOKEL, "--format", "html", "-o", str(file)).stdout == ""
    text = file.read_text(encoding="utf-8")
    tags = Tags()
    tags.feed(text)
    assert tags.open == []
    assert tags.seen["td"] == 3 * len(compared(*BINOKEL).differences)
    assert "side.melds + total_points &gt; bid" in text
    assert "url(" not in text
    assert "@import" not in text


def test_markdown_tables_have_a_cell_for_every_column() -> None:
    lines = run("binokel", "bummerl", "--format", "md", "--all").stdout.splitlines()
    tabled = [line for line in lines if line.startswith("|")]
    assert len(tabled) > 100
    assert {re.sub(r"\\.", "", line).count("|") for line in tabled} == {4}
    assert any("<code>side.trick&#95;points</code>" in line for line in tabled)


@pytest.mark.parametrize("rulesets", [BINOKEL, ("schnapsen", "guinote"), ("binokel", "binokel")])
def test_json_fits_its_schema(rulesets: tuple[str, ...]) -> None:
    for more in ((), ("--all",)):
        text = run(*rulesets, "--format", "json", *more).stdout
        assert collect(parse_yaml(text.encode(), "output"), "comparison") == []
        data = json.loads(text)
        assert all(len(each["cells"]) == len(rulesets) for each in data["rows"])
        counted = {status: sum(each["status"] == status for each in data["rows"]) for status in data["counts"]}
        assert counted == (data["counts"] if more else {**data["counts"], "same": 0, "single": 0})


def test_a_comparison_is_there_at_once() -> None:
    command = [sys.executable, "-m", "stichwerk", "compare", "binokel", "binokel-turnier"]
    taken = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        taken.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    assert min(taken) < 0.5  # of the processor: what else runs on the machine does not count


# --- Rulesets from elsewhere --------------------------------------------------------------------------------------

HOME = """\
language: 1
id: at-home
family: binokel
extends: binokel
authentic: en
title: {de: Daheim, en: At home, es: En casa}
change:
  - clause: awards.counted
    rule:
      awards: {counted: {when: "true", points: side.valid_melds + side.counted + values.house_gift}}
      values: {house_gift: 5}
    status: editorial
"""


def test_names_that_nobody_has_put_into_words_are_shown_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "at-home.yaml").write_text(HOME, encoding="utf-8")
    result = run("at-home", "binokel", "--spec", str(tmp_path))
    assert result.exit_code == 0, result.output
    assert re.search(r"≠ house gift +5 +no figure of its own", result.stdout)
    assert re.search(r"≠ Counted: Points +side.valid_melds \+ +melds and trick points", result.stdout)


def test_a_folder_may_bring_words_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "at-home.yaml").write_text(HOME, encoding="utf-8")
    words = {"house_gift": {"de": "Hausgeschenk", "en": "Gift of the house", "es": "Regalo de la casa"}}
    table = {"language": 1, "names": {"values": words}}
    (tmp_path / "decisions.yaml").write_text(yaml.safe_dump(table, allow_unicode=True), encoding="utf-8")
    assert "≠ Gift of the house" in run("at-home", "binokel", "--spec", str(tmp_path)).stdout


def test_a_leaf_without_a_decision_is_shown_under_its_path() -> None:
    known = shipped()

    class Poor(Library):
        def decisions(self) -> dict[str, object]:
            return known.decisions() | {"decisions": [], "parts": []}

    library = Poor()
    found = compare(columns_of(("binokel", "binokel-turnier"), (), library), "en", library=library)
    shown = row(found, "auction.form")
    assert (shown.label, shown.section, shown.cells[0].text) == ("auction.form", "other", "duel")
    assert texts(found, "deck.copies") == ["2", "2"]


# --- Data and pages -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_script_gets_the_table_in_one_language(language: str) -> None:
    data = json.loads(json.dumps(decisions_data(language)))
    opening = next(each for each in data["decisions"] if each["path"] == "auction.opening")
    assert opening["question"] == {"de": "Erstes Gebot", "en": "Opening bid", "es": "Puja mínima"}[language]
    assert data["units"]["points"]["other"].startswith("{} ")
    assert set(data["phrases"]) == set(words_of("compare"))
    assert not re.search(r'"(de|en|es)":', json.dumps(data))


@cache
def site_pages(language: str) -> dict[str, Page]:
    return {page.path: page for page in pages(Site(language, shipped(), ()))}


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_family_has_a_page_with_all_its_rulesets(language: str) -> None:
    found = site_pages(language)
    assert set(found) == {"compare/index.md"} | {f"compare/{name}.md" for name in ("binokel", "schnapsen", "guinote")}
    site = Site(language, shipped(), ())
    for name in site.rulesets:
        page = found[f"compare/{site.library.header(name)['family']}.md"]
        assert f"(../rules/{name}.md)" in page.text
    assert all(page.text.count("\n# ") == 0 and page.text.startswith("# ") for page in found.values())


def test_the_cells_of_a_page_lead_to_the_clauses() -> None:
    text = site_pages("de")["compare/binokel.md"].text
    assert "[§ 5.6](../rules/binokel.md#auction.opening) · B, Reizen" in text
    assert "[§ 6.3](../rules/binokel-turnier.md#auction.form) · Entscheidung T2" in text
    opening = next(line for line in text.splitlines() if line.startswith("| ≠ Erstes Gebot"))
    assert opening.count('data-answer="a"') == 7
    assert opening.count('data-answer="b"') == 1
    assert opening.count("|") == 10
