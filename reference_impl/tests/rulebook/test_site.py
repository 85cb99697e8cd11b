import itertools
import json
import re
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from tinyhtml5.parser import HTMLParser as StrictParser

from stichwerk.editions import Played, editions
from stichwerk.files import schema_dir
from stichwerk.library import shipped
from stichwerk.resolve import content_hash, resolve_ruleset
from stichwerk.schemas import validator_of
from stichwerk_rulebook.book import book

pytestmark = pytest.mark.long

LANGUAGES = {"de": "", "en": "en/", "es": "es/"}
RULESETS = [name for name in shipped().paths() if not shipped().header(name).get("abstract")]
LOADED = {("link", "href"), ("script", "src"), ("img", "src"), ("source", "src"), ("iframe", "src"), ("object", "data")}
LOADED_RELATIONS = {"stylesheet", "icon", "preload", "modulepreload", "preconnect", "manifest", "dns-prefetch"}
NEVER = Played("", "")
HEAVIEST_RULEBOOK = 300_000
HEAVIEST_INDEX = 800_000


@dataclass
class Seen:
    """What a page links to, loads and offers as anchors, and its text."""

    links: list[str] = field(default_factory=list)
    loaded: list[str] = field(default_factory=list)
    anchors: list[str] = field(default_factory=list)
    images_without_text: list[str] = field(default_factory=list)
    headings: list[int] = field(default_factory=list)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.seen = Seen()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if given.get("id"):
            self.seen.anchors.append(str(given["id"]))
        if tag == "a" and given.get("href"):
            self.seen.links.append(str(given["href"]))
        for name in ("href", "src", "data"):
            if (tag, name) in LOADED and given.get(name) and self._is_loaded(tag, given):
                self.seen.loaded.append(str(given[name]))
        if tag == "img" and given.get("alt") is None:
            self.seen.images_without_text.append(str(given.get("src")))
        if re.fullmatch("h[1-6]", tag):
            self.seen.headings.append(int(tag[1]))

    def _is_loaded(self, tag: str, given: dict[str, str | None]) -> bool:
        return tag != "link" or bool(LOADED_RELATIONS & set(str(given.get("rel")).split()))

    handle_startendtag = handle_starttag


@cache
def seen(page: Path) -> Seen:
    reader = _Reader()
    reader.feed(page.read_text(encoding="utf-8"))
    return reader.seen


def pages_of(site: Path) -> list[Path]:
    return sorted(site.rglob("*.html"))


def lost_links(site: Path, page: Path) -> Iterator[str]:
    here = "/" + page.relative_to(site).as_posix()
    for link in seen(page).links:
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            continue
        target = page if not parts.path else _file(site, page, unquote(parts.path))
        if target is None or not target.is_file():
            yield f"{here}: {link}"
        elif parts.fragment and target.suffix == ".html" and unquote(parts.fragment) not in seen(target).anchors:
            yield f"{here}: {link} (no such anchor)"


def _file(site: Path, page: Path, path: str) -> Path | None:
    target = (site / path[1:] if path.startswith("/") else page.parent / path).resolve()
    if not target.is_relative_to(site.resolve()):
        return None
    return target / "index.html" if target.is_dir() else target


def test_every_link_and_anchor_of_the_site_leads_somewhere(site_dir: Path) -> None:
    lost = [link for page in pages_of(site_dir) for link in lost_links(site_dir, page)]
    assert not lost, "\n".join(lost[:40])


