"""What a seat sees of a deal: its own hand and what the rules make public, nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .tricks import Play

if TYPE_CHECKING:
    from .deal import Deal


def view(deal: Deal, seat: int) -> dict[str, Any]:
    """The deal as the seat sees it, as plain JSON.

    hand; hands: how many cards each seat holds; calls: the auction; widow: once it was shown; melds: what was laid
    down; discards: the seat's own; announced: discards named aloud; trick, tricks: cards on the table and tricks taken,
    with their seats; open: an open hand; legal: what the seat may do, if it is to act. ValueError when the seat does
    not play.
    """
    setup, rules = deal.setup, deal.rules
    deck = rules.deck
    if seat not in setup.order:
        raise ValueError(f"seat {seat} does not play this deal; seats {', '.join(map(str, setup.order))} do")
    moves = deal.moves()
    tricks, trick = _tricks(deal)
    seen: dict[str, Any] = {
        "seat": seat,
        "dealer": setup.dealer,
        "actor": deal.actor,
        "hand": deck.cards(deal.hands[seat]),
        "hands": [hand.bit_count() for hand in deal.hands],
        "calls": [
            {"seat": move.seat, "bid": move.value if move.kind == "bid" else None}
            for move in moves
            if move.kind in ("bid", "pass")
        ],
        "declarer": setup.declarer,
        "bid": setup.bid,
        "contract": setup.contract,
        "trump": deck.suits[setup.trump] if setup.trump >= 0 else None,
        "widow": deck.cards(setup.widow) if setup.shown else None,
        "melds": [None if melds is None else [list(filter(None, meld)) for meld in melds] for melds in setup.melds],
        "announced": list(setup.announced),
        "trick": trick,
        "tricks": tricks,
        "revokers": list(setup.revokers),
        "legal": [choice.to_json() for choice in deal.legal_moves()] if deal.actor == seat else [],
        "result": None if deal.result is None else deal.result.to_json(),
    }
    if setup.called is not None:
        kind, giver = setup.called
        seen["called"] = {"card": deck.codes[kind], "giver": giver}
        if seat in (giver, setup.declarer):
            seen["returned"] = next((move.value for move in moves if move.kind == "give"), None)
    if seat == setup.declarer and setup.discarded:
        seen["discards"] = deck.cards(setup.discards)
    contract = rules.contracts[setup.contract] if setup.contract else None
    if contract is not None and contract.open_after is not None and len(tricks) >= contract.open_after:
        seen["open"] = {"seat": setup.declarer, "hand": deck.cards(deal.hands[setup.declarer or 0])}
    return seen


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
