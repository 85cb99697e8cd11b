"""Does a case show a clause at work, or does it only name it?

A clause decides a case when the engine refuses a move by it, or when an engine to which the clause says something else
answers otherwise: one of its leaves changed, the clause left out, put as another ruleset or choice puts it, or played
otherwise where the language has no other word (see `otherwise`). An engine that fails over the change shows nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from stichwerk.library import shipped
from stichwerk.lineage import chain_of
from stichwerk.lint.choices import Chooser
from stichwerk.questions import answer
from stichwerk.rules import Rules
from stichwerk_conformance.cases import PROFILE_OF
from stichwerk_conformance.compare import first_difference
from stichwerk_conformance.otherwise import otherwise
from stichwerk_conformance.strength.operators import mutations
from stichwerk_conformance.strength.settings import at, playable, resolved
from stichwerk_conformance.strength.trial import changed

__all__ = ["Options", "Witness", "asked", "sets_of"]

Answer = Mapping[str, Any]
Options = tuple[tuple[str, str], ...]
Clauses = Mapping[str, Mapping[str, Any]]
"""The rule of each clause that has one."""


@cache
def sets_of(ruleset: str) -> tuple[Options, ...]:
    """The sets of choices under which a ruleset is looked at: the defaults, every choice, every pair of choices."""
    return tuple(tuple(sorted(chosen.items())) for chosen in Chooser(chain_of(ruleset, shipped())).sets())


class Witness:
    """Rules, and what becomes of the answers to questions about them when a clause says something else."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._changes: dict[str, _Changes] = {}

    def shows(self, ask: str, given: Answer, allowed: Sequence[Answer], clause: str) -> str:
        """How the clause shows itself in the answer to a question, in words; empty when it does not.

        allowed: the answers that are right; empty too when the rules themselves give none of them.
        """
        usual = asked(self.rules, ask, given)
        if usual is None or not _right(ask, allowed, usual):
            return ""
        if usual.get("clause") == clause:
            return "a move is refused by it"
        changes = self._changes.setdefault(clause, _Changes(self.rules, clause))
        for what, rules in changes:
            other = asked(rules, ask, given)
            if other is not None and not _right(ask, allowed, other):
                changes.first(what)
                return what
        return ""


def asked(rules: Rules, ask: str, given: Answer) -> Answer | None:
    """The answer of the engine; None when the question cannot be put to these rules."""
    try:
        return answer(rules, PROFILE_OF[ask], ask, given)
    except Exception:  # noqa: BLE001  # rules that were changed may fail in any way
        return None


def _right(ask: str, allowed: Sequence[Answer], given: Answer) -> bool:
    return any(first_difference(ask, one, given) is None for one in allowed)


class _Changes:
    """The changes of one clause, each built when first looked at; what showed one case is tried first next time."""

    def __init__(self, rules: Rules, clause: str) -> None:
        self._resolved = rules.resolved
        leaves = [leaf for leaf, owner in rules.resolved["provenance"].items() if owner == clause]
        self._built = {
            f"{leaf} played otherwise ({n})": other
            for leaf in leaves
            for n, other in enumerate(otherwise(rules, leaf), start=1)
        }
        self._more = _documents(rules, clause, leaves)

    def __iter__(self) -> Iterator[tuple[str, Rules]]:
        yield from list(self._built.items())
        for what, formal in self._more:
            try:
                self._built[what] = Rules({**self._resolved, "rules": formal})
            except Exception:  # noqa: BLE001, S112  # nobody can play by such rules
                continue
            yield what, self._built[what]

    def first(self, what: str) -> None:
        """Try this change first from now on."""
        self._built = {what: self._built.pop(what), **self._built}


def _documents(rules: Rules, clause: str, leaves: Sequence[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The rules with a leaf changed, then with the whole clause left out or put otherwise."""
    formal = rules.formal
    for leaf in leaves:
        for mutation in mutations(leaf, at(formal, leaf), formal, rules.resolved["pack"]):
            yield f"{leaf}: {mutation.what}", changed(formal, leaf, mutation.value)
    own: Clauses = {one["id"]: one["rule"] for one in rules.resolved["clauses"] if "rule" in one}
    for where, rule in (("left out", {}), *_elsewhere(clause)):
        if clause in own and rule != own[clause]:
            yield where, _merged({**own, clause: rule})


@cache
def _elsewhere(clause: str) -> tuple[tuple[str, Mapping[str, Any]], ...]:
    """What the clause says in other rulesets and with other choices: where, and its rule; each rule once."""
    found: dict[str, tuple[str, Mapping[str, Any]]] = {}
    for ruleset in playable():
        for options in sets_of(ruleset):
            known = resolved(ruleset, options).clauses.get(clause)
            if known is not None and "rule" in known.body:
                where = ", ".join((ruleset, *(f"{option}={choice}" for option, choice in options)))
                rule = known.body["rule"]
                found.setdefault(json.dumps(rule, sort_keys=True), (f"as in {where}", rule))
    return tuple(found.values())


def _merged(clauses: Clauses) -> dict[str, Any]:
    """The rules that these clauses make together."""
    rules: dict[str, Any] = {}
    for rule in clauses.values():
        _merge(rules, rule)
    return rules


def _merge(target: dict[str, Any], part: Mapping[str, Any]) -> None:
    for key, value in part.items():
        if isinstance(value, Mapping):
            _merge(target.setdefault(key, {}), value)
        else:
            target[key] = value
