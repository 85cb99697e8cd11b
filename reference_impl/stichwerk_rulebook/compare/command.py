"""`stichwerk compare`: rulesets side by side."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import click

from stichwerk.cli.options import language, spec

if TYPE_CHECKING:
    from stichwerk.decisions import Catalogue
    from stichwerk.library import Library
    from stichwerk_rulebook.compare.table import Comparison, Row


@click.command(short_help="Set rulesets side by side.")
@click.argument("rulesets", nargs=-1, metavar="A B [C...]", required=True)
@click.option(
    "--set", "settings", multiple=True, metavar="A.OPTION=CHOICE",
    help="Choose an option of one of the rulesets, such as binokel.players=4; may be given several times. Of a ruleset"
    " that stands there twice, binokel#2.players=4 is the second.",
)  # fmt: skip
@click.option("--section", "sections", multiple=True, metavar="SECTION", help="Only this section, such as auction.")
@click.option("--all", "everything", is_flag=True, help="Show what is the same too.")
@language("the one the first ruleset is written in first")
@click.option(
    "--format", "form", type=click.Choice(["text", "html", "md", "json"]), default="text", show_default=True,
    help="How it is written.",
)  # fmt: skip
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write to this file.")
@click.option("--exit-code", "telling", is_flag=True, help="End with 1 when there are differences.")
@spec
@click.pass_context
def compare(  # noqa: PLR0913, PLR0917 -- click hands every option over by name
    ctx: click.Context, rulesets: tuple[str, ...], settings: tuple[str, ...], sections: tuple[str, ...],
    everything: bool, lang: str | None, form: str, output: Path | None, telling: bool, library: Library | None,
) -> None:  # fmt: skip
    """Set the rulesets A, B, ... side by side, with the options chosen.

    Each row is a decision of the rules, each column a ruleset; below the answer stands the clause that gives it, and
    the source or the ruling this rests on. Only what differs is shown, unless --all is given. `=` is the same, `≠`
    differs, `?` is answered alike, but not everywhere.
    """
    from stichwerk.decisions import catalogue
    from stichwerk.library import shipped
    from stichwerk_rulebook.compare.columns import columns_of
    from stichwerk_rulebook.compare.table import compare as side_by_side

    library = library or shipped()
    columns = columns_of(rulesets, settings, library)
    _known(sections, catalogue(library))
    found = side_by_side(columns, lang or columns[0].document["authentic"], sections=sections, library=library)
    rows = list(found.rows) if everything else found.differences
    text = _written(found, rows, form)
    if output is None:
        click.echo(text.encode() if form == "json" else text)
    else:
        output.write_text(click.unstyle(text) + "\n", encoding="utf-8")
    if telling and found.differences:
        ctx.exit(1)


def _known(sections: tuple[str, ...], table: Catalogue) -> None:
    """A usage error for a section that does not exist."""
    from stichwerk.decisions import OTHER
    from stichwerk.errors import SpecError, did_you_mean

    known = [*(section.id for section in table.sections), OTHER]
    for section in sections:
        if section not in known:
            raise SpecError(
                f"there is no section {section!r}",
                expected=f"one of {', '.join(known)}",
                hint=did_you_mean(section, known),
            )


def _written(found: Comparison, rows: list[Row], form: str) -> str:
    if form == "text":
        from stichwerk_rulebook.compare.terminal import as_text

        return "\n".join(as_text(found, rows, max(40, shutil.get_terminal_size((80, 24)).columns)))
    if form == "json":
        from stichwerk_rulebook.compare.data import as_json

        return as_json(found, rows)
    from stichwerk_rulebook.compare.files import as_html, as_markdown

    return as_html(found, rows) if form == "html" else as_markdown(found, rows)
