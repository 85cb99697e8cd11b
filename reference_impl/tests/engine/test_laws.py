"""What holds in every deal of every ruleset, whatever the cards: laws that need no expected values."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parent))

from playing import configurations, deal_at_random, drawn, rules_of, state, steps_at_random

from stichwerk.deal import Deal
from stichwerk.errors import IllegalMove, RecordError
from stichwerk.match import Match
from stichwerk.moves import Move
from stichwerk.plausible import check
from stichwerk.record import replay, to_record
from stichwerk.rules import Rules
from stichwerk.tricks import Play
from stichwerk.view import view

SEEDS = st.integers(0, 2**32)
ANY = st.sampled_from(configurations())


def test_every_ruleset_and_option_is_among_the_configurations() -> None:
    names = {name for name, _ in configurations()}
    assert {"binokel", "binokel-anleitung", "binokel-turnier"} <= names
    assert len(configurations()) > 40


def cards_in_sight(deal: Deal) -> list[str]:
    """Every card of a deal, wherever it lies now."""
    deck, setup = deal.rules.deck, deal.setup
    places = list(deal.hands) + [setup.discards] + ([] if setup.taken else [setup.widow])
    found = [code for place in places for code in deck.cards(place)]
    played = [move.value for move in deal.moves() if move.kind == "play"]
    return sorted(found + played)


@given(ANY, SEEDS)
def test_the_pack_stays_whole(configuration: tuple, seed: int) -> None:
    rules, rng = rules_of(configuration), Random(seed)
    for deal in steps_at_random(deal_at_random(rules, rng), rng):
        if any(deal.hands):
            assert cards_in_sight(deal) == sorted(rules.deck.pack())


@given(ANY, SEEDS)
def test_points_add_up(configuration: tuple, seed: int) -> None:
    rules, rng = rules_of(configuration), Random(seed)
    *_, deal = steps_at_random(deal_at_random(rules, rng), rng)
    facts = deal.result.facts
    if facts is None or facts.last_trick is None:
        return
    assert sum(facts.cards) + facts.discards + facts.untouched == 240
    assert sum(facts.tricks) == rules.tricks_in_deal
    assert check(rules, facts) == ""
    if not facts.untouched:
        sides = rules.table.sides
        taken = [sum(facts.cards[seat] for seat in side) for side in sides]
        assert sum(taken) + facts.discards + 10 == 250


@given(ANY, SEEDS)
def test_somebody_may_always_move_and_every_offer_is_accepted(configuration: tuple, seed: int) -> None:
    rules, rng = rules_of(configuration), Random(seed)
    deal = deal_at_random(rules, rng)
    while not deal.finished:
        offers = deal.legal_moves()
        assert offers
        assert deal.actor in deal.setup.order
        for offer in offers:
            assert deal.apply(drawn(offer, rng)) is not deal
        deal = deal.apply(drawn(rng.choice(offers), rng))
    assert deal.legal_moves() == ()


def nonsense(deal: Deal, rng: Random) -> Move:
    """Some move, seldom a legal one."""
    codes = [*deal.rules.deck.codes, "XX", ""]
    seat = rng.choice([deal.actor, deal.actor, rng.randrange(-1, 5)])
    kind = rng.choice(
        [
            "cut",
            "bid",
            "pass",
            "take",
            "contract",
            "trump",
            "meld",
            "discard",
            "call",
            "give",
            "decline",
            "play",
            "play",
            "play",
        ]
    )
    values = {
        "cut": rng.choice([-1, 0, 1, 2, 3, 45, 46, 47, 48, 99]),
        "bid": rng.choice([0, 10, 140, 150, 151, 160, 165, 170, 200, 10_000]),
        "contract": rng.choice([*deal.rules.contracts, "nothing"]),
        "trump": rng.choice([*deal.rules.deck.suits, "X"]),
        "meld": tuple(
            (rng.choice([*deal.rules.meld_table.table, "nothing"]), rng.choice(["E", "S", None])) for _ in "12"
        ),
        "discard": tuple(rng.choice(codes) for _ in range(rng.randrange(8))),
        "call": rng.choice(codes),
        "give": rng.choice(codes),
        "play": rng.choice(codes),
    }
    return Move(seat, kind, values.get(kind))


def offered(deal: Deal, move: Move, rng: Random) -> bool:
    """Is the move among those that are offered? Choices are asked by what they describe."""
    for offer in deal.legal_moves():
        if isinstance(offer, Move):
            if offer == move:
                return True
            continue
        entry = offer.to_json()
        if entry["seat"] != move.seat or entry["move"] != move.kind:
            continue
        if move.kind == "cut" and entry["least"] <= move.value <= entry["most"]:
            return True
        if move.kind == "bid" and move.value >= entry["least"] and move.value % entry["step"] == 0:
            return True
        if move.kind in ("meld", "discard"):
            return True  # sets of cards are tested on their own
    return False


def refused(deal: Deal, move: Move) -> IllegalMove | None:
    """How the move is refused, None when it is not."""
    try:
        deal.apply(move)
    except IllegalMove as error:
        return error
    return None


@given(ANY, SEEDS)
def test_a_move_that_is_not_offered_is_refused_and_changes_nothing(configuration: tuple, seed: int) -> None:
    rules, rng = rules_of(configuration), Random(seed)
    deal = deal_at_random(rules, rng)
    while not deal.finished:
        for _ in range(4):
            move = nonsense(deal, rng)
            before = state(deal)
            refusal = refused(deal, move)
            if refusal is None:
                assert offered(deal, move, rng), move
            else:
                assert refusal.reason
                assert refusal.clause is None or rules.clause_text(refusal.clause)
                assert not offered(deal, move, rng) or move.kind in ("meld", "discard")
            assert state(deal) == before
        deal = deal.apply(drawn(rng.choice(deal.legal_moves()), rng))
    with pytest.raises(IllegalMove):
        deal.apply(Move(0, "pass"))


@given(ANY, SEEDS)
def test_a_record_replays_to_the_same_deal(configuration: tuple, seed: int) -> None:
    rules, rng = rules_of(configuration), Random(seed)
    *_, deal = steps_at_random(deal_at_random(rules, rng), rng)
    again = replay(to_record(deal), rules)
    assert state(again) == state(deal)
    wrong = to_record(deal) | {"dealer": (deal.setup.dealer + 1) % rules.table.players}
    if deal.moves():
        with pytest.raises(RecordError):
            replay(wrong, rules)


def play_along(rules: Rules, record: dict, dealer: int, cards: list[str], turn: object) -> Deal:
    """The moves of a record in another deal, each changed by `turn`."""
    deal = rules.deal(dealer, cards)
    for entry in record["moves"]:
        deal = deal.apply(turn(Move.from_json(entry)))
    return deal


@given(ANY, SEEDS, st.integers(1, 3))
def test_rotating_the_seats_changes_nothing(configuration: tuple, seed: int, by: int) -> None:
    rules, rng = rules_of(configuration), Random(seed)
    players = rules.table.players
    *_, deal = steps_at_random(deal_at_random(rules, rng), rng)
    record = to_record(deal)
    turned = play_along(
        rules,
        record,
        (record["dealer"] + by) % players,
        record["cards"],
        lambda move: move._replace(seat=(move.seat + by) % players),
    )
    if deal.result.redeal:
        assert turned.result.redeal
        return
    table = rules.table
    for seat in range(players):
        side, other = table.names[table.side_of[seat]], table.names[table.side_of[(seat + by) % players]]
        assert deal.result.scores[side] == turned.result.scores[other]
        for account, points in deal.result.accounts.items():
            assert points[side] == turned.result.accounts[account][other]
    assert deal.result.made == turned.result.made


@given(ANY, SEEDS)
def test_renaming_suits_that_have_no_special_card_changes_nothing(configuration: tuple, seed: int) -> None:
    rules, rng = rules_of(configuration), Random(seed)
    special = {code[0] for entry in rules.meld_table.table.values() for code in entry["cards"].get("exact", ())}
    plain = [suit for suit in rules.deck.suits if suit not in special]
    assert len(plain) >= 2
    names = dict(zip(plain, plain[1:] + plain[:1], strict=True))

    def card(code: str) -> str:
        return names.get(code[0], code[0]) + code[1:]

    def turn(move: Move) -> Move:
        value = move.value
        if move.kind == "trump":
            value = names.get(value, value)
        elif move.kind in ("play", "call", "give"):
            value = card(value)
        elif move.kind == "discard":
            value = tuple(map(card, value))
        elif move.kind == "meld":
            value = tuple((meld, names.get(suit, suit)) for meld, suit in value)
        return move._replace(value=value, open=tuple(map(card, move.open)))

    *_, deal = steps_at_random(deal_at_random(rules, rng), rng)
    record = to_record(deal)
    renamed = play_along(rules, record, record["dealer"], list(map(card, record["cards"])), turn)
    assert renamed.result.to_json() == deal.result.to_json()


@given(ANY, SEEDS)
def test_a_hand_does_not_depend_on_the_order_or_copy_of_its_cards(configuration: tuple, seed: int) -> None:
    rules, rng = rules_of(configuration), Random(seed)
    deck = rules.deck
    cards = rng.sample(deck.pack(), 14)
    hand = deck.hand(cards)
    for _ in range(3):
        rng.shuffle(cards)
        assert deck.hand(cards) == hand
    gone = rng.choice(cards)
    rest = list(cards)
    rest.remove(gone)
    assert deck.remove(hand, deck.index[gone]) == deck.hand(rest)
    assert deck.merge(deck.hand(cards[:6]), deck.hand(cards[6:])) == hand
    assert deck.take_away(hand, deck.hand(cards[:6])) == deck.hand(cards[6:])
    assert sorted(deck.cards(hand)) == sorted(cards)


def swapped(deal: Deal, seat: int, rng: Random) -> Deal | None:
    """The deal with two cards exchanged that the seat cannot see: in others' hands, in discards, in a closed widow."""
    deck, setup = deal.rules.deck, deal.setup
    places = {f"hand {other}": hand for other, hand in enumerate(deal.hands) if other != seat and hand}
    contract = deal.rules.contracts.get(setup.contract or "")
    tricks = len([move for move in deal.moves() if move.kind == "play"]) // len(setup.order)
    if contract is not None and contract.open_after is not None and tricks >= contract.open_after:
        places.pop(f"hand {setup.declarer}", None)
    hidden_discards = setup.discards and seat != setup.declarer and not setup.announced
    if hidden_discards:
        places["discards"] = setup.discards
    if setup.widow and not setup.shown:
        places["widow"] = setup.widow
    if len(places) < 2:
        return None
    one, other = rng.sample(sorted(places), 2)
    first, second = rng.choice(deck.cards(places[one])), rng.choice(deck.cards(places[other]))
    changed = dict(places)
    changed[one] = deck.add(deck.remove(places[one], deck.index[first]), deck.index[second])
    changed[other] = deck.add(deck.remove(places[other], deck.index[second]), deck.index[first])
    new = deal.after(deal.move)
    new.previous, new.actor, new.local, new.result = deal.previous, deal.actor, deal.local, deal.result
    new.hands = tuple(changed.get(f"hand {n}", hand) for n, hand in enumerate(deal.hands))
    new.setup = setup._replace(
        discards=changed.get("discards", setup.discards), widow=changed.get("widow", setup.widow)
    )
    return new


