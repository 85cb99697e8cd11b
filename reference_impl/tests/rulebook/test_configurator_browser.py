"""The configurator and the free comparison, used as people use them. What is expected follows from rulings and sources.

B25: without sevens there are 40 cards; at four, nine to each and four to the widow, as 3, 2, 3, 2, 3.
"""

from __future__ import annotations

import base64
import io
import json
import re
import time
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pypdf
import pytest
from axe_core_python.base import AXE_SCRIPT
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from stichwerk.library import shipped
from stichwerk.resolve import resolve_ruleset
from stichwerk_rulebook.book import Book, book
from stichwerk_rulebook.cards import face
from stichwerk_rulebook.printing.figures import melds_table, values_table
from stichwerk_rulebook.printing.telling import leaflet_sections

pytestmark = pytest.mark.long

RULESETS = [name for name in shipped().paths() if not shipped().header(name).get("abstract")]
FORTY = "?ruleset=binokel&players=4&sevens=without"
BRANCHES = {"de": "", "en": "en/", "es": "es/"}


def configurator(page: Any, server: str, query: str = "", branch: str = "") -> Any:
    page.open(f"{server}/{branch}configure/{query}")
    page.until("return document.querySelector('.result .clause') !== null")
    return page


def pick(page: Any, option: str, choice: str) -> None:
    page.driver.find_element(By.ID, f"choice-{option}-{choice}").click()


def clause(page: Any, name: str) -> str:
    return str(page.run("return document.getElementById(arguments[0]).querySelector('p').innerText", name))


def query(page: Any) -> str:
    return urlsplit(page.driver.current_url).query


def printed(page: Any) -> pypdf.PdfReader:
    pdf = page.driver.execute_cdp_cmd("Page.printToPDF", {"preferCSSPageSize": True})
    return pypdf.PdfReader(io.BytesIO(base64.b64decode(pdf["data"])))


def test_a_table_of_four_without_sevens_reads_its_rules_and_sends_the_link(
    server: str, browser: Callable[..., Any]
) -> None:
    page = configurator(browser(), server)
    assert "zusammen sind es 48 Karten" in clause(page, "deck.pack")
    pick(page, "sevens", "without")
    pick(page, "players", "4")
    assert "zusammen sind es 40 Karten" in clause(page, "deck.pack")
    assert "Jeder erhält 9 Karten, 4 Karten bilden den Dapp" in clause(page, "deal.packets")
    assert "3 – 2 Dapp – 3 – 2 Dapp – 3." in clause(page, "deal.packets")
    assert page.run("return document.getElementById('melds.trump_seven')") is None
    changed = page.run("return document.querySelector('ol.changes').innerText")
    assert "48" in changed
    assert "40" in changed
    assert query(page) == FORTY[1:]

    link = page.driver.find_element(By.CSS_SELECTOR, ".link-box input").get_attribute("value")
    assert link == f"{server}/configure/{FORTY}"
    other = browser(width=390)
    other.open(f"{link}#deal.packets")
    other.until("return document.getElementById('deal.packets') !== null")
    assert clause(other, "deal.packets") == clause(page, "deal.packets")
    other.until("const box = document.getElementById('deal.packets').getBoundingClientRect();"
                "return box.top >= 0 && box.bottom <= innerHeight")  # fmt: skip
    assert other.errors() == page.errors() == []


