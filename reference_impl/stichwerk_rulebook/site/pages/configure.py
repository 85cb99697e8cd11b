"""The pages that work by scripts: the configurator, and the comparison of any columns.

The page itself has the title, a sentence for readers without JavaScript, and a place that the script fills. What the
scripts read is made by `site.configuring`.
"""

from __future__ import annotations

from collections.abc import Iterator

from stichwerk_rulebook.site.configuring import script_data
from stichwerk_rulebook.site.page import Asset, Page, Site
from stichwerk_rulebook.words import words

__all__ = ["assets", "pages"]


def pages(site: Site) -> Iterator[Page]:
    """`configure.md` and `compare/any.md`."""
    say = words("configure", site.language)
    yield Page("configure.md", say("title"), _page("configurator", "../", site), wide=True)
    yield Page("compare/any.md", say("any_title"), _page("comparison", "../../", site), searched=False, wide=True)


def assets(site: Site) -> Iterator[Asset]:
    """The data of the scripts, under `data/`."""
    return script_data(site)


def _page(script: str, root: str, site: Site) -> str:
    """A page with a place for a script. root: the way from the built page to the folder of its language."""
    say = words("configure", site.language)
    if script == "configurator":
        title, intro, without = say("title"), say("intro"), say("noscript", rules="rules/index.md")
    else:
        title, intro = say("any_title"), say("any_intro", legend="index.md#signs")
        without = say("any_noscript", compare="index.md")
    return (
        f"# {title}\n\n{intro}\n{{ .summary }}\n\n"
        f'<div id="{script}" class="scripted" markdown="1">\n\n'
        f'<noscript markdown="1">\n\n{without}\n\n</noscript>\n\n'
        f"{say('waiting')}\n{{ .waiting }}\n\n"
        "</div>\n\n"
        "<div>\n"
        f'<link rel="stylesheet" href="{root}assets/configurator.css">\n'
        f'<script type="module" src="{root}assets/{script}.js"></script>\n'
        "</div>\n"
    )
