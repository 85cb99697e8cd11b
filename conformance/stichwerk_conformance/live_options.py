"""The choices of options with which a program may be asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from stichwerk.errors import SpecError
from stichwerk.library import shipped
from stichwerk.resolve import options_of, resolve_ruleset
from stichwerk_conformance.claims import Claims


@lru_cache(maxsize=1)
def playable() -> tuple[str, ...]:
    """The ids of all rulesets that can be played."""
    library = shipped()
    return tuple(name for name in library.paths() if not library.header(name).get("abstract"))


def families() -> dict[str, list[str]]:
    """Family -> its rulesets that can be played."""
    found: dict[str, list[str]] = {}
    for ruleset in playable():
        found.setdefault(str(shipped().header(ruleset)["family"]), []).append(ruleset)
    return found


@lru_cache(maxsize=64)
def choices_of(ruleset: str) -> Mapping[str, tuple[str, ...]]:
    """Option -> the choices that can still be made, the default first. Options that a variant fixes are left out."""
    found: dict[str, tuple[str, ...]] = {}
    for name, option in options_of(ruleset).items():
        default = str(option["default"])
        others = [str(choice["id"]) for choice in option["choices"] if str(choice["id"]) != default]
        possible = tuple(one for one in others if together(ruleset, {name: one} | _required(ruleset, name, one)))
        if possible:
            found[name] = (default, *possible)
    return found


def single_changes(ruleset: str, options: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """The options with one choice made otherwise, and what that choice requires."""
    for name, choices in choices_of(ruleset).items():
        now = options.get(name, choices[0])
        for choice in choices:
            changed = {**options, name: choice, **_required(ruleset, name, choice)}
            if choice != now and together(ruleset, changed):
                yield {key: value for key, value in changed.items() if value != _default(ruleset, key)}


def together(ruleset: str, options: Mapping[str, str]) -> bool:
    """Do these choices go together?"""
    return _together(ruleset, tuple(sorted(options.items())))


@lru_cache(maxsize=4096)
def _together(ruleset: str, options: tuple[tuple[str, str], ...]) -> bool:
    try:
        resolve_ruleset(ruleset, dict(options))
    except SpecError:
        return False
    return True


def _default(ruleset: str, option: str) -> str:
    return str(options_of(ruleset)[option]["default"])


def _required(ruleset: str, name: str, choice: str) -> dict[str, str]:
    for entry in options_of(ruleset)[name]["choices"]:
        if str(entry["id"]) == choice:
            return {other: str(allowed[0]) for other, allowed in entry.get("requires", {}).items()}
    return {}


def claimed_of(claims: Claims, ruleset: str, option: str) -> frozenset[str]:
    """The choices of an option that are claimed; an option that the claim does not mention is claimed by default."""
    claimed = claims.rulesets[ruleset]
    if claimed is None:
        return frozenset(str(choice["id"]) for choice in options_of(ruleset)[option]["choices"])
    return frozenset(claimed.get(option, {_default(ruleset, option)}))


def claimed_choices(claims: Claims, ruleset: str) -> dict[str, tuple[str, ...]]:
    """Option -> the choices claimed for a ruleset, the default first; options with a single one are left out."""
    found: dict[str, tuple[str, ...]] = {}
    for name, choices in choices_of(ruleset).items():
        mine = claimed_of(claims, ruleset, name)
        own = tuple(choice for choice in choices if choice in mine)
        if len(own) > 1:
            found[name] = own
    return found
