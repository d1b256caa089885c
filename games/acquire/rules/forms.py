"""The forms of values: the value of an action is turned into the form that the rules use, or into `WRONG` if it has none.

Lists may stand for tuples, purchases may name their chains in any order and a chain twice, a disposal may leave out what is
held, and the tiles of a hand may come in any order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from games.acquire.actions import Card
from games.acquire.board import CHAINS, TILES
from games.sentences import Said
from games.sentences import gettext_lazy as _

#: A larger number is no number of shares; up to it, a number that is too large gets a refusal that explains it.
MOST_SHARES: Final = 9_999


class _Wrong:
    """The result of a form for a value that it does not understand."""


WRONG: Final = _Wrong()


def _is_number(value: object, end: int) -> bool:
    """Whether a value is a whole number from 0 to ``end`` - 1."""
    return type(value) is int and 0 <= value < end


def _is_count(value: object) -> bool:
    """Whether a value can be meant as a number of shares; it may still be negative or too large."""
    return type(value) is int and abs(value) <= MOST_SHARES


def _tile(value: object) -> object:
    """Return a tile unchanged, or `WRONG`."""
    return value if type(value) is int and 0 <= value < TILES else WRONG


def _tiles(value: object) -> object:
    """Return different tiles as a tuple in the order given, or `WRONG`."""
    if not isinstance(value, (tuple, list)) or len(value) > TILES:
        return WRONG
    for tile in value:
        if type(tile) is not int or not 0 <= tile < TILES:
            return WRONG
    tiles = tuple(value)
    return tiles if len(tiles) < 2 or len(set(tiles)) == len(tiles) else WRONG


def _sorted_tiles(value: object) -> object:
    """Return different tiles as a tuple in ascending order, or `WRONG`."""
    tiles = _tiles(value)
    return tuple(sorted(tiles)) if isinstance(tiles, tuple) else tiles


def _chain(value: object) -> object:
    """Return a chain unchanged, or `WRONG`."""
    return value if _is_number(value, CHAINS) else WRONG


def _chains(value: object) -> object:
    """Return one to seven chains as a tuple, or `WRONG`; a chain may occur twice."""
    if not isinstance(value, (tuple, list)) or not 1 <= len(value) <= CHAINS:
        return WRONG
    return tuple(value) if all(_is_number(chain, CHAINS) for chain in value) else WRONG


def _chain_and(end: int) -> Callable[[object], object]:
    """Return the form of a chain and a number from 0 to ``end`` - 1, which returns them as a tuple, or `WRONG`."""

    def read(value: Any) -> object:
        is_pair = isinstance(value, (tuple, list)) and len(value) == 2
        return tuple(value) if is_pair and _is_number(value[0], CHAINS) and _is_number(value[1], end) else WRONG

    return read


def _purchase(value: object) -> object:
    """Return a purchase as pairs of chain and number in ascending order of chains, each chain once, or `WRONG`."""
    return value if type(value) is tuple and _is_sorted_purchase(value) else _sorted_purchase(value)


def _is_sorted_purchase(value: tuple[Any, ...]) -> bool:
    """Whether a purchase has its normal form already, so that it need not be built again."""
    last = -1
    for pair in value:
        if type(pair) is not tuple or len(pair) != 2:
            return False
        chain, count = pair
        if type(chain) is not int or type(count) is not int or not last < chain < CHAINS or not 0 < count < CHAINS:
            return False
        last = chain
    return True


def _sorted_purchase(value: object) -> object:
    """Return a purchase in its normal form, the numbers of a chain that occurs twice added up, or `WRONG`."""
    if not isinstance(value, (tuple, list)) or len(value) > CHAINS * 5:
        return WRONG
    bought: dict[int, int] = {}
    for pair in value:
        if not isinstance(pair, (tuple, list)) or len(pair) != 2:
            return WRONG
        chain, count = pair
        if type(chain) is not int or not 0 <= chain < CHAINS or not _is_count(count):
            return WRONG
        bought[chain] = bought.get(chain, 0) + count
    return tuple(sorted(bought.items()))


def _disposal(value: object) -> object:
    """Return chain and shares sold, traded and held, or `WRONG`; held is None if it was not given."""
    if not isinstance(value, (tuple, list)) or len(value) not in (3, 4) or not _is_number(value[0], CHAINS):
        return WRONG
    chain, sell, trade, *rest = value
    hold = rest[0] if rest else None
    if not _is_count(sell) or not _is_count(trade) or not (hold is None or _is_count(hold)):
        return WRONG
    return chain, sell, trade, hold


def _card(value: object) -> object:
    """Return the card with this name, or `WRONG`."""
    try:
        return Card(value)  # type: ignore[arg-type]
    except (ValueError, TypeError):
        return WRONG


def _none_or_wrong(value: object) -> object:
    """Return None for None, or `WRONG`."""
    return None if value is None else WRONG


class Form(NamedTuple):
    """The form of a value: ``read`` returns the value that the rules use or `WRONG`; ``wanted`` says in words what is expected."""

    read: Callable[[Any], Any]
    wanted: Said


A_TILE: Final = Form(_tile, _("a tile from 0 to {most}", most=TILES - 1))
DRAWN_TILES: Final = Form(_tiles, _("different tiles"))
HAND_TILES: Final = Form(_sorted_tiles, _("different tiles"))
A_CHAIN: Final = Form(_chain, _("a chain from 0 to {most}", most=CHAINS - 1))
SOME_CHAINS: Final = Form(_chains, "chains")
TWO_CHAINS: Final = Form(_chain_and(CHAINS), _("the chain given and the chain taken"))
CHAIN_AND_TILE: Final = Form(_chain_and(TILES), _("a chain and a tile"))
DISPOSAL: Final = Form(_disposal, _("a chain and how many shares are sold, traded and held"))
PURCHASE: Final = Form(_purchase, _("pairs of a chain and a number of shares"))
CARD: Final = Form(_card, _("the name of a card"))
NOTHING: Final = Form(_none_or_wrong, _("no value"))
