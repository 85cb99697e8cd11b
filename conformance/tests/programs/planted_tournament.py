"""The reference implementation with one thing wrong at a tournament: `planted_tournament.py NAME`.

How a fault is planted, `planting.py` says; `right` is the same program without a fault.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace

from planting import Formal, answer_wrongly, code, load, put, rule, swap

from stichwerk import questions, tournament
from stichwerk.rules import Rules
from stichwerk.scoring import Result
from stichwerk.tournament import lists, ranking, seating, tables, wrong

put(tables, "load", load)

# ---------------------------------------------------------------- tables and plan


@rule
def tables_of_four_preferred(formal: Formal) -> None:
    formal["tournament"]["tables"] = {"preferred": 4, "also": 3}


@code
def rest_left_standing() -> None:
    """As many tables of three as possible; who is left over is not counted."""
    put(tables, "_fewest", lambda players, allowed: (allowed[0],) * (players // allowed[0]) or None)


@rule
def nobody_takes_turns(formal: Formal) -> None:
    formal["tournament"]["seating"] = "redraw"


@rule
def anybody_deals_first(formal: Formal) -> None:
    formal["tournament"]["first_dealer"] = "drawn"


@code
def players_are_not_counted_round_by_round() -> None:
    """Who sits at two tables of a round makes up for who sits at none."""
    swap(seating, "_laws", lambda laws: lambda *args: ((law, holds or law == "once") for law, holds in laws(*args)))


@code
def nine_deals_at_every_table() -> None:
    put(seating, "games_each", lambda *_: 9)


# ---------------------------------------------------------------- lists


def spoil_lists(spoil: Callable[[questions.Answer], None]) -> None:
    """Something else in every answer about a list."""
    right = questions.PROFILES["tournament"]["check_list"]

    def wrong_answer(rules: Rules, given: questions.Given) -> questions.Answer:
        found = right(rules, given)
        spoil(found)
        return found

    questions.PROFILES["tournament"]["check_list"] = wrong_answer


@code
def sum_not_carried() -> None:
    """The running total is what the last deal brought."""

    def answer(found: questions.Answer) -> None:
        if "totals" in found:
            found["totals"] = found["results"][-1]

    spoil_lists(answer)


@code
def running_totals_unread() -> None:
    put(lists, "_wrong_total", lambda *_: None)


@rule
def rounds_carried_over(formal: Formal) -> None:
    formal["tournament"]["list"]["totals"] = "tournament"


@code
def pause_counted() -> None:
    """Whoever sits out is counted as having played."""

    def answer(found: questions.Answer) -> None:
        if "played" in found:
            found["played"] = dict.fromkeys(found["played"], len(found["results"]))

    spoil_lists(answer)


@code
def bonus_for_the_pausing_dealer() -> None:
    """The 200 of a lost game go to everybody at the table but the declarer."""

    def score(right: Callable[..., Result]) -> Callable[..., Result]:
        def scored(rules: Rules, players: tuple[int, ...], entry: lists.Entry, dealer: int) -> Result:
            result = right(rules, players, entry, dealer)
            if rules.table.pauses and not result.made:
                return replace(result, scores={**result.scores, str(players.index(dealer)): 200})
            return result

        return scored

    swap(lists, "score", score)


@code
def last_trick_forgotten() -> None:
    """Trick points are right when they add up to what is in the cards."""
    put(wrong, "_all_points", lambda rules: rules.deck.total)


@code
def zero_points_are_no_trick() -> None:
    """What the list says of a trick worth nothing is not read."""
    swap(lists, "score", lambda right: lambda rules, players, entry, dealer: right(
        rules, players, replace(entry, taken={}), dealer
    ))  # fmt: skip


# ---------------------------------------------------------------- ranking


@code
def ties_by_start_number() -> None:
    """Of equal totals the lower start number is in front."""
    swap(ranking, "rank", lambda right: lambda rules, totals: [
        ranking.Place(place, one.player, one.total) for place, one in enumerate(right(rules, totals), start=1)
    ])  # fmt: skip
    put(tournament, "rank", ranking.rank)


@rule
def places_without_gaps(formal: Formal) -> None:
    formal["tournament"]["ranking"]["ties"] = "dense"


@code
def the_best_round_decides() -> None:
    put(tournament, "total_of", lambda given: {
        player: max(one.get(player, 0) for one in given) for player in sorted({p for one in given for p in one})
    })  # fmt: skip


if __name__ == "__main__":
    answer_wrongly(sys.argv[1])
