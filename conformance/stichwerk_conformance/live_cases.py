"""A question and its right answer as a case file, ready to be put beside the others."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import yaml

from stichwerk.errors import IllegalMove, SpecError
from stichwerk.files import schema_dir
from stichwerk.loading import load
from stichwerk.questions import answer
from stichwerk_conformance.cases import PROFILE_OF
from stichwerk_conformance.json_text import Json
from stichwerk_conformance.live import Ask
from stichwerk_conformance.version import suite_version

BADLY_PUT = (KeyError, ValueError, TypeError, AttributeError, IndexError, SpecError, IllegalMove)
"""What the reference raises for a question that makes no sense under its ruleset."""


@lru_cache(maxsize=1)
def _expected_keys() -> Mapping[str, frozenset[str]]:
    """For every question the keys that a case may expect; all else is a word of the reference."""
    import json

    definitions = json.loads((schema_dir() / "case.schema.json").read_text(encoding="utf-8"))["$defs"]
    found: dict[str, frozenset[str]] = {}
    for name, schema in definitions.items():
        ask, _, part = name.rpartition(".")
        if part == "expect":
            keys = schema.get("properties", {"legal": None})
            found[ask] = frozenset(keys) - {"clause", "has", "has_not"}
    return found


def expected(question: Ask) -> dict[str, Any]:
    """The reference's answer, as far as a case may expect it. Raises one of BADLY_PUT."""
    return trimmed(question.ask, reference(question))


def trimmed(ask: str, full: Mapping[str, Any]) -> dict[str, Any]:
    """An answer of the reference without what no case expects."""
    return {key: value for key, value in full.items() if key in _expected_keys()[ask]}


def reference(question: Ask) -> dict[str, Any]:
    """The reference's answer with all it says beside it. Raises one of BADLY_PUT."""
    rules = load(question.ruleset, question.options)
    return answer(rules, PROFILE_OF[question.ask], question.ask, question.given)


def case_of(question: Ask, expect: Mapping[str, Json], clauses: list[str], title: str, seed: int = 1) -> dict[str, Any]:
    """The case as its file has it. The id says what is asked and is made from the question itself.

    `seed` is that of the run in which the question was drawn.
    """
    rules = load(question.ruleset, question.options)
    generator = ".".join(suite_version().split(".")[:2])
    mark = hashlib.sha256(question.key.encode()).hexdigest()[:8]
    options = {"options": dict(question.options)} if question.options else {}
    return {
        "id": f"{question.ruleset}-{question.ask.replace('_', '-')}-{mark}",
        "title": title,
        "ruleset": question.ruleset,
        **options,
        "ask": question.ask,
        "given": _plain(question.given),
        "expect": _plain(expect),
        "clauses": clauses,
        "origin": "generated",
        "provenance": {"hash": rules.hash, "generator": generator, "seed": seed},
    }


_ON_ONE_LINE = ("options", "given", "expect", "provenance")


class _Flow(dict):  # type: ignore[type-arg]
    """A mapping written on one line."""


class _Writer(yaml.SafeDumper):
    def ignore_aliases(self, data: Any) -> bool:
        return True


def _flow(writer: yaml.SafeDumper, value: _Flow) -> yaml.Node:
    return writer.represent_mapping("tag:yaml.org,2002:map", value, flow_style=True)


_Writer.add_representer(_Flow, _flow)


def file_of(case: Mapping[str, Any]) -> str:
    """A case file with this one case, as YAML."""
    short = {key: _Flow(value) if key in _ON_ONE_LINE else value for key, value in case.items()}
    document = {"language": 1, "cases": [short]}
    return yaml.dump(document, Dumper=_Writer, sort_keys=False, allow_unicode=True, width=110)


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else value
