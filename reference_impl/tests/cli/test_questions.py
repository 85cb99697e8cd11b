"""The questions of `stichwerk play`, one by one, at positions of random deals."""

import random
import re
from collections.abc import Iterator

import click
import pytest

from stichwerk import Deal, Move, load
from stichwerk.cli.asking import question
from stichwerk.cli.hand import picked, rows
from stichwerk.cli.names import Names
from stichwerk.cli.narrator import tell
from stichwerk.cli.questions import Unclear
from stichwerk.cli.texts import _TEXTS

GAMES = [
    ("binokel", {"calling": "on", "open_durch": "on"}),
    ("kreuz-binokel", {}),
    ("binokel-anleitung", {}),
    ("binokel-turnier", {}),
]


def positions(ruleset: str, options: dict[str, str], seeds: range) -> Iterator[tuple[Deal, Names]]:
    """Positions of random deals in which somebody acts, and names for whoever does."""
    rules = load(ruleset, options)
    for seed in seeds:
        rng = random.Random(seed)
        deal = rules.deal(seed % rules.table.players, rules.shuffled(rng))
        while not deal.finished:
            yield deal, Names(rules, "en", deal.actor)
            chosen = rng.choice(deal.legal_moves())
            deal = deal.apply(chosen if isinstance(chosen, Move) else chosen.sample(rng))


def first(kind: str, ruleset: str = "binokel", **options: str) -> tuple[Deal, Names]:
    """The first position in which this kind of move is possible."""
    for deal, names in positions(ruleset, options, range(50)):
        if any(choice.to_json()["move"] == kind for choice in deal.legal_moves()):
            return deal, names
    raise AssertionError(f"nobody ever does {kind}")


@pytest.mark.parametrize(("ruleset", "options"), GAMES)
def test_the_suggestion_is_allowed_and_means_what_it_says(ruleset: str, options: dict[str, str]) -> None:
    for deal, names in positions(ruleset, options, range(12)):
        asked = question(deal, names)
        deal.apply(asked.suggested)
        read = asked.read(click.unstyle(asked.proposal()).split(":")[0])
        if asked.suggested.kind == "discard":
            assert sorted(read.value) == sorted(asked.suggested.value)
        else:
            assert read == asked.suggested
        assert asked.text()
        list(asked.shown())
        list(asked.help())


@pytest.mark.parametrize(("ruleset", "options"), GAMES)
def test_others_learn_nothing_of_what_is_put_away_or_given(ruleset: str, options: dict[str, str]) -> None:
    """For every move, the lines are the same whichever hidden cards it was about."""
    for deal, _ in positions(ruleset, options, range(12)):
        if deal.move is None or deal.move.kind not in ("discard", "give") or deal.previous is None:
            continue
        called = deal.setup.called
        for seat in deal.setup.order:
            if seat == deal.move.seat or (called is not None and seat == called[1]):
                continue
            lines = click.unstyle(" ".join(tell(deal.previous, deal, Names(deal.rules, "en", seat))))
            announced = re.sub(r"\(announced: [^)]*\)", "", lines)
            assert not re.search("[♣♠♥♦]", announced)


@pytest.mark.parametrize("answer", ["HA", "ha", "♥A", "♥a", "ace of hearts"])
def test_a_card_has_many_names(answer: str) -> None:
    names = Names(load("binokel"), "en")
    assert picked(answer, ["EA"], names) == ["HA"]


def test_cards_by_number_and_name() -> None:
    names = Names(load("binokel"), "de")
    hand = ["EA", "EA", "HT", "S7"]
    assert picked("1, 2 s7", hand, names) == ["EA", "EA", "S7"]
    assert picked("h10", hand, names) == ["HT"]
    assert picked("Herz-Zehn", hand, names) == ["HT"]
    for wrong in ("5", "0", "1 1", "x", "²", "HA x"):
        assert picked(wrong, hand, names) is None


