"""Cases of the suite: what they name must exist, and normative clauses must have one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from stichwerk.library import Library
from stichwerk.lint import run
from stichwerk.lint.combinations import Explorer
from stichwerk.lint.coverage import CaseFiles, count, untested

Write = Callable[..., Path]

CASE = """\
language: 1
cases:
  - id: house-pass
    title: Everybody passes
    ruleset: house
    ask: auction
    given: {dealer: 0, calls: [[1, out], [2, out], [0, out]]}
    expect: {redeal_by: 0}
    clauses: [game.auction]
    sources: [{id: B, at: Reizen}]
    rulings: [B3]
    origin: hand
    reckoning: nobody bids, so the same dealer deals again
"""


def read(folder: Path, text: str) -> tuple[CaseFiles, list[str]]:
    """The cases in a text, and what is wrong with them."""
    (folder / "cases").mkdir(exist_ok=True)
    (folder / "cases" / "one.yaml").write_text(text, encoding="utf-8")
    cases = CaseFiles(Library([folder]))
    said = [f"{problem.place}: {problem.message}" for problem in cases.read(folder / "cases")]
    return cases, [line.removeprefix(f"{folder}/cases/") for line in said]


def test_a_case_counts_for_its_clauses(house: Write) -> None:
    path = house()
    cases, said = read(path.parent, CASE)
    assert said == []
    assert cases.count == 1
    assert cases.clauses == {(str(path), "game.auction")}
    explored = Explorer(Library([path.parent])).explore("house")
    counts = count(explored, cases.clauses)
    assert (counts.clauses, counts.normative, counts.informative, counts.tested) == (16, 16, 0, 1)
    assert (counts.grounded, counts.translated) == (16, 16)
    assert len(list(untested([explored], cases.clauses))) == 15


def test_an_inherited_clause_needs_one_case(house: Write) -> None:
    path = house()
    head = "language: 1\nid: club\nfamily: binokel\nextends: house\nauthentic: de\ntitle: {de: x, en: x, es: x}\n"
    (path.parent / "club.yaml").write_text(head, encoding="utf-8")
    explorer = Explorer(Library([path.parent]))
    explored = [explorer.explore("house"), explorer.explore("club")]
    problems = list(untested(explored, set()))
    assert len(problems) == 16
    assert problems[0].hint == "add a case for house that names it under 'clauses'"
    cases, said = read(path.parent, CASE.replace("ruleset: house", "ruleset: club"))
    assert said == []
    assert len(list(untested(explored, cases.clauses))) == 15


def test_wrong_cases(house: Write) -> None:
    folder = house().parent
    changes = {
        "clauses: [game.auction]": ("clauses: [game.bidding]", "9:15: house has no clause 'game.bidding'"),
        "ruleset: house": ("ruleset: hause", "5:14: there is no ruleset 'hause'"),
        "{id: B, at: Reizen}": ("{id: BX, at: Reizen}", "10:20: there is no source 'BX'"),
        "rulings: [B3]": ("rulings: [B300]", "11:15: there is no ruling 'B300'"),
        "    given": ('    options: {players: "9"}\n    given', "5:14: house has no option 'players'"),
    }
    for old, (new, expected) in changes.items():
        _, said = read(folder, CASE.replace(old, new, 1))
        assert len(said) == 1
        assert said[0].startswith(f"one.yaml:{expected}")


def test_a_case_id_is_used_once(house: Write) -> None:
    folder = house().parent
    _, said = read(folder, CASE + CASE.partition("cases:\n")[2])
    assert said == [f"one.yaml:14:9: the case 'house-pass' is there twice, also at {folder}/cases/one.yaml:3:9"]


def test_the_report_counts(house: Write) -> None:
    report = run([house()])
    counted = "16 clauses (16 normative, 0 informative); all 16 with a source or ruling"
    assert report.lines() == [
        f"house: {counted}; all 16 in three languages; 1 set of choices tried",
        "no problems",
    ]
