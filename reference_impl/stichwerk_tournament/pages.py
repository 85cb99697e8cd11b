"""The plan as a page: the tables of each round, where each player sits, and how often players meet again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from stichwerk.tournament import allowed_sizes, part, rules_at
from stichwerk_tournament.blank import names_of
from stichwerk_tournament.texts import words

if TYPE_CHECKING:
    from jinja2 import Template
    from markupsafe import Markup

    from stichwerk.rules import Rules
    from stichwerk_tournament.plan import PlanDocument

__all__ = ["kind", "meeting_lines", "plan_html", "safe", "template"]

_TEMPLATES = Path(__file__).parent / "templates"


def plan_html(plan: PlanDocument, rules: Rules, lang: str) -> str:
    """The plan as a page that needs nothing else, with rules for print in it."""
    from stichwerk import __version__

    say = words("plan", lang)
    return template("plan.html").render(
        lang=lang,
        say=say,
        game=rules.resolved["title"][lang],
        kind=kind(plan, lang),
        plan=plan,
        names=names_of(plan),
        first=part(rules)["first_dealer"] == "first_named",
        widest=max(len(table["players"]) for table in plan["rounds"][0]["tables"]),
        notes=list(_notes(plan, rules, lang)),
        meetings=list(meeting_lines(plan, rules, lang)),
        seats=_seats(plan),
        origin=say("plan_id", id=plan["ruleset"], hash=rules.hash.partition(":")[2][:8], seed=plan["seed"]),
        edition=say("edition", version=__version__),
    )


def kind(plan: PlanDocument, lang: str) -> str:
    """What tournament it is, in a line: so many players, rounds and tables."""
    say, rounds = words("plan", lang), len(plan["rounds"])
    sizes = Counter(len(table["players"]) for table in plan["rounds"][0]["tables"])
    tables = [
        say("tables_one", size=size) if count == 1 else say("tables_many", size=size, count=count)
        for size, count in sizes.items()
    ]
    told = say("rounds_one") if rounds == 1 else say("rounds_many", count=rounds)
    return say("kind", count=plan["players"], rounds=told, tables=say("and").join(tables))


def _notes(plan: PlanDocument, rules: Rules, lang: str) -> Iterator[str]:
    say = words("plan", lang)
    yield say(f"order_{part(rules)['first_dealer']}")
    for size in sorted({len(table["players"]) for table in plan["rounds"][0]["tables"]}):
        if rules_at(rules, size).table.pauses:
            yield say("pauses", size=size)


def meeting_lines(plan: PlanDocument, rules: Rules, lang: str) -> Iterator[str]:
    """How often players meet again, how near that is to the least there can be, and who sits at the larger tables."""
    say, found = words("plan", lang), plan["meetings"]
    repeats = found["repeats"]
    planned = part(rules)["seating"] == "plan"
    if not planned:
        yield say("by_lot")
    yield (
        say("never_twice") if repeats == 0 else say("again_one") if repeats == 1 else say("again_many", repeats=repeats)
    )
    if planned:
        yield say("bound", repeats=repeats, bound=found["bound"]) + (f" {_how_near(plan, lang)}" if repeats else "")
    if repeats:
        yield say("most", most=found["most"])
        told = [
            say("pairs_0" if times == "0" else "pairs_n", times=times, pairs=pairs)
            for times, pairs in found["histogram"].items()
        ]
        yield say("histogram", all=", ".join(told))
    usual, *other = allowed_sizes(rules)
    if planned and other and any(len(table["players"]) != usual for table in plan["rounds"][0]["tables"]):
        yield say("fours_turns" if plan["fours"]["twice"] else "fours_once", size=other[0])


def _how_near(plan: PlanDocument, lang: str) -> str:
    say, found = words("plan", lang), plan["meetings"]
    repeats, bound = found["repeats"], found["bound"]
    if found["optimal"]:
        return say("optimal_one" if repeats == 1 else "optimal", count=plan["players"])
    return say("not_proved", more=repeats - bound)


def _seats(plan: PlanDocument) -> list[tuple[int, list[tuple[int, int, bool]]]]:
    """Every player with round, table, and whether he deals first there."""
    found: dict[int, list[tuple[int, int, bool]]] = {player: [] for player in range(1, plan["players"] + 1)}
    for round_ in plan["rounds"]:
        for table in round_["tables"]:
            for at, player in enumerate(table["players"]):
                found[player].append((round_["round"], table["table"], at == 0))
    return list(found.items())


def safe(html: str) -> Markup:
    """A piece that is HTML already, in which every name is escaped."""
    from markupsafe import Markup

    return Markup(html)  # noqa: S704


@lru_cache
def template(name: str) -> Template:
    """A template of this package."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES), autoescape=True, undefined=StrictUndefined, trim_blocks=True,
        lstrip_blocks=True,
    )  # fmt: skip
    return environment.get_template(name)