def test_the_link_check_finds_missing_pages_missing_anchors_and_ways_out_of_the_site(tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (tmp_path / "outside.html").write_text("")
    (site / "there.html").write_text("<p id=here>")
    page = site / "index.html"
    page.write_text(
        "<a href=there.html#here></a><a href=there.html#gone></a><a href=no.html></a><a href=../outside.html></a>"
    )
    assert [link.partition(": ")[2] for link in lost_links(site, page)] == [
        "there.html#gone (no such anchor)",
        "no.html",
        "../outside.html",
    ]


def test_the_html_has_no_parse_error_and_no_id_twice(site_dir: Path) -> None:
    wrong = []
    for page in pages_of(site_dir):
        path = page.relative_to(site_dir).as_posix()
        twice = [name for name, count in Counter(seen(page).anchors).items() if count > 1]
        wrong += [f"{path}: id {name} twice" for name in twice]
        # The pages of test cases are megabytes of one pattern: one of each language is enough for the slow parser.
        if "/cases/" not in f"/{path}" or "schnapsen-a-trois" in path:
            wrong += [f"{path}: {error}" for error in parse_errors(page.read_text(encoding="utf-8"))]
    assert not wrong, "\n".join(wrong[:40])


def parse_errors(text: str) -> list[str]:
    """Errors of the HTML standard's own tokenizer and tree construction: wrong nesting, stray tags, bad entities."""
    parser = StrictParser()
    parser.parse(text)
    return [f"line {place[0]}: {name} {values}" for place, name, values in parser.errors]


@pytest.mark.parametrize(
    "text",
    [
        "<!doctype html><p><table><p>text</table>",
        "<!doctype html></div>",
        "<!doctype html><a href=1 href=2>x</a>",
        "<p>",
    ],
    ids=["text in a table", "stray end tag", "attribute twice", "no doctype"],
)
def test_the_html_check_finds_faults(text: str) -> None:
    assert parse_errors(text)


def test_no_page_loads_anything_from_elsewhere(site_dir: Path) -> None:
    pages = [f"{page}: {one}" for page in pages_of(site_dir) for one in seen(page).loaded if urlsplit(one).netloc]
    styles = [
        f"{style}: {url}"
        for style in site_dir.rglob("*.css")
        for url in re.findall(r"(?:url\(|@import\s+)[\"']?([^\"')\s]+)", style.read_text(encoding="utf-8"))
        if urlsplit(url).netloc
    ]
    assert not pages + styles


def test_every_image_has_a_text_alternative(site_dir: Path) -> None:
    assert not {
        str(page): seen(page).images_without_text for page in pages_of(site_dir) if seen(page).images_without_text
    }


def test_headings_start_with_one_title_and_skip_no_level(site_dir: Path) -> None:
    wrong = []
    for page in pages_of(site_dir):
        levels = seen(page).headings
        steps = itertools.pairwise(levels)
        if levels.count(1) != 1 or levels[0] != 1 or any(below > above + 1 for above, below in steps):
            wrong.append(f"{page.relative_to(site_dir)}: {levels[:30]}")
    assert not wrong, "\n".join(wrong[:20])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_page_of_a_ruleset_is_light_and_has_every_clause(site_dir: Path, ruleset: str) -> None:
    for language, branch in LANGUAGES.items():
        page = site_dir / branch / "rules" / ruleset / "index.html"
        assert page.stat().st_size < HEAVIEST_RULEBOOK
        expected = book(ruleset, language=language)
        assert {clause.id for clause in expected.clauses} <= set(seen(page).anchors)
        text = _words(page.read_text(encoding="utf-8"))
        missing = [clause.id for clause in expected.clauses if _words(clause.text) not in text]
        assert not missing


def _words(html: str) -> str:
    """The letters of a text: neither tags nor signs, which Markdown and HTML write differently."""
    shown = re.sub(
        r"<[^>]*>", "", re.sub(r"<(?:script|style|svg).*?</(?:script|style|svg)>", "", html, flags=re.DOTALL)
    )
    for sign in ("&lt;", "&gt;", "&amp;", "&quot;", "&#39;", "&#x27;"):
        shown = shown.replace(sign, "")
    return "".join(re.findall(r"\w+", shown))


def test_every_page_leads_to_itself_in_the_other_languages(site_dir: Path) -> None:
    for language, branch in LANGUAGES.items():
        for page in (site_dir / branch).rglob("index.html"):
            path = page.relative_to(site_dir / branch).as_posix()
            if language == "de" and path.split("/")[0] in {"en", "es"}:
                continue
            found = re.findall(r'<a href="([^"]*)" hreflang="(\w+)"', page.read_text(encoding="utf-8"))
            assert {other: _file(site_dir, page, link) for link, other in found} == {
                other: (site_dir / there / path).resolve() for other, there in LANGUAGES.items()
            }, path


@pytest.mark.parametrize("branch", LANGUAGES.values(), ids=list(LANGUAGES))
def test_programs_find_every_ruleset_with_its_hash_and_the_schemas(site_dir: Path, branch: str) -> None:
    folder = site_dir / branch / "v1" / "rulesets"
    validator = validator_of(schema_dir(), "resolved")
    listed = json.loads((folder / "index.json").read_text(encoding="utf-8"))["rulesets"]
    assert [entry["id"] for entry in listed] == RULESETS
    for entry in listed:
        document = json.loads((folder / entry["path"]).read_text(encoding="utf-8"))
        validator.validate(document)
        assert document == resolve_ruleset(entry["id"])
        assert entry["hash"] == document["hash"] == content_hash(document)
        assert entry["title"] == document["title"]
        held = {one.id for one in editions() if one.rulesets.get(entry["id"], NEVER).hash == entry["hash"]}
        assert entry["edition"] in (held or {None})
    published = {path.name for path in (site_dir / branch / "v1" / "schema").iterdir()}
    assert published == {path.name for path in schema_dir().glob("*.json")}


@pytest.mark.parametrize(("language", "branch"), LANGUAGES.items())
def test_the_search_has_every_clause_once_and_is_light(site_dir: Path, language: str, branch: str) -> None:
    path = site_dir / branch / "search" / "search_index.json"
    assert path.stat().st_size < HEAVIEST_INDEX
    entries = json.loads(path.read_text(encoding="utf-8"))["docs"]
    places = Counter(entry["location"] for entry in entries)
    assert [place for place, count in places.items() if count > 1] == []
    clauses = {f"rules/binokel/#{clause.id}" for clause in book("binokel", language=language).clauses}
    assert clauses <= set(places)
    # A variant has what it changes and not what it shares.
    assert "rules/binokel-ohne-sieben/#deck.ranks" in places
    assert "rules/binokel-ohne-sieben/#auction.opening" not in places
    # Every hit on a part of a page belongs to a page that is there too: the search groups them.
    assert {place.partition("#")[0] for place in places} <= set(places)


def test_the_language_of_each_page_is_declared(site_dir: Path) -> None:
    for language, branch in LANGUAGES.items():
        html = (site_dir / branch / "rules" / "binokel" / "index.html").read_text(encoding="utf-8")
        assert f'<html lang="{language}"' in html


def test_a_rulebook_travels_lightly(site_dir: Path) -> None:
    packed = zlib.compress((site_dir / "rules" / "binokel" / "index.html").read_bytes())
    assert len(packed) < 60_000
