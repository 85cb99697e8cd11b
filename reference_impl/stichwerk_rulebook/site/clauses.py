"""A clause on the page of its ruleset: the sentence under its number, and what stands behind it, folded away."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

import yaml

from stichwerk_rulebook.book import Book, Cited, Clause, Ruling
from stichwerk_rulebook.site.markup import link, plain
from stichwerk_rulebook.words import Say, words

__all__ = ["chapters", "clause_block"]

SHOWN_CASES = 3
"""How many test cases a clause names before it refers to the page of all."""

GENERATED = "-gen-"
"""What the id of a generated case has in it; those that a person wrote say more."""


def chapters(book: Book, marked: Iterable[str] = ()) -> str:
    """All chapters of a book in Markdown; clauses whose ids are `marked` differ from the parent of a variant."""
    say, different = words("site", book.language), frozenset(marked)
    lines: list[str] = []
    for section in book.sections:
        lines.append(f"## {section.number} {plain(section.title)} {{ #section-{section.id} }}")
        lines += [clause_block(clause, book, say, clause.id in different) for clause in section.clauses]
    return "\n\n".join(lines)


def clause_block(clause: Clause, book: Book, say: Say, marked: bool = False) -> str:
    """One clause. Its id is the anchor, its number the link to it."""
    permalink = link(clause.number, f"#{clause.id}", f'.clause-number title="{say("permalink", number=clause.number)}"')
    title = f"**{plain(clause.title)}.** " if clause.title else ""
    kind = "clause clause-marked" if marked else "clause"
    return (
        f'<div class="{kind}" id="{clause.id}" markdown="1">\n\n'
        f"{permalink} {title}{plain(clause.text)}\n\n"
        f'<details class="behind" markdown="1">\n<summary>{_line(clause, book, say)}</summary>\n\n'
        f"{_behind(clause, book, say)}\n\n"
        "</details>\n\n</div>"
    )


def _outdated(book: Book) -> str:
    return f'<span class="outdated">{words("changes", book.language)("out_of_date")}</span>'


def _line(clause: Clause, book: Book, say: Say) -> str:
    """What the sentence rests on, in one line: status, sources, rulings, number of cases."""
    parts = [_outdated(book)] if clause.stale else []
    parts.append(f'<span class="status {clause.status}">{say(clause.status)}</span>')
    parts += [plain(", ".join(cited.at for cited in places)) for _, places in _by_source(clause)][:1]
    if clause.rulings:
        parts.append(say("decisions_short", ids=", ".join(ruling.id for ruling in clause.rulings)))
    if clause.cases:
        parts.append(_count(clause, say))
    return " · ".join(part for part in parts if part)


def _count(clause: Clause, say: Say) -> str:
    return say("case") if len(clause.cases) == 1 else say("cases_short", count=len(clause.cases))


def _by_source(clause: Clause) -> Iterator[tuple[str, list[Cited]]]:
    for name, places in groupby(clause.sources, key=lambda cited: cited.id):
        yield name, list(places)


def _behind(clause: Clause, book: Book, say: Say) -> str:
    items = [_source(name, places, say) for name, places in _by_source(clause)]
    items += [_ruling(ruling, book, say) for ruling in clause.rulings]
    if clause.cases:
        items.append(_cases(clause, book, say))
    listed = "\n".join(items)
    return f"{listed}\n\n{_formal(clause, say)}".strip()


def _source(name: str, places: list[Cited], say: Say) -> str:
    at = "; ".join(place.at for place in places if place.at)
    return f"- **{say('source')}:** {link(places[0].title, f'../sources.md#{name}')}" + (
        f" ({plain(at)})" if at else ""
    )


def _ruling(ruling: Ruling, book: Book, say: Say) -> str:
    mark = f" {_outdated(book)}" if ruling.stale else ""
    return f"- **{link(say('decision', id=ruling.id), f'../rulings.md#{ruling.id}')}:** {plain(ruling.decision)}{mark}"


def _cases(clause: Clause, book: Book, say: Say) -> str:
    """The number of cases, as a link to the first; those that a person wrote by name, as far as there is room."""
    page = f"../cases/{book.id}.md"
    by_hand = [case for case in clause.cases if GENERATED not in case]
    shown = [link(case, f"{page}#{case}") for case in by_hand[:SHOWN_CASES]]
    count = link(_count(clause, say), f"{page}#{(by_hand or clause.cases)[0]}")
    return f"- **{count}**" + (f": {', '.join(shown)}" if shown else "")


def _formal(clause: Clause, say: Say) -> str:
    if clause.rule is None:
        return ""
    text = yaml.safe_dump(dict(clause.rule), allow_unicode=True, sort_keys=False, width=72).strip()
    return f"**{say('formal')}:**\n\n``` yaml\n{text}\n```"
