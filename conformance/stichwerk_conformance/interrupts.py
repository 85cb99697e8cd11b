"""What an interrupt from the keyboard or a build server does, and what it must not cut off."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NoReturn


@contextmanager
def ended_politely() -> Iterator[None]:
    """While it lasts, a request to end (SIGTERM, SIGHUP) is an interrupt.

    A build server that cancels a job leaves no program behind, and a report of what there was.
    """
    with _handled(_interrupt, "SIGTERM", "SIGHUP"):
        yield


@contextmanager
def finished_first() -> Iterator[None]:
    """While it lasts, a first interrupt is not heeded, a second one is.

    What is being written or ended comes to its end, for those who press the keys twice; but nobody has to wait for
    ever.
    """
    heard = False

    def wait(number: int, frame: object) -> None:
        nonlocal heard
        if heard:
            _interrupt(number, frame)
        heard = True

    with _handled(wait, "SIGINT", "SIGTERM", "SIGHUP"):
        yield


@contextmanager
def _handled(handler: Callable[[int, object], None], *names: str) -> Iterator[None]:
    """Signals, as far as the system has them, with another handler; no more than the main thread can do it."""
    wanted = [number for name in names if (number := getattr(signal, name, None)) is not None]
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {number: signal.signal(number, handler) for number in wanted}
    try:
        yield
    finally:
        for number, former in before.items():
            signal.signal(number, former)


def _interrupt(_number: int, _frame: object) -> NoReturn:
    raise KeyboardInterrupt
