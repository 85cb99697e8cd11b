"""Lists of a tournament from files: YAML, JSON, or what a spreadsheet exports; each figure knows where it stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from stichwerk.errors import Place, SpecError
from stichwerk_tournament.list_csv import plain
from stichwerk_tournament.texts import table_of, words

if TYPE_CHECKING:
    from stichwerk.tournament import TournamentList

__all__ = ["ENDINGS", "Reading", "everybody", "read", "truth"]

ENDINGS = (".yaml", ".yml", ".json", ".csv")
"""How files end that can be lists."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A list as it was read.

    numbers: what each line calls its deal, None where it does not say; signed: who has signed; place: line from 1 (0:
    the list itself), field, player -> where it stands, and what the spreadsheet calls that cell ("" for other files);
    unread: titles of columns that mean nothing here; names: of its players by start number, as the list says them.
    """

    path: Path
    sheet: TournamentList
    numbers: tuple[int | None, ...]
    signed: tuple[int, ...]
    place: Callable[[int, str, int | None], tuple[Place, str]]
    unread: tuple[str, ...] = ()
    names: Mapping[int, str] = field(default_factory=dict)

    @property
    def filled(self) -> bool:
        """Has any deal been entered?"""
        return any(not entry.empty for entry in self.sheet.deals)


def read(path: Path, lang: str, names: Mapping[int, str] | None = None) -> Reading:
    """Read a list. SpecError, in the language asked for, when it is none or a cell of it cannot be read.

    names: of the players by start number, where they are known. The list may say more of them.
    """
    from stichwerk.files import read_bytes

    data, ending = read_bytes(path), path.suffix.lower()
    if ending == ".csv":
        from stichwerk_tournament.reading_csv import read_csv

        return read_csv(path, data, lang, names or {})
    if ending not in ENDINGS:
        raise SpecError(words("check", lang)("no_list", file=path, endings=", ".join(ENDINGS)))
    from stichwerk_tournament.reading_document import read_document

    # JSON may be indented with tabs, YAML may not.
    return read_document(path, data.replace(b"\t", b" ") if ending == ".json" else data, lang, names or {})


def truth(text: str) -> bool | None:
    """What a cell answers, None when it is neither yes nor no."""
    answers: dict[str, list[str]] = table_of("lists")["answers"]
    return next((answer == "yes" for answer, known in answers.items() if plain(text) in map(plain, known)), None)


def everybody(text: str) -> bool:
    """Does a cell about signatures say that all have signed?"""
    known = {plain(word) for words_ in table_of("lists")["all_signed"].values() for word in words_}
    return plain(text) in known or (truth(text) is True and not text.isdigit())
