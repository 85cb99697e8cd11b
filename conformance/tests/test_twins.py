"""Pairs of cases that look the same to a seat: made, linked, and a program that looks at hidden cards is caught."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from stichwerk.errors import SpecError
from stichwerk.files import vectors_dir
from stichwerk.loading import load
from stichwerk.questions import answer
from stichwerk_conformance.cases import Case, read_cases
from stichwerk_conformance.compare import first_difference
from stichwerk_conformance.generate.pairs import Pair, pairs
from stichwerk_conformance.generate.select import playable
from stichwerk_conformance.laws_table import table_of
from stichwerk_conformance.replies import Answer, Fault, FaultKind
from stichwerk_conformance.results import Status, judge
from stichwerk_conformance.twins import beside_its_pair
from stichwerk_conformance.verify import verify

LAWLESS = Path(__file__).parent / "programs" / "lawless.py"
CASE = """
  - id: {id}
    title: Seat 0 looks
    ruleset: bummerl
    ask: view
    given: {{seat: 0, dealer: 1, moves: [], cards: [SA, HK, CQ, {hidden}, HT, DT, DJ, ST, CA, SK]}}
    expect: {{hand: [SA, HK, CQ, DJ, ST]}}
    pair: {pair}
    clauses: [deal.packets]
    rulings: [B1]
    origin: hand
    reckoning: three cards, three to the other seat, the turn-up, two more
"""
HERE, THERE = CASE.format(id="a", pair="b", hidden="HA, DA"), CASE.format(id="b", pair="a", hidden="DA, HA")
PROGRAM = """
def player(more):
    def answer(method, params):
        if method == "initialize":
            claims = {"rulesets": ["bummerl"], "profiles": ["secrecy"]}
            about = {"name": "player", "version": "1", "language": "Python"}
            return {"protocol": "1", "implementation": about, "claims": claims}
        given = params["given"]
        return {"hand": ["SA", "HK", "CQ", "DJ", "ST"], **more(given["cards"])}
    return answer

honest = player(lambda cards: {"table": cards[6]})
sends_all = player(lambda cards: {"others": {"1": cards[3:6]}})
tells_only_there = player(lambda cards: {"ace": "HA"} if cards[3] == "HA" else {})
sorts_by_hidden = player(lambda cards: {"suits": sorted("SHDC", key=lambda suit: cards[3][0] == suit)})
holds_it = player(lambda cards: {"hand": ["SA", "HK", "CQ", "DJ", cards[3]]})
"""


def file_of(folder: Path, *cases: str) -> Path:
    file = folder / "pairs.yaml"
    file.write_text("language: 1\ncases:" + "".join(cases))
    return file


# --------------------------------------------------------------------------------- two cases as one another's pair


@pytest.mark.parametrize(
    ("cases", "complaint"),
    [
        ((HERE,), "a names b as its pair, which is no case that names a as its own"),
        ((HERE, THERE.replace("pair: a", "pair: b")), "a names b as its pair, which is no case that names a"),
        ((HERE.replace("pair: b", "pair: B"),), "pair"),
    ],
)
def test_a_case_without_its_pair_is_refused(cases: tuple[str, ...], complaint: str, tmp_path: Path) -> None:
    with pytest.raises(SpecError) as refused:
        read_cases(file_of(tmp_path, *cases))
    assert complaint in str(refused.value)
    assert "pairs.yaml:3" in str(refused.value) or "pairs.yaml:9" in str(refused.value)


def outcome(folder: Path, program: str, *options: str) -> tuple[int, dict[str, Any]]:
    """Exit code and report of a run against a program of this module's own."""
    (folder / f"{folder.name.replace('-', '_')}.py").write_text(PROGRAM)
    sys.path.insert(0, str(folder))
    try:
        words = ["--vectors", str(file_of(folder, HERE, THERE)), "--json", "-", *options]
        ran = CliRunner().invoke(verify, [*words, "--python", f"{folder.name.replace('-', '_')}:{program}"])
    finally:
        sys.path.remove(str(folder))
    return ran.exit_code, json.loads(ran.stdout)


