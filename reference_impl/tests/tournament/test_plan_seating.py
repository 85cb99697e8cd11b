"""Seating: laws that every plan keeps, bounds that are reckoned by hand, and plans that cannot be better."""

from __future__ import annotations

import itertools
import sys
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stichwerk import load
from stichwerk.tournament import Seat, judge, possible, sizes
from stichwerk_tournament import repair, seating
from stichwerk_tournament.arranging import first_dealers, numbered
from stichwerk_tournament.bounds import by_first_turn, by_opponents, by_spreading, lower_bound
from stichwerk_tournament.seating import Seating, seat, seat_by_lot
from stichwerk_tournament.shifts import shifted
from stichwerk_tournament.solver import LARGEST, NoSolverError, solve

RULES = load("binokel-turnier")
COUNTS = [players for players in range(3, 81) if possible(players, RULES)]

# With more than three rounds few players leave the bound to the solver, which takes its time.
asked = st.tuples(st.sampled_from(COUNTS), st.integers(1, 5), st.integers(0, 99)).filter(
    lambda one: one[0] > LARGEST or one[1] <= 3
)


def tables(players: int) -> tuple[int, ...]:
    return sizes(players, RULES)


def judged(players: int, found: Seating) -> tuple[tuple[str, ...], int, int]:
    rounds = [[Seat(seated) for seated in round_] for round_ in found.rounds]
    verdict = judge(RULES, players, rounds)
    # The rules want three rounds; here plans may have any number.
    return tuple(law for law in verdict.broken if law != "rounds"), verdict.repeats, verdict.most


