"""Measuring the suite: the changes that are made, gaps that are found, and the list of changes that are none."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from stichwerk.cli import program
from stichwerk.errors import SpecError
from stichwerk.expressions import BOOL, INT, Record, parse
from stichwerk_conformance.strength import DROPPED, Listing, measure, mutations, read_listing
from stichwerk_conformance.strength.formulas import mutated, written
from stichwerk_conformance.strength.heatmap import page
from stichwerk_conformance.strength.listing import Entry
from stichwerk_conformance.strength.measure import Measured, Outcome, try_leaf
from stichwerk_conformance.strength.settings import Leaf, at, leaves, playable, resolved
from stichwerk_conformance.strength.tables import as_json, lines, rows
from stichwerk_conformance.strength.trial import Question, changed, questions_about

NAMES = {"made": BOOL, "bid": INT, "values": Record("values", {"goal": INT, "half": INT})}


def changes(ruleset: str, leaf: str) -> dict[str, object]:
    """Every change of a leaf: words -> new value."""
    document = resolved(ruleset).document
    found = mutations(leaf, at(document["rules"], leaf), document["rules"], document["pack"])
    return {one.what: one.value for one in found}


def outcomes(ruleset: str, leaf: str, questions: list[Question] | None = None) -> dict[str, Outcome]:
    found = next(one for one in leaves(ruleset) if one.path == leaf)
    asked = questions_about((ruleset,)) if questions is None else questions
    return {one.what: one for one in try_leaf(found, asked)}


def texts(text: str) -> set[str]:
    return {new for _, new in mutated(text, NAMES, BOOL)}


# --- the changes


def test_a_number_is_shifted_by_one_and_by_ten_and_becomes_nothing() -> None:
    found = changes("binokel", "auction.opening")
    assert found == {
        "150 -> 151": 151, "150 -> 149": 149, "150 -> 160": 160, "150 -> 140": 140, "150 -> 0": 0,
        "150 dropped": DROPPED,
    }  # fmt: skip


def test_a_word_becomes_every_other_word_of_the_schema() -> None:
    found = changes("binokel", "match.tie")
    assert set(found.values()) - {DROPPED} == {"shared", "draw", "last_trick"}


def test_a_flag_is_flipped() -> None:
    assert changes("binokel", "discard.melded") == {"false -> true": True, "false dropped": DROPPED}


def test_of_a_list_one_is_dropped_two_are_swapped_and_another_is_added() -> None:
    found = changes("binokel", "stages.play.duties")
    assert found["without trump"] == ["follow", "beat"]
    assert found["follow and trump swapped"] == ["trump", "follow", "beat"]
    assert changes("schnapsen", "actions.exchange.window")["with on_turn"] == ["on_lead", "on_turn"]


def test_packets_stay_a_whole_deck_when_a_card_moves_from_one_to_the_next() -> None:
    found = changes("schnapsen", "deal.packets")
    assert found["packets 1 and 3: each -1 and back"] == [{"each": 2}, {"turn_up": 1}, {"each": 3}, {"stock": 9}]


@pytest.mark.parametrize(
    ("text", "new"),
    [
        pytest.param("bid >= 1", "bid > 1", id="comparison turned"),
        pytest.param("bid == 1", "bid != 1", id="equality turned"),
        pytest.param("made && bid > 1", "made || (bid > 1)", id="and becomes or"),
        pytest.param("made ? bid > 1 : bid > 2", "made ? (bid > 2) : (bid > 1)", id="branches swapped"),
        pytest.param("bid + 1 > 2", "(bid - 1) > 2", id="plus becomes minus"),
        pytest.param("bid > values.goal", "bid > values.half", id="another figure"),
        pytest.param("made", "!made", id="negated"),
        pytest.param("!made", "made", id="no longer negated"),
        pytest.param("bid > 1", "bid > 2", id="another number"),
    ],
)
def test_one_part_of_an_expression_is_changed(text: str, new: str) -> None:
    assert new in texts(text)


def test_a_changed_expression_has_still_the_right_type() -> None:
    assert all("!bid" not in new for new in texts("bid > 1 && made"))


@pytest.mark.parametrize(
    "text",
    ["a ? b : (c ? d : e)", "!(a && b) || c", "-(a + 1) * 2 >= b.c.d", 'x == "durch"', "max(a, b) in [1, 2]"],
)
def test_an_expression_that_is_written_out_reads_as_the_same(text: str) -> None:
    assert parse(written(parse(text).root)).root == parse(text).root


def test_a_leaf_that_goes_takes_an_empty_part_with_it() -> None:
    assert changed({"a": {"b": 1}, "c": 2}, "a.b", DROPPED) == {"c": 2}
    assert changed({"a": {"b": 1, "d": 3}}, "a.b", 2) == {"a": {"b": 2, "d": 3}}


def test_every_leaf_of_every_ruleset_can_be_changed() -> None:
    for ruleset in playable():
        for leaf in leaves(ruleset):
            document = resolved(leaf.ruleset, leaf.options).document
            assert mutations(leaf.path, at(document["rules"], leaf.path), document["rules"], document["pack"]), leaf


def test_a_variant_has_only_the_leaves_that_differ() -> None:
    paths = {leaf.path for leaf in leaves("guinote-101")}
    assert paths == {"match.target"}


# --- what becomes of them


def test_a_change_that_cannot_be_loaded_is_refused() -> None:
    found = outcomes("schnapsen", "deal.packets")
    assert found["packet 1: each 3 -> 4"].fate == "refused"


def test_a_change_is_noticed_by_a_case() -> None:
    found = outcomes("schnapsen", "values.goal")
    assert {one.fate for one in found.values()} == {"killed", "refused"}
    assert found["66 -> 67"].case


def test_a_gap_is_found() -> None:
    about = [one for one in questions_about(("schnapsen",)) if one.ask == "deck"]
    listing = Listing()
    fates = {one.what: one.fate for one in outcomes("schnapsen", "match.target", about).values()}
    assert fates["0 -> 1"] == "survived"
    leaf = next(one for one in leaves("schnapsen") if one.path == "match.target")
    measured = Measured(try_leaf(leaf, about), listing, 0.0)
    assert "survives: schnapsen match.target: 0 -> 1" in measured.problems


def test_a_changed_ruleset_that_raises_is_noticed() -> None:
    question = Question("broken", "schnapsen", (), "legal_cards", {"hand": ["S9"]}, ({"legal": []},), ())
    assert outcomes("schnapsen", "deck.copies", [question])["1 -> 2"].fate in ("killed", "refused")


def test_a_case_that_the_rules_fail_is_a_problem_and_takes_no_part(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Question("wrong", "schnapsen", (), "deck", {}, ({"cards": 21},), ())
    module = sys.modules["stichwerk_conformance.strength.measure"]  # the package has a function of this name
    monkeypatch.setattr(module, "questions_about", lambda _: (wrong,))
    leaf = next(one for one in leaves("schnapsen") if one.path == "match.target")
    measured = measure([leaf], Listing())
    assert any(problem.startswith("the rules themselves fail wrong") for problem in measured.problems)
    assert {one.fate for one in measured.outcomes} <= {"survived", "refused"}


# --- the list


def entry(**more: tuple[str, ...]) -> Entry:
    return Entry(
        **{"rulesets": ("*",), "leaves": ("values.goal",), "changes": ("66 -> 67",), **more},  # type: ignore[arg-type]
        proof="because nobody counts that far", place="list:1:1",
    )  # fmt: skip


def judged(listing: Listing, *, whole: bool = False) -> Measured:
    leaf = Leaf("schnapsen", (), "values.goal", "x")
    found = [Outcome(leaf, "66 -> 67", "killed", "a-case", "differs"), Outcome(leaf, "66 -> 65", "survived")]
    numbered = [
        Outcome(one.leaf, one.what, one.fate, one.case, one.why, listing.entry("schnapsen", "values.goal", one.what))
        for one in found
    ]
    return Measured(numbered, listing, 0.0, whole)


def test_a_listed_change_that_is_noticed_is_an_error() -> None:
    problems = judged(Listing([entry()])).problems
    assert any("listed as equivalent, but a-case notices it" in problem for problem in problems)


def test_a_survivor_on_the_list_is_none() -> None:
    assert judged(Listing([entry(changes=("66 -> 65",))])).problems == ()


def test_an_entry_that_speaks_of_no_change_is_an_error_of_a_whole_run() -> None:
    listing = Listing([entry(changes=("66 -> 65",)), entry(leaves=("no.such",))])
    assert judged(listing).problems == ()
    assert "speaks of no change" in judged(listing, whole=True).problems[0]


def test_only_the_star_of_a_pattern_has_a_meaning() -> None:
    one = entry(changes=("a[0] ? * : c",))
    assert one.covers("r", "values.goal", "a[0] ? b : c")
    assert not one.covers("r", "values.goal", "a0  b : c")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("language: 1", "no list of equivalent changes"),
        ("equivalent: [{leaves: a, changes: b}]", "gives a proof"),
        ("equivalent: [{leaves: a, changes: b, proof: no}]", "the proof is missing"),
        ("equivalent: [{leaves: a, changes: 1, proof: it is like that here}]", "changes is not a list of patterns"),
        ("equivalent: [{leaves: a, change: b, changes: b, proof: it is like that here}]", "gives a proof"),
    ],
)
def test_a_list_that_is_badly_written_is_refused(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "list.yaml"
    file.write_text(text + "\n", encoding="utf-8")
    with pytest.raises(SpecError, match=message):
        read_listing(file)


def test_the_list_of_the_suite_can_be_read() -> None:
    assert all(len(one.proof.split()) > 5 for one in read_listing().entries)


# --- the command


def test_one_ruleset_has_no_gap(tmp_path: Path) -> None:
    html, report = tmp_path / "map.html", tmp_path / "report.json"
    result = CliRunner().invoke(
        program,
        [
            "strength",
            "--ruleset",
            "guinote-101",
            "--jobs",
            "1",
            "--clauses",
            "--html",
            str(html),
            "--json",
            str(report),
        ],
    )
    assert result.exit_code == 0, result.output
    assert "match.target" in result.output
    found = json.loads(report.read_text(encoding="utf-8"))
    assert found["problems"] == []
    assert all(clause["case"] for clause in found["clauses"])
    assert "http:" not in (text := html.read_text(encoding="utf-8"))
    assert "https:" not in text


def test_a_ruleset_that_does_not_exist_is_a_wrong_use() -> None:
    result = CliRunner().invoke(program, ["strength", "--ruleset", "skat"])
    assert result.exit_code == 2
    assert "there is no ruleset 'skat'" in result.output


def test_a_gap_ends_with_one(tmp_path: Path) -> None:
    empty = tmp_path / "list.yaml"
    empty.write_text("language: 1\nequivalent: []\n", encoding="utf-8")
    args = ["strength", "--ruleset", "guinote-arrastre-temprano", "--jobs", "1", "--equivalent", str(empty)]
    result = CliRunner().invoke(program, args)
    assert result.exit_code == 1
    assert "survives: guinote-arrastre-temprano stages.open.duties: follow and head swapped" in result.output


def test_what_documents_say_is_escaped_in_the_heat_map() -> None:
    leaf = Leaf("schnapsen", (), "values.goal", "values.goal")
    text = page(Measured([Outcome(leaf, "<b> -> &", "survived", why="<script>")], Listing(), 0.0))
    assert "<script>" not in text
    assert "&lt;b&gt; -&gt; &amp;" in text


def test_the_table_shows_a_line_for_a_clause_with_a_gap() -> None:
    leaf = Leaf("schnapsen", (), "values.goal", "match.goal")
    measured = Measured([Outcome(leaf, "66 -> 65", "survived")], Listing(), 0.0)
    assert any(line.lstrip().startswith("match.goal") and style == "red" for line, style in lines(measured))
    assert as_json(measured)["counts"] == {"unlisted": 1}


# --- every clause


def decides(measured: Measured) -> list[str]:
    """Clauses that could be changed, of which no case notices any change although not all are on the list."""
    return [
        f"{row.ruleset} {row.clause}"
        for row in rows(measured)
        if row.killer is None and any(one.fate != "refused" and one.entry is None for one in row.outcomes)
    ]


def test_clauses_decide_in_some_case_in_a_sample() -> None:
    found = [leaf for name in playable() for leaf in list(leaves(name))[7::40]]
    assert decides(measure(found, read_listing())) == []


@pytest.mark.long
def test_every_clause_decides_in_some_case() -> None:
    found = [leaf for name in playable() for leaf in leaves(name)]
    assert decides(measure(found, read_listing(), jobs=2)) == []
