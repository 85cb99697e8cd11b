"""A resolved ruleset, ready to play.

Takes the resolved document (plain JSON, see schema/resolved.schema.json) and nothing else: no YAML, no options, no
parents.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from .cards import Deck
from .contracts import Contract
from .deal import Deal, Step
from .flow import STEPS
from .melds import MeldTable
from .scoring import Result, Scoring
from .table import Table
from .tricks import TricksStep
from .widow import DiscardStep

if TYPE_CHECKING:
    from .library import Library


class Rules:
    """What is played: the parts of a ruleset in the form the steps of a deal need.

    formal: the formal part as it stands in the document; steps: the steps of a deal in order; library: where the
    ruleset was found, None for the rulesets of the package.
    """

    def __init__(self, resolved: Mapping[str, Any], library: Library | None = None) -> None:
        self.resolved = resolved
        self.library = library
        self.id: str = resolved["id"]
        self.options: Mapping[str, str] = resolved["options"]
        self.hash: str = resolved["hash"]
        self.formal: Mapping[str, Any] = resolved["rules"]
        self._clauses = {clause["id"]: clause for clause in resolved["clauses"]}
        formal = self.formal
        self.deck = Deck.from_rules(formal["deck"], resolved["pack"])
        self.table = Table(formal["table"])
        packets = formal["deal"]["packets"]
        self.hand_size = sum(packet.get("each", 0) for packet in packets)
        to_draw = sum(packet.get("stock", 0) + packet.get("turn_up", 0) for packet in packets)
        draws = any("draw" in stage for stage in formal["stages"].values())
        self.tricks_in_deal = self.hand_size + (to_draw // len(self.table.order(0)) if draws else 0)
        goal = formal["match"].get("target", 0)
        self.contracts = {
            name: Contract(name, entry, goal) for name, entry in formal.get("contracts", {"": {}}).items()
        }
        self.only_contract = next(iter(self.contracts)) if len(self.contracts) == 1 else None
        self.meld_table = MeldTable(self.deck, formal.get("melds", {}))
        self.scoring = Scoring(self)
        self.discard: DiscardStep | None = None
        built: list[Step] = []
        for name in formal["flow"]:
            step = STEPS[name](self)
            if isinstance(step, DiscardStep):
                self.discard = step
            elif isinstance(step, TricksStep):
                self.tricks = step
            built.append(step)
        self.steps = tuple(built)
        self._sorted_pack = sorted(self.deck.index[code] for code in self.deck.pack())

    def __repr__(self) -> str:
        chosen = ", ".join(f"{option}={choice}" for option, choice in self.options.items())
        return f"<Rules {self.id} {chosen}>"

    def step(self, name: str) -> Any:
        """The step of this name. KeyError when the ruleset has none."""
        names = list(self.formal["flow"])
        if name not in names:
            raise KeyError(f"{self.id} has no step '{name}'")
        return self.steps[names.index(name)]

    def clause(self, path: str) -> str | None:
        """The id of the clause that set the part of the rules at the dotted path (or the first leaf under it)."""
        provenance: Mapping[str, str] = self.resolved["provenance"]
        if path in provenance:
            return provenance[path]
        return next((clause for leaf, clause in provenance.items() if leaf.startswith(path + ".")), None)

    def clause_text(self, clause: str) -> Mapping[str, Any]:
        """The clause with its number, text and sources. KeyError when there is none."""
        found: Mapping[str, Any] = self._clauses[clause]
        return found

    def read_pack(self, cards: Sequence[str]) -> tuple[int, ...]:
        """Card codes of a whole pack -> kinds. ValueError when it is not the pack of the ruleset."""
        try:
            pack = tuple(map(self.deck.index.__getitem__, cards))
        except (KeyError, TypeError):
            wrong = next(card for card in cards if card not in self.deck.index)
            raise ValueError(
                f"there is no card {wrong!r} in this deck; cards are {', '.join(self.deck.codes)}"
            ) from None
        if sorted(pack) != self._sorted_pack:
            for code in self.deck.codes:
                found = list(cards).count(code)
                if found != self.deck.copies:
                    raise ValueError(f"the pack holds {found} x {code}, it must be {self.deck.copies}")
        return pack

    def shuffled(self, rng: Random) -> list[str]:
        """The pack in random order."""
        pack = self.deck.pack()
        rng.shuffle(pack)
        return pack

    def deal(self, dealer: int, cards: Sequence[str], *, totals: Sequence[int] = (), played: int = 0) -> Deal:
        """Start a deal: the seat that deals, and the pack from the top before the cut. ValueError if they are wrong.

        totals, played: the account of each side and the deals of this game so far.
        """
        return Deal(self, dealer, cards, totals=totals, played=played)

    def cutter(self, dealer: int) -> int:
        """The seat that cuts: the one before the dealer in the order of play."""
        return (dealer - 1) % self.table.players

    def next_dealer(self, dealer: int, result: Result | None = None) -> int:
        """The seat that deals after this one; result: the deal that was played, where it decides."""
        match self.formal["deal"].get("next_dealer", "next"):
            case "same":
                return dealer
            case "winner":
                won = result.won if result is not None else ()
                return self.table.sides[self.table.names.index(won[0])][0] if won else dealer
            case "last_trick":
                facts = result.facts if result is not None else None
                seats = (facts.last_trick, facts.won_last) if facts is not None else ()
                return next((seat for seat in seats if seat is not None), dealer)
            case _:
                return self.table.next_dealer(dealer)

    @staticmethod
    def with_hand(hands: tuple[int, ...], seat: int, hand: int) -> tuple[int, ...]:
        """The hands with one of them changed."""
        return (*hands[:seat], hand, *hands[seat + 1 :])
