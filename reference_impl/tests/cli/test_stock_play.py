"""`stichwerk play` where there is a stock: scripted and random people at the terminal."""

import random
import re
from collections.abc import Callable
from itertools import pairwise

import click
import pytest
from click.testing import Result

from stichwerk import Deal, Move, load
from stichwerk.cli.names import Names
from stichwerk.cli.players import random_move, volunteer
from stichwerk.cli.session import Session
from stichwerk.cli.talk import Quit, Talk

Run = Callable[..., Result]

ENTER = "\n" * 200
GARBAGE = [
    "1",
    "2",
    "3 4",
    "0",
    "p",
    "a",
    "b",
    "c",
    "?",
    "♥A",
    "HQ",
    "x",
    "claim",
    "close",
    "mar",
    "cante",
    "exch",
    "²",
]
OFFER = "It is not your turn"


class Person(Talk):
    """Somebody who answers questions with a function of the question and of the lines since the last one."""

    def __init__(self, answer: Callable[[str, list[str]], str]) -> None:
        super().__init__(lambda: "")
        self.answer = answer
        self.lines: list[str] = []
        self.text: list[str] = []

    def tell(self, text: str = "") -> None:
        shown = click.unstyle(text).splitlines() or [""]
        self.lines += shown
        self.text += shown

    def ask(self, question: str) -> str:
        question = click.unstyle(question)
        answer = self.answer(question, self.lines)
        self.lines = []
        self.text += (question + answer).splitlines()
        if answer == "q":
            raise Quit
        return answer


def session(ruleset: str, person: Person, seed: int, *, lang: str = "en", seat: int = 0, **options: str) -> Session:
    rules = load(ruleset, options)
    return Session(rules, Names(rules, lang, seat), person, seed)


def played(ruleset: str, seed: int, *, lang: str = "en", seat: int = 0, **options: str) -> tuple[Session, list[str]]:
    """A whole match by pressing Enter, and all that was said."""
    person = Person(lambda _question, _lines: "")
    match = session(ruleset, person, seed, lang=lang, seat=seat, **options)
    match.run()
    return match, person.text


@pytest.mark.parametrize("columns", [80, 120])
@pytest.mark.parametrize(
    ("ruleset", "lang", "words"),
    [
        (
            "bummerl",
            "de",
            ["Stand: Du 7, Spieler 1 7", "Talon: 9 Karten, aufgeschlagen ", "deine Punkte: 0", "Ausmachen"],
        ),
        ("bummerl", "es", ["Tanteo: Tú 7, Jugador 1 7", "mazo: 9 cartas, a la vista ", "tus puntos: 0", "Reclamar"]),
        ("guinote", "en", ["stock: 15 cards, turn-up ", "points of your side: 0", "stock: empty"]),
        ("guinote", "es", ["mazo: 15 cartas, a la vista ", "puntos de tu bando: 0", "mazo: agotado", "Robo: "]),
    ],
)
def test_whole_matches_by_pressing_enter(
    run: Run, monkeypatch: pytest.MonkeyPatch, ruleset: str, lang: str, words: list[str], columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    result = run("play", ruleset, "--seed", "3", "--lang", lang, lines=ENTER)
    assert (result.exit_code, result.stderr) == (0, "")
    for word in words:
        assert word in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= columns
    assert run("play", ruleset, "--seed", "3", "--lang", lang, lines=ENTER).stdout == result.stdout


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("ruleset", "options"),
    [
        ("bummerl", {}),
        ("bummerl", {"siebener": "on", "exchange_rank": "seven", "must_beat": "on"}),
        ("bummerl-siebener", {}),
        ("bummerl-mit-40", {}),
        ("bummerl-tournament", {}),
        ("bummerl-stake", {}),
        ("schnapsen", {}),
        ("schnapsen-a-trois", {}),
        ("sechsundsechzig", {}),
        ("guinote", {}),
        ("guinote", {"players": "2", "best_of": "3"}),
        ("guinote-aragones", {}),
        ("guinote-riojano", {}),
        ("guinote-arrastre-temprano", {}),
        ("guinote-101", {}),
        ("guinote-tradicional", {}),
        ("guinote-tradicional", {"players": "2"}),
    ],
)
def test_whole_matches_with_any_input(ruleset: str, options: dict[str, str], seed: int) -> None:
    rng = random.Random(seed)

    def answer(_question: str, _lines: list[str]) -> str:
        return rng.choice(GARBAGE) if rng.random() < 0.4 else rng.choice(["", "", "", "1", "2"])

    person = Person(answer)
    match = session(ruleset, person, seed, lang=("de", "en", "es")[seed], seat=seed % 2, **options)
    match.run()
    assert match.match.over
    assert max(map(len, person.text)) <= 80


