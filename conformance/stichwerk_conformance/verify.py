"""The command `verify`: run the suite against a program.

Exit codes: 0 everything claimed passed, 1 something failed or nothing was asked, 2 the program could not be
run, 3 the command was not used as meant, 130 interrupted.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from stichwerk.cli.options import settings
from stichwerk.errors import SpecError
from stichwerk.files import vectors_dir
from stichwerk_conformance.cases import ASKS, Case, read_cases
from stichwerk_conformance.command_line import (
    DEFAULT_TIMEOUT,
    ProgramCommand,
    WrongUseError,
    complain,
    one_program,
    program_under_test,
)
from stichwerk_conformance.explain import Explainer
from stichwerk_conformance.in_process import InProcess, load_program
from stichwerk_conformance.interrupts import ended_politely, finished_first
from stichwerk_conformance.json_text import Json
from stichwerk_conformance.known_failures import read_known_failures
from stichwerk_conformance.outputs import FORMS, opened, output_options, write
from stichwerk_conformance.progress import progress_shown
from stichwerk_conformance.runner import (
    EXIT_CANNOT_RUN,
    EXIT_FAILURES,
    EXIT_PASSED,
    EXIT_USAGE,
    Run,
    Selection,
    interrupted,
    run,
)
from stichwerk_conformance.selecting import select
from stichwerk_conformance.session import StartError
from stichwerk_conformance.suite_hash import suite_hash

if TYPE_CHECKING:
    from rich.console import Console


@click.command(cls=ProgramCommand, short_help="Run the conformance suite against a program.")
@click.option("--ruleset", "rulesets", multiple=True, metavar="ID", help="Ask only about this ruleset.")
@settings
@click.option("--profile", "profiles", multiple=True, type=click.Choice(list(ASKS)), help="Ask only this profile.")
@click.option("--clause", "clauses", multiple=True, metavar="ID", help="Ask only about this clause and those below.")
@click.option("--case", "cases", multiple=True, metavar="ID", help="Ask only this case.")
@click.option(
    "--jobs",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    help="Start the program so many times, side by side, and share the questions out.",
)
@program_under_test
@click.option(
    "--known-failures",
    "known_file",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Cases that may fail and must not pass: one id a line, or a YAML list.",
)
@click.option("--fail-fast", is_flag=True, help="Stop at the first failure.")
@click.option("--laws", is_flag=True, help="Then hold the program against the laws, as `stichwerk laws` does.")
@output_options
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
@click.pass_context
def verify(ctx: click.Context, /, **options: Any) -> None:
    """Run the conformance suite against a program.

    COMMAND starts the program under test; write it after --, with its arguments. The program is asked
    questions on standard input and answers on standard output, one JSON-RPC message a line. It is asked only
    what it claims. The exit code is 0 if everything claimed passed, 1 if something failed, 2 if the program
    could not be run, 3 for a wrong use of this command.

    Several values for one of --ruleset, --profile, --clause and --case widen the choice, different options
    narrow it. --set asks only the cases that are played with these choices, by default or not. A case of a pair brings
    the other one with it.
    """
    one_program(options["command"], options["python"])
    if options["laws"] and options["python"]:
        raise WrongUseError("--laws needs a command as the program under test")
    console = _console(to_stderr=any(options[f"{form}_file"] == "-" for form in FORMS))
    where = options["vectors"] or vectors_dir()
    cases: tuple[Case, ...] = ()
    with opened({form: options[f"{form}_file"] for form in FORMS}) as streams, ended_politely():
        try:
            cases = read_cases(where)
            known = read_known_failures(options["known_file"], {c.id for c in cases}) if options["known_file"] else {}
            ended = _run(options, select(cases, _selection(options)), known)
        except SpecError as error:
            click.echo(f"the suite cannot be used: {error}", err=True)
            ctx.exit(EXIT_USAGE)
        except StartError as error:
            complain(error)
            ctx.exit(EXIT_CANNOT_RUN)
        except KeyboardInterrupt:
            ended = interrupted(options["command"])
        explainer = Explainer(options["lang"], options["command"], repeat_options(options))
        with finished_first():
            write(streams, ended, explainer, _told(options), suite_hash(where))
    from stichwerk_conformance.terminal import show

    show(ended, explainer, frozenset(case.ruleset for case in cases), console)
    code = ended.exit_code
    if options["laws"] and code in {EXIT_PASSED, EXIT_FAILURES}:
        code = max(code, _lawful(ctx, options, to_stderr=console.stderr))
    ctx.exit(code)


def _lawful(ctx: click.Context, options: Mapping[str, Any], *, to_stderr: bool) -> int:
    """Hold the program against the laws; the exit code that comes of it."""
    from stichwerk_conformance.laws_command import all_hold
    from stichwerk_conformance.live_command import program

    held = True
    click.echo(err=to_stderr)
    with program(ctx, options["command"], options["timeout"]) as live:
        held = all_hold(live, options["rulesets"], say=partial(click.echo, err=to_stderr))
    return EXIT_PASSED if held else EXIT_FAILURES


def _selection(options: Mapping[str, Any]) -> Selection:
    wanted = {name: frozenset(options[name]) for name in ("rulesets", "profiles", "clauses", "cases")}
    return Selection(**wanted, options=options["chosen"])


def _run(options: Mapping[str, Any], cases: list[Case], known: Mapping[str, str]) -> Run:
    timeout: float = options["timeout"]
    # One object cannot be had several times: with --python all is asked one after the other.
    program = InProcess(load_program(options["python"]), timeout) if options["python"] else None
    with progress_shown() as progress:
        return run(
            options["command"],
            cases,
            timeout=timeout,
            jobs=options["jobs"],
            progress=progress,
            program=program,
            known=known,
            fail_fast=options["fail_fast"],
        )


def _console(*, to_stderr: bool) -> Console:
    from rich.console import Console

    return Console(stderr=to_stderr)


def _told(options: Mapping[str, Any]) -> dict[str, Json]:
    """The options of the command line as the report tells them, without those that name a file to write."""
    return {
        "ruleset": list(options["rulesets"]),
        "set": dict(options["chosen"]),
        "profile": list(options["profiles"]),
        "clause": list(options["clauses"]),
        "case": list(options["cases"]),
        "jobs": options["jobs"],
        "timeout": options["timeout"],
        "python": options["python"],
        "known_failures": None if options["known_file"] is None else str(options["known_file"]),
        "fail_fast": options["fail_fast"],
        "lang": options["lang"],
    }


def repeat_options(options: Mapping[str, Any]) -> list[str]:
    """The options of a command line that must be kept when one of its cases is asked again."""
    parts = []
    if options["vectors"] is not None:
        parts += ["--vectors", str(options["vectors"])]
    if options["timeout"] != DEFAULT_TIMEOUT:
        parts += ["--timeout", f"{options['timeout']:g}"]
    if options["lang"] != "en":
        parts += ["--lang", options["lang"]]
    if options["python"] is not None:
        parts += ["--python", options["python"]]
    return parts
