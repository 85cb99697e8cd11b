"""`stichwerk tournament`: the group of its commands, each of which is imported when it is used."""

from __future__ import annotations

from collections.abc import Mapping

import click

from stichwerk.cli import Commands

__all__ = ["tournament"]


class _Commands(Commands):
    table: Mapping[str, tuple[str, str]] = {
        "plan": ("stichwerk_tournament.command_plan", "Plan who sits where, and write what goes on the tables."),
        "check": ("stichwerk_tournament.command_check", "Reckon lists anew and name the first wrong line."),
        "rank": ("stichwerk_tournament.command_rank", "Rank the players over all their lists."),
    }


@click.command(cls=_Commands)
def tournament() -> None:
    """Plan a tournament, check its lists and rank its players.

    Everything lies in plain files in one folder.
    """
