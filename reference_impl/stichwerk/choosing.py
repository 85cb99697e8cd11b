"""Options: which a ruleset has, and what is chosen."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from .errors import SpecError
from .lineage import Origin
from .loader import Document

Declared = Mapping[str, tuple[dict[str, Any], Origin]]
"""Option id -> the option as it stands in its document, and where."""


def declared_in(chain: list[Document]) -> dict[str, tuple[dict[str, Any], Origin]]:
    """Every option of the chain with its origin."""
    found: dict[str, tuple[dict[str, Any], Origin]] = {}
    for level, document in enumerate(chain):
        for n, option in enumerate(document.value.get("options", ())):
            origin = Origin(document, ("options", n), option["id"], level, option=True)
            if option["id"] in found:
                raise origin.error(f"the option {option['id']!r} exists already, at {found[option['id']][1].place}")
            if option["default"] not in choices(option):
                raise origin.error(
                    f"{option['id']} has no choice {option['default']!r}",
                    hint=f"choices: {', '.join(choices(option))}",
                    path=("default",),
                )
            found[option["id"]] = (option, origin)
    return found


def choices(option: Mapping[str, Any]) -> list[str]:
    """The ids of an option's choices."""
    return [choice["id"] for choice in option["choices"]]


def choose(
    ruleset: str, chain: list[Document], declared: Declared, asked: Mapping[str, str]
) -> tuple[dict[str, str], list[str]]:
    """Option -> choice for all options, and the options that a variant has fixed.

    SpecError for an option or choice that does not exist, one that a variant fixes otherwise, and choices that do not
    go together.
    """
    fixed = _fixed(chain, declared)
    chosen: dict[str, str] = {name: fixed.get(name) or option["default"] for name, (option, _) in declared.items()}
    for name, wanted in asked.items():
        choice = str(wanted)
        if name not in declared:
            raise SpecError(f"{ruleset} has no option {name!r}", hint=options_hint(name, declared))
        if choice not in choices(declared[name][0]):
            raise SpecError(
                f"the option {name} of {ruleset} has no choice {choice!r}",
                expected=f"one of {', '.join(choices(declared[name][0]))}",
            )
        if name in fixed and choice != fixed[name]:
            parent = chain[-1].value.get("extends", "its parent")
            raise SpecError(
                f"{ruleset} fixes {name} to {fixed[name]}", hint=f"to choose {name}={choice} start from {parent}"
            )
        chosen[name] = choice
    _require(chosen, declared)
    return chosen, list(fixed)


def _fixed(chain: list[Document], declared: Declared) -> dict[str, str]:
    """What variants have chosen for good."""
    fixed: dict[str, str] = {}
    for level, document in enumerate(chain):
        for name, choice in document.value.get("choose", {}).items():
            origin = Origin(document, ("choose", name), document.value["id"], level)
            if name not in declared:
                raise origin.error(f"there is no option {name!r}", hint=options_hint(name, declared))
            if choice not in choices(declared[name][0]):
                known = ", ".join(choices(declared[name][0]))
                raise origin.error(f"{name} has no choice {choice!r}; choices: {known}")
            fixed[name] = choice
    return fixed


def _require(chosen: Mapping[str, str], declared: Declared) -> None:
    """SpecError when a choice needs another one that was not made."""
    for name, choice in chosen.items():
        option, origin = declared[name]
        entry = next(c for c in option["choices"] if c["id"] == choice)
        for other, allowed in entry.get("requires", {}).items():
            if other not in declared:
                raise origin.error(f"{name}={choice} requires the option {other!r}, which does not exist")
            if chosen[other] not in allowed:
                raise SpecError(
                    f"{name}={choice} does not go with {other}={chosen[other]}",
                    expected=f"{other} {' or '.join(allowed)}",
                    hint=f"make another choice for {name}, or set {other}={allowed[0]}",
                )


def options_hint(name: str, declared: Mapping[str, Any]) -> str:
    """What to say when there is no such option."""
    return near(name, declared, f"options: {', '.join(declared) or 'none'}")


def near(name: str, known: Mapping[str, Any], otherwise: str) -> str:
    """The known name that comes nearest, as a hint."""
    found = get_close_matches(name, known, n=1)
    return f"did you mean {found[0]}?" if found else otherwise
