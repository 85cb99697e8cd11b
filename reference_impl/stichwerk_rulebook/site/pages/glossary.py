"""The glossary: the words of the table in three languages, by the alphabet of the page's language."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

from stichwerk.library import Library
from stichwerk_rulebook.site.families import name_of
from stichwerk_rulebook.site.markup import plain
from stichwerk_rulebook.site.page import Page, Site
from stichwerk_rulebook.words import Say, words

__all__ = ["pages", "terms"]

_LANGUAGES = ("de", "en", "es")


def pages(site: Site) -> Iterator[Page]:
    """`glossary.md`; the id of a term is its anchor."""
    say = words("pages", site.language)
    parts = [f"# {say('glossary')}", say("glossary_intro")]
    entries = sorted(terms(site.library), key=lambda term: _alphabetical(term[site.language]["term"]))
    for letter, group in groupby(entries, key=lambda term: _alphabetical(term[site.language]["term"])[0]):
        parts.append(f"## {letter.upper()} {{ #letter-{letter} }}")
        parts += [_entry(term, site.language, say) for term in group]
    yield Page("glossary.md", say("glossary"), "\n\n".join(parts))


def terms(library: Library) -> list[Mapping[str, Any]]:
    """The terms of all glossaries of the library; one of a nearer folder replaces a shipped one with its id."""
    found: dict[str, Mapping[str, Any]] = {}
    for folder in reversed(library.folders):
        path = folder / "glossary.yaml"
        if path.is_file():
            found |= {term["id"]: term for term in library.read(path, "glossary").value["terms"]}
    return list(found.values())


def _alphabetical(word: str) -> str:
    bare = unicodedata.normalize("NFD", word.casefold())
    return "".join(char for char in bare if char.isalnum() or char == " ")


def _entry(term: Mapping[str, Any], language: str, say: Say) -> str:
    own = term[language]
    lines = [f"### {plain(own['term'])} {{ #{term['id']} }}"]
    if own["also"]:
        lines.append(f'<p class="also">{say("also", words=_listed(own["also"]))}</p>')
    lines.append(plain(own["meaning"]))
    if "false_friends" in term:
        lines.append(f"> **{say('false_friend')}:** {plain(term['false_friends'][language])}")
    others = [_translation(term[other], other, say) for other in _LANGUAGES if other != language]
    games = ", ".join(name_of(family, language) for family in term["families"])
    lines.append("\n".join([*others, f"- {say('used_in')}: {games}"]))
    return "\n\n".join(lines)


def _translation(entry: Mapping[str, Any], language: str, say: Say) -> str:
    also = f" ({_listed(entry['also'])})" if entry["also"] else ""
    return f'- {say(f"in_{language}")}: <span lang="{language}">**{plain(entry["term"])}**{also}</span>'


def _listed(names: list[str]) -> str:
    return plain(", ".join(names))
