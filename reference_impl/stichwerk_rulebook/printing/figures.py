"""Tables and diagrams of a ruleset, as pieces of HTML: card values, melds, contracts, the order of a deal.

The printed book, the leaflet and the site's rulebook page show the same ones; `site/assets/figures.css` dresses them.
Cards are drawn by `draw`, which is `cards.card` on a page with signs and `cards.standalone` elsewhere. Words are those
of the rules: titles of clauses, names of the pack.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

from stichwerk.prose import FILTERS, derived
from stichwerk_rulebook.words import words

if TYPE_CHECKING:
    from stichwerk_rulebook.book import Book, Clause

__all__ = [
    "Contract",
    "Draw",
    "Meld",
    "Step",
    "by_section",
    "contracts_of",
    "contracts_table",
    "melds_of",
    "melds_table",
    "order_of_deal",
    "order_of_scoring",
    "scoring_of",
    "setters",
    "steps_of",
    "values_of",
    "values_table",
]

Draw = Callable[[str, Mapping[str, Any], str], str]
"""`draw(code, pack, language)` -> a picture of the card with its name as text alternative, as HTML."""


@dataclass(frozen=True, slots=True)
class Meld:
    """A meld or an announcement for people to see.

    cards: codes of an example, in the first suit of the pack where any suit will do; plain, trump: points in another
    suit and in trumps, None where the meld does not exist there; clause: the clause that names it.
    """

    id: str
    title: str
    cards: tuple[str, ...]
    plain: int | None
    trump: int | None
    clause: Clause

    @property
    def suited(self) -> bool:
        """Whether trumps make a difference."""
        return self.plain != self.trump


@dataclass(frozen=True, slots=True)
class Contract:
    """Something that can be played. cells: what it is worth, who melds, and who leads to the first trick, in words."""

    id: str
    title: str
    cells: tuple[str, str, str]
    clause: Clause


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a deal: its id, its name, and the figure that belongs to it ("3 – 2 Dapp – 4", "10 Stiche")."""

    id: str
    name: str
    detail: str = ""


def values_of(book: Book) -> list[tuple[str, str, int]]:
    """The ranks in play, the strongest first: card code in the first suit, name of the rank, card points."""
    deck = book.document["rules"]["deck"]
    suit = book.pack["suits"][0]["code"]
    rank = FILTERS["rank"]
    return [(suit + code, rank(code, book.language, book.pack), deck["points"][code]) for code in deck["ranks"]]


def values_table(book: Book, draw: Draw) -> str:
    """A table of the ranks, the strongest first, with a card each and what it counts."""
    say = words("printing", book.language)
    values = values_of(book)
    heads = "".join(
        f'<th scope="col">{draw(code, book.pack, book.language)}<br><span class="rank">{escape(name)}</span></th>'
        for code, name, _ in values
    )
    points = "".join(f"<td>{count}</td>" for _, _, count in values)
    return (
        f'<table class="figure values"><caption>{escape(say("values"))}</caption>'
        f'<thead><tr><th scope="row">{escape(say("strongest_first"))}</th>{heads}</tr></thead>'
        f'<tbody><tr><th scope="row">{escape(say("points"))}</th>{points}</tr></tbody></table>'
    )


def setters(book: Book, leaf: str) -> list[Clause]:
    """The clauses that set a part of the rules at a dotted path, those with a short name first."""
    names = {
        clause for path, clause in book.document["provenance"].items() if path == leaf or path.startswith(leaf + ".")
    }
    return sorted((clause for clause in book.clauses if clause.id in names), key=lambda clause: not clause.title)


def melds_of(book: Book) -> list[Meld]:
    """The melds of the game, then what is announced between the cards, in the order of the clauses."""
    rules = book.document["rules"]
    found = [
        _meld(book, section, name, entry)
        for section in ("melds", "announcements")
        for name, entry in rules.get(section, {}).items()
    ]
    order = [clause.id for clause in book.clauses]
    return sorted(found, key=lambda meld: order.index(meld.clause.id))


