"""The list of one table and round, as data and as JSON (schema/tournament-list.schema.json)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Entry", "TournamentList", "list_from_json", "list_to_json"]

FORMAT = 1
_BY_PLAYER = ("melds", "tricks", "taken", "result", "total")


@dataclass(frozen=True, slots=True)
class Entry:
    """One deal of a list. Everything in points, players by their start numbers.

    dealer: None where the list has no column for it; declarer, bid: None while the line is still empty; melds: what
    each laid down; tricks: trick points, those for the last trick among them, so that they add up to all there are;
    taken: did a player win a trick, needed only for one whose tricks were worth nothing; revoked: who revoked; result,
    total: as written by the players, empty where nothing is written yet.
    """

    dealer: int | None = None
    declarer: int | None = None
    bid: int | None = None
    melds: Mapping[int, int] = field(default_factory=dict)
    tricks: Mapping[int, int] = field(default_factory=dict)
    taken: Mapping[int, bool] = field(default_factory=dict)
    revoked: tuple[int, ...] = ()
    result: Mapping[int, int] = field(default_factory=dict)
    total: Mapping[int, int] = field(default_factory=dict)

    @property
    def empty(self) -> bool:
        """Is nothing written in this line but who deals?"""
        return self.declarer is None and self.bid is None and not (self.melds or self.tricks or self.result)


@dataclass(frozen=True, slots=True)
class TournamentList:
    """What a table hands in after a round.

    players: start numbers in the order of play, the first named first; deals: line by line; round, table: from 1, 0
    where they are not known; before: what players had before this round, where the list says so; ruleset, options,
    hash: the rules it was written by, where the list says so.
    """

    players: tuple[int, ...]
    deals: tuple[Entry, ...]
    round: int = 0
    table: int = 0
    before: Mapping[int, int] = field(default_factory=dict)
    ruleset: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    hash: str = ""


def list_from_json(given: Mapping[str, Any]) -> TournamentList:
    """The list in a JSON document that fits the schema. KeyError, TypeError or ValueError for one that does not."""
    players = tuple(given["players"])
    if not players or len(set(players)) != len(players) or not all(type(one) is int and one > 0 for one in players):
        raise ValueError(f"players: different start numbers from 1 were expected, found {given['players']!r}")
    return TournamentList(
        players=players,
        deals=tuple(map(_entry, given["deals"])),
        round=given.get("round", 0),
        table=given.get("table", 0),
        before=_by_player(given.get("before", {})),
        ruleset=given.get("ruleset", ""),
        options=dict(given.get("options", {})),
        hash=given.get("hash", ""),
    )


def _entry(given: Mapping[str, Any]) -> Entry:
    return Entry(
        dealer=given.get("dealer"),
        declarer=given.get("declarer"),
        bid=given.get("bid"),
        revoked=tuple(given.get("revoked", ())),
        **{key: _by_player(given.get(key, {})) for key in _BY_PLAYER},
    )


def _by_player(entries: Mapping[Any, Any]) -> dict[int, Any]:
    return {int(player): value for player, value in entries.items()}


def list_to_json(sheet: TournamentList) -> dict[str, Any]:
    """The list as plain JSON; what is not known is left out."""
    found: dict[str, Any] = {"format": FORMAT}
    for key in ("ruleset", "options", "hash", "round", "table"):
        if value := getattr(sheet, key):
            found[key] = dict(value) if key == "options" else value
    found["players"] = list(sheet.players)
    if sheet.before:
        found["before"] = _keyed(sheet.before)
    found["deals"] = [_entry_to_json(number, entry) for number, entry in enumerate(sheet.deals, start=1)]
    return found


def _entry_to_json(number: int, entry: Entry) -> dict[str, Any]:
    found: dict[str, Any] = {"deal": number}
    for key in ("dealer", "declarer", "bid"):
        if (value := getattr(entry, key)) is not None:
            found[key] = value
    if entry.revoked:
        found["revoked"] = list(entry.revoked)
    for key in _BY_PLAYER:
        if value := getattr(entry, key):
            found[key] = _keyed(value)
    return found


def _keyed(entries: Mapping[int, Any]) -> dict[str, Any]:
    return {str(player): value for player, value in entries.items()}