@pytest.mark.parametrize(("ruleset", "sign"), [("bummerl", -1), ("schnapsen", -1), ("sechsundsechzig", 1)])
def test_the_score_of_the_match_is_kept(ruleset: str, sign: int) -> None:
    """Points are taken off, or added, deal after deal; the line at the head of a deal says how it stands."""
    match, text = played(ruleset, 5)
    start = match.rules.formal["match"]["start"]
    totals = {"You": start, "Player 1": start}
    for line in text:
        if line.startswith("Score: "):
            assert line == "Score: " + ", ".join(f"{who} {points}" for who, points in totals.items())
        elif found := re.fullmatch(r"(You|Player 1) +\d+ +\d+ +\D+ ([+-]?\d+) +(-?\d+)", line):
            totals[found[1]] += sign * int(found[2])
            assert totals[found[1]] == int(found[3])
    assert list(totals.values()) == list(match.match.totals.values())
    assert match.match.played > 1


def test_games_of_a_series() -> None:
    match, text = played("guinote", 3, best_of="3")
    ends = [line for line in text if line.startswith("Games won: ")]
    assert len(ends) == sum(match.match.games.values()) >= 2
    assert sum("The next one starts afresh." in line for line in text) == len(ends) - 1
    assert any(line.startswith(("The whole series is won by: ", "You have won the whole series!")) for line in text)


def test_marks_and_stakes() -> None:
    match, text = played("bummerl-stake", 4)
    marks = next(line for line in text if line.startswith("Marks against: "))
    stakes = next(line for line in text if line.startswith("Stakes: "))
    loser = next(side for side, count in match.match.marks.items() if count)
    who = {"0": "You", "1": "Player 1"}[loser]
    assert f"{who} {match.match.marks[loser]}" in marks
    assert f"{who} {match.match.stakes[loser]:+d}" in stakes


def test_a_second_deal_goes_on_counting() -> None:
    """Vueltas: the account of the first deal is part of the points, and the deal ends with a claim."""
    for seed in range(40):
        match, text = played("guinote-tradicional", seed)
        if any("Calling out: " in line for line in text):
            break
    own = [re.search(r"points of your side: (\d+) \+ (\d+) = (\d+)", line) for line in text]
    assert any(own)
    assert all(int(found[1]) + int(found[2]) == int(found[3]) for found in own if found)
    claim = next(
        re.search(r": Calling out: (\d+) \+ (\d+) = (\d+) points, rightly", line)
        for line in text
        if "Calling out: " in line
    )
    assert claim
    assert int(claim[1]) + int(claim[2]) == int(claim[3]) > 100
    assert match.match.played == 2


def answers(*script: str) -> Callable[[str, list[str]], str]:
    """The answers one by one, then the end."""
    left = list(script)
    return lambda _question, _lines: left.pop(0) if left else "q"


def scripted(ruleset: str, seed: int, *script: str, lang: str = "en") -> list[str]:
    """What is said in answer to a script."""
    person = Person(answers(*script))
    with pytest.raises(Quit):
        session(ruleset, person, seed, lang=lang).run()
    return person.text


def test_announcing_closing_and_claiming_by_letter() -> None:
    text = scripted("bummerl", 3, "a", "1", "5", "a", "b")
    assert "   a Marriage ♣ 20" in text
    assert "You: Marriage ♣ 20 (counts with the next trick)" in text
    assert any(line.endswith("your points: 0 (+ 20 with the next trick)") for line in text)
    assert "  ♥ hearts · trumps   (1 ♥K)" in text  # bound to king or queen
    assert "♥K is not allowed here." in text
    assert "You: Close" in text
    assert any("closed by you" in line for line in text)


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", ["marriage", "marriage ♣", "marriage C", "Marriage clubs", "marr"]),
        ("de", ["mariage", "Mariage Kreuz", "mar"]),
        ("es", ["cante", "cante tréboles", "cant"]),
    ],
)
def test_announcing_by_name(lang: str, words: list[str]) -> None:
    for word in words:
        text = scripted("bummerl", 3, word, lang=lang)
        assert any(re.match(r"(You|Du|Tú): \w+ ♣ 20 \(", line) for line in text), word


def test_a_false_claim_costs_what_the_clause_says() -> None:
    text = scripted("bummerl", 3, "claim")
    assert "You: Claim: 0 points, wrongly" in text
    assert "The deal is won by: Player 1." in text
    assert any(re.match(r"  10\.\d+ False claim: ", line) for line in text)
    assert any(re.match(r"Player 1 .* False claim +\+2 +5$", line) for line in text)


@pytest.mark.parametrize(
    ("word", "clause"),
    [
        ("close", r"  8\.\d+ .*about to lead may close"),
        ("marriage", r"  6\.\d+ Only the player about to lead may announce"),
    ],
)
def test_what_the_follower_may_not_do_is_explained(word: str, clause: str) -> None:
    """By its name anything can be tried; the rules say why not."""
    asked = []

    def answer(question: str, lines: list[str]) -> str:
        following = any(re.match(r"Trick \d+ .* Player 1 ", line) for line in lines)
        if asked:
            asked.append("\n".join(lines))
            return "q"
        if following and question.startswith("Your card"):
            asked.append(word)
            return word
        return ""

    person = Person(answer)
    with pytest.raises(Quit):
        session("bummerl", person, 3).run()
    assert asked[1].splitlines()[0].startswith("Not possible here: ")
    assert re.search(clause, asked[1])


