"""The text of a YAML document changed in a few places, so that comments and layout stay."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import yaml

__all__ = ["Edit", "applied", "end_of", "line_start", "node_at", "pair", "root_of"]

Edit = tuple[int, int, str]
"""From, to, and what stands there instead; indices of characters."""


def root_of(text: str) -> Any:
    """The nodes of a document, with the places where they begin and end."""
    return yaml.compose(text, Loader=yaml.SafeLoader)


def pair(mapping: Any, key: str) -> tuple[Any, Any]:
    """The nodes of a key and its value. StopIteration when a mapping has no such key."""
    found: tuple[Any, Any] = next(each for each in mapping.value if each[0].value == key)
    return found


def node_at(root: Any, path: Iterable[str | int]) -> Any:
    """The node at a path."""
    node = root
    for step in path:
        node = pair(node, step)[1] if isinstance(step, str) else node.value[step]
    return node


def end_of(text: str, node: Any) -> int:
    """The index behind the last character of a value, without the white space and comments that follow it."""
    if not isinstance(node, yaml.ScalarNode) and not node.flow_style and node.value:
        last = node.value[-1]
        return end_of(text, last[1] if isinstance(last, tuple) else last)
    end: int = node.end_mark.index
    return len(text[:end].rstrip())


def line_start(text: str, index: int) -> int:
    """The index of the first character of a line."""
    return text.rfind("\n", 0, index) + 1


def applied(text: str, edits: Iterable[Edit]) -> str:
    """A text after all edits, which must not overlap."""
    for start, end, piece in sorted(edits, reverse=True):
        text = text[:start] + piece + text[end:]
    return text
