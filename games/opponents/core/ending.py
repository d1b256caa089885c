"""The end of a game: when a player may end it, and when it ends by itself."""

from __future__ import annotations

from games.opponents.core import layout as at
from games.opponents.core.board import largest, nothing_fits
from games.opponents.core.chance import below
from games.opponents.core.compiled import Numbers, compiled


@compiled
def end_condition(s: Numbers, e: Numbers) -> bool:
    """Whether the position allows the game to be ended."""
    on_board = s[at.ON_BOARD]
    safe = s[at.SAFE]
    if on_board == 0 or (safe == 0 and e[at.E_END] >= e[at.E_SAFE]):
        return False
    if on_board == safe and (e[at.E_ALL_SEVEN] == 0 or on_board == at.ALL_CHAINS):
        return True
    return largest(s) >= e[at.E_END]  # type: ignore[no-any-return]


@compiled
def active(s: Numbers) -> int:
    """The number of seats that are not out of time."""
    count = s[at.SEATS]
    out = s[at.OUT]
    while out:
        out &= out - 1
        count -= 1
    return count  # type: ignore[no-any-return]


@compiled
def is_standstill(s: Numbers, e: Numbers) -> bool:
    """Whether for a whole round nobody placed a tile, and no tile can be placed any more or nobody drew one either."""
    if s[at.BLOCKED] == 0 and s[at.OUT] == 0:
        return False
    players = active(s)
    if s[at.BLOCKED] < players:
        return False
    return s[at.STILL] >= players or nothing_fits(s, e)


@compiled
def may_end(s: Numbers, e: Numbers) -> bool:
    """Whether the player whose turn it is may end the game now (R12, R13), and has not called the end already."""
    call = e[at.E_CALL]
    if call == at.MANDATORY or s[at.M_ON] or s[at.REASON]:
        return False
    if s[at.SAFE] == 0 and s[at.BLOCKED] == 0 and s[at.OUT] == 0 and e[at.E_END] >= e[at.E_SAFE]:
        return False
    phase = s[at.PHASE]
    if phase == at.DRAW:
        if s[at.GOAL]:
            return False
    elif (phase != at.PLAY and phase != at.BUY) or call == at.END_OF_TURN:
        return False
    return end_condition(s, e) or is_standstill(s, e)


@compiled
def no_hands(s: Numbers) -> bool:
    """Whether nobody holds a tile."""
    for seat in range(s[at.SEATS]):  # noqa: SIM110 — numba compiles no generator
        if s[at.HELD + seat]:
            return False
    return True


@compiled
def automatic_end(s: Numbers, e: Numbers) -> int:
    """The reason why a game ends by itself between two turns (such as `BLOCKED_ROUND`); 0 if it does not."""
    if e[at.E_CALL] == at.MANDATORY and end_condition(s, e):
        return at.AUTOMATIC
    if e[at.E_EMPTY_BAG] and s[at.BAGGED] == 0 and s[at.HELD + s[at.PLAYER]] < e[at.E_HAND]:
        return at.EMPTY_BAG
    if e[at.E_BLOCKED]:
        if s[at.BLOCKED] >= active(s):
            return at.BLOCKED_ROUND
        if s[at.BAGGED] == 0 and no_hands(s):
            return at.NO_TILES
    if s[at.BLOCKED] and is_standstill(s, e):
        return at.STANDSTILL
    return 0


@compiled
def column_drawn(s: Numbers, r: Numbers) -> int:
    """The column (from 1) of a random tile of the bag; the tile stays in the bag."""
    return s[at.BAG + below(r, s[at.BAGGED])] // 9 + 1  # type: ignore[no-any-return]


@compiled
def finish(s: Numbers, e: Numbers, r: Numbers, reason: int) -> None:
    """End the game for a reason. In editions with a market, a game of two draws what the market holds of every chain on the board."""
    s[at.REASON] = reason
    s[at.M_ON] = 0
    s[at.PHASE] = at.OVER
    if e[at.E_MARKET] and s[at.SEATS] == 2 and s[at.BAGGED]:
        for chain in range(at.CHAINS):
            if s[at.ON_BOARD] >> chain & 1:
                s[at.MARKET + chain] = column_drawn(s, r)


@compiled
def call_end(s: Numbers, e: Numbers, r: Numbers) -> None:
    """End the game because the player in turn calls the end; in editions in which he completes his turn, only once he has."""
    if e[at.E_CALL] == at.COMPLETES_TURN and (s[at.PHASE] == at.PLAY or s[at.PHASE] == at.BUY):
        s[at.REASON] = at.CALLED
    else:
        finish(s, e, r, at.CALLED)
