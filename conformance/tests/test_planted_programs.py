"""The suite against programs that are wrong in one thing each, as programs in use are wrong.

Each plays by the reference engine with one fault planted (programs/planted.py). It must be found with the
real cases, and the report must quote the clause it breaks.
"""

from __future__ import annotations

import sys
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from stichwerk.files import vectors_dir
from stichwerk_conformance import Case, Selection, read_cases, run
from stichwerk_conformance.explain import Explainer
from stichwerk_conformance.report import report

PLANTED: dict[str, tuple[str, str]] = {
    "ten_below_the_unter": ("binokel", "deck.ranks"),
    "widow_dealt_at_the_end": ("binokel-anleitung", "deal.packets"),
    "any_cut": ("binokel", "deal.cut"),
    "the_dealer_deals_again": ("binokel", "deal.next_dealer"),
    "dealer_dealt_in_at_tables_of_four": ("binokel-turnier", "table.players"),
    "dealt_to_the_dealer_first": ("binokel", "deal.packets"),
    "jump_bids_in_the_duel": ("binokel", "auction.raise"),
    "bids_one_after_the_other": ("binokel", "auction.form"),
    "steps_of_twenty": ("binokel-anleitung", "auction.raise"),
    "the_dealer_must_play": ("binokel-turnier", "auction.all_pass"),
    "newcomer_waits_for_the_holder": ("binokel", "auction.form"),
    "newcomers_from_the_dealer_on": ("binokel", "auction.form"),
    "opponents_may_concede": ("binokel", "contracts.concede"),
    "pair_inside_the_family": ("binokel", "melds.absorbed_pair"),
    "eight_alike_1200": ("binokel", "melds.eight_kings"),
    "double_binokel_340": ("binokel", "melds.double_binokel"),
    "one_trump_seven": ("binokel", "melds.trump_seven"),
    "reversed_binokel": ("binokel-turnier", "melds.double_binokel"),
    "pair_of_trumps_20": ("binokel-anleitung", "melds.pair"),
    "two_fours_count_twice": ("binokel-anleitung", "melds.fours_once"),
    "one_pair_for_each_suit": ("binokel", "melds.pair"),
    "family_of_trumps_100": ("binokel-turnier", "melds.family"),
    "every_seven_counts": ("binokel", "melds.trump_seven"),
    "four_alike_beside_eight_alike": ("binokel", "melds.eight_aces"),
    "any_trump_discarded": ("binokel", "discard.trumps"),
    "melded_cards_discarded": ("binokel", "discard.melded"),
    "sevens_discarded_in_silence": ("binokel", "discard.trumps"),
    "called_card_asked_of_the_dealer_first": ("binokel", "call.allowed"),
    "card_in_hand_may_not_be_called": ("binokel", "call.allowed"),
    "equal_card_beats": ("binokel", "tricks.equal"),
    "any_ace_wins": ("binokel", "tricks.winner"),
    "only_the_card_led_is_beaten": ("binokel", "tricks.beat"),
    "led_suit_forced_though_trumped": ("binokel", "tricks.beat"),
    "beating_is_free": ("binokel-turnier", "tricks.beat"),
    "trumping_is_free": ("binokel-anleitung", "tricks.trump"),
    "undertrumping_is_free": ("binokel", "tricks.trump"),
    "partner_frees_from_beating": ("binokel", "tricks.play"),
    "last_ten_forgotten": ("binokel", "tricks.last"),
    "first_lead_by_the_declarer": ("binokel", "tricks.first_lead"),
    "first_lead_by_the_eldest": ("binokel-anleitung", "tricks.first_lead"),
    "whole_deals_unknown": ("binokel", "auction.all_pass"),
    "any_card_goes_in_a_whole_deal": ("binokel", "tricks.trump"),
    "anybody_speaks_at_any_time": ("binokel", "auction.first"),
    "rounded_before_the_contract_check": ("binokel", "contracts.game"),
    "halves_rounded_down": ("binokel", "scoring.rounding"),
    "nothing_rounded": ("binokel-anleitung", "scoring.rounding"),
    "tens_in_the_tournament": ("binokel-turnier", "scoring.rounding"),
    "discards_forgotten": ("binokel", "discard.counted"),
    "melds_kept_without_a_trick": ("binokel", "melding.valid"),
    "melds_lost_without_a_trick": ("binokel-anleitung", "melding.valid"),
    "conceding_bonus_forty": ("binokel", "awards.conceded"),
    "conceding_bonus_is_the_bid": ("binokel", "awards.conceded"),
    "melds_count_for_who_concedes": ("binokel", "awards.conceded"),
    "wrong_discard_loses_the_special_game": ("binokel", "scoring.order"),
    "lost_game_counts_double": ("binokel", "awards.lost"),
    "lost_game_counts_once": ("binokel-anleitung", "awards.lost"),
    "partners_trick_counts_in_durch": ("binokel", "contracts.durch"),
    "untendurch_lost_by_any_trick": ("binokel", "contracts.untendurch"),
    "untendurch_with_the_last_ten": ("binokel", "contracts.untendurch"),
    "durch_booked_in_the_match": ("binokel", "awards.special"),
    "free_melding_ignored": ("binokel-turnier", "contracts.free_melding"),
    "points_of_a_revoke_to_the_declarer": ("binokel-turnier", "irregularities.revoke_opponent"),
    "two_hundred_shared": ("binokel-turnier", "awards.defended"),
    "more_than_the_target_demanded": ("binokel", "match.target"),
    "own_game_ignored": ("binokel", "match.winner"),
    "whoever_leads_alone_after_a_tie": ("binokel-anleitung", "match.winner"),
    "eight_deals_are_enough": ("binokel-turnier", "match.deals"),
}
"""The fault -> the ruleset under which it is looked for, and the clause that must be quoted."""

