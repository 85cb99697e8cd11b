"""Questions drawn at random: hands, tricks, auctions, single steps of a deal.

Everything that is drawn comes from one `Random`. Where it is Hypothesis's own, a failing question is made smaller by
drawing less: so what is drawn first, and what a zero stands for, is always the simplest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from stichwerk.deal import Deal
from stichwerk.moves import Choice, Move
from stichwerk.rules import Rules
from stichwerk_conformance.live_deals import legal_moves, play_on, played_count, whole_deal
from stichwerk_conformance.live_facts import score_deal, score_match
from stichwerk_conformance.live_tournament import check_list, ranking, seating, tables

Given = dict[str, Any]
Drawn = Callable[[Rules, Random], Given | None]


def cards_of(rules: Rules, rng: Random, number: int, without: list[str] | None = None) -> list[str]:
    """So many cards of the pack, none of those already seen."""
    rest = list((Counter(rules.deck.pack()) - Counter(without or [])).elements())
    return [rest.pop(rng.randrange(len(rest))) for _ in range(min(number, len(rest)))]


def deck(rules: Rules, rng: Random) -> Given | None:
    """Nothing is given."""
    return {}


def cut(rules: Rules, rng: Random) -> Given | None:
    """Any number of cards, too many too."""
    return {"lifted": rng.randint(0, rules.deck.size)}


def deal(rules: Rules, rng: Random) -> Given | None:
    """A dealer, now and then with a shuffled pack."""
    given: Given = {"dealer": rng.randrange(rules.table.players)}
    return given | {"cards": cards_of(rules, rng, rules.deck.size)} if rng.randrange(2) else given


def legal_cards(rules: Rules, rng: Random) -> Given | None:
    """A hand, and a trick with any number of cards."""
    played = rng.randrange(len(rules.table.order(0)))
    trick = cards_of(rules, rng, played)
    hand = cards_of(rules, rng, rng.randint(1, rules.hand_size), trick)
    given: Given = {"trump": rng.choice(rules.deck.suits), "trick": trick, "hand": hand}
    stages = rules.formal["tricks"].get("stages", [])
    return given | {"stage": rng.choice(stages)} if len(stages) > 1 and played else given


def trick_winner(rules: Rules, rng: Random) -> Given | None:
    """A whole trick."""
    dealer = rng.randrange(rules.table.players)
    order = rules.table.order(dealer)
    given: Given = {
        "trump": rng.choice(rules.deck.suits),
        "leader": rng.choice(order),
        "trick": cards_of(rules, rng, len(order)),
        "last": bool(rng.randrange(2)),
    }
    return given | {"dealer": dealer} if rules.table.pauses else given


def replay(rules: Rules, rng: Random) -> Given | None:
    """A few cards in each hand, played out by the rules; now and then with a card out of turn or against a duty."""
    dealer = rng.randrange(rules.table.players)
    order = rules.table.order(dealer)
    number = rng.randint(1, min(4, rules.hand_size))
    cards = cards_of(rules, rng, number * len(order))
    hands = {str(seat): cards[n * number : (n + 1) * number] for n, seat in enumerate(order)}
    leader, suit = rng.choice(order), rng.choice(rules.deck.suits)
    position = Deal.at_tricks(
        rules, dealer=dealer, leader=leader, trump=rules.deck.suit_index[suit], declarer=leader, bid=0,
        hands=tuple(rules.deck.hand(hands.get(str(seat), [])) for seat in range(rules.table.players)),
        contract=next(iter(rules.contracts)),
    )  # fmt: skip
    if position.local.talon is not None:
        position.local.talon = position.local.talon._replace(stock=(), turn_up=-1)
    plays: list[str] = []
    wrong = rng.randrange(6)
    while position.actor is not None and len(plays) < number * len(order):
        moves = [move for move in position.legal_moves() if isinstance(move, Move) and move.kind == "play"]
        if not moves:
            break
        hand = rules.deck.cards(position.hands[position.actor])
        if wrong == 1 and (refused := sorted({*hand} - {move.value for move in moves})):
            plays.append(rng.choice(refused))
            break
        position = position.apply(rng.choice(moves))
        plays.append(position.move.value if position.move else "")
    given: Given = {"trump": suit, "leader": leader, "hands": hands, "plays": plays}
    return given | {"dealer": dealer} if rules.table.pauses else given


def melds(rules: Rules, rng: Random) -> Given | None:
    """A hand; more often than chance would, with the cards that melds are made of."""
    if not rules.formal.get("melds"):
        return None
    hand = cards_of(rules, rng, rng.randint(1, rules.hand_size))
    suit = rng.choice(rules.deck.suits)
    if rng.randrange(2):
        hand = _of_melds(rules, rng, suit) + hand[: rng.randint(0, 3)]
        hand = [card for n, card in enumerate(hand) if hand[:n].count(card) < rules.deck.copies]
    return {"trump": suit, "hand": hand}


def _of_melds(rules: Rules, rng: Random, suit: str) -> list[str]:
    """The cards of one or two melds."""
    found: list[str] = []
    for _ in range(rng.randint(1, 2)):
        cards = rng.choice(list(rules.formal["melds"].values()))["cards"]
        suits = [rng.choice([suit, rng.choice(rules.deck.suits)])]
        found += cards.get("exact", [])
        found += [one + rank for one in suits for rank in cards.get("ranks", [])]
        found += [one + cards["rank"] for one in rules.deck.suits if "rank" in cards]
    return [card for card in found if card in rules.deck.index]


def auction(rules: Rules, rng: Random) -> Given | None:
    """Calls by the rules, the last of them now and then not."""
    if "auction" not in rules.formal["flow"]:
        return None
    dealer = rng.randrange(rules.table.players)
    position = Deal.dealt(rules, dealer, rules.deck.pack())
    calls: list[list[Any]] = []
    for _ in range(rng.randint(0, 10)):
        if position.actor is None or rules.formal["flow"][position.step] != "auction":
            break
        move = drawn(rng.choice(position.legal_moves()), rng)
        calls.append([move.seat, "out" if move.kind == "pass" else move.value])
        position = position.apply(move)
    if not rng.randrange(4):
        opening, step = rules.formal["auction"]["opening"], rules.formal["auction"]["step"]
        bid = opening + step * rng.randint(0, 6) - rng.choice((0, 0, step // 2 or 1))
        calls.append([rng.randrange(rules.table.players), rng.choice(("out", bid))])
    return {"dealer": dealer, "calls": calls}


def drawn(choice: Move | Choice, rng: Random) -> Move:
    """A move as it is, or one of a choice."""
    return choice if isinstance(choice, Move) else choice.sample(rng)


def discard(rules: Rules, rng: Random) -> Given | None:
    """A hand with the widow, and cards of it to be laid away, mostly as many as must be."""
    widow = sum(packet.get("widow", 0) for packet in rules.formal["deal"]["packets"])
    if rules.discard is None or not widow:
        return None
    hand = cards_of(rules, rng, rules.hand_size + widow)
    number = widow + rng.choice((0, 0, 0, 0, 1, -1))
    cards = [hand[index] for index in sorted(rng.sample(range(len(hand)), number))]
    given: Given = {"hand": hand, "discards": cards, "announced": bool(rng.randrange(2))}
    flow = list(rules.formal["flow"])
    if flow.index("trump") < flow.index("discard"):
        given["trump"] = rng.choice(rules.deck.suits)
        if not rng.randrange(3):
            given["melded"] = [hand[index] for index in sorted(rng.sample(range(len(hand)), 2))]
    return given


def first_lead(rules: Rules, rng: Random) -> Given | None:
    """Somebody has dealt, and perhaps somebody plays something."""
    dealer = rng.randrange(rules.table.players)
    if "auction" not in rules.formal["flow"]:
        return {"dealer": dealer}
    declarer = rng.choice(rules.table.order(dealer))
    return {"dealer": dealer, "declarer": declarer, "game": rng.choice(list(rules.contracts))}


def action(rules: Rules, rng: Random) -> Given | None:
    """Somebody wants to announce a contract, perhaps one that is not played here."""
    if "auction" not in rules.formal["flow"]:
        return None
    seats = range(rules.table.players)
    named = rng.choice([*rules.contracts, "concede", "durch", "untendurch"])
    return {"phase": "after_auction", "seat": rng.choice(seats), "declarer": rng.choice(seats), "action": named}


def call_card(rules: Rules, rng: Random) -> Given | None:
    """A declarer calls for a card."""
    if "call" not in rules.formal["flow"]:
        return None
    dealer = rng.randrange(rules.table.players)
    order = rules.table.order(dealer)
    cards = cards_of(rules, rng, 3 * len(order))
    hands = {str(seat): cards[3 * n : 3 * n + 3] for n, seat in enumerate(order)}
    card = rng.choice([rng.choice(cards), rng.choice(rules.deck.codes)])
    return {"declarer": rng.choice(order), "hands": hands, "card": card, "dealer": dealer}


GIVEN: Mapping[str, Drawn] = {
    "deck": deck,
    "deal": deal,
    "cut": cut,
    "legal_cards": legal_cards,
    "trick_winner": trick_winner,
    "replay": replay,
    "melds": melds,
    "score_deal": score_deal,
    "score_match": score_match,
    "auction": auction,
    "discard": discard,
    "first_lead": first_lead,
    "action": action,
    "call_card": call_card,
    "whole_deal": whole_deal,
    "legal_moves": legal_moves,
    "play_on": play_on,
    "count": played_count,
    "tables": tables,
    "check_list": check_list,
    "ranking": ranking,
    "seating": seating,
}
"""Question -> what draws one; None where the ruleset has nothing of the kind."""
