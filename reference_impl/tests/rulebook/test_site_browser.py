import base64
import io
import json
from collections.abc import Callable
from typing import Any

import pypdf
import pytest
from axe_core_python.base import AXE_SCRIPT
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

pytestmark = pytest.mark.long

KINDS = (
    "",
    "rules/",
    "rules/binokel/",
    "rules/binokel-ohne-sieben/",
    "glossary/",
    "rulings/",
    "sources/",
    "cases/",
    "cases/schnapsen-a-trois/",
    "compare/",
    "compare/guinote/",
    "configure/?ruleset=binokel",
    "changes/",
    "language/",
    "implementers/",
    "decisions/011-markdown-first/",
)
"""A page of every kind."""

# The theme nests its lists of pages as landmarks under one name. That is advice of axe's, not of WCAG's.
AXE = {"resultTypes": ["violations"], "rules": {"landmark-unique": {"enabled": False}}}


def search(page: Any, text: str) -> list[tuple[str, str]]:
    """Types into the search and returns address and words of every hit."""
    field = page.driver.find_element(By.CSS_SELECTOR, ".md-search__input")
    field.click()
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys(text)
    page.until("return document.querySelectorAll('.md-search-result__link').length > 0", 30)
    page.until("return !/\\.\\.\\.$/.test(document.querySelector('.md-search-result__meta').innerText)")
    hits = page.run(
        "return [...document.querySelectorAll('.md-search-result__link')].map(a => [a.href, a.textContent.trim()])"
    )
    return [(address, words) for address, words in hits]


def test_a_reader_finds_the_clause_in_another_language(server: str, browser: Callable[..., Any]) -> None:
    page = browser()
    page.open(f"{server}/rules/binokel/")
    hits = search(page, "König")
    place = "/rules/binokel/#melds.four_kings"
    address = next(address for address, _ in hits if place in address.replace("?h=k%C3%B6nig", ""))
    page.driver.get(address)
    page.until("return document.querySelector('#melds\\\\.four_kings') !== null")
    assert page.run("return document.documentElement.lang") == "de"
    page.driver.get(f"{server}{place}")
    page.run("document.querySelector('a[hreflang=es]').click()")
    page.until("return document.documentElement.lang === 'es'")
    assert page.driver.current_url == f"{server}/es{place}"
    assert page.errors() == []
    assert page.hosts() == {server.removeprefix("http://")}


def test_parts_of_compounds_are_found_and_compounds_by_their_parts(server: str, browser: Callable[..., Any]) -> None:
    page = browser()
    page.open(f"{server}/rules/")
    assert any("#tricks.trump" in address for address, _ in search(page, "Zwang"))
    page.open(f"{server}/rules/")
    assert any("#melds.four_kings" in address for address, _ in search(page, "Trumpfkönig"))


def test_a_rulebook_is_read_without_javascript(server: str, browser: Callable[..., Any]) -> None:
    page = browser(script=False)
    page.open(f"{server}/rules/binokel/#auction.opening")
    clause = page.driver.find_element(By.ID, "auction.opening")
    assert clause.is_displayed()
    assert "150" in clause.text
    summary = clause.find_element(By.TAG_NAME, "summary")
    formal = clause.find_element(By.CSS_SELECTOR, "details code")
    assert not formal.is_displayed()
    summary.click()
    assert formal.is_displayed()
    page.open(f"{server}/es/rules/binokel/")
    link = page.driver.find_element(By.CSS_SELECTOR, "a[hreflang=de]")
    assert link.get_attribute("href") == f"{server}/rules/binokel/"


def test_the_keyboard_opens_what_stands_behind_a_clause(server: str, browser: Callable[..., Any]) -> None:
    page = browser()
    page.open(f"{server}/rules/binokel/")
    page.run("document.getElementById('auction.opening').querySelector('.clause-number').focus()")
    active = page.driver.switch_to.active_element
    active.send_keys(Keys.TAB)
    page.driver.switch_to.active_element.send_keys(Keys.ENTER)
    assert page.run("return document.getElementById('auction.opening').querySelector('details').open")


def test_a_rulebook_is_printed_with_its_clauses_and_without_the_site_around_it(
    server: str, browser: Callable[..., Any]
) -> None:
    page = browser()
    page.open(f"{server}/rules/binokel/")
    printed = page.driver.execute_cdp_cmd("Page.printToPDF", {"preferCSSPageSize": True})
    pdf = pypdf.PdfReader(io.BytesIO(base64.b64decode(printed["data"])))
    text = " ".join(" ".join(sheet.extract_text() for sheet in pdf.pages).split())
    assert "Das erste Gebot lautet auf 150 Punkte." in text
    assert "Inhaltsverzeichnis" not in text
    assert 3 <= len(pdf.pages) <= 30


@pytest.mark.parametrize("width", [390, 1280])
def test_no_page_scrolls_sideways_or_complains(server: str, browser: Callable[..., Any], width: int) -> None:
    page = browser(width=width)
    for kind in KINDS:
        page.open(f"{server}/{kind}")
        assert page.overflow() == 0, kind
    assert page.errors() == []
    assert page.hosts() == {server.removeprefix("http://")}


def test_no_page_scrolls_sideways_where_scripts_do_not_run(server: str, browser: Callable[..., Any]) -> None:
    page = browser(width=390, script=False)
    for kind in KINDS:
        page.open(f"{server}/{kind}")
        assert page.overflow() == 0, kind


def test_nothing_is_remembered_of_a_reader(server: str, browser: Callable[..., Any]) -> None:
    page = browser()
    for kind in ("", "rules/binokel/", "en/rules/binokel/"):
        page.open(f"{server}/{kind}")
    assert page.driver.get_cookies() == []
    assert [name for name in page.run("return Object.keys(localStorage)") if not name.endswith(".__palette")] == []


@pytest.mark.parametrize(("width", "dark"), [(390, False), (1280, True)], ids=["narrow and light", "wide and dark"])
def test_no_kind_of_page_has_a_barrier_that_axe_knows(
    server: str, browser: Callable[..., Any], width: int, dark: bool
) -> None:
    page = browser(width=width, dark=dark)
    found = []
    for kind in KINDS:
        page.open(f"{server}/{kind}")
        page.run("[...document.querySelectorAll('details')].slice(0, 8).forEach(one => { one.open = true })")
        page.run(AXE_SCRIPT)
        result = page.driver.execute_async_script(
            "axe.run({exclude: [['.md-search']]}, arguments[0]).then(arguments[arguments.length - 1])", AXE
        )
        for violation in result["violations"]:
            nodes = [node["html"][:160] for node in violation["nodes"][:3]]
            found.append(f"/{kind} {violation['id']} ({len(violation['nodes'])}): {json.dumps(nodes)}")
    assert not found, "\n".join(found)
