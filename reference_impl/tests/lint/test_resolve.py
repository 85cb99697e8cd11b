"""From clauses, parents and options to one document."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from stichwerk.errors import SpecError
from stichwerk.library import Library
from stichwerk.lint import run
from stichwerk.resolve import Resolution, options_of, resolve

Write = Callable[..., Path]

HEAD = "language: 1\nid: club\nfamily: binokel\nextends: house\nauthentic: de\ntitle: {de: Klub, en: Club, es: Club}\n"
OPTIONS = """\
options:
  - id: bid
    title: {de: Gebot, en: Bid, es: Puja}
    default: "150"
    choices:
      - {id: "150", title: {de: a, en: a, es: a}}
      - id: "200"
        title: {de: b, en: b, es: b}
        sources: [{id: B, at: eins}]
        change:
          - clause: game.opening
            rule: {auction: {opening: 200}}
            sources: [{id: B, at: eins}]
  - id: players
    title: {de: Spieler, en: Players, es: Jugadores}
    default: "3"
    choices:
      - {id: "3", title: {de: a, en: a, es: a}}
      - id: "4"
        title: {de: b, en: b, es: b}
        requires: {bid: ["150"]}
        change:
          - {clause: game.table, rule: {table: {players: 4, sides: partners, direction: counter_clockwise}}}
          - {clause: game.packets, rule: {deal: {packets: [{each: 6}, {each: 6}]}}}
        drop: [{clause: game.note}]
"""
NOTE = """\
      - id: game.note
        text: {de: Hinweis., en: A note., es: Una nota.}
        sources: [{id: B, at: Hinweis}]
"""


def club(house: Path, text: str) -> Callable[..., Resolution]:
    """A variant of the house rules, to be resolved with choices."""
    (house.parent / "club.yaml").write_text(HEAD + text, encoding="utf-8")
    return lambda **options: resolve("club", options, library=Library([house.parent]))


def test_a_ruleset_takes_over_what_its_parent_says(house: Write) -> None:
    document = club(house(), "")().document
    assert document["id"] == "club"
    assert document["lineage"] == ["house", "club"]
    assert document["follows"] == "B"
    assert document["rules"]["auction"]["opening"] == 150
    assert document["title"]["de"] == "Klub"
    assert document["pack"]["id"] == "wuerttemberg"
    assert "language" not in document["pack"]


def test_a_change_replaces_what_it_names_and_leaves_the_rest(house: Write) -> None:
    change = "change: [{clause: game.opening, rule: {auction: {opening: 180}}}]\n"
    resolution = club(house(), change)()
    clause = next(each for each in resolution.document["clauses"] if each["id"] == "game.opening")
    assert resolution.document["rules"]["auction"]["opening"] == 180
    assert clause["text"]["en"] == "The first bid is 180 points."
    assert clause["sources"] == [{"id": "B", "at": "Reizen"}]
    assert clause["patched_by"] == ["club"]
    assert clause["status"] == "attested"


def test_clauses_are_numbered_section_by_section(house: Write) -> None:
    more = """\
sections:
  - id: more
    title: {de: Mehr, en: More, es: Más}
    clauses:
      - {id: more.one, text: {de: x, en: x, es: x}, rulings: [B1]}
  - id: game
    clauses:
      - {id: game.last, text: {de: x, en: x, es: x}, rulings: [B1]}
"""
    document = club(house(), more)().document
    numbers = {clause["id"]: clause["number"] for clause in document["clauses"]}
    assert [section["id"] for section in document["sections"]] == ["more", "game"]
    assert (numbers["more.one"], numbers["game.deck"], numbers["game.last"]) == ("1.1", "2.1", "2.17")
    assert [clause["section"] for clause in document["clauses"]].index("game") == 1


def test_clauses_are_added_behind_another_and_dropped(house: Write) -> None:
    more = """\
add:
  - {section: game, after: game.deck, clause: {id: game.new, text: {de: x, en: x, es: x}, rulings: [B1]}}
drop: [{clause: game.note}]
"""
    names = list(club(house("      - id: game.flow\n", NOTE + "      - id: game.flow\n"), more)().clauses)
    assert names[:3] == ["game.deck", "game.new", "game.points"]
    assert "game.note" not in names


def test_a_clause_is_added_behind_one_of_its_own_section(house: Write) -> None:
    more = """\
sections: [{id: more, title: {de: x, en: x, es: x}}]
add:
  - {section: more, after: game.deck, clause: {id: more.new, text: {de: x, en: x, es: x}, rulings: [B1]}}
