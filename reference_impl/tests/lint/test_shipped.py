"""The spec that ships with the package, and what the lint makes of it."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from stichwerk.library import Library
from stichwerk.lineage import chain_of
from stichwerk.lint import Report, run
from stichwerk.lint.choices import Chooser, shown
from stichwerk.loader import load_yaml

PLAYABLE = [name for name in Library().paths() if not Library().header(name).get("abstract")]


@pytest.fixture(scope="module")
def report() -> Report:
    return run()


def test_the_spec_has_no_problems(report: Report) -> None:
    assert "\n".join(map(str, report.problems)) == ""


def test_everything_is_counted(report: Report) -> None:
    assert [counts.ruleset for counts in report.counts] == sorted(PLAYABLE)
    for counts in report.counts:
        assert counts.clauses == counts.normative + counts.informative == counts.translated
        assert counts.grounded >= counts.normative
        assert counts.tested == counts.normative
    assert report.cases
    assert report.lines()[-1] == "no problems"


@pytest.mark.parametrize("name", PLAYABLE)
def test_every_pair_of_choices_is_tried_or_excluded(name: str) -> None:
    chooser = Chooser(chain_of(name, Library()))
    tried = [chooser.defaults | chosen for chosen in chooser.sets()]
    singles = [
        (option, choice["id"])
        for option, entry in chooser.options.items()
        for choice in entry["choices"]
        if option not in chooser.fixed
    ]
    for one, other in combinations(singles, 2):
        if one[0] != other[0] and not any({one, other} <= {*full.items()} for full in tried):
            assert chooser.completed(dict([one, other])) is None, shown(dict([one, other]))


def test_the_header_is_what_stands_before_the_body() -> None:
    library = Library()
    for name, path in library.paths().items():
        header = library.header(name)
        assert header.items() <= load_yaml(path).value.items()
        assert {"id", "family", "authentic"} <= {*header}


def test_one_file_is_looked_at_with_its_parents_at_hand() -> None:
    path = Library().path(PLAYABLE[-1])
    report = run([path])
    assert report.problems == []
    assert [counts.ruleset for counts in report.counts] == [path.stem]
    assert report.counts[0].tested is None
    assert report.cases is None


def test_a_variant_of_a_shipped_ruleset(tmp_path: Path) -> None:
    name = PLAYABLE[0]
    head = f"language: 1\nid: club\nfamily: {Library().header(name)['family']}\nextends: {name}\nauthentic: de\n"
    (tmp_path / "club.yaml").write_text(head + "title: {de: Klub, en: Club, es: Club}\n", encoding="utf-8")
    report = run([tmp_path])
    assert report.problems == []
    assert [counts.ruleset for counts in report.counts] == ["club"]
