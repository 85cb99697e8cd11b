"""The wire format between the suite and the program under test: JSON-RPC 2.0, one message a line, UTF-8.

The suite sends requests, the program sends responses, in any order, matched by id. This module turns requests
into lines and lines into checked responses; it holds no state and starts nothing.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from stichwerk_conformance.json_text import Json, compact, kind_of, parse, printable, shortened

PROTOCOL_VERSION = "1"
LONGEST_MESSAGE = 4 * 1024 * 1024
"""Longest message, in bytes without the line feed; a longer one means the program has lost its way."""

METHOD_NOT_FOUND = -32601
"""The error code by which a program says that it does not know a question."""

_EXCERPT = 200
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False).encode


class ProtocolError(Exception):
    """A line that is no valid response.

    `request_id` is the id of the request it was meant for, where the line still tells.
    """

    def __init__(self, message: str, request_id: int | None = None) -> None:
        super().__init__(message)
        self.request_id = request_id


@dataclass(frozen=True, slots=True)
class RpcError:
    """The error with which a program refuses a request: a code and its own words."""

    code: int
    message: str


class Response(NamedTuple):
    """A valid response: the id of the request, and either a result or an error."""

    id: int
    result: Json
    error: RpcError | None


def request_line(request_id: int, method: str, params: Mapping[str, Json] | None = None) -> bytes:
    """One request as a line with its line feed. Without params the member is left out."""
    return numbered(request_id, unnumbered(method, params))


def unnumbered(method: str, params: Mapping[str, Json] | None = None) -> bytes:
    """All of a request behind its id: the part that stays the same however often it is asked."""
    member = "" if params is None else f',"params":{_encode(params)}'
    return f',"method":{_encode(method)}{member}}}\n'.encode()


def numbered(request_id: int, rest: bytes) -> bytes:
    """The request with this id and with the `rest` that `unnumbered` made."""
    return b'{"jsonrpc":"2.0","id":%d%b' % (request_id, rest)


def excerpt(line: bytes) -> str:
    """The beginning of a line, fit to be printed in a message."""
    text = line[: 4 * _EXCERPT].decode("utf-8", "replace").rstrip("\r\n")
    return printable(shortened(text, _EXCERPT))


def read_response(line: bytes) -> Response:
    """Check one line and return the response it holds.

    Raises ProtocolError that quotes the line and says what is wrong with it.
    """
    try:
        message = parse(line.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise ProtocolError(f"line is not UTF-8 (byte {error.start + 1}): {excerpt(line)}") from None
    except ValueError as error:
        raise ProtocolError(f"line is {_article(str(error))}: {excerpt(line)}") from None
    if not isinstance(message, dict):
        raise ProtocolError(f"line is {kind_of(message)}, a response object was expected: {excerpt(line)}")
    return _checked(message, line)


def _checked(message: Mapping[str, Json], line: bytes) -> Response:
    request_id = message.get("id")
    if type(request_id) is int and len(message) == 3 and message.get("jsonrpc") == "2.0" and "result" in message:
        return Response(request_id, message["result"], None)  # what nearly every response is
    if "method" in message:
        raise ProtocolError(f"line is a request, the program may only answer: {excerpt(line)}")
    if isinstance(request_id, bool) or not isinstance(request_id, int):
        raise ProtocolError(_without_id(message, line))
    if fault := _fault(message):
        raise ProtocolError(f"{fault}: {excerpt(line)}", request_id)
    return Response(request_id, message.get("result"), _error(message["error"]) if "error" in message else None)


def _fault(message: Mapping[str, Json]) -> str:
    if message.get("jsonrpc") != "2.0":
        return f'response has jsonrpc {compact(message.get("jsonrpc"), 40)}, "2.0" was expected'
    if ("result" in message) == ("error" in message):
        both = "both a result and an error" if "result" in message else "neither a result nor an error"
        return f"response has {both}"
    if "error" in message and _error(message["error"]) is None:
        return "error of the response is not an object with a whole number as code and a string as message"
    return ""


def _error(error: Json) -> RpcError | None:
    if not isinstance(error, Mapping):
        return None
    code, text = error.get("code"), error.get("message")
    if isinstance(code, bool) or not isinstance(code, int) or not isinstance(text, str):
        return None
    return RpcError(code, text)


def _without_id(message: Mapping[str, Json], line: bytes) -> str:
    if "id" in message and message["id"] is None and "error" in message:
        return f"program could not read a request: {excerpt(line)}"
    return f"response has no whole number as id: {excerpt(line)}"


def _article(problem: str) -> str:
    return problem if problem.startswith("not JSON") else f"not strict JSON: {problem}"
