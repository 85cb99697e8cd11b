"""Questions about the middle of stock games: announcing, exchanging, closing, claiming, the last cards of the stock."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

from stichwerk.moves import Move
from stichwerk.questions.positions import position
from stichwerk.rules import Rules

from .candidate import Candidate, suits_of


def moves(rules: Rules, rng: Random) -> Iterator[Candidate]:
    """What a seat may do in positions put together to be at a boundary."""
    if "announcements" not in rules.formal and "actions" not in rules.formal:
        return
    trump, plain, other, _ = suits_of(rules)
    king, queen = (rules.deck.ranks[i] for i in (2, 3))
    gives = {entry["give"]["rank"] for entry in rules.formal.get("actions", {}).values() if "give" in entry}
    low = next(iter(sorted(gives)), rules.deck.ranks[-1])
    hands = {
        "king and queen of trumps": [trump + king, trump + queen, other + queen],
        "a plain king and queen": [plain + king, plain + queen, other + rules.deck.ranks[0]],
        "the card to exchange": [trump + low, plain + queen, other + queen],
        "both pairs and the card to exchange": [trump + king, trump + queen, trump + low, plain + king, plain + queen],
        "four kings": [suit + king for suit in rules.deck.suits],
        "no pair": [trump + king, plain + queen, other + queen],
    }
    named = "auction" in rules.formal["flow"]
    top = trump + (rules.deck.ranks[1])
    draws = any("draw" in stage for stage in rules.formal["stages"].values())
    tables: list[tuple[str, dict[str, Any]]] = [("", {})]
    if draws:
        tables = [(f"{n} cards face down", {"face_down": n, "turn_up": top}) for n in (4, 3, 2, 1)]
        tables += [("the stock gone", {})]
    moments: list[tuple[str, dict[str, Any]]] = [
        ("before the first trick", {}), ("after a trick won", {"winner": 0}), ("after a trick lost", {"winner": 1}),
        ("at the last card", {"winner": 0, "moment": "end"}),
        ("before the draw", {"winner": 0, "moment": "won"}), ("following", {"winner": 1, "trick": [other + king]}),
        ("with three tricks", {"winner": 0, "tricks": {"0": 2, "1": 1}}),
    ]  # fmt: skip
    acts = {entry["act"] for entry in rules.formal.get("actions", {}).values()}
    closings: list[tuple[str, dict[str, Any]]] = [("", {})]
    if "close" in acts:
        closings += [("closed by the seat", {"closed_by": 0}), ("closed by the other", {"closed_by": 1})]
    kinds = list(rules.formal.get("announcements", {}))[:1]
    before: list[tuple[str, dict[str, Any]]] = [("", {})]
    for kind in kinds:
        before += [
            ("announced before", {"announced": [[kind, plain, 0]]}),
            ("announced in this turn", {"turn": [[kind, plain, 0]]}),
            ("the other pair announced in this turn", {"turn": [[kind, trump, 0]]}),
        ]
    before.append(("with totals", {"totals": dict.fromkeys(rules.table.names, 30), "played": 1}))
    for hand, table, moment, closing, past in product(hands.items(), tables, moments, closings, before):
        if "moment" in moment[1] and (moment[1]["moment"] == "won") != bool(table[1]):
            continue
        words = [f"Moves with {hand[0]}", table[0], moment[0], closing[0], past[0]]
        given: dict[str, Any] = {"seat": 0, "trump": trump, "hand": hand[1]}
        if named:
            given |= {"declarer": 0, "bid": 1}
        given |= {**table[1], **moment[1], **closing[1], **past[1]}
        if closing[1] and moment[0] == "before the first trick":
            given["at_close"] = {name: [0, 0] for name in rules.table.names}
        yield Candidate("legal_moves", given, ", ".join(word for word in words if word))


def ends(rules: Rules, rng: Random) -> Iterator[Candidate]:
    """The last tricks played out, with points taken that bring a side to a goal, or one short of it."""
    if "announcements" not in rules.formal and "actions" not in rules.formal:
        return
    values = rules.formal.get("values", {})
    goal = values.get("goal", 50)
    half = values.get("half", goal // 2)
    seats = sorted(rules.table.order(rules.table.players - 1))
    draws = any("draw" in stage for stage in rules.formal["stages"].values())
    for target, cards in product((goal - 1, goal, half - 1, half, 0), (2, 1)):
        for drawn in (len(seats), 0) if draws else (0,):
            for pair in ("trump", "plain", ""):
                given = _position(rules, rng, seats=seats, cards=cards, drawn=drawn, target=target, pair=pair)
                if given is None:
                    continue
                for way in ("announce", "play", "claim", "any"):
                    moves = _playout(rules, rng, given, way)
                    topic = f"{cards} tricks to play from {target} points, {drawn} cards to draw"
                    if moves and moves[0]["move"] == "announce":
                        fresh = {key: value for key, value in given.items() if key not in ("taken", "winner")}
                        question = fresh | {"moves": moves[:1]}
                        yield Candidate("play_on", question, "An announcement before the first trick")
                    if moves:
                        topic += ", a claim" if moves[-1]["move"] == "claim" else ""
                        yield Candidate("play_on", given | {"moves": moves}, topic)
                        first = given | {"moves": moves[: max(1, len(moves) - 1)]}
                        yield Candidate("play_on", first, topic + ", but for the last move")


def _position(
    rules: Rules, rng: Random, *, seats: list[int], cards: int, drawn: int, target: int, pair: str
) -> dict[str, Any] | None:
    """A position with so many cards in each hand, and tricks taken by the first seat that count so much."""
    pack = rules.deck.pack()
    rng.shuffle(pack)
    trump = pack[0][0]
    if pair and cards == 2:  # the first seat holds a king and queen
        suit = trump if pair == "trump" else next(card[0] for card in pack if card[0] != trump)
        king, queen = (suit + rules.deck.ranks[i] for i in (2, 3))
        rest = [card for card in pack if card not in (king, queen)]
        turned = next(card for card in rest if card[0] == trump)
        rest.remove(turned)
        pack = [turned, *rest, queen, king]
    turn_up = pack.pop(0) if drawn else None
    hands = {str(seat): [pack.pop() for _ in range(cards)] for seat in seats}
    stock = [pack.pop() for _ in range(drawn - 1)] if drawn else []
    taken = _worth(rules, pack, target, len(seats))
    if taken is None:
        return None
    given: dict[str, Any] = {"trump": trump, "hands": hands, "leader": 0, "taken": {"0": taken}}
    rest = [card for card in pack if card not in taken][: len(seats)]
    given["taken"]["1"] = rest
    given["winner"] = 0
    if drawn:
        given |= {"stock": stock, "turn_up": turn_up}
    if "auction" in rules.formal["flow"]:
        given |= {"declarer": 0, "bid": 2}
    return given


def _worth(rules: Rules, pack: list[str], target: int, whole: int) -> list[str] | None:
    """Whole tricks out of these cards that count exactly so much, as few as there can be."""
    points = rules.formal["deck"]["points"]
    best: dict[tuple[int, int], list[str]] = {(0, 0): []}
    for card in pack[: max(len(pack) - whole, 0)]:
        for (worth, count), cards in list(best.items()):
            key = (worth + points[card[1]], count + 1)
            if key[0] <= target and key not in best:
                best[key] = [*cards, card]
    found = [cards for (worth, count), cards in best.items() if worth == target and count and count % whole == 0]
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