def test_choices_that_do_not_go_together_are_refused_at_their_control_with_a_way_out(
    server: str, browser: Callable[..., Any]
) -> None:
    page = configurator(browser(), server, "?ruleset=binokel&players=4")
    before = clause(page, "deal.packets")
    pick(page, "hands", "fifteen")
    refusal = page.driver.find_element(By.CSS_SELECTOR, "#option-hands [role=alert]")
    assert refusal.text.startswith("„Fünfzehn Karten und kleiner Dapp“ (Handkarten und Dapp) geht nicht zusammen mit")
    assert "„Vier in zwei Partnerschaften“ (Zahl der Spieler)" in refusal.text
    assert page.driver.find_element(By.ID, "choice-hands-usual").is_selected()
    assert clause(page, "deal.packets") == before
    assert query(page) == "ruleset=binokel&players=4"
    refusal.find_element(By.TAG_NAME, "button").click()
    assert "Jeder erhält 15 Karten, 3 Karten bilden den Dapp" in clause(page, "deal.packets")
    assert query(page) == "ruleset=binokel&hands=fifteen"
    pick(page, "players", "4")  # the other way round
    assert "geht nicht zusammen" in page.driver.find_element(By.CSS_SELECTOR, "#option-players [role=alert]").text
    assert query(page) == "ruleset=binokel&hands=fifteen"


def test_what_a_variant_fixes_cannot_be_chosen_and_leads_to_its_parent(
    server: str, browser: Callable[..., Any]
) -> None:
    page = configurator(browser(), server, "?ruleset=binokel-fuenfzehn")
    assert not page.driver.find_element(By.ID, "choice-hands-usual").is_enabled()
    pick(page, "players", "4")
    refusal = page.driver.find_element(By.CSS_SELECTOR, "#option-players [role=alert]")
    assert "geht nicht zusammen" in refusal.text
    assert not refusal.find_elements(By.TAG_NAME, "button")
    page.driver.find_element(By.CSS_SELECTOR, "#option-hands a").click()
    page.until("return location.search === '?ruleset=binokel' && document.querySelector('.result .clause') !== null")


@pytest.mark.parametrize(
    ("asked", "told", "left"),
    [
        ("?ruleset=tarock", "Ein Regelwerk „tarock“ gibt es hier nicht; gezeigt wird Binokel.", "ruleset=binokel"),
        ("?ruleset=binokel&joker=on", "Binokel kennt die Frage „joker“ nicht", "ruleset=binokel"),
        ("?ruleset=binokel&opening=90", "„90“ steht bei „Erstes Gebot“ nicht zur Wahl", "ruleset=binokel"),
        ("?ruleset=binokel&players=4&hands=fifteen", "geht nicht zusammen mit", "ruleset=binokel&players=4"),
        ("?ruleset=binokel-fuenfzehn&opening=200", "legt „Erstes Gebot“ auf „Zwei", "ruleset=binokel-fuenfzehn"),
        ("?ruleset=<img src=x onerror=alert(1)>&__proto__=1", "„<img src=x onerror=alert(1)>“", "ruleset=binokel"),
    ],
)  # fmt: skip
def test_a_link_that_no_longer_holds_says_so_and_shows_what_does(
    asked: str, told: str, left: str, server: str, browser: Callable[..., Any]
) -> None:
    page = configurator(browser(), server, asked)
    assert told in page.driver.find_element(By.CSS_SELECTOR, ".notice").text
    link = page.driver.find_element(By.CSS_SELECTOR, ".link-box input").get_attribute("value")
    assert urlsplit(link).query == left
    assert page.errors() == []


def test_back_and_forward_lead_through_the_rulesets(server: str, browser: Callable[..., Any]) -> None:
    page = configurator(browser(), server, "?ruleset=binokel&players=4")
    page.driver.find_element(By.CSS_SELECTOR, "#ruleset option[value=guinote]").click()
    page.until("return location.search === '?ruleset=guinote'")
    page.driver.back()
    page.until("return document.getElementById('choice-players-4')?.checked === true")
    assert page.driver.find_element(By.ID, "ruleset").get_attribute("value") == "binokel"
    page.driver.forward()
    page.until("return document.getElementById('ruleset').value === 'guinote'")


