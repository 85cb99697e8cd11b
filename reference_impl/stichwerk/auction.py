"""The auction: who has the game, and for how much."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .errors import IllegalMove
from .moves import BidChoice, Choice, Move

if TYPE_CHECKING:
    from .deal import Deal
    from .rules import Rules


class Auction(NamedTuple):
    """An auction under way.

    bid, bidder: the standing bid; facing: the seat that would answer next, None when nobody is left to; waiting: seats
    that have not been drawn in yet (duel) or are still in (in turn), in order.
    """

    bid: int
    bidder: int | None
    facing: int | None
    waiting: tuple[int, ...]


class AuctionStep:
    """Bidding in one of two forms.

    duel: two seats raise each other until one is out; the next seat takes its place.
    in_turn: round the table; who passes is out; the last one left has the game.
    """

    def __init__(self, rules: Rules) -> None:
        auction = rules.formal["auction"]
        self.rules = rules
        self.duel: bool = auction["form"] == "duel"
        self.opening: int = auction["opening"]
        self.raise_by: int = auction["step"]
        self.exact: bool = auction["raise"] == "exact"
        self.highest: int | None = auction.get("highest")
        self.forced: bool = auction["all_pass"] == "dealer_at_opening"  # noqa: S105  # a rule, no password

    def enter(self, deal: Deal) -> Deal:
        """The eldest speaks first."""
        order = deal.setup.order
        deal.actor = order[0]
        deal.local = Auction(0, None, order[1], order[2:]) if self.duel else Auction(0, None, None, order)
        return deal

    def least(self, auction: Auction) -> int:
        """The lowest bid that is possible."""
        return self.opening if auction.bidder is None else auction.bid + self.raise_by

    def moves(self, deal: Deal) -> tuple[Move | Choice, ...]:
        """A bid, or passing."""
        seat = deal.actor
        assert seat is not None
        least = self.least(deal.local)
        if self.highest is not None:
            bids = [least] if self.exact else range(least, self.highest + 1, self.raise_by)
            return (*(Move(seat, "bid", bid) for bid in bids), Move(seat, "pass"))
        bid = Move(seat, "bid", least) if self.exact else BidChoice(seat, least, self.raise_by)
        return (bid, Move(seat, "pass"))

    def apply(self, deal: Deal, move: Move) -> Deal:
        """Take the call and see who speaks next."""
        deal.expect(move, "bid", "pass")
        new = deal.after(move)
        auction: Auction = deal.local
        if move.kind == "bid":
            self._check(auction, move)
            auction = auction._replace(bid=move.value, bidder=move.seat)
        return (self._duel if self.duel else self._in_turn)(new, auction, move)

    def _check(self, auction: Auction, move: Move) -> None:
        least = self.least(auction)
        bid = move.value
        possible = type(bid) is int and (bid == least if self.exact else bid >= least and bid % self.raise_by == 0)
        if possible and (self.highest is None or bid <= self.highest):
            return
        opens = auction.bidder is None and (self.exact or type(bid) is not int or bid < least)
        clause = "auction.opening" if opens else "auction.raise"
        wanted = f"{least}" if self.exact else f"{least} or more, in steps of {self.raise_by}"
        if self.highest is not None:
            wanted += f", {self.highest} at most"
            if possible:
                clause = "auction.highest"
        raise IllegalMove(f"the bid must be {wanted}, not {bid}", clause=self.rules.clause(clause), move=move)

    def _duel(self, new: Deal, auction: Auction, move: Move) -> Deal:
        facing, waiting = auction.facing, auction.waiting
        if move.kind == "bid":
            if facing is None:
                return self._won(new, move.seat, auction.bid)
            new.actor, new.local = facing, auction._replace(facing=move.seat)
            return new
        newcomer, rest = (waiting[0], waiting[1:]) if waiting else (None, ())
        if auction.bidder is None:
            # No bid stands: the seat opposite opens or leaves too, and the newcomer answers it.
            if facing is None:
                return self._nobody(new)
            new.actor, new.local = facing, Auction(0, None, newcomer, rest)
        elif newcomer is None:
            return self._won(new, auction.bidder, auction.bid)
        else:
            new.actor, new.local = newcomer, auction._replace(facing=auction.bidder, waiting=rest)
        return new

    def _in_turn(self, new: Deal, auction: Auction, move: Move) -> Deal:
        others = auction.waiting[1:]
        if move.kind == "bid":
            if move.value == self.highest:
                return self._won(new, move.seat, move.value)
            others = (*others, move.seat)
        if not others:
            return self._nobody(new)
        if others == (auction.bidder,):
            return self._won(new, others[0], auction.bid)
        new.actor, new.local = others[0], auction._replace(waiting=others)
        return new

    def _won(self, new: Deal, declarer: int, bid: int) -> Deal:
        new.setup = new.setup._replace(declarer=declarer, bid=bid)
        return new.proceed()

    def _nobody(self, new: Deal) -> Deal:
        if self.forced:
            return self._won(new, new.setup.dealer, self.opening)
        new.result = self.rules.scoring.no_game()
        return new
