"""The command line. Each command lies in a module of its own, which is imported when the command is used.

Exit codes: 0 all is well, 1 a record does not hold, 2 a wrong use or a wrong document, 130 interrupted.
`verify` has its own; see there.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from importlib import import_module
from io import TextIOWrapper
from typing import Any

import click

from stichwerk import __version__
from stichwerk.errors import SpecError, did_you_mean

__all__ = ["main", "program"]

COMMANDS = {
    "rulesets": (".rulesets", "List the rulesets and their variants."),
    "show": (".show", "Show the rulebook of a ruleset with its options."),
    "rulebook": (
        "stichwerk_rulebook.printing.command",
        "Print the rulebook or the one-page leaflet of a ruleset.",
    ),
    "compare": ("stichwerk_rulebook.compare.command", "Set rulesets side by side."),
    "tournament": ("stichwerk_tournament.command", "Plan a tournament, check its lists and rank its players."),
    "play": (".play", "Play against random players."),
    "replay": (".replay", "Play a recorded deal again and check it."),
    "explain": (".explain", "Say what was legal in a recorded deal, and why not the rest."),
    "lint": (".lint", "Check rulesets, packs, sources and rulings."),
    "translated": (".translated", "Note that translations have been looked at."),
    "edition": (".edition", "Make an edition of the rules as they stand."),
    "adapter": (".adapter", "Answer the questions of the conformance suite."),
    "verify": (".verify", "Run the conformance suite against a program."),
    "ask": ("stichwerk_conformance.ask", "Put one question to a program by hand."),
    "diff": ("stichwerk_conformance.diff", "Compare two reports."),
    "laws": ("stichwerk_conformance.laws_command", "Hold a program against laws that need no expected values."),
    "explore": ("stichwerk_conformance.live_explore", "Look for wrong answers with questions drawn at random."),
    "identify": ("stichwerk_conformance.identify", "Find out which ruleset and options a program plays."),
    "count": ("stichwerk_conformance.count", "Compare numbers of move sequences with the stored ones."),
    "init-adapter": ("stichwerk_conformance.init_adapter", "Write a starter program for the suite."),
    "case": ("stichwerk_conformance.case_command", "Write, check and generate the cases of the suite."),
    "strength": ("stichwerk_conformance.strength.command", "Measure how good the suite is."),
}
"""Command -> module and what `stichwerk --help` says about it, so that the help need not import the modules."""


class Commands(click.Group):
    """Commands that are found by name in a table like COMMANDS."""

    table: Mapping[str, tuple[str, str]] = COMMANDS

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, in the order in which the help shows them."""
        return list(self.table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name; its module is imported now."""
        if cmd_name not in self.table:
            return None
        found: click.Command = getattr(import_module(self.table[cmd_name][0], __name__), cmd_name.replace("-", "_"))
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands in the help."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, summary) for name, (_, summary) in self.table.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the arguments name; a usage error with the nearest name when there is none."""
        if args[0] not in self.table and not args[0].startswith("-"):
            near = did_you_mean(args[0], self.table, " Did you mean '{}'?")
            ctx.fail(f"There is no command {args[0]!r}.{near}")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; a wrong document, or a file that fails, is told in its own words and ends with 2."""
        try:
            return super().invoke(ctx)
        except (SpecError, OSError) as error:
            if isinstance(error, BrokenPipeError):
                raise  # click ends quietly when nobody reads on
            click.echo(str(error), err=True)
            ctx.exit(2)


@click.command(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="stichwerk")
@click.pass_context
def program(ctx: click.Context) -> None:
    """Rules of the marriage family of card games: read them, play by them, hold programs against them."""
    if os.environ.get("NO_COLOR"):
        ctx.color = False


def main() -> None:
    """The command `stichwerk`."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that lacks a sign shows ? and no traceback
    program(prog_name="stichwerk")
