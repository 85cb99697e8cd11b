"""The plan of a tournament in a real browser: wide, on a phone, light and dark."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from axe_core_python.base import AXE_SCRIPT

from stichwerk import load
from stichwerk_tournament.pages import plan_html
from stichwerk_tournament.plan import made, with_names
from stichwerk_tournament.sheets import sheets_html

pytestmark = pytest.mark.long

RULES = load("binokel-turnier")
LONG = "Hans-Peter Freiherr von und zu Hohenstaufen-Waldenbuch"


@pytest.fixture(scope="module", params=[False, True], ids=["numbers", "names"])
def pages(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("plan")
    names = {number: f"{LONG} {number}" for number in range(1, 15)} if request.param else {}
    plan = with_names(made(RULES, 14, 1), names)
    (folder / "plan.html").write_text(plan_html(plan, RULES, "de"), encoding="utf-8")
    (folder / "lists.html").write_text(sheets_html(plan, RULES, "de"), encoding="utf-8")
    return folder


@pytest.mark.parametrize("width", [320, 390, 800, 1280])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_plan_is_never_wider_than_the_window(
    pages: Path, browser: Callable[..., Any], width: int, dark: bool
) -> None:
    window = browser(width=width, dark=dark)
    window.open((pages / "plan.html").as_uri())

    assert window.overflow() == 0
    assert window.errors() == []
    assert window.hosts() == set()


@pytest.mark.parametrize("width", [390, 1280])
def test_the_sheets_are_never_wider_than_the_window(pages: Path, browser: Callable[..., Any], width: int) -> None:
    window = browser(width=width)
    window.open((pages / "lists.html").as_uri())

    assert window.overflow() == 0
    assert window.run("return document.querySelectorAll('svg.grid').length") == 12


@pytest.mark.parametrize("width", [390, 1280])
def test_names_are_broken_between_words_only(pages: Path, browser: Callable[..., Any], width: int) -> None:
    window = browser(width=width)
    window.open((pages / "plan.html").as_uri())

    # A line of a name that holds a single letter would be a word cut to pieces.
    widths = window.run(
        "return [...document.querySelectorAll('.tables .name')].map(name => name.getBoundingClientRect().width)"
    )
    assert min(widths, default=999) > 60


@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_plan_has_no_barrier_that_axe_knows(
    pages: Path, browser: Callable[..., Any], width: int, dark: bool
) -> None:
    window = browser(width=width, dark=dark)
    window.open((pages / "plan.html").as_uri())
    window.run(AXE_SCRIPT)

    result = window.driver.execute_async_script(
        "axe.run(document, {resultTypes: ['violations']}).then(arguments[arguments.length - 1])"
    )
    assert [(one["id"], one["nodes"][0]["html"]) for one in result["violations"]] == []
