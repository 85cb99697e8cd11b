"""`stichwerk explain`: what was legal at a move, and which sentence forbade the rest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .advice import is_aside
from .clauses import quoted
from .names import Names
from .options import as_json, echo_json, language, spec
from .reading import Reading, complain, names_of, read_record
from .screen import wrapped
from .tabletop import drawn, lying, talon_of, told_draws
from .telling import possible, told

if TYPE_CHECKING:
    from stichwerk.deal import Deal
    from stichwerk.explain import Explanation, Refused
    from stichwerk.library import Library
    from stichwerk.moves import Choice, Move


@click.command(short_help="Say what was legal in a recorded deal, and why not the rest.")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--move", "number", type=click.IntRange(1), metavar="N", help="Only this move, counted from 1.")
@language("the one the rules are written in first")
@as_json("the explanations")
@spec
@click.pass_context
def explain(
    ctx: click.Context, file: Path, number: int | None, lang: str | None, plain: bool, library: Library | None
) -> None:
    """Say for every move of the deal recorded in FILE who acted, what was legal, and why the rest was not.

    A record that does not hold is explained up to the move that is not allowed; the exit code is 1 then.
    """
    reading = read_record(file, library)
    names = names_of(reading, lang)
    positions = _positions(reading)
    if number is not None and number > len(positions):
        raise click.BadParameter(f"the deal has {len(positions)} moves", ctx, param_hint="'--move'")
    count = len(reading.document.value["moves"])
    chosen = [(n, *position) for n, position in enumerate(positions, start=1) if number in (None, n)]
    if plain:
        moves = [
            {"number": n, **_cards(deal, found), **found.to_json(deal.rules), **_drawn(deal, after)}
            for n, deal, found, after in chosen
        ]
        error = {} if reading.error is None else {"error": reading.error_json()}
        echo_json({"file": str(file), "holds": reading.error is None, **error, "moves": moves})
    else:
        for n, deal, found, after in chosen:
            for line in _told(n, count, deal, found, names, after):
                click.echo(line)
        if reading.error is not None:
            complain(reading, names.lang)
        elif number is None and reading.deal is not None and reading.deal.finished:
            click.echo(names.say("over"))
    ctx.exit(0 if reading.error is None else 1)


def _positions(reading: Reading) -> list[tuple[Deal, Explanation, Deal | None]]:
    """The deal before each move, the explanation, and the deal after; None after a last move that was refused."""
    from stichwerk.explain import explain as explained

    if reading.deal is None:
        return []
    deals = reading.deal.positions()
    found: list[tuple[Deal, Explanation, Deal | None]] = [
        (deal, explained(deal, after.move), after) for deal, after in pairwise(deals)
    ]
    if (refused := reading.refused()) is not None:
        found.append((deals[-1], explained(deals[-1], refused), None))
    return found


def _cards(deal: Deal, found: Explanation) -> dict[str, Any]:
    """The hand of the seat that acts, the trick on the table, and the stock beside it."""
    assert found.seat is not None
    codes = deal.rules.deck.codes
    out: dict[str, Any] = {
        "hand": deal.rules.deck.cards(deal.hands[found.seat]),
        "trick": [list(card) for card in _trick(deal)],
    }
    if (talon := talon_of(deal)) is not None:
        out["stock"] = len(talon.stock)
        out["turn_up"] = codes[talon.turn_up] if talon.turn_up >= 0 else None
        out["closed_by"] = talon.closer
    return out


def _drawn(deal: Deal, after: Deal | None) -> dict[str, Any]:
    """The draws that followed."""
    draws = [] if after is None else drawn(deal, after)
    return {"drawn": [[seat, card] for seat, card, _ in draws]} if draws else {}


def _trick(deal: Deal) -> list[tuple[int, str]]:
    """Seat and card of what lies on the table."""
    from stichwerk.tricks import Play

    if not isinstance(deal.local, Play):
        return []
    count = len(deal.local.cards)
    played = [(move.seat, move.value) for move in deal.moves() if move.kind == "play"]
    return played[len(played) - count :]


def _told(number: int, count: int, deal: Deal, found: Explanation, names: Names, after: Deal | None) -> Iterator[str]:
    """The paragraph about one move; after: the deal after it, None when it was not allowed."""
    seat, say = found.seat, names.say
    assert seat is not None
    head = f"{say('move_of', number=number, count=count)} · {names.step(found.step)} · {names.player(seat)}"
    yield click.style(head, bold=True)
    facts: list[tuple[str, str]] = []
    if found.step == "tricks":
        table = ", ".join(f"{names.player(one)} {names.card(card)}" for one, card in _trick(deal))
        trump = deal.setup.trump
        facts.append((say("trump"), names.suit(deal.rules.deck.suits[trump]) if trump >= 0 else say("no_trump")))
        facts.append((say("on_table"), " · ".join(filter(None, (table or say("nothing_yet"), lying(deal, names))))))
    if any(deal.hands):
        facts.append((say("hand"), names.cards(deal.rules.deck.cards(deal.hands[seat]))))
    facts += [(say("allowed"), text) for text in possible(_by(found.legal, seat), names)]
    for other in dict.fromkeys(choice.seat for choice in found.legal if choice.seat != seat):
        facts += [
            (f"{names.player(other)}, {say('allowed')}", text) for text in possible(_by(found.legal, other), names)
        ]
    for label, text in facts:
        yield wrapped(text, indent="    ", first=f"  {label}: ")
    yield from refusals(found.refused, names)
    if found.made is not None:
        label, text = say("tried" if after is None else "made_move"), told(found.made, names, deal.setup.trump)
        yield wrapped(text, indent="    ", first=f"  {label}: ")
    for line in () if after is None else told_draws(deal, after, names):
        yield wrapped(line, indent="    ", first="  ")
    yield ""


def _by(legal: Iterable[Move | Choice], seat: int) -> list[Move | Choice]:
    return [choice for choice in legal if choice.seat == seat]


def refusals(refused: tuple[Refused, ...], names: Names) -> Iterator[str]:
    """What is not allowed, moves that the same clause forbids together, each with its sentence."""
    groups: dict[tuple[str | None, str], list[Refused]] = {}
    for one in refused:
        reason = "" if one.clause is not None else one.reason
        groups.setdefault((one.clause, reason), []).append(one)
    for (clause, reason), group in groups.items():
        gap = ", " if any(is_aside(one.move) for one in group) else " "
        what = gap.join(_short(one, names) for one in group)
        yield wrapped(what, indent="    ", first=f"  {names.say('not_allowed')}: ")
        yield quoted(names.rules, clause, names.lang, indent="    ") if clause is not None else f"    {reason}"


def _short(refused: Refused, names: Names) -> str:
    """The refused move in a word; of a discard the card that makes it wrong."""
    move = refused.move
    if move.kind == "discard":
        return names.card(move.value[0])
    if move.kind == "trump":
        return names.suit(move.value)
    return told(move, names)
