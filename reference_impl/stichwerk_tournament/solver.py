"""The plan with the fewest repeats, and the proof that there is none with fewer: by OR-Tools' CP-SAT, for few players.

The model knows for every round and every set of players that could sit at a table whether it does. Of these there are
too many once there are more players than LARGEST.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from stichwerk.errors import SpecError
from stichwerk_tournament.repair import Tables, crowding, repeats

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, IntVar

__all__ = ["LARGEST", "NoSolverError", "Solution", "solve"]

LARGEST = 14
"""For more players than this, counting and repairing does as well, and the solver proves nothing in its time."""

_EFFORT, _POLISH = 2.0, 0.5
"""For the repeats and for how they are spread, in CP-SAT's own measure of work (a unit takes two to ten seconds of a
core): unlike a clock it gives the same plan on every machine."""


class NoSolverError(SpecError):
    """OR-Tools is not installed."""


@dataclass(frozen=True, slots=True)
class Solution:
    """A plan, and a number of repeats below which there is proved to be none."""

    plan: Tables
    bound: int


def solve(sizes: Sequence[int], rounds: int, start: Tables, bound: int) -> Solution:
    """The best plan that is found in a limited effort. start: a plan to begin with; bound: repeats that are certain.

    Of the plans with the fewest repeats, the least crowded one. NoSolverError when OR-Tools is not installed.
    """
    cp_model = _cp_model()
    model = _Model(cp_model.CpModel(), sizes, rounds)
    meetings_in_all = rounds * sum(size * (size - 1) // 2 for size in sizes)
    model.cp.add(model.distinct <= meetings_in_all - bound)
    model.hint(start)
    model.cp.maximize(model.distinct)
    solver = _solver(cp_model, _EFFORT)
    status = solver.solve(model.cp)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return Solution(start, bound)
    plan, proved = model.read(solver), meetings_in_all - round(solver.best_objective_bound)
    if repeats(start) <= repeats(plan):
        plan = start
    model.cp.add(model.distinct == meetings_in_all - repeats(plan))
    model.hint(plan)
    model.cp.minimize(model.crowding())
    solver = _solver(cp_model, _POLISH)
    if solver.solve(model.cp) in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        plan = min(plan, model.read(solver), key=crowding)
    return Solution(plan, max(bound, proved))


def _cp_model() -> Any:
    try:
        from ortools.sat.python import cp_model
    except ImportError:
        raise NoSolverError(
            "the best plan for so few players is found by a solver, OR-Tools, which is not installed",
            hint="python -m pip install 'stichwerk[tournament]'",
        ) from None
    return cp_model


def _solver(cp_model: Any, effort: float) -> Any:
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1  # several search at the same time, and which one is first is chance
    solver.parameters.random_seed = 1
    solver.parameters.max_deterministic_time = effort
    return solver


class _Model:
    """The variables and laws of seating. distinct: how many pairs meet at all."""

    def __init__(self, cp: CpModel, sizes: Sequence[int], rounds: int) -> None:
        self.cp = cp
        self._sizes = sizes
        self._players = range(sum(sizes))
        sets = [table for size in sorted(set(sizes)) for table in combinations(self._players, size)]
        self._sits: list[dict[tuple[int, ...], IntVar]] = [
            {table: cp.new_bool_var(f"{round_}: {table}") for table in sets} for round_ in range(rounds)
        ]
        for sits in self._sits:
            self._seat_all(sits)
        self._take_turns()
        self._break_symmetry()
        self._together = self._pairs()
        self._met = []
        for tables in self._together.values():
            met = cp.new_bool_var("met")
            cp.add(sum(tables) >= met)
            self._met.append(met)
        self.distinct: Any = sum(self._met)

    def _seat_all(self, sits: dict[tuple[int, ...], IntVar]) -> None:
        for player in self._players:
            self.cp.add_exactly_one(var for table, var in sits.items() if player in table)
        for size in set(self._sizes):
            self.cp.add(sum(var for table, var in sits.items() if len(table) == size) == self._sizes.count(size))

    def _take_turns(self) -> None:
        """Nobody is again at the other size of table before everybody was."""
        other = self._sizes[-1]
        if other == self._sizes[0]:
            return
        for rounds in range(1, len(self._sits) + 1):
            least, more = divmod(rounds * other * self._sizes.count(other), len(self._players))
            for player in self._players:
                times = sum(
                    var
                    for sits in self._sits[:rounds]
                    for table, var in sits.items()
                    if len(table) == other and player in table
                )
                self.cp.add_linear_constraint(times, least, least + (more > 0))

    def _break_symmetry(self) -> None:
        """Players are numbered as they sit: at the tables of the first turn, or else at those of the first round."""
        for round_, table in self._fixed():
            self.cp.add(self._sits[round_][table] == 1)

    def _fixed(self) -> list[tuple[int, tuple[int, ...]]]:
        other = self._sizes[-1]
        mixed = other != self._sizes[0]
        here = self._sizes.count(other) if mixed else len(self._sizes)
        rounds = min(len(self._sits), len(self._players) // (other * here)) if mixed else 1
        return [(number // here, tuple(range(number * other, (number + 1) * other))) for number in range(rounds * here)]

    def _pairs(self) -> dict[tuple[int, int], list[IntVar]]:
        together = defaultdict(list)
        for sits in self._sits:
            for table, var in sits.items():
                for pair in combinations(table, 2):
                    together[pair].append(var)
        return together

    def crowding(self) -> Any:
        """As that of `repair`: all meetings of a pair beyond its second, beyond its third, and so on."""
        beyond = []
        for tables in self._together.values():
            for times in range(2, len(self._sits)):
                more = self.cp.new_int_var(0, len(self._sits), "beyond")
                self.cp.add(more >= sum(tables) - times)
                beyond.append(more)
        return sum(beyond)

    def hint(self, plan: Tables) -> None:
        """Begin with this plan, its players numbered as those of the model."""
        placed: list[int] = []
        for round_, fixed in self._fixed():
            placed += next(one for one in plan[round_] if len(one) == len(fixed) and not set(one) & set(placed))
        numbers = {player: number for number, player in enumerate(dict.fromkeys([*placed, *self._players]))}
        cp: Any = self.cp
        cp.clear_hints()
        for sits, tables in zip(self._sits, plan, strict=True):
            seated = {tuple(sorted(numbers[player] for player in table)) for table in tables}
            for table, var in sits.items():
                cp.add_hint(var, table in seated)

    def read(self, solver: Any) -> Tables:
        """The plan that was found, tables in the order of their sizes."""
        order = {size: place for place, size in enumerate(self._sizes)}
        return [
            sorted((list(table) for table, var in sits.items() if solver.value(var)), key=lambda one: order[len(one)])
            for sits in self._sits
        ]
