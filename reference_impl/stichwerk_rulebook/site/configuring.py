"""What the scripts of the site read: rulesets as they are written, with their parents, and the words beside them.

`data/index.json` lists the rulesets and has the words of the pages in one language; `data/rulesets/<id>.json` has
everything it takes to resolve a ruleset; `data/decisions.json` is the table of the comparison; `data/faces/<pack>.json`
has the cards as outlines. Scripts find them beside the folder they lie in.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from stichwerk import __version__, prose
from stichwerk.library import Library
from stichwerk.lineage import chain_of
from stichwerk_rulebook.cards import faces
from stichwerk_rulebook.compare.data import decisions_data
from stichwerk_rulebook.compare.table import MARKS
from stichwerk_rulebook.site.families import in_order, name_of
from stichwerk_rulebook.site.page import Asset, Site
from stichwerk_rulebook.site.pages.rulebook import parent_of
from stichwerk_rulebook.words import words_of

__all__ = ["documents", "index", "leaflet_style", "phrases", "script_data", "table_data"]

_SITE_WORDS = frozenset({
    "added", "attested", "changed", "decision", "decisions_short", "editorial", "figures", "formal", "gone",
    "permalink", "ruling", "source",
})  # fmt: skip
"""The words of the rulebook pages that the scripts use too."""

_IMPRINT = """
.imprint { margin: 0.6em 0 0; font-size: 0.85em; color: var(--soft); }
.imprint { overflow-wrap: anywhere; font-variant-ligatures: none; }
"""
"""The last line of the leaflet, which on the printed one stands in the margin."""

_STYLES = Path(__file__).parents[1] / "printing" / "templates", Path(__file__).parent / "assets"


def script_data(site: Site) -> Iterator[Asset]:
    """All files under `data/`."""
    yield _asset("index", index(site))
    yield _asset("decisions", table_data(site.language, site.library))
    for ruleset in site.rulesets:
        yield _asset(f"rulesets/{ruleset}", documents(ruleset, site.library))
    for name in site.library.packs():
        yield _asset(f"faces/{name}", {"faces": faces(site.library.pack(name), site.language)})


def documents(ruleset: str, library: Library) -> dict[str, Any]:
    """A ruleset with all that resolving it needs: the documents it is made from, packs, and words for figures."""
    chain = [document.value for document in chain_of(ruleset, library)]
    named = sorted(set(_packs(chain)))
    return {"chain": chain, "packs": {name: library.pack(name) for name in named}, "phrases": phrases()}


def _packs(value: Any) -> Iterator[str]:
    """The packs that clauses and choices name."""
    if isinstance(value, dict):
        deck = value.get("deck")
        if isinstance(deck, dict) and isinstance(deck.get("pack"), str):
            yield deck["pack"]
        for part in value.values():
            yield from _packs(part)
    elif isinstance(value, list):
        for part in value:
            yield from _packs(part)


def table_data(language: str, library: Library) -> dict[str, Any]:
    """The table of decisions for the comparison in the page, in one language."""
    return {"texts": language, **decisions_data(language, library), "marks": MARKS}


def phrases() -> dict[str, Any]:
    """The words that sentences use for numbers, places and steps, by language."""
    return {
        "words": {language: text.split() for language, text in prose.WORDS.items()},
        "and": prose.AND,
        "places": prose.PLACES,
        "steps": {step: dict(zip(prose.LANGUAGES, names, strict=True)) for step, names in prose.STEPS.items()},
    }


def index(site: Site) -> dict[str, Any]:
    """The rulesets by family, the titles of sources, and the words of the pages, in the language of the site."""
    lang = site.language
    headers = {name: site.library.header(name) for name in site.rulesets}
    families = in_order(header["family"] for header in headers.values())
    return {
        "texts": lang,
        "edition": __version__,
        "first": next((name for name, header in headers.items() if header["authentic"] == lang), next(iter(headers))),
        "families": [{"id": family, "title": name_of(family, lang)} for family in families],
        "rulesets": [
            {
                "id": name,
                "family": header["family"],
                "title": header["title"][lang],
                "summary": header.get("summary", {}).get(lang, ""),
                "parent": parent_of(site, name),
            }
            for name, header in sorted(
                headers.items(), key=lambda entry: (parent_of(site, entry[0]) or entry[0], entry[0])
            )
        ],
        "sources": {name: source["title"][lang] for name, source in site.library.sources().items()},
        "rulings": {name: ruling["decision"][lang] for name, ruling in site.library.rulings().items()},
        "words": {
            "configure": _spoken("configure", lang),
            "printing": _spoken("printing", lang),
            "site": {key: text for key, text in _spoken("site", lang).items() if key in _SITE_WORDS},
        },
        "leaflet_style": leaflet_style(),
    }


def leaflet_style() -> str:
    """The style of the printed leaflet, for a leaflet that stands in a page, behind a shadow root of its own."""
    printing, assets = _STYLES
    style = (printing / "leaflet.css").read_text("utf-8")
    style = re.sub(r"@page \{.*?\n\}", "", style, flags=re.DOTALL)  # what a page is, only the page itself can say
    style = re.sub(r"@media screen \{.*?\n\}", "", style, flags=re.DOTALL)
    style = re.sub(r"^(?::root|html)(?= \{)", ":host", style, flags=re.MULTILINE)
    style = re.sub(r"^body(?= \{)", ".body", style, flags=re.MULTILINE)
    return (assets / "figures.css").read_text("utf-8") + style + _IMPRINT


def _spoken(room: str, language: str) -> dict[str, str]:
    return {key: texts[language] for key, texts in words_of(room).items()}


def _asset(name: str, content: object) -> Asset:
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return Asset(f"data/{name}.json", f"{text}\n".encode())
