"""From the names a person wrote to cases, with the rulesets of the package."""

from __future__ import annotations

import pytest

from stichwerk.files import vectors_dir
from stichwerk_conformance import read_cases
from stichwerk_conformance.command_line import WrongUseError
from stichwerk_conformance.runner import Selection
from stichwerk_conformance.selecting import select

CASES = read_cases(vectors_dir() / "schnapsen")


@pytest.mark.parametrize(
    ("rulesets", "options", "message"),
    [
        ({"bummerl"}, {"siebener": "yes"}, "siebener has no choice yes; choices: off, on"),
        (set(), {"must_beat": "never"}, "must_beat has no choice never; choices: off, on"),
        ({"schnapsen"}, {"siebener": "on"}, "the suite has no option siebener."),
        ({"bummerl"}, {"sieben": "on"}, "the suite has no option sieben. Did you mean siebener?"),
    ],
)
def test_a_wrong_choice_is_told_with_what_there_is(rulesets: set[str], options: dict[str, str], message: str) -> None:
    empty: frozenset[str] = frozenset()
    with pytest.raises(WrongUseError) as refused:
        select(CASES, Selection(frozenset(rulesets), empty, empty, empty, options=options))
    assert message in str(refused.value)
