"""The starting tiles that a game on devices drew for the seats of its table."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from tournament.models import Event
from tournament.record.vocabulary import PlayerId
from tournament.services.changes import Actor, RefusedError
from tournament.services.hall.seats import set_starting_tiles


def take_starting_tiles(event: Event, number: int, table: int, tiles: Mapping[PlayerId, str]) -> None:
    """Store the starting tiles of a table, such as "4C", as if the director had typed them (R4).

    ``number`` is the round's. Where that is refused, nothing is stored.
    """
    with suppress(RefusedError):
        set_starting_tiles(event, Actor(None), number, {table: dict(tiles)})
