"""What the commands that start a program have in common: the program, how they refuse, how they are interrupted."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NoReturn, TypeVar

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


@contextmanager
def ended_politely() -> Iterator[None]:
    """While it lasts, a request to end (SIGTERM, SIGHUP) is an interrupt.

    A build server that cancels a job leaves no program behind, and a report of what there was.
    """
    with _handled(_interrupt, "SIGTERM", "SIGHUP"):
        yield


@contextmanager
def finished_first() -> Iterator[None]:
    """While it lasts, a first interrupt is not heeded, a second one is.

    What is being written comes to its end, for those who press the keys twice; but nobody has to wait for ever.
    """
    heard = False

    def wait(number: int, frame: object) -> None:
        nonlocal heard
        if heard:
            _interrupt(number, frame)
        heard = True

    with _handled(wait, "SIGINT", "SIGTERM", "SIGHUP"):
        yield


@contextmanager
def _handled(handler: Callable[[int, object], None], *names: str) -> Iterator[None]:
    """Signals, as far as the system has them, with another handler; no more than the main thread can do it."""
    wanted = [number for name in names if (number := getattr(signal, name, None)) is not None]
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, handler) for number in wanted}
    try:
        yield
    finally:
        for number, former in before.items():
            signal.signal(number, former)


def _interrupt(_number: int, _frame: object) -> NoReturn:
    raise KeyboardInterrupt
