"""Which wording a translation was made from: stamps beside texts, and what they say.

One language of a document is authentic, the others are translations. Beside a text stands, for each of these, the stamp
of the authentic sentence that the translator had at hand. When that sentence is changed its stamp changes, and the
translation is out of date until somebody has looked at it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from .errors import SpecError
from .prose import LANGUAGES

if TYPE_CHECKING:
    from .library import Library

__all__ = [
    "Passage",
    "language_of",
    "out_of_date",
    "page_stamp",
    "passages",
    "ruling_out_of_date",
    "ruling_passages",
    "stamp",
    "with_page_stamp",
]

LENGTH = 8
"""Digits of a stamp: enough to notice a change, short enough to stand beside every sentence."""

_PAGE = re.compile(r"<!-- Translated from the English page as of ([0-9a-f]{8})\. -->\n")

Steps = tuple[str | int, ...]


def stamp(sentence: str) -> str:
    """The stamp of a sentence as it is written, placeholders unfilled; how its lines are broken does not matter."""
    return sha256(" ".join(sentence.split()).encode()).hexdigest()[:LENGTH]


@dataclass(frozen=True, slots=True)
class Passage:
    """A text with its translations, in a document.

    name: the id of its clause, option or ruling, led by `option=choice:` in what a choice patches; path: the mapping
    it stands in; key: the key of that mapping which its stamps follow; language: the authentic one; sentence: its
    wording; texts: language -> wording, of which there may be several; stamps: language -> stamp.
    """

    name: str
    path: Steps
    key: str
    language: str
    sentence: str
    texts: Mapping[str, list[str]]
    stamps: Mapping[str, str]

    @property
    def missing(self) -> list[str]:
        """The languages of translations of which nobody has said what they were made from."""
        return [language for language in LANGUAGES if language != self.language and language not in self.stamps]

    @property
    def stale(self) -> list[str]:
        """The languages whose translation was made from another wording."""
        return _other(self.stamps, stamp(self.sentence), self.language)


def _other(stamps: Mapping[str, str], right: str, authentic: str) -> list[str]:
    return [language for language, found in stamps.items() if language != authentic and found != right]


def out_of_date(body: Mapping[str, Any], authentic: str) -> list[str]:
    """The languages in which the text of a clause (or patch) is out of date; none where it has no stamps."""
    stamps = body.get("translated")
    return _other(stamps, stamp(body["text"][authentic]), authentic) if stamps else []


def passages(value: Mapping[str, Any]) -> Iterator[Passage]:
    """The passages of a ruleset: every `text` of clauses, patches, options and choices, in the order of reading."""
    authentic: str = value["authentic"]
    for name, path, body in _bodies(value):
        if "text" in body:
            texts = {language: [body["text"][language]] for language in LANGUAGES}
            yield Passage(name, path, "text", authentic, texts[authentic][0], texts, body.get("translated", {}))


def _bodies(value: Mapping[str, Any]) -> Iterator[tuple[str, Steps, Mapping[str, Any]]]:
    for n, section in enumerate(value.get("sections", ())):
        for m, clause in enumerate(section.get("clauses", ())):
            yield clause["id"], ("sections", n, "clauses", m), clause
    yield from _patches(value, (), "")
    for n, option in enumerate(value.get("options", ())):
        yield option["id"], ("options", n), option
        for m, choice in enumerate(option["choices"]):
            path: Steps = ("options", n, "choices", m)
            name = f"{option['id']}={choice['id']}"
            yield name, path, choice
            yield from _patches(choice, path, f"{name}:")


def _patches(holder: Mapping[str, Any], path: Steps, lead: str) -> Iterator[tuple[str, Steps, Mapping[str, Any]]]:
    for n, entry in enumerate(holder.get("change", ())):
        yield lead + entry["clause"], (*path, "change", n), entry
    for n, entry in enumerate(holder.get("add", ())):
        yield lead + entry["clause"]["id"], (*path, "add", n, "clause"), entry["clause"]


def ruling_passages(value: Mapping[str, Any], language: Callable[[Mapping[str, Any]], str]) -> Iterator[Passage]:
    """The passages of a file of rulings, each a whole ruling; language: the authentic one of a ruling."""
    for n, ruling in enumerate(value["rulings"]):
        authentic, texts = language(ruling), _wordings(ruling)
        stamps = ruling.get("translated", {})
        yield Passage(ruling["id"], ("rulings", n), "reason", authentic, "\n".join(texts[authentic]), texts, stamps)


def _wordings(ruling: Mapping[str, Any]) -> dict[str, list[str]]:
    parts = [ruling["question"], *ruling["readings"], ruling["decision"], ruling["reason"]]
    return {language: [part[language] for part in parts] for language in LANGUAGES}


def language_of(ruling: Mapping[str, Any], library: Library) -> str:
    """The authentic language of a ruling: that of the ruleset it names first; German where that is not written yet."""
    try:
        authentic: str = library.header(ruling["rulesets"][0])["authentic"]
    except SpecError:
        return LANGUAGES[0]
    return authentic


def ruling_out_of_date(ruling: Mapping[str, Any], library: Library) -> list[str]:
    """The languages in which a ruling is out of date; none where it has no stamps."""
    if "translated" not in ruling:
        return []
    (passage,) = ruling_passages({"rulings": [ruling]}, lambda one: language_of(one, library))
    return passage.stale


def page_stamp(text: str) -> str | None:
    """The stamp of the English page that a handwritten page was translated from; None where it bears none."""
    found = _PAGE.search(text)
    return found and found[1]


def with_page_stamp(text: str, english: str) -> str:
    """A translated page that bears the stamp of the English page at its top."""
    return f"<!-- Translated from the English page as of {stamp(english)}. -->\n{_PAGE.sub('', text)}"
