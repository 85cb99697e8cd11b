"""Questions about what comes before the first trick: auction, discard, contract, call."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

from stichwerk.questions import answer
from stichwerk.rules import Rules

from .candidate import Candidate, suits_of

_DEEPEST = 5


def auction(rules: Rules, rng: Random) -> Iterator[Candidate]:
    """Auctions along every short line, with a call that is not allowed at the end of each."""
    if "auction" not in rules.formal["flow"]:
        return
    step = rules.formal["auction"]["step"]
    lines: list[list[list[Any]]] = [[]]
    while lines:
        calls = lines.pop(0)
        given = {"dealer": 0, "calls": calls}
        found = answer(rules, "deals", "auction", given)
        topic = "An auction that goes on" if "open" in found else "An auction at its end"
        yield Candidate("auction", given, f"{topic}, {len(calls)} calls")
        if "open" not in found or len(calls) >= _DEEPEST:
            continue
        seat, low = found["next"], found["min_bid"] if "min_bid" in found else found["may_bid"]
        wrong = (seat + 1) % rules.table.players
        for call, name in (
            ([seat, low - step], "a bid one step too low"),
            ([wrong, low], "a bid out of turn"),
            ([seat, low + 1], "a bid between two steps"),
            ([seat, low + step], "a bid one step higher"),
        ):
            if call[1] > 0:
                yield Candidate("auction", {"dealer": 0, "calls": [*calls, call]}, f"An auction with {name}")
        lines += [[*calls, [seat, low]], [*calls, [seat, "out"]]]
    highest = rules.formal["auction"].get("highest")
    if highest:
        first = rules.table.order(0)[0]
        for bid in (highest - 1, highest, highest + 1):
            yield Candidate("auction", {"dealer": 0, "calls": [[first, bid]]}, f"An auction that begins with {bid}")


def discard(rules: Rules, rng: Random) -> Iterator[Candidate]:
    """Discards with one card too few or too many, with trumps, melded cards and cards not held."""
    if rules.discard is None:
        return
    trump, led, other, fourth = suits_of(rules)
    ranks = rules.deck.ranks
    low = ranks[-1]
    widow = sum(packet.get("widow", 0) for packet in rules.formal["deal"]["packets"])
    hand = [led + rank for rank in ranks] + [other + rank for rank in ranks]
    hand += [trump + ranks[0], trump + low, trump + ranks[1], trump + low] + [fourth + rank for rank in ranks]
    hand = hand[: rules.hand_size + widow]
    plain = [led + ranks[-1], led + ranks[-2], other + ranks[-1], other + ranks[-2], led + ranks[0], other + ranks[0]]
    plain = [*plain, led + ranks[1], other + ranks[1]][:widow]
    lines: dict[str, list[str]] = {
        "plain cards": plain,
        "one card too few": plain[1:],
        "one card too many": [*plain, led + ranks[2]],
        "the lowest trump": [trump + low, *plain[1:]],
        "a high trump": [trump + ranks[0], *plain[1:]],
        "a card that is not held": [fourth + ranks[-1], *plain[1:]],
        "a card twice that is held once": [plain[0], plain[0], *plain[2:]],
    }
    lines["a king"] = [led + ranks[2], *plain[1:]]
    for (name, cards), melded in product(lines.items(), ([], [led + ranks[2], led + ranks[3]], [trump + low])):
        given: dict[str, Any] = {"trump": trump, "hand": hand, "discards": cards}
        if melded:
            given["melded"] = melded
        more = f", {' and '.join(melded)} melded" if melded else ""
        yield Candidate("discard", given, f"A discard with {name}{more}")
        yield Candidate("discard", given | {"announced": True}, f"A discard with {name}{more}, announced")


def leads_and_contracts(rules: Rules, rng: Random) -> Iterator[Candidate]:
    """Who leads in which contract, who may announce it."""
    last = rules.table.players - 1
    for dealer in (0, last):
        if "auction" not in rules.formal["flow"]:
            yield Candidate("first_lead", {"dealer": dealer}, f"The first lead, seat {dealer} dealt")
            continue
        for game, declarer in product(rules.contracts, range(rules.table.players)):
            if declarer not in rules.table.order(dealer) or not rules.contracts[game].played:
                continue
            given = {"dealer": dealer, "declarer": declarer, "game": game}
            yield Candidate("first_lead", given, f"The first lead in {game}, seat {dealer} dealt")
    if "auction" in rules.formal["flow"]:
        for action in dict.fromkeys(["concede", "durch", "untendurch", *rules.contracts]):
            for seat in (1, 0):
                given = {"phase": "after_auction", "seat": seat, "declarer": 1, "action": action}
                whose = "the declarer" if seat else "another seat"
                yield Candidate("action", given, f"May {whose} announce {action}")


def call_card(rules: Rules, rng: Random) -> Iterator[Candidate]:
    """Calling for a card that the partner, an opponent or nobody holds."""
    if "call" not in rules.formal["flow"]:
        return
    trump, led, other, _ = suits_of(rules)
    ace, ten, king = rules.deck.ranks[:3]
    seats = sorted(rules.table.order(rules.table.players - 1))
    for card, where in product((trump + ace, led + ten, led + king), seats):
        hands = {str(seat): [other + king] + ([card] if seat == where else []) for seat in seats[:2]}
        hands |= {str(seat): [led + ace] + ([card] if seat == where else []) for seat in seats[2:]}
        given = {"declarer": 0, "hands": hands, "card": card}
        yield Candidate("call_card", given, f"A call for {card}, held by seat {where}")
