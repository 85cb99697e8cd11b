"""What the table can choose: the questions with their answers, and the sentences that each other answer brings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from stichwerk.errors import SpecError
from stichwerk_rulebook.book import Book, Choice, Option, book
from stichwerk_rulebook.site.difference import Difference, differences
from stichwerk_rulebook.site.markup import link, plain, table
from stichwerk_rulebook.site.page import Site
from stichwerk_rulebook.words import Say, words

__all__ = ["Wordings"]


@dataclass(frozen=True, slots=True)
class _Other:
    """An answer that is not the usual one, and what it changes beside what must be chosen with it.

    together: what only holds with another answer that is not usual, option and choice -> clauses.
    """

    choice: Choice
    changes: list[Difference]
    together: dict[tuple[str, str], list[Difference]]


class Wordings:
    """The options of a rulebook page."""

    def __init__(self, site: Site, book: Book) -> None:
        self.site, self.book = site, book
        self.say: Say = words("site", site.language)

    def options(self) -> str:
        """The chapter with the questions; empty where the ruleset leaves nothing open."""
        if not self.book.options:
            return ""
        say = self.say
        rows = ([plain(option.title), self._chosen(option), self._possible(option)] for option in self.book.options)
        return "\n\n".join([
            f"## {say('options')} {{ #options }}",
            say("options_intro"),
            table([say("question"), say("usual"), say("others")], rows),
        ])  # fmt: skip

    def chapter(self) -> str:
        """The last chapter: every other answer with the sentences that it changes; empty where there is none."""
        found = [(option, others) for option, others in self._others.items() if others]
        if not found:
            return ""
        lines = [f"## {self.say('wordings')} {{ #wordings }}", self.say("wordings_intro")]
        for option, others in found:
            lines.append(f"### {plain(option.title)} {{ #option-{option.id} }}")
            lines += [plain(option.text)] if option.text else []
            lines += [self._answer(option, other) for other in others]
        return "\n\n".join(lines)

    @cached_property
    def _others(self) -> dict[Option, list[_Other]]:
        return {option: [*self._of(option)] for option in self.book.options if not option.fixed}

    def _of(self, option: Option) -> Iterator[_Other]:
        chosen = {one.id: one.chosen for one in self.book.options}
        for choice in option.choices:
            if choice.id == option.chosen:
                continue
            needs = {name: allowed[0] for name, allowed in choice.needs.items() if chosen[name] not in allowed}
            try:
                changed = self._with({**needs, option.id: choice.id})
            except SpecError:  # the variant has fixed something that does not go with it
                continue
            try:
                plain_book = self._with(needs)
            except SpecError:  # what it needs needs it too
                plain_book = self.book
            together = {
                other: found
                for other in sorted(self._partners(option.id, choice))
                if other[1] != chosen[other[0]]
                and (found := self._only_together({**needs, option.id: choice.id}, other))
            }
            yield _Other(choice, differences(plain_book, changed), together)

    def _partners(self, option: str, choice: Choice) -> set[tuple[str, str]]:
        """The answers to other options with which this one has sentences of its own, whichever of the two says so."""
        back = {
            (other.id, one.id)
            for other in self.book.options
            for one in other.choices
            if (option, choice.id) in one.beside
        }
        return set(choice.beside) | back

    def _only_together(self, chosen: dict[str, str], other: tuple[str, str]) -> list[Difference]:
        """The clauses that are the same with neither of the two answers alone."""
        try:
            both = self._with({**chosen, other[0]: other[1]})
            alone = [self.book, self._with(chosen), self._with(dict([other]))]
        except SpecError:
            return []
        known = {(clause.id, clause.text) for one in alone for clause in one.clauses}
        here = {clause.id: clause for clause in self.book.clauses}
        return [
            Difference(here.get(clause.id), clause) for clause in both.clauses if (clause.id, clause.text) not in known
        ]

    def _with(self, chosen: dict[str, str]) -> Book:
        if not chosen:
            return self.book
        return book(self.book.id, chosen, self.site.language, library=self.site.library)

    def _chosen(self, option: Option) -> str:
        title = next(plain(choice.title) for choice in option.choices if choice.id == option.chosen)
        return f"{title} *({self.say('fixed')})*" if option.fixed else title

    def _possible(self, option: Option) -> str:
        others = [link(other.choice.title, f"#{_anchor(option, other)}") for other in self._others.get(option, ())]
        return "<br>".join(others) or "–"

    def _answer(self, option: Option, other: _Other) -> str:
        title = plain(other.choice.title)
        if other.choice.needs:
            needs = ", ".join(self._needed(name, allowed) for name, allowed in other.choice.needs.items())
            title += f" <small>({self.say('only_with', needs=needs)})</small>"
        rows = [self._row(one) for one in other.changes]
        changes = table([" ", self.say("otherwise")], rows) if rows else self.say("nothing_written")
        for (name, choice), found in other.together.items():
            with_it = self.say("together", other=self._needed(name, (choice,)))
            changes += "\n\n" + table([" ", with_it], [self._row(one) for one in found])
        return "\n\n".join([
            f'<details class="wording" markdown="1">\n<summary>{title}</summary>',
            f'<div class="wording-body" id="{_anchor(option, other)}" markdown="1">',
            changes,
            "</div>",
            "</details>",
        ])  # fmt: skip

    def _needed(self, name: str, allowed: tuple[str, ...]) -> str:
        option = next(one for one in self.book.options if one.id == name)
        titles = (plain(choice.title) for choice in option.choices if choice.id in allowed)
        return f"{plain(option.title)} – {' / '.join(titles)}"

    def _row(self, one: Difference) -> list[str]:
        """The clause by the number that it has on this page, where it has one, and its sentence with this answer."""
        if one.here is None:
            assert one.there is not None
            return [link(one.there.number, f"#{one.there.id}"), f"*{self.say('gone')}*"]
        title = f"**{plain(one.here.title)}.** " if one.here.title else ""
        place = link(one.there.number, f"#{one.there.id}") if one.there else f"*{self.say('added')}*"
        return [place, f"{title}{plain(one.here.text)}"]


def _anchor(option: Option, other: _Other) -> str:
    return f"choice-{option.id}-{other.choice.id}"
