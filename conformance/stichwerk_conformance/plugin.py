"""The cases of the suite as items of pytest, for those who write a program in Python.

    pytest --stichwerk-python mygame.adapter:answer
    pytest --stichwerk-command "node adapter.js" --stichwerk-profile melds

It does nothing unless it is asked to, and imports nothing until then: every run of pytest where Stichwerk is
installed loads this module.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from stichwerk_conformance.cases import Case
    from stichwerk_conformance.claims import Claims
    from stichwerk_conformance.replies import Reply
    from stichwerk_conformance.results import Result
    from stichwerk_conformance.single import Asked

_CHOICES = {
    "ruleset": ("ID", "Only the cases of this ruleset."),
    "set": ("OPTION=CHOICE", "Only the cases that are played with this choice, by default or not."),
    "profile": ("NAME", "Only the questions of this profile."),
    "clause": ("ID", "Only the cases of this clause and of those below."),
    "case": ("ID", "Only this case."),
}
_REPEATED = ("vectors", "timeout", "lang", "python")
"""What must be said again to repeat a case with `stichwerk verify`."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options of the plugin. What narrows the choice may be given several times, as with `stichwerk verify`."""
    group = parser.getgroup("stichwerk", "conformance suite of the marriage card games")
    group.addoption("--stichwerk-python", metavar="MODULE:OBJECT", help="Ask this object all cases of the suite.")
    group.addoption("--stichwerk-command", metavar="COMMAND", help="Ask the program this command starts.")
    for name, (metavar, told) in _CHOICES.items():
        group.addoption(f"--stichwerk-{name}", metavar=metavar, action="append", default=[], help=told)
    group.addoption("--stichwerk-known-failures", metavar="FILE", help="Cases that may fail (xfail) and must not pass.")
    group.addoption("--stichwerk-timeout", metavar="S", type=float, default=10.0, help="Seconds for one answer.")
    group.addoption(
        "--stichwerk-lang", choices=["de", "en", "es"], default="en", help="Language of the clauses in failures."
    )
    group.addoption("--stichwerk-vectors", metavar="PATH", help="Take the cases from this file or folder.")


@dataclass(frozen=True)
class _Suite:
    """What is asked: the cases chosen, all cases by id, and those known to fail, each with the reason."""

    chosen: tuple[Case, ...]
    cases: Mapping[str, Case]
    known: Mapping[str, str]


_SUITE = pytest.StashKey[_Suite]()


def pytest_configure(config: pytest.Config) -> None:
    """Read the suite where it is asked for; a usage error for a choice that cannot be made.

    This is done in every process of pytest-xdist. The first one collects nothing, but is the only one that can say
    what is wrong.
    """
    python, command = config.getoption("--stichwerk-python"), config.getoption("--stichwerk-command")
    if python and command:
        raise pytest.UsageError("--stichwerk-python and --stichwerk-command cannot both name the program")
    try:
        shlex.split(command or "")
    except ValueError as error:
        raise pytest.UsageError(f"--stichwerk-command cannot be split into words: {error}") from None
    if python or command:
        config.stash[_SUITE] = _suite(config)


