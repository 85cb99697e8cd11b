"""What the book and the leaflet say about a ruleset beside its sentences: options, grounds of a clause, edition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from stichwerk.errors import SpecError
from stichwerk_rulebook.words import words

if TYPE_CHECKING:
    from stichwerk_rulebook.book import Book, Cited, Clause, Option, Ruling, Section

__all__ = [
    "Chosen",
    "changed_by",
    "chosen",
    "command",
    "edition",
    "grounds",
    "leaflet_sections",
    "outdated",
    "rulings",
    "short_hash",
]


@dataclass(frozen=True, slots=True)
class Chosen:
    """An option with its answers in words. usual: what is usual, where something else was chosen; else empty."""

    title: str
    answer: str
    usual: str
    fixed: bool


def chosen(book: Book) -> list[Chosen]:
    """The options, those first in which the table departs from the usual."""
    found = [_answered(option) for option in book.options]
    return sorted(found, key=lambda entry: not entry.usual)


def _answered(option: Option) -> Chosen:
    titles = {choice.id: choice.title for choice in option.choices}
    usual = titles[option.default] if option.chosen != option.default else ""
    return Chosen(option.title, titles[option.chosen], usual, option.fixed)


def changed_by(book: Book, clause: Clause) -> list[str]:
    """The titles of the options whose unusual choice changed or added the clause."""
    return [option.title for option in book.options if option.id in book.departures and option.id in clause.patched_by]


def grounds(book: Book, clause: Clause) -> Iterator[tuple[str, str]]:
    """What a clause rests on, as pieces of text with the anchor they lead to, or none."""
    say = words("printing", book.language)
    if clause.stale:
        yield outdated(book), ""
    if clause.status != "attested":
        yield say(f"status_{clause.status}"), ""
    cited = _places(clause.sources)
    for number, (name, places) in enumerate(cited.items()):
        label = "" if number else say("source" if len(cited) == 1 else "sources_of") + " "
        yield label + (f"{name} ({'; '.join(places)})" if places else name), f"source-{name}"
    for ruling in clause.rulings:
        yield say("ruling", id=ruling.id), f"ruling-{ruling.id}"
    for title in changed_by(book, clause):
        yield say("departure", option=title), ""


def outdated(book: Book) -> str:
    """The mark on a translation that was made from an earlier wording."""
    return words("changes", book.language)("out_of_date")


def _places(cited: Iterable[Cited]) -> dict[str, list[str]]:
    places: dict[str, list[str]] = {}
    for source in cited:
        places.setdefault(source.id, []).extend([source.at] if source.at else [])
    return places


def rulings(book: Book) -> list[Ruling]:
    """The rulings that clauses of the book rest on, by id."""
    found = {ruling.id: ruling for clause in book.clauses for ruling in clause.rulings}
    return [found[name] for name in sorted(found, key=_natural)]


def _natural(name: str) -> tuple[str, int]:
    letters = name.rstrip("0123456789")
    return letters, int(name[len(letters) :] or 0)


def leaflet_sections(book: Book) -> list[tuple[Section, list[Clause]]]:
    """The chapters with what belongs on the table: marked clauses, and those that a departure changed or added.

    SpecError for a ruleset in which no clause is marked for the leaflet.
    """
    if not any(clause.leaflet for clause in book.clauses):
        raise SpecError(
            f"{book.id} says of no clause that it belongs on the leaflet",
            hint="give the clauses that a table needs 'leaflet: true', or print the book (without --leaflet)",
        )
    picked = [
        (section, [clause for clause in section.clauses if clause.leaflet or changed_by(book, clause)])
        for section in book.sections
    ]
    return [(section, clauses) for section, clauses in picked if clauses]


def edition() -> str:
    """The edition of the rules: the version of the package they came with."""
    from stichwerk import __version__

    return __version__


def short_hash(book: Book) -> str:
    """As much of the hash as it takes to tell two rulesets apart by eye."""
    return book.hash.removeprefix("sha256:")[:12]


def command(book: Book) -> str:
    """The command that prints this book again."""
    options = "".join(
        f" --set {option.id}={option.chosen}"
        for option in book.options
        if option.chosen != option.default and not option.fixed
    )
    return f"stichwerk rulebook {book.id}{options} --lang {book.language}"
