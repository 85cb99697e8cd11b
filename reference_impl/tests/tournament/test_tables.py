"""Tables of a tournament: every number of players that can be seated is, with as few tables of four as possible."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import stichwerk
from stichwerk.errors import SpecError
from stichwerk.rules import Rules
from stichwerk.tournament import NoTablesError, allowed_sizes, games_each, options_at, part, possible, rules_at, sizes

TURNIER = stichwerk.load("binokel-turnier")


@given(st.integers(3, 300).filter(lambda n: n != 5))
def test_threes_and_as_few_fours_as_possible(players: int) -> None:
    found = sizes(players, TURNIER)
    assert sum(found) == players
    assert set(found) <= {3, 4}
    assert found.count(4) < 3
    assert list(found) == sorted(found)


@pytest.mark.parametrize(("players", "nearest"), [(1, (3,)), (2, (3,)), (5, (4, 6)), (0, (3,)), (-7, (3,))], ids=str)
def test_numbers_that_cannot_be_seated_are_told_with_the_nearest_that_can(
    players: int, nearest: tuple[int, ...]
) -> None:
    assert not possible(players, TURNIER)
    with pytest.raises(NoTablesError) as caught:
        sizes(players, TURNIER)
    assert caught.value.nearest == nearest
    assert caught.value.clause == "tournament.tables"
    assert "at tables of 3 and 4" in str(caught.value)
    assert " or ".join(map(str, nearest)) in caught.value.hint
    assert all(possible(near, TURNIER) for near in nearest)


def test_the_sizes_come_from_the_rules() -> None:
    document = dict(TURNIER.resolved)
    tournament = {**document["rules"]["tournament"], "tables": {"preferred": 3, "also": 5}}
    fives = Rules({**document, "rules": {**document["rules"], "tournament": tournament}})
    assert allowed_sizes(fives) == (3, 5)
    assert sizes(13, fives) == (3, 5, 5)
    assert not possible(4, fives)
    alone = Rules(
        {**document, "rules": {**document["rules"], "tournament": {**tournament, "tables": {"preferred": 3}}}}
    )
    assert sizes(9, alone) == (3, 3, 3)
    with pytest.raises(NoTablesError, match="cannot be seated at tables of 3 "):
        sizes(10, alone)


@pytest.mark.parametrize(("deals", "at_four"), [("9", 12), ("12", 16), ("15", 20)])
def test_everybody_plays_the_same_number_of_games_at_every_table(deals: str, at_four: int) -> None:
    rules = stichwerk.load("binokel-turnier", {"deals": deals})
    four = rules_at(rules, 4)
    assert four.formal["match"]["deals"] == at_four
    assert games_each(four) == games_each(rules_at(rules, 3)) == int(deals)
    assert options_at(rules, 4) == {**rules.options, "players": "4"} == four.options


def test_a_ruleset_without_tournaments_says_so() -> None:
    with pytest.raises(SpecError, match="binokel says nothing about tournaments"):
        part(stichwerk.load("binokel"))
