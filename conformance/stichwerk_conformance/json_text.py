"""JSON as the suite understands it: strict on the way in, safe to print on the way out.

Python's own reader is more tolerant than the format: it takes `NaN`, lets the later of two equal keys win and
passes on halves of surrogate pairs. An answer that needs such tolerance is not an answer another program
could read, so it is refused here.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

Json = None | bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"]

DEEPEST = 64
"""How many lists and objects may stand inside each other; no question or answer needs more than ten."""

_TYPE_NAMES = {
    type(None): "null",
    bool: "true or false",
    int: "a number",
    float: "a number",
    str: "a string",
    list: "a list",
    dict: "an object",
}


def parse(text: str) -> Json:
    """Read one JSON text.

    Raises ValueError, with a message for people, for anything that is not strict JSON: a syntax error, a key
    given twice, NaN or Infinity, half a surrogate pair, or nesting deeper than `DEEPEST`.
    """
    value: Json
    try:
        value, end = _read(text, len(text) - len(text.lstrip(_WHITE)))
        if end < len(text) and text[end:].strip(_WHITE):
            raise json.JSONDecodeError("Extra data", text, end)
    except json.JSONDecodeError as error:
        raise ValueError(f"not JSON: {error.msg} at character {error.pos + 1}") from None
    except RecursionError:
        raise ValueError(f"nested deeper than {DEEPEST} levels") from None
    # A text with so few brackets cannot be deep, and only an escape can make half of a surrogate pair.
    if text.count("[") + text.count("{") > DEEPEST or "\\u" in text or not text.isascii():
        _check(value)
    return value


def kind_of(value: object) -> str:
    """What sort of JSON value this is, as words: "a list", "an object", "a number"."""
    return _TYPE_NAMES.get(type(value), type(value).__name__)


def compact(value: Json, limit: int | None = None) -> str:
    """The value as one line of JSON, cut to `limit` characters where one is given."""
    return shortened(json.dumps(value, ensure_ascii=False), limit)


def shortened(text: str, limit: int | None) -> str:
    """The text, or its beginning and the number of characters left out where it is longer than `limit`."""
    if limit is None or len(text) <= limit:
        return text
    return f"{text[:limit]}... ({len(text) - limit} more characters)"


def printable(text: str, keep: str = "") -> str:
    """The text without characters that steer a terminal or cannot be encoded, except those in `keep`."""
    return "".join(c if c.isprintable() or c in keep else f"\\x{ord(c):02x}" for c in text)


def spelled(value: Json) -> str:
    """The value as JSON over several lines, with every character that steers a terminal written as an escape."""
    text = json.dumps(value, ensure_ascii=False, indent=1)
    return "".join(c if c.isprintable() or c == "\n" else json.dumps(c)[1:-1] for c in text)


def _object(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    members = dict(pairs)
    if len(members) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the key {compact(twice, 60)} stands twice in one object")
    return members


def _constant(name: str) -> Json:
    raise ValueError(f"{name} is not a JSON value")


_WHITE = " \t\r\n"
_read = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant).raw_decode


def _check(value: Json) -> None:
    level: list[Json] = [value]
    for _ in range(DEEPEST):
        below: list[Json] = []
        for item in level:
            if isinstance(item, str):
                _check_string(item)
            elif isinstance(item, Mapping):
                for key in item:
                    _check_string(key)
                below.extend(item.values())
            elif isinstance(item, Sequence):
                below.extend(item)
        if not below:
            return
        level = below
    raise ValueError(f"nested deeper than {DEEPEST} levels")


def _check_string(text: str) -> None:
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise ValueError("a string holds half of a surrogate pair, which is no character")
