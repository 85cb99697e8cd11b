"""The reference implementation as a program under test: JSON-RPC 2.0, one message a line, on stdin and stdout."""

from __future__ import annotations

import json
from typing import IO, Any

from . import __version__
from .errors import IllegalMove, SpecError
from .library import shipped
from .loading import load
from .questions import PROFILES, answer

PROTOCOL = "1"


class _Fault(Exception):
    """An error response: its JSON-RPC code and message."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


def serve(requests: IO[str], responses: IO[str]) -> None:
    """Answer requests until `shutdown` or the end of the input."""
    for line in requests:
        if not line.strip():
            continue
        reply, done = respond(line)
        if reply is not None:
            responses.write(json.dumps(reply, ensure_ascii=False, separators=(",", ":")) + "\n")
            responses.flush()
        if done:
            return


def respond(line: str) -> tuple[dict[str, Any] | None, bool]:
    """The response to one line, None for a notification; and whether the program is to end."""
    try:
        request = json.loads(line)
    except (ValueError, RecursionError):
        return _error(None, -32700, "this line is no JSON, or nested too deep"), False
    if not isinstance(request, dict) or not isinstance(request.get("method"), str):
        return _error(None, -32600, "this is no JSON-RPC request"), False
    method = request["method"]
    try:
        result = _call(method, request.get("params") or {})
    except _Fault as fault:
        reply = _error(request.get("id"), fault.code, str(fault))
    else:
        reply = {"jsonrpc": "2.0", "id": request.get("id"), "result": result}
    return (reply if "id" in request else None), method == "shutdown"


def _call(method: str, params: Any) -> Any:
    if method == "initialize":
        return {
            "protocol": PROTOCOL,
            "implementation": {"name": "stichwerk reference", "version": __version__, "language": "Python"},
            "claims": {"rulesets": _playable(), "profiles": list(PROFILES)},
        }
    if method == "shutdown":
        return None
    profile, _, ask = method.partition(".")
    if ask not in PROFILES.get(profile, {}):
        raise _Fault(-32601, f"there is no method {method!r}")
    try:
        rules = load(params["ruleset"], params.get("options"))
        return answer(rules, profile, ask, params["given"])
    except KeyError as error:
        raise _Fault(-32602, f"{method}: {error.args[0]!r} is missing") from None
    except (ValueError, TypeError, AttributeError, IllegalMove, SpecError) as error:
        raise _Fault(-32602, f"{method}: {error}") from None


def _playable() -> list[str]:
    library = shipped()
    return [name for name in library.paths() if not library.header(name).get("abstract")]


def _error(identity: Any, code: int, message: str) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": identity, "error": {"code": code, "message": message}}
