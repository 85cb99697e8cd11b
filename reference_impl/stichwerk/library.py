"""Where rulesets, packs and sources are found and read.

A ruleset lies in a file named after its id, anywhere under one of the library's folders; parents are looked up by id,
never by path.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Any

from .errors import SpecError
from .files import spec_dir
from .loader import Document, load_yaml, parse_yaml

RESERVED = {"packs", "rulings", "sources.yaml", "glossary.yaml", "decisions.yaml", "changes.yaml"}
"""What lies under a spec folder and is no ruleset."""

_BODY = re.compile(rb"^(?:sections|change|drop|add|options|choose):", re.MULTILINE)
_ID = re.compile(r"[a-z][a-z0-9_-]*")


class Library:
    """Folders of rulesets; the first folder that knows an id wins. The spec that ships with the package comes last."""

    def __init__(self, folders: Iterable[Path] = ()) -> None:
        self.shipped = spec_dir()
        self.folders = [*folders, self.shipped]
        self._documents: dict[Path, Document] = {}

    def paths(self) -> dict[str, Path]:
        """Ruleset id -> file, sorted by id."""
        found: dict[str, Path] = {}
        for folder in self.folders:
            for path in sorted(folder.rglob("*.yaml")):
                parts = path.relative_to(folder).parts
                if parts[0] not in RESERVED:
                    found.setdefault(path.stem, path)
        return dict(sorted(found.items()))

    def path(self, ruleset: str) -> Path:
        """The file of a ruleset. SpecError with the nearest names when there is none."""
        paths = self.paths()
        if ruleset not in paths:
            near = get_close_matches(ruleset, paths, n=1, cutoff=0.4)
            if not _ID.fullmatch(ruleset):
                hint = "a ruleset is named by its id, never by a path"
            else:
                hint = f"did you mean {near[0]}?" if near else "'stichwerk rulesets' lists them"
            raise SpecError(f"there is no ruleset {ruleset!r}", hint=hint)
        return paths[ruleset]

    def document(self, ruleset: str) -> Document:
        """The document of a ruleset; one that does not ship with the package is checked against its schema first."""
        return self.read(self.path(ruleset), "ruleset")

    def read(self, path: Path, schema: str) -> Document:
        """A document, read once; checked against the schema unless it ships with the package."""
        if path not in self._documents:
            document = load_yaml(path)
            if not self.trusts(path):
                from .validation import validate  # jsonschema is slow to import and not needed for shipped documents

                validate(document, schema)
            self._documents[path] = document
        return self._documents[path]

    def trusts(self, path: Path) -> bool:
        """Does the file ship with the package, so that it has been checked?"""
        return path.resolve().is_relative_to(self.shipped.resolve())

    def header(self, ruleset: str) -> dict[str, Any]:
        """What stands before the clauses of a ruleset: id, title, family, ... Cheap: the rest is not read."""
        path = self.path(ruleset)
        try:
            data = path.read_bytes()
        except OSError as error:
            raise SpecError(f"{path} cannot be read: {error.strerror}") from None
        body = _BODY.search(data)
        value = parse_yaml(data[: body.start()] if body else data, str(path)).value
        if not isinstance(value, dict):
            raise SpecError("this is no ruleset", expected="a mapping with id, title and sections")
        return value

    def pack(self, name: str) -> dict[str, Any]:
        """A pack of cards by its id."""
        for folder in self.folders:
            path = folder / "packs" / f"{name}.yaml"
            if _ID.fullmatch(name) and path.is_file():
                value: dict[str, Any] = self.read(path, "pack").value
                return value
        raise SpecError(f"there is no pack {name!r}", hint=f"packs: {', '.join(self.packs())}")

    def packs(self) -> list[str]:
        """The ids of all packs."""
        return sorted({path.stem for folder in self.folders for path in (folder / "packs").glob("*.yaml")})

    def sources(self) -> dict[str, dict[str, Any]]:
        """Source id -> source."""
        return self._entries("sources.yaml", "sources")

    def rulings(self) -> dict[str, dict[str, Any]]:
        """Ruling id -> ruling."""
        return self._entries("rulings/*.yaml", "rulings")

    def decisions(self) -> dict[str, Any]:
        """The table of decisions (schema/decisions.schema.json); what the first folder says comes first and wins."""
        found: dict[str, Any] = {}
        for folder in self.folders:
            path = folder / "decisions.yaml"
            if path.is_file():
                found = _beside(found, self.read(path, "decisions").value)
        return found

    def changes(self) -> dict[str, Any]:
        """The editions and what changed (schema/changes.schema.json), of the first folder that keeps count of it."""
        for folder in self.folders:
            path = folder / "changes.yaml"
            if path.is_file():
                value: dict[str, Any] = self.read(path, "changes").value
                return value
        return {}

    def _entries(self, pattern: str, name: str) -> dict[str, dict[str, Any]]:
        found: dict[str, dict[str, Any]] = {}
        for folder in reversed(self.folders):
            for path in sorted(folder.glob(pattern)):
                found |= {entry["id"]: entry for entry in self.read(path, name).value[name]}
        return found


def _beside(ours: dict[str, Any], theirs: dict[str, Any]) -> dict[str, Any]:
    """Two tables as one: lists one after the other, mappings merged key by key; where both speak, ours wins."""
    merged = dict(theirs)
    for key, value in ours.items():
        other = theirs.get(key)
        if isinstance(value, list) and isinstance(other, list):
            merged[key] = value + [entry for entry in other if entry not in value]
        elif isinstance(value, dict) and isinstance(other, dict):
            merged[key] = _beside(value, other)
        else:
            merged[key] = value
    return merged


@lru_cache(maxsize=1)
def shipped() -> Library:
    """The rulesets that ship with the package."""
    return Library()
