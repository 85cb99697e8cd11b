"""What no deal can come to is noticed, and nothing that was really played is taken for impossible."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from stichwerk.deal import Deal
from stichwerk.files import vectors_dir
from stichwerk.loading import load
from stichwerk.match import Match
from stichwerk.moves import Move
from stichwerk.rules import Rules
from stichwerk.tricks import Play
from stichwerk_conformance import read_cases
from stichwerk_conformance.generate.possible import impossible
from stichwerk_conformance.generate.possible.shares import can_share, values_of

# Schnapsen: five cards in the hand, nine face down, two drawn after every trick.
LEAD = {"seat": 0, "trump": "H", "face_down": 9, "turn_up": "HT", "hand": ["SK", "SQ", "HJ", "CA", "DA"]}
LATE = LEAD | {"face_down": 5, "winner": 0, "tricks": {"0": 2}}
STRICT = {"seat": 0, "trump": "H", "winner": 0, "tricks": {"0": 4, "1": 2}, "hand": ["SK", "SQ", "HJ", "CA"]}
PAIR = ["marriage", "S", 0]
OUT = {"points": {"0": 66, "1": 54}, "tricks": {"0": 5, "1": 5}, "last_trick": "0"}
CLAIM = {"points": {"0": 66, "1": 20}, "tricks": {"0": 4, "1": 2}, "end": "claim", "by": "0"}
CLOSED = CLAIM | {"closed_by": "1", "at_close": {"0": [20, 1], "1": [13, 1]}}

# Binokel: three hands of fourteen and a widow of six.
MADE = {
    "declarer": 0, "bid": 150, "melds": {"0": 80, "1": 40, "2": 40}, "tricks": {"0": 6, "1": 4, "2": 4},
    "cards": {"0": 70, "1": 86, "2": 80}, "discards": 4, "last_trick": 0,
}  # fmt: skip

POSSIBLE: list[tuple[str, str, dict[str, Any]]] = [
    ("schnapsen", "legal_moves", LEAD),
    ("schnapsen", "legal_moves", LATE),
    ("schnapsen", "legal_moves", STRICT),
    ("schnapsen", "legal_moves", LATE | {"turn": [PAIR]}),
    ("schnapsen", "legal_moves", LATE | {"announced": [PAIR], "hand": ["SK", "DQ", "HJ", "CA", "DA"]}),
    ("schnapsen", "legal_moves", LATE | {"closed_by": 0}),
    ("guinote", "legal_moves", {
        "seat": 0, "trump": "O", "winner": 0, "face_down": 11, "turn_up": "O3", "announced": [["marriage", "C", 0]],
        "hand": ["CR", "CC", "E4", "B5", "O2", "E6"],
    }),  # nothing is led after an announcement there, so both cards may still be in the hand
    ("schnapsen", "score_deal", OUT),
    ("schnapsen", "score_deal", CLAIM),
    ("schnapsen", "score_deal", CLOSED),
    ("binokel", "score_deal", MADE),
    ("binokel", "score_deal", MADE | {"bid": 155}),  # asks whether the program notices it
    ("binokel", "score_match", {
        "before": {"0": 990, "1": -150}, "deal": {"declarer": 0, "made": True, "scores": {"0": 150}},
    }),
    ("bummerl", "score_match", {"before": {"0": 1, "1": 1}, "deal": {"scores": {"0": 1, "1": 0}, "won": ["0"]}}),
    ("guinote", "score_match", {
        "before": {"0+2": 60, "1+3": 70}, "deal": {"scores": {"0+2": 40, "1+3": 90}}, "played": 1,
    }),
    ("binokel", "score_match", {
        "before": {"0": 1000, "1": 1000}, "deal": {"declarer": 0, "made": False, "scores": {"0": -150}},
    }),  # sides that are level at the top play on
]  # fmt: skip


@pytest.mark.parametrize(("ruleset", "ask", "given"), POSSIBLE)
def test_what_can_be_is_let_through(ruleset: str, ask: str, given: dict[str, Any]) -> None:
    assert impossible(load(ruleset), ask, given) == ""


IMPOSSIBLE: list[tuple[str, str, dict[str, Any], str]] = [
    ("schnapsen", "legal_moves", LATE | {"announced": [PAIR]}, "one of the cards of marriage was led"),
    ("schnapsen", "legal_moves", LEAD | {"announced": [["marriage", "C", 0]]}, "has not led so often"),
    ("schnapsen", "legal_moves", LATE | {"announced": [["marriage", "H", 0]], "turn_up": "HQ"}, "cannot have got to"),
    ("schnapsen", "legal_moves", LATE | {"turn": [["marriage", "D", 0]]}, "could not be announced"),
    ("schnapsen", "legal_moves", LATE | {"turn": [PAIR], "announced": [PAIR]}, "announced twice"),
    ("schnapsen", "legal_moves", LATE | {"face_down": 4}, "the stock cannot have so many cards left"),
    ("schnapsen", "legal_moves", LATE | {"face_down": 3}, "each seat draws"),
    ("schnapsen", "legal_moves", STRICT | {"face_down": 2}, "the turn-up is the last card"),
    ("schnapsen", "legal_moves", STRICT | {"face_down": 21, "turn_up": "HT"}, "so many cards left"),
    ("schnapsen", "legal_moves", LATE | {"hand": ["SK", "SQ", "HJ"]}, "holds 5 cards"),
    ("schnapsen", "legal_moves", STRICT | {"hand": ["SK"]}, "holds 4 cards"),
    ("schnapsen", "legal_moves", LATE | {"winner": 1}, "has taken none"),
    ("schnapsen", "legal_moves", LEAD | {"leader": 1}, "leads to the first trick"),
    ("schnapsen", "legal_moves", LATE | {"closed_by": 1}, "who closes is to lead"),
    ("schnapsen", "legal_moves", STRICT | {"closed_by": 1}, "no stock to close"),
    ("schnapsen", "legal_moves", LATE | {"moment": "won"}, "nobody is asked before the draw"),
    ("schnapsen", "legal_moves", LATE | {"hand": ["HT", "SQ", "HJ", "CA", "DA"], "turn": [PAIR]}, "HT lies in 2"),
    ("schnapsen", "legal_moves", LEAD | {"totals": {"0": 0, "1": 5}, "played": 3}, "the match was over"),
    ("schnapsen", "score_deal", OUT | {"points": {"0": 66, "1": 60}}, "do not hold so many card points"),
    ("schnapsen", "score_deal", OUT | {"tricks": {"0": 4, "1": 4}}, "the cards are played out"),
    ("schnapsen", "score_deal", OUT | {"tricks": {"0": 6, "1": 5}}, "so many tricks are not played"),
    ("schnapsen", "score_deal", CLAIM | {"last_trick": "0"}, "the last trick is known"),
    ("schnapsen", "score_deal", CLAIM | {"points": {"0": 66, "1": 9}, "tricks": {"0": 4, "1": 1}}, "do not hold"),
    ("schnapsen", "score_deal", CLAIM | {"tricks": {"0": 6, "1": 0}}, "do not hold"),  # nothing counts without a trick
    ("schnapsen", "score_deal", CLOSED | {"at_close": {"0": [20, 1], "1": [0, 0]}}, "who closes has taken a trick"),
    ("schnapsen", "score_deal", CLOSED | {"tricks": {"0": 6, "1": 3}}, "so many tricks are not played"),
    ("binokel", "score_deal", MADE | {"cards": {"0": 70, "1": 122, "2": 44}, "tricks": {"0": 6, "1": 3, "2": 5}},
     "do not hold so many card points"),
    ("binokel", "score_deal", MADE | {"melds": {"0": 85}}, "no melds count 85"),
    ("binokel", "score_deal", MADE | {"game": "durch"}, "nothing is laid down in this contract"),
    ("binokel", "score_match", {"before": {"0": 979}, "deal": {"scores": {"0": 20}}}, "multiples of 10"),
    ("binokel", "score_match", {"before": {"0": 970}, "deal": {"scores": {"0": 25}}}, "multiples of 10"),
    ("binokel", "score_match", {"before": {"0": 1010}, "deal": {"scores": {"0": 20}}}, "the match was over"),
    ("binokel", "score_match", {"deal": {"declarer": 0, "made": True, "scores": {"0": 20}}}, "what was bid, or more"),
    ("binokel", "score_match", {"deal": {"declarer": 0, "made": False, "scores": {"0": 20}}}, "gains nothing"),
    ("bummerl", "score_match", {"before": {"0": 1, "1": 1}, "deal": {"scores": {"0": 1, "1": 1}, "won": ["0"]}},
     "who wins a deal scores"),
    ("bummerl", "score_match", {"before": {"0": 0, "1": 0}, "deal": {"scores": {"0": 1}}}, "the match was over"),
    ("bummerl", "score_match", {"before": {"0": 9, "1": 1}, "deal": {"scores": {"0": 1}}}, "nobody loses points"),
    ("guinote", "score_match", {"before": {"0+2": 60, "1+3": 60}, "deal": {"scores": {"0+2": 40, "1+3": 90}}},
     "have not won so many points"),
    ("guinote", "score_match", {"deal": {"scores": {"0+2": 40, "1+3": 80}}}, "share the points of the pack"),
    ("bummerl", "legal_cards", {"stage": "open", "trump": "H", "trick": [], "hand": ["HA", "HT"]}, "holds 5 cards"),
    ("bummerl", "legal_cards", {"trump": "H", "trick": ["HA"], "hand": ["HA", "HT"]}, "HA is there 2 times"),
    ("binokel", "melds", {"trump": "H", "cards": ["HK", "HK", "HK"]}, "HK is there 3 times"),
    ("binokel", "discard", {"trump": "H", "hand": ["HK"] * 20, "discards": []}, "HK is there 20 times"),
    ("binokel", "discard", {"trump": "H", "hand": ["HK"], "discards": []}, "not the hand with the widow"),
]  # fmt: skip


@pytest.mark.parametrize(("ruleset", "ask", "given", "told"), IMPOSSIBLE)
def test_what_no_deal_can_come_to_is_noticed(ruleset: str, ask: str, given: dict[str, Any], told: str) -> None:
    assert told in impossible(load(ruleset), ask, given)


def test_games_and_marks_of_a_series_go_together() -> None:
    deal = {"before": {"0": 3, "1": 3}, "deal": {"scores": {"0": 1, "1": 0}}}
    rules = load("bummerl", {"partie": "three"})
    assert impossible(rules, "score_match", deal | {"games": {"0": 1, "1": 0}, "marks": {"0": 0, "1": 1}}) == ""
    assert "mark" in impossible(rules, "score_match", deal | {"games": {"0": 1, "1": 0}, "marks": {"0": 0, "1": 0}})
    assert "over" in impossible(rules, "score_match", deal | {"games": {"0": 3, "1": 0}, "marks": {"0": 0, "1": 3}})


def test_card_points_are_shared_card_by_card() -> None:
    values = values_of(load("schnapsen"))  # four each of 11, 10, 4, 3 and 2
    assert can_share(values, ((2, 21), (2, 21)))
    assert not can_share(values, ((2, 23),))
    assert not can_share(values, ((2, 9),))
    assert can_share(values, ((4, 44), (4, 40), (12, 36)))
    assert not can_share(values, ((4, 44), (2, 22)))


# ------------------------------------------------------------------------------- what is written by hand

# Hand-written cases that are meant to ask about what no deal can come to: id -> what is told about it. Today there are
# none. Facts of a deal that must be answered as invalid are no exceptions, `impossible` lets them through.
MEANT_TO_BE_IMPOSSIBLE: dict[str, str] = {}


def test_no_case_written_by_hand_shows_what_no_deal_can_come_to() -> None:
    told = {
        case.id: impossible(load(case.ruleset, case.options), case.ask, case.given)
        for case in read_cases(vectors_dir())
        if case.origin != "generated"
    }
    # Equal, so that an exception which is no longer needed fails as well.
    assert {id_: why for id_, why in told.items() if why} == MEANT_TO_BE_IMPOSSIBLE


# ---------------------------------------------------------------------------------- what was really played


def standing(deal: Deal) -> dict[str, Any]:
    """A deal in the middle of its tricks as a question gives it."""
    play, rules = deal.local, deal.rules
    assert isinstance(play, Play)
    codes, talon, setup = rules.deck.codes, play.talon, deal.setup
    spends = {name: entry.get("spends", ()) for name, entry in rules.formal["announcements"].items()}
    spent = [(other, suit, seat) for name, suit, seat in talon.announced for other in spends[name]]
    given: dict[str, Any] = {
        "trump": rules.deck.suits[setup.trump], "dealer": setup.dealer, "moment": talon.moment,
        "hands": {str(seat): rules.deck.cards(deal.hands[seat]) for seat in setup.order},
        "announced": [list(one) for one in talon.announced if one not in (*talon.turn, *spent)],
        "turn": [list(one) for one in talon.turn if one not in spent],
        "trick": [codes[kind] for kind in play.cards], "moves": [],
    }  # fmt: skip
    if any(play.tricks):
        given |= {"winner": talon.winner, "tricks": {str(seat): n for seat, n in enumerate(play.tricks)}}
    else:
        given["leader"] = play.leader
    if talon.left:
        given |= {"face_down": len(talon.stock), "turn_up": codes[talon.turn_up]}
    if talon.closer is not None:
        points = (list(entry) for entry in talon.at_close)
        given |= {"closed_by": talon.closer, "at_close": dict(zip(rules.table.names, points, strict=True))}
    if setup.declarer is not None:
        given |= {"declarer": setup.declarer, "bid": setup.bid}
    if setup.played:
        given |= {"totals": dict(zip(rules.table.names, setup.totals, strict=True)), "played": setup.played}
    return given


def ended(deal: Deal) -> dict[str, Any]:
    """The facts of a deal for points as a question gives them."""
    assert deal.result is not None
    assert deal.result.facts is not None
    facts, rules = deal.result.facts, deal.rules
    names, sides = rules.table.names, rules.table.sides
    given: dict[str, Any] = {
        "cards": {name: sum(facts.cards[seat] for seat in side) for name, side in zip(names, sides, strict=True)},
        "tricks": {name: sum(facts.tricks[seat] for seat in side) for name, side in zip(names, sides, strict=True)},
        "announced": dict(zip(names, facts.announced, strict=True)),
    }  # fmt: skip
    if facts.last_trick is not None:
        given["last_trick"] = facts.last_trick
    if facts.claimer is not None:
        given |= {"end": "claim", "by": names[facts.claimer]}
    if facts.closer is not None:
        points = (list(entry) for entry in facts.at_close)
        given |= {"closed_by": names[facts.closer], "at_close": dict(zip(names, points, strict=True))}
    if facts.strict is not None:
        given["all_strict"] = names[facts.strict]
    return given


def contracted(deal: Deal) -> dict[str, Any]:
    """The facts of a deal with a contract as a question gives them."""
    assert deal.result is not None
    assert deal.result.facts is not None
    facts, seats = deal.result.facts, deal.setup.order
    given: dict[str, Any] = {"declarer": facts.declarer, "bid": facts.bid, "game": facts.contract}
    for key, figures in (("melds", facts.melds), ("tricks", facts.tricks), ("cards", facts.cards)):
        given[key] = {str(seat): figures[seat] for seat in seats}
    given |= {"discards": facts.discards, "untouched": facts.untouched, "last_trick": facts.last_trick}
    return given | ({"dealer": deal.setup.dealer} if deal.rules.table.pauses else {})


def course(deal: Deal, rng: Random) -> Iterator[Deal]:
    """The positions of a deal played at random: announcements are made, revokes and most claims are not."""
    while deal.result is None:
        yield deal
        offered = list(deal.legal_moves())
        kinds = {"claim": 0.1, "revoke": 0.0, "announce": 9.0, "pass": 0.5, "bid": 0.3}
        weights = [kinds.get(one.to_json()["move"], 1.0) + 1e-9 for one in offered]
        (choice,) = rng.choices(offered, weights)
        deal = deal.apply(choice if isinstance(choice, Move) else choice.sample(rng))
    yield deal


def questions(rules: Rules, rng: Random) -> Iterator[tuple[str, dict[str, Any]]]:
    """What could be asked about a game played at random to its end."""
    match = Match.start(rules)
    for _ in range(25):
        pack = rules.deck.pack()
        rng.shuffle(pack)
        deal = match.deal(pack)
        for deal in course(deal, rng):  # noqa: B020  # the last one is the end
            if "announcements" in rules.formal and isinstance(deal.local, Play) and deal.result is None:
                yield "play_on", standing(deal)
        result = deal.result
        assert result is not None
        if result.redeal or result.facts is None:
            continue
        if "auction" not in rules.formal["flow"]:
            yield "score_deal", ended(deal)
        elif "melds" in rules.formal and rules.contracts[result.facts.contract].played and not result.facts.revokers:
            yield "score_deal", contracted(deal)
        added: dict[str, Any] = {"scores": dict(result.scores)}
        if result.facts.declarer is not None:
            added |= {"declarer": result.facts.declarer, "made": result.made}
        yield "score_match", {"before": dict(match.totals), "deal": added, "played": match.played}
        match = match.add(result)
        if match.over or not match.played:
            return


@pytest.mark.parametrize(
    ("ruleset", "options"),
    [
        ("schnapsen", {}), ("schnapsen-a-trois", {}), ("sechsundsechzig", {}), ("bummerl-mit-40", {}),
        ("bummerl-siebener", {}), ("guinote", {}), ("guinote", {"players": "2", "capote": "match"}),
        ("guinote-tradicional", {}), ("binokel", {"open_durch": "on", "special_account": "match"}),
        ("binokel-ohne-sieben", {}), ("kreuz-binokel-anleitung", {"durchmarsch": "on"}), ("binokel-turnier", {}),
    ],
)  # fmt: skip
def test_what_was_really_played_is_possible(ruleset: str, options: dict[str, str]) -> None:
    rules, rng = load(ruleset, options), Random(f"{ruleset} {options}")
    asked = 0
    for _ in range(3):
        for ask, given in questions(rules, rng):
            asked += 1
            assert impossible(rules, ask, given) == "", (ask, given)
    assert asked > 5
