"""The list of each table and round, ready to fill in: as YAML, as CSV, and what is on it before anybody plays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from stichwerk.tournament import Entry, TournamentList, part, rules_at
from stichwerk_tournament.list_csv import list_csv
from stichwerk_tournament.texts import words

if TYPE_CHECKING:
    from stichwerk.rules import Rules
    from stichwerk_tournament.names import Names
    from stichwerk_tournament.plan import PlanDocument

__all__ = ["Blank", "as_csv", "as_yaml", "blanks", "names_of"]


@dataclass(frozen=True, slots=True)
class Blank:
    """A list on which nothing stands but who sits there and who deals. pauses: the dealer sits out."""

    sheet: TournamentList
    pauses: bool
    name: str

    @property
    def dealers(self) -> list[int | None]:
        """Who deals, line by line; None where cards decide it at the table."""
        return [entry.dealer for entry in self.sheet.deals]


def names_of(plan: PlanDocument) -> Names:
    """Start number -> name of a plan; nobody where the names are not known."""
    names: Mapping[str, str] = plan.get("names", {})
    return {int(number): name for number, name in names.items()}


def blanks(plan: PlanDocument, rules: Rules) -> Iterator[Blank]:
    """All lists of a plan, round by round and table by table. name: that of the file, without its ending."""
    for round_ in plan["rounds"]:
        digits = max(2, len(str(len(round_["tables"]))))
        for table in round_["tables"]:
            at_table = rules_at(rules, len(table["players"]))
            yield Blank(
                sheet=TournamentList(
                    players=tuple(table["players"]),
                    deals=tuple(Entry(dealer=dealer) for dealer in _dealers(at_table, table)),
                    round=round_["round"],
                    table=table["table"],
                    ruleset=at_table.id,
                    options=at_table.options,
                    hash=at_table.hash,
                ),
                pauses=bool(at_table.table.pauses),
                name=f"round-{round_['round']}-table-{table['table']:0{digits}}",
            )


def _dealers(rules: Rules, table: Mapping[str, Any]) -> Iterator[int | None]:
    seat, drawn = 0, part(rules)["first_dealer"] == "drawn"
    for _ in range(table["deals"]):
        yield None if drawn else table["players"][seat]
        seat = rules.next_dealer(seat)


def as_csv(blank: Blank, names: Names, lang: str) -> bytes:
    """For spreadsheet programs of this language."""
    return list_csv(blank.sheet, lang, names=names, pauses=blank.pauses)


def as_yaml(blank: Blank, names: Names, lang: str) -> bytes:
    """For a text editor: every figure that is to be filled in has its place, and the first lines say how."""
    say, sheet = words("plan", lang), blank.sheet
    who = ", ".join(f"{player} {names[player]}" if player in names else str(player) for player in sheet.players)
    lines = [f"# {say('list_head', round=sheet.round, table=sheet.table, players=who)}"]
    lines += [f"# {line}" for line in say("list_how").splitlines()]
    options = ", ".join(f'{option}: "{choice}"' for option, choice in sheet.options.items())
    lines += ["format: 1", f"ruleset: {sheet.ruleset}", f"options: {{{options}}}", f'hash: "{sheet.hash}"']
    lines += [f"round: {sheet.round}", f"table: {sheet.table}", f"players: [{', '.join(map(str, sheet.players))}]"]
    lines += ["signed: []", "deals:"]
    for number, entry in enumerate(sheet.deals, start=1):
        lines += [f"  - deal: {number}", *(f"    {line}" for line in _line(blank, entry))]
    return ("\n".join(lines) + "\n").encode()


def _line(blank: Blank, entry: Entry) -> Iterator[str]:
    playing = [player for player in blank.sheet.players if not (blank.pauses and player == entry.dealer)]
    yield f"dealer: {entry.dealer or ''}".rstrip()
    yield "declarer:"
    yield "bid:"
    for field in ("melds", "tricks", "result", "total"):
        players = blank.sheet.players if field == "total" else playing
        places = ", ".join(f'"{player}": ' for player in players)
        yield f"{field}: {{{places}}}"
