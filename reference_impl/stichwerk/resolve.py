"""From a ruleset, its parents and the chosen options to one document.

Clauses are collected from the chain of parents, patches are applied by clause id, the formal parts are merged, and
every leaf remembers the clause that set it. Nothing is decided by the order of files or names: what two patches both
claim is an error.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from difflib import get_close_matches
from hashlib import sha256
from pathlib import Path as FilePath
from typing import Any

from .errors import Place, SpecError
from .library import Library, shipped
from .loader import Document
from .prose import LANGUAGES, ProseError, render

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Origin:
    """Where something stands: the document, the path in it, and the ruleset or option that declares it."""

    document: Document
    path: Path
    owner: str
    level: int
    option: bool = False

    @property
    def place(self) -> Place:
        """file:line:column."""
        return self.document.place(self.path)

    def error(self, message: str, *, hint: str = "", path: Path = ()) -> SpecError:
        """An error at this place, or below it."""
        place = self.document.place(self.path + path)
        name = ".".join(map(str, self.path + path))
        return SpecError(message, place=place, path=name, hint=hint, snippet=self.document.snippet(place))


@dataclass(slots=True)
class Clause:
    """A clause while it is being put together."""

    id: str
    section: str
    body: dict[str, Any]
    origin: Origin
    patched: list[Origin] = field(default_factory=list)

    @property
    def text_origin(self) -> Origin:
        """Where its text stands: in the last patch that brought one, or in the clause itself."""
        return self._bringer("text")

    @property
    def rule_origin(self) -> Origin:
        """Where its rule stands: in the last patch that brought one, or in the clause itself."""
        return self._bringer("rule")

    def _bringer(self, key: str) -> Origin:
        bringers = (patch for patch in reversed(self.patched) if key in _at(patch.document.value, patch.path))
        return next(bringers, self.origin)


@dataclass(frozen=True, slots=True)
class Patch:
    """One entry of `change`, `drop` or `add`."""

    kind: str
    entry: Mapping[str, Any]
    origin: Origin


@dataclass(slots=True)
class Resolution:
    """A resolved ruleset together with where everything came from.

    document: the plain JSON (schema/resolved.schema.json); clauses: id -> clause with its origin; chain: the documents from
    the oldest parent to the ruleset itself.
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
        value = _at(origin.document.value, path)
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
    sections, clauses = _collect(chain)
    declared = declared_in(chain)
    chosen, fixed = _choose(ruleset, chain, declared, dict(options or {}))
    _apply(list(_patches(chain, declared, chosen)), sections, clauses, chosen)
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


def _at(value: Any, path: Path) -> Any:
    found = value
    for part in path:
        found = found[part]
    return found


def chain_of(ruleset: str, library: Library) -> list[Document]:
    """The documents from the oldest parent to the ruleset itself."""
    chain: list[Document] = []
    seen: list[str] = []
    name, asked = ruleset, None
    while name:
        try:
            document = library.document(name)
        except SpecError as error:
            if asked is None or error.place is not None:
                raise
            raise Origin(asked, ("extends",), seen[-1], 0).error(error.message, hint=error.hint) from None
        if document.value["id"] != name:
            place = document.place(("id",))
            raise SpecError(
                f"the id is {document.value['id']!r}, but the file is named after {name!r}",
                place=place, path="id", hint="a ruleset lies in a file with its id as name",
            )  # fmt: skip
        seen.append(name)
        chain.insert(0, document)
        name, asked = document.value.get("extends", ""), document
        if name in seen:
            circle = " -> ".join([*seen[seen.index(name) :], name])
            raise Origin(document, ("extends",), seen[-1], 0).error(
                f"the parents go round in a circle: {circle}",
                hint="a ruleset may extend only one that does not lead back",
            )
    return chain


def _collect(chain: list[Document]) -> tuple[dict[str, dict[str, Any]], dict[str, Clause]]:
    """Sections in their order, and all clauses by id."""
    order: list[str] = []
    titles: dict[str, dict[str, Any]] = {}
    clauses: dict[str, Clause] = {}
    for level, document in enumerate(chain):
        owner = document.value["id"]
        position = 0
        for n, section in enumerate(document.value.get("sections", ())):
            name = section["id"]
            origin = Origin(document, ("sections", n), owner, level)
            if name in order:
                position = order.index(name) + 1
            else:
                order.insert(position, name)
                position += 1
            if "title" in section:
                titles.setdefault(name, {"id": name, "title": section["title"]})
            elif name not in titles:
                raise origin.error(f"the new section {name!r} has no title")
            for m, body in enumerate(section.get("clauses", ())):
                _put(clauses, name, body, Origin(document, ("sections", n, "clauses", m), owner, level))
    return {name: titles[name] for name in order}, clauses


