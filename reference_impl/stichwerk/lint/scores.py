"""Scoring and the end of the match: every award can be given, and the match can end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from stichwerk.errors import SpecError, did_you_mean
from stichwerk.resolve import Resolution

__all__ = ["check_match", "check_scoring"]


def check_scoring(resolution: Resolution) -> Iterator[SpecError]:
    """Awards that are in the order but do not exist, exist but are not in it, or can never be reached."""
    rules: Mapping[str, Any] = resolution.document["rules"]
    awards, order = rules["awards"], rules["scoring"]["awards"]
    final = None
    for n, name in enumerate(order):
        leaf = f"scoring.awards.{n}"
        if name not in awards:
            yield resolution.error(leaf, f"there is no award {name!r}", hint=did_you_mean(name, awards))
            continue
        when = awards[name]["when"].strip()
        if final is not None:
            yield resolution.error(
                leaf,
                f"the award {name!r} is never reached: {final!r} before it always applies",
                hint=f"put {final} last",
            )
        elif when == "true":
            final = name
        if when == "false":
            yield resolution.error(f"awards.{name}.when", f"the award {name!r} never applies", hint="remove it")
    for name in awards:
        if name not in order:
            yield resolution.error(
                f"awards.{name}", f"the award {name!r} is never given", expected=f"{name} in scoring.awards",
            )  # fmt: skip


def check_match(resolution: Resolution) -> Iterator[SpecError]:
    """A match ends at a target or after a number of deals: at exactly one of them."""
    match: Mapping[str, Any] = resolution.document["rules"]["match"]
    if ("target" in match) == ("deals" in match):
        both = "target" in match
        yield resolution.error(
            "match.deals" if both else "match",
            "the match has a target and a number of deals" if both else "it is not said when the match ends",
            expected="exactly one of target and deals",
        )
    if "deals" in match and match["winner"] == "own_game":
        yield resolution.error(
            "match.winner", "a match over a number of deals is won by the highest total", expected="highest"
        )
