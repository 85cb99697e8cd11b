"""The book and the leaflet as HTML and Markdown, and the tables in them."""

from __future__ import annotations

import re
from collections.abc import Callable
from html.parser import HTMLParser

import pytest

from stichwerk.errors import SpecError
from stichwerk.library import Library
from stichwerk_rulebook.book import Book, book
from stichwerk_rulebook.printing import book_html, figures, leaflet_html, markdown, telling
from stichwerk_rulebook.printing.typography import typeset
from stichwerk_rulebook.words import words_of

PLAYABLE = [name for name in Library().paths() if not Library().header(name).get("abstract")]
VOID = {"meta", "br", "link", "img", "input", "hr", "path", "rect", "use", "circle"}
Written = Callable[[Book], str]


class Outline(HTMLParser):
    """What a page is made of: anchors, links, headings, addresses, and tags that are not closed in their order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.headings: list[str] = []
        self.loaded: list[str] = []
        self.wrong: list[str] = []
        self.language = ""
        self._open: list[str] = []
        self.feed(text)
        self.wrong += self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.ids += [found["id"]] if "id" in found else []
        self.links += [found["href"]] if tag == "a" else []
        self.loaded += [found[name] for name in ("src", "srcset") if name in found] + ["script"] * (tag == "script")
        self.loaded += [found["href"]] if tag == "link" else []
        self.headings += [tag] if re.fullmatch("h[1-6]", tag) else []
        self.language = found.get("lang", "") if tag == "html" else self.language
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Closed where it opens: nothing is left open."""

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open.pop() != tag:
            self.wrong.append(f"/{tag}")


def usual(name: str = "binokel", language: str = "de", **chosen: str) -> Book:
    return book(name, chosen, language)


@pytest.mark.parametrize("language", ["de", "en", "es"])
@pytest.mark.parametrize("name", PLAYABLE)
def test_the_page_of_the_book_is_whole_and_needs_nothing_else(name: str, language: str) -> None:
    text = book_html(usual(name, language))
    page = Outline(text)
    assert page.wrong == []
    assert page.loaded == []
    assert "url(" not in text
    assert "@import" not in text
    assert page.language == language
    assert len(page.ids) == len(set(page.ids))
    assert {link.removeprefix("#") for link in page.links} <= set(page.ids)
    assert page.headings[0] == "h1"
    assert page.headings.count("h1") == 1


@pytest.mark.parametrize("write", [book_html, markdown.book_markdown], ids=["html", "md"])
@pytest.mark.parametrize("name", ["binokel-turnier", "bummerl", "guinote-tradicional"])
def test_the_book_holds_every_sentence_source_and_ruling(name: str, write: Written) -> None:
    found = usual(name, "es")
    text = plain(write(found))
    for clause in found.clauses:
        assert f"{clause.number} {plain(clause.text)}" in text or plain(clause.text) in text
        for ruling in clause.rulings:
            assert plain(ruling.question) in text
            assert plain(ruling.decision) in text
    for source in found.sources:
        assert plain(source.title) in text
    assert found.hash in text


def plain(text: str) -> str:
    """A text without tags, marks of Markdown and typography, so that only words are compared."""
    text = re.sub(r"<style>.*?</style>", " ", text, flags=re.DOTALL)
    text = re.sub(r"<[^>]+>", " ", text).replace("&#34;", '"').replace("&amp;", "&").replace("&#39;", "’")
    text = text.replace("'", "’").replace("\\", "").replace("**", "")
    return re.sub(r"\s+([.,;:])", r"\1", re.sub(r"[\s\u00a0\u202f]+", " ", text))


def test_options_that_depart_from_the_usual_are_marked_and_come_first() -> None:
    found = usual(opening="200", revoke="calm")
    titles = {option.id: option.title for option in found.options}
    options = telling.chosen(found)
    assert [option.title for option in options if option.usual] == [titles["opening"], titles["revoke"]]
    assert all(option.usual for option in options[:2])
    text = book_html(found)
    assert text.count('<tr class="departure">') == 2
    marked = set(re.findall(r'<div class="clause departure" id="([^"]+)"', text))
    assert marked == {"auction.opening", "irregularities.revoke"}


def test_the_usual_table_has_no_marks() -> None:
    text = book_html(usual())
    assert 'class="clause departure"' not in text
    assert 'class="departure"' not in text


def test_a_clause_that_an_option_adds_is_a_departure() -> None:
    found = usual(open_durch="on")
    added = {clause.id for clause in found.clauses if telling.changed_by(found, clause)}
    assert {"contracts.durch_open", "contracts.durch_hand"} <= added


@pytest.mark.parametrize("write", [leaflet_html, markdown.leaflet_markdown], ids=["html", "md"])
def test_the_leaflet_has_marked_clauses_and_departures_and_no_others(write: Written) -> None:
    found = usual(open_durch="on")
    text = plain(write(found))
    for clause in found.clauses:
        wanted = clause.leaflet or clause.id in {"contracts.durch_open", "contracts.durch_hand"}
        assert (plain(typeset(clause.text, "de")) in text) == wanted, clause.id


def test_the_sentences_of_the_leaflet_are_those_of_the_book() -> None:
    found = usual("schnapsen", "en")
    whole, short = book_html(found), leaflet_html(found)
    for _, clauses in telling.leaflet_sections(found):
        for clause in clauses:
            assert str(typeset(clause.text, "en")) in short
            assert str(typeset(clause.text, "en")) in whole


