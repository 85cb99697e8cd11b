"""The match above the deals: totals, when it is over, who won."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .deal import Deal
    from .rules import Rules
    from .scoring import Result


@dataclass(frozen=True, slots=True)
class Match:
    """A match under way.

    dealer: the seat that deals next; totals: points of each side; accounts: the other accounts (account -> side ->
    points); played: deals that counted; winners: the sides that won, several when they share, empty while it goes on.
    """

    rules: Rules
    dealer: int
    totals: Mapping[str, int]
    accounts: Mapping[str, Mapping[str, int]]
    played: int = 0
    winners: tuple[str, ...] = ()

    @classmethod
    def start(cls, rules: Rules, dealer: int = 0) -> Match:
        """A new match; the seat deals first."""
        names = rules.table.names
        accounts = {account: dict.fromkeys(names, 0) for account in rules.scoring.accounts}
        return cls(rules, dealer, dict.fromkeys(names, 0), accounts)

    @property
    def over(self) -> bool:
        """Is the match over?"""
        return bool(self.winners)

    def deal(self, cards: Sequence[str]) -> Deal:
        """The next deal, with the pack from the top (codes)."""
        return self.rules.deal(self.dealer, cards)

    def add(self, result: Result) -> Match:
        """The match after a deal. ValueError when it is over already."""
        if self.over:
            raise ValueError("the match is over")
        if result.redeal:
            return self
        own = None
        if result.facts is not None and result.made:
            side = self.rules.table.names[self.rules.table.side_of[result.facts.declarer]]
            booked = any(award.side == side and award.account == "match" for award in result.awards)
            own = side if booked else None
        after = replace(
            self,
            totals=_sum(self.totals, result.scores),
            accounts={name: _sum(points, result.accounts[name]) for name, points in self.accounts.items()},
            played=self.played + 1,
            dealer=self.rules.next_dealer(self.dealer),
        )
        return replace(after, winners=winners(self.rules, after.totals, own, after.played))

    def to_json(self) -> dict[str, Any]:
        """The match as plain JSON."""
        return {
            "totals": dict(self.totals),
            **{name: dict(points) for name, points in self.accounts.items()},
            "played": self.played,
            "dealer": self.dealer,
            "over": self.over,
            "winners": list(self.winners),
        }


def _sum(before: Mapping[str, int], change: Mapping[str, int]) -> dict[str, int]:
    return {name: points + change.get(name, 0) for name, points in before.items()}


def winners(rules: Rules, totals: Mapping[str, int], own: str | None, played: int) -> tuple[str, ...]:
    """The sides that have won with these totals, none while the match goes on.

    own: the side that made its own contract in this deal, booked in the match account; played: deals so far.
    """
    match = rules.formal["match"]
    if "deals" in match:
        reached = list(totals) if played >= match["deals"] else []
    else:
        reached = [side for side, points in totals.items() if points >= match["target"]]
        if match["winner"] == "own_game":
            reached = [side for side in reached if side == own]
    best = max((totals[side] for side in reached), default=0)
    highest = tuple(side for side in reached if totals[side] == best)
    return highest if len(highest) == 1 or match.get("tie") == "shared" else ()
