"""Editions against the rules: whatever changed what is played is told, and nothing else is called substantive."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from stichwerk.editions import Edition, Played, edition
from stichwerk.errors import SpecError, did_you_mean, dotted
from stichwerk.lint.combinations import Explored
from stichwerk.lint.documents import Steps, error_at
from stichwerk.loader import Document

__all__ = ["check_changes"]


@dataclass(frozen=True, slots=True)
class _Step:
    """From one edition (or none) to the next, or to the rules as they stand. path: of the changes that tell of it."""

    path: Steps
    changes: Sequence[Mapping[str, Any]]
    after: Mapping[str, Played]
    before: Edition | None
    older: Steps


def check_changes(document: Document, explored: Iterable[Explored]) -> Iterator[SpecError]:
    """What the editions leave out or claim wrongly. explored: the playable rulesets as they stand."""
    tried = list(explored)
    clauses = {one.ruleset: {name for _, name in one.clauses} for one in tried}
    published = [edition(entry) for entry in document.value["editions"]]
    yield from _order(document, published)
    gone: set[str] = set()
    for step in _steps(document.value, published, {one.ruleset: one.played for one in tried}):
        yield from _told(document, step)
        yield from _named(document, step, clauses, gone)
        gone |= {name for change in step.changes for name in change.get("dropped", ())}


def _steps(value: Mapping[str, Any], published: Sequence[Edition], now: Mapping[str, Played]) -> Iterator[_Step]:
    before: list[Edition | None] = [*published, None]
    yield _Step(("coming",), value.get("coming", ()), now, before[0], ("editions", 0))
    for n, one in enumerate(published):
        changes = value["editions"][n].get("changes", ())
        yield _Step(("editions", n, "changes"), changes, one.rulesets, before[n + 1], ("editions", n + 1))


def _order(document: Document, published: Sequence[Edition]) -> Iterator[SpecError]:
    for n in range(1, len(published)):
        newer, older = published[n - 1], published[n]
        if (newer.date, newer.id) <= (older.date, older.id):
            yield error_at(
                document, ("editions", n, "id"), f"the edition {older.id} stands below {newer.id}, but is not older",
                hint="the newest edition stands first",
            )  # fmt: skip


def _told(document: Document, step: _Step) -> Iterator[SpecError]:
    """Rulesets that are played otherwise need a substantive change, the others must have none."""
    if step.before is None:
        return
    before = step.before.rulesets
    changed = [name for name in {**before, **step.after} if before.get(name) != step.after.get(name)]
    told = {name for change in step.changes if change["kind"] == "substantive" for name in change["rulesets"]}
    for name in changed:
        if name in told:
            continue
        what = "is new since" if name not in before else "is played otherwise than in"
        what = what if name in step.after else "is gone since"
        yield error_at(
            document, (*step.older, "rulesets", name), f"{name} {what} the edition {step.before.id}",
            expected=f"a substantive change that names {name} under {dotted(step.path)}",
            hint="say there what has changed, or undo it",
        )  # fmt: skip
    known = {*before, *step.after}
    for n, change in enumerate(step.changes):
        for m, name in enumerate(change["rulesets"]):
            if name in known and name not in changed and change["kind"] == "substantive":
                yield error_at(
                    document, (*step.path, n, "rulesets", m),
                    f"{name} is played as in the edition {step.before.id}, so the change is not substantive for it",
                    hint="call it a clarification or editorial, or leave the ruleset out",
                )  # fmt: skip


def _named(document: Document, step: _Step, clauses: Mapping[str, set[str]], gone: set[str]) -> Iterator[SpecError]:
    """Rulesets and clauses that are named exist, and what is said to be dropped does not. gone: dropped later."""
    known = {*step.after, *(step.before.rulesets if step.before else ())}
    for n, change in enumerate(step.changes):
        for m, name in enumerate(change["rulesets"]):
            if name not in known:
                hint = did_you_mean(name, known)
                yield error_at(document, (*step.path, n, "rulesets", m), f"there is no ruleset {name!r}", hint=hint)
        there = set[str]().union(*(clauses.get(name, ()) for name in change["rulesets"]))
        for m, name in enumerate(change.get("clauses", ())):
            if name not in there | gone:
                yield error_at(
                    document, (*step.path, n, "clauses", m),
                    f"{' and '.join(change['rulesets'])} has no clause {name!r}",
                    hint=did_you_mean(name, there) or "a clause that is gone stands under 'dropped'",
                )  # fmt: skip
        for m, name in enumerate(change.get("dropped", ())):
            if name in there:
                yield error_at(document, (*step.path, n, "dropped", m), f"the clause {name!r} is still there")
