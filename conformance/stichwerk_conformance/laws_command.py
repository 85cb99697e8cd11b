"""The command `laws`: the laws that need no expected values, against any program that claims `deals` or `tournament`.

Exit codes: 0 every law holds, 1 a law is broken, 2 the program could not be run, 3 the command was not used as meant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

import click

from stichwerk.loading import load
from stichwerk_conformance.clauses import pack_of
from stichwerk_conformance.command_line import ProgramCommand
from stichwerk_conformance.json_text import Json, printable
from stichwerk_conformance.laws import LAWS, Law, broken_in, pack_whole, smallest
from stichwerk_conformance.laws_course import BrokenError, Violation, played
from stichwerk_conformance.laws_questions import answers_agree, points_add_up, single
from stichwerk_conformance.laws_table import Table, table_of
from stichwerk_conformance.laws_tournament import SENTENCES as OF_A_TOURNAMENT
from stichwerk_conformance.laws_tournament import of_a_tournament
from stichwerk_conformance.live import Live
from stichwerk_conformance.live_cases import BADLY_PUT, case_of, file_of, reference
from stichwerk_conformance.live_command import asks_a_program, claimed, counted, draws, known, program
from stichwerk_conformance.live_options import claimed_choices, together
from stichwerk_conformance.readable import CardNames, lines_of
from stichwerk_conformance.runner import EXIT_FAILURES, EXIT_PASSED
from stichwerk_conformance.secrecy import secrecy

SENTENCES = {name: sentence for name, (sentence, _) in LAWS.items()} | {
    "points": "card points and totals add up",
    "agreement": "what may be played, and who wins it, does not depend on which question is asked",
    "secrecy": "what a seat sees, may do and is refused does not depend on hidden cards",
    **OF_A_TOURNAMENT,
}
"""Every law in the order in which it is reported."""

DEALS = 20
"""So many deals of each ruleset are usually played."""

_OF_A_DEAL: tuple[Law, ...] = (
    *(law for _, law in LAWS.values() if law is not None),
    points_add_up,
    answers_agree,
    secrecy,
)


@click.command(cls=ProgramCommand, short_help="Hold a program against laws that need no expected values.")
@asks_a_program
@draws(DEALS, "How many deals of each ruleset are played.")
@click.pass_context
def laws(
    ctx: click.Context,
    /,
    *,
    rulesets: tuple[str, ...],
    timeout: float,
    command: tuple[str, ...],
    examples: int,
    seed: int,
) -> None:
    """Hold a program against laws that need no expected values.

    COMMAND starts the program; write it after --, with its arguments. Deals are played by what the program itself
    offers, and its answers are held against each other: the pack stays whole, points add up, rotating the seats and
    renaming suits changes nothing, what is not offered is refused, and what a seat sees does not depend on cards it
    cannot see. Of a tournament it plans tables and reckons lists. The reference takes no part in it.

    The exit code is 0 if every law holds, 1 if one is broken, 2 if the program could not be run, 3 for a wrong use.
    """
    known(rulesets)
    held = True
    with program(ctx, command, timeout) as live:
        held = all_hold(live, rulesets, examples, seed)
    ctx.exit(EXIT_PASSED if held else EXIT_FAILURES)


def all_hold(
    live: Live, rulesets: Sequence[str], examples: int = DEALS, seed: int = 1, say: Callable[[str], None] = click.echo
) -> bool:
    """Hold a program against the laws, say what comes of it, and whether every law holds.

    rulesets: none for all that the program claims. A usage error where it claims nothing that has laws.
    """
    names = claimed(live, rulesets, "deals", "tournament")
    about = printable(str(live.implementation))
    say(f"{about}: {counted(len(names), 'ruleset')}, {counted(examples, 'deal')} each, seed {seed}")
    broken = 0
    for ruleset in names:
        found = violations(live, ruleset, examples, seed)
        broken += len(found)
        say(f"{ruleset}: {'every law holds' if not found else counted(len(found), 'law') + ' broken'}")
        for count, violation in found:
            for line in _lines(violation, count):
                say(f"  {line}" if line else "")
    say(f"{counted(live.asked, 'question')} asked")
    return not broken


def violations(live: Live, ruleset: str, examples: int, seed: int) -> list[tuple[int, Violation]]:
    """The laws that a program breaks in a ruleset, each with how often and its smallest example."""
    found: dict[str, list[Violation]] = {}
    for violation in _all(live, ruleset, examples, Random(f"{seed} {ruleset}")):  # it shuffles cards
        found.setdefault(violation.law, []).append(violation)
    return [(len(found[law]), smallest(found[law])) for law in SENTENCES if law in found]


def _all(live: Live, ruleset: str, examples: int, rng: Random) -> Iterator[Violation]:
    choices = claimed_choices(live.claims, ruleset)
    for number in range(examples):
        options: dict[str, str] = {}
        if number % 2 and choices:
            options = {name: rng.choice(choices[name]) for name in rng.sample(sorted(choices), min(2, len(choices)))}
            options = options if together(ruleset, options) else {}
        if "deals" in live.claims.profiles:
            yield from _of_a_deal(live, table_of(ruleset, tuple(sorted(options.items()))), rng)
        yield from of_a_tournament(live, ruleset, options, rng)
    yield from single(live, ruleset, examples, rng)


def _of_a_deal(live: Live, table: Table, rng: Random) -> Iterator[Violation]:
    try:
        course = played(live, table, rng)
    except BrokenError as error:
        yield error.violation
        if error.course is not None and error.course.positions:
            yield from broken_in(live, error.course, rng, [pack_whole])
        return
    yield from broken_in(live, course, rng, _OF_A_DEAL)


def _lines(violation: Violation, count: int) -> Iterator[str]:
    question = violation.question
    yield f"broken: {SENTENCES[violation.law]} ({violation.law}, {counted(count, 'time')}; the smallest case found:)"
    yield f"  {printable(violation.message)}"
    options = "".join(f" {name}={choice}" for name, choice in question.options.items())
    yield f"  {question.method}  {question.ruleset}{options}"
    names = CardNames(pack_of(question.ruleset, question.options), "en")
    given: Json = question.given
    yield from (f"    {line}" for line in lines_of(given, names))
    if violation.expected is not None and (clause := _clause(violation)):
        yield "  as a case file:"
        title = f"What the law of {violation.law} demands"
        case = case_of(question, violation.expected, [clause], title)
        yield from (f"    {line}" for line in file_of(case).splitlines())


def _clause(violation: Violation) -> str:
    """The clause that a case about this would name; empty where the law alone does not tell.

    Only here the reference is asked, for the name of the clause that refuses a move.
    """
    question = violation.question
    try:
        clause = reference(question).get("clause")
    except BADLY_PUT:
        return ""
    return clause if isinstance(clause, str) else load(question.ruleset, question.options).clause("flow") or ""