def test_equal_views_pass_whatever_their_shape(tmp_path: Path) -> None:
    exit_code, report = outcome(tmp_path, "honest")
    assert exit_code == 0
    assert report["footer"]["counts"]["passed"] == 2


@pytest.mark.parametrize(
    ("program", "here", "there"),
    [
        ("sends_all", 'at others.1.0: "DA" there, "HA" here', 'at others.1.0: "HA" there, "DA" here'),
        ("tells_only_there", 'at ace: null there, "HA" here', 'at ace: "HA" there, null here'),
        ("sorts_by_hidden", 'at suits.1: "H" there, "D" here', 'at suits.1: "D" there, "H" here'),
    ],
)
def test_views_that_differ_fail_and_the_report_says_why(program: str, here: str, there: str, tmp_path: Path) -> None:
    exit_code, report = outcome(tmp_path, program)
    assert exit_code == 1
    told = {result["case"]: result["message"] for result in report["results"]}
    sentence = "the answers to two deals that look the same to seat 0 differ, the other is"
    assert told == {"a": f"{sentence} b: {here}", "b": f"{sentence} a: {there}"}


def test_a_wrong_answer_that_hangs_on_hidden_cards_is_told_to(tmp_path: Path) -> None:
    _, report = outcome(tmp_path, "holds_it")
    told = {result["case"]: result["message"] for result in report["results"]}
    assert told["a"] == (
        "at hand: missing ST, too many HA; the answers to two deals that look the same to seat 0 differ, the other is b"
    )


def test_a_case_brings_its_pair_with_it(tmp_path: Path) -> None:
    exit_code, report = outcome(tmp_path, "sends_all", "--case", "b")
    assert exit_code == 1
    assert [result["case"] for result in report["results"]] == ["a", "b"]


def test_a_pair_that_has_no_answer_changes_nothing(tmp_path: Path) -> None:
    case, _ = read_cases(file_of(tmp_path, HERE, THERE))
    passed = judge(case, Answer("a", {"hand": ["SA", "HK", "CQ", "DJ", "ST"], "more": 1}))
    assert beside_its_pair(passed, None) is passed
    assert beside_its_pair(passed, Fault("b", FaultKind.TIMEOUT, "no answer")) is passed
    lost = judge(case, Fault("a", FaultKind.TIMEOUT, "no answer"))
    assert beside_its_pair(lost, Answer("b", {"hand": []})) is lost


def test_an_answer_that_is_wrong_the_same_way_in_both_deals_is_only_wrong(tmp_path: Path) -> None:
    case, _ = read_cases(file_of(tmp_path, HERE, THERE))
    wrong = judge(case, Answer("a", {"hand": ["SA"]}))
    assert wrong.status is Status.FAILED
    assert beside_its_pair(wrong, Answer("b", {"hand": ["SA"]})) is wrong


# ------------------------------------------------------------------------------------------------ how they are made


@cache
def made(ruleset: str) -> list[Pair]:
    return list(pairs(load(ruleset)))


def seat_of(given: Mapping[str, Any]) -> int:
    return int(given["seat"] if "seat" in given else given["moves"][-1]["seat"])


MADE = ["binokel", "binokel-turnier", "kreuz-binokel-anleitung", "bummerl", "guinote-tradicional", "schnapsen-a-trois"]


@pytest.mark.parametrize("ruleset", MADE)
def test_a_pair_differs_in_two_cards_that_the_seat_does_not_hold(ruleset: str) -> None:
    assert [pair.one.ask for pair in made(ruleset)] == ["view", "view", "view", "whole_deal"]
    for pair in made(ruleset):
        one, other = pair.one.given, pair.other.given
        places = [n for n, (a, b) in enumerate(zip(one["cards"], other["cards"], strict=True)) if a != b]
        first, second = places
        assert (one["cards"][first], one["cards"][second]) == (other["cards"][second], other["cards"][first])
        lifted = one["moves"][0].get("lifted", 0) if one["moves"] else 0
        lying = table_of(ruleset, ()).places(one["dealer"], lifted)
        assert ("hand", seat_of(one)) not in [lying[place] for place in places]


