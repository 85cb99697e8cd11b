"""Every way to write a ruleset wrongly ends with a message that says where, what, and what to do about it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from stichwerk.errors import SpecError
from stichwerk.library import Library
from stichwerk.lint import run
from stichwerk.loader import load_yaml
from stichwerk.resolve import resolve

WRONG: dict[str, Any] = load_yaml(Path(__file__).with_name("wrong_rulesets.yaml")).value
STOCK: dict[str, Any] = load_yaml(Path(__file__).with_name("wrong_stock_games.yaml")).value
Write = Callable[..., Path]


def written(name: str, house: Write) -> tuple[dict[str, Any], Path]:
    """What is wrong, and the file that has it."""
    wrong: dict[str, Any] = {**WRONG, **STOCK}[name]
    path = house(wrong.get("replace", ""), wrong.get("by", ""), more=wrong.get("more", ""), stock=name in STOCK)
    return wrong, path


def test_the_house_rules_themselves_are_sound(house: Write) -> None:
    for stock in (False, True):
        assert run([house(stock=stock)]).problems == []
    assert not {*WRONG} & {*STOCK}


@pytest.mark.parametrize("name", [*WRONG, *STOCK])
def test_what_the_lint_says(name: str, house: Write) -> None:
    wrong, path = written(name, house)
    said = "\n".join(map(str, run([path]).problems))
    assert said.replace(str(path.parent), "DIR") == wrong["says"]


@pytest.mark.parametrize("name", [*WRONG, *STOCK])
def test_what_is_unsound_cannot_be_loaded(name: str, house: Write) -> None:
    wrong, path = written(name, house)
    if wrong.get("loads"):
        resolve("house", library=Library([path.parent]))
        return
    with pytest.raises(SpecError) as caught:
        resolve("house", library=Library([path.parent]))
    place = str(caught.value.place).replace(str(path.parent), "DIR")
    assert f"{place}: {caught.value.path}".removesuffix(": ") in wrong["says"]


def test_ten_thousand_parentheses(house: Write) -> None:
    path = house('"side.trick_points >= bid"', '"' + "(" * 10_000 + "bid" + ")" * 10_000 + '"')
    (problem,) = run([path]).problems
    assert problem.message == "the expression has 20003 characters, the limit is 4000"
    assert str(problem.place) == f"{path}:53:4025"
    assert problem.path == "contracts.game.success.reach"


def test_parentheses_too_deep(house: Write) -> None:
    path = house('"side.trick_points >= bid"', '"' + "(" * 1_500 + "true" + ")" * 1_500 + '"')
    (problem,) = run([path]).problems
    assert "deep" in problem.message
    assert str(problem.place).startswith(f"{path}:53:")


def test_a_cycle_of_parents(house: Write) -> None:
    one = house("family: binokel\n", "family: binokel\nextends: other\n")
    other = house("family: binokel\n", "family: binokel\nextends: house\n", name="other")
    said = [str(problem).replace(str(one.parent), "DIR") for problem in run([one.parent]).problems]
    circle = "extends: the parents go round in a circle"
    hint = "           ^\nhint: a ruleset may extend only one that does not lead back"
    first = f"DIR/house.yaml:4:10: {circle}: other -> house -> other\n  extends: other\n{hint}"
    second = f"DIR/other.yaml:4:10: {circle}: house -> other -> house\n  extends: house\n{hint}"
    assert said == [first, second]
    with pytest.raises(SpecError, match="house -> other -> house"):
        resolve("house", library=Library([one.parent]))
    assert other.exists()


def test_a_conflict_of_two_options_names_both(house: Write) -> None:
    path = house(more=WRONG["two_options_change_one_clause"]["more"])
    resolve("house", {"bid": "200"}, library=Library([path.parent]))
    with pytest.raises(SpecError) as caught:
        resolve("house", {"bid": "200", "other": "on"}, library=Library([path.parent]))
    message = str(caught.value)
    for part in (f"{path}:94:18 (B eins)", f"{path}:103:18 (B zwei)", "give it 'over: [bid]'"):
        assert part in message


def test_a_wrong_parent_is_reported_once(house: Write) -> None:
    path = house("opening: 150", "opening: many")
    child = path.with_name("child.yaml")
    child.write_text(
        "language: 1\nid: child\nfamily: binokel\nextends: house\nauthentic: de\ntitle: {de: x, en: x, es: x}\n",
        encoding="utf-8",
    )
    said = [problem.message for problem in run([path.parent]).problems]
    assert said == ["found the text 'many'"]


def test_what_is_no_yaml(tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_bytes(b"language: 1\nid: \xff\n")
    (problem,) = run([tmp_path / "bad.yaml"]).problems
    assert str(problem) == (
        f"{tmp_path}/bad.yaml:2:5: the byte 0xff is not UTF-8; expected UTF-8\nhint: save the file as UTF-8"
    )


def test_a_path_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="there is no file or folder"):
        run([tmp_path / "nothing"])


def test_one_id_in_two_files(house: Write) -> None:
    path = house()
    below = path.parent / "club"
    below.mkdir()
    (below / "house.yaml").write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    (problem,) = run([path.parent]).problems
    assert problem.message.startswith("the ruleset 'house' is there twice")


def test_an_expression_over_several_lines_is_found_where_it_begins(house: Write) -> None:
    path = house('"side.trick_points >= bid"', ">-\n                  side.trick_point\n                  >= bid")
    (problem,) = run([path]).problems
    assert str(problem.place) == f"{path}:53:24"
    assert problem.hint == "did you mean 'trick_points'?"


def test_goal_needs_a_target(house: Write) -> None:
    path = house("target: 1000, winner", "deals: 9, winner")
    text = path.read_text(encoding="utf-8").replace("values.factor * bid", "values.factor * goal")
    path.write_text(text, encoding="utf-8")
    (problem,) = run([path]).problems
    assert problem.message == "the expression reads 'goal', but the match has no target"


def test_a_leaflet_that_passes_over_the_deal_the_tricks_and_the_scoring(house: Write) -> None:
    path = house()
    text = path.read_text(encoding="utf-8")
    aside = """\
sections:
  - id: aside
    title: {de: Nebenbei, en: Aside, es: Aparte}
    clauses:
      - {id: aside.hint, text: {de: x, en: x, es: x}, rulings: [B1], leaflet: true}
"""
    path.write_text(text.replace("sections:\n", aside, 1), encoding="utf-8")
    assert [(problem.message, problem.hint) for problem in run([path]).problems] == [
        (f"the leaflet says nothing about {part}", "give a clause of this chapter 'leaflet: true'")
        for part in ("the deal", "the play of the tricks", "the scoring")
    ]


def test_a_ruleset_need_not_have_a_leaflet(house: Write) -> None:
    assert run([house()]).problems == []
