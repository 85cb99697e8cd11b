"""A deal told as it goes, to one person: only what the rules make public and what the person's own cards show."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from .advice import is_aside
from .names import Names
from .tabletop import lying, over_stock, standing, told_aside, told_draws
from .telling import told

if TYPE_CHECKING:
    from stichwerk.deal import Deal


def tell(before: Deal, after: Deal, names: Names) -> Iterator[str]:
    """What a move changed, in lines. before, after: the deal before and after the move."""
    move = after.move
    assert move is not None
    who = names.player(move.seat)
    if is_aside(move):
        yield from told_aside(before, after, names)
        return
    if move.kind in ("play", "draw"):
        if move.kind == "play":
            yield from _trick(after, names)
        yield from told_draws(before, after, names)
        return
    if move.kind == "give":
        yield f"{who}: {names.say('did_give')}"
        if after.setup.called is not None and after.setup.called[1] == names.you:
            yield names.say("returned", card=names.card(move.value))
    elif move.kind == "discard":
        announced = f" ({names.say('announced', cards=names.cards(move.open))})" if move.open else ""
        yield f"{who}: {names.say('did_discard', count=len(move.value))}{announced}"
    elif move.kind != "take":
        yield f"{who}: {told(move, names, before.setup.trump)}"
    yield from _auction(before, after, names)
    yield from _widow(before, after, names)
    yield from _called(before, after, names)


def _auction(before: Deal, after: Deal, names: Names) -> Iterator[str]:
    declarer = after.setup.declarer
    if declarer is None or before.setup.declarer is not None:
        return
    key = "declares_you" if declarer == names.you else "declares"
    yield click.style(names.say(key, who=names.player(declarer), bid=after.setup.bid), bold=True)


def _widow(before: Deal, after: Deal, names: Names) -> Iterator[str]:
    setup = after.setup
    if not setup.taken or before.setup.taken:
        return
    seen = setup.shown or setup.declarer == names.you
    cards = names.cards(after.rules.deck.cards(setup.widow)) if seen else names.say("did_take")
    yield f"{names.widow()}: {cards}"


def _called(before: Deal, after: Deal, names: Names) -> Iterator[str]:
    called = after.setup.called
    if called is None or before.setup.called is not None:
        return
    card = names.card(after.rules.deck.codes[called[0]])
    if called[1] is None:
        yield names.say("nobody_has", card=card)
    else:
        yield names.say("gave_you" if called[1] == names.you else "gave", who=names.player(called[1]), card=card)


def _trick(after: Deal, names: Names) -> Iterator[str]:
    """The trick, once it is complete."""
    from stichwerk.view import view

    seen = view(after, after.setup.order[0])  # the tricks are the same for every seat
    if seen["trick"] or not seen["tricks"]:
        return
    trick = seen["tricks"][-1]
    deck = after.rules.deck
    worth = sum(deck.points[deck.index[card]] for _, card in trick["cards"])
    cards = ", ".join(f"{names.player(seat)} {names.card(card)}" for seat, card in trick["cards"])
    number = names.say("trick", number=len(seen["tricks"]))
    yield f"{number}: {cards} → {names.player(trick['winner'])} ({worth})"


def situation(deal: Deal, names: Names) -> Iterator[str]:
    """What lies on the table before a card of the person at the terminal."""
    from stichwerk.view import view

    assert names.you is not None
    seen = view(deal, names.you)
    trump = names.say("trump") + " " + names.suit(seen["trump"]) if seen["trump"] else names.say("no_trump")
    table = ", ".join(f"{names.player(seat)} {names.card(card)}" for seat, card in seen["trick"])
    yield f"{names.say('trick', number=len(seen['tricks']) + 1)} · {trump}" + (f" · {table}" if table else "")
    if over_stock(deal.rules):
        yield " · ".join(filter(None, (lying(deal, names), standing(deal, names))))
    if seen["open"] is not None and seen["open"]["seat"] != names.you:
        hand = names.cards(seen["open"]["hand"])
        yield names.say("open_hand", who=names.player(seen["open"]["seat"]), cards=hand)
