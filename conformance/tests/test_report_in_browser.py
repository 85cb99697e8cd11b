"""The HTML report in a real browser: it filters, opens, is read on a phone and in the dark, and asks nobody for more.

Needs Chromium (or Chrome), its driver and Selenium. On a build server their lack is an error, elsewhere a skip.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
DRIVER = shutil.which("chromedriver")

try:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
    from selenium.webdriver.support.select import Select
except ImportError:
    MISSING = "Selenium"
else:
    MISSING = "" if CHROMIUM and DRIVER else "chromedriver" if CHROMIUM else "Chromium"

if MISSING:
    reason = f"the report cannot be looked at in a browser: {MISSING} is not installed"
    if os.environ.get("CI") == "true":
        raise RuntimeError(reason)
    pytest.skip(reason, allow_module_level=True)

pytestmark = pytest.mark.long

PROGRAMS = Path(__file__).parent / "programs"
PHONE = {"width": 390, "height": 844, "deviceScaleFactor": 2, "mobile": True}

Browser = Any


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report on a program for which trumping is free, wrong in some fifty cases of several rulesets."""
    file = tmp_path_factory.mktemp("report") / "report.html"
    command = [sys.executable, str(PROGRAMS / "planted.py"), "trumping_is_free"]
    words = [sys.executable, "-m", "stichwerk", "verify", "--profile", "tricks", "--profile", "melds", "--html", file]
    assert subprocess.run([*words, "--", *command], capture_output=True, check=False).returncode == 1
    return file


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report on a program that answers with scripts."""
    folder = tmp_path_factory.mktemp("hostile")
    program = folder / "program.py"
    program.write_text(HOSTILE)
    file = folder / "report.html"
    words = [sys.executable, "-m", "stichwerk", "verify", "--ruleset", "binokel", "--profile", "cards", "--html", file]
    assert subprocess.run([*words, "--", sys.executable, program], capture_output=True, check=False).returncode == 1
    return file


HOSTILE = r"""
import json, sys
bad = "</code></script><script>document.title='hacked'</script><img src=x onerror=alert(1)><b id=bold>bold</b>"
for line in sys.stdin:
    request = json.loads(line)
    result = {bad: bad, "legal": [bad], "long": "W" * 3000, "order": {"<b id=bold>": [[bad]]}}
    if request["method"] == "initialize":
        about = {"name": bad, "version": bad, "language": bad}
        claims = {"rulesets": ["binokel"], "profiles": ["cards", bad]}
        result = {"protocol": "1", "implementation": about, "claims": claims}
    sys.stderr.write(bad)
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
"""


@pytest.fixture(scope="module")
def started() -> Iterator[Browser]:
    options = webdriver.ChromeOptions()
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1300,1000"):
        options.add_argument(argument)
    options.binary_location = str(CHROMIUM)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    browser = webdriver.Chrome(options=options, service=Service(DRIVER))
    yield browser
    browser.quit()


@pytest.fixture
def browser(started: Browser) -> Iterator[Browser]:
    """A browser; in the end it must have nothing to complain about and have asked for nothing but files and data."""
    started.get("about:blank")
    for log in ("browser", "performance"):
        started.get_log(log)
    yield started
    started.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    started.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    assert started.get_log("browser") == []
    messages = [json.loads(entry["message"])["message"] for entry in started.get_log("performance")]
    sent = [m["params"]["request"]["url"] for m in messages if m["method"] == "Network.requestWillBeSent"]
    assert sent
    assert [url for url in sent if not url.startswith(("file:", "data:"))] == []


def visible(browser: Browser) -> list[dict[str, str]]:
    found: list[dict[str, str]] = browser.execute_script(
        "return [...document.querySelectorAll('[data-status]')].filter(e => e.checkVisibility())"
        ".map(e => ({...e.dataset, id: e.id}))"
    )
    return found


def choose(browser: Browser, name: str, value: str) -> None:
    Select(browser.find_element(By.NAME, name)).select_by_value(value)


def told(browser: Browser) -> str:
    text: str = browser.find_element(By.TAG_NAME, "output").text
    return text


def is_wider_than_the_screen(browser: Browser) -> bool:
    return bool(browser.execute_script("return document.documentElement.scrollWidth > innerWidth"))


def test_the_filters_leave_what_was_asked_for(browser: Browser, report: Path) -> None:
    browser.get(report.as_uri())
    failed = visible(browser)
    assert {entry["status"] for entry in failed} == {"failed"}
    assert told(browser).startswith(f"{len(failed)} of ")
    choose(browser, "status", "")
    everything = visible(browser)
    for key in ("profile", "ruleset"):
        value = failed[0][key]
        choose(browser, key, value)
        assert visible(browser) == [entry for entry in everything if entry[key] == value]
        choose(browser, key, "")
    choose(browser, "clause", "tricks")
    below = visible(browser)
    assert below == [e for e in everything if any(c.split(".")[0] == "tricks" for c in e["clauses"].split())]
    assert 0 < len(below) < len(everything)
    browser.find_element(By.NAME, "none").click()
    browser.find_element(By.NAME, "words").send_keys(" " + failed[0]["id"].removeprefix("case-").upper())
    assert [entry["id"] for entry in visible(browser)] == [failed[0]["id"]]
    browser.find_element(By.NAME, "none").click()
    assert visible(browser) == everything


def test_a_choice_says_how_many_cases_it_leaves(browser: Browser, report: Path) -> None:
    browser.get(report.as_uri())
    option = next(
        option
        for option in Select(browser.find_element(By.NAME, "profile")).options
        if option.get_attribute("value") == "tricks"
    )
    number = int(option.text.removeprefix("tricks (").removesuffix(")"))
    choose(browser, "profile", "tricks")
    assert len(visible(browser)) == number
    assert not next(
        o for o in Select(browser.find_element(By.NAME, "profile")).options if "melds" in o.text
    ).is_enabled()


def test_a_broken_clause_leads_to_the_failures_that_quote_it(browser: Browser, report: Path) -> None:
    browser.get(report.as_uri())
    link = browser.find_element(By.CSS_SELECTOR, "header a")
    clause, number = link.text, int(link.find_element(By.XPATH, "..").text.split()[-1])
    link.click()
    assert [entry["quoted"] for entry in visible(browser)] == [clause] * number
    browser.refresh()
    assert len(visible(browser)) == number


def test_a_case_is_opened_by_its_address_whatever_is_filtered(browser: Browser, report: Path) -> None:
    browser.get(report.as_uri())
    failed = visible(browser)[-1]["id"]
    choose(browser, "status", "passed")
    browser.execute_script(f"location.hash = '{failed}'")
    case = browser.find_element(By.ID, failed)
    assert case.find_element(By.CLASS_NAME, "whole").is_displayed()
    assert failed.removeprefix("case-") in case.find_element(By.CLASS_NAME, "whole").text


def test_the_keyboard_suffices(browser: Browser, report: Path) -> None:
    browser.get(report.as_uri())
    reached = []
    browser.execute_script("document.querySelector('form').scrollIntoView(); document.activeElement.blur()")
    for _ in range(40):
        browser.switch_to.active_element.send_keys(Keys.TAB)
        active = browser.switch_to.active_element
        reached.append(active.get_attribute("name") or active.tag_name)
        if active.tag_name == "summary" and "case" in (
            active.find_element(By.XPATH, "..").get_attribute("class") or ""
        ):
            break
    assert [name for name in reached if name in ("status", "profile", "ruleset", "clause", "words", "all", "none")] == [
        "status", "profile", "ruleset", "clause", "words", "all", "none",
    ]  # fmt: skip
    case = browser.switch_to.active_element.find_element(By.XPATH, "..")
    assert case.get_attribute("open") is None
    browser.switch_to.active_element.send_keys(Keys.ENTER)
    assert case.get_attribute("open") is not None
    assert case.find_elements(By.CSS_SELECTOR, "svg.card")


def test_all_can_be_opened_on_a_phone_and_nothing_stands_out(browser: Browser, report: Path) -> None:
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", PHONE)
    browser.get(report.as_uri())
    browser.find_element(By.NAME, "all").click()
    assert not is_wider_than_the_screen(browser)
    card = browser.find_element(By.CSS_SELECTOR, "details.case svg.card")
    assert card.size["width"] >= 24
    size = browser.execute_script("return parseFloat(getComputedStyle(document.querySelector('.case dd')).fontSize)")
    assert size >= 14


def test_it_is_dark_where_the_reader_wants_it_dark(browser: Browser, report: Path) -> None:
    dark = [{"name": "prefers-color-scheme", "value": "dark"}]
    colours = []
    for features in ([], dark):
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
        browser.get(report.as_uri())
        script = "const s = getComputedStyle(document.body); return [s.color, s.backgroundColor]"
        colours.append([_brightness(colour) for colour in browser.execute_script(script)])
    (ink, paper), (dark_ink, dark_paper) = colours
    assert paper - ink > 500
    assert dark_ink - dark_paper > 500


def _brightness(colour: str) -> int:
    return sum(int(part) for part in colour.removeprefix("rgb(").removesuffix(")").split(","))


def test_what_a_program_says_does_nothing(browser: Browser, hostile: Path) -> None:
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", PHONE)
    browser.get(hostile.as_uri())
    for case in browser.find_elements(By.CSS_SELECTOR, "details.case:not([open]) > summary")[:3]:
        case.click()
    assert "</script><script>document.title='hacked'" in browser.title
    assert browser.find_elements(By.CSS_SELECTOR, "img, #bold") == []
    assert len(browser.find_elements(By.TAG_NAME, "script")) == 1
    assert not is_wider_than_the_screen(browser)
