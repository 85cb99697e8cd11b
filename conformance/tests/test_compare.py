"""When an answer counts as the expected one, and how the first difference is told."""

from __future__ import annotations

from typing import Any

import pytest

from stichwerk_conformance.compare import first_difference

HK = {"move": "play", "card": "HK"}
CLOSE = {"move": "close"}
CLAIM = {"move": "claim"}
MARRIAGE = {"move": "announce", "announcement": "marriage", "suit": "H"}
DISCARD = {"move": "discard", "count": 2, "from": ["E7", "H7", "E7"]}


@pytest.mark.parametrize(
    ("ask", "expected", "given"),
    [
        ("cut", {"legal": True}, {"legal": True, "why": "three"}),
        ("score_deal", {"scores": {0: 240, 1: -20}}, {"scores": {"0": 240, "1": -20, "2": 7}}),
        ("score_deal", {"scores": {"0": 240}}, {"scores": {"0": 240.0}}),
        ("replay", {"winners": [2, 2, 0]}, {"winners": [2, 2, 0]}),
        ("auction", {"next": None}, {"next": None}),
        ("legal_cards", {"legal": ["HA", "HO"]}, {"legal": ["HO", "HA"]}),
        ("legal_cards", {"legal": ["HA"]}, {"legal": ["HA", "HA"]}),
        ("melds", {"total": 40, "melds": {"pairs": 40}}, {"total": 40}),
        ("melds", {"total": 40, "melds": {"pairs": 40}}, {"total": 40, "melds": {"pairs": 40}}),
        ("score_match", {"winner": 1}, {"winner": "1"}),
        ("score_match", {"winner": "0+2"}, {"winner": "0+2"}),
        ("legal_moves", {"legal": [HK, CLOSE]}, {"legal": [CLOSE, HK, HK]}),
        ("legal_moves", {"has": [CLOSE]}, {"legal": [HK, CLOSE]}),
        ("legal_moves", {"has": [CLOSE], "has_not": [CLAIM, MARRIAGE]}, {"legal": [HK, CLOSE]}),
        ("legal_moves", {"has_not": [MARRIAGE]}, {"legal": [MARRIAGE | {"suit": "S"}]}),
        ("legal_moves", {"has": [DISCARD]}, {"legal": [DISCARD | {"from": ["H7", "E7", "E7"]}]}),
        ("legal_moves", {"has_not": [DISCARD]}, {"legal": [DISCARD | {"from": ["H7", "E7"]}]}),
        ("whole_deal", {"positions": [{"legal": [DISCARD]}]}, {"positions": [{"legal": [DISCARD]}]}),
        ("play_on", {"hands": {"0": ["HA", "E7", "E7"]}}, {"hands": {"0": ["E7", "HA", "E7"]}}),
        ("play_on", {"hands": {"0": []}}, {"hands": {"0": [], "1": ["HA"]}}),
        ("deal", {"hands": {"0": ["HA", "E7"]}}, {"hands": {"0": ["E7", "HA"]}}),
        ("deal", {"widow_cards": ["HA", "E7"]}, {"widow_cards": ["E7", "HA"]}),
        ("deal", {"stock": ["HA", "E7"]}, {"stock": ["HA", "E7"]}),
        ("view", {"hand": ["HA", "E7", "E7"]}, {"hand": ["E7", "HA", "E7"]}),
        ("view", {"widow": ["HA", "E7"], "open": None}, {"widow": ["E7", "HA"], "open": None}),
        ("view", {"open": {"seat": 2, "hand": ["HA", "E7"]}}, {"open": {"seat": 2, "hand": ["E7", "HA"]}}),
        (
            "view",
            {"discards": ["HA", "E7"], "announced": ["E7", "HA"]},
            {"discards": ["E7", "HA"], "announced": ["HA", "E7"]},
        ),
        ("view", {"melds": [None, [["pair", "H"], ["pair", "E"]]]}, {"melds": [None, [["pair", "E"], ["pair", "H"]]]}),
        ("view", {"hands": {"0": ["HA", "E7"]}}, {"hands": {"0": ["E7", "HA"]}}),
        ("view", {"legal": [HK, CLOSE], "revokers": [0, 2]}, {"legal": [CLOSE, HK], "revokers": [2, 0]}),
        # The moment of an action is part of the question; a program may repeat it in its answer.
        ("action", {"legal": True}, {"legal": True, "phase": "after_auction"}),
        (
            "whole_deal",
            {
                "positions": [
                    {
                        "seat": 1,
                        "legal": [{"seat": 1, "move": "pass"}, {"seat": 1, "move": "bid", "bid": 150}],
                    }
                ]
            },
            {
                "positions": [
                    {
                        "seat": 1,
                        "legal": [{"bid": 150, "move": "bid", "seat": 1}, {"move": "pass", "seat": 1}],
                    }
                ]
            },
        ),
        (
            "whole_deal",
            {"positions": [{"legal": [{"move": "meld", "melds": [{"meld": "four_aces", "times": 1}]}]}]},
            {"positions": [{"legal": [{"move": "meld", "melds": [{"meld": "four_aces", "suit": None, "times": 1}]}]}]},
        ),
    ],
)
def test_equal(ask: str, expected: Any, given: Any) -> None:
    assert first_difference(ask, expected, given) is None


