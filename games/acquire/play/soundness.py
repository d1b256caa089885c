"""Whether the parts of a position fit together, so that nothing that is played on from it can go astray."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from games.acquire.board import TILE_NAMES, TILES
from games.acquire.errors import PositionError
from games.acquire.play.table import OpenMerger, Table
from games.acquire.rules.merger import has_market_for
from games.acquire.state import Phase

_BEFORE_THE_FIRST_TURN = (Phase.START, Phase.DEAL)
_EXCHANGE = (Phase.LAY, Phase.EXCHANGE, Phase.RETURN)


def check_table(table: Table, hands: Sequence[Collection[int]], seen: Collection[int], place: str) -> None:
    """Check that every tile is in one place, shares and seats add up, and the phase can be gone on from.

    Raises:
        PositionError: at the first thing that does not fit.
    """
    _check_tiles(table, hands, seen, place)
    _check_shares(table, place)
    _check_seats(table, place)
    _check_phase(table, place)
    if table.merger is not None:
        _check_merger(table, table.merger, f"{place}.merger")


def _check_tiles(table: Table, hands: Sequence[Collection[int]], seen: Collection[int], place: str) -> None:
    filled = [tile for tile, mark in enumerate(table.spaces) if mark]
    somewhere = [*filled, *table.dead, *seen, *(tile for hand in hands for tile in hand)]
    for tile in somewhere:
        if somewhere.count(tile) > 1:
            raise PositionError(place, f"{TILE_NAMES[tile]} is in two places")
    for player, hand in enumerate(hands):
        if len(hand) > table.counts[player]:
            raise PositionError(f"{place}.players[{player}].tiles", f"{len(hand)} tiles are held")
    hidden = sum(table.counts) - sum(map(len, hands))
    if table.bag > TILES - len(somewhere) - hidden:
        raise PositionError(f"{place}.bag", f"at most {TILES - len(somewhere) - hidden} tiles can be left")
    if table.exposed and (table.player < 0 or not set(table.exposed) <= set(hands[table.player])):
        raise PositionError(f"{place}.exposed", "exposed tiles are in the hand of the player in turn")
    if table.placed >= 0 and not table.spaces[table.placed] and table.placed not in table.dead:
        raise PositionError(f"{place}.placed", f"{TILE_NAMES[table.placed]} does not lie on the board")


def _check_shares(table: Table, place: str) -> None:
    for chain, holders in enumerate(table.shares):
        if table.bank[chain] + sum(holders) != table.edition.chain_shares:
            name = table.labels.names[chain]
            total = table.edition.chain_shares
            raise PositionError(f"{place}.bank", f"there are {total} shares of {name}, held or in the bank")


def _check_seats(table: Table, place: str) -> None:
    if sorted(table.order) != list(range(table.seats)):
        raise PositionError(f"{place}.order", f"each player from 0 to {table.seats - 1} was expected once")
    if (table.player < 0) != (table.phase in _BEFORE_THE_FIRST_TURN):
        raise PositionError(f"{place}.player", "a player is in turn from the first turn on")


def _check_phase(table: Table, place: str) -> None:
    """The phases that ask for something must have it."""
    phase, merger = table.phase, table.merger
    needs = {
        Phase.SURVIVOR: merger is not None and merger.choices and merger.survivor < 0,
        Phase.ORDER: merger is not None and merger.choices and merger.survivor >= 0,
        Phase.DISPOSE: merger is not None and merger.queue and merger.survivor >= 0,
        Phase.FOUND: table.placed >= 0 and merger is None and len(_on_board(table)) < len(table.shares),
        Phase.MARKET: has_market_for(table.edition, table.seats) and _market_is_due(table),
        Phase.DEAL: table.bag > 0 and min(table.counts) < table.edition.hand_size,
        Phase.OVER: table.reason is not None,
    }
    if not needs.get(phase, True) or (merger is not None and not needs.get(phase, False)):
        raise PositionError(f"{place}.phase", f"nothing here asks for {phase.name.lower()}")
    if table.exposed and phase not in _EXCHANGE:
        raise PositionError(f"{place}.exposed", "tiles are exposed in an exchange only")
    if phase is Phase.START and len(table.start_tiles) >= table.seats:
        raise PositionError(f"{place}.phase", "all starting tiles lie there")


def _on_board(table: Table) -> set[int]:
    return {mark.bit_length() - 1 for mark in table.spaces if mark and mark < 1 << len(table.shares)}


def _market_is_due(table: Table) -> bool:
    if table.merger is not None:
        return bool(table.merger.unpaid)
    return table.reason is not None and bool(_on_board(table) - {chain for chain, _ in table.market})


def _check_merger(table: Table, merger: OpenMerger, place: str) -> None:
    sizes = {chain for chain, _ in merger.sizes}
    named = {*merger.choices, *merger.waiting, *merger.unpaid, *(chain for _, chain in merger.queue)}
    named |= {chain for chain in (merger.survivor, merger.current) if chain >= 0}
    if not named <= sizes or {chain for chain, _ in merger.prices} != sizes or len(sizes) < 2:
        raise PositionError(place, "all chains of a merger need a size and a price")
    if any(not table.shares[chain][player] for player, chain in merger.queue):
        raise PositionError(f"{place}.queue", "only holders dispose")
    if len(set(merger.queue)) != len(merger.queue):
        raise PositionError(f"{place}.queue", "a holder disposes of a chain once")
