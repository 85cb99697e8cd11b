"""Seating: is a plan as the rules want it, how often do players meet again, and a simple plan that breaks no law."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING

from stichwerk.tournament.tables import games_each, part, rules_at, sizes

if TYPE_CHECKING:
    from stichwerk.rules import Rules

__all__ = ["LAWS", "Judgement", "Seat", "judge", "meetings", "simple_plan"]

LAWS = ("rounds", "once", "tables", "games", "turns", "first_dealer")
"""What a plan can break.

rounds: their number; once: in each round everybody sits at exactly one table; tables: their sizes; games: everybody
plays the same number of games; turns: nobody sits a second time at a table of the other size before everybody has sat
at one (where the plan is made beforehand); first_dealer: the first named deals first (where nothing else decides).
Where `once` or `tables` is broken, nobody can say how many games somebody plays: `games` and `turns` are not looked at.
"""


@dataclass(frozen=True, slots=True)
class Seat:
    """A table of a plan.

    players: start numbers in the order of play, the first named first; dealer: who deals first, None for the first
    named; deals: how many, None for as many as the rules say.
    """

    players: tuple[int, ...]
    dealer: int | None = None
    deals: int | None = None


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a plan is worth.

    broken: the laws it breaks, in the order of LAWS; repeats: over all pairs of players the meetings beyond the first;
    most: how often those meet who meet most often; meetings: how often each pair meets.
    """

    broken: tuple[str, ...] = ()
    repeats: int = 0
    most: int = 0
    meetings: Counter[tuple[int, int]] = field(default_factory=Counter)


def meetings(rounds: Sequence[Sequence[Seat]]) -> Counter[tuple[int, int]]:
    """How often each pair of players (the smaller start number first) sits at one table."""
    return Counter(
        pair for tables in rounds for seat in tables for pair in itertools.combinations(sorted(set(seat.players)), 2)
    )


def judge(rules: Rules, players: int, rounds: Sequence[Sequence[Seat]]) -> Judgement:
    """Hold a plan for so many players against the rules. NoTablesError when so many cannot be seated at all."""
    wanted = sizes(players, rules)
    broken = {law for law, holds in _laws(rules, players, wanted, rounds) if not holds}
    met = meetings(rounds)
    return Judgement(
        tuple(law for law in LAWS if law in broken),
        sum(count - 1 for count in met.values()),
        max(met.values(), default=0),
        met,
    )


def _laws(
    rules: Rules, players: int, wanted: tuple[int, ...], rounds: Sequence[Sequence[Seat]]
) -> Iterator[tuple[str, bool]]:
    how = part(rules)
    everybody = list(range(1, players + 1))
    once = all(sorted(itertools.chain.from_iterable(seat.players for seat in tables)) == everybody for tables in rounds)
    sized = all(sorted(len(seat.players) for seat in tables) == sorted(wanted) for tables in rounds)
    yield "rounds", len(rounds) == how["rounds"]
    yield "once", once
    yield "tables", sized
    if once and sized:
        yield "games", len(set(_games(rules, players, rounds))) == 1
    if once and sized and how["seating"] == "plan":
        yield "turns", _in_turn(players, wanted, rounds)
    if how["first_dealer"] == "first_named":
        yield (
            "first_dealer",
            all(seat.dealer in (None, seat.players[0]) for tables in rounds for seat in tables if seat.players),
        )


def _games(rules: Rules, players: int, rounds: Sequence[Sequence[Seat]]) -> list[Fraction]:
    """In how many games each player takes part over all rounds."""
    played = dict.fromkeys(range(1, players + 1), Fraction(0))
    for seat in itertools.chain.from_iterable(rounds):
        games = games_each(rules_at(rules, len(seat.players)), seat.deals)
        for player in seat.players:
            played[player] += games
    return list(played.values())


def _in_turn(players: int, wanted: tuple[int, ...], rounds: Sequence[Sequence[Seat]]) -> bool:
    """After every round nobody has sat at tables of the other size two times more often than somebody else."""
    if len(set(wanted)) == 1:
        return True
    times = dict.fromkeys(range(1, players + 1), 0)
    for tables in rounds:
        for seat in tables:
            if len(seat.players) != wanted[0]:
                for player in seat.players:
                    times[player] += 1
        if max(times.values()) - min(times.values()) > 1:
            return False
    return True


def simple_plan(rules: Rules, players: int, rng: Random, *, rounds: int | None = None) -> list[list[Seat]]:
    """A drawn plan that breaks no law and does not care who meets whom. NoTablesError when so many cannot be seated.

    rounds: how many, without it as many as the rules say. Players draw lots for every round; where the plan is made
    beforehand, those who have sat at the tables of the other size least often are taken for them first.
    """
    wanted = sizes(players, rules)
    turns = part(rules)["seating"] == "plan"
    times = dict.fromkeys(range(1, players + 1), 0)
    plan = []
    for _ in range(rounds or part(rules)["rounds"]):
        drawn = list(times)
        rng.shuffle(drawn)
        if turns:
            drawn.sort(key=times.__getitem__, reverse=True)
        tables, start = [], 0
        for size in wanted:
            seated = drawn[start : start + size]
            rng.shuffle(seated)
            tables.append(Seat(tuple(seated)))
            start += size
            if size != wanted[0]:
                for player in seated:
                    times[player] += 1
        plan.append(tables)
    return plan
