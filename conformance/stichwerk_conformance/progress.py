"""How far a run is: a bar on a terminal, and a plain line now and then where there is none."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import click

from stichwerk_conformance.runner import Progress

SECONDS_BETWEEN_LINES = 10.0
_SECONDS_BETWEEN_FRAMES = 0.1


@contextmanager
def progress_shown() -> Iterator[Progress]:
    """What a run is to tell its progress to. All goes to stderr."""
    # A terminal that cannot move its cursor would show nothing at all of a bar.
    if not sys.stderr.isatty() or os.environ.get("TERM", "").lower() in ("dumb", "unknown"):
        yield _Lines()
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)
        drawn = 0.0

        def draw(done: int, total: int) -> None:
            # Ten frames a second are enough for the eye; a frame for every answer would cost more than asking.
            nonlocal drawn
            now = time.monotonic()
            if now - drawn >= _SECONDS_BETWEEN_FRAMES or done == total:
                drawn = now
                bar.update(task, completed=done, total=total)

        yield draw


class _Lines:
    """One line after every so many seconds; a short run has none."""

    def __init__(self) -> None:
        self._next = time.monotonic() + SECONDS_BETWEEN_LINES

    def __call__(self, done: int, total: int) -> None:
        now = time.monotonic()
        if now >= self._next:
            self._next = now + SECONDS_BETWEEN_LINES
            click.echo(f"{done} of {total} answered", err=True)
