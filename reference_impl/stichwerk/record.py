"""Records: a deal as a document, and a document as a deal again.

A record is plain JSON: what was played (ruleset, options, hash of the rules), who dealt, the pack from the top before
the cut, in a match what was before, the moves, and the result. See schema/record.schema.json.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .errors import IllegalMove, RecordError
from .moves import Move

if TYPE_CHECKING:
    from .deal import Deal
    from .rules import Rules


def to_record(deal: Deal) -> dict[str, Any]:
    """The record of a deal, finished or not."""
    rules = deal.rules
    first = deal.positions()[0]
    record: dict[str, Any] = {
        "language": 1,
        "ruleset": rules.id,
        "options": dict(rules.options),
        "hash": rules.hash,
        "dealer": deal.setup.dealer,
        "cards": [rules.deck.codes[kind] for kind in first.setup.pack],
        "moves": [move.to_json() for move in deal.moves()],
    }
    setup = deal.setup
    if any(setup.totals) or setup.played:
        record["before"] = {"totals": dict(zip(rules.table.names, setup.totals, strict=True)), "played": setup.played}
    if deal.result is not None:
        record["result"] = deal.result.to_json()
    return record


def replay(record: Mapping[str, Any], rules: Rules) -> Deal:
    """The deal that a record describes, checked move by move.

    RecordError names the first thing that does not hold: other rules than the record's hash, accounts of sides that do
    not play, a pack that is not the pack of the ruleset, a move that is not allowed (with its index and the clause), or
    another result.
    """
    if "hash" in record and record["hash"] != rules.hash:
        raise RecordError(
            f"the record was made with other rules of {rules.id}: it has the hash {record['hash']}, "
            f"the rules have {rules.hash}"
        )
    totals, played = _before(record, rules)
    try:
        rules.read_pack(record["cards"])
    except ValueError as error:
        raise RecordError(str(error), clause=rules.clause("deck.copies") or rules.clause("deck")) from None
    try:
        deal = rules.deal(record["dealer"], record["cards"], totals=totals, played=played)
    except ValueError as error:
        raise RecordError(str(error)) from None
    for index, entry in enumerate(record["moves"]):
        try:
            deal = deal.apply(Move.from_json(entry))
        except ValueError as error:
            raise RecordError(str(error), index=index) from None
        except IllegalMove as error:
            raise RecordError(f"{error.move}: {error.reason}", index=index, clause=error.clause) from error
    expected = record.get("result")
    if expected is not None:
        if deal.result is None:
            raise RecordError("the record gives a result, but the deal is not over")
        found = deal.result.to_json()
        for key, value in expected.items():
            if found.get(key) != value:
                raise RecordError(f"the record gives {key} {value!r}, by the rules it is {found.get(key)!r}")
    return deal


def _before(record: Mapping[str, Any], rules: Rules) -> tuple[tuple[int, ...], int]:
    """What was before the deal: the account of each side, and how many deals of the game had been played."""
    before = record.get("before", {})
    totals: Mapping[str, int] = before.get("totals", {})
    sides = rules.table.names
    if unknown := next((side for side in totals if side not in sides), None):
        raise RecordError(f"before the deal there is an account of {unknown!r}, but the sides are {', '.join(sides)}")
    return tuple(totals.get(side, 0) for side in sides), before.get("played", 0)
