"""The columns of a comparison: rulesets with options chosen, named so that `--set` can speak of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from stichwerk.errors import SpecError, did_you_mean
from stichwerk.library import Library
from stichwerk.resolve import options_of, resolve_ruleset

__all__ = ["Column", "columns_of"]


@dataclass(frozen=True, slots=True)
class Column:
    """A ruleset as one column shows it.

    key: its id, with #1, #2, ... when it stands there several times; departures: option -> choice where it is not as
    usual, with their titles in `wording`; document: the resolved ruleset.
    """

    key: str
    ruleset: str
    document: Mapping[str, Any]
    departures: Mapping[str, str]
    wording: tuple[tuple[Mapping[str, str], Mapping[str, str]], ...] = ()

    def title(self, language: str) -> str:
        """What people call the ruleset."""
        title: str = self.document["title"][language]
        return title

    def choices(self, language: str) -> list[str]:
        """What was chosen differently, in words: "Erstes Gebot: Zweihundert Punkte"."""
        return [f"{option[language]}: {choice[language]}" for option, choice in self.wording]


def columns_of(rulesets: Sequence[str], settings: Sequence[str], library: Library) -> list[Column]:
    """The columns for ruleset ids and settings RULESET.OPTION=CHOICE.

    SpecError for fewer than two rulesets, for a ruleset, option or choice that does not exist, and for a setting that
    does not say which column it means.
    """
    if len(rulesets) < 2:
        others = [name for name in library.paths() if not library.header(name).get("abstract") and name not in rulesets]
        example = " ".join([*rulesets, *others][:2])
        raise SpecError("a comparison needs at least two rulesets", hint=f"stichwerk compare {example}")
    for ruleset in rulesets:
        library.path(ruleset)  # an unknown ruleset is told before any setting is looked at
    keys = _keys(rulesets)
    chosen: dict[str, dict[str, str]] = {key: {} for key in keys}
    for entry in settings:
        key, option, choice = _read(entry, keys, rulesets)
        if chosen[key].setdefault(option, choice) != choice:
            raise SpecError(f"{key}.{option} is set to {chosen[key][option]} and to {choice}", hint="keep one of them")
    return [column(ruleset, chosen[key], library, key=key) for key, ruleset in zip(keys, rulesets, strict=True)]


def column(ruleset: str, chosen: Mapping[str, str], library: Library, *, key: str = "") -> Column:
    """One column. SpecError as `resolve_ruleset`."""
    document = resolve_ruleset(ruleset, chosen, library=library)
    declared = options_of(ruleset, library=library)
    fixed = document["fixed"]
    departures = {
        name: choice
        for name, choice in document["options"].items()
        if name not in fixed and choice != declared[name]["default"]
    }
    wording = tuple(
        (declared[name]["title"], next(each["title"] for each in declared[name]["choices"] if each["id"] == choice))
        for name, choice in departures.items()
    )
    return Column(key or ruleset, ruleset, document, departures, wording)


def _keys(rulesets: Sequence[str]) -> list[str]:
    """A name for each column: the id, numbered where it stands there several times."""
    keys = []
    for n, ruleset in enumerate(rulesets):
        again = list(rulesets).count(ruleset) > 1
        keys.append(f"{ruleset}#{list(rulesets[: n + 1]).count(ruleset)}" if again else ruleset)
    return keys


def _read(entry: str, keys: Sequence[str], rulesets: Sequence[str]) -> tuple[str, str, str]:
    """A setting -> column, option, choice."""
    left, equals, choice = (part.strip() for part in entry.partition("="))
    name, dot, option = left.rpartition(".")
    if not (equals and choice and option):
        raise SpecError(
            f"{entry!r} sets no option", expected="RULESET.OPTION=CHOICE", hint=f"such as {keys[0]}.players=4"
        )
    if not dot:
        raise SpecError(
            f"{entry!r} does not say which ruleset it is for",
            expected="RULESET.OPTION=CHOICE",
            hint=" or ".join(f"{key}.{entry}" for key in keys),
        )
    if name in keys:
        return name, option, choice
    if name in rulesets:
        same = [key for key in keys if key.startswith(f"{name}#")]
        raise SpecError(
            f"{name} stands there {len(same)} times, so {entry!r} may mean each of them",
            hint="write " + " or ".join(f"{key}.{option}={choice}" for key in same),
        )
    if (plain := name.removesuffix("#1")) in keys:
        return plain, option, choice
    known = f"columns: {', '.join(keys)}"
    raise SpecError(f"there is no column {name!r}", hint=did_you_mean(name, keys) or known)
