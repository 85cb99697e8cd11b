"""`stichwerk replay`: does a recorded deal hold?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from .options import as_json, echo_json, language, spec
from .reading import complain, names_of, read_record
from .results import outcome, scores

if TYPE_CHECKING:
    from stichwerk.library import Library


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
    if deal.result is None:
        assert deal.actor is not None
        click.echo(names.say("open", who=names.player(deal.actor)))
        return
    for line in outcome(deal.result, names):
        click.echo(line)
    if rows := scores(deal.result, names):
        click.echo()
        for line in rows:
            click.echo(line)
