"""Cards as pictures: our own drawing as SVG, for pages, for print and as files of their own.

A card has its rank in two corners and the sign of its suit in the middle, in the colour of the suit. Packs are those of
`spec/packs`; a suit without a sign of ours shows its symbol, a rank without drawn letters is written.

On a page the outlines stand once (`signs`, `faces`) and the cards refer to them; `standalone` needs nothing around it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from html import escape
from typing import Any

from stichwerk.prose import card_name
from stichwerk_conformance.suits import SHAPES
from stichwerk_rulebook.glyphs import STROKE, glyphs
from stichwerk_rulebook.words import words

__all__ = ["Draw", "back", "card", "cards", "colour", "face", "faces", "hand", "sign", "signs", "standalone", "trick"]

Pack = Mapping[str, Any]
Draw = Callable[[str, Pack, str], str]
"""How a card is drawn: from its code ("EA"), the pack and the language to SVG."""

_INK = "#1b1b1b"
_RED = "#b3201f"
_GREEN = "#1d6b2c"
_GOLD = "#8a5a00"
_COLOURS = {
    "french-S": _INK, "french-C": _INK, "french-H": _RED, "french-D": _RED,
    "wuerttemberg-E": "#6b3d14", "wuerttemberg-L": _GREEN, "wuerttemberg-H": _RED, "wuerttemberg-S": _GOLD,
    "spanish-O": _GOLD, "spanish-C": _RED, "spanish-E": "#1c4f91", "spanish-B": _GREEN,
}  # fmt: skip

_WIDTH, _TALL, _STEP = 64, 92, 68
_SHOWN = 'width="39" height="56"'
_PAPER = '<rect x="1" y="1" width="62" height="90" rx="7" fill="#fff" stroke="#8c8c8c" stroke-width="2"/>'
_INDEX_SCALE = 0.9
_INDEX_WIDEST = 29
_SIGN = (13.5, 27.5, 37)


def colour(suit: str, pack: Pack) -> str:
    """The colour a suit is printed in; each has at least 4.5:1 against the white of the card."""
    return _COLOURS.get(f"{pack['id']}-{suit}", _INK)


def signs(pack: Pack) -> str:
    """The outlines of the pack's suits, as symbols `sign-<pack>-<suit>`; once on a page that shows `card` or `sign`."""
    return _hidden(_sign_symbols(pack))


def faces(pack: Pack, language: str) -> str:
    """The outlines of all cards of the pack, once on a page that shows `face` or `hand`; `signs` is contained."""
    drawn = (
        f'<g id="face-{pack["id"]}-{code}">{_drawn(code, pack, language, _referred)}</g>'
        for code in (suit["code"] + rank["code"] for suit in pack["suits"] for rank in pack["ranks"])
    )
    return _hidden(f"{_sign_symbols(pack)}<defs>{''.join(drawn)}</defs>")


def card(code: str, pack: Pack, language: str) -> str:
    """A card with its name as text alternative; its sign comes from `signs`. KeyError for a card the pack lacks."""
    return _picture(code, pack, language, _referred)


def face(code: str, pack: Pack, language: str) -> str:
    """The same in few characters, for pages with thousands of cards; everything comes from `faces`."""
    name = escape(_name(code, pack, language))
    drawn = f'<use href="#face-{pack["id"]}-{code}"/>'
    return f'<svg class="card" role="img" aria-label="{name}" viewBox="0 0 {_WIDTH} {_TALL}">{drawn}</svg>'


def hand(codes: Iterable[str], pack: Pack, language: str) -> str:
    """Cards side by side as one picture whose text alternative names them all; in few characters, as `face`."""
    shown = list(codes)
    names = escape(", ".join(_name(code, pack, language) for code in shown))
    drawn = "".join(f'<use href="#face-{pack["id"]}-{code}" x="{place * _STEP}"/>' for place, code in enumerate(shown))
    width = _STEP * (len(shown) - 1) + _WIDTH
    return f'<svg class="card" role="img" aria-label="{names}" viewBox="0 0 {width} {_TALL}">{drawn}</svg>'


def standalone(code: str, pack: Pack, language: str) -> str:
    """The same as a picture of its own: an SVG file, or inline where `<use>` is not understood."""
    return _picture(code, pack, language, _outlined, ' xmlns="http://www.w3.org/2000/svg"')


def cards(codes: Iterable[str], pack: Pack, language: str, *, draw: Draw = card) -> str:
    """Cards in a row, in the order given."""
    return f'<span class="cards">{"".join(draw(code, pack, language) for code in codes)}</span>'


def trick(
    plays: Iterable[tuple[int | str, str]],
    pack: Pack,
    language: str,
    winner: int | str | None = None,
    draw: Draw = card,
) -> str:
    """The cards of a trick as they were played, each under the name of its seat (a number, or the name itself).

    The winner's card is marked, in the picture and in words.
    """
    say = words("cards", language)
    shown = []
    for seat, code in plays:
        name = seat if isinstance(seat, str) else say("seat", seat=seat)
        won = ' class="won"' if seat == winner else ""
        note = f'<span class="note">{escape(say("wins"))}</span>' if won else ""
        label = f'<span class="seat">{escape(name)}</span>'
        shown.append(f"<li{won}>{label}{draw(code, pack, language)}{note}</li>")
    return f'<ol class="trick">{"".join(shown)}</ol>'


