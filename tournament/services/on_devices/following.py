"""What an event may ask about games on devices at its tables. The games register here, so that an event imports nothing of them.

How far a table's game is stands in the record (`TableRecord.on_devices`); these methods answer the rest.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import AbstractContextManager
from typing import Any, Protocol

from django.db.models import Model
from django.http import HttpResponse

from tournament.models import Device, Event
from tournament.record.devices import DeviceSubject

RoundAndTable = tuple[int, int]


class GamesAtTables(Protocol):
    """The games on devices at the tables of events. Each method runs in the caller's transaction, with the event locked where it writes."""

    def tables_with_a_game(self, tables: Collection[int]) -> set[int]:
        """Those of these tables (by primary key) that have a game."""

    def unfinished(self, event: Event) -> tuple[int, ...]:
        """The numbers of the tables with a game that has begun and is not handed in."""

    def holders(self, event: Event, table: DeviceSubject, apart_from: Device | None) -> list[str] | None:
        """The names of the players at a table whose hands other phones hold; None where the table has no game."""

    def is_held_elsewhere(self, device: Device) -> bool:
        """Whether another phone holds the hand of this phone's holder."""

    def hand_of(self, device: Device) -> tuple[bool, str]:
        """Whether the phone's table has a game, and the game's code where the phone holds a hand in it."""

    def enter(self, device: Device, secret: str) -> HttpResponse:
        """Give a phone its holder's hand and redirect there, or to the board where the table shares the phone.

        Raises RefusedError where the table has no game or another phone holds the hand, DeviceRefusedError where the round is over.
        """

    def at_calls(self, event: Event, places: Collection[RoundAndTable]) -> Mapping[RoundAndTable, dict[str, Any]]:
        """The context of the running games at these tables for the list of calls, by round and table."""

    def prepare_restored(self, row: Model) -> None:
        """Change a row of a game, read from an archive, into one that may be stored here."""

    def check_restored(self, event: Event) -> None:
        """Raise ValueError where a restored game does not follow from its acts."""

    def phones_kept(self, event: Event) -> AbstractContextManager[None]:
        """A context manager: phones hold the same seats after the event's rows were replaced in its body."""


_registered: list[GamesAtTables] = []


def register(games: GamesAtTables) -> None:
    """Register the games that answer for the tables of events, replacing earlier ones."""
    _registered[:] = [games]


def games_at_tables() -> GamesAtTables:
    """The games that answer for the tables of events."""
    return _registered[0]
