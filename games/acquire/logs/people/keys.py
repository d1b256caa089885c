"""Telling the keys of a header (``Host: Dot``) from what looks like one but tells of the game: turns, and starting tiles."""

from __future__ import annotations

from typing import Final

from games.acquire.editions import LABEL_SETS, label_set
from games.acquire.logs.language.cursor import Cursor
from games.acquire.logs.language.names import Players, Sureness
from games.acquire.logs.language.spelling import fold

_IN_PAIRS: Final = (",", ";", "+", "&", "/", ".", "=", ":", "(", ")", "-", "[", "]")
#: The folded names of the chains of all label sets.
_CHAINS: Final = frozenset(fold(name) for labels in LABEL_SETS for name in label_set(labels).names)
#: The fewest tokens of a tile, and the fewest digits of an amount.
_PAIR: Final = 2
_DIGITS: Final = 3


def is_start(cursor: Cursor, at: int, players: Players) -> bool:
    """Whether nothing but pairs of a player and a tile, of more than one player, stand from token ``at`` on."""
    seats: list[int] = []
    tiles = 0
    while cursor.peek(at).text:
        found = players.at(cursor, at, Sureness.START)
        width = _tile_at(cursor, at)
        if found is not None and not width:
            seats.append(found.seat)
        elif width:
            tiles += 1
        at += width or (found.length if found is not None else 1)
        if not width and found is None and cursor.peek(at - 1).text not in _IN_PAIRS and not cursor.is_and(at - 1):
            return False
    return len(seats) == tiles == len(set(seats)) > 1


def is_turn(cursor: Cursor, at: int, players: Players) -> bool:
    """Whether a player and a tile, or a clause, stand at token ``at``, as a turn begins."""
    found = players.at(cursor, at, Sureness.NAME)
    if found is None:
        return False
    at += found.length
    while cursor.peek(at).text in (":", "-", ",", "."):
        at += 1
    return bool(cursor.tile_at(at) or cursor.tile_at(at + 1) or cursor.begins_clause(at))


def may_be_of_game(cursor: Cursor, colon: int, players: Players) -> bool:
    """Whether a key that is not known, before token ``colon``, may tell of the game.

    It has a number, or its value a tile, a number with a chain, or an amount with a player. A player alone is none: ``Host: Dot``.
    """
    if any(cursor.peek(at).is_number for at in range(colon)):
        return True
    at, has_player, has_chain, has_number, has_amount = colon + 1, False, False, False, False
    while cursor.peek(at).text:
        token, found = cursor.peek(at), players.at(cursor, at, Sureness.NAME)
        if _tile_at(cursor, at):
            return True
        has_player = has_player or found is not None
        has_chain = has_chain or token.folded in _CHAINS
        has_number = has_number or token.is_number
        has_amount = has_amount or (token.is_number and len(token.text) >= _DIGITS)
        at += found.length if found is not None else 1
    return (has_chain and has_number) or (has_player and has_amount)


def _tile_at(cursor: Cursor, at: int) -> int:
    """Return how many tokens from ``at`` on form a tile, if they are glued together; else 0."""
    width, after = cursor.tile_at(at), cursor.peek(at + cursor.tile_at(at))
    if width < _PAIR or not cursor.peek(at + 1).glued or (after.glued and (after.is_word or after.is_number)):
        return 0
    return width
