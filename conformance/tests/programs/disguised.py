"""A program that plays one ruleset and claims another: `disguised.py CLAIMED RULESET [OPTION=CHOICE ...] [fault=NAME]`.

It is the reference implementation; a fault is one of those in `planted.py`.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import planted
from planting import FAULTS, load, put

from stichwerk import adapter
from stichwerk.rules import Rules


def main() -> None:
    claimed, ruleset, *words = sys.argv[1:]
    options = dict(word.split("=") for word in words)
    FAULTS[options.pop("fault", "right")]()
    call = adapter._call

    def instead(name: str, asked: Mapping[str, str] | None = None) -> Rules:
        return load(ruleset, options)

    def pretending(method: str, params: Any) -> Any:
        answer = call(method, params)
        if method == "initialize":
            answer["claims"]["rulesets"] = [claimed]
        return answer

    put(adapter, "load", instead)
    put(adapter, "_call", pretending)
    adapter.serve(sys.stdin, sys.stdout)


if __name__ == "__main__":
    assert planted.FAULTS is FAULTS
    main()
