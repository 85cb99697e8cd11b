"""What the scripts of the pages work out, held against the reference: resolved rulesets, refusals, comparisons.

Every browser that shows the pages has to do, so the scripts run in a real one.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from hashlib import sha256
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from stichwerk.errors import SpecError
from stichwerk.library import Library, shipped
from stichwerk.prose import FILTERS, LANGUAGES
from stichwerk.resolve import options_of, resolve_ruleset
from stichwerk_rulebook.compare.columns import columns_of
from stichwerk_rulebook.compare.data import as_data
from stichwerk_rulebook.compare.table import compare
from stichwerk_rulebook.site.configuring import documents, script_data
from stichwerk_rulebook.site.page import Site
from stichwerk_rulebook.site.stage import ASSETS

RULESETS = [name for name in shipped().paths() if not shipped().header(name).get("abstract")]
KINDS = {
    "unknown_option": " has no option ",
    "unknown_choice": " has no choice ",
    "fixed": " fixes ",
    "requires": " does not go with ",
}
"""Kinds of refusal -> what the reference says then."""

RESOLVE = """
const [ruleset, sets, done] = arguments;
import('/assets/resolver.js').then(async ({resolve, contentHash, canonical, sha256, Refusal}) => {
  const data = await (await fetch(`/de/data/rulesets/${ruleset}.json`)).json();
  const found = [];
  for (const asked of sets) {
    try {
      const document = resolve(data, Object.fromEntries(asked));
      document.hash = await contentHash(document);
      found.push(await sha256(canonical(document)));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      found.push([error.kind, error.message]);
    }
  }
  done(found);
}).catch((error) => done(String(error)));
"""
"""Ruleset and sets of choices -> for each the digest of the whole resolved document, or the refusal."""

DOCUMENT = """
const [ruleset, asked, done] = arguments;
import('/assets/resolver.js').then(async ({resolve, contentHash}) => {
  const data = await (await fetch(`/de/data/rulesets/${ruleset}.json`)).json();
  const document = resolve(data, Object.fromEntries(asked));
  document.hash = await contentHash(document);
  done(document);
}).catch((error) => done(`${error.constructor.name}: ${error.message}`));
"""


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Requests are no news."""


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server with the scripts, their data in all languages and an empty page.

    The data has to be fetched, and choices are passed in pairs: a driver sorts the keys of what it passes on.
    """
    folder = tmp_path_factory.mktemp("scripts")
    (folder / "assets").symlink_to(ASSETS)
    for language in LANGUAGES:
        for asset in script_data(Site(language, shipped(), ())):
            path = folder / language / asset.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(asset.content)
    (folder / "index.html").write_text("<!doctype html><title>scripts</title>", encoding="utf-8")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder))) as http:
        Thread(target=http.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{http.server_port}"
        http.shutdown()


@pytest.fixture
def scripts(files: str, browser: Callable[..., Any]) -> Callable[..., Any]:
    """`scripts(SCRIPT, argument, ...)` -> what an asynchronous script in the empty page reports."""
    page = browser()
    page.open(files)
    page.driver.set_script_timeout(120)

    def run(script: str, *arguments: Any) -> Any:
        return page.driver.execute_async_script(script, *arguments)

    return run


def expected(ruleset: str, asked: Mapping[str, str]) -> object:
    """The digest of what the reference makes of it, or kind and message of its refusal."""
    try:
        document = resolve_ruleset(ruleset, asked)
    except SpecError as error:
        return [next(kind for kind, words in KINDS.items() if words in error.message), error.message]
    text = json.dumps(document, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


def choices_of(ruleset: str) -> list[tuple[str, str]]:
    return [(name, choice["id"]) for name, option in options_of(ruleset).items() for choice in option["choices"]]


def all_sets(ruleset: str) -> list[dict[str, str]]:
    """No choice, every single one, every pair of choices of two options."""
    singles = choices_of(ruleset)
    pairs = [dict(pair) for pair in itertools.combinations(singles, 2) if pair[0][0] != pair[1][0]]
    return [{}, *(dict([single]) for single in singles), *pairs]


def check(scripts: Callable[..., Any], ruleset: str, sets: list[dict[str, str]]) -> None:
    found = scripts(RESOLVE, ruleset, [list(asked.items()) for asked in sets])
    assert isinstance(found, list), found
    wanted = [expected(ruleset, asked) for asked in sets]
    for asked, here, there in zip(sets, found, wanted, strict=True):
        if here != there and isinstance(there, str):
            assert scripts(DOCUMENT, ruleset, list(asked.items())) == resolve_ruleset(ruleset, asked), asked
        assert here == there, asked


@pytest.mark.long
@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_page_resolves_every_choice_and_every_pair_of_choices_like_the_reference(
    ruleset: str, scripts: Callable[..., Any]
) -> None:
    check(scripts, ruleset, all_sets(ruleset))


@pytest.mark.parametrize(
    ("ruleset", "sets"),
    [
        ("binokel", [{}, {"sevens": "without", "players": "4"}, {"hands": "fifteen", "players": "4"}]),
        ("binokel-fuenfzehn", [{}, {"opening": "250"}, {"opening": "200"}, {"players": "4"}]),
        ("guinote-tradicional", [{}]),
        ("schnapsen", [{}, {"no_such_option": "x"}]),
        ("bummerl", [{"siebener": "on"}, {"siebener": "perhaps"}]),
    ],
)
def test_the_page_resolves_and_refuses_like_the_reference(
    ruleset: str, sets: list[dict[str, str]], scripts: Callable[..., Any]
) -> None:
    check(scripts, ruleset, sets)


COMPARE = """
const [sides, language, done] = arguments;
const load = async (name) => (await fetch(`/${language}/data/${name}.json`)).json();
Promise.all([import('/assets/resolver.js'), import('/assets/comparing.js')]).then(async ([{resolve}, comparing]) => {
  const keys = comparing.keysOf(sides.map(([ruleset]) => ruleset));
  const data = await Promise.all(sides.map(([ruleset]) => load(`rulesets/${ruleset}`)));
  const columns = sides.map(([, asked], n) => ({key: keys[n], document: resolve(data[n], asked)}));
  done({...comparing.compare(columns, await load("decisions"), data[0].phrases), keys});
}).catch((error) => done(String(error.stack)));
"""

SETS = [
    (("binokel", "binokel-anleitung", "binokel-turnier"), ()),
    (("binokel", "binokel", "guinote"), ("binokel#2.opening=200", "binokel#2.sevens=without")),
    (("kreuz-binokel", "bummerl"), ("bummerl.siebener=on",)),
]


@pytest.mark.parametrize("language", ["de", "en", "es"])
@pytest.mark.parametrize(("rulesets", "settings"), SETS)
def test_the_page_compares_like_the_command(
    rulesets: tuple[str, ...], settings: tuple[str, ...], language: str, scripts: Callable[..., Any]
) -> None:
    check_table(scripts, rulesets, settings, language)


@pytest.mark.long
def test_the_page_compares_all_rulesets_like_the_command(scripts: Callable[..., Any]) -> None:
    check_table(scripts, tuple(RULESETS), (), "de")


@pytest.mark.long
@pytest.mark.parametrize(("one", "other"), list(itertools.combinations(RULESETS, 2))[::7])
def test_the_page_compares_pairs_like_the_command(one: str, other: str, scripts: Callable[..., Any]) -> None:
    check_table(scripts, (one, other), (), "es")


def check_table(
    scripts: Callable[..., Any], rulesets: tuple[str, ...], settings: tuple[str, ...], language: str
) -> None:
    columns = columns_of(rulesets, settings, shipped())
    found = compare(columns, language)
    wanted = as_data(found, found.rows)
    sides = [[column.ruleset, dict(column.departures)] for column in columns]
    made = scripts(COMPARE, sides, language)
    assert isinstance(made, dict), made
    assert made["keys"] == [column["key"] for column in wanted["columns"]]
    assert [row["path"] for row in made["rows"]] == [row["path"] for row in wanted["rows"]]
    for here, there in zip(made["rows"], wanted["rows"], strict=True):
        assert here == there
    assert made["sections"] == wanted["sections"]
    assert made["counts"] == wanted["counts"]


# --- Documents that only a test would write -------------------------------------------------------------------------

WRITTEN = """
const [text, asked, done] = arguments;
import('/assets/resolver.js').then(({resolve, Fault}) => {
  try {
    done({document: resolve(JSON.parse(text), Object.fromEntries(asked))});
  } catch (error) {
    done({kind: error instanceof Fault ? "fault" : error.constructor.name, said: error.message});
  }
}).catch((error) => done(String(error)));
"""

HEAD = """
language: 1
id: own
family: binokel
extends: binokel
authentic: de
title: {de: Eigen, en: Own, es: Propio}
"""
TEXT = "text: {de: Ein Satz., en: A sentence., es: Una frase.}"

GOOD = {
    "a clause goes behind another, and one behind that": f"""
