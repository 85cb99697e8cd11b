"""Questions about tricks and melds."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from stichwerk.deal import Deal
from stichwerk.errors import IllegalMove
from stichwerk.moves import Move

from .reading import Answer, Given, by_seat, kind_of, seat_of, trump_of, winning

if TYPE_CHECKING:
    from stichwerk.rules import Rules


def legal_cards(rules: Rules, given: Given) -> Answer:
    """The cards of a hand that may be played to a trick; for a lead all of them."""
    hand = rules.deck.hand(given["hand"])
    trick = [kind_of(rules, code) for code in given.get("trick", [])]
    if not trick:
        return {"legal": rules.deck.sorts(hand)}
    step, trump = rules.tricks, trump_of(rules, given)
    suit_of, side_of = rules.deck.suit_of, rules.table.side_of
    place, led = winning(rules, trick, trump), suit_of[trick[0]]
    high = max(kind for kind in trick if suit_of[kind] == led)
    partner = len(trick) < len(side_of) and side_of[place] == side_of[len(trick)]
    duties = step.duties_in(given["stage"]) if "stage" in given else step.duties
    return {"legal": rules.deck.sorts(duties.playable(hand, trick[place], led, trump, high, partner))}


def trick_winner(rules: Rules, given: Given) -> Answer:
    """Who takes a trick, and its points; with `last` the points for the last trick are in them."""
    trick = [kind_of(rules, code) for code in given["trick"]]
    leader = seat_of(rules, given, "leader")
    dealer = seat_of(rules, given, "dealer") if "dealer" in given else (leader - 1) % rules.table.players
    if not trick or len(trick) > len(rules.table.order(dealer)):
        raise ValueError(f"a trick has 1 to {len(rules.table.order(dealer))} cards, found {len(trick)}")
    place, seat = winning(rules, trick, trump_of(rules, given)), leader
    for _ in range(place):
        seat = rules.table.following(dealer)[seat]
    points = sum(rules.deck.points[kind] for kind in trick)
    return {"winner": seat, "points": points + (rules.scoring.last_trick if given.get("last") else 0)}


def replay(rules: Rules, given: Given) -> Answer:
    """Play cards out from the middle of a deal to its end.

    The winner of each trick and the points of each seat, or the first card that is not allowed. With declarer, bid and
    whole hands also what the deal is worth.
    """
    hands = by_seat(rules, given["hands"], rules.deck.hand, 0)
    leader = seat_of(rules, given, "leader")
    whole = "bid" in given
    position = Deal.at_tricks(
        rules,
        dealer=seat_of(rules, given, "dealer") if "dealer" in given else (leader - 1) % rules.table.players,
        hands=hands,
        leader=leader,
        trump=trump_of(rules, given),
        declarer=seat_of(rules, given, "declarer") if "declarer" in given else leader,
        bid=given.get("bid", 0),
        contract=given.get("game", next(iter(rules.contracts))),
        discards=rules.deck.hand(given.get("discards", [])),
    )
    _clear_the_table(position)
    taken = []
    play = position.local
    for index, code in enumerate(given["plays"]):
        if position.actor is None:
            raise ValueError(f"card {index} is played after the end")
        try:
            position = position.apply(Move(position.actor, "play", code))
        except IllegalMove as error:
            return {"illegal_play": index, "clause": error.clause}
        play = position.local
        if not play.cards:
            taken.append(play.winner)
    if position.result is None and play.talon is not None and play.talon.moment == "end":
        position = position.apply(Move(play.winner, "pass"))  # nobody claims
    points = list(play.points)
    if position.result is not None:
        points[play.winner] += rules.scoring.last_trick
    found: Answer = {"winners": taken, "points": {str(seat): points[seat] for seat in position.setup.order}}
    if whole and position.result is not None:
        melds = by_seat(rules, given.get("melds", {}), int, 0)
        if "melds" not in given:
            trump, table = position.setup.trump, rules.meld_table
            melds = tuple(table.best(hand, trump).total for hand in hands)
        facts = position.result.facts
        assert facts is not None
        result = rules.scoring.score(dataclasses.replace(facts, melds=melds))
        found |= {"melds": {str(s): melds[s] for s in position.setup.order}, **result.to_json()}
    return found


def _clear_the_table(position: Deal) -> None:
    """Nothing is left to draw: cards are played out from the hands alone."""
    if position.local.talon is not None:
        position.local.talon = position.local.talon._replace(stock=(), turn_up=-1)


def melds(rules: Rules, given: Given) -> Answer:
    """The best melds of a hand (or of the part of it that matters): total, and points of each kind of meld."""
    hand = rules.deck.hand(given["hand"] if "hand" in given else given["cards"])
    best = rules.meld_table.best(hand, trump_of(rules, given))
    found: dict[str, int] = {}
    for figure, times in best.melds:
        found[figure.meld] = found.get(figure.meld, 0) + figure.points * times
    return {"total": best.total, "melds": found}
