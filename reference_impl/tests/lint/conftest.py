"""A small game of its own for tests: complete, three players, no parent and no melds."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

HOUSE = """\
language: 1
id: house
family: binokel
follows: B
authentic: de
title: {de: Hausregel, en: House rule, es: Regla de la casa}
sections:
  - id: game
    title: {de: Spiel, en: Game, es: Juego}
    clauses:
      - id: game.deck
        text: {de: Das Blatt., en: The pack., es: La baraja.}
        rule: {deck: {pack: wuerttemberg, ranks: [A, T, K, O, U, "7"], copies: 2}}
        sources: [{id: B, at: Karten}]
      - id: game.points
        text: {de: Die Augen., en: The points., es: Los puntos.}
        rule: {deck: {points: {A: 11, T: 10, K: 4, O: 3, U: 2, "7": 0}}}
        sources: [{id: B, at: Karten}]
      - id: game.table
        text: {de: Zu dritt., en: For three., es: Para tres.}
        rule: {table: {players: 3, sides: each, direction: counter_clockwise}}
        sources: [{id: B, at: Geben}]
      - id: game.packets
        text: {de: Gegeben wird so., en: Deal like this., es: Se reparte así.}
        rule: {deal: {packets: [{each: 8}, {each: 8}]}}
        sources: [{id: B, at: Geben}]
      - id: game.flow
        text: {de: Der Ablauf., en: The order., es: El orden.}
        rule: {flow: [deal, auction, trump, tricks, score]}
        sources: [{id: B, at: Ablauf}]
      - id: game.opening
        text:
          de: Das erste Gebot sind {{ auction.opening }} Punkte.
          en: The first bid is {{ auction.opening }} points.
          es: La primera puja es de {{ auction.opening }} puntos.
        rule: {auction: {opening: 150}}
        sources: [{id: B, at: Reizen}]
      - id: game.auction
        text: {de: Gereizt wird., en: There is bidding., es: Se puja.}
        rule: {auction: {form: in_turn, step: 10, raise: at_least, all_pass: redeal}}
        sources: [{id: B, at: Reizen}]
      - id: game.trump
        text: {de: Trumpf wird genannt., en: Trumps are named., es: Se nombra el triunfo.}
        rule: {trump: {named_by: declarer}}
        sources: [{id: B, at: Trumpf}]
      - id: game.contract
        title: {de: Spiel, en: game, es: juego}
        text: {de: Das Gebot zählt., en: The bid counts., es: Vale la puja.}
        rule:
          contracts:
            game:
              success:
                reach: "side.trick_points >= bid"
        rulings: [B20]
      - id: game.melding
        text: {de: Niemand meldet., en: Nobody melds., es: Nadie canta.}
        rule: {melding: {valid: "side.tricks > 0"}}
        sources: [{id: B, at: Melden}]
      - id: game.duties
        text: {de: Bedienen., en: Follow suit., es: Hay que asistir.}
        rule: {stages: {play: {duties: [follow]}}, duties: {follow: {narrow: follow}}}
        sources: [{id: B, at: Stiche}]
      - id: game.tricks
        text: {de: Die Stiche., en: The tricks., es: Las bazas.}
        rule: {tricks: {stages: [play], first_lead: eldest, equal_cards: first, last_trick: 10}}
        sources: [{id: B, at: Stiche}]
      - id: game.scoring
        text: {de: Die Abrechnung., en: The scoring., es: El tanteo.}
        rule: {scoring: {counts: "side.trick_points", awards: [lost, counted]}}
        sources: [{id: B, at: Abrechnung}]
      - id: game.lost
        title: {de: Verloren, en: lost, es: perdido}
        text: {de: Wer verliert., en: Whoever loses., es: Quien pierde.}
        rule: {awards: {lost: {when: "side.declarer && !made", points: "-values.factor * bid"}}, values: {factor: 2}}
        sources: [{id: B, at: Abrechnung}]
      - id: game.counted
        title: {de: Gezählt, en: counted, es: contado}
        text: {de: Wer zählt., en: Whoever counts., es: Quien cuenta.}
        rule: {awards: {counted: {when: "true", points: "side.counted"}}}
        sources: [{id: B, at: Abrechnung}]
      - id: game.match
        text: {de: Die Partie., en: The match., es: La partida.}
        rule: {match: {target: 1000, winner: highest, tie: play_on}}
        sources: [{id: B, at: Partie}]
"""

Write = Callable[..., Path]


@pytest.fixture
def house(tmp_path: Path) -> Write:
    """Writes the house rules, with some text replaced or added at the end, and returns the file."""

    def write(old: str = "", new: str = "", *, more: str = "", name: str = "house") -> Path:
        assert old in HOUSE
        path = tmp_path / f"{name}.yaml"
        text = HOUSE.replace(old, new, 1) if old else HOUSE
        path.write_text(text.replace("id: house", f"id: {name}", 1) + more, encoding="utf-8")
        return path

    return write
