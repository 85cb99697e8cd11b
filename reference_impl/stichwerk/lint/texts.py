"""Sentences: no figure of the rules is written out, and the three languages show the same figures."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from stichwerk.errors import SpecError
from stichwerk.lineage import Clause
from stichwerk.prose import PLACEHOLDER, ProseError, derived, render
from stichwerk.resolve import Resolution

__all__ = ["check_placeholders", "check_texts"]

_FIGURE = re.compile(r"(?<![\w.,])\d+(?:[.,]\d{3})*(?!\w)")


def check_texts(resolution: Resolution) -> Iterator[SpecError]:
    """Figures written out in sentences, and placeholders that not every language has."""
    for clause in resolution.clauses.values():
        found = [
            _written_out(resolution, clause, language, figure)
            for language, text in clause.body["text"].items()
            for figure in _figures(text)
        ]
        problems = [error for error in found if error is not None]
        yield from problems or _parity(clause)
    yield from _titles(resolution)


@cache
def _figures(text: str) -> tuple[str, ...]:
    """The figures that stand in a text outside of its placeholders."""
    return tuple(_FIGURE.findall(PLACEHOLDER.sub(" ", text)))


def _written_out(resolution: Resolution, clause: Clause, language: str, figure: str) -> SpecError | None:
    leaf = _leaf(resolution, clause.id, int(re.sub(r"[.,]", "", figure)))
    if leaf is None and "rule" not in clause.body:
        return None
    return clause.text_origin.error(
        f"the figure {figure} is written out in the sentence of {clause.id}",
        hint=f"write {{{{ {leaf} }}}}"
        if leaf
        else "take it from the rule by a placeholder; 'values' can hold further figures",
        path=("text", language),
    )


def _leaf(resolution: Resolution, clause: str, figure: int) -> str | None:
    """The path of a figure in the rules, first of all one that the clause itself sets."""
    rules, provenance = resolution.document["rules"], resolution.document["provenance"]
    found = [path for path, value in _leaves(rules, "") if value == figure]
    found += [
        f"derived.{name}" for name, value in derived(rules, resolution.document["pack"]).items() if value == figure
    ]
    own = [path for path in found if provenance.get(path) == clause]
    return next(iter([*own, *found]), None)


def _leaves(value: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, int]]:
    for key, part in value.items():
        if isinstance(part, Mapping):
            yield from _leaves(part, f"{prefix}{key}.")
        elif type(part) is int:
            yield f"{prefix}{key}", part


def _parity(clause: Clause) -> Iterator[SpecError]:
    paths = {language: _paths(text) for language, text in clause.body["text"].items()}
    everything = frozenset[str]().union(*paths.values())
    for language, mine in paths.items():
        if missing := sorted(everything - mine):
            yield clause.text_origin.error(
                f"the text does not show {', '.join(missing)}, another language does", path=("text", language)
            )


@cache
def _paths(text: str) -> frozenset[str]:
    return frozenset(match[1] for match in PLACEHOLDER.finditer(text))


def _titles(resolution: Resolution) -> Iterator[SpecError]:
    """What players name or are told by name needs a name for people: the title of one of its clauses."""
    rules, provenance = resolution.document["rules"], resolution.document["provenance"]
    named = ("melds", "contracts", "announcements", "actions", "awards")
    for section in named:
        word = section.removesuffix("s")
        for name in rules.get(section, ()):
            leaf = f"{section}.{name}."
            setting = [resolution.clauses[clause] for path, clause in provenance.items() if path.startswith(leaf)]
            if not any("title" in clause.body for clause in setting):
                yield setting[0].origin.error(
                    f"the {word} {name!r} has no name for people",
                    hint="give the clause a title",
                    path=("id",),
                )


def check_placeholders(resolution: Resolution) -> Iterator[SpecError]:
    """Placeholders that name nothing in the rules, or that cannot be shown."""
    rules, pack = resolution.document["rules"], resolution.document["pack"]
    for clause in resolution.clauses.values():
        for language, text in clause.body["text"].items():
            try:
                render(text, language, rules, pack)
            except ProseError as error:
                yield clause.text_origin.error(str(error), path=("text", language))
