"""What is wrong in a list, in words for organisers and as JSON for programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import click

from stichwerk.cli.clauses import quoted
from stichwerk.cli.screen import wrapped
from stichwerk_tournament.checking import Finding
from stichwerk_tournament.texts import words

if TYPE_CHECKING:
    from stichwerk_tournament.gathering import Gathered
    from stichwerk_tournament.listed import Listed, Problem

__all__ = ["Teller", "checked_json"]

_MOST_MISSING = 10
_PLAYERS = {"dealer": ("given", "right"), "declarer_pauses": ("given",), "declarer_stranger": ("given",)}
"""Kinds of mistakes whose figures are start numbers."""


class Teller:
    """Tells people about lists, in one language."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self.say = words("check", lang)

    def listed(self, one: Listed, *, everything: bool = False) -> Iterator[str]:
        """A list: is it right, what is wrong in it, what is worth knowing."""
        where = f" ({self.say('of_table', round=one.round, table=one.table)})" if one.round and one.table else ""
        state = click.style(self._state(one), fg="red" if one.wrong else "green")
        yield f"{one.name}{where}: {state}"
        for problem in one.problems:
            yield self._problem(one, problem)
        findings = one.check.findings
        told: set[int] = set()
        for finding in findings if everything else findings[:1]:
            yield from self._finding(one, finding)
            if (player := finding.wrong.player) is not None and player not in told:
                yield from self._carried(one, player)
                told.add(player)
        if (more := len(findings) - 1) > 0 and not everything:
            yield wrapped(self.say("more_one" if more == 1 else "more_many", count=more), indent="    ")
        for note in self.notes(one):
            yield wrapped(note, indent="    ", first="  ")

    def _state(self, one: Listed) -> str:
        check = one.check
        if one.wrong:
            return self.say("wrong")
        if not check.played:
            return self.say("empty")
        if not check.complete:
            return self.say("unfinished", played=check.played, deals=check.deals)
        return self.say("right", count=check.played)

    def who(self, one: Listed, player: object) -> str:
        """A player by start number and, where it is known, name."""
        found = self.say("player", player=player)
        name = one.names.get(player) if isinstance(player, int) else None
        return self.say("named", player=found, name=name) if name else found

    def message(self, one: Listed, finding: Finding) -> str:
        """What is wrong, without its place."""
        wrong = finding.wrong
        values: dict[str, Any] = {**finding.values, "given": _figure(wrong.given), "right": _figure(wrong.right)}
        for key in _PLAYERS.get(finding.kind, ()):
            values[key] = self.who(one, getattr(wrong, key))
        values["who"] = wrong.player if finding.kind == "stranger" else self.who(one, wrong.player)
        if finding.kind == "taken":
            values["tricks"] = one.reading.sheet.deals[wrong.line - 1].tricks.get(wrong.player or 0)
        deal = self.say("deal", deal=self.number(one, wrong.line))
        lead = (
            [deal]
            if wrong.player is None or finding.kind in {"stranger", "pauses", "pauses_mark"}
            else [deal, self.who(one, wrong.player)]
        )
        text = ", ".join(lead) + ": " + self.say(finding.kind, **values)
        return text[:1].upper() + text[1:]

    @staticmethod
    def number(one: Listed, line: int) -> int:
        """What the list calls the deal of a line."""
        numbers = one.reading.numbers
        return (numbers[line - 1] if line <= len(numbers) else None) or line

    def sums(self, finding: Finding) -> list[str]:
        """The sums behind a mistake, and what probably should stand there."""
        return [one.told(self.say) for one in finding.sums]

    def _finding(self, one: Listed, finding: Finding) -> Iterator[str]:
        wrong = finding.wrong
        place, cell = one.reading.place(wrong.line, wrong.field, wrong.player)
        yield wrapped(self._placed(str(place), cell, self.message(one, finding)), indent="    ", first="  ")
        for sum_ in self.sums(finding):
            yield wrapped(sum_, indent="      ", first="    ")
        if likely := finding.likely:
            text = self.say(
                f"likely_{likely.field}", who=self.who(one, likely.player), points=likely.points, given=likely.given
            )
            yield wrapped(text, indent="    ")
        if wrong.clause is not None:
            yield quoted(one.rules, wrong.clause, self.lang, indent="    ")

    def _placed(self, place: str, cell: str, message: str) -> str:
        where = f"{place} ({self.say('cell', cell=cell)})" if cell else place
        return f"{where}: {message}"

    def _problem(self, one: Listed, problem: Problem) -> str:
        place, cell = one.reading.place(0, problem.field, None)
        return wrapped(self._placed(str(place), cell, self.problem(one, problem)), indent="    ", first="  ")

    def problem(self, one: Listed, problem: Problem) -> str:
        """What is wrong with a list as one of many."""
        values = {
            key: ", ".join(map(str, value)) if isinstance(value, tuple) else value
            for key, value in problem.values.items()
        }
        if "who" in values:
            values["who"] = self.who(one, values["who"])
        text = self.say(problem.key, **values)
        return text[:1].upper() + text[1:]

    def _carried(self, one: Listed, player: int) -> Iterator[str]:
        carried = one.check.carried.get(player)
        if carried is None:
            return
        key = "carried_one" if carried.first == carried.last else "carried_many"
        text = self.say(
            key, who=self.who(one, player), first=carried.first, last=carried.last, given=_figure(carried.given),
            right=_figure(carried.right),
        )  # fmt: skip
        yield wrapped(text, indent="    ")

    def notes(self, one: Listed) -> Iterator[str]:
        """What is no mistake and still worth knowing."""
        reading = one.reading
        if missing := one.check.missing:
            lines = _runs([self.number(one, line) for line in missing])
            yield self.say("reckoned_one" if len(missing) == 1 else "reckoned_many", lines=lines)
        if one.check.complete:
            players = reading.sheet.players
            absent = [self.who(one, player) for player in players if player not in reading.signed]
            if len(absent) == len(players):
                yield self.say("unsigned_all")
            elif absent:
                yield self.say("unsigned", who=self._all(absent))
            if strangers := [self.who(one, player) for player in reading.signed if player not in players]:
                yield self.say("signed_stranger", who=self._all(strangers))
        if reading.unread:
            yield self.say("unread", titles=", ".join(reading.unread))
        if reading.sheet.hash and reading.sheet.hash != one.rules.hash:
            yield self.say("other_hash")

    def _all(self, names: list[str]) -> str:
        return self.say("and").join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)

    def summary(self, found: Gathered) -> Iterator[str]:
        """All lists together, where there are several, and those that are missing."""
        for round_, table in found.missing[:_MOST_MISSING]:
            yield self.say("missing_list", round=round_, table=table)
        if (more := len(found.missing) - _MOST_MISSING) > 0:
            yield self.say("missing_more", count=more)
        count = len(found.lists) + found.lists_unread
        if count < 2 and not found.missing:
            return
        wrong = sum(one.wrong for one in found.lists)
        unfinished = sum(not one.wrong and not one.finished for one in found.lists)
        parts: Mapping[str, int] = {
            "sum_right": len(found.lists) - wrong - unfinished,
            "sum_wrong": wrong,
            "sum_unfinished": unfinished,
            "sum_unreadable": found.lists_unread,
            "sum_missing": len(found.missing),
        }
        head = self.say("sum_lists_one") if count == 1 else self.say("sum_lists", count=count)
        yield f"{head}: " + ", ".join(self.say(key, count=number) for key, number in parts.items() if number)


