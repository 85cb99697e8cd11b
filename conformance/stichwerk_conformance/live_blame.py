"""Which clause a wrong answer breaks: the one that, if it read otherwise, would make the answer right.

Parts of the rules are changed one at a time, and the reference answers by the changed rules. A change that gives
exactly the program's answer names the clause; one that changes the same part of the answer is the next best.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from stichwerk.errors import IllegalMove
from stichwerk.loading import load
from stichwerk.moves import Move
from stichwerk.questions import answer
from stichwerk.rules import Rules
from stichwerk_conformance.cases import PROFILE_OF
from stichwerk_conformance.compare import Difference, first_difference
from stichwerk_conformance.json_text import Json, compact
from stichwerk_conformance.live import Ask
from stichwerk_conformance.live_cases import BADLY_PUT, expected, reference, trimmed
from stichwerk_conformance.live_changes import Path, changes

__all__ = ["blamed", "clauses_named"]

_TRICKS = ("stages", "duties", "announcements", "actions", "trump", "deck", "tricks", "irregularities")
_SCORE = ("awards", "scoring", "rounding", "contracts", "melding", "discard", "values", "tricks", "deck")

_STEPS: Mapping[str, tuple[str, ...]] = {
    "cut": ("deal",),
    "deal": ("deal", "table"),
    "auction": ("auction", "table"),
    "widow": ("widow", "deal"),
    "call": ("call",),
    "contract": ("contracts",),
    "trump": ("trump", "contracts"),
    "meld_declarer": ("melds", "melding"),
    "discard": ("discard", "irregularities"),
    "meld_others": ("melds", "melding"),
    "tricks": _TRICKS,
    "score": _SCORE,
}
"""For each step of a deal the parts of the rules that are most likely to decide what may be done in it."""

_DECIDES: Mapping[str, tuple[str, ...]] = {
    "deck": ("deck",),
    "deal": ("deal", "table", "flow"),
    "cut": ("deal", "flow"),
    "legal_cards": ("stages", "duties", "deck", "tricks"),
    "trick_winner": ("tricks", "deck"),
    "replay": ("stages", "duties", "tricks", "deck", "scoring"),
    "melds": ("melds",),
    "score_deal": _SCORE,
    "score_match": ("match", "series", "deal"),
    "auction": ("auction",),
    "discard": ("discard", "irregularities"),
    "first_lead": ("tricks", "contracts"),
    "action": ("contracts",),
    "call_card": ("call",),
    "legal_moves": _TRICKS,
    "play_on": _TRICKS,
}
"""The same for each question; in a whole deal it is the step that counts."""

_OF_DEALS = ("auction", "stages", "duties", "announcements", "actions", "discard", "contracts", "awards", "scoring")

_EXACT = 1
_BY_CHANCE = 5
_NOTHING = 11


@dataclass(frozen=True, slots=True)
class _Wrong:
    """A wrong answer: what is right, and the first place that is not.

    `names` occur where the two differ; `decided` are the parts of the rules that most likely decide the place.
    """

    question: Ask
    right: Mapping[str, Json]
    given: Json
    place: Difference
    names: frozenset[str]
    decided: tuple[str, ...]

    def rank(self, path: Path, found: Mapping[str, Json]) -> tuple[int, int]:
        """How well a change of the rules explains the answer, (0, 0) best, from the answer under the changed rules.

        It is the answer given, or agrees with it in the first place that is wrong, or is at least wrong there too;
        by a part that decides such a place or by another, which may come to the same by chance. A part that is
        called as something in the answer is the likelier one; then the one that agrees in more.
        """
        ask = self.question.ask
        there = first_difference(ask, self.right, found)
        if there is None:
            return _NOTHING, 0
        unnamed = not self.names & set(path[1:])
        likely = path[0] in self.decided
        if first_difference(ask, trimmed(ask, found), self.given) is None:
            return (_EXACT * unnamed if likely else _BY_CHANCE), 0
        if there.path != self.place.path:
            return _NOTHING, 0
        same = compact(there.given) == compact(self.place.given)
        ranks = (2, 3, 4, 6) if likely else (7, 8, 9, 10)
        return ranks[(0 if same else 2) + unnamed], -_alike(found, self.given)


def blamed(question: Ask, given: Json, seconds: float = 15.0) -> str:
    """The clause that a wrong answer breaks most likely; the search ends after so many seconds.

    `given` is what the program answered, None where it gave no answer.
    """
    rules, right = load(question.ruleset, question.options), expected(question)
    place = first_difference(question.ask, right, given)
    if place is None or given is None:
        return _said(question) or _likely(rules, question.ask)
    decided = _decided(rules, question, right, given, place)
    wrong = _Wrong(question, right, given, place, frozenset(_names(right, given)), decided)
    best, clause_of_best = (_NOTHING, 0), ""
    until = time.monotonic() + seconds
    for path, clause, changed in changes(rules, (*decided, *_OF_DEALS), sorted(set(_steps(right, given)))):
        if (best[0] <= _EXACT and path[0] not in decided) or time.monotonic() > until:
            break
        try:
            found = answer(changed, PROFILE_OF[question.ask], question.ask, question.given)
        except Exception:  # noqa: BLE001, S112  # rules that cannot be played are no explanation
            continue
        if (rank := wrong.rank(path, found)) < best:
            best, clause_of_best = rank, clause
        if not best[0]:
            break
    return clause_of_best or _said(question) or _likely(rules, question.ask)


def clauses_named(clauses: Sequence[str]) -> list[str]:
    """Each clause once, the most frequent first."""
    return sorted(dict.fromkeys(clauses), key=lambda clause: -clauses.count(clause))


def _decided(rules: Rules, question: Ask, right: Mapping[str, Json], given: Json, place: Difference) -> tuple[str, ...]:
    """The parts of the rules that are most likely to decide the place that is wrong."""
    if place.path.startswith("result"):
        return _SCORE
    if question.ask in _DECIDES:
        return _DECIDES[question.ask]
    before, now = _steps_at(rules, question.given, _moves_before(right, given, place))
    # Who is to act was decided by the step before, what may be done by this one.
    order = (before, now) if place.path.endswith("seat") else (now,)
    return tuple(dict.fromkeys(part for step in order for part in _STEPS.get(step, ()))) or _OF_DEALS


def _steps_at(rules: Rules, given: Mapping[str, Any], moves: int | None) -> tuple[str, str]:
    """The steps of a deal at the last of so many moves, and after it."""
    steps = ["", ""]
    with suppress(IllegalMove, *BADLY_PUT):
        deal = rules.deal(given["dealer"], given["cards"])
        steps.append(_step(rules, deal))
        for entry in given["moves"][:moves]:
            deal = deal.apply(Move.from_json(entry))
            steps.append(_step(rules, deal))
    return steps[-2], steps[-1]


def _step(rules: Rules, deal: Any) -> str:
    flow = rules.formal["flow"]
    return str(flow[deal.step]) if deal.step < len(flow) else "score"


def _moves_before(right: Json, given: Json, place: Difference) -> int | None:
    """How many moves were made before the place that is wrong; None for all of them."""
    first, *rest = place.path.split(".")
    if first == "positions" and rest:
        return int(rest[0])
    answers = [one for one in (right, given) if isinstance(one, Mapping)]
    return min((number for one in answers if isinstance(number := one.get("refused"), int)), default=None)


def _alike(one: Json, other: Json) -> int:
    """In how many single values two answers agree."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return sum(_alike(one[key], other[key]) for key in one.keys() & other.keys())
    if isinstance(one, list) and isinstance(other, list):
        return sum(map(_alike, one, other))
    return int(one == other)


