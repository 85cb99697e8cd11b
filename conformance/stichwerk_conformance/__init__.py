"""The conformance suite of the marriage card games: holds any program, in any language, against the spec.

The way of a run through the modules: `cases` are read, `claims` decide which of them are asked, `subject`
puts them to the program over `session`, `process` and `protocol`, `compare` and `results` judge the replies,
and `report` and `terminal` tell what came of it. `verify` is the command in front of it all.
"""

from __future__ import annotations

from stichwerk_conformance.cases import ASKS, PROFILE_OF, Case, read_cases
from stichwerk_conformance.compare import Difference, first_difference
from stichwerk_conformance.report import read_report
from stichwerk_conformance.runner import Run, Selection, run

__all__ = [
    "ASKS",
    "PROFILE_OF",
    "Case",
    "Difference",
    "Run",
    "Selection",
    "first_difference",
    "read_cases",
    "read_report",
    "run",
]
