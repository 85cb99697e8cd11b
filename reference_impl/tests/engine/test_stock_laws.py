"""Arithmetic that holds in every deal over a stock, whatever the cards."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

from hypothesis import given
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parent))

import stichwerk
from stichwerk.deal import Deal
from stichwerk.facts import facts_of
from stichwerk.match import Match
from stichwerk.moves import Move
from stichwerk.rules import Rules

SEEDS = st.integers(0, 2**32)
TWO_HANDED = ["bummerl", "bummerl-siebener", "bummerl-mit-40", "schnapsen", "sechsundsechzig"]
PARTNERS = ["guinote", "guinote-riojano", "guinote-arrastre-temprano", "guinote-tradicional"]


def played(deal: Deal, rng: Random, *, claims: float) -> Deal:
    """The deal played at random; a claim is taken with this probability when it is offered."""
    while not deal.finished:
        offers = deal.legal_moves()
        moves = [move for move in offers if isinstance(move, Move) and move.kind != "claim"]
        claim = next((move for move in offers if isinstance(move, Move) and move.kind == "claim"), None)
        if claim is not None and (not moves or rng.random() < claims):
            deal = deal.apply(claim)
        elif moves:
            deal = deal.apply(rng.choice(moves))
        else:
            deal = deal.apply(offers[0].sample(rng))
    return deal


def fresh(rules: Rules, rng: Random) -> Deal:
    return rules.deal(rng.randrange(rules.table.players), rules.shuffled(rng))


@given(st.sampled_from(TWO_HANDED), SEEDS)
def test_points_are_those_of_the_cards_and_of_announcements_that_count(ruleset: str, seed: int) -> None:
    rules, rng = stichwerk.load(ruleset), Random(seed)
    deal = fresh(rules, rng)
    while not deal.finished:
        facts, talon = facts_of(deal), deal.local.talon
        sides = rules.scoring.sides(facts)
        in_hands = sum(rules.deck.worth(hand) for hand in deal.hands)
        in_stock = sum(rules.deck.points[kind] for kind in talon.stock) + (
            rules.deck.points[talon.turn_up] if talon.turn_up >= 0 else 0
        )
        on_table = deal.local.worth
        assert sum(side.card_points for side in sides) + in_hands + in_stock + on_table == 120
        credited = sum(side.announced for side in sides)
        pending = sum(points for _, points in talon.pending)
        announced = sum(
            40 if suit == rules.deck.suits[deal.setup.trump] else 20
            for suit in {suit or rules.deck.suits[deal.setup.trump] for _, suit, _ in talon.announced}
        )
        assert credited + pending == announced
        assert all(side.announced == 0 or side.tricks > 0 for side in sides) or "forty" in str(talon.announced)
        moves = [move for move in deal.legal_moves() if isinstance(move, Move) and move.kind != "claim"]
        deal = deal.apply(rng.choice(moves))


@given(st.sampled_from(["bummerl", "schnapsen", "sechsundsechzig"]), SEEDS)
def test_at_most_one_announcement_is_pending_and_it_is_the_eldests(ruleset: str, seed: int) -> None:
    rules, rng = stichwerk.load(ruleset), Random(seed)
    deal = fresh(rules, rng)
    eldest = rules.table.side_of[deal.setup.order[0]]
    while not deal.finished:
        assert len(deal.local.talon.pending) <= 1
        assert all(side == eldest for side, _ in deal.local.talon.pending)
        moves = [move for move in deal.legal_moves() if isinstance(move, Move) and move.kind != "claim"]
        deal = deal.apply(rng.choice(moves))


@given(st.sampled_from(TWO_HANDED), SEEDS)
def test_a_deal_is_worth_one_two_three_or_nothing_to_one_side(ruleset: str, seed: int) -> None:
    rules, rng = stichwerk.load(ruleset), Random(seed)
    deal = played(fresh(rules, rng), rng, claims=0.05)
    scores = sorted(deal.result.scores.values())
    assert scores[0] == 0
    assert scores[1] in (0, 1, 2, 3)
    assert len(deal.result.won) == (1 if scores[1] else 0)


@given(st.sampled_from(TWO_HANDED), SEEDS)
def test_a_closed_stock_leaves_a_full_hand_of_strict_tricks(ruleset: str, seed: int) -> None:
    rules, rng = stichwerk.load(ruleset), Random(seed)
    deal = played(fresh(rules, rng), rng, claims=0.0)
    talon = deal.local.talon
    before_drawing = rules.hand_size - 1 if "asked" in str(rules.formal["stages"]) else rules.hand_size
    assert sum(talon.strict) in (rules.hand_size, before_drawing)
    if not talon.closed:
        assert sum(deal.local.tricks) == rules.tricks_in_deal
        assert talon.left == 0


@given(st.sampled_from(PARTNERS), SEEDS)
def test_a_guinote_deal_is_worth_130_and_its_announcements(ruleset: str, seed: int) -> None:
    rules, rng = stichwerk.load(ruleset), Random(seed)
    deal = played(fresh(rules, rng), rng, claims=0.0)
    facts = deal.result.facts
    sides = rules.scoring.sides(facts)
    trump = rules.deck.suits[deal.setup.trump]
    pairs = [suit for name, suit, _ in deal.local.talon.announced if suit is not None]
    assert len(pairs) == len(set(pairs))
    a, b = len([suit for suit in pairs if suit != trump]), pairs.count(trump)
    kings = 40 * len([suit for _, suit, _ in deal.local.talon.announced if suit is None])
    assert sum(side.points for side in sides) == 130 + 20 * a + 40 * b + kings


@given(st.sampled_from(["guinote", "guinote-101", "guinote-tradicional"]), st.sampled_from(["2", "4"]), SEEDS)
def test_vueltas_always_end(ruleset: str, players: str, seed: int) -> None:
    rules, rng = stichwerk.load(ruleset, {"players": players}), Random(seed)
    match = Match.start(rules)
    for _ in range(20):
        if match.over:
            break
        first_over = max(match.totals.values()) > 100
        deal = played(match.deal(rules.shuffled(rng)), rng, claims=0.02)
        match = match.add(deal.result)
        # After two deals somebody has more than 100: only a tie at the target can need another one.
        if match.played >= 2 and not match.over:
            assert len(set(match.totals.values())) == 1
        assert not first_over or match.over or len(set(match.totals.values())) == 1
    assert match.over
    assert match.winners


@given(st.sampled_from(["bummerl", "guinote", "guinote-tradicional", "sechsundsechzig"]), SEEDS)
def test_an_exchange_moves_one_card_each_way_and_keeps_trump(ruleset: str, seed: int) -> None:
    rules, rng = stichwerk.load(ruleset), Random(seed)
    deal = fresh(rules, rng)
    while not deal.finished:
        moves = [move for move in deal.legal_moves() if isinstance(move, Move) and move.kind != "claim"]
        exchange = next((move for move in moves if move.kind == "exchange"), None)
        after = deal.apply(exchange or rng.choice(moves or [deal.legal_moves()[0].sample(rng)]))
        if exchange is not None:
            given_up, taken = after.local.talon.turn_up, deal.local.talon.turn_up
            hand, before = after.hands[exchange.seat], deal.hands[exchange.seat]
            assert rules.deck.remove(rules.deck.add(before, taken), given_up) == hand
            assert after.setup.trump == deal.setup.trump == rules.deck.suit_of[given_up]
            assert after.actor == deal.actor
        deal = after
