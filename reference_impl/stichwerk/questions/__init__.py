"""The questions of the conformance suite, answered by the reference engine.

One function for each question; `answer` finds it by name. A question is a ruleset with options and what is given; the
answer is plain JSON. ValueError says what is wrong with what was given.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from .cards import cut, deal, deck
from .deals import action, auction, call_card, discard, first_lead, whole_deal
from .playing import legal_moves, play_on
from .reading import Answer, Given
from .scores import score_deal, score_match
from .seeing import count, view
from .tournament import check_list, plan, ranking, seating, tables
from .tricks import legal_cards, melds, replay, trick_winner

if TYPE_CHECKING:
    from stichwerk.rules import Rules

__all__ = ["PROFILES", "Answer", "Given", "answer"]

PROFILES: dict[str, dict[str, Callable[[Rules, Given], Answer]]] = {
    "cards": {"deck": deck, "deal": deal, "cut": cut},
    "tricks": {"legal_cards": legal_cards, "trick_winner": trick_winner, "replay": replay},
    "melds": {"melds": melds},
    "scoring": {"score_deal": score_deal},
    "match": {"score_match": score_match},
    "deals": {
        "auction": auction,
        "discard": discard,
        "first_lead": first_lead,
        "action": action,
        "call_card": call_card,
        "whole_deal": whole_deal,
        "legal_moves": legal_moves,
        "play_on": play_on,
        "count": count,
    },
    "secrecy": {"view": view},
    "tournament": {"tables": tables, "check_list": check_list, "ranking": ranking, "seating": seating, "plan": plan},
}
"""Profile -> question -> the function that answers it."""


def answer(rules: Rules, profile: str, ask: str, given: Given) -> Answer:
    """Answer a question of a profile. KeyError when there is no such question, ValueError when it is badly put."""
    return PROFILES[profile][ask](rules, given)
