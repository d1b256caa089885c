"""Codecs of values for JSON: each writes values of one kind as JSON values and reads them again.

Larger codecs are built from smaller ones. Reading takes a JSON value and ``place``, the path of keys to it, which a
`PositionError` names.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Any, Generic, TypeVar

from games.acquire.board import CHAINS, TILE_NAMES, parse_tile
from games.acquire.editions import LabelSet, Money
from games.acquire.errors import PositionError, TileError

T = TypeVar("T")
U = TypeVar("U")
E = TypeVar("E", bound=Enum)

#: The largest number accepted; no count or sum of a game is larger.
MOST = 10_000_000


@dataclass(frozen=True, slots=True)
class Codec(Generic[T]):
    """Two functions for one kind of value: ``write`` returns its JSON value, ``read`` takes that and the path of keys to it."""

    write: Callable[[T], Any]
    read: Callable[[Any, str], T]

    def of(self, build: Callable[[T], U], take_apart: Callable[[U], T]) -> Codec[U]:
        """Return the codec of values that ``build`` makes from the values of this one, and ``take_apart`` turns into these again."""
        return Codec(lambda value: self.write(take_apart(value)), lambda value, place: build(self.read(value, place)))


def member(document: Any, key: str, place: str) -> Any:
    """Return the value of a key in a JSON object.

    Raises:
        PositionError: if ``document`` is no object, or has no such key.
    """
    if not isinstance(document, Mapping):
        raise PositionError(place, "an object was expected")
    if key not in document:
        raise PositionError(place, f"there is no {key!r}")
    return document[key]


def members(document: Any, codecs: Mapping[str, Codec[Any]], place: str) -> dict[str, Any]:
    """Read the values of all these keys of a JSON object, each with its codec.

    Raises:
        PositionError: if a key is missing or its value is of the wrong kind.
    """
    return {key: codec.read(member(document, key, place), f"{place}.{key}") for key, codec in codecs.items()}


def number(least: int = 0, most: int = MOST) -> Codec[int]:
    """Return the codec of whole numbers from ``least`` to ``most``."""

    def read(value: Any, place: str) -> int:
        if type(value) is not int or not least <= value <= most:
            raise PositionError(place, f"a whole number from {least} to {most} was expected")
        return value

    return Codec(int, read)


def _read_flag(value: Any, place: str) -> bool:
    """Read true or false; ``place`` is the path of keys to it."""
    if not isinstance(value, bool):
        raise PositionError(place, "true or false was expected")
    return value


def _write_money(amount: Money) -> int | str:
    """Return dollars as a number, or as text such as ``7/3`` if they have a fraction."""
    return int(amount) if amount.denominator == 1 else str(amount)


def _read_money(value: Any, place: str) -> Money:
    """Read dollars from a number, or from text such as ``7/3``."""
    if type(value) is int and 0 <= value <= MOST:
        return value
    if isinstance(value, str) and len(value) <= 40:
        above, _, below = value.partition("/")
        if above.isascii() and above.isdigit() and below.isascii() and below.isdigit() and int(below):
            return Fraction(int(above), int(below))
    raise PositionError(place, "dollars were expected")


def _read_tile(value: Any, place: str) -> int:
    """Read a tile from its name."""
    if not isinstance(value, str):
        raise PositionError(place, "the name of a tile was expected")
    try:
        return parse_tile(value)
    except TileError as problem:
        raise PositionError(place, str(problem).rstrip(".")) from None


def _write_tiles(tiles: Collection[int]) -> list[str]:
    return [TILE_NAMES[tile] for tile in sorted(tiles)]


def _read_tiles(value: Any, place: str) -> Collection[int]:
    return _all_different(list_codec(TILE).read(value, place), place, "a tile")


def _all_different(values: Sequence[int], place: str, what: str) -> Sequence[int]:
    """Return the values unchanged if no two are equal; ``what`` names one of them in the error message.

    Raises:
        PositionError: if two are equal.
    """
    if len(set(values)) != len(values):
        raise PositionError(place, f"{what} stands there twice")
    return values


NUMBER = number()
FLAG: Codec[bool] = Codec(bool, _read_flag)
#: Dollars; with a fraction of one as text, ``7/3``.
MONEY: Codec[Money] = Codec(_write_money, _read_money)
TILE: Codec[int] = Codec(TILE_NAMES.__getitem__, _read_tile)
#: Different tiles, written in ascending order.
TILES: Codec[Collection[int]] = Codec(_write_tiles, _read_tiles)


def list_codec(inner: Codec[T], length: int | None = None) -> Codec[Sequence[T]]:
    """Return the codec of lists of values that ``inner`` writes and reads; ``length`` is None for any length."""

    def read(value: Any, place: str) -> Sequence[T]:
        if not isinstance(value, Sequence) or isinstance(value, str):
            raise PositionError(place, "a list was expected")
        if length is not None and len(value) != length:
            raise PositionError(place, f"a list of {length} was expected, not of {len(value)}")
        return [inner.read(one, f"{place}[{index}]") for index, one in enumerate(value)]

    return Codec(lambda values: [inner.write(value) for value in values], read)


def row(*codecs: Codec[Any]) -> Codec[tuple[Any, ...]]:
    """Return the codec of lists of fixed length, with a codec for each place."""
    values = list_codec(Codec(lambda value: value, lambda value, place: value), len(codecs))

    def read(value: Any, place: str) -> tuple[Any, ...]:
        whole = zip(codecs, values.read(value, place), strict=True)
        return tuple([codec.read(one, f"{place}[{index}]") for index, (codec, one) in enumerate(whole)])

    return Codec(lambda row: [codec.write(one) for codec, one in zip(codecs, row, strict=True)], read)


def optional_codec(inner: Codec[T], nothing: Any = None) -> Codec[Any]:
    """Return a codec that writes null for the value ``nothing`` and any other value with ``inner``."""
    return Codec(
        lambda value: None if value == nothing else inner.write(value),
        lambda value, place: nothing if value is None else inner.read(value, place),
    )


def one_of(words: Mapping[str, E]) -> Codec[E]:
    """Return the codec of an enumeration whose members are written as these words."""
    written = {member: word for word, member in words.items()}

    def read(value: Any, place: str) -> E:
        if not isinstance(value, str) or value not in words:
            raise PositionError(place, f"one of {', '.join(words)} was expected")
        return words[value]

    return Codec(written.__getitem__, read)


def chain(labels: LabelSet) -> Codec[int]:
    """Return the codec of chains, which are written by their names."""

    def read(value: Any, place: str) -> int:
        if value not in labels.names:
            raise PositionError(place, f"one of {', '.join(labels.names)} was expected")
        return labels.names.index(value)

    return Codec(labels.names.__getitem__, read)


def chains(labels: LabelSet) -> Codec[Sequence[int]]:
    """Return the codec of lists of chains, no chain twice; the order is kept."""
    every = list_codec(chain(labels))
    return Codec(every.write, lambda value, place: _all_different(every.read(value, place), place, "a chain"))


def by_chain(labels: LabelSet, inner: Codec[T]) -> Codec[Mapping[int, T]]:
    """Return the codec of mappings by chain, written as objects with the names of the chains as keys in ascending order."""
    named = chain(labels)

    def write(values: Mapping[int, T]) -> dict[str, Any]:
        return {labels.names[number]: inner.write(values[number]) for number in sorted(values)}

    def read(value: Any, place: str) -> dict[int, T]:
        if not isinstance(value, Mapping):
            raise PositionError(place, "an object by chain was expected")
        return {named.read(name, place): inner.read(one, f"{place}.{name}") for name, one in value.items()}

    return Codec(write, read)


def counts(labels: LabelSet, *, with_none: bool = False) -> Codec[Sequence[int]]:
    """Return the codec of sequences with one number for each chain, written as an object.

    Zeros are left out unless ``with_none`` is set.
    """
    numbers = by_chain(labels, NUMBER)

    def write(values: Sequence[int]) -> dict[str, int]:
        return {name: value for name, value in zip(labels.names, values, strict=True) if value or with_none}

    def read(value: Any, place: str) -> Sequence[int]:
        found = numbers.read(value, place)
        return [found.get(number, 0) for number in range(CHAINS)]

    return Codec(write, read)
