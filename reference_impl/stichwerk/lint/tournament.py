"""Tournaments: tables that can be played at, and the same number of games for everybody at each of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from stichwerk.errors import SpecError
from stichwerk.lint.packets import playing
from stichwerk.resolve import Resolution

__all__ = ["Tried", "check_sizes", "check_tournament"]

SIZE = "players"
"""The option whose choices are the sizes of tables."""

Tried = tuple[Mapping[str, str], Resolution]
"""A full set of choices, and the rules under it."""


def check_tournament(resolution: Resolution) -> Iterator[SpecError]:
    """A table of a size that the tournament does not know, rounds without end, a turn to sit out that is not shared."""
    rules: Mapping[str, Any] = resolution.document["rules"]
    if "tournament" not in rules:
        return
    table, sizes = rules["table"], _sizes(rules)
    players: int = table["players"]
    if len(set(sizes)) < len(sizes):
        yield resolution.error("tournament.tables.also", "that is the preferred size", hint="remove it, or change it")
    if players not in sizes:
        yield resolution.error(
            "tournament.tables", f"{players} sit at this table", expected=f"{players} among the sizes of tables"
        )
    if table["sides"] != "each":
        yield resolution.error(
            "table.sides", "a tournament ranks players, but here partners count together", expected="each"
        )
    if "auction" not in rules["flow"] or len(rules.get("contracts", {})) != 1:
        yield resolution.error(
            "tournament.list", "a list has one bid for each deal and no column for what is played",
            expected="an auction and one contract",
        )  # fmt: skip
    if rules["deal"].get("next_dealer", "next") != "next":
        yield resolution.error(
            "deal.next_dealer", "on a list of a tournament the deal goes round the table", expected="next"
        )
    yield from _deals(resolution, players)


def _deals(resolution: Resolution, players: int) -> Iterator[SpecError]:
    """A round must end, and where the dealer sits out it must go round the table."""
    rules: Mapping[str, Any] = resolution.document["rules"]
    deals: int | None = rules["match"].get("deals")
    if deals is None:
        yield resolution.error("match", "a round of a tournament has a number of deals", expected="match: {deals: ...}")
    elif playing(rules) < players and deals % players:
        yield resolution.error(
            "match.deals", f"{deals} deals cannot be divided by {players}, so some sit out more often than others",
            expected=f"a multiple of {players}",
        )  # fmt: skip


def check_sizes(options: Mapping[str, Any], tried: Sequence[Tried]) -> Iterator[SpecError]:
    """Sizes that the option `players` cannot choose, and sizes at which people play more games than at others."""
    with_tournament = [(full, one) for full, one in tried if "tournament" in one.document["rules"]]
    if not with_tournament:
        return
    first = with_tournament[0][1]
    rules: Mapping[str, Any] = first.document["rules"]
    known = {choice["id"] for choice in options.get(SIZE, {}).get("choices", ())} or {str(rules["table"]["players"])}
    for size in _sizes(rules):
        if str(size) not in known:
            yield first.error(
                "tournament.tables", f"nothing says how {size} play at a table", expected=f"a choice {SIZE}={size}"
            )
    games: dict[frozenset[tuple[str, str]], tuple[str, Fraction]] = {}
    for full, one in with_tournament:
        each = _games_each(one.document["rules"])
        beside = frozenset((name, choice) for name, choice in full.items() if name != SIZE)
        other, before = games.setdefault(beside, (full.get(SIZE, ""), each))
        if each != before:
            yield one.error(
                "match.deals", f"each plays {each} games in a round here, but {before} with {SIZE}={other}",
                hint="one ranking needs the same number of games for all",
            )  # fmt: skip


def _sizes(rules: Mapping[str, Any]) -> tuple[int, ...]:
    tables = rules["tournament"]["tables"]
    return (tables["preferred"], *([tables["also"]] if "also" in tables else []))


def _games_each(rules: Mapping[str, Any]) -> Fraction:
    return Fraction(rules["match"].get("deals", 0) * playing(rules), rules["table"]["players"])
