"""The command `strength`: how good is the suite?

Exit codes: 0 every change is noticed or proved to make no difference, 1 there is a gap or a wrong proof, 2 a wrong use
or a wrong document.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path

import click

from stichwerk.cli.options import settings
from stichwerk_conformance.strength.heatmap import page
from stichwerk_conformance.strength.listing import Listing, read_listing
from stichwerk_conformance.strength.measure import Measured, measure
from stichwerk_conformance.strength.settings import Leaf, leaves, playable
from stichwerk_conformance.strength.tables import as_json, lines

__all__ = ["strength"]


@click.command(short_help="Measure how good the suite is.")
@click.option("--ruleset", "rulesets", multiple=True, metavar="ID", help="Measure only this ruleset.")
@settings
@click.option(
    "--jobs",
    type=click.IntRange(1, 64),
    default=os.cpu_count() or 1,
    show_default="processors",
    help="Share the changes out among so many processes, side by side.",
)
@click.option("--clauses", is_flag=True, help="Show a line for every clause, not only for those with a gap.")
@click.option("--html", "html_file", type=click.Path(dir_okay=False, path_type=Path), help="Write a heat map here.")
@click.option("--json", "json_file", type=click.Path(dir_okay=False, path_type=Path), help="Write a JSON report here.")
@click.option(
    "--equivalent",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Take the list of changes that are no changes from this file instead of the suite's own.",
)
@click.pass_context
def strength(
    ctx: click.Context,
    /,
    *,
    rulesets: tuple[str, ...],
    chosen: Mapping[str, str],
    jobs: int,
    clauses: bool,
    html_file: Path | None,
    json_file: Path | None,
    equivalent: Path | None,
) -> None:
    """Measure how good the conformance suite is.

    Every leaf of every ruleset is changed, one change at a time: a number shifted, a duty dropped, a comparison
    turned. The changed rules answer the cases of the suite, and some case must notice. A change that nothing notices
    needs a case, or its place with a proof in the list of equivalent changes.

    With --set only what these choices change is measured.
    """
    for name in rulesets:
        if name not in playable():
            raise click.UsageError(f"there is no ruleset {name!r} that can be played")
    found = [leaf for name in rulesets or playable() for leaf in leaves(name, chosen or None)]
    if not found:
        raise click.UsageError("these choices bring no leaf that is not measured elsewhere")
    listing = read_listing(equivalent)
    measured = _measured(found, jobs=jobs, listing=listing, whole=not (rulesets or chosen))
    for file, text in ((html_file, page), (json_file, _json)):
        if file is not None:
            file.write_text(text(measured), encoding="utf-8")
    for line, style in lines(measured, every_clause=clauses):
        click.secho(line, bold=style == "bold", fg="red" if style == "red" else None)
    click.echo(f"{len(measured.outcomes)} changes in {measured.seconds:.1f} s, {len(measured.problems)} problems")
    ctx.exit(1 if measured.problems else 0)


def _measured(found: list[Leaf], *, jobs: int, listing: Listing, whole: bool) -> Measured:
    if not sys.stderr.isatty():
        return measure(found, listing, jobs=jobs, whole=whole)
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("")
        return measure(
            found, listing, jobs=jobs, whole=whole,
            progress=lambda done, total: bar.update(task, completed=done, total=total),
        )  # fmt: skip


def _json(measured: Measured) -> str:
    return json.dumps(as_json(measured), ensure_ascii=False, indent=1) + "\n"
