"""The suite against programs that are wrong in one thing at a game with a stock, as programs in use are wrong.

Each plays by the reference engine with one fault planted (programs/planted_stock.py). It must be found with the
real cases, and the report must quote the clause it breaks, in every ruleset that is named here.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from stichwerk.files import vectors_dir
from stichwerk_conformance import Case, read_cases, run
from stichwerk_conformance.explain import Explainer
from stichwerk_conformance.report import report

PROGRAM = Path(__file__).parent / "programs" / "planted_stock.py"

FAMILIES = ("schnapsen", "guinote")
"""The folders of cases for games with a stock."""

PLANTED: dict[str, dict[str, str]] = {
    # the pack and the deal
    "sota_and_caballo_swapped_in_order": {"guinote": "deck.ranks", "guinote-tradicional": "deck.ranks"},
    "sota_and_caballo_swapped_in_points": {"guinote": "deck.points", "guinote-tradicional": "deck.points"},
    "sota_and_caballo_swapped_in_the_pair": {
        "guinote": "announcements.marriage",
        "guinote-tradicional": "announcements.marriage",
    },
    "jack_worth_three": {"schnapsen": "deck.ranks"},
    "dealt_one_by_one": {"guinote-tradicional": "deal.packets", "sechsundsechzig": "deal.packets"},
    "dealt_three_and_three": {"guinote": "deal.packets"},
    "turned_up_after_the_hands": {"bummerl": "deal.packets", "schnapsen": "deal.packets"},
    "the_winner_does_not_deal": {"sechsundsechzig": "deal.next_dealer", "guinote-tradicional": "deal.next_dealer"},
    "the_winner_deals": {"bummerl": "deal.next_dealer", "guinote": "deal.next_dealer"},
    # the stock
    "first_player_always_draws_first": {
        "bummerl": "tricks.draw",
        "schnapsen": "tricks.draw",
        "sechsundsechzig": "tricks.draw",
        "guinote": "open.draw",
        "guinote-tradicional": "open.draw",
    },
    "turn_up_drawn_by_the_winner": {"bummerl": "tricks.draw", "guinote": "open.until"},
    "trump_forgotten_after_the_stock": {
        "bummerl": "tricks.wins",
        "schnapsen": "tricks.wins",
        "sechsundsechzig": "tricks.wins",
        "guinote": "tricks.winner",
        "guinote-tradicional": "tricks.winner",
    },
    "drawn_before_the_winner_decides": {"sechsundsechzig": "tricks.drawing"},
    "strict_only_when_closed": {
        "bummerl": "tricks.stages",
        "schnapsen": "tricks.stages",
        "sechsundsechzig": "tricks.stages",
        "guinote": "tricks.stages",
        "guinote-tradicional": "open.until",
    },
    "strict_only_when_the_stock_is_used_up": {
        "bummerl": "tricks.follow",
        "schnapsen": "tricks.trump",
        "sechsundsechzig": "tricks.stages",
    },
    "strict_one_trick_too_early": {"bummerl": "tricks.draw", "guinote": "open.until"},
    # the exchange
    "exchange_leaves_two_of_the_card": {
        "bummerl": "actions.exchange",
        "schnapsen": "exchange.when",
        "guinote": "exchange.card",
        "guinote-tradicional": "actions.exchange",
    },
    "exchange_keeps_the_turn_up_in_place": {"sechsundsechzig": "exchange.when", "guinote": "exchange.card"},
    "low_turn_up_not_exchanged": {"guinote": "actions.exchange", "guinote-tradicional": "actions.exchange"},
    "exchanged_after_closing": {"bummerl": "actions.exchange_when", "schnapsen": "exchange.when"},
    "exchanged_after_announcing": {"bummerl": "actions.exchange_when", "schnapsen": "exchange.when"},
    "exchange_refused_with_one_face_down_card": {
        "bummerl": "actions.exchange_when",
        "schnapsen": "exchange.when",
        "sechsundsechzig": "exchange.when",
    },
    "exchanged_without_a_trick": {"sechsundsechzig": "exchange.when", "guinote-tradicional": "actions.exchange"},
    "exchange_needs_a_trick": {"bummerl": "actions.exchange_when", "guinote": "actions.exchange"},
    "exchanged_by_the_follower": {"bummerl": "actions.exchange", "sechsundsechzig": "exchange.when"},
    "exchanged_on_turn_only": {"guinote": "actions.exchange"},
    "partner_may_not_exchange": {"guinote-tradicional": "actions.exchange"},
    "no_exchange_at_the_closing": {"sechsundsechzig": "actions.exchange_at_close"},
    "closed_after_announcing": {"bummerl": "actions.close", "schnapsen": "actions.close"},
    "closed_only_after_the_draw": {"sechsundsechzig": "closing.when"},
    # announcing
    "credited_without_a_trick": {
        "bummerl": "announcements.credited",
        "schnapsen": "announcements.credited",
        "sechsundsechzig": "announcements.credited",
    },
    "announced_twice": {"guinote": "announcements.once", "guinote-tradicional": "announcements.once"},
    "announced_by_the_follower": {
        "bummerl": "announcements.lead",
        "schnapsen": "announcements.lead",
        "sechsundsechzig": "announcements.lead",
        "guinote": "announcements.marriage",
    },
    "two_announcements_in_one_turn": {"schnapsen": "announcements.lead", "guinote": "announcements.marriage"},
    "king_led_automatically": {
        "bummerl": "announcements.lead",
        "schnapsen": "announcements.lead",
        "sechsundsechzig": "announcements.lead",
    },
    "any_card_led_after_an_announcement": {
        "bummerl": "announcements.lead",
        "schnapsen": "announcements.lead",
        "sechsundsechzig": "announcements.lead",
    },
    "announced_card_led_in_guinote": {"guinote": "announcements.lead", "guinote-tradicional": "announcements.lead"},
    "announced_in_a_closed_deal": {"sechsundsechzig": "announcements.late"},
    "nothing_announced_in_a_closed_deal": {"bummerl": "announcements.late", "schnapsen": "announcements.late"},
    "announced_without_a_trick": {
        "guinote": "announcements.marriage",
        "guinote-tradicional": "announcements.marriage",
    },
    "partner_may_not_announce": {"guinote-tradicional": "announcements.marriage"},
    "partner_may_announce": {"guinote": "announcements.marriage"},
    "one_announcement_for_both_partners": {"guinote-tradicional": "announcements.marriage"},
    "four_kings_spend_the_marriage": {"guinote": "announcements.four_kings"},
    # claiming
    "claimed_in_the_middle_of_a_trick": {"schnapsen": "claim.when", "sechsundsechzig": "claim.when"},
    "claimed_on_lead_only": {"bummerl": "actions.claim_when", "guinote-tradicional": "actions.call"},
    "nothing_claimed_after_the_last_trick": {"bummerl": "actions.claim_when", "schnapsen": "claim.when"},
    "claimed_before_the_first_trick": {"schnapsen": "claim.when", "sechsundsechzig": "claim.when"},
    "claim_offered_only_when_it_is_right": {
        "bummerl": "awards.false_claim",
        "guinote-tradicional": "awards.false_call",
    },
    "false_claim_ignored": {"bummerl": "awards.false_claim", "guinote-tradicional": "awards.false_call"},
    "more_than_the_goal_claimed": {"bummerl": "aim.goal"},
    "call_at_exactly_a_hundred": {"guinote-tradicional": "awards.false_call"},
    "called_in_the_first_deal": {"guinote-tradicional": "actions.call"},
    "called_without_the_points_before": {"guinote-tradicional": "awards.called"},
    "a_revoke_is_put_right": {"guinote-tradicional": "irregularities.revoke"},
    # the duties
    "duty_to_beat_left_out": {"schnapsen": "tricks.beat", "guinote": "arrastre.head"},
    "duty_to_beat_added": {"bummerl": "tricks.strict"},
    "trumping_is_free": {
        "schnapsen": "tricks.trump",
        "guinote": "arrastre.trump",
        "guinote-tradicional": "arrastre.overtrump",
    },
    "undertrumping_is_free": {"guinote": "arrastre.trump"},
    "undertrump_forced": {"guinote-tradicional": "arrastre.overtrump"},
    "partner_frees_from_following": {"guinote": "arrastre.follow", "guinote-tradicional": "arrastre.follow"},
    "partner_frees_from_beating": {"guinote": "arrastre.head"},
    "partner_must_be_beaten": {"guinote-tradicional": "arrastre.head"},
    "a_trumped_trick_is_not_headed": {"guinote": "arrastre.head"},
    "a_trumped_trick_is_headed": {"guinote-tradicional": "arrastre.head"},
    # what a deal is worth
    "thirty_three_is_schneider": {
        "bummerl": "awards.plain",
        "schnapsen": "awards.claimed",
        "sechsundsechzig": "awards.claimed",
    },
    "schwarz_by_points": {"bummerl": "awards.schneider", "sechsundsechzig": "awards.claimed"},
    "every_claimed_win_is_worth_two": {"bummerl": "awards.plain", "schnapsen": "awards.claimed"},
    "false_claim_priced_by_the_claimer": {"schnapsen": "awards.false_claim"},
    "false_claim_always_two": {"schnapsen": "awards.false_claim"},
    "false_claim_of_the_closer_is_a_failed_closing": {
        "schnapsen": "awards.false_claim",
        "sechsundsechzig": "awards.false_claim",
    },
    "snapshot_in_every_game": {"bummerl": "awards.schneider", "sechsundsechzig": "awards.closing_made"},
    "snapshot_not_used": {"schnapsen": "awards.closing_made", "sechsundsechzig": "awards.closing_failed"},
    "snapshot_of_the_wrong_side": {"schnapsen": "awards.closing_made"},
    "failed_closing_always_two": {"schnapsen": "awards.closing_failed", "sechsundsechzig": "awards.closing_failed"},
    "failed_closing_may_cost_three": {"bummerl": "awards.failed_close"},
    "silent_closer_may_win": {"schnapsen": "scoring.winner", "sechsundsechzig": "scoring.winner"},
    "silent_closer_loses": {"bummerl": "scoring.winner"},
    "unclaimed_deal_to_the_higher_total": {"schnapsen": "awards.unclaimed"},
    "unclaimed_deal_to_the_last_trick": {"bummerl": "scoring.winner", "sechsundsechzig": "awards.unclaimed"},
    "unclaimed_deal_worth_one": {"sechsundsechzig": "awards.unclaimed"},
    "all_strict_tricks_count_nothing": {"bummerl": "awards.all_strict"},
    "last_ten_counted_after_closing": {"sechsundsechzig": "tricks.last"},
    "last_ten_forgotten": {"guinote": "tricks.last", "guinote-tradicional": "tricks.last"},
    "capote_worth_the_match": {"guinote": "awards.capote"},
    "capote_in_the_traditional_game": {"guinote-tradicional": "awards.counted"},
    # the match
    "zero_must_be_hit_exactly": {"bummerl": "match.end", "schnapsen": "match.target"},
    "zero_taken_for_unset": {"bummerl": "match.end", "schnapsen": "match.target"},
    "counted_up": {"bummerl": "match.start", "schnapsen": "match.target"},
    "every_shutout_writes_two_marks": {"bummerl": "match.shutout"},
    "tie_at_the_target_by_the_last_trick": {"guinote": "match.winner"},
    "higher_total_wins_at_the_target": {"guinote-tradicional": "match.winner"},
    "more_than_the_target_demanded": {"guinote": "match.target", "sechsundsechzig": "match.target"},
    "the_target_itself_is_enough": {"guinote-tradicional": "match.target"},
}
"""The fault -> the rulesets under which it is looked for, and the clause that must be quoted in each."""


@cache
def stock_cases() -> tuple[Case, ...]:
    # What a planted fault is caught by was chosen by hand; generated cases would only make the run longer.
    cases = (case for family in FAMILIES for case in read_cases(vectors_dir() / family))
    return tuple(case for case in cases if case.origin != "generated")


def reported(name: str, cases: Iterable[Case]) -> dict[str, Any]:
    """The report on a planted program, asked these cases of the suite."""
    command = [sys.executable, "-E", str(PROGRAM), name]
    document: Any = report(run(command, cases, timeout=10.0), Explainer("en", command))
    return dict(document)


def failures(document: dict[str, Any]) -> list[dict[str, Any]]:
    return [result for result in document["results"] if result["status"] == "failed"]


def test_the_right_program_passes_everything() -> None:
    document = reported("right", stock_cases())
    assert [f"{result['case']}: {result['message']}" for result in failures(document)] == []
    assert document["footer"]["exit"] == 0
    counts = document["footer"]["counts"]
    assert counts.pop("passed") == len(stock_cases())
    assert set(counts.values()) == {0}


# Whoever draws at once has never heard of the moment at which others decide about it.
MAY_REFUSE = {"drawn_before_the_winner_decides": {"error"}}


@pytest.mark.parametrize("name", PLANTED)
def test_a_wrong_program_is_found_and_told_the_clause(name: str) -> None:
    broken = PLANTED[name]
    near = {(case.ruleset, case.profile) for case in stock_cases() if broken.get(case.ruleset) == case.clauses[0]}
    asked = {case.id: case for case in stock_cases() if (case.ruleset, case.profile) in near}
    document = reported(name, asked.values())
    assert document["footer"]["exit"] == 1
    failed = failures(document)
    assert {result["reason"] for result in failed} - MAY_REFUSE.get(name, set()) == {"wrong"}
    quoted = {(asked[result["case"]].ruleset, result["clause"]["id"]): result["clause"] for result in failed}
    assert broken.items() <= quoted.keys()
    assert all(quoted[place][part] for place in broken.items() for part in ("number", "text", "source"))


def test_every_planted_fault_is_looked_for() -> None:
    lines = PROGRAM.read_text(encoding="utf-8").splitlines()
    planted = {
        line.removeprefix("def ").partition("(")[0] for above, line in pairwise(lines) if above in {"@rule", "@code"}
    }
    assert planted == PLANTED.keys()
