"""The report as JSON: header, results, footer.

The footer is written last and holds the counts, the exit code, and whether the run came to its end. A report
without one was cut off and is no report; `read_report` refuses it. `schema/report.schema.json` describes it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from stichwerk_conformance.cases import Allowed
from stichwerk_conformance.claims import Claims
from stichwerk_conformance.explain import Explainer
from stichwerk_conformance.json_text import Json, compact, kind_of, parse
from stichwerk_conformance.protocol import PROTOCOL_VERSION
from stichwerk_conformance.results import Result, Status
from stichwerk_conformance.runner import Run
from stichwerk_conformance.version import suite_version

REPORT_VERSION = 1

_LONGEST_ANSWER = 64 * 1024
_NEEDED = {"case", "ruleset", "options", "profile", "ask", "clauses", "status"}


class ReportError(Exception):
    """What was read is no complete report; the message says what is missing."""


def report(
    run: Run, explainer: Explainer, options: Mapping[str, Json] = MappingProxyType({}), suite_hash: str = ""
) -> dict[str, Json]:
    """The whole report of a run as plain JSON data.

    `options` are those of the command line; `suite_hash` is the hash of the cases, see `suite_hash`.
    """
    return {
        "header": {
            "report": REPORT_VERSION,
            "suite": {"name": "stichwerk", "version": suite_version(), "hash": suite_hash},
            "protocol": PROTOCOL_VERSION,
            "implementation": {
                "name": run.implementation.name,
                "version": run.implementation.version,
                "language": run.implementation.language,
            },
            "claims": _claims(run.claims),
            "command": list(run.command),
            "options": dict(options),
            "time": run.started.isoformat(timespec="seconds"),
        },
        "results": [_result(result, explainer) for result in run.results],
        "footer": {
            "counts": {status.value: run.count(status) for status in Status},
            "remarks": list(run.remarks),
            "seconds": round(run.seconds, 3),
            "exit": run.exit_code,
            "complete": run.complete,
        },
    }


def read_report(text: str) -> Mapping[str, Any]:
    """Read a report back. Raises ReportError if it is not a whole one."""
    try:
        document = parse(text)
    except ValueError as error:
        raise ReportError(f"the report is {error}") from None
    if not isinstance(document, Mapping):
        raise ReportError(f"the report is {kind_of(document)}, an object was expected")
    for part in ("header", "results", "footer"):
        if part not in document:
            raise ReportError(f"the report has no {part}: the run that wrote it did not come to its end")
    version = document["header"].get("report") if isinstance(document["header"], Mapping) else None
    if version != REPORT_VERSION:
        raise ReportError(f"the report has version {compact(version)}, version {REPORT_VERSION} can be read")
    _check(document["results"], document["footer"])
    return document


def _check(results: Any, footer: Any) -> None:
    """The footer says how many results there must be; a report that has lost or gained some is none."""
    if not isinstance(results, list) or not all(isinstance(r, dict) and r.keys() >= _NEEDED for r in results):
        raise ReportError("the results of the report are not results")
    if not isinstance(footer, dict) or not {"counts", "exit", "complete"} <= footer.keys():
        raise ReportError("the footer of the report lacks the counts, the exit code or whether it is complete")
    counts = Counter(result["status"] for result in results)
    told = footer["counts"]
    if not isinstance(told, dict) or {status: n for status, n in told.items() if n} != dict(counts):
        raise ReportError("the counts in the footer of the report are not those of its results")


def _claims(claims: Claims) -> Json:
    rulesets: list[Json] = []
    for ruleset, options in claims.rulesets.items():
        if options is None:
            rulesets.append(ruleset)
        else:
            rulesets.append({"id": ruleset, "options": {name: sorted(options[name]) for name in options}})
    return {"rulesets": rulesets, "profiles": sorted(claims.profiles)}


def _result(result: Result, explainer: Explainer) -> Json:
    case = result.case
    entry: dict[str, Json] = {
        "case": case.id,
        "ruleset": case.ruleset,
        "options": dict(case.options),
        "profile": case.profile,
        "ask": case.ask,
        "clauses": list(case.clauses),
        "status": result.status.value,
    }
    if result.message:
        entry["message"] = result.message
    if result.status in {Status.FAILED, Status.KNOWN_FAILURE}:
        entry |= _failure(result, explainer)
    return entry


def _failure(result: Result, explainer: Explainer) -> dict[str, Json]:
    case = result.case
    entry: dict[str, Json] = {
        "reason": result.reason,
        "title": case.title,
        "given": case.given,
        "allowed": [_allowed(allowed) for allowed in case.allowed],
        "repeat": explainer.repeat(case),
    }
    if result.known:
        entry["known"] = result.known
    if result.reason in {"wrong", "passes_unexpectedly"}:
        entry["answer"] = _kept(result.answer)
    if difference := result.difference:
        entry["difference"] = {
            "path": difference.path,
            "expected": difference.expected,
            "given": _kept(difference.given),
        }
    if sentence := explainer.sentence(case):
        entry["clause"] = {
            "id": sentence.id,
            "number": sentence.number,
            "text": sentence.text,
            "source": sentence.source,
            "lang": explainer.lang,
        }
    if case.reckoning:
        entry["reckoning"] = case.reckoning
    if grounds := [*map(str, case.sources), *(f"ruling {ruling}" for ruling in case.rulings)]:
        entry["rests_on"] = grounds
    if result.stderr:
        entry["stderr"] = result.stderr
    return entry


def _allowed(allowed: Allowed) -> Json:
    return {"answer": allowed.answer, "reason": allowed.reason} if allowed.reason else {"answer": allowed.answer}


def _kept(answer: Json) -> Json:
    text = compact(answer)
    return answer if len(text) <= _LONGEST_ANSWER else compact(answer, _LONGEST_ANSWER)
