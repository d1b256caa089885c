"""What is drawn: a tile is chosen when it is drawn, by chance that nobody foresees, or as a seed has it."""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence
from functools import lru_cache

from games.acquire.board import TILE_NAMES
from games.acquire.play.devices import Chooser


def chooser_of(seed: str) -> Chooser:
    """How tiles of a game are chosen: by `secrets`, or where a seed was given in the one order that it shuffles.

    With a seed the same tile comes whoever asks, in however many processes and messages.
    """
    if not seed:
        return secrets.choice
    order = _shuffled(seed)
    return lambda tiles: min(tiles, key=order.__getitem__)


@lru_cache(maxsize=64)
def _shuffled(seed: str) -> Sequence[int]:
    """The place of every tile in the bag that a seed shuffles."""
    places = list(range(len(TILE_NAMES)))
    random.Random(seed).shuffle(places)
    return places