@pytest.mark.parametrize("name", PLAYABLE)
def test_the_leaflet_says_something_about_dealing_tricks_and_scoring(name: str) -> None:
    found = usual(name)
    provenance = found.document["provenance"]
    shown = {section.id for section, _ in telling.leaflet_sections(found)}
    for leaf in ("deal.packets", "duties.", "awards."):
        setting = {clause for path, clause in provenance.items() if path.startswith(leaf)}
        chapters = {section.id for section in found.sections if setting & {clause.id for clause in section.clauses}}
        assert shown & chapters, leaf


def test_a_ruleset_without_marks_has_no_leaflet_and_says_so() -> None:
    found = usual()
    bare = Book(
        **{name: getattr(found, name) for name in Book.__dataclass_fields__ if name != "sections"},
        sections=(),
    )
    with pytest.raises(SpecError, match="binokel says of no clause that it belongs on the leaflet"):
        leaflet_html(bare)


@pytest.mark.parametrize(
    ("text", "language", "set_text"),
    [
        ("z. B. 20 Punkte", "de", "z.\u202fB. 20\u00a0Punkte"),
        ("z.B. so, d. h. anders", "de", "z.\u202fB. so, d.\u202fh. anders"),
        ("3 – 2 Dapp – 4", "de", "3\u00a0– 2\u00a0Dapp\u00a0– 4"),
        ("10 - 20 Karten, 3-5", "de", "10\u00a0– 20\u00a0Karten, 3–5"),
        ('"weg" und „weg“', "de", "„weg“ und „weg“"),
        ("the player's 66 points", "en", "the player’s 66\u00a0points"),
        ('"out"', "en", "“out”"),
        ("son 40 puntos", "es", "son 40\u00a0puntos"),
        ('"paso"', "es", "«paso»"),
        ("20 und 40", "de", "20 und 40"),
        ("Schellen-Unter", "de", "Schellen-Unter"),
    ],
)
def test_sentences_are_set_as_their_language_wants(text: str, language: str, set_text: str) -> None:
    assert typeset(text, language) == set_text


def test_melds_are_shown_with_cards_of_the_pack() -> None:
    melds = {meld.id: meld for meld in figures.melds_of(usual())}
    assert melds["pair"].cards == ("EK", "EO")
    assert (melds["pair"].plain, melds["pair"].trump) == (20, 40)
    assert melds["four_aces"].cards == ("EA", "LA", "HA", "SA")
    assert melds["eight_kings"].cards == ("EK", "EK", "LK", "LK", "HK", "HK", "SK", "SK")
    assert melds["binokel"].cards == ("SU", "LO")
    assert (melds["trump_seven"].plain, melds["trump_seven"].trump) == (None, 10)
    assert "trump_seven" not in {meld.id for meld in figures.melds_of(usual(sevens="without"))}


def test_the_table_of_values_has_the_ranks_in_play_from_the_strongest() -> None:
    assert figures.values_of(usual("guinote-tradicional", "es"))[:5] == [
        ("OA", "as", 11), ("O3", "tres", 10), ("OR", "rey", 4), ("OS", "sota", 3), ("OC", "caballo", 2),
    ]  # fmt: skip


def test_the_order_of_a_deal_passes_over_what_nobody_chooses() -> None:
    names = [step.id for step in figures.steps_of(usual())]
    assert "call" not in names
    assert "call" in [step.id for step in figures.steps_of(usual(calling="on"))]
    stock = [(step.id, step.detail) for step in figures.steps_of(usual("schnapsen"))]
    assert stock == [
        ("deal", "3 – 1 offen – 2 – 9 Talon"),
        ("tricks", "frei, mit Nachziehen"),
        ("tricks", "mit Farbzwang, ohne Nachziehen"),
        ("score", ""),
    ]


@pytest.mark.parametrize("name", PLAYABLE)
def test_each_figure_stands_in_a_chapter_and_its_links_lead_to_clauses(name: str) -> None:
    found = usual(name)
    pieces = figures.by_section(found, lambda code, _pack, _language: f"[{code}]")
    assert set(pieces) <= {section.id for section in found.sections}
    shown = "".join(piece for inside in pieces.values() for piece in inside)
    assert {link.removeprefix("#") for link in Outline(shown).links} <= {clause.id for clause in found.clauses}
    assert 'class="figure values"' in shown
    assert "order-of-deal" in shown
    assert ("figure melds" in shown) == bool(figures.melds_of(found))


def test_names_are_escaped_in_pages_and_in_markdown() -> None:
    found = usual()
    odd = Book(
        **{name: getattr(found, name) for name in Book.__dataclass_fields__ if name != "title"},
        title='A <b>"bold"</b> & *starred* name</style>',
    )
    text = book_html(odd)
    assert "<b>" not in text.replace("<b>So", "")
    assert text.count("</style>") == 1
    assert Outline(text).wrong == []
    assert r"\*starred\*" in markdown.book_markdown(odd)


def test_every_text_is_there_in_three_languages() -> None:
    for key, texts in words_of("printing").items():
        assert set(texts) == {"de", "en", "es"}, key
        places = [set(re.findall(r"\{\w+\}", text)) for text in texts.values()]
        assert places[0] == places[1] == places[2], key
