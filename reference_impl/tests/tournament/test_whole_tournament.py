import json
import random
import tempfile
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from hypothesis import given, settings
from hypothesis import strategies as st

from stichwerk import Move, Rules, load
from stichwerk.tournament import TournamentList, entry_of, list_to_json
from stichwerk.tournament.lists import score
from stichwerk_tournament import blank
from stichwerk_tournament.checking import check
from stichwerk_tournament.gathering import Asked, gather
from stichwerk_tournament.list_csv import list_csv
from stichwerk_tournament.plan import as_bytes, made
from stichwerk_tournament.reading import read
from stichwerk_tournament.telling import Teller, checked_json

Run = Callable[..., Result]


def rules_for(players: int) -> Rules:
    return load("binokel-turnier", {"players": str(players)})


def play_list(players: tuple[int, ...], rng: random.Random, round_: int = 1, table: int = 1) -> TournamentList:
    """A table's whole round played by random players through the engine, written down as people would."""
    rules = rules_for(len(players))
    dealer, totals, deals = 0, dict.fromkeys(players, 0), []
    while len(deals) < rules.formal["match"]["deals"]:
        deal = rules.deal(dealer, rules.shuffled(rng))
        while not deal.finished:
            chosen = rng.choice(deal.legal_moves())
            deal = deal.apply(chosen if isinstance(chosen, Move) else chosen.sample(rng))
        assert deal.result is not None
        if deal.result.redeal:
            continue
        scores = {player: deal.result.scores[str(seat)] for seat, player in enumerate(players)}
        totals = {player: total + scores[player] for player, total in totals.items()}
        deals.append(replace(entry_of(rules, players, deal.result), dealer=players[dealer], total=totals))
        dealer = rules.next_dealer(dealer)
    return TournamentList(players, tuple(deals), round_, table, ruleset=rules.id)


@pytest.mark.parametrize("players", [12, 7])
def test_a_whole_tournament_played_by_random_players_is_checked_and_ranked(
    run: Run, tmp_path: Path, players: int
) -> None:
    rules, rng = load("binokel-turnier"), random.Random(players)
    plan = made(rules, players, 12)
    (tmp_path / "lists").mkdir()
    (tmp_path / "plan.json").write_bytes(as_bytes(plan))
    scored = dict.fromkeys(range(1, players + 1), 0)
    for one in blank.blanks(plan, rules):
        sheet = play_list(one.sheet.players, rng, one.sheet.round, one.sheet.table)
        for entry in sheet.deals:  # what the engine gave them, deal by deal
            for player, points in entry.result.items():
                scored[player] += points
        (tmp_path / "lists" / f"{one.name}.yaml").write_bytes(blank.as_yaml(one, {}, "de"))
        data = list_csv(sheet, "de", pauses=one.pauses, signed=sheet.players)
        (tmp_path / "lists" / f"{one.name}.csv").write_bytes(data)
    checked = run("check", tmp_path)
    assert checked.exit_code == 0
    assert checked.stdout.count("stimmt, ") == sum(len(one["tables"]) for one in plan["rounds"])
    assert "Hinweis" not in checked.stdout
    ranked = run("rank", tmp_path, "--format", "json")
    assert ranked.exit_code == 0
    rows = json.loads(ranked.stdout)["ranking"]
    assert {row["player"]: row["total"] for row in rows} == scored
    assert all(row["place"] == 1 + sum(total > row["total"] for total in scored.values()) for row in rows)
    assert all(len(row["points"]) == 3 for row in rows)


@cache
def played(size: int, seed: int) -> TournamentList:
    return play_list((5, 1, 9) if size == 3 else (2, 7, 4, 11), random.Random(seed))


@pytest.mark.parametrize(("size", "seed"), [(3, 0), (3, 1), (3, 2), (4, 0), (4, 1)])
def test_a_list_that_the_engine_has_played_is_right(size: int, seed: int, tmp_path: Path) -> None:
    sheet = played(size, seed)
    for lang in ("de", "en", "es"):
        path = tmp_path / "list.csv"
        path.write_bytes(list_csv(sheet, lang, pauses=size == 4, signed=sheet.players))
        found = check(rules_for(size), read(path, lang).sheet)
        assert not found.findings
        assert found.totals == sheet.deals[-1].total


