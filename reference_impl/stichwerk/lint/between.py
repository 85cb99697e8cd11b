"""Between the cards: announcements and actions can be made at their moments, and nothing goes on for ever."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from stichwerk.errors import SpecError
from stichwerk.lint.vocabulary import names_read
from stichwerk.resolve import Resolution

__all__ = ["check_between"]

_LEADING = ("on_lead", "trick_won", "before_draw", "first_lead")
"""The windows that are open only for a player who leads next."""

_CLOSING = (*_LEADING, "trick_won_side")
"""The windows in which no trick is running and somebody still holds cards."""

_SCORE = ("side.points", "side.card_points", "side.trick_points", "side.announced", "side.melds", "seat.card_points")
"""What would tell a player how a claim stands."""


def check_between(resolution: Resolution) -> Iterator[SpecError]:
    """Windows that never open, announcements without end, actions without what they need."""
    rules: Mapping[str, Any] = resolution.document["rules"]
    entries = [
        (f"{section}.{name}", entry, entry.get("act", "announce"))
        for section in ("announcements", "actions")
        for name, entry in rules.get(section, {}).items()
    ]
    for leaf, entry, act in entries:
        yield from _windows(resolution, leaf, entry, act)
    for leaf, entry, act in entries:
        if act == "announce":
            yield from _announcement(resolution, leaf, entry)
        elif act == "exchange":
            yield from _exchange(resolution, leaf)
        elif act == "close":
            yield from _close(resolution, leaf, entry)
        else:
            yield from _claim(resolution, leaf, entry)
    yield from _alike(resolution)


def _windows(resolution: Resolution, leaf: str, entry: Mapping[str, Any], act: str) -> Iterator[SpecError]:
    """Windows that nothing ever opens, or in which this cannot be done."""
    rules: Mapping[str, Any] = resolution.document["rules"]
    asked = any(stage.get("drawing") == "asked" for stage in rules["stages"].values())
    closed = any(action["act"] == "close" for action in rules.get("actions", {}).values())
    for n, window in enumerate(entry["window"]):
        at = f"{leaf}.window.{n}"
        if window == "before_draw" and not asked:
            yield resolution.error(
                at, "cards are drawn at once, so nothing comes before the draw", expected="drawing: asked in a stage",
                hint="after the draw it is trick_won",
            )  # fmt: skip
        elif window == "at_close" and not closed:
            yield resolution.error(at, "the stock is never closed", expected="an action with act: close")
        elif window == "last_trick" and act != "claim":
            yield resolution.error(at, "after the last trick nobody holds cards any more", hint="only a claim is left")
        elif act == "close" and window not in _CLOSING:
            yield resolution.error(
                at, "the stock is closed before a card is led", expected=f"one of {', '.join(_CLOSING)}"
            )
        elif entry.get("lead") == "one_of_them" and window not in _LEADING:
            yield resolution.error(
                at,
                "who announces here does not lead next, but one of the cards must be led",
                expected=f"one of {', '.join(_LEADING)}",
                hint="or lead: free",
            )


def _announcement(resolution: Resolution, leaf: str, entry: Mapping[str, Any]) -> Iterator[SpecError]:
    if "once" not in entry and "per_turn" not in entry:
        yield resolution.error(
            leaf, "it could be announced again and again", expected="once: suit, once: deal or a number per_turn"
        )
    if entry["cards"].get("suit") == "trump" and isinstance(entry["value"], Mapping):
        yield resolution.error(
            f"{leaf}.value", "it is always of the trump suit, so it has one value", expected="an integer"
        )


def _exchange(resolution: Resolution, leaf: str) -> Iterator[SpecError]:
    copies: int = resolution.document["rules"]["deck"]["copies"]
    if copies > 1:
        yield resolution.error(
            f"{leaf}.act",
            f"with each card {copies} times in the deck a card could be exchanged for its twin again and again",
            hint="an exchange needs a deck with each card once",
        )


def _close(resolution: Resolution, leaf: str, entry: Mapping[str, Any]) -> Iterator[SpecError]:
    rules: Mapping[str, Any] = resolution.document["rules"]
    if not any("draw" in stage for stage in rules["stages"].values()):
        yield resolution.error(f"{leaf}.act", "nothing is drawn, so there is nothing to close", hint="remove it")
    if "closed" not in names_read(entry.get("when", "true")):
        yield resolution.error(
            leaf, "a closed stock could be closed again", expected='a condition such as when: "!closed && stock > 0"'
        )


def _claim(resolution: Resolution, leaf: str, entry: Mapping[str, Any]) -> Iterator[SpecError]:
    if seen := [name for name in _SCORE if name in names_read(entry.get("when", "true"))]:
        yield resolution.error(
            f"{leaf}.when",
            f"a claim is offered by the moment, never by the score, but this reads {seen[0]}",
            hint="what makes it right stands in true_if",
        )
    rules: Mapping[str, Any] = resolution.document["rules"]
    texts = [rules["scoring"].get("winner", "false")]
    texts += [text for award in rules["awards"].values() for text in (award["when"], award["points"])]
    texts += [text for each in rules.get("contracts", {}).values() for text in each.get("success", {}).values()]
    read = {name.rpartition(".")[2] for text in texts for name in names_read(text)}
    if not read & {"claimed", "claim_true", "claimer"}:
        yield resolution.error(
            leaf, "nothing follows from a claim", expected="an award or scoring.winner that reads claimed or claim_true"
        )


def _alike(resolution: Resolution) -> Iterator[SpecError]:
    """Several actions of one kind are the same action at several moments."""
    rules: Mapping[str, Any] = resolution.document["rules"]
    first: dict[str, tuple[str, Mapping[str, Any]]] = {}
    for name, action in rules.get("actions", {}).items():
        other, before = first.setdefault(action["act"], (name, action))
        for key in ("give", "true_if"):
            if action.get(key) != before.get(key):
                yield resolution.error(
                    f"actions.{name}.{key}",
                    f"{other!r} is of the same kind, {action['act']}, and says something else",
                    hint="two actions of one kind differ only in their moments",
                )
