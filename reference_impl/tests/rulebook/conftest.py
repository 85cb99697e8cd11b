"""The built site, a server for it and a real browser.

    def test_something(server: str, browser: Callable[..., Browser]) -> None:
        page = browser(width=390)
        page.open(f"{server}/rules/binokel/")
        assert page.errors() == []

The site is built once for all workers of a run; STICHWERK_SITE=DIR names one that was built before. Chromium and its
driver are Debian's; without them the tests are skipped, on a build server they fail.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service

ROOT = Path(__file__).parents[3]
CONFIGS = {"de": "mkdocs.yml", "en": "mkdocs.en.yml", "es": "mkdocs.es.yml"}
BRANCH = {"de": "", "en": "en", "es": "es"}
CHROMIUM, DRIVER = "chromium", "chromedriver"
QUIET = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--hide-scrollbars",
    # Without a mouse to hover with, the theme takes a page for that of a phone, however wide it is.
    "--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4",
)


@pytest.fixture(scope="session")
def site_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site in all languages, built strictly; German at the top. One worker builds, the others wait."""
    if ready := os.environ.get("STICHWERK_SITE"):
        return Path(ready).resolve()
    base = tmp_path_factory.getbasetemp()
    shared = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "stichwerk-site"
    try:
        shared.mkdir()
    except FileExistsError:
        return _built_by_another(shared)
    try:
        _build(shared)
    except BaseException as error:
        (shared / "failed").write_text(str(error), encoding="utf-8")
        raise
    (shared / "done").touch()
    return shared / "site"


def _build(shared: Path) -> None:
    staging = shared / "staged"
    environment = {**os.environ, "STICHWERK_STAGING": str(staging), "NO_MKDOCS_2_WARNING": "1"}
    running = {
        language: subprocess.Popen(
            [sys.executable, "-m", "mkdocs", "build", "--strict", "-f", config, "-d", str(shared / language)],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        for language, config in CONFIGS.items()
    }
    said = {language: process.communicate()[0] for language, process in running.items()}
    failed = {language: said[language] for language, process in running.items() if process.returncode}
    assert not failed, "\n".join(f"{language}:\n{text}" for language, text in failed.items())
    (shared / "de").rename(shared / "site")
    for language in ("en", "es"):
        (shared / language).rename(shared / "site" / language)


def _built_by_another(shared: Path) -> Path:
    until = time.monotonic() + 400
    while not (shared / "done").exists():
        if (shared / "failed").exists():
            pytest.fail(f"the site was not built: {(shared / 'failed').read_text(encoding='utf-8')[-3000:]}")
        assert time.monotonic() < until, "the site was not built in 400 seconds"
        time.sleep(0.2)
    return shared / "site"


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Requests are no news."""


@pytest.fixture(scope="session")
def server(site_dir: Path) -> Iterator[str]:
    """The address of the site on this machine, without a slash at the end."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(site_dir))) as http:
        Thread(target=http.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{http.server_port}"
        http.shutdown()


class Browser:
    """A window with a profile of its own. `driver` is Selenium's."""

    def __init__(self, driver: webdriver.Chrome) -> None:
        self.driver = driver
        self.asked: list[str] = []
        self.said: list[str] = []

    def open(self, address: str) -> None:
        """Goes to an address and waits until the page is there."""
        self.driver.get(address)

    def run(self, script: str, *arguments: Any) -> Any:
        """What a script in the page returns."""
        return self.driver.execute_script(script, *arguments)

    def until(self, script: str, seconds: float = 10) -> Any:
        """Waits until a script returns something true, and returns it."""
        end = time.monotonic() + seconds
        while not (found := self.run(script)):
            assert time.monotonic() < end, f"not true in {seconds} seconds: {script}"
            time.sleep(0.05)
        return found

    def errors(self) -> list[str]:
        """What the console has complained of so far."""
        self.said += [line["message"] for line in self.driver.get_log("browser") if line["level"] == "SEVERE"]
        return self.said

    def hosts(self) -> set[str]:
        """The hosts that the pages have asked for anything so far."""
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                self.asked.append(message["params"]["request"]["url"])
        return {urlsplit(url).netloc for url in self.asked if urlsplit(url).scheme in {"http", "https", "ws", "wss"}}

    def overflow(self) -> int:
        """By how many pixels the page is wider than the window: 0 where nothing scrolls sideways."""
        return int(self.run("const e = document.scrollingElement; return e.scrollWidth - e.clientWidth"))


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Callable[..., Browser]]:
    """Makes windows: `browser(width=1280, height=900, dark=False, script=True)`; all are closed after the test."""
    missing = [name for name in (CHROMIUM, DRIVER) if shutil.which(name) is None]
    if missing:
        say = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        say(f"missing: {', '.join(missing)} (Debian: apt install chromium chromium-driver)")
    opened: list[Browser] = []

    def new(width: int = 1280, height: int = 900, *, dark: bool = False, script: bool = True) -> Browser:
        opened.append(_window(tmp_path / f"profile-{len(opened)}", width, height, dark=dark, script=script))
        return opened[-1]

    yield new
    for window in opened:
        window.driver.quit()


def _window(profile: Path, width: int, height: int, *, dark: bool, script: bool) -> Browser:
    options = webdriver.ChromeOptions()
    options.binary_location = str(shutil.which(CHROMIUM))
    for argument in (*QUIET, f"--window-size={width},{height}", f"--user-data-dir={profile}"):
        options.add_argument(argument)
    if not script:
        options.add_experimental_option("prefs", {"profile.managed_default_content_settings.javascript": 2})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(shutil.which(DRIVER)))
    driver.set_script_timeout(120)
    # A window has a least width of about 500 pixels; a phone is narrower.
    driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False},
    )
    scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})
    return Browser(driver)
