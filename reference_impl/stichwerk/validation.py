"""Documents held against the JSON Schemas, with errors that say place, path and remedy in plain words.

jsonschema is imported here and in `schemas`, and only when it is used: an engine that reads resolved rulesets does
without. A schema reports that none of seven alternatives fits; a person wants to know which word is misspelt.
So of alternatives the one that was probably meant speaks, and where none stands out their wishes are merged.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stichwerk import files
from stichwerk.errors import SpecError, described, did_you_mean, dotted, hint_for_text, written
from stichwerk.loader import Document
from stichwerk.schemas import schemas_in, validator_of

if TYPE_CHECKING:
    pass

__all__ = ["collect", "validate"]

_TYPES = {
    "integer": "an integer",
    "number": "an integer",
    "string": "text",
    "boolean": "true or false",
    "array": "a list",
    "object": "a mapping",
    "null": "null",
}
_TYPE_OF = {bool: "boolean", int: "integer", str: "string", type(None): "null"}
_BOUNDS = {
    "minimum": "at least {}",
    "maximum": "at most {}",
    "exclusiveMinimum": "more than {}",
    "exclusiveMaximum": "less than {}",
    "multipleOf": "a multiple of {}",
    "minLength": "text of at least {} characters",
    "maxLength": "text of at most {} characters",
    "minItems": "a list of at least {} entries",
    "maxItems": "a list of at most {} entries",
    "minProperties": "a mapping of at least {} keys",
    "maxProperties": "a mapping of at most {} keys",
}
_ONE = {"entries": "entry", "keys": "key", "characters": "character"}
_PLURAL = re.compile("|".join(_ONE))
# Of several complaints about one value only the most basic is worth reading.
_BASIC_FIRST = ("type", "const", "enum", "anyOf", "oneOf", "minLength")
_SUBSCHEMAS = ("allOf", "anyOf", "oneOf", "if", "then", "else", "$ref", "dependentSchemas")


def validate(document: Document, schema_name: str, schema_dir: Path | None = None) -> None:
    """Check a document against ``NAME.schema.json``.

    Raises SpecError for the first problem in reading order, or when the schema itself is missing or broken.
    """
    for error in collect(document, schema_name, schema_dir):
        raise error


def collect(document: Document, schema_name: str, schema_dir: Path | None = None) -> list[SpecError]:
    """All problems of a document under ``NAME.schema.json``, in reading order.

    Raises SpecError when the schema itself is missing or broken.
    """
    from referencing.exceptions import Unresolvable

    directory = schema_dir or files.schema_dir()
    schemas = schemas_in(directory)
    try:
        errors = list(validator_of(directory, schema_name).iter_errors(document.value))
        problems = [problem for error in errors for problem in _problems(error, schemas)]
    except Unresolvable as error:
        raise SpecError(f"the schema {schema_name!r} refers to {error.ref!r}, which does not exist") from None
    sure = [problem.path for problem in problems if not problem.doubtful]
    problems = [
        problem
        for problem in problems
        if not (problem.doubtful and any(path[: len(problem.path)] == problem.path for path in sure))
    ]
    problems.sort(key=lambda problem: problem.rank)
    first: dict[Any, _Problem] = {}
    for problem in problems:
        first.setdefault((problem.path, problem.key), problem)
    found = [problem.error(document) for problem in first.values()]
    return sorted(found, key=lambda error: (error.place.line, error.place.column) if error.place else (0, 0))


@dataclass(frozen=True, slots=True)
class _Problem:
    """One complaint: about a value, or about a key of a mapping that is unknown or missing."""

    kind: str  # "key", or the keyword of the schema that complains about a value
    path: tuple[str | int, ...]
    found: Any
    key: str | None = None
    types: tuple[str, ...] = ()  # types that would fit
    words: tuple[Any, ...] = ()  # values, or for "key" and "required" keys, that would fit
    expected: str = ""  # what else would fit
    message: str = ""
    hint: str = ""
    doubtful: bool = False  # perhaps only the consequence of another problem

    @property
    def rank(self) -> int:
        """How basic the complaint is; 0 is the most basic."""
        return _BASIC_FIRST.index(self.kind) if self.kind in _BASIC_FIRST else len(_BASIC_FIRST)

    def error(self, document: Document) -> SpecError:
        """The complaint with its place, in words."""
        if self.kind == "key":
            path = (*self.path, str(self.key))
            expected = self.expected or (f"a key of: {', '.join(map(str, self.words))}" if self.words else "")
            message = self.message or f"unknown key {self.key!r}"
            hint = self.hint or did_you_mean(str(self.key), self.words)
            place = document.key_place(path)
            return SpecError(message, place=place, path=dotted(path), expected=expected, hint=hint)
        place, name = document.place(self.path), dotted(self.path)
        if self.kind == "required":
            message = f"the key {self.key!r} is missing" if self.key else "a key is missing"
            return SpecError(message, place=place, path=name, expected=self.expected, hint=self.hint)
        values = list(dict.fromkeys(map(written, self.words)))
        parts = [f"one of {', '.join(values)}" if len(values) > 1 else value for value in values[:1]]
        parts += dict.fromkeys(_TYPES[name] for name in self.types)
        expected = " or ".join([*parts, *filter(None, [self.expected])])
        hint = self.hint or self.hint_for_value(document)
        message = self.message or f"found {described(self.found)}"
        return SpecError(message, place=place, path=name, expected=expected, hint=hint)

    def hint_for_value(self, document: Document) -> str:
        """How to write what was probably meant."""
        wanted = {*self.types, *(_TYPE_OF.get(type(word), "") for word in self.words)}
        found = self.found
        if isinstance(found, str):
            if not found and not document.is_quoted(self.path):
                return "nothing is written here"
            hint = hint_for_text(found, wanted, quoted=document.is_quoted(self.path))
            return hint or did_you_mean(found, self.words)
        if "string" in self.types or written(found) in self.words:
            return f'quote it: "{written(found)}"' if isinstance(found, (bool, int, type(None))) else ""
        return ""


def _problems(error: Any, schemas: Any) -> list[_Problem]:
    """The complaints behind one error of jsonschema."""
    keyword, value, found = str(error.validator), error.validator_value, error.instance
    path = tuple(error.absolute_path)
    if "propertyNames" in error.absolute_schema_path:
        samples = _samples(error.schema)
        expected = f"a key such as {samples}" if samples else f"a key that fits {keyword} {value}"
        if keyword == "enum":
            return [_Problem("key", path, found, key=found, words=tuple(value))]
        about = error.schema.get("description", "")
        return [_Problem("key", path, found, key=found, expected=expected, hint=about)]
    if keyword in {"additionalProperties", "unevaluatedProperties"} and value is False:
        return _unknown_keys(error, path, schemas)
    if keyword == "required":
        known = set(_known_keys(error.schema, schemas))
        strays = [key for key in found if key not in known]
        expected = f"a mapping with the keys: {', '.join(value)}"
        key = next(key for key in value if error.message.startswith(f"{key!r} "))  # each has an error of its own
        hint = did_you_mean(key, strays, "{} looks like it")
        return [_Problem(keyword, path, found, key, (), (key,), expected, hint=hint)]
    if keyword in {"anyOf", "oneOf"} and error.context:
        branches: dict[Any, list[_Problem]] = {}
        for cause in error.context:
            branches.setdefault(cause.schema_path[0], []).extend(_problems(cause, schemas))
        return _choose(list(branches.values()), path)
    return [_value_problem(error, path)]


def _unknown_keys(error: Any, path: tuple[str | int, ...], schemas: Any) -> list[_Problem]:
    """One complaint for each key that the schema does not know."""
    found: Any = error.instance
    schema: Any = error.schema
    if error.validator == "additionalProperties":
        words = tuple(schema.get("properties", ()))
        patterns = tuple(schema.get("patternProperties", ()))
        unknown = [key for key in found if key not in words and not any(re.search(p, key) for p in patterns)]
        expected = f"a key that matches {' or '.join(patterns)}" if patterns and not words else ""
        return [_Problem("key", path, found, key, (), words, expected) for key in unknown]
    words = tuple(dict.fromkeys(_known_keys(schema, schemas)))
    # Which keys they are, jsonschema says only in its message. A key that the schema does know is left over
    # when an alternative failed for another reason, or when it belongs to another alternative.
    unknown = [key for key in found if repr(key) in error.message]
    problems = [_Problem("key", path, found, key, (), words) for key in unknown]
    return [
        replace(problem, message=f"the key {problem.key!r} does not belong here", doubtful=True)
        if problem.key in words
        else problem
        for problem in problems
    ]


def _known_keys(schema: Any, schemas: Any) -> Iterator[str]:
    """The keys that a schema names for a mapping, in all its alternatives."""
    if not isinstance(schema, dict):
        return
    yield from schema.get("properties", ())
    for keyword in _SUBSCHEMAS:
        inner = schema.get(keyword, ())
        if keyword == "$ref":
            inner = [schemas.resolver().lookup(inner).contents] if inner else ()
        elif isinstance(inner, dict):
            inner = inner.values() if keyword == "dependentSchemas" else [inner]
        for part in inner:
            yield from _known_keys(part, schemas)


def _choose(branches: list[list[_Problem]], path: tuple[str | int, ...]) -> list[_Problem]:
    """The complaints of the alternative that was probably meant, or the wishes of several as one."""

    def here(problem: _Problem, *kinds: str) -> bool:
        return problem.path == path and problem.kind in kinds

    def tag(problem: _Problem) -> bool:  # a key of the mapping whose value says which alternative it is
        return problem.path[:-1] == path and problem.kind in {"const", "enum"}

    def other_type(problem: _Problem) -> bool:
        fitting = {*problem.types, *(_TYPE_OF.get(type(word), "") for word in problem.words)}
        return here(problem, "type", "const", "enum") and _TYPE_OF.get(type(problem.found)) not in fitting

    def distance(branch: list[_Problem]) -> tuple[int, int, int]:
        return (
            sum(map(other_type, branch)),
            sum(map(tag, branch)),
            sum(here(problem, "key", "required") for problem in branch),
        )

    nearest = min(map(distance, branches))
    likely = sorted((branch for branch in branches if distance(branch) == nearest), key=len)
    best = likely[0]
    if all(here(problem, "type", "const", "enum") for problem in best):
        return [_merged([p for branch in branches for p in branch if here(p, "type", "const", "enum")])]
    if tags := [problem for problem in best if tag(problem)]:
        wishes = [p for branch in branches for p in branch if tag(p) and p.path == tags[0].path]
        others = [problem for problem in best if problem is not tags[0]] if len(likely) == 1 else []
        return [_merged(wishes), *others]
    if nearest[2] and len(likely) > 1:
        all_here = [p for branch in likely for p in branch if here(p, "key", "required")]
        counts = [sum(p.key == problem.key and p.kind == "key" for p in all_here) for problem in all_here]
        strays = [p for p, count in zip(all_here, counts, strict=True) if count == len(likely)]
        if strays:
            merged = _merged([p for p in all_here if p.kind == "key"])
            return [replace(problem, words=merged.words) for problem in strays]
        keys = dict.fromkeys(str(p.key) for p in all_here if p.kind == "required")
        if keys:
            expected = f"a mapping with {'one of the keys:' if len(keys) > 1 else 'the key'} {', '.join(keys)}"
            key = next(iter(keys)) if len(keys) == 1 else None
            return [replace(all_here[0], kind="required", key=key, expected=expected, hint="")]
    return best


def _merged(problems: list[_Problem]) -> _Problem:
    """One complaint that accepts what any of these would accept."""
    types = dict.fromkeys(name for problem in problems for name in problem.types)
    words: list[Any] = []
    for problem in problems:
        words += [word for word in problem.words if word not in words]
    return replace(problems[0], types=tuple(types), words=tuple(words))


def _value_problem(error: Any, path: tuple[str | int, ...]) -> _Problem:
    """The complaint about a single value."""
    keyword, value, found, schema = str(error.validator), error.validator_value, error.instance, error.schema
    about = str(schema.get("description", "")) if isinstance(schema, dict) else ""
    change: dict[str, Any] = {"message": error.message, "hint": about}
    if keyword == "type":
        change = {"types": (value,) if isinstance(value, str) else tuple(value)}
    elif keyword in {"enum", "const"}:
        change = {"words": tuple(value) if keyword == "enum" else (value,)}
    elif keyword in _BOUNDS:
        expected = _BOUNDS[keyword].format(value)
        change = {"expected": _PLURAL.sub(lambda many: _ONE[many[0]], expected) if value == 1 else expected}
    elif keyword == "pattern":
        samples = _samples(schema)
        change = {"expected": f"text such as {samples}" if samples else f"text that matches {value}"}
        change["hint"] = about or f"it must match {value}"
    elif keyword == "uniqueItems":
        index = next(index for index, item in enumerate(found) if item in found[:index])
        change = {"path": (*path, index), "expected": "each entry once"}
        change["message"] = f"the entry is repeated: {described(found[index])}"
    elif keyword == "dependentRequired":
        have, need = next((a, b) for a, names in value.items() if a in found for b in names if b not in found)
        change = {"kind": "required", "key": need, "expected": f"{need} wherever there is {have}"}
    elif keyword == "not" and isinstance(value, dict) and len(value.get("required", ())) > 1:
        change["message"] = f"the keys {' and '.join(value['required'])} do not go together"
    elif keyword == "oneOf":
        change["message"] = "several alternatives fit at once"
    elif keyword == "not" and value == {} and path:  # in the schema file: `"key": false`
        message = f"the key {path[-1]!r} is not allowed here"
        change = {"kind": "key", "path": path[:-1], "key": path[-1], "message": message}
    return replace(_Problem(keyword, path, found), **change)


def _samples(schema: Any) -> str:
    """The examples of a schema."""
    return " or ".join(map(written, schema.get("examples", ())[:3])) if isinstance(schema, dict) else ""