def _put(clauses: dict[str, Clause], section: str, body: Mapping[str, Any], origin: Origin) -> Clause:
    name = body["id"]
    if name in clauses:
        raise origin.error(
            f"the clause {name!r} exists already, at {clauses[name].origin.place}",
            hint="patch it with 'change', or give the new clause another id",
            path=("id",),
        )
    clauses[name] = Clause(name, section, dict(body), origin)
    return clauses[name]


def declared_in(chain: list[Document]) -> dict[str, tuple[dict[str, Any], Origin]]:
    """Every option of the chain with its origin."""
    found: dict[str, tuple[dict[str, Any], Origin]] = {}
    for level, document in enumerate(chain):
        for n, option in enumerate(document.value.get("options", ())):
            origin = Origin(document, ("options", n), option["id"], level, option=True)
            if option["id"] in found:
                raise origin.error(f"the option {option['id']!r} exists already, at {found[option['id']][1].place}")
            if option["default"] not in _choices(option):
                raise origin.error(
                    f"{option['id']} has no choice {option['default']!r}",
                    hint=f"choices: {', '.join(_choices(option))}",
                    path=("default",),
                )
            found[option["id"]] = (option, origin)
    return found


def _choices(option: Mapping[str, Any]) -> list[str]:
    return [choice["id"] for choice in option["choices"]]


def _choose(
    ruleset: str, chain: list[Document], declared: Mapping[str, tuple[dict[str, Any], Origin]], asked: dict[str, str]
) -> tuple[dict[str, str], list[str]]:
    """Option -> choice for all options, and the options that a variant has fixed."""
    fixed: dict[str, str] = {}
    for level, document in enumerate(chain):
        for name, choice in document.value.get("choose", {}).items():
            origin = Origin(document, ("choose", name), document.value["id"], level)
            if name not in declared:
                raise origin.error(f"there is no option {name!r}", hint=_options_hint(name, declared))
            if choice not in _choices(declared[name][0]):
                raise origin.error(
                    f"{name} has no choice {choice!r}; choices: {', '.join(_choices(declared[name][0]))}"
                )
            fixed[name] = choice
    chosen = {name: fixed.get(name, option["default"]) for name, (option, _) in declared.items()}
    for name, choice in asked.items():
        choice = str(choice)
        if name not in declared:
            raise SpecError(f"{ruleset} has no option {name!r}", hint=_options_hint(name, declared))
        if choice not in _choices(declared[name][0]):
            raise SpecError(
                f"the option {name} of {ruleset} has no choice {choice!r}",
                expected=f"one of {', '.join(_choices(declared[name][0]))}",
            )
        if name in fixed and choice != fixed[name]:
            parent = chain[-1].value.get("extends", "its parent")
            raise SpecError(
                f"{ruleset} fixes {name} to {fixed[name]}", hint=f"to choose {name}={choice} start from {parent}"
            )
        chosen[name] = choice
    for name, choice in chosen.items():
        option, origin = declared[name]
        entry = next(c for c in option["choices"] if c["id"] == choice)
        for other, allowed in entry.get("requires", {}).items():
            if other not in declared:
                raise origin.error(f"{name}={choice} requires the option {other!r}, which does not exist")
            if chosen[other] not in allowed:
                raise SpecError(
                    f"{name}={choice} does not go with {other}={chosen[other]}",
                    expected=f"{other} {' or '.join(allowed)}",
                    hint=f"choose another {name}, or set {other}={allowed[0]}",
                )
    return chosen, list(fixed)


def _options_hint(name: str, declared: Mapping[str, Any]) -> str:
    return _near(name, declared, f"options: {', '.join(declared) or 'none'}")


def _near(name: str, known: Mapping[str, Any], otherwise: str) -> str:
    near = get_close_matches(name, known, n=1)
    return f"did you mean {near[0]}?" if near else otherwise


def _patches(
    chain: list[Document], declared: Mapping[str, tuple[dict[str, Any], Origin]], chosen: Mapping[str, str]
) -> Iterator[Patch]:
    """Every patch that the documents and the chosen options bring, those of documents first."""
    for level, document in enumerate(chain):
        yield from _entries(Origin(document, (), document.value["id"], level), document.value)
    for name, (option, origin) in declared.items():
        for n, choice in enumerate(option["choices"]):
            if choice["id"] == chosen[name]:
                below = Origin(origin.document, (*origin.path, "choices", n), origin.owner, origin.level, option=True)
                yield from _entries(below, choice)


