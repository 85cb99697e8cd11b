"""The list of changes that are no changes: no deal, score or match can tell them from the rules, and why.

`conformance/equivalent.yaml`: {language: 1, equivalent: [{rulesets, leaves, changes, proof}]}. Each entry is a pattern:
of ruleset ids, of leaves (dotted paths) and of changes as the report spells them, with * for anything.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from stichwerk.errors import SpecError
from stichwerk.files import vectors_dir
from stichwerk.loader import Document, load_yaml

__all__ = ["Entry", "Listing", "read_listing"]

_KEYS = {"rulesets", "leaves", "changes", "proof", "settings"}


@dataclass(frozen=True, slots=True)
class Entry:
    """One pattern of the list with its proof; place: where it stands."""

    rulesets: tuple[str, ...]
    leaves: tuple[str, ...]
    changes: tuple[str, ...]
    proof: str
    place: str
    settings: tuple[str, ...] = ("*",)

    def covers(self, ruleset: str, leaf: str, change: str, setting: str = "") -> bool:
        """Does it speak of this change?"""
        return (
            _matches(ruleset, self.rulesets)
            and _matches(leaf, self.leaves)
            and _matches(change, self.changes)
            and _matches(setting, self.settings)
        )


@dataclass(frozen=True, slots=True)
class Listing:
    """All entries, in their order."""

    entries: Sequence[Entry] = field(default=())

    def entry(self, ruleset: str, leaf: str, change: str, setting: str = "") -> int | None:
        """The number of the first entry that speaks of the change."""
        return next((n for n, one in enumerate(self.entries) if one.covers(ruleset, leaf, change, setting)), None)


def _matches(text: str, patterns: Sequence[str]) -> bool:
    return any(_pattern(pattern).fullmatch(text) for pattern in patterns)


@cache
def _pattern(pattern: str) -> re.Pattern[str]:
    """A pattern in which only * has a meaning: changes are full of brackets and question marks."""
    return re.compile(".*".join(map(re.escape, pattern.split("*"))), re.DOTALL)


def read_listing(path: Path | None = None) -> Listing:
    """The list in a file, without one that of the suite. SpecError when the file is not as it should be."""
    if path is None:
        path = vectors_dir().parent / "equivalent.yaml"
        if not path.exists():
            return Listing()
    document = load_yaml(path)
    entries = document.value.get("equivalent") if isinstance(document.value, dict) else None
    if not isinstance(entries, list):
        raise SpecError("this is no list of equivalent changes", place=document.place(()), expected="equivalent: [...]")
    return Listing([_entry(document, n, entry) for n, entry in enumerate(entries)])


def _entry(document: Document, n: int, entry: Any) -> Entry:
    place = document.place(("equivalent", n))
    if not isinstance(entry, dict) or not {"leaves", "changes", "proof"} <= entry.keys() <= _KEYS:
        raise SpecError("an entry names leaves and changes, and gives a proof", place=place)
    if not isinstance(entry["proof"], str) or len(entry["proof"].split()) < 4:
        raise SpecError("the proof is missing", place=place, expected="a sentence that says why nothing changes")
    return Entry(
        rulesets=_strings(document, n, "rulesets", entry.get("rulesets", "*")),
        leaves=_strings(document, n, "leaves", entry["leaves"]),
        changes=_strings(document, n, "changes", entry["changes"]),
        proof=entry["proof"],
        place=str(place),
        settings=_strings(document, n, "settings", entry.get("settings", "*")),
    )


def _strings(document: Document, n: int, key: str, value: Any) -> tuple[str, ...]:
    value = [value] if isinstance(value, str) else value
    if not isinstance(value, list) or not value or not all(isinstance(one, str) for one in value):
        place = document.place(("equivalent", n, key))
        raise SpecError(f"{key} is not a list of patterns", place=place, expected="a text, or a list of texts")
    return tuple(value)
