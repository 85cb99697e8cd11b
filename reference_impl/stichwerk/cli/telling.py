"""Moves and choices in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from stichwerk.melding import MeldChoice
from stichwerk.moves import BidChoice, Choice, CutChoice, DiscardChoice, Move

if TYPE_CHECKING:
    from .names import Names

_CARDS = {"play", "give", "call", "revoke"}


def told(move: Move, names: Names, trump: int = -1) -> str:
    """What a seat did, without saying who: "150", "♥A", "trumps are ♥ hearts". trump: for the worth of melds."""
    match move.kind:
        case "cut":
            return names.say("did_cut", count=move.value)
        case "bid":
            return str(move.value)
        case "contract":
            return names.contract(move.value)
        case "trump":
            return names.say("did_trump", suit=names.suit(move.value))
        case "call":
            return names.say("did_call", card=names.card(move.value))
        case "play" | "give" | "revoke":
            return names.card(move.value)
        case "meld":
            return _melds(move, names, trump)
        case "discard" | "misdiscard":
            return names.cards(move.value)
        case "announce":
            return names.announcement(*move.value)
        case "exchange" | "close" | "claim":
            return names.action(move.kind)
    return names.say(f"did_{move.kind}")


def _melds(move: Move, names: Names, trump: int) -> str:
    if not move.value:
        return names.say("did_meld_nothing")
    table = names.rules.meld_table
    figures = table.figures(trump)
    parts = [
        f"{names.meld(*meld)} {figures[meld].points}" if meld in figures else " ".join(filter(None, meld))
        for meld in move.value
    ]
    points = sum(figures[meld].points for meld in move.value if meld in figures)
    if len(parts) == 1:
        return names.say("did_meld_one", meld=parts[0])
    return names.say("did_meld", melds=", ".join(parts), points=points)


def possible(legal: Iterable[Move | Choice], names: Names) -> Iterator[str]:
    """What a seat may do: a line for the moves that were listed, and one for each choice."""
    words: list[str] = []
    cards: list[str] = []
    for one in legal:
        match one:
            case Move(kind="trump"):
                words.append(names.suit(one.value))
            case Move():
                (cards if one.kind in _CARDS else words).append(told(one, names))
            case CutChoice():
                yield names.say("cut_range", least=one.least, most=one.most)
            case BidChoice():
                words.append(names.say("bid_range", least=one.least, step=one.step))
            case DiscardChoice():
                yield names.say("discard_range", count=one.count, cards=names.cards(dict.fromkeys(one.free)))
            case MeldChoice():
                yield _held(one, names)
    if cards:
        yield " ".join(cards)
    if words:
        yield ", ".join(words)


def _held(choice: MeldChoice, names: Names) -> str:
    figures = [one for group in choice.held for one in group]
    if not figures:
        return names.say("no_melds_held")
    parts = (
        f"{f'{times} × ' if times > 1 else ''}{names.meld(figure.meld, figure.suit)} {figure.points}"
        for figure, times in figures
    )
    return names.say("meld_range", melds=", ".join(parts), best=choice.best.total)
