"""The handwritten pages in German and Spanish say what the English ones say today."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from markdown.extensions.toc import slugify, unique

from stichwerk.translations import page_stamp, stamp
from stichwerk_rulebook.site.pages import handwritten
from stichwerk_rulebook.site.stage import site_in
from stichwerk_rulebook.words import words

DOCS = handwritten.docs_dir()
FENCE = re.compile(r"^``` ?(.*?)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#{2,} (.+?)(?: \{ #(\S+) \})?$", re.MULTILINE)
PAGES = [
    pytest.param(language, path, id=f"{language}/{path.name}")
    for language in ("de", "es")
    for path in sorted((DOCS / "en").glob("*.md"))
]


def text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


OWN_LISTINGS = {"tournament.md"}
"""Pages for organisers, whose listings show the commands in the reader's language; test_tournament_pages has them."""


def blocks(path: Path) -> list[tuple[str, str]]:
    """The listings: language, code. What a listing is called is no part of it, unless it is the name of a file."""
    return [(re.sub(r'title="[^".]*"', "", head).strip(), code) for head, code in FENCE.findall(text(path))]


def anchors(path: Path) -> list[str]:
    """The anchors of the headings, those that are not written out made as the site makes them."""
    taken: set[str] = set()
    return [
        anchor or unique(slugify(title, "-"), taken) for title, anchor in HEADING.findall(FENCE.sub("", text(path)))
    ]


def links(path: Path) -> list[str]:
    return sorted(re.findall(r"\]\(([^)]+)\)", FENCE.sub("", text(path))))


@pytest.mark.parametrize(("language", "english"), PAGES)
def test_a_page_was_translated_from_the_english_one_as_it_stands(language: str, english: Path) -> None:
    page = DOCS / language / english.name
    assert page_stamp(text(page)) == stamp(text(english)), (
        f"docs/en/{english.name} has changed; bring docs/{language}/{english.name} up to date, then run: "
        f"stichwerk translated docs/{language}/{english.name}"
    )


@pytest.mark.parametrize(("language", "english"), PAGES)
def test_listings_anchors_and_links_are_those_of_the_english_page(language: str, english: Path) -> None:
    page = DOCS / language / english.name
    if english.name in OWN_LISTINGS:
        assert [head for head, _ in blocks(page)] == [head for head, _ in blocks(english)]
    else:
        assert blocks(page) == blocks(english)
    assert anchors(page) == anchors(english)
    assert links(page) == links(english)


@pytest.mark.parametrize("language", ["de", "es"])
def test_every_heading_of_a_translated_page_has_an_anchor_of_its_own(language: str) -> None:
    for path in sorted((DOCS / language).glob("*.md")):
        headings = HEADING.findall(FENCE.sub("", text(path)))
        assert [title for title, anchor in headings if not anchor] == []
        assert len({anchor for _, anchor in headings}) == len(headings)


@pytest.mark.parametrize("language", ["de", "es"])
def test_there_is_no_translation_of_a_page_that_is_gone(language: str) -> None:
    english = {path.name for path in (DOCS / "en").glob("*.md")}
    assert {path.name for path in (DOCS / language).glob("*.md")} <= english


def test_a_page_that_lags_behind_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in ("en", "de", "decisions"):
        (tmp_path / folder).mkdir()
    english = "# One\n\nText.\n"
    (tmp_path / "en" / "one.md").write_text(english, encoding="utf-8")
    page = f"<!-- Translated from the English page as of {stamp(english)}. -->\n# Eins\n\nText.\n"
    (tmp_path / "de" / "one.md").write_text(page, encoding="utf-8")
    monkeypatch.setattr(handwritten, "docs_dir", lambda: tmp_path)
    note = words("changes", "de")("page_out_of_date")

    def shown() -> str:
        (found,) = handwritten.pages(site_in("de"))
        assert found.title == "Eins"
        return found.text

    assert note not in shown()
    (tmp_path / "en" / "one.md").write_text("# One\n\nOther text.\n", encoding="utf-8")
    assert shown().startswith(f"<!-- Translated from the English page as of {stamp(english)}. -->\n# Eins\n\n<p class=")
    assert note in shown()