add:
  - {{section: auction, after: auction.opening, clause: {{id: own.first, {TEXT}, note: {{de: n, en: n, es: n}}}}}}
  - {{section: auction, after: own.first, clause: {{id: own.second, {TEXT}, rulings: [B2]}}}}
""",
    "one option goes over another": """
options:
  - id: low
    title: {de: Niedrig, en: Low, es: Baja}
    default: "yes"
    choices:
      - id: "yes"
        title: {de: Ja, en: Yes, es: Sí}
        change: [{clause: auction.opening, rule: {auction: {opening: 110}}}]
      - {id: "no", title: {de: Nein, en: No, es: No}}
  - id: lower
    title: {de: Niedriger, en: Lower, es: Más baja}
    default: "yes"
    choices:
      - id: "yes"
        title: {de: Ja, en: Yes, es: Sí}
        change: [{clause: auction.opening, over: [low], rule: {auction: {opening: 100}}}]
      - {id: "no", title: {de: Nein, en: No, es: No}}
""",
    "an option of the same document wins by itself": """
change:
  - {clause: auction.opening, rule: {auction: {opening: 170}}}
options:
  - id: low
    title: {de: Niedrig, en: Low, es: Baja}
    default: "yes"
    choices:
      - id: "yes"
        title: {de: Ja, en: Yes, es: Sí}
        change: [{clause: auction.opening, rule: {auction: {opening: 110}}}]
      - {id: "no", title: {de: Nein, en: No, es: No}}
