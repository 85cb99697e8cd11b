"""What holds for every document."""

from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from stichwerk import loader
from stichwerk.errors import SpecError
from stichwerk.loader import Document, parse_yaml

MISREAD = [
    "no",
    "yes",
    "010",
    "1:30",
    "1.5",
    "~",
    "0x10",
    "2026-01-01",
    "true",
    "null",
    "7",
    "-3",
    "<<",
    "=",
    "",
]
MISREAD += [
    "a: b",
    "# c",
    "{{ x }}",
    "- a",
    " a",
    "a ",
    "a\n",
    "@",
    "%",
    "!a",
    "&a",
    "*a",
    "|",
    ">",
    "---",
    "...",
]
# U+0085 and others must be escaped in YAML; PyYAML writes them so as long as allow_unicode is off.
TEXTS = st.sampled_from(MISREAD) | st.text(st.characters(exclude_categories=["Cs"]))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**16), 10**17) | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)
WORDS = ["a", "b", "1", "ä", "😀", "true", "~", "<<", "&a ", "*a", "!", "!!str ", "!%ff ", "@", "`", "%41"]
MARKS = ["- ", ": ", ":", "? ", "{", "}", "[", "]", ",", "'", '"', "|", ">", "|+2\n", "#", "---\n", "...\n"]
SPACES = [" ", "  ", "\n", "\n  ", "\t", "\r"]
OTHERS = ["%YAML 1.1\n", "%TAG ! x\n", "\\", "\\x41", "\\ud800", "\\U99999999"]
PIECES = st.sampled_from([*WORDS, *MARKS, *SPACES, *OTHERS])
PARSERS = ["libyaml", "python"] if yaml.__with_libyaml__ else ["python"]


def read(data: bytes, parser: str) -> Document | None:
    """The document, or None when it is refused with a place."""
    with pytest.MonkeyPatch.context() as patch:
        if parser == "python":
            patch.setattr(loader, "_Parser", yaml.SafeLoader)
        try:
            return parse_yaml(data, "f.yaml")
        except SpecError as error:
            refusal = error
    assert refusal.place is not None
    assert str(refusal).startswith("f.yaml:")
    return None


def paths(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(below for key, child in children for below in paths(child, (*path, key)))]


@pytest.mark.parametrize("parser", PARSERS)
@given(data=st.binary())
def test_bytes_are_read_or_refused(parser: str, data: bytes) -> None:
    read(data, parser)


@pytest.mark.parametrize("parser", PARSERS)
@given(text=st.lists(PIECES).map("".join))
def test_what_looks_like_yaml_is_read_or_refused(parser: str, text: str) -> None:
    document = read(text.encode(), parser)
    for path in paths(document.value) if document else ():
        assert document is not None
        document.snippet(document.place(path))
        document.snippet(document.key_place(path))


@pytest.mark.parametrize("parser", PARSERS)
@given(value=VALUES, flow=st.sampled_from([None, True, False]))
def test_what_pyyaml_writes_is_read_back(parser: str, value: object, flow: bool | None) -> None:
    document = read(yaml.safe_dump(value, default_flow_style=flow, sort_keys=False).encode(), parser)
    assert document is not None
    assert repr(document.value) == repr(value)


@pytest.mark.skipif(not yaml.__with_libyaml__, reason="there is only one parser")
@given(value=VALUES, newline=st.sampled_from(["\n", "\r\n"]))
def test_both_parsers_see_the_same_places(value: object, newline: str) -> None:
    data = yaml.safe_dump(value, sort_keys=False).replace("\n", newline).encode()
    native, python = read(data, "libyaml"), read(data, "python")
    assert native is not None
    assert python is not None
    for path in paths(native.value):
        assert native.place(path) == python.place(path)
        assert native.key_place(path) == python.key_place(path)
