"""Dead tiles in a replay: laid out in an exchange (R18), or set aside and replaced.

Replaying what happens to tiles in hands: drawn, set aside as dead, shown and exchanged (R16-R19).

Tiles drawn in a replay: at the end of a turn, in an exchange, or for dead tiles.

A hand that cannot be played in a replay: passed, shown and put back (R16, R17, R19).
"""

from __future__ import annotations

from games.acquire.actions import ActKind
from games.acquire.editions import DeadTiles, NoPlay
from games.acquire.replay.coverage import LineKind, comes_in_turn, comes_next
from games.acquire.replay.findings import Severity
from games.acquire.replay.omissions import complete_decisions, complete_turn_to_draw, continue_exchange, least_in_bag
from games.acquire.replay.replayer import Replayer
from games.acquire.rules import turn
from games.acquire.rules.lenient import expect_tiles, pass_by, put_out, return_first, skip_to
from games.acquire.rules.placement import dead_tiles, is_dead, legal_tiles
from games.acquire.state import NO_TILE, Phase
from games.sentences import gettext_lazy as _
from games.sentences import ngettext_lazy

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
        turn.set_aside(state, _known_tiles_held(replayer, player, tiles))
    else:
        _lay_out(replayer, player, tiles)


def _lay_out(replayer: Replayer, player: int, tiles: tuple[int, ...]) -> None:
    """Lay tiles out of a hand that is exchanged: its dead tiles, or all tiles if the edition exchanges the whole hand."""
    state = replayer.state
    is_whole_hand = state.edition.no_play is NoPlay.REDRAW_ALL
    if not is_whole_hand:
        _report_not_dead(replayer, player, tiles)
    held = _known_tiles_held(replayer, player, tiles)
    kept = [] if is_whole_hand else [tile for tile in dead_tiles(state, state.exposed) if tile not in held]
    if kept:
        names = replayer.tile_names(kept)
        message = _("Dead tiles have not been laid out: {tiles}.", tiles=" ".join(names))
        replayer.report("dead-kept", player, message, names, [])
    for tile in held:
        turn.lay_out(state, tile)
    turn.lose_unknown(state, player, tiles.count(-1))
    turn.begin_exchange(state)


def _report_not_dead(replayer: Replayer, player: int, tiles: tuple[int, ...]) -> None:
    """Report those of the tiles that are not dead."""
    names = replayer.tile_names(tile for tile in tiles if tile >= 0 and not is_dead(replayer.state, tile))
    if names:
        message = _("Tiles that can still become legal are not dead: {tiles}.", tiles=" ".join(names))
        replayer.report("dead-not-dead", player, message, [], names)


def _known_tiles_held(replayer: Replayer, player: int, tiles: tuple[int, ...]) -> tuple[int, ...]:
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
        turn.lose_unknown(state, player, len(tiles) - len(named))
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
        turn.lose_unknown(state, player, count)
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
        turn.take_unknown(state, player, turn.tiles_to_draw(state))
    elif dead:
        progress.kept_dead.update(dead)  # Reported once for each tile.
        names = replayer.tile_names(dead)
        message = _("{player} kept dead tiles that had to be replaced: {tiles}.", tiles=" ".join(names))
        replayer.report("dead-kept", player, message, names, [])
    skip_to(state, TURN_OVER)


def on_draw(replayer: Replayer, player: int, tiles: tuple[int, ...]) -> None:
    """Put drawn tiles into a hand: at the end of a turn, in an exchange, or for dead tiles."""
    state = replayer.state
    if state.phase is not DRAW or player != state.player:
        if player in state.timed_out:
            message = _("{player} drew {tiles} after running out of time.", tiles=" ".join(replayer.tile_names(tiles)))
            replayer.add("draw-out-of-turn", player, message, [], replayer.tile_names(tiles))
            return
        _prepare_draw(replayer, player, len(tiles))
    due = turn.tiles_to_draw(state)
    if len(tiles) != due:
        tiles = _count_draw(replayer, player, tiles, due)
    seen = state.seen
    for tile in tiles:
        if tile < 0 or tile in seen:
            _draw_unknown(replayer, player, tile)
        else:
            turn.take_tile(state, player, tile)
    replayer.progress.drawn = tiles
    turn.finish_draw(state)


