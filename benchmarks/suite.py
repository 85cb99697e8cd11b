"""Speed of `verify` against a program that answers at once, beside the same messages sent through `cat`.

What is paid once (reading the cases, starting and ending the program) is told apart from what each question costs:
that is the difference between a run with all questions and a run with one. A message is made when its case is asked
for the first time and is kept, so here as with `cat` ready-made messages are sent; what they cost is told beside it.
"""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import astuple, dataclass, replace
from functools import partial
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from statistics import median
from time import perf_counter
from typing import IO

from stichwerk.files import vectors_dir
from stichwerk_conformance.cases import ASKS, Allowed, Case, read_cases
from stichwerk_conformance.protocol import numbered
from stichwerk_conformance.runner import run
from stichwerk_conformance.subject import WINDOW

TIMES_OVER = 5
"""How often each case is asked, so that a run is long enough to be timed."""

LIMIT = 0.25
"""The share of the speed of the first loop that `verify` shall have."""

INSTANT = """
import sys
claims, read, write = sys.argv[1], sys.stdin.buffer, sys.stdout.buffer
hello = '{"protocol":"1","implementation":{"name":"instant","version":"1","language":"Python"},"claims":%s}'
hello = (hello % claims).encode()
for line in read:
    start = line.index(b'"id":') + 5
    result = hello if b'"method":"initialize"' in line else b'{"total":40}'
    write.write(b'{"jsonrpc":"2.0","id":' + line[start:line.index(b',', start)] + b',"result":' + result + b'}\\n')
    write.flush()
    if b'"method":"shutdown"' in line:
        break
"""
"""A program that answers every question at once, and the same; it claims what its argument says."""


@dataclass(frozen=True, slots=True)
class Spent:
    """Seconds by the clock, and of processor time: of this process, and of the program it talks to."""

    clock: float
    own: float
    other: float

    @property
    def processor(self) -> float:
        """Processor time of both sides."""
        return self.own + self.other

    def each(self, count: int, less: Spent) -> Spent:
        """What one of so many messages costs, in millionths of a second, without what is paid once."""
        return Spent(*(1e6 * (mine - once) / count for mine, once in zip(astuple(self), astuple(less), strict=True)))


def spent(work: Callable[[], None]) -> Spent:
    """What some work costs that waits for the program it starts."""
    gc.collect()  # what was measured before leaves nothing behind to be cleared away now
    before = perf_counter(), processor(RUSAGE_SELF), processor(RUSAGE_CHILDREN)
    work()
    after = perf_counter(), processor(RUSAGE_SELF), processor(RUSAGE_CHILDREN)
    return Spent(*(late - early for late, early in zip(after, before, strict=True)))


def processor(whose: int) -> float:
    """Seconds of processor time, in the program and in the kernel for it."""
    usage = getrusage(whose)
    return usage.ru_utime + usage.ru_stime


Loop = Callable[[IO[bytes], IO[bytes]], None]


def through_cat(loop: Loop) -> None:
    """Start `cat` and let a loop write to it and read from it."""
    with subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as cat:
        assert cat.stdin is not None
        assert cat.stdout is not None
        loop(cat.stdin, cat.stdout)
        cat.stdin.close()


def one_by_one(lines: Sequence[bytes]) -> Loop:
    """Each message is written when the one before it has come back."""

    def loop(to: IO[bytes], back: IO[bytes]) -> None:
        for line in lines:
            to.write(line)
            to.flush()
            back.readline()

    return loop


def one_by_one_as_json(cases: Sequence[Case]) -> Loop:
    """The same, but each message is made from its case, and what comes back is read."""

    def loop(to: IO[bytes], back: IO[bytes]) -> None:
        for number, case in enumerate(cases):
            message = {"jsonrpc": "2.0", "id": number, "method": case.method, "params": case.params}
            to.write(json.dumps(message).encode() + b"\n")
            to.flush()
            json.loads(back.readline())

    return loop


def sent_ahead(lines: Sequence[bytes]) -> Loop:
    """As many messages are under way as `verify` sends ahead, and half of them are written at once."""

    def loop(to: IO[bytes], back: IO[bytes]) -> None:
        half = WINDOW // 2
        packets = [lines[start : start + half] for start in range(0, len(lines), half)]
        for packet, before in zip([*packets, []], [[], *packets], strict=True):
            to.write(b"".join(packet))
            to.flush()
            for _ in before:
                back.readline()

    return loop


LOOPS = {
    "bytes, one by one": "moves ready-made messages, each written when the one before it has come back",
    "bytes, sent ahead": f"moves ready-made messages, up to {WINDOW} of them under way, as verify sends its questions",
    "JSON, one by one": "makes each message anew and reads what comes back, as a simple test program would",
}
"""The loops that send the messages through `cat`, each with what it does."""


