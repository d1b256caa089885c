"""Dead tiles in a replay: laid out in an exchange (R18), or set aside and replaced."""

from __future__ import annotations

from games.acquire.editions import DeadTiles, NoPlay
from games.acquire.replay.coverage import LineKind
from games.acquire.replay.findings import Severity
from games.acquire.replay.omissions import continue_exchange, least_in_bag
from games.acquire.replay.replayer import Replayer
from games.acquire.rules import turn
from games.acquire.rules.hands import lose_unknown, take_unknown
from games.acquire.rules.lenient import expect_tiles, put_out, skip_to
from games.acquire.rules.placement import dead_tiles, is_dead
from games.acquire.state import NO_TILE, Phase
from games.sentences import gettext_lazy as _

DRAW, TURN_OVER = Phase.DRAW, Phase.TURN_OVER

#: The phases of a turn after its tile in which dead tiles may be stated; the table sets them aside when it draws.
_AFTER_THE_TILE = frozenset(
    {Phase.FOUND, Phase.SURVIVOR, Phase.ORDER, Phase.DISPOSE, Phase.BUY, Phase.DRAW, Phase.REPLACE, TURN_OVER}
)


def on_dead(replayer: Replayer, player: int, tiles: tuple[int, ...]) -> None:
    """Lay dead tiles out in an exchange of the hand (R18), or set them aside to be replaced."""
    state = replayer.state
    if player == state.player:
        if state.phase is not Phase.REPLACE:
            continue_exchange(replayer, Phase.LAY)
        if _is_stated_in_time(replayer, player, tiles):
            _replace_stated(replayer, player, tiles)
            return
    if player != state.player or state.phase not in (Phase.LAY, Phase.SHOW, Phase.REPLACE):
        _report_wrongly_laid_out(replayer, player, tiles)
    elif state.phase is Phase.REPLACE:
        _report_not_dead(replayer, player, tiles)
        turn.set_aside(state, _held(replayer, player, tiles))
    else:
        _lay_out(replayer, player, tiles)


def _lay_out(replayer: Replayer, player: int, tiles: tuple[int, ...]) -> None:
    """Lay tiles out of a hand that is exchanged: its dead tiles, or all tiles if the edition exchanges the whole hand."""
    state = replayer.state
    is_whole_hand = state.edition.no_play is NoPlay.REDRAW_ALL
    if not is_whole_hand:
        _report_not_dead(replayer, player, tiles)
    held = _held(replayer, player, tiles)
    kept = [] if is_whole_hand else [tile for tile in dead_tiles(state, state.exposed) if tile not in held]
    if kept:
        names = replayer.tile_names(kept)
        message = _("Dead tiles have not been laid out: {tiles}.", tiles=" ".join(names))
        replayer.report("dead-kept", player, message, names, [])
    for tile in held:
        turn.lay_out(state, tile)
    lose_unknown(state, player, tiles.count(-1))
    turn.begin_exchange(state)


def _report_not_dead(replayer: Replayer, player: int, tiles: tuple[int, ...]) -> None:
    """Report those of the tiles that are not dead."""
    names = replayer.tile_names(tile for tile in tiles if tile >= 0 and not is_dead(replayer.state, tile))
    if names:
        message = _("Tiles that can still become legal are not dead: {tiles}.", tiles=" ".join(names))
        replayer.report("dead-not-dead", player, message, [], names)


def _held(replayer: Replayer, player: int, tiles: tuple[int, ...]) -> tuple[int, ...]:
    """Return the known tiles that can be in the player's hand, and report the others."""
    state = replayer.state
    elsewhere = [tile for tile in tiles if tile in state.seen and tile not in state.hands[player]]
    for tile in elsewhere:
        replayer.add_tile("tile-not-in-hand", player, _("{player} does not hold {tile}."), tile)
    return tuple(tile for tile in tiles if tile >= 0 and tile not in elsewhere)


def _is_stated_in_time(replayer: Replayer, player: int, tiles: tuple[int, ...]) -> bool:
    """Whether the tiles can be dead tiles of the hand, at a time when the edition lets the player replace them.

    Depending on the edition, that is before his tile, or from his tile to the next turn.
    """
    state = replayer.state
    rule = state.edition.dead_tiles
    if rule is DeadTiles.AUTO:
        in_time = state.phase in (Phase.PLAY, Phase.REPLACE) and state.placed < 0
    else:
        in_time = rule is not DeadTiles.NONE and state.phase in _AFTER_THE_TILE and replayer.progress.started
    if not in_time:
        return False
    named = [tile for tile in tiles if tile >= 0]
    hidden = [tile for tile in tiles if tile not in state.hands[player]]
    if hidden and (len(hidden) > state.hidden[player] or not state.seen.isdisjoint(hidden)):
        return False
    return len(set(named)) == len(named) == len(dead_tiles(state, named))


