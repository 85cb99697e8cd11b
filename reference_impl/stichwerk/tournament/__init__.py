"""The pure rules of a tournament: which tables, what a list must say, who is where in the end. No files, no printing.

Players are start numbers from 1. Everything that differs between tournaments is in the part `tournament` of the rules.
"""

from __future__ import annotations

from stichwerk.tournament.lists import (
    Entry,
    Reckoning,
    TournamentList,
    Wrong,
    check,
    entry_of,
    list_from_json,
    list_to_json,
    reckon,
)
from stichwerk.tournament.ranking import Place, rank, total_of
from stichwerk.tournament.seating import Judgement, Seat, judge, meetings, simple_plan
from stichwerk.tournament.tables import (
    NoTablesError,
    allowed_sizes,
    games_each,
    options_at,
    part,
    possible,
    rules_at,
    sizes,
)

__all__ = [
    "Entry",
    "Judgement",
    "NoTablesError",
    "Place",
    "Reckoning",
    "Seat",
    "TournamentList",
    "Wrong",
    "allowed_sizes",
    "check",
    "entry_of",
    "games_each",
    "judge",
    "list_from_json",
    "list_to_json",
    "meetings",
    "options_at",
    "part",
    "possible",
    "rank",
    "reckon",
    "rules_at",
    "simple_plan",
    "sizes",
    "total_of",
]
