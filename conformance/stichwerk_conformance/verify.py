"""The command `verify`: run the suite against a program.

Exit codes: 0 everything claimed passed, 1 something failed or nothing was asked, 2 the program could not be
run, 3 the command was not used as meant, 130 interrupted.
"""

from __future__ import annotations

import difflib
import json
import sys
from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import IO, TYPE_CHECKING

import click

from stichwerk.errors import SpecError
from stichwerk.files import vectors_dir
from stichwerk_conformance.cases import ASKS, Case, read_cases
from stichwerk_conformance.explain import Explainer
from stichwerk_conformance.json_text import printable
from stichwerk_conformance.report import report
from stichwerk_conformance.runner import EXIT_CANNOT_RUN, EXIT_INTERRUPTED, EXIT_USAGE, Run, Selection, run
from stichwerk_conformance.session import StartError

if TYPE_CHECKING:
    from rich.console import Console

DEFAULT_TIMEOUT = 10.0


class _WrongUseError(click.UsageError):
    exit_code = EXIT_USAGE


class _Verify(click.Command):
    """A command whose usage errors exit with 3, because 2 means that the program could not be run."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the command line as every click command does."""
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            raise _WrongUseError(error.format_message(), error.ctx or ctx) from None


@click.command(cls=_Verify, short_help="Run the conformance suite against a program.")
@click.option("--ruleset", "rulesets", multiple=True, metavar="ID", help="Ask only about this ruleset.")
@click.option("--profile", "profiles", multiple=True, type=click.Choice(list(ASKS)), help="Ask only this profile.")
@click.option("--clause", "clauses", multiple=True, metavar="ID", help="Ask only about this clause and those below.")
@click.option("--case", "cases", multiple=True, metavar="ID", help="Ask only this case.")
@click.option(
    "--timeout",
    type=click.FloatRange(0, min_open=True),
    default=DEFAULT_TIMEOUT,
    show_default=True,
    help="Seconds to wait for one answer.",
)
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="How many to run.")
@click.option(
    "--json",
    "json_file",
    type=click.Path(dir_okay=False, allow_dash=True),
    help="Write a JSON report to this file; - is standard output.",
)
@click.option(
    "--lang",
    type=click.Choice(["de", "en", "es"]),
    default="en",
    show_default=True,
    help="Language of the clauses.",
)
@click.option(
    "--vectors",
    type=click.Path(exists=True, path_type=Path),
    help="Take the cases from this file or folder instead of the suite's own.",
)
@click.argument("command", nargs=-1, required=True, type=click.UNPROCESSED)
@click.pass_context
def verify(
    ctx: click.Context,
    /,
    *,
    command: tuple[str, ...],
    timeout: float,
    jobs: int,
    json_file: str | None,
    lang: str,
    vectors: Path | None,
    **wanted: tuple[str, ...],
) -> None:
    """Run the conformance suite against a program.

    COMMAND starts the program under test; write it after --, with its arguments. The program is asked
    questions on standard input and answers on standard output, one JSON-RPC message a line. It is asked only
    what it claims. The exit code is 0 if everything claimed passed, 1 if something failed, 2 if the program
    could not be run, 3 for a wrong use of this command.

    Several values for one of --ruleset, --profile, --clause and --case widen the choice, different options
    narrow it.
    """
    selection = Selection(**{name: frozenset(values) for name, values in wanted.items()})
    console = _console(to_stderr=json_file == "-")
    # Opened at the start: a program must not run for minutes before its report turns out to have no place.
    out = _open(json_file)
    try:
        cases = read_cases(vectors or vectors_dir())
        chosen = _select(cases, selection)
        ended = _run(command, chosen, timeout, jobs)
        explainer = Explainer(lang, command, _repeat_options(timeout, vectors, lang))
        with out as stream:
            if stream is not None:
                json.dump(report(ended, explainer), stream, ensure_ascii=False, indent=1)
                stream.write("\n")
        from stichwerk_conformance.terminal import show

        show(ended, explainer, frozenset(case.ruleset for case in cases), console)
    except SpecError as error:
        click.echo(f"the suite cannot be used: {error}", err=True)
        ctx.exit(EXIT_USAGE)
    except StartError as error:
        _complain(error)
        ctx.exit(EXIT_CANNOT_RUN)
    except KeyboardInterrupt:
        click.echo("interrupted", err=True)
        ctx.exit(EXIT_INTERRUPTED)
    ctx.exit(ended.exit_code)


def _open(file: str | None) -> AbstractContextManager[IO[str] | None]:
    """The stream for the JSON report."""
    if file is None:
        return nullcontext()
    try:
        return click.open_file(file, "w", encoding="utf-8", errors="backslashreplace")
    except OSError as error:
        raise _WrongUseError(f"cannot write {file}: {error.strerror}") from None


def _select(cases: Iterable[Case], selection: Selection) -> list[Case]:
    """The cases wanted; a usage error for a name that no case has, or if nothing is left."""
    cases = list(cases)
    known: dict[str, set[str]] = {
        "ruleset": {case.ruleset for case in cases},
        "clause": {".".join(id_.split(".")[:n]) for c in cases for id_ in c.clauses for n in range(1, 9)},
        "case": {case.id for case in cases},
    }
    wanted = {"ruleset": selection.rulesets, "clause": selection.clauses, "case": selection.cases}
    for what, names in wanted.items():
        for name in sorted(names.difference(known[what])):
            near = difflib.get_close_matches(name, sorted(known[what]), n=1)
            hint = f" Did you mean {near[0]}?" if near else ""
            raise _WrongUseError(f"the suite has no {what} {name}.{hint}")
    chosen = [case for case in cases if case in selection]
    if not chosen:
        raise _WrongUseError("no case of the suite fits this choice")
    return chosen


def _run(command: tuple[str, ...], cases: list[Case], timeout: float, jobs: int) -> Run:
    if not sys.stderr.isatty():
        return run(command, cases, timeout=timeout, jobs=jobs)
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=_console(to_stderr=True), transient=True) as bar:
        task = bar.add_task("")
        return run(
            command, cases, timeout=timeout, jobs=jobs,
            progress=lambda done, total: bar.update(task, completed=done, total=total),
        )  # fmt: skip


def _console(*, to_stderr: bool) -> Console:
    from rich.console import Console

    return Console(stderr=to_stderr)


def _repeat_options(timeout: float, vectors: Path | None, lang: str) -> list[str]:
    options = []
    if vectors is not None:
        options += ["--vectors", str(vectors)]
    if timeout != DEFAULT_TIMEOUT:
        options += ["--timeout", f"{timeout:g}"]
    if lang != "en":
        options += ["--lang", lang]
    return options


def _complain(error: StartError) -> None:
    click.echo(f"the program could not be run: {error}", err=True)
    for line in error.stderr.rstrip().splitlines()[-20:]:
        click.echo(f"  stderr: {printable(line, keep=chr(9))}", err=True)
