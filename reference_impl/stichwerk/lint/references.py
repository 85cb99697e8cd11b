"""Packs, sources, rulings, glossary, decisions, editions: ids are unique, rulings and clauses know each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from stichwerk.errors import SpecError
from stichwerk.lint.documents import error_at
from stichwerk.loader import Document, load_yaml
from stichwerk.validation import collect

__all__ = ["check_rulings", "read", "reference_files"]

_KINDS = (
    ("packs/*.yaml", "pack"),
    ("sources.yaml", "sources"),
    ("rulings/*.yaml", "rulings"),
    ("glossary.yaml", "glossary"),
    ("decisions.yaml", "decisions"),
    ("changes.yaml", "changes"),
)
_LISTS = {
    "pack": ("suits", "ranks"),
    "sources": ("sources",),
    "rulings": ("rulings",),
    "glossary": ("terms",),
    "decisions": ("sections", "parts", "decisions"),
    "changes": ("editions",),
}


def reference_files(folder: Path) -> Iterator[tuple[Path, str]]:
    """The files of a spec folder that are no rulesets, each with the name of its schema."""
    for pattern, schema in _KINDS:
        for path in sorted(folder.glob(pattern)):
            yield path, schema


def read(path: Path, schema: str, problems: list[SpecError]) -> Document | None:
    """A document that fits its schema; None when it does not, the reasons are added to the problems."""
    try:
        document = load_yaml(path)
        found = collect(document, schema)
    except SpecError as error:
        problems.append(error)
        return None
    for problem in found:
        if problem.place is not None and not problem.snippet:
            problem.snippet = document.snippet(problem.place)
    problems += found
    return None if found else document


def check_unique(document: Document, schema: str) -> Iterator[SpecError]:
    """Entries of a reference file that bear the id of another one; packs not named after their file."""
    for name in _LISTS[schema]:
        key = "code" if schema == "pack" else "path" if name in ("parts", "decisions") else "id"
        seen: dict[str, int] = {}
        for n, entry in enumerate(document.value.get(name, ())):
            if entry[key] in seen:
                other = document.place((name, seen[entry[key]], key))
                yield error_at(document, (name, n, key), f"{entry[key]} is there twice, also at {other}")
            seen.setdefault(entry[key], n)
    if schema == "pack" and document.value["id"] != Path(document.name).stem:
        yield error_at(
            document,
            ("id",),
            f"the id is {document.value['id']!r}, but the file is named {Path(document.name).name}",
        )


def check_rulings(
    files: Iterable[Document],
    citing: Mapping[str, set[str]],
    clauses: Mapping[str, set[str]],
    everywhere: set[str],
) -> Iterator[SpecError]:
    """Rulings that nothing cites, or that name rulesets or clauses that do not exist or do not cite them.

    citing: ruling id -> clauses that cite it (an empty set when only an option does); clauses: ruleset id ->
    ids of all its clauses; everywhere: the ids of all rulesets.
    """
    for document in files:
        for n, ruling in enumerate(document.value["rulings"]):
            name = ruling["id"]
            if everywhere.isdisjoint(ruling["rulesets"]):
                continue  # decided ahead, for a game whose rules are not written yet
            for m, ruleset in enumerate(ruling["rulesets"]):
                if ruleset not in everywhere:
                    yield error_at(document, ("rulings", n, "rulesets", m), f"there is no ruleset {ruleset!r}")
            if name not in citing:
                yield error_at(document, ("rulings", n, "id"), f"no clause and no option cites the ruling {name}")
            known: set[str] = set().union(*(clauses.get(ruleset, set()) for ruleset in ruling["rulesets"]))
            for m, clause in enumerate(ruling["clauses"]):
                if clause not in known:
                    yield error_at(
                        document, ("rulings", n, "clauses", m),
                        f"{' and '.join(ruling['rulesets'])} has no clause {clause!r}",
                    )  # fmt: skip
                elif clause not in citing.get(name, set()):
                    yield error_at(
                        document,
                        ("rulings", n, "clauses", m),
                        f"the clause {clause!r} does not cite the ruling {name}",
                    )


def citations(document: Document) -> Iterator[tuple[str, str | None]]:
    """The rulings that a ruleset cites: ruling id, and the clause that cites it (None for an option)."""
    value: Mapping[str, Any] = document.value
    found: list[tuple[Mapping[str, Any], str | None]] = []
    for section in value.get("sections", ()):
        found += [(clause, clause["id"]) for clause in section.get("clauses", ())]
    choices = [choice for option in value.get("options", ()) for choice in option["choices"]]
    found += [(choice, None) for choice in choices]
    for holder in (value, *choices):
        found += [(entry, entry["clause"]) for entry in holder.get("change", ())]
        found += [(entry["clause"], entry["clause"]["id"]) for entry in holder.get("add", ())]
    for body, clause in found:
        for ruling in body.get("rulings", ()):
            yield ruling, clause
