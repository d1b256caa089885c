"""The course of a turn: passes and exchanges, draws, dead tiles, its end and the next one."""

from __future__ import annotations

from games.opponents.core.board import first_dead, is_dead, is_stuck, leave_hand
from games.opponents.core.chance import draw, give_back
from games.opponents.core.compiled import Numbers, compiled
from games.opponents.core.ending import automatic_end, end_condition, finish, may_end
from games.opponents.core.layout import (
    ACTOR,
    AUTO,
    BAGGED,
    BLOCKED,
    BUY,
    DRAW,
    DREW,
    E_CALL,
    E_DEAD,
    E_HAND,
    E_NO_PLAY,
    EARLY,
    ENDS_GAME,
    EXCHANGED,
    FORCED,
    GOAL,
    GONE,
    HAND_AT_MOST,
    HANDS,
    HELD,
    LATE,
    MANDATORY,
    MORE,
    MSO,
    NO_PLAY,
    ONCE,
    OUT,
    PASSED,
    PHASE,
    PLACED,
    PLAY,
    PLAYER,
    REDRAW_ALL,
    REPEAT,
    SAFE,
    SEATS,
    STACK,
    STILL,
    SWAPS,
    TURN,
)  # fmt: skip


@compiled
def fill(s: Numbers, player: int, goal: int) -> None:
    """Draw until so many tiles are in a hand or the bag is empty."""
    while s[HELD + player] < goal and s[BAGGED]:
        draw(s, player)
        s[DREW] = 1


@compiled
def lay_out(s: Numbers, player: int, tile: int) -> None:
    """Lay a tile of a hand out of the game."""
    leave_hand(s, player, tile)
    s[GONE + tile] = 1


@compiled
def replace_before_turn(s: Numbers, e: Numbers, player: int) -> None:
    """Replace dead tiles one by one, as a server does that removes them by itself."""
    if e[E_DEAD] != AUTO:
        return
    tile = first_dead(s, e, player)
    while tile >= 0:
        lay_out(s, player, tile)
        fill(s, player, s[HELD + player] + 1)
        tile = first_dead(s, e, player)


@compiled
def pass_turn(s: Numbers, e: Numbers, r: Numbers) -> None:
    """Go on without placing a tile; the edition says whether the hand is exchanged first."""
    player = s[PLAYER]
    s[PASSED] = 1
    s[MORE] = 0
    rule = e[E_NO_PLAY]
    if rule == ENDS_GAME:
        finish(s, e, r, NO_PLAY)
    elif s[HELD + player] and ((rule == MSO and not s[EXCHANGED]) or (rule == REDRAW_ALL and s[BAGGED])):
        exchange(s, e, r)
    else:
        s[PHASE] = BUY


@compiled
def exchange(s: Numbers, e: Numbers, r: Numbers) -> None:
    """Show the hand, draw as many tiles and put the old ones away (R17-R21)."""
    player = s[PLAYER]
    shown = s[HELD + player]
    start = HANDS + HAND_AT_MOST * player
    for place in range(shown):
        s[STACK + place] = s[start + place]
    whole = e[E_NO_PLAY] == REDRAW_ALL
    left = 0
    for place in range(shown):
        tile = s[STACK + place]
        if whole or is_dead(s, e, tile):
            lay_out(s, player, tile)
        else:
            s[STACK + left] = tile
            left += 1
    fill(s, player, s[HELD + player] + shown)
    for place in range(left):
        leave_hand(s, player, s[STACK + place])
        give_back(s, r, s[STACK + place])
    resume(s, e, r)


@compiled
def resume(s: Numbers, e: Numbers, r: Numbers) -> None:
    """Go on with the turn after tiles were exchanged (R20, R21)."""
    player = s[PLAYER]
    s[GOAL] = 0
    replace_before_turn(s, e, player)
    s[PHASE] = PLAY
    if not s[PASSED]:
        return
    s[EXCHANGED] = 1
    if not is_stuck(s, e, player):
        s[PASSED] = 0
    elif e[E_NO_PLAY] == MSO:
        if e[E_CALL] != MANDATORY and end_condition(s, e):
            finish(s, e, r, FORCED)
        else:
            s[PHASE] = BUY


@compiled
def reach_draw(s: Numbers, e: Numbers, r: Numbers) -> None:
    """Come to the draw: it is asked for only where the game may be ended instead."""
    s[PHASE] = DRAW
    if not may_end(s, e):
        draw_and_close(s, e, r)


@compiled
def draw_and_close(s: Numbers, e: Numbers, r: Numbers) -> None:
    """Fill the hand, replace dead tiles where the edition does so now, and close the turn."""
    player = s[PLAYER]
    rule = e[E_DEAD]
    while True:
        if s[HELD + player] < e[E_HAND] and s[BAGGED]:
            fill(s, player, e[E_HAND])
            s[GOAL] = 1
        if s[SAFE] == 0 or not (rule == REPEAT or (rule == ONCE and not s[EXCHANGED])):
            break
        tile = first_dead(s, e, player)
        if tile < 0:
            break
        lay_out(s, player, tile)
        if rule == ONCE:
            tile = first_dead(s, e, player)
            while tile >= 0:
                lay_out(s, player, tile)
                tile = first_dead(s, e, player)
        s[EXCHANGED] = 1
        if s[BAGGED] and s[HELD + player] < e[E_HAND] and may_end(s, e):
            return
    end_turn(s, e, r)


@compiled
def end_turn(s: Numbers, e: Numbers, r: Numbers) -> None:
    """Close the turn, look whether the game is over, and begin the next one."""
    if s[PLACED] >= 0:
        s[BLOCKED] = 0
        s[STILL] = 0
    else:
        s[BLOCKED] += 1
        s[STILL] = 0 if s[DREW] else s[STILL] + 1
    if s[BLOCKED] or s[BAGGED] == 0 or e[E_CALL] == MANDATORY or s[OUT]:
        reason = automatic_end(s, e)
        if reason:
            finish(s, e, r, reason)
            return
    player = (s[PLAYER] + 1) % s[SEATS]
    while s[OUT] >> player & 1:
        player = (player + 1) % s[SEATS]
    begin_turn(s, e, r, player)


@compiled
def begin_turn(s: Numbers, e: Numbers, r: Numbers, player: int) -> None:
    """Let a player's turn begin."""
    s[PLAYER] = player
    s[ACTOR] = player
    s[TURN] += 1
    s[PLACED] = -1
    s[PASSED] = 0
    s[DREW] = 0
    s[EXCHANGED] = 0
    s[GOAL] = 0
    s[EARLY] = 0
    s[LATE] = 0
    s[MORE] = 0
    s[SWAPS] = 0
    s[PHASE] = PLAY
    if s[SAFE]:
        replace_before_turn(s, e, player)
    if e[E_NO_PLAY] == ENDS_GAME and is_stuck(s, e, player):
        finish(s, e, r, NO_PLAY)
