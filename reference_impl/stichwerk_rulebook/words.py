"""What pages and leaflets say beside the rules themselves, in every language.

Each room keeps its words in `texts/<room>.yaml`: key -> {de, en, es}. Figures and names are put in with `str.format`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path

from stichwerk.loader import load_yaml

__all__ = ["Say", "words", "words_of"]

Say = Callable[..., str]
"""`say("key", name=value)` -> the words in the language it was made for."""

TEXTS = Path(__file__).parent / "texts"


def words(room: str, language: str) -> Say:
    """The words of a room in one language. KeyError, when used, for a key that the room does not have."""
    table = words_of(room)

    def say(key: str, **values: object) -> str:
        return table[key][language].format(**values)

    return say


@lru_cache
def words_of(room: str) -> Mapping[str, Mapping[str, str]]:
    """Key -> language -> words of a room, as written."""
    table: Mapping[str, Mapping[str, str]] = load_yaml(TEXTS / f"{room}.yaml").value
    return table
