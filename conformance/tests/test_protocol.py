"""Lines on the wire: what is a valid response, and what is said about everything else."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from stichwerk.errors import SpecError
from stichwerk.library import shipped
from stichwerk.resolve import options_of, resolve_ruleset
from stichwerk_conformance import json_text
from stichwerk_conformance.claims import ClaimError, read_initialize
from stichwerk_conformance.process import how_it_ended
from stichwerk_conformance.protocol import ProtocolError, Response, RpcError, read_response, request_line


def test_a_request_is_one_line_of_utf_8() -> None:
    line = request_line(7, "cards.cut", {"ruleset": "guiñote", "given": {"text": "two\nlines"}})
    assert line.count(b"\n") == 1
    assert line.endswith(b"\n")
    assert "guiñote".encode() in line
    assert json.loads(line) == {
        "jsonrpc": "2.0",
        "id": 7,
        "method": "cards.cut",
        "params": {"ruleset": "guiñote", "given": {"text": "two\nlines"}},
    }
    assert "params" not in json.loads(request_line(8, "shutdown"))


@pytest.mark.parametrize(
    ("line", "response"),
    [
        ('{"jsonrpc": "2.0", "id": 1, "result": {"total": 40}}', Response(1, {"total": 40}, None)),
        ('{"id": 2, "result": null, "jsonrpc": "2.0"}\r', Response(2, None, None)),
        ('\t {"jsonrpc": "2.0", "id": 2, "result": [], "more": 1} \t', Response(2, [], None)),
        (
            '{"jsonrpc": "2.0", "id": 3, "error": {"code": -32601, "message": "no", "data": []}}',
            Response(3, None, RpcError(-32601, "no")),
        ),
    ],
)
def test_valid_responses(line: str, response: Response) -> None:
    assert read_response(line.encode()) == response


@pytest.mark.parametrize(
    ("line", "message", "request_id"),
    [
        (b"", "line is not JSON", None),
        (b"hello \x1b[31m", r"line is not JSON: .*: hello \\x1b\[31m$", None),
        (b'{"jsonrpc": "2.0", "id": 1, "result": "\xff"}', "line is not UTF-8", None),
        (b'{"jsonrpc": "2.0", "id": 1, "result": NaN}', "not strict JSON: NaN is not a JSON value", None),
        (b'{"jsonrpc": "2.0", "id": 1, "result": {"a": 1, "a": 2}}', 'the key "a" stands twice', None),
        (b'{"jsonrpc": "2.0", "id": 1, "result": "\\ud800"}', "half of a surrogate pair", None),
        (b'{"jsonrpc": "2.0", "id": 1, "result": ' + b"[" * 70 + b"]" * 70 + b"}", "nested deeper", None),
        (b"[" * 200_000, "nested deeper", None),
        (b'{"jsonrpc": "2.0", "id": 1, "result": ' + b"9" * 5000 + b"}", "line is not", None),
        (b"17", "line is a number, a response object was expected", None),
        (b'[{"jsonrpc": "2.0", "id": 1, "result": 1}]', "line is a list", None),
        (b'{"jsonrpc": "2.0", "id": "1", "result": 1}', "no whole number as id", None),
        (b'{"jsonrpc": "2.0", "id": true, "result": 1}', "no whole number as id", None),
        (b'{"jsonrpc": "2.0", "result": 1}', "no whole number as id", None),
        (b'{"jsonrpc": "2.0", "id": null, "error": {"code": 1, "message": ""}}', "could not read", None),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "ask"}', "line is a request", None),
        (b'{"jsonrpc": 2.0, "id": 1, "result": 1}', "response has jsonrpc 2.0", 1),
        (b'{"jsonrpc": "2.0", "id": 1}', "neither a result nor an error", 1),
        (b'{"jsonrpc": "2.0", "id": 1, "result": 1, "error": null}', "both a result and an error", 1),
        (b'{"jsonrpc": "2.0", "id": 1, "error": "no"}', "error of the response is not an object", 1),
        (b'{"jsonrpc": "2.0", "id": 1, "error": {"code": "1", "message": ""}}', "error of the response", 1),
    ],
)
def test_invalid_responses(line: bytes, message: str, request_id: int | None) -> None:
    with pytest.raises(ProtocolError, match=message) as caught:
        read_response(line)
    assert caught.value.request_id == request_id


def test_a_message_quotes_only_the_beginning_of_a_line() -> None:
    with pytest.raises(ProtocolError) as caught:
        read_response(b"x" * 1_000_000)
    assert len(str(caught.value)) < 400


def test_json_is_read_as_written() -> None:
    assert json_text.parse('{"a": [1, 2.5, true, null, "ä"]}') == {"a": [1, 2.5, True, None, "ä"]}
    assert json_text.compact("x" * 10, 4) == '"xxx... (8 more characters)'
    assert json_text.printable("a\tb\n", keep="\t") == "a\tb\\x0a"


HELLO = {
    "protocol": "1",
    "implementation": {"name": "n", "version": "1", "language": "C"},
    "claims": {
        "rulesets": ["binokel", {"id": "gaigel", "options": {"players": ["3", "4"]}}],
        "profiles": ["melds"],
    },
}


def test_claims_are_read() -> None:
    implementation, claims = read_initialize(HELLO)
    assert str(implementation) == "n 1 (C)"
    assert claims.rulesets == {"binokel": None, "gaigel": {"players": frozenset({"3", "4"})}}
    assert claims.profiles == {"melds"}
    assert claims.unknown(frozenset({"binokel"})) == ("ruleset gaigel",)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"protocol": 1}, 'protocol is 1, this suite speaks version "1"'),
        ({"implementation": "n"}, "implementation is a string, an object was expected"),
        ({"implementation": {"name": "", "version": "1", "language": "C"}}, 'implementation.name is ""'),
        (
            {"claims": {"rulesets": "binokel", "profiles": []}},
            "claims.rulesets is a string, a list was expected",
        ),
        ({"claims": {"rulesets": [{"options": {}}], "profiles": []}}, "claims.rulesets.0.id is null"),
        (
            {"claims": {"rulesets": [{"id": "a", "options": {"players": [4]}}], "profiles": []}},
            "claims.rulesets.0.options.players.0 is 4",
        ),
        (
            {"claims": {"rulesets": [], "profiles": [1]}},
            "claims.profiles.0 is 1, a non-empty string was expected",
        ),
        ({"claims": {"rulesets": []}}, "claims.profiles is null, a list was expected"),
    ],
)
def test_an_answer_to_initialize_that_is_not_one(change: dict[str, object], message: str) -> None:
    with pytest.raises(ClaimError) as caught:
        read_initialize({**HELLO, **change})  # type: ignore[arg-type]
    assert str(caught.value).startswith(message)


def test_exit_statuses_have_words() -> None:
    assert how_it_ended(0) == "ended with exit status 0"
    assert how_it_ended(-11) == "was killed by SIGSEGV"
    assert how_it_ended(-250) == "was killed by signal 250"
    assert how_it_ended(None) == "closed its output but went on running"


DOCS = Path(__file__).parents[2] / "docs"
SUITS = {"each": "each", "trump": "trump", None: "null"}
"""What the rules say of the suit of an announcement or meld, and how the table of the page has it."""


class Row(NamedTuple):
    """A row of the table of ids on the page of the protocol; suit: empty for contracts."""

    part: str
    rulesets: tuple[str, ...]
    option: str
    ids: tuple[str, ...]
    suit: str


def rows_of_ids(language: str) -> list[Row]:
    page = (DOCS / language / "protocol.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(contracts|announcements|melds)` \|(.*)\|(.*)\|(.*)\|(.*)\|$", page, re.MULTILINE)
    found = []
    for part, *cells in rows:
        rulesets, option, ids, suit = (tuple(re.findall(r"`([^`]+)`", cell)) for cell in cells)
        found.append(Row(part, rulesets, "".join(option), ids, "".join(suit)))
    return found


@cache
def resolved_rulesets() -> tuple[dict[str, Any], ...]:
    """Every shipped ruleset, as it is usually played and with each choice of an option that goes without another."""
    return tuple(_resolved())


def _resolved() -> Iterator[dict[str, Any]]:
    library = shipped()
    for name in library.paths():
        if not library.header(name).get("abstract"):
            yield resolve_ruleset(name)
            for option, entry in options_of(name).items():
                for choice in entry["choices"]:
                    try:
                        yield resolve_ruleset(name, {option: choice["id"]})
                    except SpecError:
                        continue  # it needs another choice beside it, or the ruleset has fixed the option


@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_the_ids_on_the_page_are_those_of_the_rulesets(language: str) -> None:
    rows = rows_of_ids(language)
    used = set()
    for document in resolved_rulesets():
        chosen = {"", *(f"{option}={choice}" for option, choice in document["options"].items())}
        told: dict[str, dict[str, str]] = {"contracts": {}, "announcements": {}, "melds": {}}
        for row in rows:
            if row.option in chosen and set(row.rulesets) & set(document["lineage"]):
                told[row.part] |= dict.fromkeys(row.ids, row.suit)
                used.add(row)
        for part, ids in told.items():
            entries = document["rules"].get(part, {})
            suits = {
                name: SUITS[entry["cards"].get("suit")] if "cards" in entry else "" for name, entry in entries.items()
            }
            assert ids == suits, (document["id"], document["options"], part)
    assert set(rows) == used


@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_every_ruleset_in_the_table_of_ids_can_be_played(language: str) -> None:
    names = {name for row in rows_of_ids(language) for name in row.rulesets}
    assert names <= {document["id"] for document in resolved_rulesets()}
