"""The page of changes: a table for each edition, by kind, with links that lead to the clauses."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from stichwerk.library import Library, shipped
from stichwerk.resolve import resolve_ruleset
from stichwerk_rulebook.book import book
from stichwerk_rulebook.site.markup import plain
from stichwerk_rulebook.site.page import Site
from stichwerk_rulebook.site.pages import changes
from stichwerk_rulebook.words import words_of

LANGUAGES = ("de", "en", "es")


def text(word: str) -> dict[str, str]:
    return {language: f"{word} ({language})" for language in LANGUAGES}


VALUE: dict[str, Any] = {
    "language": 1,
    "coming": [{"kind": "editorial", "rulesets": ["bummerl"], "text": text("comma")}],
    "editions": [
        {
            "id": "2027-03",
            "date": "2027-03-02",
            "version": "0.2.0",
            "title": {"de": "März", "en": "March", "es": "Marzo"},
            "rulesets": {"bummerl": {"hash": f"sha256:{'2' * 64}", "choices": f"sha256:{'3' * 64}"}},
            "changes": [
                {"kind": "editorial", "rulesets": ["bummerl"], "text": text("dash")},
                {
                    "kind": "substantive",
                    "rulesets": ["bummerl", "vanished"],
                    "clauses": ["deal.packets", "with.option"],
                    "dropped": ["old.clause"],
                    "text": text("deal"),
                },
            ],
        },
        {
            "id": "2026-11",
            "date": "2026-11-30",
            "version": "0.1.0",
            "title": {"de": "November", "en": "November", "es": "Noviembre"},
            "text": text("first"),
            "rulesets": {
                name: {"hash": f"sha256:{'1' * 64}", "choices": f"sha256:{'1' * 64}"}
                for name in ("bummerl", "vanished")
            },
        },
    ],
}


class Told(Library):
    """The shipped spec with another history."""

    def changes(self) -> dict[str, Any]:
        return VALUE


def page(language: str) -> str:
    (found,) = changes.pages(Site(language, Told(), ()))
    assert found.path == "changes.md"
    return found.text


def rows(part: str) -> list[list[str]]:
    lines = [line for line in part.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def sections(language: str) -> dict[str, str]:
    """Anchor -> what stands under it."""
    pieces = re.split(r"^## .* \{ #(\S+) \}$", page(language), flags=re.MULTILINE)
    return dict(zip(pieces[1::2], pieces[2::2], strict=True))


def test_what_is_coming_stands_before_the_editions_and_the_newest_before_the_others() -> None:
    assert list(sections("de")) == ["coming", "edition-2027-03", "edition-2026-11"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_substantive_changes_come_first(language: str) -> None:
    first, second = rows(sections(language)["edition-2027-03"])[:2]
    say = words_of("changes")
    assert first[0] == f"**{say['substantive'][language]}**"
    assert second[0] == f"**{say['editorial'][language]}**"
    assert first[1] == f"deal ({language})"
    assert second[3] == "–"


def test_a_clause_is_named_by_its_number_and_linked() -> None:
    (clause,) = [one for one in book("bummerl", language="en").clauses if one.id == "deal.packets"]
    cell = rows(sections("en")["edition-2027-03"])[0][3]
    assert f"[{plain(clause.number)}" in cell
    assert "](rules/bummerl.md#deal.packets)" in cell


def test_what_has_no_page_is_named_without_a_link() -> None:
    books, clauses = rows(sections("en")["edition-2027-03"])[0][2:4]
    assert books == "[Bummerl](rules/bummerl.md), `vanished`"
    assert "`with.option` (with an option)" in clauses
    assert "dropped: `old.clause`" in clauses


def test_dates_are_written_as_people_write_them() -> None:
    assert "2. März 2027" in sections("de")["edition-2027-03"]
    assert "2 March 2027" in sections("en")["edition-2027-03"]
    assert "2 de marzo de 2027" in sections("es")["edition-2027-03"]


def test_an_edition_lists_what_it_held_with_hashes() -> None:
    held = sections("de")["edition-2026-11"]
    assert "first (de)" in held
    assert "<summary>2 Regelbücher dieser Ausgabe</summary>" in held
    assert rows(held) == [
        ["[Bummerl](rules/bummerl.md)", f"`sha256:{'1' * 16}…`"],
        ["`vanished`", f"`sha256:{'1' * 16}…`"],
    ]


def test_without_coming_changes_there_is_no_chapter_for_them() -> None:
    (found,) = changes.pages(Site("de", shipped(), ()))
    assert ("{ #coming }" in found.text) == bool(shipped().changes().get("coming"))


def test_programs_get_the_same_with_whole_hashes() -> None:
    (asset,) = changes.assets(Site("de", shipped(), ()))
    assert asset.path == "v1/changes.json"
    newest = json.loads(asset.content)["editions"][0]
    assert newest["rulesets"]["bummerl"]["hash"] == resolve_ruleset("bummerl")["hash"]


def test_every_word_of_the_page_is_there_in_each_language() -> None:
    assert {key for key, entry in words_of("changes").items() if set(entry) != set(LANGUAGES)} == set()
