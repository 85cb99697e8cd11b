"""The match above the deals: accounts, when a game is over, who won, and series of games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .deal import Deal
    from .rules import Rules
    from .scoring import Result


class Verdict(NamedTuple):
    """Is a game (or a series) over, and which sides have won it: several when they share, none when it is drawn."""

    over: bool
    winners: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Match:
    """A match under way.

    dealer: the seat that deals next; totals: points of each side in this game; accounts: the other accounts (account ->
    side -> points); played: deals of this game that counted; games, marks: games won by, and marks against, each side;
    stakes: what each side has won or lost in money; over, winners: is the match over, and who has won.
    """

    rules: Rules
    dealer: int
    totals: Mapping[str, int]
    accounts: Mapping[str, Mapping[str, int]]
    played: int
    games: Mapping[str, int]
    marks: Mapping[str, int]
    stakes: Mapping[str, int]
    over: bool = False
    winners: tuple[str, ...] = ()

    @classmethod
    def start(cls, rules: Rules, dealer: int = 0) -> Match:
        """A new match; the seat deals first."""
        names = rules.table.names
        nothing = dict.fromkeys(names, 0)
        accounts = dict.fromkeys(rules.scoring.accounts, nothing)
        return cls(rules, dealer, dict.fromkeys(names, _start(rules)), accounts, 0, nothing, nothing, nothing)

    def deal(self, cards: Sequence[str]) -> Deal:
        """The next deal, with the pack from the top (codes)."""
        return self.rules.deal(self.dealer, cards, totals=tuple(self.totals.values()), played=self.played)

    def add(self, result: Result) -> Match:
        """The match after a deal. ValueError when it is over already."""
        if self.over:
            raise ValueError("the match is over")
        if result.redeal:
            return self
        rules = self.rules
        totals = changed(rules, self.totals, result.scores)
        after = replace(
            self,
            totals=totals,
            accounts={name: _sum(points, result.accounts[name]) for name, points in self.accounts.items()},
            played=self.played + 1,
            dealer=rules.next_dealer(self.dealer, result),
        )
        verdict = game_over(rules, totals, after.played, own=own_game(rules, result), result=result)
        return _counted(after, verdict, result) if verdict.over else after

    def to_json(self) -> dict[str, Any]:
        """The match as plain JSON."""
        out: dict[str, Any] = {"totals": dict(self.totals)}
        out |= {name: dict(points) for name, points in self.accounts.items()}
        if "series" in self.rules.formal:
            out |= {"games": dict(self.games), "marks": dict(self.marks)}
        if "stake" in self.rules.formal["match"]:
            out["stakes"] = dict(self.stakes)
        return out | {
            "played": self.played,
            "dealer": self.dealer,
            "over": self.over,
            "winners": list(self.winners),
        }


def _counted(match: Match, verdict: Verdict, result: Result) -> Match:
    """A game is over: count it, and see whether the series goes on."""
    rules = match.rules
    games = _sum(match.games, dict.fromkeys(verdict.winners, 1))
    marks = _sum(match.marks, marks_for(rules, match.totals, verdict.winners))
    stakes = _sum(match.stakes, paid(rules, verdict.winners, result))
    series = series_over(rules, games, marks, verdict)
    after = replace(match, games=games, marks=marks, stakes=stakes, over=series.over, winners=series.winners)
    if series.over:
        return after
    return replace(after, totals=dict.fromkeys(match.totals, _start(rules)), played=0)


def _start(rules: Rules) -> int:
    start: int = rules.formal["match"].get("start", 0)
    return start


def _sum(before: Mapping[str, int], change: Mapping[str, int]) -> dict[str, int]:
    return {name: points + change.get(name, 0) for name, points in before.items()}


def changed(rules: Rules, before: Mapping[str, int], scores: Mapping[str, int]) -> dict[str, int]:
    """The totals after a deal: its points are added, or taken off where the match counts down."""
    match = rules.formal["match"]
    if match.get("count") == "down":
        # Who has arrived has arrived: points beyond the target are lost.
        return {name: max(points - scores.get(name, 0), match["target"]) for name, points in before.items()}
    return _sum(before, scores)


def own_game(rules: Rules, result: Result) -> str | None:
    """The side that made its own contract in this deal, booked in the match account."""
    if result.facts is None or result.facts.declarer is None or not result.made:
        return None
    side = rules.table.names[rules.table.side_of[result.facts.declarer]]
    booked = any(award.side == side and award.account == "match" for award in result.awards)
    return side if booked else None


def game_over(
    rules: Rules, totals: Mapping[str, int], played: int, *, own: str | None = None, result: Result | None = None
) -> Verdict:
    """Is the game over with these totals, and for whom.

    own: the side that made its own contract in this deal; played: deals so far; result: the deal, where awards or the
    last trick decide.
    """
    match = rules.formal["match"]
    if result is not None and result.wins_match:
        return Verdict(True, result.wins_match)
    if "deals" in match:
        reached = list(totals) if played >= match["deals"] else []
    else:
        reached = [side for side, points in totals.items() if _reached(match, points)]
        if match.get("winner") == "own_game":
            reached = [side for side in reached if side == own]
    if not reached:
        return Verdict(False)
    down = match.get("count") == "down"
    best = min(totals[side] for side in reached) if down else max(totals[side] for side in reached)
    foremost = tuple(side for side in reached if totals[side] == best)
    tie = match.get("tie", "play_on")
    if tie == "last_trick" and len(reached) > 1:
        return Verdict(True, tuple(side for side in reached if side == _last_trick(rules, result)))
    if len(foremost) == 1 or tie == "shared":
        return Verdict(True, foremost)
    return Verdict(tie == "draw")


def _reached(match: Mapping[str, Any], points: int) -> bool:
    target: int = match["target"]
    if match.get("count") == "down":
        return points <= target
    return points > target if match.get("reach") == "exceed" else points >= target


def _last_trick(rules: Rules, result: Result | None) -> str | None:
    if result is None or result.facts is None or result.facts.last_trick is None:
        return None
    return rules.table.names[rules.table.side_of[result.facts.last_trick]]


def marks_for(rules: Rules, totals: Mapping[str, int], won: Sequence[str]) -> dict[str, int]:
    """The marks that a game, ended with these totals, writes against its losers."""
    series = rules.formal.get("series", {})
    if not won:
        return {}
    mark, shutout = series.get("mark", 1), series.get("shutout", series.get("mark", 1))
    return {side: shutout if points == _start(rules) else mark for side, points in totals.items() if side not in won}


def series_over(rules: Rules, games: Mapping[str, int], marks: Mapping[str, int], game: Verdict) -> Verdict:
    """Is the series over after a game, and who has won it."""
    series = rules.formal.get("series", {})
    match series.get("form", "none"):
        case "first_to":
            won = tuple(side for side, count in games.items() if count >= series["games"])
            return Verdict(bool(won), won)
        case "marks":
            lost = [side for side, count in marks.items() if count >= series["lose_at"]]
            return Verdict(bool(lost), tuple(side for side in marks if side not in lost) if lost else ())
        case "fixed":
            if sum(games.values()) < series["matches"]:
                return Verdict(False)
            fewest = min(marks.values())
            best = tuple(side for side, count in marks.items() if count == fewest)
            return Verdict(True, best if len(best) == 1 else ())
        case _:
            return game


def paid(rules: Rules, won: Sequence[str], result: Result) -> dict[str, int]:
    """What the losers of a game pay its winners, by the class of the deal that decided it."""
    stake: int = rules.formal["match"].get("stake", 0)
    if not stake or not won:
        return {}
    times = next((award.stakes for award in result.awards if award.side in won), 1)
    losers = [side for side in rules.table.names if side not in won]
    paid = dict.fromkeys(losers, -stake * times)
    return paid | dict.fromkeys(won, stake * times * len(losers) // len(won))
