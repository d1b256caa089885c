"""Tiles drawn in a replay: at the end of a turn, in an exchange, or for dead tiles."""

from __future__ import annotations

from games.acquire.actions import ActKind
from games.acquire.replay.coverage import comes_in_turn, comes_next
from games.acquire.replay.hands.dead import keep_dead, replace_unrecorded, skip_replacement
from games.acquire.replay.omissions import complete_turn_to_draw, continue_exchange, least_in_bag
from games.acquire.replay.replayer import Replayer
from games.acquire.rules.hands import hide_tile, holder_of, take_unknown
from games.acquire.rules.turn import finish_draw, take_tile, tiles_to_draw
from games.acquire.state import Phase
from games.sentences import gettext_lazy as _
from games.sentences import ngettext_lazy

DRAW, TURN_OVER = Phase.DRAW, Phase.TURN_OVER


def on_draw(replayer: Replayer, player: int, tiles: tuple[int, ...]) -> None:
    """Put drawn tiles into a hand: at the end of a turn, in an exchange, or for dead tiles."""
    state = replayer.state
    if state.phase is not DRAW or player != state.player:
        if player in state.timed_out:
            message = _("{player} drew {tiles} after running out of time.", tiles=" ".join(replayer.tile_names(tiles)))
            replayer.add("draw-out-of-turn", player, message, [], replayer.tile_names(tiles))
            return
        _prepare_draw(replayer, player, len(tiles))
    due = tiles_to_draw(state)
    if len(tiles) != due:
        tiles = _count_draw(replayer, player, tiles, due)
    seen = state.seen
    for tile in tiles:
        if tile < 0 or tile in seen:
            _draw_unknown(replayer, player, tile)
        else:
            take_tile(state, player, tile)
    replayer.progress.drawn = tiles
    finish_draw(state)


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
            take_unknown(replayer.state, player, due - len(tiles))
        return tiles  # the tile for a dead one may not be recorded, and unrecorded dead tiles may be out of the bag
    # After another mistake of the turn the hand is not what the table thinks; the draw only follows from that.
    findings = replayer.reporter.findings
    if not findings or findings[-1].turn != replayer.progress.number:
        message = ngettext_lazy(
            "{player} drew {n} tile instead of {due}.", "{player} drew {n} tiles instead of {due}.", len(tiles), due=due
        )
        replayer.report("draw-count", player, message, due, len(tiles))
    take_unknown(replayer.state, player, max(0, due - len(tiles)))
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
    take_unknown(state, player)
    if tile < 0:
        return
    holder = holder_of(state, tile)
    if holder == player:
        replayer.add_tile("tile-twice", player, _("{player} cannot draw {tile}: it is already in that hand."), tile)
        return
    replayer.report_holder(player, tile, holder)
    if holder >= 0:
        hide_tile(state, tile)
