"""Positions of stock games, put together from what a question gives, and what can be done from them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from stichwerk.deal import Deal
from stichwerk.stock import StockStep
from stichwerk.talon import Announced, Talon

if TYPE_CHECKING:
    from stichwerk.rules import Rules
    from stichwerk.tricks import Play

Given = Mapping[str, Any]

MOMENTS = ("lead", "turn", "won", "end")


def position(rules: Rules, given: Given) -> Deal:
    """A deal in the middle of its tricks.

    hands {seat: cards}, or hand and seat; trump; stock (the face-down cards in the order they are drawn) or face_down
    (how many); turn_up (a card; none once it is drawn); closed_by (seat), at_close {side: [points, tricks]}; trick
    (cards on the table in the order played); winner (seat that won the last trick), leader (else the winner), actor
    (who is to act; else it follows from leader and trick, else seat, else the eldest leads); taken {seat: cards} or
    tricks {seat: n}; announced [[id, suit, seat]], turn (those since the last lead), announcements {side: points} that
    count, pending {side: points}; moment (lead, turn, won, end); totals {side: points}, played; dealer; declarer, bid,
    game. ValueError says what cannot be.
    """
    return _Reader(rules, given).deal()


def tells_all(rules: Rules, given: Given) -> bool:
    """Does what is given tell whether one side has taken all tricks of the last stage, so that the score is known?"""
    reader = _Reader(rules, given)
    reader.deal()
    return reader.tells_all


class _Reader:
    """Reads one position; every mistake in it is a ValueError."""

    def __init__(self, rules: Rules, given: Given) -> None:
        self.rules, self.given = rules, given
        self.tells_all = True  # is known whether one side has taken all tricks of the last stage
        self.deck, self.table = rules.deck, rules.table
        self.dealer: int = self.seat("dealer", self.table.players - 1)
        self.order = self.table.order(self.dealer)
        self.trick = self.cards(given.get("trick", []), "trick")
        if len(self.trick) >= len(self.order):
            raise ValueError(f"trick: {len(self.order)} seats play, so {len(self.trick)} cards are a whole trick")
        self.trump = self._trump()
        self.leader, self.actor = self._turn()
        self.hands = self._hands()
        self.taken = self.by_seat("taken", self.cards)
        self.stock, self.turn_up = self._stock()
        self._count_cards()

    def deal(self) -> Deal:
        """The position as a deal."""
        rules, given = self.rules, self.given
        game = given.get("game", next(iter(rules.contracts)))
        if game not in rules.contracts:
            raise ValueError(f"there is no contract {game!r}; contracts: {', '.join(rules.contracts)}")
        hands = tuple(self.deck.hand(self._codes(self.hands.get(seat, ()))) for seat in range(self.table.players))
        deal = Deal.at_tricks(
            rules,
            dealer=self.dealer,
            hands=hands,
            leader=self.leader,
            trump=self.trump,
            declarer=self.seat("declarer", None),
            bid=given.get("bid", 0),
            contract=game,
        )
        deal.setup = deal.setup._replace(totals=self.by_side("totals", int), played=given.get("played", 0))
        play: Play = deal.local
        play.points = tuple(sum(self.deck.points[k] for k in self.taken.get(s, ())) for s in range(len(hands)))
        play.tricks = self._tricks()
        for place, kind in enumerate(self.trick):
            play.worth += self.deck.points[kind]
            if play.best < 0 or rules.tricks.takes(play.best, kind, self.trump):
                play.best, play.winner = kind, self.order[(self.order.index(self.leader) + place) % len(self.order)]
            play.cards = (*play.cards, kind)
        play.talon = self._talon(play.tricks)
        deal.actor, deal.legal = self.actor, -1
        return deal

    # ------------------------------------------------------------ small things

    def seat(self, key: str, default: Any) -> Any:
        """A seat, or the default where the key is missing or null."""
        return default if self.given.get(key) is None else self._seat(self.given[key], key)

    def _seat(self, seat: object, where: str) -> int:
        if isinstance(seat, str) and seat.isdigit():
            seat = int(seat)
        if type(seat) is not int or not 0 <= seat < self.table.players:
            raise ValueError(f"{where}: a seat is a number from 0 to {self.table.players - 1}, found {seat!r}")
        return seat

    def by_seat(self, key: str, read: Any) -> dict[int, Any]:
        """Values by seat."""
        entries = self._mapping(key)
        return {self._seat(seat, key): read(value, f"{key} of seat {seat}") for seat, value in entries.items()}

    def by_side(self, key: str, read: Any) -> tuple[Any, ...]:
        """Values by side, 0 where one is missing."""
        entries = {str(name): value for name, value in self._mapping(key).items()}
        names = self.table.names
        if unknown := [name for name in entries if name not in names]:
            raise ValueError(f"{key}: there is no side {unknown[0]!r}; sides: {', '.join(names)}")
        return tuple(read(entries.get(name, 0)) for name in names)

    def _mapping(self, key: str) -> Mapping[Any, Any]:
        entries = self.given.get(key, {})
        if not isinstance(entries, Mapping):
            raise ValueError(f"{key}: an object was expected, found {entries!r}")  # noqa: TRY004  # it is JSON
        return entries

    def cards(self, codes: object, where: str) -> tuple[int, ...]:
        """Card codes -> kinds."""
        if not isinstance(codes, (list, tuple)):
            raise ValueError(f"{where}: a list of cards was expected, found {codes!r}")  # noqa: TRY004  # it is JSON
        for code in codes:
            if not isinstance(code, str) or code not in self.deck.index:
                raise ValueError(f"{where}: there is no card {code!r} in this deck")
        return tuple(self.deck.index[code] for code in codes)

    def _codes(self, kinds: Iterable[int]) -> list[str]:
        return [self.deck.codes[kind] for kind in kinds]

    # ------------------------------------------------------------------- parts

    def _trump(self) -> int:
        suit, turned = self.given.get("trump"), self.given.get("turn_up")
        if suit is None:
            return -1
        if suit not in self.deck.suit_index:
            raise ValueError(f"trump: there is no suit {suit!r}; suits: {', '.join(self.deck.suits)}")
        trump = self.deck.suit_index[suit]
        if turned is not None:
            (kind,) = self.cards([turned], "turn_up")
            if self.rules.formal.get("trump", {}).get("named_by") == "turn_up" and self.deck.suit_of[kind] != trump:
                raise ValueError(f"turn_up: {turned} is turned up, so trump cannot be {suit}")
        return trump

    def _turn(self) -> tuple[int, int]:
        """Who led and who is to act: the one follows from the other, and both from who won the last trick."""
        order, given, places = self.order, self.given, len(self.trick)
        for key in ("seat", "actor", "leader", "winner"):
            if self.seat(key, order[0]) not in order:
                raise ValueError(f"{key}: seat {given[key]} does not play this deal")
        winner = self.seat("winner", None)
        leader = self.seat("leader", winner)
        if winner is not None and leader != winner:
            raise ValueError(f"leader: seat {winner} won the last trick, so it leads and not seat {leader}")
        if leader is None:
            actor: int = self.seat("actor", self.seat("seat", order[places]))
            return order[(order.index(actor) - places) % len(order)], actor
        due = order[(order.index(leader) + places) % len(order)]
        if self.seat("actor", due) != due:
            raise ValueError(f"actor: seat {leader} leads, with {places} cards on the table seat {due} is to act")
        return leader, due

    def _hands(self) -> dict[int, tuple[int, ...]]:
        hands = self.by_seat("hands", self.cards)
        if "hand" in self.given:
            if "seat" not in self.given:
                raise ValueError("hand: whose it is, the key 'seat' says, which is missing")
            hands[self.seat("seat", 0)] = self.cards(self.given["hand"], "hand")
        if idle := [seat for seat, hand in hands.items() if hand and seat not in self.order]:
            raise ValueError(f"hands: seat {idle[0]} does not play this deal")
        return hands

    def _stock(self) -> tuple[tuple[int, ...], int]:
        """The face-down cards and the turn-up. Where only their number is given, any cards that nobody has seen."""
        given = self.given
        turned = given.get("turn_up")
        turn_up = -1 if turned is None else self.cards([turned], "turn_up")[0]
        if "stock" in given:
            stock = self.cards(given["stock"], "stock")
            if given.get("face_down", len(stock)) != len(stock):
                raise ValueError(f"face_down: {given['face_down']} cards, but the stock has {len(stock)}")
            return stock, turn_up
        count = given.get("face_down", 0)
        if type(count) is not int or count < 0:
            raise ValueError(f"face_down: a number of cards was expected, found {count!r}")
        seen = Counter(self._seen()) + Counter([turn_up] if turn_up >= 0 else [])
        hidden = [kind for kind in range(len(self.deck.codes)) for _ in range(self.deck.copies - seen[kind])]
        if count > len(hidden):
            raise ValueError(f"face_down: {count} cards, but only {len(hidden)} of the pack are not seen elsewhere")
        return tuple(hidden[:count]), turn_up

    def _seen(self) -> list[int]:
        places = (self.trick, *self.hands.values(), *self.taken.values())
        return [kind for cards in places for kind in cards]

    def _count_cards(self) -> None:
        """No card lies in two places."""
        turned = [self.turn_up] if self.turn_up >= 0 else []
        for kind, count in Counter([*self._seen(), *self.stock, *turned]).items():
            if count > self.deck.copies:
                copies = "one" if self.deck.copies == 1 else str(self.deck.copies)
                raise ValueError(f"{self.deck.codes[kind]} lies in {count} places, but the pack has {copies} of it")

    def _tricks(self) -> tuple[int, ...]:
        counts = self.by_seat("tricks", lambda count, _: int(count))
        players = len(self.order)
        for seat, cards in self.taken.items():
            if len(cards) % players:
                raise ValueError(f"taken of seat {seat}: {len(cards)} cards are no whole tricks of {players}")
            if counts.setdefault(seat, len(cards) // players) != len(cards) // players:
                raise ValueError(f"tricks of seat {seat}: {counts[seat]}, but {len(cards)} cards were taken")
        winner = self.seat("winner", None)
        if winner is not None and "tricks" not in self.given and "taken" not in self.given:
            counts[winner] = 1  # whoever has won the last trick has won a trick
        return tuple(counts.get(seat, 0) for seat in range(self.table.players))

    def _talon(self, tricks: tuple[int, ...]) -> Talon:
        given = self.given
        turn = self._announced("turn")
        moment = given.get("moment", "turn" if self.trick else "lead")
        if moment not in MOMENTS:
            raise ValueError(f"moment: one of {', '.join(MOMENTS)}, found {moment!r}")
        if (moment == "turn") != bool(self.trick):
            raise ValueError(f"moment: it is not {moment!r} with {len(self.trick)} cards on the table")
        closer = self.seat("closed_by", None)
        at_close = self.by_side("at_close", lambda entry: tuple(entry) if entry else (0, 0))
        pending = self.by_side("pending", int)
        talon = Talon(
            stock=self.stock,
            turn_up=self.turn_up,
            moment=moment,
            winner=self.seat("winner", self.leader if any(tricks) else -1),
            closer=closer,
            at_close=at_close if closer is not None else (),
            credits=self.by_side("announcements", int),
            pending=tuple((side, points) for side, points in enumerate(pending) if points),
            announced=(*self._announced("announced"), *turn),
            turn=turn,
            bound=self._bound(turn) if moment == "lead" else 0,
            strict=(0,) * len(self.table.sides),
        )
        step = self.rules.tricks
        if isinstance(step, StockStep):
            stage = step.stage(talon)
            if moment == "won" and not step.asked[stage]:
                raise ValueError("moment: it is never 'won' where the cards are drawn at once")
            if stage == step.last_stage:
                talon = talon._replace(strict=self._strict(tricks, talon))
        return talon

    def _strict(self, tricks: tuple[int, ...], talon: Talon) -> tuple[int, ...]:
        """How many tricks of the last stage each side has taken, as far as what is given tells; else none.

        It matters only whether one side has taken all of them. So it does when one trick is over, whose winner is
        known, when one side has no trick at all, and when the tricks up to the closing are given.
        """
        sides = range(len(self.table.sides))
        taken = [sum(tricks[seat] for seat in self.table.sides[side]) for side in sides]
        gone = self._cards_gone()
        if talon.at_close and sum(taken) - sum(count for _, count in talon.at_close) == gone:
            return tuple(taken[side] - talon.at_close[side][1] for side in sides)
        if gone == 1 and talon.winner >= 0:
            whole = [self.table.side_of[talon.winner]]
        else:
            whole = [side for side in sides if taken[side] >= gone]
            self.tells_all = not gone or not whole or sum(taken) == taken[whole[0]]
        return tuple(gone if self.tells_all and side in whole else 0 for side in sides)

    def _cards_gone(self) -> int:
        """How many cards of a full hand each seat has played in whole tricks."""
        full: int = self.rules.hand_size
        first = self.order.index(self.leader)
        led = [self.order[(first + place) % len(self.order)] for place in range(len(self.trick))]
        left = [len(hand) + (seat in led) for seat, hand in self.hands.items() if seat in self.order]
        return full - min(max(left, default=full), full)

    def _announced(self, key: str) -> tuple[Announced, ...]:
        """Announcements that were made, and those that count as made with them."""
        step = self.rules.tricks
        known = step.announcements if isinstance(step, StockStep) else {}
        found: list[Announced] = []
        for entry in self.given.get(key, []):
            if not isinstance(entry, (list, tuple)) or len(entry) != 3:
                raise ValueError(f"{key}: an announcement is [id, suit or null, seat], found {entry!r}")
            name, suit, seat = entry
            if name not in known:
                names = ", ".join(known) or "none"
                raise ValueError(f"{key}: there is no announcement {name!r}; announcements: {names}")
            if (name, suit) not in known[name].table.figures(self.trump):
                raise ValueError(f"{key}: {name} is not announced in {suit!r}")
            found += [(other, suit, self._seat(seat, key)) for other in (name, *known[name].spends)]
        return tuple(found)

    def _bound(self, turn: tuple[Announced, ...]) -> int:
        """The cards of which one must be led, because they were announced in this turn (and not only count as such)."""
        step = self.rules.tricks
        bound = 0
        if isinstance(step, StockStep):
            spent = {(other, suit, seat) for name, suit, seat in turn for other in step.announcements[name].spends}
            for name, suit, seat in turn:
                what = step.announcements[name]
                if what.lead_one and (name, suit, seat) not in spent:
                    bound = sum(self.deck.kinds[kind] for kind, _ in what.table.figures(self.trump)[name, suit].kinds)
        return bound
