"""What a failed case rests on: the clause in the words of the rulebook, and how to ask the case again."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from stichwerk.errors import SpecError
from stichwerk_conformance.cases import Case
from stichwerk_conformance.clauses import clause_text, pack_of
from stichwerk_conformance.readable import CardNames


@dataclass(frozen=True, slots=True)
class Sentence:
    """A clause as the rulebook prints it; number, text and source are empty where the spec cannot be read."""

    id: str
    number: str = ""
    text: str = ""
    source: str = ""

    def __str__(self) -> str:
        """The clause on one line: ``3.2 melds.pair: A king and an ober count 20. [B, Melden]``."""
        head = f"{self.number} {self.id}".strip()
        return f"{head}: {self.text} [{self.source}]" if self.text else head


@dataclass(frozen=True, slots=True)
class Explainer:
    """Explains the failures of one run.

    `repeat_options` are the options of `verify` that must be kept; without a command they name the program too.
    """

    lang: str
    command: Sequence[str]
    repeat_options: Sequence[str] = ()

    def sentence(self, case: Case) -> Sentence | None:
        """The first clause the case checks, None if it names none."""
        if not case.clauses:
            return None
        clause = case.clauses[0]
        try:
            return Sentence(clause, *clause_text(case.ruleset, case.options, clause, self.lang))
        except SpecError:
            # A failing program must be reported even where the rulebook has a fault of its own.
            return Sentence(clause)

    def names(self, case: Case) -> CardNames:
        """The names of the cards the case is about."""
        return CardNames(self.pack(case), self.lang)

    def pack(self, case: Case) -> Mapping[str, Any] | None:
        """The pack the case is about, None where the spec cannot be read."""
        try:
            return pack_of(case.ruleset, case.options)
        except SpecError:
            return None

    def repeat(self, case: Case) -> str:
        """A command line that asks just this case again."""
        parts = ["stichwerk", "verify", *self.repeat_options, "--case", case.id]
        if self.command:
            parts += ["--", *self.command]
        return shlex.join(parts)
