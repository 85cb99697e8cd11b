"""The reference implementation with one thing wrong at a game with a stock: `planted_stock.py NAME`.

How a fault is planted, `planting.py` says; `right` is the same program without a fault.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import Any

from planting import Formal, answer_wrongly, code, put, rule, swap, without

from stichwerk import match
from stichwerk.facts import facts_of
from stichwerk.questions import scores
from stichwerk.stock import StockStep

Entry = dict[str, Any]


def acts(formal: Formal, act: str) -> Iterator[Entry]:
    """The actions of a kind: exchange, close, claim."""
    return (entry for entry in formal.get("actions", {}).values() if entry["act"] == act)


def at_other_times(formal: Formal, act: str, *windows: str) -> None:
    """The actions of a kind, done in other windows; what may be done after the last trick stays so."""
    for entry in acts(formal, act):
        entry["window"] = [*windows, *(window for window in entry["window"] if window in ("last_trick", "at_close"))]


def no_matter(formal: Formal, act: str, condition: str, instead: str = "") -> None:
    """The actions of a kind without a part of their condition."""
    for entry in acts(formal, act):
        if "when" in entry:
            entry["when"] = entry["when"].replace(condition, instead)


def announced_at_other_times(formal: Formal, *windows: str) -> None:
    formal["announcements"]["marriage"]["window"] = list(windows)


def awarded(formal: Formal, *wordings: tuple[str, str]) -> None:
    """All awards, with some words in their conditions and points replaced by others."""
    for award in formal["awards"].values():
        for part in ("when", "points"):
            if part in award:
                for wording, other in wordings:
                    award[part] = award[part].replace(wording, other)


def deciding(formal: Formal, wording: str, other: str) -> None:
    """The winner of a deal is found in another way."""
    formal["scoring"]["winner"] = formal["scoring"]["winner"].replace(wording, other)


def strict_duties(formal: Formal) -> list[Entry]:
    return [formal["duties"][name] for name in formal["stages"]["strict"]["duties"]]


def swapped(ranks: list[str]) -> list[str]:
    """Sota and caballo in each other's place."""
    return [{"S": "C", "C": "S"}.get(rank, rank) for rank in ranks]


# ---------------------------------------------------------------- the pack and the deal


@rule
def sota_and_caballo_swapped_in_order(formal: Formal) -> None:
    formal["deck"]["ranks"] = swapped(formal["deck"]["ranks"])


@rule
def sota_and_caballo_swapped_in_points(formal: Formal) -> None:
    points = formal["deck"]["points"]
    points["S"], points["C"] = points["C"], points["S"]


@rule
def sota_and_caballo_swapped_in_the_pair(formal: Formal) -> None:
    cards = formal["announcements"]["marriage"]["cards"]
    cards["ranks"] = swapped(cards["ranks"])


@rule
def jack_worth_three(formal: Formal) -> None:
    points = formal["deck"]["points"]
    points["J"], points["Q"] = points["Q"], points["J"]


@rule
def dealt_one_by_one(formal: Formal) -> None:
    """The cards that go to the seats are dealt singly."""
    packets = []
    for packet in formal["deal"]["packets"]:
        packets += [{"each": 1}] * packet["each"] if "each" in packet else [packet]
    formal["deal"]["packets"] = packets


@rule
def dealt_three_and_three(formal: Formal) -> None:
    aside = [packet for packet in formal["deal"]["packets"] if "each" not in packet]
    if sum(packet.get("each", 0) for packet in formal["deal"]["packets"]) == 6:
        formal["deal"]["packets"] = [{"each": 3}, {"each": 3}, *aside]


@rule
def turned_up_after_the_hands(formal: Formal) -> None:
    """The turn-up is turned when the hands are full, not between their two packets."""
    packets = formal["deal"]["packets"]
    formal["deal"]["packets"] = [p for p in packets if "each" in p] + [p for p in packets if "each" not in p]


