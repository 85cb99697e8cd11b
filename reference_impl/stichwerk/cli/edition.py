"""`stichwerk edition`: the rules as they stand become an edition."""

from __future__ import annotations

import re
from datetime import date as day
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from stichwerk.lint.combinations import Explored

_ID = re.compile(r"[0-9]{4}-(?:0[1-9]|1[0-2])[b-z]?")


def _id(_ctx: click.Context, _param: click.Parameter, value: str) -> str:
    if not _ID.fullmatch(value):
        raise click.BadParameter("an edition is named by year and month, such as 2026-11; 2026-11b is a second one")
    return value


def _date(_ctx: click.Context, _param: click.Parameter, value: str | None) -> str | None:
    try:
        return value and day.fromisoformat(value).isoformat()
    except ValueError:
        raise click.BadParameter("a date is written as year, month and day, such as 2026-11-30") from None


@click.command(short_help="Make an edition of the rules as they stand.")
@click.argument("name", metavar="ID", callback=_id)
@click.option("--date", callback=_date, metavar="DATE", help="The day of publication; left out: today.")
@click.option("--again", is_flag=True, help="Make the newest edition anew, as long as nobody has it yet.")
@click.option(
    "--spec",
    metavar="FOLDER",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="The folder of the rules; left out: that of this installation.",
)
def edition(name: str, date: str | None, again: bool, spec: Path | None) -> None:
    """Make the edition ID of the rules as they stand, in changes.yaml.

    It takes the changes that stand there under 'coming', and the hashes of all rulesets. It is refused when these do
    not fit together: a ruleset that is played otherwise than in the edition before needs a substantive change, and a
    substantive change needs a ruleset that is played otherwise. --again takes new hashes for the newest edition and
    adds to its changes those that have come since.
    """
    from stichwerk import __version__
    from stichwerk.files import spec_dir
    from stichwerk.lint.changes import check_changes
    from stichwerk.loader import load_yaml, parse_yaml
    from stichwerk.publishing import new_edition, same_edition
    from stichwerk.validation import validate
    from stichwerk.writing import write_whole

    folder = spec or spec_dir()
    document = load_yaml(folder / "changes.yaml")
    validate(document, "changes")
    explored = _explored(folder, own=spec is not None)
    played = {one.ruleset: one.played for one in explored}
    if again:
        text = same_edition(document, name, date, __version__, played)
    else:
        text = new_edition(document, name, date or f"{datetime.now().astimezone():%Y-%m-%d}", __version__, played)
    after = parse_yaml(text.encode(), document.name)
    validate(after, "changes")
    for problem in check_changes(after, explored):
        raise problem
    write_whole(Path(document.name), text.encode(), instead_of=document.text.encode())
    changes = len(after.value["editions"][0].get("changes", ()))
    click.echo(f"edition {name}: {len(played)} rulesets, {changes} change{'' if changes == 1 else 's'}")


def _explored(folder: Path, *, own: bool) -> list[Explored]:
    """The playable rulesets of a folder under their sets of choices. SpecError for the first that is not sound."""
    from stichwerk.library import Library
    from stichwerk.lint.combinations import Explorer

    library = Library([folder] if own else [])
    explorer = Explorer(library)
    names = [name for name, path in library.paths().items() if path.is_relative_to(folder)]
    explored = [explorer.explore(name) for name in names if not library.header(name).get("abstract")]
    for problem in explorer.problems:
        raise problem
    return explored
