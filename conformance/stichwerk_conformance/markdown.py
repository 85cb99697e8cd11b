"""The report as a Markdown summary, for the pages on which build servers show one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from stichwerk_conformance.json_text import compact, printable

__all__ = ["markdown"]

MOST_FAILURES = 50
"""How many failures are shown; such pages have a limit of their own, and the JSON report has them all."""

_SPECIAL = str.maketrans({character: f"\\{character}" for character in "\\`*_{}[]()#+-!|~$"})
_HTML = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "@": "&#64;", ":": "&#58;"})
_LONGEST = 1000


def markdown(document: Mapping[str, Any]) -> str:
    """The summary of a report: counts for each profile, then the first failures."""
    return "\n".join(_lines(document)) + "\n"


def _lines(document: Mapping[str, Any]) -> Iterator[str]:
    header, results, footer = document["header"], document["results"], document["footer"]
    about, counts = header["implementation"], footer["counts"]
    yield f"## Stichwerk: {_plain(about['name'])} {_plain(about['version'])} ({_plain(about['language'])})"
    yield ""
    if not footer["complete"]:
        yield "**The run did not come to its end; what follows is a part.**"
        yield ""
    yield ", ".join(f"{count} {status.replace('_', ' ')}" for status, count in counts.items())
    yield ""
    yield "| profile | passed | failed | known failures | not claimed |"
    yield "|---|--:|--:|--:|--:|"
    per_profile = Counter((result["profile"], result["status"]) for result in results)
    for profile in dict.fromkeys(result["profile"] for result in results):
        yield f"| {profile} | {' | '.join(str(per_profile[profile, status]) for status in counts)} |"
    yield ""
    failures = [result for result in results if result["status"] == "failed"]
    for result in failures[:MOST_FAILURES]:
        yield from _failure(result)
    if len(failures) > MOST_FAILURES:
        yield f"... and {len(failures) - MOST_FAILURES} more failures."
        yield ""
    for remark in footer["remarks"]:
        yield f"- {_plain(remark)}"
    yield f"Suite {header['suite']['version']}, {_plain(header['time'])}."


def _failure(result: Mapping[str, Any]) -> Iterator[str]:
    yield f"### {_plain(result['case'])}: {_plain(result['title'])}"
    yield ""
    yield f"{_plain(result['reason'].replace('_', ' '))}: {_plain(result['message'])}"
    yield ""
    if clause := result.get("clause"):
        source = f" [{clause['source']}]" if clause["source"] else ""
        yield f"> {_plain(clause['number'])} {_plain(clause['id'])}: {_plain(clause['text'] + source)}"
        yield ""
    parts = {"question": f"{result['profile']}.{result['ask']}", "given": compact(result["given"], _LONGEST)}
    parts["expected"] = " or ".join(compact(allowed["answer"], _LONGEST) for allowed in result["allowed"])
    if "answer" in result:
        parts["answered"] = compact(result["answer"], _LONGEST)
    parts["repeat"] = result["repeat"]
    # Indented lines are taken as they stand, whatever is in them: no fence that text could close.
    for name, value in parts.items():
        yield f"    {name}: {printable(value)}"
    yield ""


def _plain(text: str) -> str:
    """Text from outside as Markdown that shows it and does nothing else: no markup, no link, no mention."""
    return printable(text)[:_LONGEST].translate(_HTML).translate(_SPECIAL).replace("&\\#", "&#")
