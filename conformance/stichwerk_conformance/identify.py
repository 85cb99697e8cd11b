"""The command `identify`: which ruleset a program plays, with which options, whatever it claims.

The program is always asked under the same name. Its answers are held against those of every candidate: first the
rulesets of the families, then the best of them with one option changed, and so on until no change agrees better. What
is asked is chosen to tell the candidates that are left apart.

Exit codes: 0 it plays a ruleset, 1 it departs from all of them, 2 it could not be run, 3 a wrong use.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

import click

from stichwerk.loading import load
from stichwerk_conformance.clauses import clause_text
from stichwerk_conformance.command_line import ProgramCommand, WrongUseError
from stichwerk_conformance.generate.possible import impossible
from stichwerk_conformance.identify_rules import REFUSED, Candidate, Pool, Question, agree, asks_of
from stichwerk_conformance.json_text import Json, compact, printable
from stichwerk_conformance.live import Ask, Live
from stichwerk_conformance.live_blame import blamed, clauses_named
from stichwerk_conformance.live_command import counted, live_program, program, seeded
from stichwerk_conformance.live_options import families, single_changes
from stichwerk_conformance.protocol import METHOD_NOT_FOUND
from stichwerk_conformance.replies import Answer, Refusal
from stichwerk_conformance.runner import EXIT_FAILURES, EXIT_PASSED

QUESTIONS = 40
"""How many questions are asked at most to tell the candidates of one round apart."""

CHECKED = 60
"""With how many questions of each kind the candidate found is checked in the end."""

BLAMED = 6
"""For how many wrong answers of each kind of question the clause is looked for."""

ROUNDS = 12

CHECKS = 3


@dataclass(frozen=True, slots=True)
class Identified:
    """What a program plays: `candidate`, from which it departs in `departures` (the question, what it answered).

    `alike` are other candidates that would have answered all questions in the same way; `unknown` are the kinds of
    question that the program does not know although it claims them: they say nothing about what it plays.
    """

    candidate: Candidate
    checked: int
    departures: tuple[tuple[Question, Json], ...]
    alike: tuple[Candidate, ...]
    unknown: tuple[str, ...]


@dataclass(slots=True)
class Identification:
    """The search. `name` is the ruleset under which the program is asked."""

    live: Live
    name: str
    pool: Pool
    seed: int
    asked: dict[Question, Json] = field(default_factory=dict)
    unknown: set[str] = field(default_factory=set)

    def ask(self, questions: Sequence[Question]) -> None:
        """Put questions to the program and keep its answers."""
        replies = self.live.ask_all(Ask(q[0], self.name, {}, self.pool.given[q]) for q in questions)
        for question, reply in zip(questions, replies, strict=True):
            match reply:
                case Answer(result=result):
                    self.asked[question] = result
                case Refusal(error=error) if error.code == METHOD_NOT_FOUND:
                    self.unknown.add(question[0])
                case Refusal():
                    self.asked[question] = REFUSED
                case _:
                    self.asked[question] = None
        self.pool.leave_out(self.unknown)

    def wrong(self, candidate: Candidate) -> float:
        """How many of the questions asked so far the candidate would have answered otherwise.

        What makes no sense under its rules counts half if it was answered: many programs do not look what they are
        asked, and then any answer may come.
        """
        return sum(self._weight(self.pool.answer(candidate, q), q[0], given) for q, given in self.asked.items())

    def _weight(self, right: Json, ask: str, given: Json) -> float:
        return 0.0 if agree(ask, right, given) else 0.5 if right == REFUSED else 1.0

    def best_of(self, candidates: Sequence[Candidate]) -> Candidate:
        """The one that agrees best, after the questions that tell the good ones apart."""
        for _ in range(QUESTIONS // 4):
            scores = {candidate: self.wrong(candidate) for candidate in candidates}
            least = min(scores.values())
            # One answer may be wrong for a reason of its own, so who is nearly as good stays in the race.
            good = [candidate for candidate, score in scores.items() if score <= least + 1]
            chosen = self._telling(good)
            if not chosen:
                break
            self.ask(chosen)
        return min(candidates, key=self.wrong)

    def _telling(self, candidates: Sequence[Candidate]) -> list[Question]:
        """The next few questions: those of which any answer leaves the fewest candidates."""
        rest = [question for question in self.pool.given if question not in self.asked]
        left = {question: self.pool.splits(question, candidates) for question in rest}
        telling = sorted((q for q in rest if left[q] < len(candidates)), key=lambda q: (left[q], len(q[1])))
        found: list[Question] = []
        kinds: dict[str, int] = {}
        for question in telling:  # not all of one kind: a fault in one must not decide
            if kinds.get(question[0], 0) < 2:
                found.append(question)
                kinds[question[0]] = kinds.get(question[0], 0) + 1
        return found[:4]

    def run(self, rulesets: Sequence[str]) -> Identified:
        """Find the candidate among these rulesets and their options."""
        rng = Random(self.seed)
        roots = [Candidate(ruleset) for ruleset in rulesets]
        self.pool.add_cases(rulesets)
        self.pool.add_drawn(roots, 2, rng)
        best = self._climb(self.best_of(roots), roots)
        for _ in range(CHECKS):
            self._check(best, rng)
            # Questions that fit this candidate may show that another would have been the better one.
            better = min([best, *roots], key=self.wrong)
            if better == best:
                break
            best = self._climb(better, roots)
        rules = load(best.ruleset, dict(best.options))
        wrong = [
            # What makes no sense under these rules, or never comes, may be answered anyhow: no rule says how.
            (q, given)
            for q, given in self.asked.items()
            if (right := self.pool.answer(best, q)) != REFUSED
            and not agree(q[0], right, given)
            and not impossible(rules, q[0], self.pool.given[q])
        ]
        same = [one for one in self._neighbours(best) if next(self.pool.differing(best, one), None) is None]
        return Identified(best, len(self.asked), tuple(wrong), tuple(same), tuple(sorted(self.unknown)))

    def _climb(self, best: Candidate, roots: Sequence[Candidate]) -> Candidate:
        """From a candidate to a better one beside it, as long as there is one."""
        for _ in range(ROUNDS):
            found = self.best_of([best, *self._neighbours(best), *roots])
            if self.wrong(found) >= self.wrong(best):
                break
            best = found
        return best

    def _check(self, best: Candidate, rng: Random) -> None:
        """Put more questions of every kind that make sense under the rules of a candidate."""
        self.pool.add_drawn([best], 6, rng)
        rest = [question for question in self.pool.given if question not in self.asked]
        sensible = [question for question in rest if self.pool.answer(best, question) != REFUSED]
        for ask in sorted(self.pool.asks):
            alike = [question for question in sensible if question[0] == ask]
            self.ask(rng.sample(alike, min(CHECKED, len(alike))))

    def _neighbours(self, candidate: Candidate) -> list[Candidate]:
        options = single_changes(candidate.ruleset, dict(candidate.options))
        found = [Candidate(candidate.ruleset, tuple(sorted(changed.items()))) for changed in options]
        return [one for one in found if not _played_alike(one, candidate)]


@click.command(cls=ProgramCommand, short_help="Find out which ruleset and options a program plays.")
@click.option("--family", "family", metavar="ID", help="Look only among the rulesets of this family.")
@click.option("--as", "name", metavar="ID", help="Ask under the name of this ruleset; else the first one claimed.")
@seeded
@live_program
@click.pass_context
def identify(
    ctx: click.Context,
    /,
    *,
    family: str | None,
    name: str | None,
    timeout: float,
    command: tuple[str, ...],
    seed: int,
) -> None:
    """Find out which ruleset and options a program plays.

    COMMAND starts the program; write it after --, with its arguments. It is asked questions that rulesets answer
    differently, always under the same name and without options, and its answers are held against every ruleset and
    option of the family.

    The exit code is 0 if it plays a ruleset of the spec, 1 if it departs from the nearest, 2 if the program could not
    be run, 3 for a wrong use.
    """
    known = families()
    if family is not None and family not in known:
        raise WrongUseError(f"there is no family {family}; families: {', '.join(known)}")
    with program(ctx, command, timeout) as live:
        called = name or next(iter(live.claims.rulesets), None)
        if called is None:
            raise WrongUseError("the program claims no ruleset; --as says under which name it is asked")
        own = [key for key, members in known.items() if called in members]
        members = known[family or (own[0] if own else next(iter(known)))]
        if family is None and not own:
            members = [ruleset for each in known.values() for ruleset in each]
        found = Identification(live, called, Pool(asks_of(live.claims.profiles)), seed).run(members)
        for line in _report(found, called, members):
            click.echo(line)
    ctx.exit(EXIT_FAILURES if found.departures else EXIT_PASSED)


def _report(found: Identified, name: str, rulesets: Sequence[str]) -> Iterator[str]:
    if found.departures:
        share = f"{len(found.departures)} of {found.checked} answers"
        yield f"asked as {name}, the program comes nearest to {found.candidate}, but {share} depart from it:"
        yield from _departures(found)
    else:
        yield f"asked as {name}, the program plays {found.candidate} ({found.checked} questions)"
    others = [Candidate(ruleset) for ruleset in rulesets if ruleset != found.candidate.ruleset]
    variants = [one.ruleset for one in others if _played_alike(one, found.candidate)]
    if variants:
        yield f"  which is also called {', '.join(variants)}"
    if found.unknown:
        yield f"  claimed, but not known to the program: {', '.join(found.unknown)}"
    if found.alike:
        yield f"  not told apart by what the program answers: {'; '.join(map(str, found.alike))}"


def _played_alike(one: Candidate, other: Candidate) -> bool:
    rules = [load(candidate.ruleset, dict(candidate.options)) for candidate in (one, other)]
    return rules[0].formal == rules[1].formal


def departures(found: Identified) -> dict[str, list[tuple[Question, Json]]]:
    """Clause -> the wrong answers that break it, the clause with most of them first."""
    by_clause: dict[str, list[tuple[Question, Json]]] = {}
    kinds: dict[str, int] = {}
    for question, given in sorted(found.departures, key=lambda one: len(one[0][1])):
        kinds[question[0]] = kinds.get(question[0], 0) + 1
        if kinds[question[0]] > BLAMED:
            continue
        asked = found.candidate.asked(question[0], _given(question))
        clause = blamed(asked, None if given == REFUSED else given, 3.0)
        by_clause.setdefault(clause, []).append((question, given))
    order = clauses_named([clause for clause, wrong in by_clause.items() for _ in wrong])
    return {clause: by_clause[clause] for clause in order}


def _given(question: Question) -> dict[str, Json]:
    import json

    value: dict[str, Json] = json.loads(question[1])
    return value


def _departures(found: Identified) -> Iterator[str]:
    candidate = found.candidate
    for clause, wrong in departures(found).items():
        number, text, source = clause_text(candidate.ruleset, dict(candidate.options), clause, "en")
        yield f"  {number} {clause}: {text}" + (f" [{source}]" if source else "")
        question, given = wrong[0]
        yield f"    {counted(len(wrong), 'answer')}; the shortest: {question[0]} {printable(question[1][:300])}"
        yield f"    answered {printable(compact(given, 300))}"
