"""One ruleset document by itself: what can be said without choosing options.

References (to sources, rulings, clauses, sections, options, choices) lead somewhere, every clause rests on
something, and the header stands where it is looked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from stichwerk.choosing import declared_in
from stichwerk.errors import SpecError, did_you_mean, dotted
from stichwerk.library import Library
from stichwerk.loader import Document

__all__ = ["Holder", "Steps", "check_references", "check_ruleset", "error_at", "holders"]

_BODY = ("choose", "sections", "change", "drop", "add", "options")
Steps = tuple[str | int, ...]
"""A path in a document."""


def error_at(
    document: Document, path: Steps, message: str, *, expected: str = "", hint: str = "", key: bool = False
) -> SpecError:
    """An error at a value of a document, or at its key."""
    place = document.key_place(path) if key else document.place(path)
    return SpecError(
        message, place=place, path=dotted(path), expected=expected, hint=hint, snippet=document.snippet(place)
    )


@dataclass(frozen=True, slots=True)
class Holder:
    """What brings patches: a document, or a choice of an option (then `choice` is option and choice)."""

    path: Steps
    value: Mapping[str, Any]
    choice: tuple[str, str] | tuple[()] = ()

    def entries(self, *kinds: str) -> Iterator[tuple[Steps, str, Mapping[str, Any]]]:
        """The patches of these kinds: path, kind, entry."""
        for kind in kinds:
            for n, entry in enumerate(self.value.get(kind, ())):
                yield (*self.path, kind, n), kind, entry


def holders(document: Document) -> Iterator[Holder]:
    """Everything in a document that brings patches."""
    yield Holder((), document.value)
    for n, option in enumerate(document.value.get("options", ())):
        for m, choice in enumerate(option["choices"]):
            yield Holder(("options", n, "choices", m), choice, (option["id"], choice["id"]))


def _clauses(document: Document) -> Iterator[tuple[Steps, str, Mapping[str, Any]]]:
    """The clauses that a document brings, those added by patches included: path, section, clause."""
    for n, section in enumerate(document.value.get("sections", ())):
        for m, clause in enumerate(section.get("clauses", ())):
            yield ("sections", n, "clauses", m), section["id"], clause
    for holder in holders(document):
        for path, _, entry in holder.entries("add"):
            yield (*path, "clause"), entry["section"], entry["clause"]


def check_ruleset(document: Document, chain: list[Document]) -> Iterator[SpecError]:
    """What would stop a document from being resolved, whatever is chosen. chain: its parents and itself."""
    value = document.value
    named = Path(document.name).stem
    if value["id"] != named:
        yield error_at(
            document, ("id",), f"the id is {value['id']!r}, but the file is named after {named!r}",
            hint="a ruleset lies in a file with its id as name",
        )  # fmt: skip
    body = next((key for key in value if key in _BODY), None)
    for key in list(value)[list(value).index(body) if body else len(value) :]:
        if key not in _BODY:
            yield error_at(
                document,
                (key,),
                f"the key {key!r} comes after {body!r}",
                key=True,
                hint="what says who a ruleset is stands first",
            )
    options = {name: [choice["id"] for choice in option["choices"]] for name, (option, _) in declared_in(chain).items()}
    yield from _patches(document, chain, options)
    fixed = {name: [choice] for name, choice in value.get("choose", {}).items()}
    yield from _choices(document, ("choose",), fixed, options, single=True)
    for n, option in enumerate(value.get("options", ())):
        names = [choice["id"] for choice in option["choices"]]
        for m, name in enumerate(names):
            if name in names[:m]:
                yield error_at(
                    document,
                    ("options", n, "choices", m, "id"),
                    f"the option {option['id']} has the choice {name!r} twice",
                )


def _patches(document: Document, chain: list[Document], options: Mapping[str, list[str]]) -> Iterator[SpecError]:
    """Patches of what does not exist."""
    clauses = {clause["id"] for each in chain for _, _, clause in _clauses(each)}
    sections = {section["id"] for each in chain for section in each.value.get("sections", ())}
    owners = {*(each.value["id"] for each in chain), *options}
    for holder in holders(document):
        for path, kind, entry in holder.entries("change", "drop", "add"):
            if kind != "add":
                yield from _known(document, (*path, "clause"), entry["clause"], clauses, "clause")
            else:
                yield from _known(document, (*path, "section"), entry["section"], sections, "section")
                if "after" in entry:
                    yield from _known(document, (*path, "after"), entry["after"], clauses, "clause")
            yield from _choices(document, (*path, "if"), entry.get("if", {}), options)
            for n, owner in enumerate(entry.get("over", ())):
                yield from _known(document, (*path, "over", n), owner, owners, "ruleset or option")
        if holder.choice:
            yield from _choices(document, (*holder.path, "requires"), holder.value.get("requires", {}), options)


def _known(document: Document, path: Steps, name: str, known: Iterable[str], word: str) -> Iterator[SpecError]:
    known = sorted(known)
    if name not in known:
        few = f"known: {', '.join(known)}" if len(known) <= 12 else ""
        yield error_at(document, path, f"there is no {word} {name!r}", hint=did_you_mean(name, known) or few)


def _choices(
    document: Document,
    path: Steps,
    asked: Mapping[str, list[str]],
    options: Mapping[str, list[str]],
    *,
    single: bool = False,
) -> Iterator[SpecError]:
    """Options and choices that are named must exist. single: one choice stands there, not a list."""
    for option, choices in asked.items():
        if option not in options:
            yield from _known(document, (*path, option), option, options, "option")
            continue
        for n, choice in enumerate(choices):
            where = (*path, option) if single else (*path, option, n)
            if choice not in options[option]:
                yield error_at(
                    document,
                    where,
                    f"{option} has no choice {choice!r}",
                    expected=f"one of {', '.join(options[option])}",
                )


def check_references(document: Document, library: Library) -> Iterator[SpecError]:
    """Sources and rulings that do not exist, and clauses that rest on none."""
    sources, rulings = library.sources(), library.rulings()
    if "follows" in document.value:
        yield from _known(document, ("follows",), document.value["follows"], sources, "source")
    bodies = [(path, clause) for path, _, clause in _clauses(document)]
    bodies += [(path, entry) for holder in holders(document) for path, _, entry in holder.entries("change")]
    bodies += [(holder.path, holder.value) for holder in holders(document) if holder.choice]
    for path, body in bodies:
        for n, source in enumerate(body.get("sources", ())):
            yield from _known(document, (*path, "sources", n, "id"), source["id"], sources, "source")
        for n, ruling in enumerate(body.get("rulings", ())):
            yield from _known(document, (*path, "rulings", n), ruling, rulings, "ruling")
    for path, _, clause in _clauses(document):
        yield from _grounds(document, path, clause)


def _grounds(document: Document, path: Steps, clause: Mapping[str, Any]) -> Iterator[SpecError]:
    status = clause.get("status", "")
    noted = status == "editorial" and "note" in clause and "rule" not in clause
    if not clause.get("sources") and not clause.get("rulings") and not noted:
        hint = "a clause of the editors without a rule may have 'status: editorial' and a note instead"
        yield error_at(
            document,
            (*path, "id"),
            f"the clause {clause['id']!r} rests on nothing",
            expected="sources or rulings",
            hint="" if "rule" in clause else hint,
        )
    for word, needed in (("ruling", "rulings"), ("attested", "sources")):
        if status == word and not clause.get(needed):
            yield error_at(document, (*path, "status"), f"the status is {word}, but there are no {needed}")
