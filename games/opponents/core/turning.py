"""A turn: passes and exchanges of tiles, draws, dead tiles, its end, and the beginning of the next turn."""

from __future__ import annotations

from games.opponents.core import layout as at
from games.opponents.core.board import first_dead, is_dead, is_stuck, leave_hand
from games.opponents.core.chance import draw, give_back
from games.opponents.core.compiled import Numbers, compiled
from games.opponents.core.ending import automatic_end, end_condition, finish, may_end


@compiled
def fill(s: Numbers, player: int, goal: int) -> None:
    """Draw until a player's hand has ``goal`` tiles or the bag is empty."""
    while s[at.HELD + player] < goal and s[at.BAGGED]:
        draw(s, player)
        s[at.DREW] = 1


@compiled
def take_out(s: Numbers, player: int, tile: int) -> None:
    """Remove a tile of a hand from the game."""
    leave_hand(s, player, tile)
    s[at.GONE + tile] = 1


@compiled
def replace_before_turn(s: Numbers, e: Numbers, player: int) -> None:
    """Replace dead tiles of a player one by one before a turn, in editions with `AUTO` dead tiles."""
    if e[at.E_DEAD] != at.AUTO:
        return
    tile = first_dead(s, e, player)
    while tile >= 0:
        take_out(s, player, tile)
        fill(s, player, s[at.HELD + player] + 1)
        tile = first_dead(s, e, player)


@compiled
def pass_turn(s: Numbers, e: Numbers, r: Numbers) -> None:
    """Go on without placing a tile; the edition says whether the hand is exchanged first."""
    player = s[at.PLAYER]
    s[at.PASSED] = 1
    s[at.MORE] = 0
    rule = e[at.E_NO_PLAY]
    if rule == at.ENDS_GAME:
        finish(s, e, r, at.NO_PLAY)
    elif s[at.HELD + player] and ((rule == at.MSO and not s[at.EXCHANGED]) or (rule == at.REDRAW_ALL and s[at.BAGGED])):
        exchange(s, e, r)
    else:
        s[at.PHASE] = at.BUY


@compiled
def exchange(s: Numbers, e: Numbers, r: Numbers) -> None:
    """Exchange the hand of the player in turn: draw as many tiles, then put the old ones back into the bag or out of the game (R17-R21)."""
    player = s[at.PLAYER]
    shown = s[at.HELD + player]
    start = at.HANDS + at.HAND_AT_MOST * player
    for place in range(shown):
        s[at.STACK + place] = s[start + place]
    whole = e[at.E_NO_PLAY] == at.REDRAW_ALL
    left = 0
    for place in range(shown):
        tile = s[at.STACK + place]
        if whole or is_dead(s, e, tile):
            take_out(s, player, tile)
        else:
            s[at.STACK + left] = tile
            left += 1
    fill(s, player, s[at.HELD + player] + shown)
    for place in range(left):
        leave_hand(s, player, s[at.STACK + place])
        give_back(s, r, s[at.STACK + place])
    resume(s, e, r)


@compiled
def resume(s: Numbers, e: Numbers, r: Numbers) -> None:
    """Go on with the turn after tiles were exchanged or drawn before placing one (R20, R21)."""
    player = s[at.PLAYER]
    s[at.GOAL] = 0
    replace_before_turn(s, e, player)
    s[at.PHASE] = at.PLAY
    if not s[at.PASSED]:
        return
    s[at.EXCHANGED] = 1
    if not is_stuck(s, e, player):
        s[at.PASSED] = 0
    elif e[at.E_NO_PLAY] == at.MSO:
        if e[at.E_CALL] != at.MANDATORY and end_condition(s, e):
            finish(s, e, r, at.FORCED)
        else:
            s[at.PHASE] = at.BUY


@compiled
def reach_draw(s: Numbers, e: Numbers, r: Numbers) -> None:
    """Come to the draw at the end of a turn; it is a decision only if the player may end the game instead."""
    s[at.PHASE] = at.DRAW
    if s[at.REASON]:
        finish(s, e, r, s[at.REASON])
    elif not may_end(s, e):
        draw_and_close(s, e, r)


@compiled
def draw_and_close(s: Numbers, e: Numbers, r: Numbers) -> None:
    """Fill the hand, replace dead tiles if the edition does so now, and end the turn; stop where the player may end the game first."""
    player = s[at.PLAYER]
    rule = e[at.E_DEAD]
    while True:
        if s[at.HELD + player] < e[at.E_HAND] and s[at.BAGGED]:
            fill(s, player, e[at.E_HAND])
            s[at.GOAL] = 1
        if s[at.SAFE] == 0 or not (rule == at.REPEAT or (rule == at.ONCE and not s[at.EXCHANGED])):
            break
        tile = first_dead(s, e, player)
        if tile < 0:
            break
        take_out(s, player, tile)
        if rule == at.ONCE:
            tile = first_dead(s, e, player)
            while tile >= 0:
                take_out(s, player, tile)
                tile = first_dead(s, e, player)
        s[at.EXCHANGED] = 1
        if s[at.BAGGED] and s[at.HELD + player] < e[at.E_HAND] and may_end(s, e):
            return
    end_turn(s, e, r)


@compiled
def end_turn(s: Numbers, e: Numbers, r: Numbers) -> None:
    """End the turn; then end the game if it ends by itself now, else begin the next turn."""
    if s[at.PLACED] >= 0:
        s[at.BLOCKED] = 0
        s[at.STILL] = 0
    else:
        s[at.BLOCKED] += 1
        s[at.STILL] = 0 if s[at.DREW] else s[at.STILL] + 1
    if s[at.BLOCKED] or s[at.BAGGED] == 0 or e[at.E_CALL] == at.MANDATORY or s[at.OUT]:
        reason = automatic_end(s, e)
        if reason:
            finish(s, e, r, reason)
            return
    player = (s[at.PLAYER] + 1) % s[at.SEATS]
    while s[at.OUT] >> player & 1:
        player = (player + 1) % s[at.SEATS]
    begin_turn(s, e, r, player)


@compiled
def begin_turn(s: Numbers, e: Numbers, r: Numbers, player: int) -> None:
    """Begin the turn of a player."""
    s[at.PLAYER] = player
    s[at.ACTOR] = player
    s[at.TURN] += 1
    s[at.PLACED] = -1
    s[at.PASSED] = 0
    s[at.DREW] = 0
    s[at.EXCHANGED] = 0
    s[at.GOAL] = 0
    s[at.EARLY] = 0
    s[at.LATE] = 0
    s[at.MORE] = 0
    s[at.SWAPS] = 0
    s[at.PHASE] = at.PLAY
    if s[at.SAFE]:
        replace_before_turn(s, e, player)
    if e[at.E_NO_PLAY] == at.ENDS_GAME and is_stuck(s, e, player):
        finish(s, e, r, at.NO_PLAY)
