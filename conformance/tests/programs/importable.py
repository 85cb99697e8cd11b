"""Programs of Python for `--python`: callables that answer the toy questions, or go wrong at one."""

from __future__ import annotations

import sys
import time
from typing import Any

HELLO = {
    "protocol": "1",
    "implementation": {"name": "importable", "version": "1", "language": "Python"},
    "claims": {"rulesets": ["toy"], "profiles": ["cards"]},
}


def right(method: str, params: dict[str, Any]) -> Any:
    if method == "initialize":
        return HELLO
    assert method == "cards.cut"
    assert params.keys() == {"ruleset", "options", "given"}
    lifted = params["given"].pop("lifted")
    params.clear()
    return {"legal": lifted >= 3, "numbers": (1, 2)}


class Right:
    def ask(self, method: str, params: dict[str, Any]) -> Any:
        return right(method, params)


class Wrong(Right):
    """Goes wrong at four cards, as `how` says."""

    how = ""

    def ask(self, method: str, params: dict[str, Any]) -> Any:
        if method == "initialize" or params["given"]["lifted"] != 4:
            return right(method, params)
        return getattr(self, self.how)()


def _wrong(how: str) -> type[Wrong]:
    return type(how, (Wrong,), {"how": how, how: staticmethod(_WAYS[how])})


def _raises() -> Any:
    sys.stdout.write("about to fail\n")
    raise ValueError("<script>alert('exception')</script>\x1b[31m")


def _loops() -> Any:
    loop: list[Any] = []
    loop.append(loop)
    return loop


_WAYS = {
    "raises": _raises,
    "exits": lambda: sys.exit(3),
    "interrupts": lambda: (_ for _ in ()).throw(GeneratorExit),
    "hangs": lambda: time.sleep(30),
    "object": lambda: {"legal": object()},
    "nan": lambda: {"legal": float("nan")},
    "loops": _loops,
    "unfinished": lambda: (_ for _ in ()).throw(NotImplementedError),
}
raises, exits, interrupts, hangs, unserializable, nan, loops, unfinished = map(_wrong, _WAYS)
not_callable = 17


def no_hello(method: str, params: dict[str, Any]) -> Any:
    raise LookupError("no licence found")
