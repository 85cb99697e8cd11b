"""The generator over all rulesets, and its files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from stichwerk.files import vectors_dir
from stichwerk_conformance.cases import read_cases
from stichwerk_conformance.ledger import Ledger

from .select import generate, playable
from .write import document, file_of


def documents(rulesets: Iterable[str], jobs: int = 1) -> Iterator[tuple[Path, str, int]]:
    """For each ruleset (all, when none is named) the file, its text, and the number of its cases."""
    names = list(rulesets) or playable()
    if jobs == 1:
        yield from map(_document, names)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield from pool.map(_document, names)


def _document(ruleset: str) -> tuple[Path, str, int]:
    cases = generate(ruleset)
    return file_of(ruleset), document(cases), len(cases)


def write(changed: Iterable[tuple[Path, str]]) -> None:
    """Write files of generated cases; what they no longer hold is retired, what is new written down."""
    for file, text in changed:
        file.write_text(text, encoding="utf-8", newline="\n")
    cases = {case.id: case for case in read_cases(vectors_dir())}
    generated = [case for case in cases.values() if case.origin == "generated"]
    ledger = Ledger.read()
    ledger.retire(id_ for id_ in ledger.missing(cases) if "-gen-" in id_)
    ledger.add(generated)
