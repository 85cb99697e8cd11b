"""The questions of the conformance suite, answered by the reference engine.

One function for each question; `answer` finds it by name. A question is a ruleset with options and what is given; the
answer is plain JSON. ValueError says what is wrong with what was given.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from .deal import Deal
from .errors import IllegalMove
from .facts import Facts
from .match import changed, game_over, marks_for, paid, series_over
from .moves import BidChoice, Move
from .plausible import check
from .positions import legal_moves, play_on
from .scoring import Result
from .stock import StockStep

if TYPE_CHECKING:
    from .rules import Rules

Given = Mapping[str, Any]
Answer = dict[str, Any]


def answer(rules: Rules, profile: str, ask: str, given: Given) -> Answer:
    """Answer a question of a profile. KeyError when there is no such question, ValueError when it is badly put."""
    return PROFILES[profile][ask](rules, given)


def deck(rules: Rules, given: Given) -> Answer:
    """The deck: number of cards, ranks from the strongest, points of each rank, points of all cards."""
    points = rules.formal["deck"]["points"]
    return {
        "cards": rules.deck.size,
        "order": list(rules.deck.ranks),
        "points": {rank: points[rank] for rank in rules.deck.ranks},
        "total": rules.deck.total,
    }


def cut(rules: Rules, given: Given) -> Answer:
    """May so many cards be lifted."""
    if "cut" not in rules.formal["flow"]:
        return {"legal": False}
    return {"legal": not rules.step("cut").refusal(given["lifted"])}


def deal(rules: Rules, given: Given) -> Answer:
    """Who cuts, who is dealt to first, the packets, cards in each hand, widow and stock, number of tricks.

    With `cards` (the pack as it is dealt, after the cut) also the hands, the widow, the turn-up and the stock.
    """
    dealer = _seat(rules, given, "dealer")
    packets = rules.formal["deal"]["packets"]
    order = rules.table.order(dealer)
    found: Answer = {
        "cut_by": rules.cutter(dealer) if "cut" in rules.formal["flow"] else None,
        "eldest": order[0],
        "order": list(order),
        "packets": [dict(packet) for packet in packets],
        "hand": rules.hand_size,
        "widow": sum(packet.get("widow", 0) for packet in packets),
        "face_down": sum(packet.get("stock", 0) for packet in packets),
        "tricks": rules.tricks_in_deal,
        "direction": rules.formal["table"]["direction"],
        "sides": list(rules.table.names),
    }
    if rules.formal["deal"]["next_dealer"] not in ("winner", "last_trick"):  # which the deal itself decides
        found["next_dealer"] = rules.next_dealer(dealer)
    if rules.table.pauses:
        found["pauses"] = dealer
    if "cards" in given:
        position = Deal.dealt(rules, dealer, given["cards"])
        codes, setup = rules.deck.codes, position.setup
        found["hands"] = {str(seat): rules.deck.cards(position.hands[seat]) for seat in order}
        found["widow_cards"] = rules.deck.cards(setup.widow)
        found["turn_up"] = codes[setup.turn_up] if setup.turn_up >= 0 else None
        found["stock"] = [codes[kind] for kind in setup.stock]
    return found


def legal_cards(rules: Rules, given: Given) -> Answer:
    """The cards of a hand that may be played to a trick; for a lead all of them."""
    hand = rules.deck.hand(given["hand"])
    trick = [_kind(rules, code) for code in given.get("trick", [])]
    if not trick:
        return {"legal": rules.deck.sorts(hand)}
    step, trump = rules.tricks, _trump(rules, given)
    suit_of, side_of = rules.deck.suit_of, rules.table.side_of
    place, led = _winning(rules, trick, trump), suit_of[trick[0]]
    high = max(kind for kind in trick if suit_of[kind] == led)
    partner = len(trick) < len(side_of) and side_of[place] == side_of[len(trick)]
    duties = step.duties_in(given["stage"]) if "stage" in given else step.duties
    return {"legal": rules.deck.sorts(duties.playable(hand, trick[place], led, trump, high, partner))}


def trick_winner(rules: Rules, given: Given) -> Answer:
    """Who takes a trick, and its points; with `last` the points for the last trick are in them."""
    trick = [_kind(rules, code) for code in given["trick"]]
    leader = _seat(rules, given, "leader")
    dealer = _seat(rules, given, "dealer") if "dealer" in given else (leader - 1) % rules.table.players
    if not trick or len(trick) > len(rules.table.order(dealer)):
        raise ValueError(f"a trick has 1 to {len(rules.table.order(dealer))} cards, found {len(trick)}")
    place, seat = _winning(rules, trick, _trump(rules, given)), leader
    for _ in range(place):
        seat = rules.table.following(dealer)[seat]
    points = sum(rules.deck.points[kind] for kind in trick)
    return {"winner": seat, "points": points + (rules.scoring.last_trick if given.get("last") else 0)}


def replay(rules: Rules, given: Given) -> Answer:
    """Play cards out from the middle of a deal to its end.

    The winner of each trick and the points of each seat, or the first card that is not allowed. With declarer, bid and
    whole hands also what the deal is worth.
    """
    hands = _by_seat(rules, given["hands"], rules.deck.hand, 0)
    leader = _seat(rules, given, "leader")
    whole = "bid" in given
    position = Deal.at_tricks(
        rules,
        dealer=_seat(rules, given, "dealer") if "dealer" in given else (leader - 1) % rules.table.players,
        hands=hands,
        leader=leader,
        trump=_trump(rules, given),
        declarer=_seat(rules, given, "declarer") if "declarer" in given else leader,
        bid=given.get("bid", 0),
        contract=given.get("game", next(iter(rules.contracts))),
        discards=rules.deck.hand(given.get("discards", [])),
    )
    _clear_the_table(position)
    taken = []
    play = position.local
    for index, code in enumerate(given["plays"]):
        if position.actor is None:
            raise ValueError(f"card {index} is played after the end")
        try:
            position = position.apply(Move(position.actor, "play", code))
        except IllegalMove as error:
            return {"illegal_play": index, "clause": error.clause}
        play = position.local
        if not play.cards:
            taken.append(play.winner)
    if play.talon is not None and play.talon.moment == "end":
        position = position.apply(Move(play.winner, "pass"))  # nobody claims
    points = list(play.points)
    if position.result is not None:
        points[play.winner] += rules.scoring.last_trick
    found: Answer = {"winners": taken, "points": {str(seat): points[seat] for seat in position.setup.order}}
    if whole and position.result is not None:
        melds = _by_seat(rules, given.get("melds", {}), int, 0)
        if "melds" not in given:
            trump, table = position.setup.trump, rules.meld_table
            melds = tuple(table.best(hand, trump).total for hand in hands)
        facts = position.result.facts
        assert facts is not None
        result = rules.scoring.score(dataclasses.replace(facts, melds=melds))
        found |= {"melds": {str(s): melds[s] for s in position.setup.order}, **result.to_json()}
    return found


def _clear_the_table(position: Deal) -> None:
    """Nothing is left to draw: cards are played out from the hands alone."""
    if position.local.talon is not None:
        position.local.talon = position.local.talon._replace(stock=(), turn_up=-1)


def melds(rules: Rules, given: Given) -> Answer:
    """The best melds of a hand (or of the part of it that matters): total, and points of each kind of meld."""
    hand = rules.deck.hand(given["hand"] if "hand" in given else given["cards"])
    best = rules.meld_table.best(hand, _trump(rules, given))
    found: dict[str, int] = {}
    for figure, times in best.melds:
        found[figure.meld] = found.get(figure.meld, 0) + figure.points * times
    return {"total": best.total, "melds": found}


def score_deal(rules: Rules, given: Given) -> Answer:
    """The scores of a finished deal from its facts, or that the facts cannot be right."""
    facts = _facts(rules, given)
    if problem := check(rules, facts):
        return {"invalid": True, "reason": problem}
    result = rules.scoring.score(facts)
    return {
        **result.to_json(),
        **({"won": list(result.won)} if "winner" in rules.formal["scoring"] else {}),
        "rounded": dict(result.counted),
        "awards": {award.side: award.award for award in result.awards},
    }


def score_match(rules: Rules, given: Given) -> Answer:
    """The totals after a deal, whether the match is over, and who has won."""
    before, played = given["before"], given["deal"]
    names = rules.table.names
    if unknown := [side for side in before if str(side) not in names]:
        raise ValueError(f"there is no side {unknown[0]!r}; sides: {', '.join(names)}")
    old = {name: before.get(name, before.get(_number(name), 0)) for name in names}
    scores = {str(side): points for side, points in played["scores"].items()}
    after = changed(rules, old, scores)
    own = None
    if played.get("made") and "declarer" in played:
        side = names[rules.table.side_of[_seat(rules, played, "declarer")]]
        own = side if scores.get(side, 0) > 0 else None
    last = _seat(rules, played, "last_trick") if "last_trick" in played else None
    won, at_once = (tuple(map(str, played.get(key, ()))) for key in ("won", "wins_match"))
    result = Result(facts=_no_facts(rules, last), won=won, wins_match=at_once)
    if "facts" in played:
        result = rules.scoring.score(_facts(rules, played["facts"]))
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
        found["next_dealer"] = rules.next_dealer(_seat(rules, given, "dealer"), result)
    return found


def _added(names: tuple[str, ...], before: Given, more: Given) -> dict[str, int]:
    return {name: before.get(name, 0) + more.get(name, 0) for name in names}


def _number(name: str) -> Any:
    return int(name) if name.isdigit() else name


def _no_facts(rules: Rules, last_trick: int | None) -> Facts:
    nothing = (0,) * rules.table.players
    return Facts(None, 0, "", nothing, nothing, nothing, last_trick=last_trick)


def auction(rules: Rules, given: Given) -> Answer:
    """How an auction stands after these calls ([seat, bid or "out"])."""
    dealer = _seat(rules, given, "dealer")
    position = Deal.dealt(rules, dealer, rules.deck.pack())
    for index, (seat, call) in enumerate(given["calls"]):
        move = Move(seat, "pass") if call == "out" else Move(seat, "bid", call)
        step = position.rules.formal["flow"][position.step] if position.actor is not None else ""
        try:
            if step != "auction":
                raise IllegalMove("the auction is over", clause=rules.clause("auction.form"), move=move)
            position = position.apply(move)
        except IllegalMove as error:
            return {"illegal_call": index, "clause": error.clause}
    if position.result is not None:
        return {"redeal_by": dealer}
    if position.setup.declarer is not None:
        return {"declarer": position.setup.declarer, "bid": position.setup.bid}
    found: Answer = {"open": True, "next": position.actor}
    first = position.legal_moves()[0]
    if isinstance(first, BidChoice):
        return {**found, "min_bid": first.least}
    bids = [move.value for move in position.legal_moves() if isinstance(move, Move) and move.kind == "bid"]
    return {**found, "may_bid": bids[0]} if len(bids) == 1 else {**found, "min_bid": min(bids)}


def discard(rules: Rules, given: Given) -> Answer:
    """May the declarer discard these cards; if not, whether it is the irregularity of a wrong number."""
    step = rules.discard
    if step is None:
        return {"legal": False, "clause": rules.clause("flow")}
    flow = list(rules.formal["flow"])
    named = flow.index("trump") < flow.index("discard")
    trump = _trump(rules, given) if named else -1
    cards = tuple(given["discards"])
    must = step.must_announce(trump)
    announced = given.get("open")
    if announced is None:
        announced = [card for card in cards if card in must] if given.get("announced") else []
    count = sum(packet.get("widow", 0) for packet in rules.formal["deal"]["packets"])
    laid = rules.deck.hand(given.get("melded", []))
    problem = step.problem(rules.deck.hand(given["hand"]), laid, trump, count, cards, tuple(announced))
    if problem is None:
        return {"legal": True}
    found: Answer = {"legal": False, "clause": rules.clause(problem[1]) if problem[1] else None}
    if problem[1] == "discard.count" and "misdiscard" in rules.formal.get("irregularities", {}):
        found["irregularity"] = "misdiscard"
    return found


def first_lead(rules: Rules, given: Given) -> Answer:
    """Who leads to the first trick."""
    contract = _contract(rules, given)
    declarer = _seat(rules, given, "declarer") if given.get("declarer") is not None else None
    return {"seat": rules.tricks.lead_seat(_seat(rules, given, "dealer"), declarer, contract.lead)}


def action(rules: Rules, given: Given) -> Answer:
    """May a seat announce a contract after the auction."""
    legal = given["action"] in rules.contracts and given["seat"] == given["declarer"]
    return {"legal": legal}


def call_card(rules: Rules, given: Given) -> Answer:
    """May the declarer call for a card, and who has to give it."""
    if "call" not in rules.formal["flow"] or not rules.step("call").allowed:
        return {"legal": False, "giver": None}
    step = rules.step("call")
    hands = _by_seat(rules, given["hands"], rules.deck.hand, 0)
    declarer, kind = _seat(rules, given, "declarer"), _kind(rules, given["card"])
    if not step.callable(hands[declarer], kind):
        return {"legal": False, "giver": None}
    dealer = _seat(rules, given, "dealer") if "dealer" in given else 0
    return {"legal": True, "giver": step.giver(hands, rules.table.following(dealer), declarer, kind)}


def whole_deal(rules: Rules, given: Given) -> Answer:
    """A deal move by move: who was to act before each move and what was legal, the first move refused, the result."""
    position = rules.deal(given["dealer"], given["cards"])
    positions = [_position(position)]
    refused = None
    for index, entry in enumerate(given["moves"]):
        try:
            position = position.apply(Move.from_json(entry))
        except IllegalMove as error:
            refused = {"index": index, "clause": error.clause}
            break
        positions.append(_position(position))
    return {
        "positions": positions,
        "refused": refused["index"] if refused else None,
        "clause": refused["clause"] if refused else None,
        "result": position.result.to_json() if position.result is not None else None,
    }


def _position(position: Deal) -> Answer:
    """Who is to act and may do what; where things may be done between the cards, also what the others may do."""
    offered = [choice.to_json() for choice in position.legal_moves()]
    legal, others = ([one for one in offered if (one["seat"] == position.actor) is own] for own in (True, False))
    for one in legal:
        del one["seat"]
    found: Answer = {"seat": position.actor, "legal": legal}
    if isinstance(position.rules.tricks, StockStep):
        found["others"] = others
    return found


def _seat(rules: Rules, given: Given, key: str) -> int:
    seat = given[key]
    if type(seat) is not int or not 0 <= seat < rules.table.players:
        raise ValueError(f"{key}: a seat is a number from 0 to {rules.table.players - 1}, found {seat!r}")
    return seat


def _kind(rules: Rules, code: object) -> int:
    kind = rules.deck.index.get(code) if isinstance(code, str) else None
    if kind is None:
        raise ValueError(f"there is no card {code!r} in this deck")
    return kind


def _trump(rules: Rules, given: Given) -> int:
    suit = given.get("trump")
    if suit is None:
        return -1
    if suit not in rules.deck.suit_index:
        raise ValueError(f"there is no suit {suit!r}; suits: {', '.join(rules.deck.suits)}")
    return rules.deck.suit_index[suit]


def _winning(rules: Rules, trick: list[int], trump: int) -> int:
    """The place in the trick of the card that wins it."""
    step = rules.tricks
    best = 0
    for place, kind in enumerate(trick):
        if place and step.takes(trick[best], kind, trump):
            best = place
    return best


def _by_seat(rules: Rules, entries: Given, read: Callable[[Any], int], default: int) -> tuple[int, ...]:
    found = [default] * rules.table.players
    for key, value in entries.items():
        seat = int(key)
        if not 0 <= seat < rules.table.players:
            raise ValueError(f"there is no seat {key}; seats are 0 to {rules.table.players - 1}")
        found[seat] = read(value)
    return tuple(found)


def _contract(rules: Rules, given: Given) -> Any:
    if given.get("end") == "conceded":
        return next((c for c in rules.contracts.values() if not c.played), None) or _no_contract(rules, "conceded")
    name = given.get("game", next(iter(rules.contracts)))
    return rules.contracts.get(name) or _no_contract(rules, name)


def _no_contract(rules: Rules, name: object) -> Any:
    raise ValueError(f"there is no contract {name!r}; contracts: {', '.join(rules.contracts)}")


def _facts(rules: Rules, given: Given) -> Facts:
    return _facts_of_contract(rules, given) if "auction" in rules.formal["flow"] else _facts_of_points(rules, given)


def _facts_of_contract(rules: Rules, given: Given) -> Facts:
    """Facts of a deal that somebody undertook to make."""
    end = given.get("end")
    revoker = (_seat(rules, given, "revoker"),) if end == "revoke" else ()
    facts = Facts(
        declarer=_seat(rules, given, "declarer"),
        bid=given["bid"],
        contract=_contract(rules, given).id,
        melds=_by_seat(rules, given.get("melds", {}), int, 0),
        tricks=_by_seat(rules, given.get("tricks", {}), int, 0),
        cards=_by_seat(rules, given.get("cards", {}), int, 0),
        discards=given.get("discards", 0),
        last_trick=_seat(rules, given, "last_trick") if given.get("last_trick") is not None else None,
        revokers=revoker,
        misdiscarded=end == "misdiscard",
        untouched=given.get("untouched", 0),
        idle=_seat(rules, given, "dealer") if rules.table.pauses and "dealer" in given else None,
        announced=_by_side(rules, given.get("announced", {})),
    )
    return dataclasses.replace(facts, **_claim(rules, given, facts))


def _facts_of_points(rules: Rules, given: Given) -> Facts:
    """Facts of a deal for points: by side the points (announcements in them, the last trick not), or both apart."""
    sides = rules.table.sides
    announced = _by_side(rules, given.get("announced", {}))
    points = _by_side(rules, given.get("cards", given.get("points", {})))
    tricks = _by_side(rules, given.get("tricks", {}))
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
        last_trick=sides[_side(rules, last)][0] if last is not None else None,
        announced=announced,
        closer=_side(rules, given["closed_by"]) if given.get("closed_by") is not None else None,
        at_close=tuple((one[0], one[1]) for one in _by_side(rules, at_close, (0, 0))) if at_close else (),
        strict=_side(rules, given["all_strict"]) if given.get("all_strict") is not None else None,
        totals=_by_side(rules, given.get("totals", {})),
        played=given.get("played", 0),
    )
    return dataclasses.replace(facts, **_claim(rules, given, facts))


def _claim(rules: Rules, given: Given, facts: Facts) -> dict[str, Any]:
    """Who claimed, and was it right."""
    if given.get("end") != "claim":
        return {}
    side = _side(rules, given["by"])
    return {"claimer": side, "claim_true": rules.scoring.would_be_true(facts, side)}


def _side(rules: Rules, name: object) -> int:
    """The number of a side, by its name or by a seat of it."""
    if isinstance(name, int) and 0 <= name < rules.table.players:
        return rules.table.side_of[name]
    if name not in rules.table.names:
        raise ValueError(f"there is no side {name!r}; sides: {', '.join(rules.table.names)}")
    return rules.table.names.index(str(name))


def _by_side(rules: Rules, entries: Given, default: Any = 0) -> tuple[Any, ...]:
    if unknown := [name for name in entries if name not in rules.table.names]:
        raise ValueError(f"there is no side {unknown[0]!r}; sides: {', '.join(rules.table.names)}")
    return tuple(entries.get(name, default) for name in rules.table.names)


PROFILES: dict[str, dict[str, Callable[[Rules, Given], Answer]]] = {
    "cards": {"deck": deck, "deal": deal, "cut": cut},
    "tricks": {"legal_cards": legal_cards, "trick_winner": trick_winner, "replay": replay},
    "melds": {"melds": melds},
    "scoring": {"score_deal": score_deal},
    "match": {"score_match": score_match},
    "deals": {
        "auction": auction,
        "discard": discard,
        "first_lead": first_lead,
        "action": action,
        "call_card": call_card,
        "whole_deal": whole_deal,
        "legal_moves": legal_moves,
        "play_on": play_on,
    },
}
"""Profile -> question -> the function that answers it."""
