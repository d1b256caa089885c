"""Finds what is suspicious about the phones that were let in for players at tables, such as one browser with two names."""

from __future__ import annotations

from collections import defaultdict

from tournament.day.browsers import Oddity, PhoneHeld, oddities_among
from tournament.models import Device, Event
from tournament.record.devices import DeviceKind
from tournament.record.vocabulary import PlayerId


def oddities(event: Event, round_number: int, table: int | None = None) -> dict[int, tuple[Oddity, ...]]:
    """Return what is suspicious about the phones of a round's tables, or of the table with number ``table``; one query.

    The result is by table number and has only tables with something suspicious.
    """
    rows = Device.objects.filter(event=event, kind=DeviceKind.TABLE.value, round_number=round_number)
    rows = (rows if table is None else rows.filter(number=table)).select_related("entry").order_by("pk")
    by_table: dict[int, list[PhoneHeld]] = defaultdict(list)
    for row in rows:
        if row.entry is not None:
            held = PhoneHeld(
                PlayerId(row.entry.number), row.voice, row.counter, row.withdrawn_at is None, row.claimed_at
            )
            by_table[row.number].append(held)
    found = {number: oddities_among(phones) for number, phones in by_table.items()}
    return {number: odd for number, odd in found.items() if odd}
