"""Lists of a tournament from files: YAML, JSON, or what a spreadsheet exports; each figure knows where it stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stichwerk.errors import Place, SpecError, dotted
from stichwerk.tournament import list_from_json
from stichwerk_tournament.cells import NotWholeError, whole
from stichwerk_tournament.list_csv import plain
from stichwerk_tournament.texts import table_of, words

if TYPE_CHECKING:
    from stichwerk.loader import Document
    from stichwerk.tournament import TournamentList

__all__ = ["ENDINGS", "Reading", "read", "truth"]

ENDINGS = (".yaml", ".yml", ".json", ".csv")
"""How files end that can be lists."""

_TEXTS = ("ruleset", "options", "hash")
_TRUTHS = ("taken",)


@dataclass(frozen=True, slots=True)
class Reading:
    """A list as it was read.

    numbers: what each line calls its deal, None where it does not say; signed: who has signed; place: line from 1 (0:
    the list itself), field, player -> where it stands, and what the spreadsheet calls that cell ("" for other files);
    unread: titles of columns that mean nothing here.
    """

    path: Path
    sheet: TournamentList
    numbers: tuple[int | None, ...]
    signed: tuple[int, ...]
    place: Callable[[int, str, int | None], tuple[Place, str]]
    unread: tuple[str, ...] = ()

    @property
    def filled(self) -> bool:
        """Has any deal been entered?"""
        return any(not entry.empty for entry in self.sheet.deals)


def read(path: Path, lang: str, names: Mapping[int, str] | None = None) -> Reading:
    """Read a list. SpecError, in the language asked for, when it is none or a cell of it cannot be read.

    names: of the players by start number, where they are known; a spreadsheet may name players by them.
    """
    from stichwerk.files import read_bytes
    from stichwerk.loader import parse_yaml

    data = read_bytes(path)
    if path.suffix.lower() == ".csv":
        from stichwerk_tournament.reading_csv import read_csv

        return read_csv(path, data, lang, names or {})
    if path.suffix.lower() not in ENDINGS:
        raise SpecError(words("check", lang)("no_list", file=path, endings=", ".join(ENDINGS)))
    if path.suffix.lower() == ".json":
        data = data.replace(b"\t", b" ")  # JSON may be indented with tabs, YAML may not
    return _from_document(path, parse_yaml(data, str(path), numbers_as_keys=True), lang)


def _from_document(path: Path, document: Document, lang: str) -> Reading:
    from stichwerk.validation import validate

    document.value = _tidied(document, document.value, (), lang)
    validate(document, "tournament-list")
    try:
        sheet = list_from_json(document.value)
    except (KeyError, TypeError, ValueError) as error:
        raise SpecError(str(error), place=document.place()) from None

    def place(line: int, field: str, player: int | None) -> tuple[Place, str]:
        tail = (field,) if player is None else (field, str(player))
        return document.place(("deals", line - 1, *tail) if line else tail), ""

    deals = document.value["deals"]
    signed = tuple(document.value.get("signed", ()))
    return Reading(path, sheet, tuple(deal.get("deal") for deal in deals), signed, place)


def _tidied(document: Document, value: Any, path: tuple[str | int, ...], lang: str) -> Any:
    """The value without what is still empty, and with numbers for what people write as numbers."""
    if isinstance(value, dict):
        tidy = {key: _tidied(document, one, (*path, key), lang) for key, one in value.items()}
        return {key: one for key, one in tidy.items() if one is not None and one != ""}
    if isinstance(value, list):
        return [_tidied(document, one, (*path, n), lang) for n, one in enumerate(value)]
    if not isinstance(value, str) or not value.strip() or (path and path[0] in _TEXTS):
        return value
    if any(step in _TRUTHS for step in path):
        return truth(value) if truth(value) is not None else value
    try:
        return whole(value)
    except NotWholeError as error:
        say = words("check", lang)
        place = document.place(path)
        raise SpecError(
            say(f"cell_{error.reason}", cell=value, **error.values),
            place=place, path=dotted(path), snippet=document.snippet(place),
        ) from None  # fmt: skip


def truth(text: str) -> bool | None:
    """What a cell answers, None when it is neither yes nor no."""
    answers: dict[str, list[str]] = table_of("lists")["answers"]
    return next((answer == "yes" for answer, known in answers.items() if plain(text) in map(plain, known)), None)
