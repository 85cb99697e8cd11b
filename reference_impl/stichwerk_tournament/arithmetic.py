"""Sums as people write them, made from the expressions of the rules: "140 (melds) + 60 (tricks) + 200 = 400"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from stichwerk_tournament.texts import Say

if TYPE_CHECKING:
    from stichwerk.rules import Rules
    from stichwerk.scoring import Result

__all__ = ["Sum", "contract_sum", "points_sum"]

_NAME = re.compile(r"-?(?:[a-z_]+\.)?[a-z_]+")
_WORDS = {
    "side.melds": "melds_laid", "side.valid_melds": "melds", "side.counted": "tricks", "side.trick_points": "tricks",
    "side.points": "tricks", "bid": "bid", "total_points": "all_tricks",
}  # fmt: skip
_SIGNS = {">=": "≥", "<=": "≤", "==": "=", "*": "×", "-": "−"}
_FAILED = {">=": "<", ">": "≤", "<=": ">", "<": "≥"}


@dataclass(frozen=True, slots=True)
class Sum:
    """A sum with words to its figures. terms: figures with the key of their word ("" for none), and signs between."""

    terms: tuple[tuple[str, str], ...]

    def told(self, say: Say) -> str:
        """For people."""
        return " ".join(f"{figure} ({say('term_' + word)})" if word else figure for figure, word in self.terms)


def points_sum(rules: Rules, result: Result, side: int) -> Sum | None:
    """How the points of a side come about; None for a side that gets none by any clause."""
    name = rules.table.names[side]
    award = next((award for award in result.awards if award.side == name), None)
    if award is None:
        return None
    text: str = rules.formal["awards"][award.award]["points"]
    return Sum((*_terms(rules, result, side, text), ("=", ""), (_figure(award.points), "")))


def contract_sum(rules: Rules, result: Result) -> Sum | None:
    """Why the contract is made or lost; None when no sum says so, as after a revoke."""
    facts = result.facts
    if facts is None or facts.declarer is None:
        return None
    conditions: dict[str, str] = rules.formal["contracts"][facts.contract]["success"]
    failed = result.failed[0] if result.failed else None
    text = conditions[failed] if failed else next(iter(conditions.values()))
    if not re.search("[<>]", text):
        return None
    terms = _terms(rules, result, rules.table.side_of[facts.declarer], text, failed=failed is not None)
    return Sum(tuple(terms))


def _terms(rules: Rules, result: Result, side: int, text: str, *, failed: bool = False) -> list[tuple[str, str]]:
    """An expression with figures for its names; of a condition that failed the sign is turned round."""
    figures = _figures(rules, result, side)
    words = _WORDS | _void(rules, result, side)
    found: list[tuple[str, str]] = []
    for token in re.findall(r"-?[a-z_.]+|[<>=]+|\S", text):
        if _NAME.fullmatch(token):
            bare = token.removeprefix("-")
            value = figures[bare] if bare in figures else getattr(rules.scoring.values, bare.rpartition(".")[2])
            found.append((_figure(-value if token != bare else value), words.get(bare, "")))
        else:
            sign = _FAILED.get(token, token) if failed else token
            found.append((_SIGNS.get(sign, sign), ""))
    return found


def _void(rules: Rules, result: Result, side: int) -> dict[str, str]:
    """Words for what was made and does not count."""
    assert result.facts is not None
    of = rules.scoring.sides(result.facts)[side]
    found = {}
    if of.melds and not rules.scoring.valid(of):
        found["side.valid_melds"] = "melds_void"
    if of.trick_points and not rules.scoring.counts(of):
        found["side.counted"] = "tricks_void"
    return found


def _figures(rules: Rules, result: Result, side: int) -> dict[str, int]:
    facts, scoring = result.facts, rules.scoring
    assert facts is not None
    of = scoring.sides(facts)[side]
    return {
        "side.melds": of.melds,
        "side.valid_melds": of.melds if scoring.valid(of) else 0,
        "side.counted": scoring.counts(of),
        "side.trick_points": of.trick_points,
        "side.points": of.points,
        "bid": facts.bid,
        "total_points": scoring.total,
    }


def _figure(value: int) -> str:
    return str(value).replace("-", "−")
