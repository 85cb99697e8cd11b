"""The plan that was asked for: made anew, or the one that lies in the folder already, with the names of the players."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stichwerk.errors import SpecError
from stichwerk.tournament import NoTablesError, part, sizes
from stichwerk_tournament.blank import names_of
from stichwerk_tournament.folder import PLAN
from stichwerk_tournament.names import drawn, read_names, redrawn
from stichwerk_tournament.plan import PlanDocument, made, read_plan, same_tournament, with_language, with_names
from stichwerk_tournament.solver import NoSolverError
from stichwerk_tournament.texts import Say, words

if TYPE_CHECKING:
    from stichwerk.rules import Rules
    from stichwerk_tournament.names import Names

__all__ = ["LEAST", "MOST", "Planned", "planned"]

LEAST, MOST = 3, 300
"""So many players can be planned for, where the sizes of tables allow."""


@dataclass(frozen=True, slots=True)
class Planned:
    """before: the plan that lay in the folder, None where there was none; renamed: number, name before, name now."""

    plan: PlanDocument
    before: PlanDocument | None
    renamed: tuple[tuple[int, str, str], ...]


def planned(rules: Rules, players: str | None, seed: int, names_file: Path | None, folder: Path, lang: str) -> Planned:
    """The plan for what was asked on the command line.

    A plan of the same tournament that lies in the folder is kept, whatever would be made today: people may be sitting
    by it. SpecError, in the language asked for, for what cannot be, and for a folder with another tournament.
    """
    say = words("plan", lang)
    part(rules)
    given, numbered = read_names(names_file, lang) if names_file else ([], {})
    count = _count(players, len(given), names_file, rules, say)
    asked = {"ruleset": rules.id, "options": dict(rules.options), "hash": rules.hash, "players": count, "seed": seed}
    before = read_plan(folder / PLAN, lang)
    if before is not None and (differs := same_tournament(before, asked)):
        raise SpecError(say("other_plan", folder=folder, what=_other(differs, before, asked, say)))
    known = names_of(before or {})
    try:
        found = before or made(rules, count, seed)
    except NoSolverError:
        raise NoSolverError(say("no_solver", count=count)) from None
    names = numbered or _numbered(given, known, seed)
    return Planned(with_language(with_names(found, names), lang), before, tuple(_renamed(known, names)))


def _numbered(given: list[str], known: Names, seed: int) -> Names:
    """Start numbers for the names of a file that has none."""
    if not given:
        return known
    return redrawn(given, known) if len(known) == len(given) else drawn(given, seed)


def _count(players: str | None, named: int, file: Path | None, rules: Rules, say: Say) -> int:
    if players is None:
        if file is None:
            raise SpecError(say("no_count"))
        count = named
    else:
        count = _whole(players, say)
    _refuse_impossible(count, rules, say)
    if file is not None and count != named:
        raise SpecError(say("names_count", file=file, found=named, given=count))
    return count


def _whole(players: str, say: Say) -> int:
    try:
        return int(players.strip())
    except ValueError:
        raise SpecError(say("not_a_number", given=players, least=LEAST, most=MOST)) from None


def _refuse_impossible(count: int, rules: Rules, say: Say) -> None:
    if count < 1:
        raise SpecError(say("nobody", given=count, least=LEAST, most=MOST))
    if count > MOST:
        raise SpecError(say("too_many", given=count, least=LEAST, most=MOST))
    try:
        sizes(count, rules)
    except NoTablesError as error:
        near, allowed = (say("or").join(map(str, numbers)) for numbers in (error.nearest, sorted(error.allowed)))
        key = "no_tables_one" if count == 1 else "no_tables_least" if len(error.nearest) == 1 else "no_tables"
        raise SpecError(say(key, given=count, sizes=allowed, near=near) + f" [{error.clause}]") from None


def _other(differs: str, before: PlanDocument, asked: dict[str, Any], say: Say) -> str:
    if differs == "options":
        changed = [option for option in asked["options"] if before["options"].get(option) != asked["options"][option]]
        told = [", ".join(f"{option}={one['options'].get(option)}" for option in changed) for one in (before, asked)]
        return say("other_options", before=told[0], after=told[1])
    return say(f"other_{differs}", before=before.get(differs), after=asked[differs])


def _renamed(before: Names, names: Names) -> list[tuple[int, str, str]]:
    return [(number, old, names[number]) for number, old in before.items() if number in names and names[number] != old]