@rule
def the_winner_does_not_deal(formal: Formal) -> None:
    """The seats deal in turn, whoever has won the deal or its last trick."""
    formal["deal"]["next_dealer"] = "next"


@rule
def the_winner_deals(formal: Formal) -> None:
    formal["deal"]["next_dealer"] = "winner" if "winner" in formal["scoring"] else "last_trick"


# ---------------------------------------------------------------- the stock


@code
def first_player_always_draws_first() -> None:
    """Cards are drawn from the eldest on, whoever has won the trick."""

    def wrap(draw: Callable[..., Any]) -> Callable[..., Any]:
        def wrong(self: StockStep, new: Any, play: Any) -> Any:
            winner = play.talon.winner
            play.talon = play.talon._replace(winner=new.setup.order[0])
            after = draw(self, new, play)
            after.local.talon = after.local.talon._replace(winner=winner)
            return after

        return wrong

    swap(StockStep, "_draw", wrap)


@code
def turn_up_drawn_by_the_winner() -> None:
    """Of the last cards the winner of the trick takes the one that lies open."""

    def wrap(draw: Callable[..., Any]) -> Callable[..., Any]:
        def wrong(self: StockStep, new: Any, play: Any) -> Any:
            talon = play.talon
            if talon.turn_up >= 0 and len(talon.stock) < len(new.setup.order):
                play.talon = talon._replace(stock=(talon.turn_up, *talon.stock), turn_up=-1)
            return draw(self, new, play)

        return wrong

    swap(StockStep, "_draw", wrap)


@code
def trump_forgotten_after_the_stock() -> None:
    """When the turn-up is drawn nothing says any more which suit is trump."""

    def wrap(draw: Callable[..., Any]) -> Callable[..., Any]:
        def wrong(self: StockStep, new: Any, play: Any) -> Any:
            after = draw(self, new, play)
            if after.local.talon.turn_up < 0:
                after.setup = after.setup._replace(trump=-1)
            return after

        return wrong

    swap(StockStep, "_draw", wrap)


@rule
def drawn_before_the_winner_decides(formal: Formal) -> None:
    formal["stages"]["open"]["drawing"] = "at_once"


@rule
def strict_only_when_closed(formal: Formal) -> None:
    """The duties do not begin when the stock is used up."""
    formal["stages"]["open"]["until"] = "closed"


@rule
def strict_only_when_the_stock_is_used_up(formal: Formal) -> None:
    """The duties do not begin when the stock is closed."""
    formal["stages"]["open"]["until"] = "!turn_up"


@rule
def strict_one_trick_too_early(formal: Formal) -> None:
    """The duties begin while two seats still draw the last face-down card and the turn-up."""
    formal["stages"]["open"]["until"] = "closed || stock <= 1"


# ---------------------------------------------------------------- the exchange


@code
def exchange_leaves_two_of_the_card() -> None:
    """The low trump is put in the place of the turn-up, and is still in the hand."""

    def wrap(exchange: Callable[..., Any]) -> Callable[..., Any]:
        def wrong(self: StockStep, deal: Any, new: Any, seat: int) -> None:
            exchange(self, deal, new, seat)
            new.hands = deal.hands

        return wrong

    swap(StockStep, "_exchange", wrap)


@code
def exchange_keeps_the_turn_up_in_place() -> None:
    """The hand gets the turn-up, which is drawn once more at the end."""

    def wrap(exchange: Callable[..., Any]) -> Callable[..., Any]:
        def wrong(self: StockStep, deal: Any, new: Any, seat: int) -> None:
            turn_up = deal.local.talon.turn_up
            exchange(self, deal, new, seat)
            new.local.talon = new.local.talon._replace(turn_up=turn_up)

        return wrong

    swap(StockStep, "_exchange", wrap)


