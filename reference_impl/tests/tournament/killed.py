"""A program for a test: plans a tournament again and again and kills it at each write.

    python killed.py FOLDER ARGUMENTS...

Each time the run is killed at another call, then checked, then completed by a second run. Prints how often it was
killed, or what was lost. FOLDER/start holds what lies there before the run, FOLDER/whole gets what is there after a run
that nobody kills. No PDFs are made.
"""

import os
import shutil
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from stichwerk.cli import program

HALF = 20
CALLS = ("fsync", "replace", "chmod")


def run(folder: Path, arguments: list[str], call: str = "", number: int = 0) -> bool:
    """Run the command in a child that dies at the numbered call, and tell whether it died."""
    child = os.fork()
    if child == 0:
        os.chdir(folder.parent)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.dup2(1, 2)
        if call:
            die_at(call, number)
        try:
            program([*arguments, "-o", folder.name], standalone_mode=False)
        finally:
            os._exit(0)
    _, status = os.waitpid(child, 0)
    return bool(os.WIFSIGNALED(status))


def die_at(call: str, number: int) -> None:
    """From now on the numbered call of this function kills the process, when half a file is on the disk."""
    left = number
    whole: Callable[..., Any] = getattr(os, call)

    def counted(*given: Any, **named: Any) -> Any:
        nonlocal left
        left -= 1
        if left == 0:
            if call == "fsync" and stat.S_ISREG(os.fstat(given[0]).st_mode):  # folders are synced too
                os.ftruncate(given[0], HALF)
            os.kill(os.getpid(), 9)
        return whole(*given, **named)

    setattr(os, call, counted)


def content(folder: Path) -> dict[str, bytes]:
    """All files in a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def main(base: Path, arguments: list[str]) -> None:
    """Kill, check, complete, check."""
    start, whole, folder = base / "start", base / "whole", base / "folder"
    start.mkdir(exist_ok=True)
    shutil.copytree(start, whole)
    run(whole, arguments)
    before, after = content(start), content(whole)
    kills = 0
    for call in CALLS:
        number = 1
        while True:
            shutil.rmtree(folder, ignore_errors=True)
            shutil.copytree(start, folder)
            if not run(folder, arguments, call, number):
                break
            kills += 1
            for name, data in content(folder).items():
                if not Path(name).name.startswith(".") and data not in (before.get(name), after.get(name)):
                    sys.exit(f"{call} {number}: {name} is neither as before nor as it should be")
            for name in before:
                if name not in content(folder):
                    sys.exit(f"{call} {number}: {name} is lost")
            run(folder, arguments)
            if content(folder) != after:
                odd = sorted(set(content(folder).items()) ^ set(after.items()))
                sys.exit(f"{call} {number}: the second run did not complete {[name for name, _ in odd]}")
            number += 1
    sys.stdout.write(f"{kills} {len(after)}\n")


if __name__ == "__main__":
    sys.modules["weasyprint"] = None  # type: ignore[assignment]
    main(Path(sys.argv[1]), sys.argv[2:])
