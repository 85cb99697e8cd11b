"""A ruleset as a book: what the site, the printed book and the leaflet all show, in one language.

The texts are those of the resolved document; what is added is where they come from: titles of sources, rulings in full,
the cases that check each clause.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from stichwerk.library import Library, shipped
from stichwerk.resolve import options_of, resolve_ruleset
from stichwerk.translations import ruling_out_of_date

if TYPE_CHECKING:
    from stichwerk_conformance.cases import Case

__all__ = ["Book", "Choice", "Cited", "Clause", "Option", "Ruling", "Section", "book"]


@dataclass(frozen=True, slots=True)
class Cited:
    """A place in a source: its id, its title, and where in it; description: what kind of text the source is."""

    id: str
    title: str
    at: str = ""
    description: str = ""


@dataclass(frozen=True, slots=True)
class Ruling:
    """An editorial decision where the sources give no single answer.

    stale: it was translated from an earlier wording.
    """

    id: str
    question: str
    readings: tuple[str, ...]
    decision: str
    reason: str
    clauses: tuple[str, ...]
    stale: bool = False


@dataclass(frozen=True, slots=True)
class Clause:
    """A numbered sentence with what stands behind it.

    id: the permanent anchor; number: its place in this book; rule: the formal part, None where the clause only informs;
    status: attested, ruling or editorial; patched_by: the variants and options that changed it; cases: ids of the test
    cases of this ruleset that check it; leaflet: whether it belongs on the page for the table; stale: the sentence was
    translated from an earlier wording.
    """

    id: str
    number: str
    title: str
    text: str
    rule: Mapping[str, Any] | None
    status: str
    sources: tuple[Cited, ...]
    rulings: tuple[Ruling, ...]
    patched_by: tuple[str, ...]
    cases: tuple[str, ...]
    leaflet: bool
    stale: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """A chapter: clauses in the order of play."""

    id: str
    number: str
    title: str
    clauses: tuple[Clause, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to an option.

    needs: what must have been answered to other options, option -> choices; beside: with which answers to others it has
    sentences of its own.
    """

    id: str
    title: str
    needs: Mapping[str, tuple[str, ...]] = field(default_factory=dict, compare=False)
    beside: frozenset[tuple[str, str]] = frozenset()


@dataclass(frozen=True, slots=True)
class Option:
    """A question the ruleset leaves to the table: what is chosen, what is usual, and whether a variant fixes it.

    text: what is asked, in a sentence; empty where the title says it.
    """

    id: str
    title: str
    text: str
    chosen: str
    default: str
    fixed: bool
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Book:
    """A ruleset with its options chosen, ready to be set in one language.

    authentic: the language that decides; follows: the source whose column it is; document: the resolved document that
    everything else was taken from.
    """

    id: str
    family: str
    language: str
    authentic: str
    title: str
    summary: str
    follows: Cited | None
    options: tuple[Option, ...]
    sections: tuple[Section, ...]
    sources: tuple[Cited, ...]
    hash: str
    document: Mapping[str, Any]

    @property
    def clauses(self) -> Iterable[Clause]:
        """All clauses in the order of play."""
        return (clause for section in self.sections for clause in section.clauses)

    @property
    def pack(self) -> Mapping[str, Any]:
        """The pack of cards, as `spec/packs` has it."""
        pack: Mapping[str, Any] = self.document["pack"]
        return pack

    @property
    def departures(self) -> dict[str, str]:
        """Option -> choice where the table has chosen something else than usual."""
        return {option.id: option.chosen for option in self.options if option.chosen != option.default}


