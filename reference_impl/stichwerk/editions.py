"""Editions of the rulebooks: what each held, and what changed from one to the next (`spec/changes.yaml`).

Whether what is played has changed is no matter of opinion: an edition keeps the hashes of its rulesets.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from .library import Library, shipped

__all__ = ["KINDS", "Change", "Edition", "Played", "coming", "edition", "editions"]

KINDS = ("substantive", "clarification", "editorial")
"""What a change is: to what is played, to how clearly it is said, or to anything else."""


@dataclass(frozen=True, slots=True)
class Played:
    """What is played by a ruleset. hash: as usual; choices: under all sets of choices that are tried, together."""

    hash: str
    choices: str

    @classmethod
    def of(cls, usual: str, every: Iterable[str]) -> Played:
        """From the hash of the usual game and those under all sets of choices."""
        return cls(usual, "sha256:" + sha256("\n".join(sorted(every)).encode()).hexdigest())


@dataclass(frozen=True, slots=True)
class Change:
    """One change. clauses: those that say something else or are new; dropped: those that are gone."""

    kind: str
    rulesets: tuple[str, ...]
    clauses: tuple[str, ...]
    dropped: tuple[str, ...]
    text: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Edition:
    """What was published at once. version: of the package that holds it; text: a word about it, or None."""

    id: str
    date: str
    version: str
    title: Mapping[str, str]
    text: Mapping[str, str] | None
    rulesets: Mapping[str, Played]
    changes: tuple[Change, ...]


def editions(library: Library | None = None) -> list[Edition]:
    """All editions, the newest first."""
    return [edition(entry) for entry in (library or shipped()).changes().get("editions", ())]


def coming(library: Library | None = None) -> tuple[Change, ...]:
    """What has changed since the newest edition."""
    return tuple(map(_change, (library or shipped()).changes().get("coming", ())))


def edition(entry: Mapping[str, Any]) -> Edition:
    """An edition from its entry in the file."""
    return Edition(
        entry["id"],
        entry["date"],
        entry["version"],
        entry["title"],
        entry.get("text"),
        {name: Played(**played) for name, played in entry["rulesets"].items()},
        tuple(map(_change, entry.get("changes", ()))),
    )


def _change(entry: Mapping[str, Any]) -> Change:
    return Change(
        entry["kind"],
        tuple(entry["rulesets"]),
        tuple(entry.get("clauses", ())),
        tuple(entry.get("dropped", ())),
        entry["text"],
    )
