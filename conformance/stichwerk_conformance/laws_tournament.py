"""The laws of a tournament that need no expected values: of a program's own plans, and of its own figures on lists.

As with deals the reference takes no part: a plan is judged by the numbers in the rules, and a list that the program has
reckoned itself must be right to it, and no longer so with another figure in it.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from stichwerk.loading import load
from stichwerk.resolve import resolve_ruleset
from stichwerk_conformance.json_text import Json, compact
from stichwerk_conformance.laws_course import BrokenError, Violation, answered
from stichwerk_conformance.live import Ask, Live
from stichwerk_conformance.live_tournament import MOST_PLAYERS, drawn_list
from stichwerk_conformance.live_tournament import filled as filled_in

__all__ = ["SENTENCES", "of_a_tournament"]

SENTENCES = {
    "seating": "a plan seats everybody once a round, with as few tables of the other size as possible, taken in turn",
    "lists": "a list with the program's own figures is right, and another figure in it is found",
}
"""The laws of this module by name."""

Options = Mapping[str, str]


def of_a_tournament(live: Live, ruleset: str, options: Options, rng: Random) -> Iterator[Violation]:
    """Whatever of these laws a program breaks in one plan and one list; nothing where the rules have no tournament."""
    rules = resolve_ruleset(ruleset, options)["rules"]
    if "tournament" not in rules or "tournament" not in live.claims.profiles:
        return
    for law in (_plan, _list):
        try:
            yield from law(live, ruleset, options, rules, rng)
        except BrokenError as error:
            yield error.violation


def _plan(live: Live, ruleset: str, options: Options, rules: Mapping[str, Any], rng: Random) -> Iterator[Violation]:
    players = rng.choice([3, 4, *range(6, MOST_PLAYERS + 1)])
    question = Ask("plan", ruleset, options, {"players": players})
    answer = answered(live, question, "seating")
    rounds: Any = answer.get("rounds") if isinstance(answer, Mapping) else None
    try:
        tables = [[list(seat["players"]) for seat in seats] for seats in rounds]
    except (TypeError, KeyError):
        yield Violation("seating", f"there is no plan for {players} players", question, answer)
        return
    for fault in _faults(players, tables, rules["tournament"]):
        yield Violation("seating", fault, question, answer)
        return
    judged = Ask("seating", ruleset, options, {"players": players, "rounds": rounds})
    verdict = answered(live, judged, "seating")
    met = Counter(pair for seats in tables for seat in seats for pair in itertools.combinations(sorted(seat), 2))
    expected: dict[str, Json] = {"broken": [], "repeats": sum(count - 1 for count in met.values())}
    if not isinstance(verdict, Mapping) or any(verdict.get(key) != value for key, value in expected.items()):
        yield Violation("seating", f"of its own plan it says {compact(verdict, 200)}", judged, verdict, expected)


def _faults(players: int, rounds: Sequence[Sequence[Sequence[int]]], rules: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong with a plan."""
    preferred, other = rules["tables"]["preferred"], rules["tables"].get("also")
    if len(rounds) != rules["rounds"]:
        yield f"there are {len(rounds)} rounds, not {rules['rounds']}"
    times = dict.fromkeys(range(1, players + 1), 0)
    for number, seats in enumerate(rounds, start=1):
        if sorted(itertools.chain.from_iterable(seats)) != list(range(1, players + 1)):
            yield f"in round {number} not everybody sits at exactly one table"
            return
        sizes = Counter(map(len, seats))
        if not sizes.keys() <= {preferred, other} or sizes[other] >= preferred:
            yield f"in round {number} the tables have the sizes {compact(sorted(sizes.elements()))}"
        for player in itertools.chain.from_iterable(seat for seat in seats if len(seat) != preferred):
            times[player] += 1
        if rules["seating"] == "plan" and max(times.values()) - min(times.values()) > 1:
            yield f"after round {number} some have sat at a table of {other} twice before others have once"


def _list(live: Live, ruleset: str, options: Options, _rules: Mapping[str, Any], rng: Random) -> Iterator[Violation]:
    sheet = drawn_list(load(ruleset, options), rng)
    empty = Ask("check_list", ruleset, options, sheet)
    answer = answered(live, empty, "lists")
    try:
        filled = filled_in(sheet, answer["results"])  # type: ignore[index, call-overload]
    except (KeyError, TypeError, ValueError):
        yield Violation(
            "lists", f"of a list that can be it says {compact(answer, 200)}", empty, answer, {"wrong": None}
        )
        return
    question = Ask("check_list", ruleset, options, filled)
    again = answered(live, question, "lists")
    if not isinstance(again, Mapping) or again.get("wrong", 0) is not None:
        yield Violation("lists", f"of its own figures it says {compact(again, 200)}", question, again, {"wrong": None})
        return
    line, player = rng.randrange(len(filled["deals"])), str(rng.choice(sheet["players"]))
    field = rng.choice(["result", "total"])
    deals = [dict(deal) for deal in filled["deals"]]
    right = deals[line][field][player]
    deals[line][field] = deals[line][field] | {player: right + rng.choice([-100, -10, -1, 1, 10, 100])}
    spoilt = Ask("check_list", ruleset, options, {**filled, "deals": deals})
    found = answered(live, spoilt, "lists")
    wrong = {"line": line + 1, "player": int(player), "field": field, "right": right}
    told = found.get("wrong") if isinstance(found, Mapping) else None
    if not isinstance(told, Mapping) or any(told.get(key) != value for key, value in wrong.items()):
        yield Violation(
            "lists", f"a figure is wrong, and it says {compact(found, 200)}", spoilt, found, {"wrong": wrong}
        )
