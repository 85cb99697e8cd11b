"""Stichwerk: the rules of the marriage family of card games, written down so that a machine can play them.

    rules = stichwerk.load("binokel", {"players": "4"})
    deal = rules.deal(dealer=0, cards=rules.shuffled(random.Random(1)))
    while not deal.finished:
        deal = deal.apply(...)      # one of deal.legal_moves()
    deal.result.scores

Everything here is loaded when it is first used, so that importing the package costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .deal import Deal
    from .errors import IllegalMove, RecordError, SpecError
    from .loading import load
    from .match import Match
    from .moves import Move
    from .resolve import resolve_ruleset
    from .rules import Rules

__version__ = "0.1.0"

_HOME = {
    "Deal": "deal",
    "IllegalMove": "errors",
    "Match": "match",
    "Move": "moves",
    "RecordError": "errors",
    "Rules": "rules",
    "SpecError": "errors",
    "load": "loading",
    "resolve_ruleset": "resolve",
}

__all__ = [
    "Deal", "IllegalMove", "Match", "Move", "RecordError", "Rules", "SpecError", "__version__", "load",
    "resolve_ruleset",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{_HOME[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