@pytest.mark.parametrize("ruleset", MADE)
def test_all_that_happens_in_the_open_is_the_same(ruleset: str) -> None:
    for pair in made(ruleset):
        for one, other in zip(pair.one.given["moves"], pair.other.given["moves"], strict=True):
            assert one == other or (one["move"] == "discard" and one["seat"] != seat_of(pair.one.given))


@pytest.mark.parametrize("ruleset", MADE)
def test_the_reference_answers_both_deals_of_a_pair_alike(ruleset: str) -> None:
    rules = load(ruleset)
    for pair in made(ruleset):
        profile = "secrecy" if pair.one.ask == "view" else "deals"
        one, other = (answer(rules, profile, pair.one.ask, each.given) for each in (pair.one, pair.other))
        assert first_difference(pair.one.ask, pair.answer, one) is None
        assert first_difference(pair.one.ask, pair.answer, other) is None
        assert pair.one.ask != "view" or one == other


# ----------------------------------------------------------------------------------------------- those of the suite


@cache
def of_the_suite() -> tuple[Case, ...]:
    return tuple(case for case in read_cases(vectors_dir()) if case.pair)


def test_every_ruleset_has_pairs_for_what_is_seen_and_for_what_may_be_done() -> None:
    counts = Counter((case.ruleset, case.ask) for case in of_the_suite())
    assert {
        ruleset for ruleset in playable() if counts[ruleset, "view"] < 6 or counts[ruleset, "whole_deal"] < 2
    } == set()


def test_the_cases_of_a_pair_ask_the_same_and_expect_the_same() -> None:
    by_id = {case.id: case for case in of_the_suite()}
    for case in by_id.values():
        twin = by_id[case.pair]
        assert (case.ruleset, case.options, case.ask) == (twin.ruleset, twin.options, twin.ask)
        assert case.allowed == twin.allowed
        assert case.clauses == twin.clauses
        assert Counter(case.given["cards"]) == Counter(twin.given["cards"])  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("fault", "ruleset", "ask"),
    [
        ("right", "bummerl", None),
        ("right", "binokel", None),
        ("the_next_card_is_seen", "bummerl", "view"),
        ("all_hands_are_sent", "bummerl", "view"),
        ("all_hands_are_sent", "binokel", "view"),
        ("the_moves_of_others_are_shown", "bummerl", "view"),
        ("the_moves_of_others_are_shown", "binokel", "view"),
        ("the_moves_of_others_are_shown", "guinote", "view"),
        ("knows_hidden_cards", "bummerl", "whole_deal"),
        ("knows_hidden_cards", "guinote", "whole_deal"),
        ("knows_hidden_cards", "binokel", "whole_deal"),
        ("knows_hidden_cards", "binokel-turnier", "whole_deal"),
        ("knows_hidden_cards", "schnapsen-a-trois", "whole_deal"),
    ],
)
def test_a_program_that_looks_at_hidden_cards_is_caught(fault: str, ruleset: str, ask: str | None) -> None:
    words = ["--ruleset", ruleset, "--json", "-"]
    for case in of_the_suite():
        words += ["--case", case.id] if case.ruleset == ruleset else []
    ran = CliRunner().invoke(verify, [*words, "--", sys.executable, str(LAWLESS), fault], catch_exceptions=False)
    failed = [result for result in json.loads(ran.stdout)["results"] if result["status"] == "failed"]
    assert {result["ask"] for result in failed} == ({ask} if ask else set())
    assert bool(failed) is bool(ask)
    for result in failed:
        assert "the answers to two deals that look the same to seat" in result["message"]
        assert "the answers to two deals that look the same to seat" in ran.stderr
