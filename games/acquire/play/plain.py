"""Small values of a position as plain ones for JSON, both ways: tiles and chains by name, dollars, pairs, members.

A reading function gets a value and the path of keys to it, and raises a `PositionError` that names the path.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import Any, TypeVar

from games.acquire.board import CHAINS, TILE_NAMES, parse_tile
from games.acquire.editions import LabelSet, Money
from games.acquire.errors import PositionError, TileError

T = TypeVar("T")
E = TypeVar("E", bound=StrEnum)

#: Reads one value; gets the path of keys to it.
Reading = Callable[[Any, str], T]

#: No count or sum of a game is larger.
MOST = 10_000_000


def member(document: Any, key: str, place: str) -> Any:
    """What stands at a key of a mapping."""
    if not isinstance(document, Mapping):
        raise PositionError(place, "an object was expected")
    if key not in document:
        raise PositionError(place, f"there is no {key!r}")
    return document[key]


def number(value: Any, place: str, least: int = 0, most: int = MOST) -> int:
    """A whole number."""
    if type(value) is not int or not least <= value <= most:
        raise PositionError(place, f"a whole number from {least} to {most} was expected")
    return value


def flag(value: Any, place: str) -> bool:
    """Yes or no."""
    if not isinstance(value, bool):
        raise PositionError(place, "true or false was expected")
    return value


def money_out(amount: Money) -> int | str:
    """Dollars; a fraction of one as text, ``7/3``."""
    return int(amount) if amount.denominator == 1 else str(amount)


def money(value: Any, place: str) -> Money:
    """Dollars, perhaps with a fraction of one."""
    if type(value) is int and 0 <= value <= MOST:
        return value
    if isinstance(value, str) and len(value) <= 40:
        above, _, below = value.partition("/")
        if above.isascii() and above.isdigit() and below.isascii() and below.isdigit() and int(below):
            return Fraction(int(above), int(below))
    raise PositionError(place, "dollars were expected")


def listed(value: Any, place: str, read: Reading[T], length: int | None = None) -> list[T]:
    """A list of values of one kind, perhaps of a fixed length."""
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise PositionError(place, "a list was expected")
    if length is not None and len(value) != length:
        raise PositionError(place, f"a list of {length} was expected, not of {len(value)}")
    return [read(inner, f"{place}[{index}]") for index, inner in enumerate(value)]


def tiles_out(tiles: Iterable[int]) -> list[str]:
    """Tiles by name, in ascending order."""
    return [TILE_NAMES[tile] for tile in sorted(tiles)]


def tile(value: Any, place: str) -> int:
    """A tile by name."""
    if not isinstance(value, str):
        raise PositionError(place, "the name of a tile was expected")
    try:
        return parse_tile(value)
    except TileError as problem:
        raise PositionError(place, str(problem).rstrip(".")) from None


def tiles(value: Any, place: str) -> tuple[int, ...]:
    """Different tiles by name."""
    read = listed(value, place, tile)
    if len(set(read)) != len(read):
        raise PositionError(place, "a tile stands there twice")
    return tuple(sorted(read))


def chain(value: Any, place: str, labels: LabelSet) -> int:
    """A chain by name."""
    if value not in labels.names:
        raise PositionError(place, f"one of {', '.join(labels.names)} was expected")
    return labels.names.index(value)


def by_chain_out(pairs: Iterable[tuple[int, Any]], labels: LabelSet) -> dict[str, Any]:
    """Values by the names of their chains."""
    return {labels.names[number]: value for number, value in pairs}


def by_chain(value: Any, place: str, labels: LabelSet, read: Reading[T]) -> tuple[tuple[int, T], ...]:
    """Pairs of chain and value, in ascending order of chains."""
    if not isinstance(value, Mapping):
        raise PositionError(place, "an object by chain was expected")
    return tuple(sorted((chain(name, place, labels), read(inner, f"{place}.{name}")) for name, inner in value.items()))


def word(value: Any, place: str, kind: type[E]) -> E:
    """A member of an enumeration by its text."""
    try:
        return kind(value)
    except ValueError:
        raise PositionError(place, f"one of {', '.join(kind)} was expected") from None


def optional(value: Any, place: str, read: Reading[T]) -> T | None:
    """A value, or None for null."""
    return None if value is None else read(value, place)


def chain_numbers(value: Any, place: str, labels: LabelSet) -> tuple[int, ...]:
    """Different chains by name, in the order given."""
    numbers = listed(value, place, lambda inner, at: chain(inner, at, labels))
    if len(set(numbers)) != len(numbers) or len(numbers) > CHAINS:
        raise PositionError(place, "a chain stands there twice")
    return tuple(numbers)
