"""Starting a replay in mid-game, from the position of a header."""

from __future__ import annotations

from games.acquire.board import LONE, TILE_NAMES
from games.acquire.record import Position
from games.acquire.replay.arbiter import Arbiter
from games.acquire.rules.placement import measure
from games.acquire.rules.turn import seat_players


def set_up(arbiter: Arbiter, position: Position, first: int) -> None:
    """Lay out a position; a turn of ``first`` follows unless the position says whose turn it is."""
    state = arbiter.state
    _say_too_little(arbiter, position)
    for chain, tiles in position.chains:
        for tile in _free(arbiter, tiles):
            state.spaces[tile] = 1 << chain
            state.members[chain].append(tile)
        if state.members[chain]:
            state.on_board |= 1 << chain
            measure(state, chain)
    for tile in _free(arbiter, position.lone):
        state.spaces[tile] = LONE
    state.dead.update(_free(arbiter, position.dead))
    for player, amount in position.cash:
        state.cash[player] = max(0, amount)
    for player, chain, owned in position.shares:
        count = max(0, owned)
        state.shares[chain][player] = count
        state.bank[chain] -= count
    for chain, left in enumerate(state.bank):
        if left < 0:
            held = sum(state.shares[chain])
            arbiter.add(
                "position-wrong", -1, f"{held} shares of {arbiter.names[chain]} are held; there are only {held + left}."
            )
            state.bank[chain] = 0
    for player, tiles in position.hands:
        known = _free(arbiter, tuple(tile for tile in tiles if tile >= 0))
        state.hands[player].update(known)
        state.hidden[player] = len(tiles) - len(known)
        state.bag -= state.hidden[player]
    # A hand that the position tells is told completely; the others are full.
    arbiter.fill_hands({player for player, _ in position.hands})
    seat_players(state, tuple(range(state.seats)))
    to_play = first if position.to_play is None else position.to_play
    state.player = (to_play - 1) % state.seats


def _say_too_little(arbiter: Arbiter, position: Position) -> None:
    """Chains of one tile and negative property cannot be; the latter counts as none."""
    for chain, tiles in position.chains:
        if len(tiles) == 1:
            message = f"{arbiter.names[chain]} has one tile, {arbiter.names_of(tiles)[0]}; a chain has two or more."
            arbiter.add("position-wrong", -1, message, 2, 1)
    for player, amount in position.cash:
        if amount < 0:
            arbiter.add("position-wrong", player, f"{arbiter.ids[player]} cannot have {amount}.", 0, amount)
    for player, chain, owned in position.shares:
        if owned < 0:
            message = f"{arbiter.ids[player]} cannot have {owned} shares of {arbiter.names[chain]}."
            arbiter.add("position-wrong", player, message, 0, owned)


def _free(arbiter: Arbiter, tiles: tuple[int, ...]) -> list[int]:
    """The tiles that are in nobody's hand and nowhere on the board yet; says which are not."""
    state = arbiter.state
    free = []
    for tile in tiles:
        if tile in state.seen:
            arbiter.add(
                "position-wrong", -1, f"{TILE_NAMES[tile]} stands twice in the position.", None, TILE_NAMES[tile]
            )
        elif tile >= 0:
            state.seen.add(tile)
            state.bag -= 1
            free.append(tile)
    return free
