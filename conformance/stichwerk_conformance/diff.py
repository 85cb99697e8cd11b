"""The command `diff`: what has changed between two reports.

Exit codes: 0 nothing got worse, 1 something did, 2 a file is no report.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import click

from stichwerk_conformance.json_text import printable, spelled
from stichwerk_conformance.report import ReportError, read_report

__all__ = ["Changes", "changes", "diff"]


@dataclass(frozen=True, slots=True)
class Changes:
    """The ids of the cases whose status has changed between two reports, and remarks on the reports.

    `newly_failing` failed in the new report only, `no_longer_asked` are not claimed any more; these two are what
    got worse. `appeared_failing` are those of the `appeared` that fail. `gone` are in the old report only.
    """

    newly_failing: tuple[str, ...]
    no_longer_asked: tuple[str, ...]
    newly_passing: tuple[str, ...]
    appeared: tuple[str, ...]
    appeared_failing: tuple[str, ...]
    gone: tuple[str, ...]
    remarks: tuple[str, ...]

    @property
    def worse(self) -> bool:
        """Whether something that was well is not any more."""
        return bool(self.newly_failing or self.no_longer_asked)


def changes(old: Mapping[str, Any], new: Mapping[str, Any]) -> Changes:
    """Compare two reports, as `read_report` gives them."""
    before = {result["case"]: result["status"] for result in old["results"]}
    after = {result["case"]: result["status"] for result in new["results"]}
    both = [case for case in after if case in before]
    appeared = tuple(case for case in after if case not in before)
    return Changes(
        newly_failing=tuple(case for case in both if _failed(after[case]) and not _failed(before[case])),
        no_longer_asked=tuple(case for case in both if after[case] == "not_claimed" and before[case] == "passed"),
        newly_passing=tuple(case for case in both if after[case] == "passed" and before[case] != "passed"),
        appeared=appeared,
        appeared_failing=tuple(case for case in appeared if _failed(after[case])),
        gone=tuple(case for case in before if case not in after),
        remarks=tuple(_remarks(old, new)),
    )


def _failed(status: str) -> bool:
    return status in {"failed", "known_failure"}


def _remarks(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    for name, document in (("old", old), ("new", new)):
        if not document["footer"]["complete"]:
            yield f"the {name} report is of a run that did not come to its end"
    if old["header"]["suite"] != new["header"]["suite"]:
        yield "the reports are of different suites: a case may have been corrected in between"
    names = [document["header"]["implementation"]["name"] for document in (old, new)]
    if names[0] != names[1]:
        yield f"the reports are of different programs: {names[0]}, {names[1]}"


@click.command(short_help="Compare two reports.")
@click.argument("old", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("new", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--json", "plain", is_flag=True, help="Print the changes as JSON.")
@click.pass_context
def diff(ctx: click.Context, /, *, old: Path, new: Path, plain: bool) -> None:
    """Compare two JSON reports of `stichwerk verify`.

    Prints the cases that newly fail, that are no longer asked, that newly pass, that appeared and that are gone.
    The exit code is 1 if something newly fails or is no longer asked, else 0.
    """
    found = changes(_read(old), _read(new))
    if plain:
        click.echo(spelled({**asdict(found), "worse": found.worse}).encode())
        ctx.exit(int(found.worse))
    for name, what in (
        ("newly_failing", "newly failing"),
        ("no_longer_asked", "no longer asked"),
        ("newly_passing", "newly passing"),
        ("appeared", "appeared"),
        ("gone", "gone"),
    ):
        cases: tuple[str, ...] = getattr(found, name)
        if cases:
            click.echo(f"{what}: {len(cases)}")
        for case in cases:
            failing = " (failing)" if case in found.appeared_failing else ""
            click.echo(f"  {printable(case)}{failing}")
    for remark in found.remarks:
        click.echo(f"remark: {printable(remark)}")
    click.echo("something got worse" if found.worse else "nothing got worse")
    ctx.exit(int(found.worse))


def _read(file: Path) -> Mapping[str, Any]:
    try:
        return read_report(file.read_text("utf-8"))
    except (ReportError, UnicodeDecodeError) as error:
        raise click.UsageError(f"{file}: {error}") from None
