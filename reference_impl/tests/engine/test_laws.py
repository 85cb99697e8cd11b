"""What holds in every deal of every ruleset, whatever the cards: laws that need no expected values."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

sys.path.insert(0, str(Path(__file__).parent))

from playing import configurations, deal_at_random, drawn, picked, rules_of, state, steps_at_random

from stichwerk.deal import Deal
from stichwerk.errors import IllegalMove, RecordError
from stichwerk.match import Match, changed
from stichwerk.moves import Move
from stichwerk.plausible import check
from stichwerk.record import replay, to_record
from stichwerk.rules import Rules
from stichwerk.stock import StockStep
from stichwerk.talon import Talon
from stichwerk.tricks import Play
from stichwerk.view import view

SEEDS = st.integers(0, 2**32)
ANY = st.sampled_from(configurations())
STOCK = st.sampled_from([one for one in configurations() if isinstance(rules_of(one).tricks, StockStep)])


def test_every_ruleset_and_option_is_among_the_configurations() -> None:
    names = {name for name, _ in configurations()}
    assert {"binokel", "binokel-anleitung", "binokel-turnier"} <= names
    assert {"bummerl", "schnapsen", "sechsundsechzig", "guinote", "guinote-tradicional"} <= names
    assert len(configurations()) > 100


def table_of(deal: Deal) -> Talon:
    """What lies on the table beside the tricks; before them what was dealt there."""
    if isinstance(deal.local, Play):
        return deal.local.talon or Talon()
    return Talon(deal.setup.stock, deal.setup.turn_up)


def undrawn(deal: Deal) -> list[str]:
    """The cards of the stock with the turn-up."""
    table = table_of(deal)
    return [deal.rules.deck.codes[kind] for kind in (*table.stock, table.turn_up) if kind >= 0]


def cards_in_sight(deal: Deal) -> list[str]:
    """Every card of a deal, wherever it lies now."""
    deck, setup = deal.rules.deck, deal.setup
    places = list(deal.hands) + [setup.discards, setup.dead] + ([] if setup.taken else [setup.widow])
    found = undrawn(deal) + [code for place in places for code in deck.cards(place)]
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
    if facts is None or not isinstance(deal.local, Play) or (facts.last_trick is None and facts.claimer is None):
        return
    deck, scoring = rules.deck, rules.scoring
    left = sum(map(deck.worth, deal.hands)) + deck.worth(deal.setup.dead) + deck.worth(deck.hand(undrawn(deal)))
    on_table = sum(deck.points[kind] for kind in deal.local.cards)
    assert sum(facts.cards) + facts.discards + facts.untouched + left + on_table == deck.total
    tricks = rules.tricks_in_deal
    assert sum(facts.tricks) <= tricks
    assert sum(facts.tricks) == tricks or facts.closer is not None or facts.claimer is not None
    assert check(rules, facts) == "" or (facts.declarer is not None and facts.claimer is not None)
    last = scoring.last_trick if facts.last_trick is not None and scoring.last_trick_if(facts.closer is not None) else 0
    points = sum(side.points for side in scoring.sides(facts))
    assert points == deck.total - facts.untouched - left - on_table + last + sum(facts.announced)


@given(STOCK, SEEDS)
def test_announcements_count_for_a_side_with_a_trick_and_no_other(configuration: tuple, seed: int) -> None:
    rules, rng = rules_of(configuration), Random(seed)
    for deal in steps_at_random(deal_at_random(rules, rng), rng):
        if not isinstance(deal.local, Play):
            continue
        table = table_of(deal)
        made = [move for move in deal.moves() if move.kind == "announce"]
        for number, seats in enumerate(rules.table.sides):
            tricks = sum(deal.local.tricks[seat] for seat in seats)
            counted = waiting = 0
            for move in made:
                what = rules.tricks.announcements[move.value[0]]
                points = what.table.figures(deal.setup.trump)[move.value].points if move.seat in seats else 0
                if tricks or what.at_once:
                    counted += points
                else:
                    waiting += points
            assert table.credits[number] == counted
            assert sum(points for side, points in table.pending if side == number) == waiting


@given(STOCK, SEEDS)
def test_hands_are_filled_up_while_the_stock_is_open_and_then_used_up(configuration: tuple, seed: int) -> None:
    rules, rng = rules_of(configuration), Random(seed)
    before = None
    for deal in steps_at_random(deal_at_random(rules, rng), rng):
        if not isinstance(deal.local, Play):
            continue
        table, sizes = table_of(deal), {hand.bit_count() for hand in deal.hands if hand} or {0}
        if table.moment == "lead":
            assert len(sizes) == 1
            if table.left and not table.closed:
                assert sizes == {rules.hand_size}
        if before is not None and deal.move.kind not in ("play", "draw"):
            drawn_from = table_of(before)
            assert table.stock == drawn_from.stock
            assert deal.local.tricks == before.local.tricks
        if before is not None and undrawn(deal) != undrawn(before) and deal.move.kind != "exchange":
            assert drawn_from_the_top(before, deal)
        before = deal


def drawn_from_the_top(before: Deal, after: Deal) -> bool:
    """Did each seat draw the next card, the winner of the trick first?"""
    deck, order, winner = after.rules.deck, after.setup.order, table_of(after).winner
    hands = list(before.hands)
    if after.move.kind == "play":
        hands[after.move.seat] = deck.remove(hands[after.move.seat], deck.index[after.move.value])
    first = order.index(winner)
    for seat, card in zip(order[first:] + order[:first], undrawn(before), strict=False):
        hands[seat] = deck.add(hands[seat], deck.index[card])
    return tuple(hands) == after.hands


@given(ANY, SEEDS)
def test_somebody_may_always_move_and_every_offer_is_accepted(configuration: tuple, seed: int) -> None:
    rules, rng = rules_of(configuration), Random(seed)
    deal = deal_at_random(rules, rng)
    while not deal.finished:
        offers = deal.legal_moves()
        assert offers
        assert deal.actor in deal.setup.order
        assert any(offer.seat == deal.actor for offer in offers)
        for offer in offers:
            assert offer.seat in deal.setup.order
            after = deal.apply(drawn(offer, rng))
            assert after is not deal
            if isinstance(offer, Move) and offer.kind == "claim":
                assert after.finished
        deal = deal.apply(drawn(picked(deal, rng), rng))
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
            "announce",
            "exchange",
            "close",
            "claim",
            "draw",
        ]
    )
    announcements = [*deal.rules.formal.get("announcements", {}), "nothing"]
    values = {
        "cut": rng.choice([-1, 0, 1, 2, 3, 45, 46, 47, 48, 99]),
        "bid": rng.choice([0, 1, 2, 3, 4, 10, 140, 150, 151, 160, 165, 170, 200, 10_000]),
        "contract": rng.choice([*deal.rules.contracts, "nothing"]),
        "trump": rng.choice([*deal.rules.deck.suits, "X"]),
        "meld": tuple(
            (rng.choice([*deal.rules.meld_table.table, "nothing"]), rng.choice(["E", "S", None])) for _ in "12"
        ),
        "announce": (rng.choice(announcements), rng.choice([*deal.rules.deck.suits, None])),
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
        deal = deal.apply(drawn(picked(deal, rng), rng))
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
        assert (side in deal.result.won) == (other in turned.result.won)
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
        elif move.kind == "announce":
            value = (value[0], names.get(value[1], value[1]))
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
    """The deal with two cards exchanged that the seat cannot see: others' hands, stock, discards, closed widow."""
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
    table = table_of(deal)
    if table.stock:
        places["stock"] = deck.hand(deck.codes[kind] for kind in table.stock)
    if setup.dead:
        places["dead"] = setup.dead
    if len(places) < 2:
        return None
    one, other = rng.sample(sorted(places), 2)
    first, second = rng.choice(deck.cards(places[one])), rng.choice(deck.cards(places[other]))
    changed_places = dict(places)
    changed_places[one] = deck.add(deck.remove(places[one], deck.index[first]), deck.index[second])
    changed_places[other] = deck.add(deck.remove(places[other], deck.index[second]), deck.index[first])
    new = deal.after(deal.move)
    new.previous, new.actor, new.local, new.result = deal.previous, deal.actor, deal.local, deal.result
    new.hands = tuple(changed_places.get(f"hand {n}", hand) for n, hand in enumerate(deal.hands))
    new.setup = setup._replace(
        discards=changed_places.get("discards", setup.discards),
        widow=changed_places.get("widow", setup.widow),
        dead=changed_places.get("dead", setup.dead),
    )
    if "stock" in (one, other):
        lying = [deck.index[first if one == "stock" else second], deck.index[second if one == "stock" else first]]
        stock = list(table.stock)
        stock[stock.index(lying[0])] = lying[1]
        if isinstance(new.local, Play):
            new.local = StockStep._copy(new.local)
            new.local.talon = table._replace(stock=tuple(stock))
        else:
            new.setup = new.setup._replace(stock=tuple(stock))
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
        assert bool(seen["legal"]) == any(offer.seat == seat for offer in deal.legal_moves())
        assert all(offer["seat"] == seat for offer in seen["legal"])
        if not deal.setup.shown:
            assert seen["widow"] is None
        if seat != deal.setup.declarer:
            assert "discards" not in seen
        if isinstance(deal.local, Play):
            assert len(seen["tricks"]) == sum(deal.local.tricks)
    with pytest.raises(ValueError, match="does not play"):
        view(deal, 9)


