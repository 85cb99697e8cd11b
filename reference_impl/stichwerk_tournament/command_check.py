"""`stichwerk tournament check`: lists reckoned anew, and the first thing in each that is wrong."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from stichwerk.cli.options import as_json, echo_json, language, settings, spec

if TYPE_CHECKING:
    from stichwerk.library import Library

__all__ = ["check", "lists_asked_for"]

lists_asked_for = click.argument(
    "lists", nargs=-1, required=True, metavar="LIST...", type=click.Path(path_type=Path, exists=True)
)


@click.command(short_help="Reckon lists anew and name the first wrong line.")
@lists_asked_for
@click.option("--ruleset", help="Check by this ruleset. [default: the one that the plan or the list names]")
@settings
@language("that of the plan, else German")
@click.option("--all", "everything", is_flag=True, help="Name every place that does not agree, not only the first.")
@as_json("the result")
@spec
@click.pass_context
def check(
    ctx: click.Context, *, lists: tuple[Path, ...], ruleset: str | None, chosen: dict[str, str], lang: str | None,
    everything: bool, plain: bool, library: Library | None,
) -> None:  # fmt: skip
    """Reckon every line and running total of each LIST anew, and name the first that is wrong.

    A LIST is a file, YAML, JSON or the CSV of a spreadsheet, or a folder with such files. In the folder of a tournament
    each list must be as the plan has it, and the lists are named that are missing. Results and totals that nobody has
    written are reckoned. Ends with 0 when nothing is wrong, even if lists are missing or not finished, 1 when a list is
    wrong, 2 when one cannot be read.
    """
    from stichwerk_tournament.beside import language_beside
    from stichwerk_tournament.gathering import Asked, gather
    from stichwerk_tournament.telling import Teller, checked_json

    lang = lang or language_beside(lists) or "de"
    found = gather(lists, Asked(ruleset, chosen, lang, library))
    if plain:
        echo_json(checked_json(found, lang))
    else:
        teller = Teller(lang)
        for one in found.lists:
            click.echo("\n".join(teller.listed(one, everything=everything)))
        for line in teller.summary(found):
            click.echo(line)
    for error in found.unreadable:
        click.echo(str(error), err=True)
    if found.unreadable:
        ctx.exit(2)
    if any(one.wrong for one in found.lists):
        ctx.exit(1)