@code
def low_turn_up_not_exchanged() -> None:
    """Only a turn-up that is higher than the card given for it can be taken."""

    def wrap(can: Callable[..., bool]) -> Callable[..., bool]:
        def wrong(self: StockStep, deal: Any, seat: int, entry: Any) -> bool:
            low = entry["act"] == "exchange" and deal.local.talon.turn_up < self._gives(deal, entry)
            return can(self, deal, seat, entry) and not low

        return wrong

    swap(StockStep, "_can", wrap)


@rule
def exchanged_after_closing(formal: Formal) -> None:
    no_matter(formal, "exchange", "!closed && ")


@rule
def exchanged_after_announcing(formal: Formal) -> None:
    no_matter(formal, "exchange", " && !announced")


@rule
def exchange_refused_with_one_face_down_card(formal: Formal) -> None:
    no_matter(formal, "exchange", "stock > 0", "stock > 1")


@rule
def exchanged_without_a_trick(formal: Formal) -> None:
    no_matter(formal, "exchange", " && side.tricks > 0")
    if "trick_won_side" in formal["actions"]["exchange"]["window"]:
        at_other_times(formal, "exchange", "on_lead")


@rule
def exchange_needs_a_trick(formal: Formal) -> None:
    for entry in acts(formal, "exchange"):
        entry["when"] = f"{entry['when']} && side.tricks > 0" if "when" in entry else "side.tricks > 0"


@rule
def exchanged_by_the_follower(formal: Formal) -> None:
    at_other_times(formal, "exchange", "on_turn")


@rule
def exchanged_on_turn_only(formal: Formal) -> None:
    """Once a card is played it is too late to exchange, though nobody has played after it."""
    if "after_play" in formal["actions"]["exchange"]["window"]:
        at_other_times(formal, "exchange", "on_turn")


@rule
def partner_may_not_exchange(formal: Formal) -> None:
    at_other_times(formal, "exchange", "trick_won")


@rule
def no_exchange_at_the_closing(formal: Formal) -> None:
    del formal["actions"]["exchange_at_close"]


@rule
def closed_after_announcing(formal: Formal) -> None:
    no_matter(formal, "close", " && !announced")


@rule
def closed_only_after_the_draw(formal: Formal) -> None:
    at_other_times(formal, "close", "on_lead")


# ---------------------------------------------------------------- announcing


@rule
def credited_without_a_trick(formal: Formal) -> None:
    formal["announcements"]["marriage"]["credited"] = "at_once"


@rule
def announced_twice(formal: Formal) -> None:
    """A suit may be announced again after every trick."""
    del formal["announcements"]["marriage"]["once"]


@rule
def announced_by_the_follower(formal: Formal) -> None:
    announced_at_other_times(formal, "on_turn")


@rule
def two_announcements_in_one_turn(formal: Formal) -> None:
    del formal["announcements"]["marriage"]["per_turn"]


@code
def king_led_automatically() -> None:
    """After an announcement the king is led; nobody is asked."""

    def wrap(legal: Callable[..., int]) -> Callable[..., int]:
        def wrong(self: StockStep, deal: Any) -> int:
            cards = legal(self, deal)
            bound = deal.local.talon.bound and deal.local.talon.moment == "lead"
            return 1 << (cards.bit_length() - 1) if bound else cards

        return wrong

    swap(StockStep, "legal", wrap)


@rule
def any_card_led_after_an_announcement(formal: Formal) -> None:
    formal["announcements"]["marriage"]["lead"] = "free"


@rule
def announced_card_led_in_guinote(formal: Formal) -> None:
    """After an announcement one of its two cards must be led, as in other games."""
    formal["announcements"]["marriage"]["lead"] = "one_of_them"


@rule
def announced_in_a_closed_deal(formal: Formal) -> None:
    formal["announcements"]["marriage"]["when"] = "true"


@rule
def nothing_announced_in_a_closed_deal(formal: Formal) -> None:
    if "close" in formal["actions"]:
        formal["announcements"]["marriage"]["when"] = "!closed && stock > 0"


