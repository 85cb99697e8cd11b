"""How far a run is: a bar on a terminal, which leaves nothing behind, and plain lines where there is none."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

pty = pytest.importorskip("pty", reason="needs pseudo-terminals")

PROGRAMS = Path(__file__).parent / "programs"
CURSOR_HIDDEN, CURSOR_SHOWN, LINE_UP, LINE_CLEARED = "\x1b[?25l", "\x1b[?25h", "\x1b[1A", "\x1b[2K"


@dataclass(frozen=True)
class Ran:
    """What a run left on stdout, which is a pipe, and on stderr, which is a terminal."""

    code: int
    stdout: str
    terminal: str


def on_a_terminal(*words: str, program: str = "right", term: str = "xterm-256color", interrupt: bool = False) -> Ran:
    ours, theirs = pty.openpty()
    command = [sys.executable, str(PROGRAMS / "planted.py"), program]
    environment = {**os.environ, "TERM": term, "COLUMNS": "80"}
    arguments = [sys.executable, "-m", "stichwerk", "verify", *words, "--", *command]
    running = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=theirs, env=environment)
    os.close(theirs)
    said = b""
    give_up = time.monotonic() + 60
    while time.monotonic() < give_up:
        try:
            part = os.read(ours, 65536)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        said += part
        if interrupt and re.search(rb"\d/\d\d", said):  # there is an answer, so that the run has begun
            running.send_signal(signal.SIGINT)
            interrupt = False
    os.close(ours)
    stdout, _ = running.communicate(timeout=60)
    return Ran(running.returncode, stdout.decode(), said.decode())


def test_a_bar_runs_on_a_terminal_and_is_gone_in_the_end() -> None:
    ran = on_a_terminal("--ruleset", "guinote", "--profile", "cards")
    assert ran.code == 0
    total = int(ran.stdout.splitlines()[-1].split()[0])
    assert f"{total}/{total}" in ran.terminal
    assert "\u2501" in ran.terminal
    assert ran.terminal.index(CURSOR_HIDDEN) < ran.terminal.index(CURSOR_SHOWN)
    assert ran.terminal.endswith(LINE_UP + LINE_CLEARED)
    assert "\x1b" not in ran.stdout
    assert "\u2501" not in ran.stdout


def test_a_report_on_standard_output_is_whole_beside_the_bar() -> None:
    ran = on_a_terminal("--ruleset", "guinote", "--profile", "cards", "--json", "-")
    assert json.loads(ran.stdout)["footer"]["complete"] is True
    assert "passed, 0 failed" in ran.terminal[ran.terminal.rindex(LINE_CLEARED) :]


def test_an_interrupted_bar_gives_the_cursor_back() -> None:
    ran = on_a_terminal("--ruleset", "binokel-turnier", "--timeout", "30", program="hangs", interrupt=True)
    assert ran.code == 130
    assert ran.terminal.rindex(CURSOR_SHOWN) > ran.terminal.rindex(CURSOR_HIDDEN)
    assert "interrupted: " in ran.stdout


@pytest.mark.parametrize("term", ["dumb", "unknown"])
def test_a_terminal_that_cannot_move_its_cursor_gets_no_bar(term: str) -> None:
    ran = on_a_terminal("--ruleset", "guinote", "--profile", "cards", term=term)
    assert ran.code == 0
    assert ran.terminal == ""
