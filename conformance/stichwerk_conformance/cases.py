"""The test cases of the suite: one question to a program, the expected answer, the clauses that decide it.

Cases are read from YAML files `{language: 1, cases: [...]}`, as `schema/case.schema.json` describes them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from stichwerk.errors import Place, SpecError
from stichwerk.files import vectors_dir
from stichwerk.loader import Document, load_yaml
from stichwerk.validation import validate
from stichwerk_conformance.json_text import Json
from stichwerk_conformance.replies import Question

ASKS: Mapping[str, tuple[str, ...]] = {
    "cards": ("deck", "deal", "cut"),
    "tricks": ("legal_cards", "trick_winner", "replay"),
    "melds": ("melds",),
    "scoring": ("score_deal",),
    "match": ("score_match",),
    "deals": (
        "auction",
        "discard",
        "first_lead",
        "action",
        "call_card",
        "whole_deal",
        "legal_moves",
        "play_on",
        "count",
    ),
    "secrecy": ("view",),
    "tournament": ("tables", "check_list", "ranking", "seating", "plan"),
}
"""Every profile with its kinds of question."""

PROFILE_OF: Mapping[str, str] = {ask: profile for profile, asks in ASKS.items() for ask in asks}
"""The profile each kind of question belongs to."""


@dataclass(frozen=True, slots=True)
class Allowed:
    """An answer that counts as right; where there are several, `reason` says why this one does."""

    answer: Mapping[str, Json]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Citation:
    """A place in a source, for example source B under "Melden"."""

    source: str
    at: str

    def __str__(self) -> str:
        return f"{self.source}, {self.at}"


@dataclass(frozen=True, slots=True)
class Case:
    """One case, as its file has it. `clauses` are clause ids, `place` is where the case begins.

    `provenance` says with which rules (their hash) and by which generator a generated case was made. `pair` is the id
    of a case that is the same to a seat: another deal, which differs only in cards that the seat cannot see.
    """

    id: str
    title: str
    ruleset: str
    options: Mapping[str, str]
    ask: str
    given: Mapping[str, Json]
    allowed: tuple[Allowed, ...]
    clauses: tuple[str, ...]
    sources: tuple[Citation, ...]
    rulings: tuple[str, ...]
    origin: str
    reckoning: str
    place: Place
    provenance: Mapping[str, Json] = field(default_factory=dict)
    pair: str = ""
    question: Question = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        # One object for all who ask, so that its message is made only once.
        object.__setattr__(self, "question", Question(self.id, self.method, self.params))

    @property
    def profile(self) -> str:
        """The profile under which a program claims to answer this question."""
        return PROFILE_OF[self.ask]

    @property
    def method(self) -> str:
        """The name of the question in the protocol."""
        return f"{self.profile}.{self.ask}"

    @property
    def params(self) -> Mapping[str, Json]:
        """All that the program under test gets to see of this case."""
        return {"ruleset": self.ruleset, "options": dict(self.options), "given": self.given}


def read_cases(where: Path) -> tuple[Case, ...]:
    """All cases of one file, or of all `.yaml` files below a folder, by file name and then as written.

    Raises SpecError for a file that is not as the schema wants it, for an id used twice, and for a case without its
    pair. The files that ship with the suite were held against the schema before, which would take longer than to ask
    all their questions.
    """
    files = sorted(where.rglob("*.yaml"), key=_by_hand_first) if where.is_dir() else [where]
    return _paired(_unique(case for file in files for case in _read_file(load_yaml(file))))


def _by_hand_first(file: Path) -> tuple[str, bool, Path]:
    """In each folder what people wrote comes before what was generated: it explains a failure better."""
    return str(file.parent), file.stem.startswith("generated"), file


def _paired(cases: dict[str, Case]) -> tuple[Case, ...]:
    for case in cases.values():
        if case.pair and (case.pair not in cases or cases[case.pair].pair != case.id):
            raise SpecError(
                f"{case.id} names {case.pair} as its pair, which is no case that names {case.id} as its own",
                place=case.place,
                hint="two cases make a pair, and stand in files that are read together",
            )
    return tuple(cases.values())


def _unique(cases: Iterable[Case]) -> dict[str, Case]:
    seen: dict[str, Case] = {}
    for case in cases:
        if case.id in seen:
            raise SpecError(
                f"the case id {case.id} is used twice",
                place=case.place,
                hint=f"it stands already at {seen[case.id].place}; an id is never used again",
            )
        seen[case.id] = case
    return seen


def _read_file(document: Document) -> Iterator[Case]:
    if not Path(document.name).resolve().is_relative_to(vectors_dir().resolve()):
        validate(document, "case")
    for index, entry in enumerate(document.value["cases"]):
        yield _case(entry, document.place(("cases", index)))


def _case(entry: Mapping[str, Any], place: Place) -> Case:
    alternatives = entry.get("expect_any", ())
    return Case(
        id=entry["id"],
        title=entry["title"],
        ruleset=entry["ruleset"],
        options=entry.get("options", {}),
        ask=entry["ask"],
        given=entry["given"],
        allowed=tuple(Allowed(one["answer"], one["reason"]) for one in alternatives) or (Allowed(entry["expect"]),),
        clauses=tuple(entry["clauses"]),
        sources=tuple(Citation(source["id"], source["at"]) for source in entry.get("sources", ())),
        rulings=tuple(entry.get("rulings", ())),
        origin=entry["origin"],
        reckoning=entry.get("reckoning", ""),
        place=place,
        provenance=entry.get("provenance", {}),
        pair=entry.get("pair", ""),
    )
