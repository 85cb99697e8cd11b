"""The language reference: keys from the schemas, names and operators of expressions, figures in sentences."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from html import escape
from typing import Any

from stichwerk.files import schema_dir
from stichwerk.prose import derived, render
from stichwerk.resolve import resolve_ruleset
from stichwerk_rulebook.site.markup import link, table
from stichwerk_rulebook.site.page import Page, Site
from stichwerk_rulebook.site.reference import anchor, described, reference
from stichwerk_rulebook.words import Say, words

__all__ = ["OPERATORS", "SCHEMAS", "SHOWN_FILTERS", "pages"]

SCHEMAS = (
    "ruleset", "rules", "pack", "sources", "rulings", "decisions", "changes", "glossary", "common",
    "resolved", "record", "case", "report", "comparison",
    "tournament-plan", "tournament-list", "tournament-check", "tournament-ranking",
)  # fmt: skip
"""The schemas in the order of the reference: what people write first, then what programs exchange."""

OPERATORS: Mapping[str, str] = {
    "a ? b : c": "conditional",
    "a || b": "or",
    "a && b": "and",
    "!a": "not",
    "== != < <= > >=": "compare",
    "a in list": "in",
    "+ - *": "sum",
    "side.points": "field",
    "list.exists(x, p)": "exists",
    "list.all(x, p)": "all",
    "list.filter(x, p)": "filter",
    "list.map(x, e)": "map",
    "size(list)": "size",
    "sum(list)": "total",
    "max(a, b)": "max",
    "min(a, b)": "min",
}
"""What an expression may be made of, and the key of its meaning in the words of this room."""

SHOWN_FILTERS: Mapping[str, tuple[str, str]] = {
    "word": ("binokel", "derived.suits"),
    "rank": ("guinote", "actions.exchange.give.rank"),
    "ranks": ("binokel", "deck.ranks"),
    "cards": ("binokel", "melds.binokel.cards.exact"),
    "values": ("binokel", "deck.points"),
    "packets": ("binokel", "deal.packets"),
    "steps": ("binokel", "flow"),
}
"""Filter -> the ruleset and the path that show what it does."""


def pages(site: Site) -> Iterator[Page]:
    """`language.md`, and `language/<schema>.md` for each kind of document."""
    say = words("pages", site.language)
    yield Page("language.md", say("language"), _overview(site, say))
    for name in SCHEMAS:
        yield Page(f"language/{name}.md", say(f"schema_{name}"), _document(name, say))


@cache
def _schema(name: str) -> Mapping[str, Any]:
    schema: Mapping[str, Any] = json.loads((schema_dir() / f"{name}.schema.json").read_text(encoding="utf-8"))
    return schema


def _english(text: str) -> str:
    return f'<span lang="en">{described(text)}</span>'


def _document(name: str, say: Say) -> str:
    schema = _schema(name)
    back = link(say("back_to_language"), "../language.md")
    parts = [
        f"# {say(f'schema_{name}')}",
        say("in_english"),
        f'<div lang="en" markdown="1">\n\n{described(schema["description"])}\n\n</div>',
        f"{back} · {link(say('schema_file'), f'../v1/schema/{name}.schema.json')}",
        reference(schema, say("keys"), say("definitions")),
    ]
    return "\n\n".join(part for part in parts if part)


def _overview(site: Site, say: Say) -> str:
    documents = ([link(say(f"schema_{name}"), f"language/{name}.md"), _summary(name)] for name in SCHEMAS)
    parts = [
        f"# {say('language')}",
        say("language_intro"),
        say("in_english"),
        f"## {say('documents')} {{ #documents }}",
        table([say("document"), say("what_it_holds")], documents),
        f"## {say('expressions')} {{ #expressions }}",
        say("expressions_intro"),
        f"### {say('operators')} {{ #operators }}",
        table([say("form"), say("meaning")], _operators(say)),
        *_names(say),
        *_records(say),
        *_filters(site, say),
    ]
    return "\n\n".join(part for part in parts if part)


def _summary(name: str) -> str:
    return _english(_schema(name)["description"].partition(". ")[0].rstrip(".") + ".")


def _operators(say: Say) -> Iterator[list[str]]:
    for form, key in OPERATORS.items():
        yield [f"<code>{escape(form).replace('|', '&#124;')}</code>", say(f"op_{key}")]


def _names(say: Say) -> Iterator[str]:
    yield f"### {say('names')} {{ #names }}"
    yield say("names_intro")
    places = _places(_schema("rules"))
    for name, entry in _schema("rules")["x-environments"].items():
        yield f"#### `{name}` – {_english(entry['title'])} {{ #names-{name} }}"
        yield _english(entry["description"])
        stands = ", ".join(
            link(path.removeprefix("def-"), f"language/rules.md#{anchor(path)}") for path in places.get(name, ())
        )
        yield f"{say('stands_at')}: {stands}" if stands else ""
        yield _fields(entry["names"], say)


def _records(say: Say) -> Iterator[str]:
    yield f"### {say('records')} {{ #records }}"
    yield say("records_intro")
    for name, entry in _schema("rules")["x-records"].items():
        yield f"#### `{name}` – {_english(entry['title'])} {{ #record-{name} }}"
        yield _english(entry["description"])
        yield _fields(entry["fields"], say)


def _fields(fields: Mapping[str, Mapping[str, Any]], say: Say) -> str:
    rows = ([f"`{name}`", _kind(field, say), _english(field["description"])] for name, field in fields.items())
    return table([say("name"), say("type"), say("meaning")], rows)


def _kind(field: Mapping[str, Any], say: Say) -> str:
    record = field.get("record")
    kind = f"[{record}](#record-{record})" if record else str(field.get("record-of") or field["type"])
    if "without" in field:
        kind += " " + say("without", fields=", ".join(f"`{name}`" for name in field["without"]))
    return kind


def _places(schema: Mapping[str, Any]) -> dict[str, list[str]]:
    """Environment -> the paths of the keys whose expressions see it."""
    found: dict[str, list[str]] = {}

    def walk(entry: Any, path: str) -> None:
        if not isinstance(entry, dict):
            return
        if "x-expression" in entry:
            found.setdefault(entry["x-expression"]["names"], []).append(path)
        for name, one in entry.get("properties", {}).items():
            walk(one, f"{path}.{name}" if path else name)
        for one in [
            *entry.get("patternProperties", {}).values(),
            entry.get("additionalProperties"),
            entry.get("items"),
        ]:
            walk(one, f"{path}.*")
        for one in [*entry.get("anyOf", ()), *entry.get("oneOf", ())]:
            walk(one, path)

    walk(schema, "")
    for name, entry in schema["$defs"].items():
        walk(entry, f"def-{name}")
    return found


def _filters(site: Site, say: Say) -> Iterator[str]:
    yield f"## {say('filters')} {{ #filters }}"
    yield say("filters_intro")
    rows = (
        [f"`{name}`", f"`{{{{ {path} | {name} }}}}`", _shown(site, ruleset, path, name)]
        for name, (ruleset, path) in SHOWN_FILTERS.items()
    )
    yield table([say("filter"), say("example"), say("becomes")], rows)
    yield f"### {say('derived')} {{ #derived }}"
    document = resolve_ruleset("binokel", library=site.library)
    figures = derived(document["rules"], document["pack"])
    title = document["title"][site.language]
    lines = ([f"`derived.{name}`", say(f"derived_{name}"), str(value)] for name, value in figures.items())
    yield table([say("name"), say("meaning"), title], lines)


def _shown(site: Site, ruleset: str, path: str, name: str) -> str:
    document = resolve_ruleset(ruleset, library=site.library)
    return render(f"{{{{ {path} | {name} }}}}", site.language, document["rules"], document["pack"])
