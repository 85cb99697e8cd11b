"""What a seat sees does not depend on cards that it cannot see.

Two deals that are the same to one seat: its own cards, and all that happened in the open. They differ in two hidden
cards that have changed places. The program must show the seat the same, offer it the same moves, and refuse it the
same. What the program shows is its own affair; it is never held against what the reference shows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random

from stichwerk_conformance.compare import first_difference
from stichwerk_conformance.json_text import Json, compact
from stichwerk_conformance.laws import not_offered
from stichwerk_conformance.laws_course import Course, Object, Position, Violation, answered, read
from stichwerk_conformance.live import Ask, Live

PAIRS = 8
"""How many pairs are tried for one deal."""

Exchanged = tuple[list[str], list[Object]]
"""Another deal that looks the same to a seat: the pack, and the moves so far."""

_SECRET = {"discard": "cards", "give": "card"}


def secrecy(live: Live, course: Course, rng: Random) -> Iterator[Violation]:
    """The views, legal moves and refusals of a seat in pairs of deals that are the same to it."""
    last = len(course.moves) - 1  # at the end of a deal hidden cards may count
    for _ in range(PAIRS if last > 0 else 0):
        index = rng.randrange(last + 1)
        seat = rng.choice(course.table.order(course.dealer))
        if (pair := _swapped(course, index, seat, rng)) is not None:
            yield from _compared(live, course, index, seat, pair, rng)


def _swapped(course: Course, index: int, seat: int, rng: Random) -> Exchanged | None:
    """The pack and the moves up to `index` with two cards exchanged that this seat has not seen, if there are two."""
    places = hidden(course, index, seat)
    rng.shuffle(places)
    for place in places:
        for other in places:
            if (pair := exchanged(course, index, seat, place, other)) is not None:
                return pair
    return None


def exchanged(course: Course, index: int, seat: int, place: int, other: int) -> Exchanged | None:
    """The pack and the moves up to `index` with the cards at two `hidden` places of the pack exchanged.

    None where that is no other deal, or where one of them was named: who knows of it is a matter of the rules.
    """
    one, two = course.cards[place], course.cards[other]
    if one == two or {one, two} & _open(course, index):
        return None
    cards = list(course.cards)
    cards[place], cards[other] = two, one
    return cards, [_hidden_part_swapped(move, seat, one, two) for move in course.moves[:index]]


def hidden(course: Course, index: int, seat: int) -> list[int]:
    """The places in the pack of cards that this seat has not seen: in other hands, or not drawn yet."""
    table = course.table
    played = Counter((move["seat"], move["card"]) for move in course.moves[:index] if move["move"] == "play")
    first_undrawn = sum(played.values())  # nobody draws more cards than were played
    # While all that anybody may do is to bid, nobody has seen the widow.
    bidding = {offer["move"] for offer in course.positions[index].offered} <= {"bid", "pass"}
    shown = {move["seat"] for move in course.moves[:index] if move.get("contract") in table.shown}
    found = []
    for number, (kind, where) in enumerate(table.places(course.dealer, course.lifted)):
        if kind == "hand" and where != seat and where not in shown:
            if played[where, course.cards[number]]:
                played[where, course.cards[number]] -= 1
            else:
                found.append(number)
        elif (kind == "widow" and bidding) or (kind == "stock" and where >= first_undrawn):
            found.append(number)
    return found


def _open(course: Course, index: int) -> set[str]:
    """Cards that were named aloud or passed by hand: who knows of them is a matter of the rules."""
    found: set[str] = set()
    for move in course.moves[:index]:
        named: list[Json] = [move.get("card")] if move["move"] in ("call", "give", "revoke") else []
        aloud = move.get("open", [])
        named += aloud if isinstance(aloud, list) else []
        found |= {card for card in named if isinstance(card, str)}
    return found


def _hidden_part_swapped(move: Mapping[str, Json], seat: int, one: str, two: str) -> Object:
    key = _SECRET.get(str(move["move"]))
    if key is None or move["seat"] == seat:
        return dict(move)
    cards = move[key]
    turned = {one: two, two: one}
    if isinstance(cards, list):
        return {**move, key: [turned.get(str(card), card) for card in cards]}
    return {**move, key: turned.get(str(cards), cards)}


def _compared(live: Live, course: Course, index: int, seat: int, pair: Exchanged, rng: Random) -> Iterator[Violation]:
    cards, moves = pair
    question = course.question(moves, cards)
    positions, refused, result = read(question, answered(live, question))
    if refused is not None or result is not None:
        return  # not the same in the open: somebody showed or played one of the two cards
    if [p.seat for p in positions] != [p.seat for p in course.positions[: index + 1]]:
        yield Violation("secrecy", f"who is to act depends on cards that seat {seat} cannot see", question)
        return
    for number, (before, now) in enumerate(zip(course.positions, positions, strict=False)):
        one, other = (_moves_of(position, seat) for position in (before, now))
        if first_difference("whole_deal", {"legal": one}, {"legal": other}):
            short = course.question(moves[:number], cards)
            what = f"what seat {seat} may do depends on cards it cannot see"
            yield Violation("secrecy", f"{what}: {compact(one, 200)} or {compact(other, 200)}", short)
            return
    yield from _refused(live, course, index, seat, pair, rng)
    if "secrecy" in live.claims.profiles:
        yield from _seen(live, course, index, seat, pair)


def _moves_of(position: Position, seat: int) -> list[Json]:
    return [dict(offer) for offer in position.offered if offer["seat"] == seat]


def _refused(live: Live, course: Course, index: int, seat: int, pair: Exchanged, rng: Random) -> Iterator[Violation]:
    if course.positions[index].seat != seat or (wrong := not_offered(course, index, rng)) is None:
        return
    cards, moves = pair
    questions = [course.question([*course.moves[:index], wrong]), course.question([*moves, wrong], cards)]
    one, other = (read(question, answered(live, question))[1] for question in questions)
    if one != other:
        message = f"whether seat {seat} is refused {compact(wrong)} depends on cards it cannot see"
        yield Violation("secrecy", message, questions[1])


def _seen(live: Live, course: Course, index: int, seat: int, pair: Exchanged) -> Iterator[Violation]:
    cards, moves = pair
    questions = [
        Ask("view", course.table.ruleset, dict(course.table.options), {**whole.given, "seat": seat})
        for whole in (course.question(course.moves[:index]), course.question(moves, cards))
    ]
    one, other = (answered(live, question, "secrecy") for question in questions)
    if one != other:
        difference = first_difference("view", one, other) or first_difference("view", other, one) or "only the order"
        changed = [f"{a} and {b}" for a, b in zip(course.cards, cards, strict=True) if a != b]
        message = f"seat {seat} sees that {changed[0] if changed else 'two cards'} have changed places: {difference}"
        yield Violation("secrecy", message, questions[1], other)
