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
from .tricks import Play

if TYPE_CHECKING:
    from .deal import Deal
    from .rules import Rules

SIDE_NAMES = ("side",)
SUCCESS_NAMES = ("bid", "side", "declarer", "players", "tricks_in_deal", "total_points", "goal", "values")
AWARD_NAMES = (
    "bid", "side", "contract", "worth", "made", "misdiscarded", "revoked", "players", "goal", "values",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Facts:
    """What a deal is scored from.

    declarer: seat; bid: points; contract: its id; melds, tricks, cards: for each seat the points laid down, the tricks
    taken and the card points in them; discards: card points the declarer put away; last_trick: the seat that took it,
    None when no tricks were played; revokers: seats that revoked; misdiscarded: the deal ended with a wrong discard;
    untouched: card points of a widow nobody took; idle: the seat that sat out.
    """

    declarer: int
    bid: int
    contract: str
    melds: tuple[int, ...]
    tricks: tuple[int, ...]
    cards: tuple[int, ...]
    discards: int = 0
    last_trick: int | None = None
    revokers: tuple[int, ...] = ()
    misdiscarded: bool = False
    untouched: int = 0
    idle: int | None = None


class Seat:
    """A seat as expressions see it."""

    __slots__ = ("card_points", "tricks")

    def __init__(self, tricks: int, card_points: int) -> None:
        self.tricks = tricks
        self.card_points = card_points


class Side:
    """A side as expressions see it."""

    __slots__ = (
        "card_points", "counted", "declarer", "last_trick", "melds", "revoked", "trick_points", "tricks", "valid_melds",
    )  # fmt: skip

    def __init__(self, declarer: bool, facts: Facts, seats: tuple[int, ...], last_trick: int) -> None:
        self.declarer = declarer
        self.tricks = self.card_points = self.melds = 0
        for seat in seats:
            self.tricks += facts.tricks[seat]
            self.card_points += facts.cards[seat]
            self.melds += facts.melds[seat]
        self.last_trick = facts.last_trick in seats
        self.trick_points = (
            self.card_points + (facts.discards if declarer else 0) + (last_trick if self.last_trick else 0)
        )
        self.revoked = bool(facts.revokers) and any(seat in seats for seat in facts.revokers)
        self.valid_melds = self.counted = 0


@dataclass(frozen=True, slots=True)
class Award:
    """Why a side got its points: the award's id and the clause that says so."""

    side: str
    award: str
    points: int
    account: str
    clause: str | None


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

    def to_json(self) -> dict[str, Any]:
        """The result as plain JSON."""
        if self.redeal:
            return {"redeal": True}
        out: dict[str, Any] = {"made": self.made, "scores": dict(self.scores)}
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
        self.valid: Callable[..., Any] = compile_expression(formal["melding"]["valid"], SIDE_NAMES)
        self.counts: Callable[..., Any] = compile_expression(formal["scoring"]["counts"], SIDE_NAMES)
        self.success: dict[str, list[tuple[str, Callable[..., Any]]]] = {
            name: [
                (condition, compile_expression(text, SUCCESS_NAMES))
                for condition, text in entry.get("success", {}).items()
            ]
            for name, entry in formal["contracts"].items()
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
        self.accounts = tuple(dict.fromkeys(account for _, account, *_ in self.awards if account != "match"))
        self.total = rules.deck.total + self.last_trick

    def no_game(self) -> Result:
        """Nobody wanted to play."""
        return Result(redeal=True)

    def rounded(self, points: int) -> int:
        """Points to the next multiple of `to`; halves up, or down."""
        return (points + (self.to // 2 if self.half_up else (self.to - 1) // 2)) // self.to * self.to

    def score(self, facts: Facts) -> Result:
        """The result of a deal from its facts."""
        table, contract = self.rules.table, self.rules.contracts[facts.contract]
        own = table.side_of[facts.declarer]
        sides = [Side(n == own, facts, seats, self.last_trick) for n, seats in enumerate(table.sides)]
        for side in sides:
            side.valid_melds = side.melds if self.valid(side) else 0
            side.counted = self.counts(side)
            if self.round_tricks:
                side.counted = self.rounded(side.counted)
        made, failed = self._made(facts, sides[own])
        ended = facts.misdiscarded or not contract.played
        names, values = table.names, self.values
        scores = dict.fromkeys(names, 0)
        accounts = {account: dict.fromkeys(names, 0) for account in self.accounts}
        awards = []
        for name, side, seats in zip(names, sides, table.sides, strict=True):
            if seats == (facts.idle,):
                continue
            args = (
                facts.bid, side, facts.contract, contract.worth, bool(made), facts.misdiscarded, bool(facts.revokers),
                table.players, self.goal, values,
            )  # fmt: skip
            for award, account, when, value, clause in self.awards:
                if when(*args):
                    points: int = value(*args)
                    if self.round_total:
                        points = self.rounded(points)
                    (scores if account == "match" else accounts[account])[name] = points
                    awards.append(Award(name, award, points, account, clause))
                    break
        counted = {} if ended else {name: side.counted for name, side in zip(names, sides, strict=True)}
        return Result(False, made, failed, scores, accounts, counted, tuple(awards), facts)

    def _made(self, facts: Facts, side: Side) -> tuple[bool | None, tuple[str, str | None] | None]:
        """Was the contract made (None: the deal was broken off); if not, the condition that failed, with its clause."""
        rules = self.rules
        if facts.misdiscarded or not rules.contracts[facts.contract].played:
            return False, None
        if self._broken_off(facts):
            return None, None
        declarer = Seat(facts.tricks[facts.declarer], facts.cards[facts.declarer])
        args = (
            facts.bid, side, declarer, rules.table.players, rules.tricks_in_deal, self.total, self.goal, self.values,
        )  # fmt: skip
        for name, condition in self.success[facts.contract]:
            if not condition(*args):
                return False, (name, rules.clause(f"contracts.{facts.contract}.success.{name}"))
        return True, None

    def _broken_off(self, facts: Facts) -> bool:
        """Did a revoke end the deal?"""
        return bool(facts.revokers) and self.rules.formal.get("irregularities", {}).get("revoke") == "ends_deal"

    def check(self, facts: Facts) -> str:
        """What cannot be right about the facts; empty when they can be."""
        figures = (*facts.melds, *facts.tricks, *facts.cards, facts.discards, facts.untouched)
        if negative := [figure for figure in figures if figure < 0]:
            return f"a figure is negative: {negative[0]}"
        return self._check_bid(facts) or self._check_idle(facts) or self._check_cards(facts)

    def _check_bid(self, facts: Facts) -> str:
        auction = self.rules.formal["auction"]
        opening, step = auction["opening"], auction["step"]
        if facts.bid < opening or (facts.bid - opening) % step:
            return f"nobody can have bid {facts.bid}: the first bid is {opening}, and bids go up by {step}"
        return ""

    def _check_idle(self, facts: Facts) -> str:
        seat = facts.idle
        if seat is None:
            return ""
        if seat == facts.declarer or facts.melds[seat] or facts.tricks[seat] or facts.cards[seat]:
            return f"seat {seat} sits out this deal"
        return ""

    def _check_cards(self, facts: Facts) -> str:
        rules, contract = self.rules, self.rules.contracts[facts.contract]
        if facts.misdiscarded or self._broken_off(facts) or not contract.played:
            return ""
        widow = any("widow" in packet for packet in rules.formal["deal"]["packets"])
        from_hand = contract.window == "before_widow"
        if facts.discards and not (widow and rules.discard is not None and contract.discard):
            return f"nothing is discarded here, but the discards hold {facts.discards} card points"
        if facts.untouched and not (widow and from_hand):
            return f"no widow is left untouched here, but it holds {facts.untouched} card points"
        if (tricks := sum(facts.tricks)) != rules.tricks_in_deal:
            return f"{tricks} tricks were taken, but a deal has {rules.tricks_in_deal}"
        if (points := sum(facts.cards) + facts.discards + facts.untouched) != rules.deck.total:
            return f"the cards add up to {points}, but the deck has {rules.deck.total}"
        if facts.last_trick is None or not facts.tricks[facts.last_trick]:
            return "whoever took the last trick has taken a trick"
        if any(cards and not taken for cards, taken in zip(facts.cards, facts.tricks, strict=True)):
            return "a seat without a trick has card points"
        return ""


class ScoreStep:
    """The end of a deal: its facts are gathered and scored."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def enter(self, deal: Deal) -> Deal:
        """Score the deal; nobody acts any more."""
        deal.result = self.rules.scoring.score(self.facts(deal))
        return deal

    def facts(self, deal: Deal) -> Facts:
        """The facts of a deal whose tricks are over."""
        setup, deck = deal.setup, self.rules.deck
        assert setup.declarer is not None
        assert setup.contract is not None
        play = deal.local if isinstance(deal.local, Play) else None
        nothing = (0,) * len(deal.hands)
        counted = self.rules.discard is not None and self.rules.discard.counted
        return Facts(
            declarer=setup.declarer,
            bid=setup.bid,
            contract=setup.contract,
            melds=setup.points,
            tricks=play.tricks if play else nothing,
            cards=play.points if play else nothing,
            discards=deck.worth(setup.discards) if counted else 0,
            last_trick=play.winner if play and not any(deal.hands) else None,
            revokers=setup.revokers,
            misdiscarded=setup.misdiscarded,
            untouched=0 if setup.taken else deck.worth(setup.widow),
            idle=setup.dealer if self.rules.table.pauses else None,
        )

    def moves(self, deal: Deal) -> tuple[Any, ...]:
        """The deal is over."""
        return ()

    def apply(self, deal: Deal, move: Any) -> Deal:
        """The deal is over."""
        deal.expect(move)
        return deal