def _replace_stated(replayer: Replayer, player: int, tiles: tuple[int, ...]) -> None:
    """Set dead tiles aside; those stated in the middle of a turn are replaced by the draw at its end."""
    state = replayer.state
    named = tuple(tile for tile in tiles if tile >= 0)
    replayer.progress.replaced += len(tiles)
    if len(named) < len(tiles):
        lose_unknown(state, player, len(tiles) - len(named))
    if state.phase in (Phase.DRAW, Phase.REPLACE, Phase.PLAY, TURN_OVER):
        turn.set_aside(state, named)
        return
    for tile in named:
        turn.lay_out(state, tile)


def _report_wrongly_laid_out(replayer: Replayer, player: int, tiles: tuple[int, ...]) -> None:
    """Report tiles laid out as dead at the wrong time, and put those that are in the hand out of the game."""
    state = replayer.state
    alive = [tile for tile in tiles if tile >= 0 and not is_dead(state, tile)]
    names = replayer.tile_names(tiles)
    text = " ".join(names)
    if alive and state.edition.dead_tiles is not DeadTiles.NONE:
        message = _("Tiles that can still become legal are not dead: {tiles}.", tiles=text)
        replayer.report("dead-not-dead", player, message, [], names)
    else:
        message = _("No dead tiles can be laid out here, but these were: {tiles}.", tiles=text)
        replayer.report("dead-unexpected", player, message, [], names)
    for tile in tiles:
        if tile in state.hands[player]:
            put_out(state, player, tile)


def skip_replacement(replayer: Replayer, tile: int = NO_TILE) -> bool:
    """Go on to the tile of the turn although dead tiles were not replaced; returns whether any had to be.

    ``tile`` is the tile that is placed now: if it is dead, placing it is reported instead.
    """
    state = replayer.state
    if state.phase is not Phase.REPLACE or state.edition.dead_tiles is not DeadTiles.AUTO:
        return False
    replayer.progress.kept_dead.add(tile)
    keep_dead(replayer)
    skip_to(state, Phase.PLAY)
    return True


def replace_unrecorded(replayer: Replayer, player: int, count: int) -> bool:
    """Let ``count`` tiles be drawn for dead ones whose replacement the log does not record; returns whether that is possible.

    The dead tiles are known ones of the hand, or else as many unknown ones.
    """
    state, progress = replayer.state, replayer.progress
    rule = state.edition.dead_tiles
    if rule is DeadTiles.NONE or progress.clock_pressed or state.phase not in (Phase.PLAY, Phase.REPLACE, TURN_OVER):
        return False
    if not replayer.coverage.is_absent(LineKind.DEAD_TILES, player):
        return False
    if state.phase is Phase.REPLACE:
        dead = dead_tiles(state, state.hands[player])
        dead = dead if rule is not DeadTiles.END_OF_TURN_REPEAT else dead[:count]
        names = " ".join(replayer.tile_names(dead))
        message = _("{player} drew replacements for {tiles}; the log does not say that they were dead.", tiles=names)
        replayer.add("dead-kept", player, message, replayer.tile_names(dead), [], Severity.NOTE)
    elif _may_lose_unknown(replayer, player, count):
        dead = []
        lose_unknown(state, player, count)
    else:
        return False
    progress.replaced += len(dead) or count
    turn.set_aside(state, tuple(dead))
    if state.edition.dead_tiles is DeadTiles.AUTO and not dead:
        expect_tiles(state, count)
    return True


def _may_lose_unknown(replayer: Replayer, player: int, count: int) -> bool:
    """Whether ``count`` unknown tiles of a hand may have been dead and replaced at this moment of the turn."""
    state = replayer.state
    is_auto = state.edition.dead_tiles is DeadTiles.AUTO
    at_start = is_auto and state.phase is Phase.PLAY and state.placed < 0
    at_end = not is_auto and state.phase is TURN_OVER and not state.exchanged
    return (at_start or at_end) and state.hidden[player] >= count and bool(dead_tiles(state, state.unseen()))


def keep_dead(replayer: Replayer) -> None:
    """Report dead tiles that were not replaced, unless the log records neither dead tiles nor what was drawn for them.

    Ruling: a dead tile drawn in this very turn may wait for the next one, as some servers that
    play this edition look for dead tiles before they draw.
    """
    state, progress = replayer.state, replayer.progress
    player = state.player
    dead = [
        tile
        for tile in dead_tiles(state, state.hands[player])
        if tile not in progress.drawn and tile not in progress.kept_dead
    ]
    coverage = replayer.coverage
    if coverage.is_absent(LineKind.DEAD_TILES, player) and (
        not coverage.is_complete(LineKind.DRAWS, player) or len(dead) > least_in_bag(replayer)
    ):
        # Neither the tile nor what was drawn for it is recorded: it was replaced.
        turn.set_aside(state, tuple(dead))
        take_unknown(state, player, turn.tiles_to_draw(state))
    elif dead:
        progress.kept_dead.update(dead)  # Reported once for each tile.
        names = replayer.tile_names(dead)
        message = _("{player} kept dead tiles that had to be replaced: {tiles}.", tiles=" ".join(names))
        replayer.report("dead-kept", player, message, names, [])
    skip_to(state, TURN_OVER)
