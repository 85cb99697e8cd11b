"""Writing and checking cases, and the ledger of ids."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner, Result

from stichwerk.errors import SpecError
from stichwerk.files import vectors_dir
from stichwerk_conformance import case_command, ledger
from stichwerk_conformance.case_command import case
from stichwerk_conformance.cases import Case, read_cases
from stichwerk_conformance.ledger import Ledger, digest_of

PAIR = {"trump": "E", "cards": ["HK", "HO"]}


def run(*arguments: str) -> Result:
    return CliRunner().invoke(case, arguments)


def new(expect: str = '{"total": 20}', *more: str) -> Result:
    given = json.dumps(PAIR)
    return run("new", "--ruleset", "binokel", "--ask", "melds", "--given", given, "--expect", expect, *more)


def written(folder: Path, text: str, name: str = "new.yaml") -> Path:
    file = folder / name
    file.write_text("language: 1\ncases:\n" + text, encoding="utf-8")
    return file


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ledger:
    file = tmp_path / "ids.txt"
    monkeypatch.setattr(ledger, "ledger_file", lambda: file)
    return Ledger(file)


def one_case(folder: Path, *more: str) -> Case:
    (found,) = read_cases(written(folder, new('{"total": 20}', *more).output))
    return found


def test_every_id_is_in_the_ledger_with_its_question() -> None:
    known = Ledger.read()
    cases = read_cases(vectors_dir())
    assert [one.id for one in cases if known.questions.get(one.id) != digest_of(one)] == []
    assert [one.id for one in cases if one.id in known.retired] == []
    assert known.missing({one.id: one for one in cases}) == []


def test_a_new_case_is_ready_for_a_file(tmp_path: Path) -> None:
    result = new('{"total": 20}', "--title", "A pair", "--source", "B:Melden", "--ruling", "B8", "--reckoning", "20")
    assert result.exit_code == 0
    (entry,) = yaml.safe_load(result.output)
    assert entry["given"] == PAIR
    assert "melds.pair" in entry["clauses"]
    assert entry["sources"] == [{"id": "B", "at": "Melden"}]
    assert entry["provenance"]["hash"].startswith("sha256:")
    (found,) = read_cases(written(tmp_path, result.output))
    assert (found.title, found.rulings, found.reckoning) == ("A pair", ("B8",), "20")


def test_an_answer_that_the_reference_does_not_give_is_told() -> None:
    result = new('{"total": 40}')
    assert result.exit_code == 1
    assert "the reference answers otherwise: at total: expected 40, given 20" in result.output


@pytest.mark.parametrize("given", ["{", "[]", '{"a": 1, "a": 2}'])
def test_what_is_no_object_is_a_wrong_use(given: str) -> None:
    result = run("new", "--ruleset", "binokel", "--ask", "melds", "--given", given, "--expect", "{}")
    assert result.exit_code == 2


def test_a_question_that_cannot_be_put_is_refused() -> None:
    given = '{"trump": "X", "cards": []}'
    result = run("new", "--ruleset", "binokel", "--ask", "melds", "--given", given, "--expect", "{}")
    assert isinstance(result.exception, SpecError)
    assert "there is no suit 'X'" in str(result.exception)


def test_an_id_that_ever_existed_is_refused() -> None:
    known = next(iter(Ledger.read().questions))
    result = new('{"total": 20}', "--id", known)
    assert isinstance(result.exception, SpecError)
    assert "exists already, or did once" in str(result.exception)


def test_the_ledger_keeps_ids_for_good(tmp_path: Path, book: Ledger) -> None:
    found = one_case(tmp_path)
    assert book.add([found]) == 1
    assert book.add([found]) == 0
    again = Ledger.read(book.file)
    assert again.questions == {found.id: digest_of(found)}
    again.retire([found.id])
    final = Ledger.read(book.file)
    assert final.retired == {found.id}
    assert "was retired" in final.problem(found)
    with pytest.raises(SpecError, match="was retired"):
        final.add([found])
    assert book.file.read_text(encoding="utf-8").splitlines()[1:] == [
        f"{found.id} {digest_of(found)}",
        f"{found.id} retired",
    ]


def test_an_id_is_never_used_for_another_question(tmp_path: Path, book: Ledger) -> None:
    book.file.write_text("pair 0123456789abcdef\n", encoding="utf-8")
    found = one_case(tmp_path, "--id", "pair-x")
    moved = read_cases(written(tmp_path, "".join(new().output).replace("binokel-melds-", "pair #"), "b.yaml"))[0]
    assert Ledger.read(book.file).problem(found) == ""
    assert "was used for another question" in Ledger.read(book.file).problem(moved)


def test_no_id_of_the_suite_was_ever_renumbered(tmp_path: Path) -> None:
    result = run("renumber-never", str(ledger.ledger_file()))
    assert result.exit_code == 0
    assert result.output.endswith("none renumbered\n")
    lines = ledger.ledger_file().read_text(encoding="utf-8").splitlines(keepends=True)
    earlier = tmp_path / "earlier.txt"
    earlier.write_text("".join(lines[:9]), encoding="utf-8")
    assert run("renumber-never", str(earlier)).exit_code == 0


@pytest.mark.parametrize("kept", [0, 8, None])
def test_a_ledger_that_was_written_anew_is_noticed(kept: int | None, tmp_path: Path) -> None:
    lines = ledger.ledger_file().read_text(encoding="utf-8").splitlines(keepends=True)
    (tmp_path / "earlier.txt").write_text("".join(lines[:kept]) + "once 0123456789abcdef\n", encoding="utf-8")
    result = run("renumber-never", str(tmp_path / "earlier.txt"))
    assert result.exit_code == 1
    assert "earlier.txt: 'once 0123456789abcdef' does not stand there any more" in result.output


def test_ids_that_the_ledger_does_not_know_or_that_are_lost_are_named(book: Ledger) -> None:
    book.add(list(read_cases(vectors_dir()))[1:])
    result = run("renumber-never")
    assert result.exit_code == 1
    assert "is not in the ledger; write it down with --record" in result.output
    book.file.write_text(book.file.read_text(encoding="utf-8") + "gone 0123456789abcdef\n", encoding="utf-8")
    assert "the ledger has the id gone, but no case has" in run("renumber-never").output


@pytest.mark.parametrize("line", ["pair", "pair a b", "pair retired", "pair 00\npair 11"])
def test_a_ledger_with_a_wrong_line_is_refused(tmp_path: Path, line: str) -> None:
    file = tmp_path / "ids.txt"
    file.write_text(line + "\n", encoding="utf-8")
    with pytest.raises(SpecError):
        Ledger.read(file)


def test_a_file_is_checked_and_its_ids_are_written_down(tmp_path: Path, book: Ledger) -> None:
    file = str(written(tmp_path, new().output))
    result = run("check", file)
    assert result.exit_code == 1
    assert "is not in the ledger" in result.output
    assert run("check", file, "--record").output == "1 new ids written down\n1 cases, all well\n"
    assert run("check", file).output == "1 cases, all well\n"


@pytest.mark.parametrize(
    ("old", "instead", "message"),
    [
        ("ask: melds", "ask: mleds", "did you mean melds"),
        ("total: 20", "total: 40", "the reference answers otherwise: at total"),
        ("melds.pair", "melds.marriage", "no clause melds.marriage"),
        ("HK", "H9", "there is no card"),
    ],
)
def test_what_is_wrong_with_a_case_is_told(tmp_path: Path, book: Ledger, old: str, instead: str, message: str) -> None:
    result = run("check", str(written(tmp_path, new().output.replace(old, instead))), "--record")
    assert result.exit_code == 1
    assert message in result.output
    assert not book.file.exists()


def test_only_a_case_that_is_gone_can_be_retired(tmp_path: Path, book: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    found = one_case(tmp_path)
    book.add([found])
    monkeypatch.setattr(case_command, "vectors_dir", lambda: tmp_path)
    assert isinstance(run("retire", found.id).exception, SpecError)
    (tmp_path / "new.yaml").unlink()
    assert run("retire", found.id).output == f"{found.id} is retired\n"
    assert isinstance(run("retire", "never").exception, SpecError)


def test_generated_files_are_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("generate", "--check", "schnapsen-a-trois").exit_code == 0
    monkeypatch.setattr("stichwerk_conformance.generate.run.document", lambda _: "")
    assert run("generate", "--check", "schnapsen-a-trois").exit_code == 1
