import re
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from typing import Any

import pytest

from stichwerk.library import shipped
from stichwerk_conformance.suits import RED, SHAPES
from stichwerk_rulebook.cards import back, card, cards, colour, face, faces, hand, sign, signs, standalone, trick
from stichwerk_rulebook.glyphs import GLYPHS

PACKS = ("wuerttemberg", "french", "spanish")
LANGUAGES = ("de", "en", "es")
SVG = "{http://www.w3.org/2000/svg}"
TOY: Mapping[str, Any] = {
    "id": "toy",
    "card_name": {"de": "{suit}-{rank}"},
    "suits": [{"code": "X", "name": {"de": "Kreise & Ringe"}, "symbol": "♣"}],
    "ranks": [{"code": "Z", "name": {"de": "<Zar>"}, "short": {"de": "<Z"}}],
}


def codes(pack: Mapping[str, Any]) -> list[str]:
    return [suit["code"] + rank["code"] for suit in pack["suits"] for rank in pack["ranks"]]


def tree(text: str) -> ET.Element:
    return ET.fromstring(f"<div>{text}</div>")  # noqa: S314 - our own output


def ids(text: str) -> set[str]:
    return {element.attrib["id"] for element in tree(text).iter() if "id" in element.attrib}


def references(text: str) -> set[str]:
    return {element.attrib["href"].removeprefix("#") for element in tree(text).iter("use")}


def luminance(colour: str) -> float:
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize(
    ("pack", "language", "code", "name"),
    [
        ("wuerttemberg", "de", "EA", "Eichel-Ass"),
        ("wuerttemberg", "en", "LU", "unter of leaves"),
        ("french", "de", "SQ", "Pik-Dame"),
        ("french", "es", "HQ", "dama de corazones"),
        ("spanish", "es", "BC", "caballo de bastos"),
    ],
)
def test_each_picture_of_a_card_says_its_name(pack: str, language: str, code: str, name: str) -> None:
    for draw in (card, face):
        (picture,) = tree(draw(code, shipped().pack(pack), language))
        assert picture.tag == "svg"
        assert (picture.attrib["role"], picture.attrib["aria-label"]) == ("img", name)
    alone = ET.fromstring(standalone(code, shipped().pack(pack), language))  # noqa: S314
    assert (alone.tag, alone.attrib["aria-label"]) == (f"{SVG}svg", name)


@pytest.mark.parametrize("pack", PACKS)
def test_all_that_a_card_refers_to_stands_in_the_outlines(pack: str) -> None:
    of_pack = shipped().pack(pack)
    outlines = signs(of_pack)
    assert ids(outlines) == {f"sign-{pack}-{suit['code']}" for suit in of_pack["suits"]}
    for language in LANGUAGES:
        assert references(cards(codes(of_pack), of_pack, language)) == ids(outlines)
        shown = references(hand(codes(of_pack), of_pack, language))
        assert shown == {f"face-{pack}-{code}" for code in codes(of_pack)}
        assert shown == references(cards(codes(of_pack), of_pack, language, draw=face))
        assert shown | ids(outlines) == ids(faces(of_pack, language))


@pytest.mark.parametrize("pack", PACKS)
def test_a_card_that_stands_alone_refers_to_nothing_and_needs_no_font(pack: str) -> None:
    of_pack = shipped().pack(pack)
    for language in LANGUAGES:
        for code in codes(of_pack):
            tags = [element.tag for element in ET.fromstring(standalone(code, of_pack, language)).iter()]  # noqa: S314
            assert f"{SVG}use" not in tags
            assert f"{SVG}text" not in tags
            assert tags.count(f"{SVG}path") >= 3  # the sign, and the rank twice


def test_the_corner_shows_the_rank_as_the_language_has_it() -> None:
    french = shipped().pack("french")
    assert GLYPHS["D"][1] in standalone("SQ", french, "de")
    assert GLYPHS["Q"][1] in standalone("SQ", french, "en")
    assert GLYPHS["R"][1] in standalone("EK", shipped().pack("wuerttemberg"), "es")
    ten = standalone("ST", french, "en")
    assert ten.count(GLYPHS["1"][1]) == ten.count(GLYPHS["0"][1]) == 2


def test_every_suit_has_a_sign_of_its_own_and_a_colour_that_can_be_read_on_white() -> None:
    for name in PACKS:
        pack = shipped().pack(name)
        paths = {SHAPES[f"{name}-{suit['code']}"] for suit in pack["suits"]}
        assert len(paths) == 4
        for suit in pack["suits"]:
            assert 1.05 / (luminance(colour(suit["code"], pack)) + 0.05) >= 4.5
    assert set(SHAPES) > RED


def test_signs_stay_inside_their_square() -> None:
    for path in SHAPES.values():
        absolute = re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", path)
        assert absolute
        assert all(-0.5 <= float(number) <= 24.5 for point in absolute for number in point)
        assert path.lower().count("m") == path.lower().count("z")


def test_a_pack_without_drawings_is_written_and_escaped() -> None:
    outlines, alone = signs(TOY), standalone("XZ", TOY, "de")
    assert [element.text for element in tree(outlines).iter("text")] == ["♣"]
    root = ET.fromstring(alone)  # noqa: S314
    assert root.attrib["aria-label"] == "Kreise & Ringe-<Zar>"
    assert [element.text for element in root.iter(f"{SVG}text")] == ["♣", "<Z", "<Z"]


def test_a_hand_is_one_picture_that_names_its_cards_in_order() -> None:
    (picture,) = tree(hand(["HA", "HA", "E7"], shipped().pack("wuerttemberg"), "de"))
    assert picture.attrib["aria-label"] == "Herz-Ass, Herz-Ass, Eichel-Sieben"
    assert picture.attrib["viewBox"] == "0 0 200 92"  # three cards of 64, two gaps of 4
    assert [use.attrib["x"] for use in picture] == ["0", "68", "136"]


def test_a_trick_names_its_seats_and_its_winner_in_the_order_of_play() -> None:
    pack = shipped().pack("wuerttemberg")
    entries = list(tree(trick([(1, "HA"), (2, "E7"), ("Anna", "HT")], pack, "de", 2)).iter("li"))
    assert ["".join(entry.itertext()) for entry in entries] == ["Platz 1", "Platz 2gewinnt den Stich", "Anna"]
    assert [entry.attrib.get("class") for entry in entries] == [None, "won", None]
    names = [next(entry.iter("svg")).attrib["aria-label"] for entry in entries]
    assert names == ["Herz-Ass", "Eichel-Sieben", "Herz-Zehn"]
    assert "won" not in trick([(1, "HA")], pack, "de")


def test_hidden_cards_say_how_many_they_are() -> None:
    assert next(tree(back("es")).iter("svg")).attrib["aria-label"] == "carta tapada"
    assert next(tree(back("en", 6)).iter("svg")).attrib["aria-label"] == "6 face-down cards"
    assert "".join(tree(back("en", 6)).itertext()) == "6×"


def test_a_sign_in_running_text_says_its_suit() -> None:
    (picture,) = tree(sign("S", shipped().pack("wuerttemberg"), "en"))
    assert picture.attrib["aria-label"] == "bells"
    assert references(sign("S", shipped().pack("wuerttemberg"), "en")) == {"sign-wuerttemberg-S"}


def test_a_card_the_pack_lacks_is_refused() -> None:
    with pytest.raises(KeyError):
        card("XX", shipped().pack("french"), "de")


@pytest.mark.parametrize("pack", PACKS)
def test_the_cards_can_be_printed(pack: str) -> None:
    weasyprint = pytest.importorskip("weasyprint")
    of_pack = shipped().pack(pack)
    page = cards(codes(of_pack), of_pack, "es", draw=standalone)
    assert weasyprint.HTML(string=page).write_pdf().startswith(b"%PDF")
