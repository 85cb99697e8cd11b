"""Questions about the deck, the deal, single tricks and melds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations, product
from random import Random
from typing import Any

from stichwerk.rules import Rules

from .candidate import Candidate, suits_of


def deck_and_deal(rules: Rules, rng: Random) -> Iterator[Candidate]:
    """The deck, the deal by each dealer, cuts at and beside the limits."""
    yield Candidate("deck", {}, "The deck and its points")
    last = rules.table.players - 1
    for dealer in (0, last):
        yield Candidate("deal", {"dealer": dealer}, f"Seat {dealer} deals")
    pack = rules.deck.pack()
    rng.shuffle(pack)
    shows = ("hands", "widow_cards", "turn_up", "stock")
    yield Candidate("deal", {"dealer": last, "cards": pack}, "Every card of a deal", shows)
    cut = rules.formal["deal"].get("cut", {})
    least, most = cut.get("lifted", 3), rules.deck.size - cut.get("left", 3)
    for lifted in (least - 1, least, most, most + 1):
        yield Candidate("cut", {"lifted": lifted}, f"A cut of {lifted} cards")


def legal_cards(rules: Rules, rng: Random) -> Iterator[Candidate]:
    """Hands that can follow or not, beat or not, against tricks of every shape."""
    trump, led, other, _ = suits_of(rules)
    high, second, mid, low, lowest = (rules.deck.ranks[i] for i in (0, 1, 2, -2, -1))
    seats = len(rules.table.order(0))
    tricks = {
        "a plain card led": [led + second],
        "a trump led": [trump + second],
        "a low card led": [led + low],
        "nothing can beat the ace led": [led + high],
        "a plain lead trumped": [led + second, trump + mid],
        "a plain lead trumped high": [led + second, trump + high],
        "a discard on a plain lead": [led + low, other + second],
        "the partner's card stands": [led + second, led + lowest],
        "the partner is beaten": [led + low, led + second],
        "the partner's trump stands": [led + second, trump + mid, led + lowest],
        "the third card trumps": [led + second, led + mid, trump + second],
    }
    parts = {
        "a higher card of the suit": [led + high],
        "a lower card of the suit": [led + lowest],
        "a higher trump": [trump + high],
        "a lower trump": [trump + lowest],
        "another suit": [other + lowest],
    }
    stages = rules.formal["tricks"]["stages"]
    for name, trick in tricks.items():
        if len(trick) >= seats:
            continue
        for count in (2, 3, 5):
            for chosen in combinations(parts, count):
                hand = [card for part in chosen for card in parts[part]]
                if any(n > rules.deck.copies for n in Counter(hand + trick).values()):
                    continue
                for stage in stages:
                    given: dict[str, Any] = {"trump": trump, "trick": trick, "hand": hand}
                    if "draw" in rules.formal["stages"][stage]:
                        given["hand"] = _whole(rules, hand, trick)
                    if len(stages) > 1:
                        given["stage"] = stage
                    yield Candidate("legal_cards", given, f"Legal cards, {name}")
        if rules.deck.copies > 1:
            hand = [trick[0], led + lowest, trump + low]
            yield Candidate(
                "legal_cards", {"trump": trump, "trick": trick, "hand": hand}, f"Legal cards, {name}, an equal card"
            )


def _whole(rules: Rules, hand: list[str], trick: list[str]) -> list[str]:
    """The hand as large as it is while cards are drawn: the rest are plain cards that can neither follow nor win."""
    *_, other, fourth = suits_of(rules)
    spare = [suit + rank for suit in (fourth, other) for rank in rules.deck.ranks]
    return [*hand, *(card for card in spare if card not in (*hand, *trick))][: max(rules.hand_size, len(hand))]


def trick_winner(rules: Rules, rng: Random) -> Iterator[Candidate]:
    """Tricks with equal cards, trumps, discards; the last trick."""
    trump, led, other, fourth = suits_of(rules)
    high, second, mid, low, lowest = (rules.deck.ranks[i] for i in (0, 1, 2, -2, -1))
    seats = len(rules.table.order(0))
    shapes = {
        "Two of the highest points": [led + second, led + high, led + lowest, led + low],
        "A low trump beats a plain ace": [led + high, trump + lowest, led + second, other + high],
        "A higher trump beats a trump": [led + high, trump + low, trump + second, led + mid],
        "Other suits do not beat": [led + lowest, other + high, fourth + high, other + second],
        "A trump is led": [trump + mid, led + high, trump + second, other + high],
    }
    if rules.deck.copies > 1:
        shapes["Equal cards"] = [led + high, led + high, led + second, led + low]
        shapes["Equal trumps"] = [led + high, trump + mid, trump + mid, led + second]
    for (name, trick), leader in product(shapes.items(), (0, rules.table.players - 1)):
        given: dict[str, Any] = {"trump": trump, "leader": leader, "trick": trick[:seats]}
        if rules.table.pauses:
            given["dealer"] = (leader + 1) % rules.table.players
        yield Candidate("trick_winner", given, name)
        yield Candidate("trick_winner", given | {"last": True}, f"{name}, last trick")


def melds(rules: Rules, rng: Random) -> Iterator[Candidate]:
    """Each meld alone, one card short, twice, and beside those that it may not stand beside."""
    trump, plain, *_ = suits_of(rules)
    table = rules.formal.get("melds", {})
    if not table:
        return
    figures: dict[str, list[str]] = {}
    for name, entry in table.items():
        for role, suit in (("trumps", trump), ("plain", plain)):
            figures.setdefault(f"{name} in {role}" if "suit" in entry["cards"] else name, _cards(rules, entry, suit))
    for name, cards in figures.items():
        yield from _hand(rules, cards, trump, f"The meld {name}")
        yield from _hand(rules, cards * 2, trump, f"The meld {name} twice")
        if len(cards) > 1:
            yield from _hand(rules, cards[1:], trump, f"The meld {name} one card short")
        if name.endswith("trumps"):
            yield from _hand(rules, cards, plain, f"The meld {name[:-10]} when another suit is trumps")
    for (one, cards), (two, more) in combinations(figures.items(), 2):
        union = Counter(cards) | Counter(more)
        yield from _hand(rules, sorted(union.elements()), trump, f"The melds {one} and {two} sharing cards")
        if len(cards) + len(more) <= 10:
            yield from _hand(rules, cards + more, trump, f"The melds {one} and {two} side by side")
    everything = [suit + rank for suit in rules.deck.suits for rank in ("K", "O") if rank in rules.deck.ranks]
    yield from _hand(rules, everything, trump, "A king and an ober in every suit")


def _cards(rules: Rules, entry: Mapping[str, Any], suit: str) -> list[str]:
    cards = entry["cards"]
    if "exact" in cards:
        return list(cards["exact"])
    if "rank" in cards:
        return [s + cards["rank"] for s in rules.deck.suits] * int(cards.get("copies", 1))
    return [suit + rank for rank in cards["ranks"]]


def _hand(rules: Rules, cards: list[str], trump: str, topic: str) -> Iterator[Candidate]:
    counts = Counter(cards)
    if cards and all(n <= rules.deck.copies and card in rules.deck.index for card, n in counts.items()):
        yield Candidate("melds", {"trump": trump, "cards": cards}, topic)
