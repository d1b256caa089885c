"""Dead tiles: laid out in the exchange of a hand (R18), or set aside and replaced by the edition's rule."""

from __future__ import annotations

from games.acquire.board import TILE_NAMES
from games.acquire.editions import DeadTiles, NoPlay
from games.acquire.replay.arbiter import Arbiter
from games.acquire.rules import turn
from games.acquire.rules.hands import lose_unknown
from games.acquire.rules.lenient import put_out, skip_to
from games.acquire.rules.placement import dead_tiles, is_dead
from games.acquire.state import NO_TILE, Phase

TURN_OVER = Phase.TURN_OVER


def on_dead(arbiter: Arbiter, player: int, tiles: tuple[int, ...]) -> None:
    """Dead tiles are laid out in the exchange (R18), or set aside and replaced."""
    state = arbiter.state
    if state.phase is Phase.DRAW:
        # Dead tiles may be told before the draw of the turn; the hand is filled up afterwards.
        waiting = dead_tiles(state, state.hands[player])
        if waiting and set(tiles) <= set(waiting) and state.edition.dead_tiles is not DeadTiles.AUTO:
            skip_to(state, Phase.REPLACE)
    laying = state.phase is Phase.LAY or state.phase is Phase.SHOW
    if player != state.player or not (laying or state.phase is Phase.REPLACE):
        if player == state.player and _dead_unknown(arbiter, player, tiles):
            return
        _say_not_dead(arbiter, player, tiles)
        return
    whole = state.edition.no_play is NoPlay.REDRAW_ALL and laying
    alive = [tile for tile in tiles if tile >= 0 and not whole and not is_dead(state, tile)]
    if alive:
        text = " ".join(arbiter.names_of(alive))
        arbiter.report(
            "dead-not-dead", player, f"{text} is not dead: it can still become legal.", [], arbiter.names_of(alive)
        )
    elsewhere = [tile for tile in tiles if tile in state.seen and tile not in state.hands[player]]
    for tile in elsewhere:
        message = f"{arbiter.ids[player]} does not hold {TILE_NAMES[tile]}."
        arbiter.add("tile-not-in-hand", player, message, None, TILE_NAMES[tile])
    mine = tuple(tile for tile in tiles if tile >= 0 and tile not in elsewhere)
    if laying:
        kept = [] if whole else [tile for tile in dead_tiles(state, state.exposed) if tile not in mine]
        if kept:
            names = arbiter.names_of(kept)
            arbiter.report("dead-kept", player, f"{' '.join(names)} is dead and is not laid out.", names, [])
        for tile in mine:
            turn.lay_out(state, tile)
        lose_unknown(state, player, tiles.count(-1))
        turn.begin_exchange(state)
    else:
        turn.set_aside(state, mine)


def _dead_unknown(arbiter: Arbiter, player: int, tiles: tuple[int, ...]) -> bool:
    """Replace dead tiles of a hand that is not known, where the edition does so."""
    state = arbiter.state
    rule = state.edition.dead_tiles
    at_end = rule in (DeadTiles.END_OF_TURN_ONCE, DeadTiles.END_OF_TURN_REPEAT) and state.phase is TURN_OVER
    at_start = rule is DeadTiles.AUTO and state.phase is Phase.PLAY and state.placed < 0
    fresh = [tile for tile in tiles if tile not in state.seen]
    if not (at_end or at_start) or len(fresh) < len(tiles) or len(tiles) > state.hidden[player]:
        return False
    if not all(is_dead(state, tile) for tile in tiles):
        return False
    turn.set_aside(state, tiles)
    return True


def _say_not_dead(arbiter: Arbiter, player: int, tiles: tuple[int, ...]) -> None:
    state = arbiter.state
    alive = [tile for tile in tiles if tile >= 0 and not is_dead(state, tile)]
    names = arbiter.names_of(tiles)
    if alive and state.edition.dead_tiles is not DeadTiles.NONE:
        arbiter.report("dead-not-dead", player, f"{' '.join(names)} is not dead: it can still become legal.", [], names)
    else:
        arbiter.report(
            "dead-unexpected", player, f"No dead tiles are to be laid out here, yet {' '.join(names)}.", [], names
        )
    for tile in tiles:
        if tile in state.hands[player]:
            put_out(state, player, tile)


def skip_replacement(arbiter: Arbiter, tile: int = NO_TILE) -> bool:
    """Let the turn begin although its dead tiles were not replaced; one that is placed is found by itself."""
    state = arbiter.state
    if state.phase is not Phase.REPLACE or state.edition.dead_tiles is not DeadTiles.AUTO:
        return False
    arbiter.course.kept.add(tile)
    keep_dead(arbiter)
    skip_to(state, Phase.PLAY)
    return True


def keep_dead(arbiter: Arbiter) -> None:
    """Dead tiles that had to be replaced were kept.

    Ruling: a dead tile drawn in this very turn may wait for the next one, as some servers that
    play this edition look for dead tiles before they draw.
    """
    state, course = arbiter.state, arbiter.course
    player = state.player
    dead = [
        tile for tile in dead_tiles(state, state.hands[player]) if tile not in course.drawn and tile not in course.kept
    ]
    if dead:
        course.kept.update(dead)  # Said once for each tile.
        names = arbiter.names_of(dead)
        arbiter.report(
            "dead-kept", player, f"{arbiter.ids[player]} keeps {' '.join(names)}, to be replaced as dead.", names, []
        )
    skip_to(state, TURN_OVER)
