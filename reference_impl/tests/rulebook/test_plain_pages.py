import json
import posixpath
import re
from collections.abc import Iterator
from functools import lru_cache
from html.parser import HTMLParser
from pathlib import Path

import markdown
import pytest

from stichwerk.expressions.parser import FUNCTIONS, MACROS
from stichwerk.files import schema_dir
from stichwerk.library import Library
from stichwerk.prose import FILTERS
from stichwerk_rulebook.cards import faces
from stichwerk_rulebook.site.drawn import Drawn
from stichwerk_rulebook.site.page import Page, Site
from stichwerk_rulebook.site.pages import cases, glossary, handwritten, language, rulebook, rulings, sources
from stichwerk_rulebook.site.published import published
from stichwerk_rulebook.site.reference import described, reference
from stichwerk_rulebook.site.stage import site_in
from stichwerk_rulebook.words import words_of

ROOMS = (glossary, rulings, sources, language, cases)
LANGUAGES = ("de", "en", "es")
EXTENSIONS = ["attr_list", "md_in_html", "tables", "toc", "pymdownx.superfences"]
VOID = {"br", "hr", "img", "input", "link", "meta"}
LINK = re.compile(r"(?<!\\)\]\(([^)\s]+)\)")
ANCHOR = re.compile(r'(?:\{ ?#|\bid=")([^\s"}]+)')
FIRST, SECOND = "binokel-winner-equal-led-b", "binokel-replay-three-tricks-b"


SITES = {name: site_in(name) for name in LANGUAGES}


@pytest.fixture(params=LANGUAGES)
def site(request: pytest.FixtureRequest) -> Site:
    return SITES[request.param]


@pytest.fixture
def german() -> Site:
    return SITES["de"]


def made(site: Site) -> dict[str, Page]:
    return {page.path: page for room in ROOMS for page in room.pages(site)}


@lru_cache
def shown(language: str) -> dict[str, Page]:
    return made(SITES[language])


def block(text: str, anchor: str) -> str:
    """The part of a page from the heading with this anchor to the next heading."""
    return re.split(r"^#+ ", text[text.index(f"{{ #{anchor} }}") :], maxsplit=1, flags=re.MULTILINE)[0]


def case_block(text: str, case: str) -> str:
    start = text.index(f'id="{case}"')
    return text[start : text.index("</details>", start)]


