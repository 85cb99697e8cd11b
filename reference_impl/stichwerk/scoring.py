"""Scoring a deal: from its facts to points for each side.

Everything that varies is in the rules: what counts, how it is rounded, when a contract is made, and the awards, an
ordered table of which the first that applies decides.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from .expressions import compile_expression
from .facts import Facts, Seat, Side, facts_of

if TYPE_CHECKING:
    from .deal import Deal
    from .rules import Rules

SIDE_NAMES = ("side",)
WINNER_NAMES = ("side", "other", "closed", "claimed", "claim_true", "goal", "values")
SUCCESS_NAMES = (
    "bid", "side", "declarer", "players", "tricks_in_deal", "total_points", "claimed", "claim_true", "goal", "values",
)  # fmt: skip
AWARD_NAMES = (
    "bid", "side", "other", "contract", "worth", "made", "misdiscarded", "revoked", "closed", "claimed", "claim_true",
    "deals_played", "players", "goal", "values",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Award:
    """Why a side got its points: the award's id and the clause that says so; stakes: how often it counts in money."""

    side: str
    award: str
    points: int
    account: str
    clause: str | None
    stakes: int = 1


@dataclass(frozen=True, slots=True)
class Result:
    """How a deal ended.

    redeal: nobody played, the same dealer deals again; made: was the contract made, None when nobody will know; failed:
    the condition of the contract that was not met, and its clause; scores: for each side the change in the match
    account; accounts: in the other accounts (account -> side -> change); counted: trick points as written down; awards:
    where the points come from; facts: what was scored.
    """

    redeal: bool = False
    made: bool | None = None
    failed: tuple[str, str | None] | None = None
    scores: Mapping[str, int] = field(default_factory=dict)
    accounts: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    counted: Mapping[str, int] = field(default_factory=dict)
    awards: tuple[Award, ...] = ()
    facts: Facts | None = None
    won: tuple[str, ...] = ()
    wins_match: tuple[str, ...] | None = None

    def to_json(self) -> dict[str, Any]:
        """The result as plain JSON."""
        if self.redeal:
            return {"redeal": True}
        out: dict[str, Any] = {"made": self.made, "scores": dict(self.scores)}
        if self.won:
            out["won"] = list(self.won)
        if self.wins_match is not None:
            out["wins_match"] = list(self.wins_match)
        for account, changes in self.accounts.items():
            out[account] = dict(changes)
        return out


