"""`stichwerk lint`: what is wrong in rulesets, packs, sources and rulings."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .options import as_json, echo_json

if TYPE_CHECKING:
    from stichwerk.errors import SpecError


@click.command(short_help="Check rulesets, packs, sources and rulings.")
@click.argument("paths", nargs=-1, metavar="[PATH]...", type=click.Path(path_type=Path))
@as_json("the problems and the counts")
@click.pass_context
def lint(ctx: click.Context, paths: tuple[Path, ...], plain: bool) -> None:
    """Check rulesets, packs, sources and rulings.

    PATH is a file or a folder; without one everything that ships with stichwerk is checked, the cases of the suite
    included. The exit code is 0 if nothing is wrong and 2 if there are problems. Each comes with its place, with what
    was expected, and with a hint.
    """
    from stichwerk.lint import run

    report = run(paths or None)
    if plain:
        counts = [asdict(count) for count in report.counts]
        echo_json({"problems": [_problem(one) for one in report.problems], "counts": counts, "cases": report.cases})
    else:
        click.echo("\n".join(report.lines()))
    ctx.exit(2 if report.problems else 0)


def _problem(error: SpecError) -> dict[str, Any]:
    """A problem as plain JSON; parts that it does not have are left out."""
    place = None if error.place is None else asdict(error.place)
    parts = {"message": error.message, "path": error.path, "expected": error.expected, "hint": error.hint}
    return {"place": place, **{key: text for key, text in parts.items() if text}}
