"""The command `case coverage`: which clauses do the cases show at work?

Exit codes: 0 every clause with a rule has a case by hand and a generated one, 1 one of them has not, 2 a wrong use or a
wrong document.
"""

from __future__ import annotations

import os

import click

__all__ = ["coverage"]


@click.command(short_help="Show which clauses have no case that shows them at work.")
@click.option("--ruleset", "rulesets", multiple=True, metavar="ID", help="Look only at this ruleset.")
@click.option("--clauses", is_flag=True, help="Show a line for every clause, not only for those with a gap.")
@click.option(
    "--jobs",
    type=click.IntRange(1, 64),
    default=os.cpu_count() or 1,
    show_default="processors",
    help="Share the cases out among so many processes, side by side.",
)
@click.pass_context
def coverage(ctx: click.Context, /, *, rulesets: tuple[str, ...], clauses: bool, jobs: int) -> None:
    """Count the cases of every clause that has a rule: those by hand, and those generated.

    A case counts when it names the clause and the clause decides its answer: the reference refuses a move by it, or
    would answer otherwise if the clause said something else. Cases of a ruleset count for its variants too, where they
    have the clause unchanged. A clause that only some choice brings is looked at with that choice.
    """
    from stichwerk.files import vectors_dir
    from stichwerk_conformance.cases import read_cases
    from stichwerk_conformance.coverage import lineage, lines, measure, shown_by
    from stichwerk_conformance.strength.settings import playable

    for name in rulesets:
        if name not in playable():
            raise click.UsageError(f"there is no ruleset {name!r} that can be played")
    wanted = rulesets or playable()
    speaking = {above for name in wanted for above in lineage(name)}
    cases = [case for case in read_cases(vectors_dir()) if case.ruleset in speaking]
    rows = list(measure(wanted, cases, shown_by(cases, jobs=jobs)))
    for line, style in lines(rows, every_clause=clauses):
        click.secho(line, bold=style == "bold", fg="red" if style == "red" else None)
    gaps = sum(bool(row.missing) for row in rows)
    click.echo(f"{len(rows)} clauses in {len(wanted)} rulesets, {gaps} with a gap")
    ctx.exit(1 if gaps else 0)
