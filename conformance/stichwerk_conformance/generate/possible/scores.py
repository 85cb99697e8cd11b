"""The facts of a finished deal: tricks, card points, announcements and closing must go together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from stichwerk.plausible import check
from stichwerk.questions.scores import facts_from
from stichwerk.rules import Rules
from stichwerk_conformance.generate.possible.shares import can_share, values_of

__all__ = ["Taken", "announced_most", "meld_values", "score", "shared"]

Given = Mapping[str, Any]


def score(rules: Rules, given: Given) -> str:
    """Why no deal ends like this; empty when nothing speaks against it."""
    if "auction" not in rules.formal["flow"] or "melds" not in rules.formal:
        return _for_points(rules, given)
    if check(rules, facts_from(rules, given)):
        return ""  # it asks whether the program notices that this cannot be
    return _melds(rules, given) or _with_contract(rules, given)


# ------------------------------------------------------------------ with a contract


def _melds(rules: Rules, given: Given) -> str:
    contract = rules.contracts.get(given.get("game", next(iter(rules.contracts))))
    who = "all" if contract is None or given.get("end") == "conceded" else contract.melds
    sums = _meld_sums(tuple(sorted(meld_values(rules))))
    for seat, points in given.get("melds", {}).items():
        if points and (who == "none" or (who == "opponents" and int(seat) == given["declarer"])):
            return "nothing is laid down in this contract"
        if points and points not in sums:
            return f"no melds count {points}"
    return ""


def meld_values(rules: Rules) -> set[int]:
    """What single melds count."""
    values = set()
    for entry in rules.formal["melds"].values():
        value = entry["value"]
        values |= set(value.values()) if isinstance(value, dict) else {value}
    return values


@cache
def _meld_sums(values: tuple[int, ...], most: int = 600) -> frozenset[int]:
    found = {0}
    for total in range(1, most + 1):
        if any(total - value in found for value in values if value):
            found.add(total)
    return frozenset(found)


def _with_contract(rules: Rules, given: Given) -> str:
    end, figures = given.get("end"), "tricks" in given or "cards" in given
    if rules.table.pauses and "dealer" not in given:
        return "the dealer sits out, and nothing says who deals"
    if end in ("conceded", "misdiscard"):
        return "no tricks were played in this deal" if figures else ""
    if end == "revoke" and not figures:
        return ""
    seats = {int(seat): count for seat, count in given["tricks"].items()}
    each = len(rules.table.order(given.get("dealer", rules.table.players - 1)))
    widow = sum(packet.get("widow", 0) for packet in rules.formal["deal"]["packets"])
    piles = [(each * count, given["cards"].get(str(seat), 0)) for seat, count in seats.items()]
    aside = given.get("discards", 0) or given.get("untouched", 0)
    if widow:
        piles.append((widow, aside))
    fits = can_share(values_of(rules), tuple(piles))
    return "" if fits else "so many tricks do not hold so many card points"


# ----------------------------------------------------------------------- for points


class Taken(NamedTuple):
    """What a side has taken at some moment: tricks, and the card points in them."""

    tricks: int
    points: int


def shared(rules: Rules, *taken: Taken) -> bool:
    """Can the sides have taken so much of one pack?"""
    each = len(rules.table.order(rules.table.players - 1))
    return can_share(values_of(rules), tuple((each * one.tricks, one.points) for one in taken))


def announced_most(rules: Rules) -> int:
    """The points of everything that can be announced in a deal."""
    return max((sum(points) for points in _announced(rules)), default=0)


def _announced(rules: Rules) -> set[tuple[int, int]]:
    """What the announcements of two sides can count in one deal."""
    suits = len(rules.deck.suits)
    units: list[int] = []
    for entry in rules.formal.get("announcements", {}).values():
        value = entry["value"]
        if entry.get("spends"):
            continue  # it stands for one of the others
        each = "suit" in entry["cards"] and entry["cards"]["suit"] == "each"
        if isinstance(value, dict):
            units += [value["trump"], *[value["plain"]] * (suits - 1)]
        else:
            units += [value] * (suits if each else 1)
    found = {(0, 0)}
    for points in units:
        found |= {(a + points, b) for a, b in found} | {(a, b + points) for a, b in found}
    return found


def _for_points(rules: Rules, given: Given) -> str:
    names = rules.table.names
    tricks = tuple(_of_side(rules, given.get("tricks", {}), side) for side in range(len(names)))
    end = _end(rules, given, tricks)
    if end:
        return end
    if len(names) == 2 and "declarer" not in given:
        return _two_sides(rules, given, (tricks[0], tricks[1]))
    taken = [Taken(n, _of_side(rules, given.get("cards", {}), side)) for side, n in enumerate(tricks)]
    return "" if shared(rules, *taken) else "so many tricks do not hold so many card points"


def _of_side(rules: Rules, entries: Mapping[str, int], side: int) -> int:
    """What is given for a side, by its name or by its seats."""
    name = rules.table.names[side]
    seats = [str(seat) for seat in rules.table.sides[side]]
    return entries[name] if name in entries else sum(entries.get(seat, 0) for seat in seats)


def _end(rules: Rules, given: Given, tricks: tuple[int, ...]) -> str:
    """How the deal ended: the cards played out, also after closing; or before, with a claim."""
    count, claimed = sum(tricks), given.get("end") == "claim"
    closed, at_close = given.get("closed_by") is not None, given.get("at_close", {})
    if closed and not at_close:
        return "what each side had at closing is known"
    early = sum(entry[1] for entry in at_close.values())
    most = {early + rules.hand_size} if closed else {rules.tricks_in_deal}
    if closed and _closes_before_draw(rules):
        most.add(early + rules.hand_size - 1)
    if count > max(most):
        return "so many tricks are not played"
    if count not in most and not claimed:
        return "without a claim the cards are played out"
    if ("last_trick" in given) != (count in most) and not (claimed and closed):
        return "the last trick is known when the cards were played out, and else there is none"
    if "last_trick" in given and not tricks[_index(rules, given["last_trick"])]:
        return "whoever took the last trick has taken a trick"
    return _strict(rules, given, tricks, most)


def _index(rules: Rules, side: int | str) -> int:
    """The number of a side, given by its name or by a seat of it."""
    return rules.table.side_of[side] if isinstance(side, int) else rules.table.names.index(side)


def _closes_before_draw(rules: Rules) -> bool:
    actions = rules.formal.get("actions", {}).values()
    return any(entry["act"] == "close" and "before_draw" in entry["window"] for entry in actions)


def _strict(rules: Rules, given: Given, tricks: tuple[int, ...], most: set[int]) -> str:
    """Every trick of a last stage as long as a full hand went to one side, who took the last one too."""
    side = given.get("all_strict")
    if side is None:
        return ""
    index = _index(rules, side)
    if sum(tricks) not in most or "last_trick" not in given or _index(rules, given["last_trick"]) != index:
        return "all strict tricks are known when all were played"
    before = given.get("at_close", {}).get(rules.table.names[index], [0, 0])[1]
    return "" if tricks[index] - before >= rules.hand_size else "these are not all strict tricks"


def _two_sides(rules: Rules, given: Given, tricks: tuple[int, int]) -> str:
    one, two = rules.table.names
    at_close = given.get("at_close", {})
    closing = [at_close.get(side, [0, 0]) for side in (one, two)]
    if any(early[1] > count for early, count in zip(closing, tricks, strict=True)):
        return "tricks do not get fewer after closing"
    if given.get("closed_by") is not None and (problem := _closed(rules, given, closing)):
        return problem
    whole = sum(tricks) == rules.tricks_in_deal and not any("dead" in p for p in rules.formal["deal"]["packets"])
    for points in _card_points(rules, given, tricks):
        if whole and sum(points) != rules.deck.total:
            continue
        if any(_fits(rules, tricks, points, closing, early) for early in _early(closing)):
            return ""
    return "so many tricks do not hold so many card points"


def _closed(rules: Rules, given: Given, closing: list[Any]) -> str:
    each = len(rules.table.order(rules.table.players - 1))
    talon = sum(packet.get("stock", 0) + packet.get("turn_up", 0) for packet in rules.formal["deal"]["packets"])
    early = _closes_before_draw(rules)
    count = sum(entry[1] for entry in closing)
    if count * each >= talon + early * each:
        return "there was no stock left to close"
    closer = closing[_index(rules, given["closed_by"])]
    return "who closes has taken a trick" if count and not closer[1] else ""


def _card_points(rules: Rules, given: Given, tricks: tuple[int, int]) -> Iterator[tuple[int, int]]:
    """The card points of both sides: as given, or what is left of their points without announcements."""
    one, two = rules.table.names
    late = all(entry["credited"] == "with_trick" for entry in rules.formal.get("announcements", {}).values())
    known = [
        announced
        for announced in sorted(_announced(rules))
        if not late or all(count or not points for points, count in zip(announced, tricks, strict=True))
    ]
    if "cards" in given:
        announced = given.get("announced", {})
        if (announced.get(one, 0), announced.get(two, 0)) in known:
            yield given["cards"].get(one, 0), given["cards"].get(two, 0)
        return
    points = given.get("points", {})
    for a, b in known:
        yield points.get(one, 0) - a, points.get(two, 0) - b


def _early(closing: list[Any]) -> Iterator[tuple[int, int]]:
    """The card points of both sides at closing: their points then without what may have been announced."""
    for parts in product(*(range(0, entry[0] + 1, 20) for entry in closing)):
        yield closing[0][0] - parts[0], closing[1][0] - parts[1]


def _fits(
    rules: Rules, tricks: tuple[int, int], points: tuple[int, int], closing: list[Any], early: tuple[int, int]
) -> bool:
    before = [Taken(entry[1], have) for entry, have in zip(closing, early, strict=True)]
    after = [Taken(n - one.tricks, p - one.points) for n, p, one in zip(tricks, points, before, strict=True)]
    return shared(rules, *before, *after)
