"""PDFs made in processes of their own, two at a time: for a large tournament they take longer than all the rest.

Run as a program, reads from stdin what is to be made, as JSON, and writes the PDF to stdout; a reason why it cannot be
made goes to stderr, with exit code 2. A process whose parent was killed ends by itself when its work is done, which
those of a pool of processes do not.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from stichwerk.errors import SpecError
from stichwerk_rulebook.printing import pdf

if TYPE_CHECKING:
    from stichwerk.rules import Rules

__all__ = ["Press", "main"]

_PROGRAM = (sys.executable, "-P", "-m", "stichwerk_tournament.pressing")
_WORKERS = 2


class Press:
    """Makes PDFs beside the caller's own work. Used as a context: what has not been begun at its end is not made."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(_WORKERS)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown(cancel_futures=True)

    def page(self, html: str) -> Future[bytes]:
        """A page of HTML. The result raises SpecError where it cannot be made."""
        return self._pool.submit(_made, {"html": html})

    def leaflet(self, rules: Rules, lang: str) -> Future[bytes]:
        """The leaflet of a ruleset."""
        folders = [str(folder) for folder in rules.library.folders] if rules.library else []
        asked = {"ruleset": rules.id, "options": dict(rules.options), "lang": lang, "folders": folders}
        return self._pool.submit(_made, asked)


def _made(wanted: Mapping[str, Any]) -> bytes:
    if find_spec("weasyprint") is None:
        pdf("")  # says so, without a process
    done = subprocess.run(_PROGRAM, input=json.dumps(wanted).encode(), capture_output=True, check=False)
    if done.returncode == 0:
        return done.stdout
    reason = done.stderr.decode(errors="replace").strip()
    raise SpecError(reason if done.returncode == 2 else f"a PDF could not be made: {reason.rpartition(chr(10))[2]}")


def main() -> None:
    """The program."""
    from stichwerk.library import Library
    from stichwerk_rulebook.book import book
    from stichwerk_rulebook.printing.press import fitted_leaflet

    wanted = json.load(sys.stdin)
    try:
        if "html" in wanted:
            data = pdf(wanted["html"])
        else:
            library = Library(map(Path, wanted["folders"]))
            found = book(wanted["ruleset"], wanted["options"], wanted["lang"], library=library)
            data = fitted_leaflet(found)[0]
    except SpecError as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(2)
    sys.stdout.buffer.write(data)


if __name__ == "__main__":
    main()
