"""The plugin that makes a site of the spec: it stages the pages, orders the navigation and completes what is built.

    plugins:
      stichwerk: {language: de}

The pages of all languages lie at the same addresses, German at the root and the others below `en/` and `es/`. So the
link to another language is a relative one and needs no address of the site.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs.config import base, config_options
from mkdocs.exceptions import PluginError
from mkdocs.plugins import BasePlugin, event_priority

from stichwerk.errors import SpecError
from stichwerk_rulebook.site.nav import navigation
from stichwerk_rulebook.site.search import complete_index
from stichwerk_rulebook.site.stage import LANGUAGES, Staged, site_in, stage

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.livereload import LiveReloadServer
    from mkdocs.structure.pages import Page

__all__ = ["StichwerkPlugin"]

NAMES = {"de": "Deutsch", "en": "English", "es": "Español"}
ROOT = "de"

_PLACEHOLDER = re.compile(r'"alternate:(\w+)"')
_HEAD_LINK = re.compile(r'\s*<link rel="alternate" href="alternate:[^>]*>')


class StichwerkConfig(base.Config):  # type: ignore[no-untyped-call]
    """language: of the pages; staging: the folder that the Markdown of all languages is written to."""

    language = config_options.Choice(LANGUAGES, default=ROOT)
    staging = config_options.Type(str, default="build/docs")


class StichwerkPlugin(BasePlugin[StichwerkConfig]):  # type: ignore[no-untyped-call]
    """See the module."""

    staged: Staged

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Writes the pages and points the build at them."""
        folder = Path(config.config_file_path).parent / self.config.staging / self.config.language
        try:
            site = site_in(self.config.language)
            self.staged = stage(site, folder)
        except SpecError as error:
            raise PluginError(str(error)) from None
        config.docs_dir = str(folder)
        config.nav = navigation(self.staged)
        config.extra["alternate"] = [
            {"name": name, "link": f"alternate:{language}", "lang": language} for language, name in NAMES.items()
        ]
        return config

    def on_post_page(self, output: str, *, page: Page, **_: object) -> str:
        """Puts in the links to the same page in the other languages."""
        return self._with_languages(output, page.url)

    def on_post_template(self, output_content: str, *, template_name: str, **_: object) -> str:
        """The page for lost readers lies at the top: its links lead to the first pages."""
        return self._with_languages(output_content, "") if template_name == "404.html" else output_content

    @event_priority(-50)
    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """Puts the clauses into the search."""
        complete_index(Path(config.site_dir) / "search" / "search_index.json", self.staged)

    def on_serve(self, server: LiveReloadServer, **_: object) -> LiveReloadServer:
        """Rules, texts and assets are watched as the handwritten pages are."""
        from stichwerk.files import spec_dir

        server.watch(str(spec_dir()))
        server.watch(str(Path(__file__).parents[1]))
        return server

    def _with_languages(self, output: str, url: str) -> str:
        here = "" if url in {".", "./"} else url
        depth = here.count("/") + (self.config.language != ROOT)

        def address(found: re.Match[str]) -> str:
            language = found[1]
            branch = "" if language == ROOT else f"{language}/"
            return f'"{"../" * depth}{branch}{here}"' if depth or branch or here else '"."'

        return _PLACEHOLDER.sub(address, _HEAD_LINK.sub("", output))
