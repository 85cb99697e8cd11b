"""The families on the site: what is written of them, and one of which nothing is written yet."""

from __future__ import annotations

from pathlib import Path

import pytest

from stichwerk.library import Library, shipped
from stichwerk_rulebook.site.families import about, in_order, name_of
from stichwerk_rulebook.site.page import Site
from stichwerk_rulebook.site.pages import home, rulebook

LANGUAGES = ("de", "en", "es")


def test_every_family_that_is_played_has_its_words_and_its_cards() -> None:
    for family in Site("de", shipped(), ()).families:
        written = about(family)
        assert all(set(written[key]) == set(LANGUAGES) for key in ("name", "intro", "caption"))
        pack = shipped().pack(written["pack"])
        codes = {suit["code"] + rank["code"] for suit in pack["suits"] for rank in pack["ranks"]}
        assert set(written["cards"]) <= codes


def test_families_stand_in_the_order_in_which_they_are_written_and_others_last() -> None:
    assert in_order(["guinote", "zwicker", "binokel", "alkort", "binokel"]) == [
        "binokel",
        "guinote",
        "alkort",
        "zwicker",
    ]
    assert (name_of("guinote", "de"), name_of("zwicker", "de")) == ("Guiñote", "Zwicker")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_ruleset_of_a_new_family_needs_no_python(language: str, tmp_path: Path) -> None:
    text = shipped().path("schnapsen-a-trois").read_text(encoding="utf-8")
    new = text.replace("id: schnapsen-a-trois\n", "id: zwicker\n").replace("family: schnapsen\n", "family: zwicker\n")
    (tmp_path / "zwicker.yaml").write_text(new, encoding="utf-8")
    site = Site(language, Library([tmp_path]), ())
    assert site.families[-1] == "zwicker"
    (first,) = home.pages(site)
    assert "### [Zwicker](rules/index.md#zwicker) { #zwicker }" in first.text
    index = next(rulebook.pages(site))
    assert "## Zwicker { #zwicker }" in index.text
