"""The changes: for each edition a table of what changed, by kind, with links to the clauses, and what it held."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache

from stichwerk.editions import KINDS, Change, Edition, coming, editions
from stichwerk.library import Library
from stichwerk_rulebook.book import Book, book
from stichwerk_rulebook.site.markup import link, plain, table
from stichwerk_rulebook.site.page import Asset, Page, Site
from stichwerk_rulebook.words import Say, words

__all__ = ["assets", "pages"]

SHOWN = len("sha256:") + 16
"""How much of a hash is shown: enough to tell rulesets apart, short enough for a telephone."""


def pages(site: Site) -> Iterator[Page]:
    """`changes.md`; the anchor of an edition is `edition-<id>`."""
    say = words("changes", site.language)
    parts = [f"# {say('changes')}", say("intro"), _kinds(say)]
    waiting = coming(site.library)
    if waiting:
        parts += [f"## {say('coming')} {{ #coming }}", say("coming_intro"), _table(waiting, site, say)]
    for one in editions(site.library):
        parts += _edition(one, site, say)
    yield Page("changes.md", say("changes"), "\n\n".join(parts))


def assets(site: Site) -> Iterator[Asset]:
    """The same for programs, with whole hashes."""
    text = json.dumps(site.library.changes(), ensure_ascii=False, indent=1)
    yield Asset("v1/changes.json", f"{text}\n".encode())


def _kinds(say: Say) -> str:
    return "\n".join(f"- **{say(kind)}.** {say(f'{kind}_means')}" for kind in KINDS)


def _edition(one: Edition, site: Site, say: Say) -> Iterator[str]:
    lang = site.language
    yield f"## {plain(one.title[lang])} {{ #edition-{one.id} }}"
    yield say("published", date=_date(one.date, say), version=one.version)
    if one.text is not None:
        yield plain(one.text[lang])
    if one.changes:
        yield _table(one.changes, site, say)
    yield _held(one, site, say)


def _date(date: str, say: Say) -> str:
    year, month, day = date.split("-")
    return say("date", year=year, month=say("months").split()[int(month) - 1], day=int(day))


def _table(changes: tuple[Change, ...], site: Site, say: Say) -> str:
    """One row for each change, the substantive ones first."""
    ordered = sorted(changes, key=lambda change: KINDS.index(change.kind))
    heads = [say(head) for head in ("kind", "change", "rulebooks", "clauses")]
    rows = table(heads, (_row(change, site, say) for change in ordered))
    return f'<div class="changes" markdown="1">\n\n{rows}\n\n</div>'


def _row(change: Change, site: Site, say: Say) -> list[str]:
    books = {name: _book(name, site.language, site.library) for name in change.rulesets if name in site.rulesets}
    named = [link(books[name].title, f"rules/{name}.md") if name in books else f"`{name}`" for name in change.rulesets]
    clauses = [_clause(clause, books, say) for clause in change.clauses]
    clauses += [f"{say('dropped')}: `{clause}`" for clause in change.dropped]
    return [f"**{say(change.kind)}**", plain(change.text[site.language]), ", ".join(named), "<br>".join(clauses) or "–"]


def _clause(clause: str, books: Mapping[str, Book], say: Say) -> str:
    """A clause by its number in the first rulebook that has it; by its id where it comes with an option only."""
    for name, one in books.items():
        for found in one.clauses:
            if found.id == clause:
                return link(f"{found.number} {found.title}".strip(), f"rules/{name}.md#{clause}")
    return f"`{clause}` ({say('with_an_option')})"


def _held(one: Edition, site: Site, say: Say) -> str:
    """The rulebooks of an edition with their hashes, folded away."""
    rows = []
    for name, played in one.rulesets.items():
        title = _book(name, site.language, site.library).title if name in site.rulesets else ""
        rows.append([link(title, f"rules/{name}.md") if title else f"`{name}`", f"`{played.hash[:SHOWN]}…`"])
    count = say("rulebooks_of", count=len(rows))
    listed = table([say("rulebook"), say("hash")], rows)
    inside = f"{say('hash_means')}\n\n{listed}"
    return f'<details class="alike" markdown="1">\n<summary>{count}</summary>\n\n{inside}\n\n</details>'


@lru_cache(maxsize=64)
def _book(name: str, language: str, library: Library) -> Book:
    return book(name, language=language, library=library)
