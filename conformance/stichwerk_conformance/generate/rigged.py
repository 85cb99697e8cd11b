"""Deals and matches arranged so that a clause has something to decide which chance hardly ever brings up."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from stichwerk.deal import Deal
from stichwerk.moves import DiscardChoice, Move
from stichwerk.rules import Rules

from .candidate import Candidate

Given = dict[str, Any]


def rigged(rules: Rules, rng: Random) -> Iterator[Candidate]:
    """All arranged questions for these rules; a deal is asked about up to the move that matters."""
    flow = list(rules.formal["flow"])
    if "shutout" in rules.formal.get("series", {}):
        yield _lost_without_a_point(rules)
    if "auction" not in flow:
        return
    pack = rules.deck.pack()
    rng.shuffle(pack)
    if "widow" in flow:
        yield from _widow_seen(rules, pack)
    if "meld_others" in flow:
        yield from _nothing_shown(rules, pack)
    if "discard" in flow and flow.index("discard") < flow.index("trump"):
        yield from _trumps_discarded(rules, pack)
    if rules.formal["trump"].get("leave_discards", False):
        yield from _no_room(rules)


def _lost_without_a_point(rules: Rules) -> Candidate:
    """The last point of a match that is counted down, while the loser still stands where it began."""
    match, (one, two) = rules.formal["match"], rules.table.names
    before = {one: match["target"] + 1, two: match["start"]}
    deal = {"scores": {one: 1, two: 0}, "won": [one]}
    return Candidate("score_match", {"before": before, "deal": deal}, "A match lost without a single point")


def _widow_seen(rules: Rules, pack: list[str]) -> Iterator[Candidate]:
    given, deal = _played(rules, pack, until=lambda deal: deal.setup.taken > 0)
    if deal.setup.taken:
        seat = deal.setup.next[deal.setup.declarer or 0]
        yield Candidate("view", given | {"seat": seat}, "What an opponent sees of the widow", ("widow",))


def _nothing_shown(rules: Rules, pack: list[str]) -> Iterator[Candidate]:
    given, _ = _played(rules, pack, until=lambda deal: rules.formal["flow"][deal.step] == "tricks")
    yield Candidate("whole_deal", given, "Nobody shows a meld", ("refused", "result"))


def _trumps_discarded(rules: Rules, pack: list[str]) -> Iterator[Candidate]:
    given, _ = _played(rules, pack, until=lambda deal: deal.setup.trump >= 0)
    yield Candidate("whole_deal", given, "Cards of the suit named afterwards are discarded", ("refused", "result"))


def _no_room(rules: Rules) -> Iterator[Candidate]:
    """The eldest gets as many cards of one suit as there are, and names it."""
    suit, discard = rules.deck.suits[0], rules.discard
    if discard is None:
        return
    free = set(rules.deck.cards(discard.free_trumps[0]))
    wanted = [card for card in rules.deck.pack() if card[0] == suit and card not in free]
    rest = [card for card in rules.deck.pack() if card not in wanted]
    pack: list[str] = []
    for to, count in ((to, count) for packet in rules.formal["deal"]["packets"] for to, count in packet.items()):
        for place in range(len(rules.table.order(0)) if to == "each" else 1):
            mine = place == 0
            pack += [(wanted or rest).pop() if mine else (rest or wanted).pop() for _ in range(count)]
    given, deal = _played(rules, pack, until=lambda deal: rules.formal["flow"][deal.step] == "trump")
    refused = {"seat": deal.actor, "move": "trump", "suit": suit}
    if deal.actor is not None and refused not in [move.to_json() for move in deal.legal_moves()]:
        moves = [*given["moves"], refused]
        topic = "A suit that leaves too few cards to discard"
        yield Candidate("whole_deal", given | {"moves": moves}, topic, ("refused", "result"))


def _played(rules: Rules, pack: list[str], until: Callable[[Deal], bool]) -> tuple[Given, Deal]:
    """A deal up to a point: the eldest opens and plays the usual contract, and nobody melds.

    pack: as it is dealt, so that the cut brings it there.
    """
    lifted = len(pack) // 2
    cards = pack[-lifted:] + pack[:-lifted] if rules.formal["flow"][0] == "cut" else pack
    deal = rules.deal(0, cards)
    moves: list[dict[str, Any]] = []
    while deal.actor is not None and not until(deal):
        move = _next(rules, deal, lifted)
        moves.append(move.to_json())
        deal = deal.apply(move)
    return {"dealer": 0, "cards": cards, "moves": moves}, deal


def _next(rules: Rules, deal: Deal, lifted: int) -> Move:
    seat, setup = deal.actor, deal.setup
    assert seat is not None
    match rules.formal["flow"][deal.step]:
        case "cut":
            return Move(seat, "cut", lifted)
        case "auction" if any(move.kind == "bid" for move in deal.moves()):
            return Move(seat, "pass")
        case "auction":
            return Move(seat, "bid", rules.formal["auction"]["opening"])
        case "widow":
            return Move(seat, "take")
        case "call":
            return Move(seat, "decline")
        case "contract":
            return Move(seat, "contract", next(iter(rules.contracts)))
        case "trump":
            named = rules.deck.cards(setup.discards)
            return Move(seat, "trump", named[0][0]) if named else _first(deal)
        case "meld_declarer" | "meld_others":
            return Move(seat, "meld", ())
        case "discard":
            choice = next(one for one in deal.legal_moves() if isinstance(one, DiscardChoice))
            cards = tuple(sorted(choice.free, key=lambda card: card in choice.announced)[: choice.count])
            return Move(seat, "discard", cards, tuple(card for card in cards if card in choice.announced))
        case _:
            return _first(deal)


def _first(deal: Deal) -> Move:
    return next(move for move in deal.legal_moves() if isinstance(move, Move))
