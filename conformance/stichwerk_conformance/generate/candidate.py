"""A question that may become a case, and its permanent name."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import Any

from stichwerk.rules import Rules


def canonical(value: object) -> str:
    """JSON with sorted keys and nothing between them, the same for equal values."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def question_digest(ruleset: str, options: Mapping[str, str], ask: str, given: Mapping[str, Any]) -> str:
    """Sixteen hex digits that stand for a question: ruleset, options, kind of question, what is given."""
    text = canonical([ruleset, dict(options), ask, given])
    return sha256(text.encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Candidate:
    """A question with what it tries: `topic`, in English words. `shows`: the keys of the answer it asks for."""

    ask: str
    given: Mapping[str, Any]
    topic: str
    shows: tuple[str, ...] = ()

    @cached_property
    def key(self) -> str:
        """The same for equal questions."""
        return canonical([self.ask, self.given])

    @cached_property
    def size(self) -> int:
        """Characters to read."""
        return len(self.key)


def suits_of(rules: Rules) -> tuple[str, str, str, str]:
    """Four roles for the suits of the deck: trumps, the suit led, and two others."""
    one, two, three, four = rules.deck.suits[:4]
    return two, one, three, four
