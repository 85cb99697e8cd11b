"""The first page: what this is, the games with their cards, and a door for each kind of reader."""

from __future__ import annotations

from collections.abc import Iterator

from stichwerk_rulebook.cards import cards, signs
from stichwerk_rulebook.site.families import about, name_of
from stichwerk_rulebook.site.markup import link, plain
from stichwerk_rulebook.site.page import Page, Site
from stichwerk_rulebook.words import Say, words

__all__ = ["pages"]

READERS = {"players": "configure.md", "clubs": "compare/index.md", "developers": "implementers.md"}


def pages(site: Site) -> Iterator[Page]:
    """`index.md`."""
    say = words("site", site.language)
    parts = [
        _hero(say),
        f"## {say('games_title')} {{ #games }}",
        '<div class="doors games" markdown="1">\n\n'
        + "\n\n".join(_game(site, name) for name in site.families)
        + "\n\n</div>",
        f"## {say('for_whom')} {{ #readers }}",
        '<div class="doors readers" markdown="1">\n\n'
        + "\n\n".join(_reader(name, page, say) for name, page in READERS.items())
        + "\n\n</div>",
        f"{_count(site, say)}\n{{ .figures-line }}",
        say("how_it_is_made"),
    ]
    yield Page("index.md", "Stichwerk", "\n\n".join(parts), wide=True)


def _hero(say: Say) -> str:
    return (
        f'<div class="hero" markdown="1">\n\n# Stichwerk\n\n{say("tagline")}\n{{ .tagline }}\n\n'
        f"{say('home_intro')}\n\n{_buttons(say)}\n\n</div>"
    )


def _buttons(say: Say) -> str:
    read = link(say("read_rules"), "rules/index.md", ".md-button .md-button--primary")
    return f"{read} {link(say('for_players_link'), 'configure.md', '.md-button')}"


def _game(site: Site, family: str) -> str:
    """The door to a family: its cards and what is written of it, as far as there is any."""
    written, lang = about(family), site.language
    parts = [f"### {link(name_of(family, lang), f'rules/index.md#{family}')} {{ #{family} }}"]
    if "cards" in written:
        pack = site.library.pack(written["pack"])
        parts.insert(0, f'<div class="hand">{signs(pack)}{cards(written["cards"], pack, lang)}</div>')
    if "intro" in written:
        parts.append(plain(written["intro"][lang]))
    if "caption" in written:
        parts.append(f"{plain(written['caption'][lang])}\n{{ .caption }}")
    return '<div class="door" markdown="1">\n\n' + "\n\n".join(parts) + "\n\n</div>"


def _reader(reader: str, page: str, say: Say) -> str:
    return (
        f'<div class="door" markdown="1">\n\n### {say(f"for_{reader}")} {{ #for-{reader} }}\n\n'
        f"{say(f'for_{reader}_text')}\n\n{link(say(f'for_{reader}_link'), page)}\n\n</div>"
    )


def _count(site: Site, say: Say) -> str:
    from stichwerk.resolve import resolve_ruleset

    sentences = {
        clause["text"][site.language]
        for name in site.rulesets
        for clause in resolve_ruleset(name, library=site.library)["clauses"]
    }
    return say("figures_line", rulesets=len(site.rulesets), clauses=len(sentences), cases=len(site.cases))
