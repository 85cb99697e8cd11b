"""A page of the site before it is staged, and what all pages are made from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from stichwerk_rulebook.site.families import in_order

if TYPE_CHECKING:
    from stichwerk.library import Library
    from stichwerk_conformance.cases import Case

__all__ = ["Asset", "Page", "Site"]


@dataclass(frozen=True, slots=True)
class Site:
    """One build: its language, the rules it shows, and the cases of the suite."""

    language: str
    library: Library
    cases: tuple[Case, ...]

    @property
    def rulesets(self) -> list[str]:
        """The ids of the rulesets that can be played, a variant after the ruleset it extends."""
        return list(_playable(self.library))

    @property
    def families(self) -> list[str]:
        """The families of these rulesets in the order in which the site shows them."""
        return in_order(self.library.header(name)["family"] for name in self.rulesets)


@dataclass(frozen=True, slots=True)
class Page:
    """A page in Markdown.

    path: where it lies in the site ("rules/binokel.md"); searched: whether the search has it; wide: without the lists
    of pages and headings beside it.
    """

    path: str
    title: str
    text: str
    searched: bool = True
    wide: bool = False


@dataclass(frozen=True, slots=True)
class Asset:
    """A file that is published as it is: JSON, an image. path: where it lies in the site."""

    path: str
    content: bytes


@lru_cache(maxsize=4)
def _playable(library: Library) -> tuple[str, ...]:
    return tuple(name for name in library.paths() if not library.header(name).get("abstract"))
