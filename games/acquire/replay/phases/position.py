"""Starting a replay in mid-game, from the position of a header."""

from __future__ import annotations

from games.acquire.board import TILE_NAMES
from games.acquire.record import StartPosition
from games.acquire.replay.arbiter import Arbiter
from games.acquire.rules import setup
from games.acquire.rules.hands import fill_hands
from games.acquire.rules.turn import seat_players


def set_up(arbiter: Arbiter, position: StartPosition, first: int) -> None:
    """Lay out a position; a turn of ``first`` follows unless the position says whose turn it is."""
    state = arbiter.state
    _say_too_little(arbiter, position)
    for chain, tiles in position.chains:
        setup.lay_chain(state, chain, _free(arbiter, tiles))
    setup.lay_lone(state, _free(arbiter, position.lone))
    setup.lay_dead(state, _free(arbiter, position.dead))
    for player, amount in position.cash:
        setup.give_cash(state, player, max(0, amount))
    for player, chain, owned in position.shares:
        setup.give_shares(state, player, chain, max(0, owned))
    for chain, left in enumerate(state.bank):
        if left < 0:
            held = sum(state.shares[chain])
            arbiter.add(
                "position-wrong", -1, f"{held} shares of {arbiter.names[chain]} are held; there are only {held + left}."
            )
            setup.empty_bank(state, chain)
    for player, tiles in position.hands:
        known = _free(arbiter, tuple(tile for tile in tiles if tile >= 0))
        setup.deal_hand(state, player, known, len(tiles) - len(known))
    # A hand that the position tells is told completely; the others are full.
    fill_hands(state, {player for player, _ in position.hands})
    seat_players(state, tuple(range(state.seats)), first if position.to_play is None else position.to_play)


def _say_too_little(arbiter: Arbiter, position: StartPosition) -> None:
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
    """The tiles that are in nobody's hand and nowhere on the board yet, out of the bag now; says which are not."""
    state = arbiter.state
    free = []
    for tile in tiles:
        if tile in state.seen:
            arbiter.add(
                "position-wrong", -1, f"{TILE_NAMES[tile]} stands twice in the position.", None, TILE_NAMES[tile]
            )
        elif tile >= 0:
            setup.leave_bag(state, tile)
            free.append(tile)
    return free
