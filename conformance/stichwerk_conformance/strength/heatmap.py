"""The heat map: one page without network, a field for every clause, greener the more of its changes are noticed."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from stichwerk_conformance.strength.measure import KILLED, Measured
from stichwerk_conformance.strength.settings import resolved
from stichwerk_conformance.strength.tables import FATES, ClauseRow, fate_of, rows

__all__ = ["page"]

_STYLE = """
:root{color-scheme:light dark;--ink:#222;--paper:#fff;--line:#ddd;--gap:#fdd;--light:78%}
@media(prefers-color-scheme:dark){:root{--ink:#e9e6dd;--paper:#1a1a18;--line:#4a473f;--gap:#5c1f1f;--light:26%}}
body{font:16px/1.5 system-ui,sans-serif;margin:1rem auto;max-width:70rem;padding:0 1rem;color:var(--ink);
background:var(--paper)}a{color:inherit}
h1{font-size:1.5rem}h2{font-size:1.15rem;margin:1.5rem 0 .5rem}
.map{display:grid;grid-template-columns:repeat(auto-fill,minmax(11rem,1fr));gap:4px}
details{border-radius:4px;padding:.25rem .5rem;font-size:.8rem;overflow-wrap:anywhere}
details[open]{grid-column:1/-1}summary{cursor:pointer}summary b{font-weight:600}
table{border-collapse:collapse;width:100%;margin:.5rem 0;background:var(--paper)}
td,th{text-align:left;vertical-align:top;padding:.15rem .4rem;border-top:1px solid var(--line);overflow-wrap:break-word}
.unlisted td{background:var(--gap)}.scroll{overflow-x:auto}
.figures td,.figures th{text-align:right}.figures td:first-child,.figures th:first-child{text-align:left}
"""

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


def page(measured: Measured) -> str:
    """The page as HTML; whatever comes from documents and cases is escaped."""
    by_ruleset: dict[str, list[ClauseRow]] = {}
    for row in rows(measured):
        by_ruleset.setdefault(row.ruleset, []).append(row)
    return "\n".join(_page(measured, by_ruleset)) + "\n"


def _page(measured: Measured, by_ruleset: dict[str, list[ClauseRow]]) -> Iterator[str]:
    yield '<!doctype html><html lang="en"><head><meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width,initial-scale=1">'
    yield f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
    yield f"<title>Strength of the suite</title><style>{_STYLE}</style></head><body>"
    yield "<h1>Strength of the suite</h1>"
    yield (
        "<p>Every leaf of the rules is changed, and some case must notice. A field is a clause: the greener, the more "
        "of its changes are noticed; red where one is neither noticed nor proved to make no difference.</p>"
    )
    yield '<div class="scroll"><table class="figures"><tr><th>ruleset<th>changes'
    yield "".join(f"<th>{fate}" for fate in FATES)
    for ruleset, clauses in by_ruleset.items():
        outcomes = [one for row in clauses for one in row.outcomes]
        figures = [len(outcomes), *(sum(fate_of(one) == fate for one in outcomes) for fate in FATES)]
        link = f'<a href="#{escape(ruleset)}">{escape(ruleset)}</a>'
        yield f"<tr><td>{link}" + "".join(f"<td>{figure}" for figure in figures)
    yield "</table></div>"
    if measured.problems:
        yield "<h2>Problems</h2><ul>"
        yield from (f"<li>{escape(problem)}</li>" for problem in measured.problems)
        yield "</ul>"
    for ruleset, clauses in by_ruleset.items():
        title = resolved(ruleset).document["title"]["en"]
        yield f'<h2 id="{escape(ruleset)}">{escape(title)} <small>({escape(ruleset)})</small></h2><div class="map">'
        for row in clauses:
            yield from _field(measured, row)
        yield "</div>"
    yield "</body></html>"


def _field(measured: Measured, row: ClauseRow) -> Iterator[str]:
    counts = row.counts
    tried = sum(counts.values()) - counts.get("refused", 0)
    share = f"{counts.get(KILLED, 0)} of {tried}" if tried else "none to try"
    yield f'<details style="background:{_colour(row)}"><summary><b>{escape(row.clause)}</b> {share}</summary>'
    yield '<div class="scroll"><table><tr><th>leaf<th>change<th>fate<th>case or proof'
    for one in row.outcomes:
        fate = fate_of(one)
        proof = measured.listing.entries[one.entry].proof if one.entry is not None else ""
        said = one.case or proof or one.why
        options = f" [{one.leaf.setting}]" if one.leaf.setting else ""
        cells = (one.leaf.path + options, one.what, fate, said)
        yield f'<tr class="{fate}">' + "".join(f"<td>{escape(cell)}" for cell in cells)
    yield "</table></div></details>"


def _colour(row: ClauseRow) -> str:
    """Red for a gap, grey where nothing could be tried, else from yellow (all proved equal) to green (all noticed)."""
    counts = row.counts
    tried = sum(counts.values()) - counts.get("refused", 0)
    if counts.get("unlisted"):
        return "hsl(0 85% var(--light))"
    if not tried:
        return "hsl(0 0% var(--light))"
    return f"hsl({55 + 75 * counts.get(KILLED, 0) // tried} 65% var(--light))"
