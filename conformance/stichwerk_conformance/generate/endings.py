"""Questions about the last tricks of stock games, played from positions just below a goal, or at it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

from stichwerk.moves import Move
from stichwerk.questions.positions import position
from stichwerk.rules import Rules

from .candidate import Candidate


def ends(rules: Rules, rng: Random) -> Iterator[Candidate]:
    """The last tricks played out, with points taken that bring a side to a goal, or one short of it."""
    if "announcements" not in rules.formal and "actions" not in rules.formal:
        return
    values = rules.formal.get("values", {})
    goal = values.get("goal", 50)
    half = values.get("half", goal // 2)
    draws = any("draw" in stage for stage in rules.formal["stages"].values())
    yield from _first_announcements(rules, rng)
    for target, cards in product((goal - 1, goal, half - 1, half, 0), (2, 1)):
        for pair, drawn in product(("trump", "plain", ""), (True, False) if draws and cards == 2 else (False,)):
            given = _position(rules, rng, cards=cards, drawn=drawn, target=target, pair=pair)
            if given is None:
                continue
            left = "the last cards to draw" if drawn else f"{cards} tricks to play"
            for way in ("announce", "play", "claim", "any"):
                moves = _playout(rules, rng, given, way)
                topic = f"{left} from {target} points"
                if moves:
                    topic += ", a claim" if moves[-1]["move"] == "claim" else ""
                    yield Candidate("play_on", given | {"moves": moves}, topic)
                    first = given | {"moves": moves[: max(1, len(moves) - 1)]}
                    yield Candidate("play_on", first, topic + ", but for the last move")


def _first_announcements(rules: Rules, rng: Random) -> Iterator[Candidate]:
    """Announcements before the first trick, where they are allowed then."""
    packets = rules.formal["deal"]["packets"]
    turned = any("turn_up" in packet for packet in packets)
    for pair in ("trump", "plain"):
        pack = _shuffled(rules, rng, pair)
        trump = pack[0][0]
        turn_up = pack.pop(0) if turned else None
        hands = {str(seat): [pack.pop() for _ in range(rules.hand_size)] for seat in _seats(rules)}
        given: dict[str, Any] = {"trump": trump, "hands": hands, "leader": 0, **_declared(rules)}
        if turn_up:
            given |= {"face_down": sum(packet.get("stock", 0) for packet in packets), "turn_up": turn_up}
        moves = _playout(rules, rng, given, "announce")
        if moves and moves[0]["move"] == "announce":
            yield Candidate("play_on", given | {"moves": moves[:1]}, "An announcement before the first trick")


def _seats(rules: Rules) -> list[int]:
    return sorted(rules.table.order(rules.table.players - 1))


def _declared(rules: Rules) -> dict[str, Any]:
    return {"declarer": 0, "bid": 2} if "auction" in rules.formal["flow"] else {}


def _shuffled(rules: Rules, rng: Random, pair: str) -> list[str]:
    """The pack: a card of the trump suit first, and last, where the first seat gets it, a king and queen."""
    pack = rules.deck.pack()
    rng.shuffle(pack)
    if pair:
        trump = pack[0][0]
        suit = trump if pair == "trump" else next(card[0] for card in pack if card[0] != trump)
        king, queen = (suit + rules.deck.ranks[i] for i in (2, 3))
        rest = [card for card in pack if card not in (king, queen)]
        turned = next(card for card in rest if card[0] == trump)
        rest.remove(turned)
        pack = [turned, *rest, queen, king]
    return pack


def _position(rules: Rules, rng: Random, *, cards: int, drawn: bool, target: int, pair: str) -> dict[str, Any] | None:
    """A position with a few cards in each hand, or whole hands before the last draw.

    All other cards but those that are dead are taken; those of the first seat count so much.
    """
    seats = _seats(rules)
    pack = _shuffled(rules, rng, pair)
    trump = pack[0][0]
    turn_up = pack.pop(0) if drawn else None
    hands = {str(seat): [pack.pop() for _ in range(rules.hand_size if drawn else cards)] for seat in seats}
    stock = [pack.pop() for _ in range(len(seats) - 1)] if drawn else []
    dead = sum(packet.get("dead", 0) for packet in rules.formal["deal"]["packets"])
    gone = pack[dead:]
    taken = _worth(rules, gone, target, len(seats))
    if taken is None:
        return None
    rest = [card for card in gone if card not in taken]
    given: dict[str, Any] = {"trump": trump, "hands": hands, "leader": 0, "taken": {"0": taken, "1": rest}, "winner": 0}
    if drawn:
        given |= {"stock": stock, "turn_up": turn_up}
    return given | _declared(rules)


def _worth(rules: Rules, pack: list[str], target: int, each: int) -> list[str] | None:
    """Whole tricks out of these cards that count exactly so much, as few as there can be."""
    points = rules.formal["deck"]["points"]
    best: dict[tuple[int, int], list[str]] = {(0, 0): []}
    for card in pack:
        for (worth, count), cards in list(best.items()):
            key = (worth + points[card[1]], count + 1)
            if key[0] <= target and key not in best:
                best[key] = [*cards, card]
    found = [cards for (worth, count), cards in best.items() if worth == target and count and count % each == 0]
    return min(found, key=len) if found else None


def _playout(rules: Rules, rng: Random, given: dict[str, Any], way: str) -> list[dict[str, Any]]:
    """Moves to the end of the deal: cards only, with a claim as soon as one is offered, or any."""
    try:
        deal = position(rules, given | {"moves": []})
    except ValueError:
        return []
    moves: list[dict[str, Any]] = []
    while deal.result is None and len(moves) < 40:
        offered = [choice.to_json() for choice in deal.legal_moves()]
        cards = [one for one in offered if one["move"] in ("play", "draw", "pass")]
        claims = [one for one in offered if one["move"] == "claim"]
        announced = [one for one in offered if one["move"] == "announce"]
        wanted = {"play": [], "claim": claims, "announce": announced, "any": offered}[way]
        move = rng.choice(wanted or cards or offered)
        deal = deal.apply(Move.from_json(move))
        moves.append(move)
    return moves
