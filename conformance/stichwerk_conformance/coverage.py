"""How far the cases reach: for every clause with a rule, cases by hand and generated ones that show it at work.

A case speaks for a ruleset when it is asked of that ruleset, or of one that it is a variant of, with choices under
which the clause is the very same: from the same document, with the same rule. It counts when it names the clause and
the clause decides its answer (see `coverage_shown`).
"""

from __future__ import annotations

import json
import multiprocessing
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

from stichwerk.library import shipped
from stichwerk.lineage import Clause, chain_of
from stichwerk.loading import load
from stichwerk_conformance.cases import Case
from stichwerk_conformance.coverage_shown import Options, Witness, sets_of
from stichwerk_conformance.strength.settings import resolved

__all__ = ["KINDS", "Looking", "Row", "Shown", "lineage", "lines", "measure", "required", "same_clause", "shown_by"]

KINDS = ("by hand", "generated")
"""The kinds of case that every clause needs one of. By hand is all that was not generated, sources' examples too."""

Shown = Callable[[Case, str], str]
"""How the clause of this id shows itself in a case; empty when it is only named."""


@dataclass(frozen=True, slots=True)
class Row:
    """A clause of a ruleset and its cases.

    options: the choices under which it is in force, where it is not with the defaults; by_hand, generated: the ids of
    the cases that show it; named: of those that only name it.
    """

    ruleset: str
    options: Options
    clause: str
    by_hand: list[str]
    generated: list[str]
    named: list[str]

    @property
    def missing(self) -> tuple[str, ...]:
        """The kinds of case that there is none of."""
        return tuple(kind for kind, cases in zip(KINDS, (self.by_hand, self.generated), strict=True) if not cases)


def lineage(ruleset: str) -> frozenset[str]:
    """The ruleset and those that it is a variant of: whose cases speak for it."""
    return frozenset(document.value["id"] for document in chain_of(ruleset, shipped()))


def required(ruleset: str) -> dict[str, Options]:
    """The clauses with a rule that a ruleset has, and the smallest set of choices under which each is in force."""
    found: dict[str, Options] = {}
    for options in sets_of(ruleset):
        for clause in resolved(ruleset, options).clauses.values():
            if "rule" in clause.body:
                found.setdefault(clause.id, options)
    return found


def same_clause(clause: Clause) -> tuple[str, str]:
    """Equal where one ruleset, or set of choices, has the clause of another unchanged: where it stands, its rule."""
    return clause.origin.document.name, json.dumps(clause.body.get("rule"), sort_keys=True)


def measure(rulesets: Iterable[str], cases: Sequence[Case], shown: Shown, *, enough: int = 0) -> Iterator[Row]:
    """A row for every clause with a rule of these rulesets.

    shown: how a clause shows itself in a case (`shown_by`, or `Looking` for those asked about only); enough: of each
    kind do not look for more cases than so many; 0: look at all.
    """
    about: dict[str, list[Case]] = {}
    for case in cases:
        for clause in case.clauses:
            about.setdefault(clause, []).append(case)
    for ruleset in rulesets:
        own = lineage(ruleset)
        for clause, options in required(ruleset).items():
            wanted = same_clause(resolved(ruleset, options).clauses[clause])
            row = Row(ruleset, options, clause, [], [], [])
            for case in about.get(clause, ()):
                kind = row.generated if case.origin == "generated" else row.by_hand
                full = enough and len(kind) >= enough
                if not full and case.ruleset in own and _clause(case, clause) == wanted:
                    (kind if shown(case, clause) else row.named).append(case.id)
            yield row


def _clause(case: Case, clause: str) -> tuple[str, str] | None:
    found = resolved(case.ruleset, _set(case)).clauses.get(clause)
    return None if found is None else same_clause(found)


def _set(case: Case) -> Options:
    return tuple(sorted(case.options.items()))


class Looking:
    """Looks at a case when it is asked about it."""

    def __init__(self) -> None:
        self._witnesses: dict[tuple[str, Options], Witness] = {}
        self._found: dict[tuple[str, str], str] = {}

    def __call__(self, case: Case, clause: str) -> str:
        """How the clause shows itself in the case; empty when it does not."""
        key = (case.id, clause)
        if key not in self._found:
            witness = self._witness(case)
            answers = [one.answer for one in case.allowed]
            self._found[key] = witness.shows(case.ask, case.given, answers, clause)
        return self._found[key]

    def _witness(self, case: Case) -> Witness:
        key = (case.ruleset, _set(case))
        if key not in self._witnesses:
            self._witnesses[key] = Witness(load(case.ruleset, case.options))
        return self._witnesses[key]


def shown_by(cases: Iterable[Case], *, jobs: int = 1) -> Shown:
    """How clauses show themselves in these cases; with more than one job all are looked at right away."""
    if jobs == 1:
        return Looking()
    groups: dict[tuple[str, Options], list[Case]] = {}
    for case in cases:
        groups.setdefault((case.ruleset, _set(case)), []).append(case)
    parts = sorted(groups.values(), key=len, reverse=True)  # the long ones first, so that all processes end together
    found: dict[tuple[str, str], str] = {}
    # Started afresh and not forked: the process may have threads, and a fork beside threads can hang.
    with ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn")) as pool:
        for some in pool.map(_shown, parts):
            found |= some
    return lambda case, clause: found[case.id, clause]


def _shown(cases: Sequence[Case]) -> dict[tuple[str, str], str]:
    """All that cases of one ruleset with the same choices show."""
    looking = Looking()
    return {(case.id, clause): looking(case, clause) for case in cases for clause in case.clauses}


def lines(rows: Sequence[Row], *, every_clause: bool = False) -> Iterator[tuple[str, str]]:
    """The table for the terminal: lines, each with its style. every_clause: also those that nothing is missing for."""
    names = [f"  {_name(row)}" for row in rows]
    width = max(map(len, [*names, *(row.ruleset for row in rows)]), default=0) + 2
    yield "clause".ljust(width) + "".join(title.rjust(12) for title in (*KINDS, "only named")) + "  missing", "bold"
    for ruleset in dict.fromkeys(row.ruleset for row in rows):
        of_ruleset = [(name, row) for name, row in zip(names, rows, strict=True) if row.ruleset == ruleset]
        gaps = sum(bool(row.missing) for _, row in of_ruleset)
        yield f"{ruleset.ljust(width)}  {len(of_ruleset)} clauses with a rule, {gaps} with a gap", "bold"
        for name, row in of_ruleset:
            if every_clause or row.missing:
                counts = "".join(str(len(ids)).rjust(12) for ids in (row.by_hand, row.generated, row.named))
                yield f"{name.ljust(width)}{counts}  {', '.join(row.missing)}".rstrip(), "red" if row.missing else ""


def _name(row: Row) -> str:
    chosen = ", ".join(f"{option}={choice}" for option, choice in row.options)
    return f"{row.clause} ({chosen})" if chosen else row.clause
