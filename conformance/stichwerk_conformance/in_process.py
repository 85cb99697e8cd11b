"""A program under test that is an object of this Python process, instead of a command.

It is either a callable `object(method, params) -> result` or has a method `ask` that is one; a class is made into
an object first. The questions are those of the protocol, `initialize` among them. It gets copies, so that nothing
it does to a question reaches another, and its results go through JSON as on a wire. What it raises is a failure of
the case at hand. Only what ends the whole process cannot be held off: that takes a command.
"""

from __future__ import annotations

import importlib
import io
import json
import queue
import sys
import threading
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import redirect_stdout
from typing import Any

from stichwerk_conformance.claims import ClaimError, Claims, Implementation, read_initialize
from stichwerk_conformance.json_text import DEEPEST, Json, parse
from stichwerk_conformance.protocol import LONGEST_MESSAGE, METHOD_NOT_FOUND, PROTOCOL_VERSION, RpcError
from stichwerk_conformance.replies import Answer, Fault, FaultKind, Question, Refusal, Reply
from stichwerk_conformance.session import START_FACTOR, StartError
from stichwerk_conformance.subject import StoppedError
from stichwerk_conformance.version import suite_version

__all__ = ["InProcess", "load_program"]

MOST_TIMEOUTS = 5
"""After so many questions without an answer in time the object is given up: each leaves a thread behind."""

_KEPT = 64 * 1024
_Ask = Callable[[str, Mapping[str, Json]], Any]


def load_program(name: str) -> _Ask:
    """The callable that `module:object` names. Raises StartError where there is none."""
    module_name, colon, path = name.partition(":")
    if not (module_name and colon and path):
        raise StartError(f"{name} is not MODULE:OBJECT, such as mygame.adapter:answer")
    if "" not in sys.path:
        sys.path.insert(0, "")  # the working directory, as with python -m
    try:
        found: Any = importlib.import_module(module_name)
        for part in path.split("."):
            found = getattr(found, part)
        if isinstance(found, type):
            found = found()
    except Exception as error:
        raise StartError(f"cannot import {name}: {_said(error)}", traceback.format_exc()) from error
    ask = getattr(found, "ask", found)
    if not callable(ask):
        raise StartError(f"{name} can neither be called nor has it a method ask")
    return ask  # type: ignore[no-any-return]


class InProcess:
    """A callable as the suite sees it. `timeout` is in seconds for one question."""

    def __init__(self, program: _Ask, timeout: float) -> None:
        self.remarks: list[str] = []
        self._program = program
        self._timeout = timeout
        self._worker: _Worker | None = None
        self._timeouts = 0
        self._stopped = False
        self._printed = _Tail()

    def open(self) -> tuple[Implementation, Claims]:
        """Hear what the program claims. Raises StartError."""
        about: Json = {"name": "stichwerk", "version": suite_version()}
        hello = Question("", "initialize", {"protocol": PROTOCOL_VERSION, "suite": about})
        match self._asked(hello, START_FACTOR * self._timeout):
            case Answer(result=result):
                try:
                    return read_initialize(result)
                except ClaimError as error:
                    raise StartError(f"initialize: {error}") from None
            case Refusal(error=refused):
                raise StartError(f"initialize: {refused.message}")
            case Fault(message=message, stderr=stderr):
                raise StartError(f"initialize: {message}", stderr)

    def ask(self, question: Question) -> Reply:
        """One question and what came of it. Raises StoppedError once the program has been stopped."""
        if self._timeouts >= MOST_TIMEOUTS:
            reason = f"given up after {MOST_TIMEOUTS} questions without an answer in time"
            if reason not in self.remarks:
                self.remarks.append(reason)
            return Fault(question.key, FaultKind.NOT_ANSWERED, reason)
        return self._asked(question, self._timeout)

    def ask_all(self, take: Callable[[], Question | None]) -> Iterator[Reply]:
        """Ask what `take` hands out until it returns None; what is printed meanwhile is kept for the report."""
        with redirect_stdout(self._printed):
            while (question := take()) is not None:
                yield self.ask(question)
        self.close()

    def kill(self) -> None:
        """Stop for good; a question that is being answered is left to itself."""
        self._stopped = True
        self.close()

    def close(self) -> None:
        """Let the thread go in which the program is called."""
        if self._worker is not None:
            self._worker.leave()
            self._worker = None

    def _asked(self, question: Question, seconds: float) -> Reply:
        if self._stopped:
            raise StoppedError
        worker = self._worker = self._worker or _Worker(self._program)
        reply = worker.ask(question, seconds)
        if self._stopped:
            raise StoppedError
        if reply is None:
            # A thread cannot be ended from outside: it is left behind, and the next question gets a new one.
            self._worker = None
            self._timeouts += 1
            return Fault(question.key, FaultKind.TIMEOUT, f"no answer within {seconds:g} s", self._printed.taken())
        printed = self._printed.taken()
        if isinstance(reply, Fault) and printed:
            return Fault(reply.key, reply.kind, reply.message, reply.stderr + printed)
        return reply


class _Worker:
    """A thread that calls the program, so that a call that never returns can be left behind."""

    def __init__(self, program: _Ask) -> None:
        self._inbox: queue.SimpleQueue[Question | None] = queue.SimpleQueue()
        self._outbox: queue.SimpleQueue[Reply | None] = queue.SimpleQueue()
        threading.Thread(target=self._work, args=(program,), daemon=True).start()

    def ask(self, question: Question, seconds: float) -> Reply | None:
        self._inbox.put(question)
        try:
            return self._outbox.get(timeout=seconds)
        except queue.Empty:
            self._inbox.put(None)
            return None

    def leave(self) -> None:
        self._inbox.put(None)
        self._outbox.put(None)

    def _work(self, program: _Ask) -> None:
        while (question := self._inbox.get()) is not None:
            self._outbox.put(_called(program, question))


def _called(program: _Ask, question: Question) -> Reply:
    params: Any = json.loads(json.dumps(question.params))
    try:
        result = program(question.method, params)
    except NotImplementedError as error:
        return Refusal(question.key, RpcError(METHOD_NOT_FOUND, str(error) or "method not found"))
    except BaseException as error:  # noqa: BLE001 - sys.exit() of a program under test must not end the suite
        return Fault(question.key, FaultKind.EXCEPTION, _said(error), traceback.format_exc()[-_KEPT:])
    try:
        text = json.dumps(result, allow_nan=False)
        if len(text) > LONGEST_MESSAGE:
            raise ValueError(f"the result is longer than {LONGEST_MESSAGE // 1024**2} MiB")
        return Answer(question.key, parse(text))
    except RecursionError:
        return Fault(question.key, FaultKind.PROTOCOL, f"the result is nested deeper than {DEEPEST} levels")
    except Exception as error:  # noqa: BLE001 - a result may be any object, with any behaviour of its own
        return Fault(question.key, FaultKind.PROTOCOL, f"the result is no JSON: {_said(error)}")


def _said(error: BaseException) -> str:
    try:
        text = str(error)
    except Exception:  # noqa: BLE001 - the program's own exception, which may be as broken as the program
        text = ""
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


class _Tail(io.TextIOBase):
    """Keeps the end of what is printed."""

    def __init__(self) -> None:
        self._text = ""

    def write(self, text: str) -> int:
        self._text = (self._text + text)[-_KEPT:]
        return len(text)

    def taken(self) -> str:
        text, self._text = self._text, ""
        return text
