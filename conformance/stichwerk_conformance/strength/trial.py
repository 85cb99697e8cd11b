"""A changed ruleset on trial: can it be played at all, and which case is the first to notice?"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from types import FrameType
from typing import Any

from stichwerk.errors import SpecError
from stichwerk.files import deals_dir, vectors_dir
from stichwerk.lint.formal import check_formal
from stichwerk.loader import Document, load_yaml
from stichwerk.questions import answer
from stichwerk.resolve import Resolution
from stichwerk.rules import Rules
from stichwerk_conformance.cases import PROFILE_OF, read_cases
from stichwerk_conformance.compare import first_difference
from stichwerk_conformance.strength.operators import DROPPED
from stichwerk_conformance.strength.settings import at, resolved

__all__ = ["Options", "Question", "Trial", "changed", "questions_about", "refusal"]

SECONDS = 3.0
"""How long one answer may take before the changed ruleset counts as one that hangs."""

_LEFT_OVER = ("never used", "never shown", "no expression reads")
"""What a lint says about a part that nothing names any more: the rest can be played, and is."""

Options = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Question:
    """A case, or a recorded deal put as a question, with every answer that is right."""

    id: str
    ruleset: str
    options: Options
    ask: str
    given: Mapping[str, Any]
    allowed: tuple[Mapping[str, Any], ...]
    clauses: tuple[str, ...]

    @property
    def profile(self) -> str:
        """The profile of the question."""
        return PROFILE_OF[self.ask]


@cache
def questions_about(rulesets: Sequence[str]) -> tuple[Question, ...]:
    """The cases of these rulesets and the recorded deals, as written."""
    cases = [
        Question(
            case.id, case.ruleset, tuple(sorted(case.options.items())), case.ask, case.given,
            tuple(allowed.answer for allowed in case.allowed), case.clauses,
        )
        for case in read_cases(vectors_dir())
    ]  # fmt: skip
    return tuple(one for one in (*cases, *_recorded()) if one.ruleset in rulesets)


def _recorded() -> Iterator[Question]:
    for path in sorted(deals_dir().glob("*.yaml")):
        record = load_yaml(path).value
        if "before" in record:
            continue  # the question of a whole deal begins a match
        given = {key: record[key] for key in ("dealer", "cards", "moves")}
        options = tuple(sorted(record.get("options", {}).items()))
        expected = {"refused": None, "result": record["result"]}
        yield Question(f"deals/{path.stem}", record["ruleset"], options, "whole_deal", given, (expected,), ())


def changed(rules: Mapping[str, Any], path: str, value: Any) -> dict[str, Any]:
    """The rules with another value at a dotted path, or without the leaf; what holds nothing any more goes too."""
    key, _, rest = path.partition(".")
    inside = changed(rules[key], rest, value) if rest else value
    new = dict(rules)
    if inside is DROPPED or (rest and inside == {}):
        del new[key]
    else:
        new[key] = inside
    return new


class _Tried(Resolution):
    """A changed ruleset: its errors need no places."""

    def find(self, leaf: str) -> tuple[Document, tuple[str | int, ...]]:
        """Any place will do."""
        return self.chain[-1], ("id",)

    def error(self, leaf: str, message: str, *, expected: str = "", hint: str = "") -> SpecError:
        """The error without a place."""
        return SpecError(message, path=leaf)


def refusal(resolution: Resolution, rules: dict[str, Any], sound: set[str]) -> str:
    """Why these rules, in the place of those of the resolution, cannot be loaded; empty when they can.

    sound: parts that fit the schema, remembered from one change to the next.
    """
    document = {**resolution.document, "rules": rules}
    try:
        problems = check_formal(_Tried(document, resolution.clauses, resolution.chain), sound)
    except Exception as error:  # noqa: BLE001  # rules this broken may break a check: nobody can load them
        return f"{type(error).__name__}: {error}"
    for problem in problems:
        if not any(words in problem.message for words in _LEFT_OVER):
            return f"{problem.path}: {problem.message}"
    try:
        with _limited(SECONDS):
            Rules(document)
    except Exception as error:  # noqa: BLE001  # an engine that does not start cannot be asked
        return f"{type(error).__name__}: {error}"
    return ""


class Trial:
    """One change of one leaf, in every ruleset and set of choices where the leaf has the same value."""

    def __init__(
        self, path: str, before: Any, value: Any, built: Mapping[tuple[str, Options], Rules] | None = None
    ) -> None:
        self.path = path
        self.before = before
        self.value = value
        self._rules: dict[tuple[str, Options], Rules | None] = dict(built or {})

    def notices(self, question: Question) -> str:
        """How the answer to the question is wrong; empty when it is right, or when nothing was changed there."""
        rules = self._changed(question.ruleset, question.options)
        if rules is None:
            return ""
        try:
            with _limited(SECONDS):
                given = answer(rules, question.profile, question.ask, question.given)
        except _TooLongError:
            return "no answer in time"
        except Exception as error:  # noqa: BLE001  # whatever a changed ruleset does to the engine, it is noticed
            return f"{type(error).__name__}: {error}"
        differences = [first_difference(question.ask, allowed, given) for allowed in question.allowed]
        return str(differences[0]) if all(differences) else ""

    def _changed(self, ruleset: str, options: Options) -> Rules | None:
        key = (ruleset, options)
        if key not in self._rules:
            self._rules[key] = self._built(resolved(ruleset, options).document)
        return self._rules[key]

    def _built(self, document: Mapping[str, Any]) -> Rules | None:
        before = at(document["rules"], self.path)
        if before != self.before or type(before) is not type(self.before):
            return None
        try:
            with _limited(SECONDS):
                return Rules({**document, "rules": changed(document["rules"], self.path, self.value)})
        except Exception:  # noqa: BLE001  # these choices do not go with the change: there is nothing to ask
            return None


class _TooLongError(Exception):
    """The time is over."""


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """Break off what takes longer; without a limit where this is not the main thread."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise _TooLongError

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
