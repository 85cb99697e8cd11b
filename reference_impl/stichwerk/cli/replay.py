"""`stichwerk replay`: does a recorded deal hold?"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .narrator import tell
from .options import as_json, echo_json, language, spec
from .reading import complain, names_of, read_record
from .results import listed, outcome, scores
from .screen import wrapped
from .tabletop import over_stock

if TYPE_CHECKING:
    from stichwerk.deal import Deal
    from stichwerk.library import Library

    from .names import Names


@click.command(short_help="Play a recorded deal again and check it.")
@click.argument("file", type=click.Path(path_type=Path))
@language("the one the rules are written in first")
@as_json("the result")
@spec
@click.pass_context
def replay(ctx: click.Context, file: Path, lang: str | None, plain: bool, library: Library | None) -> None:
    """Play the deal recorded in FILE again and check it.

    FILE is a record in YAML or JSON. Every move is held against the rules, and the result against what the rules make
    of the deal. The exit code is 1 for a record that does not hold and 2 for a document that is none.
    """
    reading = read_record(file, library)
    names = names_of(reading, lang)
    if reading.error is not None:
        if plain:
            echo_json({"file": str(file), "holds": False, "error": reading.error_json()})
        else:
            complain(reading, names.lang)
        ctx.exit(1)
    deal = reading.deal
    assert deal is not None
    moves = len(deal.moves())
    if plain:
        result = None if deal.result is None else deal.result.to_json()
        about = {"ruleset": deal.rules.id, "options": dict(deal.rules.options), "hash": deal.rules.hash}
        echo_json(
            {"file": str(file), "holds": True, **about, "moves": moves, "finished": deal.finished, "result": result}
        )
        return
    click.echo(click.style(names.rules.resolved["title"][names.lang], bold=True))
    for key in ("title", "note"):
        if text := reading.document.value.get(key):
            click.echo(text.rstrip())
    click.echo(names.say("record_holds", moves=moves))
    for line in _told(deal, names):
        click.echo(line)


def _told(deal: Deal, names: Names) -> Iterator[str]:
    """What happened, where there is a stock, and how it ended."""
    aside = over_stock(deal.rules)
    if aside:
        yield ""
        yield from _course(deal, names)
    if deal.result is None:
        assert deal.actor is not None
        yield names.say("open", who=names.player(deal.actor))
        return
    told = list(outcome(deal.result, names))
    if told and aside:
        yield ""
    yield from told
    if rows := scores(deal.result, names):
        yield ""
        yield from rows


def _course(deal: Deal, names: Names) -> Iterator[str]:
    """What happened, in lines; all draws are open."""
    if any(deal.setup.totals):
        yield names.say("score", score=listed(dict(zip(deal.rules.table.names, deal.setup.totals, strict=True)), names))
    for before, after in pairwise(deal.positions()):
        for line in tell(before, after, names):
            yield wrapped(line, indent="  ", first="")
