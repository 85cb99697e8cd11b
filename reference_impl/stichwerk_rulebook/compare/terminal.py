"""A comparison on a terminal: a table while the columns are wide enough to read, else a list."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence

import click

from stichwerk.cli.screen import flowing, pad, wrapped
from stichwerk_rulebook.compare.citing import citation
from stichwerk_rulebook.compare.table import MARKS, Cell, Comparison, Row
from stichwerk_rulebook.words import Say, words

__all__ = ["as_text"]

NARROWEST = 17
"""Characters that a column needs; with less the list is easier to read."""

_COLOURS = {"differs": "yellow", "not_attested": "magenta", "same": None, "single": None}


def as_text(found: Comparison, rows: Sequence[Row], width: int) -> Iterator[str]:
    """The lines for a terminal of this width."""
    say = words("compare", found.language)
    yield from _heading(found, say)
    question = max(18, min(30, width // 4))
    column = (width - question - 2 - 2 * len(found.columns)) // len(found.columns)
    sheet = _Table(found, say, question, column) if column >= NARROWEST else _List(found, say, width)
    if rows:
        yield from sheet.head()
    for _, title, inside in found.chapters(rows):
        yield ""
        yield click.style(title, bold=True)
        for row in inside:
            yield from sheet.row(row)
    yield ""
    yield from _foot(found, rows, say)


def _heading(found: Comparison, say: Say) -> Iterator[str]:
    for column in found.columns:
        choices = column.choices(found.language)
        chosen = "; ".join(choices) if choices else say("usual")
        first = click.style(column.key, fg="cyan") + "  "
        yield wrapped(f"{column.title(found.language)} ({chosen})", indent="    ", first=first)


def _foot(found: Comparison, rows: Sequence[Row], say: Say) -> Iterator[str]:
    if not found.differences:
        whole = say("no_differences_in", sections=", ".join(title for _, title in found.sections))
        yield say("no_differences") if len(found.sections) > 3 or not found.sections else whole
    counts = {status: found.count(status) for status in ("differs", "not_attested", "same")}
    yield wrapped(" · ".join(f"{MARKS[status]} {say(f'count_{status}', n=n)}" for status, n in counts.items() if n))
    if len(found.columns) > 2 and any(row.status == "differs" for row in rows):
        yield say("groups")
    if len(rows) < len(found.rows):
        yield say("show_all")


def _mark(row: Row) -> str:
    return click.style(MARKS[row.status], fg=_COLOURS[row.status])


def _letter(row: Row, cell: Cell, columns: int) -> str:
    """The letter of the group, where there is something to tell apart."""
    return f"[{cell.group}] " if cell.group and columns > 2 and row.status == "differs" else ""


class _Table:
    """Decisions beside answers."""

    def __init__(self, found: Comparison, say: Say, question: int, column: int) -> None:
        self.found, self.say, self.question, self.column = found, say, question, column

    def head(self) -> Iterator[str]:
        """The names of the columns, and a line below them."""
        names = [textwrap.wrap(column.key, self.column) for column in self.found.columns]
        yield ""
        yield from self._beside(["", ""], [[click.style(part, bold=True) for part in name] for name in names])
        yield "─" * (self.question + 2 + (self.column + 2) * len(names))

    def row(self, row: Row) -> Iterator[str]:
        """One decision; below each answer where it comes from."""
        label = textwrap.wrap(row.label, self.question)
        cells = []
        for cell in row.cells:
            text = _letter(row, cell, len(row.cells)) + cell.text
            wrap = _broken if cell.formula == cell.text else textwrap.wrap
            lines = [_toned(line, cell) for line in wrap(text, self.column)]
            lines += _formula(cell, self.column)
            lines += [click.style(line, dim=True) for line in _source(cell, self.say, self.column)]
            cells.append(lines)
        yield from self._beside([_mark(row) + " ", *["  "] * len(label)], cells, label)

    def _beside(self, marks: Sequence[str], cells: Sequence[Sequence[str]], label: Sequence[str] = ()) -> Iterator[str]:
        for n in range(max(len(label), *map(len, cells))):
            mark = marks[n] if n < len(marks) else "  "
            parts = [pad(cell[n] if n < len(cell) else "", self.column) for cell in cells]
            text = pad(label[n] if n < len(label) else "", self.question)
            yield (mark + "  ".join((text, *parts))).rstrip() if mark else "  ".join(("  " + text, *parts)).rstrip()


class _List:
    """Answers below decisions."""

    def __init__(self, found: Comparison, say: Say, width: int) -> None:
        self.found, self.say, self.width = found, say, width
        self.name = min(max(len(column.key) for column in found.columns), width // 3)

    def head(self) -> Iterator[str]:
        """Nothing: each answer bears the name of its column."""
        return iter(())

    def row(self, row: Row) -> Iterator[str]:
        """One decision with an answer on each line; those that agree share one."""
        yield wrapped(row.label, indent="    ", first=f"{_mark(row)} ")
        shown: dict[tuple[str, str], list[str]] = {}
        for column, cell in zip(self.found.columns, row.cells, strict=True):
            formula = f" {cell.formula}" if cell.formula and cell.formula != cell.text else ""
            shown.setdefault((_toned(cell.text, cell), formula), []).append(self._named(column.key, cell))
        for (text, formula), names in shown.items():
            yield wrapped(text + click.style(formula, fg="cyan"), indent="      ", first="    ")
            yield from (
                click.style(line, dim=True) for line in flowing(names, indent="      ", first="      ", gap="; ")
            )

    def _named(self, key: str, cell: Cell) -> str:
        source = str(citation(cell, self.say))
        return f"{key} {source}".rstrip()


def _toned(text: str, cell: Cell) -> str:
    """A text with the weight that it has: an answer, or the lack of one."""
    if cell.formula and cell.formula == cell.text:
        return click.style(text, fg="cyan")
    return click.style(text, fg="magenta") if cell.state == "not_attested" else text


def _formula(cell: Cell, width: int) -> list[str]:
    if not cell.formula or cell.formula == cell.text:
        return []
    return [click.style(line, fg="cyan", dim=True) for line in _broken(cell.formula, width)]


def _broken(formula: str, width: int) -> list[str]:
    """A formula on several lines; a long name is broken after a dot or an underscore."""
    lines = [""]
    for word in formula.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += f" {word}"
            continue
        lines.append("")
        for piece in re.findall(r"[^._]*[._]?", word):
            if len(lines[-1]) + len(piece) > width:
                lines.append("")
            lines[-1] += piece
    return [line for line in lines if line]


def _source(cell: Cell, say: Say, width: int) -> list[str]:
    return textwrap.wrap(str(citation(cell, say)), width)
