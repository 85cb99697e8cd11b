"""What the commands that play with a program have in common: options, exit codes, and how it is started."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import click

from stichwerk.errors import SpecError, did_you_mean
from stichwerk_conformance.command_line import WrongUseError, complain, timed
from stichwerk_conformance.interrupts import ended_politely
from stichwerk_conformance.live import GivenUpError, Live
from stichwerk_conformance.live_options import playable
from stichwerk_conformance.runner import EXIT_CANNOT_RUN, EXIT_FAILURES, EXIT_INTERRUPTED, EXIT_USAGE
from stichwerk_conformance.session import StartError

Function = TypeVar("Function", bound=Callable[..., Any])


def live_program(function: Function) -> Function:
    """COMMAND... and --timeout, which go before the options that a command has of its own."""
    return timed(click.argument("command", nargs=-1, required=True, type=click.UNPROCESSED)(function))


def asks_a_program(function: Function) -> Function:
    """COMMAND..., --timeout and --ruleset; the command gets `command`, `timeout` and `rulesets`."""
    about = click.option("--ruleset", "rulesets", multiple=True, metavar="ID", help="Ask only about this ruleset.")
    return about(live_program(function))


seeded = click.option("--seed", type=int, default=1, show_default=True, help="Equal seeds ask the same questions.")
"""The seed from which everything that is drawn follows."""


def draws(default: int, what: str) -> Callable[[Function], Function]:
    """--examples and --seed, for a command that draws its questions; the command gets `examples` and `seed`."""
    number = click.option(
        "--examples", type=click.IntRange(1, 1_000_000), default=default, show_default=True, help=what
    )
    return lambda function: number(seeded(function))


@contextmanager
def program(ctx: click.Context, command: Sequence[str], timeout: float) -> Iterator[Live]:
    """The program under test, started and in the end ended; what goes wrong with it becomes an exit code."""
    try:
        with ended_politely(), Live(command, timeout) as live:
            yield live
    except StartError as error:
        complain(error)
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


def claimed(live: Live, rulesets: Sequence[str], *profiles: str) -> list[str]:
    """The rulesets to ask about: those wanted, else all that the program claims.

    A usage error if the program claims none of them, or none of the profiles.
    """
    if profiles and not {*profiles} & {*live.claims.profiles}:
        raise WrongUseError(f"the program does not claim the profile {' or '.join(profiles)}")
    found = [name for name in rulesets or playable() if name in live.claims.rulesets]
    if not found:
        raise WrongUseError("the program claims none of these rulesets")
    return found


def counted(number: int, thing: str) -> str:
    """So many things: "1 ruleset", "2 rulesets"."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
