"""The reference implementation with one law broken: `lawless.py NAME`.

No expected value is needed to see the fault: the program contradicts itself, the pack, or what it may show.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from planting import FAULTS, answer_wrongly

from stichwerk import questions
from stichwerk.deal import Deal
from stichwerk.errors import IllegalMove
from stichwerk.moves import Move
from stichwerk.rules import Rules
from stichwerk.tricks import Play

Answer = dict[str, Any]
Given = Any


def deals_of(rules: Rules, given: Given) -> list[Deal]:
    """The deal before and after each of its moves, up to the first that is refused."""
    found = [rules.deal(given["dealer"], given["cards"])]
    with suppress(IllegalMove):
        for entry in given["moves"]:
            found.append(found[-1].apply(Move.from_json(entry)))
    return found


def at(profile: str, ask: str) -> Callable[[Callable[[Rules, Given, Answer], None]], Callable[..., None]]:
    """A fault in the answers to one question."""

    def plant(spoil: Callable[[Rules, Given, Answer], None]) -> Callable[..., None]:
        def install() -> None:
            right = questions.PROFILES[profile][ask]

            def wrong(rules: Rules, given: Given) -> Answer:
                answer = right(rules, given)
                spoil(rules, given, answer)
                return answer

            questions.PROFILES[profile][ask] = wrong

        FAULTS[spoil.__name__] = install
        return spoil

    return plant


@at("deals", "whole_deal")
def a_card_from_nowhere(rules: Rules, given: Given, answer: Answer) -> None:
    """Whoever leads is offered every card of the pack."""
    for position in answer["positions"]:
        if any(move["move"] == "play" for move in position["legal"]):
            position["legal"] = [{"move": "play", "card": code} for code in rules.deck.codes]


@at("deals", "whole_deal")
def nothing_left_to_do(rules: Rules, given: Given, answer: Answer) -> None:
    """In the third trick there is nothing to do."""
    if sum(move["move"] == "play" for move in given["moves"]) > 6:
        answer["positions"][-1]["legal"] = []


@at("deals", "whole_deal")
def the_first_seat_is_favoured(rules: Rules, given: Given, answer: Answer) -> None:
    if answer["result"] is not None and "scores" in answer["result"]:
        first = rules.table.names[0]
        answer["result"]["scores"][first] += 10


@at("deals", "whole_deal")
def hearts_are_not_led(rules: Rules, given: Given, answer: Answer) -> None:
    for position in answer["positions"]:
        plain = [move for move in position["legal"] if move.get("card", "")[:1] != "H"]
        position["legal"] = plain or position["legal"]


@at("melds", "melds")
def the_first_card_of_the_hand_counts(rules: Rules, given: Given, answer: Answer) -> None:
    hand = given.get("hand", given.get("cards"))
    answer["total"] += 10 * (hand[0] > hand[-1])


@at("deals", "whole_deal")
def refuses_nothing(rules: Rules, given: Given, answer: Answer) -> None:
    answer["refused"] = None


@at("tricks", "trick_winner")
def tens_are_worth_nothing(rules: Rules, given: Given, answer: Answer) -> None:
    answer["points"] -= 10 * sum(card[1:] == "T" for card in given["trick"])


@at("secrecy", "view")
def the_next_card_is_seen(rules: Rules, given: Given, answer: Answer) -> None:
    position = rules.deal(given["dealer"], given["cards"])
    answer["next"] = [rules.deck.codes[kind] for kind in position.setup.stock][-3:]


@at("secrecy", "view")
def all_hands_are_sent(rules: Rules, given: Given, answer: Answer) -> None:
    """The client hides them: until somebody looks at what is sent."""
    answer["others"] = [rules.deck.cards(hand) for hand in deals_of(rules, given)[-1].hands]


@at("secrecy", "view")
def the_moves_of_others_are_shown(rules: Rules, given: Given, answer: Answer) -> None:
    """Whoever watches sees what the seat to act may do, and so what it holds."""
    deal = deals_of(rules, given)[-1]
    answer["offered"] = [] if deal.actor is None else [one.to_json() for one in deal.legal_moves()]


def knows_hidden_cards() -> None:
    """What may be played depends on what the next seat holds."""
    right = questions.PROFILES["deals"]["whole_deal"]

    def wrong(rules: Rules, given: Given) -> Answer:
        answer = right(rules, given)
        for position, deal in zip(answer["positions"], deals_of(rules, given), strict=False):
            if isinstance(deal.local, Play) and deal.actor is not None:
                behind = deal.hands[deal.setup.next[deal.actor]]
                if not behind & rules.deck.suit_mask[deal.setup.trump]:
                    position["legal"] = position["legal"][:1]
        return answer

    questions.PROFILES["deals"]["whole_deal"] = wrong


@at("tournament", "plan")
def somebody_sits_twice(rules: Rules, given: Given, answer: Answer) -> None:
    answer["rounds"][-1][-1]["players"][0] = answer["rounds"][-1][0]["players"][-1]


@at("tournament", "plan")
def the_same_sit_at_the_larger_table(rules: Rules, given: Given, answer: Answer) -> None:
    answer["rounds"] = answer["rounds"][:1] * len(answer["rounds"])


@at("tournament", "check_list")
def totals_are_not_looked_at(rules: Rules, given: Given, answer: Answer) -> None:
    if answer["wrong"] and answer["wrong"]["field"] == "total":
        answer["wrong"] = None


def dies_at_melds() -> None:
    def die(rules: Rules, given: Given) -> Answer:
        os._exit(4)

    questions.PROFILES["melds"]["melds"] = die


FAULTS |= {"knows_hidden_cards": knows_hidden_cards, "dies_at_melds": dies_at_melds}

if __name__ == "__main__":
    answer_wrongly(sys.argv[1])
