"""Tricks over a stock: drawing, announcing, exchanging, closing, claiming.

The same tricks as in `tricks`, in stages with duties of their own. Between the cards, in windows that the rules name,
seats announce melds, exchange the turn-up, close the stock or claim that they have enough; others than the seat to act
may do so too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .duties import Duties
from .errors import IllegalMove
from .expressions import compile_expression
from .melds import Figure, MeldTable
from .moves import Choice, Move
from .talon import Announced, Talon
from .tricks import Play, TricksStep
from .windows import Window

if TYPE_CHECKING:
    from .deal import Deal
    from .rules import Rules

STAGE_NAMES = ("stock", "turn_up", "closed")


class Announcement:
    """A meld that is announced during play."""

    def __init__(self, rules: Rules, name: str, entry: Mapping[str, Any]) -> None:
        self.name = name
        self.window = Window(rules, entry)
        self.table = MeldTable(rules.deck, {name: entry})
        self.lead_one: bool = entry.get("lead", "free") == "one_of_them"
        self.at_once: bool = entry["credited"] == "at_once"
        self.per_turn: int | None = entry.get("per_turn")
        self.by_seat: bool = entry.get("each", "seat") == "seat"
        self.once: str | None = entry.get("once")
        self.spends: tuple[str, ...] = tuple(entry.get("spends", ()))


class StockStep(TricksStep):
    """Trick after trick, with a stock or with things to announce and to claim."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        formal = rules.formal
        order = formal["tricks"]["stages"]
        self.until = {
            name: compile_expression(formal["stages"][name]["until"], STAGE_NAMES)
            for name in order
            if "until" in formal["stages"][name]
        }
        self.draws = {name: formal["stages"][name].get("draw") for name in order}
        self.asked = {name: formal["stages"][name].get("drawing", "at_once") == "asked" for name in order}
        self.last_stage: str = order[-1]
        self.announcements = {
            name: Announcement(rules, name, entry) for name, entry in formal.get("announcements", {}).items()
        }
        self.actions = {name: (entry, Window(rules, entry)) for name, entry in formal.get("actions", {}).items()}
        self.claimable = any(
            entry["act"] == "claim" and "last_trick" in entry["window"] for entry, _ in self.actions.values()
        )

    # ------------------------------------------------------------------ stages

    def stage(self, talon: Talon) -> str:
        """The stage a trick belongs to that is led now."""
        name: str
        for name, until in self.until.items():
            if not until(len(talon.stock), talon.turn_up >= 0, talon.closed):
                return name
        return self.last_stage

    def duties_of(self, deal: Deal) -> Duties:
        """The duties of the stage."""
        return self.stages[self.stage(deal.local.talon)]

    def begin(self, deal: Deal, leader: int) -> Deal:
        """The seat leads to the first trick, over the stock as it was dealt."""
        super().begin(deal, leader)
        nothing = (0,) * len(self.rules.table.sides)
        deal.local.talon = Talon(deal.setup.stock, deal.setup.turn_up, credits=nothing, strict=nothing)
        return deal

    def legal(self, deal: Deal) -> int:
        """The cards the seat to act may play (a mask); none while something else is to be decided."""
        talon: Talon = deal.local.talon
        if talon.moment in ("won", "end"):
            return 0
        if talon.bound and talon.moment == "lead":
            assert deal.actor is not None
            return deal.hands[deal.actor] & talon.bound
        return super().legal(deal)

    # ------------------------------------------------------------------- moves

    def moves(self, deal: Deal) -> tuple[Move | Choice, ...]:
        """Every card that may be played, and all that may be done beside it, by whatever seat."""
        assert deal.actor is not None
        talon: Talon = deal.local.talon
        cards = super().moves(deal) if talon.moment in ("lead", "turn") else ()
        decisions: tuple[Move, ...] = ()
        if talon.moment == "won":
            decisions = (Move(deal.actor, "draw"),)
        elif talon.moment == "end":
            decisions = (Move(deal.actor, "pass"),)
        return (*cards, *decisions, *self.beside(deal))

    def beside(self, deal: Deal) -> list[Move]:
        """What may be done beside playing a card."""
        found = []
        for announcement in self.announcements.values():
            for seat in announcement.window.seats(deal):
                if announcement.window.holds(deal, seat):
                    found += [
                        Move(seat, "announce", (announcement.name, suit))
                        for (_, suit), figure in announcement.table.figures(deal.setup.trump).items()
                        if self._may_announce(deal, seat, announcement, figure)
                    ]
        for entry, window in self.actions.values():
            for seat in window.seats(deal):
                move = Move(seat, entry["act"])
                if move not in found and window.holds(deal, seat) and self._can(deal, seat, entry):
                    found.append(move)
        return found

    def _may_announce(self, deal: Deal, seat: int, what: Announcement, figure: Figure) -> bool:
        talon: Talon = deal.local.talon
        return figure.times(deal.hands[seat]) > 0 and not self._used_up(deal, talon, seat, what, figure.suit)

    def _used_up(self, deal: Deal, talon: Talon, seat: int, what: Announcement, suit: str | None) -> str:
        """Which limit an announcement would break: once, per_turn, or none (empty)."""
        if what.once == "deal" and any(name == what.name for name, _, _ in talon.announced):
            return "once"
        if what.once == "suit" and talon.has_announced(what.name, suit):
            return "once"
        if what.per_turn is not None:
            side_of = self.rules.table.side_of
            made = [
                other
                for name, _, other in talon.turn
                if name == what.name and (other == seat if what.by_seat else side_of[other] == side_of[seat])
            ]
            if len(made) >= what.per_turn:
                return "per_turn"
        return ""

    def _can(self, deal: Deal, seat: int, entry: Mapping[str, Any]) -> bool:
        """Has the seat what the action needs?"""
        if entry["act"] != "exchange":
            return True
        kind = self._gives(deal, entry)
        talon: Talon = deal.local.talon
        return talon.turn_up >= 0 and kind >= 0 and bool(deal.hands[seat] & self.deck.kinds[kind])

    def _gives(self, deal: Deal, entry: Mapping[str, Any]) -> int:
        """The card that is exchanged for the turn-up (a kind)."""
        trump = deal.setup.trump
        return self.deck.index.get(self.deck.suits[trump] + entry["give"]["rank"], -1) if trump >= 0 else -1

    # ------------------------------------------------------------------- apply

    def apply(self, deal: Deal, move: Move) -> Deal:
        """Play a card, or do what may be done beside it."""
        talon: Talon = deal.local.talon
        if move.kind != "play" or talon.moment not in ("lead", "turn"):
            return self._beside(deal, move)
        new = super().apply(deal, move)
        play = new.local
        if isinstance(play, Play) and play.cards:
            play.talon = talon._replace(moment="turn", just_closed=False, turn=(), bound=0)
        return new

    def _taken(self, new: Deal, play: Play) -> Deal:
        talon: Talon = play.talon._replace(just_closed=False, turn=(), bound=0)
        stage = self.stage(talon)
        self.collect(play)
        winner = play.winner
        side = self.rules.table.side_of[winner]
        if stage == self.last_stage:
            strict = list(talon.strict)
            strict[side] += 1
            talon = talon._replace(strict=tuple(strict))
        play.talon = talon.pay(side)._replace(winner=winner, moment="lead")
        new.actor = winner
        if self.draws[stage] and talon.left and not talon.closed:
            if self.asked[stage]:
                play.talon = play.talon._replace(moment="won")
                return new
            return self._draw(new, play)
        return self._go_on(new, play)

    def _draw(self, new: Deal, play: Play) -> Deal:
        """Each seat draws one card, the winner of the trick first; the turn-up is the last card."""
        talon: Talon = play.talon
        stock, turn_up = talon.stock, talon.turn_up
        hands = list(new.hands)
        seat = talon.winner
        for _ in new.setup.order:
            if stock:
                kind, stock = stock[0], stock[1:]
            elif turn_up >= 0:
                kind, turn_up = turn_up, -1
            else:
                break
            hands[seat] = self.deck.add(hands[seat], kind)
            seat = new.setup.next[seat]
        new.hands = tuple(hands)
        play.talon = talon._replace(stock=stock, turn_up=turn_up, moment="lead")
        return self._go_on(new, play)

    def _go_on(self, new: Deal, play: Play) -> Deal:
        """The winner leads, or may claim after the last trick, or the deal is over."""
        new.local = play
        if new.hands[play.talon.winner]:
            return new
        if self.claimable:
            play.talon = play.talon._replace(moment="end")
            if any(move.kind == "claim" for move in self.beside(new)):
                return new
        new.actor = None
        return new.proceed()

    def _beside(self, deal: Deal, move: Move) -> Deal:
        if move.kind == "revoke" and deal.local.talon.moment == "turn":
            return self._other(deal, move)
        if move not in self.moves(deal) or move.kind == "play":
            raise self._refused(deal, move)
        new = deal.after(move)
        new.actor = deal.actor
        play = self._copy(deal.local)
        new.local = play
        if move.seat == play.talon.closer:
            play.talon = play.talon._replace(just_closed=False)
        talon: Talon = play.talon
        match move.kind:
            case "announce":
                play.talon = self._announced(deal, talon, move)
            case "exchange":
                self._exchange(deal, new, move.seat)
            case "close":
                points = tuple(
                    (self.rules.scoring.standing(deal, side).points, self.rules.scoring.standing(deal, side).tricks)
                    for side in range(len(self.rules.table.sides))
                )
                play.talon = talon._replace(closer=move.seat, at_close=points, just_closed=True, moment="lead")
            case "draw":
                return self._draw(new, play)
            case "claim":
                play.talon = talon._replace(claim=(move.seat, self._true(deal, move.seat)))
                new.actor = None
                return new.proceed()
            case _:
                new.actor = None
                return new.proceed()
        return new

    @staticmethod
    def _copy(before: Play) -> Play:
        play: Play = object.__new__(Play)
        for name in Play.__slots__:
            setattr(play, name, getattr(before, name))
        return play

    def _announced(self, deal: Deal, talon: Talon, move: Move) -> Talon:
        name, suit = move.value
        what = self.announcements[name]
        figure = what.table.figures(deal.setup.trump)[name, suit]
        side = self.rules.table.side_of[move.seat]
        made: tuple[Announced, ...] = tuple((other, suit, move.seat) for other in (name, *what.spends))
        talon = talon._replace(announced=talon.announced + made, turn=talon.turn + made)
        if what.lead_one:
            talon = talon._replace(bound=sum(self.deck.kinds[kind] for kind, _ in figure.kinds))
        has_trick = any(deal.local.tricks[seat] for seat in self.rules.table.sides[side])
        if what.at_once or has_trick:
            return talon.credit(side, figure.points)
        return talon._replace(pending=(*talon.pending, (side, figure.points)))

    def _exchange(self, deal: Deal, new: Deal, seat: int) -> None:
        entry = next(
            entry
            for entry, window in self.actions.values()
            if entry["act"] == "exchange"
            and seat in window.seats(deal)
            and window.holds(deal, seat)
            and self._can(deal, seat, entry)
        )
        kind, talon = self._gives(deal, entry), new.local.talon
        hand = self.deck.add(self.deck.remove(deal.hands[seat], kind), talon.turn_up)
        new.hands = self.rules.with_hand(deal.hands, seat, hand)
        new.local.talon = talon._replace(turn_up=kind)

    def _true(self, deal: Deal, seat: int) -> bool:
        """Is a claim by the seat right?"""
        return self.rules.scoring.claim_is_true(deal, self.rules.table.side_of[seat])

    # ---------------------------------------------------------------- refusals

    def bound_by(self, play: Play) -> str | None:
        """The clause of the announcement after which one of its cards must be led."""
        named = [name for name, _, _ in play.talon.turn if self.announcements[name].lead_one]
        return self.rules.clause(f"announcements.{named[-1]}.lead") if named else None

    def _refused(self, deal: Deal, move: Move) -> IllegalMove:
        talon: Talon = deal.local.talon
        if deal.actor is None:
            return IllegalMove("the deal is over", move=move)
        if move.kind == "play":
            what = "the draw" if talon.moment == "won" else "the claim"
            return IllegalMove(
                f"no card is played before {what} is settled", clause=self.rules.clause("tricks"), move=move
            )
        if move.kind == "announce":
            reason, path = self._why_not_announce(deal, move)
        else:
            reason, path = self._why_not_act(deal, move)
        return IllegalMove(reason, clause=self.rules.clause(path) or self.rules.clause("flow"), move=move)

    def _why_not_announce(self, deal: Deal, move: Move) -> tuple[str, str]:
        name, suit = move.value if isinstance(move.value, tuple) and len(move.value) == 2 else (move.value, None)
        what = self.announcements.get(name)
        if what is None:
            return f"there is no announcement '{name}'", "announcements"
        path = f"announcements.{name}"
        figure = what.table.figures(deal.setup.trump).get((name, suit))
        if move.seat not in what.window.seats(deal):
            return f"seat {move.seat} may not announce now", f"{path}.window"
        if not what.window.holds(deal, move.seat):
            return "nothing may be announced now", f"{path}.when"
        if figure is None or not figure.times(deal.hands[move.seat]):
            return "the hand does not hold the cards that are announced", f"{path}.cards"
        limit = self._used_up(deal, deal.local.talon, move.seat, what, suit)
        return "this has been announced as often as it may be", f"{path}.{limit or 'window'}"

    def _why_not_act(self, deal: Deal, move: Move) -> tuple[str, str]:
        for name, (entry, window) in self.actions.items():
            if entry["act"] != move.kind:
                continue
            path = f"actions.{name}"
            if move.seat not in window.seats(deal):
                return f"seat {move.seat} may not {move.kind} now", f"{path}.window"
            if not window.holds(deal, move.seat):
                return f"'{move.kind}' is not possible now", f"{path}.when"
            return "the hand does not hold the card that is exchanged", f"{path}.give"
        possible = ", ".join(dict.fromkeys(m.kind for m in self.moves(deal) if isinstance(m, Move)))
        return f"'{move.kind}' is not possible now; possible: {possible}", "flow"
