"""Speed of the engine as ratios against a plain Python program that plays the same trick phase, measured in one run.

    python benchmarks/run.py --baseline limit_py.py [--rounds 15]
    python benchmarks/run.py --only suite

The baseline is a Python file with a function play_deal(random.Random) that shuffles, deals 15 cards to three players
and plays 15 tricks. Both sides take turns, so that a busy machine slows both; the table shows the median of the ratios.
Without a baseline only absolute figures are printed. Times are processor time of this process.

The conformance suite is measured in `suite.py`.
"""

from __future__ import annotations

import argparse
import importlib.util
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time

from suite import measure_suite

import stichwerk
from stichwerk.deal import Deal
from stichwerk.moves import Choice, Move

CARD_MOVES = 45
"""Card moves in one deal of the baseline."""


def drawn(choice: Move | Choice, rng: Random) -> Move:
    """A move as it is, or one of a choice."""
    return choice if isinstance(choice, Move) else choice.sample(rng)


def before_the_tricks(rules: stichwerk.Rules, rng: Random, count: int) -> list[Deal]:
    """Deals that stand at the first lead."""
    found: list[Deal] = []
    tricks = list(rules.formal["flow"]).index("tricks")
    while len(found) < count:
        deal = rules.deal(0, rules.shuffled(rng))
        while not deal.finished and deal.step != tricks:
            deal = deal.apply(drawn(rng.choice(deal.legal_moves()), rng))
        if not deal.finished:
            found.append(deal)
    return found


def card_moves(starts: list[Deal], rng: Random) -> float:
    """Card moves a second: legal moves asked and one of them applied, for every card."""
    choice, moves, start = rng.choice, 0, process_time()
    for first in starts:
        deal = first
        while deal.result is None:
            deal = deal.apply(choice(deal.legal_moves()))
            moves += 1
    return moves / (process_time() - start)


def whole_deals(rules: stichwerk.Rules, rng: Random, count: int, *, played: bool) -> float:
    """Deals a second from the cut to the score, every move at random.

    played: never concede and never let all pass, so that every deal is played to its last trick.
    """
    choice, start = rng.choice, process_time()
    for number in range(count):
        deal = rules.deal(number % 3, rules.shuffled(rng))
        while deal.result is None:
            offers = deal.legal_moves()
            move = choice(offers)
            if not isinstance(move, Move):
                move = move.sample(rng)
            elif played and (move.kind == "contract" or (move.kind == "pass" and not deal.local.bid)):
                move = offers[0]
            deal = deal.apply(move)
        assert not played or sum(deal.result.facts.tricks) == rules.tricks_in_deal
    return count / (process_time() - start)


def stock_deals(rules: stichwerk.Rules, rng: Random, count: int) -> float:
    """Deals a second of a game over a stock, from the deal to the result; nobody claims, so that all is played."""
    choice, start = rng.choice, process_time()
    for number in range(count):
        deal = rules.deal(number % 2, rules.shuffled(rng))
        while deal.result is None:
            offers = deal.legal_moves()
            move = choice(offers)
            while move.kind == "claim":
                move = choice(offers)
            deal = deal.apply(move)
    return count / (process_time() - start)


def baseline_of(path: Path, rng: Random) -> Callable[[int], float]:
    """Deals a second of the baseline."""
    spec = importlib.util.spec_from_file_location("baseline", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)

    def run(count: int) -> float:
        start = process_time()
        for _ in range(count):
            module.play_deal(rng)
        return count / (process_time() - start)

    return run


def wall(arguments: list[str], runs: int) -> float:
    """Milliseconds that a fresh Python needs, the least of some runs."""
    times = []
    for _ in range(runs):
        start = perf_counter()
        subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
        times.append(perf_counter() - start)
    return 1000 * min(times)


def loading(runs: int) -> None:
    """What starting costs, in milliseconds, less what Python itself needs."""
    bare = wall(["-c", "pass"], runs)
    rows = {
        "import stichwerk (limit 50)": wall(["-c", "import stichwerk"], runs) - bare,
        "stichwerk rulesets, with Python's start (limit 200)": wall(["-m", "stichwerk", "rulesets"], runs),
    }
    code = (
        "import time, stichwerk.resolve as r, stichwerk.library as l; l.shipped()\n"
        "s = time.perf_counter(); r.resolve_ruleset('{}'); print(1000 * (time.perf_counter() - s))"
    )
    for ruleset in ("binokel", "binokel-anleitung", "binokel-turnier"):
        found = [
            float(subprocess.run([sys.executable, "-c", code.format(ruleset)], check=True, capture_output=True).stdout)
            for _ in range(runs)
        ]
        rows[f"resolving {ruleset}, cold (limit 100)"] = min(found)
    for name, value in rows.items():
        print(f"{name:<55} {value:8.1f} ms")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--baseline", type=Path, help="Python file with play_deal(random.Random)")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--only", choices=["engine", "suite"], help="measure only this")
    options = parser.parse_args()
    if options.only != "engine":
        measure_suite(min(options.rounds, 9))
    if options.only != "suite":
        engine(options.baseline, options.rounds)


def engine(path: Path | None, rounds: int) -> None:
    """Measure the engine and what starting costs."""
    rng = Random(1)
    rules = stichwerk.load("binokel")
    schnapsen = stichwerk.load("schnapsen")
    starts = before_the_tricks(rules, rng, 200)
    measures: dict[str, tuple[Callable[[], float], int, str]] = {
        "card moves, public API": (lambda: card_moves(starts, rng), CARD_MOVES, "moves/s (limit 0.333)"),
        "whole random deals": (lambda: whole_deals(rules, rng, 200, played=False), 1, "deals/s (limit 0.250)"),
        "whole deals, all tricks played": (lambda: whole_deals(rules, rng, 200, played=True), 1, "deals/s"),
        "whole random schnapsen deals": (lambda: stock_deals(schnapsen, rng, 200), 1, "deals/s (limit 0.100)"),
    }
    baseline = baseline_of(path, rng) if path else None
    for name, (measure, share, unit) in measures.items():
        measure()
        speeds, ratios = [], []
        for _ in range(rounds):
            if baseline:
                before = baseline(200)
            speeds.append(measure())
            if baseline:
                ratios.append(speeds[-1] / (share * (before + baseline(200)) / 2))
        text = f"{name:<32} {median(speeds):10.0f} {unit}"
        if ratios:
            text += f"   ratio median {median(ratios):.3f} (min {min(ratios):.3f}, max {max(ratios):.3f})"
        print(text)
    loading(5)


if __name__ == "__main__":
    main()
