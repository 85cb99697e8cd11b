"""Facts of finished deals and states of matches, drawn at random so that they can be true."""

from __future__ import annotations

from random import Random
from typing import Any

from stichwerk.questions import scores
from stichwerk.rules import Rules

Given = dict[str, Any]


def _parts(rng: Random, total: int, places: list[Any]) -> dict[Any, int]:
    """A number split up among some places."""
    cuts = sorted(rng.randint(0, total) for _ in places[1:])
    edges = [0, *cuts, total]
    return {place: edges[n + 1] - edges[n] for n, place in enumerate(places)}


def score_deal(rules: Rules, rng: Random) -> Given | None:
    """A finished deal: for points, or of somebody who undertook to make a contract."""
    return _contract(rules, rng) if "auction" in rules.formal["flow"] else _points(rules, rng)


def _contract(rules: Rules, rng: Random) -> Given:
    dealer = rng.randrange(rules.table.players)
    order = list(rules.table.order(dealer))
    bidding = rules.formal["auction"]
    highest = bidding.get("highest", bidding["opening"] + 60 * bidding["step"])
    bids = range(bidding["opening"], highest + 1, bidding["step"])
    declarer, bid = rng.choice(order), bids[rng.randrange(len(bids))]
    given: Given = {"declarer": declarer, "bid": bid}
    if rules.table.pauses:
        given["dealer"] = dealer
    ends = ["cards_out"] * 5
    if any(not contract.played for contract in rules.contracts.values()):
        ends.append("conceded")
    ends += [end for end in ("misdiscard", "revoke") if end in rules.formal.get("irregularities", {})]
    claims = any(entry.get("act") == "claim" for entry in rules.formal.get("actions", {}).values())
    end = rng.choice([*ends, *(["claim"] * 3 if claims else [])])
    playable = [name for name, contract in rules.contracts.items() if contract.played]
    game = rng.choice(playable)
    if end != "conceded":
        given["game"] = game
    if rules.formal.get("melds"):
        given["melds"] = {str(seat): 10 * rng.choice((0, 2, 4, 10, rng.randint(0, 60))) for seat in order}
    if end in ("conceded", "misdiscard", "revoke"):
        given |= {"end": end} | ({"revoker": rng.choice(order)} if end == "revoke" else {})
        if end != "revoke" or rules.formal["irregularities"]["revoke"] == "ends_deal":
            return given
    total, contract = rules.deck.total, rules.contracts[game]
    widow = any("widow" in packet for packet in rules.formal["deal"]["packets"])
    if widow and contract.window == "before_widow":
        given["untouched"] = rng.randint(0, 40)
    elif widow and rules.discard is not None and contract.discard:
        given["discards"] = rng.choice((0, rng.randint(0, 45)))
    tricks = _parts(rng, rules.tricks_in_deal, order)
    takers = [seat for seat in order if tricks[seat]]
    rest = total - given.get("untouched", 0) - given.get("discards", 0)
    cards = _parts(rng, rest, takers)
    given["tricks"] = {str(seat): tricks[seat] for seat in order}
    given["cards"] = {str(seat): cards.get(seat, 0) for seat in order}
    if end == "claim":
        return given | {"end": "claim", "by": rng.choice(order)}
    return given | {"last_trick": rng.choice(takers)}


def _points(rules: Rules, rng: Random) -> Given:
    names = list(rules.table.names)
    claimed = bool(rng.randrange(2)) and "claim" in {e.get("act") for e in rules.formal.get("actions", {}).values()}
    count = rules.tricks_in_deal if not claimed else rng.randint(1, rules.tricks_in_deal)
    tricks = _parts(rng, count, names)
    takers = [name for name in names if tricks[name]]
    points = _parts(rng, rules.deck.total if not claimed else rng.randint(0, rules.deck.total), takers)
    given: Given = {
        "cards": {name: points.get(name, 0) for name in names},
        "announced": {name: 20 * rng.choice((0, 0, 1, 2, 3)) if tricks[name] else 0 for name in names},
        "tricks": tricks,
    }
    if claimed:
        given |= {"end": "claim", "by": rng.choice(names)}
    else:
        given["last_trick"] = rng.choice(takers)
    closes = "close" in {entry.get("act") for entry in rules.formal.get("actions", {}).values()}
    if closes and rng.randrange(2):
        given["closed_by"] = rng.choice(names)
        given["at_close"] = {}
        for name in names:
            before = rng.randint(0, tricks[name])
            most = given["cards"][name] if before else 0
            given["at_close"][name] = [rng.randint(0, most), before]
    return given


def score_match(rules: Rules, rng: Random) -> Given | None:
    """Totals near the end of a match, and one deal more."""
    match, names = rules.formal["match"], list(rules.table.names)
    target, start = match.get("target", 0), match.get("start", 0)
    downwards = match.get("count") == "down"
    small = downwards or (0 < abs(target) < 30)
    unit = 1 if small else 10
    low, high = sorted((start, target)) if downwards or target else (0, 1000)
    before = {
        name: unit * rng.randint(low // unit + downwards, max(low + 1, high) // unit - (not downwards))
        for name in names
    }
    gains = {name: unit * rng.choice((0, 1, 2, 3) if small else (0, 5, 15, rng.randint(-60, 120))) for name in names}
    deal: Given = {"scores": gains}
    if "auction" in rules.formal["flow"]:
        deal |= {"declarer": rng.randrange(rules.table.players), "made": bool(rng.randrange(2))}
    if "winner" in rules.formal["scoring"]:
        winner = rng.choice(names)
        deal["won"] = [winner]
        if downwards:
            deal["scores"] = {name: points if name == winner else 0 for name, points in gains.items()}
    last = rng.randrange(rules.table.players)
    deal["last_trick"] = last
    given: Given = {"before": before, "deal": deal, "dealer": rng.randrange(rules.table.players)}
    if "deals" in match:
        given["played"] = rng.randint(0, match["deals"] - 1)
    if "series" in rules.formal:
        given |= _series(rules, rng)
    if "stake" in match:
        deal |= _decided(rules, rng)
    return given


def _series(rules: Rules, rng: Random) -> Given:
    """A series of games that may be over with the next one."""
    series, names = rules.formal["series"], rules.table.names
    games = series.get("games", series.get("matches", 4)) - 1
    if series.get("form") == "fixed":
        won = _parts(rng, rng.randint(0, games), list(names))
    else:
        won = {name: rng.randint(0, games) for name in names}
    return {"games": won, "marks": {name: rng.randint(0, series.get("lose_at", 4) - 1) for name in names}}


def _decided(rules: Rules, rng: Random) -> Given:
    """Facts of a deal that can be true, and the scores they bring: their class decides how often a stake is paid."""
    facts = _points(rules, rng)
    found = scores.score_deal(rules, facts)
    if found.get("invalid"):
        return {}
    return {"facts": facts, "scores": found["scores"], "won": found["won"], "last_trick": _taker(rules, facts, rng)}


def _taker(rules: Rules, facts: Given, rng: Random) -> int:
    """A seat that may have taken the last trick."""
    names = rules.table.names
    sides = [facts["last_trick"]] if "last_trick" in facts else [name for name in names if facts["tricks"][name]]
    return rng.choice(rules.table.sides[names.index(rng.choice(sides))])
