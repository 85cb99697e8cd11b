"""Positions of stock games as questions give them: what follows from what, and what cannot be."""

from __future__ import annotations

from typing import Any

import pytest

from stichwerk.loading import load
from stichwerk.questions import answer

HELD = {"seat": 0, "trump": "D", "turn_up": "DT", "face_down": 9, "hand": ["HK", "HQ", "SA", "CJ", "DJ"]}
HANDS = {"0": ["HA", "DQ"], "1": ["HT", "DA"]}


def legal(ruleset: str, given: dict[str, Any], options: dict[str, str] | None = None) -> list[Any]:
    """What may be done, each move as its words."""
    found = answer(load(ruleset, options), "deals", "legal_moves", given)["legal"]
    return [" ".join(move.values()).removeprefix("play ") for move in found]


def test_a_position_of_little_is_a_first_lead() -> None:
    assert sorted(legal("schnapsen", HELD)) == sorted([*HELD["hand"], "announce marriage H", "exchange", "close"])


def test_closed_is_not_exchanged_and_the_other_seat_has_nothing_to_do() -> None:
    closed = HELD | {"closed_by": 1, "winner": 0}
    assert {"exchange", "close"}.isdisjoint(legal("schnapsen", closed))
    assert legal("schnapsen", closed | {"seat": 1, "hand": ["SK"]}) == []


def test_what_was_announced_in_this_turn_must_be_led() -> None:
    moves = legal("schnapsen", HELD | {"turn": [["marriage", "H", 0]], "announcements": {"0": 20}})
    assert {"HK", "HQ"} <= set(moves)
    assert {"SA", "CJ", "DJ"}.isdisjoint(moves)
    assert {"SA", "CJ"} <= set(legal("schnapsen", HELD | {"announced": [["marriage", "H", 0]]}))


def test_what_an_announcement_spends_counts_as_announced_and_binds_nobody() -> None:
    shown = HELD | {"hand": ["DK", "DQ", "HK", "HQ", "CT"], "turn": [["forty", "D", 0]]}
    moves = legal("bummerl", shown, {"forty_before_lead": "on"})
    assert "CT" in moves
    assert "announce marriage D" not in moves


def test_the_winner_of_the_last_trick_leads_and_has_taken_one() -> None:
    hand = ["CR", "CC", "E4", "B5", "O2", "E6"]
    given = {"trump": "O", "seat": 0, "turn_up": "O3", "face_down": 11, "hand": hand}
    assert "announce marriage C" in legal("guinote", given | {"winner": 0})
    assert "announce marriage C" not in legal("guinote", given | {"leader": 0})
    assert legal("guinote", given | {"winner": 1}) == []


def test_a_seat_that_has_just_played_is_asked() -> None:
    given = {"trump": "O", "turn_up": "OA", "face_down": 11, "winner": 0, "trick": ["C3"]}
    assert legal("guinote", given | {"seat": 0, "hand": ["O7", "C2"]}) == ["exchange"]
    assert legal("guinote", given | {"seat": 3, "hand": ["O7", "C2"]}) == []


def test_cards_are_played_on_to_the_end_of_the_deal() -> None:
    moves = [{"seat": 0, "move": "play", "card": "HA"}, {"seat": 1, "move": "play", "card": "HT"}]
    given = {"trump": "D", "hands": HANDS, "leader": 0, "moves": moves}
    found = answer(load("schnapsen"), "deals", "play_on", given)
    assert (found["refused"], found["points"], found["tricks"]) == (None, {"0": 21, "1": 0}, {"0": 1, "1": 0})
    assert (found["hands"], found["actor"], found["stock"]) == ({"0": ["DQ"], "1": ["DA"]}, 0, [])
    assert "scores" not in found
    more = [{"seat": 0, "move": "play", "card": "DQ"}, {"seat": 1, "move": "play", "card": "DA"}]
    found = answer(
        load("schnapsen"), "deals", "play_on", given | {"moves": [*moves, *more, {"seat": 1, "move": "pass"}]}
    )
    assert (found["actor"], found["points"], found["won"]) == (None, {"0": 21, "1": 14}, ["1"])
    refused = answer(load("schnapsen"), "deals", "play_on", given | {"moves": moves[1:]})
    assert refused["refused"] == 0


def test_the_cards_played_out_after_the_stock_draw_nothing() -> None:
    given = {"trump": "D", "leader": 0, "hands": HANDS, "plays": ["HA", "HT", "DQ", "DA"]}
    assert answer(load("bummerl"), "tricks", "replay", given) == {"winners": [0, 1], "points": {"0": 21, "1": 14}}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"trump": "X"}, "trump: there is no suit 'X'"),
        ({"hand": ["HX"]}, "hand: there is no card 'HX'"),
        ({"hand": ["HA", "HA"]}, "HA lies in 2 places, but the pack has one of it"),
        ({"stock": ["DT"], "face_down": 1}, "DT lies in 2 places"),
        ({"hand": "HA"}, "hand: a list of cards was expected"),
        ({"turn_up": "HA"}, "turn_up: HA is turned up, so trump cannot be D"),
        ({"seat": 5}, "seat: a seat is a number from 0 to 1, found 5"),
        ({"seat": None}, "the key 'seat' says"),
        ({"face_down": 30}, "face_down: 30 cards, but only 14 of the pack are not seen elsewhere"),
        ({"face_down": 2, "stock": ["CA"]}, "face_down: 2 cards, but the stock has 1"),
        ({"trick": ["HA", "HT"]}, "trick: 2 seats play, so 2 cards are a whole trick"),
        ({"trick": ["HA"], "leader": 0, "actor": 0}, "actor: seat 0 leads, with 1 cards on the table seat 1 is to act"),
        ({"leader": 1, "winner": 0}, "leader: seat 0 won the last trick"),
        ({"turn": [["forty", "D", 0]]}, "turn: there is no announcement 'forty'"),
        ({"announced": ["marriage"]}, "announced: an announcement is"),
        ({"announced": [["marriage", "X", 0]]}, "announced: marriage is not announced in 'X'"),
        ({"moment": "turn"}, "moment: it is not 'turn' with 0 cards on the table"),
        ({"moment": "soon"}, "moment: one of lead, turn, won, end"),
        ({"taken": {"0": ["HA"]}}, "taken of seat 0: 1 cards are no whole tricks of 2"),
        ({"taken": {"0": ["HA", "HT"]}, "tricks": {"0": 2}}, "tricks of seat 0: 2, but 2 cards were taken"),
        ({"totals": {"7": 1}}, "totals: there is no side '7'"),
        ({"at_close": [20, 1]}, "at_close: an object was expected"),
        ({"hands": {"x": []}}, "hands: a seat is a number"),
        ({"game": "durch"}, "there is no contract 'durch'"),
    ],
)
def test_a_position_that_cannot_be(given: dict[str, Any], message: str) -> None:
    changed = {key: value for key, value in (HELD | given).items() if value is not None}
    with pytest.raises(ValueError, match=message):
        answer(load("schnapsen"), "deals", "legal_moves", changed)


def test_cards_are_played_on_from_whole_hands_only() -> None:
    given = {"trump": "D", "hands": {"0": ["HA"], "1": ["HT", "DA"]}, "leader": 0, "moves": []}
    with pytest.raises(
        ValueError, match="hands: with 0 cards on the table they do not go together: seat 0 1, seat 1 2"
    ):
        answer(load("schnapsen"), "deals", "play_on", given)
