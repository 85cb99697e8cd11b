"""Sentences with their figures filled in.

A text takes every figure, card and rank name from the rules: `{{ path }}` or `{{ path | filter }}`. The path is looked
up in the resolved rules, or in what follows from them (`derived`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

LANGUAGES = ("de", "en", "es")
PLACEHOLDER = re.compile(r"\{\{\s*([a-z][\w.-]*)\s*(?:\|\s*([a-z_]+)\s*)?\}\}")

WORDS = {
    "de": "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
    "en": "zero one two three four five six seven eight nine ten eleven twelve",
    "es": "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce",
}
"""The numbers that are written out, from zero on."""

AND = {"de": " und ", "en": " and ", "es": " y "}
"""What stands before the last of several."""

PLACES = {
    "widow": {"de": "{} Dapp", "en": "{} widow", "es": "{} dapp"},
    "turn_up": {"de": "{} offen", "en": "{} turned up", "es": "{} descubierta"},
    "stock": {"de": "{} Talon", "en": "{} stock", "es": "{} mazo"},
    "dead": {"de": "{} beiseite", "en": "{} out of play", "es": "{} fuera de juego"},
}
"""Where the cards of a packet go, if not to each player."""

STEPS = {
    "cut": ("Abheben", "cut", "cortar"),
    "deal": ("Geben", "deal", "repartir"),
    "auction": ("Reizen", "bidding", "subasta"),
    "widow": ("Dapp aufnehmen", "taking the widow", "tomar el dapp"),
    "call": ("Rufen", "calling a card", "pedir una carta"),
    "contract": ("Ansage des Spiels", "announcing the contract", "anuncio del contrato"),
    "trump": ("Trumpf bestimmen", "naming trump", "elegir el triunfo"),
    "meld_declarer": ("Melden des Alleinspielers", "the declarer's melds", "combinaciones del declarante"),
    "discard": ("Drücken", "discarding", "descarte"),
    "meld_others": ("Melden der anderen", "the others' melds", "combinaciones de los demás"),
    "tricks": ("Stiche", "tricks", "bazas"),
    "score": ("Abrechnung", "scoring", "recuento"),
}
"""The steps of a deal in German, English and Spanish."""


class ProseError(Exception):
    """A placeholder that cannot be filled; the message says why."""


def derived(rules: Mapping[str, Any], pack: Mapping[str, Any]) -> dict[str, int]:
    """Figures that follow from others.

    cards: cards in all; hand, widow, stock: those dealt to each player, to the widow, and face down over the turn-up;
    tricks: how many a deal has when it is played to the end; total_points: the card points with the last trick.
    """
    deck = rules["deck"]
    packets = rules["deal"]["packets"]
    in_deck = len(pack["suits"]) * deck["copies"]
    points = in_deck * sum(deck["points"][rank] for rank in deck["ranks"])
    hand, widow, stock, turn_up = (
        sum(packet.get(to, 0) for packet in packets) for to in ("each", "widow", "stock", "turn_up")
    )
    table = rules["table"]
    playing = table["players"] - (table.get("pauses") == "dealer")
    draws = any("draw" in stage for stage in rules["stages"].values())
    return {
        "cards": in_deck * len(deck["ranks"]),
        "suits": len(pack["suits"]),
        "hand": hand,
        "widow": widow,
        "stock": stock,
        "tricks": hand + ((stock + turn_up) // playing if draws else 0),
        "card_points": points,
        "total_points": points + rules["tricks"].get("last_trick", 0),
    }


def render(text: str, language: str, rules: Mapping[str, Any], pack: Mapping[str, Any]) -> str:
    """The text with its placeholders filled. ProseError names the one that cannot be."""

    def fill(match: re.Match[str]) -> str:
        value = look_up(match[1], rules, pack)
        name = match[2]
        if name is None:
            if isinstance(value, bool) or not isinstance(value, (int, str)):
                raise ProseError(f"{match[1]} is no figure or word; a filter is needed: {', '.join(FILTERS)}")
            return str(value)
        if name not in FILTERS:
            raise ProseError(f"there is no filter '{name}'; filters: {', '.join(FILTERS)}")
        try:
            return FILTERS[name](value, language, pack)
        except (KeyError, TypeError, AttributeError, StopIteration, ValueError):
            raise ProseError(f"the filter '{name}' cannot show {match[1]} ({value!r})") from None

    filled = PLACEHOLDER.sub(fill, text)
    if "{{" in filled or "}}" in filled:
        raise ProseError("a placeholder is badly written; write {{ path }} or {{ path | filter }}")
    return filled


def look_up(path: str, rules: Mapping[str, Any], pack: Mapping[str, Any]) -> Any:
    """The value at a dotted path of the rules. ProseError when there is none."""
    value: Any = {**rules, "derived": derived(rules, pack)} if path.startswith("derived.") else rules
    for part in path.split("."):
        if not isinstance(value, Mapping) or part not in value:
            raise ProseError(f"the rules have no '{path}'")
        value = value[part]
    return value


def card_name(code: str, language: str, pack: Mapping[str, Any]) -> str:
    """The name of a card: "EA" -> Eichel-Ass."""
    suit = next(suit for suit in pack["suits"] if suit["code"] == code[0])
    rank = next(rank for rank in pack["ranks"] if rank["code"] == code[1:])
    name: str = pack["card_name"][language]
    return name.format(suit=suit["name"][language], rank=rank["name"][language])


def joined(words: Sequence[str], language: str) -> str:
    """a, b and c."""
    return ", ".join(words[:-1]) + AND[language] + words[-1] if len(words) > 1 else "".join(words)


def _word(value: Any, language: str, pack: Mapping[str, Any]) -> str:
    words = WORDS[language].split()
    return words[value] if 0 <= value < len(words) else str(value)


def _rank(value: Any, language: str, pack: Mapping[str, Any]) -> str:
    name: str = next(rank for rank in pack["ranks"] if rank["code"] == value)["name"][language]
    return name


def _ranks(value: Any, language: str, pack: Mapping[str, Any]) -> str:
    return joined([_rank(rank, language, pack) for rank in value], language)


def _cards(value: Any, language: str, pack: Mapping[str, Any]) -> str:
    return joined([card_name(code, language, pack) for code in value], language)


def _values(value: Any, language: str, pack: Mapping[str, Any]) -> str:
    return joined([f"{_rank(rank, language, pack)} {points}" for rank, points in value.items()], language)


def _packets(value: Any, language: str, pack: Mapping[str, Any]) -> str:
    def one(packet: Mapping[str, int]) -> str:
        to, count = next(iter(packet.items()))
        return PLACES[to][language].format(count) if to in PLACES else str(count)

    return " – ".join(one(packet) for packet in value)


def _steps(value: Any, language: str, pack: Mapping[str, Any]) -> str:
    return ", ".join(STEPS[step][LANGUAGES.index(language)] for step in value)


FILTERS: dict[str, Callable[[Any, str, Mapping[str, Any]], str]] = {
    "word": _word,
    "rank": _rank,
    "ranks": _ranks,
    "cards": _cards,
    "values": _values,
    "packets": _packets,
    "steps": _steps,
}
