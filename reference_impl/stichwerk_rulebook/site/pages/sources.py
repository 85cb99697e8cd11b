"""The sources: the rule texts that the rulebooks rest on, by kind, with the rulebooks that follow or cite them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from stichwerk_rulebook.book import Book, book
from stichwerk_rulebook.site.markup import link, plain
from stichwerk_rulebook.site.page import Page, Site
from stichwerk_rulebook.words import Say, words

__all__ = ["pages"]

_KINDS = ("instructions", "article", "tournament_rules", "other")


def pages(site: Site) -> Iterator[Page]:
    """`sources.md`; the tag of a source is its anchor."""
    say = words("pages", site.language)
    books = [book(name, language=site.language, library=site.library) for name in site.rulesets]
    sources = site.library.sources().values()
    parts = [f"# {say('sources')}", say("sources_intro")]
    for kind in _KINDS:
        entries = [_source(one, books, site.language, say) for one in sources if one["kind"] == kind]
        if entries:
            parts += [f"## {say(f'kind_{kind}')} {{ #kind-{kind} }}", *entries]
    yield Page("sources.md", say("sources"), "\n\n".join(parts))


def _source(source: Mapping[str, Any], books: list[Book], language: str, say: Say) -> str:
    tag = source["id"]
    facts = [f"- {say('source_language')}: {_language(source['language'], say)}"]
    followed = [link(one.title, f"rules/{one.id}.md") for one in books if one.follows and one.follows.id == tag]
    if followed:
        facts.append(f"- {say('followed_by')}: {', '.join(followed)}")
    cited = [line for one in books if (line := _cited(tag, one, say))]
    if cited:
        facts.append(f"- {say('cited_by')}: {', '.join(cited)}")
    return "\n\n".join([
        f"### {tag}: {plain(source['title'][language])} {{ #{tag} }}",
        plain(source["description"][language]),
        "\n".join(facts),
    ])  # fmt: skip


def _language(code: str, say: Say) -> str:
    return say(f"in_{code}") if code in {"de", "en", "es", "und"} else code


def _cited(tag: str, book: Book, say: Say) -> str:
    clauses = [clause for clause in book.clauses if tag in {cited.id for cited in clause.sources}]
    if not clauses:
        return ""
    count = say("clauses_one") if len(clauses) == 1 else say("clauses_many", count=len(clauses))
    return f"{link(book.title, f'rules/{book.id}.md#{clauses[0].id}')} ({count})"
