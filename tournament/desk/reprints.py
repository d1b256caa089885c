"""Which printed sheets may hang in the hall with an address that has changed since."""

from __future__ import annotations

from datetime import datetime

from django.db.models import QuerySet

from tournament.models import Event
from tournament.models.queries import record_of
from tournament.pdf import sheets_with_address
from tournament.record.event import EventRecord


def is_printed_before(record: EventRecord, moment: datetime | None) -> bool:
    """Whether the paper that hangs in the hall was printed before a moment: the latest published round was published before it.

    What is printed is not kept, so the next publication counts as new paper. Never before no moment, and never once all is over.
    """
    published = [played.published_at for played in record.rounds if played.published_at is not None]
    if moment is None or record.is_final_published or not published:
        return False
    return max(published) < moment


def sheets_underway(events: QuerySet[Event], moment: datetime | None) -> list[tuple[EventRecord, tuple[str, ...]]]:
    """Those of the events that hung up paper before a moment and are not over, each with its sheets that carry the address."""
    if moment is None:
        return []
    begun = events.filter(is_final_published=False, rounds__published_at__lt=moment).distinct()
    records = [record_of(event) for event in begun]
    return [(record, sheets_with_address(record)) for record in records if is_printed_before(record, moment)]