def book(
    ruleset: str,
    chosen: Mapping[str, str] | None = None,
    language: str | None = None,
    *,
    library: Library | None = None,
    cases: Iterable[Case] = (),
) -> Book:
    """The book of a ruleset with options chosen, in a language (left out: the authentic one).

    `cases` are those that may be named under the clauses they check. SpecError as `resolve_ruleset`.
    """
    library = library or shipped()
    document = resolve_ruleset(ruleset, chosen, library=library)
    lang = language or document["authentic"]
    reader = _Reader(document, library, lang, _by_clause(ruleset, cases))
    return Book(
        id=ruleset,
        family=document["family"],
        language=lang,
        authentic=document["authentic"],
        title=document["title"][lang],
        summary=library.header(ruleset).get("summary", {}).get(lang, ""),
        follows=None if document["follows"] is None else reader.cited({"id": document["follows"]}),
        options=tuple(_options(document, library, lang)),
        sections=tuple(reader.sections()),
        sources=tuple(reader.cited({"id": name}) for name in _sources(document)),
        hash=document["hash"],
        document=document,
    )


def _by_clause(ruleset: str, cases: Iterable[Case]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for case in cases:
        if case.ruleset == ruleset:
            for clause in case.clauses:
                found.setdefault(clause, []).append(case.id)
    return found


def _sources(document: Mapping[str, Any]) -> list[str]:
    return sorted({source["id"] for clause in document["clauses"] for source in clause["sources"]})


def _options(document: Mapping[str, Any], library: Library, lang: str) -> Iterable[Option]:
    for name, entry in options_of(document["id"], library=library).items():
        yield Option(
            id=name,
            title=entry["title"][lang],
            text=entry.get("text", {}).get(lang, ""),
            chosen=document["options"][name],
            default=entry["default"],
            fixed=name in document["fixed"],
            choices=tuple(_choice(choice, lang) for choice in entry["choices"]),
        )


def _choice(entry: Mapping[str, Any], lang: str) -> Choice:
    patches = [patch for key in ("change", "add", "drop") for patch in entry.get(key, ())]
    return Choice(
        id=entry["id"],
        title=entry["title"][lang],
        needs={name: tuple(allowed) for name, allowed in entry.get("requires", {}).items()},
        beside=frozenset(
            (name, choice) for patch in patches for name, allowed in patch.get("if", {}).items() for choice in allowed
        ),
    )


class _Reader:
    """Reads sections and clauses of a resolved document in one language."""

    def __init__(
        self, document: Mapping[str, Any], library: Library, lang: str, cases: Mapping[str, list[str]]
    ) -> None:
        self._document = document
        self._lang = lang
        self._cases = cases
        self._library = library
        self._known_sources = library.sources()
        self._known_rulings = library.rulings()

    def cited(self, source: Mapping[str, str]) -> Cited:
        known = self._known_sources.get(source["id"])
        if known is None:
            return Cited(source["id"], source["id"], source.get("at", ""))
        title, description = known["title"][self._lang], known["description"][self._lang]
        return Cited(source["id"], title, source.get("at", ""), description)

    def sections(self) -> Iterable[Section]:
        clauses = self._document["clauses"]
        for section in self._document["sections"]:
            inside = [self._clause(entry) for entry in clauses if entry["section"] == section["id"]]
            number = inside[0].number.partition(".")[0]
            yield Section(section["id"], number, section["title"][self._lang], tuple(inside))

    def _clause(self, entry: Mapping[str, Any]) -> Clause:
        return Clause(
            id=entry["id"],
            number=entry["number"],
            title=entry.get("title", {}).get(self._lang, ""),
            text=entry["text"].get(self._lang, ""),
            rule=entry.get("rule"),
            status=entry["status"],
            sources=tuple(self.cited(source) for source in entry["sources"]),
            rulings=tuple(self._ruling(name) for name in entry["rulings"] if name in self._known_rulings),
            patched_by=tuple(entry.get("patched_by", ())),
            cases=tuple(self._cases.get(entry["id"], ())),
            leaflet=entry.get("leaflet", False),
            stale=self._lang in entry.get("stale", ()),
        )

    def _ruling(self, name: str) -> Ruling:
        known = self._known_rulings[name]
        lang = self._lang
        return Ruling(
            id=name,
            question=known["question"][lang],
            readings=tuple(reading[lang] for reading in known["readings"]),
            decision=known["decision"][lang],
            reason=known["reason"][lang],
            clauses=tuple(known["clauses"]),
            stale=lang in ruling_out_of_date(known, self._library),
        )
