"""How questions and answers stand in a report: cards, moves and positions in words."""

from __future__ import annotations

from typing import Any

import pytest

from stichwerk_conformance.clauses import pack_of
from stichwerk_conformance.readable import CardNames, lines_of

NAMES = CardNames(pack_of("binokel", {}), "de")
HELD = {"seat": 0, "move": "play", "card": "HA"}


@pytest.mark.parametrize(
    ("value", "lines"),
    [
        ({"turn_up": "HT"}, ["turn_up: HT  (Herz 10)"]),
        ({"turn_up": None, "stock": []}, ["turn_up: null", "stock: []"]),
        ({"stock": ["HA", "HT", "EK"]}, ["stock: HA HT EK  (Herz A 10, Eichel K)"]),
        ({"hands": {"0": ["HA"], "1": []}}, ["hands:", "  0: HA  (Herz A)", "  1: []"]),
        ({"at_close": {"0": [20, 1]}}, ["at_close:", "  0: [20, 1]"]),
        ({"announced": [["pair", "H", 0]]}, ['announced: [["pair", "H", 0]]']),
        (
            {"moves": [HELD, {"seat": 1, "move": "announce", "announcement": "pair", "suit": "H"}]},
            ["moves: 0: play HA; 1: announce pair H"],
        ),
        (
            {"legal": [{"move": "close"}, {"move": "play", "card": "HA"}, {"move": "play", "card": "HT"}]},
            ["legal: play HA HT  (Herz A 10); close"],
        ),
        ({"has": [{"move": "cut", "least": 3, "most": 45}]}, ["has: cut least 3 most 45"]),
        ({"legal": [{"move": "discard", "count": 1, "from": ["HA", "HT"]}]}, ["legal: discard count 1 from HA HT"]),
        ({"running": [{"0": 21, "1": 0}, {"0": 21, "1": 4}]}, ["running: 0: 21, 1: 0; 0: 21, 1: 4"]),
        (
            {"positions": [{"seat": 1, "legal": [{"move": "pass"}]}, {"seat": None, "legal": []}]},
            ["positions:", "  0. seat: 1; legal: pass", "  1. seat: null; legal: []"],
        ),
        ({"legal": [{"move": "play", "card": 7}]}, ["legal: play card 7"]),
        ({"legal": [{"move": ["\x1b"]}]}, ["legal: move \\x1b"]),
    ],
)
def test_lines(value: Any, lines: list[str]) -> None:
    assert list(lines_of(value, NAMES)) == lines
