"""Which move is suggested where a person only presses Enter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from stichwerk.melding import MeldChoice
from stichwerk.moves import BidChoice, Choice, CutChoice, DiscardChoice, Move

if TYPE_CHECKING:
    from stichwerk.deal import Deal
    from stichwerk.stock import Announcement


def suggestion(deal: Deal) -> Move:
    """A sensible move that commits to little: passing, the usual contract, the best melds, weak cards.

    Beside cards: a claim that is right, an exchange that pays, the best announcement.
    """
    legal = [choice for choice in deal.legal_moves() if choice.seat == deal.actor]
    if (aside := best_aside(deal, legal)) is not None:
        return aside
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
    moves = [move for move in legal if isinstance(move, Move) and not is_aside(move)]
    match moves[0].kind:
        case "trump":
            return max(moves, key=lambda move: _worth(deal, move.value))
        case "play" | "give":
            return min(moves, key=lambda move: _price(deal, move.value))
        case "call":
            return moves[-1]
    return moves[0]


def best_aside(deal: Deal, legal: Iterable[Move | Choice]) -> Move | None:
    """What pays at once beside playing a card; None where nothing does."""
    kinds = {move.kind: move for move in legal if isinstance(move, Move)}
    if "claim" in kinds and claim_holds(deal, kinds["claim"].seat):
        return kinds["claim"]
    if "exchange" in kinds and exchange_pays(deal):
        return kinds["exchange"]
    announced = [move for move in legal if isinstance(move, Move) and move.kind == "announce"]
    fresh = [move for move in announced if move.value not in {entry[:2] for entry in deal.local.talon.turn}]
    return max(fresh, key=lambda move: announcement_points(deal, move), default=None)


def is_aside(choice: Move | Choice) -> bool:
    """Is it something done beside playing a card?"""
    return isinstance(choice, Move) and choice.kind in ("announce", "exchange", "close", "claim")


def exchange_cards(deal: Deal) -> tuple[str, str] | None:
    """What an exchange gives away and what it brings; None when nothing lies there."""
    deck, trump, turn_up = deal.rules.deck, deal.setup.trump, deal.local.talon.turn_up
    if trump < 0 or turn_up < 0:
        return None
    entry = next(entry for entry in deal.rules.formal["actions"].values() if entry["act"] == "exchange")
    return deck.suits[trump] + entry["give"]["rank"], deck.codes[turn_up]


def exchange_pays(deal: Deal) -> bool:
    """Does an exchange bring the stronger card?"""
    cards = exchange_cards(deal)
    index = deal.rules.deck.index
    return cards is not None and index[cards[1]] > index[cards[0]]


def claim_holds(deal: Deal, seat: int) -> bool:
    """Would a claim by the seat be right? Anybody who counts along can know that."""
    rules = deal.rules
    return rules.scoring.claim_is_true(deal, rules.table.side_of[seat])


def announcement_points(deal: Deal, move: Move) -> int:
    """What an announcement is worth."""
    name, suit = move.value
    announcements: Mapping[str, Announcement] = deal.rules.tricks.announcements  # type: ignore[attr-defined]  # only a step with announcements offers one
    return announcements[name].table.figures(deal.setup.trump)[name, suit].points


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


def _price(deal: Deal, card: str) -> tuple[int, bool, int]:
    """What it costs to part with a card: its points, then whether it is a trump, then its rank."""
    points, rank = _strength(deal, card)
    return points, deal.rules.deck.suit_index[card[0]] == deal.setup.trump, rank


def _worth(deal: Deal, suit: str) -> int:
    """What a trump suit promises: the best melds, and ten for each card of it."""
    deck, seat = deal.rules.deck, deal.actor
    assert seat is not None
    number, hand = deck.suit_index[suit], deal.hands[seat]
    return deal.rules.meld_table.best(hand, number).total + 10 * (hand & deck.suit_mask[number]).bit_count()
