from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.long

CASE = "binokel-winner-equal-led-b"
INSIDE = f"""
const body = document.getElementById("{CASE}"), box = body.getBoundingClientRect();
const title = body.parentElement.querySelector("summary").getBoundingClientRect();
return {{open: body.parentElement.open, tall: box.height, top: title.top, bottom: title.bottom, window: innerHeight}};
"""


@pytest.mark.parametrize("script", [True, False])
def test_a_link_to_a_case_opens_it_with_and_without_scripts(
    server: str, browser: Callable[..., Any], script: bool
) -> None:
    page = browser(script=script)
    page.open(f"{server}/cases/binokel/#{CASE}")
    page.until(f'return document.getElementById("{CASE}").getBoundingClientRect().top < innerHeight')
    place = page.run(INSIDE)
    assert place["open"]
    assert place["tall"] > 50
    assert 0 < place["top"] < place["bottom"] < place["window"]
    assert page.run("return document.querySelectorAll('details.case[open]').length") == 1


def test_a_page_of_cases_shows_cards_and_does_not_scroll_sideways_on_a_phone(
    server: str, browser: Callable[..., Any]
) -> None:
    page = browser(width=390, height=844)
    page.open(f"{server}/cases/binokel/#{CASE}")
    assert page.overflow() == 0
    drawn = page.run(f'return document.querySelector("#{CASE} svg.card use").getBBox().width')
    assert drawn > 50  # an outline was found: a reference that leads nowhere has no size
    assert page.errors() == []


@pytest.mark.parametrize("address", ["glossary/", "rulings/", "sources/", "language/", "language/rules/", "cases/"])
def test_pages_to_look_things_up_fit_a_phone(server: str, browser: Callable[..., Any], address: str) -> None:
    page = browser(width=390, height=844)
    page.open(f"{server}/{address}")
    assert page.overflow() == 0
    assert page.errors() == []
