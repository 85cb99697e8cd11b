"""A match of one person against random players."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

import click

from stichwerk.match import Match

from .advice import random_move
from .asking import ask
from .narrator import situation, tell
from .results import outcome, scores
from .screen import wrapped

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
            self.match = self.match.add(deal.result)
            self.talk.tell()
            for line in outcome(deal.result, self.names):
                self.talk.tell(line)
            if points := scores(deal.result, self.names, self.match):
                self.talk.tell("\n" + "\n".join(points))
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
        while not deal.finished:
            after = self._asked(deal) if deal.actor == self.you else deal.apply(random_move(deal, rng))
            for line in tell(deal, after, self.names):
                talk.tell(wrapped(line, indent="  ", first=""))
            deal = after
        return deal

    def _asked(self, deal: Deal) -> Deal:
        self.talk.tell()
        if self.rules.formal["flow"][deal.step] == "tricks":
            for line in situation(deal, self.names):
                self.talk.tell(wrapped(line, indent="  ", first=""))
        return ask(deal, self.names, self.talk)

    def _farewell(self) -> None:
        names, winners = self.names, self.match.winners
        own = self.rules.table.names[self.rules.table.side_of[self.you]]
        who = ", ".join(map(names.side, winners))
        if len(winners) > 1:
            text = names.say("shared", who=who)
        else:
            text = names.say("won_you") if winners == (own,) else names.say("won", who=who)
        self.talk.tell("\n" + click.style(text, bold=True))
