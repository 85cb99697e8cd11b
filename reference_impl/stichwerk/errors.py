"""What can go wrong: a document that is badly written, a forbidden move, a record that does not hold."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

__all__ = [
    "IllegalMove",
    "Place",
    "RecordError",
    "Source",
    "SpecError",
    "described",
    "did_you_mean",
    "dotted",
    "hint_for_text",
    "written",
]

_LINE_BREAK = re.compile("\r\n|\r|\n")
_SNIPPET_WIDTH = 100
_SHOWN = 60
_PLAIN = re.compile(r"(?!(?:true|false|null)$)[^\W\d](?:[^\n:#]|:(?! |$)|(?<! )#)*(?<! )")

_TRUTH = {"yes": "true", "y": "true", "on": "true", "true": "true"}
_TRUTH |= {"no": "false", "n": "false", "off": "false", "false": "false"}


@dataclass(frozen=True, slots=True)
class Place:
    """A position in a document; line and column count characters from 1."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        """The form that editors and terminals understand: ``file:line:column``."""
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(eq=False)
class Source:
    """The text of a document, in which characters have places and lines can be shown.

    ``name`` is what errors call the document.
    """

    name: str
    text: str = field(repr=False)

    def place_at(self, index: int) -> Place:
        """The place of the character with this index in the text."""
        line = bisect_right(self._line_starts, index)
        return Place(self.name, line, index - self._line_starts[line - 1] + 1)

    def snippet(self, place: Place) -> str:
        """The line of this place, cut when it is very long, and below it a line with a caret."""
        shown = _LINE_BREAK.split(self.text[self._line_starts[place.line - 1] :], maxsplit=1)[0]
        before = place.column - 1
        if len(shown) > _SNIPPET_WIDTH:
            start = max(0, min(before - _SNIPPET_WIDTH // 2, len(shown) - _SNIPPET_WIDTH))
            shown, before = shown[start : start + _SNIPPET_WIDTH], before - start
        # Tabs stay, so that the caret stands below its character however wide a tab is.
        indent = "".join("\t" if char == "\t" else " " for char in shown[:before])
        return f"  {shown}\n  {indent}^"

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(found.end() for found in _LINE_BREAK.finditer(self.text))]


class SpecError(Exception):
    """Something is wrong in a document that a person wrote.

    ``message`` says what is wrong, ``place`` where, ``path`` the dotted path of the value, ``expected`` what
    should stand there, ``hint`` what to do about it. ``snippet`` is the line of the document and, below it,
    a line with a caret.
    """

    def __init__(
        self,
        message: str,
        *,
        place: Place | None = None,
        path: str = "",
        expected: str = "",
        hint: str = "",
        snippet: str = "",
    ) -> None:
        super().__init__(message)
        self.message = message
        self.place = place
        self.path = path
        self.expected = expected
        self.hint = hint
        self.snippet = snippet

    def __str__(self) -> str:
        """``FILE:L:C: PATH: message; expected EXPECTED``, then snippet and hint; parts only when given."""
        head = ": ".join(str(part) for part in (self.place, self.path, self.message) if part)
        if self.expected:
            head += f"; expected {self.expected}"
        lines = [head]
        if self.snippet:
            lines.append(self.snippet)
        if self.hint:
            lines.append(f"hint: {self.hint}")
        return "\n".join(lines)


class IllegalMove(Exception):
    """The rules forbid this move; the deal is as it was before.

    ``reason`` is one English sentence, ``clause`` the id of the clause that forbids the move (None when no
    clause does, for example for a move that is not well formed), ``move`` the refused move and ``seat`` who
    tried it.
    """

    def __init__(self, reason: str, *, clause: str | None = None, move: object = None, seat: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.clause = clause
        self.move = move
        self.seat = seat

    def __str__(self) -> str:
        """The reason, and the clause in brackets when there is one."""
        return _with_clause(self.reason, self.clause)


class RecordError(Exception):
    """The record of a deal contradicts the rules or itself.

    ``index`` is the position of the offending move in the record (from 0; None when it is not about one
    move), ``clause`` the id of the clause it offends.
    """

    def __init__(self, message: str, *, index: int | None = None, clause: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.index = index
        self.clause = clause

    def __str__(self) -> str:
        """The message, led by the index of the move and followed by the clause in brackets."""
        lead = "" if self.index is None else f"moves.{self.index}: "
        return lead + _with_clause(self.message, self.clause)


def dotted(path: Sequence[str | int]) -> str:
    """The dotted form of a path in a document: ``sections.0.clauses.3.rule``."""
    return ".".join(map(str, path))


def did_you_mean(word: str, known: Iterable[object], form: str = "did you mean {}?") -> str:
    """A hint at the known word that is most like this one; empty when none is."""
    from difflib import get_close_matches

    by_lower = {each.lower(): each for each in known if isinstance(each, str) and each != word}
    near = get_close_matches(word.lower(), by_lower, n=1)
    return form.format(by_lower[near[0]]) if near else ""


def written(value: object) -> str:
    """A value the way it has to be written in a document: text that could be misread gets quotation marks."""
    if isinstance(value, str) and _PLAIN.fullmatch(value):
        return value
    return json.dumps(value, ensure_ascii=False)


def described(value: object) -> str:
    """A value the way an error speaks of it: ``the text 'no'``, ``the integer 7``, ``true``, ``a list``."""
    if isinstance(value, str):
        return f"the text {value if len(value) <= _SHOWN else value[: _SHOWN - 3] + '...'!r}"
    if isinstance(value, (dict, list)):
        kind = "mapping" if isinstance(value, dict) else "list"
        return f"a {kind}" if value else f"an empty {kind}"
    return f"the integer {value}" if type(value) is int else written(value)


def hint_for_text(text: str, wanted: set[str], *, quoted: bool) -> str:
    """How to write the integer, the truth value or the null that somebody wrote as text; empty if it is none.

    ``wanted`` holds the names of the types that would fit, as JSON Schema calls them; ``quoted`` says whether
    the text stands in quotation marks.
    """
    write = _integer_meant(text) if wanted & {"integer", "number"} else ""
    if "boolean" in wanted:
        write = _TRUTH.get(text.lower(), write)
    if "null" in wanted and text.lower() in {"null", "~"}:
        write = "null"
    if quoted and write and write == text:
        return "remove the quotation marks"
    return f"{text} is read as text here; write {write}" if write else ""


def _integer_meant(text: str) -> str:
    """How to write the integer that a text is for its author or for other readers of YAML, if it is one."""
    digits = text.removeprefix("+").lower()
    if re.fullmatch(r"-?[0-9]{1,18}", digits):
        return str(int(digits))
    if re.fullmatch(r"-?[0-9]{1,3}([_., '][0-9]{3}){1,4}", digits):
        return str(int(re.sub(r"[_., ']", "", digits)))
    if re.fullmatch(r"0(x[0-9a-f]{1,15}|o[0-7]{1,15}|b[01]{1,15})", digits):
        return str(int(digits, 0))
    if re.fullmatch(r"[0-9]{1,9}:[0-5]?[0-9]", digits):
        high, low = digits.split(":")
        return f"a decimal integer such as {int(high) * 60 + int(low)}"
    return "a whole number" if re.fullmatch(r"-?[0-9]*[.,][0-9]+(e[0-9]+)?", digits) else ""


def _with_clause(sentence: str, clause: str | None) -> str:
    return sentence if clause is None else f"{sentence} [{clause}]"
