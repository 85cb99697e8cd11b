"""The decisions that rules make: which part of a dotted path in the rules answers which question.

`spec/decisions.yaml` has a pattern for every leaf of the rules, in which `*` stands for the name of a meld, a contract,
a stage and so on. A pattern answers for everything below it: `deck.points` is one decision, however many ranks there
are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from stichwerk.library import Library, shipped

__all__ = ["OTHER", "UNTITLED", "Catalogue", "Decision", "Found", "Name", "Part", "Section", "catalogue", "tidy"]

Text = Mapping[str, str]
"""Language -> words."""

Name = tuple[str, str]
"""What a `*` stood for: the kind of thing (melds, contracts, success, ...) and its name."""

OTHER = "other"
"""The section of decisions that the table does not know."""

UNTITLED = frozenset({"values", "success"})
"""Kinds of things that no title of a clause names: the clause is about the award or the contract they belong to."""


@dataclass(frozen=True, slots=True)
class Section:
    """A chapter of the comparison."""

    id: str
    title: Text


@dataclass(frozen=True, slots=True)
class Part:
    """Something that a game may lack altogether: an auction, a meld.

    shown: the leaf below it that speaks for it; absent: the word, of the table `without`, for a game that lacks it.
    """

    path: str
    section: str
    title: Text
    shown: str = ""
    absent: str = ""


@dataclass(frozen=True, slots=True)
class Decision:
    """One question about the rules.

    path: the pattern; kind: how the answer is said (see schema/decisions.schema.json); unit: what a figure counts;
    words: the table of words for it; of: for names, of what; needs: the part without which the question does not arise.
    What silence of the rules means: otherwise: this answer; without: there is none of it, said by this word;
    only_if_said: the question does not arise; none of the three: it is not attested.
    """

    path: str
    section: str
    question: Text
    kind: str
    unit: str = ""
    words: str = ""
    of: str = ""
    otherwise: Any = None
    without: str = ""
    only_if_said: bool = False
    needs: str = ""


@dataclass(frozen=True, slots=True)
class Found:
    """A place in the rules that an entry of the table answers for: the concrete path, and what each `*` stood for."""

    entry: Decision | Part
    key: str
    names: tuple[Name, ...]


@dataclass(slots=True)
class Catalogue:
    """The whole table, with its entries found by path."""

    sections: list[Section]
    parts: list[Part]
    decisions: list[Decision]
    units: Mapping[str, Mapping[str, Text]]
    words: Mapping[str, Mapping[str, Text]]
    names: Mapping[str, Mapping[str, Text]]
    _by_head: dict[str, list[Decision]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for decision in sorted(self.decisions, key=lambda each: -each.path.count(".")):
            self._by_head.setdefault(decision.path.partition(".")[0], []).append(decision)

    def decision(self, leaf: str) -> Found | None:
        """The decision that a leaf of the rules belongs to; the longest pattern wins; None for an unknown leaf."""
        for decision in self._by_head.get(leaf.partition(".")[0], ()):
            if found := _match(decision, leaf):
                return found
        return None

    def parts_of(self, leaf: str) -> Iterator[Found]:
        """The parts that a leaf lies in, the outermost first."""
        found = (_match(part, leaf) for part in self.parts)
        yield from sorted((each for each in found if each), key=lambda each: each.key.count("."))

    def section_of(self, leaf: str) -> str:
        """Where an unknown leaf is shown: beside its nearest kin, else among the others."""
        kin = self._by_head.get(leaf.partition(".")[0])
        return kin[-1].section if kin else OTHER


def _match(entry: Decision | Part, leaf: str) -> Found | None:
    pattern, steps = entry.path.split("."), leaf.split(".")
    if len(steps) < len(pattern) or any(p not in ("*", s) for p, s in zip(pattern, steps, strict=False)):
        return None
    names = tuple((pattern[n - 1], steps[n]) for n, step in enumerate(pattern) if step == "*")
    return Found(entry, ".".join(steps[: len(pattern)]), names)


def catalogue(library: Library | None = None) -> Catalogue:
    """The table of a library; that of the shipped spec when none is named."""
    return _read(library or shipped())


@lru_cache(maxsize=4)
def _read(library: Library) -> Catalogue:
    raw = library.decisions()
    return Catalogue(
        sections=[Section(**entry) for entry in raw.get("sections", ())],
        parts=[Part(**entry) for entry in raw.get("parts", ())],
        decisions=[Decision(**entry) for entry in raw.get("decisions", ())],
        units=raw.get("units", {}),
        words=raw.get("words", {}),
        names=raw.get("names", {}),
    )


def tidy(name: str) -> str:
    """A name that nobody has put into words: closing_failed -> closing failed."""
    return name.replace("_", " ")
