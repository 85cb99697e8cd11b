"""What is still missing: for each clause with a rule that no case shows at work, a case that does.

A case that was found shows the clause often enough and only does not name it; where none does, the smallest question
that shows it becomes a case of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from stichwerk.library import shipped
from stichwerk.loading import load
from stichwerk.rules import Rules
from stichwerk_conformance.coverage import required, same_clause
from stichwerk_conformance.coverage_shown import Options, Witness, sets_of
from stichwerk_conformance.strength.settings import playable, resolved

from . import SEED
from .ask import Answer, asked, candidates, differ
from .candidate import Candidate
from .mutants import asks_about
from .rigged import rigged

if TYPE_CHECKING:
    from .select import Generated

Make = Callable[[Rules, Mapping[str, str], Candidate, Answer, list[str]], "Generated"]


def completed(ruleset: str, found: Iterable[Generated], make: Make) -> list[Generated]:
    """The cases found for a ruleset, with those that its own clauses still need; make: how a case is made."""
    return _Completing(ruleset, list(found), make).all()


class _Completing:
    def __init__(self, ruleset: str, found: list[Generated], make: Make) -> None:
        self.ruleset, self.found, self.make = ruleset, found, make
        self._witnesses: dict[Options, Witness] = {}
        self._pools: dict[Options, list[Candidate]] = {}

    def all(self) -> list[Generated]:
        for clause, options in self._own():
            sets = self._sets(clause, options)
            if not any(self._shown(one, clause) for one in self.found if clause in one.clauses and _set(one) in sets):
                self._name(clause, sets) or self._add(clause, sets)
        return self.found

    def _own(self) -> Iterator[tuple[str, Options]]:
        """The clauses that are not just as in the ruleset of which this one is a variant."""
        parent = shipped().header(self.ruleset).get("extends")
        above = required(parent) if parent in playable() else {}
        for clause, options in required(self.ruleset).items():
            if clause not in above or self._key(clause, options) != same_clause(
                resolved(parent, above[clause]).clauses[clause]
            ):
                yield clause, options

    def _key(self, clause: str, options: Options) -> tuple[str, str] | None:
        known = resolved(self.ruleset, options).clauses.get(clause)
        return None if known is None else same_clause(known)

    def _sets(self, clause: str, options: Options) -> list[Options]:
        """The sets of choices under which the clause is the same, small ones first."""
        wanted = self._key(clause, options)
        return [one for one in sets_of(self.ruleset) if self._key(clause, one) == wanted]

    def _shown(self, one: Generated, clause: str) -> bool:
        candidate = one.candidate
        return bool(self._witness(_set(one)).shows(candidate.ask, candidate.given, [one.answer], clause))

    def _witness(self, options: Options) -> Witness:
        if options not in self._witnesses:
            self._witnesses[options] = Witness(load(self.ruleset, dict(options)))
        return self._witnesses[options]

    def _name(self, clause: str, sets: list[Options]) -> bool:
        """Let the smallest case that shows the clause name it."""
        for one in sorted(self.found, key=lambda one: one.candidate.size):
            if _set(one) in sets and self._shown(one, clause):
                self.found[self.found.index(one)] = replace(one, clauses=(*one.clauses, clause))
                return True
        return False

    def _add(self, clause: str, sets: list[Options]) -> bool:
        """Take the smallest question that shows the clause, those made for the purpose first."""
        for options, candidate in self._questions(clause, sets):
            rules = self._witness(options).rules
            right = asked(rules, candidate)
            if right is None or not self._needs(candidate, right, options):
                continue
            if self._witness(options).shows(candidate.ask, candidate.given, [right], clause):
                self.found.append(self.make(rules, dict(options), candidate, right, [clause]))
                return True
        return False

    def _questions(self, clause: str, sets: list[Options]) -> Iterator[tuple[Options, Candidate]]:
        for options in sets:
            rules = self._witness(options).rules
            yield from ((options, one) for one in rigged(rules, Random(f"{SEED} rigged")))
        smallest = sets[0]
        provenance: Mapping[str, str] = self._witness(smallest).rules.resolved["provenance"]
        asks = {ask for leaf, owner in provenance.items() if owner == clause for ask in asks_about(leaf)}
        yield from ((smallest, one) for one in self._pool(smallest) if one.ask in asks)

    def _pool(self, options: Options) -> list[Candidate]:
        if options not in self._pools:
            self._pools[options] = sorted(candidates(self._witness(options).rules), key=lambda one: one.size)
        return self._pools[options]

    def _needs(self, candidate: Candidate, right: Answer, options: Options) -> bool:
        """Does the answer hang on every choice?"""
        for option in options:
            fewer = [other for other in options if other != option]
            try:
                rules: Rules = load(self.ruleset, dict(fewer))
            except Exception:  # noqa: BLE001, S112  # the other choices need this one
                continue
            if not differ(candidate.ask, right, asked(rules, candidate)):
                return False
        return True


def _set(one: Generated) -> Options:
    return tuple(sorted(one.options.items()))
