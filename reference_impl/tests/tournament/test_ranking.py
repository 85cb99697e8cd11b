"""The ranking of a tournament: the sum decides, and who has as much shares the place."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

import stichwerk
from stichwerk.rules import Rules
from stichwerk.tournament import Place, rank, total_of

TURNIER = stichwerk.load("binokel-turnier")
TOTALS = st.dictionaries(st.integers(1, 300), st.integers(-3000, 3000), min_size=1)


def ranked_by(**how: str) -> Rules:
    document = dict(TURNIER.resolved)
    tournament = document["rules"]["tournament"]
    tournament = {**tournament, "ranking": {**tournament["ranking"], **how}}
    return Rules({**document, "rules": {**document["rules"], "tournament": tournament}})


def test_one_two_two_four() -> None:
    assert rank(TURNIER, {7: 500, 2: 800, 3: 300, 4: 500}) == [(1, 2, 800), (2, 4, 500), (2, 7, 500), (4, 3, 300)]
    assert rank(ranked_by(ties="dense"), {7: 500, 2: 800, 3: 300, 4: 500})[-1] == Place(3, 3, 300)
    assert rank(ranked_by(order="lowest"), {7: 500, 2: 800, 3: 300})[0] == Place(1, 3, 300)


@given(TOTALS)
def test_the_place_is_one_more_than_how_many_have_more(totals: dict[int, int]) -> None:
    places = rank(TURNIER, totals)
    assert {one.player for one in places} == totals.keys()
    for one in places:
        assert one.total == totals[one.player]
        assert one.place == 1 + sum(total > one.total for total in totals.values())


@given(st.lists(TOTALS, max_size=4))
def test_totals_are_sums_in_whatever_order_the_lists_come(lists: list[dict[int, int]]) -> None:
    totals = total_of(lists)
    assert totals == total_of(reversed(lists))
    assert sum(totals.values()) == sum(sum(one.values()) for one in lists)
    assert list(totals) == sorted(totals)
