"""Call the director from a table's phone, cancel the call, and answer it at the desk.

Calls are rows of their own and no recorded changes, so the event's version does not rise.
"""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from tournament.access import roles_of
from tournament.access.devices import check_alive, spend, subject_of
from tournament.day.calls import CallKind, CallRecord
from tournament.draw.lines import line, said
from tournament.models import Call, Device, Event
from tournament.models.at_table.calls import LONGEST_NOTE, LONGEST_WORDS
from tournament.models.choices import who
from tournament.record.acts import IN_THE_HALL
from tournament.record.devices import DeviceKind
from tournament.services.changes import By, DoneError, GoneError, NotAllowedError, actor_of, whole
from wording import gettext as _

MOST_ANSWERED = 500
"""The incident book shows at most this many calls of an event, the latest."""


@transaction.atomic
def call_director(device: Device, kind: CallKind, words: str = "", *, is_fresh: bool = False) -> Call:
    """Call the director to the table of a phone, and return the call.

    An open call of the same kind is returned instead of a second one. Where ``is_fresh`` and its ``words`` say something new, the open
    call is cancelled and replaced by one with the words of both. Raises DeviceRefusedError where the round is over or the phone has sent
    too much, RefusedError where the words are too long.
    """
    event = Event.objects.select_for_update().get(pk=device.event_id)
    subject = subject_of(device)
    assert subject.kind is DeviceKind.TABLE  # noqa: S101
    check_alive(event, subject)
    spend(device)
    calls = Call.objects.filter(event=event, round_number=subject.round, table_number=subject.number, kind=kind.value)
    text = whole(words.replace("\x00", ""), LONGEST_WORDS)
    waiting = calls.filter(answered_at=None, cancelled_at=None).first()
    if waiting is not None and is_fresh and text not in waiting.words:
        text = f"{waiting.words}; {text}" if waiting.words else text
        calls.filter(pk=waiting.pk).update(cancelled_at=timezone.now())
        waiting = None
    return waiting or Call.objects.create(
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
    """Cancel a call of the phone's table, whichever phone made it; return whether it was still open."""
    spend(device)
    calls = Call.objects.filter(event=device.event_id, round_number=device.round_number, table_number=device.number)
    waiting = calls.filter(pk=pk, answered_at=None, cancelled_at=None)
    return bool(waiting.update(cancelled_at=timezone.now()))


@transaction.atomic
def answer_call(event: Event, by: By, pk: int, note: str = "") -> Call:
    """Mark the call with primary key ``pk`` as answered, with a note on the outcome.

    Raises NotAllowedError where the user has no role in the hall, RefusedError where the call is not open any more.
    """
    actor = actor_of(by)
    if not roles_of(actor.user, event) & IN_THE_HALL:
        raise NotAllowedError(_("You are not allowed to do this in {event}. Ask its director.", event=event.name))
    call = Call.objects.select_for_update().filter(event=event, pk=pk).first()
    if call is None:
        raise GoneError
    if call.cancelled_at is not None or call.answered_at is not None:
        raise DoneError
    call.answered_at, call.answered_by = timezone.now(), actor.user
    call.note = whole(note.replace("\x00", ""), LONGEST_NOTE)
    call.save(update_fields=["answered_at", "answered_by", "note"])
    return call


def answer_overtaken(event: Event, by: By, through: int) -> None:
    """Answer, within an act, the open calls of every round up to number ``through``: it is closed, so nobody comes to its tables."""
    waiting = Call.objects.filter(event=event, round_number__lte=through, answered_at=None, cancelled_at=None)
    waiting.update(answered_at=timezone.now(), answered_by=actor_of(by).user, note=line("call.closed"))


def open_calls(event: Event) -> list[CallRecord]:
    """Return the open calls of an event, the oldest first; one query."""
    rows = Call.objects.filter(event=event, answered_at=None, cancelled_at=None).order_by("called_at", "pk")
    return [record_of_call(row) for row in rows]


def calls_of(event: Event, round_number: int = 0, table: int = 0) -> list[CallRecord]:
    """Return the latest calls of the event, at most `MOST_ANSWERED`, the oldest first; one query.

    With a ``round_number`` only those of the table with number ``table`` in that round; 0 means all rounds.
    """
    rows = Call.objects.filter(event=event).select_related("answered_by")
    if round_number:
        rows = rows.filter(round_number=round_number, table_number=table)
    return [record_of_call(row) for row in reversed(rows.order_by("-called_at", "-pk")[:MOST_ANSWERED])]


def record_of_call(row: Call) -> CallRecord:
    """Return a stored call as a value. The account that answered is read only where somebody has answered."""
    return CallRecord(
        row.pk,
        row.round_number,
        row.table_number,
        CallKind(row.kind),
        row.words,
        row.called_at,
        row.answered_at,
        who(row, "answered_by"),
        said(row.note),
        row.cancelled_at,
    )
