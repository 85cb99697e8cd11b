"""The archive of the suite: the same bytes, and everything in it can be read back and is valid."""

from __future__ import annotations

import json
import re
import tarfile
import zipfile
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from stichwerk.files import schema_dir, vectors_dir
from stichwerk.loader import parse_yaml
from stichwerk.loading import load
from stichwerk.validation import collect
from stichwerk_conformance.archive import contents, vectors_version, write
from stichwerk_conformance.cases import read_cases
from stichwerk_conformance.compare import first_difference


@cache
def files() -> dict[str, bytes]:
    return contents("1.2.3")


def documents(folder: str) -> list[Any]:
    return [json.loads(data) for name, data in files().items() if name.startswith(folder + "/")]


def test_the_version_has_three_numbers() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+", vectors_version())


def test_the_same_contents_give_the_same_bytes(tmp_path: Path) -> None:
    one, other = write(tmp_path / "a"), write(tmp_path / "b")
    assert [written.digest for written in one] == [written.digest for written in other]
    assert [written.file.name for written in one] == [
        f"stichwerk-vectors-{vectors_version()}{suffix}" for suffix in (".zip", ".tar.gz")
    ]
    with zipfile.ZipFile(one[0].file) as archive:
        zipped = {name: archive.read(name) for name in archive.namelist()}
    with tarfile.open(one[1].file) as tar:
        tarred = {member.name: tar.extractfile(member).read() for member in tar.getmembers()}  # type: ignore[union-attr]
    assert zipped == tarred
    assert len({name.split("/")[0] for name in zipped}) == 1


def test_every_case_is_there_as_it_was_written() -> None:
    there = {case["id"]: case for document in documents("cases") for case in document["cases"]}
    cases = read_cases(vectors_dir())
    assert there.keys() == {case.id for case in cases}
    for case in cases:
        entry = there[case.id]
        assert (entry["ruleset"], entry["ask"], entry.get("options", {})) == (case.ruleset, case.ask, case.options)
        if "expect" in entry:
            assert first_difference(case.ask, case.allowed[0].answer, entry["expect"] | {"legal": []}) is None or (
                entry["expect"].keys() & {"has", "has_not", "legal"}
            )


def test_cases_lie_by_ruleset_and_profile_and_keep_the_schema() -> None:
    for name, data in files().items():
        if name.startswith(("cases/binokel-turnier/", "cases/schnapsen/")):
            document = json.loads(data)
            assert name == f"cases/{document['ruleset']}/{document['profile']}.json"
            assert {case["ruleset"] for case in document["cases"]} == {document["ruleset"]}
            plain = json.dumps({"language": 1, "cases": document["cases"]})
            assert collect(parse_yaml(plain.encode(), name), "case") == []


def test_rulesets_are_those_that_are_played() -> None:
    for document in documents("rulesets"):
        assert document["hash"] == load(document["id"]).hash
    assert {f"schema/{file.name}" for file in schema_dir().glob("*.json")} <= files().keys()


def test_the_index_holds_every_file() -> None:
    index = json.loads(files()["index.json"])
    assert index["files"] == {
        name: "sha256:" + sha256(data).hexdigest() for name, data in files().items() if name != "index.json"
    }
    assert index["version"] == "1.2.3"
    assert b"version 1.2.3" in files()["README.md"]
