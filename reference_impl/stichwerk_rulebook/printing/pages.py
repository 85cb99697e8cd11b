"""The book and the leaflet as one HTML file each: for browsers, and for WeasyPrint, which makes the PDF of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stichwerk.prose import card_name
from stichwerk_rulebook.printing import figures, telling
from stichwerk_rulebook.printing.typography import typeset
from stichwerk_rulebook.words import words

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

    from stichwerk_rulebook.book import Book

__all__ = ["SMALLEST", "book_html", "estimate", "leaflet_html"]

SMALLEST = 7.5
"""The smallest size of the leaflet's letters, in points: below it, nobody reads by the light over a card table."""

_WIDEST = 8.0
"""The largest size of the table of melds on the leaflet, in points: eight cards, a name and two values in a column."""

_TEMPLATES = Path(__file__).parent / "templates"
_ASSETS = Path(__file__).parent.parent / "site" / "assets"


def book_html(book: Book) -> str:
    """The full book as a page that needs nothing else, with rules for print in it."""
    return _page("book.html", book, ["book.css"], rulings=telling.rulings(book))


def leaflet_html(book: Book, size: float | None = None) -> str:
    """The leaflet as a page that needs nothing else. size: of the letters, in points; left out: estimated to fit A4."""
    points = size if size is not None else estimate(book)
    sections = telling.leaflet_sections(book)
    return _page("leaflet.html", book, ["leaflet.css"], size=points, table=min(points, _WIDEST), sections=sections)


def drawn(code: str, pack: Mapping[str, Any], language: str) -> str:
    """A card as a picture of its own. Its name stands in it as title too: that is where a PDF takes it from."""
    from stichwerk_rulebook.cards import standalone

    head, _, rest = standalone(code, pack, language).partition(">")
    return f"{head}><title>{escape(card_name(code, language, pack))}</title>{rest}"


def estimate(book: Book) -> float:
    """A size at which the leaflet should fill the page: its area grows with the square of the size."""
    letters = sum(len(clause.text) + 60 for _, clauses in telling.leaflet_sections(book) for clause in clauses)
    letters += sum(len(option.title) + 30 for option in book.options) + 90 * len(figures.melds_of(book))
    size: float = 8.0 * (8300 / letters) ** 0.5
    return round(max(SMALLEST, min(9.5, size)), 1)


def _page(template: str, book: Book, styles: list[str], **values: Any) -> str:
    style = "\n".join([(_ASSETS / "figures.css").read_text("utf-8"), *(_style(name, book) for name in styles)])
    pieces = figures.by_section(book, drawn)
    return (
        _environment()
        .get_template(template)
        .render(
            book=book,
            say=words("printing", book.language),
            set=lambda text: typeset(text, book.language),
            style=_safe(style),
            options=telling.chosen(book),
            grounds=lambda clause: telling.grounds(book, clause),
            outdated=telling.outdated(book),
            changed=lambda clause: telling.changed_by(book, clause),
            figures={section: [_safe(piece) for piece in inside] for section, inside in pieces.items()},
            values=_safe(figures.values_table(book, drawn)),
            melds=_safe(figures.melds_table(book, drawn)),
            edition=telling.edition(),
            command=telling.command(book),
            **values,
        )
    )


def _safe(html: str) -> Markup:
    """A piece that is HTML already: a figure, where every name is escaped, or a style sheet, where every text is."""
    from markupsafe import Markup

    return Markup(html)  # noqa: S704


def _style(name: str, book: Book) -> str:
    """A style sheet with the running lines of the book put in, as CSS strings."""
    say = words("printing", book.language)
    page, of = say("page_of", page="\n", count="").split("\n")
    lines = {
        "TITLE": book.title,
        "FOOT": f"{book.id} · {say('edition', version=telling.edition())}",
        "HASH": book.hash,
        "SHORT": telling.short_hash(book),
        "PAGE": page,
        "OF": of,
    }
    style = (_TEMPLATES / name).read_text("utf-8")
    for key, text in lines.items():
        style = style.replace(f'"{key}"', _quoted(text))
    return style


def _quoted(text: str) -> str:
    """A text as a CSS string that cannot end the style element it stands in."""
    return '"' + text.replace("\\", r"\5c ").replace('"', r"\22 ").replace("<", r"\3c ").replace("\n", " ") + '"'


@lru_cache
def _environment() -> Environment:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    return Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
