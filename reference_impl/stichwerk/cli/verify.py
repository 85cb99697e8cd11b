"""`stichwerk verify`: the command of the conformance suite, which lies in the other package.

Its exit codes: 0 everything claimed passed, 1 something failed, 2 the program could not be run, 3 a wrong use.
"""

from __future__ import annotations

from stichwerk_conformance.verify import verify

__all__ = ["verify"]
