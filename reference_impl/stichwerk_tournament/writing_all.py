"""All files of a tournament, made from its plan and written into its folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from stichwerk.errors import SpecError
from stichwerk_tournament import blank as blank_lists
from stichwerk_tournament.folder import LISTS, PLAN, File, Report, tidy, written
from stichwerk_tournament.pages import plan_html
from stichwerk_tournament.plan import as_bytes
from stichwerk_tournament.readme import readme
from stichwerk_tournament.sheets import sheets_html

if TYPE_CHECKING:
    from stichwerk.rules import Rules
    from stichwerk_tournament.blank import Blank
    from stichwerk_tournament.names import Names
    from stichwerk_tournament.planning import Planned

__all__ = ["Outcome", "write_all"]

_LANGUAGES = ("de", "en", "es")


@dataclass(frozen=True, slots=True)
class Outcome:
    """no_pdf: why PDFs could not be made, empty where they could; instead: the pages that lie there for them."""

    report: Report
    no_pdf: str
    instead: tuple[str, ...]


def write_all(found: Planned, rules: Rules, folder: Path, lang: str) -> Outcome:
    """Write what is missing or has changed. SpecError where a file cannot be written.

    The plan comes first, so that a run that is killed can be completed; where there is one already, it comes last, for
    the lists made from it are told from those worked on by it.
    """
    no_pdf = _without_pdf()
    ending = "html" if no_pdf else "pdf"
    plan = File(PLAN, lambda: as_bytes(found.plan))
    others = [*_lists(found, rules, lang), *_printed(found, rules, lang, ending)]
    files = [plan, *others] if found.before is None else [*others, plan]
    tidy(folder, [file.name for file in files])
    return Outcome(written(folder, files), no_pdf, ("plan.html", "lists.html", "leaflet.html") if no_pdf else ())


def _without_pdf() -> str:
    from stichwerk_rulebook.printing import press

    try:
        press.pdf("<!DOCTYPE html><html lang='de'><head><title>-</title></head><body></body></html>")
    except SpecError as error:
        return str(error)
    return ""


def _printed(found: Planned, rules: Rules, lang: str, ending: str) -> Iterator[File]:
    from stichwerk_rulebook.book import book
    from stichwerk_rulebook.printing import leaflet_html, pdf
    from stichwerk_rulebook.printing.press import fitted_leaflet

    plan = found.plan
    yield File("README.md", lambda: readme(plan, rules, ending, lang))
    yield File("plan.html", lambda: plan_html(plan, rules, lang).encode())
    the_book = book(rules.id, rules.options, lang)
    if ending == "html":
        yield File("lists.html", lambda: sheets_html(plan, rules, lang).encode())
        yield File("leaflet.html", lambda: leaflet_html(the_book).encode())
        return
    yield File("plan.pdf", lambda: pdf(plan_html(plan, rules, lang)))
    yield File("lists.pdf", lambda: pdf(sheets_html(plan, rules, lang)))
    yield File("leaflet.pdf", lambda: fitted_leaflet(the_book)[0])


def _lists(found: Planned, rules: Rules, lang: str) -> Iterator[File]:
    names = blank_lists.names_of(found.plan)
    known = [names, blank_lists.names_of(found.before or {})]
    for blank in blank_lists.blanks(found.plan, rules):
        for ending, make in (("yaml", blank_lists.as_yaml), ("csv", blank_lists.as_csv)):
            yield File(
                f"{LISTS}/{blank.name}.{ending}",
                _made(make, blank, names, lang),
                _never_touched(make, blank, known),
            )


Make = Callable[["Blank", "Names", str], bytes]


def _made(make: Make, blank: Blank, names: Names, lang: str) -> Callable[[], bytes]:
    return lambda: make(blank, names, lang)


def _never_touched(make: Make, blank: Blank, known: list[Names]) -> Callable[[bytes], bool]:
    """Is a list as this program has written it, in whatever language, with the names of now or of before?"""
    return lambda data: any(data == make(blank, names, lang) for names in known for lang in _LANGUAGES)
