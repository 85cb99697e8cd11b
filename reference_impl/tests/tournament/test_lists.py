"""Lists of a tournament: what the engine plays is what a list of it comes to, and every other figure is found."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import stichwerk
from stichwerk.files import schema_dir
from stichwerk.match import Match
from stichwerk.moves import Move
from stichwerk.schemas import validator_of
from stichwerk.scoring import Result
from stichwerk.tournament import Entry, TournamentList, Wrong, check, entry_of, list_from_json, list_to_json, reckon

THREE = stichwerk.load("binokel-turnier")
FOUR = stichwerk.load("binokel-turnier", {"players": "4"})
PLAYERS = {3: (5, 1, 9), 4: (7, 2, 11, 4)}


@cache
def round_of(size: int, seed: int) -> tuple[TournamentList, Match]:
    """A round played at random by the engine, and the list that the players write about it."""
    rules, players, rng = (FOUR if size == 4 else THREE), PLAYERS[size], Random(seed)
    match, entries = Match.start(rules), []
    while not match.over:
        deal = match.deal(rules.shuffled(rng))
        while deal.result is None:
            choice = rng.choice(deal.legal_moves())
            deal = deal.apply(choice if isinstance(choice, Move) else choice.sample(rng))
        if deal.result.redeal:
            continue
        dealer = players[match.dealer]
        match = match.add(deal.result)
        totals = dict(zip(players, match.totals.values(), strict=True))
        entries.append(replace(entry_of(rules, players, deal.result), dealer=dealer, total=totals))
    return TournamentList(players, tuple(entries), round=1, table=1), match


@settings(deadline=None, max_examples=10)
@given(st.sampled_from([3, 4]), st.integers(0, 5))
def test_a_round_that_was_played_is_reckoned_as_it_was_scored(size: int, seed: int) -> None:
    sheet, match = round_of(size, seed)
    reckoning = reckon(FOUR if size == 4 else THREE, sheet)
    assert reckoning.wrong is None
    assert reckoning.complete
    assert list(reckoning.totals.values()) == list(match.totals.values())
    assert set(reckoning.played.values()) == {9}
    assert reckoning.dealers == tuple(entry.dealer for entry in sheet.deals)


@settings(deadline=None, max_examples=60)
@given(st.sampled_from([3, 4]), st.integers(0, 5), st.data())
def test_any_other_figure_is_found_where_it_stands(size: int, seed: int, data: st.DataObject) -> None:
    sheet, _ = round_of(size, seed)
    line = data.draw(st.integers(0, len(sheet.deals) - 1))
    field = data.draw(st.sampled_from(["result", "total"]))
    player = data.draw(st.sampled_from(sheet.players))
    entry = sheet.deals[line]
    right = getattr(entry, field)[player]
    given_figure = right + data.draw(st.integers(-500, 500).filter(bool))
    spoilt = replace(entry, **{field: {**getattr(entry, field), player: given_figure}})
    found = check(
        FOUR if size == 4 else THREE, replace(sheet, deals=(*sheet.deals[:line], spoilt, *sheet.deals[line + 1 :]))
    )
    assert found is not None
    assert (found.line, found.player, found.field, found.given, found.right) == (
        line + 1, player, field, given_figure, right,
    )  # fmt: skip
    assert found.clause is not None


@settings(deadline=None, max_examples=10)
@given(st.sampled_from([3, 4]), st.integers(0, 5))
def test_a_list_is_the_same_after_json(size: int, seed: int) -> None:
    sheet, _ = round_of(size, seed)
    document = json.loads(json.dumps(list_to_json(sheet)))
    assert list(validator_of(schema_dir(), "tournament-list").iter_errors(document)) == []
    assert list_from_json(document) == sheet


def line(**more: Any) -> Entry:
    """A line in which player 1 makes 200 with 150 + 140."""
    usual: dict[str, Any] = {
        "declarer": 1, "bid": 200, "melds": {5: 40, 1: 150}, "tricks": {5: 60, 1: 140, 9: 50},
    }  # fmt: skip
    return Entry(**{**usual, **more})


def first_wrong(*entries: Entry) -> Wrong | None:
    return check(THREE, TournamentList(PLAYERS[3], entries))


@pytest.mark.parametrize(
    ("entry", "field", "player"),
    [
        (line(declarer=None), "declarer", None),
        (line(bid=None), "bid", None),
        (line(melds={5: -20, 1: 150}), "melds", 5),
        (line(tricks={5: 60, 1: 200, 9: -10}), "tricks", 9),
        (line(tricks={5: 60, 1: 140, 3: 50}), "tricks", 3),
        (line(melds={8: 40, 1: 150}), "melds", 8),
        (line(revoked=(6,)), "revoked", 6),
        (line(result={4: 100}), "result", 4),
        (line(total={4: 100}), "total", 4),
        (line(tricks={}), "tricks", None),
    ],
    ids=str,
)
def test_what_cannot_be_is_found_before_anything_is_reckoned(entry: Entry, field: str, player: int | None) -> None:
    found = first_wrong(entry)
    assert found is not None
    assert (found.line, found.field, found.player) == (1, field, player)


@pytest.mark.parametrize(
    ("entry", "clause"),
    [
        (line(bid=310, result={1: 290}), "contracts.game"),
        (line(bid=310, result={1: -310}), "awards.lost"),
        (line(result={1: -400}), "contracts.game"),
        (line(revoked=(1,), result={1: 290}), "irregularities.revoke_declarer"),
        (line(revoked=(9,), result={9: 50}), "irregularities.revoke_opponent"),
        (line(bid=310, result={9: 50}), "awards.defended"),
        (line(tricks={1: 190, 9: 60}, result={5: 40}), "melding.valid"),
        (line(tricks={5: 57, 1: 140, 9: 53}, result={5: 100}), "scoring.rounding"),
        (line(result={5: 60}), "awards.counted"),
        (line(bid=400, result={1: 290}), "contracts.game"),
        (line(melds={1: 40}, bid=290, tricks={1: 250}, result={1: 290}), "contracts.free_melding"),
    ],
    ids=str,
)
def test_a_wrong_result_is_told_with_the_clause_it_overlooks(entry: Entry, clause: str) -> None:
    found = first_wrong(entry)
    assert found is not None
    assert (found.field, found.clause) == ("result", clause)


def test_lines_behind_a_wrong_one_are_not_reckoned() -> None:
    reckoning = reckon(THREE, TournamentList(PLAYERS[3], (line(), line(bid=155), line(tricks={}))))
    assert reckoning.wrong is not None
    assert reckoning.wrong.line == 2
    assert reckoning.results == ({5: 100, 1: 290, 9: 50},)
    assert not reckoning.complete


def test_an_empty_line_between_others_is_wrong() -> None:
    found = first_wrong(line(), Entry(dealer=1), line())
    assert found is not None
    assert (found.line, found.field) == (2, "declarer")
    assert first_wrong(line(), Entry(dealer=1), Entry()) is None


def test_a_list_needs_the_rules_of_its_table() -> None:
    with pytest.raises(ValueError, match="3 players sit at this table, the rules are those for 4"):
        reckon(FOUR, TournamentList(PLAYERS[3], ()))


@pytest.mark.parametrize("players", [[], [1, 1, 2], [0, 1, 2], ["1", 2, 3], [True, 2, 3]], ids=str)
def test_start_numbers_are_different_numbers_from_one(players: list[Any]) -> None:
    with pytest.raises(ValueError, match="different start numbers from 1"):
        list_from_json({"players": players, "deals": []})


def test_a_deal_that_nobody_played_is_on_no_list() -> None:
    with pytest.raises(ValueError, match="on no list"):
        entry_of(THREE, PLAYERS[3], Result(redeal=True))


def test_points_before_the_round_are_carried_only_where_the_rules_say_so() -> None:
    document: dict[str, Any] = dict(THREE.resolved)
    tournament = {**document["rules"]["tournament"], "list": {"totals": "tournament"}}
    carried = stichwerk.rules.Rules({**document, "rules": {**document["rules"], "tournament": tournament}})
    sheet = TournamentList(PLAYERS[3], (line(),), before={5: 1000, 1: -20})
    assert reckon(THREE, sheet).totals == {5: 100, 1: 290, 9: 50}
    assert reckon(carried, sheet).totals == {5: 1100, 1: 270, 9: 50}
