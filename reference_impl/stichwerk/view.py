"""What a seat sees of a deal: its own hand and what the rules make public, nothing else."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from .stock import StockStep
from .talon import Talon
from .tricks import Play

if TYPE_CHECKING:
    from .deal import Deal


def view(deal: Deal, seat: int) -> dict[str, Any]:
    """The deal as the seat sees it, as plain JSON.

    hand; hands: how many cards each seat holds; calls: the auction; widow: once it was shown; melds: what was laid
    down; discards: the seat's own; announced: discards named aloud; trick, tricks: cards on the table and tricks taken,
    with their seats; open: the declarer's seat and hand once it lies open, None while it is closed; legal: what the
    seat may do, also where another is to act. ValueError when the seat does not play.

    In games in which things are done between the cards also what lies on the table: stock: how many cards are face
    down; turn_up: the card, while it lies open; closed_by: the seat that closed; announcements: each with its seat, and
    whether it counts; exchanges: who exchanged which card for which; claim: who claimed, and was it right; points: of
    each side, as they count so far.
    """
    setup, rules = deal.setup, deal.rules
    deck = rules.deck
    if seat not in setup.order:
        raise ValueError(f"seat {seat} does not play this deal; seats {', '.join(map(str, setup.order))} do")
    positions = deal.positions()
    tricks, trick = _tricks(deal)
    seen: dict[str, Any] = {
        "seat": seat,
        "dealer": setup.dealer,
        "actor": deal.actor,
        "hand": deck.cards(deal.hands[seat]),
        "hands": [hand.bit_count() for hand in deal.hands],
        "calls": _calls(positions),
        "declarer": setup.declarer,
        "bid": setup.bid,
        "contract": setup.contract,
        "trump": deck.suits[setup.trump] if setup.trump >= 0 else None,
        "widow": deck.cards(setup.widow) if setup.shown else None,
        "melds": [None if melds is None else [list(filter(None, meld)) for meld in melds] for melds in setup.melds],
        "announced": list(setup.announced),
        "trick": trick,
        "tricks": tricks,
        "open": _open(deal, len(tricks)),
        "revokers": list(setup.revokers),
        "legal": [choice.to_json() for choice in deal.legal_moves() if choice.seat == seat],
        "result": None if deal.result is None else deal.result.to_json(),
    }
    if setup.called is not None:
        kind, giver = setup.called
        seen["called"] = {"card": deck.codes[kind], "giver": giver}
        if seat in (giver, setup.declarer):
            seen["returned"] = next((move.value for move in deal.moves() if move.kind == "give"), None)
    if seat == setup.declarer and setup.discarded:
        seen["discards"] = deck.cards(setup.discards)
    if isinstance(rules.tricks, StockStep):
        seen |= _table(deal, rules.tricks, positions)
    return seen


def _open(deal: Deal, tricks: int) -> dict[str, Any] | None:
    """The hand that the declarer laid open after so many tricks; None where no contract asks for it, or not yet."""
    setup = deal.setup
    if not setup.contract or setup.declarer is None:
        return None
    after = deal.rules.contracts[setup.contract].open_after
    if after is None or tricks < after:
        return None
    return {"seat": setup.declarer, "hand": deal.rules.deck.cards(deal.hands[setup.declarer])}


def _calls(positions: list[Deal]) -> list[dict[str, Any]]:
    """The auction; a seat that lets a claim be after the last trick passes too, but calls nothing."""
    return [
        {"seat": after.move.seat, "bid": after.move.value if after.move.kind == "bid" else None}
        for before, after in pairwise(positions)
        if after.move is not None and after.move.kind in ("bid", "pass") and not isinstance(before.local, Play)
    ]


def _table(deal: Deal, step: StockStep, positions: list[Deal]) -> dict[str, Any]:
    """What lies on the table beside the tricks, and what was done between the cards; all see it."""
    rules, codes = deal.rules, deal.rules.deck.codes
    play = deal.local if isinstance(deal.local, Play) else None
    talon: Talon = play.talon if play is not None else Talon(deal.setup.stock, deal.setup.turn_up)
    announcements: list[dict[str, Any]] = []
    exchanges: list[dict[str, Any]] = []
    for before, after in pairwise(positions):
        move = after.move
        if move is not None and move.kind == "announce" and play is not None:
            name, suit = move.value
            side = rules.table.sides[rules.table.side_of[move.seat]]
            counts = step.announcements[name].at_once or any(play.tricks[seat] for seat in side)
            announcements.append({"seat": move.seat, "announcement": name, "suit": suit, "counts": counts})
        elif move is not None and move.kind == "exchange":
            took, gave = codes[before.local.talon.turn_up], codes[after.local.talon.turn_up]
            exchanges.append({"seat": move.seat, "gave": gave, "took": took})
    names = rules.table.names
    return {
        "stock": len(talon.stock),
        "turn_up": codes[talon.turn_up] if talon.turn_up >= 0 and not talon.closed else None,
        "closed_by": talon.closer,
        "announcements": announcements,
        "exchanges": exchanges,
        "claim": None if talon.claim is None else {"seat": talon.claim[0], "true": talon.claim[1]},
        "points": {name: rules.scoring.standing(deal, side).points for side, name in enumerate(names)},
    }


def _tricks(deal: Deal) -> tuple[list[dict[str, Any]], list[list[Any]]]:
    """The tricks taken, and the one on the table: cards with the seat that played them, and the winner."""
    taken: list[dict[str, Any]] = []
    table: list[list[Any]] = []
    for position in deal.positions():
        move = position.move
        if move is None or move.kind != "play":
            continue
        table.append([move.seat, move.value])
        play = position.local
        if isinstance(play, Play) and not play.cards:
            taken.append({"cards": table, "winner": play.winner})
            table = []
    return taken, table
