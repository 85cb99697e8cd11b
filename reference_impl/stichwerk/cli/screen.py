"""Lines of text for a terminal: as wide as it is, with columns that line up whatever the colours."""

from __future__ import annotations

import re
import shutil
import textwrap
from collections.abc import Iterable, Sequence

import click

WIDEST = 100
"""Longer lines are hard to read, however wide the terminal is."""

_STYLE = re.compile(r"\x1b\[[0-9;]*m")


def width() -> int:
    """How many characters a line may have."""
    return max(40, min(shutil.get_terminal_size((80, 24)).columns, WIDEST))


def length(text: str) -> int:
    """How many characters of the text are seen."""
    return len(_STYLE.sub("", text))


def pad(text: str, to: int) -> str:
    """The text with spaces after it."""
    return text + " " * (to - length(text))


def wrapped(text: str, *, indent: str = "", first: str | None = None) -> str:
    """A paragraph; `first` stands before its first line, `indent` before the others."""
    return "\n".join(flowing(text.split(), indent=indent, first=first, gap=" "))


def flowing(cells: Iterable[str], *, indent: str, first: str | None = None, gap: str = "  ") -> list[str]:
    """Cells side by side, on as many lines as they need."""
    line, lines, empty = indent if first is None else first, [], True
    for cell in cells:
        if not empty and length(line) + len(gap) + length(cell) > width():
            lines.append(line.rstrip())
            line, empty = indent, True
        line += cell if empty else gap + cell
        empty = False
    return [*lines, line.rstrip()]


def table(head: Sequence[str], rows: Sequence[Sequence[object]], *, right: frozenset[int] = frozenset()) -> list[str]:
    """Rows under a bold head; the columns in `right` are figures. Of too wide a table the widest column is wrapped."""
    cells = [[*map(str, head)], *([*map(str, row)] for row in rows)]
    widths = [max(length(row[n]) for row in cells) for n in range(len(head))]
    over = sum(widths) + 2 * (len(widths) - 1) - width()
    widest = widths.index(max(widths))
    if over > 0:
        widths[widest] = max(12, widths[widest] - over)
    lines = []
    for row in cells:
        broken = [[cell] if length(cell) <= w else textwrap.wrap(cell, w) for cell, w in zip(row, widths, strict=True)]
        for n in range(max(map(len, broken))):
            parts = [column[n] if n < len(column) else "" for column in broken]
            aligned = (
                " " * (w - length(part)) + part if m in right else pad(part, w)
                for m, (part, w) in enumerate(zip(parts, widths, strict=True))
            )
            line = "  ".join(aligned).rstrip()
            lines.append(click.style(line, bold=True) if row is cells[0] else line)
    return lines
