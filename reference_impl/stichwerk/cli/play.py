"""`stichwerk play`: one person against random players."""

from __future__ import annotations

import json
import sys
from io import TextIOWrapper
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING

import click

from .options import language, settings, spec

if TYPE_CHECKING:
    from stichwerk.deal import Deal
    from stichwerk.library import Library


@click.command(short_help="Play against random players.")
@click.argument("ruleset")
@settings
@click.option("--seed", type=int, metavar="N", help="The same number brings the same cards.")
@click.option(
    "--seat", type=click.IntRange(0), default=0, show_default=True, metavar="S", help="Your seat, counted from 0."
)
@language("the one the rules are written in first")
@click.option(
    "--record", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
    help="Write the last deal that was finished to this file, as a record.",
)  # fmt: skip
@spec
@click.pass_context
def play(
    ctx: click.Context,
    /,
    *,
    ruleset: str,
    chosen: dict[str, str],
    seed: int | None,
    seat: int,
    lang: str | None,
    record: Path | None,
    library: Library | None,
) -> None:
    """Play a match of RULESET against random players.

    Refused cards and bids come with the sentence that refuses them and its source; ? explains what is possible, Enter
    takes the suggestion, q quits.
    """
    from stichwerk.loading import load

    from .names import Names
    from .session import Session
    from .talk import Quit, Talk

    rules = load(ruleset, chosen, library=library)
    if seat >= rules.table.players:
        raise click.BadParameter(f"seats go from 0 to {rules.table.players - 1}", ctx, param_hint="'--seat'")
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    names = Names(rules, lang or str(rules.resolved["authentic"]), seat)
    if seed is None:
        seed = SystemRandom().randrange(1_000_000)

    def keep(deal: Deal) -> None:
        if record is not None:
            _write(record, deal)

    try:
        Session(rules, names, Talk(), seed, keep).run()
    except (Quit, EOFError):
        click.echo("\n" + names.say("bye"))
    except KeyboardInterrupt:
        click.echo("\n" + names.say("bye"))
        ctx.exit(130)


def _write(file: Path, deal: Deal) -> None:
    from stichwerk.record import to_record

    try:
        file.write_text(json.dumps(to_record(deal), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise click.UsageError(f"cannot write {file}: {error.strerror}") from None
