"""What the commands and sheets of a tournament say, in German, English and Spanish.

Each room keeps its words in a file of its own: key -> {de, en, es}.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

from stichwerk.loader import load_yaml

__all__ = ["Say", "table_of", "words"]

Say = Callable[..., str]
"""`say("key", name=value)` -> the words in the language it was made for."""


def words(room: str, language: str) -> Say:
    """The words of a room in one language. KeyError, when used, for a key that the room does not have."""
    table = table_of(room)

    def say(key: str, **values: object) -> str:
        text: str = table[key][language]
        return text.format(**values)

    return say


@lru_cache
def table_of(room: str) -> dict[str, dict[str, Any]]:
    """Key -> language -> words of a room, as written."""
    table: dict[str, dict[str, Any]] = load_yaml(Path(__file__).parent / f"{room}.yaml").value
    return table
