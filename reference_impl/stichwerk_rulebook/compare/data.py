"""A comparison as data for programs, and the table of decisions for scripts that make their own.

A script that has resolved rulesets makes the same rows as `table` from `decisions_data`: flatten the rules by their
provenance, find for each leaf the longest pattern, compare the values, and say them by kind and words.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from stichwerk.library import Library, shipped
from stichwerk_rulebook.compare.citing import citation
from stichwerk_rulebook.compare.stated import Ground
from stichwerk_rulebook.compare.table import Cell, Comparison, Row
from stichwerk_rulebook.words import Say, words, words_of

__all__ = ["as_data", "as_json", "decisions_data"]


def as_json(found: Comparison, rows: Sequence[Row]) -> str:
    """The data as JSON."""
    return json.dumps(as_data(found, rows), ensure_ascii=False, indent=1)


def as_data(found: Comparison, rows: Sequence[Row]) -> dict[str, Any]:
    """The data of schema/comparison.schema.json; of the rows only these."""
    say = words("compare", found.language)
    return {
        "language": 1,
        "texts": found.language,
        "columns": [
            {
                "key": column.key,
                "ruleset": column.ruleset,
                "title": column.title(found.language),
                "options": dict(column.document["options"]),
                "departures": dict(column.departures),
                "follows": column.document["follows"],
                "hash": column.document["hash"],
            }
            for column in found.columns
        ],
        "counts": {status: found.count(status) for status in ("same", "differs", "not_attested", "single")},
        "sections": [{"id": name, "title": title} for name, title in found.sections],
        "rows": [_row(row, say) for row in rows],
    }


def _row(row: Row, say: Say) -> dict[str, Any]:
    told = {"path": row.path, "section": row.section, "subject": row.subject, "question": row.question}
    return {**told, "status": row.status, "cells": [_cell(cell, say) for cell in row.cells]}


def _cell(cell: Cell, say: Say) -> dict[str, Any]:
    told: dict[str, Any] = {"state": cell.state, "text": cell.text}
    if cell.state in ("value", "default"):
        told["value"] = cell.value
    if cell.formula:
        told["formula"] = cell.formula
    if cell.group:
        told["group"] = cell.group
    return {**told, "cited": str(citation(cell, say)), "clauses": [_clause(ground) for ground in cell.grounds]}


def _clause(ground: Ground) -> dict[str, Any]:
    return {
        "id": ground.clause,
        "number": ground.number,
        "status": ground.status,
        "sources": [{"id": name, "at": at} for name, at in ground.sources],
        "rulings": list(ground.rulings),
    }


def decisions_data(language: str, library: Library | None = None) -> dict[str, Any]:
    """The table of decisions in one language, with the words of the comparison under `phrases`; plain JSON.

    As schema/decisions.schema.json says, but with one text where that has three.
    """
    table: dict[str, Any] = _in_language((library or shipped()).decisions(), language)
    phrases = {key: texts[language] for key, texts in words_of("compare").items()}
    return {**table, "phrases": phrases}


def _in_language(value: Any, language: str) -> Any:
    if isinstance(value, Mapping):
        if set(value) == {"de", "en", "es"}:
            return value[language]
        return {key: _in_language(part, language) for key, part in value.items()}
    return [_in_language(part, language) for part in value] if isinstance(value, list) else value
