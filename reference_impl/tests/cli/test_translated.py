"""`stichwerk translated` writes one line and leaves the rest of the file as it is."""

from __future__ import annotations

import re
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest
from click.testing import Result

from stichwerk.errors import SpecError
from stichwerk.library import Library
from stichwerk.loader import load_yaml, parse_yaml
from stichwerk.stamping import renewed, stamped
from stichwerk.translations import passages
from stichwerk.writing import write_whole

Run = Callable[..., Result]

RULES = """\
# House rules, as they were told to me.
language: 1
id: house
family: binokel
authentic: de
title: {de: Haus, en: House, es: Casa}
sections:
  - id: game
    title: {de: Spiel, en: Game, es: Juego}
    clauses:
      - id: game.deck   # the pack
        text: {de: Das Blatt., en: The pack., es: La baraja.}  # short
        sources: [{id: B, at: Karten}]
      # Who plays.
      - id: game.table
        text:
          de: Am Tisch sitzen
            drei.
          en: There are three at the table.
          es: A la mesa hay tres.

          # and nobody else
        sources: [{id: B, at: Spieler}]
      - {id: game.aim, text: {de: Das Ziel., en: The aim., es: El objetivo.}, sources: [{id: B, at: Ziel}]}
options:
  - id: players
    title: {de: Spieler, en: Players, es: Jugadores}
    default: "3"
    choices:
      - id: "3"
        title: {de: drei, en: three, es: tres}
      - id: "4"
        title: {de: vier, en: four, es: cuatro}
        change:
          - clause: game.table
            text:
              de: Am Tisch sitzen vier.
              en: There are four at the table.
              es: A la mesa hay cuatro.
"""


def mark(sentence: str) -> str:
    return sha256(sentence.encode()).hexdigest()[:8]


DECK, TABLE, FOUR, AIM = map(mark, ("Das Blatt.", "Am Tisch sitzen drei.", "Am Tisch sitzen vier.", "Das Ziel."))


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    path = tmp_path / "house.yaml"
    path.write_text(RULES, encoding="utf-8")
    return path


def added(path: Path, before: str = RULES) -> list[str]:
    """The lines that a file has more than before; it must have all those of before, in their order."""
    rest, new = before.splitlines(), []
    for line in path.read_text(encoding="utf-8").splitlines():
        if rest and line == rest[0]:
            rest.pop(0)
        else:
            new.append(line)
    assert rest == []
    return new


def test_a_stamp_stands_behind_the_text_and_everything_else_stays(run: Run, rules: Path) -> None:
    result = run("translated", str(rules), "game.deck")
    assert result.exit_code == 0, result.output
    assert added(rules) == [f"        translated: {{en: {DECK}, es: {DECK}}}"]
    lines = rules.read_text(encoding="utf-8").splitlines()
    assert lines[lines.index(f"        translated: {{en: {DECK}, es: {DECK}}}") - 1].endswith("# short")


def test_what_was_looked_at_is_shown_once_more(run: Run, rules: Path) -> None:
    assert run("translated", str(rules), "players=4:game.table").output.splitlines() == [
        f"{rules}:36:13: players=4:game.table",
        "  de  Am Tisch sitzen vier.",
        "  en  There are four at the table.",
        "  es  A la mesa hay cuatro.",
        f"noted for 1 text in {rules}",
    ]


def test_a_clause_is_meant_wherever_it_has_a_text(run: Run, rules: Path) -> None:
    run("translated", str(rules), "game.table")
    assert added(rules) == [
        f"        translated: {{en: {TABLE}, es: {TABLE}}}",
        f"            translated: {{en: {FOUR}, es: {FOUR}}}",
    ]


def test_a_mapping_in_brackets_gets_its_stamp_inside_them(run: Run, rules: Path) -> None:
    run("translated", str(rules), "game.aim")
    assert f"es: El objetivo.}}, translated: {{en: {AIM}, es: {AIM}}}, sources:" in rules.read_text(encoding="utf-8")


def test_one_language_may_be_looked_at_alone(run: Run, rules: Path) -> None:
    run("translated", str(rules), "game.deck", "--lang", "es")
    assert added(rules) == [f"        translated: {{es: {DECK}}}"]
    run("translated", str(rules), "game.deck", "--lang", "en")
    assert added(rules) == [f"        translated: {{en: {DECK}, es: {DECK}}}"]


