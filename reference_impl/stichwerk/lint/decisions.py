"""The table of decisions against the rules: every leaf has a question, every word is said, nothing is left over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from stichwerk.decisions import UNTITLED, Catalogue, Decision, Found, Part
from stichwerk.errors import SpecError
from stichwerk.lint.documents import error_at
from stichwerk.loader import Document
from stichwerk.resolve import Resolution

__all__ = ["Leaves", "check_decisions"]

_OWN_TABLES = {"without", "place", "meld_cards", "meld_value"}
"""Tables of words that no decision names, because kinds of answers use them."""


@dataclass(slots=True)
class Leaves:
    """What the rules of all rulesets held under all sets of choices: leaf -> values, and where it was seen first."""

    values: dict[str, list[Any]] = field(default_factory=dict)
    seen: dict[str, Resolution] = field(default_factory=dict)

    def add(self, resolution: Resolution) -> None:
        """Take the leaves of a resolved ruleset in."""
        for leaf in resolution.document["provenance"]:
            value: Any = resolution.document["rules"]
            for step in leaf.split("."):
                value = value[step]
            values = self.values.setdefault(leaf, [])
            if value not in values:
                values.append(value)
            self.seen.setdefault(leaf, resolution)


def check_decisions(document: Document, table: Catalogue, leaves: Leaves) -> Iterator[SpecError]:
    """Leaves without a decision, values and names without words, references to nothing, entries that nothing uses."""
    used: set[str] = set()
    words: set[tuple[str, str]] = set()
    names: set[tuple[str, str]] = set()
    for leaf, values in leaves.values.items():
        found = table.decision(leaf)
        if found is None:
            yield leaves.seen[leaf].error(leaf, f"no decision covers {leaf}", hint=f"add it to {document.name}")
            continue
        parts = list(table.parts_of(leaf))
        used |= {found.entry.path, *(part.entry.path for part in parts)}
        names |= {name for each in (found, *parts) for name in each.names}
        yield from _said(document, table, found, values, words)
        yield from _named(document, table, found, leaves.seen[leaf])
    words |= {(decision.words, decision.otherwise) for decision in table.decisions}
    yield from _references(document, table)
    yield from _left_over(document, table, used, words, names)


def _place(document: Document, table: Catalogue, found: Found) -> tuple[str | int, ...]:
    """Where the decision stands in its file."""
    paths = [decision.path for decision in table.decisions]
    return ("decisions", paths.index(found.entry.path), "path")


def _said(
    document: Document, table: Catalogue, found: Found, values: list[Any], used: set[tuple[str, str]]
) -> Iterator[SpecError]:
    """Words of the vocabulary that people have no words for."""
    decision = found.entry
    assert isinstance(decision, Decision)
    known = table.words.get(decision.words, {})
    for value in values:
        for word in value if decision.kind == "words" else [value]:
            if not isinstance(word, str):
                continue
            if word in known:
                used.add((decision.words, word))
            elif decision.kind in ("word", "words"):
                message = f"{found.key} is {word!r}, which has no words in the table {decision.words!r}"
                yield error_at(
                    document, _place(document, table, found), message, hint=f"add it to words.{decision.words}"
                )


def _named(document: Document, table: Catalogue, found: Found, resolution: Resolution) -> Iterator[SpecError]:
    """Things that have neither a name in the table nor a title in a clause."""
    for kind, name in found.names:
        if name in table.names.get(kind, {}):
            continue
        below = f"{kind}.{name}."
        setting = {clause for leaf, clause in resolution.document["provenance"].items() if f"{leaf}.".startswith(below)}
        if kind in UNTITLED or not any("title" in resolution.clauses[clause].body for clause in setting):
            message = f"{kind}.{name} has no name"
            yield resolution.error(found.key, message, hint=f"add it to names.{kind}, or give its clause a title")


def _references(document: Document, table: Catalogue) -> Iterator[SpecError]:
    """Sections, tables, units and kinds of names that are named and do not exist."""
    sections = {section.id for section in table.sections}
    paths = {part.path for part in table.parts} | {decision.path for decision in table.decisions}
    for n, part in enumerate(table.parts):
        if part.section not in sections:
            yield error_at(document, ("parts", n, "section"), f"there is no section {part.section!r}")
        if part.shown and f"{part.path}.{part.shown}" not in paths:
            yield error_at(document, ("parts", n, "shown"), f"there is no decision {part.path}.{part.shown}")
        if part.absent and part.absent not in table.words.get("without", {}):
            yield error_at(document, ("parts", n, "absent"), f"there is nothing called {part.absent!r}")
    heads = {path.split(".")[0] for path in paths}
    for n, decision in enumerate(table.decisions):
        wanted: Mapping[str, tuple[str, bool]] = {
            "section": (decision.section, decision.section in sections),
            "unit": (decision.unit, decision.unit in table.units),
            "words": (decision.words, decision.words in table.words),
            "without": (decision.without, decision.without in table.words.get("without", {})),
            "needs": (decision.needs, decision.needs in paths),
            "of": (decision.of, decision.of in heads),
        }
        for key, (name, known) in wanted.items():
            if name and not known:
                yield error_at(document, ("decisions", n, key), f"there is nothing called {name!r}")
        if decision.kind == "word" and decision.otherwise not in (None, *table.words.get(decision.words, ())):
            yield error_at(document, ("decisions", n, "otherwise"), f"the table {decision.words!r} has no such word")


def _left_over(
    document: Document, table: Catalogue, used: set[str], words: set[tuple[str, str]], names: set[tuple[str, str]]
) -> Iterator[SpecError]:
    """Patterns that fit no leaf of any ruleset, tables and units nobody names, words for formulas nobody writes."""
    entries: Mapping[str, Sequence[Part | Decision]] = {"parts": table.parts, "decisions": table.decisions}
    for key, listed in entries.items():
        for n, entry in enumerate(listed):
            if entry.path not in used:
                yield error_at(document, (key, n, "path"), f"no ruleset has anything at {entry.path}", hint="remove it")
    sections = {entry.section for listed in entries.values() for entry in listed}
    for n, section in enumerate(table.sections):
        if section.id not in sections:
            yield error_at(document, ("sections", n, "id"), f"nothing is shown in the section {section.id!r}")
    units = {decision.unit for decision in table.decisions}
    for unit in table.units:
        if unit not in units:
            yield error_at(document, ("units", unit), f"no decision uses the unit {unit!r}", key=True)
    for kind, known in table.names.items():
        for name in known:
            if (kind, name) not in names:
                yield error_at(document, ("names", kind, name), f"no ruleset has {kind}.{name}", key=True)
    yield from _idle_words(document, table, words)


def _idle_words(document: Document, table: Catalogue, used: set[tuple[str, str]]) -> Iterator[SpecError]:
    """Tables that no decision names, and words for formulas that nobody writes.

    A word of the vocabulary may wait for a ruleset that uses it; a formula has no such claim.
    """
    wanted = {decision.words for decision in table.decisions} | _OWN_TABLES
    formulas = {decision.words for decision in table.decisions if decision.kind == "formula"}
    used = used | {("without", each) for decision in table.decisions if (each := decision.without)}
    used |= {("without", part.absent) for part in table.parts}
    for name, said in table.words.items():
        if name not in wanted:
            yield error_at(document, ("words", name), f"no decision uses the table {name!r}", key=True)
        for word in said if name in formulas or name == "without" else ():
            if (name, word) not in used:
                yield error_at(document, ("words", name, word), f"nothing uses the words for {word!r}", key=True)
