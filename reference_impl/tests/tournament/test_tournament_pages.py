import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from stichwerk import load
from stichwerk_rulebook.site.pages.handwritten import docs_dir
from stichwerk_tournament.plan import as_bytes, made, with_language, with_names

Run = Callable[..., Result]


@pytest.mark.parametrize("lang", ["de", "en", "es"])
def test_what_the_page_shows_is_what_is_printed(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lang: str
) -> None:
    page = (docs_dir() / lang / "tournament.md").read_text("utf-8")
    table = re.search(r"```csv\n(.*?)```", page, re.DOTALL)
    command = re.search(r"\$ stichwerk tournament (check (\S+/(lists/\S+)).*)\n((?:.*\n)+?)```", page)
    assert table
    assert command
    rules = load("binokel-turnier")
    list_, folder = tmp_path / command[2], command[2].partition("/")[0]
    list_.parent.mkdir(parents=True)
    list_.write_text(table[1].replace("sha256:…", rules.hash), encoding="utf-8")
    names = {int(number): name for number, name in re.findall(r"\b(\d+) ([A-Z]\w+)", table[1].splitlines()[5])}
    (tmp_path / folder / "plan.json").write_bytes(as_bytes(with_language(with_names(made(rules, 12, 1), names), lang)))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    assert run(*command[1].split()).stdout == command[4]
