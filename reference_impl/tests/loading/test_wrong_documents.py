"""Documents that the loader refuses, each with all that it says."""

from pathlib import Path

import pytest
import yaml

from stichwerk import loader
from stichwerk.errors import SpecError
from stichwerk.loader import MAX_BYTES, load_yaml, parse_yaml

STRICT = {
    "a: 1\nb: 2\na: 3\n": """\
f.yaml:3:1: a: the key 'a' is repeated; expected each key once
  a: 3
  ^
hint: it stands already at f.yaml:1:1; remove or rename one""",
    "- a\n- {b: [1, {c: 1, 'c': 2}]}\n": """\
f.yaml:2:18: 1.b.1.c: the key 'c' is repeated; expected each key once
  - {b: [1, {c: 1, 'c': 2}]}
                   ^
hint: it stands already at f.yaml:2:12; remove or rename one""",
    "t:\n  u: &x 1\n": """\
f.yaml:2:6: t.u: anchors are not allowed; expected a plain value
    u: &x 1
       ^
hint: remove it; text that starts with & must be quoted""",
    "t: &x\n  - 1\n": """\
f.yaml:1:4: t: anchors are not allowed; expected a plain value
  t: &x
     ^
hint: remove it; text that starts with & must be quoted""",
    "t: [1, *x]\n": """\
f.yaml:1:8: t.1: aliases are not allowed; expected a plain value
  t: [1, *x]
         ^
hint: write the value out; text that starts with * must be quoted""",
    "t:\n  <<: {a: 1}\n": """\
f.yaml:2:3: t: merge keys are not allowed; expected keys written out
    <<: {a: 1}
    ^
hint: repeat the keys here""",
    "t: !!str 1\n": """\
f.yaml:1:4: t: tags are not allowed; expected a plain value
  t: !!str 1
     ^
hint: remove it; text that starts with ! must be quoted""",
    "t:\n  - ! a\n": """\
f.yaml:2:5: t.0: tags are not allowed; expected a plain value
    - ! a
      ^
hint: remove it; text that starts with ! must be quoted""",
    "!x {a: 1}\n": """\
f.yaml:1:1: tags are not allowed; expected a plain value
  !x {a: 1}
  ^
hint: remove it; text that starts with ! must be quoted""",
    "points:\n  7: 0\n": """\
f.yaml:2:3: points: the key 7 is an integer; expected a key that is text
    7: 0
    ^
hint: quote it: "7":""",
    "true: a\n": """\
f.yaml:1:1: the key true is a reserved word; expected a key that is text
  true: a
  ^
hint: quote it: "true":""",
    "[{a: {null: a}}]\n": """\
f.yaml:1:7: 0.a: the key null is a reserved word; expected a key that is text
  [{a: {null: a}}]
        ^
hint: quote it: "null":""",
    "a:\n  ?\n  : b\n": """\
f.yaml:2:4: a: the key is missing; expected a key before the colon
    ?
     ^
hint: write a key""",
    "? [a, b]\n: c\n": """\
f.yaml:1:3: a mapping or list is used as a key; expected a key that is text
  ? [a, b]
    ^
hint: text that starts with { or [ must be quoted, a placeholder too""",
    "text: {{ auction.opening }}\n": """\
f.yaml:1:8: text: a mapping or list is used as a key; expected a key that is text
  text: {{ auction.opening }}
         ^
hint: text that starts with { or [ must be quoted, a placeholder too""",
    "a: 1\n---\nb: 2\n": """\
f.yaml:2:1: a second document starts here; expected one document
  ---
  ^
hint: give each a file""",
    "%YAML 1.1\n---\na: 1\n": """\
f.yaml:1:1: directives are not allowed; expected no line with %
  %YAML 1.1
  ^
hint: remove the line""",
    "%TAG ! tag:x,2000:\n---\na: 1\n": """\
f.yaml:1:1: directives are not allowed; expected no line with %
  %TAG ! tag:x,2000:
  ^
hint: remove the line""",
    "": "f.yaml:1:1: the document is empty; expected a YAML document",
    "# only a comment\n": "f.yaml:1:1: the document is empty; expected a YAML document",
    "---\n": "f.yaml:1:1: the document is empty; expected a YAML document",
    "a: 1234567890123456789\n": """\
f.yaml:1:4: a: the integer is too long; expected an integer of at most 18 characters
  a: 1234567890123456789
     ^
hint: quote it if it is text""",
    "a:\n  " + "[" * 45: f"""\
f.yaml:2:42: a{".0" * 39}: the nesting is too deep; expected at most 40 levels of mappings and lists
    {"[" * 45}
  {" " * 41}^
hint: look for unclosed brackets""",
    "a: \x07\n": """\
f.yaml:1:4: the character U+0007 is not allowed; expected printable characters, spaces, tabs and line ends
hint: remove it, or write "\\x07" in double quotes if it is meant""",
    "a:\n - x\u2028y\n": """\
f.yaml:2:5: the character U+2028 is not allowed; expected printable characters, spaces, tabs and line ends
hint: remove it, or write "\\u2028" in double quotes if it is meant""",
}

