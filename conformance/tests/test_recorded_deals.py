"""The recorded deals: each replays to the result that was worked out by hand, and none survives a change."""

from __future__ import annotations

import copy
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from stichwerk.deal import Deal
from stichwerk.errors import RecordError
from stichwerk.files import deals_dir
from stichwerk.loader import load_yaml
from stichwerk.loading import load
from stichwerk.moves import Move
from stichwerk.record import replay
from stichwerk.rules import Rules
from stichwerk.validation import validate

RECORDS = sorted(deals_dir().glob("*.yaml"))
TRICK = re.compile(r"^ *\d+\. seat (\d): ([A-Z0-9 ]+) - seat (\d), (\d+)$", re.MULTILINE)
"""A line of the hand calculation: leader, cards in the order played, winner, card points."""


@cache
def read(path: Path) -> dict[str, Any]:
    """The record in a file; whoever changes it takes a copy first."""
    record: dict[str, Any] = load_yaml(path).value
    return record


def rules_of(record: dict[str, Any]) -> Rules:
    return load(record["ruleset"], record.get("options"))


@pytest.fixture(params=RECORDS, ids=[path.stem for path in RECORDS])
def record(request: pytest.FixtureRequest) -> dict[str, Any]:
    return copy.deepcopy(read(request.param))


@pytest.fixture
def lost() -> dict[str, Any]:
    return copy.deepcopy(read(deals_dir() / "lost-by-one-point.yaml"))


def index_of(record: dict[str, Any], **move: Any) -> int:
    """Where the first move with these entries stands."""
    return next(i for i, entry in enumerate(record["moves"]) if move.items() <= entry.items())


def points_played(deal: Deal) -> int:
    """Everything that was won in tricks, discarded or left in the widow."""
    assert deal.result is not None
    facts = deal.result.facts
    assert facts is not None
    return sum(facts.cards) + facts.discards + facts.untouched


def tricks_of(deal: Deal) -> list[tuple[int, list[str], int, int]]:
    """Leader, cards, winner and card points of each trick, read off the moves."""
    found: list[tuple[int, list[str], int, int]] = []
    cards: list[str] = []
    leader = 0
    for position in deal.positions():
        move = position.move
        if move is None or move.kind != "play":
            continue
        if not cards:
            leader = move.seat
        cards.append(move.value)
        if len(cards) == len(deal.setup.order):
            worth = sum(deal.rules.deck.points[deal.rules.deck.index[card]] for card in cards)
            found.append((leader, cards, position.local.winner, worth))
            cards = []
    return found


def test_there_are_enough_deals_of_every_kind() -> None:
    records = [read(path) for path in RECORDS]
    assert len(records) >= 8
    assert {record["ruleset"] for record in records} >= {"binokel", "binokel-anleitung", "binokel-turnier"}
    words = {move.get("contract") for record in records for move in record["moves"]} | {
        move["move"] for record in records for move in record["moves"]
    }
    assert words >= {"concede", "durch", "untendurch", "game", "revoke"}
    assert any(record["options"].get("players") == "4" for record in records)


@pytest.mark.parametrize("path", RECORDS, ids=[path.stem for path in RECORDS])
def test_the_record_is_as_the_schema_wants_it(path: Path) -> None:
    validate(load_yaml(path), "record")


def test_replaying_gives_the_result_of_the_hand_calculation(record: dict[str, Any]) -> None:
    deal = replay(record, rules_of(record))
    assert deal.result is not None
    assert deal.result.to_json() == record["result"]
    assert [move.to_json() for move in deal.moves()] == record["moves"]


def test_the_record_names_the_rules_it_was_made_with(record: dict[str, Any]) -> None:
    assert record["hash"] == rules_of(record).hash


def test_the_card_points_of_a_deal_played_out_add_up(record: dict[str, Any]) -> None:
    deal = replay(record, rules_of(record))
    assert deal.result is not None
    facts = deal.result.facts
    assert facts is not None
    in_sight = points_played(deal) + sum(deal.rules.deck.worth(hand) for hand in deal.hands if facts.last_trick is None)
    whole = {"binokel": 240, "schnapsen": 120, "guinote": 120}[deal.rules.resolved["family"]]
    if facts.last_trick is None or facts.closer is not None:
        assert in_sight <= whole
    else:
        assert in_sight == whole


def test_the_tricks_of_the_note_are_those_that_were_played(record: dict[str, Any]) -> None:
    noted = [
        (int(leader), cards.split(), int(winner), int(points))
        for leader, cards, winner, points in TRICK.findall(record["note"])
    ]
    assert noted == tricks_of(replay(record, rules_of(record)))


def test_every_score_stands_in_the_note(record: dict[str, Any]) -> None:
    accounts = [value for value in record["result"].values() if isinstance(value, dict)]
    figures = {abs(points) for account in accounts for points in account.values() if points}
    assert figures <= {int(figure) for figure in re.findall(r"\d+", record["note"])}


