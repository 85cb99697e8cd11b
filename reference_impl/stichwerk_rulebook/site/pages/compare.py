"""The comparison: one page for each family, on which all its rulesets stand side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stichwerk_rulebook.compare.citing import Citation, citation
from stichwerk_rulebook.compare.columns import Column, column
from stichwerk_rulebook.compare.files import cell_text, markdown_table
from stichwerk_rulebook.compare.table import DIFFERENT, MARKS, Comparison, Row, compare
from stichwerk_rulebook.site.families import name_of
from stichwerk_rulebook.site.markup import link, plain, table
from stichwerk_rulebook.site.page import Page, Site
from stichwerk_rulebook.site.pages.rulebook import parent_of
from stichwerk_rulebook.words import Say, words

__all__ = ["pages"]

_LETTER = '<span class="answer" data-answer="{0}">{0}</span>'


def pages(site: Site) -> Iterator[Page]:
    """`compare/index.md` and `compare/<family>.md`."""
    found = {family: _compared(site, names) for family, names in _families(site).items()}
    say = words("compare", site.language)
    yield Page("compare/index.md", say("comparison"), _index(found, site, say))
    for family, each in found.items():
        title = say("family_title", family=name_of(family, site.language))
        text = "\n\n".join(_family(title, each, say))
        yield Page(f"compare/{family}.md", title, text, searched=False, wide=True)


def _families(site: Site) -> dict[str, list[str]]:
    """Family -> its rulesets, each followed by its variants; families of one have nothing to compare."""
    found: dict[str, list[str]] = {}
    for name in sorted(site.rulesets, key=lambda name: (parent_of(site, name) or name, name)):
        found.setdefault(site.library.header(name)["family"], []).append(name)
    return {family: names for family, names in found.items() if len(names) > 1}


def _compared(site: Site, names: Sequence[str]) -> Comparison:
    columns = [column(name, {}, site.library) for name in names]
    return compare(columns, site.language, library=site.library)


def _index(found: dict[str, Comparison], site: Site, say: Say) -> str:
    parts = [f"# {say('comparison')}", say("index_intro")]
    for family, each in found.items():
        parts.append(f"## {link(name_of(family, site.language), f'{family}.md')} {{ #{family} }}")
        parts.append(_counts(each, say))
        parts.append("\n".join(f"- {link(each.title(site.language), _rules(each))}" for each in each.columns))
    parts += [f"## {say('legend')} {{ #signs }}", _legend(say), say("legend_words")]
    own = words("configure", site.language)
    parts.append(link(own("any_link"), "any.md", ".md-button"))
    parts += [say("own_choice"), "```console\n$ stichwerk compare binokel binokel --set binokel#2.opening=200\n```"]
    return "\n\n".join(parts)


def _counts(found: Comparison, say: Say) -> str:
    counted = say("counts_line", differs=found.count("differs"), same=found.count("same"))
    silent = found.count("not_attested")
    return f"{counted} {say('counts_silent', n=silent)}" if silent else counted


def _legend(say: Say) -> str:
    rows = [(f"**{MARKS[key]}**", say(f"legend_{key}")) for key in ("differs", "not_attested", "same", "single")]
    return table((say("legend"), say("answer")), rows)


def _family(title: str, found: Comparison, say: Say) -> Iterator[str]:
    yield f"# {title}"
    yield f"{say('family_intro')} {_counts(found, say)}"
    yield ", ".join(f"{MARKS[key]} {say(f'status_{key}')}" for key in ("differs", "not_attested", "same", "single")) + (
        f". {say('groups')} {link(say('legend'), 'index.md#signs')}"
    )
    for name, heading, inside in found.chapters(found.rows):
        yield f"## {plain(heading)} {{ #section-{name} }}"
        different = [row for row in inside if row.status in DIFFERENT]
        alike = [row for row in inside if row.status not in DIFFERENT]
        if different:
            heads = [link(each.title(found.language), _rules(each)) for each in found.columns]
            lines = "\n".join(markdown_table(found, different, heads, _linked, _LETTER, _folded(say)))
            label = f'role="region" aria-label="{plain(heading)}" tabindex="0"'
            yield f'<div class="comparison" {label} markdown="1">\n\n{lines}\n\n</div>'
        if alike:
            summary = f"<summary>{say('alike', n=len(alike))}</summary>"
            yield f'<details class="alike" markdown="1">\n{summary}\n\n{_alike(found, alike, say)}\n\n</details>'


def _folded(say: Say) -> str:
    """How a formula stands in a cell: on demand, for those who read formulas."""
    return f'<details class="behind"><summary>{say("formula")}</summary>{{}}</details>'


def _alike(found: Comparison, rows: Sequence[Row], say: Say) -> str:
    """Decisions with the one answer that all give, and each of the places it comes from.

    They are folded as a whole, so no formula in them is folded again.
    """
    lines = []
    for row in rows:
        cells = [
            (each, cell) for each, cell in zip(found.columns, row.cells, strict=True) if cell.state != "no_question"
        ]
        sources: dict[str, str] = {}
        for each, cell in cells:
            cited = citation(cell, say)
            sources.setdefault(cited.basis or cited.note, _linked(each, cited))
        below = "<br>".join(f"<small>{source}</small>" for source in sources.values() if source)
        answer = cell_text(cells[0][1]) if cells else ""
        lines.append((f"{MARKS[row.status]} {plain(row.label)}", f"{answer}<br>{below}" if below else answer))
    return table((say("decision"), say("answer")), lines)


def _linked(of: Column, cited: Citation) -> str:
    """A citation whose numbers lead to the clauses."""
    if not cited.numbers:
        return plain(cited.note)
    shown = cited.numbers[:3]
    numbers = ", ".join(link(f"§ {number}", f"{_rules(of)}#{clause}") for number, clause in shown)
    more = " …" if len(cited.numbers) > len(shown) else ""
    return numbers + more + (f" · {plain(cited.basis)}" if cited.basis else "")


def _rules(of: Column) -> str:
    return f"../rules/{of.ruleset}.md"
