"""Laws that an answer must keep whatever the reference thinks.

They look at the question, the answer and the figures of the ruleset (a plain document), never at the engine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from itertools import combinations
from typing import Any

Resolved = Mapping[str, Any]
Part = Mapping[str, Any]


def broken(resolved: Resolved, ask: str, given: Part, answer: Part) -> str:
    """The law that the answer breaks, in words; empty when it keeps all of them."""
    law = _LAWS.get(ask)
    return law(resolved["rules"], given, answer) if law else ""


def _worth(rules: Part, cards: list[str]) -> int:
    points = rules["deck"]["points"]
    return sum(points[card[1]] for card in cards)


def _deck(rules: Part, given: Part, answer: Part) -> str:
    points, copies = answer["points"], rules["deck"]["copies"]
    each = answer["cards"] // len(answer["order"])
    if each * len(answer["order"]) != answer["cards"] or each % copies:
        return "every rank is there in every suit"
    return "" if answer["total"] == each * sum(points.values()) else "the points of the cards add up"


def _deal(rules: Part, given: Part, answer: Part) -> str:
    packets: Counter[str] = Counter()
    for packet in answer["packets"]:
        packets.update(packet)
    players = len(answer["order"])
    whole = packets["each"] * players + sum(packets[key] for key in ("widow", "turn_up", "stock", "dead"))
    if "cards" in given:
        dealt = [card for hand in answer["hands"].values() for card in hand] + list(answer["widow_cards"])
        dealt += list(answer["stock"]) + ([answer["turn_up"]] if answer["turn_up"] else [])
        if Counter(dealt) - Counter(given["cards"]) or len(dealt) + packets["dead"] != len(given["cards"]):
            return "the hands, the widow and the stock are the pack"
        if whole != len(given["cards"]):
            return "the packets are the pack"
    return "" if answer["hand"] == packets["each"] and answer["widow"] == packets["widow"] else "packets are hands"


def _legal_cards(rules: Part, given: Part, answer: Part) -> str:
    hand, legal = set(given["hand"]), set(answer["legal"])
    if not legal or not legal <= hand:
        return "what is legal is in the hand, and something is"
    return "" if given["trick"] or legal == hand else "any card may be led"


def _trick_winner(rules: Part, given: Part, answer: Part) -> str:
    extra = answer["points"] - _worth(rules, given["trick"])
    if extra and not (given.get("last") and extra == rules["tricks"].get("last_trick", 0)):
        return "a trick counts what its cards count"
    return "" if 0 <= answer["winner"] < rules["table"]["players"] else "the winner is a seat"


def _replay(rules: Part, given: Part, answer: Part) -> str:
    if "illegal_play" in answer:
        return "" if answer["illegal_play"] < len(given["plays"]) else "the card refused was played"
    seats = len(given["hands"])
    whole = len(given["plays"]) // seats * seats
    extra = sum(answer["points"].values()) - _worth(rules, given["plays"][:whole])
    if extra not in (0, rules["tricks"].get("last_trick", 0)):
        return "the points taken are the points played"
    return "" if len(answer["winners"]) == whole // seats else "every trick has a winner"


def _melds(rules: Part, given: Part, answer: Part) -> str:
    if answer["total"] != sum(answer["melds"].values()) or any(n <= 0 for n in answer["melds"].values()):
        return "the total is the sum of the melds"
    return "" if set(answer["melds"]) <= set(rules["melds"]) else "every meld is in the table"


def _score_deal(rules: Part, given: Part, answer: Part) -> str:
    if answer.get("invalid"):
        return ""
    if given.get("declarer") is not None and answer["made"] is False and "melds" in rules:
        side = next(name for name in answer["scores"] if str(given["declarer"]) in name.split("+"))
        if answer["scores"][side] > 0:
            return "a declarer who fails gains nothing"
    if set(answer.get("won", ())) - set(answer["scores"]):
        return "who has won is a side"
    return "" if all(type(n) is int for n in answer["scores"].values()) else "points are whole"


def _score_match(rules: Part, given: Part, answer: Part) -> str:
    match = rules["match"]
    sign = -1 if match.get("count") == "down" else 1
    start = dict.fromkeys(answer["after"], match.get("start", 0))
    for side, points in {**start, **given.get("before", {})}.items():
        after = points + sign * given["deal"]["scores"].get(side, 0)
        if answer["after"][side] not in (after, max(after, match.get("target", after))):
            return "what was before and what was won give the totals"
    if not set(answer["winners"]) <= set(answer["after"]):
        return "the winners are sides"
    return "" if answer["over"] or not answer["winners"] else "nobody has won a match that goes on"


def _auction(rules: Part, given: Part, answer: Part) -> str:
    calls = [tuple(call) for call in given["calls"]]
    if "declarer" in answer and (answer["declarer"], answer["bid"]) not in calls:
        forced = answer["bid"] == rules["auction"]["opening"]
        return "" if forced else "the declarer has bid what is played"
    if "illegal_call" in answer:
        return "" if answer["illegal_call"] < len(calls) else "the call refused was made"
    if "open" in answer:
        bid = answer.get("min_bid", answer.get("may_bid"))
        if any(isinstance(call, int) and call >= bid for _, call in calls):
            return "the next bid is higher than all before"
    return ""


def _discard(rules: Part, given: Part, answer: Part) -> str:
    if answer["legal"] and Counter(given["discards"]) - Counter(given["hand"]):
        return "what is discarded was held"
    return ""


def _moves(rules: Part, given: Part, answer: Part) -> str:
    played = {one["card"] for one in answer["legal"] if one["move"] == "play"}
    return "" if played <= set(given["hand"]) else "what may be played is in the hand"


def _play_on(rules: Part, given: Part, answer: Part) -> str:
    if answer["refused"] is not None:
        return "" if answer["refused"] < len(given["moves"]) else "the move refused was made"
    known = Counter(card for hand in given["hands"].values() for card in hand)
    known.update(given.get("stock", []))
    known.update([given["turn_up"]] if given.get("turn_up") else [])
    left = Counter(card for hand in answer["hands"].values() for card in hand)
    left.update(answer.get("stock", []))
    left.update([answer["turn_up"]] if answer["turn_up"] else [])
    left.update(move["card"] for move in given["moves"] if move["move"] == "play")
    return "" if left == known else "the pack is whole after every move"


def _whole_deal(rules: Part, given: Part, answer: Part) -> str:
    made = len(given["moves"]) if answer["refused"] is None else answer["refused"]
    if len(answer["positions"]) != made + 1:
        return "there is a position before every move"
    result = answer["result"]
    for entry in answer["positions"][: -1 if result else None]:
        if not entry["legal"] and not entry.get("others"):
            return "some move is legal until the end"
    played = [move["card"] for move in given["moves"][:made] if move["move"] == "play"]
    return "" if not Counter(played) - Counter(given["cards"]) else "no card is played more often than it is there"


def _yes_or_no(rules: Part, given: Part, answer: Part) -> str:
    return "" if isinstance(answer["legal"], bool) else "the answer is yes or no"


def _lead(rules: Part, given: Part, answer: Part) -> str:
    return "" if 0 <= answer["seat"] < rules["table"]["players"] else "the leader is a seat"


def _call(rules: Part, given: Part, answer: Part) -> str:
    giver = answer["giver"]
    return "" if giver is None or given["card"] in given["hands"][str(giver)] else "the giver holds the card"


def _tables(rules: Part, given: Part, answer: Part) -> str:
    sizes = rules["tournament"]["tables"]
    if answer["tables"] is None:
        return ""
    if sum(answer["tables"]) != given["players"] or not set(answer["tables"]) <= set(sizes.values()):
        return "everybody sits at a table of a size that there is"
    others = sum(size != sizes["preferred"] for size in answer["tables"])
    return "" if others < sizes["preferred"] else "so many tables of the other size would make some of the preferred"


def _ranking(rules: Part, given: Part, answer: Part) -> str:
    made: Counter[str] = Counter()
    for totals in given["totals"]:
        made.update(totals)
    if answer["totals"] != dict(made):
        return "the totals are the sums over the lists"
    ranked = [answer["places"][player] for player in sorted(made, key=lambda one: -made[one])]
    if rules["tournament"]["ranking"]["order"] == "highest" and ranked != sorted(ranked):
        return "more points are never a worse place"
    return (
        ""
        if all(
            (made[one] == made[two]) == (answer["places"][one] == answer["places"][two]) for one in made for two in made
        )
        else "equal points are one place"
    )


def _check_list(rules: Part, given: Part, answer: Part) -> str:
    if answer["wrong"] is not None:
        return "" if answer["wrong"]["line"] <= len(given["deals"]) else "what is wrong is on the list"
    start = given.get("before", {}) if rules["tournament"]["list"]["totals"] == "tournament" else {}
    sums = {str(player): start.get(str(player), 0) for player in given["players"]}
    for result in answer["results"]:
        sums = {player: before + result[player] for player, before in sums.items()}
    return "" if answer["totals"] == sums else "the totals are the sums of the results"


def _seating(rules: Part, given: Part, answer: Part) -> str:
    met = Counter(
        pair for tables in given["rounds"] for seat in tables for pair in combinations(sorted(set(seat["players"])), 2)
    )
    if answer["repeats"] != sum(met.values()) - len(met) or answer["most"] != max(met.values(), default=0):
        return "meetings are counted"
    wrong = len(given["rounds"]) != rules["tournament"]["rounds"]
    return "" if wrong is ("rounds" in answer["broken"]) else "the rounds are counted"


_LAWS: Mapping[str, Callable[[Part, Part, Part], str]] = {
    "deck": _deck,
    "deal": _deal,
    "cut": _yes_or_no,
    "legal_cards": _legal_cards,
    "trick_winner": _trick_winner,
    "replay": _replay,
    "melds": _melds,
    "score_deal": _score_deal,
    "score_match": _score_match,
    "auction": _auction,
    "discard": _discard,
    "first_lead": _lead,
    "action": _yes_or_no,
    "call_card": _call,
    "whole_deal": _whole_deal,
    "legal_moves": _moves,
    "play_on": _play_on,
    "tables": _tables,
    "ranking": _ranking,
    "check_list": _check_list,
    "seating": _seating,
}
