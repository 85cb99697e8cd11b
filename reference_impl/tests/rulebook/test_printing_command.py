"""`stichwerk rulebook`: formats, files, and what it refuses."""

from __future__ import annotations

import builtins
import os
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from click.testing import CliRunner, Result

from stichwerk.cli import program
from stichwerk.files import spec_dir

Run = Callable[..., Result]


@pytest.fixture
def run() -> Run:
    def invoke(*args: str) -> Result:
        arguments = ["rulebook", *map(str, args)]
        return CliRunner().invoke(program, arguments, catch_exceptions=False, prog_name="stichwerk")

    return invoke


def refused(result: Result) -> str:
    """What is said about a refused wish, as one line."""
    assert result.exit_code == 2
    assert "Traceback" not in result.output
    return " ".join(result.output.split())


def test_markdown_goes_to_standard_output_when_nothing_else_is_said(run: Run) -> None:
    text = run("binokel", "--set", "opening=200").output
    assert text.startswith("# Binokel – Regelbuch\n")
    assert "**Zweihundert Punkte** (sonst üblich: Hundertfünfzig Punkte)" in text
    assert text.endswith("\n")
    assert run("binokel", "--set", "opening=200", "-o", "-").output == text


@pytest.mark.parametrize(
    ("name", "begins"),
    [("r.html", b"<!DOCTYPE html>"), ("R.HTM", b"<!DOCTYPE html>"), ("r.md", b"# "), ("r.markdown", b"# ")],
)
def test_the_ending_of_the_file_says_the_format(run: Run, tmp_path: Path, name: str, begins: bytes) -> None:
    assert run("schnapsen", "--leaflet", "-o", tmp_path / name).exit_code == 0
    assert (tmp_path / name).read_bytes().startswith(begins)
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_format_goes_over_the_ending(run: Run, tmp_path: Path) -> None:
    assert run("schnapsen", "--format", "md", "-o", tmp_path / "rules.html").exit_code == 0
    assert (tmp_path / "rules.html").read_text("utf-8").startswith("# ")


def test_a_pdf_is_written(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("weasyprint", exc_type=OSError)
    assert run("schnapsen-a-trois", "--lang", "es", "-o", tmp_path / "reglas.pdf").exit_code == 0
    assert (tmp_path / "reglas.pdf").read_bytes().startswith(b"%PDF-")
    assert run("schnapsen-a-trois", "--format", "pdf", "-o", "-").stdout_bytes.startswith(b"%PDF-")


def test_a_file_is_replaced_whole_and_keeps_its_permissions(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "rules.md"
    path.write_text("old", "utf-8")
    path.chmod(0o640)
    assert run("guinote", "-o", path).exit_code == 0
    assert "Guiñote" in path.read_text("utf-8")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "rules.md"
    path.write_text("old", "utf-8")

    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    result = CliRunner().invoke(program, ["rulebook", "guinote", "-o", str(path)], prog_name="stichwerk")
    assert "No space left on device" in refused(result)
    assert path.read_text("utf-8") == "old"
    assert [each.name for each in tmp_path.iterdir()] == ["rules.md"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("binokl",), "there is no ruleset 'binokl' hint: did you mean binokel?"),
        (("binokel-common",), "binokel-common is only a common part of other rulesets"),
        (("binokel", "--set", "opening=9"), "150"),
        (("binokel", "--set", "oppening=200"), "did you mean opening?"),
        (("binokel", "--set", "hands=fifteen", "--set", "players=4"), "players"),
        (("binokel", "--set", "opening"), "'opening' is not OPTION=CHOICE"),
        (("binokel", "--lang", "fr"), "'fr' is not one of 'de', 'en', 'es'"),
        (("binokel", "--format", "docx"), "'docx' is not one of 'pdf', 'html', 'md'"),
        (("binokel", "-o", "rules.odt"), "give it the ending .pdf, .html or .md, or use --format"),
        (("binokel", "-o", "rules"), "'rules' does not say in which format"),
        (("binokel", "--format", "pdf"), "a PDF is written to a file: name one with -o"),
        (("binokel", "-o", "/nowhere/rules.md"), "cannot write '/nowhere/rules.md': No such file or directory"),
        (("binokel", "--format", "md", "-o", "."), "cannot write '.': it is a folder"),
        ((), "Missing argument 'RULESET'"),
    ],
)
def test_a_wrong_wish_is_refused_with_a_reason(run: Run, arguments: tuple[str, ...], said: str) -> None:
    assert said in refused(run(*arguments))


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (ImportError("No module named 'weasyprint'"), "python -m pip install 'stichwerk[print]'"),
        (OSError("cannot load library 'libpango-1.0-0'"), "on Debian: apt install libpango-1.0-0 libpangoft2-1.0-0"),
    ],
)
def test_what_a_pdf_needs_is_named(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, said: str
) -> None:
    real = builtins.__import__

    def missing(name: str, *args: Any, **others: Any) -> ModuleType:
        if name == "weasyprint":
            print("WeasyPrint could not import some external libraries.")  # noqa: T201 as it does
            raise error
        return real(name, *args, **others)

    monkeypatch.delitem(sys.modules, "weasyprint", raising=False)
    monkeypatch.setattr(builtins, "__import__", missing)
    result = run("schnapsen", "-o", tmp_path / "rules.pdf")
    assert said in refused(result)
    assert "could not import some" not in result.output
    assert list(tmp_path.iterdir()) == []
    assert run("schnapsen", "-o", tmp_path / "rules.html").exit_code == 0


def test_a_ruleset_without_marks_has_no_leaflet(run: Run, tmp_path: Path) -> None:
    source = (spec_dir() / "schnapsen" / "schnapsen-a-trois.yaml").read_text("utf-8")
    common = (spec_dir() / "schnapsen" / "schnapsen-common.yaml").read_text("utf-8")
    for name, text in (("schnapsen-a-trois", source), ("schnapsen-common", common)):
        bare = "".join(line for line in text.splitlines(keepends=True) if line.strip() != "leaflet: true")
        (tmp_path / f"{name}.yaml").write_text(bare, "utf-8")
    result = run("schnapsen-a-trois", "--spec", tmp_path, "--leaflet")
    assert "schnapsen-a-trois says of no clause that it belongs on the leaflet" in refused(result)
    assert run("schnapsen-a-trois", "--spec", tmp_path).exit_code == 0


def test_a_device_is_written_to_directly(run: Run) -> None:
    assert run("schnapsen", "--format", "md", "-o", os.devnull).exit_code == 0
    assert Path(os.devnull).is_char_device()
