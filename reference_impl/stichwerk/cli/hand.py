"""A hand on the terminal: a row for each suit, and a number before each card by which it can be chosen."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import click

from .names import Names
from .screen import flowing, length, pad

_CELL = 9


def rows(
    cards: Sequence[str], names: Names, *, trump: str | None = None, allowed: Collection[str] | None = None
) -> Iterator[str]:
    """The hand, suit by suit. trump: that suit is marked; allowed: all other cards stand in brackets."""
    numbered = list(enumerate(cards, start=1))
    labels = {
        suit: names.suit(suit) + (f" · {names.say('trump')}" if suit == trump else "")
        for suit in names.rules.deck.suits
    }
    room = max(map(length, labels.values())) + 2
    for suit, label in labels.items():
        cells = [_cell(n, card, names, allowed) for n, card in numbered if card[0] == suit]
        if cells:
            yield from flowing(cells, first="  " + pad(label, room), indent=" " * (room + 2), gap="")


def _cell(number: int, card: str, names: Names, allowed: Collection[str] | None) -> str:
    text = f"{number} {names.card(card)}"
    if allowed is None or card in allowed:
        return pad(" " * (3 - len(str(number))) + text, _CELL)
    return pad(" " * (2 - len(str(number))) + click.style(f"({click.unstyle(text)})", dim=True), _CELL)


def picked(text: str, cards: Sequence[str], names: Names) -> list[str] | None:
    """The cards that an answer names by number or by name, with spaces or commas between; None when a word is neither.

    A card may be named that is not in the hand.
    """
    if (whole := names.spellings.get(text.lower())) is not None:
        return [whole]
    found = []
    used = set()
    for word in text.replace(",", " ").split():
        if word.isdecimal() and 1 <= int(word) <= len(cards) and word not in used:
            used.add(word)
            found.append(cards[int(word) - 1])
        elif (card := names.spellings.get(word.lower())) is not None:
            found.append(card)
        else:
            return None
    return found