@given(STOCK, SEEDS)
def test_a_view_shows_of_the_stock_what_lies_open(configuration: tuple, seed: int) -> None:
    rules, rng = rules_of(configuration), Random(seed)
    deal = deal_at_random(rules, rng)
    codes, open_cards = rules.deck.codes, set()
    for after in (deal, *steps_at_random(deal, rng)):
        table, seat = table_of(after), rng.choice(after.setup.order)
        seen = view(after, seat)
        if table.turn_up >= 0 and not table.closed:
            open_cards.add(codes[table.turn_up])
            assert seen["turn_up"] == codes[table.turn_up]
        else:
            assert seen["turn_up"] is None
        assert seen["stock"] == len(table.stock)
        assert seen["closed_by"] == table.closer
        made = [move for move in after.moves() if move.kind in ("announce", "exchange", "close", "claim")]
        assert len(seen["announcements"]) == sum(move.kind == "announce" for move in made)
        assert len(seen["exchanges"]) == sum(move.kind == "exchange" for move in made)
        assert (seen["claim"] is None) == all(move.kind != "claim" for move in made)
        assert len(seen["calls"]) == sum(
            move.kind in ("bid", "pass") for move in after.moves() if not beside(after, move)
        )
        played = {move.value for move in after.moves() if move.kind == "play"}
        named = set(re.findall(r'"([A-Z][A-Z0-9])"', json.dumps(seen))) & set(codes)
        assert named <= played | open_cards | set(rules.deck.cards(after.hands[seat]))


def beside(deal: Deal, move: Move) -> bool:
    """Was the move made during the tricks?"""
    flow = list(deal.rules.formal["flow"])
    before = next(position.previous for position in deal.positions() if position.move is move)
    return flow[before.step] == "tricks"


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
            assert after.dealer == rules.next_dealer(match.dealer, deal.result)
            if after.played or after.over:
                assert after.totals == changed(rules, match.totals, deal.result.scores)
            else:  # a new game of the series
                assert after.totals == Match.start(rules).totals
        match = after
    if match.over:
        with pytest.raises(ValueError, match="over"):
            match.add(deal.result)
