"""A run of the suite: which cases are asked, the program that is asked, and what came of it."""

from __future__ import annotations

import itertools
import queue
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import Enum, auto
from functools import partial
from types import MappingProxyType
from typing import Protocol

from stichwerk_conformance.cases import Case
from stichwerk_conformance.claims import Claims, Implementation
from stichwerk_conformance.clauses import chosen_options
from stichwerk_conformance.interrupts import finished_first
from stichwerk_conformance.replies import Fault, FaultKind, Question, Reply
from stichwerk_conformance.results import Result, Status, expected_to_fail, judge, not_claimed
from stichwerk_conformance.subject import WINDOW, StoppedError, Subject
from stichwerk_conformance.twins import beside_its_pair

EXIT_PASSED = 0
EXIT_FAILURES = 1
EXIT_CANNOT_RUN = 2
EXIT_USAGE = 3
EXIT_INTERRUPTED = 130

_TURNS = 8

Progress = Callable[[int, int], None]
"""Told how many of how many questions are settled."""


@dataclass(frozen=True, slots=True)
class Selection:
    """Which cases a person wants asked; an empty set does not narrow anything.

    A clause also selects the clauses below it: `melds` stands for `melds.pair` too. `options` selects the cases
    whose ruleset is played with these choices, be they named or the default.
    """

    rulesets: frozenset[str] = frozenset()
    profiles: frozenset[str] = frozenset()
    clauses: frozenset[str] = frozenset()
    cases: frozenset[str] = frozenset()
    options: Mapping[str, str] = field(default_factory=dict)

    def __contains__(self, case: Case) -> bool:
        """Whether the case is among those selected."""
        return self._named(case) and (
            not self.options or self.options.items() <= chosen_options(case.ruleset, case.options).items()
        )

    def _named(self, case: Case) -> bool:
        return (
            (not self.rulesets or case.ruleset in self.rulesets)
            and (not self.profiles or case.profile in self.profiles)
            and (not self.cases or case.id in self.cases)
            and (not self.clauses or any(f"{id_}.".startswith(f"{c}.") for id_ in case.clauses for c in self.clauses))
        )


UNHEARD = Implementation("unknown", "unknown", "unknown")
"""The program of a run that was interrupted before it had said who it is."""


class Asked(Protocol):
    """What a run asks: a command, or an object of Python."""

    remarks: list[str]

    def open(self) -> tuple[Implementation, Claims]:
        """Start the program and hear what it claims. Raises StartError."""

    def ask_all(self, take: Callable[[], Question | None]) -> Iterator[Reply]:
        """Ask what `take` hands out until it returns None."""

    def kill(self) -> None:
        """Stop for good."""


@dataclass(frozen=True, slots=True)
class Run:
    """A run that has ended. `results` are in the order of the cases; `seconds` is the time it took.

    `remarks` are observations on the program that fail nothing. A run that was interrupted, or `stopped` at its
    first failure, has no result for what was not settled yet.
    """

    command: tuple[str, ...]
    implementation: Implementation
    claims: Claims
    results: tuple[Result, ...]
    remarks: tuple[str, ...]
    started: datetime
    seconds: float
    interrupted: bool = False
    stopped: bool = False

    def count(self, status: Status) -> int:
        """How many cases came to this."""
        return sum(result.status is status for result in self.results)

    @property
    def complete(self) -> bool:
        """Whether there is a result for every case selected."""
        return not (self.interrupted or self.stopped)

    @property
    def exit_code(self) -> int:
        """0 only if something was asked and everything asked was answered rightly, or is known not to be."""
        if self.interrupted:
            return EXIT_INTERRUPTED
        if self.count(Status.FAILED) or not self.count(Status.PASSED) + self.count(Status.KNOWN_FAILURE):
            return EXIT_FAILURES
        return EXIT_PASSED


