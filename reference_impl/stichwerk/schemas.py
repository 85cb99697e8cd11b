"""The JSON Schemas of a directory, ready to validate with."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urldefrag, urljoin

from stichwerk.errors import Place, SpecError, did_you_mean

if TYPE_CHECKING:
    from jsonschema import ValidationError
    from jsonschema.protocols import Validator

SUFFIX = ".schema.json"


@lru_cache(maxsize=8)
def schemas_in(directory: Path) -> Any:
    """All schemas of a directory as a registry, by the names of their files."""
    from referencing import Registry
    from referencing.jsonschema import DRAFT202012

    schemas: dict[str, Any] = {}
    for file in sorted(directory.glob(f"*{SUFFIX}")):
        try:
            schemas[file.name] = json.loads(file.read_text(encoding="utf-8"))
        except json.JSONDecodeError as error:
            place = Place(str(file), error.lineno, error.colno)
            raise SpecError(f"not valid JSON: {error.msg}", place=place) from None
        except (OSError, ValueError) as error:
            raise SpecError(f"cannot read the schema {str(file)!r}: {error}") from None
    # Every schema is known by its file alone, and references are rewritten to name the file: so they can be
    # followed without knowing in which schema they stand.
    ids = {str(schema.pop("$id", name)): name for name, schema in schemas.items()}
    for base, name in ids.items():
        _point_to_files(schemas[name], base, ids)
    return Registry().with_contents(schemas.items(), default_specification=DRAFT202012)


def _point_to_files(schema: Any, base: str, ids: dict[str, str]) -> None:
    """Rewrite the references in the schema with the id ``base`` to name the file they point into."""
    for part in schema.values() if isinstance(schema, dict) else schema:
        if isinstance(part, (dict, list)):
            _point_to_files(part, base, ids)
    if isinstance(schema, dict) and isinstance(schema.get("properties"), dict):
        # jsonschema forgets the path of what the schema `false` forbids.
        schema["properties"] = {k: {"not": {}} if v is False else v for k, v in schema["properties"].items()}
    if isinstance(schema, dict) and isinstance(schema.get("$ref"), str):
        url, fragment = urldefrag(schema["$ref"])
        file = ids.get(urljoin(base, url), posixpath.basename(url)) if url else ids[base]
        schema["$ref"] = f"{file}#{fragment}"


@lru_cache(maxsize=32)
def validator_of(directory: Path, name: str) -> Validator:
    """The validator of one schema; SpecError when there is no such schema."""
    from jsonschema import Draft202012Validator, ValidationError
    from jsonschema.validators import extend

    def pattern(_validator: Validator, value: str, found: Any, _schema: Any) -> Iterator[ValidationError]:
        # In JSON Schema, $ is the end of the text; in Python it also matches before a last line break.
        if isinstance(found, str) and not re.search(re.sub(r"(?<!\\)\$$", r"\\Z", value), found):
            yield ValidationError(f"{found!r} does not match {value!r}")

    registry = schemas_in(directory)
    if f"{name}{SUFFIX}" not in registry:
        known = sorted(uri.removesuffix(SUFFIX) for uri in registry)
        raise SpecError(
            f"there is no schema {name!r}",
            expected=f"one of {', '.join(known)}",
            hint=did_you_mean(name, known),
        )
    kind: type[Validator] = extend(Draft202012Validator, {"pattern": pattern})  # type: ignore[no-untyped-call]
    return kind({"$ref": f"{name}{SUFFIX}"}, registry=registry)
