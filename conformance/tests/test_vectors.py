"""The cases of the suite, held against the documents they name and against the reference, without a process."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from stichwerk.adapter import respond
from stichwerk.files import spec_dir, vectors_dir
from stichwerk.loader import load_yaml
from stichwerk.loading import load
from stichwerk.questions import PROFILES, answer
from stichwerk.validation import collect
from stichwerk_conformance import ASKS, Case, first_difference, read_cases

DOCS = Path(__file__).parents[2] / "docs" / "en"
FILES = sorted(vectors_dir().rglob("*.yaml"))


@cache
def all_cases() -> tuple[Case, ...]:
    return read_cases(vectors_dir())


@cache
def clauses_of(ruleset: str, options: tuple[tuple[str, str], ...]) -> Mapping[str, Mapping[str, Any]]:
    return {clause["id"]: clause for clause in load(ruleset, dict(options)).resolved["clauses"]}


def clauses(case: Case) -> Mapping[str, Mapping[str, Any]]:
    return clauses_of(case.ruleset, tuple(sorted(case.options.items())))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_file_is_as_the_schema_wants_it(file: Path) -> None:
    assert [str(problem) for problem in collect(load_yaml(file), "case")] == []


def test_ids_are_unique() -> None:
    counts = Counter(case["id"] for file in FILES for case in load_yaml(file).value["cases"])
    assert [id_ for id_, count in counts.items() if count > 1] == []


def test_the_options_are_those_of_the_ruleset() -> None:
    for case in all_cases():
        assert case.options.items() <= load(case.ruleset, case.options).options.items(), case.id


def test_every_clause_is_in_force_with_the_options_of_the_case() -> None:
    unknown = [f"{case.id}: {id_}" for case in all_cases() for id_ in case.clauses if id_ not in clauses(case)]
    assert unknown == []


def test_every_source_and_ruling_exists() -> None:
    sources = {entry["id"] for entry in load_yaml(spec_dir() / "sources.yaml").value["sources"]}
    rulings = {
        entry["id"]
        for file in sorted((spec_dir() / "rulings").glob("*.yaml"))
        for entry in load_yaml(file).value["rulings"]
    }
    cases = all_cases()
    assert [f"{case.id}: {one.source}" for case in cases for one in case.sources if one.source not in sources] == []
    assert [f"{case.id}: {ruling}" for case in cases for ruling in case.rulings if ruling not in rulings] == []


def test_every_case_rests_on_something_and_says_how_its_answer_is_reckoned() -> None:
    for case in all_cases():
        assert case.sources or case.rulings, case.id
        assert case.reckoning or case.origin == "generated", case.id


def test_answers_of_the_engine_lie_apart_and_say_with_which_rules_they_were_made() -> None:
    for case in all_cases():
        generated = case.origin == "generated"
        assert Path(case.place.file).name.startswith("generated-") is generated, case.id
        if generated:
            assert case.provenance["hash"] == load(case.ruleset, case.options).hash, case.id


def test_no_case_asks_for_what_only_the_reference_says() -> None:
    """Clause ids are no part of a program that is held against the rules."""
    assert [case.id for case in all_cases() for allowed in case.allowed if "clause" in allowed.answer] == []


def test_every_question_is_asked() -> None:
    # What a seat sees is compared in pairs of deals (`stichwerk laws`), and counts are stored elsewhere.
    assert {case.ask for case in all_cases()} | {"view", "count"} == {ask for asks in ASKS.values() for ask in asks}
    assert {profile: tuple(asks) for profile, asks in PROFILES.items()} == dict(ASKS)


@pytest.mark.parametrize("profile", ASKS)
def test_the_reference_answers_every_case_right(profile: str) -> None:
    wrong = []
    for case in all_cases():
        if case.profile == profile:
            given = answer(load(case.ruleset, case.options), profile, case.ask, case.given)
            differences = [first_difference(case.ask, allowed.answer, given) for allowed in case.allowed]
            if None not in differences:
                wrong.append(f"{case.id}: {differences[0]}")
    assert wrong == []


def test_an_empty_answer_is_never_right() -> None:
    """The check above is none if nothing can differ."""
    assert [case.id for case in all_cases() if first_difference(case.ask, case.allowed[0].answer, {}) is None] == []


def test_the_answers_on_the_page_of_the_protocol_are_those_of_the_reference() -> None:
    lines = (DOCS / "protocol.md").read_text(encoding="utf-8").splitlines()
    messages = [json.loads(line) for line in lines if line.startswith('{"jsonrpc"')]
    pairs = list(zip(messages[::2], messages[1::2], strict=True))
    asked = []
    for request, response in pairs:
        assert request["id"] == response["id"]
        profile, _, ask = request["method"].partition(".")
        if ask and "result" in response:
            assert response == respond(json.dumps(request))[0]
            asked.append((profile, ask))
    assert set(asked) == {(profile, ask) for profile, asks in ASKS.items() for ask in asks}
