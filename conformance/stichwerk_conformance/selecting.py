"""From the names a person wrote to the cases they mean."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from contextlib import suppress

from stichwerk.errors import SpecError
from stichwerk.resolve import options_of
from stichwerk_conformance.cases import Case
from stichwerk_conformance.command_line import WrongUseError
from stichwerk_conformance.runner import Selection

__all__ = ["select"]


def select(cases: Sequence[Case], selection: Selection) -> list[Case]:
    """The cases wanted, each with its pair; a usage error for a name that no case has, or if nothing is left."""
    known: dict[str, set[str]] = {
        "ruleset": {case.ruleset for case in cases},
        "clause": {".".join(id_.split(".")[:n]) for c in cases for id_ in c.clauses for n in range(1, 9)},
        "case": {case.id for case in cases},
    }
    wanted = {"ruleset": selection.rulesets, "clause": selection.clauses, "case": selection.cases}
    for what, names in wanted.items():
        _check(what, names, known[what])
    if selection.options:
        rulesets = selection.rulesets or known["ruleset"]
        choices = _choices(rulesets)
        _check("option", selection.options, choices)
        for option, choice in selection.options.items():
            if choice not in choices[option]:
                raise WrongUseError(f"{option} has no choice {choice}; choices: {', '.join(choices[option])}")
    chosen = [case for case in cases if case in selection]
    if not chosen:
        raise WrongUseError("no case of the suite fits this choice")
    ids = {id_ for case in chosen for id_ in (case.id, case.pair)}
    return [case for case in cases if case.id in ids]


def _choices(rulesets: Iterable[str]) -> dict[str, list[str]]:
    """Every option of these rulesets with what can be chosen."""
    found: dict[str, dict[str, None]] = {}
    for ruleset in sorted(rulesets):
        with suppress(SpecError):  # told when its cases are asked
            for name, option in options_of(ruleset).items():
                found.setdefault(name, {}).update(dict.fromkeys(choice["id"] for choice in option["choices"]))
    return {name: [*choices] for name, choices in found.items()}


def _check(what: str, names: Iterable[str], known: Iterable[str]) -> None:
    known = sorted(known)
    for name in sorted(set(names).difference(known)):
        near = difflib.get_close_matches(name, known, n=1)
        hint = f" Did you mean {near[0]}?" if near else ""
        raise WrongUseError(f"the suite has no {what} {name}.{hint}")
