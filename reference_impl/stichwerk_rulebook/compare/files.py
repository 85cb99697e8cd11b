"""A comparison as a file: a Markdown table, or one page of HTML that needs nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from stichwerk_rulebook.compare.citing import Citation, citation
from stichwerk_rulebook.compare.columns import Column
from stichwerk_rulebook.compare.table import MARKS, Cell, Comparison, Row
from stichwerk_rulebook.site.markup import plain
from stichwerk_rulebook.words import Say, words

if TYPE_CHECKING:
    from jinja2 import Template

__all__ = ["as_html", "as_markdown", "cell_text", "markdown_row", "markdown_table"]

Cite = Callable[[Column, Citation], str]
"""How a citation is written in a Markdown cell: with links, or plain."""


def as_html(found: Comparison, rows: Sequence[Row]) -> str:
    """One page of HTML, readable on a phone and in print."""
    say = words("compare", found.language)
    return _template().render(
        found=found, rows=rows, say=say, marks=MARKS,
        chapters=list(found.chapters(rows)), cite=lambda cell: citation(cell, say),
        letters=lambda row: len(found.columns) > 2 and row.status == "differs",
    )  # fmt: skip


@cache
def _template() -> Template:
    from jinja2 import Environment, FileSystemLoader

    loader = FileSystemLoader(Path(__file__).parent)
    return Environment(loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True).get_template("page.html")


def as_markdown(found: Comparison, rows: Sequence[Row]) -> str:
    """The whole comparison in Markdown."""
    say = words("compare", found.language)
    return "\n".join(_document(found, rows, say))


def _document(found: Comparison, rows: Sequence[Row], say: Say) -> Iterator[str]:
    yield f"# {say('comparison')}"
    yield ""
    for column in found.columns:
        chosen = "; ".join(column.choices(found.language)) or say("usual")
        yield f"- **{plain(column.key)}**: {plain(column.title(found.language))} ({plain(chosen)})"
    if not rows:
        yield f"\n{say('no_differences')}"
    for _, title, inside in found.chapters(rows):
        yield f"\n## {plain(title)}\n"
        yield from markdown_table(
            found, inside, [plain(column.key) for column in found.columns], lambda _, cited: plain(str(cited))
        )
    yield ""
    counts = (
        f"{MARKS[each]} {say(f'count_{each}', n=found.count(each))}" for each in ("differs", "not_attested", "same")
    )
    yield " · ".join(counts)


def markdown_table(
    found: Comparison, rows: Sequence[Row], heads: Sequence[str], cite: Cite, letter: str = "({})", code: str = "<br>{}"
) -> Iterator[str]:
    """A table with one line for each decision.

    heads: what stands above the columns, in Markdown; letter: how the letter of a group is written; code: how a formula
    that has words follows them.
    """
    say = words("compare", found.language)
    yield f"| {say('decision')} | {' | '.join(heads)} |"
    yield "|---" * (len(heads) + 1) + "|"
    for row in rows:
        yield markdown_row(found, row, cite, letter, code)


def markdown_row(found: Comparison, row: Row, cite: Cite, letter: str, code: str) -> str:
    """A decision as a line of a table."""
    say = words("compare", found.language)
    lettered = len(found.columns) > 2 and row.status == "differs"
    cells = []
    for column, cell in zip(found.columns, row.cells, strict=True):
        source = cite(column, citation(cell, say))
        group = letter.format(cell.group) + " " if cell.group and lettered else ""
        text = group + cell_text(cell, code)
        gap = "" if text.endswith("</details>") else "<br>"  # what is folded ends its line itself
        cells.append(f"{text}{gap}<small>{source}</small>" if source else text)
    return f"| {MARKS[row.status]} {plain(row.label)} | {' | '.join(cells)} |"


def cell_text(cell: Cell, code: str = "<br>{}") -> str:
    """The answer in a cell: words, and the formula, set in `code`; a formula without words stands alone."""
    if cell.formula and cell.formula == cell.text:
        return _code(cell.formula)
    shown = f"*{plain(cell.text)}*" if cell.state in ("not_attested", "no_question") else plain(cell.text)
    return shown + code.format(_code(cell.formula)) if cell.formula else shown


def _code(formula: str) -> str:
    """A formula in code; no sign of it is read as Markdown, and none ends the cell."""
    for sign, safe in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("|", "&#124;"), ("*", "&#42;"), ("_", "&#95;")):
        formula = formula.replace(sign, safe)
    return f"<code>{formula}</code>"