def test_a_hand_in_rows() -> None:
    names = Names(load("binokel"), "de")
    lines = [click.unstyle(line) for line in rows(["EA", "EA", "HT", "S7"], names, trump="H", allowed={"EA", "S7"})]
    assert lines == [
        "  ♣ Eichel           1 ♣A     2 ♣A",
        "  ♥ Herz · Trumpf   (3 ♥10)",
        "  ♦ Schellen         4 ♦7",
    ]


def test_red_suits_are_red() -> None:
    names = Names(load("binokel"), "en")
    assert names.card("HA") == click.style("♥A", fg="red")
    assert names.card("EA") == "♣A"


def test_bids_in_a_duel() -> None:
    asked = question(*first("bid"))
    assert asked.read("150").value == 150
    assert asked.read("P").kind == "pass"
    with pytest.raises(Unclear, match="“x” means nothing"):
        asked.read("x")


def test_free_bids() -> None:
    asked = question(*first("bid", "binokel-anleitung"))
    assert asked.text() == "Your bid: 150 or more, in steps of 10, or p to pass"
    assert asked.read("180").value == 180


def test_trumps_by_number_name_sign_and_code() -> None:
    deal, names = first("trump")
    asked = question(deal, names)
    suit = deal.legal_moves()[0].to_json()["suit"]
    for answer in ("1", suit, suit.lower(), names.suits[suit]["symbol"], names.suits[suit]["name"]["en"][:3]):
        assert asked.read(answer) == Move(asked.seat, "trump", suit)
    for answer in ("9", "0", "x", "²"):
        with pytest.raises(Unclear):
            asked.read(answer)


def test_contracts_are_explained_by_their_clauses() -> None:
    asked = question(*first("contract"))
    text = " ".join(" ".join(asked.help()).split())
    assert "Durch: The durch is a special game worth 1000 points." in text
    assert asked.read("dur").value == "durch"
    assert asked.read("durch").value == "durch"


def test_the_widow_is_called_as_the_rules_call_it() -> None:
    asked = question(*first("take", open_durch="on"))
    lines = [line.strip() for line in asked.shown()]
    assert "1 The widow: take up" in lines
    assert "2 Open durch from the hand" in lines


def test_melds() -> None:
    for deal, names in positions("binokel-turnier", {}, range(30)):
        asked = question(deal, names)
        if deal.legal_moves()[0].to_json()["move"] == "meld" and len(asked.suggested.value) > 1:
            break
    assert asked.read("best") == asked.suggested
    assert asked.read("0").value == ()
    everything = asked.read(" ".join(str(n) for n in range(1, 3)))
    assert len(everything.value) == 2
    for wrong in ("0 1", "99", "x"):
        with pytest.raises(Unclear):
            asked.read(wrong)
    assert any("Melding is a right" in line for line in asked.help())


def test_calling() -> None:
    asked = question(*first("call", calling="on"))
    assert asked.proposal() == "0"
    assert asked.read("0").kind == "decline"
    assert asked.read("ha") == Move(asked.seat, "call", "HA")
    with pytest.raises(Unclear):
        asked.read("1")


def test_discards_are_announced_as_the_rules_want() -> None:
    for deal, names in positions("binokel", {}, range(200)):
        asked = question(deal, names)
        choice = deal.legal_moves()[0]
        announce = choice.to_json().get("announce")
        if announce:
            break
    cards = [announce[0], *(card for card in choice.to_json()["from"] if card not in announce)][:6]
    move = asked.read(" ".join(cards))
    assert move.open == (announce[0],)
    deal.apply(move)
    with pytest.raises(Unclear, match="is not in your hand"):
        asked.read(" ".join([cards[0]] * 3))


def test_every_text_is_there_in_three_languages_with_the_same_gaps() -> None:
    for key, texts in _TEXTS.items():
        assert len(texts) == 3, key
        gaps = [set(re.findall(r"\{(\w+)\}", text)) for text in texts]
        assert gaps[0] == gaps[1] == gaps[2], key
        assert all(text.strip() for text in texts), key
