"""`stichwerk replay` and `stichwerk explain` for deals with a stock, and records of them that do not hold."""

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from stichwerk import Deal, Move, load
from stichwerk.cli.players import random_move, volunteer
from stichwerk.record import to_record

Run = Callable[..., Result]
Wrong = Callable[[Deal], dict[str, Any] | None]


def random_deal(ruleset: str, seed: int, **before: Any) -> Deal:
    """A whole deal by the random players, who close more often than they would."""
    rules, rng = load(ruleset), random.Random(seed)
    deal = rules.deal(0, rules.shuffled(rng), **before)
    while not deal.finished:
        closing = [move for move in deal.legal_moves() if isinstance(move, Move) and move.kind == "close"]
        if closing and rng.random() < 0.1:
            deal = deal.apply(closing[0])
        else:
            deal = deal.apply(volunteer(deal, -1, rng) or random_move(deal, rng))
    return deal


def deal_with(ruleset: str, *kinds: str, **before: Any) -> Deal:
    """A deal in which each of these kinds of moves was made; cards are drawn before it is closed."""
    for seed in range(4000):
        deal = random_deal(ruleset, seed, **before)
        made = [move.kind for move in deal.moves()]
        early = made[: 2 * deal.rules.table.players]
        if {*kinds} <= {*made} and "close" not in early:
            return deal
    raise AssertionError("no such deal")


