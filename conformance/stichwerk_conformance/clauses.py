"""The one window of the suite on the spec: what clauses say, what can be chosen, how cards are called.

Everything is read from the resolved ruleset, a plain document; no engine takes part.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from stichwerk.errors import SpecError

__all__ = ["chosen_options", "clause_text", "pack_of"]


def clause_text(ruleset: str, options: Mapping[str, str], clause_id: str, lang: str) -> tuple[str, str, str]:
    """The printed number of a clause, its sentence in the language `lang` (de, en, es), and what it rests on.

    What it rests on is its sources, "B, Melden", or its rulings, "ruling B8". Raises SpecError if the ruleset
    with these options has no such clause, or cannot be read.
    """
    for clause in _resolved(ruleset, tuple(sorted(options.items())))["clauses"]:
        if clause["id"] == clause_id:
            grounds = [_cited(source) for source in clause.get("sources", ())]
            grounds += [f"ruling {ruling}" for ruling in clause.get("rulings", ())]
            return str(clause["number"]), str(clause["text"][lang]), "; ".join(grounds)
    raise SpecError(f"{ruleset} has no clause {clause_id} with these options")


def chosen_options(ruleset: str, options: Mapping[str, str]) -> Mapping[str, str]:
    """The choice for every option of the ruleset: the one named in `options`, else the default."""
    chosen: Mapping[str, str] = _resolved(ruleset, tuple(sorted(options.items())))["options"]
    return chosen


def pack_of(ruleset: str, options: Mapping[str, str]) -> Mapping[str, Any]:
    """The pack of cards of the ruleset: its suits and ranks with their names."""
    pack: Mapping[str, Any] = _resolved(ruleset, tuple(sorted(options.items())))["pack"]
    return pack


@lru_cache(maxsize=256)
def _resolved(ruleset: str, options: tuple[tuple[str, str], ...]) -> Mapping[str, Any]:
    from stichwerk.resolve import resolve_ruleset

    resolved: Mapping[str, Any] = resolve_ruleset(ruleset, dict(options))
    return resolved


def _cited(source: Mapping[str, Any]) -> str:
    return f"{source['id']}, {source['at']}" if source.get("at") else str(source["id"])
