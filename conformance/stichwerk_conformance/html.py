"""The report as one HTML page: no network, no library, readable on a phone, filters in a little script.

Whatever stands in it comes from the program under test or from the suite and is escaped by the template; beside
that, the page forbids every script but its own, whose hash it names.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from stichwerk_conformance.explain import Explainer
from stichwerk_conformance.json_text import Json, compact, printable, shortened
from stichwerk_conformance.results import Result
from stichwerk_conformance.suits import RED, SHAPES

__all__ = ["html"]

_LONGEST = 4000


def html(document: Mapping[str, Any], results: Sequence[Result], explainer: Explainer) -> str:
    """The page for a report. `results` are those the report was made of; they lead to the packs of cards."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("stichwerk_conformance"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["shown"] = _shown
    environment.filters["kept"] = lambda text: printable(str(text), keep="\n\t")
    sources = {name: _source(environment, name) for name in ("report.css", "report.js")}
    faces = {result.case.id: Faces.of(explainer.pack(result.case)) for result in results if _is_told(result.status)}
    told = [entry for entry in document["results"] if _is_told(entry["status"])]
    values = {key: sorted({entry[key] for entry in document["results"]}) for key in ("profile", "ruleset", "status")}
    values["clause"] = sorted({clause for entry in document["results"] for clause in entry["clauses"]})
    return environment.get_template("report.html").render(
        header=document["header"],
        footer=document["footer"],
        told=told,
        rest=[entry for entry in document["results"] if not _is_told(entry["status"])],
        faces=faces,
        values=values,
        shapes=SHAPES,
        style=sources["report.css"],
        script=sources["report.js"],
        hashes={name: _hash(text) for name, text in sources.items()},
    )


@dataclass(frozen=True, slots=True)
class Face:
    """How a card looks: the id of its suit's shape, its rank, its name, and whether it is a red one."""

    shape: str
    rank: str
    name: str
    red: bool


@dataclass(frozen=True, slots=True)
class Faces:
    """The faces of a pack by the code of the card."""

    faces: Mapping[str, Face]

    @classmethod
    def of(cls, pack: Mapping[str, Any] | None) -> Faces:
        """The faces of a pack; none where there is no pack."""
        faces: dict[str, Face] = {}
        for suit in (pack or {}).get("suits", ()):
            shape = f"{(pack or {}).get('id', '')}-{suit['code']}"
            for rank in (pack or {}).get("ranks", ()):
                short = str(rank["short"]["en"])
                name = f"{suit['name']['en']} {rank.get('name', rank['short'])['en']}"
                faces[suit["code"] + rank["code"]] = Face(shape if shape in SHAPES else "", short, name, shape in RED)
        return cls(faces)

    def all_cards(self, value: Json) -> bool:
        """Whether this is a list of cards, and not an empty one."""
        return isinstance(value, list) and bool(value) and all(self.card(item) for item in value)

    def card(self, value: Json) -> Face | None:
        """The face of a card, None if this is none."""
        return self.faces.get(value) if isinstance(value, str) else None


def _is_told(status: str) -> bool:
    return status in {"failed", "known_failure"}


def _shown(value: Json) -> str:
    """A value that is no card, as one line; strings without their quotes."""
    text = value if isinstance(value, str) else compact(value)
    return printable(shortened(text, _LONGEST))


def _source(environment: Any, name: str) -> str:
    assert environment.loader is not None
    text: str = environment.loader.get_source(environment, name)[0]
    return text


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