def _names(right: Json, given: Json) -> Iterator[str]:
    """The keys under which two answers differ, and the words by which the smallest thing that differs is called."""
    if isinstance(right, Mapping) and isinstance(given, Mapping):
        differing = [key for key in {*right, *given} if right.get(key) != given.get(key)]
        for key in differing:
            yield str(key)
            yield from _names(right.get(key), given.get(key))
        if differing and not any(isinstance(right.get(key), Mapping | list) for key in differing):
            yield from (value for value in right.values() if isinstance(value, str))
    elif isinstance(right, list) and isinstance(given, list):
        if len(right) == len(given) and all(isinstance(one, Mapping) for one in right):
            for one, other in zip(right, given, strict=True):
                yield from _names(one, other)
        else:
            for alone, others in ((right, given), (given, right)):
                yield from _words([one for one in alone if one not in others])


def _words(value: Json) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _words(item)
    elif isinstance(value, list):
        for item in value:
            yield from _words(item)


def _steps(right: Json, given: Json) -> Iterator[int]:
    """By how much the numbers of two answers differ: a figure of the rules may be wrong by as much."""
    if isinstance(right, Mapping) and isinstance(given, Mapping):
        for key in right.keys() & given.keys():
            yield from _steps(right[key], given[key])
    elif isinstance(right, int) and isinstance(given, int) and right != given:
        yield given - right


def _said(question: Ask) -> str:
    """The clause by which the reference itself refuses."""
    clause = reference(question).get("clause")
    return clause if isinstance(clause, str) else ""


def _likely(rules: Rules, ask: str) -> str:
    parts = (*_DECIDES.get(ask, ()), *_OF_DEALS, "flow")
    return next(clause for part in parts if (clause := rules.clause(part)) is not None)
