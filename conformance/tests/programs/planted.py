"""The reference implementation with one thing wrong: `planted.py NAME`, as programs in use are wrong.

How a fault is planted, `planting.py` says. `right` is the same program without a fault; the last three misbehave at
one question.
"""

from __future__ import annotations

import dataclasses
import os
import sys
import time
from collections.abc import Callable
from typing import Any

from planting import FAULTS, Formal, Given, answer_wrongly, code, put, rule, swap, without

from stichwerk import auction, questions, scoring, tricks, widow
from stichwerk.duties import Duties
from stichwerk.melds import MeldTable
from stichwerk.questions import reading, scores
from stichwerk.rules import Rules
from stichwerk.table import Table

# ---------------------------------------------------------------- the pack and the deal


@rule
def ten_below_the_unter(formal: Formal) -> None:
    ranks = [rank for rank in formal["deck"]["ranks"] if rank != "T"]
    ranks.insert(ranks.index("U") + 1, "T")
    formal["deck"]["ranks"] = ranks


@rule
def widow_dealt_at_the_end(formal: Formal) -> None:
    packets = formal["deal"]["packets"]
    formal["deal"]["packets"] = [p for p in packets if "each" in p] + [p for p in packets if "widow" in p]


@rule
def any_cut(formal: Formal) -> None:
    if "cut" in formal["deal"]:
        formal["deal"]["cut"] |= {"lifted": 1, "left": 1}


@rule
def the_dealer_deals_again(formal: Formal) -> None:
    formal["deal"]["next_dealer"] = "same"


@rule
def dealer_dealt_in_at_tables_of_four(formal: Formal) -> None:
    formal["table"]["pauses"] = "nobody"


@code
def dealt_to_the_dealer_first() -> None:
    swap(Table, "_order", lambda order: lambda table, dealer: order(table, dealer)[-1:] + order(table, dealer)[:-1])


# ---------------------------------------------------------------- the auction


@rule
def jump_bids_in_the_duel(formal: Formal) -> None:
    formal["auction"]["raise"] = "at_least"


@rule
def bids_one_after_the_other(formal: Formal) -> None:
    formal["auction"]["form"] = "in_turn"


@rule
def steps_of_twenty(formal: Formal) -> None:
    formal["auction"]["step"] = 20


@rule
def the_dealer_must_play(formal: Formal) -> None:
    formal["auction"] |= {"all_pass": "dealer_at_opening"}


@code
def newcomer_waits_for_the_holder() -> None:
    """After a pass the holder of the bid is asked to raise itself before the newcomer speaks."""

    def wrap(duel: Callable[..., Any]) -> Callable[..., Any]:
        def wrong(self: auction.AuctionStep, new: Any, standing: auction.Auction, move: Any) -> Any:
            after = duel(self, new, standing, move)
            if move.kind == "pass" and standing.bidder is not None and after.actor in standing.waiting:
                after.actor, after.local = standing.bidder, after.local._replace(facing=after.actor)
            return after

        return wrong

    swap(auction.AuctionStep, "_duel", wrap)


@code
def newcomers_from_the_dealer_on() -> None:
    """Those who are still to come take their turn backwards."""

    def wrap(enter: Callable[..., Any]) -> Callable[..., Any]:
        def wrong(self: auction.AuctionStep, deal: Any) -> Any:
            deal = enter(self, deal)
            if self.duel:
                deal.local = deal.local._replace(waiting=deal.local.waiting[::-1])
            return deal

        return wrong

    swap(auction.AuctionStep, "enter", wrap)


@code
def opponents_may_concede() -> None:
    questions.PROFILES["deals"]["action"] = lambda rules, given: {"legal": given["action"] in rules.contracts}


# ---------------------------------------------------------------- melds


@rule
def pair_inside_the_family(formal: Formal) -> None:
    formal["melds"]["family"].pop("absorbs", None)


@rule
def eight_alike_1200(formal: Formal) -> None:
    for name, meld in formal["melds"].items():
        if name.startswith("eight_"):
            meld["value"] = 1200


@rule
def double_binokel_340(formal: Formal) -> None:
    """The single one is counted beside the double one."""
    formal["melds"]["double_binokel"]["value"] = 340


@rule
def one_trump_seven(formal: Formal) -> None:
    formal["melds"]["trump_seven"]["max"] = 1


