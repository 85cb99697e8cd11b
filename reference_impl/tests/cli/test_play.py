"""`stichwerk play`: scripted and random people at the terminal."""

import os
import random
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from click.testing import Result

from stichwerk import load
from stichwerk.cli.names import Names
from stichwerk.cli.session import Session
from stichwerk.cli.talk import Quit, Talk

Run = Callable[..., Result]
Installed = Callable[..., subprocess.CompletedProcess[str]]

ENTER = "\n" * 40
CARD = re.compile(r"\((\d+) \S+\)")
GARBAGE = ["1", "2", "3 4", "0", "p", "150", "E7", "best", "?", "♥A", "x", "1 2 3 4 5 6", "-1", "²", "9" * 50]


class Person(Talk):
    """Somebody who answers questions with a function of the question and of the lines since the last one."""

    def __init__(self, answer: Callable[[str, list[str]], str]) -> None:
        super().__init__(lambda: "")
        self.answer = answer
        self.lines: list[str] = []
        self.text: list[str] = []

    def tell(self, text: str = "") -> None:
        self.lines += text.splitlines()
        self.text += text.splitlines()

    def ask(self, question: str) -> str:
        answer = self.answer(click.unstyle(question), [click.unstyle(line) for line in self.lines])
        self.lines = []
        self.text.append(question + answer)
        if answer == "q":
            raise Quit
        return answer


def session(ruleset: str, person: Person, seed: int, *, lang: str = "en", seat: int = 0, **options: str) -> Session:
    rules = load(ruleset, options)
    return Session(rules, Names(rules, lang, seat), person, seed)


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        (
            "de",
            ["Du spielst gegen Zufallsspieler.", "1. Runde · Spieler 2 gibt", "14. Stich: ", "Bis zum nächsten Mal!"],
        ),
        ("en", ["You play against random players.", "Deal 1 · Player 2 deals", "Trick 14: ", "Good-bye!"]),
        ("es", ["Juegas contra jugadores", "Ronda 1 · reparte Jugador 2", "Baza 14: ", "¡Hasta la próxima!"]),
    ],
)
def test_whole_deals_by_pressing_enter(run: Run, lang: str, words: list[str]) -> None:
    result = run("play", "binokel", "--seed", "3", "--lang", lang, lines=ENTER)
    assert (result.exit_code, result.stderr) == (0, "")
    for word in words:
        assert word in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 80


def test_the_language_is_that_of_the_rules(run: Run) -> None:
    assert "Reihenfolge am Tisch: Du → Spieler 1 → Spieler 2." in run("play", "binokel", lines="q\n").stdout


def test_a_seed_brings_everything_again(run: Run) -> None:
    first, second = (run("play", "binokel", "--seed", "8", lines=ENTER).stdout for _ in range(2))
    assert first == second
    assert run("play", "binokel", "--seed", "9", lines=ENTER).stdout != first


def test_the_cards_do_not_depend_on_how_one_plays() -> None:
    """The second deal has the same hands whether the first was passed or fought for."""

    def second_hand(bid: bool) -> list[str]:
        def answer(question: str, lines: list[str]) -> str:
            if "Deal 2" in " ".join(person.text) and "Your bid" in question:
                hands.append([line for line in lines if line.startswith("  ")])
                return "q"
            found = re.search(r"Your bid: (\d+)", question)
            return found[1] if bid and found else ""

        hands: list[list[str]] = []
        person = Person(answer)
        with pytest.raises(Quit):
            session("binokel", person, 4, seat=1).run()
        return hands[0]

    assert second_hand(bid=True) == second_hand(bid=False)


def test_without_a_seed_one_is_named(run: Run) -> None:
    text = run("play", "binokel", "--lang", "en", lines="q\n").stdout
    found = re.search(r"--seed (\d+) brings the same cards again", text)
    assert found
    again = run("play", "binokel", "--lang", "en", "--seed", found[1], lines="q\n").stdout
    assert again == text


@pytest.mark.parametrize("lines", ["", "q\n", "Q\n", "?\nx\n", "150\n"])
def test_the_end_of_the_input_ends_the_game(run: Run, lines: str) -> None:
    result = run("play", "binokel", "--lang", "en", lines=lines)
    assert result.exit_code == 0
    assert result.stdout.endswith("\nGood-bye!\n")


@pytest.mark.skipif(sys.platform == "win32", reason="there Ctrl-C goes to a group of processes")
def test_ctrl_c_ends_the_game() -> None:
    command = [sys.executable, "-m", "stichwerk", "play", "binokel", "--lang", "es", "--seed", "1"]
    program = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env=os.environ | {"PYTHONIOENCODING": "utf-8"}, restore_signals=True,
    )  # fmt: skip
    assert program.stdout is not None
    shown = b""
    while b"Tu puja" not in shown and (more := program.stdout.read(1)):
        shown += more
    program.send_signal(signal.SIGINT)
    rest, errors = program.communicate(timeout=60)
    assert program.returncode == 130
    assert rest.decode().endswith("\n¡Hasta la próxima!\n")
    assert errors == b""