def _suite(config: pytest.Config) -> _Suite:
    import click

    from stichwerk.cli.options import read_settings
    from stichwerk.errors import SpecError
    from stichwerk.files import vectors_dir
    from stichwerk_conformance.cases import ASKS, read_cases
    from stichwerk_conformance.known_failures import read_known_failures
    from stichwerk_conformance.runner import Selection
    from stichwerk_conformance.selecting import select

    names = {name: frozenset[str](config.getoption(f"--stichwerk-{name}")) for name in _CHOICES}
    vectors, known = config.getoption("--stichwerk-vectors"), config.getoption("--stichwerk-known-failures")
    if unknown := sorted(names["profile"].difference(ASKS)):
        raise pytest.UsageError(f"there is no profile {unknown[0]}; there are {', '.join(ASKS)}")
    if config.getoption("--stichwerk-timeout") <= 0:
        raise pytest.UsageError("--stichwerk-timeout must be more than 0 seconds")
    try:
        cases = {case.id: case for case in read_cases(Path(vectors) if vectors else vectors_dir())}
        selection = Selection(
            names["ruleset"], names["profile"], names["clause"], names["case"], read_settings(names["set"])
        )
        chosen = select([*cases.values()], selection)
        return _Suite(tuple(chosen), cases, read_known_failures(Path(known), cases) if known else {})
    except click.UsageError as error:
        raise pytest.UsageError(error.format_message()) from None
    except (SpecError, OSError) as error:
        raise pytest.UsageError(f"the suite cannot be used: {error}") from None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Add the cases, before -k and the like choose among all items."""
    suite = config.stash.get(_SUITE, None)
    if suite is not None:
        program = _Program(config, suite)
        config.add_cleanup(program.close)
        items.extend(_Cases.from_parent(session, name="stichwerk", nodeid="stichwerk", program=program).collect())


class _Program:
    """The program under test, started for its first case."""

    def __init__(self, config: pytest.Config, suite: _Suite) -> None:
        self.suite = suite
        self._python: str | None = config.getoption("--stichwerk-python")
        self._command = shlex.split(config.getoption("--stichwerk-command") or "")
        self._options = {name: config.getoption(f"--stichwerk-{name}") for name in _REPEATED}
        self._asked: Asked | None = None
        self._claims: Claims | None = None
        self._why_not = ""
        self._of_pairs: dict[str, Reply] = {}

    def result(self, case: Case) -> Result:
        """What the case comes to, in the light of its pair and of the known failures."""
        from stichwerk_conformance.clauses import chosen_options
        from stichwerk_conformance.results import expected_to_fail, judge, not_claimed
        from stichwerk_conformance.session import StartError
        from stichwerk_conformance.twins import beside_its_pair

        if self._why_not:
            pytest.fail(self._why_not, pytrace=False)
        try:
            asked, claims = self._started()
            if why := claims.why_not(case, chosen_options):
                return not_claimed(case, why)
            if not case.pair:
                return expected_to_fail(judge(case, asked.ask(case.question)), self.suite.known)
            one, other = (self._of_a_pair(asked, each) for each in (case, self.suite.cases[case.pair]))
            return expected_to_fail(beside_its_pair(judge(case, one), other), self.suite.known)
        except StartError as error:
            self._why_not = f"the program could not be run: {error}\n{error.stderr}"
            pytest.fail(self._why_not, pytrace=False)

    def _started(self) -> tuple[Asked, Claims]:
        from stichwerk_conformance.single import program_of

        if self._asked is None or self._claims is None:
            self._asked = program_of(self._command, self._python, self._options["timeout"])
            _, self._claims = self._asked.open()
        return self._asked, self._claims

    def _of_a_pair(self, asked: Asked, case: Case) -> Reply:
        """The reply to a case of a pair: whichever is asked first asks both, wherever the other one is run."""
        if case.id not in self._of_pairs:
            self._of_pairs[case.id] = asked.ask(case.question)
        return self._of_pairs[case.id]

    def close(self) -> None:
        """End the program."""
        if self._asked is not None:
            self._asked.close()

    def told(self, result: Result) -> str:
        """A failure as `verify` tells it."""
        from stichwerk_conformance.explain import Explainer
        from stichwerk_conformance.terminal import failure_text
        from stichwerk_conformance.verify import repeat_options

        return failure_text(result, Explainer(self._options["lang"], self._command, repeat_options(self._options)))


class _Cases(pytest.Collector):
    """The cases chosen."""

    def __init__(self, *, program: _Program, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._program = program

    def collect(self) -> Iterable[pytest.Item]:
        for case in self._program.suite.chosen:
            yield _CaseItem.from_parent(self, name=case.id, case=case, program=self._program)


class _FailureError(Exception):
    def __init__(self, result: Result) -> None:
        super().__init__(result.message)
        self.result = result


class _CaseItem(pytest.Item):
    """One case."""

    def __init__(self, *, case: Case, program: _Program, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._case, self._program = case, program
        # Rulesets, profiles and clauses are found by -k as the id is.
        self.extra_keyword_matches.update({case.ruleset, case.profile, case.ask, *case.clauses})

    def runtest(self) -> None:
        from stichwerk_conformance.results import Status

        result = self._program.result(self._case)
        if result.status is Status.NOT_CLAIMED:
            pytest.skip(result.message)
        if result.status is Status.KNOWN_FAILURE:
            pytest.xfail(result.known or "known failure")  # returns with --runxfail: then it is a failure like others
        if result.status is not Status.PASSED:
            raise _FailureError(result)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], *args: Any, **kwargs: Any) -> Any:
        """A failure as a player reads it, not as a traceback of the suite."""
        if isinstance(excinfo.value, _FailureError):
            return self._program.told(excinfo.value.result)
        return super().repr_failure(excinfo, *args, **kwargs)

    def reportinfo(self) -> tuple[Path | str, int | None, str]:
        """Where the case stands, and its id."""
        return self._case.place.file, self._case.place.line - 1, f"stichwerk: {self._case.id}"
