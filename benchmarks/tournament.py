"""How long a tournament takes to plan: the seating alone, and the whole folder with everything to print.

    python benchmarks/tournament.py [--players 60 300] [--rounds 3]

Two things are held to a promise, on two cores: 60 players in 10 seconds, 300 in a minute. The table shows elapsed and
processor time, repeats and bound. `--seating` leaves the folder out.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter, process_time

from stichwerk import load
from stichwerk.tournament import sizes
from stichwerk_tournament.seating import seat

PROMISED = {60: 10, 300: 60}
"""Players -> seconds."""


def children() -> float:
    """Processor time of all programs that were started and have ended, in seconds."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measure_seating(players: int, rounds: int) -> None:
    """Who sits where, and nothing else."""
    wanted = sizes(players, load("binokel-turnier"))
    begun, used = perf_counter(), process_time()
    found = seat(wanted, rounds, 1)
    told = f"{perf_counter() - begun:8.2f} s {process_time() - used:8.2f} s CPU"
    print(f"{players:4} players, {rounds} rounds, seating {told}   repeats {found.repeats}, bound {found.bound}")


def measure_folder(players: int) -> None:
    """The command as a person calls it."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "stichwerk", "tournament", "plan", "--players", str(players)]
        begun, used = perf_counter(), children()
        subprocess.run([*command, "-o", str(Path(folder) / "t")], check=True, stdout=subprocess.DEVNULL)
        took = perf_counter() - begun
    promised = f"   promised {PROMISED[players]} s" if players in PROMISED else ""
    print(f"{players:4} players, the whole folder  {took:8.2f} s {children() - used:8.2f} s CPU{promised}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, nargs="+", default=list(PROMISED))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seating", action="store_true", help="leave the folder out")
    asked = parser.parse_args()
    for players in asked.players:
        measure_seating(players, asked.rounds)
        if not asked.seating:
            measure_folder(players)


if __name__ == "__main__":
    main()
