"""What the commands that start a program have in common: the program, and how they refuse."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from stichwerk_conformance.json_text import printable
from stichwerk_conformance.runner import EXIT_USAGE
from stichwerk_conformance.session import StartError

DEFAULT_TIMEOUT = 10.0

_Command = TypeVar("_Command", bound=Callable[..., Any])


class WrongUseError(click.UsageError):
    """A wrong use of a command; exits with 3, because 2 means that the program could not be run."""

    exit_code = EXIT_USAGE


class ProgramCommand(click.Command):
    """A command whose usage errors exit with 3."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the command line as every click command does."""
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            raise WrongUseError(error.format_message(), error.ctx or ctx) from None


timed = click.option(
    "--timeout",
    type=click.FloatRange(0, min_open=True),
    default=DEFAULT_TIMEOUT,
    show_default=True,
    help="Seconds to wait for one answer.",
)
"""How long a program may take for one answer; the command gets `timeout`."""


def program_under_test(command: _Command) -> _Command:
    """COMMAND... or --python, and --timeout; the command gets `command`, `python` and `timeout`."""
    command = timed(click.argument("command", nargs=-1, type=click.UNPROCESSED)(command))
    return click.option(
        "--python",
        metavar="MODULE:OBJECT",
        help="Ask this object of Python, OBJECT(method, params), instead of a command.",
    )(command)


def one_program(command: tuple[str, ...], python: str | None) -> None:
    """Refuse a command line that names no program, or two."""
    if not command and python is None:
        raise WrongUseError("Missing argument 'COMMAND...': write it after --, or name an object with --python")
    if command and python is not None:
        raise WrongUseError("--python and a command cannot both be the program under test")


def complain(error: StartError) -> None:
    """Say on stderr why a program could not be run, and what it said itself."""
    click.echo(f"the program could not be run: {printable(str(error), keep=chr(10))}", err=True)
    for line in error.stderr.rstrip().splitlines()[-20:]:
        click.echo(f"  stderr: {printable(line, keep=chr(9))}", err=True)
