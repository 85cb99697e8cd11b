"""What one ruleset states: its answers by decision, and the clauses they come from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from stichwerk.decisions import Catalogue, Decision, Found

__all__ = ["Answer", "Ground", "Stated", "stated"]


@dataclass(frozen=True, slots=True)
class Ground:
    """A clause that an answer comes from. sources: id and place of each; status: attested, ruling or editorial."""

    clause: str
    number: str
    status: str
    sources: tuple[tuple[str, str], ...]
    rulings: tuple[str, ...]


@dataclass(slots=True)
class Answer:
    """A decision or a part of a ruleset: where it is in the rules, its value, the clauses that set it."""

    found: Found
    value: Any
    grounds: list[Ground] = field(default_factory=list)


@dataclass(slots=True)
class Stated:
    """The answers of a ruleset, and the parts of the game that it has, by path."""

    values: dict[str, Answer] = field(default_factory=dict)
    parts: dict[str, Answer] = field(default_factory=dict)

    def has(self, path: str) -> bool:
        """Is there anything at this path?"""
        return path in self.parts or path in self.values


def stated(document: Mapping[str, Any], table: Catalogue) -> Stated:
    """The answers of a resolved ruleset. A leaf that the table does not know is a decision of its own."""
    clauses = {clause["id"]: _ground(clause) for clause in document["clauses"]}
    result = Stated()
    for leaf, clause in document["provenance"].items():
        found = table.decision(leaf) or _unknown(leaf, table)
        _add(result.values, found, document["rules"], clauses[clause])
        for part in table.parts_of(leaf):
            _add(result.parts, part, document["rules"], clauses[clause])
    return result


def _add(answers: dict[str, Answer], found: Found, rules: Mapping[str, Any], ground: Ground) -> None:
    if found.key not in answers:
        answers[found.key] = Answer(found, _at(rules, found.key))
    if ground not in answers[found.key].grounds:
        answers[found.key].grounds.append(ground)


def _at(rules: Mapping[str, Any], path: str) -> Any:
    value: Any = rules
    for step in path.split("."):
        value = value[step]
    return value


def _ground(clause: Mapping[str, Any]) -> Ground:
    sources = tuple((source["id"], source.get("at", "")) for source in clause["sources"])
    return Ground(clause["id"], clause["number"], clause["status"], sources, tuple(clause["rulings"]))


def _unknown(leaf: str, table: Catalogue) -> Found:
    """A leaf that the table has no pattern for, under its path."""
    question = dict.fromkeys(("de", "en", "es"), leaf)
    return Found(Decision(leaf, table.section_of(leaf), question, "formula"), leaf, ())
