"""The pages that people wrote: `docs/<language>/*.md`, and the decisions, which are English in every language.

A page that nobody has written in a language yet is shown in English, under a line that says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from stichwerk.errors import SpecError
from stichwerk.translations import page_stamp, stamp
from stichwerk_rulebook.site.page import Page, Site
from stichwerk_rulebook.words import words

__all__ = ["docs_dir", "pages"]

_TITLE = re.compile(r"^# (.+)\n", re.MULTILINE)


def docs_dir() -> Path:
    """The folder of the handwritten pages. SpecError outside a checkout: a wheel has none."""
    folder = Path(__file__).resolve().parents[4] / "docs"
    if not (folder / "en").is_dir():
        raise SpecError(
            "the handwritten pages of the site are missing",
            expected=str(folder / "en"),
            hint="build the site from a checkout of the project",
        )
    return folder


def pages(site: Site) -> Iterator[Page]:
    """Every handwritten page, in the language of the site or, failing that, in English."""
    docs = docs_dir()
    for path in sorted((docs / "en").glob("*.md")):
        own = docs / site.language / path.name
        yield _page(site, path.name, own, path) if own.is_file() else _page(site, path.name, path, None)
    for path in sorted((docs / "decisions").glob("*.md")):
        yield _page(site, f"decisions/{path.name}", path, None)


def _page(site: Site, address: str, path: Path, english: Path | None) -> Page:
    """A page from its file; english: the page it was translated from, None where it is the English one itself."""
    text = path.read_text(encoding="utf-8")
    title = _TITLE.search(text)
    if title is None:
        raise SpecError(f"{path} has no title", expected="a line '# Title' at the top")
    if note := _note(site, address, text, english):
        text = f'{text[: title.end()]}\n<p class="english-note" role="note">{note}</p>\n{text[title.end() :]}'
    return Page(address, title[1].strip(), text)


def _note(site: Site, address: str, text: str, english: Path | None) -> str:
    """What a reader has to know about the language of a page, if anything."""
    if site.language == "en":
        return ""
    if english is None:
        key = "english_decision" if address.startswith("decisions/") else "not_translated"
        return words("site", site.language)(key)
    if page_stamp(text) in {None, stamp(english.read_text(encoding="utf-8"))}:
        return ""
    return words("changes", site.language)("page_out_of_date")
