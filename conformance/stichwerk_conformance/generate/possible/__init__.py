"""Could a deal come to this? What a question gives, held against the pack, the way of a deal, and the match.

Each function looks for one kind of contradiction and says what it is, in words; empty when it finds none. What is not
given may be anything. A question whose whole point is that its facts cannot be (a bid between two steps) is for the
builders to ask; it must be answered as invalid.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from stichwerk.rules import Rules
from stichwerk_conformance.generate.possible.hands import called, discarded, handed, melded, trick
from stichwerk_conformance.generate.possible.matches import match
from stichwerk_conformance.generate.possible.positions import position
from stichwerk_conformance.generate.possible.scores import score

__all__ = ["impossible"]

Given = Mapping[str, Any]

_CHECKS: Mapping[str, Callable[[Rules, Given], str]] = {
    "legal_cards": handed,
    "trick_winner": trick,
    "melds": melded,
    "discard": discarded,
    "call_card": called,
    "legal_moves": position,
    "play_on": position,
    "score_deal": score,
    "score_match": match,
}


def impossible(rules: Rules, ask: str, given: Given) -> str:
    """Why no deal or match under these rules can come to what is given; empty when nothing speaks against it."""
    check = _CHECKS.get(ask)
    try:
        return check(rules, given) if check else ""
    except ValueError as error:  # the reference itself cannot make sense of it
        return str(error)
