"""What was announced must still be possible to have been announced: cards, leads and tricks of the seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from stichwerk.moves import Move
from stichwerk.questions.positions import position
from stichwerk.stock import StockStep

if TYPE_CHECKING:
    from stichwerk_conformance.generate.possible.positions import Standing

__all__ = ["announcements"]

Announced = tuple[str, str | None, int]


def announcements(there: Standing) -> str:
    """Why these announcements cannot have been made; empty when nothing speaks against it."""
    before, turn = (_entries(there.given.get(key, ())) for key in ("announced", "turn"))
    step = there.rules.tricks
    if not before and not turn:
        return ""
    if not isinstance(step, StockStep):
        return "nothing is announced in this game"
    if any(count > 1 for count in Counter((name, suit) for name, suit, _ in (*before, *turn)).values()):
        return "nothing is announced twice"
    found = next(filter(None, (_before(there, step, one) for one in before)), "")
    return found or _leads(there, step, before) or _turn(there, turn)


def _entries(entries: Iterable[Any]) -> list[Announced]:
    return [(name, suit, seat) for name, suit, seat in entries]


def _before(there: Standing, step: StockStep, one: Announced) -> str:
    """An announcement of an earlier turn: its cards were in that hand, and one was led where one must be."""
    name, suit, seat = one
    what = step.announcements[name]
    deck = there.rules.deck
    trump = deck.suit_index[there.given["trump"]]
    cards = [deck.codes[kind] for kind, _ in what.table.figures(trump)[name, suit].kinds]
    hands = dict(there.hands())
    elsewhere = [card for other, hand in hands.items() if other != seat for card in hand]
    elsewhere += [*there.given.get("stock", ()), *filter(None, [there.given.get("turn_up")])]
    if set(cards) & set(elsewhere):
        return f"cards of {name} lie where they cannot have got to"
    if what.lead_one and seat in hands and set(cards) <= set(hands[seat]):
        return f"one of the cards of {name} was led"
    if what.window.windows == ("first_lead",) and seat != there.first_leader:
        return f"{name} is announced by the seat that leads to the first trick"
    return ""


def _leads(there: Standing, step: StockStep, before: list[Announced]) -> str:
    """Who announces when leading has led so often; who does after a trick has taken so many, or the partner."""
    for seat in {seat for _, _, seat in before}:
        made = [step.announcements[name] for name, _, other in before if other == seat]
        leading = [what for what in made if "on_lead" in what.window.windows]
        if len(leading) > there.leads_before(seat):
            return f"seat {seat} has not led so often"
        won = [what for what in made if set(what.window.windows) <= {"trick_won", "trick_won_side"}]
        side = there.rules.table.sides[there.rules.table.side_of[seat]]
        if won and not any(there.tricks.get(other) for other in side):
            return f"the side of seat {seat} has taken no trick"
    return ""


def _turn(there: Standing, turn: list[Announced]) -> str:
    """What was announced in this turn could be announced one after the other."""
    made: list[Announced] = []
    hands = dict(there.hands())
    for name, suit, seat in turn:
        if seat not in hands:
            continue
        deal = position(there.rules, {**there.given, "turn": [list(one) for one in made]})
        if Move(seat, "announce", (name, suit)) not in list(deal.legal_moves()):
            return f"{name} could not be announced in this turn"
        made.append((name, suit, seat))
    return ""