@rule
def reversed_binokel(formal: Formal) -> None:
    for name in ("binokel", "double_binokel"):
        cards = formal["melds"][name]["cards"]
        cards["exact"] = [{"SU": "SO", "LO": "LU"}[card] for card in cards["exact"]]


@rule
def pair_of_trumps_20(formal: Formal) -> None:
    formal["melds"]["pair"]["value"] = 20


@rule
def two_fours_count_twice(formal: Formal) -> None:
    for name, meld in formal["melds"].items():
        if name.startswith("four_"):
            meld.pop("max", None)


@code
def one_pair_for_each_suit() -> None:
    """The second pair of a suit is forgotten."""

    def wrap(needs: Callable[..., Any]) -> Callable[..., Any]:
        return lambda table, codes, most: needs(table, codes, 1 if len(codes) == 2 and codes[0][1] == "K" else most)

    swap(MeldTable, "_needs", wrap)


@rule
def family_of_trumps_100(formal: Formal) -> None:
    formal["melds"]["family"]["value"] = 100


@rule
def every_seven_counts(formal: Formal) -> None:
    formal["melds"]["trump_seven"]["cards"]["suit"] = "each"


@rule
def four_alike_beside_eight_alike(formal: Formal) -> None:
    for name, meld in formal["melds"].items():
        if name.startswith("eight_"):
            meld.pop("replaces", None)


# ---------------------------------------------------------------- discarding


@rule
def any_trump_discarded(formal: Formal) -> None:
    if "discard" in formal:
        formal["discard"]["trumps"] = "any"


@rule
def melded_cards_discarded(formal: Formal) -> None:
    if "discard" in formal:
        formal["discard"]["melded"] = True


@rule
def sevens_discarded_in_silence(formal: Formal) -> None:
    if "discard" in formal:
        formal["discard"]["announce_trumps"] = False


@code
def called_card_asked_of_the_dealer_first() -> None:
    def wrong(self: widow.CallStep, hands: tuple[int, ...], following: Any, declarer: int, kind: int) -> int | None:
        holders = [seat for seat, hand in enumerate(hands) if hand & self.rules.deck.kinds[kind]]
        return next((seat for seat in holders if seat != declarer), None)

    put(widow.CallStep, "giver", wrong)


@code
def card_in_hand_may_not_be_called() -> None:
    """A card of which the declarer holds one copy already counts as its own."""
    swap(
        widow.CallStep,
        "callable",
        lambda may: lambda step, hand, kind: may(step, hand, kind) and not step.rules.deck.count(hand, kind),
    )


# ---------------------------------------------------------------- the tricks


@rule
def equal_card_beats(formal: Formal) -> None:
    formal["tricks"]["equal_cards"] = "last"


@code
def any_ace_wins() -> None:
    """The highest rank takes the trick, of whatever suit, unless a trump does."""

    def wrong(step: tricks.TricksStep, best: int, kind: int, trump: int) -> bool:
        ranks = len(step.deck.ranks)
        if step.deck.suit_of[kind] != trump and step.deck.suit_of[best] != trump:
            return kind % ranks > best % ranks
        return right(step, best, kind, trump)

    right = tricks.TricksStep.takes
    put(tricks.TricksStep, "takes", wrong)


@code
def only_the_card_led_is_beaten() -> None:
    """The duty to beat is measured against the first card of the trick, not the one that is winning."""

    def wrap(legal: Callable[..., Any]) -> Callable[..., Any]:
        def wrong(rules: Rules, given: Given) -> Any:
            return legal(rules, {**given, "trick": given.get("trick", [])[:1]})

        return wrong

    questions.PROFILES["tricks"]["legal_cards"] = wrap(questions.PROFILES["tricks"]["legal_cards"])


@code
def led_suit_forced_though_trumped() -> None:
    """Who follows suit must play above the highest card of the suit, although a trump has been played."""

    def wrong(duties: Duties, hand: int, best: int, led: int, trump: int, *more: Any) -> int:
        deck = duties.deck
        if hand & deck.suit_mask[led] and led != trump and deck.suit_of[best] == trump:
            following = hand & deck.suit_mask[led]
            for kind in reversed(range(len(deck.codes))):
                if following & deck.kinds[kind]:
                    return following & deck.kinds[kind]
        return right(duties, hand, best, led, trump, *more)

    right = Duties.playable
    put(Duties, "playable", wrong)