@given(ANY, SEEDS)
def test_a_view_does_not_depend_on_what_the_seat_may_not_see(configuration: tuple, seed: int) -> None:
    rules, rng = rules_of(configuration), Random(seed)
    for deal in steps_at_random(deal_at_random(rules, rng), rng):
        if deal.finished or rng.random() < 0.7:
            continue
        seat = rng.choice(deal.setup.order)
        other = swapped(deal, seat, rng)
        if other is not None:
            assert view(other, seat) == view(deal, seat)


@given(ANY, SEEDS)
def test_a_view_shows_the_own_hand_and_no_other_card_but_public_ones(configuration: tuple, seed: int) -> None:
    rules, rng = rules_of(configuration), Random(seed)
    for deal in steps_at_random(deal_at_random(rules, rng), rng):
        seat = rng.choice(deal.setup.order)
        seen = view(deal, seat)
        assert seen["hand"] == rules.deck.cards(deal.hands[seat])
        assert bool(seen["legal"]) == (deal.actor == seat)
        if not deal.setup.shown:
            assert seen["widow"] is None
        if seat != deal.setup.declarer:
            assert "discards" not in seen
        if isinstance(deal.local, Play):
            assert len(seen["tricks"]) == sum(deal.local.tricks)
    with pytest.raises(ValueError, match="does not play"):
        view(deal, 9)


@given(ANY, SEEDS)
def test_a_match_adds_up_and_ends(configuration: tuple, seed: int) -> None:
    rules, rng = rules_of(configuration), Random(seed)
    match = Match.start(rules)
    for _ in range(400):
        if match.over:
            break
        *_, deal = steps_at_random(match.deal(rules.shuffled(rng)), rng)
        after = match.add(deal.result)
        if deal.result.redeal:
            assert after == match
        else:
            assert after.dealer == (match.dealer + 1) % rules.table.players
            for side, points in after.totals.items():
                assert points == match.totals[side] + deal.result.scores[side]
        match = after
    if match.over:
        with pytest.raises(ValueError, match="over"):
            match.add(deal.result)