SYNTAX = {
    "a: b: c\n": """\
f.yaml:1:5: not valid YAML: mapping values are not allowed in this context
  a: b: c
      ^
hint: text with a colon and a space must be quoted; keys of one mapping start in one column""",
    "a: {b: 2: 3}\n": """\
f.yaml:1:9: not valid YAML: did not find expected ',' or '}' while parsing a flow mapping
  a: {b: 2: 3}
          ^
hint: look for a missing comma or bracket; text that starts with { or [ must be quoted""",
    "x: 1\na: 'x\nb: y\n": """\
f.yaml:2:4: not valid YAML: found unexpected end of stream while scanning a quoted scalar
  a: 'x
     ^
hint: look for a quotation mark that is not closed""",
    "a:\n\tb: 1\n": """\
f.yaml:2:1: not valid YAML: found character that cannot start any token while scanning for the next token
  \tb: 1
  ^
hint: indent with spaces; text that starts with a tab, %, @ or ` must be quoted""",
    "a: @x\n": """\
f.yaml:1:4: not valid YAML: found character that cannot start any token while scanning for the next token
  a: @x
     ^
hint: indent with spaces; text that starts with a tab, %, @ or ` must be quoted""",
    "text: & trumpf\n": """\
f.yaml:1:8: not valid YAML: did not find expected alphabetic or numeric character while scanning an anchor
  text: & trumpf
         ^
hint: text that starts with & or * must be quoted""",
    "a: x\nbc\nd: y\n": """\
f.yaml:3:1: not valid YAML: could not find expected ':' while scanning a simple key that starts at line 2
  d: y
  ^
hint: look for a missing colon after a key""",
    'a: "\\d"\n': """\
f.yaml:1:5: not valid YAML: found unknown escape character while parsing a quoted scalar
  a: "\\d"
      ^
hint: in double quotes a backslash starts an escape; in single quotes it stands for itself""",
    'a: "x" y\n': """\
f.yaml:1:8: not valid YAML: did not find expected key while parsing a block mapping
  a: "x" y
         ^
hint: look for wrong indentation or a stray quotation mark at this place or before""",
    "a: - b\n": """\
f.yaml:1:4: not valid YAML: block sequence entries are not allowed in this context
  a: - b
     ^
hint: begin the list on a line of its own, or quote text that starts with a dash""",
}

BYTES = {
    b"\xff\xfea\x00:\x00": """\
f.yaml:1:1: the document is written in UTF-16; expected UTF-8
hint: save the file as UTF-8""",
    b"a: b\r\nc: \xc3\xa4\xe4\n": """\
f.yaml:2:5: the byte 0xe4 is not UTF-8; expected UTF-8
hint: save the file as UTF-8""",
    b"\xef\xbb\xbfa: \xff\n": """\
f.yaml:1:4: the byte 0xff is not UTF-8; expected UTF-8
hint: save the file as UTF-8""",
    b"a\x00:\x00": """\
f.yaml:1:2: the character U+0000 is not allowed; expected printable characters, spaces, tabs and line ends
hint: remove it, or write "\\x00" in double quotes if it is meant""",
    b"x" * (MAX_BYTES + 1): """\
f.yaml:1:1: the document is too large; expected at most 1048576 bytes
hint: split the document""",
}


def refusal(data: bytes) -> str:
    with pytest.raises(SpecError) as caught:
        parse_yaml(data, "f.yaml")
    return str(caught.value)


@pytest.mark.parametrize("text", STRICT, ids=lambda text: repr(text)[:30])
def test_what_the_rules_language_forbids(text: str) -> None:
    assert refusal(text.encode()) == STRICT[text]


@pytest.mark.parametrize("text", STRICT, ids=lambda text: repr(text)[:30])
def test_the_parser_in_python_forbids_the_same(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loader, "_Parser", yaml.SafeLoader)
    assert refusal(text.encode()) == STRICT[text]


@pytest.mark.skipif(not yaml.__with_libyaml__, reason="the words are those of libyaml")
@pytest.mark.parametrize("text", SYNTAX, ids=repr)
def test_what_is_not_yaml(text: str) -> None:
    assert refusal(text.encode()) == SYNTAX[text]


@pytest.mark.parametrize("text", SYNTAX, ids=repr)
def test_the_parser_in_python_shows_the_same_line(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loader, "_Parser", yaml.SafeLoader)
    told = refusal(text.encode())
    assert told.startswith("f.yaml:")
    assert "\n  " in told


@pytest.mark.parametrize("data", BYTES, ids=lambda data: repr(data[:12]))
def test_what_is_not_text(data: bytes) -> None:
    assert refusal(data) == BYTES[data]


@pytest.mark.parametrize("escape", ["\\ud800", "\\Uffffffff", "\\U00110000"])
def test_the_parser_in_python_meets_impossible_escapes(escape: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loader, "_Parser", yaml.SafeLoader)
    assert refusal(f'a: "{escape}"'.encode()).startswith("f.yaml:1:")


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    reasons = {
        str(tmp_path / "none.yaml"): "No such file or directory",
        str(tmp_path): "Is a directory",
        "a\0b": "embedded null byte",
    }
    for name, reason in reasons.items():
        with pytest.raises(SpecError) as caught:
            load_yaml(name)
        assert str(caught.value) == f"cannot read {name!r}: {reason}; expected a readable file"


def test_a_file_that_is_too_large(tmp_path: Path) -> None:
    file = tmp_path / "large.yaml"
    file.write_bytes(b"#" * (MAX_BYTES + 10))
    with pytest.raises(SpecError, match="the document is too large; expected at most 1048576 bytes"):
        load_yaml(file)