def test_a_forbidden_card_in_place_of_the_one_played_is_refused(record: dict[str, Any]) -> None:
    deal = replay(record, rules_of(record))
    for index, position in enumerate(deal.positions()[:-1]):
        move = record["moves"][index]
        if move["move"] != "play":
            continue
        legal = {
            choice.value for choice in position.legal_moves() if isinstance(choice, Move) and choice.kind == "play"
        }
        forbidden = [card for card in deal.rules.deck.sorts(position.hands[move["seat"]]) if card not in legal]
        if forbidden:
            move["card"] = forbidden[0]
            break
    else:
        # Over an open stock everything may be played.
        assert not tricks_of(deal) or "until" in str(deal.rules.formal["stages"]), (
            "some card is forbidden in a whole deal"
        )
        return
    with pytest.raises(RecordError) as caught:
        replay(record, deal.rules)
    assert caught.value.index == index
    duties = {deal.rules.clause(f"duties.{name}") for name in deal.rules.formal["duties"]}
    leads = {deal.rules.clause(f"announcements.{name}.lead") for name in deal.rules.formal.get("announcements", {})}
    assert caught.value.clause in duties | leads


@pytest.mark.parametrize(
    ("played", "instead", "clause"),
    [
        pytest.param({"seat": 1, "card": "H7"}, "L7", "tricks.trump", id="throws a card instead of trumping"),
        pytest.param({"seat": 2, "card": "EK"}, "S7", None, id="a card that is not in the hand"),
        pytest.param({"seat": 2, "card": "HK"}, "SO", "tricks.follow", id="does not follow"),
        pytest.param({"seat": 2, "card": "ST"}, "S7", None, id="another card that is not in the hand"),
        pytest.param({"seat": 0, "card": "ST"}, "EK", "tricks.follow", id="throws a card instead of following"),
    ],
)
def test_a_changed_card_is_refused_at_its_move(
    lost: dict[str, Any], played: dict[str, Any], instead: str, clause: str | None
) -> None:
    index = index_of(lost, move="play", **played)
    lost["moves"][index]["card"] = instead
    with pytest.raises(RecordError) as caught:
        replay(lost, rules_of(lost))
    assert (caught.value.index, caught.value.clause) == (index, clause)
    assert str(caught.value).startswith(f"moves.{index}: ")


@pytest.mark.parametrize(
    ("where", "change", "clause"),
    [
        pytest.param({"move": "cut"}, {"lifted": 2}, "deal.cut", id="a cut of two cards"),
        pytest.param({"move": "bid", "bid": 160}, {"bid": 170}, "auction.raise", id="a jump"),
        pytest.param({"move": "trump"}, {"seat": 2}, "flow.order", id="trumps named by another seat"),
        pytest.param({"move": "meld", "seat": 1}, {"melds": [["four_aces"]]}, "melds.four_aces", id="aces not held"),
        pytest.param(
            {"move": "discard"}, {"cards": ["EO", "EU", "ET", "E7", "E7"]}, "discard.count", id="five discards"
        ),
        pytest.param(
            {"move": "discard"}, {"cards": ["EO", "EU", "ET", "E7", "E7", "HA"]}, "discard.trumps", id="a trump"
        ),
    ],
)
def test_a_changed_move_is_refused_with_its_clause(
    lost: dict[str, Any], where: dict[str, Any], change: dict[str, Any], clause: str | None
) -> None:
    index = index_of(lost, **where)
    lost["moves"][index] |= change
    with pytest.raises(RecordError) as caught:
        replay(lost, rules_of(lost))
    assert (caught.value.index, caught.value.clause) == (index, clause)


def test_a_changed_result_is_noticed(record: dict[str, Any]) -> None:
    side = next(iter(record["result"]["scores"]))
    record["result"]["scores"][side] += 10
    with pytest.raises(RecordError, match=r"the record gives scores .*, by the rules it is") as caught:
        replay(record, rules_of(record))
    assert caught.value.index is None


def test_a_contract_made_in_the_record_only_is_noticed(record: dict[str, Any]) -> None:
    record["result"]["made"] = not record["result"]["made"]
    with pytest.raises(RecordError, match="the record gives made"):
        replay(record, rules_of(record))


def test_a_wrong_hash_is_noticed(record: dict[str, Any]) -> None:
    record["hash"] = "sha256:" + "0" * 64
    with pytest.raises(RecordError, match="the record was made with other rules of"):
        replay(record, rules_of(record))


def test_a_changed_pack_is_noticed(record: dict[str, Any]) -> None:
    other = next(card for card in record["cards"] if card != record["cards"][0])
    record["cards"][0] = other
    with pytest.raises(RecordError, match="the pack holds"):
        replay(record, rules_of(record))


def test_a_record_that_breaks_off_has_no_result(record: dict[str, Any]) -> None:
    record["moves"].pop()
    with pytest.raises(RecordError, match="the deal is not over"):
        replay(record, rules_of(record))


def test_a_move_after_the_end_is_refused(record: dict[str, Any]) -> None:
    end = len(record["moves"])
    record["moves"].append({"seat": 0, "move": "pass"})
    with pytest.raises(RecordError) as caught:
        replay(record, rules_of(record))
    assert caught.value.index == end