@given(asked)
def test_a_plan_breaks_no_law_and_counts_its_meetings_right(one: tuple[int, int, int]) -> None:
    players, rounds, seed = one
    found = seat(tables(players), rounds, seed)

    assert len(found.rounds) == rounds
    assert judged(players, found) == ((), found.repeats, found.most)
    assert found.bound <= found.repeats
    pairs = players * (players - 1) // 2
    meetings = rounds * sum(size * (size - 1) // 2 for size in tables(players))
    assert sum(found.histogram.values()) == pairs
    assert sum(times * count for times, count in found.histogram.items()) == meetings


@given(asked)
def test_everybody_deals_first_as_often_as_the_others_give_or_take_one(one: tuple[int, int, int]) -> None:
    players, rounds, seed = one
    found = seat(tables(players), rounds, seed)

    dealt = Counter(seated[0] for round_ in found.rounds for seated in round_)
    times = [dealt[player] for player in range(1, players + 1)]
    assert max(times) - min(times) <= 1


@given(asked)
def test_in_the_first_round_players_sit_in_the_order_of_their_numbers(one: tuple[int, int, int]) -> None:
    players, rounds, seed = one
    found = seat(tables(players), rounds, seed)

    first = [player for seated in found.rounds[0] for player in sorted(seated)]
    assert first == list(range(1, players + 1))


@given(asked)
def test_the_same_seed_gives_the_same_plan(one: tuple[int, int, int]) -> None:
    players, rounds, seed = one

    assert seat(tables(players), rounds, seed) == seat(tables(players), rounds, seed)


def test_another_seed_gives_another_plan() -> None:
    plans = {seat(tables(23), 3, seed).rounds for seed in range(10)}

    assert len(plans) == 10


@pytest.mark.parametrize("players", COUNTS)
def test_three_rounds_are_planned_as_well_as_can_be(players: int) -> None:
    found = seat(tables(players), 3, 1)

    assert found.optimal


# By hand, for three rounds:
# 3: one table, three pairs, each meets three times: 3 x 2 = 6.
# 4: one table, six pairs: 6 x 2 = 12.
# 6: two tables of three give 6 meetings a round. Round 1 {1 2 3} {4 5 6}; any other round splits both tables 2 + 1, so
#    round 2 is {1 2 4} {3 5 6} up to the names of the players and repeats 1-2 and 5-6. Of the 15 pairs five have not
#    met: 1-5, 1-6, 2-5, 2-6, 3-4. No table of round 3 can have three of them (none of these form a triangle), and two
#    at one table are 5 or 6 with 1 and 2, or 1 or 2 with 5 and 6; then the other table has 3-4. So at most 3 pairs of
#    round 3 are new, at least 3 are not: 2 + 3 = 5.
# 8: two tables of four; each player has 3 x 3 = 9 opponents among 7: 8 players meet 2 again, each counted by both: 8.
# 9: the rows, columns and one set of diagonals of a square of nine: nobody meets again.
# 13: in every round other tables of four, so each of the three comes twice to the three tables of three: four players
#     at three tables are one pair at least; these pairs belong to different tables of four: 3 x 2 = 6.
# 14: in round 2 the six who sat at threes sit at the two tables of four, each of their tables split 2 + 1: 2 pairs;
#     two of the others join them, and of the rest the fours of round 1 bring 4 and 2 or 3 and 3 to two tables of three:
#     2 pairs at least. Together 4.
# 17: in round 2 eight of the nine who sat at threes sit at the tables of four, coming from three tables: 1 pair for
#     each four; the eight who sat at fours sit at three tables of three: 1 pair for each four. Together 4.
BY_HAND = {3: 6, 4: 12, 6: 5, 8: 8, 9: 0, 12: 0, 13: 6, 14: 4, 15: 0, 16: 0, 17: 4, 18: 0, 23: 0}


@pytest.mark.parametrize(("players", "fewest"), BY_HAND.items())
def test_the_fewest_repeats_of_three_rounds_are_those_reckoned_by_hand(players: int, fewest: int) -> None:
    found = seat(tables(players), 3, 1)

    assert (found.repeats, found.bound) == (fewest, fewest)


def partitions(players: tuple[int, ...], left: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """All ways to seat the players at tables of these sizes."""
    if not left:
        yield ()
        return
    # The first player sits at a table of some size; that no table is counted twice, it is the first one.
    for size in sorted(set(left)):
        rest = list(left)
        rest.remove(size)
        for others in itertools.combinations(players[1:], size - 1):
            table = (players[0], *others)
            remaining = tuple(player for player in players if player not in table)
            yield from ((table, *more) for more in partitions(remaining, tuple(rest)))


def pairs_of(plan: tuple[tuple[int, ...], ...]) -> frozenset[tuple[int, int]]:
    return frozenset(pair for table in plan for pair in itertools.combinations(sorted(table), 2))


def in_turn(rounds: tuple[tuple[tuple[int, ...], ...], ...], players: int) -> bool:
    times = dict.fromkeys(range(players), 0)
    for plan in rounds:
        if len(set(map(len, plan))) > 1:
            for table in plan:
                for player in table if len(table) > min(map(len, plan)) else ():
                    times[player] += 1
        if max(times.values()) - min(times.values()) > 1:
            return False
    return True


@pytest.mark.parametrize(("players", "rounds"), [(6, 3), (7, 3), (6, 4), (7, 2), (8, 3)])
def test_no_plan_of_all_there_are_is_better(players: int, rounds: int) -> None:
    everybody = tuple(range(players))
    ways = list(partitions(everybody, tables(players)))
    pairs = {plan: pairs_of(plan) for plan in ways}
    first = ways[0]
    fewest = min(
        sum(len(pairs[plan]) for plan in all_rounds) - len(frozenset().union(*(pairs[plan] for plan in all_rounds)))
        for others in itertools.product(ways, repeat=rounds - 1)
        if in_turn(all_rounds := (first, *others), players)
    )

    found = seat(tables(players), rounds, 1)
    assert (found.repeats, found.bound) == (fewest, fewest)


Round = tuple[tuple[int, ...], ...]


def kind(first: Round, second: Round) -> object:
    """How many come from which table of a round to which of the next, whatever tables and players are called.

    Two second rounds of one kind differ only in the names of the players.
    """
    return min(
        (tuple(map(len, order)), sorted((len(one), *(len({*one} & {*other}) for other in order)) for one in first))
        for order in itertools.permutations(second)
    )


def least_crowded(players: int, repeats: int) -> int:
    """Of all plans of three rounds with so many repeats, the fewest pairs that sit together in every round."""
    ways = list(partitions(tuple(range(players)), tables(players)))
    bit = {pair: 1 << n for n, pair in enumerate(itertools.combinations(range(players), 2))}
    bits = {plan: sum(bit[pair] for pair in pairs_of(plan)) for plan in ways}
    first, found = ways[0], set[int]()
    for second in {str(kind(first, plan)): plan for plan in ways}.values():
        twice, once = bits[first] & bits[second], bits[first] | bits[second]
        for third in ways:
            again, always = twice.bit_count() + (once & bits[third]).bit_count(), (twice & bits[third]).bit_count()
            if again == repeats and always not in found and in_turn((first, second, third), players):
                found.add(always)
    return min(found)


# Pairs that sit together in all of three rounds, where that cannot be helped without more repeats; at the only tables
# of 3 and 4 players all 3 and all 6 pairs do.
ALWAYS = {6: 1, 7: 2, 8: 4, 11: 3}


@pytest.mark.parametrize(("players", "pairs"), ALWAYS.items())
def test_of_all_plans_with_as_few_repeats_none_spreads_them_better(players: int, pairs: int) -> None:
    assert least_crowded(players, seat(tables(players), 3, 1).repeats) == pairs


@pytest.mark.parametrize("players", range(6, 25))
@pytest.mark.parametrize("seed", range(1, 4))
def test_nobody_meets_more_often_than_must_be(players: int, seed: int) -> None:
    # Where nobody must meet three times, nobody does; and where nobody must meet again, nobody meets twice.
    found = seat(tables(players), 3, seed)
    assert found.most == (3 if players in ALWAYS else 2 if found.bound else 1)
    assert found.histogram.get(3, 0) == ALWAYS.get(players, 0)


def test_of_plans_with_as_many_repeats_the_one_that_spreads_them_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    # 5 repeats each: in the first 5 and 8 sit together in all rounds, in the second no pair does.
    crowded = [[[8, 5, 6], [2, 3, 7], [4, 1, 0]], [[7, 6, 1], [5, 3, 8], [0, 4, 2]], [[3, 2, 6], [1, 8, 7], [0, 4, 5]]]
    spread = [[[4, 2, 6], [0, 7, 1], [8, 5, 3]], [[4, 2, 1], [6, 0, 5], [7, 8, 3]], [[2, 8, 5], [0, 3, 1], [4, 7, 6]]]
    assert [(repair.repeats(plan), repair.crowding(plan)) for plan in (crowded, spread)] == [(5, 1), (5, 0)]
    plans = iter([crowded, spread])
    monkeypatch.setattr(seating, "lower_bound", lambda *_: 5)
    monkeypatch.setattr(seating, "shifted", lambda *_: None)
    monkeypatch.setattr(seating, "repaired", lambda *_: next(plans))
    found = seat((3, 3, 3), 3, 1)
    assert (found.repeats, found.most) == (5, 2)


def test_the_solver_weighs_a_fourth_meeting_more_than_a_third() -> None:
    # All plans of four rounds for six players: of those with the fewest repeats, the least crowded.
    ways = [[list(table) for table in plan] for plan in partitions(tuple(range(6)), (3, 3))]
    plans = [[ways[0], *others] for others in itertools.product(ways, repeat=3)]
    best = min((repair.repeats(plan), repair.crowding(plan)) for plan in plans)
    found = solve((3, 3), 4, [ways[0]] * 4, 0).plan
    assert (repair.repeats(found), repair.crowding(found)) == best


@pytest.mark.parametrize(
    ("players", "rounds", "opponents", "spread", "turn"),
    [
        # 10 players: in round 2 the four of round 1 come to two tables of three (2 pairs), four of the six others sit
        # at the four, 2 and 2 from one table (2 pairs): 4. In round 3 two are left and two come back.
        (10, 2, 0, 4, 4),
        # 9 players in five rounds: 5 x 2 = 10 opponents among 8: 2 too many for each, 9 x 2 / 2 = 9.
        (9, 5, 9, 0, 0),
        # 7: a four and a three; round 2 seats the three and one more at the four: 3 pairs; of the four, three stay: 3.
        (7, 2, 0, 6, 3),
        (3, 3, 6, 6, 0),
        (12, 3, 0, 0, 0),
        (13, 3, 0, 4, 6),
    ],
)
def test_the_bounds_are_those_reckoned_by_hand(
    players: int, rounds: int, opponents: int, spread: int, turn: int
) -> None:
    wanted = tables(players)

    assert by_opponents(wanted, rounds) == opponents
    assert by_spreading(wanted, rounds) == spread
    assert by_first_turn(wanted, rounds) == turn


@given(st.sampled_from(COUNTS), st.integers(1, 8), st.integers(0, 99))
def test_no_drawn_plan_has_fewer_repeats_than_the_bound(players: int, rounds: int, seed: int) -> None:
    drawn = repair.drawn(tables(players), rounds, repair.Random(seed))

    assert repair.repeats(drawn) >= lower_bound(tables(players), rounds)


@given(st.integers(3, 40), st.integers(1, 40), st.integers(3, 5))
def test_shifted_plans_bring_nobody_together_twice(count: int, rounds: int, size: int) -> None:
    plan = shifted((size,) * count, rounds)
    if plan is None:
        # Three groups leave out only numbers of rounds that are as large as that of the tables.
        assert size > 3 or rounds >= count
        return

    assert repair.repeats(plan) == 0
    assert len(plan) == rounds
    for round_ in plan:
        assert sorted(player for table in round_ for player in table) == list(range(size * count))


def test_shifting_is_for_tables_of_one_size() -> None:
    assert shifted((3, 3, 4), 2) is None


def test_nobody_meets_a_third_time_where_two_times_are_enough() -> None:
    assert seat(tables(13), 3, 1).most == 2
    assert seat(tables(10), 3, 1).most == 2


def test_drawn_tables_do_not_care_who_has_met() -> None:
    found = seat_by_lot(tables(9), 3, 1)

    assert found.repeats > 0
    assert found.bound == 0
    assert set(judged(9, found)[0]) <= {"turns"}


def test_players_come_to_other_tables() -> None:
    first = [[1, 2, 3], [4, 5, 6], [7, 8, 9], [10, 11, 12]]
    # 1, 5 and 9 have been at tables 1, 2 and 3, so 4 is left for them; 4, 2 and 12 come to 3, 7, 10 and 3 to 2.
    then = [[1, 5, 9], [4, 2, 12], [7, 10, 3], [8, 6, 11]]

    assert numbered([first, then]) == [first, [[8, 6, 11], [7, 10, 3], [4, 2, 12], [1, 5, 9]]]


def test_the_numbers_of_larger_tables_stay_the_last() -> None:
    first = [[1, 2, 3], [4, 5, 6], [7, 8, 9, 10]]

    assert numbered([first, [[1, 7, 8], [4, 9, 10], [2, 3, 5, 6]]]) == [first, [[4, 9, 10], [1, 7, 8], [2, 3, 5, 6]]]


def _places(plan: list[list[list[int]]]) -> list[dict[int, int]]:
    return [{player: number for number, table in enumerate(tables) for player in table} for tables in plan]


def test_many_players_never_come_to_a_table_of_the_same_number() -> None:
    found = seat(tables(60), 3, 1)
    places = _places([[list(seated) for seated in round_] for round_ in found.rounds])

    assert all(len({at[player] for at in places}) == 3 for player in range(1, 61))


def test_the_office_of_the_first_dealer_is_handed_on_along_a_chain() -> None:
    # Taken one after the other, 1 would deal first at the first table and again at the last, where only 1 and 2 sit.
    plan = [[[1, 2, 3], [4, 5, 6]], [[1, 2, 4], [3, 5, 6]], [[1, 2, 5], [3, 4, 6]]]
    found = first_dealers(plan)

    dealt = Counter(seated[0] for round_ in found for seated in round_)
    assert set(dealt.values()) == {1}
    assert len(dealt) == 6


def test_without_the_solver_plans_that_reach_the_bound_are_made_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    without_solver(monkeypatch)

    for players in COUNTS:
        if players not in (6, 7, 10):
            assert seat(tables(players), 3, 1).optimal


@pytest.mark.parametrize("players", [6, 7, 10])
def test_without_the_solver_few_players_are_told_what_to_install(players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    without_solver(monkeypatch)

    with pytest.raises(NoSolverError, match=r"stichwerk\[tournament\]"):
        seat(tables(players), 3, 1)


def without_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ortools.sat.python", None)


def test_the_solver_betters_a_bad_plan() -> None:
    bad = [[[0, 1, 2], [3, 4, 5]]] * 3

    found = solve((3, 3), 3, bad, 4)
    assert (repair.repeats(found.plan), found.bound) == (5, 5)


@pytest.mark.long
@pytest.mark.parametrize("players", [players for players in range(81, 301, 13) if possible(players, RULES)])
def test_large_tournaments_bring_nobody_together_twice(players: int) -> None:
    found = seat(tables(players), 3, 1)

    assert (found.repeats, found.bound) == (0, 0)
    assert judged(players, found)[0] == ()
