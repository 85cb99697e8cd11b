"""The conformance suite of the marriage card games: holds any program, in any language, against the spec.

The way of a run through the modules: `cases` are read, `claims` decide which of them are asked, `subject`
puts them to the program over `session`, `process` and `protocol`, or `in_process` to an object of Python;
`compare` and `results` judge the replies, and `report`, `terminal`, `html`, `junit`, `markdown` and `badge` tell
what came of it. `verify` is the command in front of it all.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
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

_HOMES = {
    "cases": ("ASKS", "PROFILE_OF", "Case", "read_cases"),
    "compare": ("Difference", "first_difference"),
    "report": ("read_report",),
    "runner": ("Run", "Selection", "run"),
}


def __getattr__(name: str) -> Any:
    # Every run of pytest imports this package for its plugin: what it does not need must cost it nothing.
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{home}"), name)
    raise AttributeError(f"module {__name__} has no attribute {name}")
