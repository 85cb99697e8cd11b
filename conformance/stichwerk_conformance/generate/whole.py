"""Deals from the first card to the last, and the last tricks of a deal."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from stichwerk.deal import Deal
from stichwerk.errors import IllegalMove
from stichwerk.moves import Move
from stichwerk.questions import answer
from stichwerk.rules import Rules

from .candidate import Candidate, suits_of

_RESULT = ("refused", "result")
_LONGEST = 120


def whole_deals(rules: Rules, rng: Random) -> Iterator[Candidate]:
    """Deals played at random; the end of each, its beginning with every position, and a move that is refused."""
    for number in range(3):
        pack = rules.deck.pack()
        rng.shuffle(pack)
        dealer = number % rules.table.players
        deal = rules.deal(dealer, pack)
        moves: list[dict[str, Any]] = []
        early = 0
        while deal.result is None and len(moves) < _LONGEST:
            move = _move(deal, rng, bids=number)
            if rules.formal["flow"][deal.step] != "tricks":
                early = len(moves) + 1
            moves.append(move.to_json())
            deal = deal.apply(move)
        given = {"dealer": dealer, "cards": pack}
        yield Candidate("whole_deal", given | {"moves": moves}, "A whole deal and its result", _RESULT)
        for count in {min(early, len(moves)), min(4, len(moves))}:
            yield Candidate("whole_deal", given | {"moves": moves[:count]}, f"The first {count} moves of a deal")
        wrong = {"seat": (moves[0]["seat"] + 1) % rules.table.players, "move": "pass"}
        yield Candidate("whole_deal", given | {"moves": [*moves[:2], wrong]}, "A move that is not allowed", _RESULT)


def _move(deal: Deal, rng: Random, bids: int) -> Move:
    """A move at random; with so many bids in the auction, and every meld shown that goes with the others."""
    made = sum(move.kind == "bid" for move in deal.moves())
    offered = list(deal.legal_moves())
    passes = [move for move in offered if isinstance(move, Move) and move.kind == "pass"]
    others = [move for move in offered if move not in passes]
    auction = deal.rules.formal["flow"][deal.step] == "auction"
    pool = passes if auction and made >= bids else others if auction else offered
    choice = rng.choice(pool or offered)
    if isinstance(choice, Move):
        return choice
    described = choice.to_json()
    if described["move"] == "meld":
        shown = tuple((one["meld"], one.get("suit")) for one in described["melds"] for _ in range(one["times"]))
        for count in range(len(shown), 0, -1):
            try:
                deal.apply(Move(choice.seat, "meld", shown[:count]))
            except IllegalMove:
                continue
            return Move(choice.seat, "meld", shown[:count])
    if described["move"] == "bid":
        return Move(choice.seat, "bid", described["least"])
    return choice.sample(rng)


def replays(rules: Rules, rng: Random) -> Iterator[Candidate]:
    """The last two tricks, played as allowed, and with a card that is not."""
    trump = suits_of(rules)[0]
    seats = sorted(rules.table.order(rules.table.players - 1))
    for number in range(4):
        pack = rules.deck.pack()
        rng.shuffle(pack)
        hands = {str(seat): [pack.pop() for _ in range(2 + number % 2)] for seat in seats}
        given: dict[str, Any] = {"trump": trump, "leader": 0, "hands": hands}
        plays: list[str] = []
        wrong: list[str] | None = None
        held = [card for hand in hands.values() for card in hand]
        while len(plays) < len(held):
            for card in (c for c in held if plays.count(c) < held.count(c)):
                found = answer(rules, "tricks", "replay", given | {"plays": [*plays, card]})
                if "illegal_play" not in found:
                    plays.append(card)
                    break
                if wrong is None and plays and any(card in hands[str(s)] for s in seats):
                    wrong = [*plays, card]
            else:
                break
        yield Candidate("replay", given | {"plays": plays}, "The last tricks of a deal")
        if wrong is not None:
            yield Candidate("replay", given | {"plays": wrong}, "The last tricks of a deal, a card not allowed")
