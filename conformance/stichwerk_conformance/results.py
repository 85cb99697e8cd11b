"""From replies to results: whether a case passed, and if not, why."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from stichwerk_conformance.cases import Case
from stichwerk_conformance.compare import Difference, first_difference
from stichwerk_conformance.json_text import Json
from stichwerk_conformance.protocol import METHOD_NOT_FOUND
from stichwerk_conformance.replies import Answer, Fault, Refusal, Reply


class Status(StrEnum):
    """What a case can come to. Only what a program claims is asked; the rest is neither passed nor failed.

    A known failure has failed, and stands on the list of those that do.
    """

    PASSED = "passed"
    FAILED = "failed"
    KNOWN_FAILURE = "known_failure"
    NOT_CLAIMED = "not_claimed"


_PASSED = Status.PASSED  # found at once, while Python 3.11 looks for a member of an enum by way of a descriptor


class Result(NamedTuple):
    """What one case came to.

    `reason` of a failure is wrong, error, method_not_found, timeout, crash, exception, protocol, not_answered or
    passes_unexpectedly; of a case not asked it is empty. `answer` is what the program gave, `stderr` what it wrote
    when it was lost, `known` why it is known to fail.
    """

    case: Case
    status: Status
    reason: str = ""
    message: str = ""
    answer: Json = None
    difference: Difference | None = None
    stderr: str = ""
    known: str = ""


def judge(case: Case, reply: Reply) -> Result:
    """Hold the reply to a case's question against the answers the case allows."""
    match reply:
        case Answer(result=answer):
            return _judge_answer(case, answer)
        case Refusal(error=error):
            unknown = error.code == METHOD_NOT_FOUND
            reason = "method_not_found" if unknown else "error"
            claimed = f"; profile {case.profile} is claimed, so {case.method} must be answered" if unknown else ""
            return Result(case, Status.FAILED, reason, f"error {error.code}: {error.message}{claimed}")
        case Fault(kind=kind, message=message, stderr=stderr):
            return Result(case, Status.FAILED, kind.value, message, stderr=stderr)


def expected_to_fail(result: Result, known: Mapping[str, str]) -> Result:
    """The result in the light of the known failures, id -> reason: there a failure is none, and passing is one."""
    if result.case.id not in known:
        return result
    why = known[result.case.id]
    if result.status is Status.FAILED:
        return result._replace(status=Status.KNOWN_FAILURE, known=why)
    message = "the case passes although it is listed as a known failure: take it off the list"
    return result._replace(status=Status.FAILED, reason="passes_unexpectedly", message=message, known=why)


def not_claimed(case: Case, what: str) -> Result:
    """The result of a case that the program's claims do not cover; `what` names what it does not claim."""
    return Result(case, Status.NOT_CLAIMED, message=f"{what} is not claimed")


def _judge_answer(case: Case, answer: Json) -> Result:
    differences = []
    for allowed in case.allowed:
        difference = first_difference(case.ask, allowed.answer, answer)
        if difference is None:
            return Result(case, _PASSED, "", "", answer)
        differences.append(difference)
    difference = differences[0]
    message = str(difference)
    if len(differences) > 1:
        message += f" (the first of {len(differences)} allowed answers; the others differ as well)"
    return Result(case, Status.FAILED, "wrong", message, answer, difference)
