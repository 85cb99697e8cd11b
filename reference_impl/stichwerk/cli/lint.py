"""`stichwerk lint`: what is wrong in rulesets, packs, sources and rulings."""

from __future__ import annotations

from pathlib import Path

import click

from .options import as_json, echo_json


@click.command(short_help="Check rulesets, packs, sources and rulings.")
@click.argument("paths", nargs=-1, metavar="[PATH]...", type=click.Path(exists=True, path_type=Path))
@as_json("the problems and the counts")
@click.pass_context
def lint(ctx: click.Context, paths: tuple[Path, ...], plain: bool) -> None:
    """Check rulesets, packs, sources and rulings.

    PATH is a file or a folder; without one everything that ships with stichwerk is checked. The exit code is 0 if
    nothing is wrong and 2 if there are problems, each with its place, what was expected, and a hint.
    """
    from ..lint import run

    report = run(paths)
    if plain:
        echo_json({"problems": [str(problem) for problem in report.problems], "counts": report.counts})
    else:
        for line in report.lines():
            click.echo(line)
    ctx.exit(2 if report.problems else 0)
