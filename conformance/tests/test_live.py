"""Exploring, identifying and counting: a right program passes, a wrong one is shown with its clause."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

import stichwerk
from stichwerk.questions import answer
from stichwerk_conformance.cases import ASKS, PROFILE_OF, read_cases
from stichwerk_conformance.claims import Claims
from stichwerk_conformance.count import count, stored
from stichwerk_conformance.identify import identify
from stichwerk_conformance.live import Ask, Live
from stichwerk_conformance.live_blame import blamed
from stichwerk_conformance.live_cases import case_of, file_of
from stichwerk_conformance.live_explore import Explorer, explore, findings
from stichwerk_conformance.live_facts import score_match
from stichwerk_conformance.live_given import GIVEN
from stichwerk_conformance.live_options import choices_of, claimed_of, playable, single_changes, together
from stichwerk_conformance.replies import Answer, Fault

PROGRAMS = Path(__file__).parent / "programs"


def planted(name: str, file: str = "planted.py") -> list[str]:
    return [sys.executable, str(PROGRAMS / file), name]


def disguised(*words: str) -> list[str]:
    return [sys.executable, str(PROGRAMS / "disguised.py"), *words]


# ---------------------------------------------------------------- questions


def test_what_is_drawn_can_be_answered() -> None:
    drawn = set()
    for ruleset in playable():
        rules = stichwerk.load(ruleset)
        for ask, draw in GIVEN.items():
            given = draw(rules, Random(f"{ruleset} {ask}"))
            if given is not None:
                answer(rules, PROFILE_OF[ask], ask, given)
                drawn.add(ask)
    assert drawn | {"view", "plan"} == {ask for asks in ASKS.values() for ask in asks}


def test_options_that_do_not_go_together_are_not_drawn() -> None:
    for ruleset in ("binokel", "guinote-101", "bummerl-siebener"):
        assert all(len(choices) > 1 for choices in choices_of(ruleset).values())
        assert all(together(ruleset, options) for options in single_changes(ruleset, {}))


def test_a_case_file_can_be_read(tmp_path: Path) -> None:
    question = Ask("legal_cards", "binokel", {"players": "4"}, {"trump": "E", "trick": ["HA"], "hand": ["HT", "E7"]})
    case = case_of(question, {"legal": ["HT"]}, ["tricks.follow"], "One card follows")
    (tmp_path / "a.yaml").write_text(file_of(case), encoding="utf-8")
    (read,) = read_cases(tmp_path / "a.yaml")
    assert (read.given, read.options, read.allowed[0].answer) == (question.given, {"players": "4"}, {"legal": ["HT"]})


def test_a_program_that_dies_or_hangs_costs_that_question_only() -> None:
    cut = [Ask("cut", "binokel", {}, {"lifted": number}) for number in range(5)]
    for fault, word in (("crashes", "crash"), ("hangs", "timeout"), ("prints_garbage", "protocol")):
        with Live(planted(fault), 1) as live:
            replies = live.ask_all(cut)
        wrong = [reply for reply in replies if not isinstance(reply, Answer)]
        assert len(wrong) == 1
        assert isinstance(wrong[0], Fault)
        assert wrong[0].kind.value == word


# ---------------------------------------------------------------- exploring


@pytest.mark.parametrize(("ruleset", "profile"), [("binokel", "scoring"), ("guinote", "deals"), ("bummerl", "tricks")])
def test_nothing_is_found_in_the_reference(ruleset: str, profile: str) -> None:
    with Live(planted("right"), 10) as live:
        assert list(findings(live, ruleset, {}, frozenset([profile]), 15, 1)) == []


@pytest.mark.parametrize(
    ("fault", "ruleset", "ask", "clause", "size"),
    [
        ("trumping_is_free", "binokel", "legal_cards", "tricks.trump", 2),
        ("family_of_trumps_100", "binokel", "melds", "melds.family", 5),
        ("halves_rounded_down", "binokel", "score_deal", "scoring.rounding", 0),
        ("jump_bids_in_the_duel", "binokel", "whole_deal", "auction.raise", 0),
    ],
)
def test_a_wrong_answer_is_made_small(fault: str, ruleset: str, ask: str, clause: str, size: int) -> None:
    with Live(planted(fault), 10) as live:
        found = Explorer(live, ruleset, ask, {}, 4.0).explore(150, 1)
        assert found is not None
        assert blamed(found.question, found.answer) == clause
        if size:
            hand = found.question.given["hand"]
            assert isinstance(hand, list)
            assert len(hand) == size
        if "moves" in found.question.given:
            moves = found.question.given["moves"]
            assert isinstance(moves, list)
            assert len(moves) <= 1


@pytest.mark.long
@pytest.mark.parametrize(
    ("fault", "clause"),
    [
        ("one_trump_seven", "melds.trump_seven"),
        ("card_in_hand_may_not_be_called", "call.allowed"),
        ("halves_rounded_down", "scoring.rounding"),
        ("last_ten_forgotten", "tricks.last"),
    ],
)
def test_a_wrong_deal_is_laid_to_the_clause_of_its_step(fault: str, clause: str) -> None:
    with Live(planted(fault), 10) as live:
        found = Explorer(live, "binokel", "whole_deal", {}, 3.0).explore(200, 1)
    assert found is not None
    assert blamed(found.question, found.answer, 60) == clause


def test_a_finding_is_told_with_its_clause_and_a_case() -> None:
    words = ["--ruleset", "binokel", "--profile", "tricks", "--examples", "40", "--set", "players=4", "--"]
    ran = CliRunner().invoke(explore, [*words, *planted("equal_card_beats")])
    assert ran.exit_code == 1
    assert "tricks.equal" in ran.output or "tricks.winner" in ran.output
    assert "options: {players: '4'}" in ran.output
    assert "origin: generated" in ran.output


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--set", "players=4"], "--set needs --ruleset: options belong to a ruleset"),
        (["--ruleset", "binokel", "--set", "players=9"], "the option players of binokel has no choice '9'"),
        (["--ruleset", "binokel", "--set", "players"], "'players' is not OPTION=CHOICE"),
        (["--profile", "nothing"], "Invalid value for '--profile'"),
        (["--ruleset", "binokol"], "there is no ruleset binokol. Did you mean binokel?"),
        (["--examples", "0"], "Invalid value for '--examples'"),
    ],
)
def test_wrong_uses_of_explore(words: list[str], message: str) -> None:
    ran = CliRunner().invoke(explore, [*words, "--", *planted("right")])
    assert ran.exit_code == 3
    assert message in ran.stderr
    assert CliRunner().invoke(explore, ["--", "no-such-program"]).exit_code == 2


def test_what_is_set_must_be_claimed() -> None:
    fake = [sys.executable, "-S", "-E", str(PROGRAMS / "faulty.py"), "hang deaf at once"]
    ran = CliRunner().invoke(explore, ["--ruleset", "binokel", "--set", "players=4", "--", *fake])
    assert ran.exit_code == 3
    assert "the program does not claim players=4 of binokel" in ran.stderr
    some = Claims({"binokel": {"players": frozenset({"3", "4"})}, "bummerl": None}, frozenset())
    assert claimed_of(some, "binokel", "players") == {"3", "4"}
    assert claimed_of(some, "binokel", "sevens") == {"with"}
    assert claimed_of(some, "bummerl", "partie") == {"none", "two", "three"}


def test_without_hypothesis_explore_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "hypothesis", None)
    ran = CliRunner().invoke(explore, ["--", *planted("right")])
    assert ran.exit_code == 3
    assert "needs Hypothesis, which is not installed: pip install" in ran.stderr


def test_games_for_money_are_drawn_with_every_class_of_deal() -> None:
    rules = stichwerk.load("bummerl", {"stake": "10", "partie": "two"})
    answers = [answer(rules, "match", "score_match", score_match(rules, Random(n)) or {}) for n in range(400)]
    paid = {amount for one in answers for amount in one.get("stakes", {}).values()}
    assert paid == {10, -10, 20, -20, 30, -30}
    assert {one["series"]["over"] for one in answers if one["over"]} == {True, False}


def test_stakes_that_are_never_doubled_are_found(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        f"import sys; sys.path.insert(0, {str(PROGRAMS)!r})\n"
        "from planting import CHANGES, answer_wrongly\n"
        "CHANGES.append(lambda formal: formal['awards']['schneider'].pop('stakes'))\n"
        "answer_wrongly('right')\n"
    )
    with Live([sys.executable, str(program)], 10) as live:
        found = Explorer(live, "bummerl-stake", "score_match", {}, 4.0).explore(300, 1)
    assert found is not None
    assert "at stakes." in found.message


# ---------------------------------------------------------------- identifying


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("binokel", "binokel-turnier"), "plays binokel-turnier ("),
        (("binokel", "binokel-anleitung", "double_loss=off"), "plays binokel-anleitung"),
        (("schnapsen", "sechsundsechzig"), "plays sechsundsechzig ("),
        (("binokel", "binokel", "opening=200", "players=4"), "opening=200"),
    ],
)
def test_a_program_is_known_by_how_it_plays(words: tuple[str, ...], named: str) -> None:
    known = {f"{name}={choice}" for name, choices in choices_of(words[1]).items() for choice in choices}
    words = tuple(word for word in words if "=" not in word or word in known)
    ran = CliRunner().invoke(identify, ["--", *disguised(*words)])
    assert ran.exit_code == 0, ran.output
    assert named in ran.output


def test_a_mutant_is_named_nearest_with_its_clause() -> None:
    ran = CliRunner().invoke(identify, ["--", *disguised("binokel", "binokel-turnier", "fault=trumping_is_free")])
    assert ran.exit_code == 1
    assert "comes nearest to binokel-turnier, but" in ran.output
    assert "tricks.trump" in ran.output


def test_a_program_that_answers_little_and_checks_nothing_is_known(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(TRICKS_OF_THREE)
    ran = CliRunner().invoke(identify, ["--", sys.executable, str(program)])
    assert ran.exit_code == 0, ran.output
    assert "the program plays binokel (" in ran.output
    assert "claimed, but not known to the program: replay" in ran.output


TRICKS_OF_THREE = """
import json, sys
POINTS = {"A": 11, "T": 10, "K": 4, "O": 3, "U": 2, "7": 0}

