"""Talking with the person at the terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable

import click


class Quit(Exception):
    """The person wants to stop."""


class Talk:
    """Lines out and lines in. read: the next line of input with its line end, empty at the end of the input."""

    def __init__(self, read: Callable[[], str] | None = None) -> None:
        self._read = read or sys.stdin.readline

    def tell(self, text: str = "") -> None:
        """Print a line."""
        click.echo(text)

    def ask(self, question: str) -> str:
        """The answer without spaces around it. Quit for q, EOFError at the end of the input."""
        click.echo(question, nl=False)
        line = self._read()
        if not line:
            raise EOFError
        answer = line.strip()
        if not sys.stdin.isatty():
            click.echo(answer)  # a terminal shows what is typed, a script would leave the question hanging
        if answer.lower() == "q":
            raise Quit
        return answer
