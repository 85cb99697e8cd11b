"""The laws that need no expected values: the reference keeps them, and programs that break one are caught."""

from __future__ import annotations

import shlex
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from stichwerk_conformance.laws_command import laws, violations
from stichwerk_conformance.laws_table import table_of
from stichwerk_conformance.live import Live
from stichwerk_conformance.verify import verify

PROGRAMS = Path(__file__).parent / "programs"
LAWLESS = {
    "a_card_from_nowhere": ("bummerl", {"pack", "offered"}),
    "nothing_left_to_do": ("bummerl", {"end"}),
    "the_first_seat_is_favoured": ("bummerl", {"rotation"}),
    "hearts_are_not_led": ("guinote-tradicional", set()),
    "the_first_card_of_the_hand_counts": ("binokel", {"copies"}),
    "refuses_nothing": ("bummerl", {"refusal"}),
    "tens_are_worth_nothing": ("binokel", {"points"}),
    "the_next_card_is_seen": ("bummerl", {"secrecy"}),
    "all_hands_are_sent": ("binokel", {"secrecy"}),
    "the_moves_of_others_are_shown": ("bummerl", {"secrecy"}),
    "knows_hidden_cards": ("bummerl", {"secrecy"}),
    "dies_at_melds": ("binokel", {"answer"}),
    "somebody_sits_twice": ("binokel-turnier", {"seating"}),
    "the_same_sit_at_the_larger_table": ("binokel-turnier", {"seating"}),
    "totals_are_not_looked_at": ("binokel-turnier", {"lists"}),
}


def program(name: str) -> list[str]:
    return [sys.executable, str(PROGRAMS / "lawless.py"), name]


@pytest.mark.parametrize(
    "ruleset", ["binokel", "binokel-turnier", "kreuz-binokel", "bummerl", "schnapsen-a-trois", "guinote"]
)
def test_the_reference_keeps_every_law(ruleset: str) -> None:
    with Live(program("right"), 10) as live:
        assert violations(live, ruleset, 4, 3) == []


@pytest.mark.parametrize("fault", LAWLESS)
def test_whoever_breaks_a_law_is_caught(fault: str) -> None:
    ruleset, expected = LAWLESS[fault]
    with Live(program(fault), 10) as live:
        broken = {violation.law for _, violation in violations(live, ruleset, 6, 1)}
    assert expected <= broken
    assert bool(expected) == bool(broken)


def test_a_broken_law_is_told_with_a_case() -> None:
    ran = CliRunner().invoke(laws, ["--ruleset", "bummerl", "--examples", "2", "--", *program("refuses_nothing")])
    assert ran.exit_code == 1
    assert "every move that is not offered is refused and changes nothing" in ran.output
    assert "expect: {refused:" in ran.output
    assert "Traceback" not in ran.output


def test_exit_codes() -> None:
    right = ["--examples", "1", "--", *program("right")]
    assert CliRunner().invoke(laws, ["--ruleset", "schnapsen", *right]).exit_code == 0
    assert CliRunner().invoke(laws, ["--ruleset", "nothing", *right]).exit_code == 3
    assert CliRunner().invoke(laws, ["--examples", "0", "--", *program("right")]).exit_code == 3
    assert CliRunner().invoke(laws, ["--", *shlex.split("no-such-program")]).exit_code == 2


@pytest.mark.parametrize(("name", "exit_code"), [("right", 0), ("nothing_left_to_do", 1)])
def test_verify_holds_a_program_against_the_laws_too(name: str, exit_code: int) -> None:
    words = ["--ruleset", "schnapsen", "--case", "schnapsen-deck", "--laws", "--", *program(name)]
    ran = CliRunner().invoke(verify, words)
    assert ran.exit_code == exit_code
    assert ("schnapsen: every law holds" in ran.stdout) is (exit_code == 0)
    assert "\n1 case: 1 passed" in ran.stdout


def test_laws_need_a_command_of_its_own() -> None:
    ran = CliRunner().invoke(verify, ["--laws", "--python", "json:dumps"])
    assert ran.exit_code == 3
    assert "--laws needs a command" in ran.stderr


def test_only_suits_that_the_rules_do_not_name_are_renamed() -> None:
    assert table_of("binokel", ()).special == {"L", "S"}
    assert table_of("guinote", ()).special == frozenset()
    assert table_of("bummerl", ()).special == frozenset()


def test_a_rotated_answer() -> None:
    table = table_of("kreuz-binokel", ())
    assert table.players == 4
    answer = {"seat": 3, "scores": {"0+2": 40, "1+3": 0}, "won": ["1+3"], "order": ["A"], "calls": [[0, "out"]]}
    assert table.rotated(answer) == {
        "seat": 0, "scores": {"1+3": 40, "0+2": 0}, "won": ["0+2"], "order": ["A"], "calls": [[1, "out"]],
    }  # fmt: skip


def test_a_program_for_tournaments_alone_is_held_against_their_laws() -> None:
    with Live(program("right"), 10) as live:
        live.claims = replace(live.claims, profiles=frozenset({"tournament"}))
        assert violations(live, "binokel-turnier", 3, 1) == []
        assert {one.partition('"')[0] for one in live._known} <= {
            "tournament.plan{", "tournament.seating{", "tournament.check_list{",
        }  # fmt: skip
