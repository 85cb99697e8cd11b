"""Questions about the score of a deal and of a match."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

from stichwerk.facts import Facts
from stichwerk.match import changed, game_over, marks_for, paid, series_over
from stichwerk.plausible import check
from stichwerk.scoring import Result

from .reading import Answer, Given, by_seat, by_side, contract_of, seat_of, side_of

if TYPE_CHECKING:
    from stichwerk.rules import Rules


def score_deal(rules: Rules, given: Given) -> Answer:
    """The scores of a finished deal from its facts, or that the facts cannot be right."""
    if problem := _no_such_end(rules, given):
        return {"invalid": True, "reason": problem}
    facts = facts_from(rules, given)
    if problem := check(rules, facts):
        return {"invalid": True, "reason": problem}
    result = rules.scoring.score(facts)
    return {
        **result.to_json(),
        **({"won": list(result.won)} if "winner" in rules.formal["scoring"] else {}),
        "rounded": dict(result.counted),
        "awards": {award.side: award.award for award in result.awards},
    }


def _no_such_end(rules: Rules, given: Given) -> str:
    """Why no deal under these rules ends as it is told; empty where one can."""
    end = given.get("end", "cards_out")
    known = {"cards_out", *rules.formal.get("irregularities", {})}
    if any(entry["act"] == "claim" for entry in rules.formal.get("actions", {}).values()):
        known.add("claim")
    if any(not contract.played for contract in rules.contracts.values()):
        known.add("conceded")
    if end not in known:
        return f"no deal ends with {end!r}; ends: {', '.join(sorted(known))}"
    if rules.table.pauses and given.get("dealer") is None:
        return "the dealer sits out, and nothing says who deals"
    return ""


def score_match(rules: Rules, given: Given) -> Answer:
    """The totals after a deal (the first of a match without `before`), whether it is over, and who has won."""
    before, played = given.get("before", {}), given["deal"]
    names = rules.table.names
    if unknown := [side for side in before if str(side) not in names]:
        raise ValueError(f"there is no side {unknown[0]!r}; sides: {', '.join(names)}")
    start = rules.formal["match"].get("start", 0)
    old = {name: before.get(name, before.get(_number(name), start)) for name in names}
    scores = {str(side): points for side, points in played["scores"].items()}
    after = changed(rules, old, scores)
    own = None
    if played.get("made") and "declarer" in played:
        side = names[rules.table.side_of[seat_of(rules, played, "declarer")]]
        own = side if scores.get(side, 0) > 0 else None
    last = seat_of(rules, played, "last_trick") if "last_trick" in played else None
    won, at_once = (tuple(map(str, played.get(key, ()))) for key in ("won", "wins_match"))
    result = Result(facts=_no_facts(rules, last), won=won, wins_match=at_once)
    if "facts" in played:
        result = rules.scoring.score(facts_from(rules, played["facts"]))
    verdict = game_over(rules, after, given.get("played", 0) + 1, own=own, result=result)
    found: Answer = {
        "after": after,
        "over": verdict.over,
        "winner": verdict.winners[0] if len(verdict.winners) == 1 else None,
        "winners": list(verdict.winners),
    }
    if verdict.over and "series" in rules.formal:
        found["marks"] = marks_for(rules, after, verdict.winners)
        games = _added(names, given.get("games", {}), dict.fromkeys(verdict.winners, 1))
        marks = _added(names, given.get("marks", {}), found["marks"])
        series = series_over(rules, games, marks, verdict)
        found["series"] = {"over": series.over, "winners": list(series.winners)}
    if verdict.over and "stake" in rules.formal["match"]:
        found["stakes"] = paid(rules, verdict.winners, result)
    if "dealer" in given:
        found["next_dealer"] = rules.next_dealer(seat_of(rules, given, "dealer"), result)
    return found


def _added(names: tuple[str, ...], before: Given, more: Given) -> dict[str, int]:
    return {name: before.get(name, 0) + more.get(name, 0) for name in names}


def _number(name: str) -> Any:
    return int(name) if name.isdigit() else name


def _no_facts(rules: Rules, last_trick: int | None) -> Facts:
    nothing = (0,) * rules.table.players
    return Facts(None, 0, "", nothing, nothing, nothing, last_trick=last_trick)


def facts_from(rules: Rules, given: Given) -> Facts:
    """The facts that a question gives."""
    return _facts_of_contract(rules, given) if "auction" in rules.formal["flow"] else _facts_of_points(rules, given)


def _facts_of_contract(rules: Rules, given: Given) -> Facts:
    """Facts of a deal that somebody undertook to make."""
    facts = Facts(
        declarer=seat_of(rules, given, "declarer"),
        bid=given["bid"],
        contract=contract_of(rules, given).id,
        melds=by_seat(rules, given.get("melds", {}), int, 0),
        tricks=by_seat(rules, given.get("tricks", {}), int, 0),
        cards=by_seat(rules, given.get("cards", {}), int, 0),
        discards=given.get("discards", 0),
        last_trick=seat_of(rules, given, "last_trick") if given.get("last_trick") is not None else None,
        revokers=_revokers(rules, given),
        misdiscarded=given.get("end") == "misdiscard",
        untouched=given.get("untouched", 0),
        idle=seat_of(rules, given, "dealer") if rules.table.pauses and "dealer" in given else None,
        announced=by_side(rules, given.get("announced", {})),
    )
    return dataclasses.replace(facts, **_claim(rules, given, facts))


def _facts_of_points(rules: Rules, given: Given) -> Facts:
    """Facts of a deal for points: by side the points (announcements in them, the last trick not), or both apart."""
    sides = rules.table.sides
    announced = by_side(rules, given.get("announced", {}))
    points = by_side(rules, given.get("cards", given.get("points", {})))
    tricks = by_side(rules, given.get("tricks", {}))
    cards, taken = [0] * rules.table.players, [0] * rules.table.players
    for side, seats in enumerate(sides):
        cards[seats[0]], taken[seats[0]] = points[side], tricks[side]
    last = given.get("last_trick")
    at_close = given.get("at_close")
    facts = Facts(
        declarer=None,
        bid=0,
        contract=next(iter(rules.contracts)),
        melds=(0,) * rules.table.players,
        tricks=tuple(taken),
        cards=tuple(cards),
        last_trick=sides[side_of(rules, last)][0] if last is not None else None,
        revokers=_revokers(rules, given),
        announced=announced,
        closer=side_of(rules, given["closed_by"]) if given.get("closed_by") is not None else None,
        at_close=tuple((one[0], one[1]) for one in by_side(rules, at_close, (0, 0))) if at_close else (),
        strict=side_of(rules, given["all_strict"]) if given.get("all_strict") is not None else None,
        totals=by_side(rules, given.get("totals", {})),
        played=given.get("played", 0),
    )
    return dataclasses.replace(facts, **_claim(rules, given, facts))


def _revokers(rules: Rules, given: Given) -> tuple[int, ...]:
    return (seat_of(rules, given, "revoker"),) if given.get("end") == "revoke" else ()


def _claim(rules: Rules, given: Given, facts: Facts) -> dict[str, Any]:
    """Who claimed, and was it right."""
    if given.get("end") != "claim":
        return {}
    side = side_of(rules, given["by"])
    return {"claimer": side, "claim_true": rules.scoring.would_be_true(facts, side)}