def _count_draw(replayer: Replayer, player: int, tiles: tuple[int, ...], due: int) -> tuple[int, ...]:
    """Return the tiles of a draw with a wrong number of tiles that count, and report the number if nothing explains it.

    If there are too few, unknown tiles are added to the hand; if too many, all are unknown.
    """
    events, index = replayer.events, replayer.index
    goes_on = comes_next(events, index, ActKind.DRAW) or comes_in_turn(events, index, ActKind.DEAD)
    if len(tiles) < due and (goes_on or comes_next(events, index, ActKind.END)):
        return tiles
    if len(tiles) < due and len(tiles) >= min(due, least_in_bag(replayer)) - replayer.progress.replaced:
        if len(tiles) >= due - replayer.progress.replaced:
            turn.take_unknown(replayer.state, player, due - len(tiles))
        return tiles  # the tile for a dead one may not be recorded, and unrecorded dead tiles may be out of the bag
    # After another mistake of the turn the hand is not what the table thinks; the draw only follows from that.
    findings = replayer.reporter.findings
    if not findings or findings[-1].turn != replayer.progress.number:
        message = ngettext_lazy(
            "{player} drew {n} tile instead of {due}.", "{player} drew {n} tiles instead of {due}.", len(tiles), due=due
        )
        replayer.report("draw-count", player, message, due, len(tiles))
    turn.take_unknown(replayer.state, player, max(0, due - len(tiles)))
    # Of too many tiles nobody knows which ones stay in the hand.
    return tiles if len(tiles) < due else (-1,) * due


def _prepare_draw(replayer: Replayer, player: int, count: int) -> None:
    """Report why no draw is due, or complete the turn up to its draw."""
    state = replayer.state
    if player != state.player:
        replayer.report_out_of_turn(player, "draw-out-of-turn")
        return
    continue_exchange(replayer, Phase.EXCHANGE)
    if state.phase is Phase.EXCHANGE or replace_unrecorded(replayer, player, count):
        return
    if state.phase is Phase.TURN_OVER:
        if replayer.progress.clock_pressed:
            message = _(
                "{player} pressed the clock before drawing; the tile can only be drawn at the end of the next turn."
            )
            replayer.add("draw-after-clock", player, message)
        return
    if state.phase is Phase.REPLACE and not skip_replacement(replayer):
        keep_dead(replayer)
        return
    complete_turn_to_draw(replayer)


def _draw_unknown(replayer: Replayer, player: int, tile: int) -> None:
    """Put an unknown tile into a hand; if ``tile`` is known but cannot be drawn, report it."""
    state = replayer.state
    turn.take_unknown(state, player)
    if tile < 0:
        return
    holder = turn.holder_of(state, tile)
    if holder == player:
        replayer.add_tile("tile-twice", player, _("{player} cannot draw {tile}: it is already in that hand."), tile)
        return
    replayer.report_holder(player, tile, holder)
    if holder >= 0:
        turn.hide_tile(state, tile)


def on_pass(replayer: Replayer, player: int, nothing: None) -> None:
    """Let a player pass because none of his tiles is legal (R16), or report why he may not."""
    state = replayer.state
    if player != state.player:
        replayer.report_out_of_turn(player)
        return
    continue_exchange(replayer, Phase.PLAY)
    skip_replacement(replayer)
    if state.phase is Phase.BUY and state.passed and state.placed < 0:
        return  # Stated once more, perhaps after the exchange.
    if state.phase is not Phase.PLAY:
        complete_decisions(replayer)
        if state.phase is not Phase.OVER:
            message = _("{player} passed, but a tile had been placed or the turn was over.")
            replayer.report("pass-after-tile", player, message)
        return
    if _has_legal(replayer, player) and state.edition.no_play is NoPlay.ENDS_GAME:
        pass_by(state)  # The pass was none, so it did not end the game either.
        return
    turn.pass_turn(state)


