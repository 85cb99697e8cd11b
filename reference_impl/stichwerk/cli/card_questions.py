"""What a person is asked who has to choose cards: to play, to call, to meld, to discard."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

from stichwerk.moves import DiscardChoice, Move

from .advice import is_aside
from .beside import LETTERS, by_letter, lettered, named
from .clauses import quoted
from .hand import picked, rows
from .questions import Question, Unclear

if TYPE_CHECKING:
    from stichwerk.melds import Figure


class Card(Question):
    """A card of the hand: to play, or to give back."""

    topics = ("call",)

    @property
    def kind(self) -> str:
        """The word of the move that puts a card down."""
        return next(move.kind for move in self.legal if isinstance(move, Move) and not is_aside(move))

    @cached_property
    def beside(self) -> list[Move]:
        """What may be done instead, before a card is played."""
        return [move for move in self.legal if isinstance(move, Move) and is_aside(move)]

    def shown(self) -> Iterator[str]:
        """The hand, cards that are not allowed in brackets, and what may be done beside playing one."""
        allowed = {move.value for move in self.legal if isinstance(move, Move) and move.kind == self.kind}
        yield from rows(self.hand, self.names, trump=self.trump, allowed=allowed)
        yield from lettered(self.deal, self.beside, self.names)

    def text(self) -> str:
        """Which card."""
        return self.names.say("ask_play_or" if self.beside else f"ask_{self.kind}")

    def proposal(self) -> str:
        """A card, or what pays beside playing one."""
        if is_aside(self.suggested):
            return f"{LETTERS[self.beside.index(self.suggested)]}"
        return super().proposal()

    def read(self, answer: str) -> Move:
        """A card by number, code or name; or what is done beside playing one, by letter or name."""
        if (aside := by_letter(answer, self.beside)) is not None:
            return aside
        found = picked(answer, self.hand, self.names)
        if found is None or len(found) != 1:
            aside = named(answer, self.deal, self.seat, self.names)
            return super().read(answer) if aside is None else aside
        if found[0] not in self.hand:
            raise Unclear(self.names.say("not_in_hand", card=self.names.card(found[0])))
        return Move(self.seat, self.kind, found[0])

    def help(self) -> Iterator[str]:
        """Why cards are not allowed, with the sentences."""
        from stichwerk.explain import explain

        from .explain import refusals

        if self.kind != "play":
            yield from super().help()
            return
        refused = explain(self.deal).refused
        yield from refusals(refused, self.names) if refused else [f"  {self.names.say('everything')}"]


class Call(Question):
    """A card to call for, or none."""

    topics = ("call",)

    def text(self) -> str:
        """Which card."""
        return self.names.say("ask_call")

    def proposal(self) -> str:
        """No card."""
        return "0"

    def read(self, answer: str) -> Move:
        """A card by code or name; 0 for none."""
        if answer == "0":
            return Move(self.seat, "decline")
        card = self.names.spellings.get(answer.lower())
        return super().read(answer) if card is None else Move(self.seat, "call", card)


class Melds(Question):
    """Which melds to show."""

    @property
    def choice(self) -> Any:
        """The choice the engine offers."""
        return self.legal[0]

    @cached_property
    def held(self) -> list[Figure]:
        """The melds of the hand, one that is there twice twice."""
        return [figure for group in self.choice.held for figure, times in group for _ in range(times)]

    def shown(self) -> Iterator[str]:
        """The hand, and its melds with a star at those of the best set."""
        yield from super().shown()
        say = self.names.say
        yield say("held_melds")
        best = list(self.suggested.value)
        for n, figure in enumerate(self.held, start=1):
            star = ""
            if (figure.meld, figure.suit) in best:
                best.remove((figure.meld, figure.suit))
                star = " *"
            yield f"  {n:>2} {self.names.meld(figure.meld, figure.suit)}: {figure.points}{star}"
        yield f"   * {say('best_melds')}"
        if self.choice.room:
            yield f"  {say('keep_free', count=self.choice.room)}"

    def text(self) -> str:
        """Which melds."""
        return self.names.say("ask_melds")

    def proposal(self) -> str:
        """The best set."""
        figures = self.deal.rules.meld_table.figures(self.deal.setup.trump)
        return f"best: {sum(figures[meld].points for meld in self.suggested.value)}"

    def read(self, answer: str) -> Move:
        """Numbers of melds, `best`, or 0 for none."""
        words = answer.replace(",", " ").split()
        if answer.lower() == "best":
            return self.suggested
        if words == ["0"]:
            return Move(self.seat, "meld", ())
        numbers = [int(word) for word in dict.fromkeys(words) if word.isdecimal()]
        if not numbers or len(numbers) != len(words) or not all(1 <= n <= len(self.held) for n in numbers):
            return super().read(answer)
        chosen = (self.held[n - 1] for n in numbers)
        return Move(self.seat, "meld", tuple((figure.meld, figure.suit) for figure in chosen))

    def help(self) -> Iterator[str]:
        """The clauses of the melds in the hand."""
        rules = self.deal.rules
        names = [f"melds.{figure.meld}" for figure in self.held] + ["melding"]
        for clause in dict.fromkeys(map(rules.clause, names)):
            if clause is not None:
                yield quoted(rules, clause, self.names.lang)


class Discard(Question):
    """Which cards to put away."""

    topics = ("discard",)

    @property
    def choice(self) -> DiscardChoice:
        """The choice the engine offers."""
        choice = self.legal[0]
        assert isinstance(choice, DiscardChoice)
        return choice

    def shown(self) -> Iterator[str]:
        """The hand, cards that must stay in brackets."""
        yield from rows(self.hand, self.names, trump=self.trump, allowed=set(self.choice.free))

    def text(self) -> str:
        """How many cards."""
        return self.names.say("ask_discard", count=self.choice.count)

    def read(self, answer: str) -> Move:
        """Cards by number, code or name; what must be announced is announced."""
        cards = picked(answer, self.hand, self.names)
        if not cards:
            return super().read(answer)
        for card in cards:
            if cards.count(card) > self.hand.count(card):
                raise Unclear(self.names.say("not_in_hand", card=self.names.card(card)))
        announced = tuple(card for card in cards if card in self.choice.announced)
        return Move(self.seat, "discard", tuple(cards), announced)
