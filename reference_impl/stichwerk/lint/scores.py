"""Scoring and the end of the match: every award can be given, and the match can end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from stichwerk.errors import SpecError, did_you_mean
from stichwerk.lint.vocabulary import names_read
from stichwerk.resolve import Resolution

__all__ = ["check_match", "check_scoring"]


def check_scoring(resolution: Resolution) -> Iterator[SpecError]:
    """Awards in the order that do not exist, that are not in it, or never reached; winners that nobody names."""
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
    yield from _winner(resolution)


def _winner(resolution: Resolution) -> Iterator[SpecError]:
    """Where something depends on who has won the deal, it is said who has."""
    rules: Mapping[str, Any] = resolution.document["rules"]
    if "winner" in rules["scoring"]:
        return
    expected = "a condition under scoring.winner"
    for name, award in rules["awards"].items():
        for key in ("when", "points", "stakes"):
            if any(read.endswith(".won") for read in names_read(award.get(key, "true"))):
                yield resolution.error(f"awards.{name}.{key}", "it is not said who wins a deal", expected=expected)
    if rules["deal"].get("next_dealer") == "winner":
        yield resolution.error("deal.next_dealer", "it is not said who wins a deal", expected=expected)


def check_match(resolution: Resolution) -> Iterator[SpecError]:
    """A match ends, at a target or after a number of deals, and not before it begins; series that fit their form."""
    match: Mapping[str, Any] = resolution.document["rules"]["match"]
    if ("target" in match) == ("deals" in match):
        both = "target" in match
        yield resolution.error(
            "match.deals" if both else "match",
            "the match has a target and a number of deals" if both else "it is not said when the match ends",
            expected="exactly one of target and deals",
        )
    if "deals" in match and match.get("winner") == "own_game":
        yield resolution.error(
            "match.winner", "a match over a number of deals is won by the highest total", expected="highest"
        )
    if "deals" in match and match.get("tie") == "last_trick":
        yield resolution.error(
            "match.tie", "the last trick decides only between sides that reach a target", expected="play_on or shared"
        )
    if "target" in match:
        yield from _target(resolution, match)
    yield from _series(resolution)


def _target(resolution: Resolution, match: Mapping[str, Any]) -> Iterator[SpecError]:
    """The way from the start to the target."""
    start, target = match.get("start", 0), match["target"]
    if match.get("count") == "down":
        if "start" not in match:
            yield resolution.error(
                "match.count", "it is not said from where it is counted down", expected="match: {start: ...}"
            )
        elif start <= target:
            yield resolution.error(
                "match.start", f"the match would begin at its target {target}", expected=f"more than {target}"
            )
        if match.get("reach") == "exceed":
            yield resolution.error("match.reach", "counting down, the target itself is enough", expected="at_least")
    elif start >= target:
        yield resolution.error(
            "match.start" if start else "match.target",
            f"the match would begin at its target {target}",
            expected=f"less than {target}" if start else "at least 1",
            hint="to count down write count: down",
        )


_SERIES = {"games": "first_to", "lose_at": "marks", "matches": "fixed"}
"""Figures of a series, and the form each belongs to."""


def _series(resolution: Resolution) -> Iterator[SpecError]:
    series: Mapping[str, Any] = resolution.document["rules"].get("series", {})
    for key, form in _SERIES.items():
        if key in series and series["form"] != form:
            yield resolution.error(
                f"series.{key}", f"a series of the form {series['form']} does not ask for it", hint=f"form: {form} does"
            )
