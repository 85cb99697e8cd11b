"""The laws of single questions: hands, tricks and scores.

The questions are those of the suite's cases; their expected answers are not looked at. Asked again with the seats
rotated, the suits renamed or the hand in another order, they must be answered alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any

import yaml

from stichwerk.errors import SpecError
from stichwerk.files import vectors_dir
from stichwerk_conformance.compare import first_difference
from stichwerk_conformance.json_text import Json, compact
from stichwerk_conformance.laws import turned_sides
from stichwerk_conformance.laws_course import BrokenError, Course, Violation, answered
from stichwerk_conformance.laws_table import Table, table_of
from stichwerk_conformance.live import Ask, Live

_TURNED = ("trick_winner", "replay", "score_deal", "score_match", "call_card", "auction", "first_lead")
_RENAMED = ("legal_cards", "trick_winner", "replay", "melds", "call_card")
_MIXED = {"melds": ("hand", "cards"), "legal_cards": ("hand",)}


@lru_cache(maxsize=1)
def questions_of_the_suite() -> tuple[Mapping[str, Any], ...]:
    """The cases of the suite as they stand in their files; other tests check that they are well made."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    cases: list[Mapping[str, Any]] = []
    for file in sorted(vectors_dir().rglob("*.yaml")):
        try:
            cases += yaml.load(file.read_bytes(), loader)["cases"]  # noqa: S506  # it is the safe one
        except (yaml.YAMLError, KeyError, TypeError) as error:
            raise SpecError(f"{file} holds no cases: {error}") from None
    return tuple(cases)


def single(live: Live, ruleset: str, examples: int, rng: Random) -> Iterator[Violation]:
    """Whatever of the laws the answers to some of the suite's questions about a ruleset break."""
    cases = [case for case in questions_of_the_suite() if case["ruleset"] == ruleset]
    claimed = [case for case in cases if _is_claimed(live, case)]
    for case in rng.sample(claimed, min(4 * examples, len(claimed))):
        options = {name: str(choice) for name, choice in case.get("options", {}).items()}
        table = table_of(ruleset, tuple(sorted(options.items())))
        question = Ask(case["ask"], ruleset, options, case["given"])
        try:
            answer = answered(live, question)
            yield from _turned(live, table, question, answer, rng)
        except BrokenError as error:
            yield error.violation


def _is_claimed(live: Live, case: Mapping[str, Any]) -> bool:
    profile = Ask(case["ask"], "", {}, {}).method.partition(".")[0]
    asked = {*_TURNED, *_RENAMED, *_MIXED}
    if case["ask"] not in asked or profile not in live.claims.profiles:
        return False
    claims = live.claims.rulesets.get(case["ruleset"], {})
    options = case.get("options", {}).items()
    return claims is None or all(str(choice) in claims.get(option, ()) for option, choice in options)


def _turned(live: Live, table: Table, question: Ask, answer: Json, rng: Random) -> Iterator[Violation]:
    given = dict(question.given)
    if question.ask in _TURNED and not (table.pauses and "dealer" not in given):
        yield from _same(live, question, "rotation", table.rotated(given), table.rotated(answer))
    plain = [suit for suit in table.suits if suit not in table.special]
    if question.ask in _RENAMED and len(plain) > 1:
        one, other = rng.sample(plain, 2)
        suits = dict(zip(table.suits, table.suits, strict=True)) | {one: other, other: one}
        yield from _same(live, question, "suits", table.renamed(given, suits), table.renamed(answer, suits))
    for key in _MIXED.get(question.ask, ()):
        hand = given.get(key)
        if isinstance(hand, list):
            yield from _same(live, question, "copies", given | {key: rng.sample(hand, len(hand))}, answer)


def _same(live: Live, question: Ask, law: str, given: Json, expected: Json) -> Iterator[Violation]:
    assert isinstance(given, Mapping)
    other = Ask(question.ask, question.ruleset, question.options, given)
    answer = answered(live, other)
    if difference := first_difference(question.ask, _plain(expected), turned_sides(answer)):
        message = f"{question.method} asked {_HOW[law]}: {difference}"
        yield Violation(law, message, other, answer, _definite(expected))


_HOW = {
    "rotation": "with every seat one further on is answered otherwise",
    "suits": "with two suits exchanged is answered otherwise",
    "copies": "with the hand in another order is answered otherwise",
}


def _plain(value: Json) -> Json:
    """Without what a program says beside the answer."""
    if isinstance(value, Mapping):
        kept = {key: item for key, item in value.items() if key not in ("clause", "reason", "awards")}
        return turned_sides(kept)
    return value


def _definite(value: Json) -> Mapping[str, Json] | None:
    plain = _plain(value)
    return plain if isinstance(plain, Mapping) else None


