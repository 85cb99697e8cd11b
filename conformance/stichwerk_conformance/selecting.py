"""From the names a person wrote to the cases they mean."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from contextlib import suppress

from stichwerk.errors import SpecError
from stichwerk.resolve import options_of
from stichwerk_conformance.cases import Case
from stichwerk_conformance.clauses import chosen_options
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
        _check("option", selection.options, {option for ruleset in rulesets for option in _options(ruleset)})
        for option, choice in selection.options.items():
            choices = _choices(option, rulesets)
            if choices and choice not in choices:
                raise WrongUseError(f"{option} has no choice {choice}; choices: {', '.join(choices)}")
    chosen = [case for case in cases if case in selection]
    if not chosen:
        raise WrongUseError("no case of the suite fits this choice")
    ids = {id_ for case in chosen for id_ in (case.id, case.pair)}
    return [case for case in cases if case.id in ids]


def _options(ruleset: str) -> Iterable[str]:
    try:
        return chosen_options(ruleset, {})
    except SpecError:
        return ()  # told when its cases are asked


def _choices(option: str, rulesets: Iterable[str]) -> list[str]:
    """What can be chosen for an option in any of these rulesets; nothing where none of them ships with the package."""
    found: dict[str, None] = {}
    for ruleset in sorted(rulesets):
        with suppress(SpecError):
            entry = options_of(ruleset).get(option, {})
            found |= dict.fromkeys(choice["id"] for choice in entry.get("choices", ()))
    return [*found]


def _check(what: str, names: Iterable[str], known: Iterable[str]) -> None:
    known = sorted(known)
    for name in sorted(set(names).difference(known)):
        near = difflib.get_close_matches(name, known, n=1)
        hint = f" Did you mean {near[0]}?" if near else ""
        raise WrongUseError(f"the suite has no {what} {name}.{hint}")