def _meld(book: Book, section: str, name: str, entry: Mapping[str, Any]) -> Meld:
    clause = setters(book, f"{section}.{name}")[0]
    value, cards = entry["value"], entry["cards"]
    plain, trump = (value["plain"], value["trump"]) if isinstance(value, Mapping) else (value, value)
    if cards.get("suit") == "trump":
        plain = None
    return Meld(name, clause.title or name, example(cards, book.pack), plain, trump, clause)


def example(cards: Mapping[str, Any], pack: Mapping[str, Any]) -> tuple[str, ...]:
    """Cards that make a meld: `rules.schema.json#/$defs/cards` -> codes."""
    suits = [suit["code"] for suit in pack["suits"]]
    if "exact" in cards:
        return tuple(cards["exact"])
    if "rank" in cards:
        return tuple(suit + cards["rank"] for suit in suits for _ in range(cards.get("copies", 1)))
    return tuple(suits[0] + rank for rank in cards["ranks"])


def melds_table(book: Book, draw: Draw) -> str:
    """A table of the melds with an example in cards and what they count; empty for a game without melds."""
    melds = melds_of(book)
    if not melds:
        return ""
    say = words("printing", book.language)
    both = any(meld.suited for meld in melds)
    kind = "meld" if "melds" in book.document["rules"] else "announcement"
    columns = [kind, "example", "worth", *(["in_trumps"] if both else [])]
    heads = "".join(f'<th scope="col">{escape(say(column))}</th>' for column in columns)
    rows = "".join(_meld_row(meld, both, book, draw) for meld in melds)
    return (
        f'<table class="figure melds"><caption>{escape(say(kind + "s"))}</caption>'
        f"<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"
    )


def _meld_row(meld: Meld, both: bool, book: Book, draw: Draw) -> str:
    cards = "".join(draw(code, book.pack, book.language) for code in meld.cards)
    return (
        f'<tr><th scope="row">{escape(meld.title)} {_reference(meld.clause)}</th>'
        f'<td class="hand" data-cards="{len(meld.cards)}">{cards}</td>{_worth(meld, both)}</tr>'
    )


def _worth(meld: Meld, both: bool) -> str:
    if not both:
        return f"<td>{meld.trump}</td>"
    if not meld.suited:
        return f'<td colspan="2">{meld.trump}</td>'
    return "".join(f"<td>{'–' if value is None else value}</td>" for value in (meld.plain, meld.trump))


def _reference(clause: Clause) -> str:
    return f'<a class="number" href="#{escape(clause.id)}">{clause.number}</a>'


def steps_of(book: Book) -> list[Step]:
    """The steps of a deal in their order; without those in which this table has nothing to choose.

    Where the tricks go through stages, with a stock and without, each stage is a step.
    """
    rules = book.document["rules"]
    details = _details(book)
    steps = []
    for step in rules["flow"]:
        name = _capital(FILTERS["steps"]([step], book.language, book.pack))
        if step == "tricks" and len(rules["tricks"]["stages"]) > 1:
            steps += [Step(step, name, detail) for detail in _stages(book)]
        elif step not in _idle(rules):
            steps.append(Step(step, name, details.get(step, "")))
    return steps


def _stages(book: Book) -> Iterator[str]:
    say = words("printing", book.language)
    rules = book.document["rules"]
    for stage in (rules["stages"][name] for name in rules["tricks"]["stages"]):
        draws = "draw" in stage
        yield say("stage_strict" if not draws else "stage_bound" if stage["duties"] else "stage_open")


def _idle(rules: Mapping[str, Any]) -> set[str]:
    """Steps that the flow has for others: calling where nobody may, naming the contract where there is only one."""
    idle = set()
    if not rules.get("call", {}).get("allowed"):
        idle.add("call")
    if len(rules.get("contracts", {})) < 2:
        idle.add("contract")
    return idle


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _details(book: Book) -> dict[str, str]:
    say = words("printing", book.language)
    rules = book.document["rules"]
    count = derived(rules, book.pack)
    details = {
        "deal": FILTERS["packets"](_run_together(rules["deal"]["packets"]), book.language, book.pack),
        "tricks": say("tricks", count=count["tricks"]),
    }
    if "auction" in rules:
        details["auction"] = say("from", points=rules["auction"]["opening"])
    if count["widow"]:
        details["widow"] = say("cards", count=count["widow"])
    if rules.get("discard", {}).get("count") == "taken":
        details["discard"] = say("as_many")
    return details


