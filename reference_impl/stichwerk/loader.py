"""The strict YAML loader: a document is plain data in which every value and every key knows its place.

YAML guesses types, and for rules it guesses wrongly: ``no`` would be false, ``010`` eight, ``1:30`` ninety.
Here only ``true``, ``false``, ``null`` and decimal integers resolve; all else is text. Whatever lets two
readers see different things in one document (anchors, aliases, merge keys, tags, repeated keys, keys that are
not text, several documents, directives) is an error.

Parsing runs on the events of libyaml: composing a node tree takes half as long again, and composed nodes no
longer show their anchors. Where libyaml is missing, PyYAML's parser in Python does it, ten times slower.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

import yaml
from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
)

from stichwerk.errors import Place, Source, SpecError, dotted
from stichwerk.files import MAX_BYTES, decode, read_bytes

_Parser: Any = yaml.SafeLoader
if yaml.__with_libyaml__:
    from yaml._yaml import CParser

    _Parser = CParser

__all__ = ["MAX_BYTES", "MAX_DEPTH", "Document", "load_yaml", "parse_yaml"]

MAX_DEPTH = 40
"""How deep mappings and lists may be nested."""

_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None}
_NO_KEYS = frozenset({*_WORDS, "<<", ""})
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)")
_INTEGER_START = frozenset("-0123456789")
# Sums and expressions stay within 64 bits, and int() refuses texts of thousands of digits.
_INTEGER_LENGTH = 18
_SURROGATE = re.compile("[\ud800-\udfff]")
_SYNTAX_HINTS = (
    (
        "mapping values",
        "text with a colon and a space must be quoted; keys of one mapping start in one column",
    ),
    ("cannot start any token", "indent with spaces; text that starts with a tab, %, @ or ` must be quoted"),
    ("alphabetic or numeric", "text that starts with & or * must be quoted"),
    ("escape", "in double quotes a backslash starts an escape; in single quotes it stands for itself"),
    ("a flow", "look for a missing comma or bracket; text that starts with { or [ must be quoted"),
    ("a quoted scalar", "look for a quotation mark that is not closed"),
    ("a simple key", "look for a missing colon after a key"),
    ("sequence entries", "begin the list on a line of its own, or quote text that starts with a dash"),
    ("did not find expected", "look for wrong indentation or a stray quotation mark at this place or before"),
)


@dataclass(eq=False)
class Document(Source):
    """One YAML document: its plain value (dict, list, str, int, bool, None) and the places of all its parts.

    ``name`` is what errors call the file, ``text`` what it says. Places are those of the text, whatever a
    caller does to the value. Lines and columns are worked out when somebody asks.
    """

    value: Any = None
    # The node of a scalar is its index in the text, of a list (index, nodes), of a mapping
    # (index, {key: (index of the key, node)}).
    nodes: Any = field(repr=False, default=0)

    def place(self, path: Sequence[str | int] = ()) -> Place:
        """The place of the value at this path, or of its nearest parent that is in the document."""
        return self.place_at(self._find(path)[1])

    def key_place(self, path: Sequence[str | int]) -> Place:
        """The place of the key of the value at this path; for the entry of a list that of the value."""
        return self.place_at(self._find(path)[0])

    def is_quoted(self, path: Sequence[str | int]) -> bool:
        """Whether the value at this path (or its nearest parent) is a text in quotation marks."""
        index = self._find(path)[1]
        return self.text[index : index + 1] in {"'", '"'}

    def _find(self, path: Sequence[str | int]) -> tuple[int, int]:
        """The indices of key and value at this path, or of the nearest parent that exists."""
        node = self.nodes
        key: int | None = None
        for step in path:
            children = node[1] if isinstance(node, tuple) else None
            if isinstance(children, dict) and step in children:
                key, node = children[step]
            elif isinstance(children, list) and isinstance(step, int) and 0 <= step < len(children):
                key, node = None, children[step]
            else:
                break
        value: int = node[0] if isinstance(node, tuple) else node
        return (value if key is None else key), value


def load_yaml(path: str | Path) -> Document:
    """Read the YAML document in this file.

    Raises SpecError when the file cannot be read or is not what this module describes.
    """
    return parse_yaml(read_bytes(path), str(path))


def parse_yaml(data: bytes, name: str, *, numbers_as_keys: bool = False) -> Document:
    """Read a YAML document from bytes; errors call it by this name.

    numbers_as_keys: an integer may be a key and stands for its text, as people write it who never saw a rule of ours.
    Raises SpecError when it is not what this module describes.
    """
    document = Document(name, decode(data, name))
    builder = _Builder(document, numbers_as_keys=numbers_as_keys)
    try:
        return builder.build()
    except yaml.MarkedYAMLError as error:
        builder.refuse_syntax(error)
    except (yaml.YAMLError, ValueError, OverflowError) as error:
        # The parser in Python lets errors of int() and chr() through, without a position.
        builder.refuse(f"not valid YAML: {error}", 0, (), "a YAML document")


class _Builder:
    """Turns the events of one document into data and positions."""

    def __init__(self, document: Document, *, numbers_as_keys: bool = False) -> None:
        self.document = document
        self.numbers_as_keys = numbers_as_keys
        # The container that is being filled; first a list around the root, which then is no special case.
        self.value: Any = []
        self.nodes: Any = []
        self.key: str | None = None
        self.key_index = 0
        # The parents of the container: value, nodes, and the key of the child (None in a list).
        self.stack: list[tuple[Any, Any, str | None]] = []

    def build(self) -> Document:
        """The only document of the text; raises SpecError, or what the parser raises."""
        document = self.document
        next_event = _Parser(document.text.encode()).get_event
        while (event := next_event()) is not None:
            kind = event.__class__
            if kind is ScalarEvent:
                self.scalar(event)
            elif kind is MappingEndEvent or kind is SequenceEndEvent:
                self.value, self.nodes, _ = self.stack.pop()
            elif kind is MappingStartEvent:
                self.container(event, {}, {})
            elif kind is SequenceStartEvent:
                self.container(event, [], [])
            else:
                self.frame(event)
        if self.value:
            document.value, document.nodes = self.value[0], self.nodes[0]
        if not self.value or (document.value == "" and not document.is_quoted(())):
            place = Place(document.name, 1, 1)
            raise SpecError("the document is empty", place=place, expected="a YAML document")
        return document

    def scalar(self, event: Any) -> None:
        """Add a key or a value."""
        index: int = event.start_mark.index
        if event.anchor is not None or event.tag is not None:
            self.refuse_property(event)
        item: Any = event.value
        plain = not event.style
        if event.style == '"' and _SURROGATE.search(item):  # libyaml refuses it by itself
            self.refuse("half of a character is escaped", index, self.path(), "whole characters", "write it out")
        if self.key is None and self.value.__class__ is dict:
            if plain and (item in _NO_KEYS or (_INTEGER.fullmatch(item) and not self.numbers_as_keys)):
                self.refuse_key(item, index)
            if item in self.value:
                self.refuse_repeated(item, index)
            self.key, self.key_index = item, index
            return
        self.add(self.resolved(item, index) if plain else item, index)

    def resolved(self, text: str, index: int) -> str | int | None:
        """What a plain scalar stands for."""
        if text in _WORDS:
            return _WORDS[text]
        if text[:1] in _INTEGER_START and _INTEGER.fullmatch(text):
            if len(text) > _INTEGER_LENGTH:
                expected, hint = (
                    f"an integer of at most {_INTEGER_LENGTH} characters",
                    "quote it if it is text",
                )
                self.refuse("the integer is too long", index, self.path(), expected, hint)
            return int(text)
        return text

    def container(self, event: Any, value: Any, nodes: Any) -> None:
        """Add an empty mapping or list and go on inside it."""
        index: int = event.start_mark.index
        if event.anchor is not None or event.tag is not None:
            self.refuse_property(event)
        if self.key is None and self.value.__class__ is dict:
            hint = "text that starts with { or [ must be quoted, a placeholder too"
            self.refuse("a mapping or list is used as a key", index, self.path(), "a key that is text", hint)
        if len(self.stack) >= MAX_DEPTH:
            expected = f"at most {MAX_DEPTH} levels of mappings and lists"
            self.refuse("the nesting is too deep", index, self.path(), expected, "look for unclosed brackets")
        self.stack.append((self.value, self.nodes, self.key))
        self.add(value, (index, nodes))
        self.value, self.nodes = value, nodes

    def add(self, item: Any, node: Any) -> None:
        """Put a value into the container that is being filled."""
        if self.key is None:
            self.value.append(item)
            self.nodes.append(node)
        else:
            self.value[self.key] = item
            self.nodes[self.key] = (self.key_index, node)
            self.key = None

    def frame(self, event: Any) -> None:
        """Refuse aliases, directives and a second document; the other events carry no data."""
        index: int = event.start_mark.index
        if isinstance(event, AliasEvent):
            self.refuse_property(event)
        if isinstance(event, DocumentStartEvent):
            if self.value:
                self.refuse("a second document starts here", index, (), "one document", "give each a file")
            if event.version is not None or event.tags:
                self.refuse("directives are not allowed", index, (), "no line with %", "remove the line")

    def path(self) -> tuple[str | int, ...]:
        """The path of the value that comes next; of the mapping itself while it waits for a key."""
        if not self.stack:
            return ()
        steps = [len(parent) - 1 if key is None else key for parent, _, key in self.stack[1:]]
        if self.value.__class__ is list:
            return (*steps, len(self.value))
        return tuple(steps) if self.key is None else (*steps, self.key)

    def refuse(
        self, message: str, index: int, path: Sequence[str | int], expected: str = "", hint: str = ""
    ) -> NoReturn:
        """Raise SpecError for the character with this index."""
        place = self.document.place_at(index)
        snippet = self.document.snippet(place)
        raise SpecError(
            message, place=place, path=dotted(path), expected=expected, hint=hint, snippet=snippet
        ) from None

    def refuse_property(self, event: Any) -> NoReturn:
        """Raise SpecError for an alias, an anchor or a tag."""
        if isinstance(event, AliasEvent):
            what, hint = "aliases", "write the value out; text that starts with * must be quoted"
        elif event.anchor is not None:
            what, hint = "anchors", "remove it; text that starts with & must be quoted"
        else:
            what, hint = "tags", "remove it; text that starts with ! must be quoted"
        self.refuse(f"{what} are not allowed", event.start_mark.index, self.path(), "a plain value", hint)

    def refuse_repeated(self, key: str, index: int) -> NoReturn:
        """Raise SpecError for a key that the mapping already has."""
        hint = f"it stands already at {self.document.place_at(self.nodes[key][0])}; remove or rename one"
        self.refuse(f"the key {key!r} is repeated", index, (*self.path(), key), "each key once", hint)

    def refuse_key(self, key: str, index: int) -> NoReturn:
        """Raise SpecError for a key that YAML would not read as text."""
        path = self.path()
        if not key:
            self.refuse("the key is missing", index, path, "a key before the colon", "write a key")
        if key == "<<":
            self.refuse("merge keys are not allowed", index, path, "keys written out", "repeat the keys here")
        kind = "a reserved word" if key in _WORDS else "an integer"
        self.refuse(f"the key {key} is {kind}", index, path, "a key that is text", f'quote it: "{key}":')

    def refuse_syntax(self, error: yaml.MarkedYAMLError) -> NoReturn:
        """Raise SpecError for what the parser did not understand."""
        where: Any = error.problem_mark or error.context_mark
        start: Any = error.context_mark or where
        problem = error.problem or "syntax error"
        if error.context:
            problem += f" {error.context}"
        hint = next((hint for part, hint in _SYNTAX_HINTS if part in problem), "")
        if "end of stream" in problem:  # what is not closed is worth showing, not the end of the document
            where = start
        elif start.line != where.line:
            problem += f" that starts at line {start.line + 1}"
        self.refuse(f"not valid YAML: {problem}", where.index, (), "", hint)
