"""A ruleset and its parents as they are written: documents, clauses, and the place of each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .errors import Place, SpecError
from .library import Library
from .loader import Document

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Origin:
    """Where something stands: the document, the path in it, and the ruleset or option that declares it."""

    document: Document
    path: Path
    owner: str
    level: int
    option: bool = False

    @property
    def place(self) -> Place:
        """file:line:column."""
        return self.document.place(self.path)

    def error(self, message: str, *, hint: str = "", path: Path = ()) -> SpecError:
        """An error at this place, or below it."""
        place = self.document.place(self.path + path)
        name = ".".join(map(str, self.path + path))
        return SpecError(message, place=place, path=name, hint=hint, snippet=self.document.snippet(place))


@dataclass(slots=True)
class Clause:
    """A clause while it is being put together."""

    id: str
    section: str
    body: dict[str, Any]
    origin: Origin
    patched: list[Origin] = field(default_factory=list)

    @property
    def text_origin(self) -> Origin:
        """Where its text stands: in the last patch that brought one, or in the clause itself."""
        return self._bringer("text")

    @property
    def rule_origin(self) -> Origin:
        """Where its rule stands: in the last patch that brought one, or in the clause itself."""
        return self._bringer("rule")

    def _bringer(self, key: str) -> Origin:
        bringers = (patch for patch in reversed(self.patched) if key in at(patch.document.value, patch.path))
        return next(bringers, self.origin)


def at(value: Any, path: Path) -> Any:
    """The part of a document at a path. KeyError or IndexError when it is not there."""
    found = value
    for part in path:
        found = found[part]
    return found


def chain_of(ruleset: str, library: Library) -> list[Document]:
    """The documents from the oldest parent to the ruleset itself."""
    chain: list[Document] = []
    seen: list[str] = []
    name, asked = ruleset, None
    while name:
        try:
            document = library.document(name)
        except SpecError as error:
            if asked is None or error.place is not None:
                raise
            raise Origin(asked, ("extends",), seen[-1], 0).error(error.message, hint=error.hint) from None
        if document.value["id"] != name:
            place = document.place(("id",))
            raise SpecError(
                f"the id is {document.value['id']!r}, but the file is named after {name!r}",
                place=place, path="id", hint="a ruleset lies in a file with its id as name",
            )  # fmt: skip
        seen.append(name)
        chain.insert(0, document)
        name, asked = document.value.get("extends", ""), document
        if name in seen:
            circle = " -> ".join([*seen[seen.index(name) :], name])
            raise Origin(document, ("extends",), seen[-1], 0).error(
                f"the parents go round in a circle: {circle}",
                hint="a ruleset may extend only one that does not lead back",
            )
    return chain


def collect(chain: list[Document]) -> tuple[dict[str, dict[str, Any]], dict[str, Clause]]:
    """Sections in their order, and all clauses by id."""
    order: list[str] = []
    titles: dict[str, dict[str, Any]] = {}
    clauses: dict[str, Clause] = {}
    for level, document in enumerate(chain):
        owner = document.value["id"]
        position = 0
        for n, section in enumerate(document.value.get("sections", ())):
            name = section["id"]
            origin = Origin(document, ("sections", n), owner, level)
            if name in order:
                position = order.index(name) + 1
            else:
                order.insert(position, name)
                position += 1
            if "title" in section:
                titles.setdefault(name, {"id": name, "title": section["title"]})
            elif name not in titles:
                raise origin.error(f"the new section {name!r} has no title")
            for m, body in enumerate(section.get("clauses", ())):
                put(clauses, name, body, Origin(document, ("sections", n, "clauses", m), owner, level))
    return {name: titles[name] for name in order}, clauses


def put(clauses: dict[str, Clause], section: str, body: Mapping[str, Any], origin: Origin) -> Clause:
    """Take a new clause in; SpecError when its id is taken."""
    name = body["id"]
    if name in clauses:
        raise origin.error(
            f"the clause {name!r} exists already, at {clauses[name].origin.place}",
            hint="patch it with 'change', or give the new clause another id",
            path=("id",),
        )
    clauses[name] = Clause(name, section, dict(body), origin)
    return clauses[name]
