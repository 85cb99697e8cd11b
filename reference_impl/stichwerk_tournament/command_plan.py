"""`stichwerk tournament plan`: who sits where, and everything that goes on the tables."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from stichwerk.cli.options import language, settings, spec
from stichwerk.errors import SpecError

if TYPE_CHECKING:
    from stichwerk.library import Library
    from stichwerk.rules import Rules
    from stichwerk_tournament.planning import Planned
    from stichwerk_tournament.writing_all import Outcome

__all__ = ["plan"]


@click.command(short_help="Plan who sits where, and write what goes on the tables.")
@click.option("--players", metavar="N", help="How many take part. [default: as many as there are names]")
@click.option("--ruleset", default="binokel-turnier", show_default=True, help="The ruleset of the tournament.")
@settings
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True, help="Another number, another plan.")
@click.option(
    "--names", "names_file", metavar="FILE", type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Names of the players, one a line, or a CSV file. They draw their start numbers, unless each line begins with"
    " one.",
)  # fmt: skip
@language("that of the plan in the folder, else the one the rules are written in first")
@click.option("-o", "--output", metavar="DIR", required=True, type=click.Path(path_type=Path), help="The folder.")
@spec
def plan(
    *, players: str | None, ruleset: str, chosen: dict[str, str], seed: int, names_file: Path | None, lang: str | None,
    output: Path, library: Library | None,
) -> None:  # fmt: skip
    """Plan a tournament and write its folder: the plan, a list for each table and round, sheets to print, a leaflet.

    The plan brings the same players together again as seldom as can be, and says how near it comes to the least that is
    possible. A second run with the same choices changes nothing and adds what is missing; lists that have been filled
    in are never written over. PDFs need WeasyPrint: pip install 'stichwerk[print]'. For few players the best plan is
    found by OR-Tools: pip install 'stichwerk[tournament]'.
    """
    from stichwerk.loading import load
    from stichwerk_tournament.beside import language_beside
    from stichwerk_tournament.planning import planned
    from stichwerk_tournament.texts import words
    from stichwerk_tournament.writing_all import write_all

    rules = load(ruleset, chosen, library=library)
    lang = lang or language_beside([output]) or rules.resolved["authentic"]
    if output.exists() and not output.is_dir():
        raise SpecError(words("plan", lang)("not_a_folder", folder=output))
    found = planned(rules, players, seed, names_file, output, lang)
    outcome = write_all(found, rules, output, lang)
    _tell(found, rules, outcome, output, lang)


def _tell(found: Planned, rules: Rules, outcome: Outcome, folder: Path, lang: str) -> None:
    from stichwerk_tournament.pages import kind, meeting_lines
    from stichwerk_tournament.texts import words

    say = words("plan", lang)
    click.echo(f"{kind(found.plan, lang)}.")
    for line in meeting_lines(found.plan, rules, lang):
        click.echo(line)
    for number, before, after in found.renamed:
        click.echo(say("renamed", number=number, before=before, after=after))
    report = outcome.report
    key = "done_one" if len(report.written) == 1 else "done"
    click.echo(say(key, folder=folder, written=len(report.written), same=len(report.same)))
    if report.kept:
        key = "kept_one" if len(report.kept) == 1 else "kept_many"
        click.echo(say(key, count=len(report.kept), files=", ".join(report.kept)))
    if outcome.no_pdf:
        click.echo(say("no_pdf", reason=outcome.no_pdf), err=True)
        click.echo(say("no_pdf_instead", files=", ".join(outcome.instead)), err=True)
