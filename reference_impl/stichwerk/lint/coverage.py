"""Cases of the suite against the clauses: what they name exists, and every normative clause has one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from stichwerk.errors import SpecError
from stichwerk.library import Library
from stichwerk.lint.combinations import Explored, Key
from stichwerk.lint.documents import error_at
from stichwerk.lint.references import read
from stichwerk.lint.report import Counts
from stichwerk.loader import Document
from stichwerk.prose import LANGUAGES
from stichwerk.resolve import Resolution, resolve

__all__ = ["CaseFiles", "count", "untested"]


class CaseFiles:
    """The cases of the suite. clauses: the clauses that have one; count: how many cases there are."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.clauses: set[Key] = set()
        self.count = 0
        self._places: dict[str, str] = {}
        self._resolved: dict[tuple[str, frozenset[tuple[str, str]]], Resolution | SpecError] = {}

    def read(self, folder: Path) -> list[SpecError]:
        """Read all case files under a folder; what is wrong with them."""
        problems: list[SpecError] = []
        for path in sorted(folder.rglob("*.yaml")):
            document = read(path, "case", problems)
            if document is not None:
                for n, case in enumerate(document.value["cases"]):
                    try:
                        problems += self._check(document, ("cases", n), case)
                    except SpecError as error:  # a broken file of sources or rulings
                        problems.append(error)
        return problems

    def _check(self, document: Document, path: tuple[str | int, ...], case: Mapping[str, Any]) -> Iterator[SpecError]:
        self.count += 1
        name = case["id"]
        if name in self._places:
            yield error_at(document, (*path, "id"), f"the case {name!r} is there twice, also at {self._places[name]}")
        self._places.setdefault(name, str(document.place((*path, "id"))))
        for n, source in enumerate(case.get("sources", ())):
            if source["id"] not in self.library.sources():
                yield error_at(document, (*path, "sources", n, "id"), f"there is no source {source['id']!r}")
        for n, ruling in enumerate(case.get("rulings", ())):
            if ruling not in self.library.rulings():
                yield error_at(document, (*path, "rulings", n), f"there is no ruling {ruling!r}")
        resolution = self._resolve(case["ruleset"], case.get("options", {}))
        if isinstance(resolution, SpecError):
            # What is wrong inside a ruleset is said once, where it stands.
            if resolution.place is None:
                yield error_at(document, (*path, "ruleset"), resolution.message, hint=resolution.hint)
            return
        for n, clause in enumerate(case.get("clauses", ())):
            if clause in resolution.clauses:
                self.clauses.add((resolution.clauses[clause].origin.document.name, clause))
            else:
                yield error_at(
                    document,
                    (*path, "clauses", n),
                    f"{case['ruleset']} has no clause {clause!r} with these options",
                )

    def _resolve(self, ruleset: str, options: Mapping[str, str]) -> Resolution | SpecError:
        key = (ruleset, frozenset(options.items()))
        if key not in self._resolved:
            try:
                self._resolved[key] = resolve(ruleset, options, library=self.library)
            except SpecError as error:
                self._resolved[key] = error
        return self._resolved[key]


def count(explored: Explored, tested: set[Key] | None) -> Counts:
    """The clauses of a ruleset, counted; tested: those that have a case, None when none were looked at."""
    clauses = explored.clauses
    bodies = [clause.body for clause in clauses.values()]
    normative = {key for key, clause in clauses.items() if "rule" in clause.body}
    return Counts(
        ruleset=explored.ruleset,
        clauses=len(clauses),
        normative=len(normative),
        informative=len(clauses) - len(normative),
        grounded=sum(bool(body.get("sources") or body.get("rulings")) for body in bodies),
        translated=sum(all(body["text"].get(language) for language in LANGUAGES) for body in bodies),
        tested=None if tested is None else len(normative & tested),
        combinations=explored.tried,
    )


def untested(explored: Iterable[Explored], tested: set[Key]) -> Iterator[SpecError]:
    """An error for each normative clause without a case; one that several rulesets share needs one case."""
    seen = set(tested)
    for one in explored:
        for key, clause in one.clauses.items():
            if "rule" in clause.body and key not in seen:
                seen.add(key)
                yield clause.origin.error(
                    f"the clause {clause.id!r} has a rule, but no case of the suite",
                    hint=f"add a case for {one.ruleset} that names it under 'clauses'",
                    path=("id",),
                )
