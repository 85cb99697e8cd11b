"""The one error of the expression language, printed with a caret under the place."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

_WINDOW = 100  # characters of one line shown around the caret
_LISTED = 8  # known names listed when none of them is close to the one written


class ExpressionError(Exception):
    """An expression that the language refuses, found when it is loaded, never while a deal runs.

    ``message`` says what is wrong, ``column`` is the 0-based offset into ``text`` (line breaks count as
    one character), ``hint`` says what to write instead and is empty when there is nothing to say.
    """

    def __init__(self, message: str, column: int, text: str, hint: str = "") -> None:
        super().__init__(message, column, text, hint)
        self.message = message
        self.column = column
        self.text = text
        self.hint = hint

    def __str__(self) -> str:
        line, caret = _snippet(self.text, self.column)
        parts = [self.message, f"  {line}".rstrip(), "  " + " " * caret + "^"]
        if self.hint:
            parts.append(f"hint: {self.hint}")
        return "\n".join(parts)


def quote(word: str) -> str:
    """The word in quotes for a message; what a terminal could not print is escaped."""
    return f"'{word}'" if word.isprintable() else repr(word)


def suggest(word: str, known: Iterable[str], kind: str) -> str:
    """A hint for an unknown word: the closest known one, else a short list of what is known."""
    choices = sorted(known)
    close = get_close_matches(word, choices, n=1)
    if close:
        return f"did you mean {quote(close[0])}?"
    if not choices:
        return f"there are no {kind} here"
    more = ", ..." if len(choices) > _LISTED else ""
    return f"known {kind}: " + ", ".join(choices[:_LISTED]) + more


def _snippet(text: str, column: int) -> tuple[str, int]:
    """The line of the text that holds the column, cut to a window, and where the caret stands in it."""
    start = text.rfind("\n", 0, column) + 1
    end = text.find("\n", column)
    line = text[start:] if end < 0 else text[start:end]
    caret = column - start
    # One character stays one cell: tabs and control characters must not push the caret away.
    line = "".join(character if character.isprintable() else " " for character in line)
    if len(line) <= _WINDOW:
        return line, caret
    left = max(0, min(caret - _WINDOW // 2, len(line) - _WINDOW))
    before = "..." if left else ""
    after = "..." if left + _WINDOW < len(line) else ""
    return before + line[left : left + _WINDOW] + after, caret - left + len(before)
