"""The families of games, as the site shows them: what it says of each stands in `texts/families.yaml`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from stichwerk.loader import load_yaml
from stichwerk_rulebook.words import TEXTS

__all__ = ["about", "in_order", "name_of"]


def about(family: str) -> Mapping[str, Any]:
    """What the site says of a family: name, intro, pack, cards, caption, as far as it is written; else nothing."""
    found: Mapping[str, Any] = _known().get(family, {})
    return found


def name_of(family: str, language: str) -> str:
    """What a family is called; one of which nothing is written goes by its id."""
    name: str = about(family).get("name", {}).get(language) or family.capitalize()
    return name


def in_order(families: Iterable[str]) -> list[str]:
    """The families, each once, in the order of the site; those of which nothing is written come last."""
    known = list(_known())
    return sorted(set(families), key=lambda one: (known.index(one) if one in known else len(known), one))


@lru_cache
def _known() -> Mapping[str, Mapping[str, Any]]:
    table: Mapping[str, Mapping[str, Any]] = load_yaml(TEXTS / "families.yaml").value
    return table
