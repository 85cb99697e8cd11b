"""The browser of test cases: an index with numbers, and a page for each ruleset.

A case lies folded in a `<details>`. Its id is the anchor of what is inside: browsers open a folded element when
a link leads into it, without any script.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from html import escape
from typing import Any

from stichwerk.library import Library
from stichwerk.resolve import resolve_ruleset
from stichwerk_conformance.cases import ASKS, Case
from stichwerk_rulebook.book import Book, book
from stichwerk_rulebook.cards import faces
from stichwerk_rulebook.site.drawn import Drawn
from stichwerk_rulebook.site.markup import link, plain, table
from stichwerk_rulebook.site.page import Page, Site
from stichwerk_rulebook.words import Say, words

__all__ = ["pages"]


def pages(site: Site) -> Iterator[Page]:
    """`cases/index.md` and `cases/<ruleset>.md`; the id of a case is its anchor."""
    say = words("pages", site.language)
    yield _index(site, say)
    for name in site.rulesets:
        yield _Writer(site, name).page()


def _index(site: Site, say: Say) -> Page:
    numbers = Counter((case.ruleset, case.profile) for case in site.cases)
    rows = []
    for name in site.rulesets:
        title = site.library.header(name)["title"][site.language]
        counts = [numbers[name, profile] for profile in ASKS]
        linked = (
            link(str(count), f"{name}.md#{profile}") if count else "–"
            for count, profile in zip(counts, ASKS, strict=True)
        )
        rows.append([link(title, f"{name}.md"), *linked, str(sum(counts))])
    rows.append([
        f"**{say('all')}**",
        *(str(sum(case.profile == profile for case in site.cases)) for profile in ASKS),
        f"**{len(site.cases)}**",
    ])  # fmt: skip
    parts = [
        f"# {say('cases')}",
        say("cases_intro", count=len(site.cases)),
        say("cases_guide", guide="../implementers.md", form="../vectors.md"),
        table([say("ruleset"), *(say(f"profile_{profile}") for profile in ASKS), say("all")], rows),
    ]
    return Page("cases/index.md", say("cases"), "\n\n".join(parts), wide=True)


class _Writer:
    """Writes the page of one ruleset."""

    def __init__(self, site: Site, ruleset: str) -> None:
        self._site = site
        self._say = words("pages", site.language)
        self._book: Book = book(ruleset, language=site.language, library=site.library)
        self._numbers = {clause.id: clause.number for clause in self._book.clauses}
        self._cases = [case for case in site.cases if case.ruleset == ruleset]

    def page(self) -> Page:
        say, book = self._say, self._book
        title = say("cases_of", ruleset=book.title)
        parts = [
            f"# {plain(title)}",
            say("cases_page", count=len(self._cases), ruleset=plain(book.title), link=f"../rules/{book.id}.md"),
            say("cases_english"),
            f"{say('all_of_them')} `stichwerk verify --ruleset {book.id} -- stichwerk adapter`",
            f"<div>{faces(book.pack, book.language)}</div>",
            *self._groups(),
        ]
        return Page(f"cases/{book.id}.md", title, "\n\n".join(parts), searched=False)

    def _groups(self) -> Iterator[str]:
        for profile, asks in ASKS.items():
            of_profile = [case for case in self._cases if case.profile == profile]
            if of_profile:
                yield f"## {self._say(f'profile_{profile}')} ({len(of_profile)}) {{ #{profile} }}"
            for ask in asks:
                cases = [case for case in of_profile if case.ask == ask]
                if cases:
                    yield f"### {self._say(f'ask_{ask}')} ({len(cases)}) {{ #{profile}-{ask} }}"
                    yield from map(self._case, cases)

    def _case(self, case: Case) -> str:
        origin = f'<span class="origin">{escape(self._say(f"origin_{case.origin}"))}</span>'
        summary = f'<span lang="en">{escape(case.title)}</span> {origin}'
        return "\n".join([
            f'<details class="case" markdown="1"><summary>{summary}</summary>',
            f'<div class="case-body" id="{case.id}" markdown="1">',
            f'<div class="drawn">{self._drawn(case)}{self._behind(case)}</div>',
            "",
            " · ".join(self._links(case)),
            "",
            "</div></details>",
        ])  # fmt: skip

    def _drawn(self, case: Case) -> str:
        say = self._say
        drawn = Drawn(self._book.pack, self._book.language, _in_a_round(case, self._site.library))
        question = drawn.given(case.given, _winners(case)) if case.given else f"<p>{escape(say('no_input'))}</p>"
        name = say("answers" if len(case.allowed) > 1 else "answer")
        answers = (
            drawn.answer(one.answer) + (f'<p lang="en">{escape(one.reason)}</p>' if one.reason else "")
            for one in case.allowed
        )
        return f"<h4>{escape(say('question'))}</h4>{question}<h4>{escape(name)}</h4>{''.join(answers)}"

    def _behind(self, case: Case) -> str:
        """What needs no link: the options, how the answer is reckoned, how the question is put again."""
        say = self._say
        lines = [(say("chosen"), chosen) for chosen in self._chosen(case)]
        if case.reckoning:
            lines.append((say("reckoning"), f'<span lang="en">{escape(case.reckoning)}</span>'))
        lines.append((say("repeat"), f"<code>stichwerk verify --case {case.id} -- stichwerk adapter</code>"))
        return "".join(f'<p class="behind">{escape(name)}: {line}</p>' for name, line in lines)

    def _links(self, case: Case) -> Iterator[str]:
        say = self._say
        yield f"{say('clauses')}: {', '.join(map(self._clause, case.clauses))}"
        sources = [f"{link(one.source, f'../sources.md#{one.source}')} {plain(one.at)}" for one in case.sources]
        if sources:
            yield f"{say('source')}: {'; '.join(sources)}"
        if case.rulings:
            yield f"{say('ruling')}: {', '.join(link(one, f'../rulings.md#{one}') for one in case.rulings)}"

    def _chosen(self, case: Case) -> Iterator[str]:
        titles = {
            one.id: (one.title, {choice.id: choice.title for choice in one.choices}) for one in self._book.options
        }
        for option, choice in case.options.items():
            title, choices = titles[option]
            yield f"{escape(title)}: {escape(choices[choice])} (<code>{option}={choice}</code>)"

    def _clause(self, clause: str) -> str:
        """A clause as a link; one that only stands in the rulebook with other options as its id."""
        if clause not in self._numbers:
            return f"`{clause}`"
        return link(f"{self._numbers[clause]} {clause}", f"../rules/{self._book.id}.md#{clause}")


def _winners(case: Case) -> list[int]:
    """The seats that win the tricks of a case, as its answer has them; none where several answers are right."""
    if len(case.allowed) != 1:
        return []
    answer: Any = case.allowed[0].answer
    if isinstance(answer.get("winners"), list):
        return list(answer["winners"])
    return [answer["winner"]] if case.ask == "trick_winner" else []


def _in_a_round(case: Case, library: Library) -> int:
    """How many seats play one after the other; 0 where one of them sits out."""
    table = _table(case.ruleset, tuple(sorted(case.options.items())), library)
    return 0 if table.get("pauses") == "dealer" else table["players"]


@lru_cache(maxsize=512)
def _table(ruleset: str, options: Iterable[tuple[str, str]], library: Library) -> Any:
    return resolve_ruleset(ruleset, dict(options), library=library)["rules"]["table"]
