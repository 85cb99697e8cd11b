"""The steps of a deal by the names they have in `flow`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from .auction import AuctionStep
from .contracts import ContractStep, TrumpStep
from .deal import Step
from .dealing import Cut, DealOut
from .melding import MeldStep
from .scoring import ScoreStep
from .stock import StockStep
from .tricks import TricksStep
from .widow import CallStep, DiscardStep, WidowStep

if TYPE_CHECKING:
    from .rules import Rules

TABLE = {"announcements", "actions"}
"""Parts of the rules that let something be done between the cards."""


def _draws(rules: Rules) -> bool:
    return any("draw" in stage for stage in rules.formal["stages"].values())


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
    "tricks": lambda rules: (StockStep if TABLE & set(rules.formal) or _draws(rules) else TricksStep)(rules),
    "score": ScoreStep,
}