""",
    "a clause is dropped, and one comes back": """
drop: [{clause: table.saying}, {clause: auction.promise}]
options:
  - id: promise
    title: {de: Ansage, en: Promise, es: Promesa}
    default: "yes"
    choices:
      - id: "yes"
        title: {de: Ja, en: Yes, es: Sí}
        change:
          - clause: auction.promise
            text: {de: Ein Versprechen., en: A promise., es: Una promesa.}
      - {id: "no", title: {de: Nein, en: No, es: No}}
""",
    "a new section, and clauses of the document in an old one": f"""
sections:
  - id: auction
    clauses: [{{id: own.here, {TEXT}}}]
  - id: manners
    title: {{de: Benimm, en: Manners, es: Modales}}
    clauses: [{{id: own.manners, {TEXT}, status: editorial, note: {{de: n, en: n, es: n}}}}]
""",
}

BAD = {
    "there is no clause 'auction.nothing' to change": "change: [{clause: auction.nothing, sources: [{id: B, at: x}]}]",
    "there is no section 'nowhere'": f"add: [{{section: nowhere, clause: {{id: own.a, {TEXT}}}}}]",
    "the clause 'deck.ranks' stands in the section": (
        f"add: [{{section: auction, after: deck.ranks, clause: {{id: own.a, {TEXT}}}}}]"
    ),
    "the clause 'deck.ranks' exists already": f"add: [{{section: auction, clause: {{id: deck.ranks, {TEXT}}}}}]",
    "there is no option 'weather'": (
        "change: [{clause: auction.opening, if: {weather: [fine]}, rule: {auction: {opening: 170}}}]"
    ),
    "opening has no choice '90'": 'choose: {opening: "90"}',
    "two patches change the clause 'auction.opening'": """
change:
  - {clause: auction.opening, rule: {auction: {opening: 170}}}
choose: {opening: "200"}
""",
    "the option 'sevens' exists already": """
options:
  - id: sevens
    title: {de: A, en: A, es: A}
    default: a
    choices: [{id: a, title: {de: A, en: A, es: A}}, {id: b, title: {de: B, en: B, es: B}}]
""",
}


def own(folder: Path, text: str) -> tuple[Library, str]:
    """A library with this ruleset, and its data as the page gets it."""
    (folder / "own.yaml").write_text(HEAD + text, encoding="utf-8")
    library = Library([folder])
    return library, json.dumps(documents("own", library))


@pytest.mark.parametrize("text", GOOD.values(), ids=GOOD)
def test_the_page_takes_documents_together_like_the_reference(
    text: str, tmp_path: Path, scripts: Callable[..., Any]
) -> None:
    library, data = own(tmp_path, text)
    for asked in ({}, {"sevens": "without", "players": "4"}):
        expected = resolve_ruleset("own", asked, library=library)
        del expected["hash"]
        assert scripts(WRITTEN, data, list(asked.items())) == {"document": expected}


@pytest.mark.parametrize(("message", "text"), BAD.items(), ids=BAD)
def test_the_page_refuses_wrong_documents_like_the_reference(
    message: str, text: str, tmp_path: Path, scripts: Callable[..., Any]
) -> None:
    library, data = own(tmp_path, text)
    with pytest.raises(SpecError, match=re.escape(message)):
        resolve_ruleset("own", library=library)
    found = scripts(WRITTEN, data, [])
    assert found["kind"] == "fault"
    assert message in found["said"]


def test_the_page_has_every_filter_of_the_sentences(scripts: Callable[..., Any]) -> None:
    script = "const done = arguments[0]; import('/assets/prose.js').then(({FILTERS}) => done(Object.keys(FILTERS)))"
    assert sorted(scripts(script)) == sorted(FILTERS)
