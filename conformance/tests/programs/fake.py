"""Programs under test, right and wrong in as many ways as programs are: `fake.py BEHAVIOUR [FILE]`.

They play the toy rules of toy.yaml: a cut lifts at least three cards, the seat after the dealer leads, and
suit is followed. Where a behaviour goes wrong, it does so at the question about a cut of four cards.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

Message = dict[str, Any]

HELLO: Message = {
    "protocol": "1",
    "implementation": {"name": "fake", "version": "1", "language": "Python"},
    "claims": {"rulesets": ["toy"], "profiles": ["cards", "tricks", "deals"]},
}
lock = threading.Lock()


def write(text: str) -> None:
    with lock:
        sys.stdout.write(text + "\n")
        sys.stdout.flush()


def reply(request: Message, result: Any) -> None:
    write(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}))


def refuse(request: Message, code: int, message: str) -> None:
    write(json.dumps({"jsonrpc": "2.0", "id": request["id"], "error": {"code": code, "message": message}}))


def right(request: Message) -> Message:
    given = request["params"]["given"]
    match request["method"]:
        case "cards.cut":
            return {"legal": given["lifted"] >= 3}
        case "deals.first_lead":
            return {"seat": (given["dealer"] + 1) % 3, "because": "eldest"}
        case _:
            suit = given["trick"][0][0]
            return {"legal": [card for card in given["hand"] if card[0] == suit]}


def is_marked(request: Message) -> bool:
    return bool(request["params"]["given"].get("lifted") == 4)


def serve(answer: Callable[[Message], None], hello: Message = HELLO) -> None:
    for line in sys.stdin:
        request = json.loads(line)
        if request["method"] == "initialize":
            reply(request, hello)
        elif request["method"] == "shutdown":
            reply(request, None)
            return
        else:
            answer(request)


def marked(special: Callable[[Message], None]) -> Callable[[Message], None]:
    def answer(request: Message) -> None:
        if is_marked(request):
            special(request)
        else:
            reply(request, right(request))

    return answer


def hang(_: Message) -> None:
    time.sleep(60)


def crash(_: Message) -> None:
    sys.stderr.write("cannot cut four cards\n")
    sys.stderr.flush()
    os._exit(3)


def garbage_beside(request: Message) -> None:
    write("lifting four cards")
    write("putting them down")
    reply(request, right(request))


def crash_after(request: Message) -> None:
    reply(request, right(request))
    os.kill(os.getpid(), signal.SIGKILL)


def twice(request: Message) -> None:
    reply(request, right(request))
    reply(request, right(request))


def hang_with_pid(_: Message) -> None:
    Path(sys.argv[2]).write_text(str(os.getpid()))
    time.sleep(60)


def late(request: Message) -> None:
    threading.Timer(0.8, reply, (request, {"legal": False})).start()


def leave_a_child(request: Message) -> None:
    child = subprocess.Popen([sys.executable, "-S", "-c", "import time; time.sleep(60)"])
    Path(sys.argv[2]).write_text(str(child.pid))
    reply(request, right(request))


def crash_leaving_a_child(request: Message) -> None:
    child = subprocess.Popen([sys.executable, "-S", "-c", "import time; time.sleep(60)"])
    Path(sys.argv[2]).write_text(str(child.pid))
    crash(request)


def flood(_: Message) -> None:
    # Lines that take longer to check than to write.
    line = json.dumps([0] * 20_000) + "\n"
    while True:
        sys.stdout.write(line)


def half_a_line(_: Message) -> None:
    sys.stdout.write('{"jsonrpc": "2.0", "id"')
    sys.stdout.flush()
    os._exit(0)


AT_THE_MARK: dict[str, Callable[[Message], None]] = {
    "right": lambda request: reply(request, right(request)),
    "wrong": lambda request: reply(request, {"legal": False}),
    "number": lambda request: reply(request, {"legal": 1}),
    "not an object": lambda request: reply(request, [True]),
    "empty": lambda request: reply(request, {}),
    "error": lambda request: refuse(request, -32000, "four cards are too many"),
    "no method": lambda request: refuse(request, -32601, "method not found"),
    "hang": hang,
    "hang with pid": hang_with_pid,
    "late": late,
    "crash": crash,
    "crash after": crash_after,
    "half a line": half_a_line,
    "garbage": lambda _: write("lifting four cards"),
    "garbage beside": garbage_beside,
    "unknown id": lambda request: reply(request | {"id": 4711}, right(request)),
    "twice": twice,
    "huge line": lambda _: write("x" * (5 * 1024 * 1024)),
    "both": lambda request: write(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": {}, "error": {}})),
    "version 1": lambda request: write(json.dumps({"id": request["id"], "result": right(request)})),
    "request": lambda _: write('{"jsonrpc": "2.0", "id": 1, "method": "ask"}'),
    "list": lambda _: write("[]"),
    "flood": flood,
    "child": leave_a_child,
    "crash leaving a child": crash_leaving_a_child,
}


def crash_always(_: Message) -> None:
    os._exit(1)


def stubborn() -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    Path(sys.argv[2]).write_text(str(os.getpid()))
    for line in sys.stdin:
        request = json.loads(line)
        if request["method"] == "initialize":
            reply(request, HELLO)
        elif request["method"] != "shutdown":
            reply(request, right(request))
    time.sleep(60)


def out_of_order() -> None:
    asked: list[Message] = []

    def answer(request: Message) -> None:
        asked.append(request)
        threading.Timer(0.3 - 0.03 * (len(asked) % 8), reply, (request, right(request))).start()

    serve(answer)


def wavering() -> None:
    """Answers about three cards twice, but only in its first life; dies of four cards in every life."""
    first_life = not Path(sys.argv[2]).exists()
    Path(sys.argv[2]).touch()

    def answer(request: Message) -> None:
        if is_marked(request):
            crash(request)
        reply(request, right(request))
        if first_life and request["params"]["given"].get("lifted") == 3:
            reply(request, right(request))

    serve(answer)


def recorder() -> None:
    with Path(sys.argv[2]).open("w") as record:
        for line in sys.stdin:
            record.write(line)
            record.flush()
            request = json.loads(line)
            if request["method"] == "initialize":
                reply(request, HELLO)
            elif request["method"] == "shutdown":
                reply(request, None)
                return
            else:
                reply(request, right(request))


def one_question_only() -> None:
    served: list[Message] = []

    def answer(request: Message) -> None:
        reply(request, right(request))
        served.append(request)
        os._exit(0)

    serve(answer)


def claiming(**claims: Any) -> Message:
    return HELLO | {"claims": {"rulesets": ["toy"], "profiles": ["cards", "tricks", "deals"]} | claims}


def exit_at_once() -> None:
    sys.stderr.write("no licence found\n")
    sys.exit(7)


def banner() -> None:
    write("Toy player 1.0 welcomes you")
    serve(polite)


polite = marked(AT_THE_MARK["right"])
WITH_HELLO: dict[str, Message] = {
    "other version": HELLO | {"protocol": "2"},
    "no claims": {key: HELLO[key] for key in ("protocol", "implementation")},
    "claims nothing": claiming(rulesets=[], profiles=[]),
    "claims cards": claiming(profiles=["cards", "mileds"]),
    "claims four": claiming(rulesets=[{"id": "toy", "options": {"players": ["4"]}}]),
    "claims default": claiming(rulesets=[{"id": "toy"}]),
}
FROM_THE_START: dict[str, Callable[[], None]] = {
    "exit at once": exit_at_once,
    "hang at once": lambda: time.sleep(60),
    "banner": banner,
    "crash always": lambda: serve(crash_always),
    "one question": one_question_only,
    "stubborn": stubborn,
    "out of order": out_of_order,
    "recorder": recorder,
    "wavering": wavering,
}

behaviour = sys.argv[1]
if behaviour in AT_THE_MARK:
    serve(marked(AT_THE_MARK[behaviour]))
elif behaviour in WITH_HELLO:
    serve(polite, WITH_HELLO[behaviour])
else:
    FROM_THE_START[behaviour]()
