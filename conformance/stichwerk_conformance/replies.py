"""What came of a question: an answer, an error the program gave, or a fault of the program."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from stichwerk_conformance.json_text import Json
from stichwerk_conformance.protocol import RpcError, unnumbered


class FaultKind(StrEnum):
    """How a program can fail to answer at all."""

    TIMEOUT = "timeout"
    CRASH = "crash"
    EXCEPTION = "exception"
    PROTOCOL = "protocol"
    NOT_ANSWERED = "not_answered"


@dataclass(frozen=True)
class Question:
    """One request: `key` is the id of its case, which is never sent."""

    key: str
    method: str
    params: Mapping[str, Json]

    @cached_property
    def unnumbered(self) -> bytes:
        """The message on the wire without its id, made when it is asked for the first time."""
        return unnumbered(self.method, self.params)


class Answer(NamedTuple):
    """The result a program gave, right or wrong."""

    key: str
    result: Json


@dataclass(frozen=True, slots=True)
class Refusal:
    """A well-formed error response."""

    key: str
    error: RpcError


@dataclass(frozen=True, slots=True)
class Fault:
    """No usable answer. `stderr` is what the program had last written there when it was lost."""

    key: str
    kind: FaultKind
    message: str
    stderr: str = ""


Reply = Answer | Refusal | Fault
