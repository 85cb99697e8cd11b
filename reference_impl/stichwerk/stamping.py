"""Stamps put into a document without touching anything else: one line for each passage, comments and layout stay."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from stichwerk.editing import Edit, applied, end_of, node_at, pair, root_of
from stichwerk.errors import SpecError
from stichwerk.loader import Document, parse_yaml
from stichwerk.prose import LANGUAGES
from stichwerk.translations import Passage, Steps, stamp

__all__ = ["renewed", "stamped"]

KEY = "translated"

_NUMBER = re.compile(r"[0-9]+(?:e[0-9]+)?")
"""Stamps that some reader of YAML would take for a number."""


def renewed(passage: Passage, languages: Iterable[str]) -> dict[str, str]:
    """The stamps of a passage after somebody has looked at its translations into these languages."""
    looked = {language: stamp(passage.sentence) for language in languages if language != passage.language}
    stamps = {language: mark for language, mark in passage.stamps.items() if language != passage.language} | looked
    return {language: stamps[language] for language in LANGUAGES if language in stamps}


def stamped(document: Document, stamps: Iterable[tuple[Passage, Mapping[str, str]]]) -> str:
    """The text of a document with these stamps in place of those it has.

    SpecError when it is written in a way that does not allow it; the message says what to write by hand.
    """
    wanted, root = list(stamps), root_of(document.text)
    edits = [_edit(document.text, node_at(root, one.path), one.key, _written(marks)) for one, marks in wanted]
    text = applied(document.text, edits)
    _check(document, text, wanted)
    return text


def _written(stamps: Mapping[str, str]) -> str:
    quoted = {language: f'"{mark}"' if _NUMBER.fullmatch(mark) else mark for language, mark in stamps.items()}
    return "{" + ", ".join(f"{language}: {mark}" for language, mark in quoted.items()) + "}"


def _edit(text: str, mapping: Any, after: str, stamps: str) -> Edit:
    """What to put where so that a mapping has these stamps: from, to, text."""
    if any(key.value == KEY for key, _ in mapping.value):
        key, value = pair(mapping, KEY)
        return key.end_mark.index, end_of(text, value), f": {stamps}"
    key, value = pair(mapping, after)
    end = end_of(text, value)
    if mapping.flow_style:
        return end, end, f", {KEY}: {stamps}"
    line = re.compile(r"\r?\n|\Z").search(text, end)
    assert line is not None
    return line.start(), line.start(), f"{line[0] or chr(10)}{' ' * key.start_mark.column}{KEY}: {stamps}"


def _check(before: Document, text: str, wanted: list[tuple[Passage, Mapping[str, str]]]) -> None:
    """The new text says what the old one says, and has the stamps."""
    try:
        after = parse_yaml(text.encode(), before.name).value
    except SpecError:
        after = None
    same = after is not None and _plain(after) == _plain(before.value)
    if same and all(_value(after, passage.path)[KEY] == stamps for passage, stamps in wanted):
        return
    passage, stamps = wanted[0]
    place = before.place((*passage.path, passage.key))
    raise SpecError(
        f"the stamps of {passage.name} cannot be put in by themselves, as this is written",
        place=place,
        snippet=before.snippet(place),
        hint=f"write by hand: {KEY}: {_written(stamps)}",
    )


def _plain(value: Any) -> Any:
    """A value without its stamps."""
    if isinstance(value, dict):
        return {key: _plain(part) for key, part in value.items() if key != KEY}
    return [_plain(part) for part in value] if isinstance(value, list) else value


def _value(value: Any, path: Steps) -> Any:
    for step in path:
        value = value[step]
    return value
