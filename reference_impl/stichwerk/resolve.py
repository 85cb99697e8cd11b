"""From a ruleset, its parents and the chosen options to one document.

Clauses are collected from the chain of parents, patches are applied by clause id, the formal parts are merged, and
every leaf remembers the clause that set it. Nothing is decided by the order of files or names: what two patches both
claim is an error.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path as FilePath
from typing import Any

from .choosing import choose, declared_in
from .errors import SpecError
from .library import Library, shipped
from .lineage import Clause, Path, at, chain_of, collect
from .loader import Document
from .patching import apply_patches, patches_of
from .prose import LANGUAGES, ProseError, render
from .translations import out_of_date


@dataclass(slots=True)
class Resolution:
    """A resolved ruleset together with where everything came from.

    document: the plain JSON (schema/resolved.schema.json); clauses: id -> clause with its origin; chain: the documents
    from the oldest parent to the ruleset itself.
    """

    document: dict[str, Any]
    clauses: dict[str, Clause]
    chain: list[Document]

    def find(self, leaf: str) -> tuple[Document, Path]:
        """Where the part of the rules at a dotted path was written: document and path in it.

        For a part that several clauses set it is the first of them, for one that nobody set the id of the ruleset.
        """
        provenance: Mapping[str, str] = self.document["provenance"]
        names = [name for name in provenance if name == leaf or name.startswith(leaf + ".")]
        names = names or [name for name in provenance if leaf.startswith(name + ".")]
        if not names:
            return self.chain[-1], ("id",)
        origin = self.clauses[provenance[names[0]]].rule_origin
        path: Path = (*origin.path, "rule")
        value = at(origin.document.value, path)
        for key in leaf.split("."):
            if isinstance(value, list):
                path, value = (*path, int(key)), value[int(key)]
            elif isinstance(value, dict) and key in value:
                path, value = (*path, key), value[key]
        return origin.document, path

    def error(self, leaf: str, message: str, *, expected: str = "", hint: str = "") -> SpecError:
        """An error about the part of the rules at a dotted path, at the place of the clause that set it."""
        document, path = self.find(leaf)
        place = document.place(path)
        snippet = document.snippet(place)
        return SpecError(message, place=place, path=leaf, expected=expected, hint=hint, snippet=snippet)


def resolve_ruleset(
    ruleset: str, options: Mapping[str, str] | None = None, *, library: Library | None = None
) -> dict[str, Any]:
    """Ruleset id and chosen options -> the resolved document (plain JSON).

    Options that are not chosen have their default. SpecError when the ruleset, an option or a choice does not exist,
    when choices exclude each other, and when a document is wrong.
    """
    return resolve(ruleset, options, library=library).document


def resolve(ruleset: str, options: Mapping[str, str] | None = None, *, library: Library | None = None) -> Resolution:
    """As resolve_ruleset, with the origin of every clause."""
    library = library or shipped()
    resolution = merge(ruleset, options, library=library)
    if not all(library.trusts(FilePath(document.name)) for document in resolution.chain):
        from .lint.formal import check_formal  # only documents from elsewhere need it on every load

        for problem in check_formal(resolution):
            raise problem
    return complete(resolution)


def merge(ruleset: str, options: Mapping[str, str] | None = None, *, library: Library) -> Resolution:
    """The first half of resolving: clauses and rules are put together, but not held against each other.

    The document has neither clauses nor hash yet; `complete` adds them to rules that are sound.
    """
    chain = chain_of(ruleset, library)
    head = chain[-1].value
    if head.get("abstract"):
        raise SpecError(f"{ruleset} is only a common part of other rulesets and cannot be played")
    sections, clauses = collect(chain)
    declared = declared_in(chain)
    chosen, fixed = choose(ruleset, chain, declared, options or {})
    apply_patches(list(patches_of(chain, declared, chosen)), sections, clauses, chosen)
    ordered = _in_order(sections, clauses)
    rules, provenance = _merge(ordered)
    document: dict[str, Any] = {
        "language": head["language"],
        "id": ruleset,
        "family": head["family"],
        "lineage": [document.value["id"] for document in chain],
        "follows": next((d.value["follows"] for d in reversed(chain) if "follows" in d.value), None),
        "title": head["title"],
        "authentic": head["authentic"],
        "options": chosen,
        "fixed": fixed,
        "pack": {},
        "sections": [section for name, section in sections.items() if any(c.section == name for c in ordered)],
        "rules": rules,
        "provenance": provenance,
    }
    resolution = Resolution(document, {clause.id: clause for clause in ordered}, chain)
    pack = _pack(resolution, library)
    document["pack"] = {key: value for key, value in pack.items() if key != "language"}
    return resolution


def complete(resolution: Resolution) -> Resolution:
    """The second half of resolving: sentences are filled in and the hash is taken. SpecError for a bad placeholder."""
    resolution.document["clauses"] = _written(resolution)
    resolution.document["hash"] = content_hash(resolution.document)
    return resolution


def _pack(resolution: Resolution, library: Library) -> dict[str, Any]:
    """The pack of cards that the rules name; SpecError at the clause that names it."""
    name = resolution.document["rules"].get("deck", {}).get("pack")
    if name is None:
        raise resolution.error("deck", "no clause says which pack is played with", expected="deck: {pack: ...}")
    try:
        return library.pack(name)
    except SpecError as error:
        if error.place is not None:
            raise
        raise resolution.error("deck.pack", error.message, hint=error.hint) from None


def content_hash(document: Mapping[str, Any]) -> str:
    """The hash of what is played: language, id, options, pack codes and rules. Wording does not change it."""
    content = {key: document[key] for key in ("language", "id", "options", "rules")}
    content["suits"] = [suit["code"] for suit in document["pack"]["suits"]]
    text = json.dumps(content, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return "sha256:" + sha256(text.encode()).hexdigest()


def options_of(ruleset: str, *, library: Library | None = None) -> dict[str, dict[str, Any]]:
    """The options a ruleset knows: id -> option as it stands in its document."""
    return {name: entry for name, (entry, _) in declared_in(chain_of(ruleset, library or shipped())).items()}


def _in_order(sections: Mapping[str, Any], clauses: Mapping[str, Clause]) -> list[Clause]:
    return [clause for name in sections for clause in clauses.values() if clause.section == name]


def _merge(ordered: list[Clause]) -> tuple[dict[str, Any], dict[str, str]]:
    """The formal parts as one, and for each leaf the clause that set it."""
    rules: dict[str, Any] = {}
    provenance: dict[str, str] = {}
    owner: dict[str, Clause] = {}
    for clause in ordered:
        _merge_into(rules, clause.body.get("rule", {}), "", clause, provenance, owner)
    return rules, provenance


def _merge_into(
    target: dict[str, Any],
    part: Mapping[str, Any],
    prefix: str,
    clause: Clause,
    provenance: dict[str, str],
    owner: dict[str, Clause],
) -> None:
    for key, value in part.items():
        path = f"{prefix}{key}"
        known = target.get(key)
        if isinstance(value, Mapping) and value and (key not in target or isinstance(known, dict)):
            _merge_into(target.setdefault(key, {}), value, path + ".", clause, provenance, owner)
            continue
        if key in target:
            other = owner.get(path) or next(c for leaf, c in owner.items() if leaf.startswith(path + "."))
            below: Path = ("rule", *path.split("."))
            origin = other.rule_origin
            there = origin.document.place(origin.path + below)
            raise clause.rule_origin.error(
                f"the clauses {other.id!r} and {clause.id!r} both set {path}; the other is at {there}",
                hint="one leaf belongs to one clause: patch the other clause, or leave the leaf out here",
                path=below,
            )
        target[key] = deepcopy(value)
        provenance[path] = clause.id
        owner[path] = clause


def _written(resolution: Resolution) -> list[dict[str, Any]]:
    """The clauses as they are published: numbered, with their sentences filled in."""
    rules, pack = resolution.document["rules"], resolution.document["pack"]
    numbers = {section["id"]: n for n, section in enumerate(resolution.document["sections"], start=1)}
    counts: dict[str, int] = {}
    written = []
    for clause in resolution.clauses.values():
        counts[clause.section] = counts.get(clause.section, 0) + 1
        body = clause.body
        entry: dict[str, Any] = {
            "id": clause.id,
            "number": f"{numbers[clause.section]}.{counts[clause.section]}",
            "section": clause.section,
        }
        if "title" in body:
            entry["title"] = body["title"]
        entry["text"] = {}
        for language in LANGUAGES:
            if language not in body["text"]:
                continue
            try:
                entry["text"][language] = render(body["text"][language], language, rules, pack)
            except ProseError as error:
                raise clause.text_origin.error(str(error), path=("text", language)) from None
        if "rule" in body:
            entry["rule"] = body["rule"]
        entry["sources"] = body.get("sources", [])
        entry["rulings"] = body.get("rulings", [])
        derived_status = "ruling" if entry["rulings"] and not entry["sources"] else "attested"
        entry["status"] = body.get("status", derived_status)
        if body.get("leaflet"):
            entry["leaflet"] = True
        text_from = clause.text_origin
        if stale := out_of_date(at(text_from.document.value, text_from.path), text_from.document.value["authentic"]):
            entry["stale"] = stale
        if patches := [*([clause.origin] if clause.origin.option else []), *clause.patched]:
            entry["patched_by"] = list(dict.fromkeys(origin.owner for origin in patches))
        written.append(entry)
    return written