class Tags(HTMLParser):
    """Checks that tags are closed in order and no id stands twice; gathers headings, and text by language."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.levels: list[int] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.ids += [value or "" for name, value in attrs if name == "id"]
        if re.fullmatch("h[1-6]", tag):
            self.levels.append(int(tag[1]))
        if tag not in VOID:
            assert not (self.open[-1:] == ["p"] and tag in {"p", "div", "dl", "ol", "ul"}), f"<{tag}> in <p>"
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.ids += [value or "" for name, value in attrs if name == "id"]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def html_of(page: Page) -> str:
    return markdown.Markdown(extensions=EXTENSIONS).convert(page.text)


# ---------------------------------------------------------------- all pages


def test_every_link_leads_to_a_page_and_an_anchor_that_are_there(site: Site) -> None:
    own = shown(site.language)
    others = [*rulebook.pages(site), *handwritten.pages(site)]
    anchors = {page.path: set(ANCHOR.findall(page.text)) for page in [*own.values(), *others]}
    files = {asset.path for asset in published(site.library)}
    lost = []
    for page in own.values():
        for target in LINK.findall(re.sub("`[^`\n]*`", "", page.text)):
            path, _, anchor = target.partition("#")
            place = posixpath.normpath(posixpath.join(posixpath.dirname(page.path), path)) if path else page.path
            if place not in files and anchor not in anchors.get(place, ()) and (anchor or place not in anchors):
                lost.append(f"{page.path}: {target}")
    assert lost == []


def test_every_page_has_one_title_and_fixed_addresses(site: Site) -> None:
    pages = shown(site.language)
    assert {"glossary.md", "rulings.md", "sources.md", "language.md", "cases/index.md", "cases/binokel.md"} <= set(
        pages
    )
    for page in pages.values():
        assert len(re.findall("^# ", page.text, re.MULTILINE)) == 1, page.path


def test_the_test_cases_are_kept_out_of_the_search(german: Site) -> None:
    searched = {path: page.searched for path, page in shown("de").items()}
    assert searched["cases/index.md"]
    assert searched["rulings.md"]
    assert not any(searched[f"cases/{name}.md"] for name in german.rulesets)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_html_is_well_formed_and_headings_go_down_step_by_step(lang: str) -> None:
    site = SITES[lang]
    small = Site(lang, site.library, tuple(case for case in site.cases if case.ruleset == "guinote-101"))
    pages = [page for path, page in made(small).items() if path != "cases/binokel.md"]
    for page in pages:
        tags = Tags(html_of(page))
        assert tags.open == [], page.path
        assert len(tags.ids) == len(set(tags.ids)), page.path
        assert all(after <= before + 1 for before, after in zip(tags.levels, tags.levels[1:], strict=False)), page.path


def test_every_text_is_there_in_three_languages_and_nothing_is_left_over() -> None:
    for room in ("pages", "cards"):
        for key, texts in words_of(room).items():
            assert set(texts) == set(LANGUAGES), key


# ---------------------------------------------------------------- glossary


def test_a_term_shows_its_names_in_all_languages_and_its_false_friend() -> None:
    page = shown("de")["glossary.md"]
    text = block(page.text, "trump")
    for part in ("Atout", "**trump** (trump suit)", "**triunfo** (pinta)", "Falscher Freund", "Binokel, Gaigel"):
        assert part in text
    assert "Falscher Freund" not in block(page.text, "trick")


def test_terms_stand_by_the_alphabet_of_the_language() -> None:
    for lang, before, after in (("de", "trick", "overtrump"), ("en", "overtrump", "trick"), ("es", "trick", "trump")):
        (page,) = glossary.pages(SITES[lang])
        anchors = ANCHOR.findall(page.text)  # Stich, übertrumpfen - overtrump, trick - baza, triunfo
        assert anchors.index(before) < anchors.index(after)
    assert [one for one in ANCHOR.findall(next(glossary.pages(SITES["de"])).text) if one == "letter-u"] == ["letter-u"]


def test_a_glossary_of_ones_own_adds_terms(tmp_path: Path) -> None:
    entry = {"term": "Zwickmühle", "meaning": "Zwei Wege, beide falsch.", "also": []}
    term = {"id": "zwick", "de": entry, "en": entry, "es": entry, "families": ["binokel"]}
    (tmp_path / "glossary.yaml").write_text(json.dumps({"language": 1, "terms": [term]}))
    (page,) = glossary.pages(Site("de", Library([tmp_path]), ()))
    assert "### Zwickmühle { #zwick }" in page.text
    assert "{ #trick }" in page.text


# ---------------------------------------------------------------- rulings and sources


def test_a_ruling_tells_question_readings_decision_reason_and_where_it_stands() -> None:
    page = shown("de")["rulings.md"]
    text = block(page.text, "B1")
    assert text.startswith("{ #B1 }")
    assert "**Entscheidung:** Der linke Nachbar des Gebers hebt ab." in text
    assert "**Warum:** B nennt den Nachbarn" in text
    assert "1. Nur das abgehobene Päckchen" in text
    assert "2. Beide Päckchen" in text
    assert "**Steht in:** [Binokel](rules/binokel.md): " in text
    assert "](rules/binokel.md#deal.cut)" in text


def test_a_ruling_names_the_variants_that_took_it_over(german: Site) -> None:
    page = shown("de")["rulings.md"]
    text = block(page.text, "B14")
    assert "[Kreuz-Binokel](rules/kreuz-binokel.md#contracts.concede)" in text
    assert "](rules/binokel.md#awards.conceded)" in text
    assert "turnier" not in text  # follows another source, which has rulings of its own
    rules = {one.path: one for one in rulebook.pages(german)}
    assert 'id="contracts.concede"' in rules["rules/kreuz-binokel.md"].text
    assert "rulings.md#B14" in rules["rules/kreuz-binokel.md"].text


def test_a_clause_that_comes_with_an_option_only_is_no_link() -> None:
    page = shown("de")["rulings.md"]
    assert "nur bei anderer Wahl des Tisches" in block(page.text, "B29")
    assert "contracts.durch_open" not in page.text


def test_every_ruling_and_every_source_has_its_place(site: Site) -> None:
    for name, known in (("rulings", site.library.rulings()), ("sources", site.library.sources())):
        assert set(known) <= set(ANCHOR.findall(shown(site.language)[f"{name}.md"].text))


def test_a_source_says_what_follows_it() -> None:
    page = shown("de")["sources.md"]
    text = block(page.text, "B")
    assert "Ihr folgt: " in text
    assert "[Binokel](rules/binokel.md)" in text
    assert "Sprache: Deutsch" in text
    assert page.text.index("## Spielanleitungen") < page.text.index("{ #A }") < page.text.index("## Artikel")


# ---------------------------------------------------------------- language


def keys_of(schema: object, path: str = "") -> Iterator[str]:
    """Every path of named keys, without those inside alternatives and definitions."""
    if isinstance(schema, dict):
        for name, entry in schema.get("properties", {}).items():
            below = f"{path}.{name}" if path else name
            if isinstance(entry, dict) and ("title" in entry or "description" in entry):
                yield below
                yield from keys_of(entry, below)
        yield from keys_of(schema.get("items"), f"{path}.each")


def test_the_reference_has_every_key_of_every_schema() -> None:
    pages = shown("de")
    for name in language.SCHEMAS:
        schema = json.loads((schema_dir() / f"{name}.schema.json").read_text(encoding="utf-8"))
        anchors = set(ANCHOR.findall(pages[f"language/{name}.md"].text))
        assert {*keys_of(schema), *(f"def-{one}" for one in schema.get("$defs", ()))} <= anchors, name
    written = {path.name.removesuffix(".schema.json") for path in schema_dir().glob("*.schema.json")}
    assert set(language.SCHEMAS) <= written


def test_a_key_shows_title_type_description_and_examples() -> None:
    schema = {
        "properties": {
            "opening": {
                "title": "Opening",
                "description": "The `lowest` bid, <no> more.",
                "type": "integer",
                "minimum": 10,
                "maximum": 300,
                "examples": [150],
            },
            "by": {"title": "By", "enum": ["hand", "all"]},
            "cards": {"title": "Cards", "type": "array", "items": {"$ref": "common.schema.json#/$defs/card"}},
            "when": {"title": "When", "x-expression": {"type": "bool", "names": "stage"}},
        },
        "required": ["by"],
        "$defs": {"meld": {"title": "Meld", "type": "object", "properties": {"value": {"title": "Value"}}}},
    }
    text = reference(schema, "Schlüssel", "Bausteine")
    for part in (
        "## Schlüssel { #keys }",
        "### `opening` – Opening { #opening }",
        "*whole number, at least 10, at most 300.*",
        "The `lowest` bid, &lt;no&gt; more.",
        "Examples: `150`",
        '*one of `"hand"`, `"all"`, required.*',
        "list of [card](common.md#def-card)",
        "expression of type bool, sees [stage](../language.md#names-stage)",
        'id="def-meld.value"',
    ):
        assert part in text
    assert described("a_b *c* `d_e`") == r"a\_b \*c\* `d_e`"


def test_the_operators_are_those_the_parser_knows() -> None:
    forms = " ".join(language.OPERATORS)
    for name in MACROS:
        assert f".{name}(" in forms
    for name in FUNCTIONS:
        assert re.search(rf"\b{name}\(", forms)
    assert set(re.findall(r"(\w+)\(", forms)) == MACROS | FUNCTIONS


def test_every_filter_is_shown_at_work() -> None:
    assert set(language.SHOWN_FILTERS) == set(FILTERS)
    text = shown("de")["language.md"].text
    assert "| `ranks` | `{{ deck.ranks | ranks }}` | Ass, Zehn, König, Ober, Unter und Sieben |" in text
    assert "| `cards` | `{{ melds.binokel.cards.exact | cards }}` | Schellen-Unter und Laub-Ober |" in text
    assert "| `derived.cards` | Karten im Spiel | 48 |" in text
    assert "{ #names-success }" in text
    assert "[side](#record-side)" in text
    assert "contract.success.\\*](language/rules.md#def-contract.success.each)" in text


# ---------------------------------------------------------------- cases


def test_the_index_counts_by_ruleset_and_profile(german: Site) -> None:
    page = shown("de")["cases/index.md"]
    of_binokel = [case for case in german.cases if case.ruleset == "binokel"]
    tricks = sum(case.ask in {"legal_cards", "trick_winner", "replay"} for case in of_binokel)
    (row,) = [line for line in page.text.splitlines() if line.startswith("| [Binokel](binokel.md) ")]
    assert f"[{tricks}](binokel.md#tricks)" in row
    assert row.endswith(f" {len(of_binokel)} |")
    assert page.text.rstrip().endswith(f"**{len(german.cases)}** |")


def test_every_case_of_a_ruleset_stands_on_its_page_once(site: Site) -> None:
    for page in [one for path, one in shown(site.language).items() if path.startswith("cases/")]:
        name = page.path.removeprefix("cases/").removesuffix(".md")
        ids = re.findall(r'<div class="case-body" id="([^"]+)"', page.text)
        assert sorted(ids) == sorted(case.id for case in site.cases if case.ruleset == name)
        assert page.text.count("<details") == page.text.count("</details>") == len(ids)


def test_a_case_shows_cards_answer_clauses_reckoning_and_how_to_repeat_it() -> None:
    text = case_block(shown("de")["cases/binokel.md"].text, FIRST)
    trick = re.findall(r'<li( class="won")?><span class="seat">([^<]+)</span><svg[^>]*aria-label="([^"]+)"', text)
    # leader 2 of three: seats 2, 0, 1; the leader's ten wins
    assert [(bool(won), seat, name) for won, seat, name in trick] == [
        (True, "Platz 2", "Herz-Zehn"),
        (False, "Platz 0", "Herz-Zehn"),
        (False, "Platz 1", "Herz-König"),
    ]
    assert "<dt><code>points</code></dt><dd>24</dd>" in text
    assert "](../rules/binokel.md#tricks.equal)" in text
    assert "[B](../sources.md#B) Spielen und Stechen" in text
    assert "10 + 10 + 4 = 24" in text
    assert f"stichwerk verify --case {FIRST} -- stichwerk adapter" in text


def test_the_tricks_of_a_replay_are_led_by_the_winner_before() -> None:
    text = case_block(shown("de")["cases/binokel.md"].text, SECOND)
    tricks = re.findall(r'<ol class="trick">.*?</ol>', text)
    seats = [re.findall(r"Platz (\d)", one) for one in tricks]
    assert seats == [["1", "2", "0"], ["2", "0", "1"], ["2", "0", "1"]]  # led by 1, then by the winners 2 and 2


def test_a_case_says_what_the_table_has_chosen() -> None:
    text = case_block(shown("de")["cases/binokel.md"].text, "binokel-winner-last-player-of-four-b")
    assert "(<code>players=4</code>)" in text
    assert re.findall(r'class="seat">Platz (\d)', text) == ["1", "2", "3", "0"]


def test_a_card_on_a_page_of_cases_refers_to_an_outline_of_that_page() -> None:
    for path, page in shown("de").items():
        if path.startswith("cases/") and path != "cases/index.md":
            assert set(re.findall(r'href="#((?:face|sign)-[^"]+)"', page.text)) <= set(ANCHOR.findall(page.text)), path


def test_values_are_drawn_by_what_they_are(german: Site) -> None:
    pack = german.library.pack("wuerttemberg")
    drawn = Drawn(pack, "de", 3)
    assert 'aria-label="Eichel"' in drawn.value("trump", "E")
    assert drawn.value("by", "E") == "E"
    assert drawn.value("legal", False) == "false"
    assert drawn.value("calls", [[1, 150], [2, "out"]]) == "1: 150 · 2: out"
    assert drawn.value("points", {"0": 14, "1": 0}) == "<code>0</code> 14 · <code>1</code> 0"
    assert 'aria-label="Herz-Ass, Herz-Ass"' in drawn.value("hand", ["HA", "HA"])
    assert drawn.value("discards", []) == "–"
    assert drawn.value("positions", [{"seat": 2}, {}, {"seat": 1}]) == (
        '<ol><li value="0"><code>seat</code> 2</li><li value="2"><code>seat</code> 1</li></ol>'
    )
    assert drawn.value("title", "<b>") == "&lt;b&gt;"


def test_moves_name_the_seat_and_offered_cards_stand_together(german: Site) -> None:
    drawn = Drawn(german.library.pack("french"), "en", 2)
    made_moves = [{"seat": 1, "move": "bid", "bid": 150}, {"seat": 0, "move": "play", "card": "HA"}]
    text = drawn.value("moves", made_moves)
    assert '<b class="seat">1</b> bid 150' in text
    assert re.search(r'<b class="seat">0</b> <svg[^>]*aria-label="ace of hearts"', text)
    offers = [{"move": "play", "card": "HA"}, {"move": "close"}, {"move": "play", "card": "ST"}]
    text = drawn.value("legal", offers)
    assert 'aria-label="ace of hearts, ten of spades"' in text
    assert "<li>close</li>" in text


def test_the_pages_of_cases_stay_below_two_megabytes(german: Site) -> None:
    sizes = {path: len(page.text.encode()) for path, page in shown("de").items() if path.startswith("cases/")}
    assert max(sizes.values()) < 2_000_000
    assert len(faces(german.library.pack("spanish"), "es")) < 60_000