def _run_together(packets: Sequence[Mapping[str, int]]) -> list[Mapping[str, int]]:
    """Single cards dealt round after round are shown as the hand they make."""
    singles = [packet for packet in packets if packet == {"each": 1}]
    if len(singles) < 2:
        return list(packets)
    return [{"each": len(singles)}, *(packet for packet in packets if packet != {"each": 1})]


def order_of_deal(book: Book) -> str:
    """The order of a deal as a chain of boxes: a list, which CSS draws and which reads well without it."""
    say = words("printing", book.language)
    boxes = "".join(
        f"<li><strong>{escape(step.name)}</strong>"
        + (f" <small>{escape(step.detail)}</small>" if step.detail else "")
        + "</li>"
        for step in steps_of(book)
    )
    return f'<ol class="figure order-of-deal" aria-label="{escape(say("order_of_deal"))}">{boxes}</ol>'


def contracts_of(book: Book) -> list[Contract]:
    """What can be played, in the order in which the rules name it."""
    return [_contract(book, name, entry) for name, entry in book.document["rules"].get("contracts", {}).items()]


def _contract(book: Book, name: str, entry: Mapping[str, Any]) -> Contract:
    say = words("printing", book.language)
    rules = book.document["rules"]
    clause = setters(book, f"contracts.{name}")[0]
    worth = entry.get("worth") or say("the_bid")
    lead = entry.get("lead", rules["tricks"]["first_lead"])
    cells = (
        str(rules["match"]["target"] if worth == "goal" else worth),
        say(f"melds_{entry.get('melds', 'all')}"),
        say(f"lead_{lead}") if entry.get("played", True) else "–",
    )
    return Contract(name, clause.title or name, cells, clause)


def contracts_table(book: Book) -> str:
    """A table of what can be played, where there is more than one contract; otherwise empty."""
    contracts = contracts_of(book)
    if len(contracts) < 2:
        return ""
    say = words("printing", book.language)
    heads = "".join(f'<th scope="col">{escape(say(key))}</th>' for key in ("contract", "value", "who_melds", "leads"))
    rows = "".join(
        f'<tr><th scope="row">{escape(contract.title)} {_reference(contract.clause)}</th>'
        + "".join(f"<td>{escape(cell)}</td>" for cell in contract.cells)
        + "</tr>"
        for contract in contracts
    )
    return (
        f'<table class="figure contracts"><caption>{escape(say("contracts"))}</caption>'
        f"<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"
    )


def scoring_of(book: Book) -> list[Clause]:
    """The clauses that score a deal, in the order in which they are tried: the first that applies decides."""
    return [setters(book, f"awards.{name}")[0] for name in book.document["rules"]["scoring"]["awards"]]


def order_of_scoring(book: Book) -> str:
    """The cases of the scoring in the order in which they are tried, each with its clause; empty for a single case."""
    clauses = scoring_of(book)
    if len(clauses) < 2:
        return ""
    say = words("printing", book.language)
    return (
        f'<div class="figure order-of-scoring"><p class="caption">{escape(say("order_of_scoring"))}</p><ol>'
        + "".join(f"<li>{escape(_capital(clause.title or clause.id))} {_reference(clause)}</li>" for clause in clauses)
        + "</ol></div>"
    )


def by_section(book: Book, draw: Draw) -> dict[str, list[str]]:
    """Section id -> the tables and diagrams that belong to it, where its clauses set what they show."""
    home = {clause.id: section.id for section in book.sections for clause in section.clauses}
    pieces = [
        (setters(book, "deck.points"), values_table(book, draw)),
        (setters(book, "flow"), order_of_deal(book)),
        (setters(book, "contracts"), contracts_table(book)),
        ([meld.clause for meld in melds_of(book)], melds_table(book, draw)),
        (setters(book, "scoring.awards"), order_of_scoring(book)),
    ]
    found: dict[str, list[str]] = {}
    for clauses, piece in pieces:
        if piece:
            found.setdefault(home[clauses[0].id], []).append(piece)
    return found