def test_a_stale_stamp_is_replaced_where_it_stands(run: Run, rules: Path) -> None:
    run("translated", str(rules), "--new")
    fresh = rules.read_text(encoding="utf-8")
    for changed in ("Das neue Blatt.", "Das alte Blatt."):
        rules.write_text(
            rules.read_text(encoding="utf-8").replace("de: Das Blatt.", f"de: {changed}"), encoding="utf-8"
        )
        assert "English out of date, Spanish out of date" in run("translated", str(rules)).output
        run("translated", str(rules), "game.deck")
        assert rules.read_text(encoding="utf-8") == fresh.replace("Das Blatt.", changed).replace(DECK, mark(changed))
        rules.write_text(fresh, encoding="utf-8")


def test_stamps_below_each_other_come_into_one_line(run: Run, rules: Path) -> None:
    text = RULES.replace("  # short\n", "\n        translated:\n          es: 00000000\n          en: 00000000\n")
    rules.write_text(text, encoding="utf-8")
    assert run("translated", str(rules), "game.deck").exit_code == 0
    assert f"baraja.}}\n        translated: {{en: {DECK}, es: {DECK}}}\n        sources:" in rules.read_text("utf-8")


def test_new_texts_are_noted_at_once_and_stale_ones_are_not(run: Run, rules: Path) -> None:
    run("translated", str(rules), "game.deck")
    stale = rules.read_text(encoding="utf-8").replace("de: Das Blatt.", "de: Das neue Blatt.")
    rules.write_text(stale, encoding="utf-8")
    assert run("translated", str(rules), "--new").output.splitlines()[-1] == f"noted for 3 texts in {rules}"
    assert DECK in rules.read_text(encoding="utf-8")
    assert run("translated", str(rules)).output.splitlines() == [
        f"{rules}:12:9: game.deck: English out of date, Spanish out of date"
    ]
    assert run("translated", str(rules), "--new").output == "nothing to note\n"


def test_without_a_name_the_waiting_translations_are_listed(run: Run, rules: Path) -> None:
    assert run("translated", str(rules)).output.splitlines() == [
        f"{rules}:12:9: game.deck: English not looked at, Spanish not looked at",
        f"{rules}:16:9: game.table: English not looked at, Spanish not looked at",
        f"{rules}:24:24: game.aim: English not looked at, Spanish not looked at",
        f"{rules}:36:13: players=4:game.table: English not looked at, Spanish not looked at",
    ]
    assert rules.read_text(encoding="utf-8") == RULES
    run("translated", str(rules), "--new")
    assert run("translated", str(rules)).output == "every translation was made from the sentence as it stands\n"


def test_line_ends_and_byte_order_mark_stay(run: Run, rules: Path) -> None:
    before = b"\xef\xbb\xbf" + RULES.replace("\n", "\r\n").encode()
    rules.write_bytes(before)
    run("translated", str(rules), "--new")
    after = rules.read_bytes()
    assert after.startswith(b"\xef\xbb\xbf#")
    assert after.count(b"\n") == after.count(b"\r\n") == before.count(b"\n") + 3


def test_a_last_line_without_an_end_gets_one(run: Run, rules: Path) -> None:
    rules.write_text(RULES.rstrip(), encoding="utf-8")
    run("translated", str(rules), "players=4:game.table")
    assert rules.read_text(encoding="utf-8") == f"{RULES}            translated: {{en: {FOUR}, es: {FOUR}}}"


