"""Hands of which only a part is known: what a log tells of them, and what it leaves open.

``hands[p]`` are the tiles known to be in a hand, ``hidden[p]`` counts the others. A hidden tile is no tile in
particular: it stays among the unseen ones, though the bag is one tile shorter.
"""

from __future__ import annotations

from collections.abc import Collection

from games.acquire.state import NO_TILE, State


def take_unknown(state: State, player: int, count: int = 1) -> None:
    """Let a player draw tiles that nobody names."""
    state.hidden[player] += count
    state.bag -= count


def fill_hand(state: State, player: int) -> None:
    """Take a hand for full: tiles of which nothing is told are hidden ones."""
    missing = min(state.edition.hand_size - state.count(player), state.bag)
    if missing > 0:
        take_unknown(state, player, missing)


def fill_hands(state: State, told: Collection[int] = ()) -> None:
    """Take every hand for full except those told completely."""
    for player in range(state.seats):
        if player not in told:
            fill_hand(state, player)


def tell_hand(state: State, player: int, tiles: Collection[int]) -> None:
    """Know these tiles, and no others, in a hand of as many tiles as before."""
    size = state.count(player)
    state.seen -= state.hands[player]
    state.seen.update(tiles)
    state.hands[player] = set(tiles)
    state.hidden[player] = size - len(state.hands[player])


def tell_more(state: State, player: int, tiles: set[int]) -> None:
    """Know further tiles of a hand, those that cannot be elsewhere; it keeps its number of tiles."""
    size = state.count(player)
    state.hands[player] |= tiles - state.seen
    state.seen |= tiles
    state.hidden[player] = size - len(state.hands[player])


def expose(state: State, tiles: Collection[int]) -> None:
    """Know which tiles of the hand in turn are the exposed ones that nobody named (R17)."""
    state.exposed = state.exposed.union(tiles)
    state.concealed = 0


def leave_hand(state: State, player: int, tile: int) -> None:
    """Take a tile out of the hand in which it is known to be; where it goes is said next."""
    state.hands[player].remove(tile)


def leave_unseen(state: State, player: int, tile: int) -> None:
    """Take a tile out of a hand in which it may have been hidden; from here on it is seen."""
    if state.hidden[player]:
        state.hidden[player] -= 1
    state.seen.add(tile)


def lose_unknown(state: State, player: int, count: int = 1) -> None:
    """Take tiles that nobody names out of a hand, as far as it has any."""
    state.hidden[player] -= min(count, state.hidden[player])


def hide_hand(state: State, player: int) -> None:
    """Forget which tiles a player holds; only their number stays known."""
    state.hidden[player] += len(state.hands[player])
    state.seen -= state.hands[player]
    state.hands[player].clear()


def hide_tile(state: State, tile: int) -> None:
    """Forget that a tile is in anybody's hand."""
    for player, hand in enumerate(state.hands):
        if tile in hand:
            hand.remove(tile)
            state.seen.discard(tile)
            state.hidden[player] += 1


def holder_of(state: State, tile: int) -> int:
    """The player known to hold a tile, -1 for none."""
    for player, hand in enumerate(state.hands):
        if tile in hand:
            return player
    return NO_TILE


def lies_open(state: State, tile: int) -> bool:
    """Whether a tile is on the board or out of the game."""
    return state.spaces[tile] != 0 or tile in state.dead
