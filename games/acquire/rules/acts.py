"""What each act does to a state that allows it, and what follows by itself: draws without tiles, the next turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.acquire.actions import Act
from games.acquire.board import touched
from games.acquire.rules import ending, legal, merger, opening, placement, purchase, turn
from games.acquire.rules.hands import leave_unseen
from games.acquire.state import EndReason, Phase, State

TURN_OVER, DEAL, DRAW = Phase.TURN_OVER, Phase.DEAL, Phase.DRAW


def perform(state: State, act: Act, player: int, value: Any) -> None:
    """Change a state by a legal action in its normal form, up to the next choice or chance."""
    _ACTS[act](state, player, value)
    if state.phase is TURN_OVER or state.phase is DRAW:
        go_on(state)


def perform_up_to_draw(state: State, act: Act, player: int, value: Any) -> None:
    """Like `perform`, but a draw that offers nothing is left open, so that its player closes it with the clock."""
    _ACTS[act](state, player, value)
    if state.phase is TURN_OVER:
        go_on(state)


def go_on(state: State) -> None:
    """Close a draw that offers nothing, and a turn that is over; begin the next turn."""
    while True:
        if state.phase is TURN_OVER:
            turn.end_turn(state)
            if state.phase is not TURN_OVER:
                return
            turn.begin_turn(state, turn.next_player(state))
            if turn.must_end(state):
                ending.finish(state, EndReason.NO_PLAY)
        elif state.phase is DRAW and not turn.tiles_to_draw(state) and not ending.may_end(state):
            turn.after_draw(state)
        else:
            return


def _start(state: State, player: int, tile: int) -> None:
    opening.put_start_tile(state, player, tile)


def _draw(state: State, player: int, tiles: tuple[int, ...]) -> None:
    for tile in tiles:
        turn.take_tile(state, player, tile)
    if state.phase is DEAL:
        opening.after_deal(state)
    else:
        turn.finish_draw(state)


def _play(state: State, player: int, tile: int) -> None:
    if tile in state.hands[player]:
        state.hands[player].remove(tile)
    else:
        leave_unseen(state, player, tile)
    placement.place(state, tile, touched(state.spaces, tile))


def _found(state: State, player: int, chain: int) -> None:
    placement.found(state, chain)


def _survivor(state: State, player: int, chain: int) -> None:
    merger.settle(state, chain)


def _order(state: State, player: int, chains: tuple[int, ...]) -> None:
    merger.take_defunct(state, chains[0])


def _dispose(state: State, player: int, disposal: tuple[int, int, int, int | None]) -> None:
    chain, sell, trade, _ = disposal
    merger.dispose(state, player, chain, sell, trade)


def _market(state: State, player: int, draw: tuple[int, int]) -> None:
    ending.hold_market(state, *draw)


def _swap(state: State, player: int, chains: tuple[int, int]) -> None:
    purchase.swap(state, player, *chains)


def _pass(state: State, player: int, nothing: None) -> None:
    turn.pass_turn(state)


def _show(state: State, player: int, tiles: tuple[int, ...]) -> None:
    turn.show_hand(state)


def _dead(state: State, player: int, tiles: tuple[int, ...]) -> None:
    if state.phase is Phase.REPLACE:
        turn.set_aside(state, tiles)
        return
    for tile in tiles:
        turn.lay_out(state, tile)
    turn.begin_exchange(state)


def _return(state: State, player: int, tiles: tuple[int, ...]) -> None:
    turn.put_back(state)


def _clock(state: State, player: int, nothing: None) -> None:
    if legal.may_close_draw(state) and state.phase is DRAW:
        turn.after_draw(state)  # A full hand may still have dead tiles to be replaced.
    else:
        state.phase = TURN_OVER


def _timeout(state: State, player: int, nothing: None) -> None:
    turn.time_out(state, player)


def _takeback(state: State, player: int, nothing: None) -> None:
    if state.before is not None:
        state.become(state.before)


def _redraw(state: State, player: int, tiles: tuple[int, ...]) -> None:
    """The penalty of R27: the whole hand goes back first, then as many tiles are drawn."""
    for tile in list(state.hands[player]):
        turn.give_back(state, player, tile)
    state.bag += state.hidden[player]
    state.hidden[player] = 0
    for tile in tiles:
        turn.take_tile(state, player, tile)


def _card(state: State, player: int, card: Any) -> None:
    turn.play_card(state, card)


def _end(state: State, player: int, nothing: None) -> None:
    ending.finish(state, EndReason.CALLED)


_ACTS: dict[Act, Callable[[State, int, Any], None]] = {
    Act.START: _start,
    Act.DRAW: _draw,
    Act.PLAY: _play,
    Act.FOUND: _found,
    Act.SURVIVOR: _survivor,
    Act.ORDER: _order,
    Act.DISPOSE: _dispose,
    Act.MARKET: _market,
    Act.BUY: purchase.buy,
    Act.SWAP: _swap,
    Act.PASS: _pass,
    Act.SHOW: _show,
    Act.DEAD: _dead,
    Act.RETURN: _return,
    Act.CLOCK: _clock,
    Act.TIMEOUT: _timeout,
    Act.TAKEBACK: _takeback,
    Act.REDRAW: _redraw,
    Act.CARD: _card,
    Act.END: _end,
}
