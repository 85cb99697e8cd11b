"""Cards: the deck, the table and the deal must fit each other, and every card that is named must exist."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from stichwerk.errors import SpecError, did_you_mean
from stichwerk.resolve import Resolution

__all__ = ["check_cards", "check_packets"]


def check_cards(resolution: Resolution) -> Iterator[SpecError]:
    """Ranks the pack does not have, points for ranks not in play, melds and discards of such cards."""
    rules: Mapping[str, Any] = resolution.document["rules"]
    pack: Mapping[str, Any] = resolution.document["pack"]
    deck = rules["deck"]
    ranks: Sequence[str] = deck["ranks"]
    known = [rank["code"] for rank in pack["ranks"]]
    for n, rank in enumerate(ranks):
        if rank not in known:
            yield resolution.error(
                f"deck.ranks.{n}",
                f"the pack {pack['id']} has no rank {rank}",
                expected=f"one of {', '.join(known)}",
            )
    yield from _points(resolution, ranks)
    suits = [suit["code"] for suit in pack["suits"]]
    for name, meld in rules.get("melds", {}).items():
        yield from _meld(resolution, name, meld, suits)
    trumps = rules.get("discard", {}).get("trumps", "any")
    if isinstance(trumps, list):
        yield from _ranks(resolution, "discard.trumps", trumps)


def _points(resolution: Resolution, ranks: Sequence[str]) -> Iterator[SpecError]:
    points: Mapping[str, int] = resolution.document["rules"]["deck"]["points"]
    for rank in points:
        if rank not in ranks:
            yield resolution.error(
                f"deck.points.{rank}", f"the rank {rank} has points but is not in the deck",
                expected=f"points for {', '.join(ranks)} and no others",
                hint="remove it, or add the rank to deck.ranks",
            )  # fmt: skip
    if missing := [rank for rank in ranks if rank not in points]:
        yield resolution.error(
            "deck.points",
            f"no points are given for {', '.join(missing)}",
            hint="a card that counts nothing has 0 points",
        )


def _ranks(resolution: Resolution, leaf: str, ranks: Sequence[str]) -> Iterator[SpecError]:
    """An error for each rank of a list that the deck does not have."""
    known: Sequence[str] = resolution.document["rules"]["deck"]["ranks"]
    for n, rank in enumerate(ranks):
        if rank not in known:
            yield resolution.error(f"{leaf}.{n}", f"the deck has no rank {rank}", expected=f"one of {', '.join(known)}")


def _meld(resolution: Resolution, name: str, meld: Mapping[str, Any], suits: Sequence[str]) -> Iterator[SpecError]:
    rules: Mapping[str, Any] = resolution.document["rules"]
    cards, leaf = meld["cards"], f"melds.{name}.cards"
    if "ranks" in cards:
        yield from _ranks(resolution, f"{leaf}.ranks", cards["ranks"])
        yield from _copies(resolution, f"{leaf}.ranks", cards["ranks"])
    elif "rank" in cards:
        if cards["rank"] not in rules["deck"]["ranks"]:
            expected = f"one of {', '.join(rules['deck']['ranks'])}"
            yield resolution.error(f"{leaf}.rank", f"the deck has no rank {cards['rank']}", expected=expected)
        if cards.get("copies", 1) > rules["deck"]["copies"]:
            yield _too_many(resolution, f"{leaf}.copies", f"{cards['copies']} copies of each card")
    else:
        ranks: Sequence[str] = rules["deck"]["ranks"]
        for n, card in enumerate(cards["exact"]):
            if card[0] not in suits or card[1:] not in ranks:
                yield resolution.error(
                    f"{leaf}.exact.{n}",
                    f"there is no card {card} in the deck",
                    expected=f"a suit of {', '.join(suits)} and a rank of {', '.join(ranks)}",
                    hint="a card is its suit, then its rank: EA",
                )
        yield from _copies(resolution, f"{leaf}.exact", cards["exact"])
    if isinstance(meld["value"], Mapping) and "ranks" not in cards:
        yield resolution.error(
            f"melds.{name}.value",
            "a meld that is not of one suit has no value of its own in trumps",
            expected="an integer",
        )
    for word in ("absorbs", "replaces"):
        for n, other in enumerate(meld.get(word, ())):
            if other not in rules["melds"] or other == name:
                message = f"{name} cannot be its own" if other == name else f"there is no meld {other!r}"
                hint = did_you_mean(other, [each for each in rules["melds"] if each != name])
                yield resolution.error(f"melds.{name}.{word}.{n}", message, hint=hint)


def _copies(resolution: Resolution, leaf: str, cards: Sequence[str]) -> Iterator[SpecError]:
    copies: int = resolution.document["rules"]["deck"]["copies"]
    for card in dict.fromkeys(cards):
        if cards.count(card) > copies:
            yield _too_many(resolution, leaf, f"{card} {cards.count(card)} times")


def _too_many(resolution: Resolution, leaf: str, what: str) -> SpecError:
    copies: int = resolution.document["rules"]["deck"]["copies"]
    return resolution.error(
        leaf,
        f"the meld takes {what}, but the deck has each card {'once' if copies == 1 else f'{copies} times'}",
    )


def check_packets(resolution: Resolution) -> Iterator[SpecError]:
    """Sides that cannot be made, packets that do not use up the deck, a cut that nobody can make."""
    document = resolution.document
    rules: Mapping[str, Any] = document["rules"]
    table, deck, deal = rules["table"], rules["deck"], rules["deal"]
    pauses = table.get("pauses", "nobody") == "dealer"
    players: int = table["players"]
    if table["sides"] == "partners" and (players % 2 or players < 4):
        yield resolution.error("table.sides", f"{players} players cannot sit as partners", expected="4, 6 or 8 players")
    if pauses and (players < 3 or table["sides"] == "partners"):
        yield resolution.error(
            "table.pauses",
            "the dealer can only sit out where at least three play, each alone",
            hint="remove pauses",
        )
    playing = players - pauses
    size = len(document["pack"]["suits"]) * len(deck["ranks"]) * deck["copies"]
    packets: Sequence[Mapping[str, int]] = deal["packets"]
    each = sum(packet.get("each", 0) for packet in packets)
    widow = sum(packet.get("widow", 0) for packet in packets)
    dealt = playing * each + widow
    if not each:
        yield resolution.error("deal.packets", "no packet goes to the players", expected="a packet such as {each: 4}")
    elif dealt != size:
        off = abs(size - dealt)
        many = f"{off} card{'' if off == 1 else 's'} too {'few' if dealt < size else 'many'}"
        yield resolution.error(
            "deal.packets",
            f"the packets take {dealt} cards, but the deck has {size}: {many}",
            expected=f"packets of {size} cards, {playing} x {each} and {size - playing * each} for the widow"
            if playing * each < size
            else f"packets of {size} cards for {playing} players and the widow",
            hint=f"so far it is {playing} x {each} to the players and {widow} to the widow",
        )
    cut = deal.get("cut")
    if cut and cut["lifted"] + cut["left"] > size:
        yield resolution.error(
            "deal.cut",
            f"{cut['lifted']} and {cut['left']} cards are more than the {size} of the deck",
            hint="lower one of them",
        )
