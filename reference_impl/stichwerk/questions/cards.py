"""Questions about the deck and the deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stichwerk.deal import Deal

from .reading import Answer, Given, seat_of

if TYPE_CHECKING:
    from stichwerk.rules import Rules


def deck(rules: Rules, given: Given) -> Answer:
    """The deck: number of cards, ranks from the strongest, points of each rank, points of all cards."""
    points = rules.formal["deck"]["points"]
    return {
        "cards": rules.deck.size,
        "order": list(rules.deck.ranks),
        "points": {rank: points[rank] for rank in rules.deck.ranks},
        "total": rules.deck.total,
    }


def cut(rules: Rules, given: Given) -> Answer:
    """May so many cards be lifted."""
    if "cut" not in rules.formal["flow"]:
        return {"legal": False}
    return {"legal": not rules.step("cut").refusal(given["lifted"])}


def deal(rules: Rules, given: Given) -> Answer:
    """Who cuts, who is dealt to first, the packets, cards in each hand, widow and stock, number of tricks.

    With `cards` (the pack as it is dealt, after the cut) also the hands, the widow, the turn-up and the stock.
    """
    dealer = seat_of(rules, given, "dealer")
    packets = rules.formal["deal"]["packets"]
    order = rules.table.order(dealer)
    found: Answer = {
        "cut_by": rules.cutter(dealer) if "cut" in rules.formal["flow"] else None,
        "eldest": order[0],
        "order": list(order),
        "packets": [dict(packet) for packet in packets],
        "hand": rules.hand_size,
        "widow": sum(packet.get("widow", 0) for packet in packets),
        "face_down": sum(packet.get("stock", 0) for packet in packets),
        "tricks": rules.tricks_in_deal,
        "direction": rules.formal["table"]["direction"],
        "sides": list(rules.table.names),
    }
    if rules.formal["deal"]["next_dealer"] not in ("winner", "last_trick"):  # which the deal itself decides
        found["next_dealer"] = rules.next_dealer(dealer)
    if rules.table.pauses:
        found["pauses"] = dealer
    if "cards" in given:
        position = Deal.dealt(rules, dealer, given["cards"])
        codes, setup = rules.deck.codes, position.setup
        found["hands"] = {str(seat): rules.deck.cards(position.hands[seat]) for seat in order}
        found["widow_cards"] = rules.deck.cards(setup.widow)
        found["turn_up"] = codes[setup.turn_up] if setup.turn_up >= 0 else None
        found["stock"] = [codes[kind] for kind in setup.stock]
    return found
