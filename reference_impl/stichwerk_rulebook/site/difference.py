"""What a variant changes in the ruleset it extends: clauses that are new, gone, or not the same."""

from __future__ import annotations

from dataclasses import dataclass

from stichwerk_rulebook.book import Book, Clause

__all__ = ["Difference", "differences", "differs"]


@dataclass(frozen=True, slots=True)
class Difference:
    """A clause of one of two books that the other has not, or has otherwise; None where there is none."""

    there: Clause | None
    here: Clause | None


def differences(parent: Book, variant: Book) -> list[Difference]:
    """The clauses that are not the same, those of the variant in its order, then those that are gone."""
    theirs = {clause.id: clause for clause in parent.clauses}
    ours = {clause.id: clause for clause in variant.clauses}
    changed = [
        Difference(theirs.get(name), clause)
        for name, clause in ours.items()
        if name not in theirs or differs(theirs[name], clause)
    ]
    return changed + [Difference(clause, None) for name, clause in theirs.items() if name not in ours]


def differs(one: Clause, other: Clause) -> bool:
    """Does a clause say something else in two books? Numbers, sources and rulings do not count."""
    return (one.title, one.text, one.rule) != (other.title, other.text, other.rule)