def _has_legal(replayer: Replayer, player: int) -> bool:
    """Whether a player who passes is known to hold a legal tile, which is then reported."""
    if replayer.state.hidden[player]:
        return False
    legal = replayer.tile_names(legal_tiles(replayer.state, player))
    if legal:
        message = _("{player} passed despite holding legal tiles: {tiles}.", tiles=" ".join(legal))
        replayer.report("pass-with-legal", player, message, legal, [])
    return bool(legal)


def on_show(replayer: Replayer, player: int, tiles: tuple[int, ...]) -> None:
    """Compare the hand that is shown (R17) with what is known of it, and then take it as known."""
    state = replayer.state
    shown = {tile for tile in tiles if tile >= 0}
    fresh = shown - state.hands[player]
    if len(tiles) != state.count(player) or (len(shown) == len(tiles) and state.hands[player] - shown):
        hand = replayer.tile_names(sorted(state.hands[player]))
        message = _(
            "{player} showed {tiles}, but the hand is {hand} and {unknown} unknown.",
            tiles=" ".join(replayer.tile_names(tiles)),
            hand=" ".join(hand),
            unknown=state.hidden[player],
        )
        replayer.add("show-differs", player, message, hand, replayer.tile_names(tiles))
    elif len(shown) == len(tiles):
        for tile in sorted(fresh & state.seen):
            replayer.report_holder(player, tile, turn.holder_of(state, tile))
        turn.tell_more(state, player, fresh)
        if fresh and state.phase is Phase.SHOW:
            _has_legal(replayer, player)
    elif len(fresh) <= state.hidden[player] and not fresh & state.seen:
        turn.tell_more(state, player, fresh)
    if state.phase is Phase.SHOW:
        turn.show_hand(state)
        if state.hidden[player] and comes_in_turn(replayer.events, replayer.index, ActKind.DEAD):
            skip_to(state, Phase.LAY)  # Some of the tiles shown turn out to be dead.


def on_return(replayer: Replayer, player: int, tiles: tuple[int, ...]) -> None:
    """Put the remaining exposed tiles back into the bag (R19), and report tiles that differ from them."""
    state = replayer.state
    if player == state.player:
        continue_exchange(replayer, Phase.RETURN)
    if state.phase is Phase.EXCHANGE:
        due = turn.tiles_to_draw(state)
        message = _("{player} put tiles back before drawing {due} new ones.", due=due)
        replayer.report("draw-count", player, message, due, 0)
        if comes_next(replayer.events, replayer.index, ActKind.DRAW):
            return_first(state, player)
            return
        turn.take_unknown(state, player, due)
        turn.after_exchange_draw(state)
    if state.phase is not Phase.RETURN or player != state.player:
        message = _("{player} has no tiles to put back.")
        replayer.add("return-unexpected", player, message, [], replayer.tile_names(tiles))
        return
    if not _returns_rightly(replayer, tiles):
        right = replayer.tile_names(sorted(state.exposed))
        message = _("{player} must put back {tiles}.", tiles=" ".join(right))
        replayer.add("return-differs", player, message, right, replayer.tile_names(tiles))
    turn.put_back(state)


def _returns_rightly(replayer: Replayer, tiles: tuple[int, ...]) -> bool:
    """Whether these tiles can be the remaining exposed ones; an unknown tile may be any of them."""
    state = replayer.state
    named = {tile for tile in tiles if tile >= 0}
    if len(tiles) != len(state.exposed) + state.concealed or len(named - state.exposed) > state.concealed:
        return False
    return not (named - state.exposed) & state.seen