"""
    with pytest.raises(SpecError, match=r"'game\.deck' stands in the section 'game'"):
        club(house(), more)()


def test_every_leaf_knows_its_clause(house: Write) -> None:
    provenance = club(house(), "")().document["provenance"]
    assert provenance["auction.opening"] == "game.opening"
    assert provenance["auction.step"] == "game.auction"
    assert provenance["deal.packets"] == "game.packets"
    assert provenance["awards.lost.when"] == "game.lost"
    assert provenance["values.factor"] == "game.lost"


def test_options_have_defaults_and_choices_patches(house: Write) -> None:
    path = house("      - id: game.flow\n", NOTE + "      - id: game.flow\n")
    choose = club(path, OPTIONS)
    assert choose().document["options"] == {"bid": "150", "players": "3"}
    assert choose(bid="200").document["rules"]["auction"]["opening"] == 200
    four = choose(players="4")
    assert four.document["rules"]["table"]["sides"] == "partners"
    assert "game.note" not in four.clauses
    assert list(options_of("club", library=Library([path.parent]))) == ["bid", "players"]
    assert run([path.parent]).problems == []


def test_choices_that_do_not_go_together(house: Write) -> None:
    path = house("      - id: game.flow\n", NOTE + "      - id: game.flow\n")
    with pytest.raises(SpecError) as caught:
        club(path, OPTIONS)(bid="200", players="4")
    assert str(caught.value) == (
        "players=4 does not go with bid=200; expected bid 150\nhint: make another choice for players, or set bid=150"
    )


def test_unknown_options_and_choices(house: Write) -> None:
    choose = club(house("      - id: game.flow\n", NOTE + "      - id: game.flow\n"), OPTIONS)
    with pytest.raises(SpecError, match="club has no option 'player'\nhint: did you mean players"):
        choose(player="4")
    with pytest.raises(SpecError, match="the option players of club has no choice '5'; expected one of 3, 4"):
        choose(players="5")


def test_a_variant_fixes_choices(house: Write) -> None:
    path = house("      - id: game.flow\n", NOTE + "      - id: game.flow\n", more=OPTIONS)
    choose = club(path, 'choose: {players: "4"}\n')
    document = choose().document
    assert document["options"] == {"bid": "150", "players": "4"}
    assert document["fixed"] == ["players"]
    assert choose(players="4").document["hash"] == document["hash"]
    with pytest.raises(SpecError) as caught:
        choose(players="3")
    assert str(caught.value) == "club fixes players to 4\nhint: to choose players=3 start from house"


def test_a_patch_holds_only_if(house: Write) -> None:
    change = (
        'change:\n  - {clause: game.auction, if: {bid: ["200"]}, rule: {auction: {form: duel, step: 10, '
        "raise: exact, all_pass: redeal}}}\n"
    )
    choose = club(house("      - id: game.flow\n", NOTE + "      - id: game.flow\n", more=OPTIONS), change)
    assert choose().document["rules"]["auction"]["form"] == "in_turn"
    assert choose(bid="200").document["rules"]["auction"]["form"] == "duel"


def test_a_child_must_say_that_it_goes_over_its_parents_option(house: Write) -> None:
    path = house("      - id: game.flow\n", NOTE + "      - id: game.flow\n", more=OPTIONS)
    change = "change: [{clause: game.opening, rule: {auction: {opening: 300}}}]\n"
    with pytest.raises(SpecError, match=r"two patches change the clause 'game\.opening'"):
        club(path, change)(bid="200")
    choose = club(path, change.replace("clause: game.opening,", "clause: game.opening, over: [bid],"))
    assert choose().document["rules"]["auction"]["opening"] == 300


def test_an_option_goes_over_another_when_it_says_so(house: Write) -> None:
    other = """\
  - id: high
    title: {de: Hoch, en: High, es: Alta}
    default: "off"
    choices:
      - {id: "off", title: {de: a, en: a, es: a}}
      - id: "on"
        title: {de: b, en: b, es: b}
        change: [{clause: game.opening, over: [bid], rule: {auction: {opening: 300}}}]
"""
    choose = club(house("      - id: game.flow\n", NOTE + "      - id: game.flow\n"), OPTIONS + other)
    assert choose(bid="200", high="on").document["rules"]["auction"]["opening"] == 300
    assert choose(bid="200").document["rules"]["auction"]["opening"] == 200


def test_the_hash_follows_the_rules_and_not_the_wording(house: Write) -> None:
    def hash_of(path: Path) -> str:
        return str(resolve("house", library=Library([path.parent])).document["hash"])

    plain = hash_of(house())
    assert plain.startswith("sha256:")
    assert len(plain) == 71
    assert hash_of(house("The first bid is", "The opening bid is")) == plain
    assert hash_of(house("at: Reizen", "at: Gebote")) == plain
    assert hash_of(house("opening: 150", "opening: 160")) != plain


def test_a_resolved_ruleset_is_plain_json(house: Write) -> None:
    document = resolve("house", library=Library([house().parent])).document
    assert json.loads(json.dumps(document)) == document


def test_an_abstract_ruleset_cannot_be_played(house: Write) -> None:
    path = house("authentic: de\n", "authentic: de\nabstract: true\n")
    with pytest.raises(SpecError, match="only a common part of other rulesets"):
        resolve("house", library=Library([path.parent]))


def test_a_path_is_no_name(house: Write) -> None:
    with pytest.raises(SpecError, match="a ruleset is named by its id, never by a path"):
        resolve("../house", library=Library([house().parent]))


def test_a_clause_on_the_leaflet_is_passed_on_and_a_patch_may_take_it_off(house: Write) -> None:
    path = house("      - id: game.duties\n", "      - id: game.duties\n        leaflet: true\n")

    def marked(change: str) -> list[str]:
        document = club(path, change)().document
        return [clause["id"] for clause in document["clauses"] if clause.get("leaflet")]

    assert marked("") == ["game.duties"]
    assert marked("change: [{clause: game.opening, leaflet: true}]\n") == ["game.opening", "game.duties"]
    assert marked("change: [{clause: game.duties, leaflet: false}]\n") == []


def test_a_clause_that_a_choice_adds_names_the_option(house: Write) -> None:
    option = """\
options:
  - id: bell
    title: {de: Glocke, en: Bell, es: Campana}
    default: "off"
    choices:
      - {id: "off", title: {de: Ohne, en: Without, es: Sin}}
      - id: "on"
        title: {de: Mit, en: With, es: Con}
        add: [{section: game, clause: {id: game.bell, text: {de: x, en: x, es: x}, rulings: [B1]}}]
"""
    document = club(house(), option)(bell="on").document
    assert next(clause for clause in document["clauses"] if clause["id"] == "game.bell")["patched_by"] == ["bell"]