@rule
def beating_is_free(formal: Formal) -> None:
    without("beat")(formal)


@rule
def trumping_is_free(formal: Formal) -> None:
    without("trump")(formal)


@code
def undertrumping_is_free() -> None:
    """Who has only trumps that are too low may throw off what it likes."""

    def wrong(duties: Duties, hand: int, best: int, led: int, trump: int, *more: Any) -> int:
        deck = duties.deck
        void = trump >= 0 and not hand & deck.suit_mask[led]
        if void and deck.suit_of[best] == trump and not hand & duties.beats(best, trump):
            return hand
        return right(duties, hand, best, led, trump, *more)

    right = Duties.playable
    put(Duties, "playable", wrong)


@code
def partner_frees_from_beating() -> None:
    """Who stands behind its partner's winning card need not beat it (a table of four)."""

    def wrong(rules: Rules, given: Given) -> dict[str, Any]:
        trick = [reading.kind_of(rules, card) for card in given.get("trick", [])]
        if len(rules.table.sides) == 2 and len(trick) >= 2:
            trump = reading.trump_of(rules, given)
            if reading.winning(rules, trick, trump) == len(trick) - 2:
                return {"legal": list(dict.fromkeys(given["hand"]))}
        return right(rules, given)

    right = questions.PROFILES["tricks"]["legal_cards"]
    questions.PROFILES["tricks"]["legal_cards"] = wrong


@rule
def last_ten_forgotten(formal: Formal) -> None:
    formal["tricks"]["last_trick"] = 0


@rule
def first_lead_by_the_declarer(formal: Formal) -> None:
    formal["tricks"]["first_lead"] = "declarer"


@rule
def first_lead_by_the_eldest(formal: Formal) -> None:
    formal["tricks"]["first_lead"] = "eldest"
    for contract in formal["contracts"].values():
        contract.pop("lead", None)


# ---------------------------------------------------------------- whole deals


@code
def whole_deals_unknown() -> None:
    del questions.PROFILES["deals"]["whole_deal"]


@code
def any_card_goes_in_a_whole_deal() -> None:
    """The duties are known when they are asked for, and not watched while playing."""

    def wrong(self: tricks.TricksStep, deal: Any) -> int:
        hand: int = deal.hands[deal.actor]
        return hand

    put(tricks.TricksStep, "legal", wrong)


@code
def anybody_speaks_at_any_time() -> None:
    """Whose turn it is is not watched in the auction."""

    def wrap(apply: Callable[..., Any]) -> Callable[..., Any]:
        return lambda step, deal, move: apply(step, deal, move._replace(seat=deal.actor))

    swap(auction.AuctionStep, "apply", wrap)


# ---------------------------------------------------------------- scoring


@code
def rounded_before_the_contract_check() -> None:
    def wrap(made: Callable[..., Any]) -> Callable[..., Any]:
        def wrong(self: scoring.Scoring, facts: scoring.Facts, sides: list[scoring.Side]) -> Any:
            exact = [side.trick_points for side in sides]
            for side in sides:
                side.trick_points = (side.trick_points + 5) // 10 * 10
            try:
                return made(self, facts, sides)
            finally:
                for side, points in zip(sides, exact, strict=True):
                    side.trick_points = points

        return wrong

    swap(scoring.Scoring, "_made", wrap)


@rule
def halves_rounded_down(formal: Formal) -> None:
    formal["rounding"]["half"] = "down"


@rule
def nothing_rounded(formal: Formal) -> None:
    formal["rounding"] = {"what": "nothing"}


@rule
def tens_in_the_tournament(formal: Formal) -> None:
    formal["rounding"] = {"what": "trick_points", "to": 10, "half": "up"}


@code
def discards_forgotten() -> None:
    def wrap(facts: Callable[..., scoring.Facts]) -> Callable[..., scoring.Facts]:
        def wrong(rules: Rules, given: Given) -> scoring.Facts:
            elsewhere = given.get("untouched", 0) + given.get("discards", 0)
            return facts(rules, {**given, "discards": 0, "untouched": elsewhere})

        return wrong

    swap(scores, "facts_from", wrap)


@rule
def melds_kept_without_a_trick(formal: Formal) -> None:
    formal["melding"]["valid"] = "true"


@rule
def melds_lost_without_a_trick(formal: Formal) -> None:
    formal["melding"]["valid"] = "side.tricks > 0"