def run(
    command: Sequence[str],
    cases: Iterable[Case],
    *,
    timeout: float,
    jobs: int = 1,
    progress: Progress | None = None,
    program: Asked | None = None,
    known: Mapping[str, str] = MappingProxyType({}),
    fail_fast: bool = False,
) -> Run:
    """Ask a program all cases it claims to answer. `timeout` is in seconds for each question.

    With `jobs` > 1 the command is started that often and the questions are shared out; with `program` that is
    asked, and the command is not started. `known` are the cases known to fail, with the reason; `fail_fast` ends
    the run at the first failure that is not among them. Raises StartError if the program cannot be run at all. An
    interrupt from the keyboard ends the program and yields what there is.
    """
    started, clock = datetime.now(UTC), time.monotonic()
    ids = itertools.count(1)
    cases = tuple(cases)
    window = WINDOW if jobs == 1 else _fair_window(len(cases), jobs)
    subjects: list[Asked] = [program] if program else [Subject(command, timeout, ids, window) for _ in range(jobs)]
    implementation, claims = UNHEARD, Claims({}, frozenset())
    unclaimed: dict[str, str] = {}
    replies: dict[str, Reply] = {}
    end = _End.INTERRUPTED

    def result_of(case: Case, reply: Reply) -> Result:
        return expected_to_fail(beside_its_pair(judge(case, reply), replies.get(case.pair)), known)

    try:
        implementation, claims = subjects[0].open()
        unclaimed = {case.id: why for case in cases if (why := claims.why_not(case, chosen_options))}
        asked = {case.id: case for case in cases if case.id not in unclaimed}
        crew = _Crew(subjects, [case.question for case in asked.values()], replies)
        if fail_fast:
            crew.is_last = lambda reply: result_of(asked[reply.key], reply).status is Status.FAILED
        end = crew.work(progress or _silent)
    except KeyboardInterrupt:
        pass
    finally:
        with finished_first():  # pressed again, the keys must not cost what has been answered so far
            for subject in subjects:
                subject.kill()
    results = []
    for case in cases:
        if (reply := replies.get(case.id)) is not None:
            results.append(result_of(case, reply))
        elif case.id in unclaimed:
            results.append(not_claimed(case, unclaimed[case.id]))
    remarks = dict.fromkeys(remark for subject in subjects for remark in subject.remarks)
    return Run(
        tuple(command), implementation, claims, tuple(results), tuple(remarks), started,
        time.monotonic() - clock, interrupted=end is _End.INTERRUPTED, stopped=end is _End.STOPPED,
    )  # fmt: skip


def interrupted(command: Sequence[str]) -> Run:
    """A run that was interrupted before its first question."""
    return Run(tuple(command), UNHEARD, Claims({}, frozenset()), (), (), datetime.now(UTC), 0.0, interrupted=True)


def _fair_window(questions: int, jobs: int) -> int:
    """How many questions one of several processes is sent ahead: so few that all end at about the same time."""
    return max(1, min(WINDOW, questions // (_TURNS * jobs)))


class _End(Enum):
    """How a run ends: with all settled, at its first failure, or by an interrupt."""

    SETTLED = auto()
    STOPPED = auto()
    INTERRUPTED = auto()


@dataclass(slots=True)
class _Crew:
    """Subjects working off one list of questions, each in a thread of its own."""

    subjects: list[Asked]
    questions: list[Question]
    replies: dict[str, Reply]
    is_last: Callable[[Reply], bool] | None = None
    _inbox: queue.SimpleQueue[Reply | BaseException | None] = field(default_factory=queue.SimpleQueue)

    def work(self, progress: Progress) -> _End:
        """Collect a reply for every question. Raises what a subject could not handle."""
        todo = iter(self.questions)
        try:
            # A single subject is asked here and now: a thread costs more than a quick program does for its answer.
            alone = len(self.subjects) == 1
            end = self._settle(_replies(self.subjects[0], todo), progress) if alone else self._share(todo, progress)
        except KeyboardInterrupt:
            end = _End.INTERRUPTED
        if end is _End.SETTLED:
            reasons = "; ".join(dict.fromkeys(remark for subject in self.subjects for remark in subject.remarks))
            for question in self.questions:
                self.replies.setdefault(question.key, Fault(question.key, FaultKind.NOT_ANSWERED, reasons))
        return end

    def _settle(self, replies: Iterator[Reply], progress: Progress) -> _End:
        settled, total, is_last = self.replies, len(self.questions), self.is_last
        for reply in replies:
            settled[reply.key] = reply
            progress(len(settled), total)
            if is_last is not None and is_last(reply):
                return _End.STOPPED
        return _End.SETTLED

    def _share(self, todo: Iterator[Question], progress: Progress) -> _End:
        threads = [threading.Thread(target=self._work_off, args=(subject, todo)) for subject in self.subjects]
        for thread in threads:
            thread.start()
        try:
            return self._settle(self._collected(len(threads)), progress)
        finally:
            for subject in self.subjects:
                subject.kill()
            for thread in threads:
                thread.join()

    def _collected(self, working: int) -> Iterator[Reply]:
        while working:
            item = self._inbox.get()
            if item is None:
                working -= 1
            elif isinstance(item, BaseException):
                raise item
            else:
                yield item

    def _work_off(self, subject: Asked, todo: Iterator[Question]) -> None:
        try:
            for reply in _replies(subject, todo):
                self._inbox.put(reply)
        except Exception as error:  # noqa: BLE001 - raised again by the thread that collects
            self._inbox.put(error)
        self._inbox.put(None)


def _replies(subject: Asked, todo: Iterator[Question]) -> Iterator[Reply]:
    """What a subject replies to the questions it takes from the list, until it is stopped or there are no more."""
    with suppress(StoppedError):
        yield from subject.ask_all(partial(next, todo, None))


def _silent(done: int, total: int) -> None:
    pass
