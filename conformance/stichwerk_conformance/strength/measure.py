"""Measuring: every change of every leaf is put on trial, several leaves at a time."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field

from stichwerk.loading import load
from stichwerk_conformance.strength.listing import Listing
from stichwerk_conformance.strength.operators import mutations
from stichwerk_conformance.strength.settings import Leaf, at, family_of, resolved
from stichwerk_conformance.strength.trial import Options, Question, Trial, changed, questions_about, refusal

__all__ = ["Measured", "Outcome", "measure", "try_leaf"]

KILLED, REFUSED, SURVIVED = "killed", "refused", "survived"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one change.

    fate: "killed" (case: who noticed, why: the first difference), "refused" (why: what is wrong with such rules) or
    "survived"; entry: the number of its entry in the list of equivalent changes.
    """

    leaf: Leaf
    what: str
    fate: str
    case: str = ""
    why: str = ""
    entry: int | None = None


@dataclass(frozen=True, slots=True)
class Measured:
    """All outcomes of a run.

    whole: nothing was left out, so every entry of the list must have been needed; wrong: cases that the unchanged rules
    fail; they took no part.
    """

    outcomes: Sequence[Outcome]
    listing: Listing
    seconds: float
    whole: bool = False
    wrong: Sequence[str] = ()
    problems: Sequence[str] = field(default=())

    def __post_init__(self) -> None:
        object.__setattr__(self, "problems", tuple(self._problems()))

    @property
    def unlisted(self) -> list[Outcome]:
        """The changes that no case notices and that are not on the list."""
        return [one for one in self.outcomes if one.fate == SURVIVED and one.entry is None]

    @property
    def wrongly_listed(self) -> list[Outcome]:
        """The changes on the list that a case does notice."""
        return [one for one in self.outcomes if one.fate == KILLED and one.entry is not None]

    def _problems(self) -> Iterator[str]:
        for case in self.wrong:
            yield f"the rules themselves fail {case}"
        for one in self.unlisted:
            yield f"survives: {_named(one)}"
        for one in self.wrongly_listed:
            assert one.entry is not None
            entry = self.listing.entries[one.entry]
            yield f"listed as equivalent, but {one.case} notices it: {_named(one)} ({entry.place}); {one.why}"
        if self.whole:
            used = {one.entry for one in self.outcomes if one.fate != REFUSED}
            for n, entry in enumerate(self.listing.entries):
                if n not in used:
                    yield f"the entry at {entry.place} speaks of no change"


def _named(one: Outcome) -> str:
    options = f" [{one.leaf.setting}]" if one.leaf.setting else ""
    return f"{one.leaf.ruleset}{options} {one.leaf.path}: {one.what}"


def measure(
    found: Iterable[Leaf],
    listing: Listing,
    *,
    jobs: int = 1,
    whole: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Measured:
    """Put every change of these leaves on trial, in `jobs` processes; outcomes in the order of the leaves."""
    started = time.monotonic()
    leaves = list(found)
    questions, wrong = _sorted(leaf.ruleset for leaf in leaves)
    outcomes: list[Outcome] = []
    for n, batch in enumerate(_batches(leaves, questions, jobs), start=1):
        outcomes += [_listed(one, listing) for one in batch]
        if progress is not None:
            progress(n, len(leaves))
    return Measured(outcomes, listing, time.monotonic() - started, whole, wrong)


def _sorted(rulesets: Iterable[str]) -> tuple[tuple[Question, ...], list[str]]:
    """The questions about these rulesets, without those that the unchanged rules fail: they would notice everything."""
    about = questions_about(tuple(dict.fromkeys(name for each in dict.fromkeys(rulesets) for name in family_of(each))))
    unchanged: dict[tuple[str, Options], Trial] = {}
    sound, wrong = [], []
    for one in about:
        key = (one.ruleset, one.options)
        if key not in unchanged:
            unchanged[key] = Trial("", None, None, {key: load(one.ruleset, dict(one.options))})
        if why := unchanged[key].notices(one):
            wrong.append(f"{one.id}: {why}")
        else:
            sound.append(one)
    return tuple(sound), wrong


def _batches(leaves: list[Leaf], questions: tuple[Question, ...], jobs: int) -> Iterator[list[Outcome]]:
    if jobs == 1:
        yield from (try_leaf(leaf, questions) for leaf in leaves)
        return
    # Started afresh and not forked: the process may have threads, and a fork beside threads can hang.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context, initializer=_adopt, initargs=(questions,)) as pool:
        yield from pool.map(_try, leaves, chunksize=4)


_QUESTIONS: list[tuple[Question, ...]] = []


def _adopt(questions: tuple[Question, ...]) -> None:
    _QUESTIONS.append(questions)


def _try(leaf: Leaf) -> list[Outcome]:
    return try_leaf(leaf, _QUESTIONS[-1])


def _listed(one: Outcome, listing: Listing) -> Outcome:
    entry = listing.entry(one.leaf.ruleset, one.leaf.path, one.what, one.leaf.setting)
    return one if entry is None else Outcome(one.leaf, one.what, one.fate, one.case, one.why, entry)


_SOUND: set[str] = set()


def try_leaf(leaf: Leaf, questions: Sequence[Question]) -> list[Outcome]:
    """The outcomes of all changes of a leaf, held against those of the questions that speak about its ruleset."""
    resolution = resolved(leaf.ruleset, leaf.options)
    rules, pack = resolution.document["rules"], resolution.document["pack"]
    before = at(rules, leaf.path)
    order = _likely_first(leaf, questions)
    outcomes = []
    for mutation in mutations(leaf.path, before, rules, pack):
        if why := refusal(resolution, changed(rules, leaf.path, mutation.value), _SOUND):
            outcomes.append(Outcome(leaf, mutation.what, REFUSED, why=why))
            continue
        trial = Trial(leaf.path, before, mutation.value)
        for n, question in enumerate(order):
            if why := trial.notices(question):
                outcomes.append(Outcome(leaf, mutation.what, KILLED, question.id, why))
                order.insert(0, order.pop(n))  # who noticed one change of a leaf is likely to notice the next
                break
        else:
            outcomes.append(Outcome(leaf, mutation.what, SURVIVED))
    return outcomes


def _likely_first(leaf: Leaf, questions: Sequence[Question]) -> list[Question]:
    """The questions by how likely they are to notice: those that name the clause, then those of their profiles."""
    family = family_of(leaf.ruleset)
    about = [one for one in questions if one.ruleset in family]
    profiles = {one.profile for one in about if leaf.clause in one.clauses}

    def distance(one: Question) -> tuple[bool, bool, bool]:
        here = one.ruleset == leaf.ruleset and one.options == leaf.options
        return leaf.clause not in one.clauses, not here, one.profile not in profiles

    return sorted(about, key=distance)
