"""`stichwerk rulesets`: which games there are."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .options import as_json, echo_json
from .screen import table, wrapped

if TYPE_CHECKING:
    from stichwerk.library import Library

_PART = r"^%s:.*?(?=^[^\s#]|\Z)"


@click.command(short_help="List the rulesets and their variants.")
@as_json("the list")
def rulesets(plain: bool) -> None:
    """List the rulesets and their variants."""
    from stichwerk.library import shipped

    found = describe(shipped())
    if plain:
        echo_json(found)
        return
    rows = [
        (
            ("  " if entry["variant_of"] else "") + entry["id"],
            entry["title"][entry["authentic"]],
            entry["family"],
            entry["follows"] or "",
            len(entry["options"]),
        )
        for entry in _under_parents(found)
    ]
    for line in table(("Ruleset", "Title", "Family", "Source", "Options"), rows, right=frozenset({4})):
        click.echo(line)
    note = "A variant stands indented below its ruleset. 'stichwerk show RULESET' shows the rules and options."
    click.echo("\n" + wrapped(note))


def describe(library: Library) -> list[dict[str, Any]]:
    """Every ruleset that can be played.

    Its id, title, family, the source it follows, the ruleset it is a variant of, and the options it leaves open. Only
    what stands before the clauses is read, and the options.
    """
    paths = library.paths()
    heads = {name: library.header(name) for name in paths}
    declared = {name: [option["id"] for option in _part(path, "options") or ()] for name, path in paths.items()}
    fixed = {name: set(_part(path, "choose") or ()) for name, path in paths.items()}
    found = []
    for name, head in heads.items():
        if head.get("abstract"):
            continue
        chain = [name]
        while (parent := heads[chain[0]].get("extends")) in heads and parent not in chain:
            chain.insert(0, parent)
        closed = {option for part in chain for option in fixed[part]}
        parent = head.get("extends")
        found.append(
            {
                "id": name,
                "title": head["title"],
                "family": head["family"],
                "authentic": head["authentic"],
                "follows": next((heads[part]["follows"] for part in reversed(chain) if "follows" in heads[part]), None),
                "extends": parent,
                "variant_of": parent if parent in heads and not heads[parent].get("abstract") else None,
                "options": [option for part in chain for option in declared[part] if option not in closed],
            }
        )
    return found


def _part(path: Path, key: str) -> Any:
    """What stands under a key of a file; the rest of the file, above all its clauses, is not read."""
    from stichwerk.loader import parse_yaml

    part = re.search(_PART.encode() % key.encode(), path.read_bytes(), re.MULTILINE | re.DOTALL)
    return None if part is None else parse_yaml(part[0], str(path)).value[key]


def _under_parents(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rulesets family by family, each followed by its variants."""

    def place(entry: dict[str, Any]) -> list[str]:
        above = next((other for other in found if other["id"] == entry["variant_of"]), None)
        return [*(place(above) if above else [entry["family"]]), entry["id"]]

    return sorted(found, key=place)
