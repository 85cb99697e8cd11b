"""The rulings: what was left open, what was decided, why, and the clauses and cases that rest on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from stichwerk.translations import ruling_out_of_date
from stichwerk_conformance.cases import Case
from stichwerk_rulebook.book import Book, Clause, book
from stichwerk_rulebook.site.families import name_of
from stichwerk_rulebook.site.markup import link, plain
from stichwerk_rulebook.site.page import Page, Site
from stichwerk_rulebook.words import Say, words

__all__ = ["pages"]

_SHOWN_CASES = 3


def pages(site: Site) -> Iterator[Page]:
    """`rulings.md`; the id of a ruling is its anchor."""
    say = words("pages", site.language)
    around = _Around.of(site)
    parts = [f"# {say('rulings')}", say("rulings_intro")]
    for family in site.families:
        parts.append(f"## {name_of(family, site.language)} {{ #{family} }}")
        parts += [_ruling(one, site, around, say) for one in around.rulings.values() if around.family(one) == family]
    yield Page("rulings.md", say("rulings"), "\n\n".join(parts))


@dataclass(frozen=True, slots=True)
class _Around:
    """What rulings are shown with: the books and the cases that cite them."""

    rulings: Mapping[str, Mapping[str, Any]]
    books: Mapping[str, Book]
    cases: Mapping[str, list[Case]]

    @classmethod
    def of(cls, site: Site) -> _Around:
        cases: dict[str, list[Case]] = {}
        for case in site.cases:
            for ruling in case.rulings:
                cases.setdefault(ruling, []).append(case)
        books = {name: book(name, language=site.language, library=site.library) for name in site.rulesets}
        return cls(site.library.rulings(), books, cases)

    def family(self, ruling: Mapping[str, Any]) -> str:
        return next(self.books[name].family for name in ruling["rulesets"] if name in self.books)

    def resting(self, ruling: Mapping[str, Any], book: Book) -> tuple[list[Clause], bool]:
        """The clauses of a book that rest on a ruling, and whether more of them come with other options."""
        cited = [
            clause
            for clause in book.clauses
            if ruling["id"] in {one.id for one in clause.rulings}
            or (book.id in ruling["rulesets"] and clause.id in ruling["clauses"])
        ]
        more = book.id in ruling["rulesets"] and not set(ruling["clauses"]) <= {clause.id for clause in cited}
        return cited, more


def _ruling(ruling: Mapping[str, Any], site: Site, around: _Around, say: Say) -> str:
    lang = site.language
    stale = lang in ruling_out_of_date(ruling, site.library)
    mark = f"*{words('changes', lang)('out_of_date')}*{{ .outdated }} " if stale else ""
    return "\n\n".join([
        f"### {ruling['id']}: {plain(ruling['question'][lang])} {{ #{ruling['id']} }}",
        f"{mark}**{say('decision')}:** {plain(ruling['decision'][lang])}",
        f"**{say('reason')}:** {plain(ruling['reason'][lang])}",
        f"{say('readings')}:",
        "\n".join(f"{number}. {plain(reading[lang])}" for number, reading in enumerate(ruling["readings"], 1)),
        "  \n".join([*_resting(ruling, around, say), *_cases(ruling, around, say)]),
    ])  # fmt: skip


def _resting(ruling: Mapping[str, Any], around: _Around, say: Say) -> Iterator[str]:
    """The clauses in the rulebooks the ruling was made for; of those that took them over, the first."""
    own = [around.books[name] for name in ruling["rulesets"] if name in around.books]
    for one in own:
        yield f"**{say('stands_in')}:** {_in_book(ruling, one, around, say)}"
    others = [(one, around.resting(ruling, one)[0]) for one in around.books.values() if one not in own]
    taken = [link(one.title, f"rules/{one.id}.md#{clauses[0].id}") for one, clauses in others if clauses]
    if taken:
        yield f"**{say('taken_over')}:** {', '.join(taken)}"


def _in_book(ruling: Mapping[str, Any], book: Book, around: _Around, say: Say) -> str:
    clauses, more = around.resting(ruling, book)
    page = f"rules/{book.id}.md"
    links = [link(f"{one.number} {one.title}".strip(), f"{page}#{one.id}") for one in clauses]
    if more:
        links.append(f"*{say('with_an_option')}*")
    return f"{link(book.title, page)}: {', '.join(links)}"


def _cases(ruling: Mapping[str, Any], around: _Around, say: Say) -> Iterator[str]:
    found = around.cases.get(ruling["id"], [])
    links = ", ".join(link(case.id, f"cases/{case.ruleset}.md#{case.id}") for case in found[:_SHOWN_CASES])
    rest = f" {say('and_more', count=len(found) - _SHOWN_CASES)}" if len(found) > _SHOWN_CASES else ""
    if found:
        yield f"**{say('checked_by')}:** {links}{rest}"
