"""Hands that are only partly known.

``hands[p]`` are the tiles known to be in a hand, ``hidden[p]`` is the number of the others. A hidden tile is no tile in
particular: ``seen`` does not contain it, although ``bag``, the number of tiles in the bag, no longer counts it.
"""

from __future__ import annotations

from collections.abc import Collection

from games.acquire.state import NO_TILE, State


def take_unknown(state: State, player: int, count: int = 1) -> None:
    """Move ``count`` unknown tiles from the bag to a hand."""
    state.hidden[player] += count
    state.bag -= count


def fill_hand(state: State, player: int) -> None:
    """Fill a hand up to its full size with unknown tiles, as far as the bag has any."""
    missing = min(state.edition.hand_size - state.count(player), state.bag)
    if missing > 0:
        take_unknown(state, player, missing)


def fill_hands(state: State, known: Collection[int] = ()) -> None:
    """Fill every hand with unknown tiles, except those of the players in ``known``."""
    for player in range(state.seats):
        if player not in known:
            fill_hand(state, player)


def tell_hand(state: State, player: int, tiles: Collection[int]) -> None:
    """Replace the known tiles of a hand by these; the total number of tiles in the hand stays the same."""
    size = state.count(player)
    state.seen -= state.hands[player]
    state.seen.update(tiles)
    state.hands[player] = set(tiles)
    state.hidden[player] = size - len(state.hands[player])


def tell_more(state: State, player: int, tiles: set[int]) -> None:
    """Make further tiles of a hand known, except tiles that are elsewhere; the total number in the hand stays the same."""
    size = state.count(player)
    state.hands[player] |= tiles - state.seen
    state.seen |= tiles
    state.hidden[player] = size - len(state.hands[player])


def expose(state: State, tiles: Collection[int]) -> None:
    """Mark these tiles as exposed: the player in turn has shown them although the log did not name them (R17)."""
    state.exposed = state.exposed.union(tiles)
    state.concealed = 0


def leave_hand(state: State, player: int, tile: int) -> None:
    """Remove a known tile from a hand; the caller decides where it is put."""
    state.hands[player].remove(tile)


def leave_unseen(state: State, player: int, tile: int) -> None:
    """Remove one hidden tile from a hand, if it has any, and count the given tile as seen: the hidden one turned out to be it."""
    if state.hidden[player]:
        state.hidden[player] -= 1
    state.seen.add(tile)


def lose_unknown(state: State, player: int, count: int = 1) -> None:
    """Remove up to ``count`` hidden tiles from a hand."""
    state.hidden[player] -= min(count, state.hidden[player])


def hide_hand(state: State, player: int) -> None:
    """Make all tiles of a hand unknown; their number stays the same."""
    state.hidden[player] += len(state.hands[player])
    state.seen -= state.hands[player]
    state.hands[player].clear()


def hide_tile(state: State, tile: int) -> None:
    """Make a tile unknown if it is a known tile of some hand; the size of that hand stays the same."""
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
