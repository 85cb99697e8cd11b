"""Programs that break as real ones do, in ways that fake.py does not: `faulty.py BEHAVIOUR [FILE]`.

They answer questions about a cut, right otherwise. FILE takes the ids of processes left behind, one a line.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

Message = dict[str, Any]
HELLO: Message = {
    "protocol": "1",
    "implementation": {"name": "<script>\x1b[31m", "version": "1", "language": "Python"},
    "claims": {"rulesets": ["toy"], "profiles": ["cards"]},
}
REAL: Message = {**HELLO, "claims": {"rulesets": [{"id": "binokel"}], "profiles": ["cards", "deals"]}}
"""For the commands that play with a program."""
SLEEPER = [sys.executable, "-S", "-E", "-c", "import time; time.sleep(60)"]


def write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def reply(request: Message, result: Any) -> None:
    write(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}) + "\n")


def right(request: Message) -> Message:
    return {"legal": request["params"]["given"]["lifted"] >= 3}


def remember(pid: int) -> None:
    with Path(sys.argv[2]).open("a") as file:
        file.write(f"{pid}\n")


def crash_at_the_37th(request: Message, count: int) -> None:
    if count == 37:
        os._exit(3)
    reply(request, right(request))


def logs(request: Message, _: int) -> None:
    write(f"INFO question {request['id']}\n")
    reply(request, right(request))


def half_a_line_and_hang(request: Message) -> None:
    write('{"jsonrpc": "2.0", ')
    time.sleep(60)


def close_stdout(request: Message) -> None:
    sys.stdout.flush()
    os.close(1)
    time.sleep(60)


def hundred_megabytes(request: Message) -> None:
    for _ in range(100):
        sys.stdout.write("x" * 1024 * 1024)
    write("\n")


def invalid_utf_8(request: Message) -> None:
    sys.stdout.buffer.write(b'{"jsonrpc": "2.0", "id": %d, "result": "\xff\xfe"}\n' % request["id"])
    sys.stdout.flush()


def daemon(request: Message) -> None:
    """Leave a process that has left the group, as a server started on the side does."""
    child = subprocess.Popen(SLEEPER, start_new_session=True)
    remember(child.pid)
    reply(request, right(request))


def fork(request: Message) -> None:
    """Fork in the middle: both go on, and both answer."""
    pid = os.fork()
    if pid:
        remember(pid)
    reply(request, right(request))


def hang_deaf(request: Message) -> None:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    remember(os.getpid())
    time.sleep(60)


def reads_no_more(request: Message) -> None:
    """Answer nothing and read nothing, so that the pipe from the suite fills up."""
    time.sleep(60)


def hang_deaf_at_once(request: Message, _: int) -> None:
    hang_deaf(request)


def script(request: Message) -> None:
    sys.stderr.write("<script>alert('stderr')</script>\x1b[2J\n")
    reply(request, {"legal": "</code><script>alert('answer')</script>\x1b[31m\x9b\u202e", "<b>key</b>\x07": [["<i>"]]})


def error(request: Message) -> None:
    text = "<script>alert('error')</script>\x1b[31m ]]> & \x00"
    write(json.dumps({"jsonrpc": "2.0", "id": request["id"], "error": {"code": 1, "message": text}}) + "\n")


def script_and_crash(request: Message) -> None:
    sys.stderr.write("<script>alert('stderr')</script>\x1b[2J ]]>\n")
    sys.stderr.flush()
    os._exit(1)


ALWAYS = {"crash at the 37th": crash_at_the_37th, "logs": logs, "hang deaf at once": hang_deaf_at_once}
AT_THE_MARK = {
    "right": lambda request: reply(request, right(request)),
    "wrong": lambda request: reply(request, {"legal": None}),
    "half a line and hang": half_a_line_and_hang,
    "close stdout": close_stdout,
    "100 MB": hundred_megabytes,
    "invalid UTF-8": invalid_utf_8,
    "daemon": daemon,
    "fork": fork,
    "hang deaf": hang_deaf,
    "reads no more": reads_no_more,
    "script": script,
    "error": error,
    "script and crash": script_and_crash,
}

behaviour = sys.argv[1]
count = 0
for line in sys.stdin:
    request = json.loads(line)
    if request["method"] == "initialize":
        reply(request, REAL if behaviour == "hang deaf at once" else HELLO)
    elif request["method"] == "shutdown":
        reply(request, None)
        break
    elif behaviour in ALWAYS:
        count += 1
        ALWAYS[behaviour](request, count)
    elif request["params"]["given"]["lifted"] == 4:
        AT_THE_MARK[behaviour](request)
    else:
        reply(request, right(request))
