"""The ledger of case ids: every id that was ever used, with the question it stands for.

`conformance/vectors/ids.txt` only grows. A line is `ID DIGEST`, or `ID retired` when the case was taken out. An id
never stands for another question: not after its case was retired either.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from stichwerk.errors import Place, SpecError
from stichwerk.files import vectors_dir
from stichwerk_conformance.cases import Case
from stichwerk_conformance.generate.candidate import question_digest

HEAD = "# Every case id that was ever used, with the digest of its question. Lines are added, never changed.\n"


def ledger_file() -> Path:
    """Where the ledger lies."""
    return vectors_dir() / "ids.txt"


def digest_of(case: Case) -> str:
    """What the ledger keeps of a question."""
    return question_digest(case.ruleset, case.options, case.ask, case.given)


@dataclass(slots=True)
class Ledger:
    """What the ledger says. questions: id -> digest; retired: ids whose case was taken out; lines: as they stand."""

    file: Path
    questions: dict[str, str] = field(default_factory=dict)
    retired: set[str] = field(default_factory=set)
    lines: list[str] = field(default_factory=list)

    @classmethod
    def read(cls, file: Path | None = None) -> Ledger:
        """The ledger as it is, empty where there is no file. SpecError for a line that cannot stand there."""
        ledger = cls(file or ledger_file())
        text = ledger.file.read_text(encoding="utf-8") if ledger.file.exists() else ""
        for number, line in enumerate(text.splitlines(), start=1):
            if line and not line.startswith("#"):
                ledger._take(line, Place(str(ledger.file), number, 1))
        return ledger

    def _take(self, line: str, place: Place) -> None:
        id_, _, what = line.partition(" ")
        if what == "retired" and id_ in self.questions:
            self.retired.add(id_)
        elif not what or " " in what or what == "retired":
            raise SpecError(
                f"the ledger has the line {line!r}", place=place, expected="ID DIGEST, or a known ID retired"
            )
        elif self.questions.setdefault(id_, what) != what:
            raise SpecError(f"the id {id_} was used for another question", place=place)
        else:
            self.retired.discard(id_)
        self.lines.append(line)

    def problem(self, case: Case) -> str:
        """Why the case may not have its id; empty when it may. An unknown id is fine here."""
        known = self.questions.get(case.id)
        if known is None:
            return ""
        if known != digest_of(case):
            return f"the id {case.id} was used for another question; give the changed case a new id"
        if case.id in self.retired:
            return f"the id {case.id} was retired; give the case a new id"
        return ""

    def add(self, cases: Iterable[Case]) -> int:
        """Write down the ids that are new. SpecError for one that was used for another question, or is retired."""
        new = []
        for case in cases:
            back = case.origin == "generated" and case.id in self.retired  # the same question was generated again
            if not back and (problem := self.problem(case)):
                raise SpecError(problem, place=case.place)
            if back or case.id not in self.questions:
                new.append(f"{case.id} {digest_of(case)}")
        self._append(new)
        return len(new)

    def retire(self, ids: Iterable[str]) -> None:
        """Write down that these ids are no longer in use. SpecError for one that never was."""
        ids = list(ids)
        for id_ in ids:
            if id_ not in self.questions:
                raise SpecError(f"the ledger has no id {id_}")
        self._append(f"{id_} retired" for id_ in ids if id_ not in self.retired)

    def missing(self, cases: Mapping[str, Case]) -> list[str]:
        """Ids that are neither in a file of cases nor retired."""
        return [id_ for id_ in self.questions if id_ not in cases and id_ not in self.retired]

    def changed(self, earlier: Ledger) -> list[str]:
        """The lines of an earlier ledger from the first on with which this one does not begin."""
        same = next(
            (n for n, (old, new) in enumerate(zip(earlier.lines, self.lines, strict=False)) if old != new), None
        )
        kept = min(len(earlier.lines), len(self.lines)) if same is None else same
        return earlier.lines[kept : kept + 1]

    def _append(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._take(line, Place(str(self.file), len(self.lines) + 2, 1))
        self.file.write_text(HEAD + "".join(f"{line}\n" for line in self.lines), encoding="utf-8", newline="\n")
