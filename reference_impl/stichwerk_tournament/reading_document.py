"""A list from YAML or JSON, as people write it: numbers as text, players by name, places that are still empty."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from stichwerk.errors import Place, SpecError
from stichwerk.tournament import list_from_json
from stichwerk_tournament.cells import NotWholeError, whole
from stichwerk_tournament.list_csv import COLUMNS, LINES
from stichwerk_tournament.people import People, WhoError, named_in
from stichwerk_tournament.reading import Reading, everybody, truth
from stichwerk_tournament.texts import words

if TYPE_CHECKING:
    from stichwerk.loader import Document

__all__ = ["read_document"]

T = TypeVar("T")

Path_ = tuple[str | int, ...]
"""Where a value stands in the document."""

_TEXTS = ("format", "ruleset", "options", "hash")
_ONE = ("dealer", "declarer")
_SEVERAL = ("players", "signed", "revoked")
_BY_PLAYER = ("before", "melds", "tricks", "taken", "result", "total")
_NO_SPACE = re.compile(r"\s*([^:]*[^:\s])\s*:\s*([^\s:].*)")


def read_document(path: Path, data: bytes, lang: str, names: Mapping[int, str]) -> Reading:
    """Read a list from YAML or JSON. SpecError when it is none or a value in it cannot be read."""
    from stichwerk.loader import parse_yaml
    from stichwerk.validation import validate

    with_deals = _Deals(lang)
    document = with_deals(lambda: parse_yaml(data, str(path), numbers_as_keys=True))
    reader = with_deals(lambda: _Reader(document, lang, names))
    document.value = with_deals(reader.tidied)
    with_deals(lambda: validate(document, "tournament-list"))
    try:
        sheet = list_from_json(document.value)
    except (KeyError, TypeError, ValueError) as error:
        raise SpecError(str(error), place=document.place()) from None
    numbers = tuple(deal.get("deal") for deal in document.value["deals"])
    signed = tuple(document.value.get("signed", ()))
    return Reading(path, sheet, numbers, signed, reader.place, names=reader.own)


class _Deals:
    """Does something, and says of what is wrong there in which deal it stands: "deal 1: bid" for "deals.0.bid"."""

    def __init__(self, lang: str) -> None:
        self._say = words("check", lang)

    def __call__(self, what: Callable[[], T]) -> T:
        try:
            return what()
        except SpecError as error:
            raise SpecError(
                error.message, place=error.place, path=self._told(error.path), expected=error.expected,
                hint=error.hint, snippet=error.snippet,
            ) from None  # fmt: skip

    def _told(self, path: str) -> str:
        field, *rest = path.split(".")
        by_player = {field, *rest[1:2]} & {*_BY_PLAYER}
        if field == "deals" and rest and rest[0].isdigit():
            field = self._say("deal", deal=int(rest.pop(0)) + 1)
        return ": ".join([field, *(step for step in rest if by_player or not step.isdigit())])


class _Reader:
    """Reads one document. own: names of players that it says itself."""

    def __init__(self, document: Document, lang: str, names: Mapping[int, str]) -> None:
        self.document = document
        self.say = words("check", lang)
        players = document.value.get("players") if isinstance(document.value, dict) else None
        players = players if isinstance(players, list) else []
        self.own = named_in(players)
        self.people = People({**self.own, **names})
        self.players = [self._who(player, ("players", n)) for n, player in enumerate(players)]
        self.people = People({**self.own, **names}, [one for one in self.players if isinstance(one, int)])
        self._keys: dict[Path_, str] = {}

    def tidied(self) -> Any:
        """The list with numbers for what people write as numbers and for players, without what is still empty."""
        return self._tidied(self.document.value, ())

    def place(self, line: int, field: str, player: int | None) -> tuple[Place, str]:
        """Where a figure stands, under whatever name of the player."""
        path: Path_ = ("deals", line - 1, field) if line else (field,)
        if player is not None:
            path = (*path, self._keys.get((*path, str(player)), str(player)))
        return self.document.place(path), ""

    def _tidied(self, value: Any, path: Path_) -> Any:
        if isinstance(value, dict):
            return dict(self._entries(value, path))
        field = _field(path)
        if field in _SEVERAL:
            return self._several(value, path)
        if isinstance(value, list):
            return [self._tidied(one, (*path, n)) for n, one in enumerate(value)]
        if field in _ONE:
            return self._who(value, path)
        if not isinstance(value, str) or not value.strip() or field in _TEXTS:
            return value
        if field == "taken":
            return truth(value) if truth(value) is not None else value
        try:
            return whole(value)
        except NotWholeError as error:
            values: dict[str, Any] = {**error.values, "cell": value}
            self._refuse(path, f"cell_{error.reason}", **values)

    def _entries(self, value: Mapping[str, Any], path: Path_) -> Iterator[tuple[str, Any]]:
        """Keys and values that say something. A key that means nothing stays, and is found to be unknown."""
        by_player = _field(path) in _BY_PLAYER
        known = ("format", *LINES, "deals") if not path else COLUMNS if path[0] == "deals" else ()
        for key, one in value.items():
            here = (*path, key)
            empty = one is None or one == ""
            if empty and (run_together := _NO_SPACE.fullmatch(key)):
                right = ": ".join(run_together.groups())
                self._refuse(here, "space_after_colon", at_key=True, cell=key, right=right)
            name = self._key(key, here) if by_player else key
            if not (empty and (by_player or key in known)):
                yield name, self._tidied(one, here)

    def _key(self, key: str, path: Path_) -> str:
        """The start number of the player whom a key means."""
        player = str(self._asked(self.people.who, key, path, at_key=True))
        if self._keys.setdefault((*path[:-1], player), key) != key:
            first = self.document.key_place((*path[:-1], self._keys[*path[:-1], player]))
            self._refuse(path, "player_key_twice", at_key=True, cell=key, player=player, line=first.line)
        return player

    def _several(self, value: Any, path: Path_) -> Any:
        """Players, in a list or not. `signed` may say that all have."""
        if isinstance(value, list):
            return [self._who(one, (*path, n)) for n, one in enumerate(value)]
        if path == ("signed",) and (value is True or (isinstance(value, str) and everybody(value))):
            return self.players
        if isinstance(value, str):
            return self._asked(self.people.several, value, path)
        return [value] if type(value) is int else value

    def _who(self, value: Any, path: Path_) -> Any:
        if not isinstance(value, str):
            return value
        return self._asked(self.people.who, value, path) if value.strip("-–— ") else None

    def _asked(self, ask: Callable[[str], T], text: str, path: Path_, *, at_key: bool = False) -> T:
        try:
            return ask(text)
        except WhoError as error:
            self._refuse(path, error.reason, at_key=at_key, **error.values)

    def _refuse(self, path: Path_, key: str, *, at_key: bool = False, **values: object) -> NoReturn:
        place = self.document.key_place(path) if at_key else self.document.place(path)
        raise SpecError(
            self.say(key, **values), place=place, path=".".join(map(str, path[:-1] if at_key else path)),
            snippet=self.document.snippet(place),
        )  # fmt: skip


def _field(path: Sequence[str | int]) -> str | None:
    """What a value is about: the field of a deal, or of the list."""
    steps = path[2:] if len(path) > 2 and path[0] == "deals" else path
    return str(steps[0]) if steps and steps[0] != "deals" else None
