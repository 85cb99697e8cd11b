"""Deals drawn at random: played by the rules up to some move, and positions in the middle of them."""

from __future__ import annotations

from random import Random
from typing import Any

from stichwerk.deal import Deal
from stichwerk.moves import Move
from stichwerk.questions.positions import tells_all
from stichwerk.rules import Rules
from stichwerk.stock import StockStep
from stichwerk.talon import Talon
from stichwerk.tricks import Play

Given = dict[str, Any]

MOST_MOVES = 80


def begun(rules: Rules, rng: Random, most: int = MOST_MOVES) -> tuple[Given, Deal]:
    """A deal with up to so many moves, as a question gives it and as the reference has it."""
    number = rng.randint(0, most)
    pack = rules.deck.pack()
    dealer = rng.randrange(rules.table.players)
    cards = [pack.pop(rng.randrange(len(pack))) for _ in range(len(pack))]
    deal = rules.deal(dealer, cards)
    moves: list[dict[str, Any]] = []
    while deal.actor is not None and len(moves) < number:
        offers = deal.legal_moves()
        patient = [one for one in offers if not (isinstance(one, Move) and one.kind == "claim")]
        offer = rng.choice(patient if patient and rng.randrange(20) else offers)
        move = offer if isinstance(offer, Move) else offer.sample(rng)
        deal = deal.apply(move)
        moves.append(move.to_json())
    return {"dealer": dealer, "cards": cards, "moves": moves}, deal


def whole_deal(rules: Rules, rng: Random) -> Given | None:
    """A deal; now and then with a last move that is perhaps not allowed."""
    given, deal = begun(rules, rng)
    if deal.actor is not None and not rng.randrange(3):
        seat = rng.choice([deal.actor, rng.randrange(rules.table.players)])
        card = rng.choice(rules.deck.codes)
        words = ("pass", "take", "exchange", "close", "claim", "draw", "decline")
        wrong = [{"seat": seat, "move": "play", "card": card}, {"seat": seat, "move": rng.choice(words)}]
        hand = rules.deck.cards(deal.hands[deal.actor])
        if hand:
            wrong.append({"seat": deal.actor, "move": rng.choice(("play", "play", "revoke")), "card": rng.choice(hand)})
        given["moves"].append(rng.choice(wrong))
    return given


def played_count(rules: Rules, rng: Random) -> Given | None:
    """A position of a deal, and two moves to count."""
    given, deal = begun(rules, rng)
    return None if deal.actor is None else {**given, "depth": rng.randint(0, 2)}


def _position(rules: Rules, rng: Random) -> tuple[Given, Deal] | None:
    """A position among the tricks of a stock game, as questions describe one."""
    if not isinstance(rules.tricks, StockStep):
        return None
    _, deal = begun(rules, rng)
    play = deal.local
    if deal.actor is None or not isinstance(play, Play) or not isinstance(play.talon, Talon):
        return None
    setup, talon, codes, names = deal.setup, play.talon, rules.deck.codes, rules.table.names
    taken: dict[str, list[str]] = {str(seat): [] for seat in setup.order}
    trick: list[str] = []
    for after in deal.positions():
        if after.move is not None and after.move.kind == "play":
            trick.append(after.move.value)
            if isinstance(after.local, Play) and not after.local.cards:
                taken[str(after.local.winner)] += trick
                trick = []
    given: Given = {
        "trump": rules.deck.suits[setup.trump] if setup.trump >= 0 else None,
        "dealer": setup.dealer,
        "leader": play.leader,
        "trick": trick,
        "taken": taken,
        "winner": talon.winner if talon.winner >= 0 else None,
        "turn_up": codes[talon.turn_up] if talon.turn_up >= 0 else None,
        "stock": [codes[kind] for kind in talon.stock],
        "closed_by": talon.closer,
        "announced": [list(one) for one in talon.announced if one not in talon.turn],
        "turn": [list(one) for one in talon.turn],
        "announcements": dict(zip(names, talon.credits, strict=False)),
        "pending": {names[side]: sum(p for s, p in talon.pending if s == side) for side in range(len(names))},
        "moment": talon.moment,
    }
    if talon.at_close:
        given["at_close"] = {name: list(entry) for name, entry in zip(names, talon.at_close, strict=True)}
    if setup.declarer is not None:
        given |= {"declarer": setup.declarer, "bid": setup.bid, "game": setup.contract}
    return given, deal


def legal_moves(rules: Rules, rng: Random) -> Given | None:
    """A position, and a seat that is asked what it may do."""
    found = _position(rules, rng)
    if found is None:
        return None
    given, deal = found
    seat = rng.choice([deal.actor, rng.choice(deal.setup.order)])
    assert seat is not None
    return {**given, "seat": seat, "hand": rules.deck.cards(deal.hands[seat])}


def play_on(rules: Rules, rng: Random) -> Given | None:
    """A position, and a few moves from it."""
    found = _position(rules, rng)
    if found is None:
        return None
    given, deal = found
    given["hands"] = {str(seat): rules.deck.cards(deal.hands[seat]) for seat in deal.setup.order}
    if not tells_all(rules, given):
        return None
    moves: list[dict[str, Any]] = []
    for _ in range(rng.randint(0, 12)):
        if deal.actor is None:
            break
        offer = rng.choice(deal.legal_moves())
        move = offer if isinstance(offer, Move) else offer.sample(rng)
        deal = deal.apply(move)
        moves.append(move.to_json())
    return {**given, "moves": moves}
