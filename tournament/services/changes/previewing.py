"""A preview: an act is done in a transaction, the event is read, and everything is rolled back; nothing but the record leaves it.

What would leave the database at once is kept in by the frame of acts, which asks `is_preview`: no snapshot is made, `seats_changed` is not
sent. What waits for the commit, as the other signals do, is dropped with the transaction. A form's key is checked, as in every act, and
not used up, because its change is rolled back. Pages preview when a form is sent, never when they are only opened: SQLite has one writer.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar

from django.db import transaction

from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.event import EventRecord

_PREVIEWS: ContextVar[bool] = ContextVar("previews", default=False)


def is_preview() -> bool:
    """Whether the present act is only previewed."""
    return _PREVIEWS.get()


def previewed(event: Event, act: Callable[[Event], object]) -> EventRecord:
    """Return the event as it would be after ``act``, which is done on a fresh event and rolled back; its exceptions are raised."""
    tried = Event.objects.get(pk=event.pk)
    token = _PREVIEWS.set(True)
    try:
        with transaction.atomic():
            act(tried)
            then = record_of(tried)
            transaction.set_rollback(True)
    finally:
        _PREVIEWS.reset(token)
    return then
