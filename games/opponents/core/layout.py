"""The indices of the numbers of a position and of an edition in their arrays; imported as ``at``.

The numbers that stand for acts: how purchases and disposals are encoded and decoded.

The core is compiled by numba where it is installed, and runs as plain Python elsewhere.

With `GAMES_PLAIN=1` in the environment nothing is compiled. Machine code is cached in the user's cache folder under the digest of the
source, so that changed source never runs with machine code of an earlier version.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, TypeVar

#: A tile to be placed is its own number.
PASS: Final = 108
FOUNDS: Final = 110
SURVIVORS: Final = 120
ORDERS: Final = 130
CARD: Final = 140
END: Final = 150
DRAWS: Final = 151
SWAP: Final = 160  # plus 7 times the chain given, plus the chain taken
DISPOSAL: Final = 1000  # plus 32 for each pair traded, plus the shares sold
PURCHASE: Final = 1 << 21  # plus three bits a chain


def purchase(bought: Iterable[tuple[int, int]]) -> int:
    """Encode a purchase; ``decoded_purchase`` are pairs of a chain and a number of shares."""
    return PURCHASE + sum(count << 3 * chain for chain, count in bought)


def decoded_purchase(act: int) -> list[tuple[int, int]]:
    """Decode a purchase: its chains in ascending order, each with the number of shares."""
    return [(chain, act >> 3 * chain & 7) for chain in range(7) if act >> 3 * chain & 7]


def disposal(sell: int, trade: int) -> int:
    """Encode a disposal by the numbers of shares sold and traded; ``trade`` is even, and all other shares are held."""
    return DISPOSAL + 16 * trade + sell


def decoded_disposal(act: int) -> tuple[int, int]:
    """Decode a disposal: the numbers of shares sold and traded."""
    pairs, sell = divmod(act - DISPOSAL, 32)
    return sell, 2 * pairs


SEATS_AT_MOST: Final = 10
HAND_AT_MOST: Final = 16
CHAINS: Final = 7
TILES: Final = 108
LONE: Final = 128
ALL_CHAINS: Final = 127

# A position. Spaces have the marks of `games.acquire.board`; the space after the last one is the outside.
SPACES: Final = 0
GONE: Final = SPACES + TILES + 1  # 1 for a tile that is out of the game
SIZES: Final = GONE + TILES
PRICES: Final = SIZES + CHAINS
BANK: Final = PRICES + CHAINS
SHARES: Final = BANK + CHAINS  # by chain, then by seat
CASH: Final = SHARES + CHAINS * SEATS_AT_MOST
HANDS: Final = CASH + SEATS_AT_MOST  # by seat, `HAND_AT_MOST` each, filled from the left
HELD: Final = HANDS + SEATS_AT_MOST * HAND_AT_MOST  # the number of tiles in each hand
BAG: Final = HELD + SEATS_AT_MOST  # the next tile to be drawn is the last one
CARDS: Final = BAG + TILES  # by seat a bit for each unplayed card
MARKET: Final = CARDS + SEATS_AT_MOST  # by chain what the market holds at the end, -1 for not drawn
M_SIZES: Final = MARKET + CHAINS  # of a merger: sizes and prices before it
M_PRICES: Final = M_SIZES + CHAINS
M_MARKET: Final = M_PRICES + CHAINS  # -1 for not drawn
STACK: Final = M_MARKET + CHAINS  # room to walk over the board
BAGGED: Final = STACK + TILES + 1
SEATS: Final = BAGGED + 1
PLAYER: Final = SEATS + 1
ACTOR: Final = PLAYER + 1  # who decides now
PHASE: Final = ACTOR + 1
PLACED: Final = PHASE + 1  # the tile placed in this turn, -1 for none
TURN: Final = PLACED + 1
ON_BOARD: Final = TURN + 1  # a bit for each chain on the board
SAFE: Final = ON_BOARD + 1  # a bit for each safe chain
PASSED: Final = SAFE + 1  # 1 if the player in turn passed instead of placing a tile
DREW: Final = PASSED + 1  # 1 if a tile was drawn in this turn
EXCHANGED: Final = DREW + 1  # 1 if tiles were exchanged in this turn
GOAL: Final = EXCHANGED + 1  # 1 once a draw at the end of a turn has begun
BLOCKED: Final = GOAL + 1  # the number of turns in a row in which no tile was placed
STILL: Final = BLOCKED + 1  # the number of turns in a row in which no tile was placed or drawn
EARLY: Final = STILL + 1  # the card played before the tile, see below
LATE: Final = EARLY + 1  # the card played with the purchase, see below
MORE: Final = LATE + 1  # how many more tiles may be placed in this turn
SWAPS: Final = MORE + 1  # how many trades by a card are left
REASON: Final = SWAPS + 1  # why the game is over, or the end called while the turn is completed, see below; 0 before
OUT: Final = REASON + 1  # a bit for each seat whose time is over
M_ON: Final = OUT + 1  # 1 during a merger
M_SURVIVOR: Final = M_ON + 1  # -1 while it is not chosen
M_CURRENT: Final = M_SURVIVOR + 1  # the defunct chain that is being settled
M_WAITING: Final = M_CURRENT + 1  # bits of the defunct chains that are not settled yet
M_CHOICES: Final = M_WAITING + 1  # bits of the chains that may be chosen
M_PAID: Final = M_CHOICES + 1  # bits of those whose bonuses are paid
M_ASKED: Final = M_PAID + 1  # how many seats from the mergemaker on have disposed
POSITION: Final = M_ASKED + 1

# What a position waits for, as in `games.acquire.state.Phase`.
PLAY: Final = 2
FOUND: Final = 3
SURVIVOR: Final = 4
ORDER: Final = 5
DISPOSE: Final = 7
BUY: Final = 8
DRAW: Final = 9
OVER: Final = 16

# Why a game is over, in the order of `games.acquire.state.EndReason`.
CALLED: Final = 1
FORCED: Final = 2
AUTOMATIC: Final = 3
NO_PLAY: Final = 4
EMPTY_BAG: Final = 5
BLOCKED_ROUND: Final = 6
NO_TILES: Final = 7
STANDSTILL: Final = 8

# Cards, in the order of `games.acquire.actions.Card`; EARLY and LATE hold the number of a card plus one, 0 for none.
DRAW_5: Final = 0
PLACE_4: Final = 1
FREE_3: Final = 2
BUY_5: Final = 3
TRADE_2: Final = 4

# An edition.
E_HAND: Final = 0
E_SHARES: Final = 1
E_CASH: Final = 2
E_MAJORITY: Final = 3
E_MINORITY: Final = 4
E_LIMIT: Final = 5
E_ONE_KIND: Final = 6
E_OFF_BOARD: Final = 7
E_SAFE: Final = 8
E_END: Final = 9
E_ALL_SEVEN: Final = 10
E_MAY_ACQUIRE: Final = 11
E_LOOSE_BAN: Final = 12
E_EIGHTH_LOOSE: Final = 13
E_SOLE_BOTH: Final = 14
E_ROUNDING: Final = 15
E_HOLD_ONLY: Final = 16
E_BONUS_FIRST: Final = 17
E_DEAD: Final = 18
E_NO_PLAY: Final = 19
E_CALL: Final = 20
E_EMPTY_BAG: Final = 21
E_BLOCKED: Final = 22
E_MARKET: Final = 23
E_CARDS: Final = 24
E_STARTING: Final = 25
E_FIVE: Final = 26  # where the table of purchases of five shares begins
E_PRICES: Final = 32  # by chain, then by size
E_NEAR: Final = E_PRICES + CHAINS * (TILES + 1)  # four neighbours of each tile
E_WAYS: Final = E_NEAR + 4 * TILES  # by number of chains how many purchases of up to the limit there are
E_WAYS_5: Final = E_WAYS + CHAINS + 1
E_BUYS: Final = (
    E_WAYS_5 + CHAINS + 1
)  # the purchases, as many numbers each as the limit; 0 is none, else a chain plus one

# The values of an edition's parameters that are names.
UP100, NEAREST1, FLOOR1, FLOOR100 = 0, 1, 2, 3
NONE, ONCE, REPEAT, AUTO = 0, 1, 2, 3
SKIP, MSO, REDRAW_ALL, ENDS_GAME = 0, 1, 2, 3
ANY_POINT, END_OF_TURN, MANDATORY, COMPLETES_TURN = 0, 1, 2, 3


_Function = TypeVar("_Function", bound=Callable[..., Any])


def _is_there() -> bool:
    """Whether numba can be imported."""
    try:
        import numba  # noqa: F401
    except ImportError:
        return False
    return True


#: Whether the core runs compiled.
COMPILED: Final = os.environ.get("GAMES_PLAIN", "") not in ("1", "on") and _is_there()

#: A sequence of whole numbers: a list, or where numba compiles an array of numpy.
Numbers = Any


def _cache_folder() -> Path:
    """The folder for machine code compiled from the present source."""
    digest = sha256()
    opponents = Path(__file__).resolve().parents[1]
    for path in sorted([*opponents.glob("core/*.py"), *opponents.glob("search/*.py")]):
        digest.update(path.read_bytes())
    named = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")  # Windows names the second
    home = Path(named) if named else Path(os.environ.get("HOME", "/")) / ".cache"
    return home / "acquire-opponents" / digest.hexdigest()[:16]


def _make_cache_folder(folder: Path) -> bool:
    """Create a folder and return whether machine code can be cached in it; if not, it is compiled anew at every start."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


if COMPILED:
    import numba
    import numpy

    _FOLDER: Final = _cache_folder()
    _IS_CACHED: Final = _make_cache_folder(_FOLDER)
    if _IS_CACHED:
        numba.config.CACHE_DIR = str(_FOLDER)

    def compiled(function: _Function) -> _Function:
        """Return a function that is compiled at its first call.

        A compiled function must not make arrays; therefore numba need not count references, which would take two thirds of the time.
        """
        return numba.njit(function, cache=_IS_CACHED, nogil=True, _nrt=False)  # type: ignore[no-any-return]

    def numbers(values: Sequence[int]) -> Numbers:
        """The values as an array such as positions and editions are."""
        return numpy.array(values, dtype=numpy.int64)

    def zeros(count: int) -> Numbers:
        """Return an array of ``count`` zeros, which takes no memory until it is written."""
        return numpy.zeros(count, dtype=numpy.int64)

else:

    def compiled(function: _Function) -> _Function:
        """Return the function unchanged: nothing is compiled."""
        return function

    def numbers(values: Sequence[int]) -> Numbers:
        """The values as an array such as positions and editions are."""
        return list(values)

    def zeros(count: int) -> Numbers:
        """Return a list of ``count`` zeros."""
        return [0] * count
