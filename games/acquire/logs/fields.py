"""Values of a JSON log, checked one by one: each reader refuses a value with what it expected."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from games.acquire.actions import UNKNOWN_TILE, Action, Card
from games.acquire.board import parse_tile
from games.acquire.editions import LabelSet
from games.acquire.errors import ChainError, TileError
from games.acquire.logs.language.tokens import listed

#: Where in a JSON document a value stands: keys and indexes from the outside in.
JsonPath: TypeAlias = tuple[str | int, ...]


class WrongValueError(ValueError):
    """A value of the wrong kind inside a JSON log, found before its line and column are known."""

    def __init__(self, path: JsonPath, problem: str, expected: str) -> None:
        super().__init__(problem)
        self.path = path
        self.problem = problem
        self.expected = expected


class Vocabulary:
    """The words of one log: its players' IDs and its chains' names."""

    __slots__ = ("actions", "chains", "ids", "labels")

    def __init__(self, ids: Sequence[str], labels: LabelSet) -> None:
        self.ids = {name: seat for seat, name in enumerate(ids)}
        self.labels = labels
        self.chains = {name: number for number, name in enumerate(labels.names)}
        # A cache of actions by the text of their event: an archive repeats the same few thousand events.
        self.actions: dict[str, Action] = {}

    def player(self, value: object, path: JsonPath) -> int:
        """The seat of the player with that ID."""
        seat = self.ids.get(value) if isinstance(value, str) else None
        if seat is None:
            raise WrongValueError(path, f"{value!r} is no player of this log", f"one of {listed(self.ids)}")
        return seat

    def chain(self, value: object, path: JsonPath) -> int:
        """The number of the chain of that name."""
        exact = self.chains.get(value) if isinstance(value, str) else None
        if exact is not None:
            return exact
        if not isinstance(value, str):
            raise WrongValueError(path, f"{value!r} is no chain", f"one of {', '.join(self.labels.names)}")
        try:
            return self.labels.find(value)
        except ChainError as problem:
            raise WrongValueError(path, str(problem).rstrip("."), "a chain") from None


def member(of: Mapping[str, Any], key: str, path: JsonPath) -> object:
    """The value under a key that must be there."""
    if key not in of:
        raise WrongValueError(path, f"{key!r} is missing", f"a value for {key!r}")
    return of[key]


def mapping(value: object, path: JsonPath) -> Mapping[str, Any]:
    """A JSON object."""
    if not isinstance(value, dict):
        raise WrongValueError(path, f"{short(value)} stands here", "an object in braces")
    return value


def listing(value: object, path: JsonPath) -> Sequence[Any]:
    """A JSON array."""
    if not isinstance(value, list):
        raise WrongValueError(path, f"{short(value)} stands here", "a list in brackets")
    return value


def whole(value: object, path: JsonPath) -> int:
    """A whole number, which may be negative: the rules judge that, not the reader."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise WrongValueError(path, f"{short(value)} stands here", "a whole number")
    return value


def word(value: object, path: JsonPath) -> str:
    """A text."""
    if not isinstance(value, str):
        raise WrongValueError(path, f"{short(value)} stands here", "a text in quotes")
    return value


def tile(value: object, path: JsonPath) -> int:
    """A known tile."""
    try:
        return parse_tile(word(value, path))
    except TileError:
        raise WrongValueError(path, f"{value!r} is no tile", "a tile from 1A to 12I") from None


def tiles(value: object, path: JsonPath) -> tuple[int, ...]:
    """Tiles, of which some may be unknown."""
    return tuple(
        UNKNOWN_TILE if text == "?" else tile(text, (*path, place)) for place, text in enumerate(listing(value, path))
    )


def card(value: object, path: JsonPath) -> Card:
    """A card of the Code War."""
    try:
        return Card(word(value, path).upper())
    except ValueError:
        raise WrongValueError(path, f"{value!r} is no card", f"one of {', '.join(Card)}") from None


def short(value: object) -> str:
    """A value for a message: the kind of a long one."""
    if value is None:
        return "null"
    if isinstance(value, (dict, list)):
        return "an object" if isinstance(value, dict) else "a list"
    return f"{value!r}"
