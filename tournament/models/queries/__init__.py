"""An event as one value: read from its rows once for each version and process, and then kept (`kept`)."""

from __future__ import annotations

from tournament.models import Event
from tournament.models.queries.kept import Kept, event_key, in_transaction, record_after
from tournament.models.queries.reading import read_record
from tournament.record.event import EventRecord

RECORDS: Kept[EventRecord] = Kept()


def read_event(slug: str) -> EventRecord:
    """Return a whole event as a value, by its slug; raises Event.DoesNotExist where there is none."""
    return record_of(Event.objects.get(slug=slug))


def record_of(event: Event) -> EventRecord:
    """Return everything of an event as one immutable value."""
    return whole_record_of(event)[0]


def whole_record_of(event: Event) -> tuple[EventRecord, bool]:
    """Return everything of an event as one value, and whether it is known to be what its version comes to.

    It is not where the row of the event was read before a later change, or where the change was stored while the rows were read.
    """
    if in_transaction():
        return read_record(event), False
    key = event_key(event)
    found = RECORDS.found(event.pk, key)
    if found is not None:
        return found, True
    before = RECORDS.latest(event.pk)
    record = record_after(before, key) if before else None
    record = record or read_record(event)
    is_whole = key.is_stored and event_key(event) == key
    if is_whole:
        RECORDS.keep(event.pk, key, record)
    return record, is_whole


def record_before(event: Event) -> EventRecord:
    """Return the record of an event that an act has locked, as the act found it: to be asked before the act changes anything."""
    return RECORDS.found(event.pk, event_key(event)) or read_record(event)
