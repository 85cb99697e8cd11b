"""The README of a tournament's folder: what lies there and how it goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stichwerk_tournament.pages import kind, meeting_lines
from stichwerk_tournament.texts import words

if TYPE_CHECKING:
    from stichwerk.rules import Rules
    from stichwerk_tournament.plan import PlanDocument

__all__ = ["readme"]


def readme(plan: PlanDocument, rules: Rules, ending: str, lang: str) -> bytes:
    """As Markdown. ending: of what is to be printed, pdf or html."""
    say = words("plan", lang)
    printed = "`plan.html`, `plan.pdf`" if ending == "pdf" else "`plan.html`"
    lines = [
        f"# {say('readme_title', title=rules.resolved['title'][lang])}",
        "",
        say("readme_intro", kind=kind(plan, lang)),
        "",
        *meeting_lines(plan, rules, lang),
        "",
        f"## {say('readme_files')}",
        "",
        f"| {say('readme_file')} | {say('readme_what')} |",
        "| --- | --- |",
        f"| `plan.json` | {say('file_plan_json')} |",
        f"| {printed} | {say('file_plan')} |",
        f"| `lists.{ending}` | {say('file_sheets')} |",
        f"| `lists/` | {say('file_lists')} |",
        f"| `leaflet.{ending}` | {say('file_leaflet')} |",
        "",
        f"## {say('readme_how')}",
        "",
        f"{say('readme_check')}",
        "",
        "    stichwerk tournament check .",
        "",
        f"{say('readme_rank')}",
        "",
        "    stichwerk tournament rank .",
        "",
        say("readme_again"),
    ]
    return ("\n".join(lines) + "\n").encode()
