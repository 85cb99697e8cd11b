"""The steps of a deal: all that are needed, in an order that makes sense, each with its part of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from stichwerk.errors import SpecError, did_you_mean
from stichwerk.resolve import Resolution

__all__ = ["check_steps", "check_tricks"]

_PART = {
    "cut": "deal.cut", "auction": "auction", "widow": "widow", "call": "call", "trump": "trump",
    "discard": "discard",
}  # fmt: skip
"""The part of the rules that a step carries out: neither makes sense without the other."""

_NEEDS = (
    ("contract", "contracts"),
    ("meld_declarer", "melds"), ("meld_declarer", "melding"),
    ("meld_others", "melds"), ("meld_others", "melding"),
)  # fmt: skip
"""The parts of the rules that a step needs, but that may also stand without it."""

_DECLARER = ("widow", "call", "contract", "trump", "meld_declarer", "discard")
"""The steps in which the declarer acts."""

_BEFORE = {
    "cut": ("deal",),
    "deal": (
        "auction", "widow", "call", "contract", "trump", "meld_declarer", "discard", "meld_others",
        "tricks", "score",
    ),
    "auction": (
        "widow", "call", "contract", "trump", "meld_declarer", "discard", "meld_others", "tricks", "score",
    ),
    "widow": ("call", "contract", "meld_declarer", "discard", "tricks", "score"),
    "call": ("contract", "meld_declarer", "discard", "tricks", "score"),
    "contract": ("meld_declarer", "meld_others", "tricks", "score"),
    "trump": ("meld_declarer", "meld_others", "tricks", "score"),
    "meld_declarer": ("tricks", "score"),
    "discard": ("tricks", "score"),
    "meld_others": ("tricks", "score"),
    "tricks": ("score",),
}  # fmt: skip
"""What each step must come before, because the later one needs what the earlier one settles."""


def check_steps(resolution: Resolution) -> Iterator[SpecError]:
    """Steps that are missing, out of order or without rules, rules without their step, useless contracts."""
    rules: Mapping[str, Any] = resolution.document["rules"]
    flow: list[str] = rules["flow"]
    needed = ["deal", "tricks", "score"] + (["contract"] if len(rules.get("contracts", ())) > 1 else [])
    for step in needed:
        if step not in flow:
            why = "there are several contracts" if step == "contract" else "no deal can do without it"
            yield resolution.error("flow", f"the step {step!r} is missing: {why}")
    for n, step in enumerate(flow):
        if late := [other for other in flow[:n] if other in _BEFORE.get(step, ())]:
            yield resolution.error(
                f"flow.{n}", f"the step {step!r} comes too late", expected=f"{step} before {late[0]}"
            )
    for step, part in (*_PART.items(), *_NEEDS):
        has = _has(rules, part)
        if step in flow and not has:
            yield resolution.error(f"flow.{flow.index(step)}", f"the step {step!r} needs rules under {part!r}")
        elif has and step not in flow and step in _PART and not (step == "trump" and _turned(rules)):
            yield resolution.error(
                part,
                f"these rules are never used: the flow has no step {step!r}",
                hint="add the step, or drop the clause",
            )
    if "melds" in rules and not {"meld_declarer", "meld_others"} & {*flow}:
        yield resolution.error("melds", "these melds are never shown: the flow has no step for melding")
    if "trump" in flow and _turned(rules):
        yield resolution.error(
            f"flow.{flow.index('trump')}", "the turn-up names the trump, nobody is asked", hint="remove the step"
        )
    yield from _declarer(resolution, flow)
    yield from _widow(resolution, flow)
    yield from _contracts(resolution, flow)


def _turned(rules: Mapping[str, Any]) -> bool:
    """Does the turn-up name the trump?"""
    return bool(rules.get("trump", {}).get("named_by") == "turn_up")


def _declarer(resolution: Resolution, flow: list[str]) -> Iterator[SpecError]:
    """Without an auction nobody is declarer, and nothing is left to a declarer; bids that nobody can make."""
    rules: Mapping[str, Any] = resolution.document["rules"]
    if "auction" in flow:
        auction = rules.get("auction", {})
        highest = auction.get("highest")
        if highest is not None and (highest < auction["opening"] or (highest - auction["opening"]) % auction["step"]):
            yield resolution.error(
                "auction.highest",
                f"nobody can bid {highest}",
                expected=f"{auction['opening']}, or {auction['step']} more or a multiple of it",
            )
        return
    none = "there is no auction, so nobody is declarer"
    for n, step in enumerate(flow):
        if step in _DECLARER and not (step == "trump" and _turned(rules)):
            yield resolution.error(f"flow.{n}", f"the step {step!r} is the declarer's: {none}", hint="add 'auction'")
    if "contracts" in rules:
        yield resolution.error("contracts", f"nobody undertakes a contract: {none}", hint="drop the clause")
    if rules["tricks"]["first_lead"] == "declarer":
        yield resolution.error("tricks.first_lead", none, expected="eldest")
    if rules["match"].get("winner") == "own_game":
        yield resolution.error("match.winner", f"nobody has a game of their own: {none}", expected="highest")
    for section in ("announcements", "actions"):
        for name, entry in rules.get(section, {}).items():
            if entry.get("declarer_only"):
                yield resolution.error(f"{section}.{name}.declarer_only", none, hint="remove it")


def _has(rules: Mapping[str, Any], part: str) -> bool:
    section, _, key = part.partition(".")
    return section in rules and (not key or key in rules[section])


def _widow(resolution: Resolution, flow: list[str]) -> Iterator[SpecError]:
    """The widow is dealt, taken and discarded for; nobody keeps too many cards."""
    rules: Mapping[str, Any] = resolution.document["rules"]
    dealt = any("widow" in packet for packet in rules["deal"]["packets"])
    if "widow" in flow and not dealt:
        yield resolution.error(
            "deal.packets",
            "there is a step 'widow', but no packet goes to the widow",
            expected="a packet such as {widow: 4}",
        )
    if "discard" in flow and "widow" not in flow:
        yield resolution.error("flow", "there is a step 'discard', but nothing is taken from a widow")
    if "widow" in flow and "discard" not in flow:
        yield resolution.error("flow", "the declarer takes the widow and has no step 'discard' to put cards away")
    if "misdiscard" in rules.get("irregularities", {}) and "discard" not in flow:
        yield resolution.error("irregularities.misdiscard", "nothing is discarded, so nothing can be discarded wrongly")
    late = "discard" in flow and "trump" in flow and flow.index("discard") < flow.index("trump")
    if late and rules.get("discard", {}).get("trumps", "any") != "any":
        yield resolution.error(
            "discard.trumps",
            "the trump suit is not known yet when cards are discarded",
            expected="any, or trump before discard",
        )


def _contracts(resolution: Resolution, flow: list[str]) -> Iterator[SpecError]:
    rules: Mapping[str, Any] = resolution.document["rules"]
    contracts: Mapping[str, Mapping[str, Any]] = rules.get("contracts", {})
    before = [name for name, entry in contracts.items() if entry.get("window") == "before_widow"]
    if before and len(before) == len(contracts):
        yield resolution.error(
            "contracts", "no contract is left once the widow is taken", hint="give one the window after_widow"
        )
    for name in before:
        if "widow" not in flow:
            yield resolution.error(f"contracts.{name}.window", "there is no widow, so nothing comes before it")
    for name, entry in contracts.items():
        played = entry.get("played", True)
        if played and not entry.get("discard", True) and "widow" in flow and name not in before:
            yield resolution.error(
                f"contracts.{name}.discard",
                "the declarer would hold more cards than the others",
                expected="discard: true",
                hint="a contract without discarding is announced before_widow, or not played out",
            )  # fmt: skip
        if not entry.get("trump", True) and _turned(rules):
            yield resolution.error(
                f"contracts.{name}.trump", "the turn-up names a trump in every deal", expected="true"
            )
        if not played and "success" in entry:
            yield resolution.error(
                f"contracts.{name}.success", "a contract that is not played out is never put to the test"
            )
        if entry.get("worth") == "goal" and "target" not in rules["match"]:
            yield resolution.error(
                f"contracts.{name}.worth",
                "the match has no target",
                expected="a number",
                hint="goal is the target of the match",
            )


def check_tricks(resolution: Resolution) -> Iterator[SpecError]:
    """Stages and duties that are named but do not exist, or exist and are never used; stages that never end."""
    rules: Mapping[str, Any] = resolution.document["rules"]
    stages, duties = rules["stages"], rules.get("duties", {})
    named = [(f"tricks.stages.{n}", name) for n, name in enumerate(rules["tricks"]["stages"])]
    yield from _names(resolution, named, "stages", "stage")
    used = [
        (f"stages.{stage}.duties.{n}", name)
        for stage, entry in stages.items()
        for n, name in enumerate(entry["duties"])
    ]
    yield from _names(resolution, used, "duties", "duty")
    for name, duty in duties.items():
        if duty["narrow"] == "beat" and "what" not in duty:
            yield resolution.error(f"duties.{name}", "it is not said what is to be beaten", expected="what: winner")
        if duty["narrow"] != "beat" and "what" in duty:
            yield resolution.error(
                f"duties.{name}.what", f"the duty {duty['narrow']!r} beats nothing", hint="remove it"
            )
        if duty["narrow"] != "trump" and "winning" in duty:
            yield resolution.error(
                f"duties.{name}.winning", f"the duty {duty['narrow']!r} is not about trumps", hint="remove it"
            )
    yield from _stages(resolution)


def _stages(resolution: Resolution) -> Iterator[SpecError]:
    """Every stage but the last comes to an end, and something makes it end."""
    rules: Mapping[str, Any] = resolution.document["rules"]
    stages: Mapping[str, Any] = rules["stages"]
    order: list[str] = rules["tricks"]["stages"]
    if not {*order} <= {*stages}:
        return
    for name in order[:-1]:
        if "until" not in stages[name]:
            yield resolution.error(
                f"stages.{name}",
                f"it is not said when the stage {name!r} ends, so no other follows",
                expected='a condition such as until: "!turn_up"',
            )
    if "until" in stages[order[-1]]:
        yield resolution.error(
            f"stages.{order[-1]}.until", "the last stage ends with the deal", hint="remove it, or add another stage"
        )
    for name in order:
        if "drawing" in stages[name] and "draw" not in stages[name]:
            yield resolution.error(
                f"stages.{name}.drawing", "nothing is drawn in this stage", expected="draw: winner_first beside it"
            )
    changing = any("draw" in stages[name] for name in order)
    changing |= any(action["act"] == "close" for action in rules.get("actions", {}).values())
    if len(order) > 1 and not changing:
        yield resolution.error(
            "tricks.stages",
            "nothing is drawn and nothing is closed, so no stage ever ends",
            expected="one stage",
            hint="or a stage with draw: winner_first",
        )


def _names(resolution: Resolution, named: list[tuple[str, str]], section: str, word: str) -> Iterator[SpecError]:
    known: Mapping[str, Any] = resolution.document["rules"].get(section, {})
    for leaf, name in named:
        if name not in known:
            yield resolution.error(leaf, f"there is no {word} {name!r}", hint=did_you_mean(name, known))
    names = {name for _, name in named}
    for name in known:
        if name not in names:
            yield resolution.error(
                f"{section}.{name}", f"the {word} {name!r} is never used", hint="name it, or remove it"
            )
