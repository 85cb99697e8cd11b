"""The ranking of a tournament: made from its lists, and written as text, CSV, HTML, Markdown and JSON."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from stichwerk.errors import SpecError
from stichwerk.tournament import rank, total_of
from stichwerk_tournament.list_csv import csv_bytes
from stichwerk_tournament.texts import words

if TYPE_CHECKING:
    from stichwerk.rules import Rules
    from stichwerk_tournament.gathering import Gathered
    from stichwerk_tournament.listed import Listed

__all__ = ["Ranking", "Row", "as_csv", "as_html", "as_json", "as_markdown", "as_text", "ranking_of"]

_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>#|~])")


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the ranking. name: "" where it is not known; points: round -> points, without rounds not played."""

    place: int
    player: int
    name: str
    points: Mapping[int, int]
    total: int


@dataclass(frozen=True, slots=True)
class Ranking:
    """Who has which place. rounds: their numbers; open: in words, what is still missing; empty when all is there."""

    rules: Rules
    rounds: tuple[int, ...]
    rows: tuple[Row, ...]
    open: tuple[str, ...]

    @property
    def named(self) -> bool:
        """Is the name of any player known?"""
        return any(row.name for row in self.rows)


def ranking_of(found: Gathered, lang: str) -> Ranking:
    """The ranking over lists of which none is wrong. SpecError when they do not belong together."""
    say, check_say = words("rank", lang), words("check", lang)
    first = found.lists[0]
    for one in found.lists:
        if _played_by(one) != _played_by(first):
            raise SpecError(say("other_tournament", file=first.name, other=one.name))
        if not one.round and len(found.lists) > 1:
            raise SpecError(say("no_round", file=one.name))
    points: dict[int, dict[int, int]] = {}
    names: dict[int, str] = {}
    for one in found.lists:
        names = {**one.names, **names}
        made = total_of(one.check.results)
        for player in one.reading.sheet.players:
            points.setdefault(player, {})[one.round or 1] = made.get(player, 0)
    rounds = sorted({one.round or 1 for one in found.lists} | {round_ for round_, _ in found.missing})
    open_ = [check_say("missing_list", round=round_, table=table) for round_, table in found.missing]
    open_ += [say("unfinished_list", file=one.name) for one in found.lists if not one.finished]
    if not found.missing:
        open_ += [
            say("absent", player=player, round=round_)
            for player, made in sorted(points.items())
            for round_ in rounds
            if round_ not in made
        ]
    places = rank(first.rules, {player: sum(made.values()) for player, made in points.items()})
    rows = [Row(one.place, one.player, names.get(one.player, ""), points[one.player], one.total) for one in places]
    return Ranking(first.rules, tuple(rounds), tuple(rows), tuple(open_))


def _played_by(one: Listed) -> tuple[str, dict[str, str]]:
    return one.rules.id, {option: choice for option, choice in one.rules.options.items() if option != "players"}


def _head(ranking: Ranking, lang: str) -> list[str]:
    say = words("rank", lang)
    rounds = [say("round", round=round_) for round_ in ranking.rounds]
    return [say("place"), say("player"), *([say("name")] if ranking.named else []), *rounds, say("total")]


def _cells(ranking: Ranking, row: Row, nothing: str, minus: str) -> list[str]:
    figures = [row.points.get(round_) for round_ in ranking.rounds]
    told = [nothing if one is None else str(one).replace("-", minus) for one in (*figures, row.total)]
    return [str(row.place), str(row.player), *([row.name] if ranking.named else []), *told]


def _title(ranking: Ranking, lang: str) -> str:
    return words("rank", lang)("provisional" if ranking.open else "ranking")


def as_text(ranking: Ranking, lang: str) -> str:
    """For a terminal."""
    from stichwerk.cli.screen import table

    say = words("rank", lang)
    head = _head(ranking, lang)
    figures = frozenset(range(len(head))) - ({2} if ranking.named else frozenset())
    rows = [_cells(ranking, row, say("not_yet"), "−") for row in ranking.rows]
    lines = [_title(ranking, lang), "", *table(head, rows, right=figures)]
    return "\n".join([*lines, "", say("so_far"), *ranking.open] if ranking.open else lines) + "\n"


def as_csv(ranking: Ranking, lang: str) -> bytes:
    """For spreadsheet programs of this language."""
    head = _head(ranking, lang)
    rows: list[list[object]] = [list(head)]
    for row in ranking.rows:
        figures = [row.points.get(round_, "") for round_ in ranking.rounds]
        rows.append([row.place, row.player, *([row.name] if ranking.named else []), *figures, row.total])
    if ranking.open:
        rows.append([words("rank", lang)("so_far")])
    return csv_bytes(rows, lang)


def as_markdown(ranking: Ranking, lang: str) -> str:
    """For Markdown."""
    say = words("rank", lang)
    head = _head(ranking, lang)
    marks = ["---" if ranking.named and n == 2 else "---:" for n in range(len(head))]
    rows = [
        [_MARKDOWN.sub(r"\\\1", cell) for cell in _cells(ranking, row, say("not_yet"), "−")] for row in ranking.rows
    ]
    lines = [f"# {_title(ranking, lang)}", ""]
    lines += ["| " + " | ".join(cells) + " |" for cells in (head, marks, *rows)]
    if ranking.open:
        lines += ["", say("so_far"), "", *(f"- {_MARKDOWN.sub(chr(92) * 2 + '1', one)}" for one in ranking.open)]
    return "\n".join(lines) + "\n"


def as_html(ranking: Ranking, lang: str) -> str:
    """As a page that needs nothing else, with rules for print in it."""
    from stichwerk import __version__
    from stichwerk_tournament.pages import template

    say = words("rank", lang)
    title = ranking.rules.resolved["title"]
    return template("ranking.html").render(
        lang=lang,
        say=say,
        title=_title(ranking, lang),
        game=title[lang],
        head=_head(ranking, lang),
        named=ranking.named,
        rows=[_cells(ranking, row, say("not_yet"), "−") for row in ranking.rows],
        open=ranking.open,
        ruleset=say("ruleset", id=ranking.rules.id, hash=ranking.rules.hash.partition(":")[2][:8]),
        edition=say("edition", version=__version__),
    )


def as_json(ranking: Ranking) -> dict[str, Any]:
    """As plain JSON (schema/tournament-ranking.schema.json)."""
    return {
        "format": 1,
        "ruleset": ranking.rules.id,
        "options": dict(ranking.rules.options),
        "hash": ranking.rules.hash,
        "provisional": bool(ranking.open),
        "open": list(ranking.open),
        "rounds": list(ranking.rounds),
        "ranking": [_row_json(row) for row in ranking.rows],
    }


def _row_json(row: Row) -> dict[str, Any]:
    return {
        "place": row.place,
        "player": row.player,
        **({"name": row.name} if row.name else {}),
        "points": {str(round_): made for round_, made in sorted(row.points.items())},
        "total": row.total,
    }
