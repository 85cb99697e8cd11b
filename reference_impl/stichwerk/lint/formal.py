"""The formal part as a whole: what no clause shows by itself.

Checked on the merged rules, for every set of choices: the schema asks for what the engine needs, and what it
cannot ask (packets that add up to the deck, cards that exist, steps that fit, expressions) is asked here.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from stichwerk.errors import Place, SpecError, dotted
from stichwerk.lint.between import check_between
from stichwerk.lint.cards import check_cards
from stichwerk.lint.formulas import check_expressions
from stichwerk.lint.packets import check_packets, check_table
from stichwerk.lint.scores import check_match, check_scoring
from stichwerk.lint.steps import check_steps, check_tricks
from stichwerk.lint.tournament import check_tournament
from stichwerk.lint.vocabulary import needed_parts
from stichwerk.loader import Document
from stichwerk.resolve import Resolution
from stichwerk.validation import collect

__all__ = ["check_formal"]

_CHECKS: tuple[Callable[[Resolution], Iterator[SpecError]], ...] = (
    check_cards, check_table, check_packets, check_steps, check_tricks, check_between, check_expressions,
    check_scoring, check_match, check_tournament,
)  # fmt: skip


def check_formal(resolution: Resolution, sound: set[str] | None = None) -> list[SpecError]:
    """Everything that is wrong with the merged rules; each error stands at the clause that set the value.

    The clauses of the document need not be filled in yet. sound: parts of rules that fit the schema, remembered from
    one set of choices to the next; it grows.
    """
    # What does not fit the schema would break the other checks, which take it for granted.
    problems = _schema_problems(resolution, set() if sound is None else sound)
    return problems or [error for check in _CHECKS for error in check(resolution)]


class _Merged(Document):
    """The merged rules as if they were one document: every value has the place of the clause that set it."""

    def __init__(self, resolution: Resolution, value: Any) -> None:
        home = resolution.chain[-1]
        super().__init__(home.name, home.text, value=value)
        self.resolution = resolution
        self.by_name = {home.name: home}
        for clause in resolution.clauses.values():
            self.by_name |= {origin.document.name: origin.document for origin in (clause.origin, *clause.patched)}

    def place(self, path: Sequence[str | int] = ()) -> Place:
        document, inside = self.resolution.find(dotted(path[1:]))
        return document.place(inside)

    def key_place(self, path: Sequence[str | int]) -> Place:
        document, inside = self.resolution.find(dotted(path[1:]))
        return document.key_place(inside)

    def is_quoted(self, path: Sequence[str | int]) -> bool:
        document, inside = self.resolution.find(dotted(path[1:]))
        return document.is_quoted(inside)

    def snippet(self, place: Place) -> str:
        document = self.by_name[place.file]
        return Document.snippet(document, place)


def _schema_problems(resolution: Resolution, sound: set[str]) -> list[SpecError]:
    rules: Mapping[str, Any] = resolution.document["rules"]
    written = {key: json.dumps([key, part]) for key, part in rules.items()}
    all_there = all(key in rules for key in needed_parts())
    fresh = {key: part for key, part in rules.items() if not all_there or written[key] not in sound}
    # Only the rules are of interest: that the rest of a resolved document is missing does not matter here.
    merged = _Merged(resolution, {"rules": fresh})
    problems = [error for error in collect(merged, "resolved") if error.path.partition(".")[0] == "rules"]
    if all_there:  # parts that were left out because they are sound are not missing
        problems = [error for error in problems if error.path != "rules"]
    for error in problems:
        error.path = error.path.removeprefix("rules").removeprefix(".")
        error.snippet = error.snippet or (merged.snippet(error.place) if error.place else "")
    if not problems:
        sound.update(written.values())
    return problems