def written(path: Path, record: dict[str, Any]) -> str:
    path.write_text(json.dumps(record, indent=1), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("lang", ["de", "en", "es"])
@pytest.mark.parametrize(
    ("ruleset", "kinds"),
    [
        ("bummerl", ("announce", "exchange", "close", "claim")),
        ("schnapsen", ("announce", "exchange", "close")),
        ("sechsundsechzig", ("announce", "close", "draw")),
        ("guinote", ("announce", "exchange")),
        ("guinote-tradicional", ("announce", "exchange")),
    ],
)
def test_a_record_holds_and_is_explained(
    run: Run, tmp_path: Path, ruleset: str, kinds: tuple[str, ...], lang: str
) -> None:
    deal = deal_with(ruleset, *kinds)
    path = written(tmp_path / "deal.json", to_record(deal))
    for command in ("replay", "explain"):
        result = run(command, path, "--lang", lang)
        assert (result.exit_code, result.stderr) == (0, "")
        assert max(map(len, result.stdout.splitlines())) <= 80
        assert run(command, path, "--lang", lang, "--json").exit_code == 0


def test_replay_shows_what_happened(run: Run, tmp_path: Path) -> None:
    deal = deal_with("bummerl", "announce", "exchange", "close", "claim")
    text = run("replay", written(tmp_path / "deal.json", to_record(deal)), "--lang", "en").stdout
    assert re.search(r"^Player \d: Marriage [♠♥♦♣] (20|40)( \(counts with the next trick\))?$", text, re.MULTILINE)
    assert re.search(r"^Player \d: Exchange: ([♠♥♦♣])J for \1\S+$", text, re.MULTILINE)
    assert re.search(r"^Player \d: Close$", text, re.MULTILINE)
    assert re.search(r"^Player \d: Claim: \d+ points, (rightly|wrongly)$", text, re.MULTILINE)
    drawn = re.findall(r"^Drawn: (.*)$", text, re.MULTILINE)
    assert drawn
    assert all(re.fullmatch(r"Player \d [♠♥♦♣]\S+, Player \d [♠♥♦♣]\S+", line) for line in drawn)


def test_explain_shows_table_chances_and_draws(run: Run, tmp_path: Path) -> None:
    deal = deal_with("bummerl", "announce", "exchange", "close")
    path = written(tmp_path / "deal.json", to_record(deal))
    text = run("explain", path, "--lang", "en").stdout
    assert "on the table: nothing · stock: 9 cards, turn-up " in text
    assert "closed by Player" in text
    assert re.search(r"  allowed: .*Marriage .*, Close, Claim\n", text)
    assert re.search(r"  chosen: Marriage [♠♥♦♣]\n", text)
    assert re.search(r"  Drawn: Player \d ", text)
    found = json.loads(run("explain", path, "--json").stdout)["moves"]
    assert found[0]["stock"] == 9
    assert found[0]["closed_by"] is None
    assert found[-1]["closed_by"] == next(move.seat for move in deal.moves() if move.kind == "close")
    drawn = [entry["drawn"] for entry in found if "drawn" in entry]
    assert [card for pair in drawn for _, card in pair][:2] == [
        deal.rules.deck.codes[kind] for kind in deal.positions()[0].setup.stock[:2]
    ]


def test_explain_says_why_nothing_could_be_announced(run: Run, tmp_path: Path) -> None:
    """The follower who holds a pair, and everybody who could close only on lead, reads the sentence and its source."""
    for seed in range(50):
        deal = random_deal("schnapsen", seed)
        path = written(tmp_path / "deal.json", to_record(deal))
        for entry in json.loads(run("explain", path, "--json").stdout)["moves"]:
            refused = {one["move"]: one for one in entry["refused"]}
            if entry["trick"] and "announce" in refused:
                assert refused["announce"]["clause"]["id"] == deal.rules.clause("announcements.marriage.window")
                assert refused["close"]["clause"]["id"] == deal.rules.clause("actions.close.window")
                text = run("explain", path, "--move", str(entry["number"]), "--lang", "en").stdout
                assert re.search(r"not allowed: Marriage .\n    6\.\d ", text)
                assert re.search(r"\[[^]]*P, Marriages", text.replace("\n", " "))
                return
    raise AssertionError("no follower held a pair")


def test_somebody_who_acts_out_of_turn_is_named(run: Run, tmp_path: Path) -> None:
    """The partner of the winner announces: the paragraph is about the partner, with the partner's hand."""
    for seed in range(200):
        deal = random_deal("guinote-tradicional", seed)
        for number, before in enumerate(deal.positions()[:-1], 1):
            move = deal.moves()[number - 1]
            if move.kind == "announce" and move.seat != before.actor:
                path = written(tmp_path / "deal.json", to_record(deal))
                text = run("explain", path, "--move", str(number), "--lang", "en").stdout
                assert text.splitlines()[0].endswith(f"· Player {move.seat}")
                assert f"  Player {before.actor}, allowed: " in text
                assert "  chosen: Cante " in text
                entry = json.loads(run("explain", path, "--move", str(number), "--json").stdout)["moves"][0]
                assert entry["seat"] == move.seat
                assert entry["hand"] == deal.rules.deck.cards(before.hands[move.seat])
                return
    raise AssertionError("nobody announced out of turn")


def test_what_was_before_the_deal_is_told(run: Run, tmp_path: Path) -> None:
    deal = deal_with("guinote-tradicional", "claim", totals=(78, 52), played=1)
    record = to_record(deal)
    path = written(tmp_path / "deal.json", record)
    text = run("replay", path, "--lang", "en").stdout
    assert "Score: Player 0 and Player 2 78, Player 1 and Player 3 52" in text
    assert re.search(r"Calling out: (78|52) \+ \d+ = \d+ points, (rightly|wrongly)", text)
    wrong = written(tmp_path / "wrong.json", record | {"before": {"totals": {"0": 1}}})
    result = run("replay", wrong)
    assert result.exit_code == 1
    assert "there is an account of '0', but the sides are 0+2, 1+3" in result.stderr
    line = int(result.stderr.removeprefix(f"{wrong}:").split(":")[0])
    assert '"before"' in Path(wrong).read_text(encoding="utf-8").splitlines()[line - 1]
    for before in ({"totals": {"0+2": "a"}}, {"played": -1}, {"x": 1}):
        assert run("replay", written(tmp_path / "no.json", record | {"before": before})).exit_code == 2


def test_a_pack_with_a_card_twice(run: Run, tmp_path: Path) -> None:
    record = to_record(random_deal("bummerl", 1))
    record["cards"][1] = record["cards"][0]
    path = written(tmp_path / "deal.json", record)
    result = run("replay", path, "--lang", "en")
    assert result.exit_code == 1
    assert re.search(r"the pack holds [02] x ", result.stderr)
    assert re.search(r"\n  \d+\.\d+ ", result.stderr)
    error = json.loads(run("replay", path, "--json").stdout)["error"]
    assert error["clause"]["id"].startswith("deck.")


def out_of_turn(deal: Deal) -> dict[str, Any] | None:
    seat = deal.setup.next[deal.actor or 0]
    return {"seat": seat, "move": "play", "card": deal.rules.deck.cards(deal.hands[seat])[0]}


def by_the_follower(deal: Deal) -> dict[str, Any] | None:
    if not deal.local.cards:
        return None
    held = deal.rules.deck.cards(deal.hands[deal.actor or 0])
    for suit in deal.rules.deck.suits:
        if suit + "K" in held and suit + "Q" in held:
            return {"seat": deal.actor, "move": "announce", "announcement": "marriage", "suit": suit}
    return None


def exchange_after_closing(deal: Deal) -> dict[str, Any] | None:
    talon = deal.local.talon
    return {"seat": deal.actor, "move": "exchange"} if talon.closed and not deal.local.cards else None


def claim_in_a_trick(deal: Deal) -> dict[str, Any] | None:
    return {"seat": deal.actor, "move": "claim"} if deal.local.cards else None


@pytest.mark.parametrize(
    ("ruleset", "wrong", "path", "word"),
    [
        ("bummerl", out_of_turn, "flow", "♠|♥|♦|♣"),
        ("bummerl", by_the_follower, "announcements.marriage.window", "Marriage"),
        ("bummerl", exchange_after_closing, "actions.exchange.when", "Exchange"),
        ("schnapsen", claim_in_a_trick, "actions.claim.window", "Claim"),
    ],
)
def test_a_wrong_move_in_a_record(run: Run, tmp_path: Path, ruleset: str, wrong: Wrong, path: str, word: str) -> None:
    """Place, clause, sentence and source are told; everything before it holds and is explained."""
    deal, index, move = next(
        (deal, index, move)
        for seed in range(300)
        for deal in [random_deal(ruleset, seed)]
        for index, before in enumerate(deal.positions()[:-1])
        if (move := wrong(before)) is not None
    )
    record = to_record(deal)
    record["moves"][index] = move
    file = written(tmp_path / "wrong.json", record)
    result = run("replay", file, "--lang", "en")
    assert result.exit_code == 1
    assert result.stdout == ""
    assert f": move {index + 1}: seat {move['seat']}: {move['move']}" in result.stderr
    clause = deal.rules.clause_text(deal.rules.clause(path) or "")
    assert f"\n  {clause['number']} " in result.stderr
    error = json.loads(run("replay", file, "--json").stdout)["error"]
    assert error["move"] == index + 1
    assert error["clause"]["id"] == clause["id"]
    told = run("explain", file, "--lang", "en")
    assert told.exit_code == 1
    assert told.stdout.count("\n  chosen: ") == index
    assert re.search(rf"\n  tried: ({word})", told.stdout)
    # Nothing has changed: without the wrong move the record goes on to hold.
    cut = {**record, "moves": to_record(deal)["moves"][:index]}
    del cut["result"]
    assert run("replay", written(tmp_path / "cut.json", cut)).exit_code == 0
