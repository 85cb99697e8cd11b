"""The result of a run as a badge: the small JSON document from which shields.io draws one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stichwerk_conformance.json_text import Json

__all__ = ["badge"]


def badge(document: Mapping[str, Any]) -> dict[str, Json]:
    """The badge for a report: how many of the cases asked passed, green only if the run ended well.

    A part of the suite is named as what it is, so that nobody wears the badge of the whole for it.
    """
    footer, options = document["footer"], document["header"]["options"]
    counts = footer["counts"]
    asked = counts["passed"] + counts["failed"] + counts["known_failure"]
    narrowed = [name for key in ("ruleset", "profile", "clause", "case") for name in options.get(key, ())]
    narrowed += [f"{option}={choice}" for option, choice in options.get("set", {}).items()]
    message = f"{counts['passed']} of {asked}" if asked else "nothing asked"
    if not footer["complete"]:
        message, color = f"{message}, incomplete", "lightgrey"
    elif footer["exit"]:
        color = "red"
    else:
        color = "yellow" if counts["known_failure"] else "brightgreen"
    label = " ".join(["stichwerk", *narrowed[:3]]) + (" ..." if len(narrowed) > 3 else "")
    return {"schemaVersion": 1, "label": label, "message": message, "color": color}
