"""The command `init-adapter`: write a starter program that already speaks the protocol, in one of several languages.

The templates lie beside this module in `starters/LANGUAGE/`; a file `NAME.jinja` becomes NAME. What each question
asks, which is what the comments of the starters say, stands in `starters/questions.yaml`.

Exit codes: 0 the program is written, 2 a wrong use, or files that are in the way or cannot be written.
"""

from __future__ import annotations

import json
import re
import shlex
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from stichwerk.errors import did_you_mean
from stichwerk.library import shipped
from stichwerk.loader import load_yaml
from stichwerk_conformance.cases import ASKS

__all__ = ["LANGUAGES", "Question", "init_adapter", "languages", "questions", "starter"]

STARTERS = Path(__file__).parent / "starters"
LANGUAGES = ("python", "javascript", "java", "c", "rust", "go", "csharp")
"""The languages there are starters in."""

DEFAULT_RULESET = "binokel"
_WIDTH = 110


@dataclass(frozen=True, slots=True)
class Question:
    """A question as the comment of its function tells it.

    `given` and `answer` say of each key what it holds; `example` has ruleset, options, given, answer, or is empty.
    """

    profile: str
    ask: str
    asks: str
    given: Mapping[str, str]
    answer: Mapping[str, str]
    example: Mapping[str, Any]

    @property
    def method(self) -> str:
        """The name of the question in the protocol."""
        return f"{self.profile}.{self.ask}"

    def comment(self, prefix: str) -> list[str]:
        """The comment in lines that each begin with the prefix, such as `    // `."""
        lines = textwrap.wrap(self.asks, _WIDTH - len(prefix))
        for title, keys in (("Given", self.given), ("Answer", self.answer)):
            if keys:
                lines += ["", f"{title}:"]
            for key, text in keys.items():
                lines += textwrap.wrap(
                    f"{key}: {text}", _WIDTH - len(prefix), initial_indent="  ", subsequent_indent="      "
                )
        if self.example:
            lines += ["", f"Example ({self._played()}):"]
            for arrow, part in (("   ", "given"), ("-> ", "answer")):
                text = json.dumps(self.example[part], ensure_ascii=False)
                width = _WIDTH - len(prefix)
                lines += textwrap.wrap(
                    arrow + text, width, subsequent_indent="     ", break_long_words=False, break_on_hyphens=False
                )
        return [(prefix + line).rstrip() for line in lines]

    def _played(self) -> str:
        chosen = [f"{option}: {choice}" for option, choice in self.example.get("options", {}).items()]
        return ", ".join([self.example["ruleset"], *chosen])


def languages() -> dict[str, dict[str, Any]]:
    """What is known of each language: its name, what it needs, the commands that build and run its starter."""
    found: dict[str, dict[str, Any]] = load_yaml(STARTERS / "languages.yaml").value
    return found


def questions(profiles: Iterable[str] = ASKS) -> list[Question]:
    """The questions of these profiles, in the order of the protocol. All of them without an argument."""
    told: Mapping[str, Any] = load_yaml(STARTERS / "questions.yaml").value
    chosen = set(profiles)
    return [
        Question(
            profile,
            ask,
            text.get("asks", "The page of the protocol has this question."),
            text.get("given", {}),
            text.get("answer", {}),
            text.get("example", {}),
        )
        for profile, asks in ASKS.items()
        if profile in chosen
        for ask in asks
        for text in [told.get(f"{profile}.{ask}", {})]
    ]


def starter(lang: str, name: str, profiles: Sequence[str], rulesets: Sequence[str]) -> dict[str, str]:
    """The files of a starter program: path inside its folder -> text.

    `name` is how the program calls itself; letters and figures, blanks and `._-` only.
    """
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(  # noqa: S701 - program text, no HTML
        loader=FileSystemLoader(STARTERS),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= {"json": json.dumps, "camel": _camel, "pascal": lambda ask: _camel(f"_{ask}")}
    facts = {
        "name": name,
        "language": languages()[lang],
        "profiles": list(profiles),
        "rulesets": list(rulesets),
        "questions": questions(profiles),
    }
    folder = STARTERS / lang
    templates = [file.relative_to(STARTERS).as_posix() for file in sorted(folder.rglob("*.jinja"))]
    return {
        template.removeprefix(f"{lang}/").removesuffix(".jinja"): environment.get_template(template).render(facts)
        for template in [*templates, "README.md.jinja"]
    }


def _camel(ask: str) -> str:
    """legal_cards -> legalCards, _legal_cards -> LegalCards."""
    return re.sub(r"_(\w)", lambda found: found[1].upper(), ask)


def _rulesets(_ctx: click.Context, _param: click.Parameter, names: tuple[str, ...]) -> tuple[str, ...]:
    """The rulesets wanted, each once; a usage error for one that cannot be played."""
    library = shipped()
    known = [name for name in library.paths() if not library.header(name).get("abstract")]
    for name in names:
        if name not in known:
            near = did_you_mean(name, known, " Did you mean '{}'?")
            raise click.BadParameter(f"there is no ruleset {name!r}.{near} 'stichwerk rulesets' lists them.")
    return tuple(dict.fromkeys(names)) or (DEFAULT_RULESET,)


@click.command("init-adapter", short_help="Write a starter program for the suite.")
@click.option("--lang", required=True, type=click.Choice(LANGUAGES), help="The language of the program.")
@click.option(
    "--profile",
    "profiles",
    multiple=True,
    type=click.Choice(list(ASKS)),
    help="Claim this profile; may be given several times. All of them without.",
)
@click.option(
    "--ruleset",
    "rulesets",
    multiple=True,
    metavar="ID",
    callback=_rulesets,
    help=f"Claim this ruleset; may be given several times. Without it {DEFAULT_RULESET}.",
)
@click.option("--force", is_flag=True, help="Overwrite files that are there already.")
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
@click.pass_context
def init_adapter(
    ctx: click.Context, lang: str, profiles: tuple[str, ...], rulesets: tuple[str, ...], force: bool, folder: Path
) -> None:
    """Write a starter program for the suite into the folder DIR.

    The program speaks the protocol and has one function to fill for each question of the profiles. Until one is
    filled, its cases fail with "not filled yet". The README beside it says how to build and run it.
    """
    chosen = [profile for profile in ASKS if profile in profiles or not profiles]
    name = re.sub(r"[^A-Za-z0-9._-]+", "-", folder.resolve().name).strip("-") or "adapter"
    files = starter(lang, name, chosen, rulesets)
    there = [path for path in files if (folder / path).exists() or (folder / path).is_symlink()]
    if there and not force:
        click.echo(f"Nothing is written: {_joined(there)} already in {folder}. --force overwrites.", err=True)
        ctx.exit(2)
    try:
        for path, text in files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        click.echo(f"Cannot write {error.filename}: {error.strerror}", err=True)
        ctx.exit(2)
    about = languages()[lang]
    click.echo(f"{folder}: {', '.join(files)}")
    click.echo(f"Fill {about['fill']}, then:")
    for command in [f"cd {shlex.quote(str(folder))}", *about["build"], f"stichwerk verify -- {about['run']}"]:
        click.echo(f"  {command}")


def _joined(names: Sequence[str]) -> str:
    """["a", "b", "c"] -> "a, b and c are"."""
    if len(names) == 1:
        return f"{names[0]} is"
    return f"{', '.join(names[:-1])} and {names[-1]} are"
