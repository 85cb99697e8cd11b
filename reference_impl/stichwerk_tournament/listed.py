"""A list as one of many: with the rules of its table, the plan it belongs to, and what is wrong about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stichwerk.errors import SpecError
    from stichwerk.rules import Rules
    from stichwerk_tournament.beside import Plan
    from stichwerk_tournament.checking import Check
    from stichwerk_tournament.reading import Reading

__all__ = ["Listed", "Problem", "Unread"]


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with a list as one of many. key, values: the words; field: where in the list it shows."""

    key: str
    values: Mapping[str, Any]
    field: str = "players"


@dataclass(frozen=True, slots=True)
class Listed:
    """A list with the rules of its table. round, table: 0 where nobody says; check: what it comes to."""

    reading: Reading
    rules: Rules
    plan: Plan | None
    round: int
    table: int
    check: Check
    problems: list[Problem] = field(default_factory=list)

    @property
    def wrong(self) -> bool:
        """Is anything in it, or about it, wrong?"""
        return bool(self.check.findings or self.problems)

    @property
    def finished(self) -> bool:
        """Is everything entered?"""
        return self.check.complete

    @property
    def name(self) -> str:
        """What people call the file."""
        return str(self.reading.path)

    @property
    def names(self) -> Mapping[int, str]:
        """Names of players by start number: as the plan has them, else as the list itself says."""
        return {**self.reading.names, **(self.plan.names if self.plan else {})}


@dataclass(frozen=True, slots=True)
class Unread:
    """A file from which no list can be had. round, table: of the list, as far as they are known, else 0."""

    path: Path
    plan: Plan | None
    round: int
    table: int
    error: SpecError
