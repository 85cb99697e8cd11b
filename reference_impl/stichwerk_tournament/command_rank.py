"""`stichwerk tournament rank`: the players by the points of all their lists."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from stichwerk.cli.options import language, settings, spec, written_as
from stichwerk_tournament.command_check import lists_asked_for

if TYPE_CHECKING:
    from stichwerk.library import Library
    from stichwerk_tournament.gathering import Gathered
    from stichwerk_tournament.ranking_out import Ranking

__all__ = ["rank"]

_FORMATS = ("text", "csv", "html", "pdf", "json", "md")
_ENDINGS = {".txt": "text", ".csv": "csv", ".html": "html", ".htm": "html", ".pdf": "pdf", ".json": "json", ".md": "md"}


@click.command(short_help="Rank the players over all their lists.")
@lists_asked_for
@click.option("--ruleset", help="Check by this ruleset. [default: the one that the plan or the list names]")
@settings
@language("that of the plan, else German")
@click.option("--provisional", is_flag=True, help="Rank although lists are missing or not finished, and say so.")
@click.option(
    "--format", "form", type=click.Choice(_FORMATS),
    help="What is written. [default: what the name of FILE ends with, else text]",
)  # fmt: skip
@click.option("-o", "--output", metavar="FILE", help="Write to this file; - is standard output, the default.")
@spec
@click.pass_context
def rank(  # noqa: PLR0913 -- click hands every option over by name
    ctx: click.Context, *, lists: tuple[Path, ...], ruleset: str | None, chosen: dict[str, str], lang: str | None,
    provisional: bool, form: str | None, output: str | None, library: Library | None,
) -> None:  # fmt: skip
    """Rank the players over all LISTs, with shared places and the points of every round.

    A LIST is a file, YAML, JSON or the CSV of a spreadsheet, or a folder with such files. All are checked first: ends
    with 1, and ranks nobody, when one is wrong or not finished. A PDF needs WeasyPrint: pip install 'stichwerk[print]'.
    """
    from stichwerk.writing import write_whole
    from stichwerk_tournament.beside import language_beside
    from stichwerk_tournament.gathering import Asked, gather
    from stichwerk_tournament.ranking_out import ranking_of
    from stichwerk_tournament.texts import words

    target = None if output in (None, "-") else output
    form = written_as(form, output, _ENDINGS, "text")
    lang = lang or language_beside(lists) or "de"
    found = gather(lists, Asked(ruleset, chosen, lang, library))
    if code := _refused(found, lang):
        ctx.exit(code)
    ranking = ranking_of(found, lang)
    if ranking.open and not provisional:
        _refuse("refused_unfinished", lang, ranking.open)
        ctx.exit(1)
    data = _made(ranking, form, lang)
    if target is not None:
        write_whole(Path(target), click.unstyle(data).encode() if isinstance(data, str) else data)
        key = "written_provisional" if ranking.open else "written"
        click.echo(words("rank", lang)(key, file=target, count=len(ranking.rows)))
    else:
        click.echo(data, nl=False)


def _refused(found: Gathered, lang: str) -> int:
    """The exit code with which these lists cannot be ranked, 0 when they can; what is wrong with them is told."""
    from stichwerk_tournament.telling import Teller

    for one in found.lists:
        if one.wrong:
            click.echo("\n".join(Teller(lang).listed(one)), err=True)
    if found.unreadable:
        _refuse("refused_unreadable", lang, [str(error) for error in found.unreadable])
        return 2
    if any(one.wrong for one in found.lists):
        _refuse("refused_wrong", lang)
        return 1
    return 0


def _refuse(key: str, lang: str, reasons: tuple[str, ...] | list[str] = ()) -> None:
    from stichwerk_tournament.texts import words

    for reason in reasons:
        click.echo(reason, err=True)
    click.echo(words("rank", lang)(key), err=True)


def _made(ranking: Ranking, form: str, lang: str) -> str | bytes:
    from stichwerk_tournament import ranking_out

    match form:
        case "csv":
            return ranking_out.as_csv(ranking, lang)
        case "json":
            return (json.dumps(ranking_out.as_json(ranking), ensure_ascii=False, indent=1) + "\n").encode()
        case "md":
            return ranking_out.as_markdown(ranking, lang).encode()
        case "html":
            return ranking_out.as_html(ranking, lang).encode()
        case "pdf":
            from stichwerk_rulebook.printing import pdf

            return pdf(ranking_out.as_html(ranking, lang))
        case _:
            return ranking_out.as_text(ranking, lang)
