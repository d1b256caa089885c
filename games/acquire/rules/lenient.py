"""Named changes of a state that the rules do not know, so that a replay can go on after a mistake of the table or a gap in the log.

None of these functions checks anything: the replay has reported a finding already, or the log leaves something out. Tiles on
the board stay there, and the phase becomes the one in which, by the log, the players at the table are.
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
    """Set the phase to the one in which, by the log, the players at the table are."""
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
    """Let a player who had run out of time play on; his hand is filled with unknown tiles again."""
    state.timed_out.remove(player)
    fill_hand(state, player)


def miss_turn(state: State, player: int) -> None:
    """Go past a turn of which the log records nothing.

    One unknown tile of the player's hand was placed, and another one was drawn.
    """
    begin_turn(state, player)
    hide_hand(state, player)
    lose_unknown(state, player)
    take_unknown(state, player, tiles_to_draw(state))
    state.phase = Phase.TURN_OVER


def miss_start_tiles(state: State, count: int) -> None:
    """Take out of the bag ``count`` starting tiles that the log does not name."""
    state.bag -= count


# The tile.


def force_tile(state: State, tile: int, bits: int) -> None:
    """Put an illegal tile on the board as if it were legal.

    ``bits`` are the marks of everything that it touches.
    """
    state.placed = tile
    place(state, tile, bits)


def force_loose(state: State, tile: int) -> None:
    """Put an illegal tile on the board as one that belongs to no chain, and go on to the purchase."""
    state.placed = tile
    state.spaces[tile] = LONE
    state.phase = Phase.BUY


def force_inert(state: State, tile: int) -> None:
    """Put an illegal tile among the dead ones, and go on to the purchase."""
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
    """Let ``count`` tiles be drawn before the tile of the turn is placed, for dead ones that the log does not name."""
    state.goal = state.count(state.player) + count
    state.phase = Phase.EXCHANGE


def return_first(state: State, player: int) -> None:
    """Put the exposed tiles back before the new ones are drawn, as the players did against R19."""
    state.goal -= len(state.exposed) + state.concealed
    _into_the_bag(state, player)


def break_off(state: State, player: int) -> None:
    """Complete an exchange of which the log has only a part, so that the hand has its full number of tiles again."""
    if state.phase is Phase.EXCHANGE and state.shown:
        take_unknown(state, player, tiles_to_draw(state))
    if state.phase is Phase.EXCHANGE or state.phase is Phase.RETURN:
        _into_the_bag(state, player)
    state.exposed = set()
    state.goal = state.shown = state.concealed = 0


def _into_the_bag(state: State, player: int) -> None:
    """Move all exposed tiles, also those that the log does not name, from a hand into the bag."""
    for tile in state.exposed:
        give_back(state, player, tile)
    state.exposed = set()
    give_back_concealed(state, player)


# Mergers.


def dispose_early(state: State, merger: Merger, chain: int) -> None:
    """Let the holders dispose also of a defunct chain that is not due yet."""
    merger.waiting.remove(chain)
    merger.queue += [(holder, chain) for holder in state.from_player(state.player) if state.shares[chain][holder]]


def dispose_further(state: State, player: int, chain: int, sell: int, trade: int) -> None:
    """Sell and trade shares of a holder who has disposed of others of this chain in the latest merger already."""
    merger = state.settled
    if merger is None:
        return
    state.cash[player] += sell * merger.prices[chain]
    state.shares[chain][player] -= sell + trade
    state.shares[merger.survivor][player] += trade // 2
    state.bank[chain] += sell + trade
    state.bank[merger.survivor] -= trade // 2


def bring_forward(merger: Merger, player: int, chain: int) -> None:
    """Put a holder who is due to dispose later at the head of the queue."""
    merger.queue.remove((player, chain))
    merger.queue.insert(0, (player, chain))


def skip_market(state: State, merger: Merger) -> None:
    """Let the market hold no share of a chain for which the log has no tile, and pay the bonuses."""
    merger.market[merger.unpaid[0]] = 0
    pay_bonuses(state, merger)
