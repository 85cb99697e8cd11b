"""Lists of a tournament as spreadsheets: the titles of their columns, and a list written as CSV.

`list_csv` writes a list that is filled in as well as one that is still empty; `reading` reads both, and what a
spreadsheet program makes of them.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from stichwerk_tournament.texts import table_of

if TYPE_CHECKING:
    from stichwerk.tournament import Entry, TournamentList

__all__ = ["COLUMNS", "LINES", "PER_PLAYER", "csv_bytes", "list_csv", "plain", "title", "titles", "titles_read"]

COLUMNS = ("deal", "dealer", "declarer", "bid", "melds", "tricks", "taken", "revoked", "result", "total")
"""The columns in the order in which they are written."""

PER_PLAYER = ("melds", "tricks", "result", "total")
"""The columns that stand once for each player."""

LINES = ("ruleset", "options", "hash", "round", "table", "players", "before", "signed")
"""What stands in lines of its own above and below the deals."""

SITS_OUT = "–"

_WHOLE_LETTERS = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe"})
"""Letters that Unicode does not take apart."""

_FORMULA = tuple("=+-@\t\r\n")


def title(field: str, lang: str) -> str:
    """How a column or line is called."""
    written: str = table_of("lists")[field][lang][0]
    return written


def titles(players: Sequence[int], lang: str, names: Mapping[int, str] | None = None) -> list[str]:
    """The titles of all columns of a list of these players, by start number."""
    found = []
    for field in COLUMNS:
        if field in PER_PLAYER:
            found += [" ".join(filter(None, (title(field, lang), str(p), (names or {}).get(p)))) for p in players]
        else:
            found.append(title(field, lang))
    return found


def plain(text: str) -> str:
    """A title without case, accents, stops and double blanks: what two people write differently."""
    parts = unicodedata.normalize("NFKD", text.casefold()).translate(_WHOLE_LETTERS)
    bare = "".join(c for c in parts if not unicodedata.combining(c))
    return " ".join(re.sub(r"[^\w]+", " ", bare).split())


@lru_cache
def titles_read() -> Mapping[str, Mapping[str, str]]:
    """Plain title -> field, in all languages; under "columns" and under "lines"."""
    found: dict[str, dict[str, str]] = {}
    for kind, fields in ("columns", COLUMNS), ("lines", LINES):
        found[kind] = {
            plain(word): field for field in fields for words in table_of("lists")[field].values() for word in words
        }
    return found


def list_csv(
    sheet: TournamentList,
    lang: str,
    *,
    names: Mapping[int, str] | None = None,
    pauses: bool = False,
    signed: Sequence[int] = (),
) -> bytes:
    """A list as CSV for spreadsheet programs of this language.

    names: of the players, by start number; pauses: the dealer sits out, and the cells of that player are struck out;
    signed: who has signed.
    """
    rows: list[list[object]] = [[title(field, lang), *cells] for field, cells in _above(sheet) if cells]
    rows += [[title("players", lang), *(_named(player, names) for player in sheet.players)]]
    rows += [[*titles(sheet.players, lang, names)]]
    if sheet.before:
        empty = [""] * (len(rows[-1]) - len(sheet.players) - 1)
        rows.append([title("before", lang), *empty, *(sheet.before.get(p, "") for p in sheet.players)])
    for number, entry in enumerate(sheet.deals, start=1):
        rows.append([*_line(number, entry, sheet.players, entry.dealer if pauses else None)])
    rows += [[title("signed", lang), *signed]]
    return csv_bytes(rows, lang)


def _above(sheet: TournamentList) -> Iterator[tuple[str, list[object]]]:
    yield "ruleset", [sheet.ruleset] if sheet.ruleset else []
    yield "options", [f"{option}={choice}" for option, choice in sheet.options.items()]
    yield "hash", [sheet.hash] if sheet.hash else []
    yield "round", [sheet.round] if sheet.round else []
    yield "table", [sheet.table] if sheet.table else []


def _line(number: int, entry: Entry, players: Sequence[int], pausing: int | None) -> Iterator[object]:
    filled = not entry.empty
    yield number
    for field in COLUMNS[1:]:
        value = getattr(entry, field)
        if field == "taken":
            yield ", ".join(str(p) for p, took in value.items() if took and not entry.tricks.get(p))
        elif field == "revoked":
            yield ", ".join(map(str, value))
        elif field in PER_PLAYER:
            for player in players:
                nothing = 0 if filled and field in {"melds", "tricks"} else ""
                sits_out = player == pausing and field != "total" and not value.get(player)
                yield SITS_OUT if sits_out else value.get(player, nothing)
        else:
            yield "" if value is None else value


def _named(player: int, names: Mapping[int, str] | None) -> str:
    return f"{player} {name}" if (name := (names or {}).get(player)) else str(player)


def csv_bytes(rows: Sequence[Sequence[object]], lang: str) -> bytes:
    """Rows as CSV that spreadsheet programs of this language open as it is: UTF-8 with a mark, their separator, CRLF.

    A text that such a program would take for a formula gets an apostrophe in front.
    """
    text = io.StringIO()
    writer = csv.writer(text, delimiter="," if lang == "en" else ";", lineterminator="\r\n")
    writer.writerows([[_harmless(cell) for cell in row] for row in rows])
    return text.getvalue().encode("utf-8-sig")


def _harmless(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell
