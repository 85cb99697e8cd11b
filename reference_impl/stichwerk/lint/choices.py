"""Which sets of choices are tried: the defaults, every single choice, every pair that goes together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

from stichwerk.choosing import declared_in
from stichwerk.loader import Document

__all__ = ["Chooser", "shown"]

Chosen = dict[str, str]


def shown(chosen: Mapping[str, str]) -> str:
    """Choices the way a person sets them: players=4, sevens=without."""
    return ", ".join(f"{option}={choice}" for option, choice in chosen.items())


class Chooser:
    """The options of one playable ruleset, whose documents have been checked by themselves before."""

    def __init__(self, chain: list[Document]) -> None:
        self.chain = chain
        self.options: dict[str, Any] = {name: option for name, (option, _) in declared_in(chain).items()}
        self.fixed: Chosen = {}
        for document in chain:
            self.fixed |= document.value.get("choose", {})
        self.defaults: Chosen = {name: option["default"] for name, option in self.options.items()} | self.fixed

    def sets(self) -> Iterator[Chosen]:
        """The sets of choices to try, small ones first, each once; only what differs from the defaults."""
        seen = set()
        for wanted in self._wanted():
            chosen = self.completed(wanted)
            if chosen is not None and (key := frozenset(chosen.items())) not in seen:
                seen.add(key)
                yield chosen

    def _wanted(self) -> Iterator[Chosen]:
        yield {}
        singles = [
            (name, choice["id"])
            for name, option in self.options.items()
            for choice in option["choices"]
            if name not in self.fixed and choice["id"] != self.defaults[name]
        ]
        for single in singles:
            yield dict([single])
        yield from self._conditions()
        for one, other in combinations(singles, 2):
            if one[0] != other[0]:
                yield dict([one, other])

    def _conditions(self) -> Iterator[Chosen]:
        """What the conditions of patches ask for, so that each patch is tried even if it asks for much."""
        for document in self.chain:
            holders: list[tuple[Chosen, Any]] = [({}, document.value)]
            for option in document.value.get("options", ()):
                holders += [({option["id"]: choice["id"]}, choice) for choice in option["choices"]]
            for base, holder in holders:
                for entry in (e for kind in ("change", "drop", "add") for e in holder.get(kind, ()) if "if" in e):
                    asked = {
                        name: self.defaults[name] if self.defaults[name] in allowed else allowed[0]
                        for name, allowed in entry["if"].items()
                    }
                    if all(base.get(name, choice) == choice for name, choice in asked.items()):
                        yield base | asked

    def completed(self, wanted: Mapping[str, str]) -> Chosen | None:
        """The choices with everything that they require; None when they exclude each other or the ruleset."""
        chosen = dict(wanted)
        # Every round settles one more option, so there are not more rounds than options.
        for _ in range(len(self.options) + 1):
            if any(self.fixed.get(name, choice) != choice for name, choice in chosen.items()):
                return None
            clash = self._clash(chosen)
            if clash is None:
                return {name: choice for name, choice in chosen.items() if choice != self.defaults[name]}
            name, other, allowed = clash
            if name in chosen or name in self.fixed:
                if other in chosen or other in self.fixed:
                    return None
                chosen[other] = allowed[0]
                continue
            free = [choice["id"] for choice in self.options[name]["choices"] if self._fits(choice, chosen)]
            if not free:
                return None
            chosen[name] = free[0]
        return None

    def _clash(self, chosen: Mapping[str, str]) -> tuple[str, str, list[str]] | None:
        """An option whose choice requires another of an other option, and what it requires there."""
        full = {**self.defaults, **chosen}
        for name in (*chosen, *(name for name in full if name not in chosen)):
            for other, allowed in self._choice(name, full[name]).get("requires", {}).items():
                if full[other] not in allowed:
                    return name, other, allowed
        return None

    def _choice(self, name: str, choice: str) -> Mapping[str, Any]:
        found: Mapping[str, Any] = next(entry for entry in self.options[name]["choices"] if entry["id"] == choice)
        return found

    def _fits(self, choice: Mapping[str, Any], chosen: Mapping[str, str]) -> bool:
        full = {**self.defaults, **chosen}
        return all(full[other] in allowed for other, allowed in choice.get("requires", {}).items())
