from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from stichwerk import Rules, load
from stichwerk.tournament import Entry, TournamentList
from stichwerk.tournament import check as first_wrong
from stichwerk_tournament.checking import Check, check
from stichwerk_tournament.likely import Likely
from stichwerk_tournament.texts import words

Changed = Callable[..., TournamentList]


@pytest.fixture(scope="module")
def rules() -> Rules:
    return load("binokel-turnier")


def sums(found: Check) -> list[str]:
    return [one.told(words("check", "en")) for one in found.findings[0].sums]


def test_the_list_reckoned_by_hand_is_right(rules: Rules, sheet: TournamentList) -> None:
    found = check(rules, sheet)
    assert not found.findings
    assert not found.carried
    assert found.totals == {5: 1380, 1: 1750, 9: -300}
    assert found.complete
    assert not found.missing


WRONG: list[tuple[int, dict[str, Any], str, int | None, str, Any, str, list[str]]] = [
    # line, what is written there, kind, player, field, right value, clause, sums
    # The contract of deal 2 needs 250 and has 160.
    (
        2, {"result": {9: 160}}, "made_below_bid", 9, "result", -500, "contracts.game",
        ["60 (melds) + 100 (tricks) < 250 (bid)", "−2 × 250 (bid) = −500"],
    ),
    (
        2, {"result": {9: -250}}, "doubling", 9, "result", -500, "awards.lost",
        ["60 (melds) + 100 (tricks) < 250 (bid)", "−2 × 250 (bid) = −500"],
    ),
    (
        2, {"result": {1: 70}}, "no_bonus", 1, "result", 270, "awards.defended",
        ["60 (melds) + 100 (tricks) < 250 (bid)", "0 (melds) + 70 (tricks) + 200 = 270"],
    ),
    (
        1, {"result": {9: 250}}, "bonus", 9, "result", 50, "awards.counted",
        ["150 (melds) + 140 (tricks) ≥ 200 (bid)", "0 (melds) + 50 (tricks) = 50"],
    ),
    (
        3, {"result": {5: -300}}, "lost_though_made", 5, "result", 150, "contracts.game",
        ["0 (melds) + 150 (tricks) ≥ 150 (bid)", "0 (melds) + 150 (tricks) = 150"],
    ),
    (
        3, {"result": {9: 40}}, "melds_without_trick", 9, "result", 0, "melding.valid",
        ["0 (melds void) + 0 (tricks) = 0"],
    ),
    # 50 + 250 is not above 300: whoever does not meld within reach loses with every trick.
    (
        4, {"result": {5: 300}}, "made_below_bid", 5, "result", -600, "contracts.free_melding",
        ["50 (melded) + 250 (all tricks) ≤ 300 (bid)", "−2 × 300 (bid) = −600"],
    ),
    # 40 for melds, and of the 90 nothing, for player 9 revoked.
    (
        5, {"result": {9: 130}}, "revoker_counted", 9, "result", 40, "irregularities.revoke_opponent",
        ["40 (melds) + 0 (tricks do not count) = 40"],
    ),
    # The declarer revoked; 100 + 150 would have been enough.
    (
        6, {"result": {9: 250}}, "made_below_bid", 9, "result", -300, "irregularities.revoke_declarer",
        ["−2 × 150 (bid) = −300"],
    ),
    (7, {"result": {9: 0}}, "result", 9, "result", 20, "awards.counted", ["20 (melds) + 0 (tricks) = 20"]),
    # 100 + 300 = 400
    (2, {"total": {5: 410}}, "total", 5, "total", 400, "tournament.list", ["100 + 300 = 400"]),
    # -510 + 20 = -490, and 50 - 500 = -450
    (7, {"total": {9: -530}}, "total", 9, "total", -490, "tournament.list", ["−510 + 20 = −490"]),
    (2, {"total": {9: 550}}, "total", 9, "total", -450, "tournament.list", ["50 − 500 = −450"]),
    # 60 + 140 + 40 = 240: without the last trick
    (1, {"tricks": {9: 40}}, "tricks_last", None, "tricks", 250, "tricks.last", ["60 + 140 + 40 = 240"]),
    (1, {"tricks": {9: 55}}, "tricks_sum", None, "tricks", 250, "deck.points", ["60 + 140 + 55 = 255"]),
    (1, {"tricks": {5: 0, 1: 0, 9: 0}}, "tricks_sum", None, "tricks", 250, "deck.points", ["0 + 0 + 0 = 0"]),
    (1, {"tricks": {9: -50}}, "negative", 9, "tricks", None, "", []),
    (1, {"melds": {5: 15}}, "melds", 5, "melds", None, "melds", []),
    (1, {"melds": {5: -40}}, "negative", 5, "melds", None, "melds", []),
    (1, {"bid": 140}, "bid_low", None, "bid", None, "auction.opening", []),
    (1, {"bid": 205}, "bid_step", None, "bid", None, "auction.raise", []),
    (1, {"bid": None}, "bid_missing", None, "bid", None, "auction.opening", []),
    (1, {"declarer": None}, "declarer_missing", None, "declarer", None, "table.players", []),
    (1, {"declarer": 7}, "declarer_stranger", None, "declarer", None, "table.players", []),
    (1, {"dealer": 1}, "dealer", None, "dealer", 5, "deal.first_dealer", []),
    (4, {"dealer": 9}, "dealer", None, "dealer", 5, "", []),
    (1, {"revoked": (7,)}, "stranger", 7, "revoked", False, "table.players", []),
    (1, {"result": {7: 10}}, "stranger", 7, "result", None, "table.players", []),
    (1, {"taken": {9: False}}, "taken", 9, "taken", True, "melding.valid", []),
]  # fmt: skip


