"""The comparison itself: which decisions the rulesets answer alike, which otherwise, and where one says nothing."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from stichwerk.decisions import OTHER, Catalogue, Decision, Found, Part, catalogue
from stichwerk.library import Library
from stichwerk_rulebook.compare.columns import Column
from stichwerk_rulebook.compare.speech import Speech
from stichwerk_rulebook.compare.stated import Ground, Stated, stated
from stichwerk_rulebook.words import words

__all__ = ["DIFFERENT", "MARKS", "Cell", "Comparison", "Row", "compare"]

DIFFERENT = frozenset({"differs", "not_attested"})
"""The states of rows in which columns are not alike."""

MARKS = {"same": "=", "differs": "≠", "not_attested": "?", "single": "·"}
"""Status -> its sign; every output shows it, so that nothing hangs on colour alone."""

_TOLD = frozenset({"value", "default", "without"})
"""The states of cells that give an answer."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What one ruleset says to one decision.

    state: `value`, set by a clause; `default`, what holds where the rules say nothing else; `without`, there is none of
    it; `not_attested`, the ruleset gives no answer; `absent`, the part of the game is not there; `no_question`, the
    question does not arise in this game. text: the answer in words; formula: as the rules write it; group: a letter
    that the cells of a row with the same answer share.
    """

    state: str
    text: str
    value: Any = None
    formula: str = ""
    grounds: tuple[Ground, ...] = ()
    group: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A decision in all columns.

    path: in the rules; subject: the meld, contract, ... that it is about; status: `same`, `differs`, `not_attested`
    (the same wherever something is said, but not all say something), `single` (arises in one column only).
    """

    path: str
    section: str
    subject: str
    question: str
    status: str
    cells: tuple[Cell, ...]

    @property
    def label(self) -> str:
        """Subject and question."""
        return f"{self.subject}: {self.question}" if self.subject and self.question else self.subject or self.question


@dataclass(frozen=True, slots=True)
class Comparison:
    """Rulesets side by side. sections: id and title, in order; rows: all of them, in the order of the sections."""

    language: str
    columns: tuple[Column, ...]
    sections: tuple[tuple[str, str], ...]
    rows: tuple[Row, ...]

    @property
    def differences(self) -> list[Row]:
        """The rows in which the columns are not alike."""
        return [row for row in self.rows if row.status in DIFFERENT]

    def count(self, status: str) -> int:
        """How many rows have this status."""
        return sum(row.status == status for row in self.rows)

    def chapters(self, rows: Iterable[Row]) -> Iterator[tuple[str, str, list[Row]]]:
        """Rows by section: id, title, rows; sections without rows are left out."""
        held = list(rows)
        for name, title in self.sections:
            if inside := [row for row in held if row.section == name]:
                yield name, title, inside


def compare(
    columns: Sequence[Column], language: str, *, sections: Collection[str] = (), library: Library | None = None
) -> Comparison:
    """The columns side by side, in a language; only these sections when some are named."""
    table = catalogue(library)
    maker = _Maker(table, columns, language)
    rows = [row for row in maker.rows() if not sections or row.section in sections]
    titles = [*((each.id, each.title[language]) for each in table.sections), (OTHER, words("compare", language)(OTHER))]
    present = {row.section for row in rows}
    held = tuple(each for each in titles if each[0] in present)
    return Comparison(language, tuple(columns), held, tuple(rows))


