"""The report as one HTML page: no network, no library, readable on a phone, filters in a little script.

Whatever stands in it comes from the program under test or from the suite and is escaped by the template; beside
that, the page forbids every script but its own, whose hash it names.
"""

from __future__ import annotations

import base64
import hashlib
import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from stichwerk_conformance.explain import Explainer
from stichwerk_conformance.faces import Face, Faces
from stichwerk_conformance.html_values import Values, shown
from stichwerk_conformance.json_text import printable
from stichwerk_conformance.results import Result, Status
from stichwerk_conformance.suits import SHAPES

__all__ = ["html"]

OPEN = 12
"""Up to so many failures are shown in full; of more than that one sees the titles, and opens what one wants."""

_TOLD = {Status.FAILED, Status.KNOWN_FAILURE}
_STATUSES = tuple(status.value for status in Status)


def html(document: Mapping[str, Any], results: Sequence[Result], explainer: Explainer) -> str:
    """The page for a report. `results` are those the report was made of; they lead to titles and packs of cards."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("stichwerk_conformance"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["shown"] = shown
    environment.filters["kept"] = lambda text: printable(str(text), keep="\n\t")
    environment.filters["words"] = lambda text: str(text).replace("_", " ")
    entries = document["results"]
    told = [entry for entry in entries if entry["status"] in _TOLD]
    packs = {result.case.id: Faces.of(explainer.pack(result.case)) for result in results if result.status in _TOLD}
    sources = {name: _source(environment, name) for name in ("report.css", "report.js")}
    return environment.get_template("report.html").render(
        header=document["header"],
        footer=document["footer"],
        verdict=_verdict(document["footer"]["counts"]),
        told=told,
        rest=[entry for entry in entries if entry["status"] not in _TOLD],
        titles={result.case.id: result.case.title for result in results},
        values={case: Values(faces) for case, faces in packs.items()},
        profiles=_profiles(entries),
        broken=_broken(told),
        choices=_choices(entries),
        about=list(_about(document["header"])),
        opened=len(told) <= OPEN,
        faces=_faces(packs.values()),
        shapes=SHAPES,
        style=sources["report.css"],
        script=sources["report.js"],
        hashes={name: _hash(text) for name, text in sources.items()},
    )


def _verdict(counts: Mapping[str, int]) -> str:
    """The run in one sentence."""
    asked = counts["passed"] + counts["failed"] + counts["known_failure"]
    cases = "1 case" if asked == 1 else f"{asked} cases"
    if not asked:
        return "Nothing was asked: the program claims none of the cases selected"
    if counts["failed"]:
        return f"{counts['failed']} of {cases} failed"
    return f"{counts['known_failure']} of {cases} known to fail" if counts["known_failure"] else f"{cases} passed"


def _profiles(entries: Sequence[Mapping[str, Any]]) -> dict[str, dict[str, int]]:
    """Profile -> status -> number of cases, "all" at the end. What there always is to know is passed and failed."""
    counts = Counter((entry["profile"], entry["status"]) for entry in entries)
    total = Counter(entry["status"] for entry in entries)
    columns = [status for status in _STATUSES if total[status] or status in (Status.PASSED, Status.FAILED)]
    names = dict.fromkeys(entry["profile"] for entry in entries)
    rows = {name: {column: counts[name, column] for column in columns} for name in names}
    return {**rows, "all": {column: total[column] for column in columns}}


def _broken(told: Sequence[Mapping[str, Any]]) -> list[tuple[str, int]]:
    """The clauses that failures quote, those quoted most first."""
    counts = Counter(entry["clause"]["id"] for entry in told if "clause" in entry and entry["status"] == Status.FAILED)
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


def _choices(entries: Sequence[Mapping[str, Any]]) -> dict[str, list[str]]:
    """What can be filtered by; beside every clause there is the part of the rulebook in which it stands."""
    found = {key: sorted({str(entry[key]) for entry in entries}) for key in ("profile", "ruleset")}
    statuses = {entry["status"] for entry in entries}
    clauses = {clause for entry in entries for clause in entry["clauses"]}
    found["status"] = [status for status in _STATUSES if status in statuses]
    found["clause"] = sorted(clauses | {clause.partition(".")[0] for clause in clauses})
    return found


def _about(header: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """How the run was made."""
    if header["command"]:
        yield "command", shlex.join(header["command"])
    claims = header["claims"]
    rulesets = (one if isinstance(one, str) else one["id"] for one in claims["rulesets"])
    yield "claimed rulesets", ", ".join(rulesets)
    yield "claimed profiles", ", ".join(claims["profiles"])
    chosen = [f"{name.replace('_', ' ')}: {shown(value)}" for name, value in header["options"].items() if value]
    if chosen:
        yield "options", "; ".join(chosen)
    suite = header["suite"]
    yield "suite", f"{suite['version']} {suite['hash']}"
    yield "protocol", header["protocol"]
    yield "time", header["time"]


def _faces(packs: Iterable[Faces]) -> list[Face]:
    """Every card of these packs once."""
    return list({face.id: face for faces in packs for face in faces.faces.values()}.values())


def _source(environment: Any, name: str) -> str:
    assert environment.loader is not None
    text: str = environment.loader.get_source(environment, name)[0]
    return text


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
