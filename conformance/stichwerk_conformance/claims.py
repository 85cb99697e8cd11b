"""What a program says about itself in answer to `initialize`: who it is, and what it claims to play.

What is claimed decides what is asked. A claim is never widened or guessed: a ruleset, a profile or a choice
of an option that is not named is not claimed, and is reported as such.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from stichwerk_conformance.cases import ASKS, Case
from stichwerk_conformance.json_text import Json, compact, kind_of
from stichwerk_conformance.protocol import PROTOCOL_VERSION

ChosenOptions = Callable[[str, Mapping[str, str]], Mapping[str, str]]
"""From a ruleset and the options named to the choice made for every option the ruleset has."""


class ClaimError(Exception):
    """The answer to `initialize` is not what the protocol asks for; the message says where and why."""


@dataclass(frozen=True, slots=True)
class Implementation:
    """The program under test as it names itself."""

    name: str
    version: str
    language: str

    def __str__(self) -> str:
        return f"{self.name} {self.version} ({self.language})"


@dataclass(frozen=True, slots=True)
class Claims:
    """The rulesets and profiles a program claims.

    `rulesets` maps a ruleset to the choices it is claimed with, option by option; None claims all options.
    """

    rulesets: Mapping[str, Mapping[str, frozenset[str]] | None]
    profiles: frozenset[str]

    def why_not(self, case: Case, chosen: ChosenOptions) -> str:
        """Why this case is not covered by the claims, as words; empty if it is."""
        if case.profile not in self.profiles:
            return f"profile {case.profile}"
        if case.ruleset not in self.rulesets:
            return f"ruleset {case.ruleset}"
        options = self.rulesets[case.ruleset]
        if options is None:
            return ""
        defaults = chosen(case.ruleset, {})
        for option, choice in chosen(case.ruleset, case.options).items():
            if choice not in options.get(option, {defaults.get(option)}):
                return f"{case.ruleset} with {option}={choice}"
        return ""

    def unknown(self, rulesets: frozenset[str]) -> tuple[str, ...]:
        """What is claimed although this suite knows nothing of it: most often a slip of the pen."""
        profiles = sorted(self.profiles - ASKS.keys())
        return (
            *(f"profile {name}" for name in profiles),
            *(f"ruleset {name}" for name in sorted(self.rulesets.keys() - rulesets)),
        )


def read_initialize(result: Json) -> tuple[Implementation, Claims]:
    """Check the result of `initialize`. Raises ClaimError."""
    answer = _object(result, "the result")
    if answer.get("protocol") != PROTOCOL_VERSION:
        spoken = compact(answer.get("protocol"), 40)
        raise ClaimError(f'protocol is {spoken}, this suite speaks version "{PROTOCOL_VERSION}"')
    about = _object(answer.get("implementation"), "implementation")
    claims = _object(answer.get("claims"), "claims")
    implementation = Implementation(*(_string(about.get(key), f"implementation.{key}") for key in _ABOUT))
    profiles = _strings(claims.get("profiles"), "claims.profiles")
    return implementation, Claims(_rulesets(claims.get("rulesets")), frozenset(profiles))


_ABOUT = ("name", "version", "language")


def _rulesets(value: Json) -> dict[str, Mapping[str, frozenset[str]] | None]:
    rulesets: dict[str, Mapping[str, frozenset[str]] | None] = {}
    for index, entry in enumerate(_list(value, "claims.rulesets")):
        where = f"claims.rulesets.{index}"
        if isinstance(entry, str):
            rulesets[entry] = None
            continue
        ruleset = _object(entry, where)
        options = _object(ruleset.get("options", {}), f"{where}.options")
        rulesets[_string(ruleset.get("id"), f"{where}.id")] = {
            option: frozenset(_strings(choices, f"{where}.options.{option}")) for option, choices in options.items()
        }
    return rulesets


def _object(value: Json, where: str) -> Mapping[str, Json]:
    if not isinstance(value, Mapping):
        raise ClaimError(f"{where} is {kind_of(value)}, an object was expected")
    return value


def _list(value: Json, where: str) -> Sequence[Json]:
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise ClaimError(f"{where} is {kind_of(value)}, a list was expected")
    return value


def _string(value: Json, where: str) -> str:
    if not isinstance(value, str) or not value:
        raise ClaimError(f"{where} is {compact(value, 40)}, a non-empty string was expected")
    return value


def _strings(value: Json, where: str) -> list[str]:
    return [_string(item, f"{where}.{index}") for index, item in enumerate(_list(value, where))]
