"""Reading single values of a JSON log: each function raises a `WrongValueError` if the value is of another kind.

``path`` is always the place of the value in the document.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from games.acquire.actions import UNKNOWN_TILE, Action, Card
from games.acquire.board import parse_tile
from games.acquire.editions.labels import LabelSet
from games.acquire.errors import ChainError, TileError
from games.acquire.logs.language.tokens import listed_names
from games.sentences import Said
from games.sentences import gettext_lazy as _

#: The place of a value in a JSON document: keys and indices from the outermost to the innermost.
JsonPath: TypeAlias = tuple[str | int, ...]


class WrongValueError(ValueError):
    """A value of a JSON log is of the wrong kind; its line and column are not known yet."""

    def __init__(self, path: JsonPath, problem: Said, expected: Said) -> None:
        super().__init__(problem)
        self.path = path
        self.problem = problem
        self.expected = expected


class Vocabulary:
    """The players' IDs and the chains' names of one log."""

    __slots__ = ("actions", "chains", "ids", "labels")

    def __init__(self, ids: Sequence[str], labels: LabelSet) -> None:
        self.ids = {name: seat for seat, name in enumerate(ids)}
        self.labels = labels
        self.chains = {name: number for number, name in enumerate(labels.names)}
        # A cache of actions by the text of their event: an archive repeats the same few thousand events.
        self.actions: dict[str, Action] = {}

    def player(self, value: object, path: JsonPath) -> int:
        """Return the seat of the player with this ID."""
        seat = self.ids.get(value) if isinstance(value, str) else None
        if seat is None:
            raise WrongValueError(
                path,
                _("{word!r} is not a player in this log", word=value),
                _("one of {choices}", choices=listed_names(self.ids)),
            )
        return seat

    def chain(self, value: object, path: JsonPath) -> int:
        """Return the number of the chain with this name, or the beginning of it."""
        exact = self.chains.get(value) if isinstance(value, str) else None
        if exact is not None:
            return exact
        if not isinstance(value, str):
            raise WrongValueError(
                path,
                _("{word!r} is not a chain in the label set {labels}", word=value, labels=self.labels.name),
                _("one of {choices}", choices=", ".join(self.labels.names)),
            )
        try:
            return self.labels.find(value)
        except ChainError as problem:
            raise WrongValueError(path, problem.problem, problem.expected) from None


def member(of: Mapping[str, Any], key: str, path: JsonPath) -> object:
    """Return the value of a key that must be there; ``path`` is that of the object."""
    if key not in of:
        raise WrongValueError(path, _("{key!r} is missing", key=key), _("a value for {key!r}", key=key))
    return of[key]


def mapping(value: object, path: JsonPath) -> Mapping[str, Any]:
    """Return the value, which must be a JSON object."""
    if not isinstance(value, dict):
        raise WrongValueError(path, _("{value} does not belong here", value=value_in_brief(value)), _("an object"))
    return value


def listing(value: object, path: JsonPath) -> Sequence[Any]:
    """Return the value, which must be a JSON array."""
    if not isinstance(value, list):
        raise WrongValueError(path, _("{value} does not belong here", value=value_in_brief(value)), _("a list"))
    return value


def whole_value(value: object, path: JsonPath) -> int:
    """Return the value, which must be a whole number; it may be negative, which the rules judge later."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise WrongValueError(path, _("{value} does not belong here", value=value_in_brief(value)), _("a whole number"))
    return value


def word(value: object, path: JsonPath) -> str:
    """Return the value, which must be a text."""
    if not isinstance(value, str):
        raise WrongValueError(path, _("{value} does not belong here", value=value_in_brief(value)), _("text in quotes"))
    return value


def tile(value: object, path: JsonPath) -> int:
    """Return the tile that a text names."""
    try:
        return parse_tile(word(value, path))
    except TileError:
        raise WrongValueError(path, _("{word!r} is not a tile", word=value), _("a tile from 1A to 12I")) from None


def tiles(value: object, path: JsonPath) -> tuple[int, ...]:
    """Return the tiles that a list names; ``?`` is an unknown one."""
    return tuple(
        UNKNOWN_TILE if text == "?" else tile(text, (*path, place)) for place, text in enumerate(listing(value, path))
    )


def card(value: object, path: JsonPath) -> Card:
    """Return the power-up card that a text names."""
    try:
        return Card(word(value, path).upper())
    except ValueError:
        raise WrongValueError(
            path, _("{word!r} is not a card", word=value), _("one of {choices}", choices=", ".join(Card))
        ) from None


def value_in_brief(value: object) -> Said:
    """Return a value as it is named in a message; of an object or a list only its kind."""
    if value is None:
        return "null"
    if isinstance(value, (dict, list)):
        return _("an object") if isinstance(value, dict) else _("a list")
    return f"{value!r}"
