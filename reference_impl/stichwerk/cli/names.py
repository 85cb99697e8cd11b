"""Names for people: cards from the pack, melds and contracts from the title of the clause that defines them."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

import click

from stichwerk.prose import FILTERS, card_name

from .texts import say

if TYPE_CHECKING:
    from stichwerk.rules import Rules

_RED = "♥♦"


class Names:
    """How things of a ruleset are called in a language.

    you: the seat of the person at the terminal, None when there is none.
    """

    def __init__(self, rules: Rules, lang: str, you: int | None = None) -> None:
        self.rules = rules
        self.lang = lang
        self.you = you
        self.pack: Mapping[str, Any] = rules.resolved["pack"]
        self.suits = {suit["code"]: suit for suit in self.pack["suits"]}
        self.ranks = {rank["code"]: rank for rank in self.pack["ranks"]}

    def say(self, key: str, **values: object) -> str:
        """A text of the catalogue."""
        return say(self.lang, key, **values)

    def sign(self, suit: str) -> str:
        """The sign of a suit, in red where the suit is red; its code where the terminal lacks the sign."""
        symbol: str = self.suits[suit]["symbol"]
        if not _printable(symbol):
            return suit
        return click.style(symbol, fg="red") if symbol in _RED else symbol

    def card(self, code: str) -> str:
        """A card: ♥10."""
        symbol: str = self.suits[code[0]]["symbol"]
        rank: str = self.ranks[code[1:]]["short"][self.lang]
        text = (symbol if _printable(symbol) else code[0]) + rank
        return click.style(text, fg="red") if symbol in _RED else text

    def cards(self, codes: Iterable[str]) -> str:
        """Cards in a row."""
        return " ".join(map(self.card, codes))

    def suit(self, code: str) -> str:
        """A suit with its name: ♥ Herz."""
        return f"{self.sign(code)} {self.suits[code]['name'][self.lang]}"

    def player(self, seat: int) -> str:
        """Who sits there."""
        return self.say("you") if seat == self.you else self.say("player", seat=seat)

    def side(self, side: str) -> str:
        """A side, named by its seats: "0+2" -> Player 0 and Player 2; the person at the terminal first."""
        seats = sorted(map(int, side.split("+")), key=lambda seat: (seat != self.you, seat))
        return self.say("and").join(map(self.player, seats))

    def contract(self, name: str) -> str:
        """The name of a contract."""
        return self._title(f"contracts.{name}", name)

    def award(self, name: str) -> str:
        """The name of an award."""
        return self._title(f"awards.{name}", name)

    def account(self, name: str) -> str:
        """What is booked in an account: the name of the first award that goes there."""
        awards: Mapping[str, Any] = self.rules.formal["awards"]
        first = next((award for award, entry in awards.items() if entry.get("account") == name), None)
        return name if first is None else self.award(first)

    def meld(self, name: str, suit: str | None) -> str:
        """The name of a meld, with its suit where it is of one."""
        title = self._title(f"melds.{name}", name)
        return title if suit is None else f"{title} {self.sign(suit)}"

    def announcement(self, name: str, suit: str | None) -> str:
        """The name of an announcement, with its suit where it is of one."""
        title = self._title(f"announcements.{name}", name)
        return title if suit is None else f"{title} {self.sign(suit)}"

    def action(self, act: str) -> str:
        """The name of what is done beside playing a card: that of the first action of this kind."""
        actions: Mapping[str, Any] = self.rules.formal.get("actions", {})
        first = next((name for name, entry in actions.items() if entry["act"] == act), None)
        return act if first is None else self._title(f"actions.{first}", act)

    def step(self, name: str) -> str:
        """The name of a step of the deal."""
        return FILTERS["steps"]([name], self.lang, self.pack)

    def widow(self) -> str:
        """What the widow is called: the title of the section about it."""
        clause = self.rules.clause("widow")
        section = None if clause is None else self.rules.clause_text(clause)["section"]
        titles = {entry["id"]: entry["title"][self.lang] for entry in self.rules.resolved["sections"]}
        return str(titles.get(section, self.step("widow")))

    def _title(self, path: str, name: str) -> str:
        """The title of a clause that sets something at the path; of several the one that is called like the path."""
        provenance: Mapping[str, str] = self.rules.resolved["provenance"]
        leaves = [clause for leaf, clause in provenance.items() if f"{leaf}.".startswith(f"{path}.")]
        for clause in sorted(dict.fromkeys(leaves), key=lambda clause: clause != path):
            found = self.rules.clause_text(clause)
            if "title" in found:
                return str(found["title"][self.lang])
        return name

    @cached_property
    def spellings(self) -> Mapping[str, str]:
        """Every way to write a card, in small letters -> its code; for one that fits two cards its code wins."""
        found: dict[str, str] = {}
        for code in self.rules.deck.codes:
            suit, rank = self.suits[code[0]], self.ranks[code[1:]]
            for written in (
                suit["symbol"] + rank["short"][self.lang],
                suit["symbol"] + code[1:],
                code[0] + rank["short"][self.lang],
                card_name(code, self.lang, self.pack),
            ):
                found.setdefault(written.lower(), code)
        return found | {code.lower(): code for code in self.rules.deck.codes}


def _printable(sign: str) -> bool:
    try:
        sign.encode(sys.stdout.encoding or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
