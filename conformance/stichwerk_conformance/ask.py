"""The command `ask`: put a single question to a program by hand.

Exit codes: 0 answered (and, with --compare, as the reference does), 1 not answered or not so, 2 the program could
not be run, 3 the command was not used as meant.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from stichwerk.cli.options import settings
from stichwerk.errors import SpecError
from stichwerk_conformance.cases import ASKS, PROFILE_OF
from stichwerk_conformance.command_line import (
    ProgramCommand,
    WrongUseError,
    complain,
    one_program,
    program_under_test,
)
from stichwerk_conformance.compare import REFERENCE_ONLY, first_difference
from stichwerk_conformance.interrupts import ended_politely
from stichwerk_conformance.json_text import Json, kind_of, parse, printable, spelled
from stichwerk_conformance.replies import Answer, Fault, Question, Refusal, Reply
from stichwerk_conformance.runner import EXIT_CANNOT_RUN, EXIT_FAILURES, EXIT_INTERRUPTED, EXIT_PASSED, EXIT_USAGE
from stichwerk_conformance.session import StartError
from stichwerk_conformance.single import program_of


class BadlyPutError(click.ClickException):
    """The question itself is wrong, and so nothing can be compared; the command was used as meant."""

    exit_code = EXIT_USAGE


@click.command(cls=ProgramCommand, short_help="Put one question to a program by hand.")
@click.option("--ruleset", default="binokel", show_default=True, metavar="ID", help="The ruleset asked about.")
@settings
@click.option("--ask", "name", required=True, metavar="NAME", help="The question, such as melds or tricks.replay.")
@click.option("--given", default="{}", metavar="JSON|FILE", help="What the question is about; - is standard input.")
@click.option("--compare", is_flag=True, help="Ask the reference implementation too.")
@program_under_test
@click.pass_context
def ask(
    ctx: click.Context,
    /,
    *,
    name: str,
    given: str,
    compare: bool,
    timeout: float,
    python: str | None,
    command: tuple[str, ...],
    **rules: Any,
) -> None:
    """Put one question to a program by hand and print its answer.

    COMMAND starts the program; write it after --. --given is a JSON object, or a file that holds one. The program
    is asked whether it claims the question or not.
    """
    one_program(command, python)
    method = _method(name)
    params: dict[str, Json] = {"ruleset": rules["ruleset"], "options": rules["chosen"], "given": _given(given)}
    try:
        with ended_politely():
            program = program_of(command, python, timeout)
            try:
                program.open()
                reply = program.ask(Question("by hand", method, params))
            finally:
                program.close()
    except StartError as error:
        complain(error)
        ctx.exit(EXIT_CANNOT_RUN)
    except KeyboardInterrupt:
        ctx.exit(EXIT_INTERRUPTED)
    answered = _tell(reply)
    same = _compare(method, params, reply) if compare else True
    ctx.exit(EXIT_PASSED if answered and same else EXIT_FAILURES)


def _method(name: str) -> str:
    profile, _, last = name.rpartition(".")
    if last not in PROFILE_OF or profile not in ("", PROFILE_OF[last]):
        known = ", ".join(f"{profile}.{one}" for profile, asks in ASKS.items() for one in asks)
        raise WrongUseError(f"there is no question {name}; there are {known}")
    return f"{PROFILE_OF[last]}.{last}"


def _given(text: str) -> Json:
    """The object meant: what starts like one is one, everything else names a file."""
    try:
        if not text.lstrip().startswith(("{", "[")):
            text = sys.stdin.read() if text == "-" else Path(text).read_text("utf-8")
        value = parse(text)
    except OSError as error:
        raise WrongUseError(f"--given: cannot read {text}: {error.strerror}; an object starts with {{") from None
    except ValueError as error:
        raise WrongUseError(f"--given: {error}") from None
    if not isinstance(value, dict):
        raise WrongUseError(f"--given is {kind_of(value)}, an object was expected")
    return value


def _tell(reply: Reply) -> bool:
    match reply:
        case Answer(result=result):
            click.echo(spelled(result))
            return True
        case Refusal(error=error):
            click.echo(f"error {error.code}: {printable(error.message)}", err=True)
        case Fault(kind=kind, message=message, stderr=stderr):
            click.echo(f"{kind.value}: {printable(message)}", err=True)
            for line in stderr.rstrip().splitlines()[-20:]:
                click.echo(f"  stderr: {printable(line, keep=chr(9))}", err=True)
    return False


def _compare(method: str, params: Mapping[str, Any], reply: Reply) -> bool:
    """Print the answer of the reference and where the program's departs from it; whether it does not."""
    from stichwerk.loading import load
    from stichwerk.questions import answer

    profile, _, last = method.partition(".")
    try:
        reference = answer(load(params["ruleset"], params["options"]), profile, last, params["given"])
    except KeyError as error:
        raise BadlyPutError(f"the reference cannot answer: {error.args[0]!r} is missing") from None
    except (ValueError, TypeError, AttributeError, SpecError) as error:
        raise BadlyPutError(f"the reference cannot answer: {error}") from None
    click.echo("the reference answers", err=True)
    click.echo(spelled(reference))
    if not isinstance(reply, Answer):
        return False
    expected = {key: value for key, value in reference.items() if key not in REFERENCE_ONLY}
    difference = first_difference(last, expected, reply.result)
    click.echo(f"first difference {printable(str(difference))}" if difference else "no difference", err=True)
    return difference is None