@rule
def conceding_bonus_forty(formal: Formal) -> None:
    formal["awards"]["conceded"]["points"] = "side.declarer ? -bid : side.melds + 40"


@rule
def conceding_bonus_is_the_bid(formal: Formal) -> None:
    formal["awards"]["conceded"]["points"] = "side.declarer ? -bid : side.melds + bid"


@rule
def lost_game_counts_double(formal: Formal) -> None:
    formal["awards"]["lost"]["points"] = "-2 * bid"


@rule
def lost_game_counts_once(formal: Formal) -> None:
    formal["awards"]["lost"]["points"] = "-bid"


@rule
def partners_trick_counts_in_durch(formal: Formal) -> None:
    for contract in formal["contracts"].values():
        if "all_tricks" in contract.get("success", {}):
            contract["success"]["all_tricks"] = "side.tricks == tricks_in_deal"


@rule
def untendurch_lost_by_any_trick(formal: Formal) -> None:
    formal["contracts"]["untendurch"]["success"] = {"no_tricks": "declarer.tricks == 0"}


@rule
def durch_booked_in_the_match(formal: Formal) -> None:
    formal["awards"]["special"]["account"] = "match"


@rule
def free_melding_ignored(formal: Formal) -> None:
    formal["contracts"]["game"]["success"].pop("free_melding", None)


@code
def points_of_a_revoke_to_the_declarer() -> None:
    """What an opponent who revoked took in tricks is not struck but handed over."""

    def wrap(score: Callable[..., Any]) -> Callable[..., Any]:
        def wrong(self: scoring.Scoring, facts: scoring.Facts) -> Any:
            cards = list(facts.cards)
            for seat in facts.revokers:
                if seat != facts.declarer:
                    cards[facts.declarer] += cards[seat]
                    cards[seat] = 0
            return score(self, dataclasses.replace(facts, cards=tuple(cards)))

        return wrong

    swap(scoring.Scoring, "score", wrap)


@rule
def two_hundred_shared(formal: Formal) -> None:
    """The opponents of a lost game divide the bonus between them."""
    if formal["values"]["defence_bonus"] == 200:
        formal["values"]["defence_bonus"] = 100


@rule
def melds_count_for_who_concedes(formal: Formal) -> None:
    formal["awards"]["conceded"]["points"] = (
        "side.declarer ? side.melds - bid : side.melds + values.conceding_bonus * players"
    )


@rule
def untendurch_with_the_last_ten(formal: Formal) -> None:
    formal["contracts"]["untendurch"]["success"] = {"no_points": "side.trick_points == 0"}


@rule
def wrong_discard_loses_the_special_game(formal: Formal) -> None:
    """It is booked where the contract is booked, instead of as a lost bid."""
    awards = formal["scoring"]["awards"]
    if "misdiscarded" in awards:
        formal["scoring"]["awards"] = [name for name in awards if name != "misdiscarded"] + ["misdiscarded"]


# ---------------------------------------------------------------- the match


@rule
def more_than_the_target_demanded(formal: Formal) -> None:
    formal["match"]["target"] += 1


@rule
def own_game_ignored(formal: Formal) -> None:
    formal["match"]["winner"] = "highest"


@rule
def whoever_leads_alone_after_a_tie(formal: Formal) -> None:
    formal["match"]["tie"] = "shared"


@rule
def eight_deals_are_enough(formal: Formal) -> None:
    formal["match"]["deals"] -= 1


# ---------------------------------------------------------------- programs that fail at one question


def at_a_cut(fail: Callable[[], None]) -> Callable[[], None]:
    """Does something else than answer when two cards were lifted under the rules of the club."""

    def plant() -> None:
        def wrong(rules: Rules, given: Given) -> dict[str, Any]:
            if rules.id == "binokel" and rules.options["sevens"] != "without" and given["lifted"] == 2:
                fail()
            return right(rules, given)

        right = questions.PROFILES["cards"]["cut"]
        questions.PROFILES["cards"]["cut"] = wrong

    return plant


def garbage() -> None:
    sys.stdout.write("cutting two cards\n")


FAULTS |= {
    "crashes": at_a_cut(lambda: os._exit(3)),
    "hangs": at_a_cut(lambda: time.sleep(60)),
    "prints_garbage": at_a_cut(garbage),
}

if __name__ == "__main__":
    answer_wrongly(sys.argv[1])
