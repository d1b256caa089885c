"""The shape of actions: whatever somebody hands in becomes an `Action` of the right types, or is refused.

Lists stand for tuples, purchases may name their chains in any order and a chain twice, a disposal may leave out what is
held, tiles of a hand may come in any order. Everything else is refused with a code and a sentence, never with another error.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from games.acquire.actions import BESIDE_THE_GAME, Act, Action, Card
from games.acquire.board import CHAINS, TILES
from games.acquire.errors import IllegalActionError

#: Acts that state something and change nothing.
STATEMENTS: Final = frozenset({Act.HAND, Act.TURN, Act.BONUS, Act.CASH, Act.FINAL})
#: What a log has and no player does: a position knows neither what was stated nor what was before it.
NOBODYS: Final = STATEMENTS | BESIDE_THE_GAME | {Act.REWIND}

#: No number of shares is larger, not even in a mistake that deserves its own sentence.
MOST_SHARES: Final = 9_999


def normal_form(action: object, seats: int) -> tuple[Act, int, Any]:
    """Act, player and value of an action as the rules list it.

    Raises:
        IllegalActionError: ``action-unknown``, ``action-statement``, ``player-unknown`` or ``value-wrong``.
    """
    if type(action) is Action:
        act, player, value = action
    elif isinstance(action, (tuple, list)) and len(action) in (2, 3):
        act, player, value = (*action, None)[:3]
    else:
        raise IllegalActionError(f"{_shown(action)} is no action; write act, player and value.", "action-unknown")
    if type(act) is not Act or act in NOBODYS:
        act = _act(act)
    if type(player) is not int or not 0 <= player < seats:
        raise IllegalActionError(f"There is no player {_shown(player)}; use 0 to {seats - 1}.", "player-unknown")
    form, wanted = _FORMS[act]
    known = form(value)
    if known is _WRONG:
        raise IllegalActionError(f"{act.word} needs {wanted}, not {_shown(value)}.", "value-wrong")
    return act, player, known


def _act(act: object) -> Act:
    if type(act) is not Act:
        if type(act) is not int or not 0 <= act < len(Act):
            raise IllegalActionError(f"{_shown(act)} is no act; see the table of acts.", "action-unknown")
        act = Act(act)
    if act in STATEMENTS:
        raise IllegalActionError(f"{act.word} states something; it is nothing that a player does.", "action-statement")
    if act in NOBODYS:
        raise IllegalActionError(f"{act.word} is the director's; it is nothing that a player does.", "action-statement")
    return act


def _shown(value: object) -> str:
    """A value for a sentence, cut short."""
    try:
        text = repr(value)
    except ValueError:  # a number of more digits than Python writes
        return f"such a {type(value).__name__}"
    return text if len(text) <= 60 else text[:57] + "..."


class _Wrong:
    """What a form gives back for a value that it does not understand."""


_WRONG = _Wrong()


def _number(value: object, end: int) -> bool:
    return type(value) is int and 0 <= value < end


def _count(value: object) -> bool:
    """Whether a value can be meant as a number of shares, be it wrong or not."""
    return type(value) is int and abs(value) <= MOST_SHARES


def _tile(value: object) -> object:
    return value if type(value) is int and 0 <= value < TILES else _WRONG


def _tiles(value: object) -> object:
    if not isinstance(value, (tuple, list)) or len(value) > TILES:
        return _WRONG
    for tile in value:
        if type(tile) is not int or not 0 <= tile < TILES:
            return _WRONG
    tiles = tuple(value)
    return tiles if len(tiles) < 2 or len(set(tiles)) == len(tiles) else _WRONG


def _sorted_tiles(value: object) -> object:
    tiles = _tiles(value)
    return tuple(sorted(tiles)) if isinstance(tiles, tuple) else tiles


def _chain(value: object) -> object:
    return value if _number(value, CHAINS) else _WRONG


def _chains(value: object) -> object:
    if not isinstance(value, (tuple, list)) or not 1 <= len(value) <= CHAINS:
        return _WRONG
    return tuple(value) if all(_number(chain, CHAINS) for chain in value) else _WRONG


def _two_chains(value: object) -> object:
    chains = _chains(value)
    return chains if isinstance(chains, tuple) and len(chains) == 2 else _WRONG


def _chain_and_tile(value: object) -> object:
    if not isinstance(value, (tuple, list)) or len(value) != 2:
        return _WRONG
    return tuple(value) if _number(value[0], CHAINS) and _number(value[1], TILES) else _WRONG


def _purchase(value: object) -> object:
    """Pairs in ascending order of chains, each chain once."""
    return value if type(value) is tuple and _is_sorted_purchase(value) else _sorted_purchase(value)


def _is_sorted_purchase(value: tuple[Any, ...]) -> bool:
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
    if not isinstance(value, (tuple, list)) or len(value) > CHAINS * 5:
        return _WRONG
    bought: dict[int, int] = {}
    for pair in value:
        if not isinstance(pair, (tuple, list)) or len(pair) != 2:
            return _WRONG
        chain, count = pair
        if type(chain) is not int or not 0 <= chain < CHAINS or not _count(count):
            return _WRONG
        bought[chain] = bought.get(chain, 0) + count
    return tuple(sorted(bought.items()))


def _disposal(value: object) -> object:
    if not isinstance(value, (tuple, list)) or len(value) not in (3, 4) or not _number(value[0], CHAINS):
        return _WRONG
    chain, sell, trade, *rest = value
    hold = rest[0] if rest else None
    if not _count(sell) or not _count(trade) or not (hold is None or _count(hold)):
        return _WRONG
    return chain, sell, trade, hold


def _card(value: object) -> object:
    try:
        return Card(value)  # type: ignore[arg-type]
    except (ValueError, TypeError):
        return _WRONG


def _nothing(value: object) -> object:
    return None if value is None else _WRONG


_A_TILE = (_tile, f"a tile from 0 to {TILES - 1}")
_TILES = (_tiles, "different tiles")
_HAND = (_sorted_tiles, "different tiles")
_A_CHAIN = (_chain, f"a chain from 0 to {CHAINS - 1}")
_NONE = (_nothing, "no value")

_FORMS: dict[Act, tuple[Callable[[Any], Any], str]] = {
    Act.START: _A_TILE,
    Act.PLAY: _A_TILE,
    Act.FOUND: _A_CHAIN,
    Act.SURVIVOR: _A_CHAIN,
    Act.ORDER: (_chains, "chains"),
    Act.DISPOSE: (_disposal, "a chain and the numbers of shares sold, traded and held"),
    Act.BUY: (_purchase, "pairs of a chain and a number of shares"),
    Act.DRAW: _TILES,
    Act.SHOW: _HAND,
    Act.DEAD: _HAND,
    Act.RETURN: _HAND,
    Act.REDRAW: _HAND,
    Act.CARD: (_card, "the name of a card"),
    Act.SWAP: (_two_chains, "the chain given and the chain taken"),
    Act.MARKET: (_chain_and_tile, "a chain and a tile"),
    Act.PASS: _NONE,
    Act.CLOCK: _NONE,
    Act.TIMEOUT: _NONE,
    Act.TAKEBACK: _NONE,
    Act.END: _NONE,
}