@rule
def announced_without_a_trick(formal: Formal) -> None:
    announced_at_other_times(formal, "on_lead")


@rule
def partner_may_not_announce(formal: Formal) -> None:
    announced_at_other_times(formal, "trick_won")


@rule
def partner_may_announce(formal: Formal) -> None:
    announced_at_other_times(formal, "trick_won_side")


@rule
def one_announcement_for_both_partners(formal: Formal) -> None:
    formal["announcements"]["marriage"]["each"] = "side"


@rule
def four_kings_spend_the_marriage(formal: Formal) -> None:
    formal["announcements"]["four_kings"]["spends"] = ["marriage"]


# ---------------------------------------------------------------- claiming


@rule
def claimed_in_the_middle_of_a_trick(formal: Formal) -> None:
    at_other_times(formal, "claim", "on_turn", "before_draw")


@rule
def claimed_on_lead_only(formal: Formal) -> None:
    at_other_times(formal, "claim", "on_lead")


@rule
def nothing_claimed_after_the_last_trick(formal: Formal) -> None:
    for entry in acts(formal, "claim"):
        entry["window"] = [window for window in entry["window"] if window != "last_trick"]


@rule
def claimed_before_the_first_trick(formal: Formal) -> None:
    for entry in acts(formal, "claim"):
        entry["when"] = "true"


@code
def claim_offered_only_when_it_is_right() -> None:
    """The program counts for the players: who has too little is not let claim."""

    def wrap(can: Callable[..., bool]) -> Callable[..., bool]:
        def wrong(self: StockStep, deal: Any, seat: int, entry: Any) -> bool:
            return can(self, deal, seat, entry) and (entry["act"] != "claim" or self._true(deal, seat))

        return wrong

    swap(StockStep, "_can", wrap)


@code
def false_claim_ignored() -> None:
    """Who claims without having enough is told so, and the deal goes on."""

    def wrap(beside: Callable[..., Any]) -> Callable[..., Any]:
        def wrong(self: StockStep, deal: Any, move: Any) -> Any:
            after = beside(self, deal, move)
            return deal if move.kind == "claim" and not facts_of(after).claim_true else after

        return wrong

    swap(StockStep, "_beside", wrap)


@rule
def more_than_the_goal_claimed(formal: Formal) -> None:
    for entry in acts(formal, "claim"):
        entry["true_if"] = entry["true_if"].replace(">=", ">")


@rule
def call_at_exactly_a_hundred(formal: Formal) -> None:
    """A call is right as soon as the goal is reached, where it has to be passed."""
    formal["actions"]["call"]["true_if"] = "side.total + side.points >= goal"


@rule
def called_in_the_first_deal(formal: Formal) -> None:
    del formal["actions"]["call"]["when"]


@rule
def called_without_the_points_before(formal: Formal) -> None:
    """What was scored in the first deal is forgotten in the second."""
    formal["actions"]["call"]["true_if"] = "side.points > goal"


@rule
def a_revoke_is_put_right(formal: Formal) -> None:
    if "revoke" in formal["irregularities"]:
        formal["irregularities"]["revoke"] = "put_right"


# ---------------------------------------------------------------- the duties


@rule
def duty_to_beat_left_out(formal: Formal) -> None:
    without("beat", "head")(formal)


@rule
def duty_to_beat_added(formal: Formal) -> None:
    if "beat" not in formal["duties"] and "head" not in formal["duties"]:
        formal["duties"]["beat"] = {"narrow": "beat", "what": "winner", "if": "following"}
        formal["stages"]["strict"]["duties"] = ["follow", "beat", "trump"]


@rule
def trumping_is_free(formal: Formal) -> None:
    without("trump", "overtrump")(formal)


@rule
def undertrumping_is_free(formal: Formal) -> None:
    """Who cannot overtrump may throw off what it likes."""
    if "overtrump" in formal["duties"]:
        formal["duties"]["trump"] |= {"winning": True}


