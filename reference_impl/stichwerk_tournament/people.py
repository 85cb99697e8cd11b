"""Who is meant: players by their start number, by their name, or by both."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from stichwerk_tournament.list_csv import plain
from stichwerk_tournament.texts import table_of

__all__ = ["People", "WhoError", "named_in"]

_NUMBER = re.compile(r"\b([0-9]{1,6})(?:[.,]0+(?![0-9]))?(?![0-9])")
"""A start number, with the decimals that spreadsheet programs put behind it."""

_NAMED = re.compile(r"([1-9][0-9]{0,5})(?:[.,]0+)?[\s.:)]+(\S.*)")
_BETWEEN = re.compile(r"([,;/&+\n]|\s(?:und|and|y|e)\s)", re.IGNORECASE)
_LETTER = re.compile(r"[^\W\d_]")


class WhoError(ValueError):
    """Nobody, or nobody in particular, is meant. reason: a key of what is said about it; values: for its words."""

    def __init__(self, reason: str, **values: object) -> None:
        super().__init__(reason)
        self.reason = reason
        self.values = values


def named_in(texts: Iterable[object]) -> dict[int, str]:
    """Start number -> name, as a list says it of its own players: "4 Hans"."""
    found = (_NAMED.fullmatch(text.strip()) for text in texts if isinstance(text, str))
    return {int(one[1]): one[2] for one in found if one and _LETTER.search(one[2])}


class People:
    """The players who can be meant. names: by start number, where they are known; seated: who sits at the table."""

    def __init__(self, names: Mapping[int, str], seated: Sequence[int] = ()) -> None:
        self.names = dict(names)
        self._seated = frozenset(seated)
        self._called: dict[str, list[int]] = {}
        for player, name in self.names.items():
            self._called.setdefault(plain(name), []).append(player)

    def who(self, text: str) -> int:
        """The one player who is meant. WhoError when it cannot be known."""
        alone = _NUMBER.fullmatch(text.strip())
        if not alone and (exact := self._called.get(plain(text))) is not None:
            return self._only(text, exact)
        numbers = [int(one) for one in _NUMBER.findall(text)]
        if not numbers:
            return self._by_words(text)
        called = self._called.get(plain(_NUMBER.sub(" ", text, count=1)), [])
        if called and numbers[0] not in called:
            raise WhoError("number_and_name", cell=text, other=self._told(called))
        if not numbers[0] or (len(numbers) > 1 and not (called or _LETTER.search(text))):
            raise WhoError("who_is_it", cell=text)
        return numbers[0]

    def several(self, text: str) -> list[int]:
        """All players who are meant, whatever stands between them. WhoError when one of them cannot be known."""
        if plain(text) in self._called and not _NUMBER.fullmatch(text.strip()):
            return [self.who(text)]
        if not plain(text) or plain(text) in _nobody():
            return []
        if not _LETTER.search(text):
            return [int(one) for one in _NUMBER.findall(text)]
        return list(self._each(_BETWEEN.split(text)))

    def _each(self, parts: Sequence[str]) -> Iterator[int]:
        """parts: names with what stands between them in every second place; a name may hold such a thing itself."""
        at = 0
        while at < len(parts):
            ends = range(len(parts), at, -2)
            end = next((end for end in ends if plain("".join(parts[at:end])) in self._called), at + 1)
            if end > at + 1 or _LETTER.search(parts[at]):
                yield self.who("".join(parts[at:end]).strip())
            else:
                yield from map(int, _NUMBER.findall(parts[at]))
            at = end + 1

    def _by_words(self, text: str) -> int:
        """By a part of the name, such as the first one: of those at the table, else of all."""
        words = set(plain(text).split())
        fitting = [player for player, name in self.names.items() if words and words <= set(plain(name).split())]
        fitting = [player for player in fitting if player in self._seated] or fitting
        if not fitting:
            raise WhoError("who_is_it", cell=text)
        return self._only(text, fitting)

    def _only(self, text: str, players: Sequence[int]) -> int:
        if len(players) > 1:
            raise WhoError("who_of_them", cell=text, names=self._told(players))
        return players[0]

    def _told(self, players: Iterable[int]) -> str:
        return "; ".join(f"{player} {self.names[player]}" for player in players)


def _nobody() -> set[str]:
    """What means nobody in a cell about players."""
    no: list[str] = table_of("lists")["answers"]["no"]
    return {plain(word) for word in no}
