"""Patches: what documents and chosen options change, drop and add, by clause id."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from .choosing import Declared, near, options_hint
from .lineage import Clause, Origin, put
from .loader import Document


@dataclass(frozen=True, slots=True)
class Patch:
    """One entry of `change`, `drop` or `add`."""

    kind: str
    entry: Mapping[str, Any]
    origin: Origin


def patches_of(chain: list[Document], declared: Declared, chosen: Mapping[str, str]) -> Iterator[Patch]:
    """Every patch that the documents and the chosen options bring, those of documents first."""
    for level, document in enumerate(chain):
        yield from _entries(Origin(document, (), document.value["id"], level), document.value)
    for name, (option, origin) in declared.items():
        for n, choice in enumerate(option["choices"]):
            if choice["id"] == chosen[name]:
                below = Origin(origin.document, (*origin.path, "choices", n), origin.owner, origin.level, option=True)
                yield from _entries(below, choice)


def _entries(origin: Origin, holder: Mapping[str, Any]) -> Iterator[Patch]:
    for kind in ("change", "drop", "add"):
        for n, entry in enumerate(holder.get(kind, ())):
            path = (*origin.path, kind, n)
            yield Patch(kind, entry, Origin(origin.document, path, origin.owner, origin.level, origin.option))


def apply_patches(
    patches: list[Patch],
    sections: Mapping[str, Any],
    clauses: dict[str, Clause],
    chosen: Mapping[str, str],
) -> None:
    """Patch the clauses. SpecError when two active patches claim one clause, or name one that does not exist."""
    active = [patch for patch in patches if _holds(patch, chosen)]
    for patch in active:
        if patch.kind == "add":
            _add(patch, sections, clauses)
    last: dict[str, Patch] = {}
    dropped = []
    for patch in active:
        if patch.kind == "add":
            continue
        name = patch.entry["clause"]
        if name not in clauses:
            raise patch.origin.error(
                f"there is no clause {name!r} to {patch.kind}",
                hint=near(name, clauses, "a patch names a clause of this ruleset or its parents"),
                path=("clause",),
            )
        if name in last:
            _allow(patch, last[name])
        last[name] = patch
        clause = clauses[name]
        if patch.kind == "drop":
            dropped.append(name)
            continue
        clause.body |= {key: value for key, value in patch.entry.items() if key not in ("clause", "if", "over")}
        clause.patched.append(patch.origin)
    for name in dropped:
        if last[name].kind == "drop":
            clauses.pop(name, None)


def _holds(patch: Patch, chosen: Mapping[str, str]) -> bool:
    for option, choices in patch.entry.get("if", {}).items():
        if option not in chosen:
            raise patch.origin.error(
                f"there is no option {option!r}", hint=options_hint(option, chosen), path=("if", option)
            )
        if chosen[option] not in choices:
            return False
    return True


def _add(patch: Patch, sections: Mapping[str, Any], clauses: dict[str, Clause]) -> None:
    entry = patch.entry
    if entry["section"] not in sections:
        raise patch.origin.error(
            f"there is no section {entry['section']!r}", hint=f"sections: {', '.join(sections)}", path=("section",)
        )
    below = Origin(
        patch.origin.document,
        (*patch.origin.path, "clause"),
        patch.origin.owner,
        patch.origin.level,
        patch.origin.option,
    )
    clause = put(clauses, entry["section"], entry["clause"], below)
    if after := entry.get("after"):
        if after not in clauses:
            raise patch.origin.error(f"there is no clause {after!r}", hint=near(after, clauses, ""), path=("after",))
        if clauses[after].section != clause.section:
            raise patch.origin.error(
                f"the clause {after!r} stands in the section {clauses[after].section!r}",
                hint="a clause is added behind another of its section",
                path=("after",),
            )
        names = list(clauses)
        names.remove(clause.id)
        names.insert(names.index(after) + 1, clause.id)
        reordered = {name: clauses[name] for name in names}
        clauses.clear()
        clauses.update(reordered)


def _allow(patch: Patch, before: Patch) -> None:
    """Two patches of one clause: the later must say that it goes over the earlier, or be an option of that file."""
    later, earlier = patch.origin, before.origin
    natural = later.option and not earlier.option and later.level >= earlier.level
    if natural or earlier.owner in patch.entry.get("over", ()):
        return
    if later.owner in before.entry.get("over", ()):
        raise later.error(
            f"{earlier.owner} already goes over this patch of {patch.entry['clause']!r}",
            hint="declare 'over' on the patch that comes later in the chain",
        )

    def sources(p: Patch) -> str:
        named = ", ".join(f"{s['id']} {s['at']}" for s in p.entry.get("sources", ()))
        return f" ({named})" if named else ""

    raise later.error(
        f"two patches change the clause {patch.entry['clause']!r}: {earlier.owner} at {earlier.place}{sources(before)}"
        f" and {later.owner} at {later.place}{sources(patch)}",
        hint=f"if this one is meant to win, give it 'over: [{earlier.owner}]'; or let 'if' keep them apart",
    )