def test_a_stamp_that_looks_like_a_number_is_quoted(run: Run, rules: Path) -> None:
    sentence, number = next(
        (text, mark(text)) for n in range(10_000) if re.fullmatch("[0-9]+", mark(text := f"Blatt Nummer {n}."))
    )
    rules.write_text(RULES.replace("Das Blatt.", sentence), encoding="utf-8")
    run("translated", str(rules), "game.deck")
    assert added(rules, RULES.replace("Das Blatt.", sentence)) == [
        f'        translated: {{en: "{number}", es: "{number}"}}'
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["game.dekc"], "has no text called 'game.dekc'\nhint: did you mean game.deck?"),
        (
            ["players=5:game.table"],
            "has no text called 'players=5:game.table'\nhint: did you mean players=4:game.table?",
        ),
        (["game.deck", "--lang", "fr"], "'fr' is not one of 'de', 'en', 'es'"),
    ],
)
def test_what_is_not_there_cannot_be_noted(run: Run, rules: Path, arguments: list[str], message: str) -> None:
    result = run("translated", str(rules), *arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert rules.read_text(encoding="utf-8") == RULES


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("language: 1\nsources: []\n", "has no sentences with translations"),
        ("- a list\n", "has no sentences with translations"),
        (RULES.replace("en: The pack., ", ""), "the key 'en' is missing"),
        ("a: [", "not valid YAML"),
    ],
)
def test_a_file_that_is_no_ruleset_is_refused(run: Run, rules: Path, text: str, message: str) -> None:
    rules.write_text(text, encoding="utf-8")
    result = run("translated", str(rules), "--new")
    assert result.exit_code == 2
    assert message in result.stderr
    assert rules.read_text(encoding="utf-8") == text


def test_a_missing_file_is_a_wrong_use(run: Run, tmp_path: Path) -> None:
    assert run("translated", str(tmp_path / "none.yaml")).exit_code == 2


def test_a_file_that_somebody_else_has_changed_is_left_alone(rules: Path) -> None:
    with pytest.raises(SpecError, match="changed in the meantime"):
        write_whole(rules, b"mine", instead_of=b"what I read")
    assert rules.read_text(encoding="utf-8") == RULES
    assert [path.name for path in rules.parent.iterdir()] == ["house.yaml"]


def test_a_file_keeps_its_mode(run: Run, rules: Path) -> None:
    rules.chmod(0o640)
    run("translated", str(rules), "--new")
    assert rules.stat().st_mode & 0o777 == 0o640


def test_a_ruling_is_noted_by_its_id(run: Run, tmp_path: Path) -> None:
    (tmp_path / "rulings").mkdir()
    path = tmp_path / "rulings" / "binokel.yaml"
    shipped = (Library().shipped / "rulings" / "binokel.yaml").read_text(encoding="utf-8")
    without = re.sub(r"\n *translated: .*", "", shipped)
    path.write_text(without, encoding="utf-8")
    run("translated", str(path), "B2")
    assert len(added(path, without)) == 1
    run("translated", str(path), "--new")
    assert path.read_text(encoding="utf-8") == shipped


@pytest.mark.parametrize("name", ["binokel", "bummerl", "guinote-tradicional"])
def test_a_shipped_ruleset_is_stamped_without_touching_another_line(name: str) -> None:
    path = Library().path(name)
    bare = re.sub(r"\n *translated: .*", "", path.read_text(encoding="utf-8"))
    document = parse_yaml(bare.encode(), path.name)
    text = stamped(document, [(one, renewed(one, one.missing)) for one in passages(document.value)])
    assert re.sub(r"\n *translated: .*", "", text) == bare
    assert parse_yaml(text.encode(), path.name).value == load_yaml(path).value


def test_a_page_is_noted_against_the_english_one(run: Run, tmp_path: Path) -> None:
    for language, text in {"en": "# Cards\n\nRed.\n", "de": "# Karten\n\nRot.\n"}.items():
        (tmp_path / language).mkdir()
        (tmp_path / language / "cards.md").write_text(text, encoding="utf-8")
    page = tmp_path / "de" / "cards.md"
    line = f"<!-- Translated from the English page as of {mark('# Cards Red.')}. -->\n"
    assert run("translated", str(page)).exit_code == 0
    assert page.read_text(encoding="utf-8") == f"{line}# Karten\n\nRot.\n"
    assert run("translated", str(page)).output == "nothing to note\n"
    (tmp_path / "en" / "cards.md").write_text("# Cards\n\nBlue.\n", encoding="utf-8")
    run("translated", str(page))
    assert (
        page.read_text(encoding="utf-8")
        == f"{line.replace(mark('# Cards Red.'), mark('# Cards Blue.'))}# Karten\n\nRot.\n"
    )


def test_the_english_page_is_no_translation(run: Run, tmp_path: Path) -> None:
    (tmp_path / "en").mkdir()
    for path in (tmp_path / "en" / "cards.md", tmp_path / "cards.md"):
        path.write_text("# Cards\n", encoding="utf-8")
        result = run("translated", str(path))
        assert result.exit_code == 2
        assert "is no translated page" in result.stderr
