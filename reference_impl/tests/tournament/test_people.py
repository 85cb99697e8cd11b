"""Who is meant in a list: numbers as spreadsheets write them, names, parts of names, several at once."""

from __future__ import annotations

import pytest

from stichwerk_tournament.people import People, WhoError, named_in

NAMES = {
    2: "Müller, Anna", 4: "Hans", 5: "Łukasz", 6: "Jürgen Größle", 7: "Anna Maier", 8: 'Günter "Gü" Weiß',
    9: "José Ortega y Gasset", 10: "Hans 2", 11: "-3",
}  # fmt: skip
PEOPLE = People(NAMES, (4, 5, 6, 7))


@pytest.mark.parametrize(
    ("text", "player"),
    [
        ("5", 5), ("5.0", 5), ("5,00", 5), ("10,0", 10), ("4 Hans", 4), ("Spieler 5", 5), ("hans", 4), ("HANS 2", 10),
        ("Lukasz", 5), ("Jürgen", 6), ("groessle", None), ("Größle", 6), ("Anna", 7), ("Müller", 2), ("3", 3),
        ("11 -3", 11), ("4 Hansi", 4),
    ],
)  # fmt: skip
def test_one_player_is_meant_by_number_by_name_or_by_a_part_of_it(text: str, player: int | None) -> None:
    if player is None:
        with pytest.raises(WhoError, match="who_is_it"):
            PEOPLE.who(text)
    else:
        assert PEOPLE.who(text) == player


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Otto", "who_is_it"),
        ("0", "who_is_it"),
        ("5, 7", "who_is_it"),
        ("4 Anna Maier", "number_and_name"),
        ("", "who_"),
    ],
)
def test_nobody_in_particular_is_refused_with_a_reason(text: str, reason: str) -> None:
    with pytest.raises(WhoError, match=reason):
        PEOPLE.who(text)


def test_a_first_name_means_the_one_at_the_table_and_is_refused_where_two_of_them_sit_there() -> None:
    assert People(NAMES, (2, 5, 6)).who("Anna") == 2
    for seated in (2, 7, 5), (4, 5, 6):
        with pytest.raises(WhoError, match="who_of_them") as caught:
            People(NAMES, seated).who("Anna")
        assert caught.value.values["names"] == "2 Müller, Anna; 7 Anna Maier"


@pytest.mark.parametrize(
    ("text", "players"),
    [
        ("5", [5]), ("5.0", [5]), ("5,00", [5]), ("5,7", [5, 7]), ("5.7", [5, 7]), ("5, 7", [5, 7]), ("5 7", [5, 7]),
        ("5/7", [5, 7]), ("5.0; 7.0", [5, 7]), ("5,10", [5, 10]), ("5 und 7", [5, 7]), ("Hans, 5", [4, 5]),
        ("Hans & Anna Maier", [4, 7]), ("Müller, Anna", [2]), ("Müller, Anna, Hans", [2, 4]),
        ("4 Hans; 5 Łukasz", [4, 5]),
        ("José Ortega y Gasset y Hans", [9, 4]), ("", []), ("–", []), ("0", []), ("nein", []), ("Hans,", [4]),
    ],
)  # fmt: skip
def test_several_players_are_meant_whatever_stands_between_them(text: str, players: list[int]) -> None:
    assert PEOPLE.several(text) == players


def test_a_list_says_names_behind_numbers() -> None:
    assert named_in(["4 Hans", "5.0 Łukasz", "6", 7, "8 9", "12. Anna"]) == {4: "Hans", 5: "Łukasz", 12: "Anna"}
