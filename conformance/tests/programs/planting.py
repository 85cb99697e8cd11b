"""How a fault is planted in the reference implementation: what `planted.py` and `planted_stock.py` have in common.

A fault is a change of the resolved rules before they are played by, or one function of the engine that does
something else.
"""

from __future__ import annotations

import copy
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any

from stichwerk import adapter
from stichwerk.resolve import resolve_ruleset
from stichwerk.rules import Rules

Formal = dict[str, Any]
Given = Mapping[str, Any]

FAULTS: dict[str, Callable[[], None]] = {"right": lambda: None}
"""Name -> what makes the program wrong."""

CHANGES: list[Callable[[Formal], None]] = []
"""What is done to the formal part of every ruleset before it is played by."""


def load(ruleset: str, options: Mapping[str, str] | None = None, *, library: None = None) -> Rules:
    """As `stichwerk.load`, with the planted fault; only the rulesets of the package are asked about."""
    return _wrong(ruleset, tuple(sorted((options or {}).items())))


@lru_cache
def _wrong(ruleset: str, options: tuple[tuple[str, str], ...]) -> Rules:
    resolved = copy.deepcopy(resolve_ruleset(ruleset, dict(options)))
    for change in CHANGES:
        with suppress(KeyError):  # a ruleset without the thing in question is played rightly
            change(resolved["rules"])
    return Rules(resolved)


def rule(change: Callable[[Formal], None]) -> Callable[[Formal], None]:
    """A fault that is a wrong rule."""
    FAULTS[change.__name__] = lambda: CHANGES.append(change)
    return change


def code(plant: Callable[[], None]) -> Callable[[], None]:
    """A fault that is a wrong function."""
    FAULTS[plant.__name__] = plant
    return plant


def put(owner: Any, name: str, wrong: Callable[..., Any]) -> None:
    """One function replaced by a wrong one."""
    setattr(owner, name, wrong)


def swap(owner: Any, name: str, wrap: Callable[[Callable[..., Any]], Callable[..., Any]]) -> None:
    """One function replaced by a wrong one that knows the right one."""
    put(owner, name, wrap(getattr(owner, name)))


def without(*duties: str) -> Callable[[Formal], None]:
    """The rules without these duties."""

    def change(formal: Formal) -> None:
        for stage in formal["stages"].values():
            stage["duties"] = [duty for duty in stage["duties"] if duty not in duties]

    return change


def answer_wrongly(fault: str) -> None:
    """Answer the suite with the fault planted."""
    FAULTS[fault]()
    put(adapter, "load", load)
    adapter.serve(sys.stdin, sys.stdout)
