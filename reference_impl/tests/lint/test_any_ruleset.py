"""Whatever a document says: it is refused with a place, or the engine can play it to the end."""

from __future__ import annotations

import json
import tempfile
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stichwerk.errors import SpecError
from stichwerk.library import Library
from stichwerk.lint import run
from stichwerk.loader import load_yaml
from stichwerk.moves import Move
from stichwerk.resolve import resolve_ruleset
from stichwerk.rules import Rules

Path_ = tuple[str | int, ...]


def whole(name: str) -> dict[str, Any]:
    """A shipped ruleset as one document without parents and options."""
    resolved = resolve_ruleset(name)
    sections: dict[str, Any] = {each["id"]: {**each, "clauses": []} for each in resolved["sections"]}
    for clause in resolved["clauses"]:
        body = {key: clause[key] for key in ("id", "title", "text", "rule", "sources", "rulings") if clause.get(key)}
        sections[clause["section"]]["clauses"].append(body)
    return {
        "language": 1, "id": "any", "family": resolved["family"], "authentic": "de", "title": resolved["title"],
        "sections": list(sections.values()),
    }  # fmt: skip


NAMES = [name for name in Library().paths() if not Library().header(name).get("abstract")]
DOCUMENTS = {name: whole(name) for name in NAMES}


def paths(value: Any, path: Path_ = ()) -> list[Path_]:
    """The paths of all parts of rules in a document."""
    found = [path] if "rule" in path else []
    for key, part in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        found += paths(part, (*path, key))
    return found


def at(value: Any, path: Path_) -> Any:
    for key in path:
        value = value[key]
    return value


@st.composite
def mutated(draw: st.DrawFn) -> dict[str, Any]:
    """A ruleset in which some parts of rules are gone, doubled, moved or changed."""
    document = deepcopy(DOCUMENTS[draw(st.sampled_from(NAMES))])
    for _ in range(draw(st.integers(1, 3))):
        path = draw(st.sampled_from(paths(document)))
        holder, value = at(document, path[:-1]), at(document, path)
        how = draw(st.sampled_from(("remove", "number", "swap", "flip", "repeat")))
        if how == "remove" and len(holder) > 1:
            holder.pop(path[-1])
        elif how == "number" and type(value) is int:
            holder[path[-1]] = draw(st.integers(0, 12) | st.sampled_from((40, 150, 1000)))
        elif how == "flip" and type(value) is bool:
            holder[path[-1]] = not value
        elif how == "repeat" and isinstance(holder, list):
            holder.insert(draw(st.integers(0, len(holder))), value)
        else:
            other = at(document, draw(st.sampled_from(paths(document))))
            if type(other) is type(value):
                holder[path[-1]] = deepcopy(other)
    return document


def resolved_or_refused(path: Path) -> dict[str, Any] | SpecError:
    """The resolved ruleset in a file, or why it is refused."""
    try:
        return resolve_ruleset(path.stem, library=Library([path.parent]))
    except SpecError as error:
        return error


def play(rules: Rules, rng: Random) -> None:
    """A random deal, from the shuffled pack to its result."""
    deal = rules.deal(rng.randrange(rules.table.players), rules.shuffled(rng))
    for _ in range(500):
        if deal.finished:
            assert deal.result is not None
            return
        choices = deal.legal_moves()
        assert choices, "nobody can move, and the deal is not over"
        choice = rng.choice(choices)
        deal = deal.apply(choice if isinstance(choice, Move) else choice.sample(rng))
    pytest.fail("the deal does not end")


@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow])
@given(mutated(), st.integers(0, 1000))
def test_a_ruleset_is_refused_with_a_place_or_can_be_played(document: dict[str, Any], seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "any.yaml"
        path.write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8")
        resolved = resolved_or_refused(path)
        if isinstance(resolved, SpecError):
            assert resolved.place is not None
            assert resolved.place.file == str(path)
        else:
            play(Rules(resolved), Random(seed))


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(mutated())
def test_the_lint_says_what_the_loader_says(document: dict[str, Any]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "any.yaml"
        path.write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8")
        problems = run([path]).problems
        assert all(problem.place is not None for problem in problems)
        resolved = resolved_or_refused(path)
        if isinstance(resolved, SpecError):
            assert (resolved.place, resolved.path) in {(problem.place, problem.path) for problem in problems}
        else:
            assert load_yaml(path).value == document
