"""The steps of a deal by the names they have in `flow`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from .auction import AuctionStep
from .contracts import ContractStep, TrumpStep
from .deal import Cut, DealOut, Step
from .melds import MeldStep
from .scoring import ScoreStep
from .tricks import TricksStep
from .widow import CallStep, DiscardStep, WidowStep

if TYPE_CHECKING:
    from .rules import Rules

STEPS: dict[str, Callable[[Rules], Step]] = {
    "cut": Cut,
    "deal": DealOut,
    "auction": AuctionStep,
    "widow": WidowStep,
    "call": CallStep,
    "contract": ContractStep,
    "trump": TrumpStep,
    "meld_declarer": lambda rules: MeldStep(rules, declarer=True),
    "meld_others": lambda rules: MeldStep(rules, declarer=False),
    "discard": DiscardStep,
    "tricks": TricksStep,
    "score": ScoreStep,
}
