"""Candidates for what a program plays, the questions that tell them apart, and their answers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from stichwerk.loading import load
from stichwerk_conformance.cases import PROFILE_OF
from stichwerk_conformance.compare import first_difference
from stichwerk_conformance.json_text import Json, compact
from stichwerk_conformance.laws_questions import questions_of_the_suite
from stichwerk_conformance.live import Ask
from stichwerk_conformance.live_cases import BADLY_PUT, expected
from stichwerk_conformance.live_given import GIVEN

REFUSED = "the question makes no sense"
"""Instead of an answer: under these rules the question cannot be answered."""

Question = tuple[str, str]
"""The kind of a question, and what is given as JSON."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A ruleset with the options that differ from its defaults."""

    ruleset: str
    options: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return " ".join([self.ruleset, *(f"{name}={choice}" for name, choice in self.options)])

    def asked(self, ask: str, given: Mapping[str, Json]) -> Ask:
        """A question under these rules."""
        return Ask(ask, self.ruleset, dict(self.options), given)


@dataclass(slots=True)
class Pool:
    """Questions of one family, and what each candidate would answer. Only what a program claims to answer is kept."""

    asks: frozenset[str]
    given: dict[Question, Mapping[str, Json]] = field(default_factory=dict)
    _answers: dict[tuple[Candidate, Question], Json] = field(default_factory=dict)

    def add_cases(self, rulesets: Iterable[str]) -> None:
        """What is given in the suite's cases about these rulesets."""
        names = set(rulesets)
        for case in questions_of_the_suite():
            if case["ruleset"] in names:
                self.add(case["ask"], case["given"])

    def add_drawn(self, candidates: Sequence[Candidate], number: int, rng: Random) -> None:
        """Questions drawn at random, so many of each kind for each candidate."""
        for candidate in candidates:
            rules = load(candidate.ruleset, dict(candidate.options))
            for ask in sorted(self.asks & GIVEN.keys()):
                for _ in range(number):
                    if (given := GIVEN[ask](rules, rng)) is not None:
                        self.add(ask, given)

    def add(self, ask: str, given: Mapping[str, Json]) -> None:
        """A question, if it is one that may be asked."""
        if ask in self.asks:
            self.given[ask, compact(dict(given))] = given

    def leave_out(self, asks: Iterable[str]) -> None:
        """Questions of these kinds are not asked any more."""
        unwanted = set(asks)
        self.asks -= unwanted
        if any(question[0] in unwanted for question in self.given):
            self.given = {question: given for question, given in self.given.items() if question[0] not in unwanted}

    def answer(self, candidate: Candidate, question: Question) -> Json:
        """What a program answers that plays by the rules of the candidate."""
        key = (candidate, question)
        if key not in self._answers:
            try:
                self._answers[key] = expected(candidate.asked(question[0], self.given[question]))
            except BADLY_PUT:
                self._answers[key] = REFUSED
        return self._answers[key]

    def splits(self, question: Question, candidates: Sequence[Candidate]) -> int:
        """How many of the candidates a question would leave at most, whatever the answer."""
        groups: dict[str, int] = {}
        for candidate in candidates:
            key = compact(self.answer(candidate, question))
            groups[key] = groups.get(key, 0) + 1
        return max(groups.values())

    def differing(self, one: Candidate, other: Candidate) -> Iterator[Question]:
        """The questions that two candidates answer differently."""
        for question in self.given:
            if not agree(question[0], self.answer(one, question), self.answer(other, question)):
                yield question


def agree(ask: str, right: Json, given: Json) -> bool:
    """Is an answer as it should be? A refusal agrees with a refusal only."""
    if REFUSED in (right, given):
        return right == given
    return first_difference(ask, right, given) is None


def asks_of(profiles: Iterable[str]) -> frozenset[str]:
    """The kinds of question of some profiles that can tell rulesets apart."""
    wanted = set(profiles)
    return frozenset(ask for ask, profile in PROFILE_OF.items() if profile in wanted and ask in GIVEN)
