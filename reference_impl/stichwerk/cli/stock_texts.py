"""What the commands say about games with a stock, and about matches of several games; the same form as in `texts`."""

from __future__ import annotations

STOCK_TEXTS = {
    # The table
    "stock": ("Talon: {count} Karten", "stock: {count} cards", "mazo: {count} cartas"),
    "stock_one": ("Talon: eine Karte", "stock: one card", "mazo: una carta"),
    "stock_last": ("Talon: nur {card}", "stock: only {card}", "mazo: solo {card}"),
    "stock_empty": ("Talon: leer", "stock: empty", "mazo: agotado"),
    "turn_up": ("aufgeschlagen {card}", "turn-up {card}", "a la vista {card}"),
    "closed_by": ("geschlossen von {who}", "closed by {who}", "cerrado por {who}"),
    "closed_by_you": ("von dir geschlossen", "closed by you", "cerrado por ti"),
    "standing": ("deine Punkte: {points}", "your points: {points}", "tus puntos: {points}"),
    "standing_side": (
        "Punkte deiner Seite: {points}",
        "points of your side: {points}",
        "puntos de tu bando: {points}",
    ),
    "pending": (
        "+ {points} mit dem nächsten Stich",
        "+ {points} with the next trick",
        "+ {points} con la próxima baza",
    ),
    # What is done beside playing a card
    "did_draw": ("nachziehen", "draw", "robar"),
    "exchange_for": (
        "{action}: {given} gegen {taken}",
        "{action}: {given} for {taken}",
        "{action}: {given} por {taken}",
    ),
    "counts_later": (
        "zählt mit dem nächsten Stich",
        "counts with the next trick",
        "vale con la próxima baza",
    ),
    "claim_right": ("{points} Punkte, richtig", "{points} points, rightly", "{points} puntos, con razón"),
    "claim_wrong": ("{points} Punkte, zu Unrecht", "{points} points, wrongly", "{points} puntos, sin razón"),
    "drawn": ("Nachgezogen: {cards}", "Drawn: {cards}", "Robo: {cards}"),
    "face_down": ("verdeckt", "face down", "tapada"),
    # Questions
    "ask_play_or": (
        "Deine Karte oder ein Buchstabe",
        "Your card, or a letter",
        "Tu carta, o una letra",
    ),
    "ask_offer": (
        "Du bist nicht am Zug, kannst das aber jetzt tun; 0 für nichts",
        "It is not your turn, but you may do this now; 0 for nothing",
        "No es tu turno, pero puedes hacerlo ahora; 0 para nada",
    ),
    "refused_move": ("{what} geht hier nicht.", "Not possible here: {what}.", "Aquí no se puede: {what}."),
    # Results
    "announcements": ("Ansagen", "Announced", "Anunciado"),
    "deal_won": ("Die Runde gewinnt: {who}.", "The deal is won by: {who}.", "Gana la ronda: {who}."),
    "deal_won_you": ("Du gewinnst die Runde.", "You win the deal.", "Ganas la ronda."),
    "score": ("Stand: {score}", "Score: {score}", "Tanteo: {score}"),
    "game_won": (
        "Diese Partie gewinnt: {who}. Die nächste beginnt von vorn.",
        "This game is won by: {who}. The next one starts afresh.",
        "Esta partida la gana: {who}. La siguiente empieza de cero.",
    ),
    "game_won_you": (
        "Du hast diese Partie gewonnen! Die nächste beginnt von vorn.",
        "You have won this game! The next one starts afresh.",
        "¡Has ganado esta partida! La siguiente empieza de cero.",
    ),
    "game_drawn": (
        "Diese Partie ist unentschieden. Die nächste beginnt von vorn.",
        "This game is drawn. The next one starts afresh.",
        "Esta partida queda en tablas. La siguiente empieza de cero.",
    ),
    "games": ("Gewonnene Partien: {score}", "Games won: {score}", "Partidas ganadas: {score}"),
    "marks": ("Striche: {score}", "Marks against: {score}", "Rayas en contra: {score}"),
    "stakes": ("Einsätze: {score}", "Stakes: {score}", "Apuestas: {score}"),
    "series_won": (
        "Die ganze Begegnung gewinnt: {who}.",
        "The whole series is won by: {who}.",
        "Gana el encuentro: {who}.",
    ),
    "series_won_you": (
        "Du hast die ganze Begegnung gewonnen!",
        "You have won the whole series!",
        "¡Has ganado el encuentro!",
    ),
    "drawn_match": ("Es endet unentschieden.", "It ends in a draw.", "Termina en tablas."),
}
