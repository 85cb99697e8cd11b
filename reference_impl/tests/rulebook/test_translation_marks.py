"""A translation that lags behind its sentence is marked wherever it is shown, and only there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from stichwerk.library import Library, shipped
from stichwerk_rulebook.book import book
from stichwerk_rulebook.printing.markdown import book_markdown
from stichwerk_rulebook.printing.pages import book_html
from stichwerk_rulebook.site.clauses import chapters
from stichwerk_rulebook.site.page import Site
from stichwerk_rulebook.site.pages import rulings
from stichwerk_rulebook.words import words

CLAUSE, RULING = "trump.named", "S4"
LANGUAGES = ("de", "en", "es")


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    """The spec with another German sentence in one clause and in one ruling, which the translations do not know."""
    folder = tmp_path_factory.mktemp("spec")
    (folder / "rulings").mkdir()
    for path in ("schnapsen/schnapsen-a-trois.yaml", "rulings/schnapsen.yaml"):
        text = (shipped().shipped / path).read_text(encoding="utf-8")
        (folder / path.replace("schnapsen/", "", 1)).write_text(_changed(text), encoding="utf-8")
    return Library([folder])


def _changed(text: str) -> str:
    return re.sub(rf"(- id: (?:{CLAUSE}|{RULING})\n(?:.*\n)*? +de: )", r"\1Neuerdings. ", text, count=1)


def test_only_the_translations_of_the_changed_sentence_are_stale(library: Library) -> None:
    stale = {
        language: [
            clause.id
            for clause in book("schnapsen-a-trois", language=language, library=library).clauses
            if clause.stale
        ]
        for language in LANGUAGES
    }
    assert stale == {"de": [], "en": [CLAUSE], "es": [CLAUSE]}


def test_nothing_in_the_shipped_spec_is_marked() -> None:
    for language in LANGUAGES:
        for name in ("schnapsen-a-trois", "bummerl"):
            shown = book(name, language=language)
            assert not any(clause.stale or any(ruling.stale for ruling in clause.rulings) for clause in shown.clauses)
            assert "outdated" not in chapters(shown)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_and_the_printed_book_show_the_mark_once(library: Library, language: str) -> None:
    shown = book("schnapsen-a-trois", language=language, library=library)
    mark, times = words("changes", language)("out_of_date"), int(language != "de")
    assert chapters(shown).count(f'<span class="outdated">{mark}</span>') == times
    assert book_html(shown).count(mark) == times
    assert book_markdown(shown).count(mark) == times


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_stale_ruling_is_marked_under_its_clauses_and_on_the_page_of_rulings(library: Library, language: str) -> None:
    mark, times = words("changes", language)("out_of_date"), int(language != "de")
    (page,) = rulings.pages(Site(language, library, ()))
    assert page.text.count(mark) == times
    own = book("bummerl", language=language, library=library)
    resting = [clause.id for clause in own.clauses if RULING in {ruling.id for ruling in clause.rulings}]
    assert resting
    assert chapters(own).count(f'<span class="outdated">{mark}</span>') == times * len(resting)
    assert book_html(own).count(mark) == times
    assert book_markdown(own).count(mark) == times


def test_the_printed_mark_stands_among_the_grounds_of_the_clause(library: Library) -> None:
    html = book_html(book("schnapsen-a-trois", language="en", library=library))
    before, _, after = html.partition("translation out of date")
    assert before.rpartition('<p class="grounds">')[2] == ""
    assert Path(after).name
