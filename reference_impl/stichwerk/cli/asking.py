"""A person's turn: the question is put until the rules allow the answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

import click

from stichwerk.errors import IllegalMove
from stichwerk.moves import Move

from .advice import is_aside
from .beside import Aside, Offer
from .card_questions import Call, Card, Discard, Melds
from .clauses import quoted
from .names import Names
from .questions import Bid, Contract, Cut, Menu, Question, Trump, Unclear
from .screen import wrapped

if TYPE_CHECKING:
    from stichwerk.deal import Deal

    from .talk import Talk

T = TypeVar("T")

_QUESTIONS: dict[str, type[Question]] = {
    "cut": Cut, "bid": Bid, "take": Menu, "contract": Contract, "trump": Trump, "play": Card, "give": Card,
    "call": Call, "meld": Melds, "discard": Discard,
}  # fmt: skip


def question(deal: Deal, names: Names) -> Question:
    """The question that the deal puts to the seat to act."""
    first = deal.legal_moves()[0].to_json()["move"]
    if first in ("draw", "pass") and deal.rules.formal["flow"][deal.step] == "tricks":
        return Aside(deal, names)
    return _QUESTIONS.get(first, Menu)(deal, names)


def ask(deal: Deal, names: Names, talk: Talk) -> Deal:
    """The deal after the move of the person; asked again until the rules allow it."""
    asked = question(deal, names)
    if isinstance(asked, Melds) and not asked.held:
        talk.tell(names.say("no_melds"))
        return deal.apply(asked.suggested)
    return _put(asked, names, talk, deal.apply)


def offer(deal: Deal, offered: Sequence[Move], names: Names, talk: Talk) -> Deal | None:
    """The deal after what a person does out of turn; None when they let it be."""
    return _put(Offer(deal, names, offered), names, talk, lambda move: _unless_declined(deal, move))


def _unless_declined(deal: Deal, move: Move) -> Deal | None:
    return None if move.kind == "decline" else deal.apply(move)


def _put(asked: Question, names: Names, talk: Talk, done: Callable[[Move], T]) -> T:
    """What `done` makes of the answer, once it is one and the rules allow it."""
    _tell(talk, asked.shown())
    prompt = wrapped(f"{asked.text()} [{asked.proposal()}]:") + " "
    while True:
        answer = talk.ask(click.style(prompt, bold=True))
        if answer == "?":
            _tell(talk, asked.help())
            continue
        try:
            return done(asked.read(answer) if answer else asked.suggested)
        except Unclear as unclear:
            talk.tell(str(unclear))
        except IllegalMove as error:
            _tell(talk, refusal(error, names))


def refusal(error: IllegalMove, names: Names) -> Iterator[str]:
    """Why a move was refused: the sentence of the clause and where it comes from."""
    move = error.move
    if isinstance(move, Move) and move.kind == "play":
        yield names.say("refused_card", card=names.card(move.value))
    elif isinstance(move, Move) and is_aside(move):
        what = names.announcement(*move.value) if move.kind == "announce" else names.action(move.kind)
        yield names.say("refused_move", what=what)
    else:
        # The engine gives its reasons in English only; the clause speaks every language.
        english = names.lang == "en" or error.clause is None
        yield names.say("refused") + (f": {error.reason}" if english else "") + "."
    if error.clause is not None:
        yield quoted(names.rules, error.clause, names.lang)


def _tell(talk: Talk, lines: Iterable[str]) -> None:
    for line in lines:
        talk.tell(line)