class Scoring:
    """The scoring of a ruleset."""

    def __init__(self, rules: Rules) -> None:
        formal = rules.formal
        self.rules = rules
        self.last_trick: int = formal["tricks"].get("last_trick", 0)
        self.goal: int = formal["match"].get("target", 0)
        self.values = SimpleNamespace(**formal.get("values", {}))
        rounding = formal.get("rounding", {"what": "nothing"})
        self.round_tricks: bool = rounding["what"] == "trick_points"
        self.round_total: bool = rounding["what"] == "total"
        self.to: int = rounding.get("to", 1)
        self.half_up: bool = rounding.get("half", "up") == "up"
        valid = formal.get("melding", {}).get("valid", "true")
        self.valid: Callable[..., Any] = compile_expression(valid, SIDE_NAMES)
        self.counts: Callable[..., Any] = compile_expression(formal["scoring"].get("counts", "side.points"), SIDE_NAMES)
        winner = formal["scoring"].get("winner", "false")
        self.winner: Callable[..., Any] = compile_expression(winner, WINNER_NAMES)
        last_if = formal["tricks"].get("last_trick_if", "true")
        self.last_trick_if: Callable[..., Any] = compile_expression(last_if, ("closed",))
        claims = [entry["true_if"] for entry in formal.get("actions", {}).values() if entry["act"] == "claim"]
        self.claim: Callable[..., Any] | None = compile_expression(claims[0], WINNER_NAMES) if claims else None
        self.success: dict[str, list[tuple[str, Callable[..., Any]]]] = {
            name: [
                (condition, compile_expression(text, SUCCESS_NAMES))
                for condition, text in entry.get("success", {}).items()
            ]
            for name, entry in formal.get("contracts", {}).items()
        }
        self.wins_match = {
            name for name in formal["scoring"]["awards"] if formal["awards"][name].get("wins_match", False)
        }
        self.awards: list[tuple[str, str, Callable[..., Any], Callable[..., Any], str | None]] = [
            (
                name,
                formal["awards"][name].get("account", "match"),
                compile_expression(formal["awards"][name]["when"], AWARD_NAMES),
                compile_expression(formal["awards"][name]["points"], AWARD_NAMES),
                rules.clause(f"awards.{name}"),
            )
            for name in formal["scoring"]["awards"]
        ]
        self.stakes: dict[str, Callable[..., Any]] = {
            name: compile_expression(formal["awards"][name]["stakes"], AWARD_NAMES)
            for name in formal["scoring"]["awards"]
            if "stakes" in formal["awards"][name]
        }
        self.accounts = tuple(dict.fromkeys(account for _, account, *_ in self.awards if account != "match"))
        self.total = rules.deck.total + self.last_trick

    def no_game(self) -> Result:
        """Nobody wanted to play."""
        return Result(redeal=True)

    def rounded(self, points: int) -> int:
        """Points to the next multiple of `to`; halves up, or down."""
        return (points + (self.to // 2 if self.half_up else (self.to - 1) // 2)) // self.to * self.to

    def sides(self, facts: Facts) -> list[Side]:
        """The sides of a deal as expressions see them."""
        last = self.last_trick if self.last_trick_if(facts.closer is not None) else 0
        return [Side(n, facts, seats, last) for n, seats in enumerate(self.rules.table.sides)]

    @staticmethod
    def other(sides: list[Side], number: int) -> Side | None:
        """The opposing side, where there are two."""
        return sides[1 - number] if len(sides) == 2 else None

    def standing(self, deal: Deal, side: int) -> Side:
        """A side as it stands in a running deal."""
        return self.sides(facts_of(deal))[side]

    def claim_is_true(self, deal: Deal, side: int) -> bool:
        """Is a claim by the side right at this moment?"""
        return self.would_be_true(facts_of(deal), side)

    def would_be_true(self, facts: Facts, side: int) -> bool:
        """Would a claim by the side be right with these facts?"""
        if self.claim is None:
            return False
        sides = self.sides(facts)
        closed = facts.closer is not None
        return bool(self.claim(sides[side], self.other(sides, side), closed, True, True, self.goal, self.values))

    def score(self, facts: Facts) -> Result:
        """The result of a deal from its facts."""
        table, contract = self.rules.table, self.rules.contracts[facts.contract]
        sides = self.sides(facts)
        closed, claimed = facts.closer is not None, facts.claimer is not None
        for number, side in enumerate(sides):
            side.valid_melds = side.melds if self.valid(side) else 0
            side.counted = self.counts(side)
            if self.round_tricks:
                side.counted = self.rounded(side.counted)
            side.won = bool(
                self.winner(side, self.other(sides, number), closed, claimed, facts.claim_true, self.goal, self.values)
            )
        made, failed = self._made(facts, sides)
        names = table.names
        scores = dict.fromkeys(names, 0)
        accounts = {account: dict.fromkeys(names, 0) for account in self.accounts}
        awards = []
        for number, (name, side) in enumerate(zip(names, sides, strict=True)):
            if table.sides[number] == (facts.idle,):
                continue
            args = (
                facts.bid, side, self.other(sides, number), facts.contract, contract.worth, bool(made),
                facts.misdiscarded, bool(facts.revokers), closed, claimed, facts.claim_true, facts.played,
                table.players, self.goal, self.values,
            )  # fmt: skip
            for award, account, when, value, clause in self.awards:
                if when(*args):
                    points: int = value(*args)
                    if self.round_total:
                        points = self.rounded(points)
                    (scores if account == "match" else accounts[account])[name] = points
                    times = self.stakes[award](*args) if award in self.stakes else 1
                    awards.append(Award(name, award, points, account, clause, times))
                    break
        ended = facts.misdiscarded or self.broken_off(facts) or not contract.played
        counted = {} if ended else {name: side.counted for name, side in zip(names, sides, strict=True)}
        won = tuple(name for name, side in zip(names, sides, strict=True) if side.won)
        at_once = None
        if self.wins_match:
            at_once = tuple(a.side for a in awards if a.award in self.wins_match and (a.points or a.side in won))
        return Result(False, made, failed, scores, accounts, counted, tuple(awards), facts, won, at_once)

    def _made(self, facts: Facts, sides: list[Side]) -> tuple[bool | None, tuple[str, str | None] | None]:
        """Was the contract made (None: nobody undertook one, or the deal was broken off); if not, what failed."""
        rules = self.rules
        if facts.declarer is None:
            return None, None
        if facts.misdiscarded or not rules.contracts[facts.contract].played:
            return False, None
        if self.broken_off(facts):
            return None, None
        side = sides[rules.table.side_of[facts.declarer]]
        declarer = Seat(facts.tricks[facts.declarer], facts.cards[facts.declarer])
        args = (
            facts.bid, side, declarer, rules.table.players, rules.tricks_in_deal, self.total,
            facts.claimer is not None, facts.claim_true, self.goal, self.values,
        )  # fmt: skip
        for name, condition in self.success.get(facts.contract, ()):
            if not condition(*args):
                return False, (name, rules.clause(f"contracts.{facts.contract}.success.{name}"))
        return True, None

    def broken_off(self, facts: Facts) -> bool:
        """Did a revoke end the deal?"""
        return bool(facts.revokers) and self.rules.formal.get("irregularities", {}).get("revoke") == "ends_deal"


class ScoreStep:
    """The end of a deal: its facts are gathered and scored."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def enter(self, deal: Deal) -> Deal:
        """Score the deal; nobody acts any more."""
        deal.result = self.rules.scoring.score(facts_of(deal))
        return deal

    def moves(self, deal: Deal) -> tuple[Any, ...]:
        """The deal is over."""
        return ()

    def apply(self, deal: Deal, move: Any) -> Deal:
        """The deal is over."""
        deal.expect(move)
        return deal
