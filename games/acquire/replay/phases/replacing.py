"""Dead tiles: laid out in the exchange of a hand (R18), or set aside and replaced by the edition's rule."""

from __future__ import annotations

from games.acquire.board import TILE_NAMES
from games.acquire.editions import DeadTiles, NoPlay
from games.acquire.replay.arbiter import Arbiter
from games.acquire.replay.findings import Severity
from games.acquire.replay.phases.assuming import carry_exchange, least_bag
from games.acquire.replay.telling import Kind
from games.acquire.rules import turn
from games.acquire.rules.hands import lose_unknown, take_unknown
from games.acquire.rules.lenient import expect_tiles, put_out, skip_to
from games.acquire.rules.placement import dead_tiles, is_dead
from games.acquire.state import NO_TILE, Phase

TURN_OVER = Phase.TURN_OVER

#: The phases of a turn after its tile in which dead tiles may be told; the table sets them aside when it draws.
_AFTER_THE_TILE = frozenset(
    {Phase.FOUND, Phase.SURVIVOR, Phase.ORDER, Phase.DISPOSE, Phase.BUY, Phase.DRAW, Phase.REPLACE, TURN_OVER}
)


def on_dead(arbiter: Arbiter, player: int, tiles: tuple[int, ...]) -> None:
    """Dead tiles are laid out in the exchange (R18), or set aside and replaced."""
    state = arbiter.state
    if player == state.player:
        if state.phase is not Phase.REPLACE:
            carry_exchange(arbiter, Phase.LAY)
        if _is_stated_in_time(arbiter, player, tiles):
            _replace_stated(arbiter, player, tiles)
            return
    laying = state.phase is Phase.LAY or state.phase is Phase.SHOW
    if player != state.player or not (laying or state.phase is Phase.REPLACE):
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


def _is_stated_in_time(arbiter: Arbiter, player: int, tiles: tuple[int, ...]) -> bool:
    """Whether these are dead tiles that can be in the hand, told while the edition lets their owner replace them.

    That is before his tile, or anywhere from the tile to the next turn: with or without a draw, whatever the bag has.
    """
    state = arbiter.state
    rule = state.edition.dead_tiles
    if rule is DeadTiles.AUTO:
        in_time = state.phase in (Phase.PLAY, Phase.REPLACE) and state.placed < 0
    else:
        in_time = rule is not DeadTiles.NONE and state.phase in _AFTER_THE_TILE and arbiter.course.started
    if not in_time:
        return False
    named = [tile for tile in tiles if tile >= 0]
    hidden = [tile for tile in tiles if tile not in state.hands[player]]
    if hidden and (len(hidden) > state.hidden[player] or not state.seen.isdisjoint(hidden)):
        return False
    return len(set(named)) == len(named) == len(dead_tiles(state, named))


def _replace_stated(arbiter: Arbiter, player: int, tiles: tuple[int, ...]) -> None:
    """Set dead tiles aside; in the middle of a turn they are replaced with its draw."""
    state = arbiter.state
    named = tuple(tile for tile in tiles if tile >= 0)
    arbiter.course.laid += len(tiles)
    if len(named) < len(tiles):
        lose_unknown(state, player, len(tiles) - len(named))
    if state.phase in (Phase.DRAW, Phase.REPLACE, Phase.PLAY, TURN_OVER):
        turn.set_aside(state, named)
        return
    for tile in named:
        turn.lay_out(state, tile)


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


def refill_untold(arbiter: Arbiter, player: int, count: int) -> bool:
    """Let tiles be drawn for dead ones that are told of nobody: those of the hand, or as many that nobody saw.

    Whether that is what happened.
    """
    state, course = arbiter.state, arbiter.course
    rule = state.edition.dead_tiles
    if rule is DeadTiles.NONE or course.clocked or state.phase not in (Phase.PLAY, Phase.REPLACE, TURN_OVER):
        return False
    if not arbiter.tells.is_untold(Kind.DEAD_TILES, player):
        return False
    if state.phase is Phase.REPLACE:
        dead = dead_tiles(state, state.hands[player])
        dead = dead if rule is not DeadTiles.END_OF_TURN_REPEAT else dead[:count]
        names = " ".join(arbiter.names_of(dead))
        message = f"{arbiter.ids[player]} draws for {names}, which the log does not tell to be replaced as dead."
        arbiter.add("dead-kept", player, message, arbiter.names_of(dead), [], Severity.WARNING)
    else:
        at_start = rule is DeadTiles.AUTO and state.phase is Phase.PLAY and state.placed < 0
        at_end = rule is not DeadTiles.AUTO and state.phase is TURN_OVER and not state.exchanged
        if not (at_start or at_end) or state.hidden[player] < count or not dead_tiles(state, state.unseen()):
            return False
        dead = []
        lose_unknown(state, player, count)
    course.laid += len(dead) or count
    turn.set_aside(state, tuple(dead))
    if state.edition.dead_tiles is DeadTiles.AUTO and not dead:
        expect_tiles(state, count)
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
    tells = arbiter.tells
    if tells.is_untold(Kind.DEAD_TILES, player) and (
        not tells.misses(Kind.DRAWS, player) or len(dead) > least_bag(arbiter)
    ):
        # Neither the tile nor what was drawn for it is told: it was replaced.
        turn.set_aside(state, tuple(dead))
        take_unknown(state, player, turn.tiles_to_draw(state))
    elif dead:
        course.kept.update(dead)  # Said once for each tile.
        names = arbiter.names_of(dead)
        arbiter.report(
            "dead-kept", player, f"{arbiter.ids[player]} keeps {' '.join(names)}, to be replaced as dead.", names, []
        )
    skip_to(state, TURN_OVER)
