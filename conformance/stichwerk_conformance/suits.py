"""The signs of the suits, drawn for the report: paths in a square of 24 by 24."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["RED", "SHAPES"]

_HEART = "M12 21C5 15.5 2 12 2 8a5 5 0 0 1 10-1.5A5 5 0 0 1 22 8c0 4-3 7.5-10 13z"
_STEM = "l1.5 4h-5.5l1.5-4z"

SHAPES: Mapping[str, str] = {
    "french-S": f"M12 2c6 6 9 9 9 12.5a4.5 4.5 0 0 1-8 2.9{_STEM}a4.5 4.5 0 0 1-8-2.9C3 11 6 8 12 2z",
    "french-H": _HEART,
    "french-D": "M12 2l8 10-8 10-8-10z",
    "french-C": (
        "M12 2a4.5 4.5 0 0 1 3.6 7.2 4.5 4.5 0 1 1-2.3 8.2L14.5 22h-5l1.2-4.6a4.5 4.5 0 1 1-2.3-8.2A4.5 4.5 0 0 1 12 2z"
    ),
    "wuerttemberg-E": "M11 1h2v4a7 5 0 0 1 7 5H4a7 5 0 0 1 7-5zM5 11.5h14c0 5-3 8.5-7 11.5-4-3-7-6.5-7-11.5z",
    "wuerttemberg-L": ("M12 1c6 3 9 7 7.5 11.5-1 3.5-4 4.5-6.5 4V23h-2v-6.5c-2.5.5-5.5-.5-6.5-4C3 8 6 4 12 1z"),
    "wuerttemberg-H": _HEART,
    "wuerttemberg-S": (
        "M12 2a10 9 0 0 1 10 9H2A10 9 0 0 1 12 2zM2 12.5h20a10 9.5 0 0 1-9 9.4V17a1.5 1.5 0 1 0-2 0v4.9"
        "a10 9.5 0 0 1-9-9.4z"
    ),
    "spanish-O": (
        "M12 2a10 10 0 1 1 0 20 10 10 0 0 1 0-20zM12 5a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM12 8.5a3.5 3.5 0 1 1 0 7"
        " 3.5 3.5 0 0 1 0-7z"
    ),
    "spanish-C": "M5 2h14c0 6-2 10-6 11v6h4v3H7v-3h4v-6C7 12 5 8 5 2z",
    "spanish-E": "M12 1l2 3v11h4v2.5h-4.5V23h-3v-5.5H6V15h4V4z",
    "spanish-B": ("M16 1.5c3 0 5.5 3 4.5 6L9 21.5c-1.5 2-5 1.5-6-.5-1-1.5-.5-3 .5-4.5l9-13c1-1.5 2-2 3.5-2z"),
}
"""Pack and suit -> the path of its sign."""

RED = frozenset({"french-H", "french-D", "wuerttemberg-H", "wuerttemberg-S", "spanish-O", "spanish-C"})
"""The suits printed in red here, so that four of them can be told apart at a glance."""
