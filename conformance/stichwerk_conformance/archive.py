"""The archive of the suite for people who do not use Python: all cases, schemas and resolved rulesets as plain JSON.

`make vectors` writes it twice, as .zip and as .tar.gz. The bytes depend on the contents alone.
"""

from __future__ import annotations

import gzip
import io
import json
import tarfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from stichwerk.errors import SpecError
from stichwerk.files import schema_dir, vectors_dir
from stichwerk.loader import load_yaml
from stichwerk.loading import load
from stichwerk_conformance.cases import PROFILE_OF
from stichwerk_conformance.generate.select import playable

_TIME = (1980, 1, 1, 0, 0, 0)
_MODE = 0o644


@dataclass(frozen=True, slots=True)
class Written:
    """An archive that was written: where, and the SHA-256 of its bytes."""

    file: Path
    digest: str


def vectors_version() -> str:
    """The version of the cases, from VECTORS_VERSION. SpecError when there is none."""
    file = vectors_dir().parent / "VECTORS_VERSION"
    if not file.is_file():
        raise SpecError(f"{file} is missing", hint="the archive is made in a checkout")
    return file.read_text(encoding="utf-8").strip()


def contents(version: str) -> dict[str, bytes]:
    """Path in the archive -> bytes, in the order of the paths."""
    found: dict[str, bytes] = {}
    cases = _by_file(_entries())
    for (ruleset, profile), entries in cases.items():
        found[f"cases/{ruleset}/{profile}.json"] = _json(
            {"language": 1, "version": version, "ruleset": ruleset, "profile": profile, "cases": entries}
        )
    for file in sorted(schema_dir().glob("*.json")):
        found[f"schema/{file.name}"] = file.read_bytes()
    for ruleset in playable():
        found[f"rulesets/{ruleset}.json"] = _json(load(ruleset).resolved)
    found["ids.txt"] = (vectors_dir() / "ids.txt").read_bytes()
    found["README.md"] = _readme(version, cases).encode()
    index = {name: "sha256:" + sha256(data).hexdigest() for name, data in sorted(found.items())}
    found["index.json"] = _json({"version": version, "files": index})
    return dict(sorted(found.items()))


def write(folder: Path) -> list[Written]:
    """Write both archives into a folder."""
    version = vectors_version()
    name = f"stichwerk-vectors-{version}"
    files = {f"{name}/{path}": data for path, data in contents(version).items()}
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for suffix, data in ((".zip", _zipped(files)), (".tar.gz", _tarred(files))):
        file = folder / f"{name}{suffix}"
        file.write_bytes(data)
        written.append(Written(file, sha256(data).hexdigest()))
    return written


def _entries() -> Iterator[dict[str, Any]]:
    for file in sorted(vectors_dir().rglob("*.yaml")):
        yield from load_yaml(file).value["cases"]


def _by_file(entries: Iterable[dict[str, Any]]) -> dict[tuple[str, str], list[dict[str, Any]]]:
    found: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for entry in entries:
        found.setdefault((entry["ruleset"], PROFILE_OF[entry["ask"]]), []).append(_strings(entry))
    return {key: sorted(found[key], key=lambda entry: str(entry["id"])) for key in sorted(found)}


def _strings(value: Any) -> Any:
    """The value with the keys that JSON can have."""
    if isinstance(value, Mapping):
        return {str(key): _strings(item) for key, item in value.items()}
    return [_strings(item) for item in value] if isinstance(value, list) else value


def _json(value: object) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()


def _zipped(files: Mapping[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in files.items():
            info = zipfile.ZipInfo(name, _TIME)
            info.create_system = 3  # Unix, whatever this is made on
            info.external_attr = (0o100000 | _MODE) << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, data)
    return out.getvalue()


def _tarred(files: Mapping[str, bytes]) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size, info.mode, info.mtime = len(data), _MODE, 0
            archive.addfile(info, io.BytesIO(data))
    return gzip.compress(out.getvalue(), compresslevel=9, mtime=0)


def _readme(version: str, cases: Mapping[tuple[str, str], list[dict[str, Any]]]) -> str:
    count = sum(map(len, cases.values()))
    return f"""\
# Test cases of Stichwerk, version {version}

{count} cases for programs that play card games of the marriage family or count their scores. Everything here is plain
JSON in UTF-8; nothing of it needs Python.

| path | holds |
|---|---|
| `cases/RULESET/PROFILE.json` | the cases of a ruleset for one profile, such as `melds` or `scoring` |
| `rulesets/RULESET.json` | the rules as they are usually played: sentences with numbers, the formal part, and a hash |
| `schema/` | JSON Schemas (draft 2020-12) of all documents, and `openrpc.json`, the protocol of the suite |
| `ids.txt` | every id that was ever used; an id is never used for another question |
| `index.json` | the SHA-256 of every file |

## A case

Ask your program the question `ask` with what is `given`, under `ruleset` with these `options` (those that are not named
have the default in `rulesets/RULESET.json`). The answer is right when every key of `expect` is in it and equal; further
keys do not matter. Where there is `expect_any`, one of its answers has to fit. Compare like this:

- Keys of objects are strings. `240` and `240.0` are the same number.
- `legal`, `others`, `has` and `has_not` are sets: neither order nor number of copies counts. `has` must be among the
  legal moves of the answer, `has_not` must not.
- Hands and widows (`hand`, `hands`, `widow`, `widow_cards`) have no order, but copies count. A `stock` has an order.
- `melds` in an answer to `melds` may be left out.

`pair` names a case with the same question about another deal, which differs only in cards that the seat cannot see. In
answers to `view` everything must be equal in both, whatever else your program shows.

`clauses` are the ids of the rules that decide the case; their sentences stand in `rulesets/RULESET.json`.
`origin` says where the expected answer comes from. `provenance.hash` is the hash of the rules that a generated case was
made with.

## Versions

The version has three numbers. The first changes when the format does, so that programs that read these files must
change; the second when cases are added, so that a program that passed may fail; the third when a wrong case is put
right.
"""


def main() -> None:
    """Write the archives into dist/."""
    import sys

    for one in write(Path(sys.argv[1] if len(sys.argv) > 1 else "dist")):
        sys.stdout.write(f"{one.file}  sha256:{one.digest}\n")


if __name__ == "__main__":
    main()
