"""The options of `verify` that choose, and the files it writes: whatever a program answers, they show it and do not
act on it.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

from stichwerk.files import schema_dir
from stichwerk_conformance import clauses, progress
from stichwerk_conformance.badge import badge
from stichwerk_conformance.faces import Faces
from stichwerk_conformance.html_values import LARGEST, Values
from stichwerk_conformance.report import ReportError, read_report
from stichwerk_conformance.suits import RED, SHAPES
from stichwerk_conformance.verify import verify

HERE = Path(__file__).parent
PACK = {
    "id": "wuerttemberg",
    "suits": [{"code": "H", "name": {"en": "hearts"}}, {"code": "E", "name": {"en": "acorns"}}],
    "ranks": [{"code": code, "short": {"en": code}} for code in "ATKOU7"],
}
SENTENCE = {"id": "deal.cut", "number": "1.1", "text": {"en": "At least <three> cards are lifted."}, "sources": []}
UNPRINTABLE = re.compile("[^\n\t -~\xa0-\u2027\u2030-\ud7ff]")


@pytest.fixture(autouse=True)
def _toy_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    def resolved(ruleset: str, options: tuple[tuple[str, str], ...]) -> Mapping[str, Any]:
        return {"options": {"players": "3", "cut": "yes"} | dict(options), "pack": PACK, "clauses": [SENTENCE]}

    monkeypatch.setattr(clauses, "_resolved", resolved)
    monkeypatch.syspath_prepend(str(HERE / "programs"))


def program(behaviour: str, script: str = "faulty.py") -> list[str]:
    return [sys.executable, "-S", "-E", str(HERE / "programs" / script), behaviour]


def invoked(command: list[str], *options: object) -> Result:
    arguments = ["--vectors", str(HERE / "toy.yaml"), *map(str, options)]
    return CliRunner().invoke(verify, [*arguments, "--", *command] if command else arguments, catch_exceptions=False)


def report_of(command: list[str], *options: object) -> dict[str, Any]:
    return json.loads(invoked(command, *options, "--json", "-").stdout)  # type: ignore[no-any-return]


def check(document: object) -> None:
    schema = json.loads((schema_dir() / "report.schema.json").read_text("utf-8"))
    assert not [error.message for error in Draft202012Validator(schema).iter_errors(document)]


# ---------------------------------------------------------------- choosing


def test_set_asks_what_is_played_so_by_default_or_not() -> None:
    four = report_of(program("right", "fake.py"), "--set", "players=4")
    assert [result["case"] for result in four["results"]] == ["follow"]
    three = report_of(program("right", "fake.py"), "--set", "players=3", "--set", "cut=yes")
    assert len(three["results"]) == 9
    assert three["header"]["options"]["set"] == {"players": "3", "cut": "yes"}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--set", "player=4"], "the suite has no option player. Did you mean players?"),
        (["--set", "players=7"], "no case of the suite fits this choice"),
        (["--set", "players"], "'players' is not OPTION=CHOICE"),
        (["--json", "-", "--html", "-"], "only one report can go to standard output"),
        (["--junit", "/no/such/folder/report.xml"], "cannot write /no/such/folder/report.xml"),
        (["--python", "a:b"], "--python and a command cannot both be the program under test"),
        (["--known-failures", "/no/such/file"], "does not exist"),
    ],
)
def test_wrong_use_exits_3(options: list[str], message: str) -> None:
    result = invoked(["true"], *options)
    assert result.exit_code == 3
    assert message in result.stderr


def test_a_python_object_is_asked_and_named_in_the_command_that_repeats() -> None:
    document = report_of([], "--python", "importable:raises", "--profile", "cards")
    check(document)
    failure = next(result for result in document["results"] if result["status"] == "failed")
    assert failure["reason"] == "exception"
    assert failure["repeat"].endswith("--python importable:raises --case cut-4")
    assert document["header"]["command"] == []
    missing = invoked([], "--python", "importable:nobody")
    assert missing.exit_code == 2
    assert "cannot import importable:nobody" in missing.stderr


def test_a_known_failure_fails_nothing(tmp_path: Path) -> None:
    file = tmp_path / "known"
    file.write_text("cut-4 # cannot count to four\nlead-0\n")
    document = report_of(program("wrong"), "--known-failures", file)
    check(document)
    assert document["footer"]["exit"] == 0
    assert document["footer"]["counts"] == {"passed": 4, "failed": 0, "known_failure": 1, "not_claimed": 5}
    known = next(result for result in document["results"] if result["case"] == "cut-4")
    assert (known["status"], known["known"]) == ("known_failure", "cannot count to four")
    text = invoked(program("wrong"), "--known-failures", file).stdout
    assert "4 passed, 0 failed, 1 known to fail, 5 not claimed" in text
    assert "profile  passed  failed  known failures  not claimed" in text
    assert invoked(program("wrong"), "--known-failures", file, "--case", "cut-4").exit_code == 0


def test_a_known_failure_that_passes_is_a_failure(tmp_path: Path) -> None:
    file = tmp_path / "known"
    file.write_text("cut-3\n")
    document = report_of(program("right"), "--known-failures", file)
    check(document)
    assert document["footer"]["exit"] == 1
    failed = [result for result in document["results"] if result["status"] == "failed"]
    assert [(result["case"], result["reason"]) for result in failed] == [("cut-3", "passes_unexpectedly")]
    assert "take it off the list" in failed[0]["message"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a file that is always full")
def test_a_full_disk_is_told() -> None:
    result = invoked(program("right"), "--json", "/dev/full")
    assert result.exit_code == 3
    assert "cannot write a JSON report: No space left on device" in result.stderr


def test_an_unknown_id_among_the_known_failures_exits_3(tmp_path: Path) -> None:
    file = tmp_path / "known"
    file.write_text("cut-33\n")
    result = invoked(program("right"), "--known-failures", file)
    assert result.exit_code == 3
    assert "known:1:1: the suite has no case cut-33" in result.stderr


def test_fail_fast_says_that_the_report_is_a_part(tmp_path: Path) -> None:
    document = report_of(program("wrong"), "--fail-fast")
    check(document)
    assert (document["footer"]["complete"], document["footer"]["exit"]) == (False, 1)
    assert "cut-5" not in [result["case"] for result in document["results"]]
    assert "stopped at the first failure" in invoked(program("wrong"), "--fail-fast").stdout
    known = tmp_path / "known"
    known.write_text("cut-4\n")
    assert report_of(program("wrong"), "--fail-fast", "--known-failures", known)["footer"]["complete"] is True


@pytest.mark.parametrize(
    ("number", "line"),
    [
        (2, "not asked: 1 case, ruleset game-1 is not claimed\n"),
        (4, "not asked: 4 cases, 4 rulesets are not claimed\n"),
    ],
)
def test_rulesets_that_are_not_claimed_do_not_bury_the_failures(number: int, line: str, tmp_path: Path) -> None:
    cases = [
        {"id": f"cut-{n}", "title": "Cut", "ruleset": f"game-{n}" if n else "toy", "ask": "cut", "given": {"lifted": 5},
         "expect": {"legal": True}, "clauses": ["deal.cut"], "origin": "hand"}
        for n in range(number + 1)
    ]  # fmt: skip
    (tmp_path / "many.yaml").write_text(json.dumps({"language": 1, "cases": cases}))
    text = invoked(program("right"), "--vectors", tmp_path / "many.yaml").stdout
    assert line in text
    assert text.count("not asked") == (2 if number == 2 else 1)


def test_progress_is_a_line_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "SECONDS_BETWEEN_LINES", 0.0)
    assert "1 of 5 answered\n" in invoked(program("right")).stderr


# ---------------------------------------------------------------- the JSON report


def test_the_report_fits_its_schema_and_names_the_suite() -> None:
    document = report_of(program("script and crash"), "--profile", "cards")
    check(document)
    assert re.fullmatch("sha256:[0-9a-f]{64}", document["header"]["suite"]["hash"])
    assert document["footer"]["complete"] is True


def test_a_report_cut_off_anywhere_is_refused() -> None:
    text = json.dumps(report_of(program("wrong")))
    assert read_report(text)
    for length in range(0, len(text) - 1, 37):
        with pytest.raises(ReportError):
            read_report(text[:length])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda d: d["results"].pop(), "the counts in the footer of the report are not those of its results"),
        (lambda d: d.pop("footer"), "the report has no footer: the run that wrote it did not come to its end"),
        (lambda d: d["footer"].pop("complete"), "the footer of the report lacks"),
        (lambda d: d["results"].append(17), "the results of the report are not results"),
        (lambda d: d["header"].update(report=2), "the report has version 2, version 1 can be read"),
    ],
)
def test_a_report_that_was_changed_is_refused(change: Any, message: str) -> None:
    document = report_of(program("right"))
    change(document)
    with pytest.raises(ReportError, match=message):
        read_report(json.dumps(document))


# ---------------------------------------------------------------- hostile text


class Page(HTMLParser):
    """The elements of a page, and its visible text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.titles: list[str] = []
        self.marked: list[str] = []
        self._open: list[tuple[str, bool]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        differs = dict(attrs).get("class") == "differs"
        if tag in ("td", "th", "dt", "dd", "li", "svg"):
            self.text += " "
        if tag == "title" and ("svg" in [name for name, _ in self._open]):
            self.titles.append("")
        if differs:
            self.marked.append("")
        if tag not in ("meta", "link", "input", "use", "path"):
            self._open.append((tag, differs))

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass
        self.marked = [text.strip() for text in self.marked]

    def handle_data(self, data: str) -> None:
        self.text += data
        if self.titles and self._open and self._open[-1][0] == "title":
            self.titles[-1] += data
        if any(differs for _, differs in self._open):
            self.marked[-1] += data

    def named(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]


@pytest.mark.parametrize("behaviour", ["script", "error", "script and crash"])
def test_what_a_program_says_is_shown_and_never_acts(behaviour: str, tmp_path: Path) -> None:
    files = {form: tmp_path / f"report.{form}" for form in ("json", "junit", "html", "markdown", "badge")}
    options = [part for form, file in files.items() for part in (f"--{form}", file)]
    result = invoked(program(behaviour), *options, "--timeout", "5")
    assert result.exit_code == 1
    told = {form: file.read_text("utf-8") for form, file in files.items()} | {"terminal": result.stdout}
    check(json.loads(told["json"]))
    for form, text in told.items():
        assert form == "json" or not UNPRINTABLE.search(text), form
    page = Page(told["html"])
    assert len(page.named("script")) == 1
    assert not page.named("b")
    assert not page.named("i")
    said = "answer" if behaviour == "script" else "error" if behaviour == "error" else "stderr"
    assert f"<script>alert('{said}')</script>" in page.text
    assert "<script>" not in told["markdown"].replace("    answered: ", "    ").split("    ")[0]
    tree = ET.fromstring(told["junit"])  # noqa: S314 - our own file
    assert tree.attrib["failures"] == "1"
    assert f"<script>alert('{said}')</script>" in "".join(tree.itertext()) + str([e.attrib for e in tree.iter()])


def test_the_page_needs_no_network_and_names_what_may_run(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    invoked(program("wrong", "fake.py"), "--html", file)
    text = file.read_text("utf-8")
    page = Page(text)
    assert not re.search(r"https?://|//[a-z]|@import|url\(", text)
    policy = page.named("meta")[1]["content"] or ""
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert "unsafe" not in policy
    assert page.named("meta")[2] == {"name": "viewport", "content": "width=device-width, initial-scale=1"}
    assert page.named("link") == [{"rel": "icon", "href": "data:,"}]  # else a browser asks a server for one
    assert [attributes["name"] for attributes in page.named("select")] == ["status", "profile", "ruleset", "clause"]
    told = [attributes for _, attributes in page.elements if "data-status" in attributes]
    assert len(told) == 10
    assert [a["data-profile"] for a in told if a["data-status"] == "failed"] == ["cards"]
    for part in ["At least <three> cards are lifted.", "at legal: expected true", "--case cut-4", "reckoning"]:
        assert part in page.text


def test_cards_are_pictures(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    invoked(program("crash always", "fake.py"), "--html", file, "--case", "follow")
    page = Page(file.read_text("utf-8"))
    assert page.titles[:3] == ["hearts T", "hearts A", "hearts U"]
    drawn = {attributes["id"] for attributes in page.named("symbol")}
    assert {(attributes["href"] or "").removeprefix("#") for attributes in page.named("use")} <= drawn
    assert len(page.named("svg")) < 12  # a card is drawn once, however often it is shown


def test_the_place_that_differs_is_marked(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    invoked(program("wrong", "fake.py"), "--html", file, "--case", "cut-4")
    page = Page(file.read_text("utf-8"))
    assert page.marked == ["true", "false"]


def test_the_page_says_first_how_it_went_and_which_clauses_are_broken(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    invoked(program("wrong"), "--html", file)
    page = Page(file.read_text("utf-8"))
    assert page.text.index("1 of 5 cases failed.") < page.text.index("1 clause quoted by failures")
    assert [a["href"] for a in page.named("a")] == ["#status=failed&clause=%3Ddeal.cut"]
    for row in ("cards 4 1 0", "tricks 0 0 2", "all 4 1 5"):
        assert row in " ".join(page.text.split())
    assert "cut-3" in page.text
    assert "Three cards" in page.text


@pytest.mark.parametrize(("failures", "is_open"), [(12, True), (13, False)])
def test_many_failures_are_a_list_of_titles_to_open(failures: int, is_open: bool, tmp_path: Path) -> None:
    cases = [
        {"id": f"cut-{n}", "title": "Cut", "ruleset": "toy", "ask": "cut", "given": {"lifted": 5},
         "expect": {"legal": False}, "clauses": ["deal.cut"], "origin": "hand"}
        for n in range(failures)
    ]  # fmt: skip
    (tmp_path / "many.yaml").write_text(json.dumps({"language": 1, "cases": cases}))
    file = tmp_path / "page.html"
    invoked(program("right"), "--html", file, "--vectors", tmp_path / "many.yaml")
    told = [attributes for attributes in Page(file.read_text("utf-8")).named("details") if "data-status" in attributes]
    assert len(told) == failures
    assert all(("open" in attributes) is is_open for attributes in told)


def shown_as(value: Any, differs: str = "") -> Page:
    return Page(str(Values(Faces.of(PACK)).show(value, differs)))


def test_moves_stand_in_a_row_and_offered_cards_together() -> None:
    made = shown_as({"moves": [{"seat": 1, "move": "bid", "bid": 150}, {"seat": 0, "move": "play", "card": "HA"}]})
    assert made.text.split() == ["moves", "1:", "bid", "150", "0:", "play", "hearts", "A"]
    offered = shown_as([{"move": "play", "card": "HA"}, {"move": "pass"}, {"move": "play", "card": "EK"}])
    assert offered.text.split() == ["play", "hearts", "A", "acorns", "K", "pass"]
    assert shown_as({"trump": "E", "suit": "X"}).text.split() == ["trump", "acorns", "suit", "X"]


def test_a_difference_inside_a_list_marks_its_entry() -> None:
    page = shown_as({"positions": [{"seat": 0}, {"seat": 1}], "refused": None}, "positions.1.seat")
    assert page.marked == ["seat 1"]
    assert shown_as({"scores": {"0+2": 40, "1": 7}}, "scores.1").marked == ["7"]
    assert shown_as({"scores": {"1": 7}}, "won").marked == []


def test_answers_beyond_measure_are_cut_and_never_drawn() -> None:
    many = shown_as([{"seat": n} for n in range(1000)])
    assert "... and 800 more" in many.text
    deep: Any = 1
    for _ in range(60):
        deep = {"<b>": deep}
    assert len(shown_as(deep).named("dl")) == 8
    huge = shown_as({"cards": ["HA"] * LARGEST})
    assert not huge.named("svg")
    assert "more characters)" in huge.text


def test_every_suit_of_the_spec_has_a_sign() -> None:
    for ruleset in ("binokel", "bummerl", "guinote"):
        from stichwerk.resolve import resolve_ruleset

        pack = resolve_ruleset(ruleset, {})["pack"]
        faces = Faces.of(pack).faces
        assert faces
        assert all(face.shape in SHAPES and face.rank and face.name for face in faces.values())
        assert {face.red for face in faces.values()} == {True, False}
    assert set(SHAPES) > RED
    assert Faces.of(None).card("HA") is None


def test_a_page_of_a_run_without_failures(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    assert invoked(program("right", "fake.py"), "--html", file).exit_code == 0
    page = Page(file.read_text("utf-8"))
    assert not [attributes for attributes in page.named("details") if "data-status" in attributes]
    assert "9 cases passed." in page.text or "10 cases passed." in page.text


# ---------------------------------------------------------------- JUnit, Markdown, badge


def test_junit_counts_what_a_build_server_counts(tmp_path: Path) -> None:
    known = tmp_path / "known"
    known.write_text("cut-4 # not yet\n")
    tree = ET.fromstring(invoked(program("wrong"), "--known-failures", known, "--junit", "-").stdout)  # noqa: S314
    assert {name: tree.attrib[name] for name in ("tests", "failures", "errors", "skipped")} == {
        "tests": "10",
        "failures": "0",
        "errors": "0",
        "skipped": "6",
    }
    assert [suite.attrib["name"] for suite in tree] == ["cards", "deals", "tricks"]
    messages = [skipped.attrib["message"] for skipped in tree.iter("skipped")]
    assert messages[0].startswith("known failure (not yet): at legal: ")
    assert "profile deals is not claimed" in messages
    stopped = ET.fromstring(invoked(program("wrong"), "--fail-fast", "--junit", "-").stdout)  # noqa: S314
    assert stopped.attrib["errors"] == "1"
    assert stopped.find(".//error") is not None


def test_markdown_has_counts_and_failures() -> None:
    text = invoked(program("wrong"), "--markdown", "-").stdout
    assert "| cards | 4 | 1 | 0 | 0 |" in text
    assert "### cut\\-4: Four cards" in text
    assert "> 1.1 deal.cut: At least &lt;three&gt; cards are lifted." in text
    assert '    answered: {"legal": null}' in text
    assert "did not come to its end" in invoked(program("wrong"), "--markdown", "-", "--fail-fast").stdout


@pytest.mark.parametrize(
    ("behaviour", "options", "message", "color"),
    [
        ("right", [], "5 of 5", "brightgreen"),
        ("wrong", [], "4 of 5", "red"),
        ("wrong", ["--fail-fast"], "3 of 4, incomplete", "lightgrey"),
        ("right", ["--profile", "tricks"], "nothing asked", "red"),
    ],
)
def test_the_badge_tells_the_truth(behaviour: str, options: list[str], message: str, color: str) -> None:
    drawn = json.loads(invoked(program(behaviour), *options, "--badge", "-").stdout)
    label = "stichwerk tricks" if "tricks" in options else "stichwerk"
    assert drawn == {"schemaVersion": 1, "label": label, "message": message, "color": color}


def test_the_badge_of_a_run_with_known_failures_is_yellow(tmp_path: Path) -> None:
    known = tmp_path / "known"
    known.write_text("cut-4\n")
    document = report_of(program("wrong"), "--known-failures", known, "--ruleset", "toy", "--set", "players=3")
    assert badge(document) == {
        "schemaVersion": 1,
        "label": "stichwerk toy players=3",
        "message": "4 of 5",
        "color": "yellow",
    }
