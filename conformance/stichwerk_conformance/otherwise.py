"""Engines that play one clause otherwise, where the language has no other word for it.

Most of what a clause says can be changed in the rules, and an answer that changes with it hangs on the clause. For a
few leaves the vocabulary knows one word only: the winner of a trick leads, the declarer takes the widow. Here the
engine itself is made to do something else there, as a program might that got this clause wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fnmatch import fnmatch
from typing import Any, TypeVar

from stichwerk.auction import AuctionStep
from stichwerk.contracts import TrumpStep
from stichwerk.deal import Deal, Setup
from stichwerk.dealing import DealOut
from stichwerk.duties import Duties
from stichwerk.errors import IllegalMove
from stichwerk.melding import MeldStep
from stichwerk.moves import Choice, Move
from stichwerk.rules import Rules
from stichwerk.stock import StockStep
from stichwerk.talon import Talon
from stichwerk.tricks import Play
from stichwerk.widow import DiscardStep, WidowStep

__all__ = ["otherwise"]

_Kind = TypeVar("_Kind")


def otherwise(rules: Rules, leaf: str) -> Iterator[Rules]:
    """The rules with an engine that plays the leaf at this dotted path otherwise; nothing where no such is known."""
    for pattern, change in _CHANGES.items():
        if fnmatch(leaf, pattern):
            changed = Rules(rules.resolved)
            if change(changed):
                yield changed


def _steps(rules: Rules, kind: type[_Kind]) -> list[_Kind]:
    return [step for step in rules.steps if isinstance(step, kind)]


def _do(step: object, name: str, method: Callable[..., Any]) -> None:
    """Let this one step do something else."""
    setattr(step, name, method)


# ---------------------------------------------------------------------------- before the tricks


def _dealer_speaks_first(rules: Rules) -> bool:
    for step in _steps(rules, AuctionStep):
        enter = step.enter

        def dealer_first(deal: Deal, enter: Callable[[Deal], Deal] = enter) -> Deal:
            setup = deal.setup
            deal.setup = setup._replace(order=setup.order[-1:] + setup.order[:-1])
            entered = enter(deal)
            entered.setup = setup
            return entered

        _do(step, "enter", dealer_first)
    return True


def _another_takes_the_widow(rules: Rules) -> bool:
    for step in _steps(rules, WidowStep):

        def taken(deal: Deal, step: WidowStep = step) -> Deal:
            setup = deal.setup
            assert setup.declarer is not None
            seat = setup.next[setup.declarer]
            deal.hands = rules.with_hand(deal.hands, seat, rules.deck.merge(deal.hands[seat], setup.widow))
            deal.setup = setup._replace(taken=setup.widow.bit_count(), shown=step.shown)
            return deal.proceed()

        _do(step, "_taken", taken)
    return True


def _another_names_trumps(rules: Rules) -> bool:
    for step in _steps(rules, TrumpStep):
        enter = step.enter

        def other_names(deal: Deal, enter: Callable[[Deal], Deal] = enter, step: TrumpStep = step) -> Deal:
            deal = enter(deal)
            if deal.result is None and rules.steps[deal.step] is step and deal.actor is not None:
                deal.actor = deal.setup.next[deal.actor]
            return deal

        _do(step, "enter", other_names)
    return bool(_steps(rules, TrumpStep))


def _turn_up_is_not_trump(rules: Rules) -> bool:
    for step in _steps(rules, DealOut):
        aside = step._aside  # noqa: SLF001  # the engine is changed on purpose

        def next_suit(setup: Setup, cards: dict[str, list[int]], aside: Callable[..., Setup] = aside) -> Setup:
            setup = aside(setup, cards)
            return setup._replace(trump=(setup.trump + 1) % len(rules.deck.suits)) if setup.trump >= 0 else setup

        _do(step, "_aside", next_suit)
    return any(step.turned for step in _steps(rules, DealOut))


def _all_melds_must_be_shown(rules: Rules) -> bool:
    for step in _steps(rules, MeldStep):
        apply = step.apply

        def strict(deal: Deal, move: Move, apply: Callable[[Deal, Move], Deal] = apply) -> Deal:
            new = apply(deal, move)
            best = rules.meld_table.best(deal.hands[move.seat], deal.setup.trump)
            if new.setup.points[move.seat] < best.total:
                raise IllegalMove("there is more to show", move=move)
            return new

        _do(step, "apply", strict)
    return True


def _one_card_less_is_discarded(rules: Rules) -> bool:
    for step in _steps(rules, DiscardStep):
        problem, moves = step.problem, step.moves

        def fewer(
            hand: int, laid: int, trump: int, count: int, *cards: Any, problem: Callable[..., Any] = problem
        ) -> Any:
            return problem(hand, laid, trump, count - 1, *cards)

        def offered(deal: Deal, moves: Callable[[Deal], tuple[Any, ...]] = moves) -> tuple[Move | Choice, ...]:
            return tuple(replace(choice, count=choice.count - 1) for choice in moves(deal))

        _do(step, "problem", fewer)
        _do(step, "moves", offered)
    return True


def _no_trump_was_discarded(rules: Rules) -> bool:
    for step in _steps(rules, TrumpStep):
        allowed = step._allowed  # noqa: SLF001

        def untouched(deal: Deal, suit: int, allowed: Callable[[Deal, int], bool] = allowed) -> bool:
            return allowed(deal, suit) and not deal.setup.discards & rules.deck.suit_mask[suit]

        _do(step, "_allowed", untouched)
    flow = list(rules.formal["flow"])
    return flow.index("discard") < flow.index("trump")


# ---------------------------------------------------------------------------------- the tricks


def _trumps_win_nothing(rules: Rules) -> bool:
    beats = rules.tricks._beats  # noqa: SLF001
    for trump in beats:
        beats[trump] = beats[-1]
    return True


def _dealer_leads(rules: Rules) -> bool:
    step = rules.tricks
    usual = step.lead_seat

    def lead_seat(dealer: int, declarer: int | None, lead: str | None) -> int:
        eldest, last = rules.table.order(dealer)[0], rules.table.order(dealer)[-1]
        seat = usual(dealer, declarer, lead)
        return last if lead is None and seat == eldest else seat

    _do(step, "lead_seat", lead_seat)
    return step.first_lead == "eldest"


def _the_next_seat_leads(rules: Rules) -> bool:
    """After a trick it is not the winner that leads, but the seat after the winner."""
    step = rules.tricks
    name = "_go_on" if isinstance(step, StockStep) else "_taken"
    usual = getattr(step, name)

    def next_seat(new: Deal, play: Play) -> Deal:
        winner = play.winner
        new = usual(new, play)
        if new.actor is not None and isinstance(new.local, Play) and new.hands[winner]:
            new.actor = new.local.leader = new.setup.next[winner]
        return new

    _do(step, name, next_seat)
    return True


def _the_next_seat_draws_first(rules: Rules) -> bool:
    """Cards are drawn not from the winner of the trick on, but from the seat after the winner."""
    step = rules.tricks
    if not isinstance(step, StockStep):
        return False
    usual = step._draw  # noqa: SLF001

    def draw(new: Deal, play: Play) -> Deal:
        winner = play.talon.winner
        play.talon = play.talon._replace(winner=new.setup.next[winner])
        new = usual(new, play)
        if isinstance(new.local, Play):
            new.local.talon = new.local.talon._replace(winner=winner)
        return new

    _do(step, "_draw", draw)
    return True


def _play_begins_free(rules: Rules) -> bool:
    """No card must be played in the first stage; only where it is the only one, else the rules can say it."""
    step = rules.tricks
    (first, *later) = step.stages
    step.stages[first] = step.duties = Duties(rules.deck, (), {})
    return not later


def _credited_with_the_next_trick(rules: Rules) -> bool:
    step = rules.tricks
    if not isinstance(step, StockStep):
        return False
    usual = step._announced  # noqa: SLF001

    def pending(deal: Deal, talon: Talon, move: Move) -> Talon:
        after: Talon = usual(deal, talon, move)
        gained = tuple(
            (side, now - before)
            for side, (before, now) in enumerate(zip(talon.credits, after.credits, strict=True))
            if now > before
        )
        return after._replace(credits=talon.credits, pending=(*after.pending, *gained))

    _do(step, "_announced", pending)
    return any(what.at_once for what in step.announcements.values())


# ------------------------------------------------------------------------------------- scoring


def _only_tricks_count(rules: Rules) -> bool:
    _do(rules.scoring, "counts", lambda side: side.card_points)
    return True


_CHANGES: Mapping[str, Callable[[Rules], bool]] = {
    "auction.first": _dealer_speaks_first,
    "widow.taken_by": _another_takes_the_widow,
    "trump.named_by": lambda rules: _another_names_trumps(rules) or _turn_up_is_not_trump(rules),
    "melding.choice": _all_melds_must_be_shown,
    "discard.count": _one_card_less_is_discarded,
    "discard.trumps": _no_trump_was_discarded,
    "tricks.wins": _trumps_win_nothing,
    "tricks.first_lead": _dealer_leads,
    "tricks.next_lead": _the_next_seat_leads,
    "tricks.stages": _play_begins_free,
    "stages.*.draw": _the_next_seat_draws_first,
    "announcements.*.credited": _credited_with_the_next_trick,
    "scoring.counts": _only_tricks_count,
}
"""Leaf (with * for a name) -> what is done otherwise; False when it makes no difference with these rules."""
