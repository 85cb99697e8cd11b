"""Which questions become cases: those that decide something that no smaller question of their ruleset decides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations

from stichwerk.errors import SpecError
from stichwerk.library import shipped
from stichwerk.loading import load
from stichwerk.resolve import options_of
from stichwerk.rules import Rules

from .ask import Answer, asked, candidates, differ, full_answer
from .candidate import Candidate
from .completing import completed
from .exercised import clauses_between, deciders
from .laws import broken
from .mutants import Mutant, asks_about, mutants
from .pairs import pairs
from .possible import impossible

_PER_ASK = 90
_LIMITS = {"whole_deal": 24, "play_on": 24, "legal_cards": 260}
_PER_TOPIC_ASK = 4
_PER_CHOICE = 2
_WITNESSES = 40
_CLAUSES = 6
_CHANGES = 4
_HEAVY = ("whole_deal", "play_on")

Choice = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Generated:
    """A case that was found: question, answer, and the clauses that decide it, the nearest first.

    pair: the same question about another deal, where there is one that looks the same to the seat.
    """

    ruleset: str
    options: Mapping[str, str]
    hash: str
    candidate: Candidate
    answer: Answer
    clauses: tuple[str, ...]
    pair: Candidate | None = None


class LawBrokenError(Exception):
    """The reference gave an answer that cannot be right."""


def playable() -> list[str]:
    """The ids of all rulesets that can be played."""
    return [name for name in shipped().paths() if not shipped().header(name).get("abstract")]


def generate(ruleset: str) -> list[Generated]:
    """All cases of a ruleset: as it is usually played, for each choice, for each two, for clauses that still need one.

    Last come the pairs of deals that look the same to a seat.
    """
    generator = _Generator(ruleset)
    return [*completed(ruleset, generator.all(), generator.case), *generator.pairs()]


@dataclass(slots=True)
class _Generator:
    ruleset: str
    base: Rules = field(init=False)
    changed: list[Mutant] = field(init=False)
    parent: str | None = field(init=False)
    pool: list[Candidate] = field(init=False)
    plain: dict[str, Answer | None] = field(init=False)
    witnesses: dict[Choice, list[Candidate]] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.base = load(self.ruleset)
        self.changed = list(mutants(self.base))
        parent = shipped().header(self.ruleset).get("extends")
        self.parent = parent if parent in playable() else None
        self.pool = sorted(candidates(self.base), key=lambda one: (one.ask in _HEAVY, one.size))
        self.plain = {one.key: asked(self.base, one) for one in self.pool}

    def all(self) -> Iterator[Generated]:
        yield from self._usual()
        singles = self._choices()
        for choice in singles:
            yield from self._choice(choice)
        for one, two in combinations(singles, 2):
            if one[0] != two[0]:
                yield from self._pair(one, two)

    def pairs(self) -> Iterator[Generated]:
        """Deals that look the same to a seat, each the pair of the other."""
        for pair in pairs(self.base):
            clauses = pair.clauses(self.changed)[:_CLAUSES]
            for one, other in ((pair.one, pair.other), (pair.other, pair.one)):
                yield replace(self.case(self.base, {}, one, pair.answer, clauses), pair=other)

    # ------------------------------------------------------ as it is usually played

    def _usual(self) -> Iterator[Generated]:
        pool = [one for one in _thinned(self.pool) if self.plain[one.key] is not None]
        chosen = self._for_every_leaf(pool)
        chosen |= self._for_every_topic(pool, chosen)
        order = {clause["id"]: n for n, clause in enumerate(self.base.resolved["clauses"])}
        found = {key: deciders(one, self.plain[key], self.changed) for key, one in chosen.items()}
        often: dict[str, int] = {}
        for clauses in found.values():
            for clause in clauses:
                often[clause] = often.get(clause, 0) + 1
        listed: set[str] = set()
        named: dict[str, list[str]] = {}
        for key in chosen:
            clauses = sorted(found[key], key=lambda clause: (clause in listed, often[clause], order[clause]))
            named[key] = clauses[:_CLAUSES]
            listed |= set(named[key])
        for clause in sorted(often.keys() - listed, key=order.__getitem__):  # nowhere among the nearest
            key = min((key for key in chosen if clause in found[key]), key=lambda key: len(found[key]))
            named[key].append(clause)
        for key, one in chosen.items():
            right = self.plain[key]
            if named[key] and right is not None:
                yield self.case(self.base, {}, one, right, named[key])

    def _for_every_leaf(self, pool: list[Candidate]) -> dict[str, Candidate]:
        """The first questions that notice each change of the rules."""
        chosen: dict[str, Candidate] = {}
        shown: dict[str, int] = {}
        for mutant in self.changed:
            asks = asks_about(mutant.leaf)
            shown[mutant.leaf] = shown.get(mutant.leaf, 0) + 1
            if shown[mutant.leaf] > _CHANGES:
                continue
            for one in (*chosen.values(), *pool):
                if one.ask not in asks:
                    continue
                other = asked(mutant.rules, one)
                if other is not None and differ(one.ask, self.plain[one.key], other):
                    chosen[one.key] = one
                    shown[mutant.leaf] += 1
                    break
        return chosen

    def _for_every_topic(self, pool: list[Candidate], chosen: Mapping[str, Candidate]) -> dict[str, Candidate]:
        """A few boundaries of each kind of question that no mutant asked for."""
        known = {(one.ask, one.topic) for one in chosen.values()}
        counts: dict[str, int] = {}
        more: dict[str, Candidate] = {}
        for one in pool:
            if (one.ask, one.topic) in known or counts.get(one.ask, 0) >= _PER_TOPIC_ASK or one.ask in _HEAVY:
                continue
            if self.parent is not None and not self._news(one, {}, self.plain[one.key]):
                continue
            known.add((one.ask, one.topic))
            counts[one.ask] = counts.get(one.ask, 0) + 1
            more[one.key] = one
        return more

    # ------------------------------------------------------------------- options

    def _choices(self) -> list[Choice]:
        fixed = set(self.base.resolved["fixed"])
        return [
            (option, choice["id"])
            for option, entry in options_of(self.ruleset).items()
            if option not in fixed
            for choice in entry["choices"]
            if choice["id"] != self.base.options[option]
        ]

    def _choice(self, choice: Choice) -> Iterator[Generated]:
        rules = _loaded(self.ruleset, (choice,))
        if rules is None:
            return
        found = self._different(rules, self.pool, self.base)
        if len(found) < _PER_CHOICE or rules.table.names != self.base.table.names:
            found = self._different(rules, candidates(rules), self.base) or found
        self.witnesses[choice] = found[:_WITNESSES]
        kept: list[str] = []
        for one in found:
            right = _answered(rules, one)
            if right is None or one.ask in kept or not self._news(one, dict([choice]), right):
                continue
            kept.append(one.ask)
            yield self.case(rules, dict([choice]), one, right, clauses_between(rules, self.base, one, right)[:_CLAUSES])
            if len(kept) == _PER_CHOICE:
                break

    def _pair(self, one: Choice, two: Choice) -> Iterator[Generated]:
        rules = _loaded(self.ruleset, (one, two))
        if rules is None:
            return
        alone = [_loaded(self.ruleset, (choice,)) for choice in (one, two)]
        pool = [*self.witnesses.get(one, ()), *self.witnesses.get(two, ())]
        if None in alone:  # one of the choices needs the other
            pool = [*pool, *(c for c in candidates(rules) if c.ask not in _HEAVY)]
        simpler = [other for other in (self.base, *alone) if other is not None]
        for candidate in pool:
            right = _answered(rules, candidate)
            if right is None or not all(differ(candidate.ask, right, asked(other, candidate)) for other in simpler):
                continue
            if self._news(candidate, dict([one, two]), right):
                without = alone[0] or self.base
                clauses = clauses_between(rules, without, candidate, right)
                more = clauses_between(rules, alone[1] or self.base, candidate, right)
                yield self.case(
                    rules, dict([one, two]), candidate, right, list(dict.fromkeys([*clauses, *more]))[:_CLAUSES]
                )
                return

    def _different(self, rules: Rules, pool: list[Candidate], base: Rules) -> list[Candidate]:
        """The questions to which a choice gives another answer, those that both can answer first."""
        both: list[Candidate] = []
        alone: list[Candidate] = []
        for one in sorted(_thinned(pool), key=lambda one: (one.ask in _HEAVY, one.size)):
            right = _answered(rules, one)
            before = self.plain[one.key] if one.key in self.plain else asked(base, one)
            if right is not None and differ(one.ask, right, before):
                (alone if before is None else both).append(one)
        return [*both, *alone]

    def _news(self, one: Candidate, options: Mapping[str, str], right: Answer | None) -> bool:
        """Does the ruleset answer otherwise than the more general one that it extends?"""
        if self.parent is None:
            return True
        rules = _loaded(self.parent, tuple(options.items()))
        return rules is None or differ(one.ask, right, asked(rules, one))

    def case(
        self, rules: Rules, options: Mapping[str, str], one: Candidate, right: Answer, clauses: list[str]
    ) -> Generated:
        """A case of these rules. LawBrokenError when the reference's answer cannot be right."""
        if law := broken(rules.resolved, one.ask, one.given, full_answer(rules, one)):
            raise LawBrokenError(f"{self.ruleset} {dict(options)}: {law}: {one.ask} {one.given}")
        return Generated(self.ruleset, options, rules.hash, one, right, tuple(clauses))


def _answered(rules: Rules, one: Candidate) -> Answer | None:
    """The answer to a question that was thought of for other rules; None where no deal of these comes to it."""
    return None if impossible(rules, one.ask, one.given) else asked(rules, one)


def _loaded(ruleset: str, choices: tuple[Choice, ...]) -> Rules | None:
    try:
        return load(ruleset, dict(choices))
    except SpecError:
        return None


def _thinned(pool: list[Candidate]) -> list[Candidate]:
    """At most so many of each kind of question, taken evenly."""
    by_ask: dict[str, list[Candidate]] = {}
    for one in pool:
        by_ask.setdefault(one.ask, []).append(one)
    kept: set[str] = set()
    for found in by_ask.values():
        step = max(len(found) / (_LIMITS.get(found[0].ask, _PER_ASK)), 1)
        kept |= {found[int(n * step)].key for n in range(int(len(found) / step))}
    return [one for one in pool if one.key in kept]
