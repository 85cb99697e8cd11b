"""`stichwerk adapter`: the reference implementation as a program under test."""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper

import click


@click.command(short_help="Answer the questions of the conformance suite.")
@click.pass_context
def adapter(ctx: click.Context) -> None:
    """Answer the questions of the conformance suite.

    Reads JSON-RPC requests from standard input, one a line, and writes the responses to standard output. Made to be
    started by `stichwerk verify -- stichwerk adapter`.
    """
    from stichwerk.adapter import serve

    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    if isinstance(sys.stdout, TextIOWrapper):
        # Half a surrogate pair in an id comes back as the escape that it was.
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    try:
        serve(sys.stdin, sys.stdout)
    except BrokenPipeError:
        # Nobody listens any more. What is still buffered must not complain at the end of the process.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        ctx.exit(130)