@pytest.mark.parametrize(
    ("ruleset", "options", "lang"),
    [
        ("binokel", {}, "de"),
        ("binokel", {"calling": "on", "open_durch": "on", "revoke": "play_on", "match_end": "own_game"}, "es"),
        ("binokel", {"sevens": "without", "all_pass": "dealer_at_opening", "trump_discard": "free"}, "en"),
        ("kreuz-binokel", {}, "es"),
        ("binokel-fuenfzehn", {}, "en"),
        ("binokel-anleitung", {"bettel": "on", "durchmarsch": "on"}, "de"),
        ("kreuz-binokel-anleitung", {}, "de"),
        ("binokel-turnier", {"players": "4"}, "en"),
    ],
)
@pytest.mark.parametrize("seed", range(3))
def test_whole_matches_with_any_input(ruleset: str, options: dict[str, str], lang: str, seed: int) -> None:
    rng = random.Random(seed)

    def answer(_question: str, _lines: list[str]) -> str:
        return rng.choice(GARBAGE) if rng.random() < 0.4 else rng.choice(["", "", "1", "best", "150"])

    person = Person(answer)
    match = session(ruleset, person, seed, lang=lang, seat=seed % 3, **options)
    match.run()
    assert match.match.over
    assert match.match.played > 0


def test_the_totals_add_up(run: Run) -> None:
    """After each deal the table shows the points and the totals; the last ones are those of the match."""
    person = Person(lambda _question, _lines: "")
    match = session("binokel-turnier", person, 2)
    match.run()
    totals = dict.fromkeys(match.rules.table.names, 0)
    for line in person.text:
        found = re.fullmatch(r"(You|Player \d) +\d+ +(?:\d+|–) +\D+ ([+-]?\d+) +(-?\d+)", line)
        if found:
            side = "0" if found[1] == "You" else found[1][-1]
            totals[side] += int(found[2])
            assert totals[side] == int(found[3])
    assert totals == match.match.totals
    assert any(totals.values())


def test_cards_that_are_not_allowed_are_explained() -> None:
    """A card in brackets is refused with the sentence, its number and its source, and asked again; so does ?."""
    refused = []

    def answer(question: str, lines: list[str]) -> str:
        forbidden = CARD.findall(" ".join(lines))
        if question.startswith("Deine Karte") and forbidden and not refused:
            refused.append(forbidden[0])
            return str(forbidden[0])
        if refused and len(refused) == 1:
            refused.append("".join(lines))
            return "?"
        if len(refused) == 2:
            refused.append("".join(lines))
            return "q"
        return ""

    with pytest.raises(Quit):
        session("binokel", Person(answer), 3, lang="de").run()
    _, text, explained = refused
    assert " geht hier nicht.  11." in text
    assert re.search(r"11\.[234] (Farbzwang|Trumpfzwang|Stichzwang): Wer .*\[A, ", text)
    assert explained.startswith("  nicht erlaubt: ")
    assert "zwang: Wer" in explained


def test_a_bid_that_is_not_allowed(run: Run) -> None:
    text = run("play", "binokel", "--lang", "en", "--seed", "1", lines="155\n200\nq\n").stdout
    assert "Your bid: 150, or p to pass [p]: 155\nNot allowed: the bid must be 150, not 155.\n" in text
    assert re.search(r"\n  5\.[67] [^\[]*\[B, Reizen;\s+rulings? B2", text)


def test_opponents_hidden_cards_stay_hidden() -> None:
    """Before a card is played, no line shows one that the person may not see."""
    person = Person(lambda _question, _lines: "")
    match = session("binokel-turnier", person, 6)
    match.run()
    for line in person.text:
        if "cards discarded" in line or "a card goes back" in line:
            assert not re.search("[♣♠♥♦]", line.split("(")[0])


def test_one_who_deals_may_have_to_sit_out() -> None:
    person = Person(lambda _question, _lines: "")
    session("binokel-turnier", person, 5, seat=3, players="4").run()
    assert "Order of play: You → Player 0 → Player 1 → Player 2." in person.text
    start = person.text.index("You deal and sit this deal out.")
    end = next(n for n, line in enumerate(person.text) if n > start and "Next deal" in line)
    assert not any("Your" in line for line in person.text[start:end])


def test_partners_are_named(run: Run) -> None:
    text = run("play", "kreuz-binokel", "--lang", "de", "--seat", "1", lines="q\n").stdout
    assert "Reihenfolge am Tisch: Du → Spieler 2 → Spieler 3 → Spieler 0." in text
    assert "Spieler 3 ist dein Partner." in text


def test_the_last_deal_is_kept_as_a_record(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "deal.json"
    result = run("play", "binokel", "--seed", "3", "--record", str(path), lines=ENTER)
    assert result.exit_code == 0
    assert run("replay", str(path)).exit_code == 0
    assert run("explain", str(path)).exit_code == 0


def test_a_record_that_cannot_be_written(run: Run, tmp_path: Path) -> None:
    result = run("play", "binokel", "--seed", "3", "--record", str(tmp_path / "no" / "deal.json"), lines=ENTER)
    assert result.exit_code == 2
    assert "cannot write" in result.stderr


def test_a_terminal_without_the_signs_shows_codes(installed: Installed) -> None:
    result = installed("play", "binokel", "--seed", "3", "--lang", "en", lines="\nq\n", PYTHONIOENCODING="ascii")
    assert (result.returncode, result.stderr) == (0, "")
    assert re.search(r"^  E acorns +1 E[A-Z0-9]+ ", result.stdout, re.MULTILINE)
    assert "(SA)" in result.stdout


def test_input_that_is_no_text(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "stichwerk", "play", "binokel", "--lang", "en"],
        input=b"\xff\xfe\n\nq\n", capture_output=True, check=False, timeout=60,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")
