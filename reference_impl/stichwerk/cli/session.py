"""A match of one person against random players."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

import click

from stichwerk.match import Match
from stichwerk.moves import Move

from .advice import claim_holds
from .asking import ask, offer
from .beside import chances
from .narrator import situation, tell
from .players import random_move, volunteer
from .results import listed, outcome, progress, scores
from .screen import wrapped
from .tabletop import over_stock, talon_of

if TYPE_CHECKING:
    from stichwerk.deal import Deal
    from stichwerk.rules import Rules

    from .names import Names
    from .talk import Talk


class Session:
    """A match under way.

    seed: from it follow the cards of every deal and what the random players draw; kept: called with every finished
    deal.
    """

    def __init__(
        self, rules: Rules, names: Names, talk: Talk, seed: int, kept: Callable[[Deal], None] = lambda _deal: None
    ) -> None:
        assert names.you is not None
        self.rules = rules
        self.names = names
        self.talk = talk
        self.seed = seed
        self.kept = kept
        self.you: int = names.you
        # The person is the eldest in the first deal.
        self.let_be: set[tuple[Move, int]] = set()
        self.match = Match.start(rules, dealer=(self.you - 1) % rules.table.players)

    def run(self) -> None:
        """Play until the match is over. Quit, EOFError and KeyboardInterrupt come through."""
        self._welcome()
        number = 0
        while not self.match.over:
            number += 1
            if number > 1:
                self.talk.ask("\n" + self.names.say("next", dealer=self._dealer()))
            deal = self._deal(number)
            self.kept(deal)
            assert deal.result is not None
            before, self.match = self.match, self.match.add(deal.result)
            if told := list(outcome(deal.result, self.names)):
                self.talk.tell("\n" + "\n".join(told))
            if points := scores(deal.result, self.names, before):
                self.talk.tell("\n" + "\n".join(points))
            if news := list(progress(before, self.match, self.names)):
                self.talk.tell("\n" + "\n".join(news))
        self._farewell()

    def _welcome(self) -> None:
        names, table, say = self.names, self.rules.table, self.names.say
        self.talk.tell(click.style(self.rules.resolved["title"][names.lang], bold=True))
        code = self.rules.deck.codes[-1]
        shown = names.card(code)
        example = shown if click.unstyle(shown) == code else f"{shown}, {code}"
        self.talk.tell(wrapped(f"{say('welcome')} {say('input', example=example)}"))
        order = [names.player((self.you + step) % table.players) for step in range(table.players)]
        self.talk.tell(say("seats", order=" → ".join(order)))
        for seat in table.sides[table.side_of[self.you]]:
            if seat != self.you:
                self.talk.tell(say("partner", who=names.player(seat)))
        self.talk.tell(say("seed", seed=self.seed))

    def _dealer(self) -> str:
        dealer = self.match.dealer
        return self.names.say("dealer_you" if dealer == self.you else "dealer", who=self.names.player(dealer))

    def _deal(self, number: int) -> Deal:
        """One deal, from the cut to the result."""
        say, talk = self.names.say, self.talk
        talk.tell("\n" + click.style(f"{say('deal', number=number)} · {self._dealer()}", bold=True))
        # Separate sources of chance, so that the cards do not depend on how the person plays.
        deal = self.match.deal(self.rules.shuffled(Random(f"{self.seed} {number} cards")))
        rng = Random(f"{self.seed} {number} players")
        if self.you not in deal.setup.order:
            talk.tell(say("pausing"))
        if over_stock(self.rules) and any(self.match.totals.values()):
            talk.tell(say("score", score=listed(self.match.totals, self.names)))
        self.let_be = set()
        while not deal.finished:
            after = self._next(deal, rng)
            for line in tell(deal, after, self.names):
                talk.tell(wrapped(line, indent="  ", first=""))
            deal = after
        return deal

    def _next(self, deal: Deal, rng: Random) -> Deal:
        """The deal after its next move: of somebody who may act out of turn and does, or of the seat to act."""
        if deal.actor != self.you and (after := self._offered(deal)) is not None:
            return after
        if (move := volunteer(deal, self.you, rng)) is not None:
            return deal.apply(move)
        return self._asked(deal) if deal.actor == self.you else deal.apply(random_move(deal, rng))

    def _offered(self, deal: Deal) -> Deal | None:
        """What the person does out of turn, None for nothing.

        Nobody is asked twice about one thing. Only an announcement comes back with the next trick, and a claim is not
        mentioned before it holds.
        """
        tricks = sum(deal.local.tricks) if over_stock(self.rules) and talon_of(deal) is not None else 0
        fresh: dict[Move, tuple[Move, int]] = {
            move: (move, tricks if move.kind == "announce" else -1)
            for move in chances(deal, self.you)
            if move.kind != "claim" or claim_holds(deal, self.you)
        }
        offered = [move for move, key in fresh.items() if key not in self.let_be]
        if not offered:
            return None
        self.let_be.update(fresh.values())
        self._situation(deal)
        return offer(deal, offered, self.names, self.talk)

    def _asked(self, deal: Deal) -> Deal:
        if (drawn := self._just_drawn(deal)) is not None:
            return drawn
        if self.rules.formal["flow"][deal.step] == "tricks":
            self._situation(deal)
        else:
            self.talk.tell()
        return ask(deal, self.names, self.talk)

    def _just_drawn(self, deal: Deal) -> Deal | None:
        """The deal after a draw when nothing else is possible, or at most a claim that can wait and does not hold."""
        own = [move for move in deal.legal_moves() if isinstance(move, Move) and move.seat == self.you]
        kinds = {move.kind for move in own}
        if "draw" not in kinds or kinds - {"draw", "claim"}:
            return None
        after = deal.apply(next(move for move in own if move.kind == "draw"))
        waits = any(move.kind == "claim" for move in chances(after, self.you))
        return None if "claim" in kinds and (claim_holds(deal, self.you) or not waits) else after

    def _situation(self, deal: Deal) -> None:
        self.talk.tell()
        for line in situation(deal, self.names):
            self.talk.tell(wrapped(line, indent="  ", first=""))

    def _farewell(self) -> None:
        names, winners, say = self.names, self.match.winners, self.names.say
        own = self.rules.table.names[self.rules.table.side_of[self.you]]
        who = ", ".join(map(names.side, winners))
        won = "won" if self.rules.formal.get("series", {}).get("form", "none") == "none" else "series_won"
        if not winners:
            text = say("drawn_match")
        elif len(winners) > 1:
            text = say("shared", who=who)
        else:
            text = say(f"{won}_you") if winners == (own,) else say(won, who=who)
        self.talk.tell("\n" + click.style(text, bold=True))
