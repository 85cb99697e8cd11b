"""What is measured: rulesets, the sets of choices that bring new leaves, and the leaves."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from stichwerk.library import shipped
from stichwerk.lineage import chain_of
from stichwerk.lint.choices import Chooser
from stichwerk.resolve import Resolution, resolve

__all__ = ["Leaf", "at", "family_of", "leaves", "playable", "resolved"]

_MISSING = object()


@dataclass(frozen=True, slots=True)
class Leaf:
    """A leaf to be changed: in which ruleset, with which choices (what differs from the defaults), set by whom."""

    ruleset: str
    options: tuple[tuple[str, str], ...]
    path: str
    clause: str

    @property
    def setting(self) -> str:
        """The choices as a person sets them; empty for the defaults."""
        return ",".join(f"{option}={choice}" for option, choice in self.options)


@cache
def resolved(ruleset: str, options: tuple[tuple[str, str], ...] = ()) -> Resolution:
    """The ruleset with these choices and the places its clauses come from."""
    return resolve(ruleset, dict(options))


@cache
def playable() -> tuple[str, ...]:
    """The rulesets that can be played, parents before their variants."""
    library = shipped()
    names = [name for name in library.paths() if not library.header(name).get("abstract")]
    return tuple(sorted(names, key=lambda name: (len(_lineage(name)), name)))


def family_of(ruleset: str) -> tuple[str, ...]:
    """The ruleset, the playable rulesets it is a variant of, and its variants: whose cases speak about it."""
    own = set(_lineage(ruleset))
    return tuple(name for name in playable() if name in own or ruleset in _lineage(name))


@cache
def _lineage(ruleset: str) -> tuple[str, ...]:
    return tuple(document.value["id"] for document in chain_of(ruleset, shipped()))


def at(rules: Mapping[str, Any], path: str) -> Any:
    """What stands at a dotted path of the rules; an object that equals nothing where nothing does."""
    value: Any = rules
    for key in path.split("."):
        if not isinstance(value, Mapping) or key not in value:
            return _MISSING
        value = value[key]
    return value


def leaves(ruleset: str, chosen: Mapping[str, str] | None = None) -> Iterator[Leaf]:
    """The leaves of a ruleset, each value once: under the defaults, then what sets of choices change.

    A variant has only what differs from its parent. chosen: only what this set of choices changes.
    """
    seen: set[tuple[str, str]] = set()
    parents = [name for name in _lineage(ruleset)[:-1] if name in playable()]
    if parents:
        seen |= {_key(parent, path) for parent in [resolved(parents[-1])] for path in parent.document["provenance"]}
    for options in _sets(ruleset, variant=bool(parents)):
        resolution = resolved(ruleset, options)
        for path, clause in resolution.document["provenance"].items():
            key = _key(resolution, path)
            if key not in seen:
                seen.add(key)
                if chosen is None or dict(options) == dict(chosen):
                    yield Leaf(ruleset, options, path, clause)


def _sets(ruleset: str, *, variant: bool) -> Iterator[tuple[tuple[str, str], ...]]:
    if variant:
        yield ()
        return
    for chosen in Chooser(chain_of(ruleset, shipped())).sets():
        yield tuple(sorted(chosen.items()))


def _key(resolution: Resolution, path: str) -> tuple[str, str]:
    return path, json.dumps(at(resolution.document["rules"], path), sort_keys=True)
