"""The random players: any card, but they announce and claim like somebody who has counted along."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import TYPE_CHECKING

from stichwerk.moves import Choice, Move

from .advice import announcement_points, claim_holds, exchange_pays, is_aside

if TYPE_CHECKING:
    from stichwerk.deal import Deal

_USUAL = 0.85
"""How often a random player announces the first contract of the list, the ordinary one."""

_RIGHT_CLAIM, _WRONG_CLAIM = 0.95, 0.002
_GOOD_EXCHANGE, _BAD_EXCHANGE = 0.9, 0.02
_EAGER = {"announce": 0.85, "close": 0.03}
"""How often a random player takes a chance that is offered; a claim by whether it is right, an exchange by
whether it pays."""


def random_move(deal: Deal, rng: Random) -> Move:
    """Any move the seat to act may make. The ordinary contract comes more often than the others."""
    legal = [choice for choice in deal.legal_moves() if choice.seat == deal.actor]
    if (aside := _chance(deal, legal, rng)) is not None:
        return aside
    plain = [choice for choice in legal if not is_aside(choice)]
    contracts = any(isinstance(move, Move) and move.kind == "contract" for move in plain)
    chosen = plain[0] if contracts and rng.random() < _USUAL else rng.choice(plain)
    return chosen if isinstance(chosen, Move) else chosen.sample(rng)


def volunteer(deal: Deal, person: int, rng: Random) -> Move | None:
    """What a random player who is not to act does all the same, mostly nothing. person: a seat that is none of them."""
    return _chance(deal, (choice for choice in deal.legal_moves() if choice.seat not in (deal.actor, person)), rng)


def _chance(deal: Deal, legal: Iterable[Move | Choice], rng: Random) -> Move | None:
    """One of the chances beside playing a card, taken more or less eagerly; the best ones first."""
    chances = [move for move in legal if isinstance(move, Move) and is_aside(move)]
    chances.sort(key=lambda move: _order(deal, move))
    for move in chances:
        if move.kind == "claim":
            eager = _RIGHT_CLAIM if claim_holds(deal, move.seat) else _WRONG_CLAIM
        elif move.kind == "exchange":
            eager = _GOOD_EXCHANGE if exchange_pays(deal) else _BAD_EXCHANGE
        else:
            eager = _EAGER[move.kind]
        if move.kind == "announce" and (*move.value, move.seat) in deal.local.talon.turn:
            continue  # where the rules set no limit, once is enough
        if rng.random() < eager:
            return move
    return None


def _order(deal: Deal, move: Move) -> tuple[int, int]:
    points = announcement_points(deal, move) if move.kind == "announce" else 0
    return ("claim", "exchange", "announce", "close").index(move.kind), -points
