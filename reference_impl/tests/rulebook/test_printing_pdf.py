"""PDFs: what is in them, that they fit, and what is said where they cannot be made."""

from __future__ import annotations

import io
import logging
import os
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import pytest

from stichwerk.errors import SpecError
from stichwerk.library import Library
from stichwerk.resolve import options_of
from stichwerk_rulebook.book import Book, book
from stichwerk_rulebook.printing import book_html, leaflet_html, pages, pdf, press
from stichwerk_rulebook.printing.press import fitted_leaflet

pypdf = pytest.importorskip("pypdf")
try:
    import weasyprint
except (ImportError, OSError) as error:
    if os.environ.get("CI") == "true":
        raise
    pytest.skip(f"PDFs cannot be made here: {error}", allow_module_level=True)

PLAYABLE = [name for name in Library().paths() if not Library().header(name).get("abstract")]
A4 = (210, 297)


def read(data: bytes) -> Any:
    return pypdf.PdfReader(io.BytesIO(data))


def words(text: str) -> str:
    """A text as one run of letters and figures: hyphens and spaces are the printer's."""
    return re.sub(r"[\s\u00ad\u00a0\u202f‐-]+", "", text)


@lru_cache
def printed(name: str, language: str, **chosen: str) -> bytes:
    return pdf(book_html(book(name, chosen, language)))


def laid_out(found: Book, size: float) -> Any:
    return weasyprint.HTML(string=leaflet_html(found, size)).render()


def lies_flat(found: Book, size: float) -> bool:
    """Does the leaflet take one page in letters of this size?"""
    return len(laid_out(found, size).pages) == 1


def tables(found: Book, size: float) -> list[tuple[float, float]]:
    """Right edges of the tables of the first page, each with the right edge of what it stands in, in pixels of CSS."""

    def inside(box: Any) -> Iterator[tuple[float, float]]:
        for child in getattr(box, "children", ()):
            if child.element_tag == "table":
                yield child.position_x + child.width, box.position_x + box.width
            else:
                yield from inside(child)

    return list(inside(laid_out(found, size).pages[0]._page_box))


def test_the_book_has_title_language_and_outline() -> None:
    reader = read(printed("bummerl", "de"))
    found = book("bummerl", language="de")
    assert reader.trailer["/Root"]["/MarkInfo"]["/Marked"]
    assert reader.metadata.title == "Bummerl – Regelbuch"
    assert reader.trailer["/Root"]["/Lang"] == "de"
    outline = [entry.title for entry in reader.outline[1] if not isinstance(entry, list)]
    for section in found.sections:
        assert f"{section.number} {section.title}" in outline
    assert [round(float(side) / 72 * 25.4) for side in reader.pages[0].mediabox[2:]] == list(A4)


def test_the_book_numbers_its_pages_and_bears_hash_and_edition_on_each() -> None:
    reader = read(printed("bummerl", "de"))
    found = book("bummerl", language="de")
    count = len(reader.pages)
    for number, page in enumerate(reader.pages, start=1):
        text = words(page.extract_text())
        assert words(f"Seite {number} von {count}") in text
        assert found.hash.removeprefix("sha256:")[:12] in text
        assert "bummerl·Ausgabe" in text


def test_the_contents_name_the_page_of_each_chapter() -> None:
    reader = read(printed("bummerl", "de"))
    texts = [words(page.extract_text()) for page in reader.pages]
    contents = next(text for text in texts if "Inhalt" in text)
    for section in book("bummerl", language="de").sections:
        page = re.search(rf"{section.number}{re.escape(words(section.title))}[.]*(\d+?)(?=\D|\d+[A-ZÄÖÜ])", contents)
        assert page is not None, section.title
        assert words(f"{section.number} {section.title}") in texts[int(page[1]) - 1]


def test_every_sentence_is_printed_with_its_umlauts_and_accents() -> None:
    for name, language in (("schnapsen-a-trois", "de"), ("guinote-tradicional", "es")):
        text = words("".join(page.extract_text() for page in read(printed(name, language)).pages))
        for clause in book(name, language=language).clauses:
            assert words(clause.text)[:60] in text, clause.id


