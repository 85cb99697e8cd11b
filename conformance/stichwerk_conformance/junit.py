"""The report as JUnit XML, which build servers show: a suite for each profile, a test case for each case."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from xml.etree import ElementTree as ET

from stichwerk_conformance.json_text import compact, printable

__all__ = ["junit"]

_LONGEST = 20_000


def junit(document: Mapping[str, Any]) -> str:
    """A report as XML. Known failures and what is not claimed are skipped tests; an incomplete run is an error."""
    header, results, footer = document["header"], document["results"], document["footer"]
    root = ET.Element("testsuites", {"name": "stichwerk", **_counts(results), "time": f"{footer['seconds']:.3f}"})
    for profile in dict.fromkeys(result["profile"] for result in results):
        mine = [result for result in results if result["profile"] == profile]
        suite = ET.SubElement(root, "testsuite", {"name": profile, **_counts(mine), "timestamp": header["time"]})
        for result in mine:
            _case(suite, result)
    if not footer["complete"]:
        suite = ET.SubElement(root, "testsuite", name="run", tests="1", failures="0", errors="1", skipped="0")
        case = ET.SubElement(suite, "testcase", name="complete", classname="stichwerk.run")
        ET.SubElement(case, "error", message="the run did not come to its end", type="incomplete")
        root.set("errors", "1")
        root.set("tests", str(len(results) + 1))
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _counts(results: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    statuses = [result["status"] for result in results]
    skipped = len(statuses) - statuses.count("passed") - statuses.count("failed")
    counts = {"tests": len(statuses), "failures": statuses.count("failed"), "errors": 0, "skipped": skipped}
    return {name: str(count) for name, count in counts.items()}


def _case(suite: ET.Element, result: Mapping[str, Any]) -> None:
    name = f"stichwerk.{result['ruleset']}.{result['profile']}"
    case = ET.SubElement(suite, "testcase", name=result["case"], classname=name)
    message = printable(result.get("message", ""))[:_LONGEST]
    match result["status"]:
        case "failed":
            failure = ET.SubElement(case, "failure", message=message, type=result["reason"])
            failure.text = _text(result)
            if "stderr" in result:
                ET.SubElement(case, "system-err").text = _clean(result["stderr"])
        case "known_failure":
            why = f" ({result['known']})" if result.get("known") else ""
            ET.SubElement(case, "skipped", message=printable(f"known failure{why}: {message}"))
        case "not_claimed":
            ET.SubElement(case, "skipped", message=message)


def _text(result: Mapping[str, Any]) -> str:
    lines = [
        result["title"],
        f"ruleset: {result['ruleset']} {compact(result['options'])}",
        f"question: {result['profile']}.{result['ask']}",
        f"given: {compact(result['given'], 2000)}",
        *(f"expected: {compact(allowed['answer'], 2000)}" for allowed in result["allowed"]),
    ]
    if "answer" in result:
        lines.append(f"answered: {compact(result['answer'], 2000)}")
    if clause := result.get("clause"):
        lines.append(f"clause: {clause['number']} {clause['id']}: {clause['text']} [{clause['source']}]")
    lines.append(f"repeat with: {result['repeat']}")
    return _clean("\n".join(lines))


def _clean(text: str) -> str:
    """XML cannot hold control characters, not even escaped."""
    return printable(text, keep="\n\t")[-_LONGEST:]
