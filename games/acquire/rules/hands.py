"""Hands that are only partly known.

``hands[p]`` are the tiles known to be in a hand, ``hidden[p]`` is the number of the others. A hidden tile is no tile in
particular: it stays among the unseen ones, although the bag has one tile less.
"""

from __future__ import annotations

from collections.abc import Collection

from games.acquire.state import NO_TILE, State


def take_unknown(state: State, player: int, count: int = 1) -> None:
    """Add unknown tiles from the bag to a hand."""
    state.hidden[player] += count
    state.bag -= count


def fill_hand(state: State, player: int) -> None:
    """Assume that a hand is full: the missing tiles are hidden ones."""
    missing = min(state.edition.hand_size - state.count(player), state.bag)
    if missing > 0:
        take_unknown(state, player, missing)


def fill_hands(state: State, known: Collection[int] = ()) -> None:
    """Assume that every hand is full except those of the given players."""
    for player in range(state.seats):
        if player not in known:
            fill_hand(state, player)


def tell_hand(state: State, player: int, tiles: Collection[int]) -> None:
    """Set the known tiles of a hand; the hand keeps its number of tiles."""
    size = state.count(player)
    state.seen -= state.hands[player]
    state.seen.update(tiles)
    state.hands[player] = set(tiles)
    state.hidden[player] = size - len(state.hands[player])


def tell_more(state: State, player: int, tiles: set[int]) -> None:
    """Add known tiles to a hand, except those that are elsewhere; the hand keeps its number of tiles."""
    size = state.count(player)
    state.hands[player] |= tiles - state.seen
    state.seen |= tiles
    state.hidden[player] = size - len(state.hands[player])


def expose(state: State, tiles: Collection[int]) -> None:
    """Add the tiles that the player in turn has shown although the log did not name them (R17)."""
    state.exposed = state.exposed.union(tiles)
    state.concealed = 0


def leave_hand(state: State, player: int, tile: int) -> None:
    """Take a known tile out of a hand; the caller says where it goes."""
    state.hands[player].remove(tile)


def leave_unseen(state: State, player: int, tile: int) -> None:
    """Take a tile that may have been hidden out of a hand; from then on it counts as seen."""
    if state.hidden[player]:
        state.hidden[player] -= 1
    state.seen.add(tile)


def lose_unknown(state: State, player: int, count: int = 1) -> None:
    """Take unknown tiles out of a hand, as far as it has any."""
    state.hidden[player] -= min(count, state.hidden[player])


def hide_hand(state: State, player: int) -> None:
    """Forget which tiles a player holds; only their number stays known."""
    state.hidden[player] += len(state.hands[player])
    state.seen -= state.hands[player]
    state.hands[player].clear()


def hide_tile(state: State, tile: int) -> None:
    """Forget that a tile is in a hand."""
    for player, hand in enumerate(state.hands):
        if tile in hand:
            hand.remove(tile)
            state.seen.discard(tile)
            state.hidden[player] += 1


def holder_of(state: State, tile: int) -> int:
    """Return the player who is known to hold a tile, -1 for none."""
    for player, hand in enumerate(state.hands):
        if tile in hand:
            return player
    return NO_TILE


def lies_open(state: State, tile: int) -> bool:
    """Whether a tile is on the board or out of the game."""
    return state.spaces[tile] != 0 or tile in state.dead
