"""The OpenRPC document of the protocol, held against the questions and a real session."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from stichwerk.adapter import PROTOCOL, respond
from stichwerk.files import schema_dir
from stichwerk.questions import PROFILES

FILES = {path.name: json.loads(path.read_text(encoding="utf-8")) for path in schema_dir().glob("*.json")}
DOCUMENT = FILES["openrpc.json"]
PAGE = Path(__file__).parents[2] / "docs" / "en" / "protocol.md"
REGISTRY: Registry[Any] = Registry().with_resources(
    (name, Resource.from_contents(schema | {"$schema": "https://json-schema.org/draft/2020-12/schema"}))
    for name, schema in FILES.items()
)


def resolved(part: dict[str, Any]) -> dict[str, Any]:
    """What a reference inside the document stands for."""
    found: dict[str, Any] = part
    if "$ref" in part:
        found = DOCUMENT
        for key in part["$ref"].removeprefix("#/").split("/"):
            found = found[key]
    return found


def holds(schema: dict[str, Any], value: object) -> list[str]:
    pointed = {"$ref": "openrpc.json" + schema["$ref"]} if schema.get("$ref", "").startswith("#") else schema
    return [error.message for error in Draft202012Validator(pointed, registry=REGISTRY).iter_errors(value)]


def methods() -> dict[str, dict[str, Any]]:
    return {method["name"]: method for method in DOCUMENT["methods"]}


def references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield from (one for key, one in value.items() if key == "$ref")
        for below in value.values():
            yield from references(below)
    elif isinstance(value, list):
        for below in value:
            yield from references(below)


def test_the_methods_are_those_of_the_reference() -> None:
    asked = [f"{profile}.{ask}" for profile, asks in PROFILES.items() for ask in asks]
    assert [method["name"] for method in DOCUMENT["methods"]] == ["initialize", *asked, "shutdown"]
    assert list(DOCUMENT["components"]["tags"]) == list(PROFILES)
    profiles = DOCUMENT["components"]["schemas"]["introduction"]["properties"]["claims"]["properties"]["profiles"]
    assert profiles["items"]["enum"] == list(PROFILES)


def test_every_question_has_the_schemas_of_its_cases() -> None:
    for name, method in methods().items():
        if "." in name:
            ask = name.partition(".")[2]
            params = {one["name"]: one for one in map(resolved, method["params"])}
            assert list(params) == ["ruleset", "options", "given"]
            assert params["given"]["schema"] == {"$ref": f"case.schema.json#/$defs/{ask}.given"}
            assert method["result"]["schema"] == {"$ref": f"case.schema.json#/$defs/{ask}.expect"}
            assert -32601 in [resolved(error)["code"] for error in method["errors"]]


def test_every_reference_leads_somewhere() -> None:
    resolver = REGISTRY.resolver("openrpc.json")
    for reference in references(DOCUMENT):
        assert resolver.lookup(reference).contents


def test_the_version_is_that_of_the_protocol() -> None:
    assert DOCUMENT["openrpc"].startswith("1.3.")
    assert DOCUMENT["info"]["version"] == PROTOCOL
    (protocol, suite) = methods()["initialize"]["params"]
    assert holds(protocol["schema"], PROTOCOL) == []
    assert holds(protocol["schema"], "2") != []
    assert holds(suite["schema"], {"name": "stichwerk", "version": "0.1.0"}) == []


def test_the_reference_introduces_itself_as_described() -> None:
    schema = methods()["initialize"]["result"]["schema"]
    reply, _ = respond('{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocol": "1"}}')
    assert reply is not None
    assert holds(schema, reply["result"]) == []
    assert holds(schema, {"protocol": "1"}) != []
    own = {"id": "binokel", "options": {"players": ["3", "4"]}}
    claims = {"rulesets": [own, "bummerl"], "profiles": ["melds"]}
    assert holds(schema, reply["result"] | {"claims": claims}) == []
    assert holds(schema, reply["result"] | {"claims": claims | {"profiles": ["mleds"]}}) != []


def test_the_questions_on_the_page_of_the_protocol_are_as_described() -> None:
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    requests = [json.loads(line) for line in lines if line.startswith('{"jsonrpc"') and '"method"' in line]
    described = methods()
    asked = [request for request in requests if request["method"] in described]
    assert len(asked) > len(PROFILES)
    for request in asked:
        for param in map(resolved, described[request["method"]]["params"]):
            if param["name"] in request["params"]:
                assert holds(param["schema"], request["params"][param["name"]]) == [], request
