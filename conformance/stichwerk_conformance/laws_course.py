"""A deal played with a program by what the program itself offers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from stichwerk_conformance.json_text import Json, compact
from stichwerk_conformance.laws_table import Dealt, Table
from stichwerk_conformance.live import Ask, Live, told
from stichwerk_conformance.replies import Answer

MOST_MOVES = 400
"""A deal that goes on longer than this is taken never to end."""

Move = Mapping[str, Json]
Object = dict[str, Json]


@dataclass(frozen=True, slots=True)
class Violation:
    """A law that does not hold: its name, what is wrong, the question that shows it, and what was answered.

    `expected` is what the law alone demands of the answer, where it demands something definite.
    """

    law: str
    message: str
    question: Ask
    answer: Json = None
    expected: Mapping[str, Json] | None = None

    @property
    def size(self) -> tuple[int, int]:
        """Smaller is easier to read: few moves, a short question."""
        moves = self.question.given.get("moves")
        return len(moves) if isinstance(moves, Sequence) else 0, len(self.question.key)


class BrokenError(Exception):
    """A law is broken, and the deal cannot go on; `course` is the deal up to there, where there is one."""

    def __init__(self, violation: Violation, course: Course | None = None) -> None:
        super().__init__(violation.message)
        self.violation = violation
        self.course = course


@dataclass(frozen=True, slots=True)
class Position:
    """Before a move: the seat to act, what it may do, and what the others may do (their moves with the seat)."""

    seat: int | None
    legal: tuple[Object, ...]
    others: tuple[Object, ...]

    @property
    def offered(self) -> list[Object]:
        """All that is offered, every entry with its seat."""
        return [{"seat": self.seat, **one} for one in self.legal] + list(self.others)


@dataclass(slots=True)
class Course:
    """A deal as it went; `positions` has one entry more than `moves`."""

    table: Table
    dealer: int
    cards: tuple[str, ...]
    moves: list[Object] = field(default_factory=list)
    positions: list[Position] = field(default_factory=list)
    result: Json = None

    def question(self, moves: Sequence[Move] | None = None, cards: Sequence[str] = (), **more: Json) -> Ask:
        """`deals.whole_deal` about this deal, or about another course of it."""
        given: Object = {
            "dealer": self.dealer,
            "cards": list(cards or self.cards),
            "moves": [dict(move) for move in (self.moves if moves is None else moves)],
        }
        return Ask("whole_deal", self.table.ruleset, dict(self.table.options), given | more)

    @property
    def lifted(self) -> int:
        """How many cards were cut off."""
        lifted = self.moves[0].get("lifted", 0) if self.moves and self.table.cuts else 0
        return lifted if isinstance(lifted, int) else 0

    @property
    def dealt(self) -> Dealt:
        """The cards as they were dealt."""
        return self.table.dealt(self.dealer, self.cards, self.lifted)

    def named(self, kind: str) -> list[Object]:
        """The moves of one kind."""
        return [move for move in self.moves if move["move"] == kind]


def read(question: Ask, answer: Json) -> tuple[list[Position], Json, Json]:
    """The positions of an answer to `whole_deal`, its `refused`, its `result`. Raises BrokenError for another shape."""

    def wrong(what: str) -> BrokenError:
        return BrokenError(Violation("answer", f"the answer has no proper {what}", question, answer))

    if not isinstance(answer, Mapping):
        raise wrong("object")
    positions = answer.get("positions")
    if not isinstance(positions, Sequence) or isinstance(positions, str):
        raise wrong("list of positions")
    if not {"refused", "result"} <= answer.keys():
        raise wrong("refused and result")
    found: list[Position] = []
    for one in positions:
        seat = one.get("seat", "") if isinstance(one, Mapping) else ""
        if not isinstance(one, Mapping) or isinstance(seat, bool) or not isinstance(seat, int | None):
            raise wrong(f"seat in positions.{len(found)}")
        lists = [one.get("legal"), one.get("others", [])]
        for moves in lists:
            if not _are_moves(moves):
                raise wrong(f"list of moves in positions.{len(found)}")
        legal, others = (
            tuple(dict(m) for m in moves if isinstance(m, Mapping)) for moves in lists if isinstance(moves, list)
        )
        found.append(Position(seat, legal, others))
    return found, answer["refused"], answer["result"]


def _are_moves(value: Json) -> bool:
    return isinstance(value, list) and all(isinstance(m, Mapping) and isinstance(m.get("move"), str) for m in value)


def answered(live: Live, question: Ask, law: str = "answer") -> Json:
    """The answer to a question. Raises BrokenError where there is none."""
    reply = live.ask(question)
    if isinstance(reply, Answer):
        return reply.result
    raise BrokenError(Violation(law, told(reply), question))


def played(live: Live, table: Table, rng: Random) -> Course:
    """Play a deal from the shuffled pack to its end. Raises BrokenError where the program lets it go no further."""
    cards = list(table.pack)
    rng.shuffle(cards)
    course = Course(table, rng.randrange(table.players), tuple(cards))
    try:
        _play(live, course, rng)
    except BrokenError as error:
        del course.moves[max(0, len(course.positions) - 1) :]
        raise BrokenError(error.violation, course) from None
    return course


def _play(live: Live, course: Course, rng: Random) -> None:
    while True:
        question = course.question()
        answer = answered(live, question)
        positions, refused, course.result = read(question, answer)
        if (
            refused is not None
            and course.moves[-1:]
            and course.moves[-1]["move"] == "meld"
            and course.moves[-1]["melds"]
        ):
            course.moves[-1] = {**course.moves[-1], "melds": []}  # a meld may need a card that must be laid away
            continue
        if problem := _problem(course, positions, refused):
            raise BrokenError(Violation("offered", problem, question, answer))
        course.positions = positions
        last = positions[-1]
        if last.seat is None:
            if course.result is None:
                raise BrokenError(Violation("end", "nobody is to act, but there is no result", question, answer))
            return
        if course.result is not None:
            raise BrokenError(Violation("end", f"there is a result, but seat {last.seat} is to act", question, answer))
        if not last.legal:
            raise BrokenError(Violation("end", f"seat {last.seat} is to act, but may do nothing", question, answer))
        if len(course.moves) >= MOST_MOVES:
            raise BrokenError(Violation("end", f"after {MOST_MOVES} moves the deal is not over", question))
        course.moves.append(chosen(last, rng))


def _problem(course: Course, positions: Sequence[Position], refused: Json) -> str:
    if refused is not None:
        last = compact(course.moves[-1]) if course.moves else "nothing"
        return f"a move that was offered is refused (refused: {compact(refused)}): {last}"
    if len(positions) != len(course.moves) + 1:
        return f"after {len(course.moves)} moves there are {len(positions)} positions"
    for index, (before, now) in enumerate(zip(course.positions, positions, strict=False)):
        if before != now:
            return f"a later move changed position {index}, which had been answered otherwise"
    return ""


def chosen(position: Position, rng: Random) -> Object:
    """One of the moves offered. A claim ends the deal, so most of them are not made."""
    offers = position.offered
    patient = [offer for offer in offers if offer["move"] not in ("claim", "concede")]
    return one_of(rng.choice(patient if patient and rng.random() < 0.97 else offers), rng)


def one_of(offer: Move, rng: Random) -> Object:
    """A move that an entry of `legal` allows: itself, or one of the many it describes."""
    move = dict(offer)
    match offer["move"]:
        case "cut" if "least" in offer:
            least, most = _whole(offer.get("least")), _whole(offer.get("most"))
            return {"seat": offer["seat"], "move": "cut", "lifted": rng.randint(least, max(least, most))}
        case "bid" if "least" in offer:
            more = _whole(offer.get("step")) * rng.choice((0, 0, 0, 1, 3))
            return {"seat": offer["seat"], "move": "bid", "bid": _whole(offer.get("least")) + more}
        case "meld" if "best" in offer:
            held = offer.get("melds")
            entries = [one for one in held if isinstance(one, Mapping)] if isinstance(held, list) else []
            one = rng.choice(entries) if entries and rng.random() < 0.7 else None
            shown = [] if one is None else [[one["meld"], *([one["suit"]] if "suit" in one else [])]]
            return {"seat": offer["seat"], "move": "meld", "melds": shown}
        case "discard" if "from" in offer:
            free = _texts(offer.get("from"))
            cards = rng.sample(free, min(len(free), _whole(offer.get("count"))))
            aloud = [card for card in cards if card in _texts(offer.get("announce", []))]
            return {"seat": offer["seat"], "move": "discard", "cards": cards, **({"open": aloud} if aloud else {})}
    return move


def _whole(value: Json) -> int:
    return value if isinstance(value, int) else 0


def _texts(value: Json) -> list[str]:
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []
