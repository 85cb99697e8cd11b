"""Typesetting of sentences: spaces that must not break, dashes, quotation marks, as each language wants them."""

from __future__ import annotations

import re

__all__ = ["NARROW", "NBSP", "typeset"]

NBSP = "\N{NO-BREAK SPACE}"
NARROW = "\N{NARROW NO-BREAK SPACE}"

_UNITS = {
    "de": "Augen|(?:Spiel|Stich)?[Pp]unkte?n?|Karten?|Stichen?|Stiche|Spielern?|Prozent|Minuten|%|€"
    "|Dapp|Talon|offen|beiseite",
    "en": "(?:game |trick )?points?|cards?|tricks?|players?|widow|stock|turned up|out of play|per cent|minutes?",
    "es": "puntos?|tantos?|cartas?|bazas?|dapp|mazo|descubierta|fuera de juego|jugadores|por ciento|minutos?|%|€",
}
_QUOTES = {"de": ("„", "“"), "en": ("“", "”"), "es": ("«", "»")}
_ABBREVIATION = re.compile(r"\b([zdusoi])\. ?([BhaoRdÄ])\.")
_RANGE = re.compile(r"(?<=\d)-(?=\d)")
_DASH = re.compile(r"[ \N{NO-BREAK SPACE}](?:-|–)(?= )")
_STRAIGHT = re.compile(r'"([^"]*)"')


def typeset(text: str, language: str) -> str:
    """A sentence as it is printed: "z. B." with a narrow space, no line break between a figure and its unit, en dashes.

    Quotation marks that a text has in its own form stay as they are.
    """
    opening, closing = _QUOTES[language]
    text = _STRAIGHT.sub(rf"{opening}\1{closing}", text)
    text = text.replace("...", "…").replace("'", "’")
    text = _RANGE.sub("–", text)
    text = _DASH.sub(f"{NBSP}–", text)
    if language == "de":
        text = _ABBREVIATION.sub(rf"\1.{NARROW}\2.", text)
    return re.sub(rf"(?<=\d) (?=(?:{_UNITS[language]})\b)", NBSP, text)
