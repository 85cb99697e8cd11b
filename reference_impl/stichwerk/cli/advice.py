"""Which move is suggested where a person only presses Enter, and what the random players do."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from stichwerk.melds import MeldChoice
from stichwerk.moves import BidChoice, CutChoice, DiscardChoice, Move

if TYPE_CHECKING:
    from stichwerk.deal import Deal

_USUAL = 0.85
"""How often a random player announces the first contract of the list, the ordinary one."""


def random_move(deal: Deal, rng: Random) -> Move:
    """Any move the seat to act may make. The ordinary contract comes more often than the others."""
    legal = deal.legal_moves()
    contracts = any(isinstance(move, Move) and move.kind == "contract" for move in legal)
    chosen = legal[0] if contracts and rng.random() < _USUAL else rng.choice(legal)
    return chosen if isinstance(chosen, Move) else chosen.sample(rng)


def suggestion(deal: Deal) -> Move:
    """A sensible move that commits to little: passing, the usual contract, the best melds, weak cards."""
    legal = deal.legal_moves()
    first = legal[0]
    match first:
        case CutChoice():
            return Move(first.seat, "cut", (first.least + first.most) // 2)
        case DiscardChoice():
            return discard(deal, first)
        case BidChoice():
            return Move(first.seat, "pass")
        case Move(kind="bid"):
            return Move(first.seat, "pass")
        case MeldChoice():
            return Move(first.seat, "meld", best_melds(first))
    moves = [move for move in legal if isinstance(move, Move)]
    match moves[0].kind:
        case "trump":
            return max(moves, key=lambda move: _worth(deal, move.value))
        case "play" | "give":
            return min(moves, key=lambda move: _strength(deal, move.value))
        case "call":
            return moves[-1]
    return moves[0]


def best_melds(choice: MeldChoice) -> tuple[tuple[str, str | None], ...]:
    """The best melds; where too few cards would stay free for the discard, the best without the cheapest."""
    chosen = [(figure.points, figure.meld, figure.suit) for figure, times in choice.best.melds for _ in range(times)]
    chosen.sort(key=lambda entry: -entry[0])
    while chosen and not choice.allowed(tuple((meld, suit) for _, meld, suit in chosen)):
        chosen.pop()
    return tuple((meld, suit) for _, meld, suit in chosen)


def discard(deal: Deal, choice: DiscardChoice) -> Move:
    """The weakest free cards, trumps last."""
    trump = deal.setup.trump
    deck = deal.rules.deck
    free = sorted(choice.free, key=lambda card: (deck.suit_index[card[0]] == trump, *_strength(deal, card)))
    cards = tuple(free[: choice.count])
    return Move(choice.seat, "discard", cards, tuple(card for card in cards if card in choice.announced))


def _strength(deal: Deal, card: str) -> tuple[int, int]:
    deck = deal.rules.deck
    return deck.points[deck.index[card]], -deck.ranks.index(card[1:])


def _worth(deal: Deal, suit: str) -> int:
    """What a trump suit promises: the best melds, and ten for each card of it."""
    deck, seat = deal.rules.deck, deal.actor
    assert seat is not None
    number, hand = deck.suit_index[suit], deal.hands[seat]
    return deal.rules.meld_table.best(hand, number).total + 10 * (hand & deck.suit_mask[number]).bit_count()
