"""Tiles drawn: at the end of a turn, in an exchange, for dead ones."""

from __future__ import annotations

from games.acquire.actions import Act
from games.acquire.board import TILE_NAMES
from games.acquire.replay import lookahead
from games.acquire.replay.arbiter import Arbiter
from games.acquire.replay.phases.assuming import carry_exchange, least_bag
from games.acquire.replay.phases.completing import complete_turn_to_draw
from games.acquire.replay.phases.replacing import keep_dead, refill_untold, skip_replacement
from games.acquire.rules.hands import hide_tile, holder_of, take_unknown
from games.acquire.rules.turn import finish_draw, take_tile, tiles_to_draw
from games.acquire.state import Phase

DRAW = Phase.DRAW


def on_draw(arbiter: Arbiter, player: int, tiles: tuple[int, ...]) -> None:
    """Tiles are drawn."""
    state = arbiter.state
    if state.phase is not DRAW or player != state.player:
        if player in state.timed_out:
            message = f"{arbiter.ids[player]} draws {' '.join(arbiter.names_of(tiles))} after the time ran out."
            arbiter.add("draw-out-of-turn", player, message, [], arbiter.names_of(tiles))
            return
        _prepare_draw(arbiter, player, len(tiles))
    due = tiles_to_draw(state)
    if len(tiles) != due:
        tiles = _count_draw(arbiter, player, tiles, due)
    seen = state.seen
    for tile in tiles:
        if tile < 0 or tile in seen:
            _draw_oddly(arbiter, player, tile)
        else:
            take_tile(state, player, tile)
    arbiter.course.drawn = tiles
    finish_draw(state)


def _count_draw(arbiter: Arbiter, player: int, tiles: tuple[int, ...], due: int) -> tuple[int, ...]:
    """The tiles that count of a draw of too many; of too few, the others are drawn unseen."""
    events, index = arbiter.events, arbiter.index
    goes_on = lookahead.is_next(events, index, Act.DRAW) or lookahead.is_told(events, index, Act.DEAD)
    if len(tiles) < due and (goes_on or lookahead.is_next(events, index, Act.END)):
        return tiles
    if len(tiles) < due and len(tiles) >= min(due, least_bag(arbiter)) - arbiter.course.laid:
        if len(tiles) >= due - arbiter.course.laid:
            take_unknown(arbiter.state, player, due - len(tiles))
        return tiles  # the tile for a dead one may stay untold, and dead tiles that nobody told may be out of the bag
    # After another mistake of the turn the hand is not what the table thinks; the draw only follows from that.
    findings = arbiter.reporter.findings
    if not findings or findings[-1].turn != arbiter.course.number:
        name = arbiter.ids[player]
        count = f"{len(tiles)} tile{'' if len(tiles) == 1 else 's'}"
        arbiter.report("draw-count", player, f"{name} draws {count} instead of {due}.", due, len(tiles))
    take_unknown(arbiter.state, player, max(0, due - len(tiles)))
    # Of too many tiles nobody knows which ones stay in the hand.
    return tiles if len(tiles) < due else (-1,) * due


def _prepare_draw(arbiter: Arbiter, player: int, count: int) -> None:
    state = arbiter.state
    name = arbiter.ids[player]
    if player != state.player:
        arbiter.add("draw-out-of-turn", player, f"{name} draws in {arbiter.ids[state.player]}'s turn.")
        return
    carry_exchange(arbiter, Phase.EXCHANGE)
    if state.phase is Phase.EXCHANGE or refill_untold(arbiter, player, count):
        return
    if state.phase is Phase.TURN_OVER:
        if arbiter.course.clocked:
            message = (
                f"{name} pressed the clock before drawing; the tile may only be drawn at the end of the next turn."
            )
            arbiter.add("draw-after-clock", player, message)
        return
    if state.phase is Phase.REPLACE and not skip_replacement(arbiter):
        keep_dead(arbiter)
        return
    complete_turn_to_draw(arbiter)


def _draw_oddly(arbiter: Arbiter, player: int, tile: int) -> None:
    """An unknown tile is drawn, or one that cannot be: its place in the hand is then unknown."""
    state = arbiter.state
    take_unknown(state, player)
    if tile < 0:
        return
    name, text = arbiter.ids[player], TILE_NAMES[tile]
    holder = holder_of(state, tile)
    if holder == player:
        arbiter.add("tile-twice", player, f"{name} cannot draw {text}: it is in that hand already.", None, text)
    elif holder >= 0:
        arbiter.add("tile-elsewhere", player, f"{name} cannot draw {text}: {arbiter.ids[holder]} holds it.", None, text)
        hide_tile(state, tile)
    else:
        arbiter.add("tile-on-board", player, f"{name} cannot draw {text}: it is not in the bag any more.", None, text)


def say_not_in_bag(arbiter: Arbiter, player: int, tile: int, verb: str) -> None:
    """A tile in a hand that cannot come from the bag: where it is instead."""
    holder, text = holder_of(arbiter.state, tile), TILE_NAMES[tile]
    where = f"{arbiter.ids[holder]} holds it" if holder >= 0 else "it is not in the bag any more"
    code = "tile-elsewhere" if holder >= 0 else "tile-on-board"
    arbiter.add(code, player, f"{arbiter.ids[player]} cannot {verb} {text}: {where}.", None, text)
