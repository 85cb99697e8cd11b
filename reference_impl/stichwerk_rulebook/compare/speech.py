"""Values of the rules in words: 150 -> "150 Punkte", [eldest] -> "Vorhand"."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from stichwerk.decisions import UNTITLED, Catalogue, Decision, Name, tidy
from stichwerk.prose import FILTERS
from stichwerk_rulebook.words import Say

__all__ = ["Said", "Speech"]

_NAME = re.compile(r"\b(?!true\b|false\b)[a-z]")
"""What a formula has that says more than its words: true and 0 do not."""

Said = tuple[str, str]
"""The words for a value, and its formula where it is one; a formula without words stands in both."""


class Speech:
    """Says values of resolved rulesets in one language."""

    def __init__(self, table: Catalogue, language: str, phrases: Say) -> None:
        self.table = table
        self.language = language
        self.phrases = phrases
        self._kinds: Mapping[str, Callable[[Any, Decision, Mapping[str, Any]], str | None]] = {
            "figure": lambda value, decision, _: self._figure(value, decision.unit),
            "yes_no": lambda value, *_: self.phrases("yes" if value else "no") if isinstance(value, bool) else None,
            "words": self._words,
            "names": self._names,
            "pack": lambda _value, _, document: document["pack"]["title"][language],
            "rank": lambda value, _, document: self._ranks([value], document),
            "ranks": lambda value, _, document: self._ranks(value, document),
            "rank_points": lambda value, _, document: FILTERS["values"](value, language, document["pack"]),
            "packets": self._packets,
            "meld_cards": self._meld_cards,
            "meld_value": self._meld_value,
        }

    def say(self, value: Any, decision: Decision, document: Mapping[str, Any]) -> Said:
        """A value as the answer to a decision of this ruleset; what the table cannot say is shown as it is written."""
        formula = value if decision.kind == "formula" and isinstance(value, str) else ""
        if isinstance(value, str) and (word := self.word(decision.words, value)):
            return word, formula if _NAME.search(formula) else ""
        if formula:
            return formula, formula
        if decision.kind in self._kinds:
            try:
                said = self._kinds[decision.kind](value, decision, document)
            except (KeyError, TypeError, AttributeError, StopIteration, ValueError):
                said = None  # a rule language newer than the table
            if said is not None:
                return said, ""
        written = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        return written, ""

    def word(self, table: str, word: str) -> str:
        """A word of a table; empty when it is not there."""
        return self.table.words.get(table, {}).get(word, {}).get(self.language, "")

    def name(self, name: Name, documents: Iterable[Mapping[str, Any]]) -> str:
        """What a meld, a stage, ... is called: by the table, else by the first of the rulesets that has a title."""
        kind, word = name
        known = self.table.names.get(kind, {}).get(word)
        if known:
            return known[self.language]
        if kind in UNTITLED:
            return tidy(word)
        titles = (_title(document, f"{kind}.{word}") for document in documents)
        title = next(filter(None, titles), None)
        return tidy(word) if title is None else title[self.language]

    def _figure(self, value: Any, unit: str) -> str | None:
        if isinstance(value, bool) or not isinstance(value, int):
            return None
        forms = self.table.units.get(unit)
        return str(value) if forms is None else forms["one" if value == 1 else "other"][self.language].format(value)

    def _words(self, value: list[str], decision: Decision, document: Mapping[str, Any]) -> str:
        return ", ".join(self.word(decision.words, each) or tidy(each) for each in value)

    def _names(self, value: list[str], decision: Decision, document: Mapping[str, Any]) -> str:
        return ", ".join(self.name((decision.of, each), [document]) for each in value) or self.phrases("none")

    def _ranks(self, value: list[str], document: Mapping[str, Any]) -> str:
        ranks = document["pack"]["ranks"]
        found = [next(rank for rank in ranks if rank["code"] == code) for code in value]
        return ", ".join(rank["name"][self.language] for rank in found)

    def _packets(self, value: list[Mapping[str, int]], decision: Decision, document: Mapping[str, Any]) -> str:
        return " – ".join(self.word("place", to).format(count) for packet in value for to, count in packet.items())

    def _meld_cards(self, value: Mapping[str, Any], decision: Decision, document: Mapping[str, Any]) -> str:
        if "exact" in value:
            return FILTERS["cards"](value["exact"], self.language, document["pack"])
        if "ranks" in value:
            form, cards = f"ranks_{value['suit']}", self._ranks(value["ranks"], document)
        else:
            form = "rank_all_copies" if value.get("copies", 1) > 1 else "rank_all"
            cards = self._ranks([value["rank"]], document)
        return self.word("meld_cards", form).format(cards=cards, copies=value.get("copies"))

    def _meld_value(self, value: Any, decision: Decision, document: Mapping[str, Any]) -> str | None:
        if isinstance(value, Mapping):
            return self.word("meld_value", "suited").format(**value)
        return self._figure(value, "points")


def _title(document: Mapping[str, Any], path: str) -> Mapping[str, str] | None:
    """The title of a clause that sets something at the path; of several the one that is called like the path."""
    setting = [clause for leaf, clause in document["provenance"].items() if f"{leaf}.".startswith(f"{path}.")]
    titles = {clause["id"]: clause["title"] for clause in document["clauses"] if "title" in clause}
    found = sorted((clause for clause in dict.fromkeys(setting) if clause in titles), key=lambda each: each != path)
    return titles[found[0]] if found else None
