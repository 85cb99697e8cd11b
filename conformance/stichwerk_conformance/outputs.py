"""The files a run is told in: JSON, JUnit, HTML, Markdown, badge."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from typing import IO, Any, TypeVar

import click

from stichwerk_conformance.command_line import WrongUseError
from stichwerk_conformance.explain import Explainer
from stichwerk_conformance.json_text import Json
from stichwerk_conformance.report import report
from stichwerk_conformance.runner import Run

FORMS = {
    "json": "a JSON report",
    "junit": "JUnit XML",
    "html": "the report as one HTML page",
    "markdown": "a Markdown summary",
    "badge": "a badge for shields.io",
}
"""Option -> what is written."""

_Command = TypeVar("_Command", bound=Callable[..., Any])


def output_options(command: _Command) -> _Command:
    """--json, --junit, --html, --markdown, --badge; the command gets `json_file`, `junit_file` and so on."""
    for form, what in reversed(FORMS.items()):
        command = click.option(
            f"--{form}",
            f"{form}_file",
            metavar="FILE",
            type=click.Path(dir_okay=False, allow_dash=True),
            help=f"Write {what} to this file; - is standard output.",
        )(command)
    return command


@contextmanager
def opened(files: Mapping[str, str | None]) -> Iterator[Mapping[str, IO[str]]]:
    """The streams for the forms wanted; a usage error for a file that cannot be written.

    They are opened before the run: a program must not be asked for minutes before its report turns out to have no
    place.
    """
    wanted = {form: file for form, file in files.items() if file is not None}
    if list(wanted.values()).count("-") > 1:
        raise WrongUseError("only one report can go to standard output")
    with ExitStack() as stack:
        streams = {}
        for form, file in wanted.items():
            try:
                stream = click.open_file(file, "w", encoding="utf-8", errors="backslashreplace")
            except OSError as error:
                raise WrongUseError(f"cannot write {file}: {error.strerror}") from None
            streams[form] = stack.enter_context(stream)
        yield streams


def write(
    streams: Mapping[str, IO[str]], run: Run, explainer: Explainer, options: Mapping[str, Json], hashed: str
) -> None:
    """Write every form that has a stream; a usage error where one does not take it, for want of room perhaps."""
    if not streams:
        return
    document = report(run, explainer, options, hashed)
    for form, stream in streams.items():
        text = _text(form, document, run, explainer)
        try:
            stream.write(text)
            stream.flush()
        except BrokenPipeError:
            raise  # whoever reads has had enough; click ends the command for that
        except OSError as error:
            with suppress(OSError):
                stream.close()
            raise WrongUseError(f"cannot write {FORMS[form]}: {error.strerror}") from None


def _text(form: str, document: Mapping[str, Any], run: Run, explainer: Explainer) -> str:
    match form:
        case "junit":
            from stichwerk_conformance.junit import junit

            return junit(document)
        case "html":
            from stichwerk_conformance.html import html

            return html(document, run.results, explainer)
        case "markdown":
            from stichwerk_conformance.markdown import markdown

            return markdown(document)
        case "badge":
            from stichwerk_conformance.badge import badge

            return json.dumps(badge(document), ensure_ascii=False) + "\n"
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"
