"""Checks that the parts of a position agree, so that every game that is played on from it stays within the rules."""

from __future__ import annotations

from collections.abc import Collection

from games.acquire.board import TILE_NAMES, TILES
from games.acquire.errors import IllegalActionError, PositionError
from games.acquire.rules.merger import has_market
from games.acquire.state import Merger, Phase, State

_BEFORE_THE_FIRST_TURN = (Phase.START, Phase.DEAL)
_EXCHANGE = (Phase.LAY, Phase.EXCHANGE, Phase.RETURN)


def check_state(state: State, elsewhere: Collection[int]) -> None:
    """Check that every tile is in one place, that every seat takes its turn, and that the game can go on from the phase.

    ``elsewhere`` are tiles that are known not to be in the bag but are neither on the board nor in a known hand.

    Raises:
        PositionError: at the first thing that does not fit.
    """
    _check_tiles(state, elsewhere)
    _check_seats(state)
    _check_phase(state)
    if state.merger is not None:
        _check_merger(state, state.merger)


def _check_tiles(state: State, elsewhere: Collection[int]) -> None:
    """Check that no tile is in two places, and that the number of tiles in the bag is possible."""
    filled = [tile for tile in range(TILES) if state.spaces[tile]]
    somewhere = [*filled, *state.dead, *elsewhere, *(tile for hand in state.hands for tile in hand)]
    for tile in somewhere:
        if somewhere.count(tile) > 1:
            raise PositionError("table", f"{TILE_NAMES[tile]} is in two places")
    most = TILES - len(somewhere) - sum(state.hidden)
    if state.bag > most:
        raise PositionError("table.bag", f"at most {most} tiles can be left")
    if state.exposed and (state.player < 0 or not state.exposed <= state.hands[state.player]):
        raise PositionError("table.exposed", "exposed tiles are in the hand of the player in turn")
    if state.placed >= 0 and not state.spaces[state.placed] and state.placed not in state.dead:
        raise PositionError("table.placed", f"{TILE_NAMES[state.placed]} does not lie on the board")


def _check_seats(state: State) -> None:
    """Check that the turn order has every player once, and that a player is in turn from the first turn on."""
    if sorted(state.order) != list(range(state.seats)):
        raise PositionError("table.order", f"each player from 0 to {state.seats - 1} was expected once")
    if (state.player < 0) != (state.phase in _BEFORE_THE_FIRST_TURN):
        raise PositionError("table.player", "a player is in turn from the first turn on")


def _check_phase(state: State) -> None:
    """Check that the state has what its phase waits for, such as a merger in phase DISPOSE."""
    phase, merger = state.phase, state.merger
    needs = {
        Phase.SURVIVOR: merger is not None and merger.choices and merger.survivor < 0,
        Phase.ORDER: merger is not None and merger.choices and merger.survivor >= 0,
        Phase.DISPOSE: merger is not None and merger.queue and merger.survivor >= 0,
        Phase.FOUND: state.placed >= 0 and merger is None and not state.is_full(),
        Phase.MARKET: has_market(state) and _market_is_due(state),
        Phase.DEAL: state.bag > 0 and min(map(state.count, range(state.seats))) < state.edition.hand_size,
        Phase.OVER: state.reason is not None,
    }
    if not needs.get(phase, True) or (merger is not None and not needs.get(phase, False)):
        raise PositionError("table.phase", f"nothing here asks for {phase.name.lower()}")
    if state.exposed and phase not in _EXCHANGE:
        raise PositionError("table.exposed", "tiles are exposed in an exchange only")
    if phase is Phase.START and len(state.start_tiles) >= state.seats:
        raise PositionError("table.phase", "all starting tiles lie there")


def _market_is_due(state: State) -> bool:
    """Whether the stock market still has to draw a tile for a chain."""
    if state.merger is not None:
        return bool(state.merger.unpaid)
    return state.reason is not None and any(chain not in state.market for chain in state.chains_on_board())


def _check_merger(state: State, merger: Merger) -> None:
    """Check that every chain named in a merger has a size and a price, and that only holders dispose, once for each chain."""
    sizes = merger.sizes.keys()
    named = {*merger.choices, *merger.waiting, *merger.unpaid, *(chain for _, chain in merger.queue)}
    named |= {chain for chain in (merger.survivor, merger.current) if chain >= 0}
    if not named <= sizes or merger.prices.keys() != sizes or len(sizes) < 2:
        raise PositionError("table.merger", "all chains of a merger need a size and a price")
    if any(not state.shares[chain][player] for player, chain in merger.queue):
        raise PositionError("table.merger.queue", "only holders dispose")
    if len(set(merger.queue)) != len(merger.queue):
        raise PositionError("table.merger.queue", "a holder disposes of a chain once")


def check_seat(state: State, seat: object) -> None:
    """Check that a seat is one of the game's.

    Raises:
        IllegalActionError: if it is not.
    """
    if type(seat) is not int or not 0 <= seat < state.seats:
        raise IllegalActionError(f"There is no player {seat!r}; use 0 to {state.seats - 1}.", "player-unknown")
