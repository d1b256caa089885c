"""What a tile of a hand would do if it were placed now, from what lies on the board alone."""

from __future__ import annotations

from typing import Any

from games.acquire.board import ALL_CHAINS, CHAINS_IN, TILE_NAMES, loose_group, touched
from games.acquire.rules.placement import is_dead, placement_fault
from games.acquire.state import State


def tile_effect(state: State, tile: int) -> dict[str, Any]:
    """What placing a tile would do, as a JSON document: ``tile``, ``does`` and what belongs to it.

    ``lone``: it lies alone. ``found``: a chain of ``size`` tiles. ``grow``: ``chain`` to ``size``. ``merge``: ``chains`` are
    joined, ``into`` the one that stays or those among which there is a choice. ``dead``: never. ``not-now``: with ``why``, a
    code of the engine.
    """
    told: dict[str, Any] = {"tile": TILE_NAMES[tile]}
    if is_dead(state, tile):
        return {**told, "does": "dead"}
    bits = touched(state.spaces, tile)
    if fault := placement_fault(state, bits):
        return {**told, "does": "not-now", "why": fault}
    chains = CHAINS_IN[bits & ALL_CHAINS]
    size = len(loose_group(state.spaces, tile))
    if not chains:
        founds = bits and not state.is_full()
        return {**told, "does": "found", "size": size} if founds else {**told, "does": "lone"}
    names = state.labels.names
    if len(chains) == 1:
        return {**told, "does": "grow", "chain": names[chains[0]], "size": size + state.size(chains[0])}
    largest = max(state.size(chain) for chain in chains)
    into = [names[chain] for chain in chains if state.size(chain) == largest]
    return {**told, "does": "merge", "chains": [names[chain] for chain in chains], "into": into}
