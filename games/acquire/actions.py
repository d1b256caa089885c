"""Actions: everything that can be done in a game or stated in a log, in one form.

An action is a triple of act, player (0-based seat in turn order) and value. The record of a game is
a sequence of them, so that a replay needs no random generator: chance (starting tiles, hands, draws,
the market's tile) is recorded like any decision. The value depends on the act:

============================================  ==================================================
acts                                          value
============================================  ==================================================
START, PLAY                                   tile
HAND, DRAW, SHOW, DEAD, RETURN, REDRAW        tuple of tiles, `UNKNOWN_TILE` for an unseen one
TURN                                          number of the turn or None
FOUND, SURVIVOR                               chain
ORDER                                         tuple of chains
BONUS                                         (chain, dollars)
DISPOSE                                       (chain, sell, trade, hold or None)
BUY                                           tuple of (chain, shares)
CASH, FINAL                                   dollars
CARD                                          `Card`
SWAP (card TRADE_2_STOCK)                     (chain given, chain taken)
MARKET (two-player market)                    (chain, tile)
PASS, CLOCK, TIMEOUT, TAKEBACK, END           None
PAUSE, RESUME, PEEK                           None
TIME                                          seconds given, less than 0 where they are taken
REWIND                                        (number of statements that stay, reason)
============================================  ==================================================

TURN, HAND, BONUS, CASH and FINAL only state something; PAUSE, RESUME, TIME and PEEK are the director's and move nothing on the
board; a REWIND undoes events before it. All others change the game. PAUSE, RESUME and REWIND have `NOBODY` as their player.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum, StrEnum
from typing import Any, Final, NamedTuple

UNKNOWN_TILE: Final = -1


class ActKind(IntEnum):
    """The kinds of action, in the order of the notation's table; used as an index of handlers."""

    START = 0
    HAND = 1
    TURN = 2
    PLAY = 3
    FOUND = 4
    SURVIVOR = 5
    ORDER = 6
    BONUS = 7
    DISPOSE = 8
    BUY = 9
    DRAW = 10
    PASS = 11
    SHOW = 12
    DEAD = 13
    RETURN = 14
    CLOCK = 15
    TIMEOUT = 16
    TAKEBACK = 17
    REDRAW = 18
    CARD = 19
    CASH = 20
    END = 21
    FINAL = 22
    SWAP = 23
    MARKET = 24
    PAUSE = 25
    RESUME = 26
    TIME = 27
    PEEK = 28
    REWIND = 29

    # The hash of an enumeration is a Python function; acts are counted and looked up in hot loops.
    __hash__ = int.__hash__

    @property
    def word(self) -> str:
        """The word for the act in both spellings of a log."""
        return _WORDS[self]


_WORDS: Final = {act: act.name.lower() for act in ActKind}


class Card(StrEnum):
    """The five power-up cards of the Code War."""

    DRAW_5_TILES = "DRAW_5_TILES"
    PLACE_4_TILES = "PLACE_4_TILES"
    FREE_3_STOCK = "FREE_3_STOCK"
    BUY_5_STOCK = "BUY_5_STOCK"
    TRADE_2_STOCK = "TRADE_2_STOCK"


#: In a turn a player may play at most one early card, before the tile, and one late card, with the purchase.
EARLY_CARDS: Final = (Card.DRAW_5_TILES, Card.PLACE_4_TILES)
LATE_CARDS: Final = (Card.FREE_3_STOCK, Card.BUY_5_STOCK, Card.TRADE_2_STOCK)

#: The player of an action that no player decides: one of the bag, or of the director for the whole table.
NOBODY: Final = -1


class Action(NamedTuple):
    """One thing done or stated: an act, a player (seat or `NOBODY`) and a value; the table above lists the values."""

    act: ActKind
    player: int
    value: Any = None


#: The acts whose value is a tuple of tiles.
TILES_ACTS: Final = frozenset({ActKind.HAND, ActKind.DRAW, ActKind.SHOW, ActKind.DEAD, ActKind.RETURN, ActKind.REDRAW})

#: The acts whose value names chains.
CHAINS_ACTS: Final = frozenset(
    {
        *(ActKind.FOUND, ActKind.SURVIVOR, ActKind.ORDER, ActKind.SWAP),
        *(ActKind.BONUS, ActKind.DISPOSE, ActKind.MARKET, ActKind.BUY),
    }
)

#: The acts of the director for the whole table, whose player is `NOBODY`.
OF_THE_TABLE: Final = frozenset({ActKind.PAUSE, ActKind.RESUME, ActKind.REWIND})

#: The acts of the director that change nothing on the board; no rewind undoes them.
BESIDE_THE_GAME: Final = frozenset({ActKind.PAUSE, ActKind.RESUME, ActKind.TIME, ActKind.PEEK})


def with_chains(event: Action, of: Callable[[int], int]) -> Action:
    """Return an action that names the chain ``of(chain)`` wherever this one names a chain."""
    act, _, value = event
    if act not in CHAINS_ACTS:
        return event
    if act is ActKind.BUY:
        return event._replace(value=tuple((of(chain), count) for chain, count in value))
    if act in (ActKind.FOUND, ActKind.SURVIVOR):
        return event._replace(value=of(value))
    if act in (ActKind.ORDER, ActKind.SWAP):
        return event._replace(value=tuple(map(of, value)))
    return event._replace(value=(of(value[0]), *value[1:]))