def strength(card, trump, led):
    return card[0] == trump, card[0] == led, -"ATKOU7".index(card[1])

def answer(method, given):
    trump, trick = given["trump"], given["trick"]
    if method == "tricks.trick_winner":
        best = max(range(len(trick)), key=lambda n: (strength(trick[n], trump, trick[0][0]), -n))
        points = sum(POINTS[card[1]] for card in trick) + 10 * given.get("last", False)
        return {"winner": (given["leader"] + best) % 3, "points": points}
    hand = given["hand"]
    if not trick:
        return {"legal": hand}
    led = trick[0][0]
    for suit in (led, trump):
        if cards := [card for card in hand if card[0] == suit]:
            best = max(strength(card, trump, led) for card in trick)
            return {"legal": [card for card in cards if strength(card, trump, led) > best] or cards}
    return {"legal": hand}

for line in sys.stdin:
    request = json.loads(line)
    method, reply = request["method"], {"jsonrpc": "2.0", "id": request["id"]}
    if method == "initialize":
        claims = {"rulesets": [{"id": "binokel"}], "profiles": ["tricks"]}
        about = {"name": "little", "version": "1", "language": "Python"}
        reply["result"] = {"protocol": "1", "implementation": about, "claims": claims}
    elif method == "shutdown":
        reply["result"] = None
    elif method == "tricks.replay":
        reply["error"] = {"code": -32601, "message": "method not found"}
    else:
        reply["result"] = answer(method, request["params"]["given"])
    print(json.dumps(reply), flush=True)
