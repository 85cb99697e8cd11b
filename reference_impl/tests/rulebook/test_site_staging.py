import posixpath
import re
from html import unescape
from pathlib import Path
from urllib.parse import urlsplit

import markdown
import pytest
import yaml

from stichwerk_rulebook.book import book
from stichwerk_rulebook.site.difference import differences
from stichwerk_rulebook.site.markup import plain
from stichwerk_rulebook.site.pages import handwritten
from stichwerk_rulebook.site.search import seams, separator
from stichwerk_rulebook.site.stage import main, site_in, stage
from stichwerk_rulebook.words import words, words_of

ROOT = Path(__file__).parents[3]


class Loader(yaml.SafeLoader):
    """Reads mkdocs.yml, which has a tag of its own for environment variables."""


Loader.add_constructor("!ENV", lambda loader, node: loader.construct_sequence(node))


def extensions() -> list[str | dict[str, object]]:
    listed = yaml.load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"), Loader)["markdown_extensions"]  # noqa: S506
    return list(listed)


def rendered(text: str) -> str:
    names, settings = [], {}
    for extension in extensions():
        name, setting = (extension, {}) if isinstance(extension, str) else next(iter(extension.items()))
        names.append(name)
        settings[name] = setting
    return markdown.Markdown(extensions=names, extension_configs=settings).convert(text.split("---\n", 2)[2])


@pytest.mark.long
@pytest.mark.parametrize("language", ["de", "en", "es"])
def test_the_staged_pages_stand_by_themselves_without_mkdocs(language: str, tmp_path: Path) -> None:
    staged = stage(site_in(language), tmp_path)
    html = {path: rendered((tmp_path / path).read_text(encoding="utf-8")) for path in staged.pages}
    # What the pages with scripts say where there are none leads to addresses as mkdocs makes them.
    html = {path: re.sub(r"<noscript>.*?</noscript>", "", text) for path, text in html.items()}
    anchors = {path: set(re.findall(r'\bid="([^"]+)"', text)) for path, text in html.items()}
    lost = []
    for path, text in html.items():
        for found in re.findall(r'<a [^>]*?href="([^"]+)"', text):
            link = urlsplit(unescape(found))
            if link.scheme:
                continue
            target = posixpath.normpath(posixpath.join(posixpath.dirname(path), link.path)) if link.path else path
            known = target in html or (tmp_path / target).is_file()
            if not known or (link.fragment and link.fragment not in anchors.get(target, {link.fragment})):
                lost.append(f"{path}: {found}")
    assert not lost, "\n".join(lost[:30])
    assert "markdown=" not in "".join(html.values())


def test_staging_again_writes_nothing_and_removes_what_is_no_page(tmp_path: Path) -> None:
    site = site_in("en")
    stage(site, tmp_path)
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file()}
    (tmp_path / "old.md").write_text("gone")
    stage(site, tmp_path)
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file()} == before


def test_the_command_without_a_language_says_how_it_is_used() -> None:
    with pytest.raises(SystemExit, match=r"usage: .*de\|en\|es DIR"):
        main(["fr", "somewhere"])


def test_a_page_that_nobody_translated_is_english_and_says_so_in_the_language_of_the_site(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "en").mkdir()
    (tmp_path / "de").mkdir()
    (tmp_path / "decisions").mkdir()
    (tmp_path / "en" / "one.md").write_text("# One\n\nText.\n")
    (tmp_path / "en" / "two.md").write_text("# Two\n\nText.\n")
    (tmp_path / "de" / "two.md").write_text("# Zwei\n\nText.\n")
    (tmp_path / "decisions" / "001.md").write_text("# 1. Why\n\nSo.\n")
    monkeypatch.setattr(handwritten, "docs_dir", lambda: tmp_path)
    german = {page.path: page for page in handwritten.pages(site_in("de"))}
    assert german["two.md"].title == "Zwei"
    assert german["two.md"].text == "# Zwei\n\nText.\n"
    assert words("site", "de")("not_translated") in german["one.md"].text
    assert words("site", "de")("english_decision") in german["decisions/001.md"].text
    english = {page.path: page for page in handwritten.pages(site_in("en"))}
    assert "english-note" not in "".join(page.text for page in english.values())


def test_a_text_in_markdown_stays_the_text_it_was() -> None:
    text = "a*b*c [d](e) `f` <g> & 1|2 #h _i_ \\j"
    assert unescape(markdown.markdown(plain(text))) == f"<p>{text}</p>"
    assert markdown.markdown(plain("2. Satz")) == "<p>2. Satz</p>"
    assert markdown.markdown(plain("- kein Punkt")) == "<p>- kein Punkt</p>"


def test_a_variant_names_what_is_changed_new_and_gone() -> None:
    found = differences(book("binokel", language="de"), book("binokel-ohne-sieben", language="de"))
    kinds = {
        (one.here or one.there).id: (one.there is not None, one.here is not None)  # type: ignore[union-attr]
        for one in found
    }
    assert kinds["deck.ranks"] == (True, True)
    assert kinds["melds.trump_seven"] == (True, False)
    assert "auction.opening" not in kinds
    kreuz = differences(book("binokel", language="de"), book("kreuz-binokel", language="de"))
    assert [one.here.id for one in kreuz if one.there is None and one.here][:1] == ["table.kreuz"]


def test_compounds_are_cut_where_a_known_word_meets_another_word() -> None:
    texts = ["Die Trumpffarbe und der Stichzwang", "eine Farbe, kein Zwang", "passen, Unterschied, Aufgabe"]
    found = seams(texts, {"trumpf", "stich", "ass", "unter"})
    assert found == {("trumpf", "farbe"), ("stich", "zwang")}


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Trumpfkönig", ["Trumpf", "könig"]),
        ("der Herzkönig sticht", ["der", "Herz", "könig", "sticht"]),
        ("könig", ["könig"]),
        ("Trumpf könig", ["Trumpf", "könig"]),
    ],
)
def test_the_separator_cuts_a_compound_and_leaves_its_parts(text: str, parts: list[str]) -> None:
    pattern = separator(r"\s+", {("trumpf", "könig"), ("herz", "könig")})
    # Python's lookbehind wants alternatives of one width; a browser's does not.
    pattern = pattern.replace("(?<=[Hh]erz|[Tt]rumpf)", "(?:(?<=[Hh]erz)|(?<=[Tt]rumpf))")
    assert [part for part in re.split(pattern, text) if part] == parts


def test_every_word_of_the_site_is_there_in_each_language() -> None:
    assert {key for key, entry in words_of("site").items() if set(entry) != {"de", "en", "es"}} == set()
