"""Bad input in games with a stock: refused with the clause that forbids it, and nothing has changed."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from playing import deal_at_random, drawn, state

import stichwerk
from stichwerk.deal import Deal
from stichwerk.errors import IllegalMove, RecordError
from stichwerk.moves import Move
from stichwerk.record import replay, to_record
from stichwerk.rules import Rules

Wrong = Callable[[Deal], "Move | None"]


def found(rules: Rules, wrong: Wrong) -> tuple[Deal, Move]:
    """A position of a random deal in which the wrong move can be tried, and the move. Claims are left out."""
    rng = Random(1)
    for _ in range(400):
        deal = deal_at_random(rules, rng)
        while not deal.finished:
            if (move := wrong(deal)) is not None:
                return deal, move
            legal = [move for move in deal.legal_moves() if move.to_json()["move"] != "claim"]
            deal = deal.apply(drawn(rng.choice(legal), rng))
    raise AssertionError("no such position")


def out_of_turn(deal: Deal) -> Move | None:
    """The seat after the one to act plays the first card of its hand."""
    if deal.local.talon.moment not in ("lead", "turn"):
        return None
    seat = deal.setup.next[deal.actor or 0]
    cards = deal.rules.deck.cards(deal.hands[seat])
    return Move(seat, "play", cards[0]) if cards else None


def by_the_follower(deal: Deal) -> Move | None:
    """The seat that is to follow announces what it holds."""
    if not deal.local.cards or deal.actor is None:
        return None
    step: Any = deal.rules.tricks
    for what in step.announcements.values():
        for value, figure in what.table.figures(deal.setup.trump).items():
            if figure.times(deal.hands[deal.actor]):
                return Move(deal.actor, "announce", value)
    return None


def without_the_cards(deal: Deal) -> Move | None:
    """The winner of a trick announces a pair of which it holds one card."""
    talon = deal.local.talon
    if talon.moment != "lead" or talon.winner < 0 or deal.actor is None or not talon.stock:
        return None
    step: Any = deal.rules.tricks
    for what in step.announcements.values():
        for value, figure in what.table.figures(deal.setup.trump).items():
            mask = sum(deal.rules.deck.kinds[kind] for kind, _ in figure.kinds)
            if deal.hands[deal.actor] & mask and not figure.times(deal.hands[deal.actor]):
                return Move(deal.actor, "announce", value)
    return None


def twice_in_a_turn(deal: Deal) -> Move | None:
    """What was announced a moment ago is announced again."""
    turn = deal.local.talon.turn
    return Move(turn[-1][2], "announce", turn[-1][:2]) if turn else None


def exchange_after_closing(deal: Deal) -> Move | None:
    """The leader exchanges although the stock is closed."""
    talon = deal.local.talon
    return Move(deal.actor or 0, "exchange") if talon.closed and talon.moment == "lead" else None


def exchange_after_the_stock(deal: Deal) -> Move | None:
    """The leader exchanges although the turn-up has been drawn."""
    talon = deal.local.talon
    return Move(deal.actor or 0, "exchange") if not talon.left and talon.moment == "lead" else None


def exchange_without_the_card(deal: Deal) -> Move | None:
    """The leader exchanges without the card for it."""
    talon, deck, actor = deal.local.talon, deal.rules.deck, deal.actor
    rank = next(entry["give"]["rank"] for entry in deal.rules.formal["actions"].values() if entry["act"] == "exchange")
    if talon.moment != "lead" or len(talon.stock) < 2 or talon.closed or talon.turn or not any(deal.local.tricks):
        return None
    held = deck.cards(deal.hands[actor or 0])
    return None if deck.suits[deal.setup.trump] + rank in held else Move(actor or 0, "exchange")


def close_twice(deal: Deal) -> Move | None:
    """The stock is closed when it is closed."""
    return Move(deal.actor or 0, "close") if deal.local.talon.closed and deal.local.talon.moment == "lead" else None


def close_by_the_follower(deal: Deal) -> Move | None:
    """The seat that is to follow closes."""
    return Move(deal.actor or 0, "close") if deal.local.cards and len(deal.local.talon.stock) > 2 else None


def claim_in_a_trick(deal: Deal) -> Move | None:
    """The seat that is to follow claims."""
    return Move(deal.actor or 0, "claim") if deal.local.cards else None


def claim_out_of_turn(deal: Deal) -> Move | None:
    """The seat that has just led claims in the middle of the trick."""
    return Move(deal.local.leader, "claim") if deal.local.cards and deal.local.leader != deal.actor else None


def card_before_the_draw(deal: Deal) -> Move | None:
    """The winner of a trick leads before it has drawn."""
    if deal.local.talon.moment != "won":
        return None
    return Move(deal.actor or 0, "play", deal.rules.deck.cards(deal.hands[deal.actor or 0])[0])


def bid(deal: Deal) -> Move | None:
    """A word that belongs to another part of a deal."""
    return Move(deal.actor or 0, "bid", 100)


CASES = [
    ("bummerl", out_of_turn, "flow"),
    ("schnapsen", out_of_turn, "flow"),
    ("sechsundsechzig", out_of_turn, "flow"),
    ("guinote", out_of_turn, "flow"),
    ("guinote-tradicional", out_of_turn, "flow"),
    ("bummerl", by_the_follower, "announcements.marriage.window"),
    ("schnapsen", by_the_follower, "announcements.marriage.window"),
    ("sechsundsechzig", by_the_follower, "announcements.marriage.window"),
    ("guinote", by_the_follower, "announcements.marriage.window"),
    ("guinote-tradicional", by_the_follower, "announcements.marriage.window"),
    ("bummerl", without_the_cards, "announcements.marriage.cards"),
    ("guinote", without_the_cards, "announcements.marriage.cards"),
    ("bummerl", twice_in_a_turn, "announcements.marriage.once"),
    ("guinote", twice_in_a_turn, "announcements.marriage.once"),
    ("bummerl", exchange_after_closing, "actions.exchange.when"),
    ("schnapsen", exchange_after_closing, "actions.exchange.when"),
    ("sechsundsechzig", exchange_after_closing, "actions.exchange.when"),
    ("bummerl", exchange_after_the_stock, "actions.exchange.when"),
    ("guinote", exchange_after_the_stock, "actions.exchange.when"),
    ("schnapsen", exchange_without_the_card, "actions.exchange.give"),
    ("guinote", exchange_without_the_card, "actions.exchange.give"),
    ("bummerl", close_twice, "actions.close.when"),
    ("schnapsen", close_by_the_follower, "actions.close.window"),
    ("schnapsen", claim_in_a_trick, "actions.claim.window"),
    ("sechsundsechzig", claim_in_a_trick, "actions.claim.window"),
    ("bummerl", claim_out_of_turn, "actions.claim.window"),
    ("sechsundsechzig", card_before_the_draw, "tricks"),
    ("bummerl", bid, "flow"),
    ("guinote", bid, "flow"),
]


@pytest.mark.parametrize(
    ("ruleset", "wrong", "path"), CASES, ids=[f"{ruleset}-{wrong.__name__}" for ruleset, wrong, _ in CASES]
)
def test_a_wrong_move_names_the_clause_and_changes_nothing(ruleset: str, wrong: Wrong, path: str) -> None:
    rules = stichwerk.load(ruleset)
    deal, move = found(rules, by_tricks(wrong))
    before, talon, play = (
        state(deal),
        deal.local.talon,
        {name: getattr(deal.local, name) for name in deal.local.__slots__},
    )
    with pytest.raises(IllegalMove) as refused:
        deal.apply(move)
    assert refused.value.clause is not None
    assert refused.value.clause == rules.clause(path)
    assert refused.value.move == move
    assert rules.clause_text(refused.value.clause)["text"]["de"]
    assert state(deal) == before
    assert deal.local.talon == talon
    assert {name: getattr(deal.local, name) for name in deal.local.__slots__} == play
    # The deal goes on as if nothing had been tried.
    record = to_record(deal)
    assert state(replay(record, rules)) == before


def by_tricks(wrong: Wrong) -> Wrong:
    """Only while tricks are played: before, there is no table to look at."""
    return lambda deal: wrong(deal) if getattr(deal.local, "talon", None) is not None else None


def test_a_card_that_is_not_there_needs_no_clause() -> None:
    """As everywhere: that one cannot play what one does not hold stands in no rule."""
    rules = stichwerk.load("bummerl")
    deal = deal_at_random(rules, Random(3))
    held = rules.deck.cards(deal.hands[deal.actor or 0])
    absent = next(card for card in rules.deck.codes if card not in held)
    before = state(deal)
    with pytest.raises(IllegalMove) as refused:
        deal.apply(Move(deal.actor or 0, "play", absent))
    assert refused.value.clause is None
    assert state(deal) == before


@pytest.mark.parametrize("ruleset", ["bummerl", "guinote"])
def test_a_pack_with_a_card_twice_names_the_clause_of_the_deck(ruleset: str) -> None:
    rules = stichwerk.load(ruleset)
    record = to_record(deal_at_random(rules, Random(1)))
    cards = record["cards"]
    with pytest.raises(RecordError, match=r"the pack holds [02] x") as refused:
        replay({**record, "cards": [cards[1], *cards[1:]]}, rules)
    assert refused.value.clause == (rules.clause("deck.copies") or rules.clause("deck"))
    assert refused.value.clause is not None


def test_what_was_before_belongs_to_a_record() -> None:
    """A second deal of a match is replayed with the account and the number of deals, and ends with the claim."""
    rules = stichwerk.load("guinote-tradicional")
    cards = rules.shuffled(Random(2))
    deal = rules.deal(0, cards, totals=(90, 100), played=1)
    rng = Random(5)
    while not any(move.to_json()["move"] == "claim" for move in deal.legal_moves()):
        deal = deal.apply(drawn(rng.choice(deal.legal_moves()), rng))
    claim = next(move for move in deal.legal_moves() if isinstance(move, Move) and move.kind == "claim")
    ended = deal.apply(claim)
    record = to_record(ended)
    assert record["before"] == {"totals": {"0+2": 90, "1+3": 100}, "played": 1}
    assert replay(record, rules).result == ended.result
    with pytest.raises(RecordError) as refused:
        replay({key: value for key, value in record.items() if key != "before"}, rules)
    assert refused.value.index == len(record["moves"]) - 1
    with pytest.raises(RecordError, match="there is an account of '0'"):
        replay({**record, "before": {"totals": {"0": 1}}}, rules)
