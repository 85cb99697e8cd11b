"""The search finds single clauses, and parts of compounds: König finds the Trumpfkönig.

The rulebooks are left out by mkdocs and put in here clause by clause. A variant brings only what it changes: nobody
wants the same sentence five times.

A compound is cut at its seams, in the texts and in what a reader types alike, by the `separator` of the index, a
regular expression. The seams are those of the words that the texts really have, at names of cards and terms of the
glossary; nothing is guessed in the browser.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from pathlib import Path
from typing import Any

from stichwerk_rulebook.book import Book
from stichwerk_rulebook.site.difference import differs
from stichwerk_rulebook.site.page import Site
from stichwerk_rulebook.site.pages.rulebook import book_of, parent_of
from stichwerk_rulebook.site.stage import Staged

__all__ = ["complete_index", "entries", "seams", "separator"]

COMPOUNDING = ("de",)
"""The languages that write compounds as one word."""

TRUMP = "Trumpf"

SHORTEST = 3
"""The fewest letters on either side of a seam."""

_WORD = re.compile(r"[^\W\d_]+")
_TAGS = re.compile(r"<[^>]*>")
_JOINTS = ("", "s", "n", "en", "er", "e")
_ENDINGS = ("", "e", "n", "en", "s", "es", "er", "ern", "in", "innen")

BOOST = 2
"""How much more a clause counts than what is written about it elsewhere."""

Entry = dict[str, str | int]


def complete_index(path: Path, staged: Staged) -> None:
    """Adds the clauses to the index that the search plugin wrote, and the seams of compounds to its separator."""
    index: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    index["docs"] += entries(staged.site)
    if staged.site.language in COMPOUNDING:
        texts = [_TAGS.sub(" ", entry[part]) for entry in index["docs"] for part in ("title", "text")]
        found = seams(texts, _vocabulary(staged.site)) | _of_cards(staged.site)
        index["config"]["separator"] = separator(index["config"]["separator"], found)
    path.write_text(json.dumps(index, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")


def entries(site: Site) -> Iterator[Entry]:
    """What the search shows of the rulebooks: each page with its summary, and each clause with its number."""
    books = {name: book_of(site, name) for name in site.rulesets}
    for name, book in books.items():
        yield {"location": f"rules/{name}/", "title": book.title, "text": f"<p>{escape(book.summary)}</p>"}
        parent = parent_of(site, name)
        yield from _clauses(book, books[parent] if parent else None)


def _clauses(book: Book, parent: Book | None) -> Iterator[Entry]:
    known = {clause.id: clause for clause in parent.clauses} if parent else {}
    for section in book.sections:
        for clause in section.clauses:
            if clause.id not in known or differs(known[clause.id], clause):
                title = ": ".join(filter(None, (section.title, clause.title)))
                yield {
                    "location": f"rules/{book.id}/#{clause.id}",
                    "title": f"{clause.number} {escape(title)}",
                    "text": f"<p>{escape(clause.text)}</p>",
                    "boost": BOOST,
                }


def _vocabulary(site: Site) -> set[str]:
    """The words worth finding inside of others, in small letters: suits, ranks, terms of the glossary, other names."""
    glossary = site.library.read(site.library.shipped / "glossary.yaml", "glossary").value
    terms = [name for term in glossary["terms"] for name in _names(term[site.language])]
    return {word.lower() for text in (*_suits(site), *_ranks(site), *terms) for word in _nouns(text)}


def _suits(site: Site) -> set[str]:
    packs = map(site.library.pack, site.library.packs())
    return {suit["name"][site.language] for pack in packs for suit in pack["suits"]}


def _ranks(site: Site) -> set[str]:
    packs = map(site.library.pack, site.library.packs())
    return {rank["name"][site.language] for pack in packs for rank in pack["ranks"]}


def _names(entry: Mapping[str, Any]) -> Iterator[str]:
    yield entry["term"]
    yield from entry["also"]


def _nouns(text: str) -> list[str]:
    """The words of a term that can be part of a compound: not the small ones between its nouns."""
    words = _WORD.findall(text)
    return [word for word in words if len(word) >= SHORTEST and (len(words) == 1 or word[0].isupper())]


def _of_cards(site: Site) -> set[tuple[str, str]]:
    """Seams of the names that people give to cards, whether the texts have them or not: Trumpfkönig, Herzass."""
    ranks = {rank.lower() for rank in _ranks(site)}
    return {(first.lower(), rank) for first in (*_suits(site), TRUMP) for rank in ranks}


def seams(texts: Iterable[str], vocabulary: set[str]) -> set[tuple[str, str]]:
    """Left and right part, in small letters, of every compound in the texts that has a word of the vocabulary as part.

    The other part must be a word too: one of the vocabulary, or one that the texts have by itself.
    """
    words = {word.lower() for text in texts for word in _WORD.findall(text)}
    simple = vocabulary | {word for word in words if len(word) > SHORTEST}
    return {
        (word[:cut], word[cut:])
        for word in words
        for cut in range(SHORTEST, len(word) - SHORTEST + 1)
        if _is_seam(word[:cut], word[cut:], vocabulary, simple)
    }


def _is_seam(left: str, right: str, vocabulary: set[str], simple: set[str]) -> bool:
    first, second = set(_stems(left, _JOINTS)), set(_stems(right, _ENDINGS))
    return bool((first & vocabulary and second & simple) or (first & simple and second & vocabulary))


def _stems(word: str, endings: Iterable[str]) -> Iterator[str]:
    for ending in endings:
        if word.endswith(ending):
            yield word[: len(word) - len(ending)]


def separator(usual: str, found: Iterable[tuple[str, str]]) -> str:
    """The usual separator, or a seam. Left parts that go with the same right parts share one alternative."""
    after: dict[str, set[str]] = defaultdict(set)
    for left, right in found:
        after[left].add(right)
    before: dict[str, list[str]] = defaultdict(list)
    for left, rights in sorted(after.items()):
        before["|".join(sorted(rights))].append(_either_case(left))
    cuts = "|".join(f"(?<={'|'.join(lefts)})(?={rights})" for rights, lefts in before.items())
    return f"{usual}|(?=[a-zäöüß])(?:{cuts})"


def _either_case(word: str) -> str:
    return f"[{word[0].upper()}{word[0]}]{word[1:]}"