def test_the_keyboard_is_enough(server: str, browser: Callable[..., Any]) -> None:
    page = configurator(browser(), server, "?ruleset=binokel&players=4")
    page.run("document.getElementById('ruleset').focus()")

    def press(key: str) -> Any:
        page.driver.switch_to.active_element.send_keys(key)
        return page.driver.switch_to.active_element

    def tab_to(name: str) -> None:
        for _ in range(40):
            if press(Keys.TAB).get_attribute("id") == name:
                return
        pytest.fail(f"the tabulator never comes to {name}")

    tab_to("choice-sevens-with")
    assert press(Keys.ARROW_DOWN).get_attribute("id") == "choice-sevens-without"
    assert query(page) == FORTY[1:]
    tab_to("choice-hands-usual")
    assert press(Keys.ARROW_DOWN).get_attribute("id") == "choice-hands-fifteen"  # refused, but the keys lead on
    assert page.driver.find_element(By.ID, "choice-hands-usual").is_selected()
    press(Keys.TAB)
    press(Keys.ENTER)  # makes it fit
    assert query(page) == "ruleset=binokel&hands=fifteen"
    assert page.driver.switch_to.active_element.get_attribute("id") == "choice-hands-fifteen"
    ring = page.run("return getComputedStyle(document.activeElement.closest('label')).outlineStyle")
    assert ring == "solid"


def test_the_download_is_the_resolved_ruleset_with_its_hash(
    server: str, browser: Callable[..., Any], tmp_path: Path
) -> None:
    page = configurator(browser(), server, FORTY)
    page.driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(tmp_path)})
    buttons = page.driver.find_elements(By.CSS_SELECTOR, ".actions button")
    next(button for button in buttons if button.text == "Als JSON laden").click()
    file = tmp_path / "binokel-players-4-sevens-without.json"
    end = time.monotonic() + 10
    while not file.exists():
        assert time.monotonic() < end, "nothing was downloaded"
        time.sleep(0.05)
    expected = resolve_ruleset("binokel", {"players": "4", "sevens": "without"})
    assert json.loads(file.read_text(encoding="utf-8")) == expected


def test_without_means_to_take_a_hash_no_ruleset_is_offered_and_the_page_says_why(
    server: str, browser: Callable[..., Any]
) -> None:
    page = browser()
    source = "Object.defineProperty(crypto, 'subtle', {value: undefined})"
    page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": source})
    configurator(page, server, FORTY)
    assert "Als JSON laden" not in page.driver.find_element(By.CSS_SELECTOR, ".actions").text
    assert "(https)" in page.driver.find_element(By.CSS_SELECTOR, ".result").text
    assert page.errors() == []


def test_without_scripts_a_sentence_leads_to_the_rulebooks(server: str, browser: Callable[..., Any]) -> None:
    page = browser(script=False)
    page.open(f"{server}/configure/")
    sentence = page.driver.find_element(By.CSS_SELECTOR, "noscript p")
    assert "stichwerk rulebook" in sentence.text
    assert sentence.find_element(By.TAG_NAME, "a").get_attribute("href") == f"{server}/rules/"
    assert not page.driver.find_element(By.CSS_SELECTOR, ".waiting").is_displayed()
    page.open(f"{server}/en/compare/any/")
    sentence = page.driver.find_element(By.CSS_SELECTOR, "noscript p")
    assert sentence.find_element(By.TAG_NAME, "a").get_attribute("href") == f"{server}/en/compare/"


def test_the_language_is_changed_with_the_rules_kept(server: str, browser: Callable[..., Any]) -> None:
    page = configurator(browser(), server, FORTY)
    page.run("document.querySelector('a[hreflang=es]').click()")
    page.until("return document.documentElement.lang === 'es' && document.querySelector('.result .clause') !== null")
    assert query(page) == FORTY[1:]
    assert "9 cartas" in clause(page, "deal.packets")


