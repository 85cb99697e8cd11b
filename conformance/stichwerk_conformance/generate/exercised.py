"""The clauses that an answer depends on.

A clause is exercised by a question when some change of a leaf that it sets changes the answer. Reading a leaf is not
enough: most of a ruleset is read when its rules are built, whatever is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from stichwerk.rules import Rules

from .ask import Answer, asked, differ
from .candidate import Candidate
from .mutants import Mutant, asks_about, leaf_of, mutants, with_leaf


def clauses_exercised(rules: Rules, ask: str, given: Mapping[str, Any], expect: Answer) -> list[str]:
    """The ids of the clauses that decide the keys of the expected answer, in the order of the ruleset."""
    candidate = Candidate(ask, given, "", tuple(expect))
    deciding = deciders(candidate, asked(rules, candidate), mutants(rules))
    order = [clause["id"] for clause in rules.resolved["clauses"]]
    return sorted(deciding, key=order.index)


def deciders(candidate: Candidate, right: Answer | None, changed: Iterable[Mutant]) -> list[str]:
    """The clauses of those mutants that give another answer; an answer that is an error says nothing."""
    found: dict[str, None] = {}
    for mutant in changed:
        if mutant.clause in found or candidate.ask not in asks_about(mutant.leaf):
            continue
        other = asked(mutant.rules, candidate)
        if other is not None and differ(candidate.ask, right, other):
            found[mutant.clause] = None
    return list(found)


def clauses_between(with_: Rules, without: Rules, candidate: Candidate, right: Answer) -> list[str]:
    """The clauses by which a choice changes an answer: putting one of their leaves back changes it again."""
    provenance: Mapping[str, str] = with_.resolved["provenance"]
    changed = [leaf for leaf in provenance if leaf_of(with_, leaf) != leaf_of(without, leaf)]
    found: dict[str, None] = {}
    for leaf in changed:
        back = with_leaf(with_, leaf, leaf_of(without, leaf))
        if back is not None and differ(candidate.ask, right, asked(back, candidate)):
            found[provenance[leaf]] = None
    return list(found) or list(dict.fromkeys(provenance[leaf] for leaf in changed))
