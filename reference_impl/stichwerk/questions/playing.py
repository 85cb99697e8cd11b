"""Questions about positions of stock games: what may be done, and playing on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stichwerk.errors import IllegalMove
from stichwerk.moves import Move

from .positions import position
from .reading import Given

if TYPE_CHECKING:
    from stichwerk.deal import Deal
    from stichwerk.rules import Rules
    from stichwerk.talon import Talon


def legal_moves(rules: Rules, given: Given) -> dict[str, Any]:
    """All that a seat may do in a position."""
    deal = position(rules, given)
    seat = given.get("seat", deal.actor)
    legal = []
    for choice in deal.legal_moves():
        entry = choice.to_json()
        if entry.pop("seat") == seat:
            legal.append(entry)
    return {"legal": legal}


def play_on(rules: Rules, given: Given) -> dict[str, Any]:
    """Play moves on from a position: points and tricks of each side, hands, who is to act, the result at the end."""
    deal = position(rules, given)
    _whole_hands(deal)
    running = []
    for index, entry in enumerate(given["moves"]):
        before = sum(deal.local.tricks)
        try:
            deal = deal.apply(Move.from_json(entry))
        except IllegalMove as error:
            return {"refused": index, "clause": error.clause}
        if sum(deal.local.tricks) > before:
            running.append(_points(rules, deal))
    talon: Talon = deal.local.talon
    names, deck = rules.table.names, rules.deck
    tricks = [sum(deal.local.tricks[seat] for seat in side) for side in rules.table.sides]
    found: dict[str, Any] = {
        "refused": None,
        "points": _points(rules, deal),
        "running": running,
        "tricks": dict(zip(names, tricks, strict=True)),
        "hands": {str(seat): deck.cards(deal.hands[seat]) for seat in deal.setup.order},
        "actor": deal.actor,
        "face_down": len(talon.stock),
        "turn_up": deck.codes[talon.turn_up] if talon.turn_up >= 0 else None,
    }
    if "stock" in given or not given.get("face_down"):  # else nobody has said which cards they are
        found["stock"] = [deck.codes[kind] for kind in talon.stock]
    if deal.result is not None:
        found |= deal.result.to_json()
        if "winner" in rules.formal["scoring"]:
            found["won"] = list(deal.result.won)
    return found


def _whole_hands(deal: Deal) -> None:
    """Cards are played from whole hands: all seats that have not played to the trick hold as many."""
    played, order = len(deal.local.cards), deal.setup.order
    first = order.index(deal.local.leader)
    from_leader = order[first:] + order[:first]
    sizes = {deal.hands[seat].bit_count() + (place < played) for place, seat in enumerate(from_leader)}
    if len(sizes) > 1:
        told = ", ".join(f"seat {seat} {deal.hands[seat].bit_count()}" for seat in order)
        raise ValueError(f"hands: with {played} cards on the table they do not go together: {told}")


def _points(rules: Rules, deal: Deal) -> dict[str, int]:
    return {name: rules.scoring.standing(deal, side).points for side, name in enumerate(rules.table.names)}
