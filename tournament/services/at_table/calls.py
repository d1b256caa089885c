"""Call the director from a table's phone, cancel the call, and answer it at the desk: rows, no acts, so no version rises."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from tournament.access import roles_of
from tournament.access.devices import check_alive, spend, subject_of
from tournament.day.calls import CallKind, CallRecord
from tournament.models import Call, Device, Event
from tournament.models.at_table.calls import LONGEST_NOTE, LONGEST_WORDS
from tournament.models.choices import who
from tournament.record.acts import IN_THE_HALL
from tournament.record.devices import DeviceKind
from tournament.services.changes import By, NotAllowedError, RefusedError, actor_of, whole

MOST_ANSWERED = 500
"""So many calls of an event are read for the incident book, the latest."""


@transaction.atomic
def call_director(device: Device, kind: CallKind, words: str = "", *, is_fresh: bool = False) -> Call:
    """Call the director to a table by its phone; an open call of the same kind is returned instead of a second one.

    Where the call is fresh and says something else, it replaces the open one, with the words of both.

    Raises DeviceRefusedError where the round is over or the phone has sent too much.
    """
    event = Event.objects.select_for_update().get(pk=device.event_id)
    subject = subject_of(device)
    assert subject.kind is DeviceKind.TABLE  # noqa: S101
    check_alive(event, subject)
    spend(device)
    calls = Call.objects.filter(event=event, round_number=subject.round, table_number=subject.number, kind=kind.value)
    text = whole(words.replace("\x00", ""), LONGEST_WORDS, "What you wrote")
    waits = calls.filter(answered_at=None, cancelled_at=None).first()
    if waits is not None and is_fresh and text not in waits.words:
        text = f"{waits.words}; {text}" if waits.words else text
        calls.filter(pk=waits.pk).update(cancelled_at=timezone.now())
        waits = None
    return waits or Call.objects.create(
        event=event,
        round_number=subject.round,
        table_number=subject.number,
        kind=kind.value,
        words=text,
        device=device,
        called_at=timezone.now(),
    )


@transaction.atomic
def cancel_call(device: Device, pk: int) -> bool:
    """Cancel a call of the phone's table, whichever phone made it; false where it was answered or cancelled already."""
    spend(device)
    calls = Call.objects.filter(event=device.event_id, round_number=device.round_number, table_number=device.number)
    waits = calls.filter(pk=pk, answered_at=None, cancelled_at=None)
    return bool(waits.update(cancelled_at=timezone.now()))


@transaction.atomic
def answer_call(event: Event, by: By, pk: int, note: str = "") -> Call:
    """Mark a call as answered, with a note on the outcome; RefusedError where it is not open any more."""
    actor = actor_of(by)
    if not roles_of(actor.user, event) & IN_THE_HALL:
        raise NotAllowedError(f"You may not answer calls in {event.name}. Ask its director.")
    call = Call.objects.select_for_update().filter(event=event, pk=pk).first()
    if call is None:
        raise RefusedError("There is no such call in this event; reload the page.")
    if call.cancelled_at is not None:
        raise RefusedError(f"Table {call.table_number} has cancelled this call.")
    if call.answered_at is not None:
        raise RefusedError(f"This call of table {call.table_number} is answered already.")
    call.answered_at, call.answered_by = timezone.now(), actor.user
    call.note = whole(note.replace("\x00", ""), LONGEST_NOTE, "The note")
    call.save(update_fields=["answered_at", "answered_by", "note"])
    return call


def open_calls(event: Event) -> list[CallRecord]:
    """The open calls, the oldest first; one query."""
    rows = Call.objects.filter(event=event, answered_at=None, cancelled_at=None).order_by("called_at", "pk")
    return [record_of_call(row) for row in rows]


def calls_of(event: Event, round_number: int = 0, table: int = 0) -> list[CallRecord]:
    """All calls of the event, or of a table of a round, in order; one query."""
    rows = Call.objects.filter(event=event).select_related("answered_by")
    if round_number:
        rows = rows.filter(round_number=round_number, table_number=table)
    return [record_of_call(row) for row in reversed(rows.order_by("-called_at", "-pk")[:MOST_ANSWERED])]


def record_of_call(row: Call) -> CallRecord:
    """A stored call as a value; who answered is only read where it is answered."""
    return CallRecord(
        row.pk,
        row.round_number,
        row.table_number,
        CallKind(row.kind),
        row.words,
        row.called_at,
        row.answered_at,
        who(row, "answered_by"),
        row.note,
        row.cancelled_at,
    )
