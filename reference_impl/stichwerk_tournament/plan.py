"""The plan of a tournament as a document (schema/tournament-plan.schema.json)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stichwerk.errors import SpecError
from stichwerk.tournament import allowed_sizes, options_at, part, rules_at, sizes
from stichwerk_tournament.seating import Seating, seat, seat_by_lot
from stichwerk_tournament.texts import words

if TYPE_CHECKING:
    from stichwerk.rules import Rules
    from stichwerk_tournament.names import Names

__all__ = [
    "PlanDocument",
    "as_bytes",
    "language_of",
    "made",
    "read_plan",
    "same_tournament",
    "with_language",
    "with_names",
]

PlanDocument = Mapping[str, Any]
"""The plan as plain JSON."""

FORMAT = 1
_IDENTITY = ("ruleset", "options", "hash", "players", "seed")


def made(rules: Rules, players: int, seed: int) -> PlanDocument:
    """Seat so many players by the rules. NoTablesError when that cannot be."""
    wanted, how = sizes(players, rules), part(rules)
    seating = (seat if how["seating"] == "plan" else seat_by_lot)(wanted, how["rounds"], seed)
    usual = allowed_sizes(rules)[0]
    return {
        "format": FORMAT,
        "ruleset": rules.id,
        "options": dict(rules.options),
        "hash": rules.hash,
        "players": players,
        "seed": seed,
        "rounds": [
            {"round": number, "tables": [_table(rules, table, seated) for table, seated in enumerate(tables, start=1)]}
            for number, tables in enumerate(seating.rounds, start=1)
        ],
        "meetings": {
            "repeats": seating.repeats,
            "bound": seating.bound,
            "optimal": seating.optimal,
            "most": seating.most,
            "histogram": {str(times): pairs for times, pairs in seating.histogram.items()},
        },
        "fours": _larger(seating, usual),
    }


def _table(rules: Rules, number: int, players: tuple[int, ...]) -> dict[str, Any]:
    at_table = rules_at(rules, len(players))
    return {
        "table": number,
        "players": list(players),
        "deals": at_table.formal["match"]["deals"],
        "options": options_at(rules, len(players)),
    }


def _larger(seating: Seating, usual: int) -> dict[str, Any]:
    seats = [player for tables in seating.rounds for seated in tables if len(seated) != usual for player in seated]
    return {"seats": len(seats), "twice": sorted({player for player in seats if seats.count(player) > 1})}


def with_names(plan: PlanDocument, names: Names) -> PlanDocument:
    """The plan with names of players; without names it has none."""
    return _with(plan, "names", {str(number): name for number, name in sorted(names.items())})


def with_language(plan: PlanDocument, lang: str) -> PlanDocument:
    """The plan of a tournament whose lists and pages are in this language."""
    return _with(plan, "language", lang)


def language_of(plan: PlanDocument) -> str | None:
    """The language of a tournament; None when its plan does not say."""
    found: str | None = plan.get("language")
    return found


def _with(plan: PlanDocument, key: str, value: object) -> PlanDocument:
    """The plan with this behind the number of players, or without it where it is empty."""
    found: dict[str, Any] = {}
    for each, there in plan.items():
        if each != key:
            found[each] = there
        if each == "players" and value:
            found[key] = value
    return found


def same_tournament(one: PlanDocument, other: PlanDocument) -> str | None:
    """The first thing in which two plans are not of one tournament; None when they are."""
    return next((key for key in _IDENTITY if one.get(key) != other.get(key)), None)


def as_bytes(plan: PlanDocument) -> bytes:
    """The plan as it is written: a line for each table, so that a change can be seen."""
    head = [f'"{key}": {_compact(value)}' for key, value in plan.items() if key != "rounds"]
    rounds = ",\n".join(
        f'  {{"round": {one["round"]}, "tables": [\n'
        + ",\n".join(f"   {_compact(table)}" for table in one["tables"])
        + "\n  ]}"
        for one in plan["rounds"]
    )
    at = list(plan).index("rounds")
    return ("{\n " + ",\n ".join([*head[:at], f'"rounds": [\n{rounds}\n ]', *head[at:]]) + "\n}\n").encode()


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def read_plan(path: Path, lang: str) -> PlanDocument | None:
    """The plan in a folder, None when there is none. SpecError for a file that is no plan."""
    from stichwerk.files import read_bytes
    from stichwerk.loader import parse_yaml
    from stichwerk.validation import validate

    if not path.exists():
        return None
    try:
        document = parse_yaml(read_bytes(path), str(path))
        validate(document, "tournament-plan")
    except SpecError as error:
        raise SpecError(words("plan", lang)("no_plan", file=path, reason=error)) from None
    found: PlanDocument = document.value
    return found