def points_add_up(live: Live, course: Course, rng: Random) -> Iterator[Violation]:
    """Every trick counts what its cards count, and all tricks together what all their cards count."""
    if "tricks" not in live.claims.profiles:
        return
    table, players = course.table, len(course.table.order(course.dealer))
    plays = [(int(str(move["seat"])), str(move["card"])) for move in course.named("play")]
    tricks = [plays[n : n + players] for n in range(0, len(plays) - players + 1, players)]
    trump = next((move["suit"] for move in course.named("trump")), (course.dealt.turn_up or table.suits[0])[0])
    shared: dict[str, Json] = {"trump": trump, "dealer": course.dealer, **_game(course)}
    last: list[int] = []
    for number, trick in enumerate(tricks):
        cards = [card for _, card in trick]
        worth = sum(table.points[card] for card in cards)
        for is_last in (False, True) if number == len(tricks) - 1 else (False,):
            question = _ask(course, "trick_winner", {**shared, "leader": trick[0][0], "trick": cards, "last": is_last})
            answer = answered(live, question)
            points = answer.get("points") if isinstance(answer, Mapping) else None
            if not isinstance(points, int) or (points != worth if not is_last else points < worth):
                message = f"the cards of the trick count {worth}, but its points are {compact(points)}"
                yield Violation("points", message, question, answer, {"points": worth})
                return
            last = [points - worth]
    if len(tricks) * players == len(plays) and tricks and not course.named("revoke"):
        yield from _replayed(live, course, plays, shared, last[0])


def _replayed(
    live: Live, course: Course, plays: Sequence[tuple[int, str]], shared: Mapping[str, Json], last: int
) -> Iterator[Violation]:
    hands: dict[str, Json] = {
        str(seat): [card for who, card in plays if who == seat] for seat in course.table.order(course.dealer)
    }
    given = {**shared, "leader": plays[0][0], "hands": hands, "plays": [card for _, card in plays]}
    question = _ask(course, "replay", given)
    answer = answered(live, question)
    points = answer.get("points") if isinstance(answer, Mapping) else None
    if not isinstance(points, Mapping):
        return  # what was allowed while there was a stock need not be allowed without one
    total = sum(value for value in points.values() if isinstance(value, int))
    worth = sum(course.table.points[card] for _, card in plays)
    if total != worth + last:
        message = f"the cards played count {worth} and the last trick {last}, but the points of all seats are {total}"
        yield Violation("points", message, question, answer)


def answers_agree(live: Live, course: Course, rng: Random) -> Iterator[Violation]:
    """What may be played in a deal is what the hand and the trick alone say, and the winner of a trick leads the next.

    Only where the hands are certain: no stock, no card called for, no irregularity.
    """
    moved = {move["move"] for move in course.moves}
    if "tricks" not in live.claims.profiles or course.table.draws or moved & {"call", "give", "revoke", "misdiscard"}:
        return
    dealt, players = course.dealt, len(course.table.order(course.dealer))
    hands = [list(hand) for hand in dealt.hands]
    trump = next((move["suit"] for move in course.named("trump")), None)
    shared: dict[str, Json] = {"trump": trump, **_game(course)}
    trick: list[tuple[int, str]] = []
    questions: list[tuple[int, Ask]] = []
    for index, move in enumerate(course.moves):
        seat = int(str(move["seat"]))
        if move["move"] == "discard" and isinstance(laid := move["cards"], list):
            hands[seat] = list((Counter(hands[seat] + list(dealt.widow)) - Counter(map(str, laid))).elements())
        if move["move"] != "play":
            continue
        cards: list[Json] = [card for _, card in trick]
        if trick:
            given = {**shared, "trick": cards, "hand": list(hands[seat])}
            questions.append((index, _ask(course, "legal_cards", given)))
        trick.append((seat, str(move["card"])))
        hands[seat] = list((Counter(hands[seat]) - Counter([str(move["card"])])).elements())
        if len(trick) == players:
            if course.positions[index + 1].seat is not None and course.positions[index + 1].legal:
                given = {**shared, "dealer": course.dealer, "leader": trick[0][0], "trick": [card for _, card in trick]}
                questions.append((index + 1, _ask(course, "trick_winner", given)))
            trick = []
    for index, question in rng.sample(questions, min(8, len(questions))):
        yield from _agree(course, index, question, answered(live, question))


def _agree(course: Course, index: int, question: Ask, answer: Json) -> Iterator[Violation]:
    position = course.positions[index]
    plays: list[Json] = [offer.get("card") for offer in position.legal if offer["move"] == "play"]
    found = answer if isinstance(answer, Mapping) else {}
    whole = course.question(course.moves[:index])
    if question.ask == "trick_winner" and found.get("winner") != position.seat:
        told = f"seat {compact(found.get('winner'))} wins the trick, but in the deal seat {position.seat} leads"
        yield Violation("agreement", f"tricks.trick_winner says that {told}", whole)
    elif question.ask == "legal_cards" and first_difference("legal_cards", {"legal": plays}, answer):
        told = f"offers {compact(plays, 200)}, tricks.legal_cards {compact(found.get('legal'), 200)}"
        yield Violation("agreement", f"for the same hand and trick deals.whole_deal {told}", whole)


def _game(course: Course) -> dict[str, Json]:
    named = [move["contract"] for move in course.named("contract")]
    return {"game": named[-1]} if named else {}


def _ask(course: Course, ask: str, given: Mapping[str, Json]) -> Ask:
    return Ask(ask, course.table.ruleset, dict(course.table.options), given)
