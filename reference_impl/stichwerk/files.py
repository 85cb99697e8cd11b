"""Where rulesets, schemas and the cases of the suite lie, and how a file becomes text.

They lie at the top of a checkout, or inside the package when it was installed from a wheel.
"""

from __future__ import annotations

import re
from pathlib import Path

from stichwerk.errors import Place, Source, SpecError

__all__ = [
    "MAX_BYTES",
    "deals_dir",
    "decode",
    "perft_dir",
    "read_bytes",
    "schema_dir",
    "spec_dir",
    "vectors_dir",
]

MAX_BYTES = 1 << 20
"""The largest document, in bytes."""

_PACKAGE = Path(__file__).resolve().parent
# U+0085, U+2028 and U+2029 break lines for libyaml but not for editors: the places would be wrong.
_FORBIDDEN = re.compile("[^\t\n\r -~\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")


def spec_dir() -> Path:
    """The directory of rulesets, packs, sources and rulings. Raises SpecError when it is missing."""
    return _locate("spec", "spec")


def schema_dir() -> Path:
    """The directory of the JSON Schemas (``NAME.schema.json``). Raises SpecError when it is missing."""
    return _locate("schema", "schema")


def vectors_dir() -> Path:
    """The directory of the cases of the conformance suite. Raises SpecError when it is missing."""
    return _locate("vectors", "conformance/vectors")


def deals_dir() -> Path:
    """The directory of recorded deals. Raises SpecError when it is missing."""
    return _locate("deals", "conformance/deals")


def perft_dir() -> Path:
    """The directory of stored numbers of move sequences. Raises SpecError when it is missing."""
    return _locate("perft", "conformance/perft")


def read_bytes(path: str | Path) -> bytes:
    """What this file holds, at most one byte more than MAX_BYTES; SpecError when it cannot be read."""
    try:
        with Path(path).open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a NUL character in the name
        reason = getattr(error, "strerror", None) or str(error)
        raise SpecError(f"cannot read {str(path)!r}: {reason}", expected="a readable file") from None


def decode(data: bytes, name: str) -> str:
    """The text of a document, without a byte order mark; errors call the document by this name.

    Raises SpecError when it is larger than MAX_BYTES, not UTF-8, or holds characters that do not print.
    """
    start = Place(name, 1, 1)
    if len(data) > MAX_BYTES:
        expected = f"at most {MAX_BYTES} bytes"
        raise SpecError("the document is too large", place=start, expected=expected, hint="split the document")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message, place = "the document is written in UTF-16", start
        if data[:2] not in {b"\xff\xfe", b"\xfe\xff"}:
            message = f"the byte 0x{error.object[error.start]:02x} is not UTF-8"
            before = error.object[: error.start].decode()
            place = Source(name, before).place_at(len(before))
        raise SpecError(message, place=place, expected="UTF-8", hint="save the file as UTF-8") from None
    if bad := _FORBIDDEN.search(text):
        code = ord(bad[0])
        escape = f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}"
        raise SpecError(
            f"the character U+{code:04X} is not allowed",
            place=Source(name, text).place_at(bad.start()),
            expected="printable characters, spaces, tabs and line ends",
            hint=f'remove it, or write "{escape}" in double quotes if it is meant',
        )
    return text


def _locate(installed: str, checkout: str, package: Path | None = None) -> Path:
    """The data directory of the package if it is there, else the one of the checkout around the package."""
    package = package or _PACKAGE
    inside = package / "data" / installed
    tried = [inside]
    if inside.is_dir():
        return inside
    # Only a checkout has the package in reference_impl/; two levels above site-packages lies nothing of ours.
    if package.parent.name == "reference_impl":
        beside = package.parent.parent / checkout
        if beside.is_dir():
            return beside
        tried.append(beside)
    raise SpecError(
        f"the directory {installed!r} of stichwerk is missing",
        expected=" or ".join(str(path) for path in tried),
        hint="install stichwerk again, or install it in editable mode from a complete checkout",
    )
