"""The result of a deal as a few lines: who made what, and the points of each side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from .clauses import quoted
from .names import Names
from .screen import table

if TYPE_CHECKING:
    from stichwerk.match import Match
    from stichwerk.scoring import Result


def outcome(result: Result, names: Names) -> Iterator[str]:
    """Was the contract made; and if not, the clause that says when it is."""
    facts = result.facts
    if result.redeal or facts is None:
        yield names.say("redeal")
        return
    key = "contract_made" if result.made else "contract_lost"
    yield names.say(
        f"{key}_you" if facts.declarer == names.you else key,
        who=names.player(facts.declarer), bid=facts.bid, contract=names.contract(facts.contract),
    )  # fmt: skip
    if result.failed is not None and result.failed[1] is not None:
        yield quoted(names.rules, result.failed[1], names.lang)


def scores(result: Result, names: Names, after: Match | None = None) -> list[str]:
    """The points of each side; in a match also the totals after the deal.

    An account beside that of the match has a column once something is booked in it.
    """
    facts = result.facts
    if facts is None:
        return []
    head = [names.say(key) for key in ("side", "melds", "trick_points", "award", "points")]
    columns: list[Mapping[str, int]] = []
    if after is not None:
        head.append(names.say("total"))
        columns.append(after.totals)
    for account, points in (result.accounts if after is None else after.accounts).items():
        if any(points.values()):
            head.append(names.account(account))
            columns.append(points)
    rows = []
    for side, seats in zip(names.rules.table.names, names.rules.table.sides, strict=True):
        award = next((award for award in result.awards if award.side == side), None)
        rows.append(
            [
                names.side(side),
                sum(facts.melds[seat] for seat in seats),
                result.counted.get(side, "–"),
                "–" if award is None else names.award(award.award),
                f"{result.scores[side]:+d}" if result.scores[side] else "0",
                *(column[side] for column in columns),
            ]
        )
    return table(head, rows, right=frozenset(range(len(head))) - {0, 3})
