"""The report for people: plain lines, coloured on a terminal.

What matters most stands last, where a terminal shows it: first the counts per profile and clause, then every
failure with its sentence, then one line of summary.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from stichwerk_conformance.explain import Explainer
from stichwerk_conformance.json_text import printable
from stichwerk_conformance.readable import lines_of
from stichwerk_conformance.results import Result, Status
from stichwerk_conformance.runner import Run

if TYPE_CHECKING:
    from rich.console import Console

_STDERR_LINES = 20
_RULESETS = 3
"""So many rulesets that are not claimed are named, of more only the number is told."""

_LABEL = 12

Styled = tuple[str, str]
"""A line and the style it has on a terminal."""

Row = tuple[str | int, ...]
"""A row of a table: its name, then its counts."""


def show(run: Run, explainer: Explainer, known_rulesets: frozenset[str], console: Console) -> None:
    """Print the report of a run. `known_rulesets` are those the suite has cases for."""
    from rich.text import Text

    for line, style in _lines(run, explainer, known_rulesets):
        console.print(Text(line, style), soft_wrap=True)


def failure_text(result: Result, explainer: Explainer) -> str:
    """One failure as plain lines."""
    return "\n".join(line for line, _ in _failure(result, explainer))


def _lines(run: Run, explainer: Explainer, known_rulesets: frozenset[str]) -> Iterator[Styled]:
    yield f"Program under test: {printable(str(run.implementation))}", "bold"
    for unknown in run.claims.unknown(known_rulesets):
        yield f"warning: the program claims {printable(unknown)}, for which this suite has no case", "yellow"
    yield "", ""
    yield from _profiles(run.results)
    yield from _clauses(run.results)
    yield from _unclaimed(run.results)
    for result in run.results:
        if result.status is Status.FAILED:
            yield from _failure(result, explainer)
    for remark in run.remarks:
        yield f"remark: {printable(remark)}", "yellow"
    yield from _summary(run)


def _profiles(results: Sequence[Result]) -> Iterator[Styled]:
    counts = Counter((result.case.profile, result.status) for result in results)
    rows: list[Row] = [
        (profile, *(counts[profile, status] for status in Status))
        for profile in dict.fromkeys(result.case.profile for result in results)
    ]
    if any(result.status is Status.KNOWN_FAILURE for result in results):
        yield from _table(("profile", "passed", "failed", "known failures", "not claimed"), rows)
    else:
        without = [(*row[:3], row[4]) for row in rows]
        yield from _table(("profile", "passed", "failed", "not claimed"), without)


def _clauses(results: Sequence[Result]) -> Iterator[Styled]:
    """The clauses that failures quote, with the cases that hold them.

    A case passes for every clause it names, but fails for the first, which its failure quotes: the others are
    only involved. Clauses without a failure are counted, a line for each would bury what there is to do.
    """
    counts: Counter[tuple[str, str, Status]] = Counter(
        (result.case.ruleset, clause, result.status)
        for result in results
        if result.status in {Status.PASSED, Status.FAILED}
        for clause in result.case.clauses[: 1 if result.status is Status.FAILED else None]
    )
    names = sorted({(ruleset, clause) for ruleset, clause, _ in counts})
    broken = [name for name in names if counts[*name, Status.FAILED]]
    if broken:
        statuses = (Status.PASSED, Status.FAILED)
        rows: list[Row] = [(" ".join(name), *(counts[*name, status] for status in statuses)) for name in broken]
        yield from _table(("clause", "passed", "failed"), rows)
    if whole := len(names) - len(broken):
        clauses = "1 clause" if whole == 1 else f"{whole} clauses"
        yield f"{clauses} without a failure", ""
        yield "", ""


def _table(head: tuple[str, ...], rows: Sequence[Row]) -> Iterator[Styled]:
    first = max(len(str(row[0])) for row in ((head[0],), *rows))
    widths = [len(name) + 2 for name in head[1:]]
    for row in (head, *rows):
        cells = "".join(str(cell).rjust(width) for cell, width in zip(row[1:], widths, strict=True))
        failing = row is not head and row[2]
        yield str(row[0]).ljust(first) + cells, "bold" if row is head else "red" if failing else ""
    yield "", ""


def _unclaimed(results: Sequence[Result]) -> Iterator[Styled]:
    unclaimed = [result for result in results if result.status is Status.NOT_CLAIMED]
    reasons = Counter(result.message for result in unclaimed)
    rulesets = [reason for reason in reasons if reason.startswith("ruleset ")]
    if len(rulesets) > _RULESETS:
        count = sum(reasons.pop(reason) for reason in rulesets)
        reasons[f"{len(rulesets)} rulesets are not claimed"] = count
    for reason, count in reasons.items():
        yield f"not asked: {_cases(count)}, {printable(reason)}", "dim"
    if unclaimed:
        yield "", ""


def _failure(result: Result, explainer: Explainer) -> Iterator[Styled]:
    case, names = result.case, explainer.names(result.case)
    options = "".join(f", {option}={choice}" for option, choice in case.options.items())
    yield f"FAILED {case.id} ({result.reason.replace('_', ' ')}): {case.title}", "bold red"
    yield from _labelled("ruleset", [f"{case.ruleset}{options}"])
    yield from _labelled("question", [case.method])
    yield from _labelled("given", lines_of(case.given, names))
    for index, allowed in enumerate(case.allowed):
        because = [f"({allowed.reason})"] if allowed.reason else []
        yield from _labelled("or" if index else "expected", [*lines_of(allowed.answer, names), *because])
    if result.reason == "wrong":
        yield from _labelled("answered", lines_of(result.answer, names))
        yield from _labelled("differs", [printable(result.message)])
    else:
        yield from _labelled("instead", [printable(result.message)])
    if case.reckoning:
        yield from _labelled("reckoning", case.reckoning.splitlines())
    if sentence := explainer.sentence(case):
        yield from _labelled("clause", [str(sentence)])
    grounds = [*map(str, case.sources), *(f"ruling {ruling}" for ruling in case.rulings)]
    if grounds:
        yield from _labelled("rests on", ["; ".join(grounds)])
    if result.stderr.strip():
        lines = result.stderr.rstrip().splitlines()[-_STDERR_LINES:]
        yield from _labelled("stderr", (printable(line, keep="\t") for line in lines))
    yield from _labelled("repeat with", [explainer.repeat(case)])
    yield "", ""


def _labelled(label: str, lines: Iterator[str] | Sequence[str]) -> Iterator[Styled]:
    for line in lines:
        yield f"  {label.ljust(_LABEL)}{line}", ""
        label = ""


def _summary(run: Run) -> Iterator[Styled]:
    passed, failed, known, unclaimed = (run.count(status) for status in Status)
    as_known = f"{known} known to fail, " if known else ""
    counts = f"{passed} passed, {failed} failed, {as_known}{unclaimed} not claimed"
    if run.interrupted:
        yield f"interrupted: {counts}", "bold red"
    elif run.stopped:
        yield f"stopped at the first failure: {counts}", "bold red"
    elif passed + failed + known == 0:
        yield f"nothing was asked: the program claims none of the {_cases(unclaimed)} selected", "bold red"
    else:
        yield (
            f"{_cases(len(run.results))}: {counts}, in {run.seconds:.1f} s",
            "bold red" if failed else "bold green",
        )


def _cases(count: int) -> str:
    return "1 case" if count == 1 else f"{count} cases"