@rule
def undertrump_forced(formal: Formal) -> None:
    """Who cannot overtrump has to play a trump all the same."""
    if "trump" in formal["duties"]:
        return
    overtrump = formal["duties"]["overtrump"]
    formal["duties"]["trump"] = {key: value for key, value in overtrump.items() if key != "winning"}
    formal["stages"]["strict"]["duties"] = ["follow", "head", "trump", "overtrump"]


@rule
def partner_frees_from_following(formal: Formal) -> None:
    """Who stands behind its partner's winning card plays what it likes."""
    for duty in strict_duties(formal):
        duty["unless"] = "partner_winning"


@rule
def partner_frees_from_beating(formal: Formal) -> None:
    """Who stands behind its partner's winning card has to follow, and nothing else."""
    for duty in strict_duties(formal):
        if duty["narrow"] != "follow":
            duty["unless"] = "partner_winning"


@rule
def partner_must_be_beaten(formal: Formal) -> None:
    for duty in strict_duties(formal):
        duty.pop("unless", None)


@rule
def a_trumped_trick_is_not_headed(formal: Formal) -> None:
    """Who follows to a trick that is trumped plays any card of the suit."""
    formal["duties"]["head"]["what"] = "winner"


@rule
def a_trumped_trick_is_headed(formal: Formal) -> None:
    """Who follows to a trick that is trumped has to play above the highest card of the suit."""
    formal["duties"]["head"]["what"] = "led_suit"


# ---------------------------------------------------------------- what a deal is worth


@rule
def thirty_three_is_schneider(formal: Formal) -> None:
    awarded(formal, ("< values.half", "<= values.half"))


@rule
def schwarz_by_points(formal: Formal) -> None:
    """Who has no points is Schwarz, though it may have tricks."""
    awarded(formal, ("other.tricks == 0", "other.points == 0"))


@rule
def every_claimed_win_is_worth_two(formal: Formal) -> None:
    formal["awards"]["claimed" if "claimed" in formal["awards"] else "plain"]["points"] = (
        "claimed ? (side.won ? 2 : 0) : values.game"
    )


@rule
def false_claim_priced_by_the_claimer(formal: Formal) -> None:
    """Three points are paid when the side that claimed has no trick, instead of the other one."""
    reworded = formal["awards"]["false_claim"]["points"].replace("side.tricks", "other.tricks")
    formal["awards"]["false_claim"]["points"] = reworded


@rule
def false_claim_always_two(formal: Formal) -> None:
    awarded(formal, ("values.false_claim_trickless", "values.false_claim"))


@rule
def false_claim_of_the_closer_is_a_failed_closing(formal: Formal) -> None:
    awards = [name for name in formal["scoring"]["awards"] if name != "false_claim"]
    formal["awards"]["closing_failed"]["when"] = "closed && (!claimed || !claim_true)"
    formal["awards"]["closing_beaten"]["when"] = "claimed && claim_true && closed && side.claimer != side.closer"
    formal["scoring"]["awards"] = [*awards[:2], "false_claim", *awards[2:]]


@rule
def snapshot_in_every_game(formal: Formal) -> None:
    """In a closed deal the loser is taken as it stood at the closing."""
    awarded(
        formal,
        ("other.tricks", "(closed ? other.at_close.tricks : other.tricks)"),
        ("other.points", "(closed ? other.at_close.points : other.points)"),
    )


@rule
def snapshot_not_used(formal: Formal) -> None:
    """In a closed deal the loser is taken as it stands at the end."""
    awarded(formal, (".at_close.", "."))


@rule
def snapshot_of_the_wrong_side(formal: Formal) -> None:
    awarded(formal, ("other.at_close", "that.at_close"), ("side.at_close", "other.at_close"), ("that.", "side."))


@rule
def failed_closing_always_two(formal: Formal) -> None:
    awarded(formal, ("values.closing_failed_trickless", "values.closing_failed"))


