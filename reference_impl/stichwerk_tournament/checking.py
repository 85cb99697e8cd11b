"""What is wrong in a list: the first mistake, what only carries it on, and what else does not agree.

Every mistake is found by the rules (`stichwerk.tournament`). Here the list is read on behind it, as if that one thing
were right, and each mistake gets the words and the sum that make it plain.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from stichwerk.tournament import Entry, TournamentList, part
from stichwerk.tournament.lists import score
from stichwerk.tournament.wrong import Wrong, wrong_entry, wrong_result
from stichwerk_tournament.arithmetic import Sum, contract_sum, points_sum
from stichwerk_tournament.likely import Likely, likely_melds, likely_tricks
from stichwerk_tournament.standing import Carried, Standing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from stichwerk.rules import Rules
    from stichwerk.scoring import Result

__all__ = ["Check", "Finding", "check"]

_BY_MELDS = ("result", "made_below_bid", "lost_though_made")
"""Kinds of wrong results that other melds can explain; all other kinds are plain enough."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A mistake.

    kind: which words tell it; wrong: what is wrong, where, and the clause; sums: with the right figures; values: what
    else the words need; likely: the one other figure with which all that is written in the line is right.
    """

    kind: str
    wrong: Wrong
    sums: tuple[Sum, ...] = ()
    values: Mapping[str, Any] = field(default_factory=dict)
    likely: Likely | None = None


@dataclass(frozen=True, slots=True)
class Check:
    """What a list comes to.

    findings: all that does not agree, in order, without what is in carried; carried: player -> running totals that only
    carry a mistake on; played: how many deals are entered; deals: how many there are to be; results: the points made,
    line by line, None from the first line on that cannot be reckoned; totals: where each stands after the last deal,
    None where that cannot be known; missing: lines, from 1, whose results or totals are not all written, but reckoned.
    """

    findings: tuple[Finding, ...]
    carried: Mapping[int, Carried]
    played: int
    deals: int
    results: tuple[Mapping[int, int], ...]
    totals: Mapping[int, int] | None
    missing: tuple[int, ...]

    @property
    def complete(self) -> bool:
        """Has every deal been entered?"""
        return self.played >= self.deals


def check(rules: Rules, sheet: TournamentList, numbers: Sequence[int | None] = ()) -> Check:
    """Reckon a list anew, to its end. rules: those of the table; numbers: what the lines call their deals."""
    walk = _Walk(rules, sheet, numbers)
    findings = tuple(walk.findings())
    totals = walk.standing.right if len(walk.results) == walk.played else None
    return Check(
        findings, walk.standing.carried, walk.played, walk.deals, tuple(walk.results), totals, tuple(walk.missing)
    )


class _Walk:
    """One way through a list, from its first line to the last that is filled in."""

    def __init__(self, rules: Rules, sheet: TournamentList, numbers: Sequence[int | None]) -> None:
        self.rules, self.sheet, self.players = rules, sheet, sheet.players
        self.numbers = numbers
        self.deals: int = rules.formal["match"]["deals"]
        self.played = max((line for line, entry in enumerate(sheet.deals, start=1) if not entry.empty), default=0)
        carried = part(rules)["list"]["totals"] == "tournament"
        self.standing = Standing({p: sheet.before.get(p, 0) if carried else 0 for p in self.players})
        self.results: list[Mapping[int, int]] = []
        self.missing: list[int] = []

    def findings(self) -> Iterator[Finding]:
        seat = self._first_seat()
        due = 1
        for line, written in enumerate(self.sheet.deals[: self.played], start=1):
            dealer = self.players[seat]
            number = self.numbers[line - 1] if line <= len(self.numbers) else None
            if number not in (None, due):
                yield self._number(line, number, due)
            due = max(number or due, due) + 1
            if line == self.deals + 1:
                clause = self.rules.clause("match.deals")
                yield Finding("too_many", Wrong(line, None, "deal", self.played, self.deals, clause))
            entry = _with_uncounted(self.rules, written)
            if entry.empty:
                yield Finding("gap", Wrong(line, None, "declarer", None, None, self.rules.clause("match.deals")))
                yield from self._totals(line, entry, {})
            else:
                yield from self._line(line, entry, dealer)
            seat = self.rules.next_dealer(self._dealt(line, entry, seat))

    def _first_seat(self) -> int:
        first = self.sheet.deals[0].dealer if self.sheet.deals else None
        if part(self.rules)["first_dealer"] == "drawn" and first in self.players:
            return self.players.index(first)
        return 0

    def _dealt(self, line: int, entry: Entry, due: int) -> int:
        """Who has dealt: the one whose turn it was, unless the next line goes on from the one that is written."""
        if entry.dealer is None or entry.dealer not in self.players:
            return due
        written = self.players.index(entry.dealer)
        after = self.sheet.deals[line].dealer if line < len(self.sheet.deals) else None
        return written if after == self.players[self.rules.next_dealer(written)] else due

    def _number(self, line: int, number: int | None, due: int) -> Finding:
        missing = number is not None and number > due
        wrong = Wrong(line, None, "deal", number, due, self.rules.clause("match.deals"))
        return Finding("missing_deal" if missing else "number", wrong)

    def _line(self, line: int, entry: Entry, dealer: int) -> Iterator[Finding]:
        """The mistakes of one line. What is wrong in its figures is put right for the rest, if anybody can know it."""
        sound, reckonable = entry, True
        while wrong := wrong_entry(self.rules, self.players, line, sound, dealer):
            finding = self._entry_finding(sound, wrong, dealer)
            yield finding
            if wrong.field == "dealer":
                dealer = self.players[self._dealt(line, entry, self.players.index(dealer))]
            before = sound
            sound, known = _put_right(self.rules, self.players, sound, wrong, dealer)
            reckonable &= known and sound != before
            if sound == before:
                break
        pausing = dealer if self.rules.table.pauses else None
        if any(p not in entry.total or (p != pausing and p not in entry.result) for p in self.players):
            self.missing.append(line)
        if not reckonable:
            yield from self._totals(line, entry, entry.result)
            return
        result = score(self.rules, self.players, sound, dealer)
        yield from self._results(line, sound, result, dealer)
        points = {player: result.scores[str(seat)] for seat, player in enumerate(self.players)}
        self.results.append(points)
        yield from self._totals(line, entry, points)

    def _totals(self, line: int, entry: Entry, points: Mapping[int, int | None]) -> Iterator[Finding]:
        clause = self.rules.clause("tournament.list.totals")
        for player, given, right, sum_ in self.standing.add(line, entry, points):
            yield Finding("total", Wrong(line, player, "total", given, right, clause), (sum_,))

    def _entry_finding(self, entry: Entry, wrong: Wrong, dealer: int) -> Finding:
        kind = wrong.field
        if wrong.player is not None and wrong.player not in self.players:
            kind = "stranger"
        elif kind in {"melds", "taken", "tricks", "revoked"} and wrong.player == dealer and self.rules.table.pauses:
            kind = "pauses_mark" if wrong.given is True else "pauses"
        elif kind == "declarer" and wrong.given is not None:
            kind = "declarer_pauses" if wrong.given == dealer else "declarer_stranger"
        elif kind in {"declarer", "bid"} and wrong.given is None:
            kind += "_missing"
        elif kind == "bid":
            kind = "bid_low" if wrong.given < self.rules.formal["auction"]["opening"] else "bid_step"
        elif kind == "tricks" and wrong.player is None:
            return self._tricks(entry, wrong, dealer)
        elif kind in {"melds", "tricks"} and wrong.given < 0:
            kind = "negative"
        auction = self.rules.formal["auction"]
        return Finding(kind, wrong, values={"opening": auction["opening"], "step": auction["step"], "dealer": dealer})

    def _tricks(self, entry: Entry, wrong: Wrong, dealer: int) -> Finding:
        if not entry.tricks:
            return Finding("tricks_missing", wrong)
        terms: list[tuple[str, str]] = []
        for player in self.players:
            if player in entry.tricks:
                terms += [("+", ""), (str(entry.tricks[player]), "")]
        sum_ = Sum((*terms[1:], ("=", ""), (str(wrong.given), "")))
        kind = "tricks_last" if wrong.given == self.rules.deck.total else "tricks_sum"
        return Finding(kind, wrong, (sum_,), likely=likely_tricks(self.rules, self.players, entry, wrong, dealer))

    def _results(self, line: int, entry: Entry, result: Result, dealer: int) -> Iterator[Finding]:
        told = False
        while wrong := wrong_result(self.rules, self.players, line, entry, result, dealer):
            assert wrong.player is not None
            seat = self.players.index(wrong.player)
            kind = _kind_of_result(self.rules, entry, wrong, result)
            sums = [points_sum(self.rules, result, seat)]
            if kind in {"made_below_bid", "lost_though_made", "doubling", "no_bonus", "bonus"}:
                sums.insert(0, contract_sum(self.rules, result))
            likely = None
            if not told and kind in _BY_MELDS:
                likely = likely_melds(self.rules, self.players, line, entry, dealer)
            told = True
            yield Finding(kind, wrong, tuple(filter(None, sums)), likely=likely)
            entry = replace(entry, result={**entry.result, wrong.player: wrong.right})


def _with_uncounted(rules: Rules, entry: Entry) -> Entry:
    """The line with the trick points of an opponent who revoked: they count for nobody, and many do not write them."""
    left = rules.scoring.total - sum(entry.tricks.values())
    revoker = entry.revoked[0] if len(entry.revoked) == 1 else None
    if revoker in (None, entry.declarer) or entry.tricks.get(revoker, 0) or left <= 0 or not entry.tricks:
        return entry
    return replace(entry, tricks={**entry.tricks, revoker: left})


def _kind_of_result(rules: Rules, entry: Entry, wrong: Wrong, result: Result) -> str:
    """Which mistake the figure looks like; "result" when it looks like none in particular."""
    player, given, right = wrong.player, wrong.given, wrong.right
    assert player is not None
    melds, tricks = entry.melds.get(player, 0), entry.tricks.get(player, 0)
    if player == entry.declarer:
        if result.made is False and given >= 0:
            return "made_below_bid"
        if result.made and given < 0:
            return "lost_though_made"
        return "result" if result.made else "doubling"
    if melds and not tricks and not entry.taken.get(player) and given == right + melds:
        return "melds_without_trick"
    if player in entry.revoked and given == right + tricks:
        return "revoker_counted"
    bonus = getattr(rules.scoring.values, "defence_bonus", 0)
    if bonus and result.made is False and given == right - bonus:
        return "no_bonus"
    return "bonus" if bonus and result.made and given == right + bonus else "result"


def _put_right(rules: Rules, players: tuple[int, ...], entry: Entry, wrong: Wrong, dealer: int) -> tuple[Entry, bool]:
    """The line without this mistake, and whether what stands there now is what should."""
    name, player = wrong.field, wrong.player
    if name == "dealer":
        return replace(entry, dealer=None if entry.dealer == dealer else dealer), True
    if name == "declarer":
        return replace(entry, declarer=next(p for p in players if p != dealer or not rules.table.pauses)), False
    if name == "bid":
        return replace(entry, bid=rules.formal["auction"]["opening"]), False
    if name == "revoked":
        return replace(entry, revoked=tuple(p for p in entry.revoked if p != player)), False
    if name == "taken":
        taken = {who: bool(wrong.right) if who == player else took for who, took in entry.taken.items()}
        return replace(entry, taken=taken), True
    if name == "tricks" and wrong.right != 0:  # whatever is wrong with one of them, their sum is wrong too
        some = next(p for p in players if p != dealer or not rules.table.pauses)
        return replace(entry, tricks={some: rules.scoring.total}, taken={}), False
    figures: Mapping[int, int] = getattr(entry, name)
    left: Any = {who: value for who, value in figures.items() if who != player}
    return replace(entry, **{name: left}), wrong.right is not None or name in {"result", "total"}