@pytest.mark.parametrize(
    ("line", "fields", "kind", "player", "field", "right", "clause", "told"), WRONG,
    ids=[f"{kind}-{line}" for line, _, kind, *_ in WRONG],
)  # fmt: skip
def test_a_wrong_figure_is_named_with_what_is_right(  # noqa: PLR0917 - they are the columns of the table above
    rules: Rules, changed: Changed, line: int, fields: dict[str, Any], kind: str, player: int | None, field: str,
    right: Any, clause: str, told: list[str],
) -> None:  # fmt: skip
    wrong = changed(line, **fields)
    found = check(rules, wrong)
    first = found.findings[0]
    assert (first.kind, first.wrong.line, first.wrong.player, first.wrong.field, first.wrong.right) == (
        kind, line, player, field, right,
    )  # fmt: skip
    assert (first.wrong.clause or "").startswith(clause)
    assert sums(found) == told
    assert first_wrong(rules, wrong) == first.wrong
    assert len(found.findings) == 1


def test_totals_that_carry_a_wrong_result_on_are_no_new_mistakes(rules: Rules, changed: Changed) -> None:
    # 300 in place of 290 in deal 1, and every total of player 1 is 10 too high from there on: 1760 in place of 1750.
    wrong = changed(1, result={1: 300}, total={1: 300})
    for line in range(2, 10):
        wrong = changed(line, wrong, total={1: wrong.deals[line - 1].total[1] + 10})
    found = check(rules, wrong)
    assert [one.kind for one in found.findings] == ["result"]
    carried = found.carried[1]
    assert (carried.first, carried.last, carried.given, carried.right) == (1, 9, 1760, 1750)
    assert found.carried.keys() == {1}


def test_totals_that_carry_a_wrong_total_on_are_no_new_mistakes(rules: Rules, changed: Changed) -> None:
    # 400 is written as 410 in deal 2, and added to from there.
    wrong = changed(2, total={5: 410})
    for line in range(3, 10):
        wrong = changed(line, wrong, total={5: wrong.deals[line - 1].total[5] + 10})
    found = check(rules, wrong)
    assert [(one.kind, one.wrong.line) for one in found.findings] == [("total", 2)]
    assert found.carried[5].first == 3
    assert found.carried[5].given == 1390


def test_mistakes_that_have_nothing_to_do_with_the_first_are_found_too(rules: Rules, changed: Changed) -> None:
    wrong = changed(1, result={1: 300})
    wrong = changed(3, wrong, result={9: 40})
    wrong = changed(8, wrong, total={5: 1300})
    found = check(rules, wrong)
    assert [(one.kind, one.wrong.line, one.wrong.player) for one in found.findings] == [
        ("result", 1, 1), ("melds_without_trick", 3, 9), ("total", 8, 5),
    ]  # fmt: skip
    assert found.carried == {}  # all other totals are right, whatever the results say: 1310 + 70 = 1380 too
    assert found.totals == {5: 1380, 1: 1750, 9: -300}


def test_two_wrong_figures_in_one_line_are_both_found(rules: Rules, changed: Changed) -> None:
    wrong = changed(1, melds={5: 15, 1: 25}, bid=155)
    assert [one.kind for one in check(rules, wrong).findings] == ["bid_step", "melds", "melds"]


