"""The engine knows no game: a ruleset that renames everything plays just the same."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from playing import configurations, deal_at_random, rules_of, steps_at_random

import stichwerk
from stichwerk.files import schema_dir
from stichwerk.library import shipped
from stichwerk.moves import Move
from stichwerk.record import to_record
from stichwerk.rules import Rules

ENGINE = Path(stichwerk.__file__).parent
NAMED = ("contracts", "melds", "announcements", "actions", "values", "awards", "duties", "stages")
FORMULAS = ("when", "points", "valid", "counts", "winner", "true_if", "until", "last_trick_if", "stakes")


class Renaming:
    """New names for all that a ruleset names itself: suits, ranks, and whatever stands in the parts NAMED."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.suits = {suit["code"]: new for suit, new in zip(document["pack"]["suits"], "VWXY", strict=False)}
        self.ranks = dict(zip(document["rules"]["deck"]["ranks"], "abcdefghij", strict=False))
        rules = document["rules"]
        self.names = {name: f"thing{n}" for n, name in enumerate(x for key in NAMED for x in rules.get(key, {}))}
        self.names |= {
            condition: f"if{n}{m}"
            for n, contract in enumerate(rules.get("contracts", {}).values())
            for m, condition in enumerate(contract.get("success", {}))
        }

    def card(self, code: str) -> str:
        return self.suits[code[0]] + self.ranks[code[1:]]

    def expression(self, text: str) -> str:
        text = re.sub(r"'(\w+)'", lambda match: f"'{self.names[match[1]]}'", text)
        return re.sub(r"values\.(\w+)", lambda match: f"values.{self.names[match[1]]}", text)

    def document(self, document: Mapping[str, Any]) -> dict[str, Any]:
        pack = document["pack"]
        renamed = {
            **document,
            "id": "renamed",
            "pack": {"suits": [{"code": self.suits[suit["code"]]} for suit in pack["suits"]]},
            "clauses": [],
            "rules": self.rules(document["rules"]),
        }
        renamed["provenance"] = dict.fromkeys(leaves(renamed["rules"]), "clause")
        return renamed

    def rules(self, rules: Mapping[str, Any]) -> dict[str, Any]:
        renamed: dict[str, Any] = {}
        for key, part in rules.items():
            if key in NAMED:
                renamed[key] = {self.names[name]: self.entry(entry) for name, entry in part.items()}
            else:
                renamed[key] = self.entry(part)
        renamed["scoring"]["awards"] = [self.names[name] for name in rules["scoring"]["awards"]]
        renamed["tricks"]["stages"] = [self.names[name] for name in rules["tricks"]["stages"]]
        deck = rules["deck"]
        renamed["deck"]["ranks"] = [self.ranks[rank] for rank in deck["ranks"]]
        renamed["deck"]["points"] = {self.ranks[rank]: points for rank, points in deck["points"].items()}
        return renamed

    def entry(self, entry: Any) -> Any:
        if not isinstance(entry, Mapping):
            return entry
        return {key: self.value(key, value) for key, value in entry.items()}

    def value(self, key: str, value: Any) -> Any:
        if key in FORMULAS and isinstance(value, str):
            return self.expression(value)
        if key == "success":
            return {self.names[name]: self.expression(text) for name, text in value.items()}
        if key in ("absorbs", "replaces", "spends", "duties"):
            return [self.names[name] for name in value]
        if key == "exact":
            return [self.card(code) for code in value]
        if key == "ranks" or (key == "trumps" and isinstance(value, list)):
            return [self.ranks[rank] for rank in value]
        return self.ranks[value] if key == "rank" else self.entry(value)

    def move(self, move: Move) -> Move:
        value = move.value
        if move.kind == "contract":
            value = self.names[value]
        elif move.kind == "trump":
            value = self.suits[value]
        elif move.kind in ("play", "call", "give"):
            value = self.card(value)
        elif move.kind == "discard":
            value = tuple(map(self.card, value))
        elif move.kind == "announce":
            value = (self.names[value[0]], value[1] and self.suits[value[1]])
        elif move.kind == "meld":
            value = tuple((self.names[meld], suit and self.suits[suit]) for meld, suit in value)
        return move._replace(value=value, open=tuple(map(self.card, move.open)))


def leaves(part: Any, path: str = "") -> list[str]:
    if not isinstance(part, Mapping):
        return [path]
    return [leaf for key, value in part.items() for leaf in leaves(value, f"{path}.{key}".lstrip("."))]


@pytest.mark.parametrize("configuration", configurations(), ids=str)
def test_a_ruleset_that_renames_everything_plays_the_same(configuration: tuple) -> None:
    rules, rng = rules_of(configuration), Random(7)
    renaming = Renaming(rules.resolved)
    other = Rules(renaming.document(rules.resolved))
    for _ in range(5):
        *_, deal = steps_at_random(deal_at_random(rules, rng), rng)
        record = to_record(deal)
        twin = other.deal(record["dealer"], list(map(renaming.card, record["cards"])))
        for before, move in zip(deal.positions(), deal.moves(), strict=False):
            assert [renaming.move(m) for m in before.legal_moves() if isinstance(m, Move)] == [
                m for m in twin.legal_moves() if isinstance(m, Move)
            ]
            twin = twin.apply(renaming.move(move))
        assert twin.result.to_json() == deal.result.to_json()


def vocabulary(schema: Any) -> set[str]:
    """The words of the rules language: the keys and the fixed words that a schema knows."""
    if isinstance(schema, list):
        return {word for part in schema for word in vocabulary(part)}
    if not isinstance(schema, Mapping):
        return set()
    found = {str(word) for word in (*schema.get("enum", ()), schema.get("const"))}
    for holder in ("properties", "names", "fields"):
        found |= set(schema[holder]) if isinstance(schema.get(holder), Mapping) else set()
    return found | {word for key, part in schema.items() if key != "examples" for word in vocabulary(part)}


def test_no_file_of_the_engine_names_a_game_or_anything_a_ruleset_names() -> None:
    words = set()
    for ruleset in shipped().paths():
        words |= {ruleset, shipped().header(ruleset)["family"]}
    for configuration in configurations():
        rules = rules_of(configuration).formal
        for part in NAMED:
            words |= set(rules.get(part, {}))
    for schema in ("rules", "record"):
        words -= vocabulary(json.loads((schema_dir() / f"{schema}.schema.json").read_text(encoding="utf-8")))
    # Plain words that rulesets also use as names of their own say nothing about a game.
    words -= {"alone", "called", "conceded", "family", "game", "head", "lost", "pair", "special", "strict"}
    assert {"binokel", "durch", "four_aces", "schnapsen", "marriage", "guinote", "four_kings", "overtrump"} <= words
    for path in ENGINE.rglob("*.py"):
        code = re.sub(r'"""[\s\S]*?"""', "", path.read_text(encoding="utf-8"))
        for word in words:
            assert not re.search(rf"\b{re.escape(word)}\b", code), f"{path.name} names {word}"
