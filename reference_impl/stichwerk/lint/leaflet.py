"""The leaflet for the table: where sentences are marked for it, it says something about each part of a deal."""

from __future__ import annotations

from collections.abc import Iterator

from stichwerk.errors import SpecError
from stichwerk.resolve import Resolution

__all__ = ["check_leaflet"]

_PARTS = {"the deal": ("deal.packets",), "the play of the tricks": ("duties.", "stages."), "the scoring": ("awards.",)}
"""What nobody can play without -> the parts of the rules by whose clauses its chapters are known."""


def check_leaflet(resolution: Resolution) -> Iterator[SpecError]:
    """Parts of a deal that the leaflet passes over. A ruleset without any mark has no leaflet, which is no mistake."""
    clauses = resolution.clauses
    marked = {clause.section for clause in clauses.values() if clause.body.get("leaflet")}
    if not marked:
        return
    provenance = resolution.document["provenance"]
    for part, leaves in _PARTS.items():
        setting = [clauses[name] for leaf, name in provenance.items() if leaf.startswith(leaves)]
        if setting and not marked & {clause.section for clause in setting}:
            yield setting[0].origin.error(
                f"the leaflet says nothing about {part}",
                hint="give a clause of this chapter 'leaflet: true'",
                path=("id",),
            )
