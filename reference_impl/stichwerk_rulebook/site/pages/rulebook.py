"""The rulebooks: one page for each ruleset, and the page that lists them."""

from __future__ import annotations

from collections.abc import Iterator

from stichwerk_rulebook.book import Book, book
from stichwerk_rulebook.cards import face, faces
from stichwerk_rulebook.printing.figures import contracts_table, melds_table, order_of_deal, values_table
from stichwerk_rulebook.site.clauses import chapters
from stichwerk_rulebook.site.difference import Difference, differences
from stichwerk_rulebook.site.families import about, name_of
from stichwerk_rulebook.site.markup import link, plain, table
from stichwerk_rulebook.site.page import Page, Site
from stichwerk_rulebook.site.wordings import Wordings
from stichwerk_rulebook.words import Say, words

__all__ = ["book_of", "pages", "parent_of"]


def pages(site: Site) -> Iterator[Page]:
    """`rules/index.md` and `rules/<ruleset>.md`."""
    books = {name: book_of(site, name) for name in site.rulesets}
    yield _index(site, books)
    for one in books.values():
        parent = parent_of(site, one.id)
        yield _rulebook(site, one, books[parent] if parent else None)


def book_of(site: Site, ruleset: str) -> Book:
    """A ruleset as it is usually played, in the language of the site, with the cases that check it."""
    return book(ruleset, language=site.language, library=site.library, cases=site.cases)


def parent_of(site: Site, ruleset: str) -> str | None:
    """The ruleset a variant extends; None for one that stands by itself."""
    parent = site.library.header(ruleset).get("extends")
    return parent if parent in site.rulesets else None


def _rulebook(site: Site, book: Book, parent: Book | None) -> Page:
    say = words("site", site.language)
    changed = differences(parent, book) if parent else []
    wordings = Wordings(site, book)
    parts = [
        f"# {plain(book.title)}",
        f"{plain(book.summary)}\n{{ .summary }}",
        _facts(site, book, parent, say),
        _buttons(book, say),
        _changes(book, parent, changed, say) if parent else "",
        _figures(book, say),
        wordings.options(),
        f"{say('how_to_read')}\n{{ .how-to-read }}",
        chapters(book, [one.here.id for one in changed if one.here]),
        wordings.chapter(),
    ]
    return Page(f"rules/{book.id}.md", book.title, "\n\n".join(part for part in parts if part), searched=False)


def _facts(site: Site, book: Book, parent: Book | None, say: Say) -> str:
    facts = [(say("pack"), plain(book.pack["title"][book.language]))]
    if book.follows:
        facts.append((say("follows"), link(book.follows.title, f"../sources.md#{book.follows.id}")))
    facts.append((say("authentic"), say(f"authentic_{book.authentic}")))
    if parent:
        facts.append((say("variant_of"), link(parent.title, f"{parent.id}.md")))
    variants = [name for name in site.rulesets if parent_of(site, name) == book.id]
    if variants:
        titles = (link(site.library.header(name)["title"][book.language], f"{name}.md") for name in variants)
        facts.append((say("variants"), ", ".join(titles)))
    lines = "\n".join(f"- **{name}:** {value}" for name, value in facts)
    return f'<div class="facts" markdown="1">\n\n{lines}\n\n</div>'


def _buttons(book: Book, say: Say) -> str:
    return " ".join([
        link(say("configure"), f"../configure.md?ruleset={book.id}", ".md-button .md-button--primary"),
        link(say("compare"), f"../compare/{book.family}.md", ".md-button"),
        link(say("as_data"), f"../v1/rulesets/{book.id}.json", ".md-button"),
    ])  # fmt: skip


def _changes(book: Book, parent: Book, changed: list[Difference], say: Say) -> str:
    if not changed:
        return say("same_rules", parent=plain(parent.title), link=f"{parent.id}.md")
    rows = ([_place(one, parent), _sentence(one, parent), _own(one, say)] for one in changed)
    return "\n\n".join([
        f"## {say('differs_title', parent=plain(parent.title))} {{ #differences }}",
        table([" ", plain(parent.title), plain(book.title)], rows),
        say("differs_intro", parent=plain(parent.title), link=f"{parent.id}.md"),
    ])  # fmt: skip


def _place(one: Difference, parent: Book) -> str:
    if one.here:
        return link(one.here.number, f"#{one.here.id}")
    assert one.there is not None
    return link(one.there.number, f"{parent.id}.md#{one.there.id}")


def _sentence(one: Difference, parent: Book) -> str:
    return plain(one.there.text) if one.there else "–"


def _own(one: Difference, say: Say) -> str:
    return plain(one.here.text) if one.here else f"*{say('gone')}*"


def _figures(book: Book, say: Say) -> str:
    figures = "\n".join([
        faces(book.pack, book.language),
        order_of_deal(book),
        f'<div class="scrolls" tabindex="0">{values_table(book, face)}</div>',
        *(
            f'<div class="scrolls" tabindex="0">{figure}</div>'
            for figure in (melds_table(book, face), contracts_table(book))
            if figure
        ),
    ])  # fmt: skip
    return f"## {say('figures')} {{ #figures }}\n\n<div>\n{figures}\n</div>"


def _index(site: Site, books: dict[str, Book]) -> Page:
    say = words("site", site.language)
    parts = [f"# {say('rulebooks')}", say("rulebooks_intro")]
    for family in site.families:
        parts.append(f"## {plain(name_of(family, site.language))} {{ #{family} }}")
        if intro := about(family).get("intro"):
            parts.append(f"{plain(intro[site.language])}\n{{ .summary }}")
        parts += [_entry(site, one, books) for one in books.values() if one.family == family and not _child(site, one)]
    return Page("rules/index.md", say("rulebooks"), "\n\n".join(parts))


def _child(site: Site, one: Book) -> bool:
    return parent_of(site, one.id) is not None


def _entry(site: Site, one: Book, books: dict[str, Book]) -> str:
    lines = [f"### {link(one.title, f'{one.id}.md')} {{ #ruleset-{one.id} }}", plain(one.summary)]
    variants = [other for other in books.values() if parent_of(site, other.id) == one.id]
    lines.append("\n".join(f"- {link(v.title, f'{v.id}.md')}: {plain(v.summary)}" for v in variants))
    return '<div class="ruleset" markdown="1">\n\n' + "\n\n".join(filter(None, lines)) + "\n\n</div>"
