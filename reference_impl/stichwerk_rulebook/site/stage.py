"""The site as Markdown: every page of one language written into a folder, with assets and published data.

`python -m stichwerk_rulebook.site.stage de DIR` does it without mkdocs; any other builder can take it from there.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from pathlib import Path

from stichwerk.files import vectors_dir
from stichwerk.library import Library, shipped
from stichwerk_conformance.cases import Case, read_cases
from stichwerk_rulebook.site.page import Asset, Page, Site
from stichwerk_rulebook.site.published import published

__all__ = ["LANGUAGES", "Staged", "site_in", "stage"]

LANGUAGES = ("de", "en", "es")
"""The languages of the site; German is its root."""

GENERATORS = (
    "home",
    "rulebook",
    "configure",
    "compare",
    "handwritten",
    "glossary",
    "rulings",
    "changes",
    "sources",
    "language",
    "cases",
)
"""The modules of `site.pages`, each with `pages(site)`, and `assets(site)` where it has some."""

ASSETS = Path(__file__).parent / "assets"


@dataclass(frozen=True, slots=True)
class Staged:
    """What was written: the pages by their path, and the files that belong to them."""

    site: Site
    pages: dict[str, Page]
    assets: tuple[str, ...]


def site_in(language: str, library: Library | None = None) -> Site:
    """What all pages of one language are made from. SpecError when the spec or the suite is missing."""
    return Site(language, library or shipped(), _suite())


def stage(site: Site, folder: Path) -> Staged:
    """Writes all pages and files of a site into a folder and removes whatever else lies there.

    Files that have not changed are left alone, so that a server that watches the folder has nothing to do.
    """
    pages = {page.path: page for page in _pages(site)}
    assets = {asset.path: asset.content for asset in _assets(site)}
    files = {path: _source(page).encode() for path, page in pages.items()} | assets
    for path, content in files.items():
        _write(folder / path, content)
    for old in folder.rglob("*"):
        if old.is_file() and old.relative_to(folder).as_posix() not in files:
            old.unlink()
    return Staged(site, pages, tuple(sorted(assets)))


def _pages(site: Site) -> Iterator[Page]:
    for name in GENERATORS:
        yield from import_module(f"stichwerk_rulebook.site.pages.{name}").pages(site)


def _assets(site: Site) -> Iterator[Asset]:
    for path in sorted(ASSETS.rglob("*")):
        if path.is_file():
            yield Asset(f"assets/{path.relative_to(ASSETS).as_posix()}", path.read_bytes())
    yield from published(site.library)
    for name in GENERATORS:
        module = import_module(f"stichwerk_rulebook.site.pages.{name}")
        more: Iterable[Asset] = module.assets(site) if hasattr(module, "assets") else ()
        yield from more


def _source(page: Page) -> str:
    """The page with the lines that builders read first."""
    search = "" if page.searched else "search:\n  exclude: true\n"
    hidden = "hide: [navigation, toc]\n" if page.wide else ""
    title = page.title.replace("\\", "\\\\").replace('"', '\\"')
    return f'---\ntitle: "{title}"\n{search}{hidden}---\n\n{page.text.strip()}\n'


def _write(path: Path, content: bytes) -> None:
    if not path.is_file() or path.read_bytes() != content:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


@lru_cache(maxsize=1)
def _suite() -> tuple[Case, ...]:
    return read_cases(vectors_dir())


def main(arguments: list[str]) -> None:
    """Stages one language: `de DIR`."""
    if len(arguments) != 2 or arguments[0] not in LANGUAGES:
        raise SystemExit(f"usage: python -m stichwerk_rulebook.site.stage {'|'.join(LANGUAGES)} DIR")
    staged = stage(site_in(arguments[0]), Path(arguments[1]))
    sys.stdout.write(f"{len(staged.pages)} pages and {len(staged.assets)} files in {arguments[1]}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
