"""The list of known failures: what it may say, and what it makes of a run."""

from __future__ import annotations

from pathlib import Path

import pytest

from stichwerk.errors import SpecError
from stichwerk_conformance.known_failures import read_known_failures

IDS = ("cut-1", "cut-2", "follow")


def write(folder: Path, text: str, name: str = "known.txt") -> Path:
    file = folder / name
    file.write_text(text)
    return file


def test_lines_with_comments(tmp_path: Path) -> None:
    text = "# what we do not do yet\n\ncut-1\n  follow  # no 7s yet, see ticket 12\n"
    assert read_known_failures(write(tmp_path, text), IDS) == {"cut-1": "", "follow": "no 7s yet, see ticket 12"}
    assert read_known_failures(write(tmp_path, ""), IDS) == {}


def test_yaml(tmp_path: Path) -> None:
    file = write(tmp_path, "- cut-1\n- {id: follow, reason: no sevens yet}\n", "known.yaml")
    assert read_known_failures(file, IDS) == {"cut-1": "", "follow": "no sevens yet"}


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("known.txt", "cut-1\ncut-3\n", "known.txt:2:1: the suite has no case cut-3"),
        ("known.txt", "  folow", "known.txt:1:3: the suite has no case folow.*\nhint: did you mean follow"),
        ("known.txt", "cut-1\ncut-1", "known.txt:2:1: cut-1 is listed twice"),
        ("known.txt", "cut-1 cut-2", "known.txt:1:1: there is more than an id on this line"),
        ("known.yml", "cut-1", "known.yml:1:1: these are no known failures"),
        ("known.yml", "- 17", "known.yml:1:3: this is no known failure"),
        ("known.yml", "- {id: cut-1, because: x}", "known.yml:1:3: this is no known failure"),
        ("known.yml", "- cut-1\n- {id: cut-9}", "known.yml:2:3: the suite has no case cut-9"),
    ],
)
def test_lists_that_are_refused(name: str, text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(SpecError, match=f"(?s){message}"):
        read_known_failures(write(tmp_path, text, name), IDS)


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(SpecError, match="cannot read"):
        read_known_failures(tmp_path / "none", IDS)
