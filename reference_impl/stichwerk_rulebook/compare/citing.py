"""Where an answer comes from, in one line: "§ 5.2 · B, Reizen", or the ruling that decided it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from stichwerk_rulebook.compare.stated import Ground
from stichwerk_rulebook.compare.table import Cell
from stichwerk_rulebook.words import Say

__all__ = ["Citation", "citation"]

_FEW = 3
"""With more places than this only the sources are named."""


@dataclass(frozen=True, slots=True)
class Citation:
    """numbers: number and id of each clause; basis: sources and rulings in words; note: what stands there instead."""

    numbers: tuple[tuple[str, str], ...]
    basis: str
    note: str = ""

    def __str__(self) -> str:
        """All of it: "§ 5.2 · B, Reizen"."""
        if not self.numbers:
            return self.note
        return " · ".join(filter(None, (f"§ {_spans([number for number, _ in self.numbers])}", self.basis)))


def citation(cell: Cell, phrases: Say) -> Citation:
    """What the answer in a cell rests on; for what holds by default a note that no clause says so."""
    if not cell.grounds:
        return Citation((), "", phrases("default") if cell.state == "default" else "")
    numbers = tuple((ground.number, ground.clause) for ground in cell.grounds)
    decided = [ground for ground in cell.grounds if _is_decided(ground)]
    places = list(dict.fromkeys(place for ground in cell.grounds if ground not in decided for place in ground.sources))
    rulings = list(dict.fromkeys(ruling for ground in decided for ruling in ground.rulings))
    if len(places) + bool(rulings) > _FEW:
        parts = list(dict.fromkeys(source for source, _ in places))
    else:
        parts = [f"{source}, {at}" if at else source for source, at in places]
    if rulings:
        parts.append(phrases("ruling" if len(rulings) == 1 else "rulings", ids=", ".join(rulings)))
    return Citation(numbers, "; ".join(parts) or phrases("editorial"))


def _is_decided(ground: Ground) -> bool:
    """Does the clause rest on rulings rather than on what a source says?"""
    return bool(ground.rulings) and (ground.status != "attested" or not ground.sources)


def _spans(numbers: Sequence[str]) -> str:
    """5.2, 5.3, 5.4, 6.1 -> 5.2–5.4, 6.1."""
    spans: list[list[tuple[int, ...]]] = []
    for number in sorted({tuple(map(int, number.split("."))) for number in numbers}):
        if spans and number[:-1] == spans[-1][-1][:-1] and number[-1] == spans[-1][-1][-1] + 1:
            spans[-1].append(number)
        else:
            spans.append([number])
    ends = (span if len(span) < 3 else [span[0], span[-1]] for span in spans)
    return ", ".join(
        ("–" if len(span) > 2 else ", ").join(".".join(map(str, number)) for number in end)
        for span, end in zip(spans, ends, strict=True)
    )
