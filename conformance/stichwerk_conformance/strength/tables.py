"""What came of a run, clause by clause: for the terminal and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from stichwerk_conformance.strength.measure import KILLED, REFUSED, SURVIVED, Measured, Outcome
from stichwerk_conformance.strength.settings import resolved
from stichwerk_conformance.version import suite_version

__all__ = ["FATES", "ClauseRow", "as_json", "lines", "rows"]

LISTED, UNLISTED = "listed", "unlisted"
FATES = (KILLED, REFUSED, LISTED, UNLISTED)
"""What may become of a change, as the tables count it."""


@dataclass(slots=True)
class ClauseRow:
    """A clause of a ruleset with what became of the changes of its leaves."""

    ruleset: str
    clause: str
    outcomes: list[Outcome] = field(default_factory=list)

    @property
    def counts(self) -> Mapping[str, int]:
        """Fate -> number of changes."""
        return Counter(fate_of(one) for one in self.outcomes)

    @property
    def killer(self) -> str | None:
        """The first case that notices a change of the clause: proof that the clause decides something there."""
        return next((one.case for one in self.outcomes if one.fate == KILLED), None)


def fate_of(one: Outcome) -> str:
    """The fate of a change as the tables count it."""
    if one.fate == SURVIVED:
        return UNLISTED if one.entry is None else LISTED
    return one.fate


def rows(measured: Measured) -> list[ClauseRow]:
    """A row for each clause that set a leaf, in the order of the rulebook."""
    found: dict[tuple[str, str], ClauseRow] = {}
    for one in measured.outcomes:
        key = (one.leaf.ruleset, one.leaf.clause)
        found.setdefault(key, ClauseRow(*key)).outcomes.append(one)
    return list(found.values())


def lines(measured: Measured, *, every_clause: bool = False) -> Iterator[tuple[str, str]]:
    """The table for the terminal: lines, each with its style. every_clause: also those without a gap."""
    by_ruleset: dict[str, list[ClauseRow]] = {}
    for row in rows(measured):
        by_ruleset.setdefault(row.ruleset, []).append(row)
    width = max((len(row.clause) + 2 for row in rows(measured)), default=10)
    width = max(width, *(len(name) for name in by_ruleset), len("all rulesets")) + 1
    yield "".ljust(width) + "".join(name.rjust(10) for name in ("changes", *FATES)), "bold"
    for ruleset, clauses in by_ruleset.items():
        yield _line(ruleset, [one for row in clauses for one in row.outcomes], width), "bold"
        for row in clauses:
            if every_clause or row.counts.get(UNLISTED):
                yield _line(f"  {row.clause}", row.outcomes, width), "red" if row.counts.get(UNLISTED) else ""
    yield _line("all rulesets", list(measured.outcomes), width), "bold"
    yield "", ""
    for problem in measured.problems:
        yield problem, "red"


def _line(name: str, outcomes: list[Outcome], width: int) -> str:
    counts = Counter(map(fate_of, outcomes))
    figures = (len(outcomes), *(counts[fate] for fate in FATES))
    return name.ljust(width) + "".join(str(figure).rjust(10) for figure in figures)


def as_json(measured: Measured) -> dict[str, Any]:
    """The report as plain JSON: every change, and for every clause the first case that notices one."""
    return {
        "suite": {"name": "stichwerk", "version": suite_version()},
        "seconds": round(measured.seconds, 1),
        "rulesets": {name: resolved(name).document["hash"] for name in _rulesets(measured)},
        "counts": dict(Counter(map(fate_of, measured.outcomes))),
        "clauses": [
            {
                "ruleset": row.ruleset,
                "clause": row.clause,
                "counts": {fate: row.counts.get(fate, 0) for fate in FATES},
                "case": row.killer,
            }
            for row in rows(measured)
        ],
        "changes": [
            {
                "ruleset": one.leaf.ruleset,
                "options": dict(one.leaf.options),
                "clause": one.leaf.clause,
                "leaf": one.leaf.path,
                "change": one.what,
                "fate": fate_of(one),
                **({"case": one.case} if one.case else {}),
                **({"why": one.why} if one.why else {}),
                **({} if one.entry is None else {"proof": measured.listing.entries[one.entry].proof.strip()}),
            }
            for one in measured.outcomes
        ],
        "problems": list(measured.problems),
    }


def _rulesets(measured: Measured) -> list[str]:
    return list(dict.fromkeys(one.leaf.ruleset for one in measured.outcomes))
