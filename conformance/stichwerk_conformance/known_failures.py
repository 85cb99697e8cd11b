"""The cases a program is known to fail, in a file that lies with the program.

They are asked all the same. One that fails does not fail the run; one that passes does, so that the list never
outlives its reasons.
"""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from stichwerk.errors import Place, SpecError
from stichwerk.files import decode, read_bytes
from stichwerk.loader import load_yaml

__all__ = ["read_known_failures"]

_YAML = {".yaml", ".yml"}
_Entry = tuple[str, str, Place]


def read_known_failures(file: Path, cases: Collection[str]) -> Mapping[str, str]:
    """The ids listed in a file, each with its reason, empty where none is given. `cases` are all there are.

    A file has one id a line, with its reason behind a #. A file that ends in .yaml or .yml is a list of ids, or of
    mappings with an `id` and a `reason`. Raises SpecError, with the place, for an id that no case has, for one
    that stands twice and for a file that is neither.
    """
    entries = _from_yaml(file) if file.suffix in _YAML else _from_lines(file)
    known: dict[str, str] = {}
    for id_, reason, place in entries:
        if id_ in known:
            raise SpecError(f"{id_} is listed twice", place=place)
        if id_ not in cases:
            near = difflib.get_close_matches(id_, list(cases), n=1)
            hint = f"did you mean {near[0]}?" if near else "ids are never taken away: look for a slip of the pen"
            raise SpecError(f"the suite has no case {id_}", place=place, hint=hint)
        known[id_] = reason
    return known


def _from_lines(file: Path) -> Iterator[_Entry]:
    text = decode(read_bytes(file), str(file))
    for number, line in enumerate(text.splitlines(), 1):
        id_, _, reason = line.partition("#")
        if not (id_ := id_.strip()):
            continue
        place = Place(str(file), number, len(line) - len(line.lstrip()) + 1)
        if len(id_.split()) > 1:
            raise SpecError("there is more than an id on this line", place=place, expected="ID, or ID # REASON")
        yield id_, reason.strip(), place


def _from_yaml(file: Path) -> Iterator[_Entry]:
    document = load_yaml(file)
    wanted = "a list of ids, or of mappings with an id and a reason"
    if not isinstance(document.value, list):
        raise SpecError("these are no known failures", place=Place(str(file), 1, 1), expected=wanted)
    for index, entry in enumerate(document.value):
        place = document.place((index,))
        if isinstance(entry, str):
            yield entry, "", place
            continue
        id_, reason = (entry.get("id"), entry.get("reason", "")) if isinstance(entry, dict) else (None, "")
        if not isinstance(id_, str) or not isinstance(reason, str) or entry.keys() - {"id", "reason"}:
            raise SpecError("this is no known failure", place=place, expected=wanted)
        yield id_, reason, place
