"""How the cards of a pack look in the report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from stichwerk_conformance.json_text import Json
from stichwerk_conformance.suits import RED, SHAPES

__all__ = ["Face", "Faces"]


@dataclass(frozen=True, slots=True)
class Face:
    """How a card looks: the id of its picture, the id of its suit's sign, its rank, its name, whether it is red.

    A suit without a sign of its own has an empty `shape` and is written as `suit`.
    """

    id: str
    shape: str
    suit: str
    rank: str
    name: str
    red: bool


@dataclass(frozen=True, slots=True)
class Faces:
    """The faces of a pack by the code of the card, and the ids of its suits' signs by the code of the suit."""

    faces: Mapping[str, Face] = field(default_factory=dict)
    signs: Mapping[str, str] = field(default_factory=dict)
    suits: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, pack: Mapping[str, Any] | None) -> Faces:
        """The faces of a pack; none where there is no pack."""
        if not pack:
            return cls()
        faces: dict[str, Face] = {}
        signs: dict[str, str] = {}
        suits: dict[str, str] = {}
        for suit in pack["suits"]:
            sign = f"{pack.get('id', '')}-{suit['code']}"
            suits[suit["code"]] = name = str(suit["name"]["en"])
            if sign in SHAPES:
                signs[suit["code"]] = sign
            for rank in pack["ranks"]:
                full = f"{name} {rank.get('name', rank['short'])['en']}"
                shape = signs.get(suit["code"], "")
                faces[suit["code"] + rank["code"]] = Face(
                    sign + rank["code"], shape, suit["code"], str(rank["short"]["en"]), full, sign in RED
                )
        return cls(faces, signs, suits)

    def all_cards(self, value: Json) -> bool:
        """Whether this is a list of cards, and not an empty one."""
        return isinstance(value, list) and bool(value) and all(self.card(item) for item in value)

    def card(self, value: Json) -> Face | None:
        """The face of a card, None if this is none."""
        return self.faces.get(value) if isinstance(value, str) else None
