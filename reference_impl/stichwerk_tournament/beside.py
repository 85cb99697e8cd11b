"""The plan that lists belong to: it lies beside them, or beside the folder they lie in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from stichwerk.errors import SpecError
from stichwerk_tournament.blank import names_of
from stichwerk_tournament.folder import LISTS, PLAN
from stichwerk_tournament.plan import PlanDocument, language_of, read_plan

__all__ = ["Plan", "Plans", "language_beside"]


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of a tournament. seats: round and table -> players in their order; names: by start number."""

    path: Path
    ruleset: str
    options: Mapping[str, str]
    names: Mapping[int, str]
    seats: Mapping[tuple[int, int], tuple[int, ...]]


class Plans:
    """The plans of lists, each read once."""

    def __init__(self, lang: str) -> None:
        self._lang = lang
        self._read: dict[Path, Plan | None] = {}

    def of(self, file: Path) -> Plan | None:
        """The plan of a list; None when there is none. SpecError when it is no plan."""
        for path in _places(file):
            key = path.resolve()
            if key not in self._read:
                found = read_plan(path, self._lang)
                self._read[key] = None if found is None else _plan(path, found)
            if (plan := self._read[key]) is not None:
                return plan
        return None

    def of_folder(self, folder: Path) -> Plan | None:
        """The plan of the lists in a folder."""
        return self.of(folder / "x")


def language_beside(paths: Iterable[Path]) -> str | None:
    """The language of the first plan beside these lists and folders that says one; None when none does."""
    for path in paths:
        for place in _places(path / "x" if path.is_dir() else path):
            try:
                found = read_plan(place, "en")
            except SpecError:  # whoever needs the plan says what is wrong with it
                continue
            if found is not None and (lang := language_of(found)):
                return lang
    return None


def _places(file: Path) -> list[Path]:
    """Where the plan of a list can lie, the nearest first."""
    folder = file.parent
    if folder.resolve().name != LISTS:
        return [folder / PLAN]
    return [folder / PLAN, (folder.parent if folder.name == LISTS else folder / "..") / PLAN]


def _plan(path: Path, found: PlanDocument) -> Plan:
    seats = {
        (one["round"], table["table"]): tuple(table["players"]) for one in found["rounds"] for table in one["tables"]
    }
    return Plan(path, found["ruleset"], found["options"], names_of(found), seats)
