"""Counting move sequences: two implementations that agree on the counts agree on what is legal.

Only moves that stand for themselves are followed; a choice among many (a cut, melds, discards) ends a sequence.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .moves import Move

if TYPE_CHECKING:
    from .deal import Deal


def perft(deal: Deal, depth: int) -> int:
    """How many different sequences of `depth` moves there are from here; a deal that ends earlier counts once."""
    moves = [move for move in deal.legal_moves() if isinstance(move, Move)]
    if depth == 0 or not moves:
        return 1
    if depth == 1:
        return len(moves)
    return sum(perft(deal.apply(move), depth - 1) for move in moves)


def divide(deal: Deal, depth: int) -> dict[Move, int]:
    """The count split by the first move."""
    moves = (move for move in deal.legal_moves() if isinstance(move, Move))
    return {move: perft(deal.apply(move), depth - 1) for move in moves}
