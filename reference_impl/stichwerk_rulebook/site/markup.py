"""Small pieces of Markdown: text that stays text, links, rows of a table."""

from __future__ import annotations

import re
from collections.abc import Iterable

__all__ = ["link", "plain", "row", "table"]

_SPECIAL = re.compile(r"([\\`*_\[\]#])")
_ENTITIES = {ord("&"): "&amp;", ord("<"): "&lt;", ord(">"): "&gt;", ord("|"): "&#124;"}
_LIST = re.compile(r"^(\d+)\.|^([-+])(?= )")


def plain(text: str) -> str:
    """A text as it is, whatever signs are in it."""
    escaped = _SPECIAL.sub(r"\\\1", text.translate(_ENTITIES))
    return _LIST.sub(lambda found: f"{found[1]}\\." if found[1] else f"\\{found[2]}", escaped)


def link(text: str, address: str, attributes: str = "") -> str:
    """A link with this text; `attributes` as in `.md-button`."""
    return f"[{plain(text)}]({address})" + (f"{{ {attributes} }}" if attributes else "")


def row(cells: Iterable[str]) -> str:
    """A row of a table from cells in Markdown."""
    return "| " + " | ".join(cells) + " |"


def table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table in a box that scrolls sideways by itself where the screen is narrow."""
    titles = list(heads)
    lines = [row(titles), row(["---"] * len(titles)), *map(row, rows)]
    return "\n".join(lines)
