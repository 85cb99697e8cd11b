"""Lists of a tournament: every line and every running total reckoned anew, and the first that is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from stichwerk.facts import Facts
from stichwerk.tournament.sheet import Entry, TournamentList, list_from_json, list_to_json
from stichwerk.tournament.tables import part
from stichwerk.tournament.wrong import Wrong, wrong_entry, wrong_result

if TYPE_CHECKING:
    from stichwerk.rules import Rules
    from stichwerk.scoring import Result

__all__ = [
    "Entry",
    "Reckoning",
    "TournamentList",
    "Wrong",
    "check",
    "entry_of",
    "list_from_json",
    "list_to_json",
    "reckon",
    "score",
]


@dataclass(frozen=True, slots=True)
class Reckoning:
    """What a list comes to.

    wrong: the first thing in it that is wrong, None when all is right; dealers: who deals, line by line; results: what
    each player makes, line by line; totals: where each stands after the last line; played: in how many deals each took
    part; complete: have all deals of the round been played. Lines behind a wrong one are not reckoned.
    """

    wrong: Wrong | None
    dealers: tuple[int, ...]
    results: tuple[Mapping[int, int], ...]
    totals: Mapping[int, int]
    played: Mapping[int, int]
    complete: bool


def check(rules: Rules, sheet: TournamentList) -> Wrong | None:
    """The first thing in a list that is wrong, None when all is right. rules: those of the table it was written at."""
    return reckon(rules, sheet).wrong


def score(rules: Rules, players: tuple[int, ...], entry: Entry, dealer: int) -> Result:
    """Score one deal of a list; sides of the result are seats, in the order of `players`.

    Trick points are taken as written, those for the last trick among them. Whoever has trick points has taken a trick;
    of the others the list must say so. KeyError and TypeError for a line that `check` finds wrong.
    """
    assert entry.declarer is not None
    assert entry.bid is not None
    taken = {player: entry.taken.get(player, entry.tricks.get(player, 0) > 0) for player in players}
    facts = Facts(
        declarer=players.index(entry.declarer),
        bid=entry.bid,
        contract=next(iter(rules.contracts)),
        melds=tuple(entry.melds.get(player, 0) for player in players),
        tricks=tuple(int(taken[player]) for player in players),
        cards=tuple(entry.tricks.get(player, 0) for player in players),
        revokers=tuple(players.index(player) for player in entry.revoked),
        idle=players.index(dealer) if rules.table.pauses else None,
    )
    return rules.scoring.score(facts)


def entry_of(rules: Rules, players: tuple[int, ...], result: Result) -> Entry:
    """The line that the players write about a deal that was played, without a running total.

    players: start numbers of the seats. ValueError for a deal that nobody wanted to play: it is on no list.
    """
    facts = result.facts
    if facts is None or facts.declarer is None:
        raise ValueError("a deal that nobody wanted to play is on no list")
    last = rules.scoring.last_trick
    cards = [points + (last if seat == facts.last_trick else 0) for seat, points in enumerate(facts.cards)]
    active = [(seat, player) for seat, player in enumerate(players) if seat != facts.idle]
    return Entry(
        dealer=None if facts.idle is None else players[facts.idle],
        declarer=players[facts.declarer],
        bid=facts.bid,
        melds={player: facts.melds[seat] for seat, player in active if facts.melds[seat]},
        tricks={player: cards[seat] for seat, player in active if cards[seat]},
        taken={player: facts.tricks[seat] > 0 for seat, player in active if not cards[seat]},
        revoked=tuple(players[seat] for seat in facts.revokers),
        result={player: result.scores[str(seat)] for seat, player in enumerate(players)},
    )


def reckon(rules: Rules, sheet: TournamentList) -> Reckoning:
    """Reckon a list anew, line by line, and stop at the first line that is wrong. ValueError for another table's rules.

    rules: those of the table, for as many players as it has (`tables.rules_at`). Results and totals that are not
    written yet are not held against anything; an empty line ends the list.
    """
    if len(sheet.players) != rules.table.players:
        raise ValueError(
            f"{len(sheet.players)} players sit at this table, the rules are those for {rules.table.players}"
        )
    how, deals = part(rules), rules.formal["match"]["deals"]
    carried = how["list"]["totals"] == "tournament"
    totals = {player: sheet.before.get(player, 0) if carried else 0 for player in sheet.players}
    played = dict.fromkeys(sheet.players, 0)
    dealers: list[int] = []
    results: list[Mapping[int, int]] = []
    wrong = None
    for line, (entry, dealer) in enumerate(_lines(rules, sheet), start=1):
        if line > deals:
            wrong = Wrong(line, None, "deal", line, deals, rules.clause("match.deals"))
        wrong = wrong or wrong_entry(rules, sheet.players, line, entry, dealer)
        if wrong is not None:
            break
        result = score(rules, sheet.players, entry, dealer)
        points = {player: result.scores[str(seat)] for seat, player in enumerate(sheet.players)}
        after = {player: total + points[player] for player, total in totals.items()}
        wrong = wrong_result(rules, sheet.players, line, entry, result, dealer) or _wrong_total(
            rules, line, entry, after
        )
        if wrong is not None:
            break
        dealers.append(dealer)
        results.append(points)
        totals = after
        for seat in rules.table.order(sheet.players.index(dealer)):
            played[sheet.players[seat]] += 1
    complete = wrong is None and len(results) == deals
    return Reckoning(wrong, tuple(dealers), tuple(results), totals, played, complete)


def _lines(rules: Rules, sheet: TournamentList) -> Iterator[tuple[Entry, int]]:
    """The lines that are filled in, each with the player who deals."""
    seat = 0
    for line, entry in enumerate(sheet.deals):
        if entry.empty and all(later.empty for later in sheet.deals[line:]):
            return
        if line == 0 and part(rules)["first_dealer"] == "drawn" and entry.dealer in sheet.players:
            seat = sheet.players.index(entry.dealer)
        yield entry, sheet.players[seat]
        seat = rules.next_dealer(seat)


def _wrong_total(rules: Rules, line: int, entry: Entry, after: Mapping[int, int]) -> Wrong | None:
    clause = rules.clause("tournament.list.totals")
    for player, total in after.items():
        if (given := entry.total.get(player, total)) != total:
            return Wrong(line, player, "total", given, total, clause)
    return None
