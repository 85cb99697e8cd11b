"""The cases of the suite as items of pytest, for those who write a program in Python.

    pytest --stichwerk-python mygame.adapter:answer
    pytest --stichwerk-command "node adapter.js" -k melds

It does nothing unless it is asked to, and imports nothing until then: every run of pytest where Stichwerk is
installed loads this module.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from stichwerk_conformance.cases import Case
    from stichwerk_conformance.claims import Claims
    from stichwerk_conformance.results import Result
    from stichwerk_conformance.single import Asked


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options of the plugin."""
    group = parser.getgroup("stichwerk", "conformance suite of the marriage card games")
    group.addoption("--stichwerk-python", metavar="MODULE:OBJECT", help="Ask this object all cases of the suite.")
    group.addoption("--stichwerk-command", metavar="COMMAND", help="Ask the program this command starts.")
    group.addoption("--stichwerk-ruleset", metavar="ID", action="append", help="Only the cases of this ruleset.")
    group.addoption("--stichwerk-timeout", metavar="S", type=float, default=10.0, help="Seconds for one answer.")
    group.addoption("--stichwerk-vectors", metavar="PATH", help="Take the cases from this file or folder.")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    """Add the cases, before -k and the like choose among all items."""
    python, command = config.getoption("--stichwerk-python"), config.getoption("--stichwerk-command")
    if python and command:
        raise pytest.UsageError("--stichwerk-python and --stichwerk-command cannot both name the program")
    if python or command:
        program = _Program(python, shlex.split(command or ""), config.getoption("--stichwerk-timeout"))
        config.add_cleanup(program.close)
        suite = _Suite.from_parent(session, name="stichwerk", nodeid="stichwerk", program=program)
        items.extend(suite.collect())


class _Program:
    """The program under test, started for its first case."""

    def __init__(self, python: str | None, command: list[str], timeout: float) -> None:
        self._python, self._command, self._timeout = python, command, timeout
        self._asked: Asked | None = None
        self._claims: Claims | None = None
        self._why_not = ""

    def result(self, case: Case) -> Result:
        from stichwerk_conformance.clauses import chosen_options
        from stichwerk_conformance.replies import Question
        from stichwerk_conformance.results import judge, not_claimed
        from stichwerk_conformance.session import StartError
        from stichwerk_conformance.single import program_of

        if self._why_not:
            pytest.fail(self._why_not, pytrace=False)
        try:
            if self._asked is None or self._claims is None:
                self._asked = program_of(self._command, self._python, self._timeout)
                _, self._claims = self._asked.open()
            if why := self._claims.why_not(case, chosen_options):
                return not_claimed(case, why)
            return judge(case, self._asked.ask(Question(case.id, case.method, case.params)))
        except StartError as error:
            self._why_not = f"the program could not be run: {error}\n{error.stderr}"
            pytest.fail(self._why_not, pytrace=False)

    def close(self) -> None:
        if self._asked is not None:
            self._asked.close()

    def told(self, result: Result) -> str:
        """A failure as `verify` tells it."""
        from stichwerk_conformance.explain import Explainer
        from stichwerk_conformance.terminal import failure_text

        options = ["--python", self._python] if self._python else []
        return failure_text(result, Explainer("en", self._command, options))


class _Suite(pytest.Collector):
    """All cases of the suite."""

    def __init__(self, *, program: _Program, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._program = program

    def collect(self) -> Iterable[pytest.Item]:
        from stichwerk.errors import SpecError
        from stichwerk.files import vectors_dir
        from stichwerk_conformance.cases import read_cases

        vectors = self.config.getoption("--stichwerk-vectors")
        wanted = self.config.getoption("--stichwerk-ruleset")
        try:
            cases = read_cases(Path(vectors) if vectors else vectors_dir())
        except SpecError as error:
            raise pytest.UsageError(f"the suite cannot be used: {error}") from None
        for case in cases:
            if not wanted or case.ruleset in wanted:
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
        if result.status is Status.FAILED:
            raise _FailureError(result)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], *args: Any, **kwargs: Any) -> Any:
        """A failure as a player reads it, not as a traceback of the suite."""
        if isinstance(excinfo.value, _FailureError):
            return self._program.told(excinfo.value.result)
        return super().repr_failure(excinfo, *args, **kwargs)

    def reportinfo(self) -> tuple[Path | str, int | None, str]:
        """Where the case stands, and its id."""
        return self._case.place.file, self._case.place.line - 1, f"stichwerk: {self._case.id}"