REASONS = {"whole_deals_unknown": "method_not_found"}
"""How a fault shows that does not show as a wrong answer."""

MARKED = "binokel-cut-two-lifted-b"
"""The case at which the programs go wrong that fail at one question."""


@cache
def all_cases() -> tuple[Case, ...]:
    return read_cases(vectors_dir())


def reported(name: str, selection: Selection, timeout: float = 10.0) -> dict[str, Any]:
    """The report on a planted program, asked the selected cases of the suite."""
    command = [sys.executable, "-E", str(Path(__file__).parent / "programs" / "planted.py"), name]
    ended = run(command, [case for case in all_cases() if case in selection], timeout=timeout)
    document: Any = report(ended, Explainer("en", command))
    return dict(document)


def failures(document: dict[str, Any]) -> list[dict[str, Any]]:
    return [result for result in document["results"] if result["status"] == "failed"]


def test_the_right_program_passes_everything() -> None:
    document = reported("right", Selection())
    assert [f"{result['case']}: {result['message']}" for result in failures(document)] == []
    assert document["footer"]["exit"] == 0
    assert document["footer"]["counts"] == {
        "passed": len(all_cases()),
        "failed": 0,
        "known_failure": 0,
        "not_claimed": 0,
    }


@pytest.mark.parametrize("name", PLANTED)
def test_a_wrong_program_is_found_and_told_the_clause(name: str) -> None:
    ruleset, clause = PLANTED[name]
    near = [case for case in all_cases() if case.ruleset == ruleset and case.clauses[0] == clause]
    profiles = frozenset(case.profile for case in near)
    document = reported(name, Selection(rulesets=frozenset({ruleset}), profiles=profiles))
    assert document["footer"]["exit"] == 1
    failed = failures(document)
    assert {result["reason"] for result in failed} == {REASONS.get(name, "wrong")}
    quoted = {result["clause"]["id"]: result["clause"] for result in failed}
    assert clause in quoted
    assert all(quoted[clause][part] for part in ("number", "text", "source"))


@pytest.mark.parametrize(
    ("name", "reason", "message"),
    [
        ("crashes", "crash", "the program ended with exit status 3"),
        ("hangs", "timeout", "no answer within 2 s"),
        ("prints_garbage", "protocol", "line is not JSON: Expecting value at character 1: cutting two cards"),
    ],
)
def test_a_fault_at_one_question_costs_no_other(name: str, reason: str, message: str) -> None:
    by_hand = Selection(cases=frozenset(case.id for case in all_cases() if case.origin != "generated"))
    document = reported(name, by_hand, timeout=2.0)
    assert document["footer"]["exit"] == 1
    (failed,) = failures(document)
    assert (failed["case"], failed["reason"]) == (MARKED, reason)
    assert message in failed["message"]
    assert document["footer"]["counts"]["passed"] == len(by_hand.cases) - 1


def test_every_planted_fault_is_looked_for() -> None:
    program = (Path(__file__).parent / "programs" / "planted.py").read_text(encoding="utf-8")
    lines = program.splitlines()
    planted = {
        line.removeprefix("def ").partition("(")[0] for above, line in pairwise(lines) if above in {"@rule", "@code"}
    }
    assert planted == PLANTED.keys()