def test_behind_a_line_that_nobody_can_reckon_the_list_is_read_on_from_what_is_written(
    rules: Rules, changed: Changed
) -> None:
    wrong = changed(1, tricks={9: 40})
    wrong = changed(2, wrong, total={5: 390})
    found = check(rules, wrong)
    assert [(one.kind, one.wrong.line) for one in found.findings] == [("tricks_last", 1), ("total", 2)]
    assert found.findings[1].wrong.right == 400
    assert found.totals is None


def test_the_trick_points_are_named_with_which_the_rest_of_a_line_is_right(rules: Rules, changed: Changed) -> None:
    # 40 in place of 50: with 50 everybody has what is written; 70 for player 5 or 150 for player 1 would not do.
    assert check(rules, changed(1, tricks={9: 40})).findings[0].likely == Likely(9, "tricks", 50, 40)
    # With every trick the declarer still loses: nothing tells whose points are missing but the results, and none fits.
    assert check(rules, changed(4, tricks={5: 240}, result={5: 0})).findings[0].likely is None


@pytest.mark.parametrize(
    ("line", "player", "typed", "meant"),
    [
        (1, 5, 400, 40),  # a nought too many: 100 are written, 400 + 60 would be right
        (1, 5, 12000, 40),
        (2, 5, 0, 20),
        (1, 1, 1500, 150),  # of the declarer, who makes it all the same
        (6, 5, 30, 0),
        # 60 and 120 are 180; with 0 melded the bid is not reached. Only melds of 60 give the 180 that are written.
        (5, 1, 0, 60),
    ],
)
def test_the_melds_are_named_with_which_the_rest_of_a_line_is_right(
    rules: Rules, changed: Changed, line: int, player: int, typed: int, meant: int
) -> None:
    found = check(rules, changed(line, melds={player: typed})).findings[0]
    assert found.wrong.field == "result"
    assert found.likely == Likely(player, "melds", meant, typed)


def test_no_melds_are_named_where_several_would_do_or_none(rules: Rules, changed: Changed) -> None:
    # Lost as written: with 600 in place of 60 it would be made; with 0 to 140 it is lost, so nobody knows which.
    assert check(rules, changed(2, melds={9: 600})).findings[0].likely is None
    # 95 is no sum of full tens beside the trick points.
    assert check(rules, changed(1, result={5: 95})).findings[0].likely is None
    # Two results are wrong, each by itself.
    assert check(rules, changed(1, result={5: 110, 9: 70})).findings[0].likely is None
    # The mistake is plain: melds without a trick.
    assert check(rules, changed(3, result={9: 40})).findings[0].likely is None


def test_trick_points_of_an_opponent_who_revoked_need_not_be_written(rules: Rules, changed: Changed) -> None:
    assert not check(rules, changed(5, tricks={9: 0})).findings
    # Of the declarer who revoked they do: they belong to the 250.
    assert check(rules, changed(6, tricks={9: 0})).findings[0].kind == "tricks_sum"


def test_a_revoke_that_is_not_marked_leaves_a_wrong_result(rules: Rules, changed: Changed) -> None:
    found = check(rules, changed(5, revoked=()))
    assert (found.findings[0].wrong.player, found.findings[0].wrong.right) == (9, 130)  # 40 + 90


def test_lines_that_are_not_filled_in_yet_are_no_mistake(rules: Rules, sheet: TournamentList) -> None:
    half = replace(sheet, deals=(*sheet.deals[:4], *(Entry(dealer=one.dealer) for one in sheet.deals[4:])))
    found = check(rules, half)
    assert not found.findings
    assert (found.played, found.deals, found.complete) == (4, 9, False)
    assert found.totals == {5: -50, 1: 860, 9: -250}


def test_results_and_totals_that_are_not_written_yet_are_counted_as_missing(rules: Rules, changed: Changed) -> None:
    unwritten = replace(changed(9).deals[8], result={}, total={})
    found = check(rules, replace(changed(9), deals=(*changed(9).deals[:8], unwritten)))
    assert not found.findings
    assert found.missing == (9,)


def test_an_empty_line_between_others_is_a_mistake(rules: Rules, sheet: TournamentList) -> None:
    gap = replace(sheet, deals=(*sheet.deals[:3], Entry(dealer=5), *sheet.deals[4:]))
    found = check(rules, gap)
    assert [(one.kind, one.wrong.line) for one in found.findings] == [("gap", 4)]


def test_a_number_left_out_is_a_missing_deal(rules: Rules, sheet: TournamentList) -> None:
    # Deal 4 is not on the list: -450 goes on with -210, so the totals jump, and the dealer is not the next.
    short = replace(sheet, deals=(*sheet.deals[:3], *sheet.deals[4:]))
    found = check(rules, short, (1, 2, 3, 5, 6, 7, 8, 9))
    assert (found.findings[0].kind, found.findings[0].wrong.given, found.findings[0].wrong.right) == (
        "missing_deal",
        5,
        4,
    )
    assert not found.complete


