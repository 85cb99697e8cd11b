"""`stichwerk rulebook`: the book or the leaflet of a ruleset as a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from stichwerk.cli.options import language, settings, spec, written_as

if TYPE_CHECKING:
    from stichwerk.library import Library
    from stichwerk_rulebook.book import Book

__all__ = ["rulebook"]

_ENDINGS = {".pdf": "pdf", ".html": "html", ".htm": "html", ".md": "md", ".markdown": "md"}


@click.command(short_help="Print the rulebook or the one-page leaflet of a ruleset.")
@click.argument("ruleset")
@settings
@language("the one the rules are written in first")
@click.option("--leaflet", is_flag=True, help="One page for the table in place of the whole book.")
@click.option(
    "--format", "form", type=click.Choice(["pdf", "html", "md"]),
    help="What is written. [default: what the name of FILE ends with, else md]",
)  # fmt: skip
@click.option("-o", "--output", metavar="FILE", help="Write to this file; - is standard output, the default.")
@spec
def rulebook(
    *, ruleset: str, chosen: dict[str, str], lang: str | None, leaflet: bool, form: str | None, output: str | None,
    library: Library | None,
) -> None:  # fmt: skip
    """Print the rulebook of RULESET with the options chosen, or with --leaflet one page for the table.

    A PDF needs WeasyPrint: pip install 'stichwerk[print]'. An HTML file needs nothing but itself, and a browser prints
    it well.
    """
    from stichwerk.writing import write_whole
    from stichwerk_rulebook.book import book

    target = None if output in (None, "-") else output
    form = written_as(form, output, _ENDINGS, "md")
    found = book(ruleset, chosen, lang, library=library)
    data = _made(found, form, leaflet=leaflet)
    if target is None:
        click.echo(data, nl=False)
    else:
        write_whole(Path(target), data)


def _made(book: Book, form: str, *, leaflet: bool) -> bytes:
    from stichwerk_rulebook.printing import markdown, pages, press

    if form == "pdf":
        return press.fitted_leaflet(book)[0] if leaflet else press.pdf(pages.book_html(book))
    if form == "html":
        text = pages.leaflet_html(book) if leaflet else pages.book_html(book)
    else:
        text = markdown.leaflet_markdown(book) if leaflet else markdown.book_markdown(book)
    return (text.rstrip("\n") + "\n").encode()
