"""Cards: every rank and card that is named must be in the deck, and have its points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from stichwerk.errors import SpecError, did_you_mean
from stichwerk.resolve import Resolution

__all__ = ["check_cards"]


def check_cards(resolution: Resolution) -> Iterator[SpecError]:
    """Ranks the pack does not have, points for ranks not in play, melds, discards, exchanges of such cards."""
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
    for section, word in (("melds", "meld"), ("announcements", "announcement")):
        for name, meld in rules.get(section, {}).items():
            yield from _meld(resolution, f"{section}.{name}", word, meld, suits)
    yield from _others(resolution)
    for name, action in rules.get("actions", {}).items():
        if "give" in action and action["give"]["rank"] not in ranks:
            yield _no_rank(resolution, f"actions.{name}.give.rank", action["give"]["rank"])
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
            yield _no_rank(resolution, f"{leaf}.{n}", rank)


def _no_rank(resolution: Resolution, leaf: str, rank: str) -> SpecError:
    known: Sequence[str] = resolution.document["rules"]["deck"]["ranks"]
    return resolution.error(leaf, f"the deck has no rank {rank}", expected=f"one of {', '.join(known)}")


def _meld(
    resolution: Resolution, leaf: str, word: str, meld: Mapping[str, Any], suits: Sequence[str]
) -> Iterator[SpecError]:
    """The cards and the value of a meld; leaf: where it stands; word: what it is called."""
    rules: Mapping[str, Any] = resolution.document["rules"]
    cards, at = meld["cards"], f"{leaf}.cards"
    if "ranks" in cards:
        yield from _ranks(resolution, f"{at}.ranks", cards["ranks"])
        yield from _copies(resolution, f"{at}.ranks", word, cards["ranks"])
    elif "rank" in cards:
        if cards["rank"] not in rules["deck"]["ranks"]:
            yield _no_rank(resolution, f"{at}.rank", cards["rank"])
        if cards.get("copies", 1) > rules["deck"]["copies"]:
            yield _too_many(resolution, f"{at}.copies", word, f"{cards['copies']} copies of each card")
    else:
        ranks: Sequence[str] = rules["deck"]["ranks"]
        for n, card in enumerate(cards["exact"]):
            if card[0] not in suits or card[1:] not in ranks:
                yield resolution.error(
                    f"{at}.exact.{n}",
                    f"there is no card {card} in the deck",
                    expected=f"a suit of {', '.join(suits)} and a rank of {', '.join(ranks)}",
                    hint="a card is its suit, then its rank: EA",
                )
        yield from _copies(resolution, f"{at}.exact", word, cards["exact"])
    if isinstance(meld["value"], Mapping) and "ranks" not in cards:
        yield resolution.error(
            f"{leaf}.value",
            f"{'an' if word[0] == 'a' else 'a'} {word} that is not of one suit has no value of its own in trumps",
            expected="an integer",
        )


def _others(resolution: Resolution) -> Iterator[SpecError]:
    """Melds and announcements that are named by others of their kind must exist."""
    rules: Mapping[str, Any] = resolution.document["rules"]
    named = (
        ("melds", "meld", "absorbs"),
        ("melds", "meld", "replaces"),
        ("announcements", "announcement", "spends"),
    )
    for section, word, key in named:
        for name, entry in rules.get(section, {}).items():
            for n, other in enumerate(entry.get(key, ())):
                if other not in rules[section] or other == name:
                    message = f"{name} cannot be its own" if other == name else f"there is no {word} {other!r}"
                    hint = did_you_mean(other, [each for each in rules[section] if each != name])
                    yield resolution.error(f"{section}.{name}.{key}.{n}", message, hint=hint)


def _copies(resolution: Resolution, leaf: str, word: str, cards: Sequence[str]) -> Iterator[SpecError]:
    copies: int = resolution.document["rules"]["deck"]["copies"]
    for card in dict.fromkeys(cards):
        if cards.count(card) > copies:
            yield _too_many(resolution, leaf, word, f"{card} {cards.count(card)} times")


def _too_many(resolution: Resolution, leaf: str, word: str, what: str) -> SpecError:
    copies: int = resolution.document["rules"]["deck"]["copies"]
    return resolution.error(
        leaf,
        f"the {word} takes {what}, but the deck has each card {'once' if copies == 1 else f'{copies} times'}",
    )
