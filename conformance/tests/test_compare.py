"""When an answer counts as the expected one, and how the first difference is told."""

from __future__ import annotations

from typing import Any

import pytest

from stichwerk_conformance.compare import first_difference


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