def _runs(numbers: list[int]) -> str:
    """Numbers in their order, those that follow each other drawn together: 1–3, 5."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)


def _figure(value: object) -> str:
    return str(value).replace("-", "−")


def checked_json(found: Gathered, lang: str) -> dict[str, Any]:
    """What was checked, as plain JSON (schema/tournament-check.schema.json)."""
    teller = Teller(lang)
    return {
        "format": 1,
        "lists": [_listed_json(teller, one) for one in found.lists],
        "missing": [{"round": round_, "table": table} for round_, table in found.missing],
        "unreadable": [
            {"message": error.message, **({"place": _place_json(error.place)} if error.place else {})}
            for error in found.unreadable
        ],
    }


def _listed_json(teller: Teller, one: Listed) -> dict[str, Any]:
    check = one.check
    return {
        "file": one.name,
        "round": one.round,
        "table": one.table,
        "ruleset": one.rules.id,
        "options": dict(one.rules.options),
        "hash": one.rules.hash,
        "players": list(one.reading.sheet.players),
        "state": "wrong" if one.wrong else "right" if one.finished else "unfinished",
        "played": check.played,
        "deals": check.deals,
        "problems": [{"kind": each.key, "message": teller.problem(one, each)} for each in one.problems],
        "mistakes": [_finding_json(teller, one, finding) for finding in check.findings],
        "carried": [
            {"player": player, "first": each.first, "last": each.last, "given": each.given, "right": each.right}
            for player, each in sorted(check.carried.items())
        ],
        "totals": None if check.totals is None else {str(p): total for p, total in check.totals.items()},
        "notes": list(teller.notes(one)),
    }


def _finding_json(teller: Teller, one: Listed, finding: Finding) -> dict[str, Any]:
    from stichwerk.explain import clause_json

    wrong = finding.wrong
    place, cell = one.reading.place(wrong.line, wrong.field, wrong.player)
    return {
        "kind": finding.kind,
        **wrong.to_json(),
        "place": _place_json(place) | ({"cell": cell} if cell else {}),
        "message": teller.message(one, finding),
        "sums": teller.sums(finding),
        "likely": finding.likely and {"player": finding.likely.player, finding.likely.field: finding.likely.points},
        "clause": clause_json(one.rules, wrong.clause),
    }


def _place_json(place: Any) -> dict[str, Any]:
    return {"file": place.file, "line": place.line, "column": place.column}
