"""The letters and figures in the corners of the cards, drawn as strokes: they look the same with every font.

Each is a line of round ends in a box 24 high; the width is where the next letter may begin.
"""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["GLYPHS", "STROKE", "glyphs"]

STROKE = 3.6

_GAP = 1.6

GLYPHS: Mapping[str, tuple[float, str]] = {
    "A": (19, "M2 22.2L9.5 1.8 17 22.2M4.8 15.4h9.4"),
    "B": (17, "M2 1.8v20.4h7a5.3 5.3 0 0 0 0-10.8H2h6.2a4.8 4.8 0 0 0 0-9.6z"),
    "C": (18.5, "M16.7 6.6C15.5 3.4 13.3 1.8 10.2 1.8 5.2 1.8 1.8 6 1.8 12s3.4 10.2 8.4 10.2c3.1 0 5.3-1.6 6.5-4.8"),
    "D": (18.4, "M2 1.8v20.4h5.2c5.6 0 9.4-4 9.4-10.2S12.8 1.8 7.2 1.8z"),
    "J": (13.8, "M12 1.8v14.6c0 3.8-1.8 5.8-4.9 5.8-2.9 0-4.7-1.4-5.3-4.4"),
    "K": (17.4, "M2 1.8v20.4M15 1.8L2.4 14.2M6.8 10.4l8.8 11.8"),
    "O": (20, "M10 1.8c4.9 0 8.2 4.2 8.2 10.2s-3.3 10.2-8.2 10.2S1.8 18 1.8 12 5.1 1.8 10 1.8z"),
    "Q": (20, "M10 1.8c4.9 0 8.2 4.2 8.2 10.2s-3.3 10.2-8.2 10.2S1.8 18 1.8 12 5.1 1.8 10 1.8zM11.6 15.8l6.2 6.8"),
    "R": (17.4, "M2 22.2V1.8h6.6a5.7 5.7 0 0 1 0 11.4H2M9 13.4l6.4 8.8"),
    "S": (
        16.6,
        (
            "M14.4 5.8C13.5 3.2 11.4 1.8 8.2 1.8c-3.6 0-6 2-6 4.9 0 6.7 12.6 3.6 12.6 10.1 0 3.3-2.6 5.4-6.5 5.4"
            "-3.6 0-6-1.6-6.6-4.6"
        ),
    ),
    "U": (18, "M2 1.8v12.8c0 4.9 2.6 7.6 7 7.6s7-2.7 7-7.6V1.8"),
    "0": (16, "M8 1.8c3.9 0 6.2 3.9 6.2 10.2S11.9 22.2 8 22.2 1.8 18.3 1.8 12 4.1 1.8 8 1.8z"),
    "1": (9.4, "M1.8 6.4l5.6-4.6v20.4"),
    "2": (16, "M2 7.2c.2-3.3 2.6-5.4 5.9-5.4 3.4 0 5.8 2.1 5.8 5.2 0 2.4-1.3 4.2-3.8 6.8L1.8 22.2h12.4"),
    "3": (16.2, "M2.4 1.8h10.8L7.4 9.8c4.2 0 7 2.3 7 6.1 0 3.8-2.7 6.3-6.6 6.3-3 0-5.2-1.4-6-4.2"),
    "4": (17, "M11.4 22.2V1.8L1.8 16.4h13.4"),
    "5": (
        16.2,
        "M13.2 1.8H4.4l-1 9.2c1.2-1.1 2.8-1.6 4.5-1.6 3.9 0 6.5 2.5 6.5 6.3 0 3.9-2.7 6.5-6.7 6.5-2.9 0-5-1.3-5.9-4",
    ),
    "6": (
        16.4,
        (
            "M12.8 3.4C11.8 2.3 10.4 1.8 8.9 1.8 4.6 1.8 1.8 6 1.8 13c0 5.7 2.4 9.2 6.5 9.2 3.7 0 6.3-2.6 6.3-6.4"
            "S12.1 9.6 8.6 9.6C5.2 9.6 2.4 12 1.9 15.4"
        ),
    ),
    "7": (16, "M1.8 1.8h12.4L6.4 22.2"),
    "8": (
        16.4,
        (
            "M8.2 11.3c-3.2 0-5.4-1.9-5.4-4.7S5 1.8 8.2 1.8s5.4 1.9 5.4 4.8-2.2 4.7-5.4 4.7c-3.8 0-6.4 2.1-6.4 5.4"
            "s2.6 5.5 6.4 5.5 6.4-2.2 6.4-5.5-2.6-5.4-6.4-5.4z"
        ),
    ),
    "9": (
        16.4,
        (
            "M3.6 20.6c1 1.1 2.4 1.6 3.9 1.6 4.3 0 7.1-4.2 7.1-11.2 0-5.7-2.4-9.2-6.5-9.2-3.7 0-6.3 2.6-6.3 6.4"
            "s2.5 6.2 6 6.2c3.4 0 6.2-2.4 6.7-5.8"
        ),
    ),
}
"""Character -> its width and the line that draws it."""


def glyphs(text: str) -> tuple[float, str] | None:
    """The width of a word and the SVG elements that draw it from (0, 0); None where a character has no drawing."""
    if not text or any(char not in GLYPHS for char in text):
        return None
    place = 0.0
    drawn = []
    for char in text:
        width, path = GLYPHS[char]
        at = f' transform="translate({place:g})"' if place else ""
        drawn.append(f'<path{at} d="{path}"/>')
        place += width + _GAP
    return place - _GAP, "".join(drawn)
