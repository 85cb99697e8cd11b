"""The sheets that lie on the tables: one page for each table and round, to be filled in with a pen.

The grid is drawn rather than set as a table: a tournament of 300 has 300 such pages, and a drawing takes WeasyPrint a
tenth of the time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING

from stichwerk_tournament.blank import Blank, blanks, names_of
from stichwerk_tournament.pages import safe, template
from stichwerk_tournament.texts import words

if TYPE_CHECKING:
    from stichwerk.rules import Rules
    from stichwerk_tournament.names import Names
    from stichwerk_tournament.plan import PlanDocument
    from stichwerk_tournament.texts import Say

__all__ = ["grid", "sheets_html"]

_WIDTH, _HEIGHT = 277.0, 138.0
_HEAD = 13.0
"""Of the grid and of its head, in millimetres: what A4 across leaves beside title, notes and signatures."""

_FIRST = (("deal", 11.0), ("dealer", 15.0), ("declarer", 17.0), ("bid", 16.0))
_PER_PLAYER = ("melds", "tricks", "result", "total")
_DRESS = {
    "idle": 'fill="#d6d6d6"',
    "thin": 'fill="none" stroke="#555" stroke-width="0.18"',
    "bold": 'fill="none" stroke="#1c1c1c" stroke-width="0.5"',
    "head": 'font-size="2.7"',
    "who": 'font-size="3.6" font-weight="bold"',
    "figure": 'font-size="4.2"',
}
"""How the parts of the grid look. In attributes: WeasyPrint does not let a page's style sheet into a drawing."""

_FONT = 'font-family="DejaVu Sans, Helvetica Neue, Arial, sans-serif" fill="#1c1c1c"'

_LONGEST = 26
"""Letters of a name above the columns of a player; the whole name stands above the grid."""


def sheets_html(plan: PlanDocument, rules: Rules, lang: str) -> str:
    """All sheets of a tournament as a page that needs nothing else."""
    names = names_of(plan)
    return template("sheets.html").render(
        lang=lang,
        say=words("plan", lang),
        game=rules.resolved["title"][lang],
        total=rules.scoring.total,
        names=names,
        sheets=[(blank, safe(grid(blank, names, lang))) for blank in blanks(plan, rules)],
    )


def grid(blank: Blank, names: Names, lang: str) -> str:
    """The grid of a sheet as SVG: a line for each deal, with who deals, and four cells for each player."""
    say, deals = words("plan", lang), len(blank.sheet.deals)
    lefts = list(_lefts(len(blank.sheet.players)))
    height = (_HEIGHT - _HEAD) / deals
    described = escape(say("grid_described", deals=deals))
    parts = [f'<svg class="grid" viewBox="0 0 {_WIDTH:g} {_HEIGHT:g}" role="img"><title>{described}</title>']
    if blank.pauses:
        parts += [f"<g {_DRESS['idle']}>", *_idle(blank, lefts, height), "</g>"]
    parts += [f'<path {_DRESS["thin"]} d="{"".join(_thin(lefts, height, deals))}"/>']
    parts += [f'<path {_DRESS["bold"]} d="{"".join(_bold(lefts, len(blank.sheet.players)))}"/>']
    parts += [f"<g {_FONT}>", *_heads(blank, lefts, names, say), *_dealers(blank, lefts, height), "</g></svg>"]
    return "".join(parts)


def _heads(blank: Blank, lefts: Sequence[float], names: Names, say: Say) -> Iterator[str]:
    """The titles of the columns, and above them whose they are."""
    heads = [say(f"grid_{name}") for name, _ in _FIRST]
    heads += [say(f"grid_{name}") for _ in blank.sheet.players for name in _PER_PLAYER]
    for n, head in enumerate(heads):
        yield _text(lefts[n], lefts[n + 1], _HEAD - 2, head, "head")
    for n, player in enumerate(blank.sheet.players):
        start = len(_FIRST) + n * len(_PER_PLAYER)
        called = f"{player} {names[player]}" if player in names else say("number", number=player)
        yield _text(lefts[start], lefts[start + len(_PER_PLAYER)], 5, _shortened(called), "who")


def _dealers(blank: Blank, lefts: Sequence[float], height: float) -> Iterator[str]:
    """In each line the number of the deal and who deals."""
    for line, dealer in enumerate(blank.dealers):
        baseline = _HEAD + line * height + height / 2 + 1.5
        yield _text(lefts[0], lefts[1], baseline, str(line + 1), "figure")
        if dealer is not None:
            yield _text(lefts[1], lefts[2], baseline, str(dealer), "figure")


def _lefts(players: int) -> Iterator[float]:
    """The left edges of all columns, and the right edge of the last."""
    at = 0.0
    for _, width in _FIRST:
        yield at
        at += width
    width = (_WIDTH - at) / (players * len(_PER_PLAYER))
    for n in range(players * len(_PER_PLAYER) + 1):
        yield round(at + n * width, 2)


def _thin(lefts: Sequence[float], height: float, deals: int) -> Iterator[str]:
    for line in range(deals + 1):
        yield f"M0 {_HEAD + line * height:.2f}H{_WIDTH:g}"
    for at in lefts:
        yield f"M{at:g} {_HEAD - 6:g}V{_HEIGHT:g}"


def _bold(lefts: Sequence[float], players: int) -> Iterator[str]:
    yield f"M0 0H{_WIDTH:g}V{_HEIGHT:g}H0ZM0 {_HEAD:g}H{_WIDTH:g}"
    for player in range(players):
        yield f"M{lefts[len(_FIRST) + player * len(_PER_PLAYER)]:g} 0V{_HEIGHT:g}"


def _idle(blank: Blank, lefts: Sequence[float], height: float) -> Iterator[str]:
    """The cells of the player who sits out, but for the running total, which goes on."""
    for line, dealer in enumerate(blank.dealers):
        if dealer is not None:
            start = len(_FIRST) + blank.sheet.players.index(dealer) * len(_PER_PLAYER)
            width = lefts[start + len(_PER_PLAYER) - 1] - lefts[start]
            at = f'x="{lefts[start]:g}" y="{_HEAD + line * height:.2f}"'
            yield f'<rect {at} width="{width:.2f}" height="{height:.2f}"/>'


def _text(left: float, right: float, baseline: float, text: str, kind: str) -> str:
    at = f'x="{(left + right) / 2:.2f}" y="{baseline:.2f}" text-anchor="middle"'
    return f"<text {_DRESS[kind]} {at}>{escape(text)}</text>"


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1].rstrip() + "…"
