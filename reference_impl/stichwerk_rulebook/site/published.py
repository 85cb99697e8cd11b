"""The rules as data that the site publishes under addresses that stay: resolved rulesets, a list of them, the schemas.

Programs load `v1/rulesets/<id>.json` and play it without YAML, parents or options. `v1` changes with the form of these
files, never with the rules: those have their hash.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from stichwerk.editions import Edition, editions
from stichwerk.files import schema_dir
from stichwerk.library import Library
from stichwerk.resolve import resolve_ruleset
from stichwerk_rulebook.site.page import Asset

__all__ = ["RULESETS", "SCHEMAS", "published"]

RULESETS = "v1/rulesets"
SCHEMAS = "v1/schema"


def published(library: Library) -> Iterator[Asset]:
    """The files under `v1/`: every ruleset as it is usually played, `index.json` beside them, and the schemas."""
    documents = [
        resolve_ruleset(name, library=library) for name in library.paths() if not library.header(name).get("abstract")
    ]
    for document in documents:
        yield Asset(f"{RULESETS}/{document['id']}.json", _json(document))
    known = editions(library)
    yield Asset(f"{RULESETS}/index.json", _json({"rulesets": [_entry(document, known) for document in documents]}))
    for path in sorted(schema_dir().glob("*.json")):
        yield Asset(f"{SCHEMAS}/{path.name}", path.read_bytes())


def _entry(document: dict[str, Any], known: list[Edition]) -> dict[str, Any]:
    """What the list says of a ruleset.

    path: relative to the list; edition: the newest that holds these very rules, null where none does yet.
    """
    holding = (
        one.id
        for one in known
        if document["id"] in one.rulesets and one.rulesets[document["id"]].hash == document["hash"]
    )
    kept = {key: document[key] for key in ("id", "family", "title", "authentic", "hash")}
    return kept | {"path": f"{document['id']}.json", "edition": next(holding, None)}


def _json(value: object) -> bytes:
    return (json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n").encode()
