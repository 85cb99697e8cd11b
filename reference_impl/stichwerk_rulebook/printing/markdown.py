"""The book and the leaflet as Markdown: headings, paragraphs, lists and pipe tables, which every reader of it knows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from stichwerk.prose import card_name
from stichwerk_rulebook.printing import figures, telling
from stichwerk_rulebook.printing.typography import NBSP, typeset
from stichwerk_rulebook.words import words

if TYPE_CHECKING:
    from stichwerk_rulebook.book import Book, Clause, Ruling

__all__ = ["book_markdown", "leaflet_markdown"]

_SPECIAL = re.compile(r"([\\`*_\[\]<>|#])")


def book_markdown(book: Book) -> str:
    """The full book."""
    return "\n".join([*_head(book, "rulebook"), *_chapters(book), *_rulings(book), *_sources(book), *_foot(book)])


def leaflet_markdown(book: Book) -> str:
    """What stands on the leaflet."""
    lines = [*_head(book, "leaflet"), *_values(book), *_melds(book)]
    for section, clauses in telling.leaflet_sections(book):
        lines += [f"## {section.number} {plain(section.title, book)}", ""]
        for clause in clauses:
            lines += [_sentence(clause, book), ""]
    return "\n".join([*lines, *_foot(book)])


def plain(text: str, book: Book) -> str:
    """A text typeset and with every sign escaped that Markdown would take for its own."""
    return _SPECIAL.sub(r"\\\1", typeset(text, book.language))


def _head(book: Book, kind: str) -> Iterator[str]:
    say = words("printing", book.language)
    yield from (f"# {plain(book.title, book)} – {say(kind)}", "")
    if kind == "rulebook" and book.summary:
        yield from (plain(book.summary, book), "")
    options = telling.chosen(book)
    if options:
        yield from (f"## {say('options')}", "")
        for option in options:
            notes = [say("usual", answer=plain(option.usual, book))] if option.usual else []
            notes += [say("fixed")] if option.fixed else []
            note = f" ({'; '.join(notes)})" if notes else ""
            answer = f"**{plain(option.answer, book)}**"
            yield f"- {plain(option.title, book)}: {answer}{note}"
        yield ""


def _chapters(book: Book) -> Iterator[str]:
    tables = {"deck.points": _values, "flow": _order, "contracts": _contracts, "scoring.awards": _scoring}
    home = {leaf: found[0].id for leaf in tables if (found := figures.setters(book, leaf))}
    melds = {meld.clause.id for meld in figures.melds_of(book)}
    shown = False
    for section in book.sections:
        yield from (f"## {section.number} {plain(section.title, book)}", "")
        here = {clause.id for clause in section.clauses}
        for leaf, table in tables.items():
            if home.get(leaf) in here:
                yield from table(book)
        if melds & here and not shown:
            shown = True
            yield from _melds(book)
        for clause in section.clauses:
            notes = " · ".join(text for text, _ in telling.grounds(book, clause))
            yield from (_sentence(clause, book), "", f"> {plain(notes, book)}", "")


def _sentence(clause: Clause, book: Book) -> str:
    title = f"**{plain(clause.title[:1].upper() + clause.title[1:], book)}.** " if clause.title else ""
    mark = " ◆" if telling.changed_by(book, clause) else ""
    return f"**{clause.number}**{mark} {title}{plain(clause.text, book)}"


def _table(book: Book, heads: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    yield "| " + " | ".join(heads) + " |"
    yield "|" + " --- |" * len(heads)
    for row in rows:
        yield "| " + " | ".join(plain(str(cell), book) for cell in row) + " |"
    yield ""


def _values(book: Book) -> Iterator[str]:
    say = words("printing", book.language)
    rows = [(name, points) for _, name, points in figures.values_of(book)]
    return _table(book, (say("strongest_first"), say("points")), rows)


def _melds(book: Book) -> Iterator[str]:
    melds = figures.melds_of(book)
    if not melds:
        return iter(())
    say = words("printing", book.language)

    def worth(points: int | None) -> str:
        return "–" if points is None else str(points)

    rows = [
        (
            meld.title,
            ", ".join(card_name(code, book.language, book.pack) for code in meld.cards),
            worth(meld.plain),
            worth(meld.trump),
        )
        for meld in melds
    ]
    kind = "meld" if "melds" in book.document["rules"] else "announcement"
    return _table(book, [say(key) for key in (kind, "example", "worth", "in_trumps")], rows)


def _order(book: Book) -> Iterator[str]:
    for number, step in enumerate(figures.steps_of(book), start=1):
        detail = f" ({plain(step.detail, book)})" if step.detail else ""
        yield f"{number}. {plain(step.name, book)}{detail}"
    yield ""


def _contracts(book: Book) -> Iterator[str]:
    rows = figures.contracts_of(book)
    say = words("printing", book.language)
    heads = [say(key) for key in ("contract", "value", "who_melds", "leads")]
    return _table(book, heads, [(row.title, *row.cells) for row in rows]) if len(rows) > 1 else iter(())


def _scoring(book: Book) -> Iterator[str]:
    cases = figures.scoring_of(book)
    for number, clause in enumerate(cases if len(cases) > 1 else (), start=1):
        yield f"{number}. {plain(clause.title or clause.id, book)} ({clause.number})"
    yield ""


def _rulings(book: Book) -> Iterator[str]:
    found = telling.rulings(book)
    if found:
        say = words("printing", book.language)
        yield from (f"## {say('rulings')}", "", say("rulings_why"), "")
        for ruling in found:
            yield from _ruling(ruling, book)


def _ruling(ruling: Ruling, book: Book) -> Iterator[str]:
    say = words("printing", book.language)
    yield from (f"### {ruling.id} {plain(ruling.question, book)}", "", say("readings"), "")
    yield from (f"- {plain(reading, book)}" for reading in ruling.readings)
    yield from ("", f"**{say('decision')}.** {plain(ruling.decision, book)}")
    yield from ("", f"**{say('reason')}.** {plain(ruling.reason, book)}", "")
    numbers = ", ".join(clause.number for clause in book.clauses if ruling in clause.rulings)
    mark = f"{telling.outdated(book)} · " if ruling.stale else ""
    yield from (f"> {mark}{say('concerns')} {numbers}", "")


def _sources(book: Book) -> Iterator[str]:
    say = words("printing", book.language)
    yield from (f"## {say('sources')}", "", say("sources_why"), "")
    for source in book.sources:
        yield f"- **{source.id}** {plain(source.title, book)}. {plain(source.description, book)}"
    yield ""


def _foot(book: Book) -> Iterator[str]:
    say = words("printing", book.language)
    edition = say("edition", version=telling.edition())
    yield from ("---", "", f"`{book.id}` · {edition} · `{book.hash}`", "")
    yield from (f"{say('authentic_' + book.authentic)} {say('licence')}".replace(NBSP, " "), "")