@rule
def failed_closing_may_cost_three(formal: Formal) -> None:
    formal["awards"]["failed_close"]["points"] = "side.won ? (side.at_close.tricks == 0 ? 3 : 2) : 0"


@rule
def silent_closer_may_win(formal: Formal) -> None:
    deciding(formal, "closed ? !side.closer", "closed ? (side.closer ? side.points >= 66 : other.points < 66)")


@rule
def silent_closer_loses(formal: Formal) -> None:
    deciding(formal, "(side.closer ? side.points >= values.goal : other.points < values.goal)", "!side.closer")


@rule
def unclaimed_deal_to_the_higher_total(formal: Formal) -> None:
    deciding(formal, "!side.closer : side.last_trick", "!side.closer : side.points > other.points")


@rule
def unclaimed_deal_to_the_last_trick(formal: Formal) -> None:
    deciding(formal, "side.points > other.points", "side.last_trick")


@rule
def unclaimed_deal_worth_one(formal: Formal) -> None:
    formal["awards"]["unclaimed"]["points"] = "side.won ? values.game : 0"


@rule
def all_strict_tricks_count_nothing(formal: Formal) -> None:
    formal["scoring"]["awards"] = [name for name in formal["scoring"]["awards"] if name != "all_strict"]


@rule
def last_ten_counted_after_closing(formal: Formal) -> None:
    del formal["tricks"]["last_trick_if"]


@rule
def last_ten_forgotten(formal: Formal) -> None:
    formal["tricks"]["last_trick"] = 0


@rule
def capote_worth_the_match(formal: Formal) -> None:
    formal["awards"]["capote"] |= {"points": "side.points", "wins_match": True}


@rule
def capote_in_the_traditional_game(formal: Formal) -> None:
    if "capote" not in formal["scoring"]["awards"] and "winner" not in formal["scoring"]:
        formal["awards"]["capote"] = {
            "when": "side.tricks > 0 && other.tricks == 0",
            "points": "side.points + 100",
        }
        formal["scoring"]["awards"] = ["capote", *formal["scoring"]["awards"]]


# ---------------------------------------------------------------- the match


@code
def zero_must_be_hit_exactly() -> None:
    """Points that go beyond nought are not taken off."""

    def wrap(changed: Callable[..., dict[str, int]]) -> Callable[..., dict[str, int]]:
        def wrong(rules: Any, before: Any, gained: Any) -> dict[str, int]:
            if rules.formal["match"].get("count") != "down":
                return changed(rules, before, gained)
            kept = {side: 0 if points > before[side] else points for side, points in gained.items()}
            return changed(rules, before, kept)

        return wrong

    swap(match, "changed", wrap)
    put(scores, "changed", match.changed)


@code
def zero_taken_for_unset() -> None:
    """An account that stands at nought is taken for one that has not been opened."""
    swap(match, "_reached", lambda reached: lambda rules, points: reached(rules, points or rules.get("start", 0)))


@rule
def counted_up(formal: Formal) -> None:
    if formal["match"]["count"] == "down":
        formal["match"] |= {"count": "up", "start": 0, "target": formal["match"]["start"]}


@rule
def every_shutout_writes_two_marks(formal: Formal) -> None:
    formal["series"]["shutout"] = 2


@rule
def tie_at_the_target_by_the_last_trick(formal: Formal) -> None:
    formal["match"]["tie"] = "last_trick"


@rule
def higher_total_wins_at_the_target(formal: Formal) -> None:
    formal["match"]["tie"] = "play_on"


@rule
def more_than_the_target_demanded(formal: Formal) -> None:
    formal["match"]["reach"] = "exceed"


@rule
def the_target_itself_is_enough(formal: Formal) -> None:
    formal["match"]["reach"] = "at_least"


if __name__ == "__main__":
    answer_wrongly(sys.argv[1])
