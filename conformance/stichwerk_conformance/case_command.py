"""The command `case`: cases are written, checked, generated and retired with it.

Exit codes: 0 all is well, 1 something is wrong with a case, 2 a wrong use or a wrong document.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from stichwerk.cli.options import settings
from stichwerk.errors import SpecError
from stichwerk.files import vectors_dir
from stichwerk.loader import load_yaml
from stichwerk.loading import load
from stichwerk.questions import answer
from stichwerk.validation import collect
from stichwerk_conformance.cases import PROFILE_OF, Case, read_cases
from stichwerk_conformance.compare import first_difference
from stichwerk_conformance.coverage_command import coverage
from stichwerk_conformance.json_text import parse, printable
from stichwerk_conformance.ledger import Ledger

__all__ = ["case"]


@click.group()
def case() -> None:
    """Write, check and generate the cases of the suite."""


case.add_command(coverage)


def _object(_ctx: click.Context, param: click.Parameter, text: str) -> dict[str, Any]:
    try:
        value = parse(text)
    except ValueError as error:
        raise click.BadParameter(str(error)) from None
    if not isinstance(value, dict):
        raise click.BadParameter("an object was expected")
    return value


@case.command()
@click.option("--id", "id_", help="The permanent id.  [default: from the question]")
@click.option("--title", default="", help="What the case is about, in one line of English.")
@click.option("--ruleset", required=True, help="The ruleset that decides.")
@settings
@click.option("--ask", required=True, type=click.Choice(list(PROFILE_OF)), help="The kind of question.")
@click.option("--given", required=True, callback=_object, help="What is given, as JSON.")
@click.option("--expect", required=True, callback=_object, help="What is expected, as JSON.")
@click.option("--source", "sources", multiple=True, metavar="ID:PLACE", help="Where a source says so: B:Melden.")
@click.option("--ruling", "rulings", multiple=True, metavar="ID", help="A ruling that the answer rests on.")
@click.option("--origin", type=click.Choice(["source-example", "ruling", "hand", "field-report"]), default="hand")
@click.option("--reckoning", default="", help="The calculation that gives the answer.")
def new(  # noqa: PLR0913, PLR0917  # a case has that many parts
    id_: str | None,
    title: str,
    ruleset: str,
    chosen: dict[str, str],
    ask: str,
    given: dict[str, Any],
    expect: dict[str, Any],
    sources: tuple[str, ...],
    rulings: tuple[str, ...],
    origin: str,
    reckoning: str,
) -> None:
    """Print a case that is ready for a file.

    The clauses are those whose change changes the answer. An expected answer that the reference does not give is
    told on stderr, and the exit code is 1.
    """
    from stichwerk_conformance.generate.candidate import question_digest
    from stichwerk_conformance.generate.exercised import clauses_exercised
    from stichwerk_conformance.generate.write import case_text

    rules = load(ruleset, chosen)
    digest = question_digest(ruleset, chosen, ask, given)
    id_ = id_ or f"{ruleset}-{ask.replace('_', '-')}-{digest[:8]}"
    ledger = Ledger.read()
    if id_ in ledger.questions:
        raise SpecError(f"the id {id_} exists already, or did once", hint="give the case another id")
    try:
        found = answer(rules, PROFILE_OF[ask], ask, given)
    except (ValueError, LookupError, TypeError) as error:
        raise SpecError(f"the question cannot be put: {error}") from None
    clauses = clauses_exercised(rules, ask, given, expect)
    entry: dict[str, Any] = {"id": id_, "title": title or f"A question of {ask}", "ruleset": ruleset}
    if chosen:
        entry["options"] = chosen
    entry |= {"ask": ask, "given": given, "expect": expect, "clauses": clauses}
    if sources:
        entry["sources"] = [dict(zip(("id", "at"), text.split(":", 1), strict=False)) for text in sources]
    if rulings:
        entry["rulings"] = list(rulings)
    entry["origin"] = origin
    if reckoning:
        entry["reckoning"] = reckoning
    entry["provenance"] = {"hash": rules.hash}
    click.echo(case_text(entry), nl=False)
    if (difference := first_difference(ask, expect, found)) is not None:
        click.echo(f"the reference answers otherwise: {difference}", err=True)
        click.get_current_context().exit(1)


@case.command()
@click.argument("files", nargs=-1, type=click.Path(exists=True, path_type=Path))
@click.option("--record", is_flag=True, help="Write new ids into the ledger.")
def check(files: tuple[Path, ...], record: bool) -> None:
    """Check files of cases; without a file all of the suite.

    The schema, ids used twice or used before, clauses that are not in force, and the answers of the reference.
    """
    problems: list[str] = []
    for file in files or (vectors_dir(),):
        for one in sorted(file.rglob("*.yaml")) if file.is_dir() else [file]:
            problems += [str(error) for error in collect(load_yaml(one), "case")]
    cases: list[Case] = []
    if not problems:
        cases = [one for file in files or (vectors_dir(),) for one in read_cases(file)]
        problems += list(_wrong(cases, Ledger.read(), whole=not files, record=record))
    for problem in problems:
        click.echo(printable(problem, "\n"), err=True)
    if problems:
        click.get_current_context().exit(1)
    if record:
        count = Ledger.read().add(cases)
        click.echo(f"{count} new ids written down")
    click.echo(f"{len(cases)} cases, all well")


def _wrong(cases: list[Case], ledger: Ledger, *, whole: bool, record: bool) -> Iterator[str]:
    known: dict[str, Case] = {}
    for one in cases:
        if one.id in known:
            yield f"{one.place}: the case id {one.id} is used twice"
        known[one.id] = one
        yield from _wrong_case(one, ledger, record=record)
    if whole:
        yield from _lost(known, ledger)


def _lost(cases: Mapping[str, Case], ledger: Ledger) -> Iterator[str]:
    for id_ in ledger.missing(cases):
        yield f"the ledger has the id {id_}, but no case has; take it out with 'stichwerk case retire {id_}'"


def _wrong_id(one: Case, ledger: Ledger, *, record: bool) -> Iterator[str]:
    problem = ledger.problem(one)
    if problem and not (record and one.origin == "generated"):
        yield f"{one.place}: {problem}"
    elif one.id not in ledger.questions and not record:
        yield f"{one.place}: the id {one.id} is not in the ledger; write it down with --record"


def _wrong_case(one: Case, ledger: Ledger, *, record: bool) -> Iterator[str]:
    yield from _wrong_id(one, ledger, record=record)
    try:
        rules = load(one.ruleset, one.options)
        found: Mapping[str, Any] = answer(rules, one.profile, one.ask, one.given)
    except (SpecError, ValueError) as error:
        yield f"{one.place}: {error}"
        return
    in_force = {clause["id"] for clause in rules.resolved["clauses"]}
    for clause in one.clauses:
        if clause not in in_force:
            yield f"{one.place}: {one.ruleset} has no clause {clause} with these options"
    differences = [first_difference(one.ask, allowed.answer, found) for allowed in one.allowed]
    if None not in differences:
        yield f"{one.place}: {one.id}: the reference answers otherwise: {differences[0]}"


@case.command("renumber-never")
@click.argument("earlier", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path))
def renumber_never(earlier: Path | None) -> None:
    """Hold the ids of all cases against the ledger: none stands for another question, none is used again or lost.

    EARLIER is the ledger of an earlier state, such as that of the last release. The ledger of today must begin with
    every line of it.
    """
    ledger = Ledger.read()
    cases = {one.id: one for one in read_cases(vectors_dir())}
    problems = [problem for one in cases.values() for problem in _wrong_id(one, ledger, record=False)]
    problems += _lost(cases, ledger)
    if earlier is not None:
        problems += (
            f"{earlier}: {line!r} does not stand there any more" for line in ledger.changed(Ledger.read(earlier))
        )
    for problem in problems:
        click.echo(printable(problem), err=True)
    if problems:
        click.get_current_context().exit(1)
    click.echo(
        f"{len(cases)} cases, {len(ledger.questions)} ids, {len(ledger.retired)} of them retired, none renumbered"
    )


@case.command()
@click.argument("id_", metavar="ID")
def retire(id_: str) -> None:
    """Write down that an id is no longer in use; it never will be again."""
    if any(one.id == id_ for one in read_cases(vectors_dir())):
        raise SpecError(f"the case {id_} is still there; take it out of its file first")
    Ledger.read().retire([id_])
    click.echo(f"{id_} is retired")


@case.command()
@click.argument("rulesets", nargs=-1)
@click.option("--check", "only_check", is_flag=True, help="Write nothing; exit with 1 when a file would change.")
@click.option(
    "--jobs",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Generate the cases of so many rulesets side by side, each in a process.",
)
def generate(rulesets: tuple[str, ...], only_check: bool, jobs: int) -> None:
    """Generate the cases of all rulesets, or of those named, and keep the ledger.

    For the maintainers of the suite: it takes a minute or two.
    """
    from stichwerk_conformance.generate.run import documents, write

    changed = []
    for file, text, count in documents(rulesets, jobs):
        old = file.read_text(encoding="utf-8") if file.exists() else ""
        click.echo(f"{file.stem.removeprefix('generated-')}: {count} cases{'' if old == text else ', changed'}")
        if old != text:
            changed.append((file, text))
    if only_check and changed:
        click.echo("these cases are not those that the rules give; run 'stichwerk case generate'", err=True)
        click.get_current_context().exit(1)
    if not only_check:
        write(changed)
