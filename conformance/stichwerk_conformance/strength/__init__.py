"""How good is the suite? Every leaf of every ruleset is changed, and some case must notice.

`words` finds what the schema says about a leaf, `operators` and `formulas` change it, `settings` lists rulesets, their
choices and the leaves to be changed, `trial` lets a changed ruleset answer the cases, `listing` knows the changes that
are no changes in the game, `measure` does it all in parallel, `tables`, `heatmap` and `command` tell what came of it.
"""

from __future__ import annotations

from stichwerk_conformance.strength.listing import Listing, read_listing
from stichwerk_conformance.strength.measure import Measured, measure
from stichwerk_conformance.strength.operators import DROPPED, Mutation, mutations

__all__ = ["DROPPED", "Listing", "Measured", "Mutation", "measure", "mutations", "read_listing"]