"""


def test_wrong_uses_of_identify() -> None:
    assert CliRunner().invoke(identify, ["--family", "whist", "--", *planted("right")]).exit_code == 3
    assert CliRunner().invoke(identify, ["--", "no-such-program"]).exit_code == 2


# ---------------------------------------------------------------- counting


def test_the_stored_counts_are_those_of_the_reference() -> None:
    ran = CliRunner().invoke(count, ["--", *planted("right")])
    assert ran.exit_code == 0, ran.output
    assert ran.output.count("as stored") == len(stored())


def test_where_counts_differ_the_position_is_shown() -> None:
    ran = CliRunner().invoke(count, ["--ruleset", "binokel", "--", *planted("beating_is_free")])
    assert ran.exit_code == 1
    assert "too many: " in ran.output
    assert "missing: " not in ran.output
    assert "tricks.beat" in ran.output


def test_counts_and_views_after_a_move_that_is_not_allowed() -> None:
    rules = stichwerk.load("bummerl")
    given = {"dealer": 1, "cards": rules.deck.pack(), "moves": [{"seat": 1, "move": "pass"}]}
    assert answer(rules, "deals", "count", {**given, "depth": 1}) == {"refused": 0}
    assert answer(rules, "secrecy", "view", {**given, "seat": 0}) == {"refused": 0}
    assert answer(rules, "deals", "count", {**given, "moves": [], "depth": 0}) == {"total": 1, "split": []}
    with pytest.raises(ValueError, match="depth"):
        answer(rules, "deals", "count", {**given, "moves": [], "depth": 99})
