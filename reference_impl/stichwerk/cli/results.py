"""The result of a deal as a few lines: who made what, and the points of each side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from stichwerk.match import changed

from .clauses import quoted
from .names import Names
from .screen import table
from .tabletop import over_stock

if TYPE_CHECKING:
    from stichwerk.match import Match
    from stichwerk.scoring import Result


def outcome(result: Result, names: Names) -> Iterator[str]:
    """Was the contract made; and if not, the clause that says when it is."""
    facts = result.facts
    if result.redeal or facts is None:
        yield names.say("redeal")
        return
    if facts.declarer is not None:
        key = "contract_made" if result.made else "contract_lost"
        yield names.say(
            f"{key}_you" if facts.declarer == names.you else key,
            who=names.player(facts.declarer), bid=facts.bid, contract=names.contract(facts.contract),
        )  # fmt: skip
        if result.failed is not None and result.failed[1] is not None:
            yield quoted(names.rules, result.failed[1], names.lang)
        return
    for side in result.won:
        yield names.say("deal_won_you" if side == _own(names) else "deal_won", who=names.side(side))
    # Where a claim or a closing came to nothing, the sentence that says what it costs.
    tried = {facts.claimer, facts.closer} - {None}
    winners = {names.rules.table.names.index(side) for side in result.won}
    if tried and winners and not tried <= winners:
        for award in result.awards:
            if award.side in result.won and award.clause is not None:
                yield quoted(names.rules, award.clause, names.lang)


def _own(names: Names) -> str | None:
    """The side of the person at the terminal."""
    table = names.rules.table
    return None if names.you is None else table.names[table.side_of[names.you]]


def scores(result: Result, names: Names, before: Match | None = None) -> list[str]:
    """The points of each side; in a match (`before`: as it stood) also the totals after the deal.

    An account beside that of the match has a column once something is booked in it.
    """
    facts = result.facts
    if facts is None:
        return []
    rules = names.rules
    aside = over_stock(rules)
    kinds = ("trick_points", "announcements") if aside else ("melds", "trick_points")
    head = [names.say(key) for key in ("side", *kinds, "award", "points")]
    columns: list[Mapping[str, int]] = []
    accounts = result.accounts
    if before is not None:
        head.append(names.say("total"))
        columns.append(changed(rules, before.totals, result.scores))
        accounts = {name: _sum(points, result.accounts[name]) for name, points in before.accounts.items()}
    for account, points in accounts.items():
        if any(points.values()):
            head.append(names.account(account))
            columns.append(points)
    rows = []
    for number, (side, seats) in enumerate(zip(rules.table.names, rules.table.sides, strict=True)):
        award = next((award for award in result.awards if award.side == side), None)
        if award is not None and not award.points and result.won and side not in result.won:
            # What the winners are paid for is not what befell the others.
            award = None if any(award.award == other.award for other in result.awards if other is not award) else award
        if aside:
            found = rules.scoring.sides(facts)[number]
            figures: list[object] = [found.trick_points, found.announced]
        else:
            figures = [sum(facts.melds[seat] for seat in seats), result.counted.get(side, "–")]
        rows.append(
            [
                names.side(side),
                *figures,
                "–" if award is None else names.award(award.award),
                f"{result.scores[side]:+d}" if result.scores[side] else "0",
                *(column[side] for column in columns),
            ]
        )
    return table(head, rows, right=frozenset(range(len(head))) - {0, 3})


def _sum(one: Mapping[str, int], other: Mapping[str, int]) -> dict[str, int]:
    return {name: points + other[name] for name, points in one.items()}


def listed(points: Mapping[str, int], names: Names, *, signed: bool = False) -> str:
    """Points of every side in a row: "You 5, Player 1 7"."""
    form = "{} {:+d}" if signed else "{} {}"
    return ", ".join(form.format(names.side(side), count) for side, count in points.items())


def progress(before: Match, after: Match, names: Names) -> Iterator[str]:
    """What a deal has changed above the deals: the game that is over, games won, marks, stakes."""
    rules = names.rules
    if after is before or not (after.over or after.played == 0):
        return  # dealt again, or the game goes on
    won = [side for side, games in after.games.items() if games > before.games[side]]
    if not after.over:
        key = "game_won" if won else "game_drawn"
        own = "_you" if won == [_own(names)] else ""
        yield names.say(key + own, who=", ".join(map(names.side, won)))
    series = rules.formal.get("series", {})
    form = series.get("form", "none")
    if form != "none":
        yield names.say("games", score=listed(after.games, names))
    if form != "first_to" and "mark" in series:
        yield names.say("marks", score=listed(after.marks, names))
    if any(after.stakes.values()):
        yield names.say("stakes", score=listed(after.stakes, names, signed=True))
