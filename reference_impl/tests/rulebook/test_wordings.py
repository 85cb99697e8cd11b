"""What the table can choose, on the page of a rulebook: every other answer with the sentences that it brings."""

from __future__ import annotations

import re
from functools import cache

import pytest

from stichwerk.errors import SpecError
from stichwerk.library import shipped
from stichwerk_rulebook.book import Book, book
from stichwerk_rulebook.site.markup import plain
from stichwerk_rulebook.site.page import Site
from stichwerk_rulebook.site.wordings import Wordings

RULESETS = [name for name in shipped().paths() if not shipped().header(name).get("abstract")]


@cache
def usual(ruleset: str) -> Book:
    return book(ruleset, language="en")


@cache
def shown(ruleset: str) -> tuple[str, str]:
    """The chapter with the questions, and that with the answers."""
    found = Wordings(Site("en", shipped(), ()), usual(ruleset))
    return found.options(), found.chapter()


def entry(ruleset: str, anchor: str) -> str:
    """What stands under one answer."""
    found = re.search(rf'<details [^<]*<summary>.*?id="choice-{anchor}".*?</details>', shown(ruleset)[1], re.DOTALL)
    assert found, anchor
    return found[0].rpartition("<details")[2]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_answer_that_can_be_given_is_there_with_what_it_changes(ruleset: str) -> None:
    table, chapter = shown(ruleset)
    for option in usual(ruleset).options:
        for choice in option.choices:
            anchor = f"choice-{option.id}-{choice.id}"
            if choice.id == option.chosen or option.fixed:
                assert f'"{anchor}"' not in chapter
                continue
            needs = {name: allowed[0] for name, allowed in choice.needs.items()}
            try:
                other = book(ruleset, {**needs, option.id: choice.id}, "en")
            except SpecError:
                assert f'"{anchor}"' not in chapter
                assert f"#{anchor})" not in table
                continue
            assert f'id="{anchor}"' in chapter
            assert f"#{anchor})" in table
            own = {clause.text for clause in other.clauses if f"{option.id}={choice.id}" in clause.patched_by}
            said = entry(ruleset, f"{option.id}-{choice.id}")
            assert not [text for text in own - {one.text for one in usual(ruleset).clauses} if plain(text) not in said]


def test_an_answer_that_needs_another_one_says_so_and_shows_only_its_own_change() -> None:
    said = entry("bummerl", "exchange_rank-seven")
    assert "(only with: Sevens – With sevens)" in said
    assert said.count("\n| [") == 1
    assert "this card of the trump suit: the seven" in said


def test_what_an_answer_needs_is_said_although_it_is_usual() -> None:
    assert "(only with: Goal of the match – A hundred, Number of games" in entry("guinote", "deals-4")


def test_a_clause_has_the_number_of_the_page_and_a_new_one_has_none() -> None:
    said = entry("bummerl", "must_beat-on")
    assert re.search(r"\| \*new\* \| \*\*.*must", said)
    assert re.search(r"\n\| \[\d+\\?\.\d+\]\(#", said)


def test_what_a_variant_has_settled_is_not_offered() -> None:
    table = shown("binokel-fuenfzehn")[0]
    assert "fixed here" in table
    assert "choice-players-4" not in table
    assert "choice-opening-200" not in table


@pytest.mark.parametrize("ruleset", [name for name in RULESETS if not usual(name).options])
def test_nothing_is_said_where_nothing_is_open(ruleset: str) -> None:
    assert shown(ruleset) == ("", "")


@pytest.mark.parametrize(
    ("anchor", "other"), [("players-4", "Sevens – Without sevens"), ("sevens-without", "Number of")]
)
def test_what_only_holds_with_two_answers_is_said_under_both(anchor: str, other: str) -> None:
    alone, together = entry("binokel", anchor).split(f"Together with: {other}")
    assert "Each player gets 9 cards, and 4 cards form the widow" in together
    assert "9 cards" not in alone
