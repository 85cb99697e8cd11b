"""Two small games of their own for tests, complete and without parents: one with an auction, one with a stock."""

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

STOCK = """\
language: 1
id: house
family: schnapsen
follows: S
authentic: de
title: {de: Hausregel, en: House rule, es: Regla de la casa}
sections:
  - id: game
    title: {de: Spiel, en: Game, es: Juego}
    clauses:
      - id: game.deck
        text: {de: Das Blatt., en: The pack., es: La baraja.}
        rule: {deck: {pack: french, ranks: [A, T, K, Q, J], copies: 1}}
        sources: [{id: S, at: Karten}]
      - id: game.points
        text: {de: Die Augen., en: The points., es: Los puntos.}
        rule: {deck: {points: {A: 11, T: 10, K: 4, Q: 3, J: 2}}}
        sources: [{id: S, at: Karten}]
      - id: game.table
        text: {de: Zu zweit., en: For two., es: Para dos.}
        rule: {table: {players: 2, sides: each, direction: clockwise}}
        sources: [{id: S, at: Spieler}]
      - id: game.packets
        text: {de: Gegeben wird so., en: Deal like this., es: Se reparte así.}
        rule: {deal: {packets: [{each: 5}, {turn_up: 1}, {stock: 9}]}}
        sources: [{id: S, at: Geben}]
      - id: game.next_dealer
        text: {de: Der Gewinner gibt., en: The winner deals., es: Da el ganador.}
        rule: {deal: {next_dealer: winner}}
        sources: [{id: S, at: Geben}]
      - id: game.trump
        text: {de: Die Karte zeigt es., en: The card tells., es: La carta lo dice.}
        rule: {trump: {named_by: turn_up}}
        sources: [{id: S, at: Geben}]
      - id: game.flow
        text: {de: Der Ablauf., en: The order., es: El orden.}
        rule: {flow: [deal, tricks, score]}
        sources: [{id: S, at: Ablauf}]
      - id: game.open
        text: {de: Frei., en: Free., es: Libre.}
        rule: {stages: {open: {duties: [], until: "closed || !turn_up", draw: winner_first}}}
        sources: [{id: S, at: Stiche}]
      - id: game.strict
        text: {de: Streng., en: Strict., es: Estricto.}
        rule: {stages: {strict: {duties: [follow, trump]}}}
        sources: [{id: S, at: Stiche}]
      - id: game.duties
        text: {de: Bedienen., en: Follow suit., es: Hay que asistir.}
        rule: {duties: {follow: {narrow: follow}, trump: {narrow: trump, if: void}}}
        sources: [{id: S, at: Stiche}]
      - id: game.tricks
        text: {de: Die Stiche., en: The tricks., es: Las bazas.}
        rule: {tricks: {stages: [open, strict], first_lead: eldest, equal_cards: first}}
        sources: [{id: S, at: Stiche}]
      - id: game.marriage
        title: {de: Paar, en: pair, es: pareja}
        text: {de: Ein Paar., en: A pair., es: Una pareja.}
        rule:
          announcements:
            pair: {cards: {ranks: [K, Q], suit: each}, value: 20, window: [on_lead], lead: one_of_them,
              credited: with_trick, once: suit, spends: [royal]}
        sources: [{id: S, at: Ansagen}]
      - id: game.royal
        title: {de: Herrschaft, en: royals, es: realeza}
        text: {de: Drei., en: Three., es: Tres.}
        rule:
          announcements:
            royal: {cards: {ranks: [K, Q, J], suit: each}, value: {plain: 30, trump: 60}, window: [trick_won],
              credited: at_once, per_turn: 1}
        sources: [{id: S, at: Ansagen}]
      - id: game.exchange
        title: {de: Tauschen, en: exchange, es: cambio}
        text: {de: Tauschen., en: Exchanging., es: Cambiar.}
        rule:
          actions:
            exchange: {act: exchange, window: [on_lead], give: {rank: J, suit: trump}, when: "!closed"}
        sources: [{id: S, at: Tauschen}]
      - id: game.close
        title: {de: Zudrehen, en: close, es: cerrar}
        text: {de: Zudrehen., en: Closing., es: Cerrar.}
        rule: {actions: {close: {act: close, window: [on_lead], when: "!closed && stock > 0"}}}
        sources: [{id: S, at: Zudrehen}]
      - id: game.claim
        title: {de: Ausmachen, en: claim, es: reclamar}
        text: {de: Ausmachen., en: Claiming., es: Reclamar.}
        rule: {actions: {claim: {act: claim, window: [on_turn, last_trick], true_if: "side.points >= values.enough"}}}
        sources: [{id: S, at: Ausmachen}]
      - id: game.enough
        text: {de: Genug., en: Enough., es: Bastante.}
        rule: {values: {enough: 66}}
        sources: [{id: S, at: Ziel}]
      - id: game.winner
        text: {de: Wer gewinnt., en: Who wins., es: Quién gana.}
        rule: {scoring: {winner: "claimed ? claim_true == side.claimer : side.points > other.points"}}
        sources: [{id: S, at: Wertung}]
      - id: game.awards
        text: {de: Die Abrechnung., en: The scoring., es: El tanteo.}
        rule: {scoring: {awards: [won, lost]}}
        sources: [{id: S, at: Wertung}]
      - id: game.won
        title: {de: Gewonnen, en: won, es: ganado}
        text: {de: Wer gewinnt., en: Whoever wins., es: Quien gana.}
        rule: {awards: {won: {when: "side.won", points: "1"}}}
        sources: [{id: S, at: Wertung}]
      - id: game.lost
        title: {de: Verloren, en: lost, es: perdido}
        text: {de: Wer verliert., en: Whoever loses., es: Quien pierde.}
        rule: {awards: {lost: {when: "true", points: "0"}}}
        sources: [{id: S, at: Wertung}]
      - id: game.match
        text: {de: Die Partie., en: The match., es: La partida.}
        rule: {match: {count: down, start: 7, target: 0}}
        sources: [{id: S, at: Partie}]
      - id: game.series
        text: {de: Zwei Partien., en: Two matches., es: Dos partidas.}
        rule: {series: {form: first_to, games: 2}}
        sources: [{id: S, at: Partie}]
"""

Write = Callable[..., Path]


@pytest.fixture
def house(tmp_path: Path) -> Write:
    """Writes house rules, with some text replaced or added at the end, and returns the file.

    stock: those of the game with a stock.
    """

    def write(old: str = "", new: str = "", *, more: str = "", name: str = "house", stock: bool = False) -> Path:
        text = STOCK if stock else HOUSE
        assert old in text
        path = tmp_path / f"{name}.yaml"
        text = text.replace(old, new, 1) if old else text
        path.write_text(text.replace("id: house", f"id: {name}", 1) + more, encoding="utf-8")
        return path

    return write