def back(language: str, count: int = 1) -> str:
    """Hidden cards: one back, with how many there are when there are several."""
    say = words("cards", language)
    name = say("back") if count == 1 else say("backs", count=count)
    pattern = "".join(f"M{x} {y}l6 9-6 9-6-9z" for x in (17, 32, 47) for y in (10, 28, 46, 64))
    number = f'<span class="count" aria-hidden="true">{count}\u00d7</span>' if count != 1 else ""
    ornament = f'<rect x="7" y="7" width="50" height="78" rx="4" fill="#34566e"/><path d="{pattern}" fill="#d5e0e8"/>'
    return (
        f'{number}<svg class="card back" role="img" aria-label="{escape(name)}" viewBox="0 0 {_WIDTH} {_TALL}" '
        f"{_SHOWN}>{_PAPER}{ornament}</svg>"
    )


def sign(suit: str, pack: Pack, language: str) -> str:
    """The sign of a suit for running text, with its name as text alternative; its outline comes from `signs`."""
    name = next(entry["name"][language] for entry in pack["suits"] if entry["code"] == suit)
    drawn = _referred(suit, pack)
    return (
        f'<svg class="sign" role="img" aria-label="{escape(name)}" viewBox="0 0 24 24" width="16" height="16" '
        f'fill="{colour(suit, pack)}">{drawn.format(x=0, y=0, size=24)}</svg>'
    )


def _hidden(symbols: str) -> str:
    return f'<svg class="outlines" width="0" height="0" aria-hidden="true" style="position:absolute">{symbols}</svg>'


def _sign_symbols(pack: Pack) -> str:
    return "".join(
        f'<symbol id="sign-{pack["id"]}-{suit["code"]}" viewBox="0 0 24 24">{_shape(suit["code"], pack)}</symbol>'
        for suit in pack["suits"]
    )


def _shape(suit: str, pack: Pack) -> str:
    path = SHAPES.get(f"{pack['id']}-{suit}")
    if path is not None:
        return f'<path fill-rule="evenodd" d="{path}"/>'
    symbol = next(entry["symbol"] for entry in pack["suits"] if entry["code"] == suit)
    return f'<text x="12" y="21" font-size="24" font-family="sans-serif" text-anchor="middle">{escape(symbol)}</text>'


def _referred(suit: str, pack: Pack) -> str:
    return f'<use href="#sign-{pack["id"]}-{suit}" x="{{x}}" y="{{y}}" width="{{size}}" height="{{size}}"/>'


def _outlined(suit: str, pack: Pack) -> str:
    return f'<svg x="{{x}}" y="{{y}}" width="{{size}}" height="{{size}}" viewBox="0 0 24 24">{_shape(suit, pack)}</svg>'


def _picture(code: str, pack: Pack, language: str, shape: Callable[[str, Pack], str], space: str = "") -> str:
    name = escape(_name(code, pack, language))
    head = f'<svg{space} class="card" role="img" aria-label="{name}" viewBox="0 0 {_WIDTH} {_TALL}" {_SHOWN}>'
    return f"{head}{_drawn(code, pack, language, shape)}</svg>"


def _name(code: str, pack: Pack, language: str) -> str:
    try:
        return card_name(code, language, pack)
    except StopIteration:  # which would end the loop of a caller that draws one card after the other
        raise KeyError(code) from None


def _drawn(code: str, pack: Pack, language: str, shape: Callable[[str, Pack], str]) -> str:
    x, y, size = _SIGN
    index = _index(next(rank["short"][language] for rank in pack["ranks"] if rank["code"] == code[1:]))
    turned = f'<g transform="rotate(180 {_WIDTH // 2} {_TALL // 2})">{index}</g>'
    inside = shape(code[0], pack).format(x=x, y=y, size=size) + index + turned
    return f'{_PAPER}<g fill="{colour(code[0], pack)}" stroke="{colour(code[0], pack)}" stroke-width="0">{inside}</g>'


def _index(short: str) -> str:
    """The rank in the upper left corner; written where we have not drawn all its letters."""
    drawn = glyphs(short)
    if drawn is None:
        return f'<text x="6" y="28" font-size="28" font-family="sans-serif" font-weight="bold">{escape(short)}</text>'
    width, lines = drawn
    narrow = min(_INDEX_SCALE, _INDEX_WIDEST / width)
    stroke = f'fill="none" stroke-width="{STROKE}" stroke-linecap="round" stroke-linejoin="round"'
    return f'<g {stroke} transform="translate(5.5 5.5) scale({narrow:.3g} {_INDEX_SCALE})">{lines}</g>'
