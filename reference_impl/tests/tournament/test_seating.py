"""Seating: plans are judged by the laws of the rules, and the simple plan breaks none."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import stichwerk
from stichwerk.tournament import NoTablesError, Seat, judge, meetings, simple_plan

TURNIER = stichwerk.load("binokel-turnier")
DRAWN = stichwerk.load("binokel-turnier", {"seating": "redraw"})
NUMBERS = st.integers(3, 60).filter(lambda n: n != 5)


@settings(deadline=None)
@given(NUMBERS, st.integers(0, 2**32))
def test_the_simple_plan_breaks_no_law(players: int, seed: int) -> None:
    plan = simple_plan(TURNIER, players, Random(seed))
    assert judge(TURNIER, players, plan).broken == ()
    assert plan == simple_plan(TURNIER, players, Random(seed))


@settings(deadline=None)
@given(NUMBERS, st.integers(0, 2**32))
def test_a_drawn_plan_breaks_no_law_of_drawing(players: int, seed: int) -> None:
    assert judge(DRAWN, players, simple_plan(DRAWN, players, Random(seed))).broken == ()


def test_drawing_lets_some_sit_at_the_table_of_four_twice() -> None:
    assert any("turns" in judge(TURNIER, 10, simple_plan(DRAWN, 10, Random(seed))).broken for seed in range(20))


@settings(deadline=None)
@given(NUMBERS, st.integers(0, 2**32), st.data())
def test_two_players_exchanged_in_a_round_break_no_law_but_turns(players: int, seed: int, data: st.DataObject) -> None:
    plan = simple_plan(TURNIER, players, Random(seed))
    one, other = (data.draw(st.integers(1, players)) for _ in range(2))
    changed = {one: other, other: one}
    plan[1] = [Seat(tuple(changed.get(player, player) for player in seat.players)) for seat in plan[1]]
    assert set(judge(TURNIER, players, plan).broken) <= {"turns"}


@settings(deadline=None)
@given(NUMBERS, st.integers(0, 2**32))
def test_repeats_are_the_meetings_beyond_the_number_of_pairs_that_meet(players: int, seed: int) -> None:
    plan = simple_plan(TURNIER, players, Random(seed))
    met = meetings(plan)
    assert sum(met.values()) == sum(
        len(seat.players) * (len(seat.players) - 1) // 2 for tables in plan for seat in tables
    )
    assert judge(TURNIER, players, plan).repeats == sum(met.values()) - len(met)
    assert judge(TURNIER, players, plan).most == max(met.values())


@settings(deadline=None)
@given(NUMBERS, st.integers(0, 2**32), st.data())
def test_somebody_left_out_is_noticed(players: int, seed: int, data: st.DataObject) -> None:
    plan = simple_plan(TURNIER, players, Random(seed))
    number = data.draw(st.integers(0, len(plan) - 1))
    first = plan[number][0]
    plan[number][0] = Seat((*first.players[:-1], players + 1))
    broken = set(judge(TURNIER, players, plan).broken)
    assert "once" in broken
    assert not broken & {"games", "turns"}  # nobody can say how many games somebody plays


def test_nobody_can_plan_for_five() -> None:
    with pytest.raises(NoTablesError):
        simple_plan(TURNIER, 5, Random(0))
    with pytest.raises(NoTablesError):
        judge(TURNIER, 5, [])


def test_an_empty_plan_has_no_rounds() -> None:
    judged = judge(TURNIER, 6, [])
    assert (judged.broken, judged.repeats, judged.most) == (("rounds",), 0, 0)
