"""What a run of the lint found."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from stichwerk.errors import SpecError

__all__ = ["Counts", "Report", "sorted_problems"]


@dataclass(frozen=True, slots=True)
class Counts:
    """The clauses of one ruleset, those that its options add included.

    normative: clauses with a rule, informative: those without; grounded: with a source or a ruling;
    translated: in German, English and Spanish; tested: normative clauses with a case of the suite, None when
    cases were not looked at; combinations: sets of choices that were tried.
    """

    ruleset: str
    clauses: int
    normative: int
    informative: int
    grounded: int
    translated: int
    tested: int | None
    combinations: int

    def __str__(self) -> str:
        """One line for people."""
        parts = [
            f"{self.clauses} clauses ({self.normative} normative, {self.informative} informative)",
            f"{_all(self.grounded, self.clauses)} with a source or ruling",
            f"{_all(self.translated, self.clauses)} in three languages",
        ]
        if self.tested is not None:
            parts.append(f"{_all(self.tested, self.normative)} normative with a case")
        parts.append(f"{self.combinations} set{'' if self.combinations == 1 else 's'} of choices tried")
        return f"{self.ruleset}: {'; '.join(parts)}"


def _all(count: int, of: int) -> str:
    return f"all {count}" if count == of else f"{count} of {of}"


@dataclass(slots=True)
class Report:
    """What is wrong, in the order of the files, and what there is."""

    problems: list[SpecError] = field(default_factory=list)
    counts: list[Counts] = field(default_factory=list)
    cases: int | None = None

    def lines(self) -> list[str]:
        """The report as text: the problems, the counts of each ruleset, and how many problems there are."""
        out = [line for problem in self.problems for line in (*str(problem).splitlines(), "")]
        out += [str(count) for count in self.counts]
        if self.cases is not None:
            out.append(f"{self.cases} cases")
        found = len(self.problems)
        out.append("no problems" if not found else f"{found} problem{'' if found == 1 else 's'}")
        return out


def sorted_problems(problems: Iterable[SpecError]) -> list[SpecError]:
    """The problems by file, line and column, each once."""
    first: dict[tuple[str, int, int, str], SpecError] = {}
    for problem in problems:
        place = problem.place
        where = (place.file, place.line, place.column) if place else ("", 0, 0)
        first.setdefault((*where, f"{problem.path}: {problem.message}"), problem)
    return [first[key] for key in sorted(first)]
