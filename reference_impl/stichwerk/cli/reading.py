"""Records of deals from files: read, checked against the schema, replayed, with the place of what does not hold."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from stichwerk.errors import IllegalMove, Place, RecordError, SpecError
from stichwerk.moves import Move

from .clauses import quoted
from .names import Names

if TYPE_CHECKING:
    from stichwerk.deal import Deal
    from stichwerk.library import Library
    from stichwerk.loader import Document
    from stichwerk.rules import Rules


@dataclass(frozen=True, slots=True)
class Reading:
    """A record that was replayed as far as it holds.

    deal: after the last move that holds, None when the deal cannot even begin; error: what does not hold; place: where.
    """

    document: Document
    rules: Rules
    deal: Deal | None
    error: RecordError | None
    place: Place | None

    def refused(self) -> Move | None:
        """The move that does not hold."""
        cause = self.error.__cause__ if self.error is not None else None
        return cause.move if isinstance(cause, IllegalMove) and isinstance(cause.move, Move) else None

    def complaint(self, lang: str) -> str:
        """What does not hold, for people: the place, what is wrong, and the sentence of the clause."""
        error = self.error
        assert error is not None
        lead = "" if error.index is None else f"move {error.index + 1}: "
        lines = [f"{self.place}: {lead}{error.message}"]
        if self.place is not None:
            lines.append(self.document.snippet(self.place))
        if error.clause is not None:
            lines.append(quoted(self.rules, error.clause, lang))
        return "\n".join(lines)

    def error_json(self) -> dict[str, Any]:
        """The same as plain JSON."""
        from stichwerk.explain import clause_json

        error, place = self.error, self.place
        assert error is not None
        assert place is not None
        return {
            "message": error.message,
            "move": None if error.index is None else error.index + 1,
            "place": {"file": place.file, "line": place.line, "column": place.column},
            "clause": clause_json(self.rules, error.clause),
        }


def read_record(path: Path, library: Library | None) -> Reading:
    """Read a record, YAML or JSON, and replay it.

    SpecError when the document is no record, or when its ruleset or an option does not exist.
    """
    from stichwerk.record import replay
    from stichwerk.validation import validate

    document = _load(path)
    validate(document, "record")
    rules = _rules(document, library)
    record: dict[str, Any] = document.value
    try:
        return Reading(document, rules, replay(record, rules), None, None)
    except RecordError as error:
        index = error.index
        where = _part(record, rules) if index is None else ("moves", index)
        # Everything up to the move that does not hold is a deal that can be shown.
        sound = {**record, "moves": record["moves"][: len(record["moves"]) if index is None else index]}
        sound.pop("result", None)
        sound.pop("hash", None)
        try:
            deal = replay(sound, rules)
        except RecordError:
            deal = None
        return Reading(document, rules, deal, error, document.place(where))


def _load(path: Path) -> Document:
    from stichwerk.files import read_bytes
    from stichwerk.loader import parse_yaml

    data = read_bytes(path)
    if path.suffix == ".json":
        # JSON may be indented with tabs, YAML may not; within texts JSON has none.
        data = data.replace(b"\t", b" ")
    return parse_yaml(data, str(path))


def _rules(document: Document, library: Library | None) -> Rules:
    """The rules a record was played by; an error about them is placed in the record."""
    from stichwerk.loading import load

    record = document.value
    try:
        return load(record["ruleset"], record.get("options"), library=library)
    except SpecError as error:
        if error.place is not None:
            raise
        words = re.findall(r"[\w-]+", error.message)
        named = next((name for name in words if name in record.get("options", ())), None)
        path = ("ruleset",) if named is None else ("options", named)
        place = document.place(path)
        raise SpecError(
            error.message, place=place, path=".".join(path), expected=error.expected, hint=error.hint,
            snippet=document.snippet(place),
        ) from None  # fmt: skip


def _part(record: dict[str, Any], rules: Rules) -> tuple[str, ...]:
    """Which part of a record does not hold when it is not a move."""
    if record.get("hash", rules.hash) != rules.hash:
        return ("hash",)
    if not 0 <= record["dealer"] < rules.table.players:
        return ("dealer",)
    try:
        rules.read_pack(record["cards"])
    except ValueError:
        return ("cards",)
    if any(side not in rules.table.names for side in record.get("before", {}).get("totals", {})):
        return ("before",)
    return ("result",)


def complain(reading: Reading, lang: str) -> None:
    """Print on standard error what does not hold."""
    click.echo(reading.complaint(lang), err=True)


def names_of(reading: Reading, lang: str | None) -> Names:
    """Names in the language asked for, or else in the one of the rules."""
    return Names(reading.rules, lang or str(reading.rules.resolved["authentic"]))
