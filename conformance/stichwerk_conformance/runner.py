"""A run of the suite: which cases are asked, the program that is asked, and what came of it."""

from __future__ import annotations

import itertools
import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime

from stichwerk_conformance.cases import Case
from stichwerk_conformance.claims import Claims, Implementation
from stichwerk_conformance.clauses import chosen_options
from stichwerk_conformance.replies import Fault, FaultKind, Question, Reply
from stichwerk_conformance.results import Result, Status, judge, not_claimed
from stichwerk_conformance.subject import StoppedError, Subject

EXIT_PASSED = 0
EXIT_FAILURES = 1
EXIT_CANNOT_RUN = 2
EXIT_USAGE = 3
EXIT_INTERRUPTED = 130

Progress = Callable[[int, int], None]
"""Told how many of how many questions are settled."""


@dataclass(frozen=True, slots=True)
class Selection:
    """Which cases a person wants asked; an empty set does not narrow anything.

    A clause also selects the clauses below it: `melds` stands for `melds.pair` too.
    """

    rulesets: frozenset[str] = frozenset()
    profiles: frozenset[str] = frozenset()
    clauses: frozenset[str] = frozenset()
    cases: frozenset[str] = frozenset()

    def __contains__(self, case: Case) -> bool:
        """Whether the case is among those selected."""
        return (
            (not self.rulesets or case.ruleset in self.rulesets)
            and (not self.profiles or case.profile in self.profiles)
            and (not self.cases or case.id in self.cases)
            and (not self.clauses or any(f"{id_}.".startswith(f"{c}.") for id_ in case.clauses for c in self.clauses))
        )


@dataclass(frozen=True, slots=True)
class Run:
    """A run that has ended. `results` are in the order of the cases; `seconds` is the time it took.

    `remarks` are observations on the program that fail nothing. An interrupted run has no result for what was
    not settled yet.
    """

    command: tuple[str, ...]
    implementation: Implementation
    claims: Claims
    results: tuple[Result, ...]
    remarks: tuple[str, ...]
    started: datetime
    seconds: float
    interrupted: bool = False

    def count(self, status: Status) -> int:
        """How many cases came to this."""
        return sum(result.status is status for result in self.results)

    @property
    def exit_code(self) -> int:
        """0 only if something was asked and everything asked was answered rightly."""
        if self.interrupted:
            return EXIT_INTERRUPTED
        if self.count(Status.FAILED) or not self.count(Status.PASSED):
            return EXIT_FAILURES
        return EXIT_PASSED


def run(
    command: Sequence[str],
    cases: Iterable[Case],
    *,
    timeout: float,
    jobs: int = 1,
    progress: Progress | None = None,
) -> Run:
    """Ask a program all cases it claims to answer. `timeout` is in seconds for each question.

    With `jobs` > 1 the command is started that often and the questions are shared out. Raises StartError if
    the program cannot be run at all. An interrupt from the keyboard ends the program and yields what there
    is.
    """
    started, clock = datetime.now(UTC), time.monotonic()
    ids = itertools.count(1)
    subjects = [Subject(command, timeout, ids) for _ in range(jobs)]
    cases = tuple(cases)
    try:
        implementation, claims = subjects[0].open()
        unclaimed = {case.id: why for case in cases if (why := claims.why_not(case, chosen_options))}
        asked = {case.id: case for case in cases if case.id not in unclaimed}
        crew = _Crew(subjects, [Question(case.id, case.method, case.params) for case in asked.values()])
        interrupted = not crew.work(progress or _silent)
    finally:
        for subject in subjects:
            subject.kill()
    results = []
    for case in cases:
        if case.id in unclaimed:
            results.append(not_claimed(case, unclaimed[case.id]))
        elif case.id in crew.replies:
            results.append(judge(case, crew.replies[case.id]))
    remarks = dict.fromkeys(remark for subject in subjects for remark in subject.remarks)
    return Run(
        tuple(command), implementation, claims, tuple(results), tuple(remarks), started,
        time.monotonic() - clock, interrupted,
    )  # fmt: skip


@dataclass(slots=True)
class _Crew:
    """Subjects working off one list of questions, each in a thread of its own."""

    subjects: list[Subject]
    questions: list[Question]
    replies: dict[str, Reply] = field(default_factory=dict)
    _inbox: queue.SimpleQueue[Reply | BaseException | None] = field(default_factory=queue.SimpleQueue)

    def work(self, progress: Progress) -> bool:
        """Collect a reply for every question; False if interrupted. Raises what a thread could not handle."""
        todo = deque(self.questions)
        threads = [threading.Thread(target=self._ask, args=(subject, todo)) for subject in self.subjects]
        for thread in threads:
            thread.start()
        try:
            self._collect(len(threads), progress)
        except KeyboardInterrupt:
            return False
        finally:
            for subject in self.subjects:
                subject.kill()
            for thread in threads:
                thread.join()
        reasons = "; ".join(dict.fromkeys(remark for subject in self.subjects for remark in subject.remarks))
        for question in self.questions:
            self.replies.setdefault(question.key, Fault(question.key, FaultKind.NOT_ANSWERED, reasons))
        return True

    def _collect(self, working: int, progress: Progress) -> None:
        while working:
            item = self._inbox.get()
            if item is None:
                working -= 1
            elif isinstance(item, BaseException):
                raise item
            else:
                self.replies[item.key] = item
                progress(len(self.replies), len(self.questions))

    def _ask(self, subject: Subject, todo: deque[Question]) -> None:
        def take() -> Question | None:
            with suppress(IndexError):
                return todo.popleft()
            return None

        try:
            for reply in subject.ask_all(take):
                self._inbox.put(reply)
        except StoppedError:
            pass
        except Exception as error:  # noqa: BLE001 - raised again by the thread that collects
            self._inbox.put(error)
        self._inbox.put(None)


def _silent(done: int, total: int) -> None:
    pass