def test_each_card_has_its_name_as_text_alternative() -> None:
    found: list[str] = []

    def walk(node: Any) -> None:
        node = node.get_object()
        if isinstance(node, dict):
            found.extend([str(node.get("/Alt"))] if node.get("/S") == "/Figure" else [])
            node = node.get("/K", [])
        for child in node if isinstance(node, list) else []:
            walk(child)

    walk(read(printed("schnapsen-a-trois", "de")).trailer["/Root"]["/StructTreeRoot"])
    assert found == ["Pik-Ass", "Pik-Zehn", "Pik-König", "Pik-Dame", "Pik-Bube", "Pik-König", "Pik-Dame"]


def test_the_same_book_is_the_same_file() -> None:
    assert pdf(book_html(book("schnapsen-a-trois", language="en"))) == printed("schnapsen-a-trois", "en")


def test_the_style_sheets_hold_nothing_that_is_passed_over(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, logger="weasyprint"):
        printed.__wrapped__("schnapsen", "en")
        pdf(leaflet_html(book("schnapsen", language="en")))
    passed_over = [line.getMessage() for line in caplog.records]
    # Browsers know these, and WeasyPrint says that it does not.
    known = "prefers-color-scheme|overflow-x"
    assert [line for line in passed_over if not re.search(known, line)] == []


def test_a_leaflet_fills_its_page_as_far_as_it_can() -> None:
    found = book("binokel", {"opening": "200"}, "de")
    data, size = fitted_leaflet(found)
    reader = read(data)
    assert len(reader.pages) == 1
    assert not lies_flat(found, round(size + 0.1, 1))
    text = words(reader.pages[0].extract_text())
    assert found.hash in text
    assert words("binokel · Ausgabe") in text
    assert words("Erstes Gebot: Zweihundert Punkte (sonst üblich: Hundertfünfzig Punkte)") in text


@pytest.mark.parametrize("size", [7.5, 9.4])
@pytest.mark.parametrize("language", ["de", "en", "es"])
def test_no_table_of_the_leaflet_reaches_into_the_next_column(language: str, size: float) -> None:
    for name in ("binokel-turnier", "guinote-riojano"):
        found = tables(book(name, language=language), size)
        assert len(found) >= 2
        for edge, limit in found:
            assert edge <= limit + 1, name


def test_a_leaflet_that_cannot_fit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(press, "SMALLEST", 9.9)
    with pytest.raises(SpecError, match=r"the leaflet of kreuz-binokel does not fit one page, even in letters of 9\.9"):
        fitted_leaflet(book("kreuz-binokel", language="es"))


@pytest.mark.parametrize(("name", "language"), [("kreuz-binokel", "es"), ("guinote", "de"), ("sechsundsechzig", "en")])
def test_the_estimated_size_fits_too(name: str, language: str) -> None:
    found = book(name, language=language)
    assert pages.estimate(found) >= pages.SMALLEST
    assert lies_flat(found, pages.estimate(found))


@pytest.mark.long
@pytest.mark.parametrize("name", PLAYABLE)
def test_every_leaflet_fits_one_page_in_every_language(name: str) -> None:
    for language in ("de", "en", "es"):
        assert lies_flat(book(name, language=language), pages.SMALLEST), language


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in PLAYABLE if options_of(name)])
def test_every_leaflet_fits_with_every_single_choice(name: str) -> None:
    usual = book(name)
    longest = max(("de", "en", "es"), key=lambda language: sum(len(c.text) for c in book(name, {}, language).clauses))
    for option in usual.options:
        for choice in option.choices:
            if option.fixed or choice.id == option.chosen:
                continue
            try:
                found = book(name, {option.id: choice.id}, longest)
            except SpecError:  # the choice needs others beside it
                continue
            assert lies_flat(found, pages.SMALLEST), (option.id, choice.id)
