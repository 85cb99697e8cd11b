"""The folder of a tournament: which files lie there, and that none is lost, half written or written over."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from stichwerk.errors import SpecError
from stichwerk.writing import write_whole

__all__ = ["LISTS", "PLAN", "File", "Report", "tidy", "written"]

PLAN = "plan.json"
LISTS = "lists"


@dataclass(frozen=True, slots=True)
class File:
    """A file of the folder.

    name: with the folder inside; make: makes its content; replaces: may a file of this content be written over? None
    where any may, because it can be made again.
    """

    name: str
    make: Callable[[], bytes]
    replaces: Callable[[bytes], bool] | None = None


@dataclass(slots=True)
class Report:
    """What became of the files: names of those written, of those that were as they should be, of those kept."""

    written: list[str] = field(default_factory=list)
    same: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)


def written(folder: Path, files: Iterable[File]) -> Report:
    """Write what is missing or has changed, file by file, each whole or not at all. SpecError where that cannot be."""
    report = Report()
    for file in files:
        path = folder / file.name
        before = path.read_bytes() if path.is_file() else None
        data = file.make()
        if before == data:
            report.same.append(file.name)
        elif before is not None and file.replaces is not None and not file.replaces(before):
            report.kept.append(file.name)
        else:
            _make_folder(path.parent)
            write_whole(path, data)
            report.written.append(file.name)
    return report


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SpecError(f"cannot make the folder {str(folder)!r}: {error.strerror}") from None


def tidy(folder: Path, names: Iterable[str]) -> None:
    """Remove new versions of the files of these names that a run left unfinished when it was killed."""
    known = set(names)
    for leftover in _leftovers(folder, known):
        leftover.unlink(missing_ok=True)


def _leftovers(folder: Path, names: set[str]) -> Iterator[Path]:
    for place in (folder, folder / LISTS):
        if not place.is_dir():
            continue
        for path in place.iterdir():
            hidden, _, rest = path.name.rpartition(".")
            of = (path.parent / hidden[1:]).relative_to(folder).as_posix() if hidden.startswith(".") else ""
            if of in names and len(rest) == 8:
                yield path
