"""Pairs of deals that look the same to one seat: two hidden cards have changed places.

What the seat sees, what it may do and what it is refused is the same in both, so whoever answers otherwise has looked
at cards that the seat cannot see.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import combinations, islice
from random import Random
from typing import Any, NamedTuple

from stichwerk.errors import IllegalMove
from stichwerk.moves import Move
from stichwerk.questions import answer
from stichwerk.rules import Rules
from stichwerk_conformance.json_text import Json
from stichwerk_conformance.laws_course import Course, Object, read
from stichwerk_conformance.laws_table import table_of
from stichwerk_conformance.secrecy import exchanged, hidden

from . import SEED
from .ask import asked, differ
from .candidate import Candidate
from .mutants import Mutant

_DEALS = 8
_OF_AN_AUCTION = ("declarer", "bid", "widow", "open")
_LEAVES = {"view": ("deal", "widow", "stages"), "whole_deal": ("duties", "stages", "tricks", "deal")}
_WORDS = {"discards": "among the discards", "widow": "in the widow", "stock": "in the stock"}


class LeakError(Exception):
    """The reference lets a seat see what it must not see."""


class Pair(NamedTuple):
    """The same question about two deals, and the one right answer to both."""

    one: Candidate
    other: Candidate
    answer: Mapping[str, Any]

    def clauses(self, changed: Sequence[Mutant]) -> list[str]:
        """The clauses that decide the answer, those that say most about it first. changed: the rules, changed."""
        found: dict[str, None] = {}
        for part in _LEAVES[self.one.ask]:
            for mutant in changed:
                if mutant.leaf.partition(".")[0] == part and mutant.clause not in found:
                    other = asked(mutant.rules, self.one)
                    if other is not None and differ(self.one.ask, self.answer, other):
                        found[mutant.clause] = None
        return list(found)


class _Lies(NamedTuple):
    """Where a hidden card lies.

    place: in the pack; kind: hand, discards, widow or stock; where: the seat, or the place in the stock.
    """

    place: int
    kind: str
    where: int

    def __str__(self) -> str:
        return f"in the hand of seat {self.where}" if self.kind == "hand" else _WORDS[self.kind]


class _Twins(NamedTuple):
    """Two deals up to the same move, as given in a question, and which two cards lie where in the first of them."""

    cards: tuple[str, str]
    lies: tuple[_Lies, _Lies]
    given: tuple[Object, Object]

    def pair(self, ask: str, right: Mapping[str, Any], said: str, **more: Any) -> Pair:
        """The pair of questions; `more` is given too, `said` is what they try."""
        a, b = self.cards
        here, there = (f"{said} {one} {self.lies[0]} and {other} {self.lies[1]}" for one, other in ((a, b), (b, a)))
        one, other = self.given
        return Pair(Candidate(ask, one | more, here), Candidate(ask, other | more, there), right)


_Rank = Callable[[_Lies, _Lies], tuple[int, int] | None]


def pairs(rules: Rules) -> Iterator[Pair]:
    """What a seat sees before the first card and in the middle of the tricks, and a play that it is refused."""
    course = cache(partial(_played, rules))
    for ways in ((_early,), (_late,), (_waiting,), (_refused_before_bare, _refused, _refused_foreign)):
        found = (pair for find in ways for number in range(_DEALS) for pair in find(rules, course(number)))
        yield from islice(found, 1)


def _played(rules: Rules, number: int) -> Course:
    """A deal of the reference, played at random; a claim would end it, so nobody claims."""
    rng = Random(f"{SEED} pairs {number}")
    pack = rules.deck.pack()
    rng.shuffle(pack)
    dealer = number % rules.table.players
    deal = rules.deal(dealer, pack)
    while deal.result is None:
        offered = deal.legal_moves()
        one = rng.choice([move for move in offered if move.to_json()["move"] not in {"claim", "concede"}] or offered)
        try:
            deal = deal.apply(one if isinstance(one, Move) else one.sample(rng))
        except IllegalMove:
            deal = deal.apply(Move(one.seat, "meld", ()))  # a meld may need a card that must be laid away
    table = table_of(rules.resolved["id"], tuple(sorted(rules.options.items())))
    course = Course(table, dealer, tuple(pack), [move.to_json() for move in deal.moves()])
    question = course.question()
    course.positions = read(question, answer(rules, "deals", "whole_deal", question.given))[0]
    return course


# ------------------------------------------------------------------------------------------------- what is asked


def _early(rules: Rules, course: Course) -> Iterator[Pair]:
    """What the first to bid or to lead sees, with a card of the widow or the next of the stock in another hand."""
    for index, position in enumerate(course.positions):
        if position.seat is not None and {offer["move"] for offer in position.offered} & {"bid", "play"}:
            yield from _views(rules, course, index, position.seat, _from_a_pile)
            return


def _late(rules: Rules, course: Course) -> Iterator[Pair]:
    """What a seat sees that plays to the second trick or a later one."""
    for index, seat in _following(course):
        yield from _views(rules, course, index, seat, _laid_away)


def _waiting(rules: Rules, course: Course) -> Iterator[Pair]:
    """What a seat sees while another is to act, which may do something else in the other deal."""
    for index, seat in _following(course):
        waiting = rules.table.following(course.dealer)[seat]
        for pair in _views(rules, course, index, waiting, _laid_away):
            one, other = (
                answer(rules, "deals", "whole_deal", {key: given[key] for key in ("dealer", "cards", "moves")})
                for given in (pair.one.given, pair.other.given)
            )
            if one["positions"][-1]["legal"] != other["positions"][-1]["legal"]:
                yield pair


def _views(rules: Rules, course: Course, index: int, seat: int, rank: _Rank) -> Iterator[Pair]:
    for twins in _twins(rules, course, index, seat, rank):
        sees, too = (answer(rules, "secrecy", "view", given | {"seat": seat}) for given in twins.given)
        if "refused" in too:
            continue  # not the same in the open: somebody showed or announced one of the two cards
        if sees != too:
            raise LeakError(f"{course.table.ruleset}: seat {seat} sees more than it may: {twins.given}")
        keys = ("hand", *(_OF_AN_AUCTION if "auction" in rules.formal["flow"] else ()))
        said = f"Seat {seat} sees nothing of"
        yield twins.pair("view", {key: sees[key] for key in keys}, said, seat=seat)


def _refused_before_bare(rules: Rules, course: Course) -> Iterator[Pair]:
    """A card that a seat may not play while it has a choice, and the next seat holds its last trump, or none."""
    following = rules.table.following(course.dealer)
    for index, seat in _following(course):
        legal = {offer.get("card") for offer in course.positions[index].legal}
        hand = _hand(rules, course, index, seat)
        refused = sorted(set(hand).difference(legal))
        for twins in _twins(rules, course, index, seat, _laid_away) if len(legal) > 1 else ():
            trumps = [_trumps(rules, given, following[seat]) for given in twins.given]
            if 0 in trumps and any(trumps) and (refused or twins.cards[0] not in hand):
                yield from _plays(rules, twins, seat, refused[0] if refused else twins.cards[0])


def _trumps(rules: Rules, given: Object, seat: int) -> int:
    """How many trumps a seat holds; none where it cannot hold what the question says."""
    sees = answer(rules, "secrecy", "view", {**given, "seat": seat})
    return sum(card[0] == sees["trump"] for card in sees.get("hand", ()))


def _refused(rules: Rules, course: Course) -> Iterator[Pair]:
    """A card of its own that a seat may not play to a later trick, and all that it might do before."""
    for index, seat in _following(course):
        offered = {offer.get("card") for offer in course.positions[index].legal}
        forbidden = sorted(set(_hand(rules, course, index, seat)).difference(offered))
        for twins in _twins(rules, course, index, seat, _laid_away) if forbidden else ():
            yield from _plays(rules, twins, seat, forbidden[0])


def _refused_foreign(rules: Rules, course: Course) -> Iterator[Pair]:
    """A hidden card that a seat plays although it has not got it."""
    for index, seat in _following(course):
        hand = _hand(rules, course, index, seat)
        for twins in _twins(rules, course, index, seat, _laid_away):
            if twins.cards[0] not in hand:
                yield from _plays(rules, twins, seat, twins.cards[0])


def _plays(rules: Rules, twins: _Twins, seat: int, card: str) -> Iterator[Pair]:
    """The pair that ends with this play, unless the two deals are not the same in the open."""
    play: Json = {"seat": seat, "move": "play", "card": card}
    one, other = (given | {"moves": [*_moves(given), play]} for given in twins.given)
    right, too = (_course(answer(rules, "deals", "whole_deal", given), seat) for given in (one, other))
    if right["refused"] != too["refused"]:
        return
    if right != too:
        raise LeakError(f"what seat {seat} may do hangs on cards that it cannot see: {one} {other}")
    yield twins._replace(given=(one, other)).pair(
        "whole_deal", right, f"What seat {seat} may do has nothing to do with"
    )


def _moves(given: Object) -> list[Json]:
    moves = given["moves"]
    assert isinstance(moves, list)
    return moves


def _course(whole: Mapping[str, Any], seat: int) -> Object:
    """What a pair asks of the course of a deal: who is to act, and what this seat may do at last."""
    positions: list[Object] = [{"seat": one["seat"]} for one in whole["positions"]]
    if positions[-1]["seat"] == seat:
        positions[-1]["legal"] = whole["positions"][-1]["legal"]
    return {"positions": positions, "refused": whole["refused"], "result": whole["result"]}


def _following(course: Course) -> Iterator[tuple[int, int]]:
    """After the first trick the positions of seats that play to a trick others have led to; index and seat."""
    played, players = 0, len(course.table.order(course.dealer))
    for index, (position, move) in enumerate(zip(course.positions, course.moves, strict=False)):
        plays = any(offer["move"] == "play" for offer in position.legal)
        if plays and played > players and played % players and position.seat is not None:
            yield index, position.seat
        played += move["move"] == "play"


def _hand(rules: Rules, course: Course, index: int, seat: int) -> list[str]:
    found = answer(rules, "secrecy", "view", {**course.question(course.moves[:index]).given, "seat": seat})
    hand: list[str] = found["hand"]
    return hand


# --------------------------------------------------------------------------------------- which cards change places


def _from_a_pile(one: _Lies, other: _Lies) -> tuple[int, int] | None:
    """A card of the widow, or the next of the stock, and one in a hand; where there is neither, cards of two hands."""
    piles = [lies for lies in (one, other) if lies.kind != "hand"]
    if len(piles) == 2 or (not piles and one.where == other.where):
        return None
    return int(not piles), piles[0].where if piles else 0


def _laid_away(one: _Lies, other: _Lies) -> tuple[int, int] | None:
    """A card laid away and one in another hand; else cards of two hands; else of a hand and the bottom of the stock."""
    kinds = {one.kind, other.kind}
    if kinds == {"hand", "stock"}:
        return 2, -max(lies.where for lies in (one, other) if lies.kind == "stock")
    if one.where == other.where or "stock" in kinds:
        return None
    return {"discards": 0, "hand": 1}[min(kinds)], 0


def _twins(rules: Rules, course: Course, index: int, seat: int, rank: _Rank) -> Iterator[_Twins]:
    """The deal beside others that look the same to the seat, the most telling first: a hand loses its only trump."""
    here = dict(course.question(course.moves[:index]).given)
    trump = answer(rules, "secrecy", "view", here | {"seat": seat})["trump"]
    lying = _lying(course, index, seat)
    trumps = [lies for lies in lying if course.cards[lies.place][0] == trump]
    held = Counter(lies.where for lies in trumps if lies.kind == "hand")
    found = []
    for lies in combinations(lying, 2):
        if (ranked := rank(*lies)) is not None:
            lost = [one for one in lies if one in trumps]
            few = held[lost[0].where] if len(lost) == 1 and lost[0].kind == "hand" else len(lying)
            found.append((ranked, len(lost) != 1, few, lies))
    for *_, lies in sorted(found):
        cards = (course.cards[lies[0].place], course.cards[lies[1].place])
        if (other := exchanged(course, index, seat, lies[0].place, lies[1].place)) is not None:
            there = dict(course.question(other[1], other[0]).given)
            yield _Twins(cards, lies, (here, there))


def _lying(course: Course, index: int, seat: int) -> list[_Lies]:
    away = {
        (move["seat"], card)
        for move in course.moves[:index]
        if move["move"] == "discard" and isinstance(move["cards"], list)
        for card in move["cards"]
    }
    places = course.table.places(course.dealer, course.lifted)
    lying = (_Lies(place, *places[place]) for place in hidden(course, index, seat))
    return [one._replace(kind="discards") if (one.where, course.cards[one.place]) in away else one for one in lying]
