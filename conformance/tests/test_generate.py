"""The generator: the same bytes every time, small files, clauses that decide, laws that notice wrong answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from stichwerk.files import vectors_dir
from stichwerk.loading import load
from stichwerk_conformance.cases import Case, read_cases
from stichwerk_conformance.generate.ask import asked, candidates, differ
from stichwerk_conformance.generate.candidate import Candidate, question_digest
from stichwerk_conformance.generate.exercised import clauses_between, clauses_exercised
from stichwerk_conformance.generate.laws import broken
from stichwerk_conformance.generate.mutants import mutants
from stichwerk_conformance.generate.possible import impossible
from stichwerk_conformance.generate.run import documents
from stichwerk_conformance.generate.select import playable


@cache
def generated() -> tuple[Case, ...]:
    return tuple(case for case in read_cases(vectors_dir()) if case.origin == "generated")


@pytest.mark.parametrize("ruleset", ["schnapsen-a-trois", "binokel-turnier"])
def test_the_same_rules_give_the_same_bytes(ruleset: str) -> None:
    ((file, text, count),) = documents([ruleset])
    assert file.read_bytes() == text.encode()
    assert count == sum(case.ruleset == ruleset for case in generated())


def test_every_ruleset_has_a_readable_number_of_generated_cases() -> None:
    counts = Counter(case.ruleset for case in generated())
    assert set(counts) == set(playable())
    assert sum(counts.values()) <= 1500
    assert max(file.stat().st_size for file in vectors_dir().rglob("generated-*.yaml")) < 1 << 17


def test_nothing_is_asked_twice_with_the_same_answer() -> None:
    seen = Counter(question_digest(case.ruleset, case.options, case.ask, case.given) for case in generated())
    assert max(seen.values()) == 1


def test_no_case_asks_about_what_no_deal_can_come_to() -> None:
    for case in generated():
        assert impossible(load(case.ruleset, case.options), case.ask, case.given) == "", case.id


def test_a_case_for_a_choice_is_answered_otherwise_without_it() -> None:
    for case in generated():
        question = Candidate(case.ask, case.given, "", tuple(case.allowed[0].answer))
        right = asked(load(case.ruleset, case.options), question)
        for option in case.options:
            fewer = {name: choice for name, choice in case.options.items() if name != option}
            try:
                rules = load(case.ruleset, fewer)
            except Exception:  # noqa: BLE001, S112  # the other choice needs this one
                continue
            assert differ(case.ask, right, asked(rules, question)), case.id


def test_an_answer_depends_on_the_clauses_it_names() -> None:
    found = clauses_exercised(load("binokel"), "melds", {"trump": "E", "cards": ["HK", "HO"]}, {"total": 20})
    assert "melds.pair" in found
    assert not {"match.target", "auction.opening", "melds.four_aces"} & set(found)


def test_the_clause_of_a_choice_is_named() -> None:
    changed, usual = load("binokel", {"opening": "200"}), load("binokel")
    question = Candidate("auction", {"dealer": 0, "calls": []}, "")
    right = asked(changed, question)
    assert right is not None
    assert clauses_between(changed, usual, question, right) == ["auction.opening"]


def test_every_mutant_differs_in_one_leaf() -> None:
    rules = load("schnapsen")
    leaves = Counter(mutant.leaf for mutant in mutants(rules))
    assert set(rules.resolved["provenance"]) - set(leaves) == set()


@pytest.mark.parametrize("topic", ["ending in 4", "ending in 5", "ending in 6", "missed by one", "just made"])
def test_contracts_are_asked_for_at_their_boundaries(topic: str) -> None:
    assert any(topic in one.topic for one in candidates(load("binokel")))


@pytest.mark.parametrize("topic", ["1 cards face down", "last trick", "one below half", "the goal missed by one"])
def test_stock_games_are_asked_at_their_boundaries(topic: str) -> None:
    assert any(topic in one.topic for one in candidates(load("bummerl")))


WRONG: list[tuple[str, str, dict[str, Any], dict[str, Any]]] = [
    ("binokel", "deck", {}, {"cards": 48, "order": list("ATKOU7"), "points": {"A": 11}, "total": 240}),
    ("binokel", "legal_cards", {"trump": "E", "trick": ["HA"], "hand": ["HK"]}, {"legal": ["HO"]}),
    ("binokel", "legal_cards", {"trump": "E", "trick": [], "hand": ["HK", "HO"]}, {"legal": ["HO"]}),
    ("binokel", "trick_winner", {"trump": "E", "leader": 0, "trick": ["HA"]}, {"winner": 0, "points": 12}),
    ("binokel", "trick_winner", {"trump": "E", "leader": 0, "trick": ["HA"]}, {"winner": 3, "points": 11}),
    ("binokel", "melds", {"trump": "E", "cards": []}, {"total": 20, "melds": {"pair": 40}}),
    ("binokel", "score_deal", {"declarer": 0}, {"made": False, "scores": {"0": 10}}),
    ("binokel", "auction", {"calls": [[1, 160]]}, {"open": True, "next": 2, "min_bid": 160}),
    ("binokel", "discard", {"hand": ["HA"], "discards": ["HK"]}, {"legal": True}),
    (
        "bummerl",
        "score_match",
        {"before": {"0": 7}, "deal": {"scores": {"0": 2}}},
        {"after": {"0": 9}, "over": False, "winners": []},
    ),
    ("bummerl", "legal_moves", {"hand": ["HA"]}, {"legal": [{"move": "play", "card": "HK"}]}),
    (
        "bummerl",
        "play_on",
        {"hands": {"0": ["HA"]}, "moves": []},
        {"refused": None, "hands": {"0": []}, "turn_up": None},
    ),
    ("binokel-turnier", "tables", {"players": 7}, {"tables": [3, 3]}),
    ("binokel-turnier", "tables", {"players": 12}, {"tables": [4, 4, 4]}),
    ("binokel-turnier", "ranking", {"totals": [{"1": 5}, {"1": 5}]}, {"totals": {"1": 5}, "places": {"1": 1}}),
    (
        "binokel-turnier",
        "ranking",
        {"totals": [{"1": 5, "2": 9}]},
        {"totals": {"1": 5, "2": 9}, "places": {"1": 1, "2": 2}},
    ),
    (
        "binokel-turnier",
        "ranking",
        {"totals": [{"1": 5, "2": 5}]},
        {"totals": {"1": 5, "2": 5}, "places": {"1": 1, "2": 2}},
    ),
    (
        "binokel-turnier",
        "check_list",
        {"players": [1, 2, 3], "before": {"1": 10, "2": 10, "3": 10}, "deals": [{}]},
        {"wrong": None, "results": [{"1": 5, "2": 0, "3": 0}], "totals": {"1": 15, "2": 10, "3": 10}},
    ),
    (
        "binokel-turnier",
        "check_list",
        {"players": [1, 2, 3], "deals": [{}]},
        {"wrong": {"line": 2, "player": None, "field": "bid", "right": None}},
    ),
    (
        "binokel-turnier",
        "seating",
        {"players": 3, "rounds": [[{"players": [1, 2, 3]}]] * 2},
        {"broken": [], "repeats": 3, "most": 2},
    ),
    (
        "binokel-turnier",
        "seating",
        {"players": 3, "rounds": [[{"players": [1, 2, 3]}]] * 3},
        {"broken": [], "repeats": 3, "most": 3},
    ),
]


@pytest.mark.parametrize(("ruleset", "ask", "given", "wrong"), WRONG)
def test_the_laws_notice_a_wrong_answer(
    ruleset: str, ask: str, given: Mapping[str, Any], wrong: Mapping[str, Any]
) -> None:
    assert broken(load(ruleset).resolved, ask, given, wrong) != ""
