"""Tiles that change hands untold: an exchange carried on, and how many tiles the bag has at least."""

from __future__ import annotations

from games.acquire.editions import DeadTiles, NoPlay
from games.acquire.replay.arbiter import Arbiter
from games.acquire.replay.telling import Kind
from games.acquire.rules import turn
from games.acquire.rules.hands import lose_unknown, take_unknown
from games.acquire.rules.lenient import skip_to
from games.acquire.rules.placement import dead_tiles
from games.acquire.state import Phase

#: What of a player's telling would say that an exchange goes on from each of its phases.
_TOLD_BY = {
    Phase.SHOW: Kind.HANDS,
    Phase.LAY: Kind.DEAD_TILES,
    Phase.EXCHANGE: Kind.DRAWS,
    Phase.RETURN: Kind.HANDS,
}


def carry_exchange(arbiter: Arbiter, until: Phase) -> None:
    """Carry an exchange on to a phase, as far as the log does not tell of this player what would be missing."""
    state = arbiter.state
    player = state.player
    while state.phase in _TOLD_BY and state.phase is not until:
        if arbiter.tells.misses(_TOLD_BY[state.phase], player):
            return
        _carry_on(arbiter, player)
        if until is Phase.LAY and state.phase is Phase.EXCHANGE and state.concealed:
            skip_to(state, until)  # The dead tiles are among those that nobody named.


def _carry_on(arbiter: Arbiter, player: int) -> None:
    state = arbiter.state
    if state.phase is Phase.SHOW:
        turn.show_hand(state)
    elif state.phase is Phase.LAY:
        whole = state.edition.no_play is NoPlay.REDRAW_ALL
        for tile in sorted(state.hands[player]) if whole else dead_tiles(state, state.exposed):
            turn.lay_out(state, tile)
        if whole:
            lose_unknown(state, player, state.hidden[player])
        turn.begin_exchange(state)
    elif state.phase is Phase.EXCHANGE:
        take_unknown(state, player, turn.tiles_to_draw(state))
        turn.after_exchange_draw(state)
    else:
        turn.put_back(state)


def least_bag(arbiter: Arbiter) -> int:
    """How many tiles are in the bag at least: where nobody tells dead tiles, unseen ones may be out of the game."""
    state, tells = arbiter.state, arbiter.tells
    may_leave = state.edition.dead_tiles is not DeadTiles.NONE or state.edition.no_play in (
        NoPlay.MSO,
        NoPlay.REDRAW_ALL,
    )
    if not may_leave or all(tells.misses(Kind.DEAD_TILES, player) for player in range(state.seats)):
        return state.bag
    return state.bag - len(dead_tiles(state, state.unseen()))