def test_help_names_what_is_not_possible_and_why() -> None:
    text = "\n".join(scripted("bummerl", 3, "a", "?"))
    help_text = text[text.rindex("Your card, or a letter [♣Q]: ?") :]
    assert "not allowed: ♥K, ♦10, ♣10" in help_text
    assert "not allowed: Close" in help_text
    assert re.search(r"\n    8\.\d+ ", help_text)


def test_cards_drawn_by_others_stay_hidden() -> None:
    """Of the draws of others only the turn-up, which lay open, is named."""
    for ruleset, seat in (("bummerl", 0), ("guinote", 2)):
        _, text = played(ruleset, 7, seat=seat)
        turn_up = ""
        drawn = 0
        for line in " ".join(text).replace("Drawn: ", "\nDrawn: ").replace("Trick ", "\nTrick ").splitlines():
            if found := re.search(r"(?:turn-up|only) (\S+?),? ", line):
                turn_up = found[1]
            if line.startswith("Drawn: "):
                drawn += 1
                named = re.findall(r"Player \d ([♠♥♦♣]\S+?)(?:,| |$)", line)
                assert len(named) <= 1
                assert all(card == turn_up for card in named)
        assert drawn > 3


def test_somebody_not_to_act_is_asked_once() -> None:
    """The partner of the winner may announce; who lets it be is not asked again in that trick."""
    offers: list[tuple[str, str]] = []

    def answer(question: str, lines: list[str]) -> str:
        if question.startswith(OFFER):
            head = next(line for line in reversed(lines) if line.startswith("Trick "))
            offers.append((head, "\n".join(line for line in lines if re.match(r"   \d ", line))))
            return "0"
        return ""

    for seed in range(12):
        offers.append(("", ""))
        session("guinote-tradicional", Person(answer), seed).run()
    real = [entry for entry in offers if entry[1]]
    assert len(real) > 3
    assert all(one != other for one, other in pairwise(offers) if one[1])
    # An exchange is mentioned once a deal.
    assert sum("Exchanging" in listed for _, listed in real) <= 12 * 2


def test_out_of_turn_somebody_may_announce() -> None:
    def answer(question: str, _lines: list[str]) -> str:
        return "1" if question.startswith(OFFER) else ""

    for seed in range(30):
        person = Person(answer)
        session("guinote-tradicional", person, seed).run()
        text = "\n".join(person.text)
        if found := re.search(rf"   1 (Cante .+)\n{OFFER}.*\nYou: (Cante .+)\n", text):
            assert found[1] == found[2]
            return
    raise AssertionError("nobody could announce out of turn")


def test_random_players_act_like_somebody_who_counts() -> None:
    """They claim when they have enough and hardly ever otherwise, announce mostly, and seldom close."""
    rules, rng = load("bummerl"), random.Random(1)
    claims = {True: 0, False: 0}
    chances, done = 0, {"announce": 0, "close": 0}
    for _ in range(150):
        deal = rules.deal(0, rules.shuffled(rng))
        while not deal.finished:
            legal = {move.kind for move in deal.legal_moves() if isinstance(move, Move)}
            chances += "announce" in legal
            move = next_move(deal, rng)
            if move.kind in done:
                done[move.kind] += 1
            deal = deal.apply(move)
            if move.kind == "claim":
                claims[deal.result is not None and deal.result.facts is not None and deal.result.facts.claim_true] += 1
    assert claims[True] > 100
    assert claims[False] < 10
    assert done["announce"] > 0.7 * chances > 10
    assert 0 < done["close"] < 100


def next_move(deal: Deal, rng: random.Random) -> Move:
    """What random players do at a table without a person."""
    return volunteer(deal, -1, rng) or random_move(deal, rng)


def test_who_only_has_to_draw_is_not_asked() -> None:
    """Where the winner draws when it likes, the question comes only when something else could be done first."""
    _, text = played("sechsundsechzig", 2, lang="de")
    questions = [line for line in text if line.startswith("Deine Wahl")]
    lists = "\n".join(text)
    assert questions
    assert not re.search(r"   1 nachziehen\n(   2 Ausmachen\n)?Deine Wahl \[1\]", lists)


def test_a_highest_bid_ends_the_list() -> None:
    """Where a bid cannot go above a figure, all that can be bid are listed."""
    text = scripted("schnapsen-a-trois", 1, "4", "2")
    assert any(line.startswith("Your bid: 1, 2, 3, or p to pass") for line in text)
    assert "Not allowed: the bid must be 1 or more, in steps of 1, 3 at most, not 4." in text
    assert "You: 2" in text
