"""Playable rulesets under every set of choices that is tried: each must resolve to sound rules."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from stichwerk.editions import Played
from stichwerk.errors import SpecError
from stichwerk.library import Library
from stichwerk.lineage import Clause, chain_of
from stichwerk.lint.choices import Chooser, shown
from stichwerk.lint.decisions import Leaves
from stichwerk.lint.documents import Steps, error_at, holders
from stichwerk.lint.formal import check_formal
from stichwerk.lint.formulas import figures_in_expressions
from stichwerk.lint.leaflet import check_leaflet
from stichwerk.lint.texts import check_placeholders, check_texts
from stichwerk.lint.tournament import Tried, check_sizes
from stichwerk.loader import Document
from stichwerk.resolve import Resolution, complete, merge

__all__ = ["Explored", "Explorer", "never_used"]

Key = tuple[str, str]
"""A clause across rulesets: the file that brings it, and its id."""


@dataclass(slots=True)
class Explored:
    """One ruleset after it was tried.

    clauses: all that some set of choices has; tried: how many sets; played: the hash of what is played as usual, and
    one of what is played under all these sets together.
    """

    ruleset: str
    clauses: dict[Key, Clause] = field(default_factory=dict)
    tried: int = 0
    played: Played = field(default_factory=lambda: Played("", ""))


class Explorer:
    """Tries rulesets and remembers which patches ever held, and which choices could ever be made."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.problems: list[SpecError] = []
        self.held: set[tuple[str, tuple[str | int, ...]]] = set()
        self.chosen: set[tuple[str, str]] = set()
        self.effects: set[tuple[str, str]] = set()
        self.leaves = Leaves()
        self._sound: set[str] = set()  # whole rules
        self._parts: set[str] = set()
        self._reported: set[tuple[str, str]] = set()

    def explore(self, ruleset: str) -> Explored:
        """Try a ruleset under its sets of choices."""
        found = Explored(ruleset)
        chooser = Chooser(chain_of(ruleset, self.library))
        seen: dict[frozenset[Key], str] = {}
        tried: list[Tried] = []
        hashes: dict[frozenset[Key], str] = {}
        for chosen in chooser.sets():
            found.tried += 1
            resolution = self.attempt(ruleset, chosen)
            if resolution is None:
                continue
            full = {**chooser.defaults, **chosen}
            tried.append((full, resolution))
            self.chosen |= set(full.items())
            for clause in resolution.clauses.values():
                found.clauses.setdefault((clause.origin.document.name, clause.id), clause)
                self.held |= {(o.document.name, o.path) for o in (clause.origin, *clause.patched)}
            seen[frozenset(full.items())] = _content(resolution)
            hashes[frozenset(full.items())] = resolution.document["hash"]
        found.played = Played.of(hashes.get(frozenset(chooser.defaults.items()), ""), hashes.values())
        self._compare(chooser, seen)
        self._note(check_sizes(chooser.options, tried), {})
        return found

    def _compare(self, chooser: Chooser, seen: Mapping[frozenset[Key], str]) -> None:
        """Note the choices that make a difference: beside the same set with the default in their place."""
        for full, content in seen.items():
            for name, choice in full:
                if choice != chooser.defaults[name] and (name, choice) not in self.effects:
                    plain = (full - {(name, choice)}) | {(name, chooser.defaults[name])}
                    if plain not in seen or seen[plain] != content:
                        self.effects.add((name, choice))

    def attempt(self, ruleset: str, chosen: Mapping[str, str]) -> Resolution | None:
        """A ruleset with these choices; None when it cannot be resolved, the problems say why then."""
        try:
            resolution = merge(ruleset, chosen, library=self.library)
        except SpecError as error:
            self._note([error], chosen)
            return None
        rules = json.dumps([resolution.document["pack"]["id"], resolution.document["rules"]], sort_keys=True)
        if rules not in self._sound:
            problems = check_formal(resolution, self._parts)
            if problems:
                self._note(problems, chosen)
                return None
            self._note(figures_in_expressions(resolution), chosen)
            self._sound.add(rules)
            self.leaves.add(resolution)
        if bad := list(check_placeholders(resolution)):
            self._note(bad, chosen)
            return None
        self._note(check_texts(resolution), {})
        self._note(check_leaflet(resolution), {})
        return complete(resolution)

    def _note(self, problems: list[SpecError] | Iterator[SpecError], chosen: Mapping[str, str]) -> None:
        """Remember problems, each once; under the smallest set of choices that shows it."""
        for problem in problems:
            key = (str(problem.place), problem.message)
            if key in self._reported:
                continue
            self._reported.add(key)
            if chosen:
                problem.message += f" (with {shown(chosen)})"
            self.problems.append(problem)


def _content(resolution: Resolution) -> str:
    """What a reader and a player get: rules and sentences."""
    document: Mapping[str, Any] = resolution.document
    return json.dumps([document["rules"], [(c["id"], c["text"]) for c in document["clauses"]]], sort_keys=True)


def never_used(document: Document, explorer: Explorer, *, playable: bool) -> Iterator[SpecError]:
    """Options, choices and patches of a document that no ruleset ever uses.

    playable: has some playable ruleset the document among its parents or is it.
    """
    for n, option in enumerate(document.value.get("options", ())):
        for m, choice in enumerate(option["choices"]):
            key = (option["id"], choice["id"])
            path: Steps = ("options", n, "choices", m, "id")
            if not playable:
                yield error_at(document, ("options", n, "id"), f"no playable ruleset has the option {option['id']!r}")
                break
            if key not in explorer.chosen:
                yield error_at(
                    document, path, f"{option['id']}={choice['id']} can be chosen in no ruleset",
                    hint="look at what it requires, and at what variants fix",
                )  # fmt: skip
            elif choice["id"] != option["default"] and key not in explorer.effects:
                yield error_at(
                    document,
                    path,
                    f"{option['id']}={choice['id']} changes nothing",
                    hint="give it a patch, or remove the choice",
                )
    if not playable:
        return
    for holder in holders(document):
        if holder.choice and holder.choice not in explorer.chosen:
            continue  # said above
        for below, kind, entry in holder.entries("change", "add"):
            where: Steps = below if kind == "change" else (*below, "clause")
            if (document.name, where) not in explorer.held:
                what = entry["clause"] if kind == "change" else entry["clause"]["id"]
                hint = "no set of choices that was tried fulfils its 'if'" if "if" in entry else ""
                yield error_at(document, below, f"this patch of {what!r} never holds", hint=hint)
