"""All files of a tournament, made from its plan and written into its folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from stichwerk.errors import SpecError
from stichwerk_rulebook.book import book
from stichwerk_rulebook.printing import leaflet_html
from stichwerk_tournament import blank as blank_lists
from stichwerk_tournament.folder import LISTS, PLAN, File, Report, tidy, written
from stichwerk_tournament.pages import plan_html
from stichwerk_tournament.plan import as_bytes
from stichwerk_tournament.pressing import Press
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
    plan = File(PLAN, lambda: as_bytes(found.plan))
    with Press() as press:
        pdfs = _pdfs(found, rules, lang, press)
        no_pdf = _why_not(pdfs)
        printed = _pages(found, rules, lang) if no_pdf else pdfs
        others = [*_lists(found, rules, lang), *_texts(found, rules, lang, "html" if no_pdf else "pdf"), *printed]
        files = [plan, *others] if found.before is None else [*others, plan]
        tidy(folder, [file.name for file in files])
        report = written(folder, files)
    return Outcome(report, no_pdf, ("plan.html", *(file.name for file in printed)) if no_pdf else ())


def _why_not(pdfs: list[File]) -> str:
    """Why PDFs cannot be made, told by the first of them; empty where they can."""
    try:
        pdfs[0].make()
    except SpecError as error:
        return str(error)
    return ""


def _texts(found: Planned, rules: Rules, lang: str, ending: str) -> Iterator[File]:
    yield File("README.md", lambda: readme(found.plan, rules, ending, lang))
    yield File("plan.html", lambda: plan_html(found.plan, rules, lang).encode())


def _pages(found: Planned, rules: Rules, lang: str) -> list[File]:
    """What is printed from a browser where there are no PDFs."""
    return [
        File("lists.html", lambda: sheets_html(found.plan, rules, lang).encode()),
        File("leaflet.html", lambda: leaflet_html(book(rules.id, rules.options, lang, library=rules.library)).encode()),
    ]


def _pdfs(found: Planned, rules: Rules, lang: str, press: Press) -> list[File]:
    """The PDFs. They are being made from now on, beside everything else."""
    plan = press.page(plan_html(found.plan, rules, lang))
    leaflet = press.leaflet(rules, lang)
    lists = press.page(sheets_html(found.plan, rules, lang))
    return [File("plan.pdf", plan.result), File("lists.pdf", lists.result), File("leaflet.pdf", leaflet.result)]


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
