"""The laws of a deal that need no expected values: they hold for every ruleset, whatever the cards.

Nothing here asks the reference. What the program offers is taken at its word and held against its own other answers,
against the pack, and against the same deal with the seats rotated or the suits renamed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random

from stichwerk_conformance.compare import first_difference
from stichwerk_conformance.json_text import Json, compact
from stichwerk_conformance.laws_course import BrokenError, Course, Object, Violation, answered, read
from stichwerk_conformance.live import Live

Law = Callable[[Live, Course, Random], Iterator[Violation]]

PROBES = 12
"""How many moves that were not offered are tried in one deal."""


def pack_whole(live: Live, course: Course, rng: Random) -> Iterator[Violation]:
    """A seat is offered no card that it cannot hold, and no card is played more often than the pack has it."""
    table = course.table
    dealt, players = course.dealt, len(table.order(course.dealer))
    own: list[Counter[str]] = [Counter(hand) for hand in dealt.hands]
    takers = {move["seat"] for move in course.moves if move["move"] in ("discard", "take")}
    for seat in takers or range(table.players):
        own[int(str(seat))] += Counter(dealt.widow)
    to_draw = [*dealt.stock, *([dealt.turn_up] if dealt.turn_up else [])]
    passed: Counter[str] = Counter()
    gone: Counter[str] = Counter()
    for index, position in enumerate(course.positions):
        drawn = Counter(to_draw[: sum(gone.values()) // players * players]) if table.draws else Counter[str]()
        for offer in position.offered:
            for card in _cards_of(offer):
                seat = int(str(offer["seat"]))
                if own[seat][card] + drawn[card] + passed[card] < 1:
                    yield _offered_wrongly(course, index, f"seat {seat} is offered {card}, which it cannot hold")
                elif gone[card] >= Counter(table.pack)[card]:
                    yield _offered_wrongly(course, index, f"seat {seat} is offered {card}, of which none is left")
        if index < len(course.moves):
            move = course.moves[index]
            seat = int(str(move["seat"]))
            if move["move"] in ("play", "revoke", "discard"):
                for card in _cards_of(move):
                    gone[card] += 1
                    own[seat][card] -= own[seat][card] > 0
            elif move["move"] in ("call", "give"):
                passed[str(move["card"])] += 1
            elif move["move"] == "exchange":  # the turn-up comes into a hand, and a card of that hand lies in its place
                passed += own[seat] + Counter(to_draw[-1:])


def _cards_of(move: Mapping[str, Json]) -> list[str]:
    cards = {"play": [move.get("card")], "revoke": [move.get("card")], "discard": move.get("from", move.get("cards"))}
    found = cards.get(str(move["move"]), [])
    return [card for card in found if isinstance(card, str)] if isinstance(found, list) else []


def _offered_wrongly(course: Course, index: int, message: str) -> Violation:
    return Violation("pack", message, course.question(course.moves[:index]), course.positions[index].offered)


def seats_rotated(live: Live, course: Course, rng: Random) -> Iterator[Violation]:
    """The same deal with everybody one seat further on goes the same way."""
    table = course.table
    yield from _same(live, course, "rotation", "with every seat one further on", list(course.cards), table.rotated)


def suits_renamed(live: Live, course: Course, rng: Random) -> Iterator[Violation]:
    """Suits that the rules do not name can be exchanged."""
    table = course.table
    plain = [suit for suit in table.suits if suit not in table.special]
    if len(plain) < 2:
        return
    one, other = rng.sample(plain, 2)
    suits = dict(zip(table.suits, table.suits, strict=True)) | {one: other, other: one}
    cards = [suits[card[0]] + card[1:] for card in course.cards]
    what = f"with the suits {one} and {other} exchanged"
    yield from _same(live, course, "suits", what, cards, lambda value: table.renamed(value, suits), rotate=False)


def copies_swapped(live: Live, course: Course, rng: Random) -> Iterator[Violation]:
    """In which order the cards of a hand were dealt, and which copy of a card it is, changes nothing."""
    table = course.table
    places = table.places(course.dealer, course.lifted)
    cards = list(course.cards)
    for seat in range(table.players):
        where = [number for number, place in enumerate(places) if place == ("hand", seat)]
        mixed = rng.sample(where, len(where))
        for number, other in zip(where, mixed, strict=True):
            cards[number] = course.cards[other]
    yield from _same(live, course, "copies", "with the same hands dealt in another order", cards, _itself, rotate=False)


def _itself(value: Json) -> Json:
    return value


def _same(
    live: Live, course: Course, law: str, what: str, cards: list[str], turned: Callable[[Json], Json],
    *, rotate: bool = True,
) -> Iterator[Violation]:  # fmt: skip
    """Ask the changed deal, shortened to where it first goes another way."""
    moves = [dict(move) for move in _as_moves(turned(list(course.moves)))]
    dealer = (course.dealer + 1) % course.table.players if rotate else course.dealer
    question = course.question(moves, cards, dealer=dealer)
    positions, _, result = read(question, answered(live, question))
    expected = [
        {"seat": turned({"seat": p.seat}), "legal": turned(list(p.legal)), "others": turned(list(p.others))}
        for p in course.positions
    ]
    given: list[Json] = [
        {"seat": {"seat": p.seat}, "legal": list(p.legal), "others": list(p.others)} for p in positions
    ]
    short = len(moves)
    for index, (one, other) in enumerate(zip(expected, given, strict=False)):
        if first_difference("whole_deal", {"positions": [one]}, {"positions": [other]}):
            short = index
            break
    else:
        if len(expected) == len(given) and not first_difference(
            "whole_deal", turned(course.result), turned_sides(result)
        ):
            return
    shorter = course.question(moves[:short], cards, dealer=dealer)
    before, now = (one[short] if short < len(one) else None for one in (expected, given))
    wanted, found = (turned(course.result), result) if before == now else (before, now)
    message = f"{what} the deal goes another way: expected {compact(wanted, 300)}, given {compact(found, 300)}"
    yield Violation(law, message, shorter, found)


def turned_sides(result: Json) -> Json:
    """A result with its lists of sides in one order."""
    if not isinstance(result, Mapping):
        return result
    sides = ("won", "wins_match")
    return {
        key: sorted(value, key=str) if key in sides and isinstance(value, list) else value
        for key, value in result.items()
    }


def _as_moves(value: Json) -> list[Mapping[str, Json]]:
    return [item for item in value if isinstance(item, Mapping)] if isinstance(value, list) else []


def refused_and_unchanged(live: Live, course: Course, rng: Random) -> Iterator[Violation]:
    """A move that is not offered is refused, and what was before it stands."""
    probes = []
    for _ in range(PROBES):
        index = rng.randrange(len(course.positions))
        wrong = not_offered(course, index, rng)
        if wrong is not None:
            probes.append((index, wrong))
    questions = [course.question([*course.moves[:index], wrong]) for index, wrong in probes]
    live.ask_all(questions)
    for (index, wrong), question in zip(probes, questions, strict=True):
        try:
            answer = answered(live, question, "refusal")
            positions, refused, result = read(question, answer)
        except BrokenError as error:
            yield error.violation
            continue
        expected: Object = {"refused": index, "result": None}
        if index == len(course.moves):  # nothing can be done after the end, and the result stands
            expected = {"refused": index}
        if refused != index or isinstance(refused, bool):
            message = f"{compact(wrong)} was not offered, but it is not refused (refused: {compact(refused)})"
            yield Violation("refusal", message, question, answer, expected)
        elif positions != course.positions[: index + 1] or (result is not None and index < len(course.moves)):
            yield Violation(
                "refusal", f"{compact(wrong)} is refused, but changed something", question, answer, expected
            )


def not_offered(course: Course, index: int, rng: Random) -> Object | None:
    """A well-formed move that is none of those offered in a position; None if none was found."""
    offered = course.positions[index].offered
    wrong = [move for move in _suspects(course, index, rng) if not any(_allows(offer, move) for offer in offered)]
    return rng.choice(wrong) if wrong else None


def _suspects(course: Course, index: int, rng: Random) -> Iterator[Object]:
    position, table = course.positions[index], course.table
    seat = position.seat if position.seat is not None else rng.randrange(table.players)
    cards = sorted(set(table.pack))
    kinds = {offer["move"] for offer in position.offered}
    for card in rng.sample(cards, min(6, len(cards))):
        yield {"seat": seat, "move": "play", "card": card}
    for word in ("pass", "exchange", "close", "claim", "draw", "take", "decline"):
        yield {"seat": seat, "move": word}
    others = [other for other in range(table.players) if other != seat]
    for offer in position.legal:
        if others and not {"least", "best", "from"} & offer.keys():
            yield {**offer, "seat": rng.choice(others)}
        number = offer.get("least", offer.get("bid"))
        if isinstance(number, int) and offer["move"] in ("cut", "bid"):
            key = "lifted" if offer["move"] == "cut" else "bid"
            yield {"seat": seat, "move": offer["move"], key: number - 1}
            most = offer.get("most", number)
            yield {"seat": seat, "move": offer["move"], key: (most if isinstance(most, int) else number) + 1}
        free, count = offer.get("from"), offer.get("count")
        if isinstance(free, list) and isinstance(count, int) and len(free) > count:
            yield {"seat": seat, "move": "discard", "cards": free[: count + 1]}
            yield {"seat": seat, "move": "discard", "cards": free[: count - 1]}
    if "trump" in kinds or "contract" in kinds:
        for suit in table.suits:
            yield {"seat": seat, "move": "trump", "suit": suit}


def _allows(offer: Mapping[str, Json], move: Mapping[str, Json]) -> bool:
    """Is this move the offer, or one of those it describes?"""
    if offer["seat"] != move["seat"] or offer["move"] != move["move"]:
        return False
    if "least" in offer and offer["move"] in ("cut", "bid"):
        value = move.get("lifted", move.get("bid"))
        least, most = offer["least"], offer.get("most")
        step = offer.get("step", 1)
        inside = isinstance(value, int) and isinstance(least, int) and value >= least
        if inside and isinstance(most, int) and isinstance(value, int):
            inside = value <= most
        whole = isinstance(step, int) and step > 0 and isinstance(value, int) and isinstance(least, int)
        return inside and whole and (value - least) % step == 0  # type: ignore[operator]
    if "from" in offer:
        cards = move.get("cards")
        return isinstance(cards, list) and len(cards) == offer.get("count")
    return "best" in offer or dict(offer) == dict(move)


LAWS: Mapping[str, tuple[str, Law | None]] = {
    "answer": ("every question of a claimed profile is answered in its form", None),
    "offered": ("every move offered is accepted, and later moves change nothing before them", None),
    "end": ("some move is always legal until the end, and then there is a result", None),
    "pack": ("the pack is whole: no seat is offered a card it cannot hold, none twice", pack_whole),
    "rotation": ("rotating the seats changes nothing", seats_rotated),
    "suits": ("renaming suits that the rules do not name changes nothing", suits_renamed),
    "copies": ("which copy of a card it is, and the order of a hand, changes nothing", copies_swapped),
    "refusal": ("every move that is not offered is refused and changes nothing", refused_and_unchanged),
}
"""The laws of whole deals by name, each with its sentence."""


def broken_in(live: Live, course: Course, rng: Random, laws: Iterable[Law]) -> Iterator[Violation]:
    """Whatever of these laws a deal breaks."""
    for law in laws:
        try:
            yield from law(live, course, rng)
        except BrokenError as error:
            yield error.violation


def smallest(violations: Sequence[Violation]) -> Violation:
    """The one that is easiest to read."""
    return min(violations, key=lambda violation: violation.size)
