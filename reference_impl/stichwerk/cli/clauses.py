"""A clause for people: its number, its sentence, and where it comes from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from .screen import wrapped
from .texts import say

if TYPE_CHECKING:
    from stichwerk.rules import Rules


def grounds(clause: Mapping[str, Any], lang: str) -> str:
    """What a clause rests on: "B, Reizen; ruling B2"."""
    parts = [f"{source['id']}, {source['at']}" if "at" in source else source["id"] for source in clause["sources"]]
    if rulings := clause["rulings"]:
        parts.append(say(lang, "ruling" if len(rulings) == 1 else "rulings", ids=", ".join(rulings)))
    return "; ".join(parts)


def sentence(clause: Mapping[str, Any], lang: str) -> str:
    """Title and sentence."""
    text: str = clause["text"][lang]
    return f"{clause['title'][lang]}: {text}" if "title" in clause else text


def quoted(rules: Rules, clause: str, lang: str, *, indent: str = "  ") -> str:
    """A paragraph with number, sentence and grounds of a clause, named by its id."""
    found = rules.clause_text(clause)
    number = f"{indent}{found['number']} "
    text = sentence(found, lang) + (f" [{where}]" if (where := grounds(found, lang)) else "")
    return wrapped(text, indent=" " * len(number), first=indent + click.style(found["number"], fg="yellow") + " ")
