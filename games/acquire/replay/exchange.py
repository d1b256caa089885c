"""The exchange of a hand (R17-R19) where the log tells only a part of it, or tells it wrongly."""

from __future__ import annotations

from games.acquire.replay.arbiter import Arbiter
from games.acquire.rules import turn
from games.acquire.state import Phase


def returns_rightly(arbiter: Arbiter, tiles: tuple[int, ...]) -> bool:
    """Whether these tiles can be the exposed ones that are left; ``?`` stands for any of them."""
    state = arbiter.state
    named = {tile for tile in tiles if tile >= 0}
    if len(tiles) != len(state.exposed) + state.concealed or len(named - state.exposed) > state.concealed:
        return False
    return not (named - state.exposed) & state.seen


def return_first(arbiter: Arbiter, player: int) -> None:
    """Put the exposed tiles back before the new ones are drawn, as the table did against R19."""
    state = arbiter.state
    state.goal -= len(state.exposed) + state.concealed
    _into_the_bag(arbiter, player)


def break_off(arbiter: Arbiter, player: int) -> None:
    """Complete an exchange that the log leaves half done, so that the hand has its number of tiles again."""
    state = arbiter.state
    if state.phase is Phase.EXCHANGE and state.shown:
        due = turn.tiles_to_draw(state)
        state.hidden[player] += due
        state.bag -= due
    if state.phase is Phase.EXCHANGE or state.phase is Phase.RETURN:
        _into_the_bag(arbiter, player)
    state.exposed = set()
    state.goal = state.shown = state.concealed = 0


def _into_the_bag(arbiter: Arbiter, player: int) -> None:
    state = arbiter.state
    for tile in state.exposed:
        turn.give_back(state, player, tile)
    state.exposed = set()
    turn.give_back_concealed(state, player)
