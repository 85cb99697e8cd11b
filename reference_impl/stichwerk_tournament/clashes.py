"""Files that cannot all hold: two of one list that differ, two lists of one table, a player on two lists of a round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from stichwerk.errors import SpecError
from stichwerk.tournament import list_to_json
from stichwerk_tournament.listed import Problem, Unread
from stichwerk_tournament.texts import words

if TYPE_CHECKING:
    from stichwerk_tournament.listed import Listed

__all__ = ["find_clashes", "one_of_twins"]

T = TypeVar("T")


def one_of_twins(lists: Iterable[Listed], unread: Iterable[Unread], lang: str) -> tuple[list[Listed], list[Unread]]:
    """Of several files of one name with different endings, the one that is filled in.

    None counts where one of them cannot be read, or where several are filled in and differ.
    """
    broken = _by((one.path.with_suffix(""), one) for one in unread)
    whole = _by((one.reading.path.with_suffix(""), one) for one in lists)
    found: list[Listed] = []
    lost: list[Unread] = []
    for name in {**whole, **broken}:
        twins = whole.get(name, [])
        if name in broken:
            lost += [_known_by(twins, one) for one in broken[name]]
            continue
        first, *others = [one for one in twins if one.reading.filled] or twins[:1]
        if differing := [other.name for other in others if _figures(other) != _figures(first)]:
            error = SpecError(words("check", lang)("twins", file=first.name, other=", ".join(differing)))
            lost.append(Unread(first.reading.path, first.plan, first.round, first.table, error))
        else:
            found.append(first)
    return found, lost


def _known_by(twins: Sequence[Listed], one: Unread) -> Unread:
    """A file that cannot be read, with the round and table that a twin of it says."""
    return replace(one, round=twins[0].round, table=twins[0].table) if twins else one


def _figures(one: Listed) -> list[dict[str, Any]]:
    """What a list says, whether noughts are written out or not."""
    deals: list[dict[str, Any]] = list_to_json(one.reading.sheet)["deals"]
    for deal in deals:
        for column in ("melds", "tricks", "taken"):
            deal[column] = {player: value for player, value in deal.get(column, {}).items() if value}
    return deals


def find_clashes(lists: Sequence[Listed]) -> None:
    """Lists that claim the same table, and lists of one round with the same player: a problem of each of them.

    Of lists with the same player those are to blame that do not seat whom the plan seats, where there are such.
    """
    numbered = [one for one in lists if one.round]
    for same in _by(((one.round, one.table), one) for one in numbered if one.table).values():
        for one in same:
            _blame(one, same, "list_twice", "table", round=one.round, table=one.table)
    seats = [((one.round, player), one) for one in numbered for player in one.reading.sheet.players]
    for (round_, player), same in _by(seats).items():
        for one in [one for one in same if _as_not_planned(one)] or same:
            others = [other for other in same if not one.table or other.table != one.table]
            _blame(one, others, "player_twice", "players", round=round_, who=player)


def _as_not_planned(one: Listed) -> bool:
    return any(problem.key == "plan_players" for problem in one.problems)


def _blame(one: Listed, same: Sequence[Listed], key: str, field: str, **values: object) -> None:
    if others := [other.name for other in same if other is not one]:
        one.problems.append(Problem(key, {**values, "file": ", ".join(others)}, field))


def _by(pairs: Iterable[tuple[Any, T]]) -> Mapping[Any, list[T]]:
    """What belongs to each key, in the order in which it comes."""
    found: dict[Any, list[T]] = {}
    for key, one in pairs:
        found.setdefault(key, []).append(one)
    return found
