"""Positions in the middle of the tricks: hands, stock, tricks, closing, and what was announced must go together.

After every trick over an open stock each seat draws, so that the number of cards left says how many tricks were
played, and with that how large every hand is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from stichwerk.rules import Rules
from stichwerk_conformance.generate.possible.announced import announcements
from stichwerk_conformance.generate.possible.matches import totals

__all__ = ["Standing", "position"]

Given = Mapping[str, Any]


def position(rules: Rules, given: Given) -> str:
    """Why no deal can come to this position; empty when nothing speaks against it."""
    there = Standing(rules, given)
    checks = (_stock, _tricks, _hands, _leader, _closing, _declarer)
    found = next(filter(None, (check(there) for check in checks)), "")
    return found or announcements(there) or totals(rules, given.get("totals"), given.get("played"))


@dataclass(frozen=True)
class Standing:
    """A position as a question gives it, with what follows from it."""

    rules: Rules
    given: Given

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The seats that play, the eldest first."""
        return self.rules.table.order(self.given.get("dealer", self.rules.table.players - 1))

    @cached_property
    def trick(self) -> list[str]:
        """The cards on the table."""
        return list(self.given.get("trick", ()))

    @cached_property
    def left(self) -> int:
        """Cards of the stock that were not drawn, the turn-up among them."""
        stock = self.given.get("stock")
        face_down: int = self.given.get("face_down", 0) if stock is None else len(stock)
        return face_down + (self.given.get("turn_up") is not None)

    @cached_property
    def talon(self) -> int:
        """Cards that are drawn in the course of a deal, the turn-up among them."""
        if not self.draws:
            return 0
        return sum(packet.get("stock", 0) + packet.get("turn_up", 0) for packet in self.rules.formal["deal"]["packets"])

    @cached_property
    def draws(self) -> bool:
        """Is anything drawn in this game?"""
        return any("draw" in stage for stage in self.rules.formal["stages"].values())

    @cached_property
    def rounds(self) -> int:
        """How often each seat has drawn."""
        return (self.talon - self.left) // len(self.order)

    @cached_property
    def tricks(self) -> dict[int, int]:
        """Tricks taken by seat; without a word about them the winner of the last has taken one."""
        if "tricks" in self.given:
            return {int(seat): count for seat, count in self.given["tricks"].items()}
        if "taken" in self.given:
            return {int(seat): len(cards) // len(self.order) for seat, cards in self.given["taken"].items()}
        return {} if self.winner is None else {self.winner: 1}

    @cached_property
    def count(self) -> int:
        """All tricks that were taken."""
        return sum(self.tricks.values())

    @property
    def winner(self) -> int | None:
        """The seat that took the last trick."""
        found: int | None = self.given.get("winner")
        return found

    @property
    def closer(self) -> int | None:
        """The seat that closed the stock."""
        found: int | None = self.given.get("closed_by")
        return found

    @cached_property
    def moment(self) -> str:
        """lead, turn, won or end."""
        found: str = self.given.get("moment", "turn" if self.trick else "lead")
        return found

    @property
    def shrunk(self) -> int:
        """By how many cards every hand is smaller than when it was dealt, but for the trick on the table."""
        return self.count - self.rounds

    @cached_property
    def first_leader(self) -> int:
        """Who led to the first trick."""
        rules, given = self.rules, self.given
        contract = rules.contracts[given.get("game", next(iter(rules.contracts)))]
        dealer = given.get("dealer", rules.table.players - 1)
        return rules.tricks.lead_seat(dealer, given.get("declarer"), contract.lead)

    @cached_property
    def leader(self) -> int:
        """Who led to the trick on the table, or is to lead."""
        if (leader := self.given.get("leader", self.winner)) is not None:
            return int(leader)
        actor = self.given.get("actor", self.given.get("seat", self.order[len(self.trick) % len(self.order)]))
        return self.order[(self.order.index(actor) - len(self.trick)) % len(self.order)]

    def has_played(self, seat: int) -> bool:
        """Does a card of the seat lie on the table?"""
        return (self.order.index(seat) - self.order.index(self.leader)) % len(self.order) < len(self.trick)

    def leads_before(self, seat: int) -> int:
        """How often the seat has led to a trick already, the one on the table among them."""
        begun = self.count + bool(self.trick)
        first = begun > 0 and seat == self.first_leader
        waiting = seat == self.winner and not self.trick
        return first + self.tricks.get(seat, 0) - waiting

    def hands(self) -> Iterator[tuple[int, list[str]]]:
        """The hands that are known, by seat."""
        known = {int(seat): cards for seat, cards in self.given.get("hands", {}).items()}
        if "hand" in self.given:
            known[self.given["seat"]] = self.given["hand"]
        yield from known.items()


def _stock(there: Standing) -> str:
    turned = there.given.get("turn_up") is not None
    if there.left and not there.draws:
        return "nothing is drawn in this game"
    if there.left > there.talon or there.left % len(there.order):
        return "everybody draws after a trick, so the stock cannot have so many cards left"
    return "the turn-up is the last card of the stock" if bool(there.left) != turned else ""


def _tricks(there: Standing) -> str:
    if there.winner is not None and not there.tricks.get(there.winner):
        return "the winner of the last trick has taken none"
    if unknown := set(there.tricks) - set(there.order):
        return f"seat {min(unknown)} does not play"
    if there.moment == "won" and not _asked(there.rules):
        return "nobody is asked before the draw"
    if there.left and there.closer is None:
        due = 1 if there.moment == "won" else 0
        return "" if there.shrunk == due else "after every trick over an open stock each seat draws"
    if not 0 <= there.shrunk <= there.rules.hand_size or there.moment == "won":
        return "so many tricks were not played"
    whole = there.shrunk == there.rules.hand_size
    return "" if whole == (there.moment == "end") else "the end is after the last trick"


def _asked(rules: Rules) -> bool:
    return any(stage.get("drawing") == "asked" for stage in rules.formal["stages"].values())


def _hands(there: Standing) -> str:
    size = there.rules.hand_size - there.shrunk
    for seat, cards in there.hands():
        if seat not in there.order:
            return f"seat {seat} does not play"
        if len(cards) != size - there.has_played(seat):
            return f"seat {seat} holds {size - there.has_played(seat)} cards at this moment"
    return ""


def _leader(there: Standing) -> str:
    if not there.count and there.leader != there.first_leader:
        return f"seat {there.first_leader} leads to the first trick"
    return ""


def _closing(there: Standing) -> str:
    if there.closer is None:
        return ""
    actions = there.rules.formal.get("actions", {}).values()
    windows = {window for entry in actions if entry["act"] == "close" for window in entry["window"]}
    if not windows or not there.left:
        return "there is no stock to close"
    early = "before_draw" in windows  # then the trick that was just taken is not drawn for
    if there.shrunk == 0 and there.closer != there.leader:
        return "who closes is to lead"
    if there.rounds == 0 and there.closer != there.first_leader and not (early and there.tricks.get(there.closer)):
        return "who closes before the first trick leads to it"
    if there.rounds and not there.tricks.get(there.closer):
        return "who closes has taken a trick"
    for side, (points, tricks) in there.given.get("at_close", {}).items():
        seats = there.rules.table.sides[there.rules.table.names.index(side)]
        if tricks > sum(there.tricks.get(seat, 0) for seat in seats):
            return "tricks do not get fewer after closing"
        if points and not tricks:
            return "a side without a trick had points at closing"
    counts = [tricks for _, tricks in there.given.get("at_close", {}).values()]
    if counts and sum(counts) not in ((there.rounds, there.rounds + 1) if early else (there.rounds,)):
        return "so many tricks were not taken at closing"
    return ""


def _declarer(there: Standing) -> str:
    bid, auction = there.given.get("bid"), there.rules.formal.get("auction")
    if auction is None:
        return "nobody bids in this game" if bid or there.given.get("declarer") is not None else ""
    if bid is None or there.given.get("declarer") is None:
        return "somebody has won the auction"
    return "" if auction["opening"] <= bid <= auction.get("highest", bid) else "nobody can have bid this"
