"""The tricks: which cards may be played, and who wins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .duties import Duties, Position
from .errors import IllegalMove
from .moves import Choice, Move

if TYPE_CHECKING:
    from .cards import Deck
    from .deal import Deal
    from .rules import Rules


class Play:
    """The trick phase so far.

    cards: the trick on the table, kinds in the order played; best: the kind that wins it, -1 before the lead;
    winner: its seat; leader: who led; worth: card points on the table; points, tricks: card points and tricks taken by
    each seat, without the points for the last trick; talon: what else lies on the table (see `stock`).
    """

    __slots__ = ("best", "cards", "leader", "points", "talon", "tricks", "winner", "worth")

    def __init__(self, leader: int, players: int) -> None:
        self.leader = self.winner = leader
        self.cards: tuple[int, ...] = ()
        self.best = -1
        self.worth = 0
        self.talon: Any = None
        self.points: tuple[int, ...] = (0,) * players
        self.tricks: tuple[int, ...] = (0,) * players


class _Sorts(dict[int, tuple[Move, ...]]):
    """For the cards of one suit (bits) the moves that play them, filled as it is asked."""

    def __init__(self, deck: Deck, seat: int, suit: int) -> None:
        super().__init__()
        ranks = len(deck.ranks)
        kinds = range(suit * ranks, (suit + 1) * ranks)
        self.shift = suit * deck.suit_bits
        self.all = tuple((deck.bit_of[k] >> self.shift, Move(seat, "play", deck.codes[k])) for k in reversed(kinds))

    def __missing__(self, bits: int) -> tuple[Move, ...]:
        found = tuple(move for bit, move in self.all if bits & bit)
        self[bits] = found
        return found


class TricksStep:
    """Trick after trick until the hands are empty."""

    def __init__(self, rules: Rules) -> None:
        formal = rules.formal
        stages = formal["tricks"]["stages"]
        self.rules = rules
        self.deck = rules.deck
        self.stages = {
            name: Duties(rules.deck, formal["stages"][name]["duties"], formal.get("duties", {})) for name in stages
        }
        self.duties = self.stages[stages[-1]]
        self.last_wins: bool = formal["tricks"]["equal_cards"] == "last"
        self.first_lead: str = formal["tricks"]["first_lead"]
        self.revoke: str | None = formal.get("irregularities", {}).get("revoke")
        # The hot path reads these without asking the deck.
        self._index, self._kinds, self._points = rules.deck.index, rules.deck.kinds, rules.deck.points
        self._suit_of, self._full_suit = rules.deck.suit_of, rules.deck.full_suit
        suits = range(len(self.deck.suits))
        self._sorts = [
            tuple((table.shift, table) for table in (_Sorts(self.deck, seat, suit) for suit in suits))
            for seat in range(rules.table.players)
        ]
        self._beats = self._winning()

    def _winning(self) -> dict[int, list[int]]:
        """For each trump (-1: none) and each winning kind the cards that take the trick from it."""
        winning = {}
        for trump in range(-1, len(self.deck.suits)):
            winning[trump] = [
                self.duties.beats(kind, trump) | (self.deck.kinds[kind] if self.last_wins else 0)
                for kind in range(len(self.deck.codes))
            ]
        return winning

    def lead_seat(self, dealer: int, declarer: int | None, lead: str | None) -> int:
        """Who leads to the first trick; lead: what the contract says about it."""
        who = lead or self.first_lead
        if who == "declarer" and declarer is not None:
            return declarer
        return self.rules.table.order(dealer)[0]

    def enter(self, deal: Deal) -> Deal:
        """The first seat leads, if tricks are played."""
        setup = deal.setup
        contract = self.rules.contracts[setup.contract] if setup.contract else None
        if setup.misdiscarded or (contract is not None and not contract.played):
            return deal.proceed()
        return self.begin(deal, self.lead_seat(setup.dealer, setup.declarer, contract.lead if contract else None))

    def begin(self, deal: Deal, leader: int) -> Deal:
        """The seat leads to the first trick."""
        deal.actor, deal.local, deal.legal = leader, Play(leader, self.rules.table.players), -1
        return deal

    def takes(self, best: int, kind: int, trump: int) -> bool:
        """Does the kind, played later, take the trick from the one that wins it so far?"""
        return bool(self._beats[trump][best] & self._kinds[kind])

    def legal(self, deal: Deal) -> int:
        """The cards the seat to act may play (a mask)."""
        legal = deal.legal
        if legal < 0:
            assert deal.actor is not None
            legal = deal.hands[deal.actor]
            play: Play = deal.local
            if play.best >= 0:
                duties = self.duties_of(deal)
                if duties.looks_back:
                    legal = duties.playable(legal, *self.position(deal))
                else:
                    legal = duties.playable(legal, play.best, self._suit_of[play.cards[0]], deal.setup.trump)
            deal.legal = legal
        return legal

    def duties_in(self, stage: str) -> Duties:
        """The duties of a stage. ValueError when there is no such stage."""
        if stage not in self.stages:
            raise ValueError(f"there is no stage {stage!r}; stages: {', '.join(self.stages)}")
        return self.stages[stage]

    def duties_of(self, deal: Deal) -> Duties:
        """The duties that are in force now."""
        return self.duties

    def position(self, deal: Deal) -> Position:
        """What the duties of the seat to act look at."""
        play: Play = deal.local
        assert deal.actor is not None
        led = self._suit_of[play.cards[0]]
        high = max((kind for kind in play.cards if self._suit_of[kind] == led), default=-1)
        side_of = self.rules.table.side_of
        partner = side_of[play.winner] == side_of[deal.actor]
        return Position(play.best, led, deal.setup.trump, high, partner)

    def moves(self, deal: Deal) -> tuple[Move | Choice, ...]:
        """Every card that may be played, each kind once."""
        assert deal.actor is not None
        legal = self.legal(deal)
        full = self._full_suit
        found: tuple[Move, ...] = ()
        for shift, sorts in self._sorts[deal.actor]:
            bits = legal >> shift & full
            if bits:
                found += sorts[bits]
        return found

    def apply(self, deal: Deal, move: Move) -> Deal:
        """Play the card; the trick, the next lead and the end of play follow."""
        seat, word, code, _ = move
        if seat != deal.actor or word != "play":
            return self._other(deal, move)
        kind = self._index.get(code, -1)
        mask = self._kinds[kind]
        if kind < 0 or not self.legal(deal) & mask:
            raise self._refusal(deal, move, kind)
        hands, setup = deal.hands, deal.setup
        hand = hands[seat]
        hand ^= 1 << ((hand & mask).bit_length() - 1)
        new = deal.after(move)
        new.hands = hands[:seat] + (hand,) + hands[seat + 1 :]  # noqa: RUF005  # the hot path: unpacking is slower
        before: Play = deal.local
        best = before.best
        play: Play = object.__new__(Play)
        play.leader = before.leader
        play.talon = before.talon
        play.points = before.points
        play.tricks = before.tricks
        play.worth = before.worth + self._points[kind]
        play.cards = cards = before.cards + (kind,)  # noqa: RUF005
        if best < 0 or self._beats[setup.trump][best] & mask:
            play.best = kind
            play.winner = seat
        else:
            play.best = best
            play.winner = before.winner
        new.local = play
        if len(cards) < len(setup.order):
            new.actor = setup.next[seat]
            return new
        return self._taken(new, play)

    def _taken(self, new: Deal, play: Play) -> Deal:
        self.collect(play)
        if new.hands[play.winner]:
            new.actor = play.winner
            return new
        new.actor = None
        return new.proceed()

    def collect(self, play: Play) -> None:
        """The winner takes the trick and is to lead."""
        winner = play.winner
        points, tricks = list(play.points), list(play.tricks)
        points[winner] += play.worth
        tricks[winner] += 1
        play.points, play.tricks = tuple(points), tuple(tricks)
        play.leader, play.cards, play.best, play.worth = winner, (), -1, 0

    def bound_by(self, play: Play) -> str | None:
        """The clause that says which cards must be led."""
        return self.rules.clause("tricks.first_lead")

    def _refusal(self, deal: Deal, move: Move, kind: int) -> IllegalMove:
        play: Play = deal.local
        hand = deal.hands[move.seat]
        if kind < 0 or not hand & self.deck.kinds[kind]:
            return IllegalMove(f"{move.value} is not in the hand", move=move)
        if play.best < 0:
            return IllegalMove(f"{move.value} may not be led now", clause=self.bound_by(play), move=move)
        duty = self.duties_of(deal).broken(hand, kind, self.position(deal))
        return IllegalMove(
            f"{move.value} breaks the duty '{duty}'", clause=self.rules.clause(f"duties.{duty}"), move=move
        )

    def _other(self, deal: Deal, move: Move) -> Deal:
        """A revoke that was noticed: the seat had put down a card it may not play."""
        deal.expect(move, "play", *(["revoke"] if self.revoke else []))
        kind = self.deck.index.get(move.value, -1)
        clause = self.rules.clause("irregularities.revoke")
        if kind < 0 or not deal.hands[move.seat] & self.deck.kinds[kind]:
            raise IllegalMove(f"{move.value} is not in the hand", clause=clause, move=move)
        if self.legal(deal) & self.deck.kinds[kind]:
            raise IllegalMove(f"{move.value} may be played: this is no revoke", clause=clause, move=move)
        new = deal.after(move)
        new.local = deal.local
        new.actor = deal.actor
        if self.revoke != "put_right":
            new.setup = deal.setup._replace(revokers=tuple(sorted({*deal.setup.revokers, move.seat})))
        if self.revoke == "ends_deal":
            new.actor = None
            return new.proceed()
        return new
