"""`stichwerk show`: the rulebook of a ruleset."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import click

from .clauses import grounds, sentence
from .options import echo_json, language, settings, spec
from .screen import wrapped
from .texts import say

if TYPE_CHECKING:
    from stichwerk.library import Library


@click.command(short_help="Show the rulebook of a ruleset with its options.")
@click.argument("ruleset")
@settings
@language("the one the rules are written in first")
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True,
    help="The rulebook as text, or the resolved document as JSON.",
)  # fmt: skip
@spec
def show(ruleset: str, chosen: dict[str, str], lang: str | None, form: str, library: Library | None) -> None:
    """Show the rulebook of RULESET as it is with the options chosen.

    Every clause comes with its number, what it rests on, and a mark when the sources leave it open. The hash at the end
    is that of the rules: two texts with the same hash are played alike.
    """
    from stichwerk.library import shipped
    from stichwerk.resolve import resolve_ruleset

    library = library or shipped()
    document = resolve_ruleset(ruleset, chosen, library=library)
    if form == "json":
        echo_json(document)
        return
    for line in rulebook(document, library, lang or document["authentic"]):
        click.echo(line)


def rulebook(document: Mapping[str, Any], library: Library, lang: str) -> Iterator[str]:
    """The lines of the rulebook."""
    head = library.header(document["id"])
    known = library.sources()
    yield click.style(document["title"][lang], bold=True)
    follows = document["follows"]
    where = "" if follows is None else ", " + say(lang, "follows", source=_source(follows, known, lang))
    yield wrapped(f"{say(lang, 'ruleset')} {document['id']}{where}")
    if "summary" in head:
        yield ""
        yield wrapped(head["summary"][lang])
    if document["options"]:
        yield ""
        yield click.style(say(lang, "options"), bold=True)
        yield from _options(document, library, lang)
    clauses = document["clauses"]
    for section in document["sections"]:
        inside = [clause for clause in clauses if clause["section"] == section["id"]]
        yield ""
        yield click.style(f"{inside[0]['number'].split('.')[0]}  {section['title'][lang]}", bold=True)
        for clause in inside:
            yield from _clause(clause, lang)
    cited = sorted({source["id"] for clause in clauses for source in clause["sources"]})
    yield ""
    yield click.style(say(lang, "sources"), bold=True)
    for source in cited:
        yield wrapped(known[source]["title"][lang] if source in known else "?", indent="    ", first=f"  {source} ")
    yield ""
    yield document["hash"]


def _source(source: str, known: Mapping[str, Any], lang: str) -> str:
    return f"{source} ({known[source]['title'][lang]})" if source in known else source


def _options(document: Mapping[str, Any], library: Library, lang: str) -> Iterator[str]:
    """Each option with what was chosen, and below it what else could be."""
    from stichwerk.resolve import options_of

    for name, option in options_of(document["id"], library=library).items():
        titles = {choice["id"]: choice["title"][lang] for choice in option["choices"]}
        chosen = document["options"][name]
        fixed = f" ({say(lang, 'fixed')})" if name in document["fixed"] else ""
        value = click.style(f"{name}={chosen}", fg="cyan")
        yield wrapped(f"{option['title'][lang]}: {titles[chosen]}{fixed}", indent="    ", first=f"  {value}  ")
        others = ", ".join(f"{choice} ({title})" for choice, title in titles.items() if choice != chosen)
        if others and not fixed:
            yield click.style(wrapped(say(lang, "also", choices=others), indent="    "), dim=True)


def _clause(clause: Mapping[str, Any], lang: str) -> Iterator[str]:
    number = clause["number"]
    indent = " " * (len(number) + 2)
    yield wrapped(sentence(clause, lang), indent=indent, first=click.style(number, fg="yellow") + "  ")
    status = "" if clause["status"] == "attested" else say(lang, f"status_{clause['status']}")
    notes = "; ".join(filter(None, (grounds(clause, lang), status)))
    if notes:
        yield click.style(wrapped(f"[{notes}]", indent=indent), dim=True)
