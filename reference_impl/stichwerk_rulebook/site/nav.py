"""The order of the pages in the navigation, under titles in the language of the site."""

from __future__ import annotations

from typing import Any

from stichwerk_rulebook.site.families import name_of
from stichwerk_rulebook.site.pages.rulebook import parent_of
from stichwerk_rulebook.site.stage import Staged
from stichwerk_rulebook.words import words

__all__ = ["navigation"]

REFERENCE = ("glossary.md", "rulings.md", "sources.md", "changes.md")
PROGRAMS = ("implementers.md", "protocol.md", "vectors.md")

Entry = dict[str, Any]


def navigation(staged: Staged) -> list[Entry]:
    """`nav` as mkdocs reads it: every staged page stands in it once."""
    say = words("site", staged.site.language)
    known = staged.pages
    tree: list[tuple[str, list[Any]]] = [
        (say("rulebooks"), ["rules/index.md", *_families(staged)]),
        (say("comparison"), ["compare/index.md", *_below(staged, "compare/")]),
        (say("reference"), list(REFERENCE)),
        (
            say("programs"),
            [
                *PROGRAMS,
                {say("language"): ["language.md", *_below(staged, "language/")]},
                {say("cases"): ["cases/index.md", *_cases(staged)]},
                _decisions(staged),
            ],
        ),
    ]
    entries: list[Entry] = [{title: _existing(children, known)} for title, children in tree]
    if "configure.md" in known:
        entries.insert(1, {say("configurator"): "configure.md"})
    if "tournament.md" in known:
        entries.insert(-1, {say("tournament"): "tournament.md"})
    home: Entry = {say("home"): "index.md"}
    return [home, *(entry for entry in entries if all(entry.values()))]


def _existing(children: list[Any], known: dict[str, Any]) -> list[Any]:
    """The entries without pages that are not there, and without chapters that have none."""
    kept: list[Any] = []
    for child in children:
        if isinstance(child, str):
            kept += [child] if child in known else []
        else:
            inside = {title: _existing(below, known) for title, below in child.items()}
            kept += [inside] if all(inside.values()) else []
    return kept


def _families(staged: Staged) -> list[Entry]:
    return [
        {name_of(family, staged.site.language): [f"rules/{name}.md" for name in _by_parent(staged, family)]}
        for family in staged.site.families
    ]


def _by_parent(staged: Staged, family: str) -> list[str]:
    """The rulesets of a family, each followed by its variants."""
    site = staged.site
    names = [name for name in site.rulesets if site.library.header(name)["family"] == family]
    return sorted(names, key=lambda name: (parent_of(site, name) or name, parent_of(site, name) is not None, name))


def _cases(staged: Staged) -> list[str]:
    """The cases in the order of the rulebooks."""
    return [f"cases/{name}.md" for family in staged.site.families for name in _by_parent(staged, family)]


def _below(staged: Staged, folder: str) -> list[str]:
    return sorted(path for path in staged.pages if path.startswith(folder) and path != f"{folder}index.md")


def _decisions(staged: Staged) -> Entry:
    say = words("site", staged.site.language)
    return {say("decisions"): ["decisions/index.md", *_below(staged, "decisions/")]}
