"""When what may be done: windows in time, and the conditions that rules set on them.

Announcements and actions are offered by timing, never by score: a claim that is false can be made.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from .expressions import compile_expression, names_used

if TYPE_CHECKING:
    from .deal import Deal
    from .rules import Rules
    from .talon import Talon
    from .tricks import Play

WINDOW_NAMES = (
    "stock", "turn_up", "closed", "announced", "tricks_played", "deals_played", "side", "seat", "goal", "values",
)  # fmt: skip


def _on_lead(deal: Deal, talon: Talon) -> tuple[int | None, ...]:
    return (deal.actor,) if talon.moment == "lead" else ()


def _on_turn(deal: Deal, talon: Talon) -> tuple[int | None, ...]:
    return (deal.actor,) if talon.moment in ("lead", "turn") else ()


def _after_play(deal: Deal, talon: Talon) -> tuple[int | None, ...]:
    if talon.moment != "turn":
        return ()
    return tuple(seat for seat in deal.setup.order if deal.setup.next[seat] == deal.actor)


def _trick_won(deal: Deal, talon: Talon) -> tuple[int | None, ...]:
    return (deal.actor,) if talon.moment == "lead" and talon.winner >= 0 else ()


def _trick_won_side(deal: Deal, talon: Talon) -> tuple[int | None, ...]:
    if talon.moment != "lead" or talon.winner < 0:
        return ()
    table = deal.rules.table
    return table.sides[table.side_of[talon.winner]]


def _before_draw(deal: Deal, talon: Talon) -> tuple[int | None, ...]:
    return (deal.actor,) if talon.moment == "won" else ()


def _first_lead(deal: Deal, talon: Talon) -> tuple[int | None, ...]:
    return (deal.actor,) if talon.moment == "lead" and talon.winner < 0 else ()


def _last_trick(deal: Deal, talon: Talon) -> tuple[int | None, ...]:
    return (deal.actor,) if talon.moment == "end" else ()


def _at_close(deal: Deal, talon: Talon) -> tuple[int | None, ...]:
    if not talon.just_closed or talon.closer is None:
        return ()
    side_of = deal.rules.table.side_of
    return tuple(seat for seat in deal.setup.order if side_of[seat] != side_of[talon.closer])


WINDOWS: dict[str, Callable[[Deal, Talon], tuple[int | None, ...]]] = {
    "on_lead": _on_lead,
    "on_turn": _on_turn,
    "after_play": _after_play,
    "trick_won": _trick_won,
    "trick_won_side": _trick_won_side,
    "before_draw": _before_draw,
    "first_lead": _first_lead,
    "last_trick": _last_trick,
    "at_close": _at_close,
}
"""Window -> the seats for which it is open."""


class Window:
    """When an announcement or action may be made: windows, and a condition."""

    def __init__(self, rules: Rules, entry: Mapping[str, Any]) -> None:
        self.rules = rules
        self.windows: tuple[str, ...] = tuple(entry["window"])
        self.condition = compile_expression(entry["when"], WINDOW_NAMES) if "when" in entry else None
        names = names_used(entry["when"]) if "when" in entry else frozenset()
        self.looks_at_side = any(name.startswith("side.") for name in names)
        self.declarer_only: bool = entry.get("declarer_only", False)

    def seats(self, deal: Deal) -> list[int]:
        """The seats for which a window is open, whatever the condition says."""
        play: Play = deal.local
        found = {seat for window in self.windows for seat in WINDOWS[window](deal, play.talon) if seat is not None}
        if self.declarer_only:
            found &= {deal.setup.declarer} if deal.setup.declarer is not None else set()
        return [seat for seat in deal.setup.order if seat in found]

    def holds(self, deal: Deal, seat: int) -> bool:
        """Is the condition met for the seat?"""
        if self.condition is None:
            return True
        play: Play = deal.local
        talon: Talon = play.talon
        scoring = self.rules.scoring
        side = self.rules.table.side_of[seat]
        return bool(
            self.condition(
                len(talon.stock),
                talon.turn_up >= 0 and not talon.closed,
                talon.closed,
                bool(talon.turn),
                sum(play.tricks),
                deal.setup.played,
                scoring.standing(deal, side) if self.looks_at_side else None,
                SimpleNamespace(tricks=play.tricks[seat], card_points=play.points[seat]),
                scoring.goal,
                scoring.values,
            )
        )
