"""The command `count`: numbers of move sequences, and where they differ the position in which other moves are legal.

Exit codes: 0 every count agrees, 1 one does not, 2 the program could not be run, 3 a wrong use.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import click

from stichwerk.errors import IllegalMove
from stichwerk.files import perft_dir
from stichwerk.loader import load_yaml
from stichwerk.loading import load
from stichwerk.moves import Move
from stichwerk_conformance.clauses import clause_text, pack_of
from stichwerk_conformance.command_line import ProgramCommand
from stichwerk_conformance.json_text import Json, compact, printable
from stichwerk_conformance.live import Ask, Live, told
from stichwerk_conformance.live_blame import blamed
from stichwerk_conformance.live_cases import BADLY_PUT, reference
from stichwerk_conformance.live_command import asks_a_program, claimed, known, program
from stichwerk_conformance.readable import CardNames, lines_of
from stichwerk_conformance.replies import Answer
from stichwerk_conformance.runner import EXIT_FAILURES, EXIT_PASSED


@dataclass(frozen=True, slots=True)
class Mismatch:
    """The first position in which a program counts otherwise.

    missing, surplus: moves that it does not know, or knows too many; empty where only the numbers differ. `message`
    says what is wrong where there is no count at all.
    """

    question: Ask
    answer: Json
    missing: tuple[str, ...] = ()
    surplus: tuple[str, ...] = ()
    message: str = ""


def stored() -> list[dict[str, Any]]:
    """The stored counts of every ruleset."""
    return [entry for path in sorted(perft_dir().glob("*.yaml")) for entry in load_yaml(path).value["perft"]]


def question_of(entry: Mapping[str, Any]) -> Ask:
    """The question whose answer is stored."""
    return Ask("count", entry["ruleset"], {}, {key: entry[key] for key in ("dealer", "cards", "moves", "depth")})


def mismatch(live: Live, question: Ask, right: Mapping[str, Json]) -> Mismatch | None:
    """Where the program counts otherwise, as deep as the counts differ; None where it counts alike.

    `right` has the total and the split that are expected.
    """
    reply = live.ask(question)
    if not isinstance(reply, Answer):
        return Mismatch(question, None, message=told(reply))
    given = reply.result
    if not isinstance(given, Mapping) or not isinstance(given.get("split"), list):
        return Mismatch(question, given, message=f"no count: {compact(given, 300)}")
    wanted, found = _split(right), _split(given)
    if wanted.keys() != found.keys():
        missing, surplus = (
            tuple(sorted(one.keys() - other.keys())) for one, other in ((wanted, found), (found, wanted))
        )
        return Mismatch(question, given, missing, surplus)
    for move, number in wanted.items():
        if number != found[move]:
            below = _after(question, move)
            deeper = mismatch(live, below, reference(below)) if below is not None else None
            return deeper or Mismatch(question, given, message=f"after {move}: expected {number}, given {found[move]}")
    if right["total"] != given.get("total"):
        totals = f"expected {right['total']}, given {compact(given.get('total'))}"
        return Mismatch(question, given, message=f"the total: {totals}, though the moves agree")
    return None


def _split(answer: Mapping[str, Json]) -> dict[str, Json]:
    split = answer.get("split")
    entries = [one for one in split if isinstance(one, Mapping)] if isinstance(split, list) else []
    return {_text(one.get("move")): one.get("count") for one in entries}


def _text(move: Json) -> str:
    return compact(dict(sorted(move.items()))) if isinstance(move, Mapping) else compact(move)


def _after(question: Ask, move: str) -> Ask | None:
    import json

    moves, depth = question.given["moves"], question.given["depth"]
    if not isinstance(depth, int) or not isinstance(moves, Sequence) or depth < 2:
        return None
    given = {**question.given, "moves": [*moves, json.loads(move)], "depth": depth - 1}
    return Ask("count", question.ruleset, question.options, given)


@click.command(cls=ProgramCommand, short_help="Compare numbers of move sequences with the stored ones.")
@asks_a_program
@click.pass_context
def count(ctx: click.Context, /, *, rulesets: tuple[str, ...], timeout: float, command: tuple[str, ...]) -> None:
    """Compare numbers of move sequences with the stored ones.

    COMMAND starts the program; write it after --, with its arguments. Where a number differs the moves are followed to
    the first position in which the program allows other moves, and that position is printed.

    The exit code is 0 if every count agrees, 1 if one does not, 2 if the program could not be run, 3 for a wrong use.
    """
    known(rulesets)
    wrong = 0
    with program(ctx, command, timeout) as live:
        names = claimed(live, rulesets, "deals")
        for entry in stored():
            if entry["ruleset"] not in names:
                continue
            found = mismatch(live, question_of(entry), {"total": entry["total"], "split": entry["split"]})
            wrong += found is not None
            about = f"{entry['ruleset']}: depth {entry['depth']}, {entry['total']} sequences"
            click.echo(f"{about}: {'as stored' if found is None else 'counted otherwise'}")
            for line in report(found) if found is not None else ():
                click.echo(f"  {line}")
    ctx.exit(EXIT_FAILURES if wrong else EXIT_PASSED)


def report(found: Mismatch) -> Iterator[str]:
    """The position, the moves expected and given, and the clauses that decide."""
    question = found.question
    names = CardNames(pack_of(question.ruleset, question.options), "en")
    given: Json = question.given
    yield from lines_of(given, names)
    if found.message:
        yield printable(found.message)
    for title, moves in (("missing", found.missing), ("too many", found.surplus)):
        for move in moves:
            yield printable(f"{title}: {move}")
    for clause in dict.fromkeys(_clauses(found)):
        number, text, source = clause_text(question.ruleset, question.options, clause, "en")
        yield f"{number} {clause}: {text}" + (f" [{source}]" if source else "")


def _clauses(found: Mismatch) -> Iterator[str]:
    """The clauses by which moves that are too many are refused; else the one that explains the answer best."""
    question = found.question
    refusing = [clause for move in found.surplus if (clause := _refusing(question, move))]
    # Where another seat is to act the moves are refused for that reason, which is not why it is another.
    if refusing and {_seat(move) for move in found.surplus} <= set(map(_seat, _split(reference(question)))):
        yield from refusing
    else:
        yield blamed(question, found.answer)


def _seat(move: str) -> Json:
    import json

    seat: Json = json.loads(move).get("seat")
    return seat


def _refusing(question: Ask, move: str) -> str:
    import json

    rules, given = load(question.ruleset, question.options), question.given
    try:
        deal = rules.deal(given["dealer"], given["cards"])  # type: ignore[arg-type]
        for entry in [*given["moves"], json.loads(move)]:  # type: ignore[misc]
            deal = deal.apply(Move.from_json(entry))
    except IllegalMove as error:
        return error.clause or ""
    except BADLY_PUT:
        return ""
    return ""
