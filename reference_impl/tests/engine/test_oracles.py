"""Melds and tricks against a second opinion: the same rules written again, as plainly as they are spoken."""

from __future__ import annotations

import sys
from collections import Counter
from itertools import product
from pathlib import Path
from random import Random

from hypothesis import given
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parent))

import stichwerk
from stichwerk.duties import Position

SEEDS = st.integers(0, 2**32)
SUITS, RANKS = "ELHS", "ATKOU7"
STRENGTH = {rank: -place for place, rank in enumerate(RANKS)}


def melds_by_hand(cards: list[str], trump: str, ruleset: str) -> int:
    """The highest total, counted rank by rank and suit by suit."""
    held = Counter(cards)
    in_family_too = ruleset == "binokel-anleitung"
    total = 0
    fours = {"A": 100, "K": 80, "O": 60, "U": 40}
    for rank in RANKS:
        sets = min(held[suit + rank] for suit in SUITS)
        eights = {"binokel": "AKOU", "binokel-anleitung": "", "binokel-turnier": RANKS}[ruleset]
        if sets == 2 and rank in eights:
            total += 1000
        else:
            total += fours.get(rank, 0) * (min(sets, 1) if in_family_too else sets)
    for suit in SUITS:
        families = min(held[suit + rank] for rank in "ATKOU")
        pairs = min(held[suit + "K"], held[suit + "O"])
        if not in_family_too:
            pairs -= families
        total += families * (150 if suit == trump else 100) + pairs * (40 if suit == trump else 20)
    binokels = min(held["SU"], held["LO"])
    total += {0: 0, 1: 40, 2: 300}[binokels]
    return total + 10 * held[trump + "7"]


@given(st.sampled_from(["binokel", "binokel-anleitung", "binokel-turnier"]), SEEDS, st.integers(1, 48))
def test_best_melds_as_counted_by_hand(ruleset: str, seed: int, size: int) -> None:
    rng = Random(seed)
    rules = stichwerk.load(ruleset)
    cards = rng.sample(rules.deck.pack(), size)
    trump = rng.choice(SUITS)
    best = rules.meld_table.best(rules.deck.hand(cards), SUITS.index(trump))
    assert best.total == melds_by_hand(cards, trump, ruleset)
    assert best.total == sum(figure.points * times for figure, times in best.melds)


@given(SEEDS)
def test_no_set_of_melds_that_goes_together_is_worth_more_than_the_best(seed: int) -> None:
    rng = Random(seed)
    rules = stichwerk.load("binokel")
    table = rules.meld_table
    hand = rules.deck.hand(rng.sample([code for code in rules.deck.pack() if code[1] in "KOU"], 12))
    trump = rng.randrange(4)
    best = table.best(hand, trump)
    for group in table.held(hand, trump):
        most = sum(figure.points * times for figure, times in best.melds if figure in [f for f, _ in group])
        for counts in product(*(range(times + 1) for _, times in group)):
            picked = [(figure, n) for (figure, _), n in zip(group, counts, strict=True) if n]
            if picked and table.together(picked, hand):
                assert sum(figure.points * n for figure, n in picked) <= most


def beats(new: str, old: str, trump: str) -> bool:
    if new[0] == old[0]:
        return STRENGTH[new[1]] > STRENGTH[old[1]]
    return new[0] == trump


def playable_by_hand(hand: list[str], trick: list[str], trump: str) -> set[str]:
    """Follow; else trump; and within that beat the card that wins so far, if that can be done."""
    winning = trick[0]
    for card in trick[1:]:
        if beats(card, winning, trump):
            winning = card
    cards = [card for card in hand if card[0] == trick[0][0]]
    cards = cards or [card for card in hand if card[0] == trump] or hand
    return {card for card in cards if beats(card, winning, trump)} or set(cards)


@given(st.sampled_from(["binokel", "binokel-anleitung", "binokel-turnier"]), SEEDS)
def test_playable_cards_as_found_by_hand(ruleset: str, seed: int) -> None:
    rng = Random(seed)
    rules = stichwerk.load(ruleset)
    pack = rules.shuffled(rng)
    trump = rng.choice(SUITS)
    trick, hand = pack[: rng.randrange(1, 4)], pack[4 : 4 + rng.randrange(1, 15)]
    answer = stichwerk_answer(rules, {"trump": trump, "trick": trick, "hand": hand})
    assert set(answer) == playable_by_hand(hand, trick, trump)


def stichwerk_answer(rules: stichwerk.Rules, given_: dict) -> list[str]:
    from stichwerk.questions import answer

    return answer(rules, "tricks", "legal_cards", given_)["legal"]


@given(SEEDS)
def test_a_refused_card_is_refused_by_the_first_duty_it_breaks(seed: int) -> None:
    rng = Random(seed)
    rules = stichwerk.load("binokel")
    pack = rules.shuffled(rng)
    trump = rng.choice(SUITS)
    trick, hand = pack[: rng.randrange(1, 3)], pack[4:14]
    allowed = playable_by_hand(hand, trick, trump)
    deck, duties = rules.deck, rules.tricks.duties
    winning = trick[0]
    for card in trick[1:]:
        if beats(card, winning, trump):
            winning = card
    for card in hand:
        at = Position(deck.index[winning], SUITS.index(trick[0][0]), SUITS.index(trump))
        broken = duties.broken(deck.hand(hand), deck.index[card], at)
        assert (broken is None) == (card in allowed)
        if broken is None:
            continue
        can_follow = any(other[0] == trick[0][0] for other in hand)
        if can_follow and card[0] != trick[0][0]:
            assert broken == "follow"
        elif not can_follow and card[0] != trump:
            assert broken == "trump"
        else:
            assert broken == "beat"