class Measures:
    """What `verify` and the loops cost for each message and once, round by round."""

    def __init__(self) -> None:
        self.reading = spent(self._read)
        self.making = spent(self._make).each(len(self.cases), Spent(0, 0, 0))
        claims = json.dumps({"rulesets": sorted({case.ruleset for case in self.cases}), "profiles": list(ASKS)})
        self._program = [sys.executable, "-S", "-E", "-c", INSTANT, claims]
        lines = [numbered(number, case.question.unnumbered) for number, case in enumerate(self.cases)]
        loops = one_by_one(lines), sent_ahead(lines), one_by_one_as_json(self.cases)
        self._loops = dict(zip(LOOPS, loops, strict=True))
        self.starting: list[Spent] = []
        self.costs: dict[str, list[Spent]] = {name: [] for name in (*LOOPS, "verify")}

    def round(self) -> None:
        """Measure all of them one after the other, so that a busy machine slows each alike."""
        idle = spent(lambda: through_cat(one_by_one([b"\n"])))
        for name, loop in self._loops.items():
            self._add(name, spent(partial(through_cat, loop)), idle)
        self.starting.append(spent(lambda: self._verify(self.cases[:1])))
        self._add("verify", spent(lambda: self._verify(self.cases)), self.starting[-1])

    def forget(self) -> None:
        """Begin anew, with the same cases."""
        self.starting.clear()
        for costs in self.costs.values():
            costs.clear()

    def shares(self, of: str, kind: str) -> list[float]:
        """What `verify` reaches of the speed of a loop in each round, by the `clock` or in `processor` time."""
        pairs = zip(self.costs[of], self.costs["verify"], strict=True)
        return [getattr(loop, kind) / getattr(mine, kind) for loop, mine in pairs]

    def _read(self) -> None:
        self.shipped = [case for case in read_cases(vectors_dir()) if case.profile in ASKS]
        self.cases = [
            replace(case, id=f"{case.id}-{number}", allowed=(Allowed({"total": 40}),))
            for number in range(TIMES_OVER)
            for case in self.shipped
        ]

    def _make(self) -> None:
        for case in self.cases:
            case.question.unnumbered  # noqa: B018 - made now, and kept

    def _verify(self, cases: Sequence[Case]) -> None:
        ended = run(self._program, cases, timeout=10)
        assert ended.exit_code == 0, ended.results[0]

    def _add(self, name: str, cost: Spent, once: Spent) -> None:
        self.costs[name].append(cost.each(len(self.cases), once))


@contextmanager
def one_core() -> Iterator[None]:
    """Keep this process and those it starts on one core."""
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(cores)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


def measure_suite(rounds: int) -> None:
    """Measure so many rounds and print the medians, the least in brackets.

    A message that goes from core to core costs many times as much as one that stays, and where two programs run is up
    to the scheduler: a figure means something only with both on one core, or beside the other figures of its table.
    """
    measures = Measures()
    print(f"suite, one process, {rounds} rounds; {len(measures.shipped)} cases, read in {measures.reading.clock:.2f} s")
    print(
        "  a message is made once for each case, then only sent, by the loops as by verify: "
        f"{measures.making.own:.1f} us own processor to make it, in no figure below"
    )
    for number, (name, what) in enumerate(LOOPS.items()):
        print(f"  {name}: {what}{f' (limit {LIMIT:.3f})' if number == 0 else ''}")
    placements: dict[str, Callable[[], AbstractContextManager[None]]]
    placements = {"on one core": one_core, "on any core": nullcontext}
    for where, placed in placements.items():
        measures.forget()
        with placed():
            for _ in range(rounds):
                measures.round()
        show(measures, where)


def show(measures: Measures, where: str) -> None:
    """Print a table: millionths of a second for each message, and what `verify` reaches of the speed of the loops."""
    title = f"{where}, load {os.getloadavg()[0]:.1f}; us a message"
    print(f"{title:<36}", end="")
    print(f"{'clock':>16}{'own processor':>16}{'of the other':>16}{'share, clock':>17}{'processor':>16}")
    for name, costs in measures.costs.items():
        columns = [[getattr(cost, kind) for cost in costs] for kind in ("clock", "own", "other")]
        print(f"  {name:<34}" + "".join(f"{median(times):8.1f} ({min(times):5.1f})" for times in columns), end="")
        shares = [measures.shares(name, kind) for kind in ("clock", "processor")] if name in LOOPS else []
        print(*(f"{median(share):9.3f} ({min(share):.3f})" for share in shares), sep="")
    speed, starting = (
        median(cost.clock for cost in measures.costs["verify"]),
        median(one.clock for one in measures.starting),
    )
    print(f"  verify: {1e6 / speed:.0f} questions/s, and once {1e3 * starting:.0f} ms to start and end the program")
