"""What the commands that play with a program have in common: options, exit codes, and how it is started."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import click

from stichwerk.errors import SpecError, did_you_mean
from stichwerk_conformance.json_text import printable
from stichwerk_conformance.live import GivenUpError, Live
from stichwerk_conformance.live_options import playable
from stichwerk_conformance.session import StartError

EXIT_PASSED = 0
EXIT_FAILURES = 1
EXIT_CANNOT_RUN = 2
EXIT_USAGE = 3
EXIT_INTERRUPTED = 130

Function = TypeVar("Function", bound=Callable[..., Any])


class WrongUseError(click.UsageError):
    """The command was not used as meant."""

    exit_code = EXIT_USAGE


class SuiteCommand(click.Command):
    """A command whose usage errors exit with 3, because 2 means that the program could not be run."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the command line as every click command does."""
        try:
            return super().parse_args(ctx, args)
        except WrongUseError:
            raise
        except click.UsageError as error:
            raise WrongUseError(error.format_message(), error.ctx or ctx) from None


def _several(*decorators: Callable[[Function], Function]) -> Callable[[Function], Function]:
    def decorate(function: Function) -> Function:
        for decorator in reversed(decorators):
            function = decorator(function)
        return function

    return decorate


asks_a_program = _several(
    click.option("--ruleset", "rulesets", multiple=True, metavar="ID", help="Ask only about this ruleset."),
    click.option(
        "--timeout",
        type=click.FloatRange(0, min_open=True),
        default=10.0,
        show_default=True,
        help="Seconds to wait for one answer.",
    ),
    click.argument("command", nargs=-1, required=True, type=click.UNPROCESSED),
)
"""The options and the argument of every command that asks a program."""

seeded = click.option("--seed", type=int, default=1, show_default=True, help="Equal seeds ask the same questions.")
"""The seed from which everything that is drawn follows."""


@contextmanager
def program(ctx: click.Context, command: Sequence[str], timeout: float) -> Iterator[Live]:
    """The program under test, started and in the end ended; what goes wrong with it becomes an exit code."""
    try:
        with Live(command, timeout) as live:
            yield live
    except StartError as error:
        click.echo(f"the program could not be run: {error}", err=True)
        for line in error.stderr.rstrip().splitlines()[-20:]:
            click.echo(f"  stderr: {printable(line, keep=chr(9))}", err=True)
        ctx.exit(EXIT_CANNOT_RUN)
    except GivenUpError as error:
        click.echo(str(error), err=True)
        ctx.exit(EXIT_FAILURES)
    except SpecError as error:
        click.echo(f"the suite cannot be used: {error}", err=True)
        ctx.exit(EXIT_USAGE)
    except KeyboardInterrupt:
        click.echo("interrupted", err=True)
        ctx.exit(EXIT_INTERRUPTED)


def known(rulesets: Sequence[str]) -> None:
    """A usage error for a ruleset that does not exist."""
    for name in rulesets:
        if name not in playable():
            near = did_you_mean(name, playable(), " Did you mean {}?")
            raise WrongUseError(f"there is no ruleset {name}.{near}")


def claimed(live: Live, rulesets: Sequence[str], profile: str = "") -> list[str]:
    """The rulesets to ask about: those wanted, else all that the program claims.

    A usage error if the program claims none of them, or not the profile.
    """
    if profile and profile not in live.claims.profiles:
        raise WrongUseError(f"the program does not claim the profile {profile}")
    found = [name for name in rulesets or playable() if name in live.claims.rulesets]
    if not found:
        raise WrongUseError("the program claims none of these rulesets")
    return found
