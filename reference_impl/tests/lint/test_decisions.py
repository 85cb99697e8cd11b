"""The table of decisions against the rules it speaks about."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
import yaml

from stichwerk.decisions import Catalogue, Decision, Part, Section, catalogue
from stichwerk.library import Library, shipped
from stichwerk.lint.decisions import Leaves, check_decisions
from stichwerk.loader import Document, load_yaml, parse_yaml
from stichwerk.resolve import resolve
from stichwerk.validation import collect

Table = dict[str, Any]


def checked(change: Callable[[Table], object], *rulesets: str) -> list[str]:
    """The problems of the shipped table after a change, for the rules of these rulesets, place and message."""
    table = deepcopy(shipped().decisions())
    change(table)
    document = parse_yaml(yaml.safe_dump(table, allow_unicode=True).encode(), "decisions.yaml")
    leaves = Leaves()
    for ruleset in rulesets or ("binokel", "binokel-anleitung", "bummerl", "guinote"):
        leaves.add(resolve(ruleset))
    return [f"{problem.path}: {problem.message}" for problem in check_decisions(document, read(document), leaves)]


def read(document: Document) -> Catalogue:
    class Given(Library):
        def decisions(self) -> Table:
            value: Table = document.value
            return value

    return catalogue(Given())


def of(table: Table, path: str) -> Table:
    found: Table = next(each for each in table["decisions"] if each["path"] == path)
    return found


def test_the_shipped_table_fits_its_schema() -> None:
    assert collect(load_yaml(shipped().shipped / "decisions.yaml"), "decisions") == []


def test_the_table_lies_beside_the_rulesets_and_is_none() -> None:
    assert "decisions" not in shipped().paths()


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (
            lambda table: table["decisions"].remove(of(table, "auction.opening")),
            "auction.opening: no decision covers auction.opening",
        ),
        (
            lambda table: table["words"]["form"].pop("duel"),
            "auction.form is 'duel', which has no words in the table 'form'",
        ),
        (
            lambda table: table["words"]["window"].pop("on_lead"),
            "is 'on_lead', which has no words in the table 'window'",
        ),
        (
            lambda table: table["names"]["stages"].pop("play"),
            "stages.play has no name",
        ),
        (
            lambda table: table["names"]["values"].pop("half"),
            "values.half has no name",
        ),
        (
            lambda table: table["decisions"].append(
                {"path": "auction.colour", "section": "auction", "kind": "yes_no", "question": {"de": "?"}}
            ),
            "no ruleset has anything at auction.colour",
        ),
        (
            lambda table: table["parts"].append({"path": "raffle", "section": "deck", "title": {"de": "Tombola"}}),
            "no ruleset has anything at raffle",
        ),
        (
            lambda table: table["names"]["stages"].update(middle={"de": "Mitte"}),
            "names.stages.middle: no ruleset has stages.middle",
        ),
        (
            lambda table: table["words"]["award_points"].update({"bid * 7": {"de": "siebenmal das Gebot"}}),
            "nothing uses the words for 'bid * 7'",
        ),
        (lambda table: table["words"].update(moods={"good": {"de": "gut"}}), "no decision uses the table 'moods'"),
        (lambda table: table["units"].update(miles={}), "units.miles: no decision uses the unit 'miles'"),
        (
            lambda table: table["sections"].append({"id": "weather", "title": {"de": "Wetter"}}),
            "nothing is shown in the section 'weather'",
        ),
        (lambda table: of(table, "auction.step").update(unit="miles"), "there is nothing called 'miles'"),
        (lambda table: of(table, "auction.step").update(section="weather"), "there is nothing called 'weather'"),
        (lambda table: of(table, "auction.form").update(words="moods"), "there is nothing called 'moods'"),
        (lambda table: of(table, "auction.highest").update(without="luck"), "there is nothing called 'luck'"),
        (lambda table: of(table, "call.allowed").update(needs="raffle"), "there is nothing called 'raffle'"),
        (lambda table: of(table, "tricks.stages").update(of="raffle"), "there is nothing called 'raffle'"),
        (lambda table: of(table, "match.tie").update(otherwise="duel"), "the table 'tie' has no such word"),
        (lambda table: table["parts"][0].update(section="weather"), "there is no section 'weather'"),
        (lambda table: table["parts"][0].update(shown="colour"), "there is no decision auction.colour"),
        (lambda table: table["parts"][0].update(absent="luck"), "there is nothing called 'luck'"),
    ],
)
def test_what_is_wrong_with_the_table_is_said(change: Callable[[Table], object], problem: str) -> None:
    assert not [each for each in checked(lambda _: None) if problem in each]
    assert [each for each in checked(change) if problem in each]


def test_a_word_of_the_vocabulary_may_wait_for_a_ruleset_that_uses_it() -> None:
    assert not [each for each in checked(lambda _: None) if "'dealer_at_opening'" in each or "'nobody'" in each]


@pytest.mark.parametrize(
    ("leaf", "path", "names"),
    [
        ("auction.opening", "auction.opening", ()),
        ("deck.points.A", "deck.points", ()),
        ("melds.pair.value.trump", "melds.*.value", (("melds", "pair"),)),
        ("contracts.durch.success.all", "contracts.*.success.*", (("contracts", "durch"), ("success", "all"))),
    ],
)
def test_a_pattern_answers_for_what_lies_below_it(leaf: str, path: str, names: tuple[tuple[str, str], ...]) -> None:
    found = catalogue().decision(leaf)
    assert found is not None
    assert (found.entry.path, found.names) == (path, names)
    assert f"{leaf}.".startswith(f"{found.key}.")


def test_the_longest_pattern_wins() -> None:
    words = {"de": "", "en": "", "es": ""}
    both = [Decision(path, "deck", words, "formula") for path in ("deck", "deck.points", "deck.*")]
    table = Catalogue([Section("deck", words)], [], both, {}, {}, {})
    found = table.decision("deck.points.A")
    assert found is not None
    assert found.entry.path == "deck.points"
    assert table.decision("table.players") is None


def test_the_parts_of_a_leaf_go_from_the_whole_to_the_detail() -> None:
    assert [found.key for found in catalogue().parts_of("melds.pair.value.trump")] == ["melds", "melds.pair"]
    assert all(isinstance(found.entry, Part) for found in catalogue().parts_of("melds.pair.value"))
