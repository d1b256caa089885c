"""What an event may ask about games on devices at its tables; a setting names who answers, so that no service imports it.

How far a table's game has come is in the record (`TableRecord.on_devices`); these methods answer the rest.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import AbstractContextManager
from datetime import datetime
from functools import cache
from typing import Any, Protocol

from django.conf import settings
from django.db.models import Model
from django.http import HttpResponse
from django.utils.module_loading import import_string

from tournament.models import Device, Event
from tournament.record.devices import DeviceSubject

RoundAndTable = tuple[int, int]


class GamesAtTables(Protocol):
    """The games on devices at the tables of events.

    Each method runs in the caller's transaction; the caller has locked the event for those that write.
    """

    def tables_with_a_game(self, tables: Collection[int]) -> set[int]:
        """Return which of these tables, by primary key, have a game."""

    def unfinished(self, event: Event) -> tuple[int, ...]:
        """Return the numbers of the tables whose game has begun and has not yet handed in its report."""

    def holders(self, event: Event, table: DeviceSubject, apart_from: Device | None) -> list[str] | None:
        """Return the names of the players at a table whose hands phones other than ``apart_from`` hold; None without a game."""

    def is_held_elsewhere(self, device: Device) -> bool:
        """Return whether another phone holds the hand of the player to whom this phone belongs."""

    def code_at(self, event: Event, round_number: int, table: int) -> str:
        """Return the code of the game at a table, empty where it has none."""

    def hand_of(self, device: Device) -> tuple[bool, str]:
        """Return whether the phone's table has a game, and the game's code if the phone holds a hand in it (else empty)."""

    def enter(self, device: Device, secret: str) -> HttpResponse:
        """Give a phone the hand of its player and redirect there, or to the board where the table shares the phone.

        ``secret`` is the phone's secret. Raises RefusedError where the table has no game or another phone holds the hand,
        DeviceRefusedError where the round is over.
        """

    def at_calls(self, event: Event, places: Collection[RoundAndTable]) -> Mapping[RoundAndTable, dict[str, Any]]:
        """Return, by round and table number, what the list of calls shows of the running games at these tables."""

    def set_paused(self, event: Event, round_number: int, since: datetime, *, is_paused: bool) -> None:
        """Pause the running games of a round, or let those go on that were paused from ``since`` on."""

    def prepare_restored(self, row: Model) -> None:
        """Change a row of a game that was read from an archive so that it may be stored here."""

    def check_restored(self, event: Event) -> None:
        """Raise ValueError where a restored game does not follow from its stored acts."""

    def phones_kept(self, event: Event) -> AbstractContextManager[None]:
        """Return a context manager in whose body the event's rows may be replaced; afterwards phones hold the same seats as before."""


@cache
def games_at_tables() -> GamesAtTables:
    """Return the games that answer for the tables of events: an object of the class named by ``settings.GAMES_AT_TABLES``."""
    games: GamesAtTables = import_string(settings.GAMES_AT_TABLES)()
    return games
