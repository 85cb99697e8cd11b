"""Two cases that are the same to a seat must be answered the same.

Such cases name each other as their pair: one question, put about two deals that differ only in cards the seat cannot
see. Both have one expected answer. In `secrecy.view` it says little, since what a program shows is its own affair; so
there the two answers must also be equal.
"""

from __future__ import annotations

from stichwerk_conformance.cases import Case
from stichwerk_conformance.compare import Difference, first_difference
from stichwerk_conformance.json_text import Json, compact
from stichwerk_conformance.replies import Answer, Reply
from stichwerk_conformance.results import Result, Status, judge

__all__ = ["beside_its_pair"]


def beside_its_pair(result: Result, other: Reply | None) -> Result:
    """The result of a case in the light of the reply to its pair, None where there is none.

    A view that differs from the other one fails. A wrong answer where the other deal is answered otherwise is told to
    be one: then the answer hangs on cards that the seat cannot see.
    """
    answered = result.reason in {"", "wrong"}
    if not isinstance(other, Answer) or not answered or result.status is Status.NOT_CLAIMED:
        return result
    case = result.case
    told = f"the answers to two deals that look the same to seat {_seat(case)} differ, the other is {case.pair}"
    difference = _difference(result.answer, other.result) if case.ask == "view" else None
    if result.status is Status.PASSED and difference is not None:
        return result._replace(
            status=Status.FAILED, reason="wrong", message=f"{told}: {difference}", difference=difference
        )
    if result.status is Status.FAILED and judge(case, other).message != result.message:
        return result._replace(message=f"{result.message}; {told}")
    return result


def _seat(case: Case) -> Json:
    """To whom the two deals look the same: who looks, or who made the last move."""
    moves = case.given.get("moves")
    last = moves[-1] if isinstance(moves, list) and moves else {}
    return case.given.get("seat", last.get("seat") if isinstance(last, dict) else None)


def _difference(here: Json, there: Json) -> Difference | None:
    if here == there:
        return None
    one, other = first_difference("view", there, here), first_difference("view", here, there)
    if one is not None:
        path, expected, given = one.path, one.expected, one.given
    elif other is not None:  # something more is shown here
        path, expected, given = other.path, other.given, other.expected
    else:
        return Difference("", there, here, "only the order of a list")
    return Difference(path, expected, given, f"{compact(expected, 300)} there, {compact(given, 300)} here")