def test_paper_gets_the_leaflet_alone_on_one_page(server: str, browser: Callable[..., Any]) -> None:
    page = configurator(browser(), server, FORTY)
    pdf = printed(page)
    text = " ".join(pdf.pages[0].extract_text().split())
    assert len(pdf.pages) == 1
    assert "Merkblatt für den Tisch" in text
    assert "9 Karten, 4 Karten bilden den Dapp" in text
    assert "Siebenen: Ohne Siebenen" in text
    assert resolve_ruleset("binokel", {"players": "4", "sevens": "without"})["hash"] in text.replace(" ", "")
    assert "Link kopieren" not in text
    width, height = (float(side) * 25.4 / 72 for side in pdf.pages[0].mediabox[2:])
    assert (round(width), round(height)) == (210, 297)


LEAFLET = """
const root = document.querySelector('.leaflet').shadowRoot;
const text = (element) => element.textContent.replace(/\\s+/g, ' ').trim();
return {
  sentences: [...root.querySelectorAll('.chapter p')].map(text),
  tables: [...root.querySelectorAll('table')].map(text),
};
"""


@pytest.mark.parametrize("language", ["de", "en", "es"])
def test_the_leaflet_of_every_ruleset_has_one_page_and_says_what_the_printed_one_says(
    language: str, server: str, browser: Callable[..., Any]
) -> None:
    page = browser()
    for ruleset in RULESETS:
        configurator(page, server, f"?ruleset={ruleset}", BRANCHES[language])
        shown = page.run(LEAFLET)
        there = book(ruleset, language=language)
        assert shown["sentences"] == sentences(there), ruleset
        assert sorted(shown["tables"]) == sorted(filter(None, tables(there))), ruleset
        assert len(printed(page).pages) == 1, ruleset


def sentences(there: Book) -> list[str]:
    clauses = [clause for _, inside in leaflet_sections(there) for clause in inside]
    titles = [f"{clause.title[:1].upper()}{clause.title[1:]}. " if clause.title else "" for clause in clauses]
    return [f"{clause.number} {title}{clause.text}" for clause, title in zip(clauses, titles, strict=True)]


def tables(there: Book) -> list[str]:
    html = [values_table(there, face), melds_table(there, face)]
    return [" ".join(unescape(re.sub(r"<[^>]*>", "", one)).split()) for one in html]


# --- The free comparison ---------------------------------------------------------------------------------------------


def comparison(page: Any, server: str, asked: str = "", branch: str = "") -> Any:
    page.open(f"{server}/{branch}compare/any/{asked}")
    page.until("return document.querySelector('#comparison .filters') !== null")
    return page


def row(page: Any, question: str) -> list[str]:
    """The first lines of the cells of a row."""
    lines = page.run(
        "const row = [...document.querySelectorAll('.comparison tbody tr')]"
        ".find((one) => one.querySelector('th').innerText.includes(arguments[0]));"
        "return row ? [...row.querySelectorAll('td')].map((cell) => cell.innerText) : []",
        question,
    )
    return [line.split("\n")[0] for line in lines]


def test_three_rulesets_are_compared_with_options_of_their_own(server: str, browser: Callable[..., Any]) -> None:
    page = comparison(browser(), server, "?columns=binokel,binokel:opening=200,guinote")
    assert row(page, "Erstes Gebot") == ["a 150 Punkte", "b 200 Punkte", "entfällt"]
    assert row(page, "Jede Karte kommt vor") == ["a 2-mal", "a 2-mal", "b einmal"]
    assert row(page, "Spielrichtung") == []  # all play counter-clockwise
    page.driver.find_element(By.ID, "show-all").click()
    assert len(set(row(page, "Spielrichtung"))) == 1
    page.driver.find_element(By.CSS_SELECTOR, "#section option[value=auction]").click()
    assert query(page) == "columns=binokel,binokel:opening=200,guinote&show=all&section=auction"
    assert page.driver.find_element(By.CSS_SELECTOR, "#comparison h3:not(.column h3)").text == "Reizen"
    link = page.driver.find_element(By.CSS_SELECTOR, ".link-box input").get_attribute("value")
    other = comparison(browser(), server, f"?{urlsplit(link).query}")
    assert row(other, "Erstes Gebot") == row(page, "Erstes Gebot") != []
    assert other.errors() == page.errors() == []


