"""Rules of tournaments that cannot be played, and what the lint says about them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from stichwerk.lint import run

Write = Callable[..., Path]

MATCH = "{match: {target: 1000, winner: highest, tie: play_on}}"
ROUND = "match: {deals: 9, winner: highest, tie: shared}"
TOURNAMENT = (
    "tournament: {tables: {preferred: 3}, rounds: 3, seating: plan, first_dealer: first_named, list: {totals: round}, "
    "ranking: {order: highest, ties: shared}}"
)
FOUR = """\
options:
  - id: players
    title: {de: Spieler, en: Players, es: Jugadores}
    default: "3"
    choices:
      - id: "3"
        title: {de: drei, en: three, es: tres}
        sources: [{id: B, at: Geben}]
      - id: "4"
        title: {de: vier, en: four, es: cuatro}
        sources: [{id: B, at: Geben}]
        change:
          - clause: game.table
            rule: {table: {players: 4, sides: each, direction: counter_clockwise, pauses: dealer}}
          - clause: game.match
            rule: {match: {deals: 12, winner: highest, tie: shared}, TOURNAMENT}
"""
BOTH = TOURNAMENT.replace("preferred: 3", "preferred: 3, also: 4")
LONG = ROUND.replace("9", "10")


def said(house: Write, match: str, tournament: str, more: str = "") -> list[tuple[str, str]]:
    """Where and what the lint says about the house rules with a tournament."""
    path = house(MATCH, f"{{{match}, {tournament}}}", more=more.replace("TOURNAMENT", tournament))
    return [(problem.path, problem.message) for problem in run([path]).problems]


def test_sound_rules_of_a_tournament(house: Write) -> None:
    assert said(house, ROUND, TOURNAMENT) == []
    assert said(house, ROUND, BOTH, FOUR) == []


def test_a_size_that_nobody_can_choose(house: Write) -> None:
    ((path, message),) = said(house, ROUND, BOTH)
    assert (path, message) == ("tournament.tables", "nothing says how 4 play at a table")


def test_the_preferred_size_once_more(house: Write) -> None:
    twice = TOURNAMENT.replace("preferred: 3", "preferred: 3, also: 3")
    assert ("tournament.tables.also", "that is the preferred size") in said(house, ROUND, twice)


def test_a_table_of_no_size(house: Write) -> None:
    other = TOURNAMENT.replace("preferred: 3", "preferred: 5")
    assert ("tournament.tables", "3 sit at this table") in said(house, ROUND, other)


def test_a_round_without_end(house: Write) -> None:
    ((path, message),) = said(house, "match: {target: 1000, winner: highest, tie: shared}", TOURNAMENT)
    assert (path, message) == ("match", "a round of a tournament has a number of deals")


def test_deals_that_let_some_sit_out_more_often(house: Write) -> None:
    problems = said(house, ROUND, BOTH, FOUR.replace("12", "10"))
    message = "10 deals cannot be divided by 4, so some sit out more often than others (with players=4)"
    assert ("match.deals", message) in problems


@pytest.mark.parametrize(("at_four", "games"), [("8", "6"), ("16", "12")])
def test_more_games_at_one_size_than_at_the_other(house: Write, at_four: str, games: str) -> None:
    ((path, message),) = said(house, ROUND, BOTH, FOUR.replace("12", at_four))
    assert (path, message) == ("match.deals", f"each plays {games} games in a round here, but 9 with players=3")


def test_ten_deals_at_three_are_no_fault(house: Write) -> None:
    assert said(house, LONG, TOURNAMENT) == []


def test_a_deal_that_does_not_go_round(house: Write) -> None:
    ((path, message),) = said(house, ROUND + ", deal: {next_dealer: same}", TOURNAMENT)
    assert (path, message) == ("deal.next_dealer", "on a list of a tournament the deal goes round the table")


def test_a_list_has_no_column_for_the_contract(house: Write) -> None:
    two = "contracts: {other: {success: {reach: 'side.tricks > bid'}}}"
    assert "a list has one bid for each deal and no column for what is played" in {
        message for _, message in said(house, f"{ROUND}, {two}", TOURNAMENT)
    }


def test_partners_are_not_ranked(house: Write) -> None:
    partners = FOUR.replace("sides: each", "sides: partners").replace(", pauses: dealer", "")
    assert any(
        message.startswith("a tournament ranks players, but here partners count together")
        for _, message in said(house, ROUND, BOTH, partners)
    )


@pytest.mark.parametrize("word", ["seating: plan", "first_dealer: first_named", "rounds: 3", "list: {totals: round}"])
def test_what_a_tournament_must_say(house: Write, word: str) -> None:
    key = word.partition(":")[0]
    assert (f"tournament.{key}", f"the key '{key}' is missing") in {
        (f"tournament.{key}", message) for _, message in said(house, ROUND, TOURNAMENT.replace(f"{word}, ", ""))
    }
