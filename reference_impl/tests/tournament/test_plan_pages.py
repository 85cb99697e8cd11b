"""The plan and the sheets as pages: what stands on them, in each language."""

from __future__ import annotations

import copy
import re
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from stichwerk import load
from stichwerk_tournament.blank import blanks
from stichwerk_tournament.pages import kind, meeting_lines, plan_html
from stichwerk_tournament.plan import made, with_names
from stichwerk_tournament.sheets import grid, sheets_html
from stichwerk_tournament.texts import table_of

RULES = load("binokel-turnier")
PLAN = made(RULES, 7, 1)
NAMED = with_names(PLAN, dict(enumerate(["Ada", "Bo", "Cem", "Dora", "Eva", "Finn", "Gül"], start=1)))


def lines(lang: str = "de", **found: Any) -> list[str]:
    changed: dict[str, Any] = copy.deepcopy(dict(PLAN))
    changed["meetings"] |= found
    return list(meeting_lines(changed, RULES, lang))


def test_all_words_are_there_in_all_languages() -> None:
    for key, entry in table_of("plan").items():
        assert set(entry) == {"de", "en", "es"}, key
        if key != "name_titles":
            places = {lang: sorted(re.findall(r"{(\w+)", text)) for lang, text in entry.items()}
            assert places["de"] == places["en"] == places["es"], key


def test_the_kind_of_the_tournament_is_told_in_a_line() -> None:
    assert kind(PLAN, "de") == "7 Teilnehmer, 3 Durchgänge, ein Tisch zu 3 und ein Tisch zu 4"
    assert kind(made(RULES, 20, 1), "en") == "20 players, 3 rounds, 4 tables of 3 and 2 tables of 4"
    assert kind(made(RULES, 9, 1), "es") == "9 jugadores, 3 series, 3 mesas de 3"


def test_a_plan_without_repeats_says_so_and_names_the_bound() -> None:
    found = lines(repeats=0, bound=0, optimal=True, most=1)

    assert found[:2] == [
        "Niemand trifft jemanden ein zweites Mal.",
        "Wiederbegegnungen: 0; bewiesene untere Schranke: 0.",
    ]


def test_a_plan_with_the_fewest_repeats_says_that_there_cannot_be_fewer() -> None:
    found = lines(repeats=10, bound=10, optimal=True, most=3)

    assert "bewiesene untere Schranke: 10. Weniger sind bei 7 Teilnehmern" in found[1]
    assert found[2] == "Öfter als 3-mal sitzt kein Paar zusammen."


def test_a_plan_above_the_bound_says_by_how_much() -> None:
    found = lines("en", repeats=12, bound=9, optimal=False)

    assert found[1].endswith(
        "proved lower bound: 9. The plan lies 3 above the bound. Whether there is a better one is open."
    )


@pytest.mark.parametrize("lang", ["de", "en", "es"])
def test_each_player_finds_the_table_of_each_round(lang: str) -> None:
    page = plan_html(NAMED, RULES, lang)
    assert f'<html lang="{lang}">' in page
    cards = re.findall(r'<div class="card">(.*?)</div>', page, re.DOTALL)
    assert len(cards) == 7

    for round_ in PLAN["rounds"]:
        for table in round_["tables"]:
            for player in table["players"]:
                card = re.sub(r"<[^>]*>", "", cards[player - 1])
                assert NAMED["names"][str(player)] in card
                line = table_of("plan")["card_line"][lang].format(round=round_["round"], table=table["table"])
                first = table_of("plan")["card_deals"][lang]
                assert (f"{line} ({first})" in card) is (player == table["players"][0])
                assert line in card


def test_players_stand_in_the_order_in_which_they_sit() -> None:
    page = plan_html(PLAN, RULES, "de")
    rows = re.findall(r'<tr><th scope="row">(\d+)</th>(.*?)</tr>', page)
    seats = [[int(player) for player in re.findall(r"<b>(\d+)</b>", row)] for _, row in rows if "<b>" in row]

    assert seats == [table["players"] for round_ in PLAN["rounds"] for table in round_["tables"]]


def test_a_sheet_has_a_line_for_each_deal_with_who_deals_and_grey_for_who_sits_out() -> None:
    for blank in blanks(PLAN, RULES):
        drawing = ET.fromstring(grid(blank, {}, "de"))  # noqa: S314 -- we have written it
        figures = [text.text for text in drawing.iter("text") if text.get("font-size") == "4.2"]
        dealers = [str(dealer) for dealer in blank.dealers]
        assert figures == [one for pair in zip(map(str, range(1, 99)), dealers, strict=False) for one in pair]
        assert len(list(drawing.iter("rect"))) == (12 if len(blank.sheet.players) == 4 else 0)


def test_a_grid_stays_inside_its_frame() -> None:
    for blank in blanks(PLAN, RULES):
        drawing = ET.fromstring(grid(blank, {1: "W" * 60}, "es"))  # noqa: S314
        *_, width, height = map(float, str(drawing.get("viewBox")).split())
        for text in drawing.iter("text"):
            assert 0 < float(str(text.get("x"))) < width
            assert 0 < float(str(text.get("y"))) < height
        for rect in drawing.iter("rect"):
            assert float(str(rect.get("x"))) + float(str(rect.get("width"))) < width
            assert float(str(rect.get("y"))) + float(str(rect.get("height"))) < height + 0.1
        assert "W…" in "".join(str(text.text) for text in drawing.iter("text")) or 1 not in blank.sheet.players


@pytest.mark.parametrize(
    ("lang", "title"), [("de", "Durchgang 2 – Tisch 1"), ("en", "Round 2 – Table 1"), ("es", "Serie 2 – Mesa 1")]
)
def test_sheets_name_round_table_and_all_who_sign(lang: str, title: str) -> None:
    page = sheets_html(NAMED, RULES, lang)

    assert page.count("<section>") == 6
    at = page.index(f"<h1>{title}</h1>")
    sheet = page[at : page.index("</section>", at)]
    for player in PLAN["rounds"][1]["tables"][0]["players"]:
        assert f"{player} {NAMED['names'][str(player)]}" in sheet
        assert f"<span>{player}</span>" in sheet
    assert "250" in sheet
