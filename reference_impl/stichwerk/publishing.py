"""An edition made of what is coming: written into `spec/changes.yaml`, the rest of which stays as it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stichwerk.editing import Edit, applied, end_of, line_start, pair, root_of
from stichwerk.editions import Played
from stichwerk.errors import SpecError
from stichwerk.loader import Document

__all__ = ["new_edition", "same_edition"]

_MONTHS = {
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    "en": "January February March April May June July August September October November December",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
}
_TITLES = {"de": "Ausgabe {month} {year}", "en": "Edition of {month} {year}", "es": "Edición de {month} de {year}"}


def new_edition(document: Document, name: str, date: str, version: str, played: Mapping[str, Played]) -> str:
    """The file with a new edition at the top of all, to which the coming changes have been moved.

    SpecError when there is an edition of this id, or a newer one.
    """
    known = [entry["id"] for entry in document.value["editions"]]
    if known and name <= known[0]:
        raise _refused(document, f"the edition {name} is not newer than {known[0]}")
    text, root = document.text, root_of(document.text)
    head = [
        f"  - id: {name}",
        f'    date: "{date}"',
        f'    version: "{version}"',
        f"    title: {{{', '.join(f'{language}: {title}' for language, title in _title(name).items())}}}",
        "    rulesets:",
        *_listed(played),
    ]
    changes = _moved(document, root)
    entry = "\n".join(head) + "\n" + (f"    changes:\n{changes}\n" if changes else "")
    key, value = pair(root, "editions")
    if value.value:
        start = line_start(text, value.value[0].start_mark.index)
        edits = [(start, start, entry)]
    else:
        edits = [(key.start_mark.index, value.end_mark.index, f"editions:\n{entry.rstrip()}")]
    return applied(text, [*edits, *_emptied(root, text)])


def same_edition(document: Document, name: str, date: str | None, version: str, played: Mapping[str, Played]) -> str:
    """The file with its newest edition made anew: other hashes, and the coming changes among its own.

    SpecError when it is another edition that is the newest.
    """
    known = [entry["id"] for entry in document.value["editions"]]
    if name not in known[:1]:
        newest = f"the newest edition is {known[0]}" if known else "there is no edition yet"
        raise _refused(document, f"{newest}, so {name} cannot be made again")
    text, root = document.text, root_of(document.text)
    entry = pair(root, "editions")[1].value[0]
    edits = [_value(text, entry, "version", f'"{version}"')]
    if date is not None:
        edits.append(_value(text, entry, "date", f'"{date}"'))
    edits.append(_value(text, entry, "rulesets", "\n" + "\n".join(_listed(played))))
    if changes := _moved(document, root):
        last = end_of(text, entry)
        lead = "" if document.value["editions"][0].get("changes") else "\n    changes:"
        if any(key.value == "changes" for key, _ in entry.value):
            last = end_of(text, pair(entry, "changes")[1])
        edits.append((last, last, f"{lead}\n{changes}"))
    return applied(text, [*edits, *_emptied(root, text)])


def _title(name: str) -> dict[str, str]:
    year, month = name[:4], int(name[5:7])
    return {
        language: title.format(year=year, month=_MONTHS[language].split()[month - 1])
        for language, title in _TITLES.items()
    }


def _listed(played: Mapping[str, Played]) -> list[str]:
    lines = []
    for name, hashes in sorted(played.items()):
        lines += [f"      {name}:", f"        hash: {hashes.hash}", f"        choices: {hashes.choices}"]
    return lines


def _moved(document: Document, root: Any) -> str:
    """The coming changes as they are written, indented as those of an edition."""
    if not document.value.get("coming"):
        return ""
    key, value = pair(root, "coming")
    if value.flow_style:
        raise _refused(
            document, "the coming changes stand in brackets", hint="write each on lines of its own, after a dash"
        )
    text = document.text
    lines = text[text.index("\n", key.end_mark.index) + 1 : end_of(text, value)].splitlines()
    shift = " " * (6 - value.start_mark.column)
    return "\n".join(shift + line if line.strip() else "" for line in lines)


def _emptied(root: Any, text: str) -> list[Edit]:
    if all(key.value != "coming" for key, _ in root.value):
        return []
    key, value = pair(root, "coming")
    return [(key.end_mark.index, end_of(text, value), ": []")]


def _value(text: str, mapping: Any, key: str, new: str) -> Edit:
    name, value = pair(mapping, key)
    return name.end_mark.index + 1, end_of(text, value), new if new.startswith("\n") else f" {new}"


def _refused(document: Document, message: str, *, hint: str = "") -> SpecError:
    return SpecError(f"{document.name}: {message}", hint=hint)
