"""What can be wrong in a line of a list, and the clause it offends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import gcd
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stichwerk.rules import Rules
    from stichwerk.scoring import Result
    from stichwerk.tournament.sheet import Entry

__all__ = ["FIELDS", "Wrong", "wrong_entry", "wrong_result"]

FIELDS = ("deal", "dealer", "declarer", "bid", "revoked", "melds", "taken", "tricks", "result", "total")
"""Where something can be wrong, in the order in which a line is looked at."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """The first thing in a list that is wrong.

    line: the deal, from 1; player: the start number, None where it is about the whole line; field: one of FIELDS;
    given: what the list says, None where it says nothing (for `tricks` without a player: their sum); right: what it
    should say, None where that cannot be known; clause: the clause it offends, None where no clause does.
    """

    line: int
    player: int | None
    field: str
    given: Any
    right: Any
    clause: str | None

    def to_json(self) -> dict[str, Any]:
        """The same as plain JSON."""
        return {
            "line": self.line,
            "player": self.player,
            "field": self.field,
            "given": self.given,
            "right": self.right,
            "clause": self.clause,
        }


def wrong_entry(rules: Rules, players: tuple[int, ...], line: int, entry: Entry, dealer: int) -> Wrong | None:
    """The first thing in what was written about the course of a deal that cannot be; results are not looked at."""
    for player, field, given, right, clause in _in_entry(rules, players, line, entry, dealer):
        return Wrong(line, player, field, given, right, clause)
    return None


Found = tuple[int | None, str, Any, Any, str | None]
"""Player, field, what is given, what is right, clause."""


def _in_entry(rules: Rules, players: tuple[int, ...], line: int, entry: Entry, dealer: int) -> Iterator[Found]:
    if entry.dealer not in (None, dealer):
        says = "tournament.first_dealer" if line == 1 else "deal.next_dealer"
        yield None, "dealer", entry.dealer, dealer, rules.clause(says)
    pausing = dealer if rules.table.pauses else None
    if entry.declarer not in players or entry.declarer == pausing:
        yield None, "declarer", entry.declarer, None, _seats(rules)
    yield from _bid(rules, entry)
    for player in entry.revoked:
        if player not in players or player == pausing:
            yield player, "revoked", True, False, _seats(rules)
    yield from _figures(rules, players, entry, pausing)


def _bid(rules: Rules, entry: Entry) -> Iterator[Found]:
    auction = rules.formal["auction"]
    if entry.bid is None or entry.bid < auction["opening"]:
        yield None, "bid", entry.bid, None, rules.clause("auction.opening")
    elif (entry.bid - auction["opening"]) % auction["step"]:
        yield None, "bid", entry.bid, None, rules.clause("auction.step")


def _figures(rules: Rules, players: tuple[int, ...], entry: Entry, pausing: int | None) -> Iterator[Found]:
    """Melds and tricks: of nobody who is not there or sits out, and such as there are."""
    columns: tuple[tuple[str, Mapping[int, Any]], ...]
    columns = ("melds", entry.melds), ("taken", entry.taken), ("tricks", entry.tricks)
    unit = _unit_of_melds(rules)
    for field, figures in columns:
        for player, given in _in_order(figures, players):
            if player not in players:
                yield player, field, given, None, _seats(rules)
            elif player == pausing and given:
                yield player, field, given, False if field == "taken" else 0, _seats(rules)
            elif given < 0 or (field == "melds" and given % unit):
                yield player, field, given, None, rules.clause("melds") if field == "melds" else None
            elif field == "taken" and not given and entry.tricks.get(player, 0):
                yield player, field, given, True, rules.clause("melding.valid")
    total = _all_points(rules)
    if (found := sum(entry.tricks.values())) != total:
        forgotten = found == rules.deck.total
        yield None, "tricks", found, total, rules.clause("tricks.last_trick" if forgotten else "deck.points")
    columns = ("result", entry.result), ("total", entry.total)
    for field, figures in columns:
        yield from (
            (player, field, given, None, _seats(rules)) for player, given in figures.items() if player not in players
        )


def _in_order(figures: Mapping[int, Any], players: tuple[int, ...]) -> list[tuple[int, Any]]:
    """Figures in the order in which the players are named, then those of others."""
    return sorted(figures.items(), key=lambda one: players.index(one[0]) if one[0] in players else len(players))


def _all_points(rules: Rules) -> int:
    """What trick points add up to."""
    total: int = rules.scoring.total
    return total


def _unit_of_melds(rules: Rules) -> int:
    """Every sum of melds is a multiple of it."""
    values = [entry["value"] for entry in rules.formal.get("melds", {}).values()]
    flat = [one for value in values for one in (value.values() if isinstance(value, Mapping) else (value,))]
    return gcd(*flat) or 1


def _seats(rules: Rules) -> str | None:
    """The clause that says who plays at a table."""
    return rules.clause("table.pauses" if rules.table.pauses else "table.players")


def wrong_result(
    rules: Rules, players: tuple[int, ...], line: int, entry: Entry, result: Result, dealer: int
) -> Wrong | None:
    """The first player with other points than those of the result, the declarer before the rest."""
    for seat, player in sorted(enumerate(players), key=lambda one: one[1] != entry.declarer):
        right = result.scores[str(seat)]
        given = entry.result.get(player, right)
        if given != right:
            pauses = player == dealer and rules.table.pauses
            clause = _seats(rules) if pauses else _offended(rules, entry, result, str(seat), (player, given, right))
            return Wrong(line, player, "result", given, right, clause)
    return None


def _offended(rules: Rules, entry: Entry, result: Result, side: str, wrong: tuple[int, int, int]) -> str | None:
    """The clause that the written points overlook, as far as the figure tells; else the one that gives the points."""
    player, given, right = wrong
    award = next((award.clause for award in result.awards if award.side == side), None)
    if player == entry.declarer and (given >= 0) is not bool(result.made):
        return (result.failed[1] if result.failed else None) or rules.clause("contracts")
    if result.made is False and player == entry.declarer:
        return award
    melds, tricks = entry.melds.get(player, 0), entry.tricks.get(player, 0)
    if melds and not tricks and not entry.taken.get(player) and given == right + melds:
        return rules.clause("melding.valid")
    if player in entry.revoked and given == right + tricks:
        return rules.clause("scoring.counts")
    if given % 10 == 0 and abs(given - right) < 10:
        return rules.clause("rounding.what")
    return award
