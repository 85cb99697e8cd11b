"""Questions about the course of a deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stichwerk.deal import Deal
from stichwerk.errors import IllegalMove
from stichwerk.moves import BidChoice, Move
from stichwerk.stock import StockStep

from .reading import Answer, Given, by_seat, contract_of, kind_of, seat_of, trump_of

if TYPE_CHECKING:
    from stichwerk.rules import Rules


def auction(rules: Rules, given: Given) -> Answer:
    """How an auction stands after these calls ([seat, bid or "out"])."""
    if "auction" not in rules.formal["flow"]:
        raise ValueError(f"there is no auction in {rules.id}")
    dealer = seat_of(rules, given, "dealer")
    position = Deal.dealt(rules, dealer, rules.deck.pack())
    for index, (seat, call) in enumerate(given["calls"]):
        move = Move(seat, "pass") if call == "out" else Move(seat, "bid", call)
        step = position.rules.formal["flow"][position.step] if position.actor is not None else ""
        try:
            if step != "auction":
                raise IllegalMove("the auction is over", clause=rules.clause("auction.form"), move=move)
            position = position.apply(move)
        except IllegalMove as error:
            return {"illegal_call": index, "clause": error.clause}
    if position.result is not None:
        return {"redeal_by": dealer}
    if position.setup.declarer is not None:
        return {"declarer": position.setup.declarer, "bid": position.setup.bid}
    found: Answer = {"open": True, "next": position.actor}
    first = position.legal_moves()[0]
    if isinstance(first, BidChoice):
        return {**found, "min_bid": first.least}
    bids = [move.value for move in position.legal_moves() if isinstance(move, Move) and move.kind == "bid"]
    return {**found, "may_bid": bids[0]} if len(bids) == 1 else {**found, "min_bid": min(bids)}


def discard(rules: Rules, given: Given) -> Answer:
    """May the declarer discard these cards; if not, whether it is the irregularity of a wrong number."""
    step = rules.discard
    if step is None:
        return {"legal": False, "clause": rules.clause("flow")}
    flow = list(rules.formal["flow"])
    named = flow.index("trump") < flow.index("discard")
    trump = trump_of(rules, given) if named else -1
    cards = tuple(given["discards"])
    must = step.must_announce(trump)
    announced = given.get("open")
    if announced is None:
        announced = [card for card in cards if card in must] if given.get("announced") else []
    count = sum(packet.get("widow", 0) for packet in rules.formal["deal"]["packets"])
    laid = rules.deck.hand(given.get("melded", []))
    problem = step.problem(rules.deck.hand(given["hand"]), laid, trump, count, cards, tuple(announced))
    if problem is None:
        return {"legal": True}
    found: Answer = {"legal": False, "clause": rules.clause(problem[1]) if problem[1] else None}
    if problem[1] == "discard.count" and "misdiscard" in rules.formal.get("irregularities", {}):
        found["irregularity"] = "misdiscard"
    return found


def first_lead(rules: Rules, given: Given) -> Answer:
    """Who leads to the first trick."""
    contract = contract_of(rules, given)
    declarer = seat_of(rules, given, "declarer") if given.get("declarer") is not None else None
    return {"seat": rules.tricks.lead_seat(seat_of(rules, given, "dealer"), declarer, contract.lead)}


def action(rules: Rules, given: Given) -> Answer:
    """May a seat announce a contract after the auction."""
    legal = given["action"] in rules.contracts and given["seat"] == given["declarer"]
    return {"legal": legal}


def call_card(rules: Rules, given: Given) -> Answer:
    """May the declarer call for a card, and who has to give it."""
    if "call" not in rules.formal["flow"] or not rules.step("call").allowed:
        return {"legal": False, "giver": None}
    step = rules.step("call")
    hands = by_seat(rules, given["hands"], rules.deck.hand, 0)
    declarer, kind = seat_of(rules, given, "declarer"), kind_of(rules, given["card"])
    if not step.callable(hands[declarer], kind):
        return {"legal": False, "giver": None}
    dealer = seat_of(rules, given, "dealer") if "dealer" in given else 0
    return {"legal": True, "giver": step.giver(hands, rules.table.following(dealer), declarer, kind)}


def whole_deal(rules: Rules, given: Given) -> Answer:
    """A deal move by move: who was to act before each move and what was legal, the first move refused, the result."""
    position = rules.deal(given["dealer"], given["cards"])
    positions = [_position(position)]
    refused = None
    for index, entry in enumerate(given["moves"]):
        try:
            position = position.apply(Move.from_json(entry))
        except IllegalMove as error:
            refused = {"index": index, "clause": error.clause}
            break
        positions.append(_position(position))
    return {
        "positions": positions,
        "refused": refused["index"] if refused else None,
        "clause": refused["clause"] if refused else None,
        "result": position.result.to_json() if position.result is not None else None,
    }


def _position(position: Deal) -> Answer:
    """Who is to act and may do what; where things may be done between the cards, also what the others may do."""
    offered = [choice.to_json() for choice in position.legal_moves()]
    legal, others = ([one for one in offered if (one["seat"] == position.actor) is own] for own in (True, False))
    for one in legal:
        del one["seat"]
    found: Answer = {"seat": position.actor, "legal": legal}
    if isinstance(position.rules.tricks, StockStep):
        found["others"] = others
    return found
