"""A list from a spreadsheet: which column is which, which lines are deals, and who is meant by a name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

from stichwerk.errors import Place, SpecError
from stichwerk.tournament import Entry, TournamentList
from stichwerk_tournament.cells import Cell, NotWholeError, cells, decoded, whole
from stichwerk_tournament.list_csv import PER_PLAYER, plain, title, titles_read
from stichwerk_tournament.people import People, WhoError, named_in
from stichwerk_tournament.reading import Reading, everybody, truth
from stichwerk_tournament.texts import words

__all__ = ["read_csv"]

Column = tuple[str, int | None]
"""A field, and the player it is about."""

_NEEDED = ("declarer", "bid")
_LEAST = 4
"""So many known titles make a line the head of the table."""


def read_csv(path: Path, data: bytes, lang: str, names: Mapping[int, str]) -> Reading:
    """Read a list from CSV. SpecError when it is none or a cell of it cannot be read."""
    return _Reader(path, lang, names).read(list(cells(decoded(data, str(path)), str(path))))


class _Reader:
    """Reads one file; what it has found so far."""

    def __init__(self, path: Path, lang: str, names: Mapping[int, str]) -> None:
        self.path = path
        self.lang = lang
        self.say = words("check", lang)
        self.known = names
        self.own: Mapping[int, str] = {}
        self.people = People(names)
        self.columns: dict[int, Column] = {}
        self.head: dict[Column, Cell] = {}
        self.unread: list[str] = []
        self.about: dict[str, list[Cell]] = {}
        self.lines: list[tuple[int | None, dict[Column, Cell]]] = []
        self.before: dict[int, int] = {}
        self.signatures: list[Cell] = []

    def read(self, rows: Sequence[list[Cell]]) -> Reading:
        start = next((n for n, row in enumerate(rows) if self._titles_in(row) >= _LEAST), None)
        if start is None:
            example = "; ".join(title(field, self.lang) for field in ("deal", "dealer", "declarer", "bid"))
            self._refuse(Place(str(self.path), 1, 1), "no_head", example=example)
        for row in rows[:start]:
            self._line_about(row)
        self._head(rows[start])
        for row in rows[start + 1 :]:
            self._row(row)
        return self._reading()

    def _titles_in(self, row: Sequence[Cell]) -> int:
        return sum(self._meant(cell.text)[0] is not None for cell in row)

    def _meant(self, text: str) -> tuple[str | None, str]:
        """The field that a title names, and what stands behind it."""
        bare, known = plain(text), titles_read()["columns"]
        for end in range(len(bare), 0, -1):
            rest = bare[end:]
            if (not rest or rest[0] == " ") and bare[:end] in known:
                return known[bare[:end]], rest.strip()
        return None, bare

    def _head(self, row: Sequence[Cell]) -> None:
        """The columns. Whom the list names itself, in a line above or in a title, may be named below."""
        titles = (re.sub(r"^\D+", "", cell.text) for cell in row if self._meant(cell.text)[0] in PER_PLAYER)
        self.own = named_in(cell.text for cell in self.about.get("players", ())) or named_in(titles)
        self.people = People({**self.own, **self.known})
        for cell in row:
            field, rest = self._meant(cell.text)
            if field is None or (rest and field not in (*PER_PLAYER, "taken", "revoked")):
                self.unread.append(cell.text)
                continue
            player = self._player_in(cell, rest) if rest else None
            if field in PER_PLAYER and player is None:
                self._refuse(cell.place, "whose_column", title=cell.text)
            column = (field, player)
            if column in self.head:
                self._refuse(cell.place, "column_twice", title=cell.text)
            self.columns[cell.column], self.head[column] = column, cell
        for field in _NEEDED:
            if (field, None) not in self.head:
                self._refuse(row[0].place, "no_column", title=title(field, self.lang))
        self.people = People(self.people.names, self._players())
        for player in self._players():
            for field in ("melds", "tricks"):
                if (field, player) not in self.head:
                    self._refuse(row[0].place, "no_column", title=f"{title(field, self.lang)} {player}")

    def _players(self) -> tuple[int, ...]:
        """In the order of play: as a line of the list says, else as the columns stand."""
        if said := self.about.get("players"):
            found = [self._player(cell) for cell in said]
        else:
            found = [player for _, player in self.columns.values() if player is not None]
        return tuple(dict.fromkeys(found))

    def _player_in(self, cell: Cell, rest: str) -> int | None:
        """Whom a title is about, None when what stands behind it means nobody."""
        try:
            return self.people.who(rest)
        except WhoError as error:
            if error.reason == "who_is_it":
                return None
            self._refuse(cell.place, error.reason, **{**error.values, "cell": cell.text})

    def _player(self, cell: Cell) -> int:
        """Whom a cell means."""
        try:
            return self.people.who(cell.text)
        except WhoError as error:
            self._refuse(cell.place, error.reason, **error.values)

    def _several(self, cell: Cell) -> list[int]:
        """The players that a cell names."""
        try:
            return self.people.several(cell.text)
        except WhoError as error:
            self._refuse(cell.place, error.reason, **error.values)

    def _line_about(self, row: Sequence[Cell]) -> None:
        """A line about the whole list; what is no such line means nothing here."""
        if row and (field := titles_read()["lines"].get(plain(row[0].text))):
            self.about.setdefault(field, list(row[1:]))
            if field == "signed":
                self.signatures.append(row[0])

    def _row(self, row: Sequence[Cell]) -> None:
        found = {self.columns[cell.column]: cell for cell in row if cell.column in self.columns}
        lead = found.get(("deal", None))
        try:
            number = whole(lead.text) if lead else None
        except NotWholeError:
            self._no_deal(row, found)
            return
        if found:
            self.lines.append((number, found))

    def _no_deal(self, row: Sequence[Cell], found: Mapping[Column, Cell]) -> None:
        """A line that begins with words: signatures, points brought forward, or a remark."""
        field = titles_read()["lines"].get(plain(row[0].text))
        figures = {column: cell for column, cell in found.items() if column[0] != "deal"}
        if field == "before":
            self.before = {
                player: self._whole(cell) for (name, player), cell in figures.items() if name == "total" and player
            }
        elif field:
            self._line_about(row)
        elif any(column[0] in (*PER_PLAYER, *_NEEDED) for column in figures):
            self._refuse(row[0].place, "which_deal", cell=row[0].text)

    def _reading(self) -> Reading:
        players = self._players()
        while self.lines and self._empty(self.lines[-1][1]) and self.lines[-1][0] is None:
            self.lines.pop()
        about: dict[str, Any] = {
            key: self._whole(self.about[key][0]) for key in ("round", "table") if self.about.get(key)
        }
        about |= {key: self.about[key][0].text for key in ("ruleset", "hash") if self.about.get(key)}
        sheet = TournamentList(
            players=players,
            deals=tuple(self._entry(found, players) for _, found in self.lines),
            before=self.before,
            options=dict(self._options()),
            **about,
        )
        return Reading(
            self.path, sheet, tuple(number for number, _ in self.lines), self._signed(players), self._place,
            tuple(self.unread), self.own,
        )  # fmt: skip

    def _empty(self, found: Mapping[Column, Cell]) -> bool:
        return all(not cell.text.strip("-–—") for (field, _), cell in found.items() if field not in {"deal", "dealer"})

    def _options(self) -> Iterator[tuple[str, str]]:
        for cell in self.about.get("options", ()):
            for part in re.split(r"[,;\s]+", cell.text):
                option, equals, choice = part.partition("=")
                if not (option and equals and choice):
                    self._refuse(cell.place, "no_option", cell=part)
                yield option, choice

    def _signed(self, players: Sequence[int]) -> tuple[int, ...]:
        signed: list[int] = []
        for cell in self.about.get("signed", ()):
            if everybody(cell.text):
                return tuple(players)
            signed += self._several(cell)
        return tuple(dict.fromkeys(signed))

    def _entry(self, found: Mapping[Column, Cell], players: Sequence[int]) -> Entry:
        if self._empty(found):
            dealer = found.get(("dealer", None))
            return Entry(dealer=self._player(dealer) if dealer and dealer.text.strip("-–—") else None)
        figures: dict[str, dict[int, int]] = {field: {} for field in PER_PLAYER}
        said: dict[str, list[int]] = {"taken": [], "revoked": []}
        one: dict[str, int] = {}
        for (field, player), cell in found.items():
            if field in PER_PLAYER and player is not None:
                if (value := self._value(cell)) is not None:
                    figures[field][player] = value
            elif field in said:
                said[field] += self._several(cell) if player is None else self._answers(cell, player)
            elif field == "bid" and (bid := self._value(cell)) is not None:
                one[field] = bid
            elif field in {"dealer", "declarer"} and cell.text.strip("-–—"):
                one[field] = self._player(cell)
        return Entry(
            dealer=one.get("dealer"), declarer=one.get("declarer"), bid=one.get("bid"), revoked=tuple(said["revoked"]),
            taken=dict.fromkeys(said["taken"], True), **figures,
        )  # fmt: skip

    def _answers(self, cell: Cell, player: int) -> list[int]:
        answer = truth(cell.text)
        if answer is None:
            self._refuse(cell.place, "yes_or_no", cell=cell.text)
        return [player] if answer else []

    def _value(self, cell: Cell) -> int | None:
        try:
            return whole(cell.text)
        except NotWholeError as error:
            name = self.say("cell", cell=cell.name)
            raise SpecError(
                f"{name}: " + self.say(f"cell_{error.reason}", cell=cell.text, **error.values), place=cell.place
            ) from None

    def _whole(self, cell: Cell) -> int:
        return self._value(cell) or 0

    def _place(self, line: int, field: str, player: int | None) -> tuple[Place, str]:
        """The cell of a figure, else the line, else the title of its column."""
        if line == 0 or line > len(self.lines):
            found_about = self.signatures if field == "signed" else self.about.get(field)
            about = (found_about or [*self.head.values()])[0]
            return about.place, about.name
        found = self.lines[line - 1][1]
        cell = found.get((field, player)) or found.get((field, None)) or found.get(("deal", None))
        cell = cell or next(iter(found.values()))
        return cell.place, cell.name

    def _refuse(self, place: Place, key: str, **values: object) -> NoReturn:
        raise SpecError(self.say(key, **values), place=place)
