"""The command `explore`: questions drawn at random, with the reference as oracle, made small against the program.

Hypothesis draws options and questions and, once the program answers one wrongly, looks for the smallest question that
it still answers wrongly, asking the program itself at every step.

Exit codes: 0 nothing wrong was found, 1 something was, 2 the program could not be run, 3 a wrong use.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import click

from stichwerk.cli.options import settings
from stichwerk.errors import SpecError
from stichwerk.loading import load
from stichwerk_conformance.cases import ASKS
from stichwerk_conformance.clauses import clause_text, pack_of
from stichwerk_conformance.command_line import ProgramCommand, WrongUseError
from stichwerk_conformance.compare import first_difference
from stichwerk_conformance.json_text import Json, printable
from stichwerk_conformance.live import Ask, Live, told
from stichwerk_conformance.live_blame import blamed
from stichwerk_conformance.live_cases import BADLY_PUT, case_of, expected, file_of
from stichwerk_conformance.live_command import asks_a_program, claimed, counted, draws, known, program
from stichwerk_conformance.live_given import GIVEN
from stichwerk_conformance.live_options import claimed_choices, claimed_of, together
from stichwerk_conformance.readable import CardNames, lines_of
from stichwerk_conformance.replies import Answer
from stichwerk_conformance.runner import EXIT_FAILURES, EXIT_PASSED

SHRINK_SECONDS = 20.0
"""How long a failing question is made smaller."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A question that the program answers wrongly: what was expected, what it gave, and how they differ."""

    question: Ask
    expected: Mapping[str, Json]
    answer: Json
    message: str

    @property
    def size(self) -> tuple[int, int]:
        """Few moves first, then a short question."""
        moves = self.question.given.get("moves")
        return len(moves) if isinstance(moves, Sequence) else 0, len(self.question.key)


class _WrongError(AssertionError):
    pass


class _EnoughError(BaseException):
    """The time for making a question smaller is over."""


def smaller(finding: Finding, wrong: Callable[[Ask], Finding | None]) -> Finding:
    """The same fault in a smaller question, as far as leaving parts out one after the other leads."""
    improved = True
    while improved:
        improved = False
        for question in _parts_left_out(finding.question):
            found = wrong(question)
            if found is not None and found.size < finding.size:
                finding, improved = found, True
                break
    return finding


