"""The table of a game with a stock, in lines: what lies there, what is done beside playing cards, and the draws."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from stichwerk.moves import Move
from stichwerk.stock import StockStep

from .advice import announcement_points, exchange_cards

if TYPE_CHECKING:
    from stichwerk.deal import Deal
    from stichwerk.rules import Rules
    from stichwerk.talon import Talon

    from .names import Names


def over_stock(rules: Rules) -> bool:
    """Is there a stock, or something to announce or to claim between the cards?"""
    return isinstance(rules.tricks, StockStep)


def talon_of(deal: Deal) -> Talon | None:
    """The table of a game with a stock, while tricks are played and after; None elsewhere."""
    talon: Talon | None = getattr(deal.local, "talon", None)
    return talon


def lying(deal: Deal, names: Names) -> str:
    """The stock and the turn-up; empty where the ruleset has none."""
    talon, deck = talon_of(deal), deal.rules.deck
    if talon is None or not (deal.setup.stock or deal.setup.turn_up >= 0):
        return ""
    say, count = names.say, len(talon.stock)
    card = names.card(deck.codes[talon.turn_up]) if talon.turn_up >= 0 else ""
    if not talon.left:
        return say("stock_empty")
    if not count:
        parts = [say("stock_last", card=card)]
    else:
        parts = [say("stock_one") if count == 1 else say("stock", count=count)]
        if card:
            parts.append(say("turn_up", card=card))
    if talon.closer is not None:
        parts.append(say("closed_by_you" if talon.closer == names.you else "closed_by", who=names.player(talon.closer)))
    return ", ".join(parts)


def counted(deal: Deal, seat: int) -> str:
    """The points of a seat's side so far, with those of earlier deals where they go on counting."""
    rules = deal.rules
    side = rules.scoring.standing(deal, rules.table.side_of[seat])
    if not side.total or rules.formal["match"].get("count") == "down" or not _carries(rules):
        return str(side.points)
    return f"{side.total} + {side.points} = {side.total + side.points}"


def _carries(rules: Rules) -> bool:
    """Do the points of the cards themselves go to the account?"""
    return any("side.points" in entry["points"] for entry in rules.formal["awards"].values())


def standing(deal: Deal, names: Names) -> str:
    """What the person's side has, as anybody could count who remembers the tricks."""
    talon, seat, table = talon_of(deal), names.you, deal.rules.table
    assert seat is not None
    assert talon is not None
    side = table.side_of[seat]
    key = "standing" if len(table.sides[side]) == 1 else "standing_side"
    text = names.say(key, points=counted(deal, seat))
    due = sum(points for owner, points in talon.pending if owner == side)
    return text + (f" ({names.say('pending', points=due)})" if due else "")


def exchanged(deal: Deal, names: Names) -> str:
    """What an exchange would do: which card goes for which."""
    cards = exchange_cards(deal)
    if cards is None:
        return names.action("exchange")
    given, taken = map(names.card, cards)
    return names.say("exchange_for", action=names.action("exchange"), given=given, taken=taken)


def worded(deal: Deal, move: Move, names: Names) -> str:
    """What is done beside playing a card: an announcement with its worth, an exchange with its cards."""
    if move.kind == "announce":
        return f"{names.announcement(*move.value)} {announcement_points(deal, move)}"
    if move.kind == "exchange":
        return exchanged(deal, names)
    return names.say("did_draw") if move.kind == "draw" else names.action(move.kind)


def told_aside(before: Deal, after: Deal, names: Names) -> Iterator[str]:
    """Something that was done beside playing a card, as all at the table notice it."""
    move = after.move
    assert move is not None
    text = worded(before, move, names)
    talon, earlier = talon_of(after), talon_of(before)
    assert talon is not None
    assert earlier is not None
    if len(talon.pending) > len(earlier.pending):
        text += f" ({names.say('counts_later')})"
    if move.kind == "claim":
        right = talon.claim is not None and talon.claim[1]
        text += ": " + names.say("claim_right" if right else "claim_wrong", points=counted(before, move.seat))
    yield f"{names.player(move.seat)}: {text}"


def drawn(before: Deal, after: Deal) -> list[tuple[int, str, bool]]:
    """The draws that followed a move: seat, card, and whether all have seen it because it was the turn-up."""
    earlier, talon = talon_of(before), talon_of(after)
    if earlier is None or talon is None or talon.left >= earlier.left:
        return []
    cards = [(kind, False) for kind in earlier.stock] + [(earlier.turn_up, True)]
    found, seat, codes = [], talon.winner, after.rules.deck.codes
    for kind, open_to_all in cards[: earlier.left - talon.left]:
        found.append((seat, codes[kind], open_to_all))
        seat = after.setup.next[seat]
    return found


def told_draws(before: Deal, after: Deal, names: Names) -> Iterator[str]:
    """Who drew, and what as far as the person may see it; all of it where there is no person."""
    cards = [
        f"{names.player(seat)} " + (names.card(card) if seen or names.you in (None, seat) else names.say("face_down"))
        for seat, card, seen in drawn(before, after)
    ]
    if cards:
        yield names.say("drawn", cards=", ".join(cards))
