"""What the engine's tests share: rulesets with every option, and deals played at random."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import stichwerk
from stichwerk.deal import Deal
from stichwerk.library import shipped
from stichwerk.moves import Choice, Move
from stichwerk.resolve import options_of
from stichwerk.rules import Rules


@cache
def configurations() -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """Every playable ruleset with its defaults and with each choice of each option."""
    found: list[tuple[str, tuple[tuple[str, str], ...]]] = []
    for ruleset in shipped().paths():
        if shipped().header(ruleset).get("abstract"):
            continue
        found.append((ruleset, ()))
        for name, option in options_of(ruleset).items():
            for choice in option["choices"]:
                wanted = {name: choice["id"]}
                wanted |= {other: allowed[0] for other, allowed in choice.get("requires", {}).items()}
                if choice["id"] != option["default"] and goes_together(ruleset, wanted):
                    found.append((ruleset, tuple(sorted(wanted.items()))))
    return tuple(found)


def goes_together(ruleset: str, options: dict[str, str]) -> bool:
    """Does the spec allow these choices (a variant fixes some, and some exclude each other)?"""
    try:
        stichwerk.resolve_ruleset(ruleset, options)
    except stichwerk.SpecError:
        return False
    return True


def rules_of(configuration: tuple[str, tuple[tuple[str, str], ...]]) -> Rules:
    """The rules of one of the configurations."""
    return stichwerk.load(configuration[0], dict(configuration[1]))


def drawn(choice: Move | Choice, rng: Random) -> Move:
    """A move as it is, or one of a choice."""
    return choice if isinstance(choice, Move) else choice.sample(rng)


def deal_at_random(rules: Rules, rng: Random) -> Deal:
    """A fresh deal."""
    return rules.deal(rng.randrange(rules.table.players), rules.shuffled(rng))


def picked(deal: Deal, rng: Random) -> Move | Choice:
    """One of the moves. A claim ends the deal, so most of them are not made: else few deals would see their end."""
    offers = deal.legal_moves()
    patient = [offer for offer in offers if not (isinstance(offer, Move) and offer.kind == "claim")]
    return rng.choice(patient if patient and rng.random() < 0.95 else offers)


def steps_at_random(deal: Deal, rng: Random) -> Iterator[Deal]:
    """The deal after each of its moves, played at random to the end."""
    while not deal.finished:
        deal = deal.apply(drawn(picked(deal, rng), rng))
        yield deal


def state(deal: Deal) -> dict[str, Any]:
    """Everything that can be seen of a deal, to compare it with another."""
    return {
        "actor": deal.actor,
        "hands": deal.hands,
        "setup": deal.setup,
        "legal": [choice.to_json() for choice in deal.legal_moves()],
        "moves": deal.moves(),
        "result": deal.result.to_json() if deal.result else None,
    }
