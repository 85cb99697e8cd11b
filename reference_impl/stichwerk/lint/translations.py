"""Translations: each was made from the authentic sentence as it stands, and somebody has said so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from stichwerk.errors import SpecError
from stichwerk.lint.documents import error_at
from stichwerk.loader import Document
from stichwerk.translations import Passage, stamp

__all__ = ["check_translations"]

_NAMES = {"de": "German", "en": "English", "es": "Spanish"}


def check_translations(document: Document, passages: Iterable[Passage], *, required: bool) -> Iterator[SpecError]:
    """Stamps of another wording, stamps of no translation, and, where they are required, stamps that are missing."""
    for passage in passages:
        stamps = (*passage.path, "translated")
        for language in passage.stale:
            yield error_at(
                document, (*stamps, language),
                f"the {_NAMES[language]} text of {passage.name} was made from another {_NAMES[passage.language]} one",
                expected=f"the stamp {stamp(passage.sentence)}",
                hint=f"look at the translation, then run: {_command(document, passage)}",
            )  # fmt: skip
        if passage.language in passage.stamps:
            yield error_at(
                document, (*stamps, passage.language),
                f"{_NAMES[passage.language]} is the authentic language here, so its text is no translation",
                hint="remove the stamp",
                key=True,
            )  # fmt: skip
        if required and passage.missing:
            said = " and ".join(_NAMES[language] for language in passage.missing)
            yield error_at(
                document, (*passage.path, passage.key),
                f"nobody has said from which {_NAMES[passage.language]} text the {said} of {passage.name} was made",
                expected="'translated' with a stamp for each translation",
                hint=f"when the translations are right, run: {_command(document, passage)}",
                key=True,
            )  # fmt: skip


def _command(document: Document, passage: Passage) -> str:
    return f"stichwerk translated {document.name} {passage.name}"