def test_columns_are_added_changed_and_taken_away(server: str, browser: Callable[..., Any]) -> None:
    page = comparison(browser(), server, "?columns=bummerl,schnapsen")
    page.driver.find_element(By.ID, "add").click()
    page.until("return document.querySelectorAll('.column').length === 3")
    page.driver.find_element(By.CSS_SELECTOR, "#column-2 option[value=binokel]").click()
    page.until("return location.search === '?columns=bummerl,schnapsen,binokel'")
    page.driver.find_element(By.ID, "options-2").click()
    page.driver.find_element(By.CSS_SELECTOR, "#setting-2-players option[value='4']").click()
    page.until("return location.search === '?columns=bummerl,schnapsen,binokel:players=4'")
    page.driver.find_element(By.CSS_SELECTOR, "#setting-2-hands option[value=fifteen]").click()
    assert "geht nicht zusammen" in page.driver.find_element(By.CSS_SELECTOR, ".column:nth-child(3) [role=alert]").text
    assert query(page) == "columns=bummerl,schnapsen,binokel:players=4"
    page.driver.find_element(By.CSS_SELECTOR, ".column .remove").click()
    page.until("return location.search === '?columns=schnapsen,binokel:players=4'")
    assert not page.driver.find_elements(By.CSS_SELECTOR, ".column .remove")
    assert page.errors() == []


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("?columns=binokel,skat", "Ein Regelwerk „skat“ gibt es hier nicht"),
        ("?columns=binokel", "weniger als zwei Spalten"),
        ("?columns=binokel:opening,guinote", "„“ steht bei „Erstes Gebot“ nicht zur Wahl"),
        ("?columns=binokel,guinote&section=weather", "Ein Kapitel „weather“ gibt es hier nicht"),
    ],
)
def test_a_comparison_that_no_longer_holds_says_so(
    asked: str, told: str, server: str, browser: Callable[..., Any]
) -> None:
    page = comparison(browser(), server, asked)
    assert told in page.driver.find_element(By.CSS_SELECTOR, ".notice").text
    assert page.driver.find_elements(By.CSS_SELECTOR, ".comparison table")
    assert page.errors() == []


# --- Both pages -------------------------------------------------------------------------------------------------------

PAGES = (
    "configure/?ruleset=binokel-fuenfzehn&players=4&all_pass=dealer_at_opening",
    "compare/any/?columns=binokel,guinote,bummerl",
)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_the_pages_with_scripts_have_no_barrier_and_do_not_scroll_sideways(
    server: str, browser: Callable[..., Any], width: int, dark: bool
) -> None:
    page = browser(width=width, dark=dark)
    found = []
    for address in PAGES:
        page.open(f"{server}/{address}")
        page.until("return document.querySelector('.result .clause, .comparison td') !== null")
        assert page.overflow() == 0, address
        page.run(AXE_SCRIPT)
        result = page.driver.execute_async_script(
            "axe.run({exclude: [['.md-search']]}, {resultTypes: ['violations']}).then(arguments[arguments.length - 1])"
        )
        for violation in result["violations"]:
            nodes = [node["html"][:160] for node in violation["nodes"][:3]]
            found.append(f"{address} {violation['id']} ({len(violation['nodes'])}): {json.dumps(nodes)}")
    assert not found, "\n".join(found)


def test_nothing_is_stored_and_nobody_else_is_asked(server: str, browser: Callable[..., Any]) -> None:
    page = configurator(browser(), server)
    pick(page, "sevens", "without")
    comparison(page, server, "?columns=binokel,guinote")
    configurator(page, server, branch="en/")
    assert page.driver.get_cookies() == []
    kept = page.run("return [...Object.keys(localStorage), ...Object.keys(sessionStorage)]")
    assert [name for name in kept if not name.endswith(".__palette")] == []
    assert page.hosts() == {server.removeprefix("http://")}
    assert page.errors() == []
