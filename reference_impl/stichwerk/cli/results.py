"""The result of a deal as a few lines: who made what, and the points of each side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from .clauses import quoted
from .names import Names
from .screen import table

if TYPE_CHECKING:
    from ..match import Match
    from ..scoring import Result


def outcome(result: Result, names: Names) -> Iterator[str]:
    """Was the contract made; and if not, the clause that says when it is."""
    facts = result.facts
    if result.redeal or facts is None:
        yield names.say("redeal")
        return
    key = "made" if result.made else "lost"
    yield names.say(
        f"{key}_you" if facts.declarer == names.you else key,
        who=names.player(facts.declarer), bid=facts.bid, contract=names.contract(facts.contract),
    )  # fmt: skip
    if result.failed is not None and result.failed[1] is not None:
        yield quoted(names.rules, result.failed[1], names.lang)


def scores(result: Result, names: Names, after: Match | None = None) -> list[str]:
    """The points of each side, with the account of the match after the deal when there is one."""
    facts = result.facts
    if facts is None:
        return []
    seats = names.rules.table.sides
    head = [names.say(key) for key in ("side", "melds", "tricks", "award", "points")]
    head += [names.account(account) for account in result.accounts]
    if after is not None:
        head += [f"{names.say('total')}{_of(names, account)}" for account in (None, *after.accounts)]
    rows = []
    for n, side in enumerate(names.rules.table.names):
        award = next((award for award in result.awards if award.side == side), None)
        row: list[object] = [
            names.side(side),
            sum(facts.melds[seat] for seat in seats[n]),
            result.counted.get(side, "–"),
            "–" if award is None else names.award(award.award),
            f"{result.scores[side]:+d}" if result.scores[side] else "0",
            *(_signed(points[side]) for points in result.accounts.values()),
        ]
        if after is not None:
            accounts: list[Mapping[str, int]] = [after.totals, *after.accounts.values()]
            row += [points[side] for points in accounts]
        rows.append(row)
    figures = frozenset(range(len(head))) - {0, 3}
    return table(head, rows, right=figures)


def _signed(points: int) -> str:
    return f"{points:+d}" if points else "0"


def _of(names: Names, account: str | None) -> str:
    return "" if account is None else f" {names.account(account)}"