@pytest.mark.parametrize(
    ("ask", "expected", "given", "told"),
    [
        ("cut", {"legal": True}, {"legal": False}, "at legal: expected true, given false"),
        ("cut", {"legal": True}, {"legal": 1}, "at legal: expected true, given 1"),
        ("cut", {"legal": True}, None, "an object was expected, given null"),
        ("cut", {"legal": True}, {}, "at legal: missing, expected true"),
        ("trick_winner", {"winner": 1}, {"winner": True}, "at winner: expected 1, given true"),
        ("trick_winner", {"winner": 1}, {"winner": "1"}, 'at winner: expected 1, given "1"'),
        ("auction", {"next": None}, {}, "at next: missing, expected null"),
        (
            "score_deal",
            {"scores": {0: 240, 1: -20}},
            {"scores": {"0": 240, "1": 20}},
            "at scores.1: expected -20, given 20",
        ),
        (
            "score_deal",
            {"scores": {"0": 240}},
            {"scores": [240]},
            "at scores: an object was expected, given [240]",
        ),
        ("score_deal", {"scores": {"0": 240}}, {"scores": {}}, "at scores.0: missing, expected 240"),
        ("replay", {"winners": [2, 2, 0]}, {"winners": [2, 0, 2]}, "at winners.1: expected 2, given 0"),
        ("replay", {"winners": [2, 1, 0]}, {"winners": [2, True, 0]}, "at winners.1: expected 1, given true"),
        ("replay", {"winners": [2, 2]}, {"winners": [2]}, "at winners: expected 2 entries, given 1"),
        ("replay", {"winners": [2, 2]}, {"winners": "22"}, 'at winners: a list was expected, given "22"'),
        (
            "legal_cards",
            {"legal": ["HA", "HO"]},
            {"legal": ["HA", "E7", "EA"]},
            "at legal: missing HO, too many E7 EA",
        ),
        ("legal_cards", {"legal": ["HA"]}, {"legal": []}, "at legal: missing HA"),
        ("legal_cards", {"legal": ["HA"]}, {"legal": [["HA"]]}, 'at legal: missing HA, too many ["HA"]'),
        ("melds", {"total": 40, "melds": {}}, {"melds": {}}, "at total: missing, expected 40"),
        (
            "melds",
            {"total": 40, "melds": {"pairs": 40}},
            {"total": 40, "melds": {"pairs": 20}},
            "at melds.pairs: expected 40, given 20",
        ),
        ("replay", {"melds": {"0": 40}}, {"points": {}}, 'at melds: missing, expected {"0": 40}'),
        ("score_match", {"winner": 1}, {"winner": "2"}, 'at winner: expected 1, given "2"'),
        ("score_match", {"winner": 1}, {"winner": True}, "at winner: expected 1, given true"),
        (
            "legal_moves",
            {"legal": [HK, CLOSE]},
            {"legal": [HK, CLAIM]},
            'at legal: missing {"move": "close"}, too many {"move": "claim"}',
        ),
        (
            "whole_deal",
            {"positions": [{"legal": [{"move": "discard", "count": 2, "from": ["L7", "L7"], "announce": ["L7"]}]}]},
            {
                "positions": [
                    {"legal": [{"move": "discard", "count": 2, "from": ["L7", "L7"], "announce": ["L7", "L7"]}]}
                ]
            },
            'at positions.0.legal: of the move "discard" announce expected ["L7"], given ["L7", "L7"]',
        ),
        ("legal_moves", {"has": [HK, CLOSE]}, {"legal": [HK]}, 'at legal: missing {"move": "close"}'),
        ("legal_moves", {"has_not": [HK, CLOSE]}, {"legal": [CLOSE]}, 'at legal: must not hold {"move": "close"}'),
        ("legal_moves", {"has_not": [CLOSE]}, {}, "at legal: a list was expected, but it is missing"),
        ("legal_moves", {"has": [CLOSE]}, {"has": [CLOSE]}, "at legal: a list was expected, but it is missing"),
        ("legal_moves", {"has": [CLOSE]}, {"legal": "close"}, 'at legal: a list was expected, given "close"'),
        ("play_on", {"has": [CLOSE]}, {"legal": [CLOSE]}, 'at has: missing, expected [{"move": "close"}]'),
        (
            "play_on",
            {"hands": {"0": ["HA", "E7", "E7"]}},
            {"hands": {"0": ["HA", "HA", "E7"]}},
            "at hands.0: missing E7, too many HA",
        ),
        ("play_on", {"hands": {"0": ["HA"]}}, {"hands": {"0": "HA"}}, 'at hands.0: a list was expected, given "HA"'),
        ("deal", {"stock": ["HA", "E7"]}, {"stock": ["E7", "HA"]}, 'at stock.0: expected "HA", given "E7"'),
        ("deal", {"widow_cards": ["HA"]}, {"widow_cards": ["HA", "HA"]}, "at widow_cards: too many HA"),
        ("view", {"hand": ["HA", "E7"]}, {"hand": ["HA", "HA"]}, "at hand: missing E7, too many HA"),
        ("view", {"open": None}, {}, "at open: missing, expected null"),
        ("view", {"open": {"seat": 2, "hand": ["HA"]}}, {"open": None}, "at open: an object was expected, given null"),
        (
            "view",
            {"open": {"seat": 2, "hand": ["HA"]}},
            {"open": {"seat": 2, "hand": ["HA", "HA"]}},
            "at open.hand: too many HA",
        ),
        (
            "view",
            {"open": {"seat": 2, "hand": []}},
            {"open": {"seat": 1, "hand": []}},
            "at open.seat: expected 2, given 1",
        ),
        # Not piles: the number of cards of each seat in turn, and cards in the order in which they were played.
        ("view", {"hands": [4, 5]}, {"hands": [5, 4]}, "at hands.0: expected 4, given 5"),
        ("view", {"melds": [[], None]}, {"melds": [None, []]}, "at melds.0: a list was expected, given null"),
        ("view", {"trick": [[0, "HA"]]}, {"trick": [["HA", 0]]}, 'at trick.0.0: expected 0, given "HA"'),
        (
            "view",
            {"tricks": [{"cards": [[0, "HA"], [1, "H7"]]}]},
            {"tricks": [{"cards": [[1, "H7"], [0, "HA"]]}]},
            "at tricks.0.cards.0.0: expected 0, given 1",
        ),
        ("action", {"legal": True}, {"phase": "after_auction"}, "at legal: missing, expected true"),
        (
            "replay",
            {"hands": {"0": ["HA", "E7"]}},
            {"hands": {"0": ["E7", "HA"]}},
            'at hands.0.0: expected "HA", given "E7"',
        ),
    ],
)
def test_different(ask: str, expected: Any, given: Any, told: str) -> None:
    difference = first_difference(ask, expected, given)
    assert difference is not None
    assert str(difference) == told


def test_a_difference_keeps_both_values() -> None:
    difference = first_difference("replay", {"points": {"2": 36}}, {"points": {"2": 26}})
    assert difference is not None
    assert (difference.path, difference.expected, difference.given) == ("points.2", 36, 26)
