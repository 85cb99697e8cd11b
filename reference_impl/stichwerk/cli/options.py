"""What several commands share: --set, --lang, --spec, --json."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from stichwerk.prose import LANGUAGES

if TYPE_CHECKING:
    from stichwerk.library import Library

F = TypeVar("F", bound=Callable[..., Any])


def read_settings(entries: Iterable[str]) -> dict[str, str]:
    """["players=4"] -> {"players": "4"}; a usage error for what is badly written or said twice."""
    chosen: dict[str, str] = {}
    for entry in entries:
        name, equals, choice = (part.strip() for part in entry.partition("="))
        if not (name and equals and choice):
            raise click.BadParameter(f"{entry!r} is not OPTION=CHOICE, such as players=4")
        if chosen.setdefault(name, choice) != choice:
            raise click.BadParameter(f"{name} is set to {chosen[name]} and to {choice}")
    return chosen


def settings(command: F) -> F:
    """--set OPTION=CHOICE, as often as wanted; the command gets `chosen`, option -> choice."""
    return click.option(
        "--set", "chosen", multiple=True, metavar="OPTION=CHOICE",
        callback=lambda _ctx, _param, entries: read_settings(entries),
        help="Choose an option of the ruleset, such as players=4; may be given several times.",
    )(command)  # fmt: skip


def language(default: str) -> Callable[[F], F]:
    """--lang de|en|es; the command gets `lang`, None when it was not given."""
    return click.option("--lang", type=click.Choice(LANGUAGES), help=f"Language of the texts. [default: {default}]")


def spec(command: F) -> F:
    """--spec DIR: look for rulesets there first; the command gets `library`, None for what is shipped."""
    return click.option(
        "--spec", "library", type=click.Path(exists=True, file_okay=False, path_type=Path),
        callback=lambda _ctx, _param, folder: _library(folder),
        help="Look for rulesets and packs in this folder first.",
    )(command)  # fmt: skip


def _library(folder: Path | None) -> Library | None:
    if folder is None:
        return None
    from stichwerk.library import Library

    return Library([folder])


def written_as(form: str | None, output: str | None, endings: Mapping[str, str], usual: str) -> str:
    """What is written: what was asked for, else what the name of the file ends with, else `usual`.

    output: None or - is standard output; endings: ending -> form, the common ending of a form first. A usage error for
    an ending that nobody knows, and for a PDF that would go to a terminal.
    """
    target = None if output in (None, "-") else output
    found = form or (_form_of(target, endings) if target else usual)
    if found == "pdf" and target is None and (output is None or sys.stdout.isatty()):
        raise click.UsageError("a PDF is written to a file: name one with -o, such as -o print.pdf")
    return found


def _form_of(target: str, endings: Mapping[str, str]) -> str:
    ending = Path(target).suffix.lower()
    if ending not in endings:
        common = {form: ending for ending, form in reversed([*endings.items()])}
        *others, last = reversed([*common.values()])
        raise click.UsageError(
            f"{target!r} does not say in which format to write: give it the ending {', '.join(others)} or {last}, or "
            "use --format"
        )
    return endings[ending]


def as_json(what: str) -> Callable[[F], F]:
    """--json; the command gets `plain`."""
    return click.option("--json", "plain", is_flag=True, help=f"Print {what} as JSON.")


def echo_json(value: object) -> None:
    """Print a value as JSON in UTF-8, whatever the encoding of the terminal."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=1).encode("utf-8", "backslashreplace"))
