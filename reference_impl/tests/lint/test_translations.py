"""Stamps on translations: what they are made of, what the lint says of them, and what becomes of a stale one."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from stichwerk.library import Library, shipped
from stichwerk.lint import run
from stichwerk.lint.translations import check_translations
from stichwerk.loader import load_yaml, parse_yaml
from stichwerk.resolve import resolve_ruleset
from stichwerk.translations import language_of, passages, ruling_out_of_date, ruling_passages, stamp
from stichwerk.validation import collect

Write = Callable[..., Path]
PACK = "        text: {de: Das Blatt., en: The pack., es: La baraja.}\n"
RIGHT = sha256(b"Das Blatt.").hexdigest()[:8]
WRONG = sha256(b"Das andere Blatt.").hexdigest()[:8]
OPTION = """\
options:
  - id: pack
    title: {de: Blatt, en: Pack, es: Baraja}
    default: old
    choices:
      - id: old
        title: {de: alt, en: old, es: vieja}
      - id: new
        title: {de: neu, en: new, es: nueva}
        change:
          - clause: game.deck
            text: {de: Ein neues Blatt., en: A new pack., es: Una baraja nueva.}
"""


def with_stamps(stamps: str) -> str:
    return f"{PACK}        translated: {stamps}\n"


def said(path: Path) -> list[str]:
    return [f"{problem.path}: {problem.message}" for problem in run([path]).problems]


def test_a_stamp_is_the_beginning_of_the_hash_of_the_sentence_as_written() -> None:
    sentence = "Das erste Gebot sind {{ auction.opening }} Punkte."
    assert stamp(sentence) == sha256(sentence.encode()).hexdigest()[:8]
    assert stamp(sentence) != stamp(sentence.replace("opening", "step"))


def test_how_lines_are_broken_does_not_matter_to_a_stamp() -> None:
    assert stamp("Das  Blatt\n   wird gemischt. ") == stamp("Das Blatt wird gemischt.")


def test_every_translation_of_the_shipped_spec_was_made_from_the_sentence_as_it_stands() -> None:
    library = Library()
    found = [passage for name in library.paths() for passage in passages(library.document(name).value)]
    for path in sorted((library.shipped / "rulings").glob("*.yaml")):
        found += ruling_passages(load_yaml(path).value, lambda ruling: language_of(ruling, library))
    assert len(found) > 500
    assert [passage.name for passage in found if passage.missing or passage.stale] == []


def test_a_right_stamp_is_no_problem(house: Write) -> None:
    assert said(house(PACK, with_stamps(f"{{en: {RIGHT}, es: {RIGHT}}}"))) == []
    assert said(house(PACK, with_stamps(f"{{es: {RIGHT}}}"))) == []


def test_a_stale_stamp_is_told_with_its_place_and_what_to_do(house: Write) -> None:
    path = house(PACK, with_stamps(f"{{en: {RIGHT}, es: {WRONG}}}"))
    (problem,) = run([path]).problems
    assert str(problem) == (
        f"{path}:13:40: sections.0.clauses.0.translated.es: the Spanish text of game.deck was made from another German"
        f" one; expected the stamp {RIGHT}\n"
        f"          translated: {{en: {RIGHT}, es: {WRONG}}}\n"
        f"{' ' * 41}^\n"
        f"hint: look at the translation, then run: stichwerk translated {path} game.deck"
    )


def test_the_authentic_text_bears_no_stamp(house: Write) -> None:
    (problem,) = said(house(PACK, with_stamps(f"{{de: {RIGHT}, en: {RIGHT}}}")))
    assert problem == (
        "sections.0.clauses.0.translated.de: German is the authentic language here, so its text is no translation"
    )


def test_another_authentic_language_wants_other_stamps(house: Write) -> None:
    path = house(PACK, with_stamps(f"{{de: {RIGHT}, en: {RIGHT}}}"))
    path.write_text(path.read_text("utf-8").replace("authentic: de", "authentic: es"), "utf-8")
    assert said(path) == [
        "sections.0.clauses.0.translated.de: the German text of game.deck was made from another Spanish one",
        "sections.0.clauses.0.translated.en: the English text of game.deck was made from another Spanish one",
    ]


def test_in_a_ruleset_of_ones_own_stamps_may_be_missing_and_in_the_shipped_spec_they_may_not(house: Write) -> None:
    path = house(PACK, with_stamps(f"{{en: {RIGHT}}}"))
    document = load_yaml(path)
    assert said(path) == []
    assert list(check_translations(document, passages(document.value), required=False)) == []
    first, *others = check_translations(document, passages(document.value), required=True)
    assert str(first).splitlines()[0] == (
        f"{path}:12:9: sections.0.clauses.0.text: nobody has said from which German text the Spanish of game.deck was"
        " made; expected 'translated' with a stamp for each translation"
    )
    assert "the English and Spanish of game.points" in others[0].message
    assert others[0].hint == f"when the translations are right, run: stichwerk translated {path} game.points"


@pytest.mark.parametrize(
    ("stamps", "problem"),
    [
        ("{en: 12345678}", "found the integer 12345678; expected text"),
        ("{en: 1A2B3C4D}", 'expected text such as "1a2b3c4d"'),
        ("{fr: 1a2b3c4d}", "unknown key 'fr'"),
        ("1a2b3c4d", "expected a mapping"),
        ("{}", "expected a mapping of at least 1 key"),
    ],
)
def test_stamps_that_are_none_are_refused(house: Write, stamps: str, problem: str) -> None:
    path = house(PACK, with_stamps(stamps))
    (found,) = run([path]).problems
    assert problem in str(found)
    assert found.place is not None
    assert found.place.line == 13


def test_a_stamp_of_digits_stands_in_quotation_marks(house: Write) -> None:
    (problem,) = said(house(PACK, with_stamps('{en: "12345678"}')))
    assert "was made from another German one" in problem


def test_a_patch_without_a_text_has_nothing_to_stamp(house: Write) -> None:
    more = OPTION.replace("text: {de: Ein neues Blatt., en: A new pack., es: Una baraja nueva.}", "status: ruling")
    path = house(more=more + "            translated: {en: 1a2b3c4d}\n")
    assert any("expected text wherever there is translated" in str(problem) for problem in run([path]).problems)


def clauses(path: Path, **chosen: str) -> dict[str, Any]:
    document = resolve_ruleset("house", chosen, library=Library([path.parent]))
    return {clause["id"]: clause for clause in document["clauses"]}


def test_a_resolved_clause_names_the_languages_that_are_out_of_date(house: Write) -> None:
    assert "stale" not in clauses(house())["game.deck"]
    assert "stale" not in clauses(house(PACK, with_stamps(f"{{en: {RIGHT}, es: {RIGHT}}}")))["game.deck"]
    assert clauses(house(PACK, with_stamps(f"{{en: {RIGHT}, es: {WRONG}}}")))["game.deck"]["stale"] == ["es"]


def test_the_text_that_a_choice_brings_has_stamps_of_its_own(house: Write) -> None:
    path = house(PACK, with_stamps(f"{{en: {WRONG}}}"), more=OPTION)
    assert clauses(path, pack="old")["game.deck"]["stale"] == ["en"]
    assert "stale" not in clauses(path, pack="new")["game.deck"]
    fresh = sha256(b"Ein neues Blatt.").hexdigest()[:8]
    path = house(
        PACK, with_stamps(f"{{en: {RIGHT}}}"), more=f"{OPTION}            translated: {{es: {WRONG}, en: {fresh}}}\n"
    )
    assert "stale" not in clauses(path, pack="old")["game.deck"]
    assert clauses(path, pack="new")["game.deck"]["stale"] == ["es"]


def test_stamps_do_not_change_what_is_played(house: Write) -> None:
    def hashed(path: Path) -> str:
        found: str = resolve_ruleset("house", library=Library([path.parent]))["hash"]
        return found

    plain = hashed(house())
    assert hashed(house(PACK, with_stamps(f"{{en: {WRONG}}}"))) == plain
    assert hashed(house("opening: 150", "opening: 160")) != plain


def test_a_clause_of_a_parent_is_held_against_the_language_of_the_parent(house: Write) -> None:
    path = house(PACK, with_stamps(f"{{en: {RIGHT}, es: {WRONG}}}"))
    child = "language: 1\nid: casa\nfamily: binokel\nextends: house\nauthentic: es\n"
    child += "title: {de: Haus, en: House, es: Casa}\n"
    (path.parent / "casa.yaml").write_text(child, encoding="utf-8")
    document = resolve_ruleset("casa", library=Library([path.parent]))
    assert document["authentic"] == "es"
    assert next(clause for clause in document["clauses"] if clause["id"] == "game.deck")["stale"] == ["es"]


def test_a_ruling_has_one_stamp_for_all_it_says() -> None:
    ruling = shipped().rulings()["B1"]
    assert ruling_out_of_date(ruling, shipped()) == []
    for key in ("question", "decision", "reason"):
        assert ruling_out_of_date({**ruling, key: {**ruling[key], "de": "Anders."}}, shipped()) == ["en", "es"]
        assert ruling_out_of_date({**ruling, key: {**ruling[key], "en": "Differently."}}, shipped()) == []
    first, *others = ruling["readings"]
    changed = {**ruling, "readings": [{**first, "de": "Anders."}, *others]}
    assert ruling_out_of_date(changed, shipped()) == ["en", "es"]
    assert ruling_out_of_date({key: part for key, part in changed.items() if key != "translated"}, shipped()) == []


def test_a_stale_ruling_fails_the_lint_of_its_folder(tmp_path: Path) -> None:
    source = (shipped().shipped / "rulings" / "guinote.yaml").read_text("utf-8")
    document = parse_yaml(source.encode(), "guinote.yaml")
    assert collect(document, "rulings") == []
    (tmp_path / "rulings").mkdir()
    name, reason = document.value["rulings"][0]["id"], document.value["rulings"][0]["reason"]["de"].split()[0]
    (tmp_path / "rulings" / "guinote.yaml").write_text(source.replace(f"de: {reason}", "de: Anders", 1), "utf-8")
    said = [problem.message for problem in run([tmp_path]).problems]
    assert f"the English text of {name} was made from another German one" in said
