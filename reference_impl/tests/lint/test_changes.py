"""Editions are held against the rules: what is played otherwise must be told, and nothing else may claim it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from stichwerk.editions import Edition, Played, coming, editions
from stichwerk.library import Library, shipped
from stichwerk.lint.changes import check_changes
from stichwerk.lint.combinations import Explored, Explorer
from stichwerk.loader import load_yaml, parse_yaml
from stichwerk.validation import collect

OLD, NEW, NEWEST = ("sha256:" + digit * 64 for digit in "123")
WORDS = {"de": "Anders.", "en": "Different.", "es": "Distinto."}

Value = dict[str, Any]


def played(mark: str) -> dict[str, str]:
    return {"hash": mark, "choices": mark}


def entry(name: str, rulesets: dict[str, str], changes: list[Value] | None = None) -> Value:
    return {
        "id": name,
        "date": f"{name}-01",
        "version": "0.1.0",
        "title": WORDS,
        "rulesets": {ruleset: played(mark) for ruleset, mark in rulesets.items()},
        "changes": changes or [],
    }


def change(kind: str, *rulesets: str, **more: list[str]) -> Value:
    return {"kind": kind, "rulesets": list(rulesets), "text": WORDS, **more}


def now(**marks: str) -> list[Explored]:
    """Rulesets as they stand, with the clauses `game.aim` and `game.deck`."""
    clauses: Any = {("file", "game.aim"): None, ("file", "game.deck"): None}
    return [Explored(name, clauses, 1, Played(mark, mark)) for name, mark in marks.items()]


def said(value: Value, explored: list[Explored]) -> list[str]:
    """What is wrong, path and message."""
    document = parse_yaml(json.dumps({"language": 1, **value}).encode(), "changes.yaml")
    assert collect(document, "changes") == []
    return [f"{problem.path}: {problem.message}" for problem in check_changes(document, explored)]


FIRST = {"coming": [], "editions": [entry("2026-11", {"house": OLD, "club": OLD})]}


def with_coming(*changes: Value) -> Value:
    return {**FIRST, "coming": list(changes)}


def test_the_file_lies_beside_the_rulesets_and_is_none() -> None:
    assert "changes" not in shipped().paths()
    assert collect(load_yaml(shipped().shipped / "changes.yaml"), "changes") == []


def test_the_first_edition_has_every_ruleset_that_can_be_played() -> None:
    first = editions()[-1]
    playable = [name for name in shipped().paths() if not shipped().header(name).get("abstract")]
    assert isinstance(first, Edition)
    assert sorted(first.rulesets) == playable
    assert first.changes == ()


def test_what_has_not_changed_need_not_be_told() -> None:
    assert said(FIRST, now(house=OLD, club=OLD)) == []


def test_what_is_played_otherwise_must_be_told() -> None:
    assert said(FIRST, now(house=NEW, club=OLD)) == [
        "editions.0.rulesets.house: house is played otherwise than in the edition 2026-11"
    ]
    assert said(with_coming(change("substantive", "house")), now(house=NEW, club=OLD)) == []


@pytest.mark.parametrize("kind", ["clarification", "editorial"])
def test_a_change_of_words_does_not_tell_a_change_of_play(kind: str) -> None:
    (problem,) = said(with_coming(change(kind, "house")), now(house=NEW, club=OLD))
    assert problem.endswith("house is played otherwise than in the edition 2026-11")
    assert said(with_coming(change(kind, "house")), now(house=OLD, club=OLD)) == []


def test_a_change_that_only_other_choices_show_must_be_told_too() -> None:
    (house, club) = now(house=OLD, club=OLD)
    house.played = Played(OLD, NEW)
    (problem,) = said(FIRST, [house, club])
    assert problem.endswith("house is played otherwise than in the edition 2026-11")


def test_what_is_called_substantive_must_change_what_is_played() -> None:
    assert said(with_coming(change("substantive", "house", "club")), now(house=NEW, club=OLD)) == [
        "coming.0.rulesets.1: club is played as in the edition 2026-11, so the change is not substantive for it"
    ]


def test_rulesets_that_come_and_go_must_be_told() -> None:
    assert said(FIRST, now(house=OLD, tent=NEW)) == [
        "editions.0.rulesets.club: club is gone since the edition 2026-11",
        "editions.0.rulesets.tent: tent is new since the edition 2026-11",
    ]
    assert said(with_coming(change("substantive", "club", "tent")), now(house=OLD, tent=NEW)) == []


def test_the_place_is_that_of_the_hash_that_no_longer_holds() -> None:
    text = (
        f'language: 1\neditions:\n  - id: 2026-11\n    date: "2026-11-30"\n    version: "0.1.0"\n    title: {WORDS}\n'
    )
    text += f"    rulesets:\n      house: {{hash: {OLD}, choices: {OLD}}}\n"
    document = parse_yaml(text.encode(), "changes.yaml")
    (problem,) = check_changes(document, now(house=NEW))
    assert str(problem.place) == "changes.yaml:8:14"
    assert problem.expected == "a substantive change that names house under coming"
    assert problem.hint == "say there what has changed, or undo it"


@pytest.mark.parametrize(
    ("told", "problem"),
    [
        (change("editorial", "huose"), "coming.0.rulesets.0: there is no ruleset 'huose'"),
        (
            change("editorial", "house", clauses=["game.aim", "game.aims"]),
            "coming.0.clauses.1: house has no clause 'game.aims'",
        ),
        (
            change("editorial", "house", dropped=["game.deck"]),
            "coming.0.dropped.0: the clause 'game.deck' is still there",
        ),
        (
            change("editorial", "house", "club", clauses=["a.b"]),
            "coming.0.clauses.0: house and club has no clause 'a.b'",
        ),
    ],
)
def test_what_a_change_names_must_be_there(told: Value, problem: str) -> None:
    assert said(with_coming(told), now(house=OLD, club=OLD)) == [problem]


def test_a_clause_that_was_dropped_later_may_be_named_by_an_earlier_edition() -> None:
    first = entry("2026-11", {"house": OLD})
    second = entry("2027-02", {"house": NEW}, [change("substantive", "house", clauses=["game.flow"])])
    third = entry("2027-05", {"house": NEWEST}, [change("substantive", "house", dropped=["game.flow"])])
    assert said({"editions": [third, second, first]}, now(house=NEWEST)) == []
    third["changes"][0].pop("dropped")
    assert said({"editions": [third, second, first]}, now(house=NEWEST)) == [
        "editions.1.changes.0.clauses.0: house has no clause 'game.flow'"
    ]


def test_published_editions_are_held_against_each_other() -> None:
    first, second = entry("2026-11", {"house": OLD}), entry("2027-02", {"house": NEW})
    assert said({"editions": [second, first]}, now(house=NEW)) == [
        "editions.1.rulesets.house: house is played otherwise than in the edition 2026-11"
    ]
    second["changes"] = [change("substantive", "house")]
    assert said({"editions": [second, first]}, now(house=NEW)) == []
    second["rulesets"] = {"house": played(OLD)}
    (problem,) = said({"editions": [second, first]}, now(house=OLD))
    assert problem.startswith("editions.0.changes.0.rulesets.0: house is played as in the edition 2026-11, so the")


def test_the_newest_edition_stands_first() -> None:
    first, second = entry("2026-11", {"house": OLD}), entry("2027-02", {"house": OLD})
    assert said({"editions": [first, second]}, now(house=OLD)) == [
        "editions.1.id: the edition 2027-02 stands below 2026-11, but is not older"
    ]


def test_nothing_is_promised_before_the_first_edition() -> None:
    assert said({"coming": [change("substantive", "house")], "editions": []}, now(house=OLD)) == []


@pytest.mark.parametrize(
    ("broken", "problem"),
    [
        (lambda value: value["editions"][0].update(id="november"), 'expected text such as "2026-11"'),
        (lambda value: value["editions"][0].update(date="30.11.2026"), 'expected text such as "2026-11-30"'),
        (lambda value: value["editions"][0]["rulesets"].update(house="abc"), "expected a mapping"),
        (lambda value: value["editions"][0]["rulesets"]["house"].update(hash="sha256:12"), "expected text such as"),
        (
            lambda value: value["coming"].append(change("important", "house")),
            "expected one of substantive, clarification, editorial",
        ),
        (lambda value: value["coming"].append(change("editorial")), "at least 1 entry"),
        (lambda value: value["coming"].append({"kind": "editorial", "rulesets": ["house"]}), "'text' is missing"),
    ],
)
def test_a_file_that_is_badly_written_is_refused(broken: Callable[[Value], object], problem: str) -> None:
    value: Value = json.loads(json.dumps({"language": 1, **FIRST}))
    assert collect(parse_yaml(json.dumps(value).encode(), "changes.yaml"), "changes") == []
    broken(value)
    (error,) = collect(parse_yaml(json.dumps(value).encode(), "changes.yaml"), "changes")
    assert problem in str(error)


def test_the_hash_of_an_explored_ruleset_is_the_published_one() -> None:
    from stichwerk.resolve import resolve_ruleset

    library = Library()
    explorer = Explorer(library)
    plain, variant = explorer.explore("schnapsen-a-trois"), explorer.explore("guinote-101")
    assert plain.played.hash == resolve_ruleset("schnapsen-a-trois")["hash"]
    assert variant.played.hash == resolve_ruleset("guinote-101")["hash"]
    assert plain.played == Played.of(plain.played.hash, [plain.played.hash])
    assert variant.tried > 1
    assert variant.played != Played.of(variant.played.hash, [variant.played.hash])


def test_a_library_without_the_file_has_no_editions(tmp_path: Any) -> None:
    class Elsewhere(Library):
        def __init__(self) -> None:
            super().__init__()
            self.folders = [tmp_path]

    assert editions(Elsewhere()) == []
    assert coming(Elsewhere()) == ()
