"""What is typed of a table of round 1, and what then counts there."""

from __future__ import annotations

from collections.abc import Sequence

from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.event import SeatRecord, TableRecord
from tournament.record.vocabulary import Dollars

FIRST = (40_000, 35_000, 30_000, 20_000)
SECOND = (41_000, 35_000, 30_000, 20_000)


def typed(event: Event, table: int, cash: Sequence[Dollars | None]) -> TableRecord:
    """What is typed of a table, in seat order."""
    seats = record_of(event).table(1, table).seats
    figures = zip(seats, cash, strict=True)
    return TableRecord(table, tuple(SeatRecord(seat.player, cash=amount) for seat, amount in figures))


def cash_at(event: Event, table: int = 1) -> list[Dollars | None]:
    """The cash that stands at a table, in seat order."""
    return [seat.cash for seat in record_of(event).table(1, table).seats]