def _parts_left_out(question: Ask) -> Iterator[Ask]:
    given = question.given
    moves = given.get("moves", given.get("plays"))
    key = "moves" if "moves" in given else "plays"
    if isinstance(moves, list):
        for length in sorted({0, len(moves) // 2, len(moves) - 4, len(moves) - 1}):
            if 0 <= length < len(moves):
                yield replace(question, given={**given, key: moves[:length]})
    for name in question.options:
        yield replace(question, options={key: value for key, value in question.options.items() if key != name})
    for key, value in given.items():
        if key in ("moves", "plays") or (key == "cards" and "dealer" in given) or "leader" in given:
            continue  # the pack, and a trick, must stay whole
        if isinstance(value, list):
            for index in range(len(value)):
                yield replace(question, given={**given, key: [*value[:index], *value[index + 1 :]]})


@dataclass(slots=True)
class Explorer:
    """Looks for one wrong answer to one kind of question under one ruleset."""

    live: Live
    ruleset: str
    ask: str
    fixed: Mapping[str, str]
    seconds: float = SHRINK_SECONDS
    smallest: Finding | None = None
    _until: float = field(default=0.0)

    def wrong(self, question: Ask) -> Finding | None:
        """What is wrong with the program's answer; None if nothing is, or the question makes no sense."""
        try:
            right = expected(question)
        except BADLY_PUT:
            return None
        reply = self.live.ask(question)
        if not isinstance(reply, Answer):
            return Finding(question, right, None, told(reply))
        difference = first_difference(question.ask, right, reply.result)
        return None if difference is None else Finding(question, right, reply.result, str(difference))

    def options(self, rng: Random) -> dict[str, str]:
        """Options with which the program claims the ruleset: mostly the defaults, and one or two others."""
        choices = {k: v for k, v in claimed_choices(self.live.claims, self.ruleset).items() if k not in self.fixed}
        found = dict(self.fixed)
        for _ in range(rng.choice((0, 0, 1, 1, 2)) if choices else 0):
            name = rng.choice(sorted(choices))
            changed = {**found, name: rng.choice(choices[name])}
            if changed[name] != choices[name][0] and together(self.ruleset, changed):
                found = changed
        return found

    def try_one(self, rng: Random) -> bool | None:
        """Draw a question and ask it: is it answered rightly? None if nothing came of the drawing."""
        options = self.options(rng)
        given = GIVEN[self.ask](load(self.ruleset, options), rng)
        if given is None:
            return None
        finding = self.wrong(Ask(self.ask, self.ruleset, options, given))
        if finding is not None and (self.smallest is None or finding.size < self.smallest.size):
            self.smallest = finding
        return finding is None

    def explore(self, examples: int, seed: int) -> Finding | None:
        """The smallest wrong answer found in so many examples."""
        from hypothesis import HealthCheck, Phase, given, reject, strategies
        from hypothesis import seed as with_seed
        from hypothesis import settings as running

        def check(rng: Random) -> None:
            if self._until and time.monotonic() > self._until:
                raise _EnoughError
            right = self.try_one(rng)
            if right is None:
                reject()
            if not right:
                self._until = self._until or time.monotonic() + self.seconds
                raise _WrongError

        configured = running(
            max_examples=examples,
            deadline=None,
            database=None,
            report_multiple_bugs=False,
            print_blob=False,
            phases=[Phase.generate, Phase.shrink],
            suppress_health_check=list(HealthCheck),
        )
        strategy = strategies.randoms(use_true_random=False, note_method_calls=False)
        try:
            configured(with_seed(seed)(given(strategy)(check)))()
        except (_WrongError, _EnoughError):
            pass
        except Exception as error:
            # There may be nothing to ask; or asked again the program answers otherwise, which is called flaky.
            if type(error).__module__.partition(".")[0] != "hypothesis":
                raise
        return None if self.smallest is None else smaller(self.smallest, self.wrong)


@click.command(cls=ProgramCommand, short_help="Look for wrong answers with questions drawn at random.")
@asks_a_program
@settings
@click.option("--profile", "profiles", multiple=True, type=click.Choice(list(ASKS)), help="Ask only this profile.")
@draws(100, "How often each question is asked under each ruleset.")
@click.pass_context
def explore(
    ctx: click.Context,
    /,
    *,
    rulesets: tuple[str, ...],
    timeout: float,
    command: tuple[str, ...],
    chosen: dict[str, str],
    profiles: tuple[str, ...],
    examples: int,
    seed: int,
) -> None:
    """Look for wrong answers with questions drawn at random.

    COMMAND starts the program; write it after --, with its arguments. Hands, tricks, deals, facts, auctions, moves and
    options are drawn, and the answers are held against those of the reference. A question that is answered wrongly is
    made as small as it goes, against the program itself, and printed as a case file.

    The exit code is 0 if nothing wrong was found, 1 if something was, 2 if the program could not be run, 3 for a wrong
    use.
    """
    try:
        import hypothesis  # noqa: F401
    except ImportError:
        message = "explore needs Hypothesis, which is not installed: pip install 'hypothesis>=6.112'"
        raise WrongUseError(message) from None
    known(rulesets)
    _check_options(chosen, rulesets)
    found = 0
    with program(ctx, command, timeout) as live:
        names = claimed(live, rulesets)
        _check_claims(live, chosen, names)
        for ruleset in names:
            for finding in findings(live, ruleset, chosen, frozenset(profiles), examples, seed):
                found += 1
                for line in report(finding, seed):
                    click.echo(line)
        click.echo(_outcome(found, live.asked))
        click.echo(f"{counted(live.asked, 'question')} asked about {counted(len(names), 'ruleset')}, seed {seed}")
    ctx.exit(EXIT_FAILURES if found else EXIT_PASSED)


def _outcome(found: int, asked: int) -> str:
    if not asked:
        return "nothing was asked: no questions of these profiles are drawn at random"
    return f"{counted(found, 'kind')} of question answered wrongly" if found else "nothing wrong found"


def _check_options(chosen: Mapping[str, str], rulesets: Sequence[str]) -> None:
    if chosen and not rulesets:
        raise WrongUseError("--set needs --ruleset: options belong to a ruleset")
    for ruleset in rulesets:
        try:
            load(ruleset, chosen)
        except SpecError as error:
            raise WrongUseError(str(error)) from None


def _check_claims(live: Live, chosen: Mapping[str, str], rulesets: Sequence[str]) -> None:
    for ruleset in rulesets:
        for name, choice in chosen.items():
            if choice not in claimed_of(live.claims, ruleset, name):
                raise WrongUseError(f"the program does not claim {name}={choice} of {ruleset}")


def findings(
    live: Live, ruleset: str, options: Mapping[str, str], profiles: frozenset[str], examples: int, seed: int,
    *, seconds: float = SHRINK_SECONDS,
) -> Iterator[Finding]:  # fmt: skip
    """The smallest wrong answer to each kind of question that the program claims to answer."""
    for profile, asks in ASKS.items():
        if profile not in live.claims.profiles or (profiles and profile not in profiles):
            continue
        for ask in asks:
            if ask in GIVEN and (found := Explorer(live, ruleset, ask, options, seconds).explore(examples, seed)):
                yield found


def report(finding: Finding, seed: int) -> Iterator[str]:
    """A wrong answer for people, and as a case file."""
    question = finding.question
    names = CardNames(pack_of(question.ruleset, question.options), "en")
    options = "".join(f" {name}={choice}" for name, choice in question.options.items())
    clause = blamed(question, finding.answer)
    yield f"wrong: {question.method}  {question.ruleset}{options}"
    given: Json = question.given
    yield from (f"  {line}" for line in lines_of(given, names))
    yield f"  {printable(finding.message)}"
    number, text, source = clause_text(question.ruleset, question.options, clause, "en")
    yield f"  {number} {clause}: {text}" + (f" [{source}]" if source else "")
    yield "  as a case file:"
    case: dict[str, Any] = case_of(
        question, finding.expected, [clause], "A question that a program answered wrongly", seed
    )
    yield from (f"    {line}" for line in file_of(case).splitlines())
    yield ""
