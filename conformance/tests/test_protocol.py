"""Lines on the wire: what is a valid response, and what is said about everything else."""

from __future__ import annotations

import json

import pytest

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
