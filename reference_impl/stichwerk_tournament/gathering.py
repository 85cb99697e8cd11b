"""Lists and the plan they belong to: found in folders, read, reckoned by the rules of their tables, held against it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from stichwerk.errors import SpecError
from stichwerk_tournament.beside import Plan, Plans
from stichwerk_tournament.checking import check
from stichwerk_tournament.clashes import find_clashes, one_of_twins
from stichwerk_tournament.folder import LISTS, PLAN
from stichwerk_tournament.listed import Listed, Problem, Unread
from stichwerk_tournament.reading import ENDINGS, Reading, read
from stichwerk_tournament.texts import words

if TYPE_CHECKING:
    from stichwerk.library import Library
    from stichwerk.rules import Rules

__all__ = ["Asked", "Gathered", "gather"]

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
class Gathered:
    """All lists asked for. missing: round and table of those that the plan wants and that are not there."""

    lists: tuple[Listed, ...]
    missing: tuple[tuple[int, int], ...]
    unread: tuple[Unread, ...]

    @property
    def unreadable(self) -> tuple[SpecError, ...]:
        """What is wrong with each file that cannot be read."""
        return tuple(one.error for one in self.unread)

    @property
    def lists_unread(self) -> int:
        """How many lists cannot be read; one may lie there in several files."""
        return len({one.path.with_suffix("") for one in self.unread})


def gather(paths: Sequence[Path], asked: Asked) -> Gathered:
    """Read and check all lists in these files and folders. SpecError when a folder has none, or a plan is no plan."""
    plans = Plans(asked.lang)
    lists: list[Listed] = []
    unread: list[Unread] = []
    for file in dict.fromkeys(file for path in paths for file in _files(path, asked.lang)):
        plan = plans.of(file)
        try:
            lists.append(_listed(read(file, asked.lang, plan.names if plan else None), plan, asked))
        except SpecError as error:
            unread.append(Unread(file, plan, *_numbered(file), error))
    lists, unread = one_of_twins(lists, unread, asked.lang)
    lists.sort(key=lambda one: (one.round, one.table, one.name))
    find_clashes(lists)
    wanted = [plans.of_folder(path) for path in paths if path.is_dir()]
    return Gathered(tuple(lists), tuple(_missing(wanted, [*lists, *unread])), tuple(unread))


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


def _numbered(path: Path) -> tuple[int, int]:
    """Round and table in the name of a file, 0 where it does not say."""
    found = _NUMBERED.search(path.name)
    return (int(found[1]), int(found[2])) if found else (0, 0)


def _listed(reading: Reading, plan: Plan | None, asked: Asked) -> Listed:
    sheet = reading.sheet
    named = _numbered(reading.path)
    round_, table = sheet.round or named[0], sheet.table or named[1]
    rules = _rules(reading, plan, asked)
    listed = Listed(reading, rules, plan, round_, table, check(rules, sheet, reading.numbers))
    if plan is not None:
        listed.problems.extend(_against_plan(listed, plan))
    return listed


def _rules(reading: Reading, plan: Plan | None, asked: Asked) -> Rules:
    """The rules of the table: what was asked for, the plan and the list must agree about them."""
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
    rules = _loaded(reading, ruleset, wanted, asked)
    sizes = allowed_sizes(rules)
    if len(sheet.players) not in sizes:
        place, _ = reading.place(0, "players", None)
        told = say("or").join(map(str, sizes))
        raise SpecError(say("size", count=len(sheet.players), sizes=told), place=place)
    return rules_at(rules, len(sheet.players))


def _loaded(reading: Reading, ruleset: str, wanted: Mapping[str, str], asked: Asked) -> Rules:
    """The rules of a tournament. What is wrong with them has its place where it is the list that says so."""
    from stichwerk.loading import load
    from stichwerk.tournament import part

    try:
        rules = load(ruleset, wanted, library=asked.library)
        part(rules)
    except SpecError:
        for field, options in ("ruleset", {}), ("options", reading.sheet.options):
            try:
                part(load(ruleset, options, library=asked.library))
            except SpecError as reason:
                if getattr(reading.sheet, field) and reason.place is None:
                    place, _ = reading.place(0, field, None)
                    raise SpecError(reason.message, place=place, path=reason.path, hint=reason.hint) from None
        raise
    return rules


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


def _missing(plans: Iterable[Plan | None], lists: Sequence[Listed | Unread]) -> Iterator[tuple[int, int]]:
    """The tables of these plans of which there is no list."""
    for plan in {plan.path.resolve(): plan for plan in plans if plan is not None}.values():
        there = {
            (one.round, one.table)
            for one in lists
            if one.plan is not None and one.plan.path.resolve() == plan.path.resolve()
        }
        yield from (table for table in plan.seats if table not in there)
