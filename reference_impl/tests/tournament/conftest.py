"""A list of a tournament reckoned by hand, with mistakes put into it, and written to files."""

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from stichwerk.cli import program
from stichwerk.tournament import Entry, TournamentList, list_to_json
from stichwerk_tournament.list_csv import list_csv

Run = Callable[..., Result]


@pytest.fixture(autouse=True)
def _wide_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.delenv("NO_COLOR", raising=False)


@pytest.fixture
def run() -> Run:
    """`stichwerk tournament ...` in this process."""

    def invoke(*args: object) -> Result:
        arguments = ["tournament", *map(str, args)]
        return CliRunner().invoke(program, arguments, catch_exceptions=False, prog_name="stichwerk")

    return invoke


def line(
    dealer: int, declarer: int, bid: int, *figures: Mapping[int, int], taken: Mapping[int, bool] | None = None,
    revoked: tuple[int, ...] = (),
) -> Entry:  # fmt: skip
    """figures: melds, trick points, result, total."""
    melds, tricks, result, total = figures
    return Entry(dealer, declarer, bid, melds, tricks, taken or {}, revoked, result, total)


@pytest.fixture
def sheet() -> TournamentList:
    """A list of players 5, 1 and 9, every figure reckoned by hand; bonus 200, a lost contract costs twice the bid."""
    deals = (
        # made: 150 + 140 >= 200
        line(5, 1, 200, {5: 40, 1: 150}, {5: 60, 1: 140, 9: 50}, {5: 100, 1: 290, 9: 50}, {5: 100, 1: 290, 9: 50}),
        # lost: 60 + 100 < 250, so -2 x 250; 20 + 80 + 200; 0 + 70 + 200
        line(1, 9, 250, {5: 20, 9: 60}, {5: 80, 1: 70, 9: 100}, {5: 300, 1: 270, 9: -500}, {5: 400, 1: 560, 9: -450}),
        # just made: 0 + 150 >= 150; player 9 has no trick, so the 40 are void
        line(9, 5, 150, {9: 40}, {5: 150, 1: 100}, {5: 150, 1: 100, 9: 0}, {5: 550, 1: 660, 9: -450}),
        # not melded within reach: 50 + 250 is not above 300, so -2 x 300 although all tricks were taken; 200 each
        line(5, 5, 300, {5: 50, 9: 20}, {5: 250}, {5: -600, 1: 200, 9: 200}, {5: -50, 1: 860, 9: -250}),
        # made: 60 + 120 >= 180; player 9 revoked, so the 90 count for nobody, and the 40 stand
        line(
            1, 1, 180, {1: 60, 9: 40}, {5: 40, 1: 120, 9: 90}, {5: 40, 1: 180, 9: 40}, {5: -10, 1: 1040, 9: -210},
            revoked=(9,),
        ),
        # lost, for the declarer revoked: -2 x 150; 60 + 200; 20 + 40 + 200
        line(
            9, 9, 150, {1: 20, 9: 100}, {5: 60, 1: 40, 9: 150}, {5: 260, 1: 260, 9: -300}, {5: 250, 1: 1300, 9: -510},
            revoked=(9,),
        ),
        # made; player 9 has taken a trick worth nothing, so the 20 stand
        line(
            5, 5, 150, {5: 1000, 9: 20}, {5: 10, 1: 240}, {5: 1010, 1: 240, 9: 20}, {5: 1260, 1: 1540, 9: -490},
            taken={9: True},
        ),
        line(1, 1, 160, {}, {5: 50, 1: 160, 9: 40}, {5: 50, 1: 160, 9: 40}, {5: 1310, 1: 1700, 9: -450}),
        # just made: 20 + 130 >= 150
        line(9, 9, 150, {9: 20}, {5: 70, 1: 50, 9: 130}, {5: 70, 1: 50, 9: 150}, {5: 1380, 1: 1750, 9: -300}),
    )  # fmt: skip
    return TournamentList(players=(5, 1, 9), deals=deals, round=1, table=1, ruleset="binokel-turnier")


@pytest.fixture
def changed(sheet: TournamentList) -> Callable[..., TournamentList]:
    """The list with other figures in one line: `changed(4, result={5: -300})` leaves the other players alone."""

    def change(number: int, of: TournamentList = sheet, **fields: Any) -> TournamentList:
        entry = of.deals[number - 1]
        fields = {
            key: {**getattr(entry, key), **value} if isinstance(value, dict) else value for key, value in fields.items()
        }
        return replace(of, deals=(*of.deals[: number - 1], replace(entry, **fields), *of.deals[number:]))

    return change


@pytest.fixture
def seats(sheet: TournamentList) -> Callable[..., TournamentList]:
    """The list reckoned by hand with other players: the first makes 1380, the second 1750, the third -300."""

    def by(players: tuple[int, ...], round_: int = 1, table: int = 1) -> TournamentList:
        of = dict(zip(sheet.players, players, strict=True))
        deals = [
            Entry(
                of[one.dealer or 0],
                of[one.declarer or 0],
                one.bid,
                revoked=tuple(of[player] for player in one.revoked),
                **{
                    key: {of[player]: points for player, points in getattr(one, key).items()}
                    for key in ("melds", "tricks", "taken", "result", "total")
                },
            )
            for one in sheet.deals
        ]
        return TournamentList(players, tuple(deals), round_, table, ruleset=sheet.ruleset)

    return by


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """Write a list as CSV, JSON or YAML."""

    def to_file(sheet: TournamentList, name: str = "list.csv", *, lang: str = "de", signed: Any = None) -> Path:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True, parents=True)
        signed = sheet.players if signed is None else signed
        if path.suffix == ".csv":
            path.write_bytes(list_csv(sheet, lang, pauses=len(sheet.players) == 4, signed=signed))
        else:
            value = {**list_to_json(sheet), "signed": list(signed)}
            path.write_text(json.dumps(value, indent=1), encoding="utf-8")  # JSON is YAML too
        return path

    return to_file
