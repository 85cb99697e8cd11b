"""Questions about deals played for points: around the goal, half of it, and equality, however they end.

Only what cards can add up to is asked for: whole tricks, the whole pack when it was played out, and announcements that
the rules know.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from random import Random
from typing import Any

from stichwerk.rules import Rules

from .candidate import Candidate
from .possible.matches import by_points
from .possible.scores import Taken, shared

Pair = tuple[int, int]


def for_points(rules: Rules, rng: Random) -> Iterator[Candidate]:
    """Every way to end a deal for points, at its boundaries."""
    if "auction" not in rules.formal["flow"]:
        there = _Game(rules)
        yield from there.played_out()
        yield from there.claimed()
        yield from there.closed()


def claims(rules: Rules, rng: Random) -> Iterator[Candidate]:
    """A declarer who has to claim, with one point too few and with enough."""
    if "auction" not in rules.formal["flow"] or "melds" in rules.formal:
        return
    goal = rules.formal.get("values", {}).get("goal", rules.deck.total // 2 + 1)
    bids = range(rules.formal["auction"]["opening"], rules.formal["auction"].get("highest", 3) + 1)
    nothing = {str(seat): 0 for seat in range(rules.table.players)}
    most = rules.tricks_in_deal
    for bid, (topic, points), shown in product(
        bids, (("one point short", goal - 1), ("the goal exactly", goal)), (0, 20, 40)
    ):
        base = {"declarer": 0, "bid": bid, "melds": nothing, "announced": nothing | {"0": shown}}
        for tricks, other in product(range(1, most), range(8, 14)):
            if shared(rules, Taken(tricks, points - shown), Taken(1, other)):
                taken = {
                    "tricks": nothing | {"0": tricks, "1": 1},
                    "cards": nothing | {"0": points - shown, "1": other},
                }
                end = {"end": "claim", "by": 0} if tricks + 1 < most else {"end": "claim", "by": 0, "last_trick": 0}
                yield Candidate("score_deal", base | taken | end, f"A claim with {topic}")
                break
        for other in range(8, 30):
            if shared(rules, Taken(most - 1, points - shown), Taken(1, other)):
                taken = {
                    "tricks": nothing | {"0": most - 1, "1": 1}, "cards": nothing | {"0": points - shown, "1": other}
                }  # fmt: skip
                yield Candidate(
                    "score_deal", base | taken | {"end": "cards_out", "last_trick": 0}, f"No claim, {topic}"
                )
                break


@dataclass(frozen=True)
class _Game:
    """A game for points and the figures around which its deals are asked for."""

    rules: Rules

    @cached_property
    def goal(self) -> int:
        """The points that win a deal, or the match."""
        goal: int = self.rules.formal.get("values", {}).get("goal", self.rules.formal["match"].get("target", 66))
        return goal

    @cached_property
    def half(self) -> int:
        """The points that a loser should have."""
        half: int = self.rules.formal.get("values", {}).get("half", self.goal // 2)
        return half

    @cached_property
    def names(self) -> tuple[str, str]:
        """The two sides."""
        one, two = self.rules.table.names
        return one, two

    @cached_property
    def acts(self) -> set[str]:
        """What may be done beside playing cards."""
        return {entry["act"] for entry in self.rules.formal.get("actions", {}).values()}

    @cached_property
    def strict(self) -> bool:
        """Does it matter that a side takes every trick of the last stage?"""
        return "all_strict" in str(self.rules.formal["awards"])

    # ------------------------------------------------------------------ played out

    def played_out(self) -> Iterator[Candidate]:
        """All cards were played: the sides share the points of the pack."""
        total, goal, half = self.rules.deck.total, self.goal, self.half
        spots = {
            "the goal missed by one": goal - 1, "the goal exactly": goal, "one above the goal": goal + 1,
            "half the goal for the other": total - half, "one below half for the other": total - half + 1,
            "equal points": total // 2, "all points": total,
        }  # fmt: skip
        for (topic, own), (mine, theirs) in product(spots.items(), ((0, 0), (20, 0), (0, 20), (40, 20))):
            cards = (own - mine, total - own + mine)
            if "other" in topic:
                cards = (own + theirs, total - own - theirs)
            tricks = self._tricks(cards, self.rules.tricks_in_deal)
            if tricks is None or (mine and not tricks[0]) or (theirs and not tricks[1]):
                continue
            name = f"A deal with {topic}" + (", a part of it announced" if mine or theirs else "")
            yield from self._ends(name, cards, (mine, theirs), tricks, {})

    def _tricks(self, cards: Pair, count: int, least: Pair = (0, 0)) -> Pair | None:
        """How many of so many tricks each side has taken; those who have little took few."""
        splits = [(one, count - one) for one in range(least[0], count - least[1] + 1)]
        total = max(sum(cards), 1)
        splits.sort(key=lambda split: abs(split[0] * total - cards[0] * count))
        for split in splits:
            if shared(self.rules, *map(Taken, split, cards)):
                return split
        return None

    def _ends(self, name: str, cards: Pair, announced: Pair, tricks: Pair, more: dict[str, Any]) -> Iterator[Candidate]:
        """A deal whose cards were played out: the last trick to either side, all strict tricks to one."""
        one, two = self.names
        points = {one: cards[0] + announced[0], two: cards[1] + announced[1]}
        base: dict[str, Any] = {"points": points, "tricks": dict(zip(self.names, tricks, strict=True)), **more}
        apart = {key: value for key, value in base.items() if key != "points"}
        apart["cards"], apart["announced"] = (dict(zip(self.names, pair, strict=True)) for pair in (cards, announced))
        for side, last in enumerate(self.names):
            if not tricks[side]:
                continue
            words = name if side == 0 else name + ", the last trick to the other side"
            before = more.get("at_close", {})
            swept = [tricks[n] - before.get(who, (0, 0))[1] >= self.rules.hand_size for n, who in enumerate(self.names)]
            certain = swept[side] and not tricks[1 - side] - before.get(self.names[1 - side], (0, 0))[1]
            strict = {"all_strict": last} if self.strict and certain else {}
            yield Candidate("score_deal", base | {"last_trick": last} | strict, words)
            yield Candidate("score_deal", apart | {"last_trick": last} | strict, words + ", card by card")
            if self.strict and swept[side] and not certain and not more:
                yield Candidate(
                    "score_deal", base | {"last_trick": last, "all_strict": last}, words + ", every strict trick to it"
                )
            yield from self._in_match(base | {"last_trick": last} | strict, words)

    def _in_match(self, base: dict[str, Any], words: str) -> Iterator[Candidate]:
        """The same after an earlier deal, whose points bring a side to the target of the match, or one short of it."""
        if not by_points(self.rules):
            return
        one, two = self.names
        target, whole = self.rules.formal["match"].get("target", self.goal), self.rules.scoring.total
        for missing, step in product((0, 1, -1), range(0, 101, 20)):
            before = target - base["points"][one] - missing
            other = whole + step - before
            if before > 0 and 0 < other < target:
                totals = {"totals": {one: before, two: other}, "played": 1}
                yield Candidate("score_deal", base | totals, words + ", with totals from an earlier deal")
                break

    # --------------------------------------------------------------------- claimed

    def claimed(self) -> Iterator[Candidate]:
        """A claim before the cards are played out, right or one point short."""
        if "claim" not in self.acts:
            return
        goal, half = self.goal, self.half
        spots = {
            "the goal missed by one": (goal - 1, 20), "the goal exactly": (goal, 20),
            "half the goal for the other": (goal, half), "one below half for the other": (goal, half - 1),
            "no points for the other": (goal, 0), "both at the goal": (goal, goal),
        }  # fmt: skip
        for (topic, points), (mine, theirs), by in product(spots.items(), ((0, 0), (20, 0), (40, 20)), self.names):
            cards = (points[0] - mine, points[1] - theirs)
            tricks = self._fewest(cards, (0, 0))
            if tricks is None or (theirs and not tricks[1]):
                continue
            one, two = self.names
            base: dict[str, Any] = {
                "points": {one: points[0], two: points[1]}, "tricks": dict(zip(self.names, tricks, strict=True)),
                "end": "claim", "by": by,
            }  # fmt: skip
            name = f"A deal with {topic}, claimed by {by}"
            if not by_points(self.rules):  # else it is claimed that the match is won, which takes an earlier deal
                yield Candidate("score_deal", base, name)
            yield from self._in_match(base, name)

    def _fewest(self, cards: Pair, least: Pair, most: int = 0) -> Pair | None:
        """The fewest tricks, but not all of the deal, that hold these card points."""
        most = most or self.rules.tricks_in_deal - 1
        for count in range(sum(least) + 1, most + 1):
            if (found := self._tricks(cards, count, least)) is not None:
                return found
        return None

    # ---------------------------------------------------------------------- closed

    def closed(self) -> Iterator[Candidate]:
        """A stock that was closed, by either side, with and without tricks of the other before."""
        if "close" not in self.acts:
            return
        goal, half = self.goal, self.half
        one, two = self.names
        spots = {
            "the goal missed by one": (goal - 1, 20), "the goal exactly": (goal, 20),
            "half the goal for the other": (goal, half), "one below half for the other": (goal, half - 1),
            "no points for the other": (goal, 0), "the other at the goal": (half, goal),
            "the other one short of the goal": (half, goal - 1), "neither at the goal": (half, 0),
        }  # fmt: skip
        moments: list[tuple[str, dict[str, Pair]]] = [("before the first trick", {one: (0, 0), two: (0, 0)})]
        for early in (half, half - 1):
            moments += [(f"with {early} points for the other", {one: (14, 1), two: (early, n)}) for n in (2, 3)]
            moments += [(f"with {early} points for the one", {one: (early, n), two: (14, 1)}) for n in (2, 3)]
        moments += [("without a trick for the other", {one: (14, 1), two: (0, 0)})]
        moments += [("without a trick for the one", {one: (0, 0), two: (14, 1)})]
        for (topic, cards), by, (when, early_) in product(spots.items(), self.names, moments):
            yield from self._closing(f"A deal with {topic}, closed by {by} {when}", cards, by, early_)

    def _closing(self, name: str, cards: Pair, by: str, early: dict[str, Pair]) -> Iterator[Candidate]:
        one, two = self.names
        before = (early[one], early[two])
        if any(cards[n] < before[n][0] for n in (0, 1)):
            return
        rest = (cards[0] - before[0][0], cards[1] - before[1][0])
        shut = {"closed_by": by, "at_close": {side: list(entry) for side, entry in early.items()}}
        played = self._after(rest, before, self.rules.hand_size)
        if played is not None:
            yield from self._ends(name, cards, (0, 0), played, shut)
        for count in range(1, self.rules.hand_size):
            tricks = self._after(rest, before, count)
            if tricks is not None and "claim" in self.acts:
                base: dict[str, Any] = {
                    "points": dict(zip(self.names, cards, strict=True)),
                    "tricks": dict(zip(self.names, tricks, strict=True)), "end": "claim", **shut,
                }  # fmt: skip
                for claimer in self.names:
                    yield Candidate("score_deal", base | {"by": claimer}, f"{name}, claimed by {claimer}")
                return

    def _after(self, rest: Pair, before: tuple[Pair, Pair], count: int) -> Pair | None:
        """All tricks of each side when so many more were played for these card points."""
        for mine in range(count + 1):
            more = (mine, count - mine)
            if all(points == 0 or tricks for points, tricks in zip(rest, more, strict=True)) and shared(
                self.rules, *(Taken(n, p) for p, n in before), *map(Taken, more, rest)
            ):
                return before[0][1] + mine, before[1][1] + count - mine
        return None
