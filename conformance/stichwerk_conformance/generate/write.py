"""Generated cases as a file of cases: small, in one style, the same bytes for the same cases."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from stichwerk.files import vectors_dir
from stichwerk.loading import load

from . import GENERATOR, SEED
from .candidate import Candidate, question_digest
from .select import Generated

_BARE = re.compile(r"[A-Z][A-Z0-9]*|[a-z][a-z0-9_.-]*")
_PLAIN = re.compile(r"[A-Z][A-Za-z0-9_+]*(?:,? [A-Za-z0-9_+-]+)*")
_WORDS = {"true", "false", "null", "none", "yes", "no", "on", "off", "y", "n"}
_HEAD = """\
# Made by `stichwerk case generate`; change the generator, not this file.
language: 1
cases:
"""


def file_of(ruleset: str) -> Path:
    """Where the generated cases of a ruleset lie."""
    family: str = load(ruleset).resolved["family"]
    return vectors_dir() / family / f"generated-{ruleset}.yaml"


def id_of(case: Generated, candidate: Candidate | None = None) -> str:
    """The permanent id of a generated case, or of its pair `candidate`: it follows from the question alone."""
    candidate = candidate or case.candidate
    digest = question_digest(case.ruleset, case.options, candidate.ask, candidate.given)
    return f"{case.ruleset}-gen-{candidate.ask}-{digest[:12]}"


def document(cases: Iterable[Generated]) -> str:
    """The whole file."""
    return _HEAD + "\n".join(case_text(entry_of(case)) for case in cases)


def entry_of(case: Generated) -> dict[str, Any]:
    """A generated case as the schema wants it."""
    rules = load(case.ruleset, case.options)
    quoted = [rules.clause_text(clause) for clause in case.clauses]
    sources = [dict(one) for one in quoted[0].get("sources", ())][:2]
    with_ = ", ".join(f"{option} {choice}" for option, choice in case.options.items())
    entry: dict[str, Any] = {
        "id": id_of(case),
        "title": case.candidate.topic + (f" ({with_})" if with_ else ""),
        "ruleset": case.ruleset,
    }
    if case.options:
        entry["options"] = dict(case.options)
    entry |= {"ask": case.candidate.ask, "given": dict(case.candidate.given), "expect": dict(case.answer)}
    if case.pair is not None:
        entry["pair"] = id_of(case, case.pair)
    entry["clauses"] = list(case.clauses)
    if sources:
        entry["sources"] = sources
    if rulings := list(quoted[0].get("rulings", ())):
        entry["rulings"] = rulings
    return entry | {
        "origin": "generated",
        "provenance": {"hash": case.hash, "generator": GENERATOR, "seed": SEED},
    }


def case_text(entry: Mapping[str, Any]) -> str:
    """One case in YAML, a line for each key; long questions and answers have a line for each of theirs."""
    lines: list[str] = []
    for key, value in entry.items():
        flow = value if key == "title" and _PLAIN.fullmatch(value) else _flow(value)
        if isinstance(value, Mapping) and len(flow) > 100 and key != "provenance":
            lines.append(f"{key}:")
            lines += [f"  {_key(name)}: {_long(part)}" for name, part in value.items()]
        else:
            lines.append(f"{key}: {flow}")
    return "".join(f"  {'- ' if n == 0 else '  '}{line}\n" for n, line in enumerate(lines))


def _long(value: Any) -> str:
    """A long list of objects has a line for each."""
    flow = _flow(value)
    if len(flow) > 100 and isinstance(value, Sequence) and value and isinstance(value[0], Mapping):
        return "".join(f"\n        - {_flow(item)}" for item in value)
    return flow


def _key(name: Any) -> str:
    return _word(str(name))


def _flow(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_key(name)}: {_flow(item)}" for name, item in value.items()) + "}"
    if isinstance(value, str):
        return _word(value)
    if isinstance(value, Sequence):
        return "[" + ", ".join(map(_flow, value)) + "]"
    return json.dumps(value)


def _word(text: str) -> str:
    bare = _BARE.fullmatch(text) and text.lower() not in _WORDS
    return text if bare else json.dumps(text, ensure_ascii=False)
