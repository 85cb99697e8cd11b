"""CSV as spreadsheet programs write it: its encoding, its separator, its cells with their places, its numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from stichwerk.errors import Place, Source, SpecError
from stichwerk.files import MAX_BYTES

__all__ = ["Cell", "NotWholeError", "cells", "column_name", "decoded", "whole"]

_BLANKS = re.compile("[\\s\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}\N{THIN SPACE}\N{ZERO WIDTH NO-BREAK SPACE}]+")
_MINUS = str.maketrans(dict.fromkeys("−–—‐‑‒﹣-", "-"))
_THOUSANDS = re.compile(
    r"([0-9]{1,3}(?:\.[0-9]{3})+)(?:,0+)?"
    r"|([0-9]{1,3}(?:,[0-9]{3})+)(?:\.0+)?"
    r"|([0-9]{1,3}(?:[ '’][0-9]{3})+)(?:[.,]0+)?"
)
_DECIMAL = re.compile(r"([0-9]+)[.,]([0-9]+)")
_LONGEST = 15


class NotWholeError(ValueError):
    """A cell that holds no whole number. reason: a key of what is said about it; value: how it could be meant."""

    def __init__(self, reason: str, **values: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.values = values


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell that is not empty. row, column: from 1, as the spreadsheet counts; place: in the file."""

    text: str
    row: int
    column: int
    place: Place

    @property
    def name(self) -> str:
        """What spreadsheet programs call it: L8."""
        return f"{column_name(self.column)}{self.row}"


def column_name(column: int) -> str:
    """The letters of a column that is counted from 1: 1 -> A, 27 -> AA."""
    letters = ""
    while column:
        column, digit = divmod(column - 1, 26)
        letters = chr(ord("A") + digit) + letters
    return letters


def decoded(data: bytes, name: str) -> str:
    """The text of a CSV file: UTF-8, UTF-16 with its mark, or else Windows-1252. SpecError when it is none of them."""
    start = Place(name, 1, 1)
    if len(data) > MAX_BYTES:
        raise SpecError("the file is too large for a list", place=start, expected=f"at most {MAX_BYTES} bytes")
    encodings = ["utf-16"] if data[:2] in {b"\xff\xfe", b"\xfe\xff"} else ["utf-8-sig", "cp1252"]
    for encoding in encodings:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise SpecError("this is no text", place=start, expected="CSV", hint="export the list as CSV once more")


def cells(text: str, name: str) -> Iterator[list[Cell]]:
    """The rows of a CSV text, each with the cells in it that are not empty. SpecError for a quotation mark left open.

    A first line "sep=;" is no row: spreadsheet programs do not show it.
    """
    source = Source(name, text)
    separator, start = _separator(text)
    for number, row in enumerate(_rows(source, separator, start), start=1):
        yield [
            Cell(stripped, number, column, source.place_at(index))
            for column, (index, content) in enumerate(row, start=1)
            if (stripped := _BLANKS.sub(" ", content).strip().removeprefix("'"))
        ]


def _separator(text: str) -> tuple[str, int]:
    """What separates the cells, as a line "sep=;" says, else what is found most; and where the first row begins."""
    if told := re.match(r"(?i)\"?sep=(.)\"?(?:\r\n|\r|\n|$)", text):
        return told[1], told.end()
    outside = re.sub(r'"[^"]*"', "", text)
    return max(";\t,", key=lambda one: (_usual_width(outside, one), -";\t,".index(one))), 0


def _usual_width(text: str, separator: str) -> int:
    """How many cells the widest line has that separates them so. Commas of decimals are few beside semicolons."""
    return max((line.count(separator) for line in text.splitlines()), default=0)


def _rows(source: Source, separator: str, start: int) -> Iterator[list[tuple[int, str]]]:
    """Rows of (index in the text, content)."""
    text, row, at = source.text, list[tuple[int, str]](), start
    while at <= len(text):
        begin = at
        if text[at : at + 1] == '"':
            at, content = _quoted(source, at)
        else:
            content = ""
        end = at
        while end < len(text) and text[end] != separator and text[end] not in "\r\n":
            end += 1
        row.append((begin, content + text[at:end]))
        at = end + 1
        if end == len(text) or text[end] != separator:
            yield row
            row = []
            at += text[end : end + 2] == "\r\n"


def _quoted(source: Source, at: int) -> tuple[int, str]:
    """Behind the closing quotation mark, and what stands between the two; two in a row stand for one."""
    found = re.compile(r'"((?:[^"]|"")*)"').match(source.text, at)
    if found is None:
        place = source.place_at(at)
        raise SpecError(
            "a quotation mark is not closed", place=place, expected='"', snippet=source.snippet(place),
            hint="export the list as CSV once more",
        )  # fmt: skip
    return found.end(), found[1].replace('""', '"')


def whole(text: str) -> int | None:
    """The whole number in a cell; None for a dash, which stands for nothing. NotWholeError for all else.

    Blanks and stops between thousands, any kind of minus sign, and decimals that are zero do no harm.
    """
    bare = _BLANKS.sub(" ", text).strip().translate(_MINUS)
    if not bare.strip("-"):
        return None
    if len(bare) > _LONGEST:
        raise NotWholeError("no_number")
    sign = -1 if bare.startswith("-") else 1
    return sign * _unsigned(bare[1:].lstrip() if bare[0] in "+-" else bare)


def _unsigned(bare: str) -> int:
    if re.fullmatch("[0-9]+", bare):
        return int(bare)
    if re.fullmatch("[1-9][0-9]{0,2},[0-9]{3}", bare):
        # 1,000 is a thousand in English and one in German: nobody can know.
        raise NotWholeError("two_ways", one=bare.replace(",", ""), other=bare.partition(",")[0])
    if found := _THOUSANDS.fullmatch(bare):
        return int(re.sub("[^0-9]", "", next(filter(None, found.groups()))))
    if decimal := _DECIMAL.fullmatch(bare):
        if decimal[2].strip("0"):
            raise NotWholeError("not_whole")
        return int(decimal[1])
    raise NotWholeError("no_number")
