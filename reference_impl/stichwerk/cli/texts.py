"""What the commands say to people, in German, English and Spanish.

Nothing of a game stands here: its cards, melds and contracts have their names from the pack and the clauses. Texts that
speak of the reader come in two forms, the second (`..._you`) for the person at the terminal.
"""

from __future__ import annotations

from stichwerk.prose import LANGUAGES

from .stock_texts import STOCK_TEXTS

_TEXTS = STOCK_TEXTS | {
    # The rulebook
    "ruleset": ("Regelwerk", "Ruleset", "Reglamento"),
    "follows": ("folgt Quelle {source}", "follows source {source}", "sigue la fuente {source}"),
    "options": ("Optionen", "Options", "Opciones"),
    "also": ("auch: {choices}", "also: {choices}", "también: {choices}"),
    "fixed": ("hier festgelegt", "fixed here", "fijada aquí"),
    "sources": ("Quellen", "Sources", "Fuentes"),
    "ruling": ("Entscheidung {ids}", "ruling {ids}", "decisión {ids}"),
    "rulings": ("Entscheidungen {ids}", "rulings {ids}", "decisiones {ids}"),
    "status_ruling": ("so entschieden", "decided here", "decidido aquí"),
    "status_editorial": ("redaktionell", "editorial", "nota editorial"),
    # Who
    "player": ("Spieler {seat}", "Player {seat}", "Jugador {seat}"),
    "you": ("Du", "You", "Tú"),
    "and": (" und ", " and ", " y "),
    # A deal on record
    "over": ("Das Spiel ist zu Ende.", "The deal is over.", "La mano ha terminado."),
    "open": (
        "Das Spiel ist noch nicht zu Ende: {who} ist am Zug.",
        "The deal is not over: {who} is to act.",
        "La mano no ha terminado: le toca a {who}.",
    ),
    "record_holds": (
        "Die Aufzeichnung stimmt: {moves} Züge.",
        "The record holds: {moves} moves.",
        "El registro es correcto: {moves} jugadas.",
    ),
    "move_of": ("Zug {number} von {count}", "Move {number} of {count}", "Jugada {number} de {count}"),
    "on_table": ("auf dem Tisch", "on the table", "en la mesa"),
    "hand": ("Hand", "hand", "mano"),
    "nothing_yet": ("nichts", "nothing", "nada"),
    "allowed": ("erlaubt", "allowed", "permitido"),
    "not_allowed": ("nicht erlaubt", "not allowed", "no permitido"),
    "made_move": ("gewählt", "chosen", "elegido"),
    "tried": ("versucht", "tried", "intentado"),
    "cut_range": (
        "{least} bis {most} Karten abheben",
        "cut {least} to {most} cards",
        "cortar de {least} a {most} cartas",
    ),
    "bid_range": (
        "{least} oder mehr, in Schritten von {step}",
        "{least} or more, in steps of {step}",
        "{least} o más, de {step} en {step}",
    ),
    "discard_range": (
        "{count} von diesen Karten drücken: {cards}",
        "discard {count} of these cards: {cards}",
        "descartar {count} de estas cartas: {cards}",
    ),
    "meld_range": (
        "{melds} (die beste Auswahl bringt {best} Punkte)",
        "{melds} (the best set is worth {best} points)",
        "{melds} (la mejor selección vale {best} puntos)",
    ),
    "no_melds_held": ("keine Meldung auf der Hand", "no meld in the hand", "ninguna combinación en la mano"),
    # Results
    "side": ("Seite", "Side", "Bando"),
    "melds": ("Meldungen", "Melds", "Combinaciones"),
    "trick_points": ("Stichpunkte", "Trick points", "Puntos de bazas"),
    "award": ("Abrechnung", "Scored as", "Concepto"),
    "points": ("Punkte", "Points", "Puntos"),
    "total": ("Stand", "Total", "Total"),
    "contract_made": (
        "{who} hat das Spiel gewonnen ({contract}, Gebot {bid}).",
        "{who} made the contract ({contract}, bid {bid}).",
        "{who} ha ganado su juego ({contract}, puja de {bid}).",
    ),
    "contract_made_you": (
        "Du hast dein Spiel gewonnen ({contract}, Gebot {bid}).",
        "You made your contract ({contract}, bid {bid}).",
        "Has ganado tu juego ({contract}, puja de {bid}).",
    ),
    "contract_lost": (
        "{who} hat das Spiel verloren ({contract}, Gebot {bid}).",
        "{who} lost the contract ({contract}, bid {bid}).",
        "{who} ha perdido su juego ({contract}, puja de {bid}).",
    ),
    "contract_lost_you": (
        "Du hast dein Spiel verloren ({contract}, Gebot {bid}).",
        "You lost your contract ({contract}, bid {bid}).",
        "Has perdido tu juego ({contract}, puja de {bid}).",
    ),
    "redeal": (
        "Niemand hat das Spiel übernommen: Es wird noch einmal gegeben.",
        "Nobody took the game: the cards are dealt again.",
        "Nadie se ha quedado con el juego: se reparte otra vez.",
    ),
    # Playing: the frame
    "welcome": (
        "Du spielst gegen Zufallsspieler.",
        "You play against random players.",
        "Juegas contra jugadores que eligen al azar.",
    ),
    "input": (
        "Gib eine Nummer oder eine Karte ein ({example}); Enter nimmt den Vorschlag in Klammern, ? erklärt, q beendet.",
        "Enter a number or a card ({example}); Enter alone takes the suggestion in brackets, ? explains, q quits.",
        "Escribe un número o una carta ({example}); Intro acepta la propuesta entre corchetes, ? explica y q termina.",
    ),
    "seed": (
        "Mit --seed {seed} fallen die Karten genauso wieder.",
        "--seed {seed} brings the same cards again.",
        "Con --seed {seed} salen otra vez las mismas cartas.",
    ),
    "seats": (
        "Reihenfolge am Tisch: {order}.",
        "Order of play: {order}.",
        "Orden de juego: {order}.",
    ),
    "partner": ("{who} ist dein Partner.", "{who} is your partner.", "{who} es tu compañero."),
    "deal": ("{number}. Runde", "Deal {number}", "Ronda {number}"),
    "dealer": ("{who} gibt", "{who} deals", "reparte {who}"),
    "dealer_you": ("du gibst", "you deal", "repartes tú"),
    "pausing": (
        "Du gibst und setzt diese Runde aus.",
        "You deal and sit this deal out.",
        "Repartes y no juegas esta ronda.",
    ),
    "next": (
        "Nächste Runde: {dealer}. Enter spielt weiter, q beendet: ",
        "Next deal: {dealer}. Enter goes on, q quits: ",
        "Próxima ronda: {dealer}. Intro continúa, q termina: ",
    ),
    "won": ("Die Partie gewinnt: {who}.", "The match is won by: {who}.", "Gana la partida: {who}."),
    "won_you": ("Du hast die Partie gewonnen!", "You have won the match!", "¡Has ganado la partida!"),
    "shared": (
        "Die Partie ist unentschieden: {who}.",
        "The match is shared by: {who}.",
        "La partida queda empatada entre: {who}.",
    ),
    "bye": ("Bis zum nächsten Mal!", "Good-bye!", "¡Hasta la próxima!"),
    # Playing: what happens
    "did_cut": ("{count} Karten abgehoben", "{count} cards cut", "corte de {count} cartas"),
    "did_pass": ("passe", "pass", "paso"),
    "did_take": ("aufgenommen", "taken up", "se toma"),
    "did_call": ("gerufen wird {card}", "calling for {card}", "pido {card}"),
    "did_decline": ("kein Ruf", "no call", "no pido carta"),
    "did_give": ("eine Karte zurück", "a card goes back", "devuelvo una carta"),
    "did_trump": ("Trumpf ist {suit}", "trumps are {suit}", "triunfo: {suit}"),
    "did_meld": ("gemeldet: {melds} = {points}", "melds: {melds} = {points}", "combinaciones: {melds} = {points}"),
    "did_meld_one": ("gemeldet: {meld}", "melds: {meld}", "combinaciones: {meld}"),
    "did_meld_nothing": ("keine Meldung", "no melds", "ninguna combinación"),
    "did_discard": ("{count} Karten gedrückt", "{count} cards discarded", "descarte de {count} cartas"),
    "announced": ("angesagt: {cards}", "announced: {cards}", "anunciado: {cards}"),
    "gave": ("{who} gibt {card} ab.", "{who} hands {card} over.", "{who} entrega {card}."),
    "gave_you": ("Du gibst {card} ab.", "You hand {card} over.", "Entregas {card}."),
    "nobody_has": ("Niemand hat {card}.", "Nobody holds {card}.", "Nadie tiene {card}."),
    "returned": ("Zurück kommt {card}.", "You get {card} back.", "Recibes a cambio {card}."),
    "declares": (
        "{who} hat das Spiel für {bid}.",
        "{who} has the game for {bid}.",
        "{who} se queda con el juego por {bid}.",
    ),
    "declares_you": (
        "Du hast das Spiel für {bid}.",
        "You have the game for {bid}.",
        "Te quedas con el juego por {bid}.",
    ),
    "trick": ("{number}. Stich", "Trick {number}", "Baza {number}"),
    "open_hand": (
        "{who} spielt offen: {cards}",
        "{who} plays open: {cards}",
        "{who} juega a la vista: {cards}",
    ),
    "trump": ("Trumpf", "trumps", "triunfo"),
    "no_trump": ("ohne Trumpf", "no trumps", "sin triunfo"),
    # Playing: questions
    "ask_cut": (
        "Abheben, {least} bis {most} Karten",
        "Cut, {least} to {most} cards",
        "Corta, de {least} a {most} cartas",
    ),
    "ask_bid": (
        "Dein Gebot: {least} oder p für passen",
        "Your bid: {least}, or p to pass",
        "Tu puja: {least}, o p para pasar",
    ),
    "ask_bid_more": (
        "Dein Gebot: {least} oder mehr, in Schritten von {step}, oder p für passen",
        "Your bid: {least} or more, in steps of {step}, or p to pass",
        "Tu puja: {least} o más, de {step} en {step}, o p para pasar",
    ),
    "ask_choice": ("Deine Wahl", "Your choice", "Tu elección"),
    "ask_trump": ("Trumpffarbe", "Trump suit", "Palo de triunfo"),
    "ask_call": (
        "Welche Karte rufst du? 0 für keine",
        "Which card do you call for? 0 for none",
        "¿Qué carta pides? 0 para ninguna",
    ),
    "ask_give": ("Welche Karte gibst du zurück?", "Which card do you give back?", "¿Qué carta devuelves?"),
    "ask_melds": (
        "Was meldest du? Nummern, „best“ für das Beste, 0 für nichts",
        "What do you meld? Numbers, “best” for the best set, 0 for nothing",
        "¿Qué muestras? Números, «best» para lo mejor, 0 para nada",
    ),
    "ask_discard": (
        "Welche {count} Karten drückst du?",
        "Which {count} cards do you discard?",
        "¿Qué {count} cartas descartas?",
    ),
    "ask_play": ("Deine Karte", "Your card", "Tu carta"),
    "no_melds": ("Du hast nichts zu melden.", "You hold no melds.", "No tienes ninguna combinación."),
    "held_melds": ("Auf der Hand hast du:", "You hold:", "Tienes en la mano:"),
    "best_melds": ("die beste Auswahl", "the best set", "la mejor selección"),
    "keep_free": (
        "Zum Drücken müssen {count} Karten frei bleiben.",
        "{count} cards must stay free for the discard.",
        "Deben quedar {count} cartas libres para el descarte.",
    ),
    "take": ("aufnehmen", "take up", "tomar"),
    # Playing: answers to wrong input
    "not_understood": (
        "„{text}“ verstehe ich hier nicht. Mit ? siehst du, was geht.",
        "“{text}” means nothing to me here. ? shows what is possible.",
        "Aquí no entiendo «{text}». Con ? verás lo que se puede hacer.",
    ),
    "not_in_hand": (
        "{card} hast du nicht auf der Hand.",
        "{card} is not in your hand.",
        "No tienes {card} en la mano.",
    ),
    "refused": ("Das geht nicht", "Not allowed", "No se puede"),
    "refused_card": ("{card} geht hier nicht.", "{card} is not allowed here.", "Aquí no se puede jugar {card}."),
    "everything": (
        "Du darfst jede deiner Karten spielen.",
        "You may play any of your cards.",
        "Puedes jugar cualquiera de tus cartas.",
    ),
}


def say(lang: str, key: str, **values: object) -> str:
    """The text of this name in a language, filled in. KeyError when there is none."""
    return _TEXTS[key][LANGUAGES.index(lang)].format(**values)