def test_a_number_twice_and_a_deal_too_many_are_mistakes(rules: Rules, sheet: TournamentList) -> None:
    twice = check(rules, sheet, (1, 2, 2, 4, 5, 6, 7, 8, 9))
    assert [(one.kind, one.wrong.line) for one in twice.findings] == [("number", 3)]
    longer = replace(sheet, deals=(*sheet.deals, replace(sheet.deals[0], total={5: 1480, 1: 2040, 9: -250})))
    found = check(rules, longer)
    assert [(one.kind, one.wrong.line, one.wrong.given) for one in found.findings] == [("too_many", 10, 10)]


def test_a_dealer_written_wrong_once_is_one_mistake(rules: Rules, changed: Changed) -> None:
    found = check(rules, changed(4, dealer=1))
    assert [(one.kind, one.wrong.line) for one in found.findings] == [("dealer", 4)]


def test_a_turn_of_dealing_passed_over_is_one_mistake(rules: Rules, sheet: TournamentList) -> None:
    # From deal 4 on every dealer is one further than he should be.
    turn = {5: 1, 1: 9, 9: 5}
    later = tuple(replace(one, dealer=turn[one.dealer or 0]) for one in sheet.deals[3:])
    found = check(rules, replace(sheet, deals=(*sheet.deals[:3], *later)))
    assert [(one.kind, one.wrong.line) for one in found.findings] == [("dealer", 4)]


FOUR = TournamentList(
    players=(2, 3, 4, 6),
    deals=(
        # Player 2 pauses. 0 + 147 < 150, so lost: -300; 140 + 10 + 200; 93 + 200
        Entry(
            2, 3, 150, {4: 140}, {3: 147, 4: 10, 6: 93},
            result={3: -300, 4: 350, 6: 293}, total={2: 0, 3: -300, 4: 350, 6: 293},
        ),
        # Player 3 pauses. Made: 30 + 124 >= 150
        Entry(
            3, 2, 150, {2: 30}, {2: 124, 4: 41, 6: 85},
            result={2: 154, 4: 41, 6: 85}, total={2: 154, 3: -300, 4: 391, 6: 378},
        ),
    ),
)  # fmt: skip


def _four(line: int, **fields: Any) -> TournamentList:
    entry = FOUR.deals[line - 1]
    fields = {
        key: {**getattr(entry, key), **value} if isinstance(value, dict) else value for key, value in fields.items()
    }
    deals = [*FOUR.deals]
    deals[line - 1] = replace(entry, **fields)
    return replace(FOUR, deals=tuple(deals))


@pytest.mark.parametrize(
    ("wrong", "kinds"),
    [
        (FOUR, []),
        (_four(1, declarer=2), ["declarer_pauses"]),
        (_four(1, melds={2: 20}), ["pauses"]),
        (_four(1, tricks={2: 10, 4: 0}), ["pauses"]),
        (_four(1, taken={2: True}), ["pauses_mark"]),
        (_four(1, revoked=(2,)), ["pauses_mark"]),
        (_four(1, result={2: 200}), ["result"]),
        (_four(2, total={3: 0}), ["total"]),
    ],
)
def test_at_a_table_of_four_the_dealer_has_nothing(wrong: TournamentList, kinds: list[str]) -> None:
    rules = load("binokel-turnier", {"players": "4"})
    found = check(rules, wrong)
    assert [one.kind for one in found.findings][:1] == kinds
    assert found.deals == 12
    first = first_wrong(rules, wrong)
    assert first == (found.findings[0].wrong if found.findings else None)


def test_a_wrong_sum_in_a_line_that_nobody_can_reckon_is_found_too(rules: Rules, changed: Changed) -> None:
    # Whatever the deal was worth, 100 + 300 are not 410; from there 410 is only carried on, to 1390 in place of 1380.
    wrong = changed(2, bid=255, total={5: 410})
    for line in range(3, 10):
        wrong = changed(line, wrong, total={5: wrong.deals[line - 1].total[5] + 10})
    found = check(rules, wrong)
    assert [(one.kind, one.wrong.player) for one in found.findings] == [("bid_step", None), ("total", 5)]
    assert sums(replace(found, findings=found.findings[1:])) == ["100 + 300 = 400"]
    assert (found.carried[5].first, found.carried[5].given, found.carried[5].right) == (3, 1390, 1380)
