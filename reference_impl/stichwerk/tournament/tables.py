"""Tables of a tournament: how many of which size, and the rules that are played at them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from stichwerk.errors import SpecError
from stichwerk.library import shipped
from stichwerk.loading import load

if TYPE_CHECKING:
    from stichwerk.rules import Rules

__all__ = ["NoTablesError", "allowed_sizes", "games_each", "options_at", "part", "possible", "rules_at", "sizes"]

SIZE_OPTION = "players"
"""The option of a ruleset that says how many sit at a table; its choices are the sizes."""


class NoTablesError(SpecError):
    """So many players cannot be put at tables. nearest: the next smaller number that can, if any, and the next larger.

    allowed: the sizes of tables; clause: the clause that gives them.
    """

    def __init__(self, players: int, nearest: tuple[int, ...], allowed: tuple[int, ...], clause: str | None) -> None:
        who = "1 player" if players == 1 else f"{players} players"
        super().__init__(
            f"{who} cannot be seated at tables of {' and '.join(map(str, allowed))}"
            + (f" [{clause}]" if clause else ""),
            hint=f"the nearest possible number is {' or '.join(map(str, nearest))}",
        )
        self.players = players
        self.nearest = nearest
        self.allowed = allowed
        self.clause = clause


def part(rules: Rules) -> Mapping[str, Any]:
    """The part `tournament` of the rules. SpecError when the ruleset says nothing about tournaments."""
    found: Mapping[str, Any] | None = rules.formal.get("tournament")
    if found is None:
        raise SpecError(
            f"{rules.id} says nothing about tournaments",
            hint=f"those that do: {', '.join(_with_tournaments())}",
        )
    return found


def _with_tournaments() -> list[str]:
    """The rulesets of the package that say how a tournament is run."""
    playable = [name for name in shipped().paths() if not shipped().header(name).get("abstract")]
    return [name for name in playable if "tournament" in load(name).formal]


def sizes(players: int, rules: Rules) -> tuple[int, ...]:
    """The sizes of the tables for so many players, those of the preferred size first, the other ones as few as can be.

    NoTablesError when no tables come out.
    """
    allowed = allowed_sizes(rules)
    found = _fewest(players, allowed)
    if found is None:
        raise NoTablesError(players, _nearest(players, allowed), allowed, rules.clause("tournament.tables"))
    return found


def allowed_sizes(rules: Rules) -> tuple[int, ...]:
    """How many may sit at a table: the preferred size, then the other one, where there is one."""
    tables = part(rules)["tables"]
    return (tables["preferred"], tables["also"]) if "also" in tables else (tables["preferred"],)


def possible(players: int, rules: Rules) -> bool:
    """Can so many players be put at tables?"""
    return _fewest(players, allowed_sizes(rules)) is not None


def options_at(rules: Rules, size: int) -> dict[str, str]:
    """The options that are played with at a table of this size: those of the tournament, for so many players."""
    return {**rules.options, SIZE_OPTION: str(size)}


def rules_at(rules: Rules, size: int) -> Rules:
    """The rules that are played by at a table of this size. SpecError when the ruleset has no such table."""
    if rules.table.players == size:
        return rules
    return load(rules.id, options_at(rules, size), library=rules.library)


def games_each(rules: Rules, deals: int | None = None) -> Fraction:
    """In how many deals of a round each player at such a table takes part: fewer than are dealt where one pauses.

    deals: how many are dealt, without it as many as the rules say. The number is whole where all sit out equally often.
    """
    dealt = rules.formal["match"]["deals"] if deals is None else deals
    return Fraction(dealt * len(rules.table.order(0)), rules.table.players)


def _fewest(players: int, allowed: tuple[int, ...]) -> tuple[int, ...] | None:
    """Sizes that add up to the players, as few as can be of the second; None when there are no such."""
    preferred, *also = allowed
    for others in range(preferred if also else 1):  # with one more they could sit at tables of the preferred size
        left = players - others * sum(also)
        if left % preferred == 0 and left + others > 0 and left >= 0:
            return (preferred,) * (left // preferred) + tuple(also) * others
    return None


def _nearest(players: int, allowed: tuple[int, ...]) -> tuple[int, ...]:
    """The largest number below and the smallest above that can be seated; the first is missing where there is none."""
    start = max(players, 0)
    below = next((n for n in range(start - 1, 0, -1) if _fewest(n, allowed)), None)
    above = next(n for n in range(start + 1, start + allowed[0] + 1) if _fewest(n, allowed))
    return (above,) if below is None else (below, above)
