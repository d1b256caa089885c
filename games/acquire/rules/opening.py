"""The beginning of a game: seats, starting tiles and first hands."""

from __future__ import annotations

from games.acquire.board import LONE, row_first
from games.acquire.editions import Edition, LabelSet, StartOrder
from games.acquire.errors import EditionError
from games.acquire.rules.turn import begin_turn, next_player, seat_players
from games.acquire.state import Phase, State
from games.sentences import gettext_lazy as _


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
        seat_players(state, starting_order(state))
        begin_turn(state, next_player(state))
