"""Questions about the middle of stock games: what may be announced, exchanged, closed and claimed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any

from stichwerk.rules import Rules

from .candidate import Candidate, suits_of
from .possible.matches import by_points

Shape = tuple[str, dict[str, Any]]
"""What a question is about, in words, and what it gives for that."""


def moves(rules: Rules, rng: Random) -> Iterator[Candidate]:
    """What a seat may do in positions put together to be at a boundary."""
    if "announcements" not in rules.formal and "actions" not in rules.formal:
        return
    there = _Table(rules)
    for (name, hand), left, (moment, at), (closing, shut), (before, past) in product(
        there.hands().items(), there.stocks(), there.moments(), there.closings(), there.pasts()
    ):
        given = there.position(hand, left, at, shut, past)
        if given is None:
            continue
        stock = f"{left - 1} cards face down" if left else "the stock gone" if there.talon else ""
        words = (f"Moves with {name}", stock, moment, closing, before)
        yield Candidate("legal_moves", given, ", ".join(word for word in words if word))


@dataclass
class _Table:
    """What the positions are put together from. Seat 0 is asked, and the last seat dealt."""

    rules: Rules

    def __post_init__(self) -> None:
        rules = self.rules
        self.trump, self.plain, self.other, self.fourth = suits_of(rules)
        self.king, self.queen = (rules.deck.ranks[i] for i in (2, 3))
        actions = rules.formal.get("actions", {}).values()
        gives = {entry["give"]["rank"] for entry in actions if "give" in entry}
        self.low = next(iter(sorted(gives)), rules.deck.ranks[-1])
        self.turn_up = self.trump + rules.deck.ranks[1]
        self.seats = len(rules.table.order(rules.table.players - 1))
        draws = any("draw" in stage for stage in rules.formal["stages"].values())
        packets = rules.formal["deal"]["packets"] if draws else ()
        self.talon = sum(packet.get("stock", 0) + packet.get("turn_up", 0) for packet in packets)
        self.closes = any(entry["act"] == "close" for entry in actions)

    def hands(self) -> Mapping[str, list[str]]:
        """The cards that matter in the hand."""
        trump, plain, other, king, queen = self.trump, self.plain, self.other, self.king, self.queen
        return {
            "the pair of trumps": [trump + king, trump + queen, other + queen],
            "a plain pair": [plain + king, plain + queen, other + self.rules.deck.ranks[0]],
            "the card to exchange": [trump + self.low, plain + queen, other + queen],
            "both pairs and the card to exchange": [
                trump + king, trump + queen, trump + self.low, plain + king, plain + queen
            ],
            "both pairs": [trump + king, trump + queen, plain + king, plain + queen],
            "a plain pair and nothing else": [plain + king, plain + queen],
            "four kings": [suit + king for suit in self.rules.deck.suits],
            "no pair": [trump + king, plain + queen, other + queen],
            "no card": [],
        }  # fmt: skip

    def stocks(self) -> list[int]:
        """How many cards of the stock are left: all, few, those of the last round, none."""
        few = (self.talon, 3 * self.seats, 2 * self.seats, self.seats)
        return [*sorted({left for left in few if 0 < left <= self.talon}, reverse=True), 0]

    @staticmethod
    def moments() -> list[Shape]:
        """Who has won the last trick, and what lies on the table."""
        return [
            ("before the first trick", {}), ("after a trick won", {"winner": 0}), ("after a trick lost", {"winner": 1}),
            ("at the last card", {"winner": 0, "moment": "end"}), ("before the draw", {"winner": 0, "moment": "won"}),
            ("following", {"winner": 1, "trick": True}), ("with tricks on both sides", {"winner": 0, "both": True}),
        ]  # fmt: skip

    def closings(self) -> list[Shape]:
        """Nobody has closed, the seat has just done so, or somebody had before the last trick."""
        if not self.closes:
            return [("", {})]
        just = ("closed by the seat", {"closed_by": 0, "later": 0})
        return [("", {}), just, *((f"closed by seat {n} a trick ago", {"closed_by": n, "later": 1}) for n in (0, 1))]

    def pasts(self) -> list[Shape]:
        """What was announced before, or in this turn; an earlier deal."""
        shapes: list[Shape] = [("", {})]
        for kind in list(self.rules.formal.get("announcements", {}))[:1]:
            shapes += [
                ("announced before", {"announced": [[kind, self.plain, 0]]}),
                ("announced in this turn", {"turn": [[kind, self.plain, 0]]}),
                ("the other pair announced in this turn", {"turn": [[kind, self.trump, 0]]}),
            ]
        return [*shapes, ("with totals", self._totals())]

    def _totals(self) -> dict[str, Any]:
        """Totals after a few deals: of what they distribute, or 3 and 2 points for games won."""
        one, two, *more = self.rules.table.names
        if by_points(self.rules):
            return {"totals": {one: 60, two: self.rules.scoring.total - 60}, "played": 1}
        match = self.rules.formal["match"]
        start, sign = match.get("start", 0), -1 if match.get("count") == "down" else 1
        won = {one: 3, two: 2, **dict.fromkeys(more, 2)}
        return {"totals": {name: start + sign * points for name, points in won.items()}, "played": 3}

    def position(
        self, hand: list[str], left: int, at: dict[str, Any], shut: dict[str, Any], past: dict[str, Any]
    ) -> dict[str, Any] | None:
        """All of it together, with as many tricks taken and cards in hand as the stock left over says; or None."""
        if (at.get("moment") == "end") != (not hand) or (shut and not left):
            return None
        rounds = (self.talon - left) // self.seats
        count = rounds + self._later(hand, left, at, shut) if at else 0
        tricks = self._tricks(count, at, shut)
        if tricks is None:
            return None
        given: dict[str, Any] = {"seat": 0, "trump": self.trump}
        if "auction" in self.rules.formal["flow"]:
            given |= {"declarer": 0, "bid": 1}
        if left:
            given |= {"face_down": left - 1, "turn_up": self.turn_up}
        given |= {key: value for key, value in at.items() if key in ("winner", "moment")}
        if at.get("trick"):
            given["trick"] = [self.other + self.rules.deck.ranks[1]]
        if tricks:
            given["tricks"] = {str(seat): n for seat, n in tricks.items()}
        if shut:
            given["closed_by"] = shut["closed_by"]
        if shut and not rounds:
            given["at_close"] = {name: [0, 0] for name in self.rules.table.names}
        held = self._filled(self._without_led(hand, past), self.rules.hand_size - (count - rounds), given)
        return None if held is None else {**given, "hand": held, **past}

    def _later(self, hand: list[str], left: int, at: dict[str, Any], shut: dict[str, Any]) -> int:
        """How many tricks were played without a draw after them: by so many cards the hands are smaller."""
        full: int = self.rules.hand_size
        if at.get("moment") == "end":
            return full
        if left:
            return int(shut.get("later", 0)) + (at.get("moment") == "won")
        # Without a stock a hand holds what matters, three cards at least; it shrinks from the first trick on.
        return max(full - max(len(hand), min(3, full)), 0 if self.talon else 1)

    @staticmethod
    def _tricks(count: int, at: dict[str, Any], shut: dict[str, Any]) -> dict[int, int] | None:
        """Who has taken so many tricks: the winner of the last, and some the others where that matters."""
        if not count:
            return {} if not at else None
        winner = at["winner"]
        others = (count - 1) // 2 if at.get("both") or shut.get("closed_by", winner) != winner else 0
        if at.get("both") and not others:
            return None
        taken = {winner: count - others, 1 - winner: others}
        return {seat: n for seat, n in sorted(taken.items()) if n} if count > 1 else {winner: 1}

    def _without_led(self, hand: list[str], past: dict[str, Any]) -> list[str]:
        """The hand without the queen of a pair announced before, where one of the two had to be led."""
        for kind, suit, _ in past.get("announced", ()):
            lead = self.rules.formal["announcements"][kind].get("lead")
            if lead == "one_of_them" and {suit + self.king, suit + self.queen} <= set(hand):
                return [card for card in hand if card != suit + self.queen]
        return hand

    def _filled(self, hand: list[str], size: int, given: dict[str, Any]) -> list[str] | None:
        """The hand with as many more cards as it needs, none of them part of a pair or to be exchanged."""
        deck = self.rules.deck
        lying = {*hand, *given.get("trick", ()), given.get("turn_up")}
        dull = [rank for rank in deck.ranks if rank not in (self.king, self.queen, self.low)]
        spare = [suit + rank for rank in dull for suit in (self.fourth, self.other, self.plain, self.trump)]
        more = [card for card in spare if card not in lying][: max(size - len(hand), 0)]
        return [*hand, *more] if len(hand) + len(more) == size else None
