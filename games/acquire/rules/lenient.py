"""Named changes of a state that the rules do not know, so that a replay can go on after a mistake of the table or a gap in the log.

None of these functions checks anything: the replay has reported a finding already, or the log leaves something out. What lies
on the board stays, and the phase becomes the one in which the log shows the table to be.
"""

from __future__ import annotations

from games.acquire.board import LONE
from games.acquire.rules.hands import fill_hand, hide_hand, lose_unknown, take_unknown
from games.acquire.rules.merger import pay_bonuses
from games.acquire.rules.placement import place
from games.acquire.rules.turn import begin_turn, give_back, give_back_concealed, tiles_to_draw
from games.acquire.state import NO_TILE, Merger, Phase, State

# The course of a turn.


def skip_to(state: State, phase: Phase) -> None:
    """Go on in the phase in which the log shows the table to be."""
    state.phase = phase


def pass_by(state: State) -> None:
    """Go on to the purchase without a tile and without an exchange of the hand."""
    state.passed = True
    state.phase = Phase.BUY


def revoke_end(state: State) -> None:
    """Go on with another turn although the game was over."""
    state.reason = None
    state.phase = Phase.TURN_OVER


def let_go_on(state: State, player: int) -> None:
    """Let a player whose time was over play on; his hand is full of unknown tiles again."""
    state.timed_out.remove(player)
    fill_hand(state, player)


def miss_turn(state: State, player: int) -> None:
    """Pass over a turn of which the log has nothing: one tile of the hand lies somewhere, and another one was drawn."""
    begin_turn(state, player)
    hide_hand(state, player)
    lose_unknown(state, player)
    take_unknown(state, player, tiles_to_draw(state))
    state.phase = Phase.TURN_OVER


def miss_start_tiles(state: State, count: int) -> None:
    """Take so many starting tiles that the log does not name out of the bag."""
    state.bag -= count


# The tile.


def force_tile(state: State, tile: int, bits: int) -> None:
    """Put an illegal tile that touches these bits on the board as if it were legal."""
    state.placed = tile
    place(state, tile, bits)


def force_loose(state: State, tile: int) -> None:
    """Let an illegal tile lie on the board alone and go on to the purchase."""
    state.placed = tile
    state.spaces[tile] = LONE
    state.phase = Phase.BUY


def force_inert(state: State, tile: int) -> None:
    """Let an illegal tile lie as a dead one and go on to the purchase."""
    state.placed = tile
    state.dead.add(tile)
    state.phase = Phase.BUY


def skip_tile(state: State) -> None:
    """Go on to the purchase as if no tile had been placed, because the tile is unknown."""
    state.placed = NO_TILE
    state.phase = Phase.BUY


def put_out(state: State, player: int, tile: int) -> None:
    """Lay a tile of a hand out of the game in a phase in which the rules do not allow it."""
    state.hands[player].remove(tile)
    state.exposed.discard(tile)
    state.dead.add(tile)


# The exchange of a hand.


def expect_tiles(state: State, count: int) -> None:
    """Let so many tiles be drawn before the tile of the turn, in place of dead ones that the log does not name."""
    state.goal = state.count(state.player) + count
    state.phase = Phase.EXCHANGE


def return_first(state: State, player: int) -> None:
    """Put the exposed tiles back before the new ones are drawn, as a table did against R19."""
    state.goal -= len(state.exposed) + state.concealed
    _into_the_bag(state, player)


def break_off(state: State, player: int) -> None:
    """Complete an exchange that the log leaves half done, so that the hand has its number of tiles again."""
    if state.phase is Phase.EXCHANGE and state.shown:
        take_unknown(state, player, tiles_to_draw(state))
    if state.phase is Phase.EXCHANGE or state.phase is Phase.RETURN:
        _into_the_bag(state, player)
    state.exposed = set()
    state.goal = state.shown = state.concealed = 0


def _into_the_bag(state: State, player: int) -> None:
    for tile in state.exposed:
        give_back(state, player, tile)
    state.exposed = set()
    give_back_concealed(state, player)


# Mergers.


def dispose_early(state: State, merger: Merger, chain: int) -> None:
    """Let the holders of a defunct chain that is not due yet dispose of it as well."""
    merger.waiting.remove(chain)
    merger.queue += [(holder, chain) for holder in state.from_player(state.player) if state.shares[chain][holder]]


def bring_forward(merger: Merger, player: int, chain: int) -> None:
    """Let a holder who is due later dispose now."""
    merger.queue.remove((player, chain))
    merger.queue.insert(0, (player, chain))


def skip_market(state: State, merger: Merger) -> None:
    """Give the market nothing of a chain for which no tile was drawn."""
    merger.market[merger.unpaid[0]] = 0
    pay_bonuses(state, merger)
