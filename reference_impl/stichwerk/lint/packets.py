"""Table and deal: sides that can be made, packets that use up the deck, a stock that comes out even."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from stichwerk.errors import SpecError
from stichwerk.resolve import Resolution

__all__ = ["check_packets", "check_table", "playing"]

_ASIDE = {"widow": "to the widow", "turn_up": "turned up", "stock": "to the stock", "dead": "out of play"}
"""Where cards go that no player is dealt."""


def playing(rules: Mapping[str, Any]) -> int:
    """How many players are dealt cards."""
    players: int = rules["table"]["players"]
    pauses: bool = rules["table"].get("pauses", "nobody") == "dealer"
    return players - pauses


def check_table(resolution: Resolution) -> Iterator[SpecError]:
    """Sides that cannot be made; duties that look at a partner nobody has."""
    rules: Mapping[str, Any] = resolution.document["rules"]
    table = rules["table"]
    players: int = table["players"]
    if table["sides"] == "partners" and (players % 2 or players < 4):
        yield resolution.error("table.sides", f"{players} players cannot sit as partners", expected="4, 6 or 8 players")
    if table.get("pauses", "nobody") == "dealer" and (players < 3 or table["sides"] == "partners"):
        yield resolution.error(
            "table.pauses",
            "the dealer can only sit out where at least three play, each alone",
            hint="remove pauses",
        )
    for name, duty in rules.get("duties", {}).items():
        if "unless" in duty and table["sides"] == "each":
            yield resolution.error(
                f"duties.{name}.unless", "nobody has a partner at this table", hint="remove it, or let partners play"
            )


def check_packets(resolution: Resolution) -> Iterator[SpecError]:
    """Packets that do not use up the deck, a cut that nobody can make, a stock that does not come out even."""
    document = resolution.document
    rules: Mapping[str, Any] = document["rules"]
    deck, deal = rules["deck"], rules["deal"]
    size = len(document["pack"]["suits"]) * len(deck["ranks"]) * deck["copies"]
    packets: Sequence[Mapping[str, int]] = deal["packets"]
    each = sum(packet.get("each", 0) for packet in packets)
    aside = {to: sum(packet.get(to, 0) for packet in packets) for to in _ASIDE}
    if not each:
        yield resolution.error("deal.packets", "no packet goes to the players", expected="a packet such as {each: 4}")
    elif playing(rules) * each + sum(aside.values()) != size:
        yield _sum(resolution, size, each, aside)
    else:
        yield from _stock(resolution, aside["stock"] + aside["turn_up"], aside["stock"])
    cut = deal.get("cut")
    if cut and cut["lifted"] + cut["left"] > size:
        yield resolution.error(
            "deal.cut",
            f"{cut['lifted']} and {cut['left']} cards are more than the {size} of the deck",
            hint="lower one of them",
        )
    yield from _turn_up(resolution, aside["turn_up"])


def _sum(resolution: Resolution, size: int, each: int, aside: Mapping[str, int]) -> SpecError:
    """The packets do not add up to the deck."""
    players = playing(resolution.document["rules"])
    dealt = players * each + sum(aside.values())
    off = abs(size - dealt)
    many = f"{off} card{'' if off == 1 else 's'} too {'few' if dealt < size else 'many'}"
    where = "stock" if aside["stock"] else "widow"
    fixed = {to: count for to, count in aside.items() if count and to != where}
    rest = size - players * each - sum(fixed.values())
    others = "".join(f", {count} {_ASIDE[to]}" for to, count in fixed.items())
    hands = f"{players} x {each}"
    return resolution.error(
        "deal.packets",
        f"the packets take {dealt} cards, but the deck has {size}: {many}",
        expected=f"packets of {size} cards, {hands}{others} and {rest} for the {where}"
        if rest > 0
        else f"packets of {size} cards for {players} players and the {where}",
        hint=f"so far it is {hands} to the players{others} and {aside[where]} to the {where}",
    )


def _turn_up(resolution: Resolution, turned: int) -> Iterator[SpecError]:
    """One card is turned up where trumps or an exchange ask for it."""
    rules: Mapping[str, Any] = resolution.document["rules"]
    if turned > 1:
        yield resolution.error("deal.packets", f"{turned} cards are turned up", expected="one packet {turn_up: 1}")
    if turned:
        return
    if rules.get("trump", {}).get("named_by") == "turn_up":
        yield resolution.error(
            "trump.named_by", "no card is turned up to name the trump", expected="a packet {turn_up: 1} in deal.packets"
        )
    for name, action in rules.get("actions", {}).items():
        if action["act"] == "exchange":
            yield resolution.error(
                f"actions.{name}.act",
                "no card is turned up that could be exchanged",
                expected="a packet {turn_up: 1} in deal.packets",
            )


def _stock(resolution: Resolution, to_draw: int, stock: int) -> Iterator[SpecError]:
    """What is dealt to be drawn is drawn, by all players alike."""
    rules: Mapping[str, Any] = resolution.document["rules"]
    drawing = [name for name, stage in rules["stages"].items() if "draw" in stage]
    players = playing(rules)
    if drawing and not to_draw:
        yield resolution.error(
            f"stages.{drawing[0]}.draw", "there is nothing to draw", expected="a packet such as {stock: 9}"
        )
    elif drawing and to_draw % players:
        yield resolution.error(
            "deal.packets",
            f"the {to_draw} cards that are drawn do not come out even for {players} players",
            expected=f"stock and turn-up together a multiple of {players}",
        )
    if stock and not drawing:
        yield resolution.error(
            "deal.packets",
            "nobody draws from the stock",
            expected="a stage with draw: winner_first",
            hint="cards that nobody gets are dealt as {dead: ...}",
        )
