"""The one way in: a ruleset by name, ready to play."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from .library import Library
from .resolve import resolve_ruleset
from .rules import Rules


def load(ruleset: str, options: Mapping[str, str] | None = None, *, library: Library | None = None) -> Rules:
    """Ruleset id and chosen options -> rules to play by.

    options: option -> choice, the rest have their default. SpecError says what is wrong with the name, an option or a
    document. Rules never change, so they are loaded once and shared.
    """
    chosen = {name: str(choice) for name, choice in (options or {}).items()}
    return _loaded(ruleset, tuple(sorted(chosen.items())), library)


@lru_cache(maxsize=64)
def _loaded(ruleset: str, options: tuple[tuple[str, str], ...], library: Library | None) -> Rules:
    return Rules(resolve_ruleset(ruleset, dict(options), library=library), library)
