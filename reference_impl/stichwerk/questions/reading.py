"""Reading what a question gives: seats, sides, cards and suits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stichwerk.rules import Rules

Given = Mapping[str, Any]
Answer = dict[str, Any]


def seat_of(rules: Rules, given: Given, key: str) -> int:
    """The seat given under a key. ValueError when there is none such."""
    seat = given[key]
    if type(seat) is not int or not 0 <= seat < rules.table.players:
        raise ValueError(f"{key}: a seat is a number from 0 to {rules.table.players - 1}, found {seat!r}")
    return seat


def kind_of(rules: Rules, code: object) -> int:
    """The kind of card with this code. ValueError when there is none such."""
    kind = rules.deck.index.get(code) if isinstance(code, str) else None
    if kind is None:
        raise ValueError(f"there is no card {code!r} in this deck")
    return kind


def trump_of(rules: Rules, given: Given) -> int:
    """The number of the trump suit, -1 for none. ValueError for an unknown suit."""
    suit = given.get("trump")
    if suit is None:
        return -1
    if suit not in rules.deck.suit_index:
        raise ValueError(f"there is no suit {suit!r}; suits: {', '.join(rules.deck.suits)}")
    return rules.deck.suit_index[suit]


def winning(rules: Rules, trick: list[int], trump: int) -> int:
    """The place in the trick of the card that wins it."""
    step = rules.tricks
    best = 0
    for place, kind in enumerate(trick):
        if place and step.takes(trick[best], kind, trump):
            best = place
    return best


def by_seat(rules: Rules, entries: Given, read: Callable[[Any], int], default: int) -> tuple[int, ...]:
    """What is given by seat, for every seat."""
    found = [default] * rules.table.players
    for key, value in entries.items():
        seat = int(key)
        if not 0 <= seat < rules.table.players:
            raise ValueError(f"there is no seat {key}; seats are 0 to {rules.table.players - 1}")
        found[seat] = read(value)
    return tuple(found)


def side_of(rules: Rules, name: object) -> int:
    """The number of a side, by its name or by a seat of it."""
    if isinstance(name, int) and 0 <= name < rules.table.players:
        return rules.table.side_of[name]
    if name not in rules.table.names:
        raise ValueError(f"there is no side {name!r}; sides: {', '.join(rules.table.names)}")
    return rules.table.names.index(str(name))


def by_side(rules: Rules, entries: Given, default: Any = 0) -> tuple[Any, ...]:
    """What is given by side, for every side."""
    if unknown := [name for name in entries if name not in rules.table.names]:
        raise ValueError(f"there is no side {unknown[0]!r}; sides: {', '.join(rules.table.names)}")
    return tuple(entries.get(name, default) for name in rules.table.names)


def contract_of(rules: Rules, given: Given) -> Any:
    """The contract a deal was played with."""
    if given.get("end") == "conceded":
        return next((c for c in rules.contracts.values() if not c.played), None) or _no_contract(rules, "conceded")
    name = given.get("game", next(iter(rules.contracts)))
    return rules.contracts.get(name) or _no_contract(rules, name)


def _no_contract(rules: Rules, name: object) -> Any:
    raise ValueError(f"there is no contract {name!r}; contracts: {', '.join(rules.contracts)}")
