"""When a game may be ended, and when it ends by itself."""

from __future__ import annotations

from games.opponents.core.board import largest, nothing_fits
from games.opponents.core.chance import below
from games.opponents.core.compiled import Numbers, compiled
from games.opponents.core.layout import (
    ALL_CHAINS,
    AUTOMATIC,
    BAG,
    BAGGED,
    BLOCKED,
    BLOCKED_ROUND,
    BUY,
    CHAINS,
    DRAW,
    E_ALL_SEVEN,
    E_BLOCKED,
    E_CALL,
    E_EMPTY_BAG,
    E_END,
    E_HAND,
    E_MARKET,
    E_SAFE,
    EMPTY_BAG,
    END_OF_TURN,
    GOAL,
    HELD,
    M_ON,
    MANDATORY,
    MARKET,
    NO_TILES,
    ON_BOARD,
    OUT,
    OVER,
    PHASE,
    PLAY,
    PLAYER,
    REASON,
    SAFE,
    SEATS,
    STANDSTILL,
    STILL,
)  # fmt: skip


@compiled
def end_condition(s: Numbers, e: Numbers) -> bool:
    """Whether the position allows the game to be ended."""
    on_board = s[ON_BOARD]
    safe = s[SAFE]
    if on_board == 0 or (safe == 0 and e[E_END] >= e[E_SAFE]):
        return False
    if on_board == safe and (e[E_ALL_SEVEN] == 0 or on_board == ALL_CHAINS):
        return True
    return largest(s) >= e[E_END]  # type: ignore[no-any-return]


@compiled
def active(s: Numbers) -> int:
    """The number of seats that still have time."""
    count = s[SEATS]
    out = s[OUT]
    while out:
        out &= out - 1
        count -= 1
    return count  # type: ignore[no-any-return]


@compiled
def is_standstill(s: Numbers, e: Numbers) -> bool:
    """Whether a whole round passed without a tile and nothing can change any more."""
    if s[BLOCKED] == 0 and s[OUT] == 0:
        return False
    players = active(s)
    if s[BLOCKED] < players:
        return False
    return s[STILL] >= players or nothing_fits(s, e)


@compiled
def may_end(s: Numbers, e: Numbers) -> bool:
    """Whether the player whose turn it is may end the game now (R12, R13)."""
    call = e[E_CALL]
    if call == MANDATORY or s[M_ON]:
        return False
    if s[SAFE] == 0 and s[BLOCKED] == 0 and s[OUT] == 0 and e[E_END] >= e[E_SAFE]:
        return False
    phase = s[PHASE]
    if phase == DRAW:
        if s[GOAL]:
            return False
    elif (phase != PLAY and phase != BUY) or call == END_OF_TURN:
        return False
    return end_condition(s, e) or is_standstill(s, e)


@compiled
def no_hands(s: Numbers) -> bool:
    """Whether nobody holds a tile."""
    for seat in range(s[SEATS]):  # noqa: SIM110 — numba compiles no generator
        if s[HELD + seat]:
            return False
    return True


@compiled
def automatic_end(s: Numbers, e: Numbers) -> int:
    """Why the game is over between two turns without anybody calling the end; 0 if it is not."""
    if e[E_CALL] == MANDATORY and end_condition(s, e):
        return AUTOMATIC
    if e[E_EMPTY_BAG] and s[BAGGED] == 0 and s[HELD + s[PLAYER]] < e[E_HAND]:
        return EMPTY_BAG
    if e[E_BLOCKED]:
        if s[BLOCKED] >= active(s):
            return BLOCKED_ROUND
        if s[BAGGED] == 0 and no_hands(s):
            return NO_TILES
    if s[BLOCKED] and is_standstill(s, e):
        return STANDSTILL
    return 0


@compiled
def column_drawn(s: Numbers, r: Numbers) -> int:
    """The column of a tile of the bag, which stays there."""
    return s[BAG + below(r, s[BAGGED])] // 9 + 1  # type: ignore[no-any-return]


@compiled
def finish(s: Numbers, e: Numbers, r: Numbers, reason: int) -> None:
    """End the game; with a market, it draws a tile for every chain on the board."""
    s[REASON] = reason
    s[M_ON] = 0
    s[PHASE] = OVER
    if e[E_MARKET] and s[SEATS] == 2 and s[BAGGED]:
        for chain in range(CHAINS):
            if s[ON_BOARD] >> chain & 1:
                s[MARKET + chain] = column_drawn(s, r)