def _entries(origin: Origin, holder: Mapping[str, Any]) -> Iterator[Patch]:
    for kind in ("change", "drop", "add"):
        for n, entry in enumerate(holder.get(kind, ())):
            path = (*origin.path, kind, n)
            yield Patch(kind, entry, Origin(origin.document, path, origin.owner, origin.level, origin.option))


def _apply(
    patches: list[Patch],
    sections: Mapping[str, Any],
    clauses: dict[str, Clause],
    chosen: Mapping[str, str],
) -> None:
    active = [patch for patch in patches if _holds(patch, chosen)]
    for patch in active:
        if patch.kind == "add":
            _add(patch, sections, clauses)
    last: dict[str, Patch] = {}
    dropped = []
    for patch in active:
        if patch.kind == "add":
            continue
        name = patch.entry["clause"]
        if name not in clauses:
            raise patch.origin.error(
                f"there is no clause {name!r} to {patch.kind}",
                hint=_near(name, clauses, "a patch names a clause of this ruleset or its parents"),
                path=("clause",),
            )
        if name in last:
            _allow(patch, last[name])
        last[name] = patch
        clause = clauses[name]
        if patch.kind == "drop":
            dropped.append(name)
            continue
        clause.body |= {key: value for key, value in patch.entry.items() if key not in ("clause", "if", "over")}
        clause.patched.append(patch.origin)
    for name in dropped:
        if last[name].kind == "drop":
            clauses.pop(name, None)


def _holds(patch: Patch, chosen: Mapping[str, str]) -> bool:
    for option, choices in patch.entry.get("if", {}).items():
        if option not in chosen:
            raise patch.origin.error(
                f"there is no option {option!r}", hint=_options_hint(option, chosen), path=("if", option)
            )
        if chosen[option] not in choices:
            return False
    return True


def _add(patch: Patch, sections: Mapping[str, Any], clauses: dict[str, Clause]) -> None:
    entry = patch.entry
    if entry["section"] not in sections:
        raise patch.origin.error(
            f"there is no section {entry['section']!r}", hint=f"sections: {', '.join(sections)}", path=("section",)
        )
    below = Origin(
        patch.origin.document,
        (*patch.origin.path, "clause"),
        patch.origin.owner,
        patch.origin.level,
        patch.origin.option,
    )
    clause = _put(clauses, entry["section"], entry["clause"], below)
    if after := entry.get("after"):
        if after not in clauses:
            raise patch.origin.error(
                f"there is no clause {after!r}", hint=_near(after, clauses, ""), path=("after",)
            )
        if clauses[after].section != clause.section:
            raise patch.origin.error(
                f"the clause {after!r} stands in the section {clauses[after].section!r}",
                hint="a clause is added behind another of its section",
                path=("after",),
            )
        names = list(clauses)
        names.remove(clause.id)
        names.insert(names.index(after) + 1, clause.id)
        reordered = {name: clauses[name] for name in names}
        clauses.clear()
        clauses.update(reordered)


def _allow(patch: Patch, before: Patch) -> None:
    """Two patches of one clause: the later must say that it goes over the earlier, unless it is an option of that file."""
    later, earlier = patch.origin, before.origin
    natural = later.option and not earlier.option and later.level >= earlier.level
    if natural or earlier.owner in patch.entry.get("over", ()):
        return
    if later.owner in before.entry.get("over", ()):
        raise later.error(
            f"{earlier.owner} already goes over this patch of {patch.entry['clause']!r}",
            hint="declare 'over' on the patch that comes later in the chain",
        )

    def sources(p: Patch) -> str:
        named = ", ".join(f"{s['id']} {s['at']}" for s in p.entry.get("sources", ()))
        return f" ({named})" if named else ""

    raise later.error(
        f"two patches change the clause {patch.entry['clause']!r}: {earlier.owner} at {earlier.place}{sources(before)}"
        f" and {later.owner} at {later.place}{sources(patch)}",
        hint=f"if this one is meant to win, give it 'over: [{earlier.owner}]'; or let 'if' keep them apart",
    )


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
        if clause.patched:
            entry["patched_by"] = list(dict.fromkeys(origin.owner for origin in clause.patched))
        written.append(entry)
    return written
