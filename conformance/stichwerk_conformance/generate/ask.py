"""The reference asked, with everything that can go wrong turned into an answer of its own."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from stichwerk.errors import IllegalMove
from stichwerk.questions import answer
from stichwerk.rules import Rules
from stichwerk_conformance.cases import PROFILE_OF
from stichwerk_conformance.compare import REFERENCE_ONLY, first_difference

from . import SEED, before_tricks, cards, endings, matches, points, scoring, stock, tournaments, whole
from .candidate import Candidate
from .possible import impossible

Answer = Mapping[str, Any]

_BUILDERS = (
    cards.deck_and_deal,
    cards.legal_cards,
    cards.trick_winner,
    cards.melds,
    scoring.with_contract,
    points.for_points,
    points.claims,
    matches.score_match,
    before_tricks.auction,
    before_tricks.discard,
    before_tricks.leads_and_contracts,
    before_tricks.call_card,
    stock.moves,
    endings.ends,
    whole.replays,
    whole.whole_deals,
    tournaments.tables,
    tournaments.lists,
    tournaments.rankings,
    tournaments.seatings,
)


def candidates(rules: Rules) -> list[Candidate]:
    """Every question the generator can think of for these rules, each once, in an order that never changes.

    None about a position, a deal or a match that no deal can come to.
    """
    found: dict[str, Candidate] = {}
    for build in _BUILDERS:
        questions = build(rules, Random(f"{SEED} {build.__name__}"))
        while True:
            try:
                candidate = next(questions, None)
            except (ValueError, IllegalMove):
                break  # a game without such positions: what was found before counts
            if candidate is None:
                break
            if not impossible(rules, candidate.ask, candidate.given):
                found.setdefault(candidate.key, candidate)
    return list(found.values())


def asked(rules: Rules, candidate: Candidate) -> Answer | None:
    """What a case asks of the answer, without the words that only the reference has; None for a bad question."""
    try:
        found = answer(rules, PROFILE_OF[candidate.ask], candidate.ask, candidate.given)
    except Exception:  # noqa: BLE001  # rules that were changed may fail in any way
        return None
    shows = candidate.shows or tuple(found)
    return {key: found[key] for key in shows if key in found and key not in REFERENCE_ONLY}


def full_answer(rules: Rules, candidate: Candidate) -> Answer:
    """The whole answer, for the laws."""
    return answer(rules, PROFILE_OF[candidate.ask], candidate.ask, candidate.given)


def differ(ask: str, one: Answer | None, other: Answer | None) -> bool:
    """Would a program that gives the other answer fail?"""
    if one is None or other is None:
        return one is not other
    if one == other:
        return False
    return first_difference(ask, one, other) is not None
