"""`stichwerk translated`: somebody has looked at translations and found that they say what the sentence says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from stichwerk.loader import Document
    from stichwerk.translations import Passage

NAMES = {"de": "German", "en": "English", "es": "Spanish"}


@click.command(short_help="Note that translations have been looked at.")
@click.argument("file", metavar="FILE", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--new", is_flag=True, help="Note it for all texts that nobody has looked at yet.")
@click.option(
    "--lang",
    "languages",
    multiple=True,
    type=click.Choice([*NAMES]),
    help="Only of this language, which may be given several times; left out: of all.",
)
def translated(file: Path, names: tuple[str, ...], new: bool, languages: tuple[str, ...]) -> None:
    """Note in FILE that the translations of NAME say what its authentic sentence says.

    FILE is a ruleset, a file of rulings, or a page of docs/de or docs/es, which needs no NAME. NAME is the id of a
    clause, of an option or of a ruling; `players=4:table.players` is the clause as that choice has it. Only the line
    with the stamps is written, everything else stays as it is. Without NAME the translations are listed that somebody
    should look at.
    """
    chosen = languages or tuple(NAMES)
    if file.suffix == ".md":
        _page(file)
        return
    document, found = _read(file)
    if not names and not new:
        _list(document, found)
        return
    asked = _asked(names, found, file)
    looked = [one for one in found if one in asked or (new and one.missing)]
    _write(file, document, looked, chosen, new=new and not names)


def _read(file: Path) -> tuple[Document, list[Passage]]:
    """The document and its passages; SpecError when it is none that has translations."""
    from stichwerk.errors import SpecError
    from stichwerk.library import Library
    from stichwerk.loader import load_yaml
    from stichwerk.translations import language_of, passages, ruling_passages
    from stichwerk.validation import validate

    document = load_yaml(file)
    value = document.value if isinstance(document.value, dict) else {}
    if "rulings" in value:
        validate(document, "rulings")
        library = Library([file.resolve().parent.parent])
        return document, list(ruling_passages(value, lambda ruling: language_of(ruling, library)))
    if "authentic" not in value:
        raise SpecError(
            f"{file} has no sentences with translations",
            expected="a ruleset, a file of rulings, or a page of docs/de or docs/es",
        )
    validate(document, "ruleset")
    return document, list(passages(value))


def _asked(names: Sequence[str], found: Sequence[Passage], file: Path) -> list[Passage]:
    """The passages with these names; SpecError for a name that no passage has."""
    from stichwerk.errors import SpecError, did_you_mean

    asked = []
    for name in names:
        meant = [one for one in found if name in (one.name, one.name.rpartition(":")[2])]
        if not meant:
            known = dict.fromkeys(one.name for one in found)
            raise SpecError(f"{file} has no text called {name!r}", hint=did_you_mean(name, known))
        asked += meant
    return asked


def _list(document: Document, found: Iterable[Passage]) -> None:
    waiting = [one for one in found if one.missing or one.stale]
    for one in waiting:
        words = [f"{NAMES[language]} out of date" for language in one.stale]
        words += [f"{NAMES[language]} not looked at" for language in one.missing]
        click.echo(f"{document.key_place((*one.path, one.key))}: {one.name}: {', '.join(words)}")
    if not waiting:
        click.echo("every translation was made from the sentence as it stands")


def _write(file: Path, document: Document, looked: list[Passage], languages: Sequence[str], *, new: bool) -> None:
    from stichwerk.stamping import renewed, stamped
    from stichwerk.writing import write_whole

    wanted = [(one, renewed(one, one.missing if new else languages)) for one in looked]
    wanted = [(one, stamps) for one, stamps in wanted if stamps != dict(one.stamps)]
    if not wanted:
        click.echo("nothing to note")
        return
    before = file.read_bytes()
    mark = b"\xef\xbb\xbf" if before.startswith(b"\xef\xbb\xbf") else b""
    write_whole(file, mark + stamped(document, wanted).encode(), instead_of=mark + document.text.encode())
    for one, _ in wanted:
        click.echo("\n".join(_told(document, one, brief=new)))
    count = len(wanted)
    click.echo(f"noted for {count} text{'' if count == 1 else 's'} in {file}")


def _told(document: Document, passage: Passage, *, brief: bool) -> Iterator[str]:
    """Where a passage stands and, so that somebody reads it once more, what it says."""
    yield f"{document.key_place((*passage.path, passage.key))}: {passage.name}"
    if not brief:
        for language, texts in passage.texts.items():
            yield from (f"  {language}  {' '.join(text.split())}" for text in texts)


def _page(file: Path) -> None:
    from stichwerk.errors import SpecError
    from stichwerk.translations import with_page_stamp
    from stichwerk.writing import write_whole

    english = file.resolve().parent.parent / "en" / file.name
    if not english.is_file() or file.resolve() == english:
        raise SpecError(
            f"{file} is no translated page", expected="a page in a folder beside 'en', which has one of the same name"
        )
    before = file.read_bytes()
    after = with_page_stamp(before.decode("utf-8"), english.read_text(encoding="utf-8")).encode()
    if after == before:
        click.echo("nothing to note")
        return
    write_whole(file, after, instead_of=before)
    click.echo(f"noted: {file} says what {english.name} says today")