@dataclass(slots=True)
class _Maker:
    """Makes the rows."""

    table: Catalogue
    columns: Sequence[Column]
    language: str
    speech: Speech = field(init=False)
    sides: list[Stated] = field(init=False)

    def __post_init__(self) -> None:
        self.speech = Speech(self.table, self.language, words("compare", self.language))
        self.sides = [stated(column.document, self.table) for column in self.columns]

    def rows(self) -> list[Row]:
        """All rows, in the order of sections and of the table."""
        found: dict[str, Found] = {}
        parts: dict[str, Found] = {}
        for side in self.sides:
            found |= {key: each.found for key, each in side.values.items() if key not in found}
            parts |= {key: each.found for key, each in side.parts.items() if key not in parts}
        order = _Order(self.table, [*parts.values(), *found.values()])
        absent = [(each, row) for each in parts.values() if (row := self._part(each, parts))]
        spoken = {f"{each.key}.{each.entry.shown}" for each, _ in absent if isinstance(each.entry, Part)}
        made = [(order.of(each), row) for each, row in absent]
        made += [(order.of(each), self._decision(each, parts)) for key, each in found.items() if key not in spoken]
        return [row for _, row in sorted(made, key=lambda each: each[0])]

    def _decision(self, found: Found, parts: Mapping[str, Found]) -> Row:
        decision = found.entry
        assert isinstance(decision, Decision)
        above = [each.key for each in self.table.parts_of(found.key) if each.key in parts]
        needed = above if not decision.needs else [*above, decision.needs]
        cells = [
            self._cell(side, column, found, decision, arises=all(map(side.has, needed)))
            for side, column in zip(self.sides, self.columns, strict=True)
        ]
        return self._row(found, decision.question[self.language], cells)

    def _cell(self, side: Stated, column: Column, found: Found, decision: Decision, *, arises: bool) -> Cell:
        phrases = self.speech.phrases
        here = side.values.get(found.key)
        if here is not None:
            text, formula = self.speech.say(here.value, decision, column.document)
            return Cell("value", text, here.value, formula, tuple(here.grounds))
        if not arises or decision.only_if_said:
            return Cell("no_question", phrases("no_question"))
        if decision.otherwise is not None:
            text, formula = self.speech.say(decision.otherwise, decision, column.document)
            return Cell("default", text, decision.otherwise, formula)
        if decision.without:
            return Cell("without", self.speech.word("without", decision.without) or phrases("absent"))
        return Cell("not_attested", phrases("not_attested"))

    def _part(self, found: Found, parts: Mapping[str, Found]) -> Row | None:
        """The row that says in which columns a part is there; None where all that could have it do."""
        part = found.entry
        assert isinstance(part, Part)
        above = [each.key for each in self.table.parts_of(found.key) if each.key != found.key and each.key in parts]
        asked = [all(map(side.has, above)) for side in self.sides]
        if all(side.has(found.key) for side, ask in zip(self.sides, asked, strict=True) if ask):
            return None
        cells = [
            self._presence(side, column, found, part, arises=ask)
            for side, column, ask in zip(self.sides, self.columns, asked, strict=True)
        ]
        question = "" if found.names else part.title[self.language]
        return self._row(found, question, cells)

    def _presence(self, side: Stated, column: Column, found: Found, part: Part, *, arises: bool) -> Cell:
        phrases = self.speech.phrases
        here = side.parts.get(found.key)
        if here is None:
            if not arises:
                return Cell("no_question", phrases("no_question"))
            return Cell("absent", self.speech.word("without", part.absent) or phrases("absent"))
        shown = side.values.get(f"{found.key}.{part.shown}")
        if shown is None:
            return Cell("value", phrases("present"), True, "", tuple(here.grounds))
        assert isinstance(shown.found.entry, Decision)
        text, formula = self.speech.say(shown.value, shown.found.entry, column.document)
        return Cell("value", text, shown.value, formula, tuple(shown.grounds))

    def _row(self, found: Found, question: str, cells: Sequence[Cell]) -> Row:
        documents = [column.document for column in self.columns]
        subject = ", ".join(self.speech.name(name, documents) for name in found.names)
        if found.entry.path == "values.*":
            question = ""  # the name says it all
        return Row(found.key, found.entry.section, subject, question, _status(cells), tuple(_grouped(cells)))


def _identity(cell: Cell) -> str:
    """Cells with the same identity give the same answer. What holds by default counts like what is said."""
    if cell.state in ("value", "default"):
        return "=" + json.dumps(cell.value, sort_keys=True)
    return cell.state


def _status(cells: Iterable[Cell]) -> str:
    asked = [cell for cell in cells if cell.state != "no_question"]
    if len(asked) < 2:
        return "single"
    told = {_identity(cell) for cell in asked if cell.state != "not_attested"}
    if len(told) > 1:
        return "differs"
    return "same" if all(cell.state != "not_attested" for cell in asked) else "not_attested"


def _grouped(cells: Sequence[Cell]) -> Iterator[Cell]:
    """The cells with the letters of their groups, in the order of the columns."""
    letters: dict[str, str] = {}
    for cell in cells:
        if cell.state not in _TOLD and cell.state != "absent":
            yield cell
            continue
        letter = letters.setdefault(_identity(cell), _letter(len(letters)))
        yield Cell(cell.state, cell.text, cell.value, cell.formula, cell.grounds, letter)


def _letter(n: int) -> str:
    """a, b, ..., z, aa, ab, ..."""
    return chr(ord("a") + n) if n < 26 else _letter(n // 26 - 1) + _letter(n % 26)


class _Order:
    """Where a row stands: by section, then as the table has it, what belongs to one meld or contract together."""

    def __init__(self, table: Catalogue, rows: Iterable[Found]) -> None:
        self._sections = {section.id: n for n, section in enumerate(table.sections)}
        self._place = {decision.path: n for n, decision in enumerate(table.decisions)}
        self._block = {
            part.path: min((n for path, n in self._place.items() if f"{path}.".startswith(f"{part.path}.")), default=0)
            for part in table.parts
        }
        self._table = table
        self._names: dict[tuple[str, str], int] = {}
        for row in rows:
            for name in row.names:
                self._names.setdefault(name, len(self._names))

    def of(self, found: Found) -> tuple[int, int, int, int, int, str]:
        """The sort key of a row."""
        path = found.entry.path
        section = self._sections.get(found.entry.section, len(self._sections))
        last = len(self._place)
        place = -1 if isinstance(found.entry, Part) else self._place.get(path, last)
        named = [each.entry.path for each in self._table.parts_of(found.key) if each.names]
        block = self._block.get(named[-1] if named else path, self._place.get(path, last))
        names = [self._names[name] for name in found.names] + [-1, -1]
        return section, block, names[0], place, names[1], found.key
