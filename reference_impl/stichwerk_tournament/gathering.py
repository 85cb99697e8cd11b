"""Lists and the plan they belong to: found in folders, read, reckoned by the rules of their tables, held against it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stichwerk.errors import SpecError
from stichwerk.tournament import list_to_json
from stichwerk_tournament.checking import Check, check
from stichwerk_tournament.folder import LISTS, PLAN
from stichwerk_tournament.reading import ENDINGS, Reading, read
from stichwerk_tournament.texts import words

if TYPE_CHECKING:
    from stichwerk.library import Library
    from stichwerk.rules import Rules

__all__ = ["Asked", "Gathered", "Listed", "Plan", "Problem", "gather"]

USUAL = "binokel-turnier"

_NUMBERED = re.compile(r"round-([0-9]+)-table-([0-9]+)")


@dataclass(frozen=True, slots=True)
class Asked:
    """What was asked for on the command line.

    ruleset: None for that of the lists; library: where it is looked for, None for the rulesets of the package.
    """

    ruleset: str | None
    options: Mapping[str, str]
    lang: str
    library: Library | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of a tournament. seats: round and table -> players in their order; names: by start number."""

    path: Path
    ruleset: str
    options: Mapping[str, str]
    names: Mapping[int, str]
    seats: Mapping[tuple[int, int], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with a list as one of many. key, values: the words; field: where in the list it shows."""

    key: str
    values: Mapping[str, Any]
    field: str = "players"


@dataclass(frozen=True, slots=True)
class Listed:
    """A list with the rules of its table. round, table: 0 where nobody says; check: what it comes to."""

    reading: Reading
    rules: Rules
    plan: Plan | None
    round: int
    table: int
    check: Check
    problems: list[Problem] = field(default_factory=list)

    @property
    def wrong(self) -> bool:
        """Is anything in it, or about it, wrong?"""
        return bool(self.check.findings or self.problems)

    @property
    def finished(self) -> bool:
        """Is everything entered?"""
        return self.check.complete and not self.check.missing

    @property
    def name(self) -> str:
        """What people call the file."""
        return str(self.reading.path)


@dataclass(frozen=True, slots=True)
class Gathered:
    """All lists asked for. missing: round and table of those that the plan wants and that are not there."""

    lists: tuple[Listed, ...]
    missing: tuple[tuple[int, int], ...]
    unreadable: tuple[SpecError, ...]


def gather(paths: Sequence[Path], asked: Asked) -> Gathered:
    """Read and check all lists in these files and folders. SpecError when a folder has none, or a plan is no plan."""
    plans: dict[Path, Plan | None] = {}
    lists: list[Listed] = []
    unreadable: list[SpecError] = []
    for file in dict.fromkeys(file for path in paths for file in _files(path, asked.lang)):
        plan = _plan_of(file, plans, asked.lang)
        try:
            lists.append(_listed(read(file, asked.lang, plan.names if plan else None), plan, asked))
        except SpecError as error:
            unreadable.append(error)
    lists = list(_one_of_twins(lists, asked.lang, unreadable))
    lists.sort(key=lambda one: (one.round, one.table, one.name))
    _clashes(lists)
    wanted = [_plan_of(path / LISTS / "x", plans, asked.lang) for path in paths if path.is_dir()]
    return Gathered(tuple(lists), tuple(_missing(wanted, lists)), tuple(unreadable))


def _files(path: Path, lang: str) -> list[Path]:
    """The lists in a folder, or the file itself."""
    if not path.is_dir():
        return [path]
    folder = path / LISTS if (path / PLAN).is_file() and (path / LISTS).is_dir() else path
    found = [
        file
        for file in sorted(folder.iterdir())
        if file.suffix.lower() in ENDINGS and file.name != PLAN and not file.name.startswith((".", "~"))
    ]
    if not found:
        raise SpecError(words("check", lang)("no_lists", folder=folder))
    return found


def _plan_of(file: Path, plans: dict[Path, Plan | None], lang: str) -> Plan | None:
    """The plan that lies beside a list, or beside the folder it lies in; None when there is none."""
    for folder in (file.parent, file.parent.parent):
        path = folder.resolve() / PLAN
        if path not in plans:
            plans[path] = _read_plan(folder / PLAN, lang)
        if (plan := plans[path]) is not None:
            return plan
        if file.parent.name != LISTS:
            return None
    return None


def _read_plan(path: Path, lang: str) -> Plan | None:
    from stichwerk_tournament.blank import names_of
    from stichwerk_tournament.plan import read_plan

    found = read_plan(path, lang)
    if found is None:
        return None
    seats = {
        (one["round"], table["table"]): tuple(table["players"]) for one in found["rounds"] for table in one["tables"]
    }
    return Plan(path, found["ruleset"], found["options"], names_of(found), seats)


def _listed(reading: Reading, plan: Plan | None, asked: Asked) -> Listed:
    sheet = reading.sheet
    numbered = _NUMBERED.search(reading.path.name)
    named = (int(numbered[1]), int(numbered[2])) if numbered else (0, 0)
    round_, table = sheet.round or named[0], sheet.table or named[1]
    rules = _rules(reading, plan, asked)
    listed = Listed(reading, rules, plan, round_, table, check(rules, sheet, reading.numbers))
    if plan is not None:
        listed.problems.extend(_against_plan(listed, plan))
    return listed


def _rules(reading: Reading, plan: Plan | None, asked: Asked) -> Rules:
    """The rules of the table: what was asked for, the plan and the list must agree about them."""
    from stichwerk.loading import load
    from stichwerk.tournament import allowed_sizes, rules_at

    sheet, say = reading.sheet, words("check", asked.lang)
    place, _ = reading.place(0, "ruleset", None)
    ruleset = asked.ruleset or (plan.ruleset if plan else "") or sheet.ruleset or USUAL
    if sheet.ruleset and sheet.ruleset != ruleset:
        raise SpecError(say("other_rules", name="ruleset", given=sheet.ruleset, right=ruleset), place=place)
    wanted = {**(plan.options if plan else sheet.options), **asked.options}
    wanted.pop("players", None)
    for name, choice in sheet.options.items():
        if name != "players" and wanted.get(name, choice) != choice:
            place, _ = reading.place(0, "options", None)
            raise SpecError(say("other_rules", name=name, given=choice, right=wanted[name]), place=place)
    rules = load(ruleset, wanted, library=asked.library)
    sizes = allowed_sizes(rules)
    if len(sheet.players) not in sizes:
        place, _ = reading.place(0, "players", None)
        told = say("or").join(map(str, sizes))
        raise SpecError(say("size", count=len(sheet.players), sizes=told), place=place)
    return rules_at(rules, len(sheet.players))


def _against_plan(listed: Listed, plan: Plan) -> Iterator[Problem]:
    here = {"round": listed.round, "table": listed.table}
    if not (listed.round and listed.table):
        yield Problem("no_table", {}, "table")
        return
    right, given = plan.seats.get((listed.round, listed.table)), listed.reading.sheet.players
    if right is None:
        yield Problem("not_in_plan", here, "table")
    elif set(given) != set(right):
        yield Problem("plan_players", {"given": given, "right": right})
    elif given != right:
        yield Problem("plan_order", {"given": given, "right": right})


def _one_of_twins(lists: Iterable[Listed], lang: str, unreadable: list[SpecError]) -> Iterator[Listed]:
    """Of two files of one name with different endings, the one that is filled in."""
    by_name: dict[Path, list[Listed]] = {}
    for one in lists:
        by_name.setdefault(one.reading.path.with_suffix(""), []).append(one)
    for twins in by_name.values():
        filled = [one for one in twins if one.reading.filled] or twins[:1]
        first, *others = filled
        for other in others:
            if _figures(other) != _figures(first):
                say = words("check", lang)
                unreadable.append(SpecError(say("twins", file=first.name, other=other.name)))
        yield first


def _figures(one: Listed) -> list[dict[str, Any]]:
    """What a list says, whether noughts are written out or not."""
    deals: list[dict[str, Any]] = list_to_json(one.reading.sheet)["deals"]
    for deal in deals:
        for column in ("melds", "tricks", "taken"):
            deal[column] = {player: value for player, value in deal.get(column, {}).items() if value}
    return deals


def _clashes(lists: Sequence[Listed]) -> None:
    """Two lists of one table, or one player on two lists of one round: a problem of the later list."""
    tables: dict[tuple[int, int], Listed] = {}
    seats: dict[tuple[int, int], Listed] = {}
    for one in lists:
        if not one.round:
            continue
        here = {"round": one.round, "table": one.table}
        if one.table and (earlier := tables.setdefault((one.round, one.table), one)) is not one:
            one.problems.append(Problem("list_twice", {**here, "file": earlier.name}, "table"))
            continue
        for player in one.reading.sheet.players:
            if (earlier := seats.setdefault((one.round, player), one)) is not one:
                one.problems.append(Problem("player_twice", {**here, "who": player, "file": earlier.name}))


def _missing(plans: Iterable[Plan | None], lists: Sequence[Listed]) -> Iterator[tuple[int, int]]:
    """The tables of these plans of which there is no list."""
    for plan in {plan.path.resolve(): plan for plan in plans if plan is not None}.values():
        there = {
            (one.round, one.table)
            for one in lists
            if one.plan is not None and one.plan.path.resolve() == plan.path.resolve()
        }
        yield from (table for table in plan.seats if table not in there)
