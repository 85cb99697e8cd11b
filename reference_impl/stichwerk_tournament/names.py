"""Names of the players from a file, and the start numbers that they draw."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

from stichwerk.errors import Place, SpecError
from stichwerk.files import read_bytes
from stichwerk_tournament.cells import decoded
from stichwerk_tournament.list_csv import plain
from stichwerk_tournament.texts import Say, table_of, words

__all__ = ["Names", "drawn", "read_names", "redrawn"]

Names = Mapping[int, str]
"""Start number -> name."""

_SEPARATORS = ";\t"
_NUMBER = re.compile(r"[1-9][0-9]{0,5}\.?")
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\u2028\u2029\ufeff]")


def read_names(path: Path, lang: str) -> tuple[list[str], Names]:
    """The names in a file, one a line, in their order; and the start numbers, where the file gives them.

    Of a spreadsheet all cells of a row make the name; a first row of titles is passed over. A number at the beginning
    of every row is the start number. SpecError, in the language asked for, when no players can be read from it.
    """
    say = words("plan", lang)
    rows = [(line, cells) for line, cells in _rows(decoded(read_bytes(path), str(path))) if cells]
    if rows and _are_titles(rows[0][1]):
        rows = rows[1:]
    if not rows:
        raise SpecError(say("no_names", file=path))
    numbered = _numbered(path, rows, say)
    names: list[str] = []
    seen: dict[str, int] = {}
    for line, cells in rows:
        name = " ".join(cells[numbered:])
        if (before := seen.setdefault(plain(name), line)) != line:
            raise SpecError(say("same_name", name=name, line=before), place=Place(str(path), line, 1))
        names.append(name)
    if not numbered:
        return names, {}
    numbers = [int(cells[0].rstrip(".")) for _, cells in rows]
    for number, (line, _) in zip(numbers, rows, strict=True):
        if number > len(rows) or numbers.count(number) > 1:
            key = "number_twice" if numbers.count(number) > 1 else "number_beyond"
            raise SpecError(say(key, number=number, count=len(rows)), place=Place(str(path), line, 1))
    return names, dict(sorted(zip(numbers, names, strict=True)))


def _numbered(path: Path, rows: Sequence[tuple[int, list[str]]], say: Say) -> bool:
    """Does every row begin with a start number? SpecError when some do and others do not."""
    having = [(line, cells) for line, cells in rows if _NUMBER.fullmatch(cells[0]) and len(cells) > 1]
    lacking = [(line, cells) for line, cells in rows if (line, cells) not in having]
    if not (having and lacking):
        return not lacking
    # The odd ones out are named: they are what was mistyped.
    key = "without_number" if len(lacking) <= len(having) else "with_number"
    line, cells = (lacking if key == "without_number" else having)[0]
    if _NUMBER.fullmatch(cells[0]) and key == "without_number":
        key = "number_alone"
    raise SpecError(say(key, name=" ".join(cells)), place=Place(str(path), line, 1))


def _rows(text: str) -> list[tuple[int, list[str]]]:
    """Line numbers and the cells that are not empty. A comma separates only quoted cells: "Maier, Anna" is one name."""
    found = []
    for line, row in enumerate(text.splitlines(), start=1):
        bare = _UNPRINTABLE.sub("", row).strip()
        if bare.count('","') and bare.startswith('"') and bare.endswith('"'):
            cells = bare[1:-1].split('","')
        else:
            cells = re.split(f"[{_SEPARATORS}]", bare)
        numbered = re.fullmatch(r"([1-9][0-9]{0,5}\.?)[ ,]\s*(\S.*)", cells[0].strip())
        if numbered:
            cells[:1] = numbered.groups()
        tidy = (" ".join(cell.split()).strip('"').replace('""', '"') for cell in cells)
        found.append((line, [cell for cell in tidy if cell]))
    return found


def _are_titles(cells: Sequence[str]) -> bool:
    known = {plain(word) for found in table_of("plan")["name_titles"].values() for word in found}
    return all(plain(cell) in known for cell in cells)


def drawn(names: Sequence[str], seed: int) -> Names:
    """Each draws a start number. The order of the names makes no difference, the seed does."""
    found = sorted(names)
    Random(f"{seed}: {len(names)}").shuffle(found)
    return dict(enumerate(found, start=1))


def redrawn(names: Sequence[str], before: Names) -> Names:
    """Start numbers for corrected names: who has one keeps it, the others take those that become free."""
    kept = {number: name for number, name in before.items() if name in names}
    new = [name for name in names if name not in kept.values()]
    free = [number for number in range(1, len(names) + 1) if number not in kept]
    return dict(sorted({**kept, **dict(zip(free, new, strict=True))}.items()))