FIELDS = ("dealer", "declarer", "bid", "melds", "tricks", "result", "total")


@st.composite
def changes(draw: st.DrawFn) -> tuple[TournamentList, TournamentList, int, str]:
    """A list that is right, the same with another number in one place, and where that is."""
    sheet = played(draw(st.sampled_from([3, 4])), draw(st.integers(0, 2)))
    line = draw(st.integers(1, len(sheet.deals)))
    field = draw(st.sampled_from(FIELDS))
    entry = sheet.deals[line - 1]
    value: Any = getattr(entry, field)
    if field in {"dealer", "declarer"}:
        other: Any = draw(st.sampled_from([*sheet.players, 99]).filter(lambda player: player != value))
    else:
        player = draw(st.sampled_from(sheet.players))
        old = value if field == "bid" else value.get(player, 0)
        number = old + draw(st.one_of(st.integers(-300, 300), st.sampled_from([10, -10, 200, 1000])).filter(bool))
        other = number if field == "bid" else {**value, player: number}
    deals = (*sheet.deals[: line - 1], replace(entry, **{field: other}), *sheet.deals[line:])
    return sheet, replace(sheet, deals=deals), line, field


@settings(max_examples=400)
@given(changes())
def test_another_number_in_one_place_is_found_or_changes_nothing(
    change: tuple[TournamentList, TournamentList, int, str],
) -> None:
    sheet, other, line, field = change
    rules = rules_for(len(sheet.players))
    found = check(rules, other)
    if found.findings:
        assert found.findings[0].wrong.line == line
        return
    # Nobody can see it from the list: by what is written now, everybody makes the same.
    assert field in {"declarer", "bid", "melds"}
    dealer = sheet.deals[line - 1].dealer
    assert dealer is not None
    before, after = (score(rules, one.players, one.deals[line - 1], dealer).scores for one in (sheet, other))
    assert before == after


@settings(max_examples=150)
@given(
    st.sampled_from(["csv", "json"]), st.lists(st.tuples(st.integers(0), st.binary(max_size=3)), min_size=1, max_size=4)
)
def test_a_damaged_file_is_refused_in_words(form: str, damage: list[tuple[int, bytes]]) -> None:
    sheet = played(3, 0)
    data = list_csv(sheet, "de") if form == "csv" else json.dumps(list_to_json(sheet), indent=1).encode()
    for where, what in damage:
        at = where % len(data)
        data = data[:at] + what + data[at + 1 :]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"list.{form}"
        path.write_bytes(data)
        found = gather([path], Asked(None, {}, "de"))
        assert len(found.lists) + len(found.unreadable) == 1
        for one in found.lists:
            assert list(Teller("de").listed(one, everything=True))
        assert checked_json(found, "es")


def test_a_change_made_in_a_spreadsheet_is_found_in_its_cell(tmp_path: Path) -> None:
    sheet = played(4, 0)
    path = tmp_path / "list.csv"
    text = list_csv(sheet, "de", pauses=True).decode("utf-8-sig").splitlines()
    head = next(n for n, row in enumerate(text) if row.startswith("Spiel;"))
    for column, title in enumerate(text[head].split(";")):
        if title.split()[0] not in {"Ergebnis", "Stand"}:
            continue
        row = text[head + 3].split(";")
        if row[column] == "–":
            continue
        row[column] = str(int(row[column]) + 1)
        path.write_text("\r\n".join([*text[: head + 3], ";".join(row), *text[head + 4 :]]), encoding="utf-8")
        reading = read(path, "de")
        first = check(rules_for(4), reading.sheet).findings[0].wrong
        place, cell = reading.place(first.line, first.field, first.player)
        assert (place.line, cell) == (head + 4, f"{chr(ord('A') + column)}{head + 4}")
