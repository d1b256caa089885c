"""Named changes of a state that the rules do not know, so that a replay can go on after a mistake of the table or a gap in the log.

None of these functions checks anything: the replay has reported a finding already, or the log leaves something out. Tiles on
the board stay there, and the phase becomes the one in which, by the log, the players at the table are.

Setting up a position in mid-game, part by part or as a whole; nothing is checked, so callers have to check first.

The beginning of a game: seats, starting tiles and first hands.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from games.acquire.board import ALL_CHAINS, EMPTY, LONE, row_first
from games.acquire.editions import Edition, StartOrder
from games.acquire.editions.bonus import Money
from games.acquire.editions.labels import LabelSet
from games.acquire.errors import EditionError
from games.acquire.rules import turn
from games.acquire.rules.merger import give_away, pay_bonuses
from games.acquire.rules.placement import measure, place
from games.acquire.state import NO_TILE, Merger, Phase, State
from games.sentences import gettext_lazy as _


def leave_bag(state: State, tile: int) -> None:
    """Count a tile as drawn from the bag; the caller decides where it is put."""
    state.seen.add(tile)
    state.bag -= 1


def lay_chain(state: State, chain: int, tiles: Iterable[int]) -> None:
    """Put tiles that were taken out of the bag on the board as members of a chain."""
    for tile in tiles:
        state.spaces[tile] = 1 << chain
        state.members[chain].append(tile)
    if state.members[chain]:
        state.on_board |= 1 << chain
        measure(state, chain)


def lay_lone(state: State, tiles: Iterable[int]) -> None:
    """Put tiles that were taken out of the bag on the board, each belonging to no chain."""
    for tile in tiles:
        state.spaces[tile] = LONE


def lay_dead(state: State, tiles: Iterable[int]) -> None:
    """Put tiles that were taken out of the bag among the dead ones, which touch nothing (R18)."""
    state.dead.update(tiles)


def give_cash(state: State, player: int, amount: Money) -> None:
    """Set a player's cash in dollars."""
    state.cash[player] = amount


def give_shares(state: State, player: int, chain: int, count: int) -> None:
    """Give a player ``count`` shares from the bank; the bank's number may become negative."""
    state.shares[chain][player] = count
    state.bank[chain] -= count


def empty_bank(state: State, chain: int) -> None:
    """Set the bank's shares of a chain to 0, if players hold more than there are."""
    state.bank[chain] = 0


def deal_hand(state: State, player: int, tiles: Iterable[int], unknown: int) -> None:
    """Give a player a hand of known and unknown tiles.

    ``tiles`` have been taken out of the bag already; ``unknown`` is the number of further tiles, which this function takes out.
    """
    state.hands[player].update(tiles)
    state.hidden[player] = 0
    turn.take_unknown(state, player, unknown)


def build_state(edition: Edition, labels: LabelSet, seats: int, parts: Mapping[str, Any]) -> State:
    """Return a state from ``parts``, the values of its attributes by name; attributes that follow from others are computed.

    ``spaces`` says for each of the 108 tiles, in the bits of `board`, what lies there; members, sizes and prices of the chains
    are computed from it.
    """
    state = State(edition, seats, labels)
    for name, value in parts.items():
        setattr(state, name, value)
    state.spaces = [*parts["spaces"], EMPTY]
    for tile, mark in enumerate(parts["spaces"]):
        if mark & ALL_CHAINS:
            state.members[mark.bit_length() - 1].append(tile)
    for chain, tiles in enumerate(state.members):
        if tiles:
            state.on_board |= 1 << chain
            measure(state, chain)
    state.seat_by(parts["order"])
    if state.merger is not None:
        state.settled = state.merger
    return state


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
    turn.fill_hand(state, player)


def miss_turn(state: State, player: int) -> None:
    """Go past a turn of which the log records nothing.

    One unknown tile of the player's hand was placed, and another one was drawn.
    """
    turn.begin_turn(state, player)
    turn.hide_hand(state, player)
    turn.lose_unknown(state, player)
    turn.take_unknown(state, player, turn.tiles_to_draw(state))
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
        turn.take_unknown(state, player, turn.tiles_to_draw(state))
    if state.phase is Phase.EXCHANGE or state.phase is Phase.RETURN:
        _into_the_bag(state, player)
    state.exposed = set()
    state.goal = state.shown = state.concealed = 0


def _into_the_bag(state: State, player: int) -> None:
    """Move all exposed tiles, also those that the log does not name, from a hand into the bag."""
    for tile in state.exposed:
        turn.give_back(state, player, tile)
    state.exposed = set()
    turn.give_back_concealed(state, player)


# Mergers.


def dispose_early(state: State, merger: Merger, chain: int) -> None:
    """Let the holders dispose also of a defunct chain that is not due yet."""
    merger.waiting.remove(chain)
    merger.queue += [(holder, chain) for holder in state.from_player(state.player) if state.shares[chain][holder]]


def dispose_further(state: State, player: int, chain: int, sell: int, trade: int) -> None:
    """Sell and trade shares of a holder who has disposed of others of this chain in the latest merger already."""
    if state.settled is not None:
        give_away(state, state.settled, player, chain, sell, trade)


def bring_forward(merger: Merger, player: int, chain: int) -> None:
    """Put a holder who is due to dispose later at the head of the queue."""
    merger.queue.remove((player, chain))
    merger.queue.insert(0, (player, chain))


def skip_market(state: State, merger: Merger) -> None:
    """Let the market hold no share of a chain for which the log has no tile, and pay the bonuses."""
    merger.market[merger.unpaid[0]] = 0
    pay_bonuses(state, merger)


def start(edition: Edition, players: int, labels: LabelSet | None = None) -> State:
    """Return the state of a new game, which waits for starting tiles or, in editions without them, for the first hands.

    Raises:
        EditionError: if the edition does not allow this number of players.
    """
    least, most = edition.min_players, edition.max_players
    if not least <= players <= most:
        raise EditionError(
            _(
                "Edition {edition} is for {least} to {most} players, not {count}.",
                edition=edition.name,
                least=least,
                most=most,
                count=players,
            )
        )
    return State(edition, players, labels)


def put_start_tile(state: State, player: int, tile: int) -> None:
    """Put a player's starting tile on the board; it belongs to no chain, even beside another one (R5)."""
    state.start_tiles[player] = tile
    state.spaces[tile] = LONE
    state.seen.add(tile)
    state.bag -= 1
    if len(state.start_tiles) == state.seats:
        state.phase = Phase.DEAL


def starting_order(state: State) -> tuple[int, ...]:
    """Return the turn order that the starting tiles give (R4)."""
    tiles = state.start_tiles
    seats = tuple(range(state.seats))
    if len(tiles) < state.seats or state.edition.start_order is StartOrder.GIVEN:
        return seats
    if state.edition.start_order is StartOrder.NUMBER_LETTER:
        return tuple(sorted(seats, key=tiles.__getitem__))
    first = min(seats, key=lambda seat: row_first(tiles[seat]))
    return (*seats[first:], *seats[:first])


def next_to_deal(state: State) -> int:
    """Return the player who draws the next tile of the first hands, or -1 when all hands are full or the bag is empty."""
    for player in range(state.seats):
        if state.count(player) < state.edition.hand_size and state.bag:
            return player
    return -1


def after_deal(state: State) -> None:
    """Begin the first turn if all first hands are dealt; otherwise do nothing."""
    if next_to_deal(state) < 0:
        turn.seat_players(state, starting_order(state))
        turn.begin_turn(state, turn.next_player(state))
